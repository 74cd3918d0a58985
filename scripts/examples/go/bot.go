package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"math/rand"
	"time"
)

const (
	answerTime = 30 * time.Second // then a connection is given up
	patience   = 60 * time.Second // without any progress, before the bot gives up
	maxFresh   = 5                // snapshots asked for in a row (P-13.4)
	partTime   = time.Second      // for the answer to logout
)

// request is what was asked and has had no answer.
type request struct {
	id    int64
	kind  string
	body  []byte
	sent  time.Time
	list  int    // serial of the list that a move was chosen from; 0: no move
	move  string // the move itself
	asked int64  // its decision
}

// bot is one session, across connections.
type bot struct {
	addr, name, table, password string
	open                        message // `new` of join_table
	games                       int     // to be played before the end
	record                      string  // the file for the record of the last one; empty: none

	conn     *conn
	serverID string
	token    string
	lastID   int64
	pending  *request
	loggedIn bool
	maybe    bool      // the answer to a login was lost: the name may be held by it
	asked    time.Time // when login or resume was sent; zero: answered
	later    time.Time // no request before
	refused  int       // requests for a name or table refused in a row
	progress time.Time
	freshes  int

	// The picture, as far as this bot needs it.
	code     string // the table's; empty: at none
	seen     int64  // number of the last entry; -1: no snapshot yet
	phase    string
	seat     int64
	host     int64
	ready    bool
	asking   bool // ready was sent, and nothing has changed since
	starting bool // start was carried out, and nothing has changed since
	changed  bool // something has happened since the last start
	takeBack bool // a stand-in plays
	played   bool // a game has begun, and is not over
	rematch  bool // the next game begins by itself
	leaving  bool
	leaveBy  time.Time
	deal     deal
	fetching bool // the record, before leaving
	pages    pages
	flaw     error // what to end with

	serial   int // counts lists
	decision int64
	actions  []message
	vain     map[string]bool // moves refused since the last entry (P-6.6)
}

var errDone = errors.New("done")

