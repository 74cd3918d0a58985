import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { book } from "../../server/uno_server/web/page/book.js";
import { cleaned } from "../../server/uno_server/web/page/clean.js";
import * as replaying from "../../server/uno_server/web/page/replay.js";
import { commitmentOf, mixedSeed, shareHash, shuffled } from "../../server/uno_server/web/page/replay/deal.js";
import { hex, sha256, shake256, unhex } from "../../server/uno_server/web/page/replay/digests.js";
import { broken, joined, met, note, offered, promiseOf, start, toOpen } from "../../server/uno_server/web/page/replay/promise.js";
import { agrees, fetched, isSound, Showing, storyOf, verdictOf, wordsFrom } from "../../server/uno_server/web/page/replay/record.js";
import { begun, replay } from "../../server/uno_server/web/page/replay/screen.js";
import { apply } from "../../server/uno_server/web/page/table.js";

const { RECORDS } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));
const bytesOf = (text) => new TextEncoder().encode(text);
/** A record's list of hashes, of bytes that nobody opened some hash. */
const listed = ({ shares, dropped }) => shares.map((share, seat) => (share ? shareHash(seat, share) : dropped.includes(seat) ? "cd".repeat(32) : null));
function story(text) {
  const made = storyOf(text);
  const mixed = made.events.find(({ event }) => event.k === "deal_mixed")?.event;
  if (mixed) made.header.shares = listed(mixed);
  return made;
}
const changed = (text, at, change) => {
  const made = story(text);
  change(made.events[at].event, made.header);
  return verdictOf(made);
};


test("digests are those of Node.js, however the bytes fill their blocks", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 135, 136, 137, 500, 9000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * 7);
    assert.equal(hex(await sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    assert.equal(hex(shake256(bytes, 300)), createHash("shake256", { outputLength: 300 }).update(bytes).digest("hex"));
  }
});

test("bytes of players are mixed as the engine mixes them", () => {
  const secret = hex(Uint8Array.from({ length: 32 }, (_, at) => at));
  const share = hex(Uint8Array.from({ length: 16 }, (_, at) => at));
  assert.equal(commitmentOf(secret), "713003316eb8fd5827360f4119cfed3361504fc2b3c95eef7671a9d3fbaa48ea");
  assert.equal(shareHash(0, share), "e4e74258081781e13147a96ce91671702ee57de179b661bfe7f1823a7de1e754");
  assert.equal(mixedSeed(secret, [1, 2, 0, 1], [share, null, null, null]), "d0f0822ba8689d547228a1e735805ac3f220ae4b4db54499860b4b40bacdfc2e");
  assert.equal(mixedSeed(secret, [1, 1], [null, null]), secret);
  assert.deepEqual(shuffled([1, 2, 3], "deal", unhex(secret), 0).sort(), [1, 2, 3]);
});

test("the cards of random games follow from their seeds, whoever's eyes a record has", async () => {
  for (const record of RECORDS) {
    for (const text of [record.all, record.seat, record.watch]) {
      const made = story(text);
      const { verdict, cards } = await verdictOf({ ...made, seed: record.seed });
      assert.equal(verdict, made.header.commitment ? "true" : "unbound");
      assert.ok(cards > 0);
    }
    assert.equal((await verdictOf(story(record.seat))).verdict, "open");
  }
});

test("a record of all hands shows with each one's eyes what that one's own record shows", () => {
  for (const { all, seat, watch } of RECORDS) {
    const told = story(all);
    const whole = new Showing({ ...told, events: told.events.filter(({ event }) => event.k !== "seat_taken") });
    for (const [viewer, text] of [[0, seat], [null, watch]]) {
      const own = new Showing(story(text));
      for (const n of [...Array.from({ length: 9 }, (_, k) => Math.floor((k * own.length) / 9)), own.length]) {
        const [shown, due] = [whole.after(n, viewer).table, own.after(n, viewer).table];
        assert.deepEqual({ ...shown.game, hands: [], votes: [] }, { ...due.game, hands: [], votes: [] });
        const hands = (game) => game.hands.map((hand, k) => (k === viewer || game.open_hands.includes(k) ? hand : null));
        assert.deepEqual(shown.game.hands, hands(due.game));
        const { hands: open } = whole.after(n, viewer, true).table.game;
        assert.ok(open.every(Array.isArray));
      }
    }
  }
});

