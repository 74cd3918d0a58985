package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func readRecord(t *testing.T) (p pages) {
	text, err := os.ReadFile("testdata/game.unorec")
	if err != nil {
		t.Fatal(err)
	}
	p.lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	last := p.lines[len(p.lines)-1]
	p.digest = last[len(last)-66 : len(last)-2]
	return p
}

// page is an answer with the lines from at on.
func page(p pages, at, until int) message {
	var lines []any
	for _, line := range p.lines[at:until] {
		lines = append(lines, line)
	}
	return message{"t": "record", "at": int64(at), "of": int64(len(p.lines)), "digest": p.digest, "lines": lines}
}

func TestPages(t *testing.T) {
	game := readRecord(t)
	n := len(game.lines)
	older := pages{lines: game.lines[:5], digest: strings.Repeat("0", 64)}
	var p pages
	for i, step := range []struct {
		m     message
		whole bool
		have  int
	}{
		{page(older, 0, 3), false, 3},
		{page(game, 3, n), false, 0}, // a round is over meanwhile
		{page(game, 0, 10), false, 10},
		{page(game, 10, n), true, n},
	} {
		if whole, err := p.add(step.m); err != nil || whole != step.whole || len(p.lines) != step.have {
			t.Errorf("page %d: %v, %v, %d lines", i, whole, err, len(p.lines))
		}
	}
	name := filepath.Join(t.TempDir(), "game.unorec")
	if err := p.save(name); err != nil {
		t.Error(err)
	}
	saved, _ := os.ReadFile(name)
	if want, _ := os.ReadFile("testdata/game.unorec"); string(saved) != string(want) {
		t.Error("the saved record is another one")
	}
	p.lines[1] += " "
	if err := p.save(name + "2"); err == nil {
		t.Error("a damaged record was saved")
	}
}

func TestBadPages(t *testing.T) {
	game := readRecord(t)
	n := int64(len(game.lines))
	for name, change := range map[string]message{
		"no lines": {"lines": []any{}}, "more than there are": {"of": int64(2)}, "a number": {"lines": []any{int64(1)}},
		"a line end": {"lines": []any{"a\nb"}}, "none of any": {"of": int64(0), "lines": []any{}},
	} {
		m := page(game, 0, 3)
		for k, v := range change {
			m[k] = v
		}
		if whole, err := new(pages).add(m); err == nil {
			t.Errorf("%s: %v of %d", name, whole, n)
		}
	}
	var p pages
	for i := 0; ; i++ { // a record that never stays the same
		m := page(game, 1, 3)
		m["digest"] = strings.Repeat(string(rune('a'+i)), 64)
		if _, err := p.add(m); err != nil {
			break
		} else if i > 10 {
			t.Fatal("asks for ever")
		}
	}
}

func TestRecordsAreAskedOnlyOfServersThatKeepThem(t *testing.T) {
	for _, keeps := range []bool{false, true} {
		welcome := message{"capabilities": []any{"numbers"}}
		if keeps {
			welcome["capabilities"] = []any{"numbers", "records"}
		}
		b := bot{record: "game.unorec", games: 1, played: true, conn: &conn{welcome: welcome}}
		b.enterPhase("finished")
		if b.fetching != keeps || b.leaving == keeps || b.flaw != nil {
			t.Errorf("a server that keeps records is %v: %v, %v, %v", keeps, b.fetching, b.leaving, b.flaw)
		}
	}
}
