/** The player's own bytes in a deal, and whether a server kept what it had promised before it (P-7.33 to P-7.36). Pure. */
import { commitmentOf, mixedSeed, shareHash } from "./deal.js";
import { hex } from "./digests.js";

const KEPT = 4; // offers, of which one may be on the list
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const resting = ({ room: { phase } }) => phase === "waiting" || phase === "finished";

/** By seat what is mixed in of it: 0 if it is empty, 1 for a person, 2 for a computer player. */
export const kindsOf = ({ room: { occupants } }) => occupants.map((one) => (one ? (one.bot === null ? 1 : 2) : 0));

/**
 * The offers of one player: {offers: [[hash, bytes, commitment, seat]], listed, spent, tardy, stripped, found}, in hex.
 *
 * An offer is the player's own for the commitment and seat it was made for only, and for one list: `listed`, the one that is
 * on the list of the last game. `spent`: the commitment of that game. `found`: a hash that this page didn't offer, but found
 * at its player's seat in a snapshot; it was perhaps another page's.
 */
export const start = () => ({ offers: [], listed: null, spent: null, tardy: false, stripped: false, found: null });

const offerOf = ({ offers }, hash, { seat, room: { commitment } }) =>
  offers.find(([known, , to, at]) => known === hash && to === commitment && at === seat) ?? null;

/** Whether a player who was moved meanwhile has the hash of another seat: it is theirs, and fits no bytes. */
const moved = ({ offers }, hash, { seat, room: { commitment } }) =>
  offers.some(([known, , to, at]) => known === hash && to === commitment && at !== seat);

/** The fields of `ready`, with the hash of bytes of the player's own where the table waits for a game and has a commitment. */
export function offered(mine, table, fields, random = (bytes) => crypto.getRandomValues(bytes)) {
  if (!fields?.ready || !table || table.seat === null || !table.room.commitment || !resting(table)) return fields;
  if (table.room.commitment === mine.spent) return fields; // another is about to come
  const share = hex(random(new Uint8Array(16)));
  const hash = shareHash(table.seat, share);
  const offer = [hash, share, table.room.commitment, table.seat];
  mine.offers = [...mine.offers.slice(1 - KEPT), offer];
  return { ...fields, share: hash };
}

/** The bytes to open, if the table's list has their hash; else null. */
export function toOpen(mine, table) {
  const hash = table.seat === null ? null : table.room.shares?.[table.seat];
  if (!hash) return null;
  if (mine.listed?.[0] !== hash) take(mine, hash, table); // that game began unseen
  return mine.listed?.[1] ?? null;
}

/** A list has come: only the offer on it may be opened, and none on another. */
function take(mine, hash, table) {
  Object.assign(mine, { listed: offerOf(mine, hash, table), offers: [], spent: table.room.commitment });
}

/** What stands at the player's seat in a snapshot: it may be what another page of the player's has offered. */
export function met(mine, table) {
  const { seat, room: { commitment, occupants, shares } } = table;
  const hash = seat === null ? null : shares?.[seat] ?? occupants[seat]?.share ?? null;
  if (commitment !== mine.spent) mine.found = hash && !offerOf(mine, hash, table) ? hash : null;
}

/** What an entry says of the player's own offer; `before`: the table before it. */
export function note(mine, { k: kind, seat, ready, share, commitment }, before) {
  if (kind === "ready_changed" && seat === before.seat) {
    const gave = mine.offers.some(([, , to, at]) => to === before.room.commitment && at === seat);
    const stripped = gave && ready && !offerOf(mine, share, before); // also if the server says it once more
    Object.assign(mine, { tardy: mine.tardy && ready, stripped, found: null });
  }
  if (kind !== "deal_committed" || before.seat === null) return;
  const own = before.room.occupants[before.seat];
  mine.tardy = Boolean(own?.ready);
  const [hash, bytes, , at] = mine.offers[mine.offers.length - 1] ?? [];
  if (hash && hash !== own?.share) mine.offers = [...mine.offers.slice(0, -1), [hash, bytes, commitment, at]]; // they crossed
}

/** What was promised when a game is opened; `before`: the table before it. No offer outlives that. */
export function promiseOf(mine, { shares }, before) {
  const { seat, room: { commitment = null, occupants } } = before;
  const offers = occupants.map((one) => one?.share ?? null);
  const listed = shares?.length ? shares : offers.map(() => null);
  const { tardy, stripped, found } = mine;
  const hash = seat === null ? null : listed[seat];
  const known = !hash || hash === found || moved(mine, hash, before);
  take(mine, hash, before);
  mine.found = null;
  const fair = same(listed, offers) && !stripped && (known || mine.listed !== null);
  const own = mine.listed?.[1] ?? null, missed = Boolean(hash) && hash === found;
  return { commitment, listed, kinds: kindsOf(before), seat, own, tardy, fair, missed };
}

/** What is still known of a promise to a page that comes while the bytes are being opened. */
export function joined(mine, table) {
  const { seat, room: { commitment, shares } } = table;
  const own = toOpen(mine, table);
  return { commitment, listed: shares, kinds: kindsOf(table), seat, own, tardy: false, fair: true, missed: true };
}

/**
 * What is wrong with how a list of hashes was closed, in a word (labels `wrong_`), else empty, as `list_fault` of
 * `engine/uno_engine/mixing.py` has it. `listed` has nothing or only null where nobody offered bytes.
 */
export function unfair(kinds, listed, mixed) {
  if (!listed.some(Boolean) || !mixed) return listed.some(Boolean) ? "mixing" : mixed ? "list" : "";
  if (mixed.shares.length !== listed.length) return "mixing";
  if (mixed.shares.some((share, seat) => share && !listed[seat])) return "list";
  if (mixed.shares.some((share, seat) => share && shareHash(seat, share) !== listed[seat])) return "changed";
  const missing = listed.flatMap((hash, seat) => (hash && !mixed.shares[seat] ? [seat] : []));
  if (!same(mixed.dropped ?? [], missing)) return "hidden";
  return same(mixed.kinds, kinds) ? "" : "mixing";
}

/** The seed that follows from a secret, and from what was mixed into it. */
export const seedOf = (secret, kinds, mixed) => mixedSeed(secret, kinds, kinds.map((_, seat) => mixed?.shares[seat] ?? null));

/**
 * What of it was broken, in a word (labels `wrong_`), else empty. `mixed`: the event `deal_mixed`, if there was one.
 * `sure`: the server has said that it got the player's own bytes; `missed`: what was not seen is not wrong.
 */
export function broken({ commitment, listed, kinds, seat, own, tardy, fair, sure = false, missed = false }, mixed, secret, seed) {
  if (!commitment) return "";
  if (!secret) return "unopened";
  if (commitmentOf(secret) !== commitment) return "secret";
  if (tardy) return "tardy";
  if (!fair) return "list";
  if (!mixed && missed) return "";
  const wrong = unfair(kinds, listed, mixed);
  if (!["", "hidden"].includes(wrong)) return wrong;
  if (own && sure && mixed.shares[seat] !== own) return "dropped";
  return wrong || (seedOf(secret, kinds, mixed) === seed ? "" : "mixing");
}
