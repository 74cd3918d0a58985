"""A host's own sets of rules: saved in the form or with a command, chosen, shared as a line, forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.config import SettingsRefused, read_settings
from client.core.model import Model
from client.fullscreen.key_handlers import update
from client.lines.commands import obey
from client.lines.outcomes import Outcome, Say, Setting, Turn, Want
from client.messages import Ask, Typed
from client.preferences import Memory, Preferences, read_preferences
from protocol import messages as net
from tests.client.fake import press, seen
from tests.client.fullscreen.test_key_handlers import lobby, on_option

FRIDAY = {"Friday": "party mercy=20"}
SINGING = net.NewTable(
    preset="skyrus", options={"customizable_rule": "own"}, own_text="Everybody sings", seats=2, turn_seconds=30
)
SINGING_LINE = 'skyrus customizable_rule=own own_text="Everybody sings"'


def opened(model: Model) -> net.NewTable:
    """The table that the form asks for."""
    model, _ = press(model, "enter")
    (request,) = model.pending
    assert isinstance(request, net.CreateTable), model.notice
    return request.new


def typed(model: Model, line: str) -> Outcome:
    return obey(Setting(model, net.NewTable()), line)


def told(outcome: Outcome) -> str:
    assert isinstance(outcome, Say | Turn), outcome
    return "\n".join(outcome.lines if isinstance(outcome, Say) else outcome.said)


# --- the form -------------------------------------------------------------------------------------------------------


def test_a_form_is_saved_under_a_name_and_can_be_chosen_from_then_on() -> None:
    model, _ = press(on_option("jump_in"), "right")
    model, _ = press(on_option("save", model), "M i x enter")
    assert model.rule_sets == {"Mix": "official jump_in=yes"}
    assert model.pending == ()
    model, _ = press(lobby().but(rule_sets=model.rule_sets), "n down left")
    assert "◂ Mix ▸" in seen(model)
    assert "Changed from official: Jump-in: yes" in seen(model)
    assert opened(model) == net.NewTable(options={"jump_in": "yes"})


def test_a_line_is_pasted_into_the_form() -> None:
    model, _ = press(lobby(), "n down")
    model = _paste(model, SINGING_LINE)
    assert opened(model) == net.NewTable(
        preset="skyrus", options={"customizable_rule": "own"}, own_text="Everybody sings"
    )
    refused = _paste(press(lobby(), "n down")[0], "skyrus mercey=20")
    assert refused.notice is not None
    assert refused.notice.text == "There is no rule mercey (did you mean mercy?)."
    assert refused.form["rules"] == "official"


def _paste(model: Model, line: str) -> Model:
    return update(model, Typed(line))[0]


def test_the_hosts_own_rule_is_typed_where_it_counts() -> None:
    model, _ = press(on_option("extra"), "right")
    model, _ = press(on_option("customizable_rule", model), "left")
    assert model.form["customizable_rule"] == "own"
    model, _ = press(model, "enter")
    assert model.pending == ()
    assert model.notice is not None
    model, _ = press(on_option("own_text", model), "S i n g")
    assert opened(model).own_text == "Sing"
    model, _ = press(on_option("customizable_rule", model), "right")
    assert not model.form.has("own_text")


def test_what_an_older_server_does_not_know_is_not_offered_or_refused_with_the_reason() -> None:
    model, _ = press(lobby().but(version=1, rule_sets=FRIDAY), "n down")
    assert not model.form.has("mercy")
    assert "party" not in model.form.current.choices
    model, _ = press(model, "left enter")
    assert model.form["rules"] == "Friday"
    assert model.pending == ()
    assert model.notice is not None
    assert model.notice.text == "This server is older and doesn't know the party rules."


# --- lines ----------------------------------------------------------------------------------------------------------


def test_sets_are_saved_listed_shared_used_and_forgotten_in_lines() -> None:
    saved = obey(Setting(Model(), SINGING), "sets save Friday night")
    assert isinstance(saved, Turn)
    assert saved.model.rule_sets == {"Friday night": SINGING_LINE}
    listed = told(typed(saved.model, "sets"))
    assert "Friday night: skyrus rules (Customizable card rule: the host's own rule" in listed
    assert f"To share: {SINGING_LINE}" in listed
    for line in ('create Kitchen rules="Friday night"', f"create Kitchen rules={SINGING_LINE}"):
        wanted = typed(saved.model, line)
        assert isinstance(wanted, Want), wanted
        assert isinstance(wanted.input, Ask)
        request = wanted.input.request
        assert isinstance(request, net.CreateTable)
        assert request.name == "Kitchen"
        assert (request.new.preset, request.new.options) == ("skyrus", {"customizable_rule": "own"})
        assert request.new.own_text == "Everybody sings"
    assert "did you mean Friday night?" in told(typed(saved.model, "sets forget Friday nite"))
    forgotten = typed(saved.model, "sets forget Friday night")
    assert isinstance(forgotten, Turn)
    assert forgotten.model.rule_sets == {}
    assert "saved no rules yet" in told(typed(forgotten.model, "sets"))
    assert "is a preset" in told(typed(Model(), "sets save party"))


# --- the command line and the file ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["party mercy=20", "Friday"])
def test_the_command_line_takes_a_line_or_a_saved_name(line: str) -> None:
    settings = read_settings(["--rules", line, "--set", "jump_in=no"], {}, "", Preferences(rules=FRIDAY))
    assert (settings.new_table.preset, settings.new_table.options) == ("party", {"mercy": "20", "jump_in": "no"})
    singing = read_settings(["--rules", SINGING_LINE], {}, "").new_table
    assert (singing.options, singing.own_text) == ({"customizable_rule": "own"}, "Everybody sings")


def test_a_line_that_is_wrong_is_refused_on_the_command_line() -> None:
    with pytest.raises(SettingsRefused, match=r"--rules: There is no rule mercey .did you mean mercy"):
        read_settings(["--rules", "party mercey=20"], {}, "")


def test_sets_are_kept_in_the_settings_file(tmp_path: Path) -> None:
    file = tmp_path / "client.toml"
    file.write_text('# mine\nname = "Ann"\n', encoding="utf-8")
    memory = Memory(file, read_preferences(file))
    assert memory.keep(rules={"Friday night": SINGING_LINE}) == ""
    assert read_preferences(file).rules == {"Friday night": SINGING_LINE}
    assert file.read_text(encoding="utf-8").startswith('# mine\nname = "Ann"\n')
    file.write_text("[rules]\nFriday = 3\n", encoding="utf-8")
    assert "rules takes a table with lines such as" in read_preferences(file).wrong[0]
