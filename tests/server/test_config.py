"""The `--config` file is read strictly, and in order: flag, variable, file, default."""

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from uno_protocol.discovery import Reach
from uno_server import config
from uno_server.base.limits import Limits

File = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> File:
    """Writes a file and gives its name."""

    def write(text: str) -> str:
        path = tmp_path / "server.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def read(*flags: str, **variables: str) -> config.Config:
    return config.read(flags, variables, "1")


def refused(capsys: pytest.CaptureFixture[str], *flags: str, **variables: str) -> str:
    """The one line that says what is wrong."""
    with pytest.raises(SystemExit) as ended:
        read(*flags, **variables)
    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert line.startswith("uno-server: ")
    assert line.count("\n") == 1
    return line.removeprefix("uno-server: ").removesuffix(" (see uno-server --help)\n")


WHOLE = """
host = "127.0.0.1"
port = 5555
name = "Löwe"
data_dir = "/there"
durable = true
announce = ["192.0.2.1", "192.0.2.2"]
password = "sesame"
log_json = true
allow_test_deals = true
tls = "required"
web = "off"
web_names = ["Box", "203.0.113.5"]

[limits]
connections = 100
watchers = 0x5
deserted_hours = 12
"""


def test_a_file_may_set_everything(file: File) -> None:
    assert read("--config", file(WHOLE)) == config.Config(
        host="127.0.0.1",
        port=5555,
        name="Löwe",
        exit_with_stdin=False,
        data_dir=Path("/there"),
        durable=True,
        announce=Reach(addresses=("192.0.2.1", "192.0.2.2")),
        password="sesame",
        log_json=True,
        allow_test_deals=True,
        tls="required",
        web=False,
        web_names=("box", "203.0.113.5"),
        limits=Limits(connections=100, watchers=5, deserted_hours=12),
    )


def test_a_flag_goes_before_a_variable_and_that_before_the_file(file: File) -> None:
    name = file('port = 1\nname = "f"\nhost = "::1"\nlog_json = true')
    found = read("--port", "3", "--no-log-json", UNO_CONFIG=name, UNO_PORT="2", UNO_NAME="v")
    assert (found.port, found.name, found.host, found.log_json) == (3, "v", "::1", False)
    assert read(UNO_CONFIG=name, UNO_LOG_JSON="0").log_json is False
    assert read("--log-json", UNO_LOG_JSON="no").log_json
    assert read("--config", name, UNO_PORT="", UNO_PASSWORD="", UNO_CONFIG="").port == 1  # empty ones set nothing


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "unknown key 'prot'; did you mean port?"),
        ("[limts]\ntables = 1", "unknown key 'limts'; did you mean limits?"),
        ("zzz = 1", "unknown key 'zzz'; known: "),
        ("web = 'maybe'", "web: must be on or off, not 'maybe'"),
        (
            "web_names = 'fe80::1%eth0'",
            "web_names: must be names or addresses without a port or a zone, with commas between",
        ),
        ("port = '1'", "port must be a whole number, not '1'"),
        ("port = true", "port must be a whole number, not True"),
        ("port = 65536", "port: a port is a number from 0 to 65535, not '65536'"),
        ("name = 5", "name must be text in quotes, not 5"),
        ("name = ''", "name: a name has 1 to 40 printable characters"),
        ("durable = 'yes'", "durable must be true or false, not 'yes'"),
        ("announce = 'here'", "announce: it takes auto, off, or "),
        ("announce = 5", "announce must be text in quotes or a list, not 5"),
        ("password = ''", "password: a password has 1 to 128 printable characters"),
        ("name = { a = 1 }", "name must be text in quotes, not a table"),
        ("limits = 5", "limits must be a table: put its keys under [limits]"),
        ("[limits]\ntable = 5", "unknown key 'table' in [limits]; did you mean tables?"),
        ("[limits]\nwatchers = 401", "limits.watchers must be from 1 to 400, not 401"),
        ("[limits]\ndeserted_hours = 1.5", "limits.deserted_hours must be from 2 to 1000000, not 1.5"),
        ("[limits]\nname_length = 21", "limits.name_length must be from 8 to 20, not 21"),
        ("[limits]\nhello_seconds = inf", "limits.hello_seconds must be from 0.1 to 1000000, not inf"),
        ("port 5", "is not TOML: "),
    ],
)
def test_what_makes_no_sense_is_one_line_that_names_file_key_and_what_is_wanted(
    file: File, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    name = file(text)
    line = refused(capsys, "--config", name)
    assert line.startswith(name)
    assert said in line


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.toml"
    assert refused(capsys, "--config", str(missing)) == f"cannot read {missing}: no such file or directory"
    (tmp_path / "latin").write_bytes(b'name = "L\xf6we"')
    assert refused(capsys, UNO_CONFIG=str(tmp_path / "latin")).endswith("is not text in UTF-8")


def test_a_variable_that_makes_no_sense_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, UNO_PORT="x") == "UNO_PORT: a port is a number from 0 to 65535, not 'x'"
    assert refused(capsys, UNO_TLS="never") == "UNO_TLS: must be offered, required or off, not 'never'"
    assert refused(capsys, UNO_LOG_JSON="maybe") == "UNO_LOG_JSON: must be 1 or 0, not 'maybe'"


