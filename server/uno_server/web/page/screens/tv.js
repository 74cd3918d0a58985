/** The big screen: a table from afar, for a television. Pure: what is known goes in, a description comes out. */
import { worded } from "../book.js";
import { card, pattern } from "../cards.js";
import { h } from "../dom.js";
import { face, facesOf } from "../faces.js";
import { lettering } from "../lettering.js";
import { secondsLeft } from "../model.js";
import {
  cardsText, cardText, claimText, clockText, colourText, customTitle, goalText, listing, ownText, pointsText, questionText,
} from "../sentences.js";
import { around } from "./arena.js";
import { byPoints, crown, press, px, readyMark } from "./parts.js";
import { face as cardOf, feltOf, piles, told } from "./piles.js";
import { board, confetti, leftText, moments, nameAt, placing, podium, winsText } from "./podium.js";
import { presetTitle } from "./rules.js";
import { bubble, disc, light, READ, seatsOf, signOver, talkOf, then } from "./seats.js";
import { about } from "./tables.js";

const LINES = 2; // of what just happened
const SEATS = 8; // places that are shown before a game, also where they are free
const BOARD = 6; // lines of tonight's board
const LISTENS = { muted: () => false, ui: { fading: true } }; // hears everybody, and is drawn again anyhow
const WINS = 8; // cards that stand for wins

/** That somebody asks for a seat, and for a while how that ended; else empty. */
export function claims({ table: { room }, news }, now) {
  const ended = news.filter(({ event, at }) => event.k === "claim_ended" && now - at < READ).pop();
  return room.claim !== null ? claimText(room) : ended?.event.words ?? "";
}

/** What the screen shows; `site`: where others find the server, `now` as `performance.now()` tells it. */
export function tv(model, site, now) {
  const { room, game } = model.table;
  const over = game && ["between_rounds", "over"].includes(game.phase) && game.round > 0;
  if (!game || (room.phase === "waiting" && game.phase !== "over")) { // else who has won stays until the deal
    return scene("N", "lobby", lobby(model, site, now));
  }
  if (over) return scene("N", "end", ending(model, now));
  return scene(feltOf(model.table), "on", heading(model.table), playing(model));
}

/** A game seen again; `title` and `facts` stand above it. */
export const again = (model, title, facts, ...more) =>
  scene(feltOf(model.table), "again", heading(model.table, title, facts), playing(model), more);

const scene = (colour, name, ...inside) => h("div", { key: name, class: `tv tv-${name}` },
  h("div", { key: `felt${colour}`, class: `felt tint felt-${colour}` }), h("div", { class: "felt woven" }, pattern()), ...inside);

function heading({ code, room, game }, title = room.name, facts = null) {
  facts ??= [
    worded("table_rules", { preset: presetTitle(room.preset) }),
    game.round > 0 && worded("round", { n: game.round }),
    room.rules.goal !== "single_round" && goalText(room.rules),
    game.custom && customTitle(game.custom),
    room.test && worded("test_deal"),
    room.watchers.length > 0 && worded("watchers", { n: room.watchers.length }),
  ];
  return h("header", { class: "head" }, h("div", {}, h("h1", {}, title), h("p", {}, facts.filter(Boolean).join(" · "))),
    h("div", { class: "joinbox" }, h("p", {}, worded("join_code"), h("b", {}, code)), h("img", { class: "qr", src: `/qr/${code}.svg`, alt: "" })));
}

const offered = (tables) => tables.filter((one) => !one.locked && one.watching !== false);

/** The table to show unasked: the only one where somebody is, unless it needs a password. */
export function onlyOne(tables) {
  const [one, ...others] = offered(tables).filter(({ host }) => host);
  return one && !others.length && !one.password ? one : null;
}

export function choice(model, site, pick) {
  const tables = offered(model.tables);
  const first = (button) => document.activeElement === document.body && button.focus();
  const items = tables.map((one) => h("li", { key: one.code },
    press(() => pick(one.code), { made: first },
      h("span", { class: "name" }, one.name), h("span", { class: "quiet" }, about(one)))));
  return scene("N", "choice",
    h("main", { class: "lob" }, invitation(site, ""),
      h("div", {},
        h("h1", {}, worded("tables_at", { server: model.welcome.name })),
        h("p", { class: "question", role: "status" }, tables.length ? worded("choose_table") : worded("scan_to_open")),
        h("ol", { class: "choices", "aria-label": worded("tables") }, items))));
}

