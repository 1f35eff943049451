package dump

import (
	"strconv"
	"strings"

	"fold/collapse"
)

// PushPython adds the frame of a Python function: "function (file)", as py-spy writes it without lines, or
// "function (file:line)". Short is the file as it is to be shown; empty: as [ShortPath] has it.
func (t *Threads) PushPython(function, path, short, line []byte) {
	key := append(append(append(t.key[:0], 'p'), function...), 0)
	key = append(append(append(key, path...), 0), short...)
	if t.in.Options.Lines {
		key = append(append(key, 0), line...)
	}
	t.Push(key, newPythonFrame)
	t.key = key
}

// newPythonFrame makes the frame of a key: function, path, short path and, if lines are asked for, the line.
func newPythonFrame(key []byte) []collapse.Frame {
	parts := strings.SplitN(string(key[1:]), "\x00", 4)
	function, path, short := parts[0], parts[1], parts[2]
	if short == "" {
		short = ShortPath(path)
	}
	f := collapse.Frame{File: path, Name: function + " (" + short + ")"}
	if len(parts) < 4 {
		return []collapse.Frame{f}
	}
	if number, err := strconv.ParseInt(parts[3], 10, 32); err == nil && number > 0 {
		f.Name = function + " (" + short + ":" + parts[3] + ")"
		f.Line = int(number)
	}
	return []collapse.Frame{f}
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
