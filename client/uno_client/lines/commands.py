"""The commands of plain mode: one table of them, and how each typed line is read. Pure."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from uno_client.core import chat, replay
from uno_client.core.actions import dialogue
from uno_client.core.actions.action import Action, Who
from uno_client.core.actions.cards import read_colour, short
from uno_client.core.actions.dialogue import ROWS
from uno_client.core.actions.hand import CHAIN, HAND, SORT
from uno_client.core.actions.host import HOST
from uno_client.core.actions.lobby import no_rule
from uno_client.core.actions.play import PLAY, do
from uno_client.core.actions.seats import SEATS
from uno_client.core.actions.talk import TALK
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.core.requests import Step, still, want
from uno_client.core.standing import When, anywhere, in_play, in_round, own_position
from uno_client.lines import game_text, room_text
from uno_client.lines import replay as replaying
from uno_client.lines.replay import SLASH, bare
from uno_client.messages import Ask, Invite
from uno_client.preferences import NOTHING
from uno_client.structs import replace
from uno_client.wording.levels import LIKE, level_text, level_text_at
from uno_client.wording.rule_sets import RuleLine, check_name, in_place_of, read_line, read_sets, rename
from uno_client.wording.sanitize import clean
from uno_engine import decisions as asks
from uno_engine.actions import CanPlay, Listed
from uno_engine.cards import card
from uno_engine.explain import SECTIONS
from uno_engine.language import N_, _
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import TABLE
from uno_protocol import messages as net
from uno_protocol.labels import worded
from uno_protocol.room import with_text
from uno_protocol.wording.options import near

LOG_LINES = 10

Outcome = tuple[Step, Sequence[str]]
"""The step in the model, to be fed to the core, and the lines to print."""
Run = Callable[[Model, list[str]], Outcome]
"""Carries out a command with the words behind its name."""


class Command(Struct, frozen=True):
    """One command: how it is written, what it is for, what it does with the words behind its name, when it applies."""

    usage: str
    help: str
    run: Run
    applies: When = anywhere
    typing: str = ""
    """More about typing it."""
    says: Callable[[str], str] = str
    """Adds to what it is for whose it is."""

    @property
    def told(self) -> str:
        """Its purpose, in words."""
        said = self.says(_(self.help))
        return f"{said}; {_(self.typing)}" if self.typing else said


def tell(model: Model, *lines: str) -> Outcome:
    """An answer from what is known already."""
    return still(model), lines


def named(word: str) -> Command | None:
    """The command of that name, or of the short one."""
    name = word.lower()
    return COMMANDS.get(SHORT.get(name, name))


def command_in(line: str) -> Command | None:
    """The command that a line begins with; None if it is none."""
    words = bare(line).split(maxsplit=1)
    return named(words[0].rstrip("?")) if words else None


def obey(model: Model, line: str, shown: Sequence[Listed] = ()) -> Outcome:
    """Obey a line; `shown`: the list of choices that was shown last."""
    line = bare(line)
    if model.replay is not None and (retold := replaying.obey(model, line)) is not None:
        return retold
    words = line.split()
    if not words:
        return tell(model, *_choices(model))
    name, rest = words[0].lower().rstrip("?"), words[1:]
    if name.isascii() and name.isdigit():
        return _choose(model, shown, int(name) if len(name) < 4 else 0, rest)
    if name == CHAIN.name and rest and rest[0].isascii() and rest[0].isdigit():
        return _choose(model, shown, int(rest[0][:4]), rest[1:], CHAIN.name)
    command = named(name)
    if command is None and isinstance(model.waiting_for, asks.NameColour) and read_colour(model, name):
        return dialogue.command(model, ROWS["colour"], words), ()
    return tell(model, _no_command(words[0])) if command is None else command.run(model, rest)


def _choose(model: Model, shown: Sequence[Listed], at: int, rest: Sequence[str], row: str = "play") -> Outcome:
    """A number of the last list, with what may follow a card."""
    listed: Sequence[Listed] = offered(model)
    if model.hand.chain.cards:
        listed, row = model.hand.chain.follows or (), "chain"
    elif listed != shown or not listed:
        return tell(model, _("That list is out of date."), *_choices(model))
    if not 1 <= at <= len(listed):
        nothing, most = _("There's nothing to choose by number."), _("Choose a number from 1 to {most}.")
        return tell(model, most.format(most=len(listed)) if listed else nothing)
    chosen = listed[at - 1]
    if isinstance(chosen, CanPlay):
        return _begun(model, ROWS[row], [chosen.card.name, *rest])
    return (do(model, chosen), ()) if row == "play" else tell(model, _("That's not a card."))


def _choices(model: Model) -> list[str]:
    waited = game_text.choice_lines(model) or room_text.waiting_lines(model) or game_text.midgame_lines(model)[-1:]
    return waited or [_("There's nothing to choose now. {hints}").format(hints=_(game_text.HINT))]


def _begun(model: Model, action: Action, words: Sequence[str]) -> Outcome:
    """The action, with the choices where it only put cards together, or where nothing came of it."""
    step = dialogue.command(model, action, words)
    after, wanted, _commands = step
    if action not in HAND or wanted or after.question is not model.question:
        return step, ()
    if action is SORT:
        return step, [game_text.hand_line(after)] if after.notice is model.notice else ()
    return step, game_text.choice_lines(after, again=after.hand.chain.cards != model.hand.chain.cards)


def _no_command(word: str) -> str:
    return _("There's no command {word!r}. {hints}").format(word=word, hints=_(game_text.HINT))


def _shows(look: Callable[[Model], Sequence[str]]) -> Run:
    return lambda model, _words: tell(model, *look(model))


def _rules(model: Model, words: list[str]) -> Outcome:
    """The rules of your table; in the lobby those of a table by name, or of the one that `create` would open."""
    if words:
        return want(model, Ask(net.TableRules(id=1, table=" ".join(words)))), ()
    if model.table is None:
        return tell(model, *game_text.rules_lines(_("A table that you open"), model.start.new))
    room, custom = model.table.room, None if model.game is None else model.game.custom
    lines = game_text.rules_lines(_("Table {name}").format(name=room.name), room, custom)
    seed = "" if model.seed is None else _("The seed of the game that is over: {seed}").format(seed=clean(model.seed))
    return tell(model, *lines, *filter(None, [seed]))


def _log(model: Model, words: list[str]) -> Outcome:
    count = int(words[0]) if words and words[0].isascii() and words[0].isdigit() and len(words[0]) < 4 else LOG_LINES
    told = game_text.heard_lines(model, model.play.log)[-max(1, count) :]
    return tell(model, *(told or [_("Nothing has happened yet.")]))


def _replay(model: Model, words: list[str]) -> Outcome:
    """The last turns of the game, told again from where they began, or so many of them, or all.

    While nothing is played, the game stays open at its end, to be looked at from there.
    """
    step = replay.again(model)
    seen = step[0].replay
    if seen is None or len(seen.showing) == 0:
        return tell(model, _("Nothing has happened yet."))
    word = words[0].lower() if words else ""
    count = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else replay.LAST_TURNS
    since = 0 if word == "all" else replay.last_turns(seen.showing, max(1, count))
    told = [line.text for line in seen.story[since:] if line.text]
    told.insert(0, f"{replay.turn_text(replay.moved(seen, since)).capitalize()}:")
    if in_round(model):
        return tell(model, *told)
    ended = replace(replay.moved(seen, len(seen.showing)), running=False)
    hint = _("Type back for the turn before, help for the commands, quit for the table.")
    return (replace(step[0], replay=ended), *step[1:]), [*told, hint]


def _chat(model: Model, _words: list[str]) -> Outcome:
    """The latest chat: the client knows that of its table, and asks the server for the lobby's."""
    if model.table is None:
        return want(model, Ask(net.LobbyTalk(id=1))), ()
    return tell(model, *(room_text.chat_lines(model) or [_(room_text.NO_CHAT)]))


