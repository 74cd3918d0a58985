/** Which rules do not go together, for the page. Made by scripts/generate.py. */

/** Which options clash: the one to name, of each a pattern of their values, the reason, (the preset). */
export const CLASHES = [
  ["chains", {"stacking": "^(?!off$)", "chains": "^yes$"}, "does not go with stacking"],
  ["chains", {"chains": "^yes$", "seven_zero": "^(?!no$)"}, "does not go with seven_zero"],
  ["chains", {"chains": "^yes$", "jump_in": "^yes$"}, "does not go with jump_in"],
  ["chains", {"extra": "^(?!0,0,0$)", "chains": "^yes$"}, "does not go with extra cards"],
  ["chains", {"chains": "^yes$", "doubles": "^(?!no$)"}, "does not go with playing doubles"],
  ["stacking", {"draw_two_on_wild_draw_four": "^no$", "stacking": "^any$"}, "any does not go with draw_two_on_wild_draw_four=no"],
  ["stacking", {"draw_two_on_wild_draw_four": "^no$", "stacking": "^any_colour$"}, "this value needs Draw Twos to be allowed on a Wild Draw Four"],
  ["customizable_rule", {"customizable_rule": "^own$", "own_text": "^$"}, "write the host's own rule first"],
  ["first_card", {"first_card": "^dealer$", "first_reverse": "^turns_only$"}, "dealer does not go with first_reverse=turns_only"],
  ["uno", {"uno": "^random_forget$", "uno_caught_by": "^opponent$"}, "random_forget does not go with uno_caught_by=opponent"],
  ["extra", {"extra": ",(0|4)$"}, "these rules take one to three Customizable cards", "skyrus"],
];
