/** Faces: 24 characters from a few parts, 100 by 100. A face has a mood, so the table can be read at a glance. */
import { once, picture, stroke } from "./drawing.js";

const INK = "#241732";
const EYES = { wide: [33, 67], close: [42, 58], frog: [28, 72], one: [50] };

const HEADS = {
  round: "M50 20C72 20 84 36 84 58S72 94 50 94 16 80 16 58 28 20 50 20Z",
  box: "M32 24H68Q82 24 82 38V78Q82 92 68 92H32Q18 92 18 78V38Q18 24 32 24Z",
  egg: "M50 18C68 18 80 38 80 62S68 96 50 96 20 84 20 62 32 18 50 18Z",
  wide: "M50 32C78 32 90 46 90 64S76 94 50 94 10 82 10 64 22 32 50 32Z",
  drop: "M18 34C30 26 70 26 82 34 90 62 68 94 50 96 32 94 10 62 18 34Z",
  ghost: "M50 14C70 14 80 30 80 52V106L70 96 60 106 50 96 40 106 30 96 20 106V52C20 30 30 14 50 14Z",
  tall: "M50 14C64 14 72 24 72 38V130H28V38C28 24 36 14 50 14Z",
  dome: "M50 18C74 18 84 36 84 56V130H16V56C16 36 26 18 50 18Z",
};

const p = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d, ink = INK, w = 4) => stroke(d, ink, w);
const dot = (x, y, r, fill) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const BEHIND = {
  cat: (a, b) => p("M18 50 16 12Q17 8 21 11L46 28Z", a) + p("M82 50 84 12Q83 8 79 11L54 28Z", a) + p("M23 36 22 19 36 29Z", b) + p("M77 36 78 19 64 29Z", b),
  fox: (a, b) => p("M16 48 8 8Q9 4 13 7L48 30Z", a) + p("M84 48 92 8Q91 4 87 7L52 30Z", a) + p("M18 32 14 15 30 28Z", b) + p("M82 32 86 15 70 28Z", b),
  bear: (a, b) => dot(25, 29, 14, a) + dot(75, 29, 14, a) + dot(25, 29, 7, b) + dot(75, 29, 7, b),
  bunny: (a, b) => `<g transform="rotate(-9 38 30)"><ellipse cx="37" cy="14" rx="10" ry="25" fill="${a}"/><ellipse cx="37" cy="15" rx="4.6" ry="17" fill="${b}"/></g><g transform="rotate(12 62 30)"><ellipse cx="63" cy="14" rx="10" ry="25" fill="${a}"/><ellipse cx="63" cy="15" rx="4.6" ry="17" fill="${b}"/></g>`,
  horns: (a, b) => p("M24 40C10 34 8 18 14 8 18 20 28 24 38 26Z", b) + p("M76 40C90 34 92 18 86 8 82 20 72 24 62 26Z", b),
  mane: (a, b) => Array.from({ length: 12 }, (_, k) => dot(50 + Math.cos(k * 0.5236) * 35, 58 + Math.sin(k * 0.5236) * 35, 13, b)).join(""),
  antenna: (a, b) => line("M50 26V8", b, 4) + dot(50, 8, 6.5, b),
  feelers: (a, b) => line("M40 26C38 14 32 10 26 8", INK, 3.6) + line("M60 26C62 14 68 10 74 8", INK, 3.6) + dot(25, 8, 5.5, b) + dot(75, 8, 5.5, b),
  fin: (a) => p("M36 30C40 8 58 2 70 2 62 12 64 22 70 32Z", a),
  tufts: (a, b) => p("M20 46C14 30 16 16 20 10 28 20 36 24 46 26Z", b) + p("M80 46C86 30 84 16 80 10 72 20 64 24 54 26Z", b),
  mop: (a, b) => [[24, 34], [36, 23], [50, 19], [64, 23], [76, 34]].map(([x, y]) => dot(x, y, 14, b)).join(""),
  eyes: (a) => dot(28, 32, 16, a) + dot(72, 32, 16, a),
};

