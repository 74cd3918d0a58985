package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log"
	"time"
)

const (
	maxEvents = 100_000     // of one game, that are kept to be checked
	awaited   = time.Second // for a table to bind itself again after a game
)

// deal is what a client needs to see that nobody chose the cards (P-7.33 to P-7.36).
type deal struct {
	commitment string // of the room
	rules      message
	shows      bool // the room's show_hands
	seats      []sitter
	bytes      []byte // own, behind the share of the last ready; nil: none
	bound      string // the commitment at that time
	offered    string // the share, until it is shown
	ignored    bool   // it was not shown
	game       *game  // nil: none, or it is checked
}

// sitter is what an occupant means for a deal.
type sitter struct {
	kind  int64 // as in `kinds`
	name  string
	share string
}

// game is what has been seen of one game.
type game struct {
	commitment string
	rules      message
	shows      bool     // the table showed hands when it began
	list       []any    // the hashes whose bytes are opened; nil: none
	sitters    []sitter // when it began
	seated     int      // seats of the table
	mine       []byte   // own bytes, if their hash is listed
	toOpen     bool
	begun      bool    // the deal, or the vote before it, is there
	mixed      message // deal_mixed
	events     []message
	missing    bool // entries of it were not seen
	wrong      []string
}

func (g *game) fault(format string, args ...any) {
	g.wrong = append(g.wrong, fmt.Sprintf(format, args...))
}

func (g *game) accuse() {
	for _, wrong := range g.wrong {
		log.Printf("DEAL FALSE: %s", wrong)
	}
}

func textAt(list []any, i int64) string {
	if i < 0 || i >= int64(len(list)) {
		return ""
	}
	s, _ := list[i].(string)
	return s
}

// look takes over a snapshot.
func (d *deal) look(m message, seat int64) {
	room := m.sub("room")
	d.commitment, d.rules, d.seats = room.text("commitment"), room.sub("rules"), nil
	d.shows = room.flag("show_hands")
	for _, o := range room.list("occupants") {
		o, _ := o.(message)
		d.seats = append(d.seats, sit(o))
	}
	if d.game = nil; m.sub("game") == nil || m.sub("game").text("phase") == "over" {
		return
	}
	d.game = d.begin(room.list("shares"))
	d.game.missing = d.game.list == nil // else nothing is dealt yet
	d.find(seat)
}

func sit(o message) sitter {
	switch s := (sitter{1, o.text("name"), o.text("share")}); {
	case o == nil:
		return sitter{}
	case o.text("bot") != "":
		s.kind = 2
		return s
	default:
		return s
	}
}

// begin is a game at the table as it is; hands stay open or closed until its end (P-7.20).
func (d *deal) begin(list []any) *game {
	return &game{commitment: d.commitment, rules: d.rules, shows: d.shows, list: list, seated: len(d.seats)}
}

// offer makes new bytes, and gives the share for `ready`.
func (d *deal) offer(seat int64) string {
	d.bytes, d.bound = make([]byte, 16), d.commitment
	if _, err := rand.Read(d.bytes); err != nil {
		d.bytes = nil
		return ""
	}
	d.offered = share(seat, d.bytes)
	return d.offered
}

func share(seat int64, bytes []byte) string { return hash("uno-share", []byte{byte(seat)}, bytes) }

// find looks for the own share in the list of a game.
func (d *deal) find(seat int64) {
	switch g, listed := d.game, textAt(d.game.list, seat); {
	case listed == "":
	case d.bytes != nil && listed == share(seat, d.bytes):
		g.mine, g.toOpen = d.bytes, true
	default:
		g.fault("the list has another share of mine than I offered")
	}
}

// event follows an entry, and says whether another commitment is to be waited
// for: only after it may a share be offered (P-7.34).
func (d *deal) event(e message, seat int64) (awaits bool) {
	at, _ := e.num("seat")
	var who *sitter
	if at < int64(len(d.seats)) {
		who = &d.seats[at]
	}
	if g := d.game; g != nil {
		if g.events = append(g.events, e); len(g.events) > maxEvents {
			g.missing, g.events = true, nil
		}
	}
	switch kind := e.text("k"); {
	case kind == "deal_committed":
		d.commitment = e.text("commitment")
	case kind == "phase_changed":
		phase := e.text("phase")
		if d.game != nil {
			d.game.begun = d.game.begun || phase == "playing"
		}
		if phase == "waiting" || phase == "between_rounds" || phase == "finished" {
			for i := range d.seats {
				d.seats[i].share = ""
			}
			if awaits = phase == "finished" && d.commitment != ""; awaits {
				d.commitment = ""
			}
		}
	case kind == "table_changed":
		if rules := e.sub("rules"); rules != nil {
			d.rules = rules
		}
		if shows, ok := e["show_hands"].(bool); ok {
			d.shows = shows
		}
		if n, ok := e.num("seats"); ok && n <= 10 {
			d.seats = append(d.seats, make([]sitter, 10)...)[:n]
		}
	case kind == "game_opened":
		d.open(e, seat)
	case kind == "game_cleared":
		if awaits = d.game != nil && d.commitment != ""; awaits {
			d.commitment = ""
		}
		d.game = nil
	case kind == "deal_mixed" && d.game != nil:
		d.mixed(e, seat)
	case kind == "game_seed" && d.game != nil:
		d.verdict(e, seat)
		d.game = nil
	case who == nil:
	case kind == "seat_taken":
		*who = sit(e)
	case kind == "seat_freed":
		*who = sitter{}
	case kind == "seats_moved":
		if to, ok := e.num("to"); ok && to < int64(len(d.seats)) {
			d.seats[at], d.seats[to] = d.seats[to], d.seats[at]
		}
	case kind == "ready_changed":
		who.share = e.text("share")
		if at == seat && e.flag("ready") {
			d.ignored = d.offered != "" && who.share != d.offered
			d.offered = ""
		}
	case kind == "stand_in_changed":
		who.share = ""
	}
	return awaits
}

