// Package browsertest shows pages to browsers, for tests: to Chromium, which chromedp drives, and to Firefox, by the
// protocol WebDriver BiDi. What a test does with a tab is the same in both, unless it needs what only one of them has.
package browsertest
