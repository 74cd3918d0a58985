"""Commands: what a typed line means. The one table of them, and how those of play are read. Pure."""

from collections.abc import Callable, Mapping, Sequence

from uno_client.core import chat
from uno_client.core.actions import dialogue
from uno_client.core.actions.action import Action
from uno_client.core.actions.cards import read_colour
from uno_client.core.actions.hand import CHAIN, HAND, SORT
from uno_client.core.actions.host import HOST
from uno_client.core.actions.play import PLAY, do
from uno_client.core.actions.rows import ROWS
from uno_client.core.actions.seats import SEATS
from uno_client.core.actions.talk import TALK
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.core.requests import want
from uno_client.core.standing import at_table, in_play, in_round
from uno_client.lines import game_text
from uno_client.lines.chat_text import CHAT
from uno_client.lines.outcomes import Command, Context, Did, Outcome, Run, Tell
from uno_client.lines.room_text import clock_lines, room_lines
from uno_client.lines.table_commands import LOBBY, SEATED
from uno_client.messages import Ask
from uno_client.wording.sanitize import clean
from uno_engine import decisions as asks
from uno_engine.actions import CanPlay, Listed
from uno_engine.language import N_, _
from uno_protocol import messages as net

LOG_LINES = 10
"""Lines of the log that are shown without a number."""
SLASH = "/"
"""May precede any command, as in other programs."""


def command_in(line: str) -> str | None:
    """The name of the command that a line begins with, written out; None if it is none."""
    words = line.removeprefix(SLASH).split(maxsplit=1)
    name = words[0].lower().rstrip("?") if words else ""
    name = SHORT.get(name, name)
    return name if words and name in COMMANDS else None


def obey(setting: Context, line: str) -> Outcome:
    """What a line asks for."""
    words = line.removeprefix(SLASH).split()
    if not words:
        return Tell(tuple(_choices(setting.model)))
    name, rest = words[0].lower().rstrip("?"), words[1:]
    if name.isascii() and name.isdigit():
        return _choose(setting, int(name) if len(name) < 4 else 0, rest)
    command = COMMANDS.get(SHORT.get(name, name))
    if command is None and isinstance(setting.model.waiting_for, asks.NameColour) and read_colour(setting.model, name):
        return Did(dialogue.command(setting.model, ROWS["colour"], words))
    if command is None:
        return Tell((_no_command(words[0]),))
    return command.run(setting, rest)


def _choose(setting: Context, at: int, rest: Sequence[str], row: str = "play") -> Outcome:
    """A number of the last list, with what may follow a card."""
    model = setting.model
    listed: Sequence[Listed] = offered(model)
    if model.hand.chain.cards:
        listed, row = model.hand.chain.follows or (), "chain"
    elif listed != setting.shown or not listed:
        return Tell((_("That list is out of date."), *_choices(model)))
    if not 1 <= at <= len(listed):
        nothing, most = _("There's nothing to choose by number."), _("Choose a number from 1 to {most}.")
        return Tell((most.format(most=len(listed)) if listed else nothing,))
    chosen = listed[at - 1]
    if isinstance(chosen, CanPlay):
        return _begun(model, ROWS[row], [chosen.card.name, *rest])
    return Did(do(model, chosen)) if row == "play" else Tell((_("That's not a card."),))


def _choices(model: Model) -> list[str]:
    """The open question with its choices, or what there is instead."""
    return game_text.choice_lines(model) or game_text.idle_lines(model)


def _begun(model: Model, action: Action, words: Sequence[str]) -> Outcome:
    """The action, with the choices where it only put cards together, or where nothing came of it."""
    step = dialogue.command(model, action, words)
    after, wanted, _commands = step
    if action not in HAND or wanted or after.question is not model.question:
        return Did(step)
    if action is SORT:
        return Did(step, (game_text.hand_line(after),) if after.notice is model.notice else ())
    again = after.hand.chain.cards != model.hand.chain.cards
    return Did(step, tuple(game_text.choice_lines(after, again=again)))


def _no_command(word: str) -> str:
    return _("There's no command {word!r}. {hints}").format(word=word, hints=_(game_text.HINT))


def _shows(look: Callable[[Model], Sequence[str]]) -> Run:
    return lambda setting, _words: Tell(tuple(look(setting.model)))