func (d *deal) open(e message, seat int64) {
	g := d.begin(e.list("shares"))
	d.game, g.sitters = g, append([]sitter(nil), d.seats...)
	for i, s := range g.sitters {
		if listed := textAt(g.list, int64(i)); listed != s.share {
			g.fault("the list has another share of seat %d than was shown", i)
		}
	}
	if d.ignored {
		g.fault("my share was not shown when I was ready")
	}
	d.find(seat)
}

// opening is whether bytes are being opened: being ready changes nothing then.
func (d *deal) opening() bool { return d.game != nil && d.game.list != nil && !d.game.begun }

func (d *deal) mixed(e message, seat int64) {
	g := d.game
	g.mixed, g.toOpen = e, false
	kinds, shares := e.list("kinds"), e.list("shares")
	if g.list == nil || len(kinds) != g.seated || len(shares) != g.seated {
		g.fault("bytes were mixed in for which there was no list")
	}
	for i, s := range g.sitters {
		if i < len(kinds) && kinds[i] != s.kind {
			g.fault("seat %d counts as another kind of player than sat there", i)
		}
	}
	for i := range shares {
		opened, err := hex.DecodeString(textAt(shares, int64(i)))
		if len(opened) > 0 && (err != nil || share(int64(i), opened) != textAt(g.list, int64(i))) {
			g.fault("the bytes of seat %d are not those that it announced", i)
		}
	}
	if g.mine != nil && textAt(shares, seat) != hex.EncodeToString(g.mine) {
		g.fault("my bytes were left out")
	}
	for _, out := range e.list("dropped") {
		if i, ok := out.(int64); ok && i != seat && i >= 0 && i < int64(len(g.sitters)) {
			log.Printf("the bytes of %s are missing in the deal", clean(g.sitters[i].name))
		}
	}
}

// seed is the seed that a game must have (P-7.35).
func (g *game) seed(secret []byte) string {
	shares := g.mixed.list("shares")
	mix := [][]byte{secret}
	some := false
	for i, kind := range g.mixed.list("kinds") {
		k, _ := kind.(int64)
		opened, _ := hex.DecodeString(textAt(shares, int64(i)))
		some = some || len(opened) > 0
		mix = append(mix, []byte{byte(k)}, opened)
	}
	if !some {
		return hex.EncodeToString(secret)
	}
	return hash("uno-deal", mix...)
}

// verdict checks a game that is over, and says in words how that went.
func (d *deal) verdict(e message, seat int64) {
	g := d.game
	seed, _ := hex.DecodeString(e.text("seed"))
	secret, _ := hex.DecodeString(e.text("secret"))
	if e.text("seed") == "" {
		if g.shows {
			g.fault("the server opened no seed")
		} else if len(g.wrong) == 0 {
			log.Print("deal not checked: this table keeps hands closed")
		}
		g.accuse()
		return
	}
	if len(seed) != 32 {
		g.fault("the seed is not one of 32 bytes")
	}
	if g.commitment != "" && hash("uno-secret", secret) != g.commitment {
		g.fault("the secret does not fit the commitment")
	}
	if g.mine != nil && d.bound != g.commitment {
		g.fault("the commitment is not the one from before I was ready")
	}
	if g.list != nil && g.mixed == nil && !g.missing {
		g.fault("the bytes that players offered were never mixed in")
	}
	if g.commitment != "" && !g.missing && g.seed(secret) != e.text("seed") {
		g.fault("the seed is not mixed from the secret and the bytes")
	}
	r := replay{seed: seed, rules: g.rules, in: make([]bool, g.seated), hands: make([][]string, g.seated), direction: 1}
	open := "entries of the game are missing"
	if !g.missing && len(seed) == 32 {
		var wrong string
		if wrong, open = r.run(g.events); wrong != "" {
			g.fault("%s", wrong)
		}
	}
	g.accuse()
	switch {
	case len(g.wrong) > 0:
	case open != "":
		log.Printf("deal checked in part: what was seen fits, but %s", open)
	case g.commitment == "":
		log.Printf("deal not bound: the %d cards that I saw follow from the seed, but the server had chosen it freely", r.compared)
	case g.mine == nil:
		log.Printf("deal checked in part: the %d cards that I saw fit the commitment, but no bytes of mine are in them", r.compared)
	default:
		log.Printf("deal checked: the commitment, my own bytes, the mixing and the %d cards that I saw all fit", r.compared)
	}
}
