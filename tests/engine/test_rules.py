"""What a table can vary, which options clash, and how rule sets are told apart."""

import pytest

from tests.engine.tables import official
from uno_engine.options import differences, fingerprint, options_of, with_options, write_value
from uno_engine.presets import preset
from uno_engine.reading import of_type
from uno_engine.rules import OPTIONS, TABLE, RuleSet, RulesRefused, check, deck_size


def test_differences_name_the_options_that_differ() -> None:
    assert differences(official(goal="points", hand_size="5"), RuleSet()) == {"goal": "points", "hand_size": "5"}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_is_read_back_as_it_is_written(option: str) -> None:
    value = getattr(RuleSet(), option)
    assert TABLE[option].read(write_value(value)) == value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("hand_size", text) for text in ("0", "16", "-1", "7.0", "", "٣", "seven", "07")),
        *(("decks", text) for text in ("0", "3", "02")),
        *(("uno_penalty", text) for text in ("7", "-1", "+1")),
        *(("forget_chance", text) for text in ("1.1", "-0.1", "nan", "often")),
        *(("uno_grace", text) for text in ("10.5", "inf", "-0", "1e0", "+1", "1_0", " 1", "٣", "1.2.3")),
        *(("players", text) for text in ("2-", "two", "-4", "1-4", "2-11", "5-3")),
        *(("extra", text) for text in ("1,0", "5,0,0", "1,0,3,0", "a,b,c", "01,0,0")),
        ("voluntary_draw", "true"),
        ("goal", "fame"),
        ("goal", "with_score"),
        ("customizable_rule", "no such thing!"),
        ("target", "5001"),
        *(("mercy", text) for text in ("1", "15", "41", "x")),
        *(("own_text", text) for text in ("a" * 201, "a\u202eb")),
    ],
)
def test_a_value_that_an_option_does_not_take_is_refused_by_name(option: str, value: str) -> None:
    with pytest.raises(RulesRefused) as refused:
        with_options(RuleSet(), {option: value})
    assert refused.value.option == option
    assert refused.value.reason


def test_an_unknown_option_and_an_unknown_preset_are_refused() -> None:
    with pytest.raises(RulesRefused, match="there is no such option") as refused:
        with_options(RuleSet(), {"speed": "high"})
    assert (refused.value.option, refused.value.code) == ("speed", "unknown_option")
    with pytest.raises(RulesRefused) as refused:
        preset("nonsense")
    assert refused.value.code == "unknown_preset"


def test_five_cards_must_be_left_after_the_deal() -> None:
    check(official(hand_size="10"))  # 108 - 100 leaves 8
    check(official(players="2-9", hand_size="11"))  # 108 - 99 leaves 9
    assert deck_size(official(hand_size="15", decks="2")) == 216
    with pytest.raises(RulesRefused) as refused:
        official(hand_size="15")
    assert refused.value.code == "does_not_combine"


@pytest.mark.clause("N0")
def test_an_added_option_at_its_default_is_told_nobody_and_does_not_change_the_fingerprint() -> None:
    assert not {"deflect", "mercy", "own_text"} & options_of(RuleSet()).keys()
    changed = with_options(RuleSet(), {"mercy": "20"})
    assert options_of(changed)["mercy"] == "20"
    assert fingerprint(changed) != fingerprint(RuleSet())


@pytest.mark.clause("C15", "C16", "C17")
def test_the_goals_have_the_names_of_the_book_too() -> None:
    goals = [TABLE["goal"].word(name) for name in ("with_score", "no_score", "until_last")]
    assert goals == ["points", "single_round", "until_last"]


def test_an_option_whose_values_nobody_can_read_is_a_fault_of_its_declaration() -> None:
    with pytest.raises(TypeError, match="needs a reader"):
        of_type(0.5)
