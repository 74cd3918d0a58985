/** What the address of the page says. Pure. */

/** The table that a path such as `/tv/KXWM` names, in capitals; empty if none. */
export const codeOf = (path) => (/^\/(?:tv(?=\/|$)\/?)?([a-z0-9]*)\/?$/i.exec(path)?.[1] ?? "").toUpperCase();

/** What a link to another device says, such as `#Bo/042137`; or null. */
export function readMove(hash) {
  const [, name, code] = /^#(.+)\/(\d{6})$/.exec(hash) ?? [];
  try {
    return name ? { name: decodeURIComponent(name), code } : null;
  } catch {
    return null;
  }
}

export const socketUrl = ({ protocol, host }) => `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`;
