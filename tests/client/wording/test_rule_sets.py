"""Sets of rules are shared as lines of text, and what is wrong in one is told."""

import pytest

from uno_client.wording.rule_sets import RuleLine, check_name, read_line, read_sets
from uno_engine.presets import PRESETS

SINGING = {"extra": "1,0,3", "customizable_rule": "own", "own_text": 'Say "don\'t" \\ sing: a=b'}


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("party mercy=20", RuleLine("party", {"mercy": "20"})),
        ("  PARTY   mercy=20 ", RuleLine("party", {"mercy": "20"})),
        ("party jump_in=yes mercy=0", RuleLine("party", {})),
        ("party goal=with_score", RuleLine("party", {"goal": "points"})),
        *((name, RuleLine(name, {})) for name in PRESETS),
        ('skyrus customizable_rule=own own_text="Everybody  sings"',
         RuleLine("skyrus", {"customizable_rule": "own", "own_text": "Everybody sings"})),
    ],
)  # fmt: skip
def test_a_line_says_the_preset_and_what_differs(line: str, made: RuleLine) -> None:
    assert read_line(line) == made


@pytest.mark.parametrize("options", [{"mercy": "20"}, SINGING])
def test_what_is_written_is_read_again(options: dict[str, str]) -> None:
    line = RuleLine("official", options)
    assert read_line(str(line)) == line


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "begins with a preset"),
        ("prty mercy=20", "there are no prty rules (did you mean party?)."),
        ("party mercey=20", "There is no rule mercey (did you mean mercy?)."),
        ("party mercy", "What value for mercy? For example: mercy=0"),
        ("party mercy=9", "mercy: takes 0, or a whole number from 16 to 40, not '9'."),
        ("party stacking=anny", "(did you mean any?)."),
        ("classic113 goal=with_scores", "(did you mean with_score?)."),
        ("quickplay doubles=same", "chains: does not go with playing doubles"),
        ("skyrus customizable_rule=own", "customizable_rule: "),
        ("skyrus extra=1,0,4", "extra: these rules take one to three Customizable cards."),
    ],
)
def test_what_is_wrong_in_a_line_is_told(line: str, told: str) -> None:
    with pytest.raises(ValueError) as fault:  # noqa: PT011  (the text is the matter)
        read_line(line)
    assert told in str(fault.value)


def test_a_saved_line_that_means_nothing_here_is_left_out() -> None:
    assert read_sets({"Friday": "party mercy=20", "newer": "space gravity=no"}) == {
        "Friday": RuleLine("party", {"mercy": "20"})
    }


@pytest.mark.parametrize("name", ["", "x" * 31, 'a"b', "party"])
def test_a_set_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(ValueError, match=r"name has|is a preset"):
        check_name(name)