def _rules(setting: Context, words: list[str]) -> Outcome:
    """The rules of your table; in the lobby those of a table by name, or of the one that `create` would open."""
    model = setting.model
    if words:
        return Did(want(model, Ask(net.TableRules(id=1, table=" ".join(words)))))
    if model.table is not None:
        seed = (
            ()
            if model.seed is None
            else (_("The seed of the game that is over: {seed}").format(seed=clean(model.seed)),)
        )
        return Tell((*game_text.table_rules_lines(model.table), *seed))
    new = setting.model.start.new
    return Tell(
        tuple(game_text.rules_lines(_("A table that you open"), new.preset, new.options, own_text=new.own_text))
    )


def _log(setting: Context, words: list[str]) -> Outcome:
    count = int(words[0]) if words and words[0].isascii() and words[0].isdigit() and len(words[0]) < 4 else LOG_LINES
    return Tell(tuple(game_text.log_lines(setting.model, max(1, count))))


_HOW_TO_PLAY = (
    N_("On your turn S sorts your hand, P plays a card letter by letter, T takes a card."),
    N_("Cards are written R5 (red 5), Y+2 (yellow Draw Two), GS (green Skip), BR (blue Reverse), W, W+4;"),
    N_("WS is Swap Hands, WX Shuffle Hands, WC Customizable. Several cards: play R1 W:B B3 uno."),
)


def _help(setting: Context, words: list[str]) -> Outcome:
    """The commands that apply now; with a word the one of that name, or all."""
    if words and words[0].lower() != "all":
        name = words[0].lower().removeprefix(SLASH)
        command = COMMANDS.get(SHORT.get(name, name))
        if command is None:
            return Tell((_no_command(words[0]),))
        return Tell((f"{command.usage}: {command.told}.",))
    shown = [command for command in COMMANDS.values() if words or command.applies(setting.model)]
    playing = words or in_round(setting.model)
    return Tell(
        (
            _("A bare number chooses from the list; yes and no answer a question."),
            *(map(_, _HOW_TO_PLAY) if playing else ()),
            *(f" {command.usage}: {command.told}" for command in shown),
            *(() if words else (_("That's what you can do now. All commands: help all."),)),
        )
    )


def _rows() -> Mapping[str, Command]:
    return {
        "help": Command("help [COMMAND]", N_("what you can type now; help all: every command"), _help),
        **_of(*GROUPS["tables"], *GROUPS["at a table"]),
        "who": Command("who", N_("who sits where, the rules, and how others join"), _shows(room_lines), at_table),
        "table": Command(
            "table", N_("the top card, and how many cards everyone has"), _shows(game_text.state_lines), at_table
        ),
        "hand": Command("hand", N_("your cards"), _shows(lambda model: [game_text.hand_line(model)]), in_play),
        "choices": Command("choices", N_("what you can do now"), _shows(_choices), in_round),
        **_of(*(each.name for each in (*HAND, *PLAY))),
        "rules": Command("rules [TABLE]", N_("the rules of your table, or of one in the list"), _rules),
        "scores": Command("scores", N_("the points so far"), _shows(game_text.score_lines), at_table),
        "log": Command("log [LINES]", N_("what happened last at the table"), _log, at_table),
        **_of(*GROUPS["chat"], *GROUPS["host"], "quit"),
    }


def _of(*names: str) -> Mapping[str, Command]:
    own = {**LOBBY, **SEATED, **CHAT}
    return {name: own[name] if name in own else _command(ROWS[name]) for name in names}


def _command(action: Action) -> Command:
    def run(setting: Context, words: list[str]) -> Outcome:
        alone = ALONE.get(action.name)
        if alone is not None and not words:
            return Tell(tuple(alone(setting.model)))
        if action is CHAIN and words and words[0].isascii() and words[0].isdigit():
            return _choose(setting, int(words[0][:4]), words[1:], CHAIN.name)
        return _begun(setting.model, action, words)

    return Command(f"{action.name} {action.usage}".rstrip(), action.help, run, action.offered, action.typing)


ALONE: Mapping[str, Callable[[Model], Sequence[str]]] = {
    "time": clock_lines,
    "mute": lambda model: [chat.told_mutes(model)],
}
"""What a command shows that says nothing of whom or how much."""


GROUPS: Mapping[str, Sequence[str]] = {
    "tables": ("tables", "join", "watch", "sit", *LOBBY, "create"),
    "at a table": (*(each.name for each in SEATS), *SEATED, "leave"),
    "chat": (*(each.name for each in TALK), *CHAT),
    "host": ("change", *(each.name for each in HOST)),
}
"""The commands by what they are about; the others are about the game."""


COMMANDS: Mapping[str, Command] = _rows()
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
"""Other names of commands."""
