"""What engine/ZOO.md says of RLCard's UNO, at the positions of that page: runs where the extra bench is installed."""

import importlib
from collections.abc import Sequence
from typing import Any

import pytest

rlcard: Any = pytest.importorskip("rlcard", reason="the extra bench is not installed")
uno: Any = importlib.import_module("rlcard.games.uno")
cards: Any = importlib.import_module("rlcard.games.uno.card")
utils: Any = importlib.import_module("rlcard.games.uno.utils")


def card(word: str) -> Any:
    """The card that RLCard writes like that: `r-9`, `b-draw_2`, `g-wild` (a wild in a hand has a colour there)."""
    colour, trait = word.split("-")
    kind = "wild" if trait.startswith("wild") else "number" if trait.isdigit() else "action"
    return cards.UnoCard(kind, colour, trait)


def at(hands: Sequence[str], discard: str = "r-9", stock: str = "") -> Any:
    """RLCard's game, in which the first player is to move. The top card and the next card to draw are the last ones."""
    game = uno.Game(num_players=len(hands))
    game.init_game()
    for player, hand in zip(game.players, hands, strict=True):
        player.hand = [card(word) for word in hand.split()]
    game.dealer.deck = [card(word) for word in stock.split()]
    game.round.played_cards = [card(word) for word in discard.split()]
    game.round.target, game.round.current_player, game.round.direction = game.round.played_cards[-1], 0, 1
    return game


def held(game: Any, player: int) -> list[str]:
    """A hand."""
    return [one.trait if one.type == "wild" else one.str for one in game.players[player].hand]


def test_nobody_draws_for_a_drawn_wild_draw_four() -> None:
    game = at(["b-1 b-2", "g-1"], stock="y-1 y-2 y-3 y-4 r-wild_draw_4")
    game.step("draw")
    assert (held(game, 0), held(game, 1), game.round.target.trait) == (["b-1", "b-2"], ["g-1"], "wild_draw_4")


def test_a_drawn_card_of_the_colour_is_played_and_another_that_fits_is_kept() -> None:
    colour, number = (at(["b-1 b-2", "g-1"], stock=drawn) for drawn in ("r-5", "b-9"))
    colour.step("draw")
    number.step("draw")
    assert (held(colour, 0), held(number, 0)) == (["b-1", "b-2"], ["b-1", "b-2", "b-9"])


def test_with_two_players_a_reverse_is_followed_by_the_opponent() -> None:
    game = at(["r-reverse b-1 b-2", "g-1 g-2"])
    assert game.step("r-reverse")[1] == 1


def test_a_wild_draw_four_is_offered_if_nothing_else_fits_and_so_is_drawing() -> None:
    assert at(["r-wild_draw_4 r-1 r-2", "g-1"]).get_legal_actions() == ["r-1", "r-2"]
    assert at(["r-wild_draw_4 b-1", "g-1"]).get_legal_actions() == utils.WILD_DRAW_4
    assert at(["b-1", "g-1"]).get_legal_actions() == ["draw"]


def test_there_is_no_uno_and_no_challenge() -> None:
    traits = {word.partition("-")[2] or word for word in utils.ACTION_LIST}
    assert traits == {*utils.TRAIT_MAP, "draw"}


def test_a_draw_two_as_first_card_leaves_the_turn() -> None:
    game = at(["r-1", "g-1"], stock="y-1 y-2")
    game.round.perform_top_card(game.players, card("b-draw_2"))
    assert (len(held(game, 0)), game.round.current_player) == (3, 0)


def test_a_wild_as_first_card_has_a_random_colour() -> None:
    assert len({at(["r-1", "g-1"], stock="r-wild").round.flip_top_card().color for _ in range(60)}) > 1


def test_the_top_card_becomes_part_of_the_draw_pile() -> None:
    game = at(["b-1 b-2", "g-1"], discard="y-1 y-2 r-9")
    game.step("draw")
    pile = [one.str for one in (*game.dealer.deck, *game.round.played_cards, *game.players[0].hand)]
    assert len(game.dealer.deck) == 2
    assert sorted(pile) == ["b-1", "b-2", "r-9", "y-1", "y-2"]


def test_a_draw_of_four_with_too_few_cards_is_an_error_or_brings_the_card_itself() -> None:
    with pytest.raises(IndexError):
        at(["r-wild_draw_4 b-1 b-2", "g-1"], discard="y-1 r-9").step("b-wild_draw_4")
    game = at(["r-wild_draw_4 b-1 b-2", "g-1"], discard="y-1 y-2 r-9")
    game.step("b-wild_draw_4")
    assert "wild_draw_4" in held(game, 1)


def test_the_observation_shows_neither_counts_nor_how_many_wilds() -> None:
    env = rlcard.make("uno")
    env.reset()
    few, many = (
        env._extract_state({"hand": hand, "target": "r-9", "legal_actions": ["draw"], "num_cards": counts})["obs"]
        for hand, counts in ((["r-wild"], [1, 2]), (["r-wild", "g-wild"], [2, 9]))
    )
    assert (few == many).all()


@pytest.mark.parametrize(("winner", "payoffs"), [(0, [1, -1, 0]), (1, [-1, 1, 0]), (2, [0, 0, -1])])
def test_of_three_players_one_loser_pays_or_the_winner_does(winner: int, payoffs: list[int]) -> None:
    game = uno.Game(num_players=3)
    game.init_game()
    game.round.winner = [winner]
    assert game.get_payoffs() == payoffs
