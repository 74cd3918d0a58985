/** Which rules do not go together, for the page. Made by scripts/generate.py. */

/** What makes an option meaningless: of another option a pattern of its values; any of them does. */
export const MEANINGLESS = {
  "first_reverse": {"first_card": "^number$"},
  "wild_draw_four_needs": {"wild_draw_four": "^free$"},
  "challenge_reveal": {"wild_draw_four": "^(?!bluff$)"},
  "uno_caught_by": {"uno": "^(automatic|off)$"},
  "forget_chance": {"uno": "^(?!random_forget$)"},
  "uno_grace": {"uno": "^(?!call$)"},
  "customizable_rule": {"extra": ",0$"},
  "target": {"goal": "^(?!low_points$|points$)"},
  "deflect": {"stacking": "^off$"},
  "uno_after_swap": {"uno": "^(?!call$)", "uno_penalty": "^0$"},
  "chain_actions": {"chains": "^no$"},
  "own_text": {"extra": ",0$", "customizable_rule": "^(?!own$)"},
};

/** Which options clash: the one to name, of each a pattern of their values (null: numbers), (the preset). */
export const CLASHES = [
  ["players", null],
  ["hand_size", null],
  ["chains", {"stacking": "^(?!off$)", "chains": "^yes$"}],
  ["chains", {"chains": "^yes$", "seven_zero": "^(?!no$)"}],
  ["chains", {"chains": "^yes$", "jump_in": "^yes$"}],
  ["chains", {"extra": "^(?!0,0,0$)", "chains": "^yes$"}],
  ["chains", {"chains": "^yes$", "doubles": "^(?!no$)"}],
  ["stacking", {"draw_two_on_wild_draw_four": "^no$", "stacking": "^any$"}],
  ["stacking", {"draw_two_on_wild_draw_four": "^no$", "stacking": "^any_colour$"}],
  ["customizable_rule", {"customizable_rule": "^own$", "own_text": "^$"}],
  ["first_card", {"first_card": "^dealer$", "first_reverse": "^turns_only$"}],
  ["uno", {"uno": "^random_forget$", "uno_caught_by": "^opponent$"}],
  ["extra", {"extra": ",(0|4)$"}, "skyrus"],
];