const invitation = (site, code) => h("section", { class: "code", "aria-label": worded("join_here") },
  h("img", { class: "qr", src: code ? `/qr/${code}.svg` : "/qr.svg", alt: worded("qr_of", { address: site + code }) }),
  code && h("b", {}, code),
  h("p", {}, site.replace("http://", ""), h("wbr", {}), code),
  h("p", {}, worded("same_wifi")));

function lobby(model, site, now) {
  const { room, code } = model.table;
  const [faces, said] = [facesOf(room.occupants), talkOf(model, LISTENS)];
  const free = room.occupants.filter((one) => !one).length;
  const shown = room.occupants.flatMap((one, seat) => (one ? [[one, seat]] : []));
  const empty = Math.max(0, Math.min(free, SEATS - shown.length));
  return h("main", { class: "lob" }, invitation(site, code),
    h("div", {},
      h("h1", { class: "unseen" }, room.name),
      h("div", { class: "sign" }, lettering(worded("grab"), { fill: "#ffc93c", tilt: -1 })),
      h("p", { class: "facts" }, [room.name, worded("table_rules", { preset: presetTitle(room.preset) })].join(" · ")),
      h("ol", { class: shown.length + empty > SEATS ? "folk many" : "folk", "aria-label": worded("seats") },
        shown.map(([one, seat]) => h("li", { key: `seat${seat}`, class: "player" },
          h("span", { class: "disc" }, face(faces[seat], one.bot || one.connected ? (one.ready ? "joy" : "calm") : "away", seat),
            seat === room.host && crown(), one.ready && readyMark(), signOver(said, one.name)),
          h("span", { class: "who" }, one.name))),
        Array.from({ length: empty }, (_, k) => h("li", { key: `free${k}`, class: "player" }, h("span", { class: "disc empty" }), h("span", { class: "unseen" }, worded("free"))))),
      h("p", { class: "question", role: "status" }, free ? worded("seats_free", { n: free }) : readiness(room), " ", time(model, now)),
      tonight(model.table)));
}

function playing(model) {
  const { table } = model;
  const { game, room } = table;
  const [W, H] = [globalThis.innerWidth ?? 1280, globalThis.innerHeight ?? 720];
  const u = Math.min(H / 100, W / 177.78);
  const all = seatsOf(model).filter(({ seat }) => room.occupants[seat] || game.seated[seat]);
  const n = all.length;
  const size = (n > 8 ? 12 : n > 6 ? 13.5 : 15.5) * u;
  const ring = { cx: W / 2, cy: H * 0.5, rx: W * 0.36, ry: H * 0.34 };
  // an odd number has somebody in the middle below, an even one nobody: always symmetrical
  const spots = around(2 * n + 1, { ...ring, from: 270, to: -90 }).slice(0, 2 * n).filter((_, k) => k % 2 === 1 - (n % 2));
  const angles = spots.map(([x, y]) => (Math.atan2((ring.cy - y) / ring.ry, (x - ring.cx) / ring.rx) * 180) / Math.PI);
  const marks = angles.map((deg, k) => {
    let next = angles[(k + 1) % n];
    while (next > deg) next -= 360;
    return (deg + next) / 2;
  });
  const pile = (n > 6 ? 23.5 : 26) * u;
  const stock = pile * 0.62;
  const x = ring.cx + stock * 0.34;
  const y = ring.cy - (n % 2) * 1.5 * u;
  const laid = { ring, marks, pile, stock, top: [x, y], draw: [x - pile / 2 - stock / 2 - 3.6 * u, y + u] };
  const said = talkOf(model, LISTENS);
  const now = all.findIndex(({ turn }) => turn);
  return h("main", { class: "arena", style: { "--face": px(size) } },
    h("h2", { class: "unseen" }, worded("table")),
    light(laid, model.table),
    now >= 0 && beam(ring, spots[now]),
    h("ol", { key: "players", "aria-label": worded("players") }, all.map((one, at) => player(table, one, spots[at], u, said.get(one.name)))),
    game.phase === "voting" ? h("ul", { class: "ballot" }, game.ballot.map((rule) => h("li", { key: rule }, customTitle(rule)))) : piles(model, laid, null),
    h("div", { class: "caption", role: "log", "aria-label": worded("happened") },
      told(model, LISTENS, LINES).map(({ key, text }) => h("p", { key }, text))),
    h("div", { class: "caption right" }, h("p", {}, question(table)),
      h("p", { class: "quiet" }, [game.owed ? `+${game.owed}` : "", then(table)].filter(Boolean).join(" · ")),
      h("p", { class: "unseen" }, [game.colour && colourText(table, game.colour), worded(game.direction > 0 ? "clockwise" : "counter")].filter(Boolean).join(", "))));
}

