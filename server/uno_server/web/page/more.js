/** What is opened now and then: opening and changing a table, menus and settings. Fetched then (app.js). */
import { change, create } from "./screens/create.js";
import { device, menu, player, settings } from "./screens/menu.js";

export const OTHERS = { change, create, device, menu, player, settings };
