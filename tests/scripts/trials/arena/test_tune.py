"""The search finds what wins, and the same options find the same."""

from types import ModuleType

import pytest

from tests.scripts.conftest import Command
from uno_engine.bots.weights import BY_THUMB, HARD
from uno_engine.presets import preset


@pytest.mark.fast
@pytest.mark.parametrize("rules", ["official", "street"])
def test_it_prints_an_entry_of_the_table_that_can_be_had_again(command: Command, rules: str) -> None:
    line = f"--rules {rules} --steps 2 --tries 4 --deals 2"
    code, printed, _ = command(line)
    assert code == 0
    assert printed.startswith("Weights(colour=")
    assert "special=" not in printed, "no card of the deck has it"
    assert command(line)[1] == printed
    assert command(f"{line} --seed 2")[1] != printed


@pytest.mark.parametrize("line", ["--rules foo", "--players 11", "--tries 1"])
def test_options_that_make_no_sense_are_told(command: Command, line: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(line)


def test_the_mean_goes_to_what_wins(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    table = script.Table(preset("official"), 4)
    monkeypatch.setattr(table, "gain", lambda weights, deals: -abs(weights.colour - 5) - abs(weights.rank + 3))
    found = script.search(table, BY_THUMB, [0, 1], 40, 10, 1, 1)
    assert found.colour == pytest.approx(5, abs=0.5)
    assert found.rank == pytest.approx(-3, abs=0.5)
    assert found[2:] == pytest.approx(BY_THUMB[2:])


@pytest.mark.parametrize(("rules", "even"), [("official", (4 * 2 / 4 + 2 / 2) / 6), ("tournament", 0)])
def test_who_has_the_weights_of_the_opponents_wins_its_part(script: ModuleType, rules: str, even: float) -> None:
    table = script.Table(preset(rules), 4)
    assert table.gain(BY_THUMB, table.deals("x", 3)) == pytest.approx(even)


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_not_searched_stays_as_that_many_players_have_it(script: ModuleType, players: int) -> None:
    assert script.hard_at(preset("party"), players) == HARD[players == 2, "round"]
