"""The position that a scenario begins with: its lines are read, checked against the deck and made a game."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from uno_engine import cards
from uno_engine.actions import Deal
from uno_engine.cards import Card, Colour, canonical_order
from uno_engine.course import Course, course_of
from uno_engine.customizable import RULES
from uno_engine.decide import advance
from uno_engine.decisions import TakeTurn
from uno_engine.events import Asked, RoundDealt, RuleChosen
from uno_engine.options import with_options
from uno_engine.presets import PRESETS, new_rules
from uno_engine.rounds import choose_unasked, goes_back, open_ballot, turn_up
from uno_engine.rules import MOST_SEATS, TABLE, VOTE, Goal, RuleSet, RulesRefused, Starter
from uno_engine.scenario.text import Block, Line, ScenarioFault, Words, blocks, unescaped
from uno_engine.shuffle import SEED_BYTES, shuffled
from uno_engine.state import Phase, State, new_game
from uno_engine.turns import MOST_TURNS

DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}
MOST_ROUNDS = MOST_CHOICES = 1_000_000
"""More rounds than anybody plays, and more random choices than they take."""

_ONCE = (
    *("clause", "rules", "seats", "discard", "dealer", "turn", "direction", "colour", "stock", "stock-only", "first"),
    *("custom", "out", "lost", "chosen", "seed", "ballot", "invalid", "own", "rounds", "empty"),
)
_BY_SEAT = ("hand", "score")


@dataclass(slots=True)
class Position:
    """The lines before `---`, each with its place in the file."""

    block: Block
    once: dict[str, Line] = field(default_factory=dict)
    """The lines that may occur only once, by key, with the text after the colon."""
    by_seat: dict[tuple[str, str], Line] = field(default_factory=dict)
    """The lines for one seat, by key and name."""
    names: tuple[str, ...] = ()

    def words(self, key: str) -> Words:
        """The words of a line in the position."""
        return Words(self.once[key], self.once[key].text, self.names)

    def seat(self, key: str) -> int | None:
        """The seat that a line names and nothing else; None if the position does not have that line."""
        if key not in self.once:
            return None
        words = self.words(key)
        seat = words.seat()
        words.end()
        return seat

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the rule book that the scenario is about."""
        return tuple(self.once["clause"].text.replace(",", " ").split()) if "clause" in self.once else ()


def read(block: Block) -> Position:
    """The position of a block. Raises ScenarioFault for a line that is unknown or occurs twice."""
    position = Position(block)
    for line in block.position:
        _sort_in(position, line)
    if "rules" not in position.once:
        raise Line(block.line, "").fault("no rules: line, such as 'rules: official'")
    if "invalid" in position.once:
        position.words("invalid").word("the option at fault")
        if block.steps:
            raise block.steps[0].fault("an invalid position has no steps")
        return position
    if "seats" not in position.once:
        raise Line(block.line, "").fault("no seats: line, such as 'seats: ann bob'")
    seats = position.once["seats"]
    position.names = tuple(seats.text.split())
    _check_names(seats, position.names)
    for (_, name), line in position.by_seat.items():
        Words(line, "", position.names).seat_called(name)
    return position


def _sort_in(position: Position, line: Line) -> None:
    key, colon, value = line.text.partition(":")
    parts = key.split()
    said = Line(line.number, value.strip())
    if not colon or not parts:
        raise _unknown(line, key)
    if len(parts) == 1 and parts[0] in _ONCE:
        if parts[0] in position.once:
            raise line.fault(f"{parts[0]}: is given twice")
        position.once[parts[0]] = said
    elif len(parts) == 2 and parts[0] in _BY_SEAT:
        at = (parts[0], parts[1])
        if at in position.by_seat:
            raise line.fault(f"{key}: is given twice")
        position.by_seat[at] = said
    else:
        raise _unknown(line, key)


def _unknown(line: Line, key: str) -> ScenarioFault:
    near = get_close_matches(key.partition(" ")[0], (*_ONCE, *_BY_SEAT), 1)
    hint = f"did you mean {near[0]}:?" if near else "a position has rules:, seats:, hand NAME:, discard: …"
    return line.fault(f"unknown line {line.text[:200]!r}; {hint}")