test("steps go to turns and marks, and back", () => {
  const showing = new Showing(story(RECORDS[0].all));
  const { turns, stops, length } = showing;
  assert.deepEqual([turns[0], turns[turns.length - 1]], [0, length]);
  for (const at of [turns, stops]) {
    assert.equal(showing.next(0, at), at.find((n) => n > 0));
    assert.equal(showing.back(showing.next(at[2], at), at), at[2]);
    assert.equal(showing.next(length, at), length);
    assert.equal(showing.back(0, at), 0);
  }
  assert.equal(showing.marks[0].text, "round 1");
  assert.equal(showing.marks[showing.marks.length - 1].text, "end");
});

test("who did not play sees of the slider what was played so far, until the marks are shown", () => {
  const all = (description) => [description, ...description.children.filter(({ tag }) => tag).flatMap(all)];
  const shown = (ui) => {
    const found = all(replay(ui, { muted: () => false, draw() {}, ui: {} }));
    const [{ attributes: { max } }] = found.filter(({ tag }) => tag === "input");
    return { max: Number(max), found };
  };
  for (const [own, latest] of [[true, true], [false, true], [false, false]]) {
    const ui = begun(story(RECORDS[0].all), own, latest);
    const last = ui.showing.turns.length - 1;
    assert.equal(ui.n === ui.showing.turns[1], !latest); // before it, nothing is dealt
    const { max, found } = shown(ui);
    assert.equal(max, own ? last : Math.max(1, ui.showing.turn(ui.n)));
    const ticks = found.filter(({ attributes }) => String(attributes.key).startsWith("tick"));
    assert.equal(ticks.length, own ? ui.showing.marks.length : 0);
    Object.assign(ui, { marks: true });
    assert.equal(shown(ui).max, last);
  }
});

const find = (kind, test_ = () => true) => RECORDS.flatMap(({ all, seed }) =>
  story(all).events.flatMap(({ event }, at) => (event.k === kind && test_(event) ? [{ all, at, seed }] : [])))[0];
const swap = (cards) => { [cards[0], cards[cards.length - 1]] = [cards[cards.length - 1], cards[0]]; };

for (const [title, kind, change, what] of [
  ["another seed", "round_dealt", (_, header) => { header.seed = `ff${header.seed.slice(2)}`; }, "deal"],
  ["two swapped cards in the draw pile", "round_dealt", ({ stock }) => swap(stock), "deal"],
  ["two swapped cards of hands", "round_dealt", ({ hands }) => {
    const [one, other] = hands.filter(({ length }) => length);
    [one[0], other[other.length - 1]] = [other[other.length - 1], one[0]];
  }, "deal"],
  ["another dealer", "round_dealt", (event) => { event.dealer = event.starter; }, "deal"],
  ["another card drawn", "cards_drawn", ({ cards }) => { cards[0] = cards[0] === "R1" ? "R2" : "R1"; }, "draw"],
  ["another first card", "first_card_turned", (event) => { event.card = event.card === "R1" ? "R2" : "R1"; }, "draw"],
  ["a pile shuffled otherwise", "draw_pile_renewed", ({ stock }) => swap(stock), "shuffle"],
  ["hands shuffled otherwise", "hands_moved", ({ hands }) => hands.filter(Boolean).forEach((hand) => { hand[0] = "W"; }), "shuffle"],
  ["a card that nobody held", "cards_played", (event) => { event.cards = ["WC"]; }, "cards"],
  ["hands swapped otherwise", "hands_moved", ({ hands }) => hands.filter(Boolean).forEach((hand) => { hand[0] = "W"; }), "cards"],
]) {
  test(`found and named: ${title}`, async () => {
    const moves = title.startsWith("hands ") ? ({ reason, counts }) =>
      (reason === "shuffle") === (what === "shuffle") && counts.some((n) => n > 1) : undefined;
    const { all, at } = find(kind, kind === "cards_drawn" ? ({ cards }) => cards.length : kind === "draw_pile_renewed"
      ? ({ stock }) => stock[0] !== stock[stock.length - 1] : moves);
    const found = await changed(all, at, change);
    assert.deepEqual({ verdict: found.verdict, at: found.at, what: found.what }, { verdict: "false", at, what });
  });
}

test("another secret, and other bytes than those of the players, are found", async () => {
  const { all, seed: secret } = RECORDS[0];
  const made = { ...story(all), secret, commitment: commitmentOf(secret) };
  assert.equal((await verdictOf(made)).verdict, "true");
  assert.equal((await verdictOf({ ...made, commitment: commitmentOf("00".repeat(32)) })).what, "secret");
  const promise = { commitment: made.commitment, listed: [null, null], kinds: [1, 1], seat: 0, own: null, fair: true };
  assert.equal((await verdictOf({ ...made, promise })).verdict, "bare");
  assert.equal((await verdictOf({ ...made, promise: { ...promise, commitment: commitmentOf("00".repeat(32)) } })).what, "secret");
  const mixed = { event: { k: "deal_mixed", kinds: [1, 1], shares: ["00".repeat(16), null] }, words: "" };
  assert.equal((await verdictOf({ ...made, events: [mixed, ...made.events] })).what, "list");
});