function beam({ cx, cy }, [x, y]) {
  const turn = (Math.atan2(y - cy, x - cx) * 180) / Math.PI;
  return h("div", { key: "beam", class: "beam", style: { left: px(cx), top: px(cy), "--turn": `${turn.toFixed(1)}deg` } });
}

function player(table, one, [x, y], u, said) {
  const { game } = table;
  const { seat } = one;
  const [kind, text] = one.marks.find(([how]) => how !== "unseen") ?? (one.marks.length ? ["gold", one.marks[0][1]] : []);
  const open = game.open_hands.includes(seat) && game.hands[seat];
  return h("li", {
    key: `seat${seat}`, "data-seat": String(seat), class: `player${one.turn ? " turn" : ""}${game.playing[seat] || !game.round ? "" : " idle"}`,
    style: { left: px(x), top: px(y + 1.4 * u) }, "aria-current": one.turn ? "true" : null,
  },
  disc(one, !open),
  h("span", { class: "who" }, one.name),
  game.playing[seat] && h("span", { class: "unseen" }, cardsText(game.counts[seat])),
  byPoints(table.room) && game.seated[seat] && h("span", { class: "score" }, pointsText(game.scores[seat])),
  open && shown(table, open),
  text && h("span", { key: "mark", class: `mark ${kind}` }, text), said && bubble(said));
}

const shown = (table, cards) => h("span", { class: "shown" },
  cards.map((name) => cardOf(table, name, { size: "small", label: cardText(table, name) })));

function question(table) {
  const { held, phase } = table.room;
  if (held) return worded("host_paused");
  if (phase === "paused") return worded("paused");
  return table.game.waiting_for?.k === "confirm" ? ownText(table) : questionText(table); // the seats are marked
}

function time(model, now) {
  const left = secondsLeft(model, now);
  return left === null || model.table.room.held ? "" : clockText(model.table, left);
}

function ending(model, now) {
  const { table } = model;
  const { game, room } = table;
  const ended = model.result ?? { round: game.round, winners: game.winners, over: game.phase === "over" ? game.winners : null };
  const last = game.winners.includes(game.played_by) && game.discard[game.discard.length - 1];
  const faces = facesOf(room.occupants);
  const others = placing(table, ended).slice(3);
  const held = (seat) => ended.hands?.[seat]?.length > 0 && shown(table, ended.hands[seat]);
  return [heading(table, winsText(table, ended), [last && worded("with_card", { card: cardText(table, last) }), `${readiness(room)} ${time(model, now)}`]), h("main", {},
    game.winners.length > 0 && confetti(90, 960, 540),
    podium(table, ended, talkOf(model, LISTENS), null, held),
    h("div", { class: "side left" }, others.length > 0 && h("h2", {}, worded("hands")), others.map(([seat]) => h("div", { key: `seat${seat}`, class: "fact" },
      h("span", { class: "disc" }, face(faces[seat] ?? 0, "sad", seat)),
      h("span", {}, h("b", {}, nameAt(table, ended, seat)), leftText(table, seat)), held(seat)))),
    h("div", { class: "side right" }, tonight(table, game.phase === "over" ? moments(table) : [])))];
}

function readiness({ occupants, phase }) {
  if (phase === "closed") return worded("table_is_closed");
  const late = occupants.filter((one) => one && !one.bot && !one.ready).map((one) => one.name);
  return late.length ? worded("wait_for", { names: listing(late) }) : worded("all_ready");
}

function tonight(table, facts = []) {
  const lines = board(table).slice(0, BOARD).filter(({ wins }) => wins);
  return facts.length + lines.length > 0 && h("section", { class: "board" }, h("h2", {}, worded("tonight")),
    facts.length > 0 && h("ul", {}, facts),
    h("ol", {}, lines.map((line, at) => h("li", { key: line.name }, h("span", {}, line.name), h("span", { class: "unseen" }, String(line.wins)),
      h("span", { class: "wins" }, Array.from({ length: Math.min(line.wins, WINS) }, (_, k) =>
        card(`${"RYGB"[(k + at) % 4]}${(k % 9) + 1}`, { size: "small" })))))));
}
