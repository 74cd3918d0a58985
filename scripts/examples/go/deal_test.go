package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"log"
	"os"
	"reflect"
	"strings"
	"testing"
)

// golden is `deals` of the protocol's golden bytes.
type golden struct {
	Secret, Preset, Commitment, Seed string
	Kinds                            []any
	Shares, Hashes                   []any
	Below                            [][2]int
	Deal                             []string
}

func readGolden(t *testing.T) []golden {
	var v struct{ Deals []golden }
	text, err := os.ReadFile("../../../protocol/uno_protocol/vectors/v2.json")
	if err != nil {
		t.Skip("the golden bytes are not here")
	}
	if err := json.Unmarshal(text, &v); err != nil || len(v.Deals) == 0 {
		t.Fatal("no deals among the golden bytes: ", err)
	}
	return v.Deals
}

func bytesOf(t *testing.T, digits string) []byte {
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestShake(t *testing.T) {
	block := make([]byte, 137) // two blocks to take in, and two to give
	for _, c := range []struct {
		in   []byte
		want string
	}{
		{nil, "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"},
		{block[:135], "c4fffe1af2ea9fa4d141cf407839a380"}, {block[:136], "a4fbd65c6787ea404a7032e65d547e1c"}, {block, "c2b42e2af642de4a47ef5a0af2e24e75"},
	} {
		got := hex.EncodeToString(shake256(200, c.in))
		if got[:len(c.want)] != c.want && got[400-len(c.want):] != c.want {
			t.Errorf("SHAKE-256 of %d bytes: %s", len(c.in), got)
		}
	}
}

func TestHashes(t *testing.T) {
	for _, d := range readGolden(t) {
		secret := bytesOf(t, d.Secret)
		if got := hash("uno-secret", secret); got != d.Commitment {
			t.Errorf("commitment to %s: %s", d.Secret, got)
		}
		for seat := range d.Shares {
			if want := textAt(d.Hashes, int64(seat)); want != "" {
				if got := share(int64(seat), bytesOf(t, textAt(d.Shares, int64(seat)))); got != want {
					t.Errorf("share of seat %d: %s", seat, got)
				}
			}
		}
		for i, kind := range d.Kinds {
			d.Kinds[i] = int64(kind.(float64))
		}
		g := game{mixed: message{"kinds": d.Kinds, "shares": d.Shares}}
		if got := g.seed(secret); got != d.Seed {
			t.Errorf("seed of %s: %s", d.Secret, got)
		}
	}
}

func TestChoices(t *testing.T) {
	rules := map[string]message{
		"official": {"decks": "1", "extra": "0,0,0"},
		"party":    {"decks": "1", "extra": "0,0,0"},
		"no_mercy": {"decks": "2", "extra": "1,1,3"},
	}
	for _, d := range readGolden(t) {
		seed := bytesOf(t, d.Seed)
		for counter, pair := range d.Below {
			c := choicesOf("seat", seed, uint64(counter))
			if got := c.below(pair[0]); got != pair[1] {
				t.Errorf("choice %d of %d: %d", counter, pair[0], got)
			}
		}
		c := choicesOf("deal", seed, 1)
		if got := c.shuffle(deck(rules[d.Preset])); !reflect.DeepEqual(got, d.Deal) {
			t.Errorf("deck of %s: %v", d.Preset, got)
		}
	}
}

// values makes of JSON what decode makes of msgpack.
func values(v any) any {
	switch v := v.(type) {
	case float64:
		return int64(v)
	case []any:
		for i := range v {
			v[i] = values(v[i])
		}
		return v
	case map[string]any:
		m := message{}
		for k := range v {
			m[k] = values(v[k])
		}
		return m
	}
	return v
}

// A whole game follows from its seed; with one drawn card changed it does not.
func TestReplay(t *testing.T) {
	p := readRecord(t)
	var header any
	if err := json.Unmarshal([]byte(p.lines[0]), &header); err != nil {
		t.Fatal(err)
	}
	h := values(header).(message)
	read := func() (events []message) {
		for _, line := range p.lines[1:] {
			var l []any
			if json.Unmarshal([]byte(line), &l); l[1] == "e" {
				events = append(events, values(l[2]).(message))
			}
		}
		return events
	}
	check := func(events []message) (string, int) {
		n := len(h.list("seats"))
		r := replay{seed: bytesOf(t, h.text("seed")), rules: h.sub("options"), in: make([]bool, n),
			hands: make([][]string, n), direction: 1}
		wrong, open := r.run(events)
		return wrong + open, r.compared
	}
	if wrong, compared := check(read()); wrong != "" || compared < 100 {
		t.Errorf("%d cards compared, then: %s", compared, wrong)
	}
	changed := 0
	for i, e := range read() {
		if cards := e.list("cards"); e.text("k") == "cards_drawn" && len(cards) > 0 {
			events := read()
			other := "R5"
			if cards[0] == other {
				other = "B7"
			}
			events[i].list("cards")[0] = other
			if wrong, _ := check(events); wrong == "" {
				t.Errorf("event %d with %s instead of %s is taken for true", i, other, cards[0])
			}
			changed++
		}
	}
	if changed == 0 {
		t.Error("no card was changed")
	}
}

// Only a table that kept its hands closed may open no seed, whatever it says during the game.
func TestNoSeed(t *testing.T) {
	for _, c := range []struct {
		shows, later bool
		want         string
	}{
		{false, false, "deal not checked: this table keeps hands closed"},
		{false, true, "deal not checked: this table keeps hands closed"},
		{true, true, "DEAL FALSE: the server opened no seed"},
		{true, false, "DEAL FALSE: the server opened no seed"},
	} {
		var said bytes.Buffer
		log.SetOutput(&said)
		d := deal{}
		d.look(message{"room": message{"show_hands": !c.shows}}, 0)
		for _, e := range []message{
			{"k": "table_changed", "show_hands": c.shows}, {"k": "game_opened"},
			{"k": "table_changed", "show_hands": c.later}, {"k": "game_seed", "seed": ""},
		} {
			d.event(e, 0)
		}
		log.SetOutput(os.Stderr)
		if lines := strings.Count(said.String(), "\n"); lines != 1 || !strings.Contains(said.String(), c.want) {
			t.Errorf("hands shown %v, later %v: %s", c.shows, c.later, said.String())
		}
	}
}