test("a record that begins with the bytes of players is checked from the commitment on", async () => {
  const { all } = RECORDS[RECORDS.length - 1];
  const { events: [{ event }], header } = story(all);
  assert.equal(event.k, "deal_mixed");
  assert.ok(event.shares.some(Boolean) && header.secret !== header.seed);
  assert.equal((await verdictOf(story(all))).verdict, "true");
  assert.equal((await changed(RECORDS[RECORDS.length - 1].seat, 0, (_, head) => { delete head.shares; })).what, "list");
  const person = /"kind":"(person|program)"/;
  assert.ok(person.test(all));
  assert.equal((await verdictOf(story(all.replace(person, '"kind":"hard"')))).what, "mixing");
  for (const [what, change] of [
    ["secret", (_, head) => { head.commitment = "ab".repeat(32); }],
    ["secret", (_, head) => { head.secret = "ab".repeat(32); }],
    ["unopened", (_, head) => { head.secret = ""; }],
    ["unopened", (_, head) => { head.secret = head.commitment = ""; }],
    ["unopened", (_, head) => { head.secret = head.commitment = head.seed = ""; }],
    ["unopened", (_, head) => { head.secret = head.seed = ""; }],
    ["unopened", (_, head) => { Object.assign(head, { secret: "", seed: "", show_hands: false }); }],
    ["secret", (_, head) => { head.commitment = ""; }],
    ["secret", (_, head) => { delete head.commitment; }],
    ["mixing", (_, head) => { head.seed = "ab".repeat(32); }],
    ["changed", (mixed) => { mixed.shares = mixed.shares.map((share) => share && "ab".repeat(16)); }],
    ["list", (_, head) => { delete head.shares; }],
    ["mixing", (mixed) => { mixed.k = "said"; }],
    ["hidden", (mixed) => { mixed.dropped = []; }],
    ["hidden", (mixed) => { mixed.dropped = [...mixed.dropped, mixed.shares.findIndex(Boolean)]; }],
    ["list", (mixed, head) => { head.shares[mixed.shares.findIndex(Boolean)] = null; }],
    ["mixing", (mixed) => { mixed.kinds = mixed.kinds.map((kind) => 3 - kind); }],
  ]) assert.deepEqual(await changed(all, 0, change), { verdict: "false", what });
});

test("a file with one byte changed is not sound, and one of a newer format unknown", async () => {
  const bytes = bytesOf(RECORDS[0].all);
  assert.ok(await isSound(bytes));
  for (const at of [0, 40, bytes.length >> 1, ...[82, 81, 70, 10, 1].map((back) => bytes.length - back)]) {
    const other = bytes.slice();
    other[at] ^= 1;
    assert.ok(!(await isSound(other)), `${at}`);
  }
  for (const odd of ["", "\n", "[]\n", "[]\n[]\n", "{}"]) assert.ok(!(await isSound(bytesOf(odd))));
  assert.throws(() => story(RECORDS[0].all.replace('"unorec":1', '"unorec":2')), ({ why }) => why === "unknown");
  const [first, ...others] = RECORDS[0].all.split("\n");
  const odd = [null, 5, "x", [], {}].map((event) => [first, JSON.stringify([0, "e", event]), ...others].join("\n"));
  for (const text of [RECORDS[0].all.slice(1), ...odd]) assert.throws(() => story(text), ({ why }) => why === "damaged");
});

const SECRET = "11".repeat(32), OTHER = "22".repeat(32), THEIRS = "ab".repeat(16);

/** A player of seat 0 who offers bytes, and what the server then says of two of them and a computer player. */
function dealt() {
  const mine = start();
  const room = { phase: "waiting", commitment: commitmentOf(SECRET), occupants: [{ bot: null }, { bot: null }, { bot: "easy" }, null] };
  const { share } = offered(mine, { seat: 0, room }, { ready: true }, (bytes) => bytes.fill(7));
  note(mine, { k: "ready_changed", seat: 0, ready: true, share }, { seat: 0, room });
  const shares = [share, shareHash(1, THEIRS), null, null];
  room.occupants = room.occupants.map((one, seat) => one && { ...one, share: shares[seat], ready: true });
  const own = "07".repeat(16);
  return { mine, room, shares, own, mixed: { kinds: [1, 1, 2, 0], shares: [own, THEIRS, null, null], dropped: [] } };
}

