package jfr

import "testing"

func TestBrand(t *testing.T) {
	for description, want := range map[string]string{
		"Brand: AMD EPYC, Vendor: AuthenticAMD\nFamily: 1":                            "AMD EPYC",
		"processor\t: 0\nmodel\t: 85\nmodel name\t: Intel(R) Xeon(R) CPU @ 2.80GHz\n": " Intel(R) Xeon(R) CPU @ 2.80GHz\n",
		"processor\t: 0\nBogoMIPS\t: 50.00\n":                                         "",
		"":                                                                            "",
	} {
		if got := brand(description); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}
