/** All tests of the page's modules, in one process of Node.js. Environment: UNO_GAMES, a file of `test_modules.py`. */

import { readdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
for (const name of readdirSync(here)) if (name.endsWith(".test.mjs")) await import(new URL(name, here));