/** How the check of that deal ends; `change` does what a server must not do. */
function ends(change) {
  const game = { secret: SECRET, ...dealt() };
  change(game);
  const promise = { sure: true, ...promiseOf(game.mine, { shares: game.shares }, { seat: 0, room: game.room }), ...game.told };
  game.seed ??= mixedSeed(SECRET, game.mixed.kinds, game.mixed.shares);
  return broken(promise, game.mixed, game.secret, game.seed);
}

test("bytes are offered only for a deal that is promised, and opened only if they are listed", () => {
  const { mine, room, shares, own } = dealt();
  promiseOf(mine, { shares }, { seat: 0, room });
  assert.equal(toOpen(mine, { seat: 0, room: { ...room, shares } }), own);
  for (const table of [null, { seat: null, room }, { seat: 0, room: { ...room, commitment: null } }, { seat: 0, room: { ...room, phase: "between_rounds" } }]) {
    assert.deepEqual(offered(mine, table, { ready: true }), { ready: true });
  }
  assert.deepEqual(offered(mine, { seat: 0, room }, { ready: false }), { ready: false });
  assert.equal(toOpen(mine, { seat: 0, room: { ...room, shares: [shareHash(0, THEIRS), null, null, null] } }), null);
});

const NEXT = commitmentOf(OTHER);

/** What a check says of a game in which the server says that the player's seat has this hash, at this commitment. */
function again(mine, share, commitment, seat = 0) {
  const occupants = [{ bot: null }, { bot: null }, { bot: null }, null];
  const before = { seat, room: { phase: "waiting", commitment, occupants } };
  note(mine, { k: "ready_changed", seat, ready: true, share }, before);
  occupants[seat] = { bot: null, ready: true, share };
  const shares = occupants.map((one) => one?.share ?? null);
  const promise = promiseOf(mine, { shares }, before);
  const opened = toOpen(mine, { seat, room: { ...before.room, shares } });
  const secret = commitment === NEXT ? OTHER : SECRET;
  const mixed = { kinds: [1, 1, 1, 0], shares: shares.map((one) => one && "07".repeat(16)) };
  return { opened, own: promise.own, what: broken(promise, mixed, secret, mixedSeed(secret, mixed.kinds, mixed.shares)) };
}

test("bytes that were offered for another commitment, or opened already, are not the player's own", () => {
  const foreign = { opened: null, own: null, what: "list" };
  const { mine, room, shares: [share], own } = dealt();
  assert.deepEqual(again(mine, share, room.commitment), { opened: own, own, what: "" });
  assert.deepEqual(again(mine, share, room.commitment), foreign); // the same game once more
  assert.deepEqual(again(mine, share, NEXT), foreign);
  const fresh = offered(mine, { seat: 0, room: { ...room, commitment: NEXT } }, { ready: true });
  assert.notEqual(fresh.share, share);
  assert.deepEqual(again(mine, share, NEXT), foreign); // in place of those
  assert.deepEqual(again(dealt().mine, share, NEXT), foreign); // never opened, but of another promise
  assert.deepEqual(again(start(), share, room.commitment), foreign);
});

test("bytes that were under way when the server bound itself anew are the player's own", () => {
  const { mine, room, shares: [share], own } = dealt();
  room.occupants = room.occupants.map((one) => one && { bot: one.bot });
  const { mine: standing } = dealt();
  for (const [one, stands] of [[mine, null], [standing, share]]) {
    const before = { seat: 0, room: { ...room, occupants: [{ bot: null, share: stands }, ...room.occupants.slice(1)] } };
    note(one, { k: "deal_committed", commitment: NEXT }, before);
  }
  assert.deepEqual(again(mine, share, NEXT), { opened: own, own, what: "" });
  assert.equal(again(standing, share, NEXT).what, "list");
});

test("bytes are opened at a list that came with a snapshot, and for no other", () => {
  const { mine, room, shares, own } = dealt();
  const open = (commitment, listed = shares) => toOpen(mine, { seat: 0, room: { ...room, commitment, shares: listed } });
  assert.equal(open(room.commitment), own);
  assert.equal(open(room.commitment), own);
  assert.equal(open(NEXT, [shareHash(0, THEIRS), null, null, null]), null);
  assert.equal(open(room.commitment), null);
  assert.equal(dealt().mine.listed, null);
  assert.equal(toOpen(dealt().mine, { seat: 0, room: { ...room, commitment: NEXT, shares } }), null);
});

