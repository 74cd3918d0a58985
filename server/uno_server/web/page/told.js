/** What is told, for the page. Made by scripts/generate.py. */

/** The colours, by letter. */
export const COLOURS = {
  "R": "red",
  "Y": "yellow",
  "G": "green",
  "B": "blue",
};

/** The symbols of cards. */
export const RANKS = {
  "S": "Skip",
  "R": "Reverse",
  "+2": "Draw Two",
  "W": "Wild",
  "W+4": "Wild Draw Four",
  "WS": "Swap Hands",
  "WX": "Shuffle Hands",
  "WC": "Customizable",
};

/** The places up to ten. */
export const ORDINALS = [
  "1st",
  "2nd",
  "3rd",
  "4th",
  "5th",
  "6th",
  "7th",
  "8th",
  "9th",
  "10th",
];

/** How long computer players take. */
export const PACES = {
  "calm": "calm computer players",
  "normal": "computer players at normal pace",
  "brisk": "brisk computer players",
};

/** What each reaction says. */
export const REACTIONS = {
  "nice": "Nice!",
  "haha": "Haha!",
  "wow": "Wow!",
  "oops": "Oops!",
  "sorry": "Sorry!",
  "thanks": "Thanks!",
  "hurry": "Hurry up!",
  "good_game": "Good game!",
};

/** What the records of a tally are called. */
export const RECORDS = {
  "caught": "UNOs caught",
  "biggest": "Biggest hand",
  "longest": "Most cards at once",
};
