"""The help of a table tells its rules: every option, every card, and nothing without meaning there."""

from collections.abc import Mapping
from itertools import product

import pytest

from uno_engine.customizable import RULES
from uno_engine.explain import Section, explain, summary
from uno_engine.options import with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import TABLE, RuleSet, RulesRefused

BASES: tuple[Mapping[str, str], ...] = (
    {},
    {"goal": "points", "extra": "1,1,1"},
    {"uno": "random_forget", "uno_caught_by": "referee"},
    {"uno_caught_by": "referee"},
    {"decks": "2"},
    {"first_reverse": "dealer_starts"},
    {"stacking": "same"},
    {"chains": "yes"},
    {"extra": "0,0,1", "own_text": "Clap your hands."},
)
"""Rules to set one option in; each option has one among them in which all its choices make sense and matter."""

SILENT: tuple[tuple[str, Mapping[str, str]], ...] = (
    *((option, {"wild_draw_four": "free"}) for option in ("wild_draw_four_needs", "challenge_reveal")),
    *((option, {"uno": "automatic"}) for option in ("uno_caught_by", "uno_grace", "uno_penalty")),
    ("false_uno_penalty", {"uno": "off"}),
    *((option, {}) for option in ("forget_chance", "target", "deflect", "chain_actions")),
    ("customizable_rule", {"own_text": "Clap."}),
    ("uno_after_swap", {"uno_penalty": "0"}),
    ("first_reverse", {"first_card": "number"}),
)
"""Options, and what makes them meaningless."""


def text(rules: RuleSet, custom: str | None = None) -> str:
    return "\n".join(line for section in explain(rules, custom) for line in section.lines)


def lines(rules: RuleSet, title: str, custom: str | None = None) -> tuple[str, ...]:
    return next(section.lines for section in explain(rules, custom) if section.title == title)


def texts_with(option: str, base: Mapping[str, str]) -> list[str] | None:
    """The help under every choice of an option; None if a choice makes no sense on that base."""
    try:
        return [str(explain(with_options(RuleSet(), {**base, option: choice}))) for choice in TABLE[option].choices]
    except RulesRefused:
        return None


@pytest.mark.parametrize("option", TABLE)
def test_every_choice_of_an_option_reads_differently(option: str) -> None:
    found = [texts_with(option, base) for base in BASES]
    told = any(texts is not None and len(set(texts)) == len(texts) for texts in found)
    assert told, f"{option}: is `after` another option of its section?"


@pytest.mark.parametrize(("option", "base"), SILENT, ids=str)
def test_an_option_that_means_nothing_is_left_out(option: str, base: Mapping[str, str]) -> None:
    texts = texts_with(option, base)
    assert texts is not None
    assert len(set(texts)) == 1


@pytest.mark.parametrize(("name", "rule"), list(product(PRESETS, (None, *RULES))))
def test_the_help_of_every_preset_is_made_of_sentences(name: str, rule: str | None) -> None:
    sections = explain(PRESETS[name], rule)
    assert len({section.title for section in sections}) == len(sections)
    for section in sections:
        assert isinstance(section, Section)
        assert section.lines
        for line in section.lines:
            assert line.endswith((".", ":")), line
            assert line[0].isupper() or line[0].isdigit()
            assert "{" not in line
            assert "  " not in line


def test_a_summary_tells_each_difference_by_title_and_value() -> None:
    told = summary(with_options(preset("official"), {"stacking": "any", "hand_size": "5"}), "official")
    assert [(difference.option, difference.value) for difference in told.differs] == [
        ("hand_size", "5"),
        ("stacking", "any"),
    ]
    assert told.differs[0].means == "Everyone is dealt 5 cards."


@pytest.mark.clause("N5", "N12")
def test_the_help_tells_what_the_host_has_written_and_when_the_lowest_score_wins() -> None:
    own = {"extra": "0,0,1", "customizable_rule": "own", "own_text": "Clap your hands.", "goal": "low_points"}
    told = text(with_options(RuleSet(), own))
    assert "Customizable: You name the colour. Clap your hands." in told
    assert "Rounds go on until somebody has 500 points." in told
    assert "with enough points wins" not in told


def test_a_rule_of_the_customizable_cards_that_is_not_known_is_named_and_explained_as_such() -> None:
    """P-7.14: a receiver that does not know a name shows it as it is."""
    assert "everyone_sings: This program does not know its rule." in text(preset("classic113"), "everyone_sings")