const FRONT = {
  snout: (a, b) => `<ellipse cx="50" cy="72" rx="20" ry="15" fill="${b}"/><ellipse cx="50" cy="64.5" rx="6.5" ry="4.6" fill="${INK}"/>`,
  pig: (a, b) => `<ellipse cx="50" cy="66" rx="15" ry="10.5" fill="${b}"/>` + dot(44.5, 66, 2.8, INK) + dot(55.5, 66, 2.8, INK),
  cheeks: (a, b) => p("M16 60C26 58 42 70 50 84 58 70 74 58 84 60 80 84 62 96 50 96S20 84 16 60Z", b) + p("M45 74H55L50 80Z", INK),
  beak: (a, b) => p("M42 62Q50 57 58 62L51.5 72Q50 74 48.5 72Z", b),
  mask: (a, b) => `<ellipse cx="38" cy="54" rx="12" ry="14" transform="rotate(18 38 54)" fill="${b}"/><ellipse cx="62" cy="54" rx="12" ry="14" transform="rotate(-18 62 54)" fill="${b}"/>`,
  hood: (a, b) => p("M26 60C26 40 40 38 50 50 60 38 74 40 74 60 74 82 62 92 50 92S26 82 26 60Z", b),
  screen: (a, b) => `<rect x="25" y="38" width="50" height="30" rx="10" fill="${b}"/>` + dot(12, 60, 6, a) + dot(88, 60, 6, a),
  wizard: (a, b) => p("M12 40Q50 24 88 40 84 46 78 45 50 36 22 45 16 46 12 40Z", b) + p("M24 38C34 26 40 8 56-4 54 6 66 22 76 38 60 31 40 31 24 38Z", b) + p("M50 12 52.4 18 58.6 18.4 54 22.4 55.4 28.4 50 25.2 44.6 28.4 46 22.4 41.4 18.4 47.6 18Z", "#ffd257") + p("M28 74C34 68 44 70 50 74 56 70 66 68 72 74 72 92 60 100 50 100S28 92 28 74Z", "#fff"),
  beanie: (a, b) => p("M18 44C18 20 36 10 50 10S82 20 82 44Z", b) + `<rect x="14" y="37" width="72" height="13" rx="6.5" fill="#fff" fill-opacity=".9"/>` + dot(50, 8, 8, "#fff"),
  band: (a, b) => p("M17 46C20 36 30 24 50 22 70 24 80 36 83 46 60 38 40 38 17 46Z", b) + p("M84 44 98 38 95 50Z", b) + dot(38, 33, 2.2, "#fff") + dot(50, 30, 2.2, "#fff") + dot(62, 33, 2.2, "#fff"),
  flower: (a, b) => [0, 72, 144, 216, 288].map((t) => `<ellipse cx="66" cy="9" rx="5.4" ry="8" fill="${b}" transform="rotate(${t} 66 17)"/>`).join("") + dot(66, 17, 4.6, "#ffd257"),
  horn: (a, b) => p("M42 28 52-2 60 28Z", "#ffd257") + line("M46 17 57 20M49 8 54 10", "#d98f00", 2.6) + p("M20 40C16 22 32 12 44 22 40 34 30 44 22 64Z", b),
  cap2: (a, b) => p("M8 48C8 20 30 6 50 6S92 20 92 48C92 54 78 50 50 50S8 54 8 48Z", b) + dot(32, 28, 7, "#fff") + dot(58, 20, 8.5, "#fff") + dot(76, 36, 6, "#fff"),
  whiskers: () => line("M8 66 24 69M8 78 24 76M92 66 76 69M92 78 76 76", INK, 2.6) + p("M46 65H54L50 70Z", INK),
  dots: (a, b) => [[26, 40], [74, 42], [30, 82], [70, 84], [50, 30]].map(([x, y], k) => dot(x, y, 4 + (k % 3), b)).join(""),
};

const WORN = {
  glasses: () => `<g fill="#fff" fill-opacity=".35" stroke="${INK}" stroke-width="3.4"><circle cx="37" cy="56" r="12"/><circle cx="63" cy="56" r="12"/></g>${line("M49 55Q50 53 51 55M25 54 17 50M75 54 83 50", INK, 3.2)}`,
  shades: () => p("M20 46H80L78 56Q76 68 64 68 54 68 52 57H48Q46 68 36 68 24 68 22 56Z", INK) + line("M30 51 36 62", "#fff", 3),
  patch: () => p("M50 46H76L72 62Q63 70 55 62Z", INK) + line("M18 40 84 52", INK, 3.4),
};

