"""What the client in a terminal says, in each language, for the page to say the same."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from uno_client.core.forms import clash_text
from uno_client.core.model import Model
from uno_client.core.model.parts import SettingsPart
from uno_client.core.table_events import table_told
from uno_client.preferences import Preferences
from uno_client.structs import replace
from uno_client.wording import words
from uno_client.wording.rule_sets import in_vain, read_line, words_of
from uno_engine.clauses import CLAUSES
from uno_engine.language import _
from uno_engine.options import MEANINGLESS, values_of, with_options
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.rules import OWN, OWN_TEXT, TABLE, RulesRefused
from uno_protocol import messages as m
from uno_protocol import room as rooms
from uno_protocol.catalogues import ENGLISH, LANGUAGES, choose
from uno_protocol.text import clean
from uno_protocol.wording.options import value_text

BESIDE = (rooms.GameSeed, rooms.HandsShown)
"""What a log of the client leaves out, or tells elsewhere."""
LONGEST = 600
"""Of a game so many messages are told, to one of its three viewers."""
ARGS: Mapping[str, str | int] = {"card": "R5", "top": "B9", "colour": "R", "place": 2, "seconds": 3, "option": "uno"}
CLAUSES_NAMED = ("", "A2", "A3", "C7", "H1", "S4", "O7")


ODD = (
    *("", " ann ", "two  blanks", "line\nend\ttab", "<b>{x}%s&amp;", "\x1b[31mred", "\u202eback", "zero\u200bwidth"),
    *("\ufeff", "a" + "\u0301" * 9 + "b", "\u0301", "e\u200d\u0301", "\u3164", "\u1112\u1161\u11ab", "x\u00a0y"),
    *("bo\u1161", "bo\ud7b0", "\ud55c\u1161", "\ua960\ud7b0\ud7cb", "\ud55c\u0301\u1161"),
    "\U0001f469\u200d\U0001f680",
    *("\ue000", "\ufffe", "x" * 400, "\U0001f600" * 400, "\u2028", "a\u034f\u0301b", "\U000e0101", "a \u0301b"),
)


def cleaned() -> list[tuple[str, str]]:
    """Hostile texts, and what is shown of them."""
    return [(odd, clean(odd)) for odd in ODD]


LINES = (
    *("", "PARTY  mercy=20 ", "party mercy=20 mercy=0", "party jump_in=yes", "prty", "party mercey=20", "party mercy"),
    *("official uno_grace=-0", "official hand_size=07", "official decks=02", "official extra=01,0,0"),
    *("official deflect=yes mercy=20", 'official extra=0,0,2 own_text="Sing!"'),
    *("party mercy=15", "official mercy=40", "official mercy=41", "official players=3", "official players=5-2"),
    *(f"official {odd}" for odd in ("players=2-11", "players=2-", "extra=2,0,4", "extra=5,0,0", "extra=1,0")),
    *("official uno_grace=1.50", "official uno_grace=.5", "official uno_grace=10.1", "official forget_chance=0.3"),
    *("official uno=random_forget uno_caught_by=referee forget_chance=0.123456789", "official hand_size=16"),
    *("official goal=points target=5000", "official goal=points target=5001", "official target=300", "official =1"),
    *("official goal=with_score", "party goal=no_score", "official goal=with_scores"),
    *("official constructor=1", "constructor", "official hand_size=15", "street chains=yes"),
    "official hand_size=15 decks=2",
    *("official extra=1,1,3 customizable_rule=own", 'skyrus customizable_rule=own own_text=""', "no_mercy extra=0,0,0"),
    *(f"skyrus extra=1,0,{count}" for count in range(5)),
    *(f'skyrus customizable_rule=own own_text="{"x" * count}"' for count in (200, 201)),
    "party " + "mercy=20 " * 250,
    r'skyrus own_text="Say \"a\\b\"  twice" customizable_rule=own',
    'skyrus customizable_rule=own own_text="Sing \u202e!"',
    'skyrus customizable_rule=own own_text="\U0001f600 a\u0308"',
)


def lines() -> list[tuple[str, str | None, list[str]]]:
    """Lines of rules, and how they are written anew, None for one that is refused; words of it in vain."""
    told: list[tuple[str, str | None, list[str]]] = []
    for line in LINES:
        try:
            told.append((line, str(read_line(line)), in_vain(read_line(line).rules, words_of(line))))
        except ValueError:
            told.append((line, None, []))
    return told


def judged() -> list[tuple[Mapping[str, str], list[str], str]]:
    """Every preset with one option changed, which options mean nothing then, and what clashes."""
    told: list[tuple[Mapping[str, str], list[str], str]] = []
    for rules in PRESETS.values():
        usual = values_of(rules)
        for name, option in TABLE.items():
            for value in option.choices:
                options = {**usual, name: value}
                for texts in (options, {**options, OWN_TEXT: "Sing."}) if value == OWN else (options,):
                    try:
                        changed = with_options(rules, texts)
                    except RulesRefused as refused:
                        told.append((texts, [], clash_text(refused)))
                        continue
                    told.append((texts, [each for each, ignored in MEANINGLESS.items() if ignored(changed)], ""))
    return told


def told(games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """For each language the sentences of these games' entries, of refusals, and of options."""
    spoken = {}
    try:
        for language in LANGUAGES:
            choose(language)
            spoken[language] = {
                "events": [
                    list(_sentences(game["messages"][:LONGEST])) if at % 3 == at // 3 % 3 else []
                    for at, game in enumerate(games)
                ],
                "refusals": list(_refusals()),
                "options": [
                    (name, value, option.explain(value), value_text(name, value), _(option.title))
                    for name, option in TABLE.items()
                    for value in option.choices
                ],
                "presets": {name: _(text) for name, text in DESCRIPTIONS.items()},
            }
    finally:
        choose(ENGLISH)
    return spoken


def _sentences(messages: Sequence[Mapping[str, Any]]) -> Iterator[str | None]:
    """What a log would say for each entry; None for a snapshot."""
    model = Model(settings=SettingsPart(wants=Preferences(typed="off")))
    for plain in messages:
        if plain["t"] == "snapshot":
            yield None
            if model.table is not None and model.table.n == plain["n"] and "moved" not in plain:
                continue
            game, seat = plain.get("game"), plain.get("seat")
            snapshot = m.Snapshot(table=plain["table"], n=plain["n"], room=plain["room"], game=game, seat=seat)
            model, _acts = table_told(model, snapshot)
            continue
        before = model.phase
        entry = m.Entry(table=plain["table"], n=plain["n"], event=plain["event"])
        model, _acts = table_told(replace(model, play=replace(model.play, log=())), entry)
        line = next((line for line in model.play.log if line.event is not None), None)
        assert line is not None, plain
        marked = isinstance(line.event, rooms.ReadyChanged) and before is not rooms.RoomPhase.WAITING
        yield "" if marked or isinstance(line.event, BESIDE) else line.text


def _refusals() -> Iterator[tuple[dict[str, Any], str]]:
    """Every code with every clause that changes it, as the server words it, and what a player reads."""
    for code in words.ERRORS:
        for clause in CLAUSES_NAMED if code not in words.TOLD_BETTER else ("",):
            text = CLAUSES.get(clause, "The server's own sentence.")
            said = words.error_text(code, ARGS, text, clause=clause or None)
            yield {"code": code, "clause": clause or None, "args": ARGS, "text": text}, said
    for reason in words.NAMES:
        args = {"reason": reason}
        yield {"code": "name_rejected", "args": args}, words.error_text("name_rejected", args)
