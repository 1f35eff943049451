package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// texts is a flag that may be given several times. It takes any text, so that no message repeats a secret.
type texts struct{ to *[]string }

func (texts) String() string { return "" }

// Set adds a text.
func (t texts) Set(text string) error {
	*t.to = append(*t.to, text)
	return nil
}

// newRequest returns the request for a URL: a POST where --post names a file, with the headers of --header.
func (r *request) newRequest(u *url.URL) (*http.Request, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if r.post != "" {
		data, err := os.ReadFile(r.post)
		if err != nil {
			return nil, inFile("--post "+r.post, err)
		}
		method, body = http.MethodPost, bytes.NewReader(data)
	}
	request, err := http.NewRequest(method, u.String(), body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "fold")
	for _, text := range r.headers {
		name, value, err := header(text)
		if err != nil {
			return nil, err
		}
		if strings.EqualFold(name, "Host") {
			request.Host = value
		}
		request.Header.Set(name, value)
	}
	return request, nil
}

// header reads "Name: value", or "Name: @FILE", whose value is what the file holds. No error shows the value.
func header(text string) (name, value string, err error) {
	name, value, found := strings.Cut(text, ":")
	if name, value = strings.TrimSpace(name), strings.TrimSpace(value); !found || name == "" || value == "" {
		return "", "", usageError("--header: write 'Name: value', or 'Name: @FILE' for a value that stands in a file")
	}
	if file, isFile := strings.CutPrefix(value, "@"); isFile {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", "", inFile("--header "+file, err)
		}
		value = strings.TrimSpace(string(data))
	}
	return name, value, nil
}

// keepFromOthers makes a client send the headers of --header, and what is posted, to the server that was named alone:
// a redirection to another one, or from https to http, gets neither.
func (r *request) keepFromOthers(c *http.Client) {
	c.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		if len(before) >= 10 {
			return errors.New("the server redirects in circles")
		}
		first := before[0].URL
		if next.URL.Host == first.Host && next.URL.Scheme == first.Scheme {
			return nil
		}
		if r.post != "" {
			return fmt.Errorf("the server redirects to %s, which is not sent what --post names: give that address", next.URL.Host)
		}
		for _, text := range r.headers {
			name, _, _ := strings.Cut(text, ":")
			next.Header.Del(strings.TrimSpace(name))
		}
		return nil
	}
}