/** Name, ground, colour of the head, second colour, head, behind, front, eyes, worn; a face is its place in this list. */
const KINDS = [
  ["cat", "#ffd98a", "#f08a3c", "#ffd9c2", "round", "cat", "whiskers", "two"],
  ["bear", "#bfe3d0", "#8a5a3b", "#e9c9a3", "round", "bear", "snout", "two"],
  ["bunny", "#f7b6c8", "#ffffff", "#f58fae", "egg", "bunny", "none", "two"],
  ["fox", "#9fd3f2", "#e4572e", "#fff3e2", "drop", "fox", "cheeks", "wide"],
  ["owl", "#c9b8f0", "#6b4fa3", "#ffb238", "round", "tufts", "beak", "owl"],
  ["robot", "#ffc9a3", "#8fa4b8", "#1d2a3a", "box", "antenna", "screen", "screen"],
  ["alien", "#4b3a78", "#7ed957", "#b9f59a", "egg", "feelers", "none", "almond"],
  ["frog", "#fbe3a0", "#3fa34d", "#3fa34d", "wide", "eyes", "none", "frog"],
  ["cactus", "#f3a683", "#2f8f6b", "#ff6f91", "tall", "none", "flower", "close"],
  ["ghost", "#6c7fd8", "#f4f1ff", "#f4f1ff", "ghost", "none", "none", "two"],
  ["chick", "#8fd6c4", "#ffd23f", "#f2762e", "round", "none", "beak", "two"],
  ["pig", "#b7d968", "#f78fa7", "#e8637f", "round", "cat", "pig", "wide"],
  ["panda", "#ff9d76", "#ffffff", "#2b2338", "round", "bear", "mask", "mask"],
  ["squid", "#ffe08a", "#d9488b", "#f9a8cf", "dome", "none", "dots", "wide"],
  ["shark", "#bdf0f5", "#5b7fa6", "#fff", "dome", "fin", "none", "wide"],
  ["unicorn", "#a7c7ff", "#fff6fb", "#b86be0", "egg", "none", "horn", "two"],
  ["pirate", "#7cc6a4", "#f2c08f", "#c8283c", "round", "none", "band", "two", "patch"],
  ["wizard", "#d6c4f5", "#f0b98d", "#3d4fb8", "round", "none", "wizard", "close"],
  ["surfer", "#ffb3a1", "#c98a55", "#1fa2a6", "round", "none", "beanie", "two", "shades"],
  ["cyclops", "#ffd3f0", "#7a5af0", "#ffe9b8", "round", "horns", "none", "one"],
  ["penguin", "#f6d36b", "#27324a", "#ffffff", "egg", "none", "hood", "hood"],
  ["toad", "#a6e0b4", "#ffe6cc", "#d9363e", "round", "none", "cap2", "two"],
  ["lion", "#7fb4e8", "#f7bd4f", "#b8612b", "round", "mane", "none", "two"],
  ["student", "#f5a3b5", "#8d5a3c", "#2a1a14", "round", "mop", "none", "two", "glasses"],
];

export const ROBOT = 5;

function eyes(kind, mood) {
  const y = kind === "frog" ? 31 : kind === "hood" ? 58 : 56;
  const xs = EYES[kind] ?? [38, 62];
  const ink = { screen: "#7df0e0", mask: "#fff" }[kind] ?? INK;
  if (mood === "joy") return xs.map((x) => line(`M${x - 7} ${y + 2}Q${x} ${y - 8} ${x + 7} ${y + 2}`, ink, 4.2)).join("");
  if (mood === "away") return xs.map((x) => line(`M${x - 7} ${y}Q${x} ${y + 5} ${x + 7} ${y}`, ink)).join("");
  const white = ["owl", "frog", "one"].includes(kind) || mood === "shock";
  const ball = { one: 17, owl: 14 }[kind] ?? 11;
  const look = mood === "think" ? 3 : 0;
  const size = ({ one: 9, owl: 7 }[kind] ?? 4.9) * (mood === "shock" ? 0.72 : 1);
  const pupil = white && kind === "mask" ? INK : ink;
  const light = kind === "mask" && !white ? INK : "#fff";
  return xs.map((x) => {
    if (kind === "almond" && mood !== "shock") {
      return `<ellipse cx="${x}" cy="${y}" rx="9" ry="12" transform="rotate(${x < 50 ? 24 : -24} ${x} ${y})" fill="${INK}"/>${dot(x - 2, y - 4, 3, "#fff")}`;
    }
    const shine = kind === "screen" ? "" : dot(x + look + size * 0.34, y - look * 0.7 - size * 0.36, size * 0.34, light);
    const brow = mood === "sad" ? line(x < 50 ? `M${x - 8} ${y - 11}L${x + 5} ${y - 15}` : `M${x + 8} ${y - 11}L${x - 5} ${y - 15}`, ink, 3.2) : "";
    return (white ? dot(x, y, ball, "#fff") : "") + dot(x + look, y - look * 0.7, size, pupil) + shine + brow;
  }).join("");
}

