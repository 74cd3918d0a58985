"""The client in Node.js, written from the document alone, plays with ours, comes back, and keeps to the document.

Skipped where there is no Node.js, or where its one package is not installed: `scripts/test.py` tries to.
"""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes import House, Program, key_of, result
from tests.e2e.proxy import proxied
from tests.e2e.test_through_proxy import TROUBLES
from tests.node import LACKING, NODE
from tests.patience import HANG
from tests.protocol.conformance.caught import SOMETIMES

FOLDER = Path(__file__).parents[2] / "scripts" / "examples" / "node"
CLIENT = str(FOLDER / "client.mjs")
LONGEST = 290
"""Lines of an example that is read in one go."""
LATE = {"stale", "nothing_to_catch", "already_called", "rate_limited", "not_ready", "game_running", "not_your_turn"}
"""What may be refused to a client that does only what is listed: others were quicker, or have ended the round."""
CUTS = [each for each in TROUBLES if each.down.dead_at is None]
"""What befalls the first connections."""


def missing() -> str:
    """Why the client cannot be started here; empty if it can."""
    if not LACKING and not (FOLDER / "node_modules" / "@msgpack" / "msgpack").is_dir():
        return f"its package is not installed: npm ci, in {FOLDER.relative_to(FOLDER.parents[2])}"
    return LACKING


MISSING = missing()
in_node = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def stranger(house: House, address: str, name: str, *rules: str) -> Program:
    """The client in Node.js at the table `T`, which it opens with four seats under these rules if it is the first."""
    chosen = [word for rule in rules for word in ("--set", rule)]
    return house.run(NODE, CLIENT, address, "--name", name, "--table", "T", "--seats", "4", *chosen)


def ours(house: House, address: str, name: str, *rules: str) -> Program:
    """The same of our client."""
    return house.autoplay(address, name, "--seats", "4", "--set", *rules)


def one_result(players: list[Program]) -> dict[str, Any]:
    """How the match ended, on which all of them agree."""
    shown = [{key: result(each)[key] for key in ("winner", "scores", "rounds")} for each in players]
    assert all(each == shown[0] for each in shown), "\n".join(map(str, shown))
    return shown[0]


@pytest.mark.slow
@in_node
def test_strangers_answer_whatever_the_rules_may_ask(house: House, address: str) -> None:
    asking = ("extra=4,4,4", "seven_zero=yes", "jump_in=yes", "stacking=any")
    rules = (*asking, "goal=points", "target=300", "uno_grace=0.2")
    players = [stranger(house, address, name, *rules) for name in ("ann", "bob", "cem")]
    players.append(ours(house, address, "dan", *rules))
    one_result(players)
    for each in players[:-1]:
        assert set(re.findall(r"is refused: (\w+)", each.err)) <= LATE
        assert "does not keep to the protocol" not in each.err


@pytest.mark.real_clock
@pytest.mark.slow
@in_node
async def test_strangers_and_ours_agree_on_a_match_though_one_is_cut_off(house: House, address: str) -> None:
    """FAULTS 6, 47."""
    host, _, port = address.rpartition(":")
    rules = ("goal=points", "target=400", "uno_grace=0.2")
    async with proxied((host, int(port)), *CUTS) as proxy:
        players = [stranger(house, f"{proxy.address.host}:{proxy.address.port}", "ann", *rules)]
        players += [stranger(house, address, "bob", *rules)]
        players += [ours(house, address, name, *rules) for name in ("cem", "dan")]
        shown = await asyncio.to_thread(one_result, players)
        assert [each.cut for each in proxy.carried] == [True] * len(CUTS) + [False]
    assert players[0].err.count("coming back") == len(CUTS)
    assert shown["scores"].keys() == {"ann", "bob", "cem", "dan"}
    assert shown["scores"][shown["winner"]] == max(shown["scores"].values()) >= 400


@pytest.mark.slow
@in_node
def test_over_tls_it_plays_with_the_server_whose_key_the_link_names_and_with_no_other(house: House) -> None:
    server, address = house.serve("--tls", "required")
    key = key_of(server)
    rules = ("goal=points", "target=50", "uno_grace=0.2")
    players = [stranger(house, f"uno://{address}/T#{key}", "ann", *rules)]
    players += [ours(house, f"uno://{address}#{key}", name, *rules) for name in ("bob", "cem", "dan")]
    assert one_result(players)["scores"].keys() == {"ann", "bob", "cem", "dan"}
    fooled = stranger(house, f"{address}#{'a' * 26}", "eve")
    assert fooled.wait() == 1
    assert fooled.err == f"another server answers: its key is {key}, not {'a' * 26}\n"
    without = stranger(house, address, "eve")
    assert without.wait() == 1
    assert "tls_required" in without.err


@pytest.mark.parametrize(
    "rest",
    [pytest.param(f"CL-*[!{some}]", marks=when) for some, when in zip(("258", "147", "0369"), SOMETIMES, strict=True)],
)
@in_node
def test_the_client_in_node_keeps_to_the_document(rest: str) -> None:
    command = f'"{NODE}" "{CLIENT}" {{host}}:{{port}} --name {{name}} --table {{table}}'
    suite = [sys.executable, "-P", "-m", "uno_protocol.conformance", "--strict", "--exclude", rest, "--client", command]
    tried = subprocess.run(suite, capture_output=True, text=True, encoding="utf-8", timeout=HANG, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr


@in_node
@pytest.mark.parametrize(
    "typed", [(), ("--name", "ann"), ("127.0.0.1:1", "--name", "ann", "--table", "T", "--seats", "x")]
)
def test_what_cannot_be_meant_is_told_with_the_usage(house: House, typed: tuple[str, ...]) -> None:
    program = house.run(NODE, CLIENT, *typed)
    assert program.wait() == 2
    assert "usage: client.mjs HOST[:PORT]" in program.err
    assert "    at " not in program.err


@in_node
def test_a_stranger_that_finds_no_server_says_so(house: House) -> None:
    program = house.run(NODE, CLIENT, "127.0.0.1:1", "--name", "ann", "--table", "T")
    assert program.wait() == 1
    assert program.err == "no server of UNO answers\n"


def test_the_example_is_one_file_that_is_read_in_one_go() -> None:
    lines = Path(CLIENT).read_text(encoding="utf-8").splitlines()
    assert len(lines) < LONGEST
    assert max(map(len, lines)) <= 120
    assert [each.name for each in FOLDER.glob("*.*js")] == ["client.mjs"]
