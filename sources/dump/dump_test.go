package dump

import "testing"

func TestPrefix(t *testing.T) {
	const journal = "Sep 30 23:59:59 lab42 kioskd[811]: "
	for _, test := range []struct {
		prefix, line, rest string
		ours               bool
	}{
		{"", "main.main()", "main.main()", true},
		{journal, "Oct  1 00:00:00 lab42 kioskd[811]: main.main()", "main.main()", true},
		{journal, "Oct  1 00:00:00 lab42 kioskd[811]:   main.main()", "  main.main()", true},
		{journal, "Oct  1 00:00:00 lab42 kioskd[811]:", "", true},
		{journal, "Oct  1 00:00:00 lab42 cron[77]: (root)", "", false},
		{journal, "Och  1 00:00:00 lab42 kioskd[811]: main.main()", "", false},
		{journal, "main.main()", "", false},
		{journal, "", "", false},
		{"2026-11-30T04:07:37.12Z stderr F ", "2026-11-30T04:07:37.120000417Z stderr F main.main()", "main.main()", true},
		{"2026-11-30T04:07:37.12Z stderr F ", "2026-11-30T04:07:37.1Z stdout F main.main()", "", false},
		{"app  | ", "app  | \t/srv/main.go:3", "\t/srv/main.go:3", true},
		{"app  | ", "app |", "", true},
		{"app\t", "app main.main()", "", false},
	} {
		var p Prefix
		p.Learn([]byte(test.prefix))
		rest, ours := p.Cut([]byte(test.line))
		if string(rest) != test.rest || ours != test.ours {
			t.Errorf("after %q, %q: got %q, %v, want %q, %v", test.prefix, test.line, rest, ours, test.rest, test.ours)
		}
	}
}

func TestNativeName(t *testing.T) {
	for name, want := range map[string]string{
		"main":                          "main",
		"shop::Till::ring(int) const":   "shop::Till::ring",
		"__libc_start_main@@GLIBC_2.34": "__libc_start_main",
		"memcpy@GLIBC_2.2.5":            "memcpy",
		"puts@plt":                      "puts@plt",
		"operator()":                    "operator()",
		"ns::f::operator()(int) const":  "ns::f::operator()",
		"std::function<void (int)>::swap(std::function<void (int)>&)": "std::function<void (int)>::swap",
		"f(int)::{lambda()#1}::operator()() const":                    "f(int)::{lambda()#1}::operator()",
		"shop::(anonymous namespace)::hide":                           "shop::(anonymous namespace)::hide",
		"shop::(anonymous namespace)::hide(long)":                     "shop::(anonymous namespace)::hide",
		"Pump.run() -> ()":                                            "Pump.run() -> ()",
		"work(int) [clone .isra.0]":                                   "work",
		"foreign_operator (int)":                                      "foreign_operator",
		"_ZN4shop4Till4ringEi":                                        "shop::Till::ring",
		"core::fmt::write::h0123456789abcdef":                         "core::fmt::write",
		"()":                                                          "()",
		"f)":                                                          "f)",
	} {
		if got := NativeName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestJavaName(t *testing.T) {
	for name, want := range map[string]string{
		"java.base@17.0.15/java.lang.Thread.run":      "java.lang.Thread.run",
		"app//shop.Kiosk.main":                        "shop.Kiosk.main",
		"deploy.mod@1.2//shop.Kiosk.main":             "shop.Kiosk.main",
		"shop.Till$$Lambda$14/0x00007f0544008da8.run": "shop.Till$$Lambda$14.run",
		"shop.Till$$Lambda$15/1324119927.apply":       "shop.Till$$Lambda$15.apply",
		"shop.Till$$Lambda/0x0000078038c15e0.run":     "shop.Till$$Lambda.run",
		"shop.Till$$Lambda$9.0x0800.run":              "shop.Till$$Lambda$9.run",
		"shop.Till$$Lambda+0x0800.run":                "shop.Till$$Lambda.run",
		"shop.Till$Inner.<init>":                      "shop.Till$Inner.<init>",
	} {
		if got := JavaName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestPoolName(t *testing.T) {
	for name, want := range map[string]string{
		"pool-1-thread-2": "pool-1-thread", "G1 Refine#12": "G1 Refine", "main": "main", "worker 7": "worker 7",
		" idle -3 ": "idle -3", "-": "-", "http-nio-8080-exec-10": "http-nio-8080-exec", "": "",
	} {
		if got := string(poolName([]byte(name))); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestShortPath(t *testing.T) {
	for path, want := range map[string]string{
		"/opt/venv/lib/python3.14/site-packages/shop/till/__init__.py": "shop/till/__init__.py",
		"/usr/lib/python3/dist-packages/yaml/loader.py":                "yaml/loader.py",
		"/usr/lib/python3.11/json/decoder.py":                          "json/decoder.py",
		"/usr/lib/python3.13t/json/decoder.py":                         "json/decoder.py",
		"/srv/python3/app.py":                                          "app.py",
		"<frozen importlib._bootstrap>":                                "<frozen importlib._bootstrap>",
		"/srv/kiosk/shop/__main__.py":                                  "shop/__main__.py",
		`C:\kiosk\gui.py`:                                              "gui.py",
		"main.py":                                                      "main.py",
		"__main__.py":                                                  "__main__.py",
		"???":                                                          "???",
	} {
		if got := ShortPath(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}