const MOUTHS = { snout: 77, pig: 83, cheeks: 87, hood: 78, screen: 80, wizard: 80, none: 76 };

const MOODS = {
  joy: (y, w) => p(`M${50 - w} ${y - 3}H${50 + w}Q${50 + w} ${y + 11} 50 ${y + 11} ${50 - w} ${y + 11} ${50 - w} ${y - 3}Z`, "#5b1530")
    + p(`M${50 - w * 0.6} ${y + 6}Q50 ${y + 1} ${50 + w * 0.6} ${y + 6} 50 ${y + 13} ${50 - w * 0.6} ${y + 6}Z`, "#ff7b8a"),
  shock: (y) => `<ellipse cx="50" cy="${y + 2}" rx="5.5" ry="7.5" fill="#5b1530"/>`,
  sad: (y, w) => line(`M${50 - w * 0.8} ${y + 4}Q50 ${y - 5} ${50 + w * 0.8} ${y + 4}`, INK, 3.6),
  away: (y) => line(`M46 ${y}H54`, INK, 3.4),
  think: (y, w) => line(`M${50 - w * 0.5} ${y + 1}Q52 ${y + 3} ${50 + w * 0.7} ${y - 2}`, INK, 3.6),
  calm: (y, w) => line(`M${50 - w} ${y - 2}Q50 ${y + 8} ${50 + w} ${y - 2}`, INK, 3.6),
};

function mouth(kind, front, mood) {
  if (front === "beak") return ["shock", "joy"].includes(mood) ? p("M43 68Q50 84 57 68Z", "#a33b12") : "";
  const frog = kind === "frog";
  return MOODS[mood](MOUTHS[front] ?? (frog ? 68 : 77), frog ? 24 : front === "cheeks" ? 6 : 10);
}

const blush = (y, fill, more = "") => `<g fill="${fill}" ${more}><circle cx="27" cy="${y}" r="6"/><circle cx="73" cy="${y}" r="6"/></g>`;
const rosy = blush(70, "#e8836b", 'fill-opacity=".45"');
const OWN = {
  shark: p("M30 70Q50 84 70 70L66 86Q50 96 34 86Z", "#fff"),
  bunny: blush(68, "#ffc4d3") + p("M46 80H54V87Q50 90 46 87Z", "#fff"),
  ghost: blush(66, "#d8c9ff"),
  squid: p("M16 96Q24 84 33 96T50 96 67 96 84 96V130H16Z", "#f9a8cf"),
  cactus: line("M38 26V34M50 22V30M62 28V34M36 88V96M64 86V94", "#8fdcb8", 3.4),
  lion: p("M45 66H55L50 72Z", INK),
  student: rosy, toad: rosy, pirate: rosy,
};

/** A face, 0 to 23; `mood`: calm, think, joy, shock, sad or away; `seat`: by it computer players differ. */
export const face = (which, mood = "calm", seat = 0) =>
  once(`face ${which} ${mood} ${which === ROBOT ? seat : ""}`, () => portrait(which, mood, seat));

function portrait(which, mood, seat) {
  const [name, ground, a, b, head, behind, front, eye, worn = "none"] = KINDS[which % KINDS.length];
  const [near, far] = name === "panda" ? [b, b] : name === "pig" ? [b, a] : [a, b];
  const back = which === ROBOT ? KINDS[(seat * 7 + ROBOT) % KINDS.length][1] : ground;
  const zz = mood === "away" ? line("M70 16H82L70 30H82", "#1f1530", 5) : "";
  return picture("face", "0 0 100 100", `<rect width="100" height="100" fill="${back}"/>` +
    `<g transform="translate(50 58) scale(.82) translate(-50 -55)">${BEHIND[behind]?.(near, far) ?? ""}${p(HEADS[head], a)}${FRONT[front]?.(a, b) ?? ""}${OWN[name] ?? ""}` +
    `${worn === "shades" ? "" : eyes(eye, mood)}${WORN[worn]?.() ?? ""}${mouth(eye, front, mood)}</g>${zz}`);
}

/** The face of each seat: the one that the server says; where it says none, one by the name, the next free for people. */
export function facesOf(occupants) {
  const taken = new Set([ROBOT, ...occupants.map((one) => one?.face)]);
  return occupants.map((one) => {
    if (!one) return null;
    if (Number.isInteger(one.face)) return one.face;
    if (one.bot) return ROBOT;
    let which = [...one.name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 0) % KINDS.length;
    while (taken.has(which)) which = (which + 1) % KINDS.length;
    taken.add(which);
    return which;
  });
}
