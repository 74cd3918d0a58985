/** What the address of the page says. Pure. */

/**
 * @param {string} path such as `/`, `/KXWM`, `/tv/KXWM`
 * @returns {{code: string, tv: boolean}} `code` in capital letters, empty if there is none
 */
export function readPath(path) {
  const [, tv, code] = /^\/(tv(?=\/|$)\/?)?([a-z0-9]*)\/?$/i.exec(path) ?? [];
  return { code: (code ?? "").toUpperCase(), tv: Boolean(tv) };
}

/**
 * What the link to another device says behind its `#`, such as `#Bo/042137`.
 * @param {string} hash
 * @returns {?{name: string, code: string}}
 */
export function readMove(hash) {
  const [, name, code] = /^#(.+)\/(\d{6})$/.exec(hash) ?? [];
  try {
    return name ? { name: decodeURIComponent(name), code } : null;
  } catch {
    return null;
  }
}

/** The path of a table, or of the list of tables. @param {string} [code] @returns {string} */
export function pathOf(code) {
  return `/${code ?? ""}`;
}

/**
 * Where the server's WebSocket is.
 * @param {{protocol: string, host: string}} place such as `location`
 * @returns {string}
 */
export function socketUrl({ protocol, host }) {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`;
}
