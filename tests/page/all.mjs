/** All tests of the page's modules, in one process of Node.js. Environment: UNO_GAMES, a file of `test_modules.py`. */

import { readFileSync, readdirSync } from "node:fs";
import { read } from "../../server/uno_server/web/page/book.js";

read(JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8")).BOOKS.en);
const here = new URL(".", import.meta.url);
for (const name of readdirSync(here)) if (name.endsWith(".test.mjs")) await import(new URL(name, here));