def _numbers(model: Model, _words: list[str]) -> Outcome:
    """Ask the server for the numbers of its players."""
    if not model.server.numbers:
        return tell(model, _("This server doesn't count games."))
    return want(model, Ask(net.AskNumbers(id=1))), ()


_HOW_TO_PLAY = (
    N_("On your turn S sorts your hand, P plays a card letter by letter, T takes a card."),
    N_("Cards are written R5 (red 5), Y+2 (yellow Draw Two), GS (green Skip), {reverse} (blue Reverse), W, W+4;"),
    N_("WS is Swap Hands, WX Shuffle Hands, WC Customizable. Several cards: play R1 W:B B3 uno."),
)


def _help(model: Model, words: list[str]) -> Outcome:
    if words and words[0].lower() != "all":
        command = named(words[0].removeprefix(SLASH))
        return tell(model, _no_command(words[0]) if command is None else f"{command.usage}: {command.told}.")
    shown = [command for command in COMMANDS.values() if words or command.applies(model)]
    return tell(
        model,
        _("A bare number chooses from the list; yes and no answer a question."),
        *(_(said).format(reverse=short(card("BR"))) for said in _HOW_TO_PLAY if words or in_round(model)),
        *(f" {command.usage}: {command.told}" for command in shown),
        *(() if words else (_("That's what you can do now. All commands: help all."),)),
    )


