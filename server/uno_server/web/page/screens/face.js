/** Cards and colours as this table calls them: its fourth colour may be orange. */

import { card } from "../cards.js";
import { cardName, colourName, customTitle, isOrange } from "../sentences.js";

/** A card in words, a Customizable with its rule. @param {object} table @param {string} name @returns {string} */
export function cardText(table, name) {
  const rule = name === "WC" && table.game && table.game.custom;
  return cardName(name, isOrange(table)) + (rule ? ` (${customTitle(rule)})` : "");
}

/** A card as a picture without a name. @param {object} table @param {string} name @param {object} [look] of `card` */
export const face = (table, name, look = {}) => card(name, { orange: isOrange(table), ...look });

/** The name of a colour. @param {object} table @param {?string} colour @returns {string} */
export const colourText = (table, colour) => colourName(colour, isOrange(table));
