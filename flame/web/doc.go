// Package web serves pictures of the program that it is part of, for example at /debug/flame.
//
// The main function is [Handler]. It takes what records the program, which [fold/sources/live.Record] does, and
// answers each request with a recording in the view that the query asks for:
//
//	http.Handle("/debug/flame", web.Handler(live.Record, web.HandlerOptions{}))
//
// This is the one package of pictures that needs net/http.
package web