test("nothing is offered for a promise that a game was played with", () => {
  const { mine, room, shares } = dealt();
  promiseOf(mine, { shares }, { seat: 0, room });
  const table = { seat: 0, room: { ...room, phase: "finished" } };
  assert.deepEqual(offered(mine, table, { ready: true }), { ready: true });
  assert.ok(offered(mine, { seat: 0, room: { ...table.room, commitment: NEXT } }, { ready: true }).share);
});

test("a player who is moved while being ready has bytes that are neither their own nor false", () => {
  const { mine, room, shares: [share] } = dealt();
  assert.deepEqual(again(mine, share, room.commitment, 1).own, null);
  const { mine: other } = dealt();
  const occupants = [null, { bot: null, share }, { bot: null }, null];
  assert.ok(promiseOf(other, { shares: [null, share, null, null] }, { seat: 1, room: { ...room, occupants } }).fair);
});

test("what another page of the player's has offered is neither this one's own nor false, and the check says so", () => {
  const { mine, room, shares } = dealt();
  const opened = (one) => promiseOf(one, { shares }, { seat: 0, room });
  const found = start();
  met(found, { seat: 0, room });
  const { own, fair, missed } = opened(found);
  assert.deepEqual([own, fair, missed, toOpen(found, { seat: 0, room: { ...room, shares } })], [null, true, true, null]);
  const others = dealt().mine; // this page had offered bytes, too
  others.offers = others.offers.map(([, ...rest]) => ["ef".repeat(32), ...rest]);
  met(others, { seat: 0, room });
  assert.deepEqual([opened(others).fair, others.listed], [true, null]);
  assert.ok(!opened(found).fair); // only once
  met(found, { seat: 0, room }); // it comes no second time
  assert.ok(!opened(found).fair);
  const ready = start();
  met(ready, { seat: 0, room });
  note(ready, { k: "ready_changed", seat: 0, ready: false }, { seat: 0, room });
  assert.ok(!opened(ready).fair); // that offer was taken back
  opened(mine);
  met(mine, { seat: 0, room });
  assert.ok(!opened(mine).fair); // this page knows what it has offered
});

test("a page that comes while bytes are being opened opens its own, which were kept, and has checked only a part", async () => {
  const { mine, room, shares, own, mixed } = dealt();
  const table = { seat: 0, room: { ...room, shares } };
  const kept = JSON.parse(JSON.stringify(mine));
  met(kept, table);
  const promise = joined(kept, table);
  assert.deepEqual([promise.own, toOpen(kept, table), kept.found], [own, own, null]);
  assert.equal(broken(promise, mixed, SECRET, mixedSeed(SECRET, mixed.kinds, mixed.shares)), "");
  assert.equal(joined(start(), table).own, null);
});

test("a game of which a page missed a part is checked as far as it was seen, and never plainly", async () => {
  const { all, seed } = RECORDS[0];
  const { first, events } = story(all);
  const promise = { commitment: commitmentOf(seed), listed: [null, null], kinds: [1, 1], seat: 0, own: null, fair: true };
  const live = { first, events, promise, seed, secret: seed, show_hands: true, live: true };
  assert.equal((await verdictOf(live)).verdict, "bare");
  assert.equal((await verdictOf({ ...live, promise: { ...promise, seat: null } })).verdict, "true");
  assert.equal((await verdictOf({ ...live, missed: true })).verdict, "part");
  const seen = { first, events: events.slice(0, 40) };
  const late = { ...live, late: true, events: [], seen, promise: { ...promise, missed: true } };
  assert.equal((await verdictOf(late)).verdict, "part");
  assert.equal((await verdictOf({ ...late, seen: undefined })).verdict, "late");
  const other = "11".repeat(32); // an honest promise of other cards
  const made = { ...late, seed: other, secret: other, promise: { ...late.promise, commitment: commitmentOf(other) } };
  assert.equal((await verdictOf(made)).verdict, "false");
});

