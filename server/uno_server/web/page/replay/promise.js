/** The player's own bytes in a deal, and whether a server kept what it had promised before it (P-7.33 to P-7.36). Pure. */
import { commitmentOf, mixedSeed, shareHash } from "./deal.js";
import { hex } from "./digests.js";

const KEPT = 4; // offers, of which one may be on the list
export const KINDS = { empty: 0, person: 1, computer: 2 };
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const resting = ({ room: { phase } }) => phase === "waiting" || phase === "finished";

/**
 * The offers of one player: {offers: [[hash, bytes, commitment, seat]], listed, spent, asked, tardy, stripped, found}, in hex.
 *
 * An offer is the player's own for the commitment and seat it was made for only, and for one list: `listed`, the one that is
 * on the list of the last game. `spent`: the commitment of that game. `found`: a hash that this page didn't offer, but found
 * at its player's seat when it came; it was perhaps another page's.
 */
export const start = () => ({ offers: [], listed: null, spent: null, asked: false, tardy: false, stripped: false, found: null });

const offerOf = ({ offers }, hash, { seat, room: { commitment } }) =>
  offers.find(([known, , to, at]) => known === hash && to === commitment && at === seat) ?? null;

/** The fields of `ready`, with the hash of bytes of the player's own where the table waits for a game and has a commitment. */
export function offered(mine, table, fields, random = (bytes) => crypto.getRandomValues(bytes)) {
  if (!fields?.ready || !table || table.seat === null || !table.room.commitment || !resting(table)) return fields;
  if (table.room.commitment === mine.spent) return fields; // another is about to come
  const share = hex(random(new Uint8Array(16)));
  const hash = shareHash(table.seat, share);
  const offer = [hash, share, table.room.commitment, table.seat];
  Object.assign(mine, { offers: [...mine.offers.slice(1 - KEPT), offer], asked: true });
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

/** What stands at the player's seat when the page comes: it may be what was offered before the page was loaded anew. */
export function met(mine, { seat, room: { occupants } }) {
  if (!mine.offers.length && mine.spent === null) mine.found = occupants[seat]?.share ?? null;
}

/** What an entry says of the player's own offer; `before`: the table before it. */
export function note(mine, { k: kind, seat, ready, share }, before) {
  if (kind === "ready_changed" && seat === before.seat) {
    const given = mine.asked && ready && before.room.phase === "waiting";
    const stripped = given && offerOf(mine, share, before) === null;
    Object.assign(mine, { asked: false, tardy: mine.tardy && ready, stripped, found: null });
  }
  if (kind === "deal_committed") mine.tardy = before.seat !== null && Boolean(before.room.occupants[before.seat]?.ready);
}

/** What was promised when a game is opened; `before`: the table before it. No offer outlives that. */
export function promiseOf(mine, { shares }, before) {
  const { seat, room: { commitment = null, occupants } } = before;
  const offers = occupants.map((one) => one?.share ?? null);
  const listed = shares?.length ? shares : offers.map(() => null);
  const kinds = occupants.map((one) => (one ? (one.bot === null ? KINDS.person : KINDS.computer) : KINDS.empty));
  const { tardy, stripped, found } = mine;
  const hash = seat === null ? null : listed[seat];
  take(mine, hash, before);
  mine.found = null;
  const foreign = Boolean(hash) && !mine.listed && hash !== found;
  const fair = same(listed, offers) && !stripped && !foreign;
  return { commitment, listed, kinds, seat, own: mine.listed?.[1] ?? null, tardy, fair };
}

/** What of it was broken, in a word (labels `wrong_`), else empty. `mixed`: the event `deal_mixed`, if there was one. */
export function broken({ commitment, listed, kinds, seat, own, tardy, fair }, mixed, secret, seed) {
  if (!commitment) return "";
  if (!secret) return "unopened";
  if (commitmentOf(secret) !== commitment) return "secret";
  if (tardy) return "tardy";
  if (!fair) return "list";
  if (!listed.some(Boolean)) return seed === secret && !mixed ? "" : "mixing";
  if (mixed?.shares.length !== listed.length) return "mixing";
  if (mixed.shares.some((share, at) => share && shareHash(at, share) !== listed[at])) return "changed";
  if (own && mixed.shares[seat] !== own) return "dropped";
  return same(mixed.kinds, kinds) && mixedSeed(secret, kinds, mixed.shares.map((share) => share ?? null)) === seed ? "" : "mixing";
}