def _describes_tables(model: Model) -> bool:
    return model.table is None or model.hosting


def _options(model: Model, words: list[str]) -> Outcome:
    """Every rule that can be set, under headings; with the name of one: what each of its values means."""
    if not words:
        lines = []
        for section, names in SECTIONS.items():
            lines.append(f"{_(section)}:")
            for row in map(TABLE.__getitem__, names):
                choices = f" ({', '.join(row.choices)})" if row.choices else ""
                lines.append(f" {row.name}: {_(row.title)}{choices}")
        return tell(model, *lines, _("To see what the values of a rule mean: options stacking"))
    option = TABLE.get(words[0].lower())
    if option is None:
        return tell(model, no_rule(words[0]))
    return tell(model, *(f" {option.name}={value}: {option.explain(value)}" for value in option.choices))


def _sets(model: Model, words: list[str]) -> Outcome:
    verb, name = (words[0].lower(), " ".join(words[1:])) if words else ("", "")
    if verb == "save" and name:
        return _save(model, name)
    if verb == "rename" and name:
        return _rename(model, name)
    if verb in ("delete", "forget") and name:
        if name not in model.settings.rule_sets:
            return _no_set(model, name)
        left = rename(model.settings.rule_sets, name, NOTHING)
        return still(model.with_rule_sets(left)), [worded("deleted", name=name)]
    if words:
        return tell(model, _("For example: sets, sets save Friday, sets rename Friday Sunday, sets delete Friday"))
    lines = [
        _("{name}: {rules}. To share: {line}").format(name=name, rules=room_text.named_rules(*line), line=line)
        for name, line in read_sets(model.settings.rule_sets).items()
    ]
    if not lines:
        return tell(model, _("You have saved no rules yet. To save those of the table: sets save Friday"))
    said = _('Open a table with one: create Kitchen rules="{name}"')
    return tell(model, *lines, said.format(name=next(iter(model.settings.rule_sets))))


def _no_set(model: Model, name: str) -> Outcome:
    said = _("You have no set of rules called {name}").format(name=name)
    return tell(model, said + near(name, model.settings.rule_sets) + ".")


def _rename(model: Model, names: str) -> Outcome:
    """Rename a set: the longest name that `names` begins with gets the rest of it."""
    if names in model.settings.rule_sets:
        return tell(model, _("Rename it to what? For example: sets rename {name} Sunday").format(name=names))
    old = max((name for name in model.settings.rule_sets if names.startswith(f"{name} ")), key=len, default=None)
    if old is None:
        return _no_set(model, names)
    new = names.removeprefix(old).strip()
    try:
        sets = rename(model.settings.rule_sets, old, new)
    except ValueError as fault:
        return tell(model, str(fault))
    return still(model.with_rule_sets(sets)), [worded("renamed", name=old, new=new)]


def _save(model: Model, name: str) -> Outcome:
    """Save the rules of your table, else those of a table that would be opened."""
    try:
        name = check_name(name)
        table = model.start.new if model.table is None else model.table.room
        line = read_line(str(RuleLine(table.preset, with_text(table.options, table.own_text))))
    except ValueError as fault:
        return tell(model, str(fault))
    sets = model.settings.rule_sets
    said = [_("Saved as {name}: {line}").format(name=name, line=line), in_place_of(sets, name, str(line))]
    return still(model.with_rule_sets({**sets, name: str(line)})), [*filter(None, said)]


def _levels(model: Model) -> Sequence[str]:
    table, new = model.table, model.start.new
    rules = (new.preset, with_text(new.options, new.own_text), new.seats)
    return [
        f"{level}: {level_text(level, *rules) if table is None else level_text_at(level, table.room, more=1)}."
        for level in LIKE
    ]


