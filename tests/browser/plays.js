// A player in a hurry: presses whatever leads on, without a thought.
(() => {
  const WISHES = [
    "#ready.main", "#start.main:not(:has(small))", ".next .main", // until all are there, and between rounds
    ".calls button", ".uno.call", ".ballot .rule:not([aria-disabled])", // who forgot UNO, UNO, a vote
    ".answers .colour", ".hand .may", ".ask .answers .main", ".ask .answers button:not([aria-keyshortcuts=Escape])", ".stock.can",
  ];
  const pressed = new WeakMap();
  const step = () => {
    for (const wish of WISHES) {
      const choices = [...document.querySelectorAll(wish)].filter((one) =>
        !one.textContent.startsWith("Rematch") && !(performance.now() - pressed.get(one) < 300));
      if (choices.length) {
        const one = choices[Math.floor(Math.random() * choices.length)];
        pressed.set(one, performance.now());
        one.click();
        return;
      }
    }
  };
  setInterval(step, 20);
})();
