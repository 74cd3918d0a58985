"""Options of a table in words: what a form shows instead of the values that are sent."""

from collections.abc import Callable, Iterable, Mapping

from uno_engine.customizable import RULES
from uno_engine.language import N_, _, decimal
from uno_engine.options import differences, value_word, with_options
from uno_engine.presets import preset
from uno_engine.rules import OWN, TABLE, VOTE, RulesRefused
from uno_protocol.labels import worded
from uno_protocol.sentences import cards_text, points_text
from uno_protocol.text import clean


def preset_text(preset: str) -> str:
    """A preset as players read it: `no mercy`. Where it is typed it has its own name."""
    return clean(preset).replace("_", " ")


_IN_SHORT: Mapping[str, str] = {
    "official": N_("108 cards, bluffs, catching UNO"),
    "quickplay": N_("ten cards, chains of plays"),
    "classic113": N_("113 cards, swaps, for points"),
    "street": N_("penalties passed on, orange"),
    "computer": N_("the game says UNO for you"),
    "skyrus": N_("Swap Hands, for points"),
    "party": N_("sevens, zeros, jump in"),
    "no_mercy": N_("growing penalties"),
    "tournament": N_("one second to call UNO"),
    "first_game": N_("an easy start"),
}


def in_short(preset: str) -> str:
    """What a preset is like, in a few words; empty if it is not known here."""
    return _(_IN_SHORT[preset]) if preset in _IN_SHORT else ""


def option_text(option: str, value: str) -> str:
    """An option and its value as players read them: `Stacking penalties: any on any`."""
    return f"{_(TABLE[option].title)}: {value_text(option, value)}"


def value_text(option: str, value: str) -> str:
    """A value as players read it, such as `left of the dealer`; of what is not known here the value itself."""
    said = _SAID.get(option)
    try:
        return value_word(value) if said is None else said(value)
    except ValueError:  # what is being typed is no value yet
        return value


def meant(option: str, value: str) -> str:
    """What may have been meant by a value that an option does not take, such as ` (did you mean any?)`; else empty."""
    return near(value, (*TABLE[option].choices, *TABLE[option].also)) if option in TABLE else ""


def differing(name: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """What differs from a preset under these options, as a host has changed them, perhaps back again.

    The options themselves where they are not known here.
    """
    try:
        return differences(with_options(preset(name), options), preset(name))
    except RulesRefused:  # of a newer server
        return options


def near(word: str, known: Iterable[str]) -> str:
    """Which known word may have been meant, in brackets; empty where none is like it, or where it is known."""
    from difflib import get_close_matches

    words = {each.casefold(): each for each in known if not each[:1].isdigit()}
    found = [] if word in words.values() else get_close_matches(word.casefold(), words, 1)
    return " " + _("(did you mean {word}?)").format(word=words[found[0]]) if found else ""


def _worded(option: str) -> Callable[[str], str]:
    words = TABLE[option].words
    return lambda value: _(words[value]) if value in words else value_word(value)


def _players(value: str) -> str:
    least, most = value.split("-")
    return _("{least} to {most}").format(least=least, most=most)


def _extra(value: str) -> str:
    names = (N_("{n} Swap"), N_("{n} Shuffle"), N_("{n} Custom"))
    said = [_(name).format(n=count) for name, count in zip(names, value.split(","), strict=True) if int(count)]
    return ", ".join(said) or _("none")


def _seconds(value: str) -> str:
    return worded("n_seconds", n=decimal(value)) if float(value) else _("none")


def _rule(value: str) -> str:
    if value == OWN:
        return _("the host's own rule")
    return _("put to the vote") if value == VOTE else _(RULES[value].title) if value in RULES else value_word(value)


_SAID: Mapping[str, Callable[[str], str]] = {
    **{name: _worded(name) for name, option in TABLE.items() if option.words},
    "players": _players,
    "extra": _extra,
    **dict.fromkeys(
        ("hand_size", "uno_penalty", "false_uno_penalty", "out_of_turn_penalty"), lambda value: cards_text(int(value))
    ),
    "forget_chance": lambda value: _("{n}%").format(n=decimal(f"{float(value) * 100:g}")),
    "uno_grace": _seconds,
    "customizable_rule": _rule,
    "mercy": lambda value: cards_text(int(value)) if int(value) else _("off"),
    "own_text": lambda value: _("“{text}”").format(text=value) if value else _("none"),
    "target": lambda value: points_text(int(value)),
}
