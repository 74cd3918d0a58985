/** SHAKE-256 (FIPS 202) and SHA-256 (FIPS 180-4), as browsers have them over https only, and the first not at all. Pure. */

const RATE = 136; // bytes
const SLICE = 8192;
const turned = (lane, by) => BigInt.asUintN(64, (lane << BigInt(by)) | (lane >> BigInt(64 - by)));

/** Keccak-f[1600] of 25 lanes, in place: lane x + 5y. */
function permute(lanes) {
  let bits = 1;
  for (let round = 0; round < 24; round += 1) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
    for (let at = 0; at < 25; at += 1) lanes[at] ^= columns[(at + 4) % 5] ^ turned(columns[(at + 1) % 5], 1);
    let [x, y, lane] = [1, 0, lanes[1]];
    for (let step = 1; step <= 24; step += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const at = x + 5 * y;
      [lane, lanes[at]] = [lanes[at], turned(lane, ((step * (step + 1)) / 2) % 64)];
    }
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5);
      for (let at = 0; at < 5; at += 1) lanes[row + at] = old[at] ^ (~old[(at + 1) % 5] & old[(at + 2) % 5]);
    }
    for (let power = 0; power < 7; power += 1) {
      bits = ((bits << 1) ^ ((bits >> 7) * 0x71)) % 256;
      if (bits & 2) lanes[0] ^= 1n << BigInt((1 << power) - 1);
    }
  }
}

/** So many bytes of SHAKE-256 over some bytes. */
export function shake256(bytes, count) {
  const lanes = Array.from({ length: 25 }, () => 0n);
  const padded = new Uint8Array((Math.floor(bytes.length / RATE) + 1) * RATE);
  padded.set(bytes);
  padded[bytes.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  padded.forEach((byte, at) => {
    const place = at % RATE;
    lanes[place >> 3] ^= BigInt(byte) << BigInt(8 * (place & 7));
    if (place === RATE - 1) permute(lanes);
  });
  const made = new Uint8Array(count);
  for (let at = 0; at < count; at += 1) {
    const place = at % RATE;
    if (at && !place) permute(lanes);
    made[at] = Number((lanes[place >> 3] >> BigInt(8 * (place & 7))) & 255n);
  }
  return made;
}

/** The first 32 bits behind the point of a root of the first 64 primes. */
function roots(count, root) {
  const primes = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root)) % 1) * 2 ** 32 | 0);
}
const around = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 of some bytes. Where they are many the page draws now and then. */
export async function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const hash = Int32Array.from(roots(8, 2)), rounds = roots(64, 3);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    if (block % SLICE === SLICE - 64) await new Promise((then) => { setTimeout(then); });
    let [a, b, c, d, e, f, g, h] = hash; // one by one below: this is what takes time
    for (let at = 0; at < 64; at += 1) {
      const early = words[at - 15], late = words[at - 2];
      words[at] = at < 16 ? view.getInt32(block + 4 * at)
        : words[at - 16] + (around(early, 7) ^ around(early, 18) ^ (early >>> 3))
          + words[at - 7] + (around(late, 17) ^ around(late, 19) ^ (late >>> 10));
      const first = h + (around(e, 6) ^ around(e, 11) ^ around(e, 25)) + ((e & f) ^ (~e & g)) + rounds[at] + words[at];
      const second = (around(a, 2) ^ around(a, 13) ^ around(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { hash[at] += word; });
  }
  const made = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => made.setInt32(4 * at, word));
  return new Uint8Array(made.buffer);
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
