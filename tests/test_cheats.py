"""Every cheat of a server is found and named by the terminal, by the page and by `uno-records check`."""

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.cheats import CHEATS, AtThePage, Plant, Player, a_card_put_into_a_hand, play, sit_down
from tests.client.fake import said_on
from tests.node import LACKING, NODE
from tests.patience import HANG
from tests.server.crashing import Crashing
from tests.server.harness import Entropy
from uno_client.core.model import Model
from uno_client.lines.game_text import heard_lines
from uno_engine.events import Event
from uno_protocol.labels import replay_labels
from uno_protocol.records.file import ALL, GameOutcome, RecordStep, mark_of, read, write
from uno_protocol.room import DealMixed, GameSeed
from uno_protocol.wording.book import book
from uno_server.archive import cli
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive
from uno_server.journal import recording

pytestmark = pytest.mark.fast

HONEST = "none"
NOT_PROVED = {"a player's bytes dropped": "the journal and the file", "a commitment that comes late": "the file"}
"""Where nobody can tell a cheat from players who opened nothing; that their bytes are missing is said."""
LOUD = "The deal was NOT honest! "
cheat = pytest.mark.parametrize("name", CHEATS)


class Played(NamedTuple):
    """The remains of a game: what the page received, and the server's journal."""

    model: Model
    """Of the client in a terminal."""
    told: list[Any]
    """The messages that the page received."""
    journal: Path


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Played]:
    """A game at a server with each of the cheats, and one at an honest server."""
    plants = {HONEST: lambda _: None, **{name: one.plant for name, one in CHEATS.items()}}
    return {name: played(plant, tmp_path_factory.mktemp("journal"), name) for name, plant in plants.items()}


def played(plant: Plant, journal: Path, seed: str) -> Played:
    """A game at a server that cheats so; each seed makes another server."""
    world = Crashing(journal, entropy=Entropy(seed))
    ann, bob = Player(world, "Ann", b"one"), AtThePage(world, "Bob")
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        sit_down([ann, bob])
        play(world, [ann, bob])
    world.journal.close(world.now)
    return Played(ann.model, bob.told, journal)


@pytest.fixture(scope="module")
def pages(games: Mapping[str, Played], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[str, list[Any]]]:
    """The page's words below the result of each deal, and its loud ones."""
    if LACKING:
        pytest.skip(LACKING)
    file = tmp_path_factory.mktemp("pages") / "games.json"
    asked = {"BOOK": book(), "LABELS": dict(replay_labels()), "SHARE": AtThePage.SHARE[0]}
    file.write_text(json.dumps({**asked, "GAMES": [game.told for game in games.values()]}), encoding="utf-8")
    script = str(Path(__file__).with_name("page") / "cheats.mjs")
    ran = subprocess.run(
        [NODE, script],
        env={"UNO_GAMES": str(file)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=HANG,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return {name: (found["checked"], found["loud"]) for name, found in zip(games, json.loads(ran.stdout), strict=True)}


@pytest.fixture
def records(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """The verdict of `uno-records check`, and its exit code."""

    def check(*argv: object) -> tuple[int, str]:
        code = cli.run(["check", *map(str, argv)], {})
        return code, capsys.readouterr().out

    return check


def handed_out(journal: Path) -> bytes:
    """The record that such a server hands out: what it has stored and told, with a digest that fits."""
    with opened(journal) as connection:
        archive = Archive(connection)
        (game,) = archive.games
        moments = list(archive.moments(game))
    steps, since = list[RecordStep](), 0.0
    for moment in moments:
        since = moment.wall - game.head.began
        steps += [RecordStep(since, one) for one in moment.events if isinstance(one, DealMixed)]
        steps += [RecordStep(since, one) for one in moment.actions]
        for event in (one for one in moment.events if isinstance(one, Event)):
            steps += [RecordStep(since, one) for one in (event, mark_of(event)) if one is not None]
    outcome = GameOutcome(tuple(game.told.winners), tuple(game.told.scores), game.told.rounds)
    seen = read(recording.own_record(game.name, game.head, moments, None, finished=True)).header
    told = next((one for moment in moments for one in moment.events if isinstance(one, GameSeed)), GameSeed(""))
    header = replace(seen, eyes=ALL, seed=told.seed, secret=told.secret or "")
    return write(header, [*steps, RecordStep(since, outcome)])


def test_no_honest_server_is_accused(
    games: Mapping[str, Played],
    pages: Mapping[str, tuple[str, list[Any]]],
    records: Callable[..., tuple[int, str]],
    tmp_path: Path,
) -> None:
    model, _, journal = games[HONEST]
    assert "Deal checked: nobody chose or changed the cards." in said_on(model)
    assert pages[HONEST] == ("Deal checked: nobody chose or changed the cards (10 compared).", [])
    assert records("1.1", "--data-dir", journal) == (0, "checked: games 1, moves 10; differences 0\n")
    (file := tmp_path / "game.unorec").write_bytes(handed_out(journal))
    true = "this record is true: the rules lead from its seed to every card in it"
    assert records(file) == (0, f"{file}: {true}\n")


@cheat
def test_the_terminal_names_it_loudly(games: Mapping[str, Played], name: str) -> None:
    model, due = games[name].model, f"{LOUD}{CHEATS[name].terminal}"
    assert " ".join(due.split()) in " ".join(said_on(model).split())
    assert due in heard_lines(model, model.play.log)
    assert model.notice is not None


@cheat
def test_the_page_names_it_loudly(pages: Mapping[str, tuple[str, list[Any]]], name: str) -> None:
    below, loud = pages[name]
    assert below == f"This deal is false! {CHEATS[name].page}"
    assert loud == [[below, "wrong"]]


@cheat
def test_the_saved_game_is_found_wrong(
    games: Mapping[str, Played], records: Callable[..., tuple[int, str]], name: str
) -> None:
    code, said = records("1.1", "--data-dir", games[name].journal)
    assert (code, CHEATS[name].game in said) == (0 if "journal" in NOT_PROVED.get(name, "") else 1, True), said


def test_hands_that_are_shown_otherwise_are_found_in_the_saved_game(
    records: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    played(a_card_put_into_a_hand, tmp_path, "hands")
    code, said = records("--data-dir", tmp_path)
    assert code == 1
    assert "other hands are shown than the rules give" in said


@cheat
def test_the_record_that_the_server_hands_out_is_found_wrong(
    games: Mapping[str, Played], records: Callable[..., tuple[int, str]], name: str, tmp_path: Path
) -> None:
    (file := tmp_path / "game.unorec").write_bytes(handed_out(games[name].journal))
    code, said = records(file)
    assert (code, CHEATS[name].file in said) == (0 if name in NOT_PROVED else 1, True), said