test("a deal of which listed bytes are missing is never called checked", async () => {
  const { all } = RECORDS[RECORDS.length - 1];
  const { first, events: [{ event }, ...events], header: { secret, seed } } = story(all);
  const { kinds, shares } = event;
  const bytes = "ab".repeat(16), own = shares.findIndex(Boolean), other = shares.indexOf(null);
  const hashes = shares.map((share, seat) => share && shareHash(seat, share));
  const verdict = async (seat, mine, dropped) => {
    const listed = hashes.map((hash, at) => (at === other && dropped.length ? shareHash(at, bytes) : hash));
    const promise = { commitment: commitmentOf(secret), listed, kinds, seat, own: mine, tardy: false, fair: true };
    const mixed = { event: { ...event, dropped }, words: "" };
    return (await verdictOf({ first, events: [mixed, ...events], promise, seed, secret, show_hands: true, live: true })).verdict;
  };
  assert.equal(await verdict(own, shares[own], []), "mixed");
  assert.equal(await verdict(other, bytes, [other]), "lost");
  assert.equal(await verdict(own, shares[own], [other]), "others");
});

test("a promise is broken if hands are open and neither secret nor seed comes", async () => {
  const { all, seed } = RECORDS[0];
  const { events } = story(all);
  const promise = { commitment: commitmentOf(seed), listed: [null, null], kinds: [1, 1], seat: 0, own: null, fair: true };
  const live = { events, promise, seed: "", show_hands: true, live: true };
  assert.deepEqual(await verdictOf(live), { verdict: "false", what: "unopened" });
  assert.deepEqual(await verdictOf({ ...live, show_hands: false }), { verdict: "closed" });
  assert.deepEqual(await verdictOf({ ...live, promise: { ...promise, commitment: null } }), { verdict: "open" });
});

test("a deal to which the server wasn't bound is never called checked, whatever fits", async () => {
  const { all, seed } = RECORDS[0];
  const promise = { commitment: null, listed: [null, null], kinds: [1, 1], seat: 0, own: null, fair: true };
  for (const missed of [false, true]) {
    const { verdict } = await verdictOf({ ...story(all), header: {}, promise, seed, show_hands: true, live: true, missed });
    assert.equal(verdict, "unbound");
  }
});

for (const [title, what, change] of [
  ["an honest deal", "", () => {}],
  ["another's bytes that are missing", "", ({ mixed }) => Object.assign(mixed, { shares: [mixed.shares[0], null, null, null], dropped: [1] })],
  ["bytes that are missing unnamed", "hidden", ({ mixed }) => { mixed.shares[1] = null; }],
  ["bytes of somebody who offered none", "list", ({ mixed }) => { mixed.shares[2] = THEIRS; }],
  ["own bytes that the server has not said it got", "", (game) => {
    Object.assign(game, { told: { sure: false } });
    Object.assign(game.mixed, { shares: [null, THEIRS, null, null], dropped: [0] });
  }],
  ["a mixing that this page missed", "", (game) => Object.assign(game, { told: { missed: true }, mixed: undefined, seed: OTHER })],
  ["a secret that stays closed", "unopened", (game) => { game.secret = undefined; }],
  ["another secret", "secret", (game) => { game.secret = OTHER; }],
  ["another seed", "mixing", (game) => { game.seed = OTHER; }],
  ["other kinds of seats", "mixing", ({ mixed }) => { mixed.kinds = [1, 2, 2, 0]; }],
  ["no mixing at all", "mixing", (game) => { game.mixed = { kinds: [], shares: [] }; }],
  ["an offer taken out later", "list", ({ mine, room }) => note(mine, { k: "ready_changed", seat: 0, ready: true, share: null }, { seat: 0, room })],
  ["bytes changed", "changed", ({ mixed }) => { mixed.shares[1] = "cd".repeat(16); }],
  ["the player's own bytes dropped", "dropped", ({ mixed }) => { mixed.shares[0] = null; }],
  ["another list", "list", ({ shares }) => { shares[1] = null; }],
  ["a commitment that comes late", "tardy", ({ mine, room }) => note(mine, { k: "deal_committed" }, { seat: 0, room })],
]) test(`a promise of the server: ${title}`, () => assert.equal(ends(change), what));

/** A server that gives a record in pages of so many lines; another round is over after `changes` pages. */
function server(pages, { size = 20, changes = Infinity } = {}) {
  let asked = 0;
  return async (type, { at }) => {
    asked += 1;
    if (asked % 3 === 0) return {}; // a plain `ok`
    const lines = pages[asked > changes ? 1 : 0];
    return { at, of: lines.length, digest: lines[lines.length - 1], lines: lines.slice(at, at + size) };
  };
}

test("a record is fetched page by page, from the beginning again if it has changed meanwhile", async () => {
  const [one, other] = RECORDS.map(({ all }) => all.split("\n").slice(0, -1));
  assert.equal(new TextDecoder().decode(await fetched(server([one]))), `${one.join("\n")}\n`);
  assert.equal(new TextDecoder().decode(await fetched(server([one, other], { size: 5, changes: 4 }))), `${other.join("\n")}\n`);
  await assert.rejects(fetched(async () => ({})));
});

