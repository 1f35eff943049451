package main

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// A URL inside of a text, and the values in its query that nobody but the server may see.
var (
	urlInText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://[^\s"'<>` + "`" + `]+`)
	})
	secretQuery = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)([?&;#][^=&;#\s]*(?:token|secret|passw|pwd|key|auth|sig|credential|session|jwt)[^=&;#\s]*=)[^&;#\s"'<>]+`)
	})
)

const hiddenSecret = "xxxxx"

// withoutSecrets returns a text without the passwords and tokens of the URLs in it.
func withoutSecrets(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return urlInText().ReplaceAllStringFunc(text, hideSecrets)
}

// hideSecrets returns a URL for messages:
//
//	http://me:pass@host/x?token=123     http://me:xxxxx@host/x?token=xxxxx
//
// Of one that does not parse, all that may be a user name or a password goes.
func hideSecrets(text string) string {
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		return text
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		if at := strings.LastIndexByte(rest, '@'); at >= 0 {
			text = scheme + "://" + hiddenSecret + rest[at:]
		}
	case u.User != nil:
		user := url.User(u.User.Username())
		if _, hasPassword := u.User.Password(); hasPassword {
			user = url.UserPassword(u.User.Username(), hiddenSecret)
		}
		authority, path, _ := cutAuthority(rest)
		at := strings.LastIndexByte(authority, '@')
		text = scheme + "://" + user.String() + authority[at:] + path
	}
	return secretQuery().ReplaceAllString(text, "${1}"+hiddenSecret)
}

// cutAuthority cuts what follows "://" before the path.
func cutAuthority(rest string) (authority, path string, found bool) {
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return rest[:i], rest[i:], true
	}
	return rest, "", false
}
