package main

import (
	"fmt"
	"strings"
)

// The kinds of listed actions that this bot knows, the dearest first.
var worth = map[string]int{
	"uno": 9, "catch": 8, "play": 7, "challenge": 2, "accept": 3, "draw": 1, "keep": 1, "pass": 1,
	"name": 5, "choose": 5, "vote": 5, "give": 5, "retain": 5, "done": 5,
}

// key tells the actions of a list apart.
func (a message) key() string {
	target, _ := a.num("target")
	return fmt.Sprint(a.text("k"), a.text("card"), a.text("colour"), a.text("rule"), target)
}

// choose picks an action of a list that was not tried in vain, or gives nil.
func choose(actions []message, vain map[string]bool) (best message) {
	value := 0
	for _, a := range actions {
		v := 100 * worth[a.text("k")]
		switch card := a.text("card"); {
		case v == 0 || vain[a.key()]:
			continue
		case a.text("k") == "name":
			v += count(actions, a.text("colour"))
		case card == "":
		case card[0] == 'W':
			v++ // keep wilds for later
		default:
			v += 10 + count(actions, card[:1])
		}
		if v > value {
			best, value = a, v
		}
	}
	return best
}

// count counts the listed cards of a colour.
func count(actions []message, colour string) (n int) {
	for _, a := range actions {
		if colour != "" && strings.HasPrefix(a.text("card"), colour) {
			n++
		}
	}
	return n
}

// move makes a request of a listed action (P-9.5).
func move(action message, actions []message) (kind string, fields message) {
	kind, fields = action.text("k"), message{}
	if kind != "play" {
		for _, key := range []string{"card", "colour", "target", "rule"} {
			if v, ok := action[key]; ok {
				fields[key] = v
			}
		}
		return kind, fields
	}
	fields["cards"] = []any{action.text("card")}
	for _, asks := range action.list("asks") {
		if asks == "name_colour" {
			fields["colours"] = []any{favourite(actions)}
		}
	}
	return kind, fields // choose_player is answered when it is asked
}

// favourite is the colour that most listed cards have.
func favourite(actions []message) string {
	best := "R"
	for _, c := range []string{"Y", "G", "B"} {
		if count(actions, c) > count(actions, best) {
			best = c
		}
	}
	return best
}
