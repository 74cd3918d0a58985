/** Drawing: an element changed until it shows what is described (README.md). Text comes only into text nodes. */

const TOGETHER = 4; // milliseconds
const FRAME = 16;
const SVG = "http://www.w3.org/2000/svg";
/** What is drawn now: node -> the description it shows. */
const shown = new WeakMap();

export const h = (tag, attributes, ...children) =>
  ({ tag, name: attributes?.key === undefined ? tag : `${tag} ${attributes.key}`, attributes: attributes || {}, children: flat(children) });

const flat = (children) => children.flat(Infinity)
  .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
  .map((child) => (typeof child === "object" ? child : String(child)));

export function render(root, description) {
  const page = root.ownerDocument;
  const focused = page.activeElement;
  const reached = focused && focused !== root && root.contains(focused) ? [...root.querySelectorAll(REACHED)] : [];
  const made = [];
  children(root, flat([description]), made);
  const lost = reached.length && (focused !== page.activeElement || focused.disabled);
  if (lost) around(focused, reached, root)?.focus({ preventScroll: true });
  for (const [node, call] of made) call(node);
}

const REACHED = "button, a[href], input, select, textarea, summary, [tabindex]";

/** Where the focus goes if an element has lost it: itself, then what is nearest to it, of two the one after it. */
function around(focused, all, root) {
  const here = all.indexOf(focused) + 0.1;
  const near = all.map((node, at) => ({ node, far: Math.abs(at - here) })).sort((one, other) => one.far - other.far);
  return near.find(({ node }) => root.contains(node) && !node.disabled)?.node;
}

function children(parent, wanted, made) {
  const now = parent.childNodes;
  if (now.length === wanted.length && wanted.every((child, k) => nameOf(child) === nameOf(shown.get(now[k])))) {
    wanted.forEach((child, k) => update(now[k], child, made));
    return;
  }
  const free = new Map();
  for (const node of now) {
    const name = nameOf(shown.get(node));
    if (!free.has(name)) free.set(name, []);
    free.get(name).push(node);
  }
  const nodes = wanted.map((child) => (free.get(nameOf(child)) || []).shift() || create(child, parent, made));
  for (const left of free.values()) for (const node of left) node.remove();
  let at = parent.firstChild;
  nodes.forEach((node, index) => {
    if (node === at) at = at.nextSibling;
    else if (at && at.nextSibling === node) {
      parent.appendChild(at); // one that comes later: everything else can stay where it is
      at = node.nextSibling;
    } else parent.insertBefore(node, at);
    update(node, wanted[index], made);
  });
}

/** What is not ours has none. */
const nameOf = (description) => (typeof description === "string" ? "#text" : description?.name ?? "");

function create(description, parent, made) {
  const page = parent.ownerDocument;
  if (typeof description === "string") return page.createTextNode("");
  const { tag, attributes } = description;
  const drawn = tag === "svg" || parent.namespaceURI === SVG;
  const node = drawn ? page.createElementNS(SVG, tag) : page.createElement(tag);
  if (attributes.made) made.push([node, attributes.made]);
  return node;
}

function update(node, description, made) {
  const before = shown.get(node);
  if (before === description) return;
  shown.set(node, description);
  if (typeof description === "string") {
    node.data = description;
    return;
  }
  const { attributes } = description;
  const old = before ? before.attributes : {};
  for (const type of Object.keys(attributes.on ?? {})) if (!old.on?.[type]) node.addEventListener(type, heard);
  children(node, description.children, made); // before the attributes: the value of a select needs its options
  for (const name in attributes) set(node, name, attributes[name] ?? null, old[name] ?? null);
  for (const name in old) if (!(name in attributes)) set(node, name, null, old[name]);
}

function set(node, name, value, old) {
  if (name === "key" || name === "on" || name === "made") return;
  const bare = !name.startsWith("aria-");
  if (name === "style") {
    for (const each of Object.keys({ ...old, ...value })) {
      if (old?.[each] !== value?.[each]) node.style.setProperty(each, String(value?.[each] ?? ""));
    }
  } else if (name === "value" && "value" in node) {
    const text = String(value ?? "");
    if (value !== old || (node.localName === "select" && node.value !== text)) node.value = text;
  } else if (name === "checked") node.checked = Boolean(value);
  else if (value === null || (value === false && bare)) node.removeAttribute(name);
  else if (value !== old) node.setAttribute(name, value === true && bare ? "" : String(value));
}

/** The one listener, so that a redraw changes none. */
const heard = (event) => shown.get(event.currentTarget)?.attributes.on?.[event.type]?.(event);

/** Runs `call` soon: once for what comes together, at most once a frame; by a timer, as hidden pages have no frames. */
export function soon(call) {
  let due = false, next = 0;
  return () => {
    if (due) return;
    due = true;
    setTimeout(() => {
      [due, next] = [false, performance.now() + FRAME];
      call();
    }, Math.max(TOGETHER, next - performance.now()));
  };
}

/** Calls with width, height and left padding, now and whenever the size is another. */
export function onResize(node, call) {
  let last = "";
  new ResizeObserver(() => {
    const now = [node.clientWidth, node.clientHeight, parseFloat(getComputedStyle(node).paddingLeft) || 0];
    if (now.join() === last || !now[0] || !now[1]) return;
    last = now.join();
    call(...now);
  }).observe(node);
}
