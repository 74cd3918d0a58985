/** Text from strangers, made harmless: one visible line, as the client in a terminal shows it. */

const LONGEST = 300;
const MOST_MARKS = 3;
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const BLANK = /[\t-\r\u001c-\u001f\u0085\u2028\u2029\p{Zs}]/u;
const MARK = /\p{M}/u;
const JOINING = /[\u1161-\u11ff\ud7b0-\ud7ff]/u;
const HANGUL = /[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]/u;
const GONE =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\u{16fe4}\u{1d159}\u{e0100}-\u{e01ef}]/u;

/** A text without what could reverse the line, hide, or pile up; runs of blanks are one, and a long one is cut. */
export function clean(text, longest = LONGEST) {
  if (text.length <= longest && PLAIN.test(text)) return text;
  let kept = "";
  let marks = 0;
  for (const letter of [...text.slice(0, longest * 16)].slice(0, longest * 8).join("").normalize("NFC")) {
    if (BLANK.test(letter)) kept += " ";
    else if (GONE.test(letter)) continue;
    else if (MARK.test(letter) || JOINING.test(letter)) {
      const last = kept.slice(-1) || " ";
      marks += 1;
      if ((JOINING.test(letter) ? HANGUL.test(last) : last !== " ") && marks <= MOST_MARKS) kept += letter;
      continue;
    } else kept += letter;
    marks = 0;
  }
  const line = [...kept.split(" ").filter(Boolean).join(" ").normalize("NFC")];
  return line.length <= longest ? line.join("") : `${line.slice(0, longest - 1).join("")}…`;
}

/** A message with every text in it cleaned, keys too. */
export function cleanTree(value) {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map(cleanTree);
  if (value === null || typeof value !== "object") return value;
  const made = Object.create(null);
  for (const key of Object.keys(value)) made[clean(key)] = cleanTree(value[key]);
  return made;
}

/** A message so; the lines of a record are cleaned when they are read, as its digest counts every byte. */
export const cleaned = (message) => (message.t === "record" ? message : cleanTree(message));
