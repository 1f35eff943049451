// Package category says what kind of work a function does: allocating, locking, copying memory, formatting, or what the
// program was written for.
//
// The main type is [Category]. Rules in tables, one for each language, give one to every function by its name and its
// module; [Group] returns a profile whose frames are categories, and [OfNodes] the category of each stack:
//
//	byCategory := category.Group(p)
//	table.Top(byCategory, table.Options{Of: "category"}).WriteText(os.Stdout, table.TextOptions{})
//
// docs/categories.md explains how a category is found and how to add a rule.
package category
