"""Commands: what a typed line means. The one table of them, and how those of play are read. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from uno_client.core import card_dialogue, chains, chat
from uno_client.core.actions import dialogue, letters
from uno_client.core.actions.action import Action
from uno_client.core.actions.cards import Laid, read_laid
from uno_client.core.actions.host import HOST
from uno_client.core.actions.play import PLAY, do
from uno_client.core.actions.rows import ROWS
from uno_client.core.actions.seats import SEATS
from uno_client.core.actions.talk import TALK
from uno_client.core.card_dialogue import read_colour
from uno_client.core.legal_moves import just_drawn, may_add, offered, refusal, to_take
from uno_client.core.model import Model
from uno_client.core.model.table import LAID, NO_CHAIN, ChainDraft, Order
from uno_client.core.requests import still, want
from uno_client.core.standing import at_table, in_play, in_round
from uno_client.lines import game_text
from uno_client.lines.chat_text import CHAT
from uno_client.lines.outcomes import Command, Context, Did, Outcome, Run, Tell
from uno_client.lines.room_text import clock_lines, room_lines
from uno_client.lines.table_commands import LOBBY, SEATED, no_seat
from uno_client.messages import Ask
from uno_client.wording.sanitize import clean
from uno_client.wording.words import error_text
from uno_engine import decisions as asks
from uno_engine.actions import (
    CanPlay,
    Play,
    PlayerAction,
)
from uno_engine.cards import Card, Colour
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


def act(model: Model, action: PlayerAction) -> Outcome:
    """The action, behind a question if the table punishes it."""
    return Did(do(model, action))


def _choose(setting: Context, at: int, rest: Sequence[str]) -> Outcome:
    """A number of the last list, with what may follow a card."""
    model = setting.model
    if model.hand.chain.cards:
        follows = model.hand.chain.follows or ()
        return _add(setting, follows[at - 1].card, rest) if 1 <= at <= len(follows) else _out_of_range(len(follows))
    listed = offered(model)
    if listed != setting.shown or not listed:
        return Tell((_("That list is out of date."), *_choices(model)))
    if not 1 <= at <= len(listed):
        return _out_of_range(len(listed))
    chosen = listed[at - 1]
    if not isinstance(chosen, CanPlay):
        return act(model, chosen)
    return _lay(model, rest, Laid((chosen.card,), (None,)))


def _choices(model: Model) -> list[str]:
    """The open question with its choices, or what there is instead."""
    return game_text.choice_lines(model) or game_text.idle_lines(model)


def _out_of_range(most: int) -> Outcome:
    return Tell(
        (
            _("Choose a number from 1 to {most}.").format(most=most)
            if most
            else _("There's nothing to choose by number."),
        )
    )


def _play(setting: Context, words: list[str]) -> Outcome:
    if setting.model.seat is None:
        return no_seat()
    if words:
        return _lay(setting.model, words)
    return _letters(setting.model)


def _letters(model: Model) -> Outcome:
    """P: a card letter by letter; the one that was just drawn needs none."""
    drawn = just_drawn(model)
    if card_dialogue.begin(model) is None:
        return Tell(
            tuple(game_text.unasked_lines(model, asks.TakeTurn)) if model.game else (_("You're not in a game."),)
        )
    if drawn is None:
        return Did(letters.spell(model))
    step = letters.begin_with(model, drawn)
    return Did(step, () if step[0].question else tuple(_choices(model)))


def _lay(model: Model, words: Sequence[str], begun: Laid | None = None) -> Outcome:
    laid = read_laid(model, words, begun)
    if isinstance(laid, str):
        return Tell((laid,))
    return no_seat() if model.seat is None else act(model, laid.play(model.seat))


def _take(setting: Context, _words: list[str]) -> Outcome:
    """T: take what there is to take: a card, the card just drawn, or a penalty."""
    model = setting.model
    if model.seat is None:
        return no_seat()
    action = to_take(model)
    if action is not None:
        return act(model, action)
    duty = _DUTIES.get(type(model.waiting_for)) if model.asked else None
    if duty is not None:
        return Tell((error_text("must_play", clause=duty),))
    return Tell(tuple(game_text.unasked_lines(model)))


_DUTIES: Mapping[type[asks.Decision | None], str] = {asks.TakeTurn: "H6", asks.PlayDrawn: "C4"}
"""The clause under which there is nothing to take where a card may be laid."""


def _chain(setting: Context, words: list[str]) -> Outcome:
    """Add cards to the chain that is being built; without a card, show it."""
    model = setting.model
    game = model.game
    if model.seat is None or game is None:
        return no_seat()
    if not game.rules.several:
        return Tell((error_text("chain_broken", {"place": 2}, clause="C5"),))
    if not may_add(model):
        return Tell(tuple(game_text.unasked_lines(model, asks.TakeTurn)))
    if not words:
        return Tell(tuple(game_text.choice_lines(model, again=True)))
    if words[0].isascii() and words[0].isdigit():
        return _chain_by_number(setting, int(words[0][:4]), words[1:])
    laid = read_laid(model, words)
    if isinstance(laid, str):
        return Tell((laid,))
    return _extend(model, Laid((*model.hand.chain.cards, *laid.cards), (*model.hand.chain.colours, *laid.colours)))


def _chain_by_number(setting: Context, at: int, rest: Sequence[str]) -> Outcome:
    model = setting.model
    if model.hand.chain.cards:
        return _choose(setting, at, rest)
    listed = offered(model)
    if listed != setting.shown or not 1 <= at <= len(listed):
        return _out_of_range(len(listed))
    chosen = listed[at - 1]
    return _add(setting, chosen.card, rest) if isinstance(chosen, CanPlay) else Tell((_("That's not a card."),))


def _add(setting: Context, face: Card, rest: Sequence[str]) -> Outcome:
    chain = setting.model.hand.chain
    laid = read_laid(setting.model, rest, Laid((*chain.cards, face), (*chain.colours, None)))
    return Tell((laid,)) if isinstance(laid, str) else _extend(setting.model, laid)


def _extend(model: Model, laid: Laid) -> Outcome:
    """The chain with these cards, if the rules let them follow each other; the server says what may come next."""
    assert model.seat is not None
    whole = laid.play(model.seat)
    unnamed = laid.cards[-1].wild and laid.colours[-1] is None
    judged = Play(model.seat, whole.cards, (*laid.colours[:-1], Colour.RED)) if unnamed else whole
    refused = refusal(model, judged)
    if refused is not None:
        return Tell((refused,))
    model = model.chaining(ChainDraft(laid.cards[:-1], laid.colours[:-1]))
    step = chains.append(model, laid.cards[-1], laid.colours[-1])
    return Did(step, () if step[1] else tuple(game_text.chain_lines(step[0])))


def _undo(setting: Context, _words: list[str]) -> Outcome:
    chain = setting.model.hand.chain
    if not chain.cards:
        return _no_chain()
    if len(chain.cards) == 1:
        return _drop(setting, [])
    shorter = Laid(chain.cards[:-1], chain.colours[:-1])
    return _extend(setting.model.chaining(NO_CHAIN), shorter)


def _drop(setting: Context, _words: list[str]) -> Outcome:
    model = setting.model.chaining(NO_CHAIN)
    shown = tuple(game_text.choice_lines(model, again=True))
    return Did(still(model), shown) if setting.model.hand.chain.cards else _no_chain()


def _send(setting: Context, words: list[str]) -> Outcome:
    model = setting.model
    chain = model.hand.chain
    if not chain.cards:
        return _no_chain()
    return _lay(model, words, Laid(chain.cards, chain.colours))


def _no_chain() -> Tell:
    return Tell((_("You haven't put any cards together. Begin with: chain R5"),))


def _no_command(word: str) -> str:
    return _("There's no command {word!r}. {hints}").format(word=word, hints=_(game_text.HINT))


def _sort(setting: Context, words: list[str]) -> Outcome:
    """Sort your cards in another order; without an argument by colour, and in each colour by rank."""
    order = Order.COLOUR if not words else ORDERS.get(words[0].lower())
    if order is None:
        return Tell((_("The orders are colour, number and came. For example: sort number"),))
    came = setting.model.held if order is Order.COLOUR else setting.model.hand.came
    model = replace(setting.model, hand=replace(setting.model.hand, order=order, came=came))
    return Did(still(model), (game_text.hand_line(model),))


ORDERS = {**LAID, "color": Order.COLOUR}
"""The orders of a hand by name."""


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
    """The last lines of the log: that many, or ten."""
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
        "sort": Command(
            "sort [number|came]",
            N_("lay your cards by colour (S), by number and symbol, or as they came"),
            _sort,
            in_play,
        ),
        "choices": Command("choices", N_("what you can do now"), _shows(_choices), in_round),
        "play": Command(
            "play CARD… [COLOUR] [PLAYER] [uno]",
            N_(
                "play a card or several: play R5, play W blue uno, play WS red bob, play R1 W:B B3; alone: "
                "letter by letter (P)"
            ),
            _play,
            in_play,
        ),
        "chain": Command(
            "chain CARD [COLOUR]",
            N_("play several cards at once: add them one by one, by name or number"),
            _chain,
            _chains_allowed,
        ),
        "undo": Command("undo", N_("take back the last card"), _undo, _chains_allowed),
        "send": Command("send [uno]", N_("play the cards of chain"), _send, _chains_allowed),
        "drop": Command("drop", N_("take the cards of chain back"), _drop, _chains_allowed),
        "take": Command("take", N_("draw a card, keep the card you just drew, or take a penalty (T)"), _take, in_play),
        **_of(*(each.name for each in PLAY)),
        "rules": Command("rules [TABLE]", N_("the rules of your table, or of one in the list"), _rules),
        "scores": Command("scores", N_("the points so far"), _shows(game_text.score_lines), at_table),
        "log": Command("log [LINES]", N_("what happened last at the table"), _log, at_table),
        **_of(*GROUPS["chat"], *GROUPS["host"], "quit"),
    }


def _of(*names: str) -> Mapping[str, Command]:
    """The actions of these names, as commands."""
    own = {**LOBBY, **SEATED, **CHAT}
    return {name: own[name] if name in own else _command(ROWS[name]) for name in names}


def _command(action: Action) -> Command:
    def run(setting: Context, words: list[str]) -> Outcome:
        alone = ALONE.get(action.name)
        if alone is not None and not words:
            return Tell(tuple(alone(setting.model)))
        return Did(dialogue.command(setting.model, action, words))

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


def _chains_allowed(model: Model) -> bool:
    return in_round(model) and model.rules is not None and model.rules.several


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
