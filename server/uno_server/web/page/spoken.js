/** The languages, for the page. Made by scripts/generate.py. */

/** The languages that there are words of, by code. */
export const SPOKEN = {
  "en": "English",
  "de": "Deutsch",
};
