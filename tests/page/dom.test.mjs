import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { h, render, soon } from "../../server/uno_server/web/page/dom.js";

/** As much of a document as `render` asks for; what leaves it, or is moved, loses the focus as in a browser. */
export class Node {
  constructor(page, name) {
    Object.assign(this, { ownerDocument: page, localName: name, parentElement: null, childNodes: [], data: "" });
    Object.assign(this, { attributes: {}, listeners: {}, style: { setProperty() {} } });
    if (name === "input" || name === "select") this.value = "";
  }
  get firstChild() { return this.childNodes[0] ?? null; }
  get nextSibling() { return this.beside(1); }
  get nextElementSibling() { return this.beside(1); }
  get previousElementSibling() { return this.beside(-1); }
  get textContent() { return this.data + this.childNodes.map((child) => child.textContent).join(""); }
  beside(step) { return this.parentElement?.childNodes[this.parentElement.childNodes.indexOf(this) + step] ?? null; }
  insertBefore(node, before) {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentElement = this;
  }
  appendChild(node) { this.insertBefore(node, null); }
  remove() {
    if (this.contains(this.ownerDocument.activeElement)) this.ownerDocument.activeElement = null;
    if (this.parentElement) this.parentElement.childNodes = this.parentElement.childNodes.filter((one) => one !== this);
    this.parentElement = null;
  }
  contains(node) { return node === this || (node !== null && node.parentElement !== null && this.contains(node.parentElement)); }
  matches() { return this.localName === "button"; }
  querySelectorAll() {
    return this.childNodes.flatMap((node) => [node, ...node.querySelectorAll()]).filter((node) => node.matches());
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(type, call) { this.listeners[type] = new Set(this.listeners[type]).add(call); }
  click() { for (const call of this.listeners.click ?? []) call({ type: "click", currentTarget: this }); }
  focus() { this.ownerDocument.activeElement = this; }
}

const page = { activeElement: null, createElement: (name) => new Node(page, name) };
page.createElementNS = (_space, name) => page.createElement(name);
page.createTextNode = () => page.createElement("#text");
let root = null;

const buttons = (...keys) => keys.map((key) => h("button", { key }, key));
const at = (place) => root.childNodes[place];

beforeEach(() => {
  page.activeElement = null;
  root = page.createElement("main");
});

test("what stays is the same element, wherever it comes to stand", () => {
  render(root, buttons("a", "b", "c"));
  const [a, b, c] = root.childNodes;
  render(root, buttons("c", "d", "a"));
  assert.deepEqual([at(0), at(2)], [c, a]);
  assert.equal(root.textContent, "cda");
  assert.equal(b.parentElement, null);
});

test("the focus stays on what has it, and goes to its neighbour when that is gone", () => {
  render(root, [buttons("a", "b", "c"), "words"]);
  at(1).focus();
  render(root, buttons("b", "c", "a"));
  assert.equal(page.activeElement, at(0));
  render(root, buttons("c", "a"));
  assert.equal(page.activeElement.textContent, "c");
});

test("what is typed stays until the described value changes", () => {
  render(root, h("input", { value: "ann" }));
  at(0).value = "anna";
  render(root, h("input", { value: "ann" }));
  assert.equal(at(0).value, "anna");
  render(root, h("input", { value: "" }));
  assert.equal(at(0).value, "");
});

test("an event is heard by whoever is described now, once", () => {
  const heard = [];
  for (const said of ["first", "second"]) render(root, h("button", { on: { click: () => heard.push(said) } }));
  at(0).click();
  render(root, h("button"));
  at(0).click();
  assert.deepEqual(heard, ["second"]);
});

test("attributes come and go, and those of aria say true and false", () => {
  render(root, h("button", { disabled: true, hidden: false, "aria-pressed": false, title: null }));
  assert.deepEqual(at(0).attributes, { disabled: "", "aria-pressed": "false" });
  render(root, h("button", { "aria-pressed": true }));
  assert.deepEqual(at(0).attributes, { "aria-pressed": "true" });
});

test("what comes together is drawn once, and the next drawing waits for a frame", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(performance, "now", () => now);
  let now = 0, drawn = 0;
  const draw = soon(() => { drawn += 1; });
  const after = (ms) => { now += ms; context.mock.timers.tick(ms); return drawn; };
  draw();
  draw();
  assert.deepEqual([after(3), after(1)], [0, 1]);
  draw();
  assert.deepEqual([after(15), after(1)], [1, 2]);
});

test("markup in a text is text", () => {
  render(root, h("p", {}, "<b>", 5, null, false, ["&", "x"]));
  assert.deepEqual(at(0).childNodes.map((node) => [node.localName, node.data]), ["<b>", "5", "&", "x"].map((text) => ["#text", text]));
});