def _check_names(line: Line, names: Sequence[str]) -> None:
    if len(names) < 2:
        raise line.fault("a table has at least two seats")
    for name, times in Counter(names).items():
        if times > 1:
            raise line.fault(f"two seats are called {name}")
        if name in ("expect", "deal"):
            raise line.fault(f"a seat cannot be called {name}")


def rules_of(position: Position) -> RuleSet:
    """The rule set of the `rules:` and `own:` lines. Raises RulesRefused as opening such a table would."""
    name, options = rules_line(position)
    return new_rules(name, options)


def concerns(position: Position, option: str) -> bool:
    """True if refused rules would be accepted with another value of that option: it shares the fault."""
    name, options = rules_line(position)
    for value in TABLE[option].choices if option in TABLE and name in PRESETS else ():
        try:
            with_options(PRESETS[name], options | {option: value})
        except RulesRefused:
            continue
        return True
    return False


def rules_line(position: Position) -> tuple[str, dict[str, str]]:
    """The preset's name and the options that are set. Raises ScenarioFault."""
    line = position.once["rules"]
    words = line.text.split()
    if not words:
        raise line.fault("the name of a preset is missing")
    options: dict[str, str] = {}
    for word in words[1:]:
        option, equals, value = word.partition("=")
        if not equals:
            raise line.fault(f"write an option as option=value, not {word!r}")
        if option in options:
            raise line.fault(f"{option} is set twice")
        options[option] = value
    if "own" in position.once:
        options["own_text"] = unescaped(position.once["own"].text)
    return words[0], options


def placed_at(text: str, rules: RuleSet) -> State:
    """The game at the position of a text, which has no steps; a round is dealt if none is on. Raises ScenarioFault."""
    state = set_up(read(only_block(text)), rules).state
    if state.phase is Phase.BETWEEN_ROUNDS:
        advance(state, Deal())
    return state


def only_block(text: str) -> Block:
    """The only block of a text that is a position. Raises ScenarioFault."""
    found = blocks(text)
    if len(found) != 1 or found[0].steps:
        raise ScenarioFault(1, "a position is the lines of one scenario, without steps")
    return found[0]


def set_up(position: Position, rules: RuleSet) -> Course:
    """The game at the position. Raises ScenarioFault for an impossible position."""
    names = position.names
    empty = _empty(position)
    least, most = rules.players
    players = len(names) - len(empty)
    if len(names) > MOST_SEATS or players > most or len(names) < least:
        raise position.once["seats"].fault(f"{least} to {most} can play under these rules, not {players}")
    _check_kinds(position, rules)
    seed, choices = _seed(position)
    chosen = position.seat("chosen")
    seated = [seat not in empty for seat in range(len(names))]
    state = new_game(rules, seated, seed.to_bytes(SEED_BYTES, "big"), chosen)
    state.round = _rounds(position)
    for seat, name in enumerate(names):
        if ("score", name) in position.by_seat:
            line = position.by_seat["score", name]
            state.scores[seat] = Words(line, line.text, names).number()
    course = course_of(state)
    if "ballot" in position.once:
        _put_to_the_vote(course, position)
        return course
    if not {"discard", "first"} & set(position.once):
        _between_rounds(course, position)
    else:
        out = _out(position)
        lost = _lost(position, out)
        piles = _Piles(position, rules, _hands(position, {*out, *lost, *empty}), state.seed)
        _settle_custom(course, position)
        if "first" in position.once:
            _turn_first_cards_up(course, position, piles)
        else:
            _lay_out(course, position, piles, out, lost)
    if choices is not None:
        state.shuffles = choices
    return course


# Which lines go with which kind of position.
_GOES_WITH = {
    "discard": (
        *("turn", "direction", "colour", "stock", "stock-only", "dealer", "custom", "out", "lost", "hand"),
        *("rounds", "empty"),
    ),
    "first": ("stock", "stock-only", "dealer", "custom", "hand"),
    "ballot": ("dealer",),
    "rounds": ("dealer", "custom", "empty", "rounds"),
}


