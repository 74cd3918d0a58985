/** Drawings become elements, and no two people at a table wear one face. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { card, colourHelp } from "../../server/uno_server/web/page/cards.js";
import { drawn } from "../../server/uno_server/web/page/drawing.js";
import { face, facesOf } from "../../server/uno_server/web/page/faces.js";
import { sign } from "../../server/uno_server/web/page/lettering.js";

const count = ({ children }) => children.reduce((sum, each) => sum + count(each), 1);

test("a drawing becomes elements within each other", () => {
  const made = drawn('<g fill="red"><path d="M0 0"/><circle r="2"/></g><rect x="1"/>');
  assert.deepEqual(made.map(({ tag, children }) => [tag, children.map((each) => each.tag)]), [["g", ["path", "circle"]], ["rect", []]]);
  assert.equal(made[0].attributes.fill, "red");
});

test("every card differs from every other, with colour help too, by no letter, and is drawn with less than 60 elements", () => {
  const ranks = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"];
  const names = [..."RYGB"].flatMap((colour) => ranks.map((rank) => colour + rank)).concat("W", "W+4", "WS", "WX", "WC");
  const letters = [..."RYGB"].map((letter) => / d="([^"]+)"/.exec(sign(letter, 0, 0, 100, "#000"))[1]); // which differ by language
  for (const on of [true, false]) {
    colourHelp(on);
    const made = names.map((name) => JSON.stringify(card(name)));
    assert.equal(new Set(made).size, names.length);
    assert.ok(!letters.some((letter) => made.join().includes(letter)));
    for (const name of names) assert.ok(count(card(name)) < 60, `${name}: ${count(card(name))}`);
  }
  assert.equal(new Set(["R", "Y", "G", "B", null].map((named) => JSON.stringify(card("W+4", { named })))).size, 5);
});

test("what is drawn again is the same description, which costs nothing to render", () => {
  assert.equal(card("R5").children[0], card("R5", { size: "small" }).children[0]);
  assert.equal(face(3, "joy"), face(3, "joy", 2));
});

test("24 faces with six moods each differ from each other", () => {
  const moods = ["calm", "think", "joy", "shock", "sad", "away"];
  const made = new Set(moods.flatMap((mood) => Array.from({ length: 24 }, (_, k) => JSON.stringify(face(k, mood)))));
  assert.ok(made.size >= 24 * 6 - 4, `${made.size}`); // beaks and snouts have fewer mouths
});

test("a seat wears the face that the server says; without one, people differ, and computers are robots", () => {
  const given = [{ name: "Anna", face: 3 }, { name: "Ben", face: 9 }];
  assert.deepEqual(facesOf(given), [3, 9]);
  const many = facesOf(Array.from({ length: 8 }, () => ({ name: "Anna" })));
  assert.equal(new Set(many).size, 8);
  assert.ok(!many.includes(5));
  assert.deepEqual(facesOf([null, { name: "Abacus", bot: "hard" }]), [null, 5]);
});
