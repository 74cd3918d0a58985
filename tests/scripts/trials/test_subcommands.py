"""Scripts with subcommands: each is listed and loaded only when it is chosen, and a wrong one is told in a sentence."""

import sys
from unittest.mock import Mock

import pytest

from tests.scripts.conftest import SCRIPTS, loaded

TABLES = [
    (
        "bench.py",
        ["engine", "zoo", "server", "client", "replay", "page", "recovery", "training", "numbers", "growth", "install"],
    ),
    ("torture.py", ["kills", "siege", "fuzz", "worlds", "records", "strangers"]),
    ("arena.py", ["match", "strength", "tune"]),
]


def ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """What a script says."""
    monkeypatch.setattr(sys, "argv", [*words])
    code = loaded(words[0].removesuffix(".py")).main()
    return code, *capsys.readouterr()


@pytest.mark.parametrize(("script", "names"), TABLES)
def test_help_lists_every_subcommand_and_a_wrong_or_missing_one_is_told_in_one_sentence_that_names_all(
    script: str, names: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = ran(monkeypatch, capsys, script, "--help")
    rows = [line.split(maxsplit=2) for line in out.splitlines() if line.startswith(f"  {script} ")]
    assert code == 0
    assert [name for _, name, does in rows if does] == names
    for words in ([], ["sever"]):
        code, out, err = ran(monkeypatch, capsys, script, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"{script}: ")
        assert err.endswith(f"choose one of {', '.join(names)}\n")


@pytest.mark.parametrize(("script", "name"), [(script, name) for script, names in TABLES for name in names])
def test_every_subcommand_explains_its_options(
    script: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    with pytest.raises(SystemExit, match="0"):
        ran(monkeypatch, capsys, script, name, "--help")
    assert capsys.readouterr().out.startswith(f"usage: {script} {name} [-h]")


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("arena.py", "match --a brilliant --b hard"),
        ("arena.py", "match --a hard --b hard --players 3 --two-against-two"),
        ("arena.py", "match --a hard --b hard --games 0"),
        *(("arena.py", f"tune {wrong}") for wrong in ("--rules foo", "--players 11", "--tries 1")),
        *(("bench.py", f"engine {wrong}") for wrong in ("--rules official,poker", "--rules all --players 5")),
        *(("bench.py", f"engine {wrong}") for wrong in ("--set decks=7", "--runs 0")),
        *(("bench.py", f"server {wrong}") for wrong in ("--tables 0", "--move-every 0", "--floor --seats 3")),
        ("bench.py", "server --kill --compare-journal"),
        ("bench.py", "install --only floppy"),
        *(("torture.py", f"fuzz {wrong}") for wrong in ("--seed -1", "--inputs 0", "--target moon")),
        ("torture.py", "siege --kinds dragons"),
        *(("torture.py", f"worlds {wrong}") for wrong in ("--workers 0", "--seed -1", "--torment")),
        *(("torture.py", f"records {wrong}") for wrong in ("--games 0", "--bytes 0", "--forgeries 0", "--seed -1")),
        *(("torture.py", f"strangers {wrong}") for wrong in ("--rounds 0", "--tables 0", "--only poker")),
    ],
)
def test_options_that_make_no_sense_end_with_2(
    script: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    with pytest.raises(SystemExit, match="2"):
        ran(monkeypatch, capsys, script, *line.split())


def test_ctrl_c_ends_a_match_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loaded("arena"), "run", Mock(side_effect=KeyboardInterrupt))
    assert ran(monkeypatch, capsys, "arena.py", "--a", "hard", "--b", "easy") == (130, "", "")