def _kind(position: Position) -> str:
    """The kind of position: the line that makes it one."""
    once = position.once
    kinds = [key for key in _GOES_WITH if key in once and key != "rounds"]
    if not kinds and "rounds" in once:
        return "rounds"
    if len(kinds) != 1:
        at = once[kinds[1]] if kinds else Line(position.block.line, "")
        raise at.fault("a position has exactly one of discard:, first: and ballot:, or rounds: without them")
    return kinds[0]


def _check_kinds(position: Position, rules: RuleSet) -> None:
    """Check the kind of position against its lines and the rules."""
    once, kind = position.once, _kind(position)
    lines = list(once.items()) + [(key, line) for (key, _), line in position.by_seat.items()]
    for key, line in lines:
        if key in _GOES_WITH["discard"] and key not in _GOES_WITH[kind]:
            raise line.fault(f"{key}: does not go with {kind}:")
    if "stock" in once and "stock-only" in once:
        raise once["stock-only"].fault("stock: and stock-only: exclude each other")
    if "chosen" in once and rules.starter is not Starter.CHOSEN:
        raise once["chosen"].fault("chosen: goes with starter=chosen")
    if "out" in once and rules.goal is not Goal.UNTIL_LAST:
        raise once["out"].fault("out: goes with goal=until_last")
    if "lost" in once and not rules.mercy:
        raise once["lost"].fault("lost: goes with mercy")
    for key in ("custom", "ballot"):
        if key in once and not rules.extra.customizable:
            raise once[key].fault(f"{key}: goes with Customizable cards in the deck")
    if "ballot" in once and rules.customizable_rule != VOTE:
        raise once["ballot"].fault("ballot: goes with customizable_rule=vote")
    if "ballot" in once and "dealer" in once and rules.starter is not Starter.LEFT_OF_DEALER:
        raise once["dealer"].fault("before the first deal dealer: goes with starter=left_of_dealer")


def _empty(position: Position) -> tuple[int, ...]:
    """The seats where nobody plays."""
    if "empty" not in position.once:
        return ()
    words = position.words("empty")
    empty = words.rest(words.seat)
    if len(set(empty)) > len(position.names) - 2:
        raise words.line.fault("at least two players must be there")
    return empty


def _seed(position: Position) -> tuple[int, int | None]:
    """The seed, and how many random choices the game has made with it, if the position says so."""
    if "seed" not in position.once:
        return 1, None
    words = position.words("seed")
    seed, choices = words.number(), words.number() if words else None
    words.end()
    if seed >= 1 << 8 * SEED_BYTES:
        raise words.line.fault("a seed has 256 bits")
    if choices is not None and choices > MOST_CHOICES:
        raise words.line.fault(f"a game makes at most {MOST_CHOICES} random choices")
    return seed, choices


def _rounds(position: Position) -> int:
    """How many rounds are over."""
    if "rounds" not in position.once:
        return 0
    words = position.words("rounds")
    rounds = words.number()
    words.end()
    if rounds > MOST_ROUNDS:
        raise words.line.fault(f"a game has at most {MOST_ROUNDS} rounds")
    return rounds


def _between_rounds(course: Course, position: Position) -> None:
    """A position between rounds, or before the first: the next is still to be dealt."""
    course.state.dealer = position.seat("dealer")
    if "custom" in position.once:
        _settle_custom(course, position)


def _put_to_the_vote(course: Course, position: Position) -> None:
    """A position before the first deal: everyone is asked to vote."""
    state = course.state
    words = position.words("ballot")
    names = words.rest(lambda: words.one_of(tuple(RULES)))
    if not names or len(set(names)) < len(names):
        raise words.line.fault("a ballot names at least one rule, and each once")
    dealer = position.seat("dealer")
    if dealer is not None:
        state.dealer = (dealer - 1) % state.seats  # the deal moves on one seat
    open_ballot(course, names)