def _invite(model: Model, words: list[str]) -> Outcome:
    """The QR code for phones: of the first address, or of that number."""
    number = "".join(words) or "1"
    if not (number.isascii() and number.isdigit() and int(number[:3]) > 0):
        return tell(model, _("Type qr, or qr 2 for another address of this computer."))
    return want(model, Invite(int(number[:3]))), ()


_at_table = Who.AT_TABLE.may
# A row is read as one.
# fmt: off
_OWN: Mapping[str, Command] = {each.usage.split()[0]: each for each in (
    Command("help [COMMAND]", N_("what you can type now; help all: every command"), _help),
    Command(
        "presets", N_("the rule sets, each in a sentence"),
        _shows(lambda _model: [f"{name}: {_(said)}" for name, said in DESCRIPTIONS.items()]), _describes_tables
    ),
    Command(
        "options [RULE]", N_("the rules that you can set for a table; with a rule: what its values mean"), _options,
        _describes_tables
    ),
    Command(
        "levels", N_("the levels of computer players, and how well each plays"), _shows(_levels), _describes_tables
    ),
    Command(
        "sets [save NAME|rename NAME NEW|delete NAME]",
        N_("your own sets of rules: list them, save the rules of the table, rename or delete a set"), _sets
    ),
    Command(
        "qr [NUMBER]", N_("a QR code with which phones join in their browser; qr 2: of another address"), _invite,
        lambda model: not model.start.autostart
    ),
    Command("who", N_("who sits where, the rules, and how others join"), _shows(room_text.room_lines), _at_table),
    Command("table", N_("the top card, and how many cards everyone has"), _shows(game_text.state_lines), _at_table),
    Command("hand", N_("your cards"), _shows(lambda model: [game_text.hand_line(model)]), in_play),
    Command(
        "position", N_("the position as you see it, on one line, for a report or --position"),
        _shows(lambda model: [own_position(model)]), lambda model: bool(own_position(model))
    ),
    Command("choices", N_("what you can do now"), _shows(_choices), in_round),
    Command("rules [TABLE]", N_("the rules of your table, or of one in the list"), _rules),
    Command("numbers", N_("what everybody has done on this server"), _numbers),
    Command("scores", N_("the points so far"), _shows(game_text.score_lines), _at_table),
    Command("log [LINES]", N_("what happened last at the table"), _log, _at_table),
    Command(
        "replay [TURNS|all]", N_("the last turns of the game again, so many of them, or all"), _replay,
        lambda model: model.play.recorded is not None
    ),
    Command("chat", N_("the last messages"), _chat),
)}
# fmt: on
"""The commands of plain mode alone; the others are actions, which have keys, too."""

ALONE: Mapping[str, Callable[[Model], Sequence[str]]] = {
    "time": room_text.clock_lines,
    "mute": lambda model: [chat.told_mutes(model)],
}
"""The lines that a command shows without arguments."""


def _command(action: Action) -> Command:
    def run(model: Model, words: list[str]) -> Outcome:
        alone = None if words else ALONE.get(action.name)
        return _begun(model, action, words) if alone is None else tell(model, *alone(model))

    return Command(
        f"{action.name} {action.usage}".rstrip(), action.help, run, action.offered, action.typing, action.told
    )


GROUPS: Mapping[str, Sequence[str]] = {
    "tables": ("tables", "join", "watch", "sit", "presets", "options", "levels", "sets", "create"),
    "at a table": (*(each.name for each in SEATS), "qr", "leave"),
    "chat": (*(each.name for each in TALK), "chat"),
    "host": ("change", *(each.name for each in HOST)),
}
"""The commands by what they are about; the others are about the game."""

_NAMES = (
    *("help", *GROUPS["tables"], *GROUPS["at a table"], "who", "table", "hand", "choices", "position"),
    *(each.name for each in (*HAND, *PLAY)),
    *("rules", "scores", "numbers", "log", "replay", *GROUPS["chat"], *GROUPS["host"], "quit"),
)
COMMANDS: Mapping[str, Command] = {name: _OWN[name] if name in _OWN else _command(ROWS[name]) for name in _NAMES}
"""Every command by its name, in the order of the help."""

SHORT: Mapping[str, str] = {
    "s": "sort",
    "p": "play",
    "k": "keep",
    "t": "take",
    "color": "colour",
    "exit": "quit",
    "spectate": "watch",
    "seats": "who",
    "remove": "unbot",
    "clock": "time",
    "?": "help",
    "h": "help",
    "": "help",
}