// run plays until the game is over, over as many connections as it takes.
func (b *bot) run(ctx context.Context) error {
	b.progress = time.Now()
	for tries := 0; ; tries++ {
		began := time.Now()
		err := b.connection(ctx)
		if b.conn != nil {
			b.conn.end()
			b.conn = nil
		}
		if errors.Is(err, errDone) {
			return b.flaw
		}
		var r retry
		if !errors.As(err, &r) {
			return err
		}
		if b.leaving {
			return b.flaw
		}
		if b.loggedIn && time.Since(began) > 5*time.Second {
			tries, b.progress = 0, time.Now()
		}
		if time.Since(b.progress) > patience {
			return fmt.Errorf("no progress for a minute: %w", r)
		}
		if r.fresh {
			if b.freshes++; b.freshes > maxFresh {
				return fmt.Errorf("the server contradicts itself: %w", r)
			}
			b.seen = -1
		}
		pause := r.after
		if tries > 0 || time.Since(began) < 5*time.Second {
			most := 200 * time.Millisecond << min(tries, 4)
			pause += most/2 + time.Duration(rand.Int63n(int64(most/2)))
		}
		log.Printf("connecting again in %v: %s", pause.Round(time.Millisecond), clean(r.why))
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// connection plays over one connection, and says why it has ended.
func (b *bot) connection(ctx context.Context) (err error) {
	b.maybe = b.maybe || b.token == "" && !b.asked.IsZero()
	b.loggedIn, b.asked, b.actions = false, time.Time{}, nil
	if b.conn, err = greet(b.addr); err != nil {
		return err
	}
	if id := b.conn.welcome.text("server_id"); id != b.serverID {
		b.serverID = id
		b.forget() // the token is for another server (P-5.10)
	}
	if err := b.enter(); err != nil {
		return err
	}
	ping := time.NewTicker(b.conn.ping)
	defer ping.Stop()
	var failed string // an error without id: bye may follow
	for nonce := 1; ; {
		select {
		case <-ctx.Done():
			if !b.loggedIn {
				return ctx.Err()
			}
			b.leave()
			ctx = context.Background()
		case <-ping.C:
			if err := b.conn.send(encode(nil, message{"t": "ping", "nonce": nonce})); err != nil {
				return err
			}
			nonce++
		case <-b.wake():
		case m, ok := <-b.conn.inbox:
			if !ok {
				return b.conn.lost
			}
			switch m.text("t") {
			case "bye":
				if b.leaving || failed == "" && m.text("code") == "logged_out" {
					return errDone
				}
				return farewell(m, failed)
			case "error":
				if _, ok := m.num("id"); !ok {
					failed = describe(m)
				}
			}
			if err := b.hear(m); err != nil {
				return err
			}
		}
		if err := b.act(); err != nil {
			return err
		}
	}
}

// wake fires when an answer is overdue, or a request may be made again.
func (b *bot) wake() <-chan time.Time {
	var at time.Time
	switch {
	case b.leaving:
		at = b.leaveBy
	case !b.asked.IsZero():
		at = b.asked.Add(answerTime)
	case b.pending != nil:
		at = b.pending.sent.Add(answerTime)
	case time.Now().Before(b.later):
		at = b.later
	default:
		return nil
	}
	return time.After(time.Until(at))
}

// forget drops the session, which is no more.
func (b *bot) forget() {
	b.token, b.pending = "", nil
	b.unseat()
}

func (b *bot) unseat() {
	b.code, b.seen, b.seat, b.phase, b.actions = "", -1, -1, "", nil
	b.ready, b.asking, b.starting, b.takeBack = false, false, false, false
}

// enter sends resume or login.
func (b *bot) enter() error {
	var m message
	if b.token != "" {
		m = message{"t": "resume", "token": b.token}
		if b.code != "" && b.seen >= 0 {
			m["table"], m["seen"] = b.code, b.seen
		}
	} else {
		m = message{"t": "login", "name": b.name, "program": true}
		if b.conn.welcome.flag("password") {
			if b.password == "" {
				return errors.New("the server asks for a password: --server-password")
			}
			m["password"] = b.password
		}
	}
	b.asked = time.Now()
	return b.conn.send(encode(nil, m))
}

// hear takes in one message.
func (b *bot) hear(m message) error {
	switch m.text("t") {
	case "ping":
		nonce, _ := m.num("nonce")
		return b.conn.send(encode(nil, message{"t": "pong", "nonce": nonce}))
	case "logged_in", "resumed":
		return b.entered(m)
	case "ok", "joined", "record":
		return b.answered(m)
	case "error":
		if id, ok := m.num("id"); !ok {
			return b.refusedEntry(m)
		} else if b.pending != nil && id == b.pending.id {
			return b.refusedRequest(m)
		}
	case "put_out":
		if m.text("table") == b.code {
			return fmt.Errorf("put out of the table: %s", describe(m))
		}
	case "snapshot":
		return b.look(m)
	case "entry":
		return b.apply(m)
	case "legal":
		if m.text("table") != b.code || b.seen < 0 {
			return nil
		}
		d, ok := m.num("decision")
		if !ok {
			return retry{why: "a list without a decision", fresh: true}
		}
		b.decision, b.actions = d, nil
		b.serial++
		for _, a := range m.list("actions") {
			if a, ok := a.(message); ok {
				b.actions = append(b.actions, a)
			}
		}
	}
	return nil
}

func (b *bot) entered(m message) error {
	if b.asked.IsZero() {
		return nil
	}
	b.asked, b.loggedIn, b.maybe, b.refused, b.progress = time.Time{}, true, false, 0, time.Now()
	log.Printf("%s as %s", m.text("t"), clean(m.text("name")))
	if t := m.text("token"); t != "" {
		b.token = t
	}
	if m.text("t") == "logged_in" {
		return nil
	}
	if id, _ := m.num("last_id"); id > b.lastID {
		b.lastID = id
	}
	if code := m.text("table"); code != b.code {
		if b.code != "" {
			log.Print("the seat is gone")
		}
		b.unseat()
		b.code = code
	}
	if b.pending != nil { // P-6.4
		b.pending.sent = time.Now()
		return b.conn.send(b.pending.body)
	}
	return nil
}

// refusedEntry hears an error about login, resume or the connection.
func (b *bot) refusedEntry(m message) error {
	if b.asked.IsZero() {
		log.Printf("the server complains: %s", describe(m))
		return nil
	}
	switch m.text("code") {
	case "bad_token":
		reason := m.sub("args").text("reason")
		b.forget()
		if reason != "" {
			return fmt.Errorf("the seat was given away: %s", clean(reason))
		}
		return retry{why: "the token is no longer valid"} // P-5.6: not waiting for bye
	case "bad_seq":
		b.seen = -1
		if b.freshes++; b.freshes > maxFresh {
			return errors.New("the server refuses to resume")
		}
		return b.enter()
	case "limit":
		if b.refused++; b.refused <= 3 {
			s, _ := m.sub("args").seconds("seconds")
			return retry{why: "the server is full", after: pauseFor(s)}
		}
	case "name_taken":
		if b.refused++; b.maybe && b.refused <= 5 {
			// Perhaps by this bot's own lost login, which a later one replaces (P-5.4).
			return retry{why: "the name is still held", after: time.Second}
		} else if b.refused <= 8 {
			b.name = fmt.Sprintf("%.12s %d", b.name, 2+rand.Intn(98))
			return b.enter()
		}
	}
	return fmt.Errorf("not let in: %s", describe(m))
}

func pauseFor(seconds float64) time.Duration {
	if seconds < 1 {
		seconds = 1
	} else if seconds > 30 {
		seconds = 30
	}
	return time.Duration(seconds * float64(time.Second))
}

func (b *bot) answered(m message) error {
	p := b.pending
	if id, ok := m.num("id"); !ok || p == nil || id != p.id {
		return nil
	}
	b.pending, b.progress = nil, time.Now()
	switch {
	case p.kind == "join_table":
		if code := m.text("table"); code != b.code {
			b.unseat()
			b.code = code
		}
		b.refused = 0
		log.Printf("at table %s", clean(b.code))
	case p.kind == "start":
		b.starting = true
	case p.kind == "logout":
		return errDone
	case m.text("t") == "record": // otherwise a repeat, after which it is asked again (P-8.11)
		return b.fetched(m)
	case p.list > 0:
		b.used(p)
	}
	return nil
}

// used marks the list that a move was chosen from: another will come.
func (b *bot) used(p *request) {
	if b.serial == p.list || b.decision == p.asked && p.kind != "uno" && p.kind != "catch" {
		b.actions = nil
	}
}

func (b *bot) refusedRequest(m message) error {
	p, code, args := b.pending, m.text("code"), m.sub("args")
	b.pending = nil
	log.Printf("%s refused: %s", p.kind, describe(m))
	if id, ok := args.num("last_id"); ok && code == "old_id" && id > b.lastID {
		b.lastID = id
	}
	if code == "limit" {
		s, _ := args.seconds("seconds")
		b.later = time.Now().Add(pauseFor(s))
	}
	switch {
	case p.kind == "join_table":
		if b.refused++; b.refused > 3 || code != "limit" && code != "old_id" {
			return fmt.Errorf("no seat at %s: %s", clean(b.table), describe(m))
		}
	case p.kind == "ready":
		b.asking = code != "limit" && code != "old_id"
	case p.kind == "logout":
		return errDone
	case p.kind == "record" && code != "limit" && code != "old_id":
		b.unfetched(errors.New("no record: " + describe(m)))
	case code == "stale":
		b.used(p)
	case code == "away":
		b.takeBack = true
	case code == "limit" || code == "paused":
	case p.list > 0:
		b.vain[p.move] = true
	}
	return nil
}

// look takes a snapshot for the picture.
func (b *bot) look(m message) error {
	if m.text("table") != b.code {
		return nil
	}
	room := m.sub("room")
	n, ok := m.num("n")
	if !ok || room == nil {
		return retry{why: "a snapshot that says nothing", fresh: true}
	}
	b.seen, b.actions, b.asking, b.starting, b.changed = n, nil, false, false, true
	b.vain = map[string]bool{}
	if b.seat, ok = m.num("seat"); !ok {
		return errors.New("the table gives no seat")
	}
	if b.host, ok = room.num("host"); !ok {
		b.host = -1
	}
	seats := room.list("occupants")
	if b.seat >= int64(len(seats)) {
		return retry{why: "a snapshot without the own seat", fresh: true}
	}
	me, _ := seats[b.seat].(message)
	b.ready = me.flag("ready")
	b.deal.look(m, b.seat)
	b.enterPhase(room.text("phase"))
	return nil
}

func (b *bot) enterPhase(phase string) {
	if phase != b.phase {
		log.Printf("the table is %s", clean(phase))
	}
	b.phase = phase
	b.played = b.played || phase == "playing"
	if phase == "finished" || b.played && phase == "waiting" {
		b.rematch = phase == "finished" // which needs no start (P-7.25)
	}
	if phase == "closed" {
		b.leave()
	} else if b.played && (phase == "finished" || phase == "waiting") {
		b.played = false
		if b.games--; b.games <= 0 {
			switch {
			case b.record == "":
				b.leave()
			case !b.conn.can("records"): // then it should not be asked (P-8.10)
				log.Print("no record: this server keeps none")
				b.leave()
			default:
				b.fetching = true
			}
		}
	}
}

func (b *bot) leave() {
	if !b.leaving {
		b.leaving, b.leaveBy = true, time.Now().Add(partTime)
	}
}

// apply changes the picture by one entry.
func (b *bot) apply(m message) error {
	if m.text("table") != b.code {
		return nil
	}
	if n, ok := m.num("n"); !ok || n != b.seen+1 || b.seen < 0 {
		return retry{why: "an entry is missing", fresh: true}
	}
	b.seen++
	b.changed, b.freshes, b.progress, b.vain = true, 0, time.Now(), map[string]bool{}
	e := m.sub("event")
	seat, ok := e.num("seat")
	mine := ok && seat == b.seat
	if b.deal.event(e, b.seat) {
		b.later = time.Now().Add(awaited)
	}
	switch e.text("k") {
	case "deal_committed":
		b.later = time.Time{}
	case "phase_changed":
		// Being ready makes a finished table wait, and ready_changed follows that.
		b.asking = b.asking && b.phase == "finished"
		b.ready, b.starting = false, false
		b.enterPhase(e.text("phase"))
	case "ready_changed":
		if mine {
			b.ready, b.asking = e.flag("ready"), false
		}
	case "host_changed": // not in the core document; seen in play
		if ok {
			b.host = seat
		}
	case "stand_in_changed":
		b.takeBack = b.takeBack || mine
	}
	return nil
}

// act sends the next request, if there is one: one at a time (P-10.3).
func (b *bot) act() error {
	now := time.Now()
	if b.leaving && now.After(b.leaveBy) {
		return errDone
	}
	if !b.asked.IsZero() && now.After(b.asked.Add(answerTime)) ||
		b.pending != nil && now.After(b.pending.sent.Add(answerTime)) {
		return retry{why: "no answer"}
	}
	if b.leaving && b.loggedIn && (b.pending == nil || b.pending.kind != "logout") {
		return b.request("logout", nil)
	}
	if !b.loggedIn || b.pending != nil || now.Before(b.later) {
		return nil
	}
	waits := b.phase == "waiting" || b.phase == "between_rounds" && !b.deal.opening() || b.phase == "finished"
	switch {
	case b.code == "":
		return b.request("join_table", message{"table": b.table, "new": b.open})
	case b.seen < 0:
		return nil
	case b.deal.game != nil && b.deal.game.toOpen:
		b.deal.game.toOpen = false
		return b.request("open_share", message{"share": hex.EncodeToString(b.deal.game.mine)})
	case b.fetching:
		return b.request("record", message{"at": len(b.pages.lines), "last": true})
	case b.takeBack:
		b.takeBack = false
		return b.request("away", message{"away": false})
	case waits && !b.ready && !b.asking:
		b.asking = true
		fields := message{}
		if b.phase != "between_rounds" && b.deal.commitment != "" {
			fields["share"] = b.deal.offer(b.seat)
		}
		return b.request("ready", fields)
	case b.phase == "waiting" && b.ready && b.host == b.seat && b.changed && !b.starting && !b.rematch:
		b.changed = false
		return b.request("start", nil)
	case b.phase == "playing":
		if a := choose(b.actions, b.vain); a != nil {
			kind, fields := move(a, b.actions)
			fields["decision"] = b.decision
			if err := b.request(kind, fields); err != nil {
				return err
			}
			b.pending.list, b.pending.move, b.pending.asked = b.serial, a.key(), b.decision
		}
	}
	return nil
}

func (b *bot) request(kind string, fields message) error {
	if fields == nil {
		fields = message{}
	}
	b.lastID++
	fields["t"], fields["id"] = kind, b.lastID
	b.pending = &request{id: b.lastID, kind: kind, body: encode(nil, fields), sent: time.Now()}
	return b.conn.send(b.pending.body)
}