def _settle_custom(course: Course, position: Position) -> None:
    """The rule of the Customizable cards: the one named, else the one that the seed picks if nobody votes."""
    state = course.state
    if "custom" not in position.once:
        if state.custom is None and state.rules.extra.customizable:
            choose_unasked(course)
        return
    words = position.words("custom")
    name = words.one_of(tuple(RULES))
    words.end()
    if state.custom not in (None, name):
        raise words.line.fault(f"the rule of the Customizable cards is {state.custom} here")
    course.tell(RuleChosen(name, ()))


def _out(position: Position) -> tuple[int, ...]:
    """The seats that are out already, first first."""
    if "out" not in position.once:
        return ()
    words = position.words("out")
    out = words.rest(words.seat)
    if len(set(out)) < len(out):
        raise words.line.fault("nobody is out twice")
    _check_still_in(words.line, position, out)
    return out


def _check_still_in(line: Line, position: Position, out: Iterable[int]) -> None:
    if len({*out, *_empty(position)}) > len(position.names) - 2:
        raise line.fault("at least two players must still be in")


def _lost(position: Position, out: Sequence[int]) -> dict[int, int]:
    """The noted points of the seats that have had too many cards, first first (N8)."""
    found: dict[int, int] = {}
    if "lost" not in position.once:
        return found
    words = position.words("lost")
    while words:
        seat = words.seat()
        if seat in found or seat in out:
            raise words.line.fault(f"{position.names[seat]} is out already")
        found[seat] = words.number()
    _check_still_in(words.line, position, (*found, *out))
    return found


class _Listed(NamedTuple):
    """Cards that a line lists, and how many more there are that nobody knows."""

    cards: tuple[Card, ...] = ()
    unknown: int = 0


def _listed(words: Words) -> _Listed:
    """Cards, and numbers of unknown ones."""
    found = words.rest(words.card_or_number)
    return _Listed(tuple(each for each in found if isinstance(each, Card)), sum(n for n in found if isinstance(n, int)))


def _hands(position: Position, out: Collection[int]) -> Mapping[int, _Listed]:
    hands: dict[int, _Listed] = {}
    for seat, name in enumerate(position.names):
        line = position.by_seat.get(("hand", name))
        if seat in out:
            if line is not None:
                raise line.fault(f"{name} is out and has no hand")
            hands[seat] = _Listed()
            continue
        if line is None:
            raise Line(position.block.line, "").fault(
                f"no hand {name}: line, such as 'hand {name}: R5 3' for a red 5 and 3 unknown cards"
            )
        hands[seat] = _listed(Words(line, line.text, position.names))
        if not any(hands[seat]):
            raise line.fault(f"{name} has no cards")
    return hands


class _Piles:
    """The hands and piles: the cards asked for by name, and in the places of unknown ones what the seed deals."""

    def __init__(self, position: Position, rules: RuleSet, hands: Mapping[int, _Listed], seed: bytes) -> None:
        self.left = Counter(cards.deck(rules.decks, rules.extra))
        for seat, hand in hands.items():
            if hand.cards:
                self._take(position.by_seat["hand", position.names[seat]], hand.cards)
        self.discard = self._named(position, "discard").cards
        self.first = self._named(position, "first").cards
        whole = "stock-only" not in position.once
        stock = self._named(position, "stock" if whole else "stock-only")
        self._unknown = shuffled(sorted(self.left.elements(), key=canonical_order), "position", seed, 0)
        self.hands: dict[int, tuple[Card, ...]] = {}
        for seat, hand in hands.items():
            dealt = self._dealt(hand.unknown, position.by_seat.get(("hand", position.names[seat])))
            self.hands[seat] = tuple(sorted((*hand.cards, *dealt), key=canonical_order))
        self.under = self._unknown if whole else self._dealt(stock.unknown, position.once["stock-only"])
        """The cards below those that the line of the draw pile names."""
        self.stock = stock.cards

    def _named(self, position: Position, key: str) -> _Listed:
        if key not in position.once:
            return _Listed()
        named = _listed(position.words(key))
        if named.unknown and key != "stock-only":
            raise position.once[key].fault("only hands and stock-only: may have unknown cards")
        self._take(position.once[key], named.cards)
        return named

    def _dealt(self, count: int, line: Line | None) -> list[Card]:
        """So many of the cards that no line names."""
        if line is not None and count > len(self._unknown):
            raise line.fault(f"of unknown cards only {len(self._unknown)} are left")
        dealt, self._unknown = self._unknown[:count], self._unknown[count:]
        return dealt

    def _take(self, line: Line, named: Iterable[Card]) -> None:
        for face in named:
            if not self.left[face]:
                raise line.fault(f"the deck does not have {face.name} that often")
            self.left[face] -= 1


