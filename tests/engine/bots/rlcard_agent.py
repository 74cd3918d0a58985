"""RLCard's rule agent for UNO at one of our tables (extra `bench`).

It gets the legal plays in RLCard's format: each card that fits, a wild once for each colour, a Wild Draw Four only if
nothing else fits, as in RLCard, and a draw if nothing does. What RLCard doesn't have is done in the simplest way: the
agent plays a drawn card that fits, never challenges or forgets UNO, and catches whom it can.
"""

import importlib
from collections.abc import Sequence
from typing import Any

from uno_engine.actions import CallUno, CanPlay, Catch, Challenge, Draw, Listed, Play, PlayerAction
from uno_engine.bots.calls import owes_uno
from uno_engine.bots.suspicion import is_bluff
from uno_engine.cards import Card, Colour, Rank
from uno_engine.decisions import ChoosePlayer
from uno_engine.memory import Memory
from uno_engine.shuffle import below
from uno_engine.state import View, others_in

_TRAITS = {
    Rank.SKIP: "skip",
    Rank.REVERSE: "reverse",
    Rank.DRAW_TWO: "draw_2",
    Rank.WILD_DRAW_FOUR: "wild_draw_4",
} | dict.fromkeys((Rank.WILD, Rank.SWAP_HANDS, Rank.SHUFFLE_HANDS, Rank.CUSTOMIZABLE), "wild")
_LETTERS = {colour.value.lower(): colour for colour in Colour}


class RuleAgent:
    """RLCard's `UNORuleAgentV1`. Raises ImportError where RLCard is not installed."""

    def __init__(self) -> None:
        self.agent: Any = importlib.import_module("rlcard.models.uno_rule_models").UNORuleAgentV1()
        self.luck: Any = importlib.import_module("numpy").random

    def __call__(self, view: View, listed: Sequence[Listed], seed: bytes, _memory: Memory) -> PlayerAction | None:
        """What it does: its luck follows from the seed."""
        calls = [entry for entry in listed if isinstance(entry, CallUno | Catch)]
        plays = [entry for entry in listed if isinstance(entry, CanPlay) and not is_bluff(view, entry)]
        if calls:
            return calls[0]
        if not plays:
            others = [entry for entry in listed if not isinstance(entry, CanPlay | Challenge)]
            drawing = [entry for entry in others if isinstance(entry, Draw)]
            return (drawing or others or [None])[0]
        return self._play(view, [play for play in plays if play.card.rank is not Rank.WILD_DRAW_FOUR] or plays, seed)

    def _play(self, view: View, plays: Sequence[CanPlay], seed: bytes) -> Play:
        by_word = {word: play for play in plays for word in _words(play.card)}
        hand = view.hands[plays[0].seat]
        self.luck.seed(below(1 << 16, "rlcard", seed, view.decision))
        state = {"raw_legal_actions": [*by_word], "raw_obs": {"hand": [_words(card)[0] for card in hand]}}
        word = str(self.agent.step(state))
        play = by_word[word]
        colours = (_LETTERS[word[0]],) if play.card.wild and len(hand) > 1 else ()
        target = others_in(view, play.seat)[0] if ChoosePlayer.kind in play.asks else None
        return Play(play.seat, (play.card,), colours, target, owes_uno(view, play.seat, (play.card,), colours))


def _words(card: Card) -> list[str]:
    """How RLCard writes the card; a wild once for every colour."""
    letters = _LETTERS if card.colour is None else card.colour.value.lower()
    return [f"{letter}-{_TRAITS.get(card.rank, card.rank.value)}" for letter in letters]
