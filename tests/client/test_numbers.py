"""The numbers of a server's players, in the full screen and in plain mode."""

from tests.client.fake import seen
from tests.client.test_every_request import counted, lobby
from uno_client.core.legal_moves import offered
from uno_client.core.model.parts import Scope
from uno_client.core.navigation import place_of
from uno_client.fullscreen.screens import keys_now
from uno_client.lines.commands import obey
from uno_client.lines.game_text import numbers_lines
from uno_client.screens.numbers import numbers_of
from uno_protocol import messages as net
from uno_protocol.catalogues import speaking

ANN = net.PlayerNumbers(
    name="Ann\x1b",
    games=14,
    wins=6,
    low=19,
    high=68,
    equal=320,
    points=310,
    called=8,
    caught=2,
    presets=[
        net.PresetNumbers(preset="official", games=7, wins=3),
        net.PresetNumbers(preset="street", games=5, wins=2),
    ],
)


def test_the_page_waits_for_the_answer_and_closes() -> None:
    game = counted().press("s")
    assert place_of(game.model) is Scope.NUMBERS
    assert numbers_of(game.model, keys_now(game.model)).blocks == ()
    assert "Numbers" in seen(game.model)
    (asked,) = game.model.link.pending
    assert isinstance(asked, net.AskNumbers)
    game.feed(net.Numbers(id=asked.id, always=[ANN]))
    said = [block.words for block in numbers_of(game.model, keys_now(game.model)).blocks]
    assert said[1:6] == ["Tonight", "No games yet.", "This month", "No games yet.", "Always"]
    assert place_of(game.press("escape").model) is Scope.TABLES


def test_what_is_said_of_a_player() -> None:
    *_, line = numbers_lines(net.Numbers(id=1, tonight=[ANN], month=[ANN], always=[ANN]))
    assert line.startswith(" Ann")
    assert "\x1b" not in line
    assert ": 14 games, 6 won (a player as good as the others: 3.2; chance 19 to 68 %), 310 points; UNO" in line
    assert line.endswith("Won by rules: official 3 of 7, street 2 of 5, other rules 1 of 2.")
    bob = net.Numbers(id=1, always=[net.PlayerNumbers(name="Bob", games=1, equal=25)])
    *_, line = numbers_lines(bob)
    assert "others: 0.3;" in line
    assert line.endswith("wins in a row 0.")
    with speaking("de"):
        assert "0,3;" in numbers_lines(bob)[-1]
    assert "A name proves nothing" in numbers_lines(net.Numbers(id=1))[0]


def test_a_server_that_counts_nothing_is_not_asked() -> None:
    game = lobby()
    assert game.press("s").sent == []
    assert place_of(game.model) is Scope.TABLES
    (_model, inputs, _commands), said = obey(game.model, "numbers", offered(game.model))
    assert inputs == ()
    assert said == ("This server doesn't count games.",)