def _lay_out(
    course: Course,
    position: Position,
    piles: _Piles,
    out: Sequence[int],
    lost: Mapping[int, int],
) -> None:
    """A position during a round: it is somebody's turn."""
    state = course.state
    if not piles.discard:
        raise position.once["discard"].fault("a card must lie on the discard pile")
    named = position.seat("dealer")
    dealer = state.seats - 1 if named is None else named
    stock = [*piles.under, *reversed(piles.stock)]
    _deal(course, dealer, (dealer + 1) % state.seats, piles.hands, stock)
    for seat in out:
        state.playing[seat] = False
        state.out += (seat,)
    for seat, points in lost.items():
        state.playing[seat] = False
        state.lost += (seat,)
        if state.seated[seat]:
            state.noted[seat] = points
    if state.rules.goal is Goal.UNTIL_LAST:
        state.leavers = state.lost
    state.discard = list(piles.discard)
    state.colour = _colour(position, piles.discard[-1])
    if "direction" in position.once:
        state.direction = DIRECTIONS[position.words("direction").one_of(tuple(DIRECTIONS))]
    turn, number = _turn(position, state)
    course.tell(Asked(TakeTurn(turn)))
    state.turn = number


def _turn(position: Position, state: State) -> tuple[int, int]:
    """The seat whose turn it is (the one named, else the first one still in), and the number of the turn."""
    if "turn" not in position.once:
        return state.playing.index(True), 1
    words = position.words("turn")
    turn, number = words.seat(), words.number() if words else 1
    words.end()
    if not state.playing[turn]:
        raise words.line.fault(f"{position.names[turn]} is out")
    if not 1 <= number <= MOST_TURNS:
        raise words.line.fault(f"a round has 1 to {MOST_TURNS} turns")
    return turn, number


def _colour(position: Position, top: Card) -> Colour:
    if "colour" not in position.once:
        if top.colour is None:
            raise position.once["discard"].fault(f"{top.name} lies on top: a colour: line must name the colour in play")
        return top.colour
    colour = position.words("colour").colour()
    if top.colour is not None and top.colour is not colour:
        raise position.once["colour"].fault(f"{top.name} lies on top: the colour in play is {top.colour.value}")
    return colour


def _turn_first_cards_up(course: Course, position: Position, piles: _Piles) -> None:
    """A position right after the deal: the first card is turned up and carried out."""
    state = course.state
    line = position.once["first"]
    if not piles.first:
        raise line.fault("a card must be turned up")
    for face in piles.first[:-1]:
        if not goes_back(state.rules, face):
            raise line.fault(f"{face.name} stays on the discard pile: no other card is turned up after it")
    dealer = state.seats - 1 if state.chosen is None else (state.chosen - 1) % state.seats
    named = position.seat("dealer")
    dealer = dealer if named is None else named
    starter = (dealer + 1) % state.seats if state.chosen is None else state.chosen
    under = piles.under

    def back(now: State) -> list[Card]:
        # Right below the cards that were named; at the very bottom once none of them is left.
        at = len(under) if len(now.stock) > len(under) else 0
        return [*now.stock[:at], now.discard[-1], *now.stock[at:]]

    stock = [*under, *reversed((*piles.first, *piles.stock))]
    _deal(course, dealer, starter, piles.hands, stock)
    turn_up(course, back)


def _deal(
    course: Course, dealer: int, starter: int, hands: Mapping[int, tuple[Card, ...]], stock: Sequence[Card]
) -> None:
    state = course.state
    counts = tuple(len(hands[seat]) for seat in range(state.seats))
    course.tell(RoundDealt(state.round + 1, dealer, starter, counts, len(stock), hands, tuple(stock)))
