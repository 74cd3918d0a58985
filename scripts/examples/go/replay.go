package main

import (
	"encoding/binary"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// canonical is the order of cards of P-1.6.
var canonical = func() map[string]int {
	order := map[string]int{}
	for _, colour := range []string{"R", "Y", "G", "B"} {
		for _, face := range strings.Fields("0 1 2 3 4 5 6 7 8 9 S R +2") {
			order[colour+face] = len(order)
		}
	}
	for _, card := range []string{"W", "W+4", "WS", "WX", "WC"} {
		order[card] = len(order)
	}
	return order
}()

func sorted(cards []string) []string {
	out := append([]string(nil), cards...)
	sort.SliceStable(out, func(i, j int) bool { return canonical[out[i]] < canonical[out[j]] })
	return out
}

// deck is the deck of these rules in canonical order (A1).
func deck(rules message) (cards []string) {
	extra := strings.Split(rules.text("extra")+",,", ",")
	for card := range canonical {
		copies := 2
		switch {
		case card == "WS" || card == "WX" || card == "WC":
			copies, _ = strconv.Atoi(extra[strings.Index("SXC", card[1:])])
			copies = min(copies, 4)
		case card[0] == 'W':
			copies = 4
		case card[1] == '0':
			copies = 1
		}
		if rules.text("decks") == "2" {
			copies *= 2
		}
		for ; copies > 0; copies-- {
			cards = append(cards, card)
		}
	}
	return sorted(cards)
}

// choices is the stream of numbers behind one use of the seed (P-7.36).
type choices []byte

func choicesOf(label string, seed []byte, counter uint64) choices {
	return shake256(4096, []byte(label), []byte{0}, seed, binary.BigEndian.AppendUint64(nil, counter))
}

// below takes the next number from 0 to n - 1.
func (c *choices) below(n int) int {
	for {
		x := int(binary.BigEndian.Uint16(*c))
		if *c = (*c)[2:]; x < 65536-65536%n {
			return x % n
		}
	}
}

func (c *choices) shuffle(cards []string) []string {
	out := append([]string(nil), cards...)
	for i := len(out) - 1; i > 0; i-- {
		j := c.below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// mismatch is what does not follow from the seed; untraced is where what
// somebody passed on unseen hides what follows.
type (
	mismatch string
	untraced string
)

// replay deals a game again, from its seed and from what everybody saw.
type replay struct {
	seed      []byte
	counter   uint64 // `shuffles`
	rules     message
	in        []bool     // by seat: still in the round, or in the vote
	hands     [][]string // by seat
	blind     bool       // others have passed cards on unseen: hands are no longer known
	pile      []string   // bottom first
	discard   []string   // bottom first
	last      int        // the seat that played last
	direction int
	compared  int // cards
}

// run says what does not fit, and where it could not go on.
func (r *replay) run(events []message) (wrong, open string) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case mismatch:
			wrong = string(p)
		case untraced:
			open = string(p)
		default:
			panic(p)
		}
	}()
	for _, e := range events {
		r.event(e)
	}
	return
}

func (r *replay) fail(format string, args ...any) { panic(mismatch(fmt.Sprintf(format, args...))) }

// use reads the choices of the next use of the seed.
func (r *replay) use(label string) *choices {
	c := choicesOf(label, r.seed, r.counter)
	r.counter++
	return &c
}

func (r *replay) seat(e message) int {
	seat, ok := e.num("seat")
	if !ok || seat >= int64(len(r.hands)) {
		r.fail("%s names no seat of the game", e.text("k"))
	}
	return int(seat)
}

// compare compares cards that were seen with those that the seed has.
func (r *replay) compare(what string, seen any, want []string) {
	list, ok := seen.([]any)
	if !ok {
		return // hidden
	}
	var got []string
	for _, card := range list {
		s, _ := card.(string)
		got = append(got, s)
	}
	if fmt.Sprint(sorted(got)) != fmt.Sprint(sorted(want)) {
		r.fail("%s: %v, but the seed has %v", what, clean(fmt.Sprint(got)), want)
	}
	r.compared += len(got)
}

// hand compares a hand that was seen whole.
func (r *replay) hand(what string, seat int, seen any) {
	if !r.blind {
		r.compare(fmt.Sprintf("%s of seat %d", what, seat), seen, r.hands[seat])
	}
}

func (r *replay) draw() string {
	if len(r.pile) == 0 {
		r.fail("a card is drawn from an empty pile")
	}
	card := r.pile[len(r.pile)-1]
	r.pile = r.pile[:len(r.pile)-1]
	return card
}

// lay takes a card that was played or discarded from its hand.
func (r *replay) lay(seat int, card string) {
	if r.blind {
		return
	}
	for i, c := range r.hands[seat] {
		if c == card {
			r.hands[seat] = append(r.hands[seat][:i:i], r.hands[seat][i+1:]...)
			r.compared++
			return
		}
	}
	r.fail("seat %d lays %s, which by the seed it does not hold", seat, clean(card))
}

