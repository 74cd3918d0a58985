/** Keys, and where the focus is: on a phone no keyboard comes up by itself. */

const HOVERS = matchMedia("(hover: hover)"); // a mouse, so a keyboard too
const places = new Map(); // of each view that was left, what had the focus, and how far down it was
let wanted = "";

const called = (control) => control.id || control.getAttribute("aria-label") || control.textContent;

/** The focus goes to the element of that id after the next drawing. */
export function want(id) {
  wanted = id;
}

export const leave = (view) => places.set(view, { control: called(document.activeElement), y: window.scrollY });

/** The focus goes where something new is, and back where it was; `before`: the view drawn before this one. */
export function focus(app, view, before) {
  const there = wanted && document.getElementById(wanted);
  wanted = "";
  if (there) there.focus();
  else if (view !== before && (before || HOVERS.matches)) {
    const { control, y = 0 } = places.get(view) ?? {};
    const back = control && [...app.querySelectorAll("button, summary")].find((each) => called(each) === control);
    const start = back || (HOVERS.matches && app.querySelector("[data-first]")) || document.getElementById("question") || document.getElementById("title");
    start?.focus({ preventScroll: true });
    if (before) scrollTo(0, back ? y : 0);
  }
}

/** A letter presses the control that it stands in (`aria-keyshortcuts`). */
export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio], [type=range]), select, textarea");
    if (typing && event.key !== "Escape") return;
    if (event.repeat) {
      if (event.key === "Enter") event.preventDefault(); // it would press again what has the focus
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const control = [...app.querySelectorAll("[aria-keyshortcuts]")].find((each) =>
      !each.disabled && each.getAttribute("aria-keyshortcuts").split(" ").includes(key));
    if (!control) return;
    event.preventDefault();
    control.click();
  });
}

export function spare(app) {
  for (const each of app.querySelectorAll("[aria-keyshortcuts]:not([aria-keyshortcuts=Escape])")) each.removeAttribute("aria-keyshortcuts");
}
