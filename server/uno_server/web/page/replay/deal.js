/** The random choices of a game from its seed, as `engine/uno_engine/shuffle.py` and `mixing.py` describe them. Pure. */
import { hex, shake256, unhex } from "./digests.js";

const SPAN = 65536;
const EXTRAS = ["WS", "WX", "WC"];
const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const ascii = (text) => Array.from(text, (letter) => letter.charCodeAt(0));

/** 16-bit words of the choice with that label and counter, as many as are asked for. */
function* words(label, seed, counter) {
  const number = Array.from({ length: 8 }, (_, at) => Math.floor(counter / 256 ** (7 - at)) % 256);
  const source = Uint8Array.from([...ascii(label), 0, ...seed, ...number]);
  for (let [at, count] = [0, 256]; ; count *= 2) {
    const stream = shake256(source, 2 * count);
    for (; at < count; at += 1) yield stream[2 * at] * 256 + stream[2 * at + 1];
  }
}

function next(stream, n) {
  let word;
  do word = stream.next().value; while (word >= SPAN - (SPAN % n));
  return word % n;
}

/** A number below `n`. */
export const below = (n, label, seed, counter) => next(words(label, seed, counter), n);

export function shuffled(items, label, seed, counter) {
  const order = [...items];
  const stream = words(label, seed, counter);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = next(stream, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** All cards of a game in canonical order; `extra` as the option has it. */
export function deckOf({ decks = "1", extra = "0,0,0" }) {
  const some = (card, count) => Array.from({ length: count * Number(decks) }, () => card);
  const coloured = [...["0"].map((rank) => [rank, 1]), ...[...NUMBERS, "S", "R", "+2"].map((rank) => [rank, 2])];
  return [
    ...["R", "Y", "G", "B"].flatMap((colour) => coloured.flatMap(([rank, count]) => some(colour + rank, count))),
    ...some("W", 4), ...some("W+4", 4), ...extra.split(",").flatMap((count, at) => some(EXTRAS[at], Number(count))),
  ];
}

const hash = (label, ...parts) => hex(shake256(Uint8Array.from([...ascii(label), 0, ...parts.flatMap((part) => [...part])]), 32));

/** What the server commits itself to before a game, by its secret in hex. */
export const commitmentOf = (secret) => hash("uno-secret", unhex(secret));
/** What a player offers with being ready: the hash of 16 bytes in hex. */
export const shareHash = (seat, share) => hash("uno-share", [seat], unhex(share));

/** The seed in hex; `kinds` and `shares` by seat: 0 empty, 1 a person, 2 a computer player; hex or null. */
export function mixedSeed(secret, kinds, shares) {
  if (!shares.some(Boolean)) return secret;
  return hash("uno-deal", unhex(secret), ...kinds.map((kind, seat) => [kind, ...unhex(shares[seat] ?? "")]));
}
