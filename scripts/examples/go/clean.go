package main

import (
	"strings"
	"unicode"
)

// clean makes text of the network fit to be shown (P-13.3).
func clean(s string) string {
	var out strings.Builder
	marks := 0
	var last rune
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			r = ' '
		case unicode.Is(unicode.C, r):
			continue // control, format and private characters
		case r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0' || unicode.Is(unicode.Variation_Selector, r):
			continue // drawn as nothing
		case (r >= 0x1161 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7ff) && !unicode.Is(unicode.Hangul, last):
			continue
		}
		if unicode.Is(unicode.M, r) {
			if marks++; marks > 3 {
				continue
			}
		} else {
			marks = 0
		}
		last = r
		out.WriteRune(r)
	}
	return out.String()
}

// describe puts an error, bye or put_out into words.
func describe(m message) string {
	s := m.text("code")
	if f := m.text("field"); f != "" {
		s += " (" + f + ")"
	}
	if t := m.text("text"); t != "" {
		s += ": " + t
	}
	return clean(s)
}
