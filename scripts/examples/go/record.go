package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
)

const maxRecord = 16 << 20 // bytes of a whole record

// pages are the lines of a record that have come so far (P-8.11).
type pages struct {
	lines  []string
	digest string
	size   int
	begun  int // how often: each round that is over makes another record
}

// add takes in one answer, and says whether the record is whole.
func (p *pages) add(m message) (whole bool, err error) {
	at, _ := m.num("at")
	of, _ := m.num("of")
	if digest := m.text("digest"); digest != p.digest {
		*p = pages{digest: digest, begun: p.begun + 1}
	}
	if at != int64(len(p.lines)) && p.begun < maxFresh {
		return false, nil // a page behind lines of the record before
	}
	lines := m.list("lines")
	if at != int64(len(p.lines)) || len(lines) == 0 || at+int64(len(lines)) > of {
		return false, errors.New("the record has no such page")
	}
	for _, line := range lines {
		s, ok := line.(string)
		if p.size += len(s) + 1; !ok || strings.Contains(s, "\n") || p.size > maxRecord {
			return false, errors.New("the record is no record")
		}
		p.lines = append(p.lines, s)
	}
	return int64(len(p.lines)) == of, nil
}

// text joins a whole record, if its last line has the SHA-256 of the others.
func (p *pages) text() (string, error) {
	last := len(p.lines) - 1
	if last < 1 {
		return "", errors.New("the record is empty")
	}
	before := strings.Join(p.lines[:last], "\n") + "\n"
	sum := sha256.Sum256([]byte(before))
	var end []any
	if json.Unmarshal([]byte(p.lines[last]), &end) != nil || len(end) != 3 || end[1] != "sha256" ||
		end[2] != hex.EncodeToString(sum[:]) || end[2] != p.digest {
		return "", errors.New("the record is damaged: its SHA-256 does not fit")
	}
	return before + p.lines[last] + "\n", nil
}

// save writes the file whole or not at all.
func (p *pages) save(name string) error {
	text, err := p.text()
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".part", []byte(text), 0o600); err != nil {
		return fmt.Errorf("the record can't be saved: %w", err)
	}
	return os.Rename(name+".part", name)
}

// fetched takes in a page, and leaves the table after the last one.
func (b *bot) fetched(m message) error {
	whole, err := b.pages.add(m)
	if err == nil && !whole {
		return nil
	}
	if err == nil {
		err = b.pages.save(b.record)
	}
	b.unfetched(err)
	return nil
}

// unfetched ends the fetching, with or without a record.
func (b *bot) unfetched(err error) {
	if err == nil {
		log.Printf("record saved, and its SHA-256 fits: %d lines", len(b.pages.lines))
	}
	b.fetching, b.flaw = false, err
	b.leave()
}
