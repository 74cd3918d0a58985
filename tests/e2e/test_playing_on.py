"""From a game that is shown again a player plays on alone, in the same terminal, and comes back to it."""

from pathlib import Path

from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.protocol.recorded_games import recorded


@drawn
def test_a_player_plays_on_from_a_file_and_comes_back(house: House, tmp_path: Path) -> None:
    file = tmp_path / "game.unorec"
    file.write_bytes(recorded(0).data)
    terminal = house.screen("replay", str(file), "--no-motion")
    terminal.answer("turn 0", "\x1b[C", "\x1b[C", "\x1b[C")
    terminal.answer("turn 3", "p")
    terminal.see("YOUR TURN")
    terminal.type("q")
    terminal.answer("Leave?", "y")
    terminal.answer("turn 3", "\x1b[C")
    terminal.answer("turn 4", "p")
    terminal.see("YOUR TURN", "is thinking", "to play", "chat")
    terminal.type("\x03")
    terminal.answer("Quit?", "y")
    assert terminal.wait() == 130