func (r *replay) event(e message) {
	kind := e.text("k")
	switch kind {
	case "ballot_drawn":
		r.use("ballot")
		for seat := range r.in {
			r.in[seat] = true
		}
	case "rule_chosen", "uno_rolled":
		r.counter++
	case "round_dealt":
		r.deal(e)
	case "first_card_turned":
		card := r.draw()
		r.compare("the first card", []any{e["card"]}, []string{card})
		r.discard = []string{card}
	case "first_card_returned":
		r.pile, r.discard = r.use("reshuffle").shuffle(append(r.pile, r.discard...)), nil
	case "cards_played", "colour_discarded":
		seat, top := r.seat(e), len(r.discard)
		if kind == "cards_played" {
			r.last = seat
		} else if top > 0 {
			top--
		}
		above := append([]string(nil), r.discard[top:]...)
		r.discard = r.discard[:top]
		for _, card := range e.list("cards") {
			s, _ := card.(string)
			r.lay(seat, s)
			r.discard = append(r.discard, s)
		}
		r.discard = append(r.discard, above...)
	case "cards_drawn":
		seat := r.seat(e)
		var drawn []string
		for n, _ := e.num("count"); n > 0; n-- {
			drawn = append(drawn, r.draw())
		}
		r.compare(fmt.Sprintf("cards drawn by seat %d", seat), e["cards"], drawn)
		r.hands[seat] = append(r.hands[seat], drawn...)
	case "draw_pile_renewed":
		top := len(r.discard) - 1
		if top < 0 || len(r.pile) > 0 {
			r.fail("the draw pile is renewed too early")
		}
		r.pile, r.discard = r.use("reshuffle").shuffle(r.discard[:top]), r.discard[top:]
	case "direction_turned":
		if r.direction = 1; e["direction"] == int64(-1) {
			r.direction = -1
		}
	case "hands_moved":
		r.move(e)
	case "cards_passed":
		r.blind = true
	case "hand_opened":
		r.hand("the hand", r.seat(e), e["cards"])
	case "challenged":
		if seat, ok := e.num("offender"); ok && seat < int64(len(r.hands)) {
			r.hand("the challenged hand", int(seat), e["hand"])
		}
	case "hands_shown":
		for seat, hand := range e.list("hands") {
			if seat < len(r.hands) {
				r.hand("the last hand", seat, hand)
			}
		}
	case "player_left", "player_lost":
		if seat := r.seat(e); r.in[seat] {
			cards := r.use(kind[len("player_"):]).shuffle(sorted(r.hands[seat]))
			if r.blind {
				panic(untraced("the hand of a player who left is not known"))
			}
			r.pile, r.hands[seat], r.in[seat] = append(cards, r.pile...), nil, false
		}
	case "player_out":
		r.in[r.seat(e)] = false
	case "round_ended":
		for seat := range r.in {
			r.in[seat] = false
		}
	}
}

// deal deals one card at a time, from the starter on, by ascending seats.
func (r *replay) deal(e message) {
	var seats []int
	most := int64(0)
	counts := e.list("counts")
	for seat := range r.hands {
		r.hands[seat], r.in[seat] = nil, false
		if seat < len(counts) && counts[seat] != int64(0) {
			n, _ := counts[seat].(int64)
			seats, most, r.in[seat] = append(seats, seat), n, true
		}
	}
	starter, _ := e.num("starter")
	if len(seats) == 0 || most < 1 || most > 15 || starter >= int64(len(r.in)) || !r.in[starter] {
		r.fail("a round is dealt to nobody")
	}
	drawn := int64(seats[r.use("seat").below(len(seats))])
	round, _ := e.num("round")
	dealer, _ := e.num("dealer")
	if how := r.rules.text("starter"); how == "random" && drawn != starter || how == "left_of_dealer" && round == 1 && drawn != dealer {
		r.fail("the seed draws seat %d, but seat %d deals and %d starts", drawn, dealer, starter)
	}
	cards := r.use("deal").shuffle(deck(r.rules))
	for seats[0] != int(starter) {
		seats = append(seats[1:], seats[0])
	}
	if int(most)*len(seats) >= len(cards) {
		r.fail("more cards are dealt than there are")
	}
	for ; most > 0; most-- {
		for _, seat := range seats {
			r.hands[seat], cards = append(r.hands[seat], cards[0]), cards[1:]
		}
	}
	r.blind, r.direction, r.discard, r.pile = false, 1, nil, nil
	for i := len(cards) - 1; i >= 0; i-- {
		r.pile = append(r.pile, cards[i])
	}
	for seat, hand := range e.list("hands") {
		if seat < len(r.hands) {
			r.hand("the dealt hand", seat, hand)
		}
	}
}

// move swaps hands, passes each on, or shuffles them all.
func (r *replay) move(e message) {
	var seats []int // in the direction of play, from the one after the last player
	counts := e.list("counts")
	for i := range r.hands {
		seat := (r.last + r.direction*(i+1) + 10*len(r.hands)) % len(r.hands)
		if seat < len(counts) && counts[seat] != nil {
			seats = append(seats, seat)
		}
	}
	moved := make([][]string, len(r.hands))
	if e.text("reason") == "shuffle" {
		var all []string
		for seat, hand := range r.hands {
			if seat < len(counts) && counts[seat] != nil {
				all = append(all, sorted(hand)...)
			}
		}
		for i, card := range r.use("hands").shuffle(all) {
			seat := seats[i%len(seats)]
			moved[seat] = append(moved[seat], card)
		}
	} else {
		for i, seat := range seats {
			moved[seats[(i+1)%len(seats)]] = r.hands[seat]
		}
	}
	if r.blind && e.text("reason") == "shuffle" {
		panic(untraced("the hands that were shuffled are not known"))
	}
	for _, seat := range seats {
		r.hands[seat] = moved[seat]
	}
	for seat, hand := range e.list("hands") {
		if seat < len(r.hands) && hand != nil {
			r.hand("the new hand", seat, hand)
		}
	}
}
