package dump

import (
	"strconv"
	"strings"

	"fold/collapse"
)

// PythonFrame returns the frame of a Python function: "function (file)", as py-spy writes it without lines,
// or "function (file:line)". Short is the file as it is to be shown.
func PythonFrame(function, path, short, line string, lines bool) collapse.Frame {
	f := collapse.Frame{File: path, Name: function + " (" + short + ")"}
	if number, err := strconv.ParseInt(line, 10, 32); lines && err == nil && number > 0 {
		f.Name = function + " (" + short + ":" + line + ")"
		f.Line = int(number)
	}
	return f
}

// ShortPath returns a Python file as programs import it: after site-packages, dist-packages or pythonX.Y;
// else its last part, with its folder for "__init__.py" and "__main__.py".
//
//	/opt/venv/lib/python3.14/site-packages/shop/till/__init__.py   shop/till/__init__.py
//	/usr/lib/python3.11/json/decoder.py                            json/decoder.py
//	C:\kiosk\gui.py                                                gui.py
//	<frozen importlib._bootstrap>                                  <frozen importlib._bootstrap>
func ShortPath(path string) string {
	if strings.HasPrefix(path, "<") {
		return path
	}
	path = strings.ReplaceAll(path, `\`, "/")
	for _, mark := range []string{"/site-packages/", "/dist-packages/"} {
		if at := strings.LastIndex(path, mark); at >= 0 {
			return path[at+len(mark):]
		}
	}
	if at := afterVersion(path); at >= 0 {
		return path[at:]
	}
	last := strings.LastIndexByte(path, '/')
	if base := path[last+1:]; last > 0 && (base == "__init__.py" || base == "__main__.py") {
		return path[strings.LastIndexByte(path[:last], '/')+1:]
	}
	return path[last+1:]
}

// afterVersion returns where the path goes on after the last "/pythonX.Y/", or -1.
func afterVersion(path string) int {
	const mark = "/python"
	at := strings.LastIndex(path, mark)
	if at < 0 {
		return -1
	}
	version, _, found := strings.Cut(path[at+len(mark):], "/")
	major, minor, dotted := strings.Cut(version, ".")
	minor = strings.TrimRight(minor, "t") // free-threaded builds
	if !found || !dotted || major == "" || minor == "" || strings.Trim(major+minor, "0123456789") != "" {
		return -1
	}
	return at + len(mark) + len(version) + 1
}
