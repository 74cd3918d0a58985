/** What the address of the page says. Pure. */

/** What a path such as `/`, `/KXWM`, `/tv/KXWM` says; `code` in capital letters, empty if there is none. */
export function readPath(path) {
  const [, tv, code] = /^\/(tv(?=\/|$)\/?)?([a-z0-9]*)\/?$/i.exec(path) ?? [];
  return { code: (code ?? "").toUpperCase(), tv: Boolean(tv) };
}

/** What the link to another device says behind its `#`, such as `#Bo/042137`; or null. */
export function readMove(hash) {
  const [, name, code] = /^#(.+)\/(\d{6})$/.exec(hash) ?? [];
  try {
    return name ? { name: decodeURIComponent(name), code } : null;
  } catch {
    return null;
  }
}

/** The path of a table, or of the list of tables. */
export const pathOf = (code = "") => `/${code}`;

/** Where the server's WebSocket is; `place`: such as `location`. */
export const socketUrl = ({ protocol, host }) => `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`;
