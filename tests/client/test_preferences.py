"""The settings file: what is wrong in it locks nobody out, and what people wrote into it stays."""

import os
import sys
from pathlib import Path

import pytest

from uno_client.config import Settings, read_settings
from uno_client.fullscreen.keys import ACTIONS
from uno_client.fullscreen.own_keys import own_keys
from uno_client.preferences import (
    FLAGGED,
    OFF,
    Preferences,
    PreferenceStore,
    as_typed,
    read_preferences,
    remember,
    settings_file,
)

WRITTEN = """\
# my settings
name = "Anna"
theme="light"  # for the balcony
later = 5

[keys]
draw = "f"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "client.toml"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_the_defaults_hold(file: Path) -> None:
    assert read_preferences(file) == read_preferences(None) == Preferences()
    assert settings_file(os.environ) is None  # the tests leave that of whoever runs them alone
    assert Settings().kept == Preferences()


def test_a_byte_order_mark_changes_nothing(file: Path) -> None:
    written(file, '\ufeffname = "Anna"\n')
    assert remember(file, {"bell": "always"})
    assert read_preferences(file) == Preferences(name="Anna", bell="always")


def test_the_file_says_what_is_usual(file: Path) -> None:
    text = 'name = "Anna"\nbell = "always"\nmotion = false\nkeep_drawn = false\norder = "came"\ntyped = "on"\n'
    kept = read_preferences(written(file, f'{text}theme = "mono"\nlanguage = "de"\n[keys]\ndraw = "f"\n'))
    assert list(kept.wrong) == []
    settings = read_settings([], {}, "", kept)
    wants = settings.wants
    assert (wants.bell, wants.motion, wants.keep_drawn, wants.order) == ("always", "none", False, "came")
    assert (wants.typed, wants.theme, settings.language) == ("on", "mono", "de")
    assert (settings.name, settings.kept.name, settings.kept.keys) == (None, "Anna", {"draw": "f"})


@pytest.mark.parametrize(("said", "motion"), [("true", "full"), ("false", "none"), ('"little"', "little")])
def test_motion_can_still_be_a_switch(file: Path, said: str, motion: str) -> None:
    kept = read_preferences(written(file, f"motion = {said}\n"))
    assert (kept.motion, list(kept.wrong)) == (motion, [])
    for arguments, environment in ((["--no-motion"], {}), ([], {"UNO_NO_MOTION": "1"})):
        assert read_settings(arguments, environment, "", kept).wants.motion == "none"


@pytest.mark.parametrize("key", FLAGGED)
def test_a_variable_goes_before_the_file_and_a_flag_before_both(key: str) -> None:
    row = FLAGGED[key]
    flag, variable = row.flag.partition(" ")[0], row.variable.partition("=")[0]
    one, other = (not row.default, row.default) if row.switch else (row.takes.words or ("one", "other"))[:2]
    kept = Preferences(**{key: one})  # type: ignore[arg-type]  # as `takes` says
    variables = {variable: "0" if row.switch else str(other)}
    flags = [flag] if row.switch else [flag, str(one)]

    def wanted(arguments: list[str], environment: dict[str, str]) -> object:
        return getattr(read_settings(arguments, environment, "", kept).wants, key)

    assert (wanted([], {}), wanted([], variables), wanted(flags, variables)) == (one, other, one)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('bell = "sometimes"', "bell takes never, idle or always, not sometimes. Using the default."),
        ("slow = 1", "slow takes true or false, not 1. Using the default."),
        ("motion = 1", "motion takes full, little or none, not 1. Using the default."),
        ('name = "a name that is far too long"', "name takes a text of 1 to 20 characters"),
        ('name = "a\\u001bb"', "name takes a text of 1 to 20 characters, not a\\x1bb"),
        ('keys = "d"', "keys takes a table with lines such as"),
        ('tehme = "dark"', "There is no setting tehme. Did you mean theme?"),
        ("x = 1", "There is no setting x. There are: name, server, theme, "),
        ("bell = ", "is not TOML: "),
    ],
)
def test_what_is_wrong_is_told_in_one_line_and_the_rest_counts(file: Path, line: str, told: str) -> None:
    kept = read_preferences(written(file, f'order = "came"\n{line}\n'))
    wrong = list(kept.wrong)
    assert len(wrong) == 1
    assert wrong[0].removeprefix(str(file)).lstrip(": ").startswith(told)
    assert wrong[0].isprintable()
    assert kept == Preferences(order="colour" if "TOML" in told else "came")


def test_a_key_that_is_no_text_leaves_the_others_alone(file: Path) -> None:
    kept = read_preferences(written(file, '[keys]\ndraw = 5\nkeep = true\nmenu = "z"\n'))
    assert list(kept.wrong) == []
    keys, wrong = own_keys(kept.keys)
    assert keys == (("menu", "z"),)
    assert wrong[0] == "keys: keep takes one character, space or tab, not True."
    assert wrong[1].startswith("keys: draw can't be 5: ")


def test_a_file_that_is_no_text_or_no_file_locks_nobody_out(file: Path) -> None:
    written(file, "").write_bytes(b"\xff")
    (said,) = read_preferences(file).wrong
    assert said.startswith(f"{file} is not TOML: 'utf-8' codec can't decode byte 0xff")
    assert [said.split(": ")[0] for said in read_preferences(file.parent).wrong] == [f"{file.parent} cannot be read"]


def test_what_people_wrote_stays(file: Path) -> None:
    written(file, WRITTEN)
    assert remember(file, {"theme": "mono", "bell": "never"})
    text = file.read_text(encoding="utf-8")
    assert text == WRITTEN.replace('"light"', '"mono"').replace("later = 5\n", 'later = 5\nbell = "never"\n')
    kept = read_preferences(file)
    assert (kept.name, kept.theme, kept.bell, kept.keys) == ("Anna", "mono", "never", {"draw": "f"})


def test_a_new_file_says_what_it_is_and_is_its_owner_s_alone(file: Path) -> None:
    assert remember(file, {"name": "Anna"})
    assert file.read_text(encoding="utf-8").startswith("# Settings of uno-client.")
    assert read_preferences(file) == Preferences(name="Anna")
    assert sys.platform == "win32" or file.stat().st_mode & 0o077 == 0


def test_a_broken_file_is_left_to_its_owner(file: Path) -> None:
    written(file, "bell = ")
    assert not any(remember(where, {"name": "Anna"}) for where in (file, file.parent, None))
    assert file.read_text(encoding="utf-8") == "bell = "


def test_a_link_to_the_file_stays_a_link(file: Path, tmp_path: Path) -> None:
    linked = tmp_path / "link.toml"
    linked.symlink_to(written(file, WRITTEN))
    assert remember(linked, {"name": "Bob"})
    assert linked.is_symlink()
    assert read_preferences(file).name == "Bob"


def test_only_what_is_new_is_written(file: Path) -> None:
    memory = PreferenceStore(file, Preferences(name="Anna"))
    assert memory.keep(name="Anna") == ""
    assert not file.exists()
    memory.keep(name="Anna", server="game.local:7777")
    assert read_preferences(file) == Preferences(server="game.local:7777")
    assert memory.kept == Preferences(name="Anna", server="game.local:7777")
    file.unlink()
    memory.keep(server="game.local:7777")
    assert not file.exists()


def test_the_file_is_in_the_users_folder_or_the_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    usual = settings_file({})
    assert usual is not None
    assert usual.name == "client.toml"
    if sys.platform == "linux":
        assert usual.is_relative_to(tmp_path)
    assert settings_file({"UNO_SETTINGS": str(tmp_path / "mine")}) == tmp_path / "mine"
    assert settings_file({"UNO_SETTINGS": OFF}) is None


def test_what_client_readme_shows_is_understood(file: Path) -> None:
    page = (Path(__file__).parents[2] / "client" / "README.md").read_text(encoding="utf-8")
    kept = read_preferences(written(file, page.split("```toml\n")[1].split("```")[0]))
    assert list(kept.wrong) == []
    assert kept == Preferences(name="Anna", bell="always", keys=kept.keys)
    assert own_keys(kept.keys) == (tuple(kept.keys.items()), [])
    assert ", ".join(f"`{action}`" for action in sorted(ACTIONS)) in page


@pytest.mark.skipif(os.name != "posix", reason="there is no such sign")
def test_a_file_in_the_own_folder_is_shown_as_one_types_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert as_typed(Path("/home/ann/.config/client.toml")) == "~/.config/client.toml"
    assert as_typed(Path("/home/anna/client.toml")) == "/home/anna/client.toml"
