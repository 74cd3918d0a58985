"""The search finds what wins, and the same options find the same."""

import pytest

from tests.scripts.conftest import Command


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
