// Package browsertest shows pages to browsers, for tests and benchmarks: to Chromium, which chromedp drives, and to
// Firefox, by the protocol WebDriver BiDi. What a test does with a tab is the same in both, unless it needs what only one
// of them has. Where a browser is missing its tests are skipped; with FOLD_REQUIRE_BROWSER in the environment they fail.
package browsertest