test("a record has the sentences that this page was sent, where both tell the same", () => {
  const found = story(RECORDS[0].all);
  const events = found.events.map(({ event }, at) => ({ event, words: `${at}` }));
  const talk = { event: { k: "said", name: "ann", text: "!" }, words: "ann: !" };
  assert.deepEqual(wordsFrom({ events: [talk, ...events] }, found), events.map(({ words }) => words));
  const [silent, other] = [events.map(() => ""), { event: { k: "asked" }, words: "?" }];
  assert.deepEqual(wordsFrom({ events: events.slice(2) }, found), ["", "", ...events.slice(2).map(({ words }) => words)]);
  assert.deepEqual(wordsFrom({ events: [other, ...events.slice(0, -1)] }, found), silent);
});

test("a record agrees with what anybody saw of the game, or of its end, and with no other", () => {
  for (const { all, seat, watch } of RECORDS) {
    const whole = story(all), { commitment = null } = whole.header;
    for (const text of [seat, watch]) {
      const { events } = story(text), promise = { commitment };
      for (const own of [events, events.slice(40), []]) {
        for (const found of [whole, story(text)]) assert.ok(agrees({ events: own, promise }, found));
      }
      const kinds = new Set(events.slice(10).map(({ event }) => event.k));
      for (const of of ["deal_mixed", "hands_shown", "seat_taken"]) kinds.delete(of);
      for (const kind of kinds) {
        const at = events.findIndex(({ event }, n) => n >= 10 && event.k === kind);
        assert.ok(!agrees({ events: events.filter((_, n) => n !== at), promise }, whole), kind);
      }
      assert.ok(!agrees({ events, promise: { commitment: "00".repeat(32) } }, whole));
    }
    const own = story(seat);
    own.events.find(({ event }) => event.k === "cards_played").event.cards = ["WC"];
    assert.ok(!agrees(own, whole));
  }
});

test("lines of a record come as they were sent, unlike all other texts", () => {
  const lines = [`${"x".repeat(400)}  \u202e`];
  assert.deepEqual(cleaned({ t: "record", lines }).lines, lines);
  assert.notDeepEqual(cleaned({ t: "entry", lines }).lines, lines);
});

/** A page at a table that waits for a game: what it sends, and how it hears what happens there. */
function page(table, attempt = null) {
  const sent = [];
  const asks = (type, fields) => new Promise((then, fail) => { sent.push({ type, ...fields, then, fail }); });
  const act = { attempt: attempt ?? asks, tell() {}, draw() {}, go() {}, muted: () => false, ui: {} };
  const shared = { model: { table, welcome: { server_id: "s", capabilities: attempt ? ["records"] : [] } }, act };
  globalThis.document = { createElement: () => ({}), head: { append() {} } };
  replaying.begin(shared);
  delete globalThis.document;
  const snapshot = () => replaying.heard(shared, { t: "snapshot" });
  const happen = (event) => {
    apply(table, { n: table.n + 1, event });
    replaying.heard(shared, { t: "entry", event });
  };
  snapshot();
  return { act, sent, snapshot, happen };
}

const waiting = (made, seat, commitment) => {
  const { room } = made.first;
  return { ...made.first, seat, game: null, room: { ...room, phase: "waiting", commitment, shares: null, show_hands: true } };
};

test("bytes whose sending was lost are sent again, those that came too late are not", async () => {
  const table = waiting(story(RECORDS[0].all), 0, commitmentOf(SECRET));
  const { sent, snapshot, happen } = page(table);
  const { share } = replaying.filled({ ready: true });
  happen({ k: "ready_changed", seat: 0, ready: true, share });
  const shares = table.room.occupants.map((_, seat) => (seat ? null : share));
  happen({ k: "game_opened", seated: table.room.occupants.map(Boolean), shares });
  for (const code of ["lost", "too_late"]) {
    const { share: bytes, fail } = sent.pop();
    assert.equal(shareHash(0, bytes), share);
    fail({ code });
    await null;
    await null;
    snapshot();
    snapshot();
  }
  assert.deepEqual(sent, []);
});

