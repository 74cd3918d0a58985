/** The player's own bytes in a deal, and whether a server kept what it had promised before it (P-7.33 to P-7.36). Pure. */
import { commitmentOf, mixedSeed, shareHash } from "./deal.js";
import { hex } from "./digests.js";

const KEPT = 4; // offers, of which one may be on the list
export const KINDS = { empty: 0, person: 1, computer: 2 };
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const resting = ({ room: { phase } }) => phase === "waiting" || phase === "finished";

/** The offers of one player: {offers: [[hash, bytes]], asked, tardy, stripped}, both in hex. */
export const start = () => ({ offers: [], asked: false, tardy: false, stripped: false });

const bytesOf = ({ offers }, hash) => new Map(offers).get(hash) ?? null;

/** The fields of `ready`, with the hash of bytes of the player's own where the table waits for a game and has a commitment. */
export function offered(mine, table, fields, random = (bytes) => crypto.getRandomValues(bytes)) {
  if (!fields?.ready || !table || table.seat === null || !table.room.commitment || !resting(table)) return fields;
  const share = hex(random(new Uint8Array(16)));
  const hash = shareHash(table.seat, share);
  Object.assign(mine, { offers: [...mine.offers.slice(1 - KEPT), [hash, share]], asked: true });
  return { ...fields, share: hash };
}

/** The bytes to open, if the table's list has their hash; else null. */
export const toOpen = (mine, { seat, room: { shares } }) => (shares && seat !== null ? bytesOf(mine, shares[seat]) : null);

/** What an entry says of the player's own offer; `before`: the table before it. */
export function note(mine, { k: kind, seat, ready, share }, before) {
  if (kind === "ready_changed" && seat === before.seat) {
    const given = mine.asked && ready && before.room.phase === "waiting";
    Object.assign(mine, { asked: false, tardy: mine.tardy && ready, stripped: given && bytesOf(mine, share) === null });
  }
  if (kind === "deal_committed") mine.tardy = before.seat !== null && Boolean(before.room.occupants[before.seat]?.ready);
}

/** What was promised when a game is opened; `room` is that before it. */
export function promiseOf(mine, { shares }, { seat, room: { commitment = null, occupants } }) {
  const offers = occupants.map((one) => one?.share ?? null);
  const listed = shares?.length ? shares : offers.map(() => null);
  const kinds = occupants.map((one) => (one ? (one.bot === null ? KINDS.person : KINDS.computer) : KINDS.empty));
  const { tardy, stripped } = mine;
  const own = seat === null ? null : bytesOf(mine, listed[seat]);
  return { commitment, listed, kinds, seat, own, tardy, fair: same(listed, offers) && !stripped };
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