def test_to_store_nothing_and_to_store_somewhere_do_not_go_together_in_one_place(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ('ephemeral = true\ndata_dir = "x"', "ephemeral = true\ndurable = true"):
        assert refused(capsys, "--config", file(text)).startswith("--ephemeral saves nothing")
    assert refused(capsys, "--ephemeral", "--durable").startswith("--ephemeral saves nothing")
    assert read("--ephemeral", UNO_DATA_DIR="x").data_dir is None
    stored = file('data_dir = "/there"\ndurable = true')
    assert read("--config", stored, "--ephemeral").data_dir is None
    assert not read("--config", stored, "--ephemeral").durable
    assert read("--config", file("ephemeral = true"), "--data-dir", "here").data_dir == Path("here")
    assert read("--config", stored, "--no-durable").durable is False
    assert read("--config", file("ephemeral = true"), "--durable").durable


def test_a_limit_by_flag_goes_before_the_file_one_by_one(file: File) -> None:
    name = file("[limits]\nwatchers = 5\ntables = 7")
    found = read("--config", name, "--limit", "tables=9", "--limit", " hello_seconds = 0.5 ").limits
    assert found == Limits(watchers=5, tables=9, hello_seconds=0.5)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--port 70000", "argument --port: a port is"),
        ("--port 0 --durable", "--durable with --port 0 needs --data-dir"),
        ("--por 1", "unrecognized arguments: --por"),
        ("--announce here", "argument --announce: it takes auto, off, or "),
        ("--name \x1b[31m", "argument --name: "),
        ("what", "unrecognized arguments: what"),
        ("--limit tables", "argument --limit: tables must be a whole number, not ''"),
        ("--limit tables=0", "argument --limit: tables must be from 1 to 1000000, not 0"),
        ("--limit hello_seconds=nan", "argument --limit: hello_seconds must be from 0.1 to 1000000, not nan"),
        ("--limit table=1", "argument --limit: unknown limit 'table'; did you mean tables?"),
        ("--limit \x1b=1", "argument --limit: unknown limit '\\x1b'; known: "),
        ("--limit ping_seconds=8", "the limit silence_seconds (14) must be at least twice ping_seconds (8)"),
        ("--limit frame_bytes_before_hello=9000", "the limit frame_bytes cannot be less than frame_bytes_before_hello"),
    ],
)
def test_what_makes_no_sense_as_typed_is_one_line(typed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, *typed.split())
    assert line.startswith(said)
    assert "\x1b" not in line


def test_what_the_file_has_and_what_the_flags_say_are_held_together(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    name = file("[limits]\nping_seconds = 1\nsilence_seconds = 2")
    assert read("--config", name).limits.silence_seconds == 2
    assert "silence_seconds (1.5)" in refused(capsys, "--config", name, "--limit", "silence_seconds=1.5")


def test_the_password_comes_from_a_variable_or_a_file_and_never_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"open sesame \r\nmore")
    found = read(UNO_PASSWORD="sesame")
    assert found.password == "sesame"
    assert "sesame" not in repr(found)
    assert read("--password-file", str(secret)).password == "open sesame "
    assert read("--password-file", str(secret), UNO_PASSWORD="x").password == "open sesame "
    assert read(UNO_PASSWORD_FILE=str(secret)).password == "open sesame "
    assert "--password" in refused(capsys, "--password", "sesame")


def test_a_password_file_that_is_no_good_is_told_and_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secret"
    assert refused(capsys, "--password-file", str(secret)) == f"cannot read {secret}: no such file or directory"
    for content in (b"", b"\nsesame", b"\x1bsesame", b"sesame" * 50):
        secret.write_bytes(content)
        line = refused(capsys, "--password-file", str(secret))
        assert line == f"{secret}: a password has 1 to 128 printable characters"
    secret.write_bytes(b"\xff")
    assert refused(capsys, "--password-file", str(secret)).endswith("is not text in UTF-8")


def test_two_passwords_in_one_place_are_one_too_many(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "--config", file('password = "x"\npassword_file = "y"'))
    assert line == "set a password or a password file, not both"


def test_every_setting_has_a_flag_but_the_password_itself() -> None:
    flags = {
        action.dest
        for action in config._parser("1")._actions
        if not isinstance(action, argparse._HelpAction | argparse._VersionAction)
    }
    assert set(config.SETTINGS) - {"password"} == flags - {"config", "exit_with_stdin", "limit", "print_completion"}


def test_what_a_variable_says_to_a_client_changes_nothing_here(file: File) -> None:
    assert read(UNO_TLS="auto").tls == "offered"
    assert read("--config", file('tls = "required"'), UNO_TLS="auto").tls == "required"
    assert read(UNO_TLS="required").tls == "required"


@pytest.mark.parametrize(
    "options",
    [
        "--host 0.0.0.0",
        "--no-ephemeral",
        "--data-dir here",
        "--durable",
        "--web on",
        "--web-names a",
        "--announce auto",
    ],
)
def test_training_refuses_what_it_cannot_be(capsys: pytest.CaptureFixture[str], options: str) -> None:
    said = refused(capsys, "--training", *options.split())
    assert said.startswith("--training ")
    assert f"leave out {options.split(maxsplit=1)[0]}" in said


def test_training_is_on_loopback_and_lifts_the_pace_alone() -> None:
    for given in ((), ("--host", "127.0.0.1", "--web", "off", "--announce", "off", "--ephemeral")):
        settings = read("--training", *given)
        assert (settings.host, settings.data_dir, settings.web) == ("127.0.0.1", None, False)
        assert settings.announce.off
        usual, fast = asdict(Limits()), asdict(settings.limits)
        assert {name for name in usual if usual[name] != fast[name]} == {
            *("training", "messages_at_once", "messages_per_second", "changes_per_second"),
            *("next_deal_seconds", "rematch_seconds"),
        }
    assert read().limits == Limits()