for (const [title, at, verdict] of [["all of", null, "check_bare"], ["not all of", 40, "check_part"], ["not the beginning of", 0, "check_late"]]) {
  test(`the check of a game of which the page was sent ${title} it says so`, async () => {
    const { seat, seed } = RECORDS[0];
    const made = story(seat);
    const table = waiting(made, 0, commitmentOf(seed));
    const { act, snapshot, happen } = page(table);
    if (at !== 0) happen({ k: "game_opened", seated: table.room.occupants.map(Boolean) });
    else table.game = made.first.game;
    if (at === 0) snapshot();
    made.events.forEach(({ event }, n) => {
      happen(event);
      if (n === at) snapshot();
    });
    const drawn = new Promise((then) => { act.draw = then; });
    happen({ k: "game_seed", seed, secret: seed });
    await drawn;
    Object.assign(book.labels, { replay: "Replay", [verdict]: verdict });
    assert.equal(replaying.checked(act), verdict);
  });
}

for (const [title, show_hands, words, loud] of [["is false", true, "false", ["false"]], ["can't be checked where hands stay closed", false, "closed", []]]) {
  test(`a deal whose secret is never opened ${title}`, async () => {
    const { seat, seed } = RECORDS[0];
    const made = story(seat);
    const table = waiting(made, 0, commitmentOf(seed));
    table.room.show_hands = show_hands;
    const { act, happen } = page(table);
    const told = [];
    Object.assign(book.labels, { replay: "Replay", check_false: "false", check_closed: "closed" });
    act.tell = (text) => told.push(text);
    happen({ k: "game_opened", seated: table.room.occupants.map(Boolean) });
    for (const { event } of made.events) happen(event);
    const drawn = new Promise((then) => { act.draw = then; });
    happen({ k: "phase_changed", phase: "finished" });
    await drawn;
    assert.deepEqual([replaying.checked(act), told], [words, loud]);
  });
}

/** A page that was sent the first game as a player, or nothing of it, and looks at the record that its server gives. */
async function fetching(record, { unseen = false } = {}) {
  const { seat } = RECORDS[0];
  const made = story(seat), { seed } = RECORDS[0];
  const table = waiting(made, 0, null);
  const { act, snapshot, happen } = page(table, server([record.split("\n").slice(0, -1)], { size: 500 }));
  happen({ k: "game_opened", seated: table.room.occupants.map(Boolean), shares: made.header.shares });
  for (const { event } of made.events) happen(event);
  Object.assign(book.labels, {
    replay: "Replay", record_damaged: "damaged", record_other: "other", check_unbound: "unbound", check_false: "false", check_false_at: "false",
  });
  await new Promise((then) => {
    act.draw = then;
    happen({ k: "game_seed", seed });
  });
  if (unseen) {
    happen({ k: "game_cleared" });
    table.game = { ...new Showing(made).folded(made.events.length).game };
    snapshot();
  }
  const told = [];
  let back = 0;
  globalThis.document = { querySelector: () => null };
  const drawn = new Promise((then) => {
    Object.assign(act, { tell: (text, tone) => told.push([text, tone]), back() { back += 1; }, draw: then });
  });
  replaying.open(act);
  await drawn;
  delete globalThis.document;
  const parts = (description) => [description, ...description.children.filter(({ tag }) => tag).flatMap(parts)];
  const seen = parts(replaying.page(null, act));
  const [verdict] = seen.filter(({ attributes }) => String(attributes.class).startsWith("verdict")).map(({ children }) => children[0]);
  return { told, back, all: seen.some(({ tag }) => tag === "select"), verdict };
}

/** A record that was changed, with a digest that fits. */
async function sealed(text) {
  const end = text.lastIndexOf("\n", text.length - 2) + 1, body = text.slice(0, end);
  return `${body}${text.slice(end).replace(/[0-9a-f]{64}/, hex(await sha256(bytesOf(body))))}`;
}

test("the page shows the server's record in place of what it saw, and says if that is false", async () => {
  assert.deepEqual(await fetching(RECORDS[0].all), { told: [], back: 0, all: true, verdict: "unbound" });
  const forged = await sealed(RECORDS[0].all.replace(/"seed":"..../, '"seed":"ffff'));
  assert.deepEqual(await fetching(forged), { told: [], back: 0, all: true, verdict: "false" });
});

test("the page never shows a record of another game than it saw", async () => {
  assert.deepEqual(await fetching(RECORDS[1].all), { told: [["other", "wrong"]], back: 0, all: false, verdict: "unbound" });
});

test("the page says that a record is damaged, and leaves where it has nothing else to show", async () => {
  const damaged = RECORDS[0].all.replace(/Player 0/, "Player X");
  assert.deepEqual(await fetching(damaged), { told: [["damaged", "fault"]], back: 0, all: false, verdict: "unbound" });
  const { told, back } = await fetching(damaged, { unseen: true });
  assert.deepEqual([told, back], [[["damaged", "fault"]], 1]);
});
