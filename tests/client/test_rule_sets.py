"""A host's own sets of rules: saved in the form or with a command, chosen, shared as a line, deleted."""

from pathlib import Path

import pytest

from tests.client.fake import Capture, notice, press, said_on, seen
from tests.client.fullscreen.test_key_handlers import lobby, on_option
from tests.client.lines.at_lines import AtLines, two
from tests.client.lines.test_commands import asked, said, typed
from uno_client.config import SettingsRefused, read_settings
from uno_client.core.model import Model
from uno_client.core.model.parts import Screen, StartPart
from uno_client.fullscreen.key_handlers import update
from uno_client.lines.commands import obey
from uno_client.messages import Typed
from uno_client.preferences import Preferences, PreferenceStore, read_preferences
from uno_client.screens.frame import SMALLEST
from uno_client.wording.rule_sets import RuleLine, check_name, read_line, read_sets
from uno_engine.presets import PRESETS
from uno_protocol import messages as net

FRIDAY = {"Friday": "party mercy=20"}
SINGING = net.NewTable(
    preset="skyrus", options={"customizable_rule": "own"}, own_text="Everybody sings", seats=2, turn_seconds=30
)
SINGING_LINE = 'skyrus customizable_rule=own own_text="Everybody sings"'


def opened(model: Model) -> net.NewTable:
    """The table that the form asks for."""
    model, _ = press(model, "enter")
    (request,) = model.link.pending
    assert isinstance(request, net.CreateTable), model.notice
    return request.new


def test_a_form_is_saved_under_a_name_and_can_be_chosen_from_then_on() -> None:
    model = on_option("save", press(on_option("jump_in"), "right")[0])
    for key, change in ((None, ""), ("jump_in", "left"), ("jump_in", "right")):
        model = on_option("save", press(on_option(key, model), change)[0]) if key else model
        model, _ = press(model, "M i x enter")
        assert notice(model).endswith("In place of: official jump_in=yes") is (change == "left")
    assert model.settings.rule_sets == {"Mix": "official jump_in=yes"}
    assert model.link.pending == ()
    model, _ = press(lobby().with_rule_sets(model.settings.rule_sets), "n down left")
    assert "‹ Mix ›" in seen(model)
    assert "Changed from official: Jump-in: yes" in seen(model, SMALLEST)
    assert "official, with 1 change" in seen(model)
    assert opened(model) == net.NewTable(options={"jump_in": "yes"})


LONG_LINE = f'no_mercy customizable_rule=own mercy=16 own_text="{"Sing! " * 33}Oh"'
"""With as long a sentence as there can be."""


@pytest.mark.parametrize("pasted", [True, False])
def test_a_line_is_pasted_or_typed_into_the_form(pasted: bool) -> None:
    model, _ = press(lobby(), "n down")
    if pasted:
        model = _paste(model, LONG_LINE)
    else:
        for letter in LONG_LINE:
            model = _paste(model, letter)
        assert 'Sing! Oh"' in seen(model)  # what is typed, not a preset that begins with some of its letters
        model, _ = press(model, "enter")
        assert model.link.pending == ()
    assert opened(model) == net.NewTable(
        preset="no_mercy", options={"mercy": "16", "customizable_rule": "own"}, own_text="Sing! " * 33 + "Oh"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("skyrus " * 300, "A line of rules has at most 2000 characters."),
        ('official deflect=yes own_text="Sing!"', "No effect under these rules: deflect=yes, own_text=Sing!."),
    ],
)
def test_what_is_wrong_or_means_nothing_in_a_line_is_told(line: str, told: str) -> None:
    model = _paste(press(lobby(), "n down")[0], line)
    assert notice(model) == told
    assert model.form["rules"] == "official"


def test_an_option_that_means_nothing_is_not_in_the_form_until_it_means_something() -> None:
    model = on_option("stacking")
    assert "Deflecting penalties" not in seen(model)
    assert "Deflecting penalties" in seen(press(model, "right")[0])


@pytest.mark.parametrize("keys", ["down", "up", "escape"])
def test_a_name_that_is_typed_and_left_saves_the_rules_and_chooses_them(keys: str) -> None:
    model, _ = press(on_option("save", press(on_option("jump_in"), "right")[0]), "M i x " + keys)
    assert model.settings.rule_sets == {"Mix": "official jump_in=yes"}
    assert model.screen is not Screen.CREATE or model.form["rules"] == "Mix"


def test_a_name_that_cannot_be_is_not_left() -> None:
    model, _ = press(on_option("save"), "p a r t y down")
    assert (model.form.current.key, model.settings.rule_sets) == ("save", {})
    assert "party" in notice(model)


def test_typing_chooses_a_preset_by_its_first_letters_until_it_is_a_line() -> None:
    model, _ = press(lobby(), "n down t o")
    assert model.form["rules"] == "tournament"
    model, _ = press(model, "x down")
    assert "there are no tox rules" in notice(model)
    model, _ = press(model, "backspace backspace backspace s t down")
    assert (model.form["rules"], model.form.current.key) == ("street", "seats")


def test_the_line_to_share_is_seen_whole() -> None:
    model = on_option("save", _paste(on_option("rules"), LONG_LINE))
    assert LONG_LINE in said_on(model, SMALLEST)


def test_a_set_is_renamed_and_deleted_in_the_form() -> None:
    sets = {**FRIDAY, "Sunday": "street"}
    model, _ = press(lobby().with_rule_sets(sets), "n down left left down")
    assert model.form["rules"] == "Friday"
    refused, _ = press(model, "S u n d a y enter")
    assert notice(refused) == "You have a set called Sunday already."
    model, _ = press(model, "M i x enter")
    assert dict(model.settings.rule_sets) == {"Mix": "party mercy=20", "Sunday": "street"}
    assert model.form["rules"] == "Mix"
    model, _ = press(model, "down - enter")
    assert dict(model.settings.rule_sets) == {"Sunday": "street"}
    assert (model.form["rules"], model.form.has("rename")) == ("party", False)
    assert opened(model).options == {"mercy": "20"}


def _paste(model: Model, line: str) -> Model:
    return update(model, Typed(line))[0]


def test_the_hosts_own_rule_is_typed_where_it_counts() -> None:
    model, _ = press(on_option("extra"), "right")
    model, _ = press(on_option("customizable_rule", model), "left")
    assert model.form["customizable_rule"] == "own"
    model, _ = press(model, "enter")
    assert model.link.pending == ()
    assert model.notice is not None
    assert press(model, "right")[0].notice is None
    model, _ = press(on_option("own_text", model), "S i n g")
    assert opened(model).own_text == "Sing"
    model, _ = press(on_option("customizable_rule", model), "right")
    assert not model.form.has("own_text")


def test_sets_are_saved_listed_shared_used_and_deleted_in_lines() -> None:
    saved = obey(Model(start=StartPart(new=SINGING)), "sets save Friday night")
    assert saved[0][0].settings.rule_sets == {"Friday night": SINGING_LINE}
    listed = said(typed(saved[0][0], "sets"))
    assert "Friday night: skyrus rules (Customizable card rule: the host's own rule" in listed
    assert f"To share: {SINGING_LINE}" in listed
    for line in ('create Kitchen rules="Friday night"', f"create Kitchen rules={SINGING_LINE}"):
        request = asked(typed(saved[0][0], line))
        assert isinstance(request, net.CreateTable)
        assert request.name == "Kitchen"
        assert (request.new.preset, request.new.options) == ("skyrus", {"customizable_rule": "own"})
        assert request.new.own_text == "Everybody sings"
    for line in ("sets delete Friday nite", "sets rename Fridy night Sunday"):
        assert "did you mean Friday night?" in said(typed(saved[0][0], line)), line
    again = obey(
        Model(start=StartPart(new=SINGING)).with_rule_sets({"Friday night": "party"}), "sets save Friday night"
    )
    assert "In place of: party" in said(again)
    both = saved[0][0].with_rule_sets({"Friday": "party", **saved[0][0].settings.rule_sets})
    assert said(typed(both, "sets rename Friday night")).startswith("Rename it to what?")
    renamed = typed(saved[0][0], "sets rename Friday night Sunday dance")
    assert renamed[0][0].settings.rule_sets == {"Sunday dance": SINGING_LINE}
    deleted = typed(saved[0][0], "sets delete Friday night")
    assert deleted[0][0].settings.rule_sets == {}
    assert "saved no rules yet" in said(typed(deleted[0][0], "sets"))
    for model, line in ((renamed[0][0], "sets rename Sunday dance party"), (Model(), "sets save party")):
        assert "is a preset" in said(typed(model, line))


@pytest.mark.parametrize("file", [Path("/dev/null/client.toml"), None])
async def test_nothing_is_called_saved_that_could_not_be(file: Path | None, capsys: Capture) -> None:
    lines = AtLines(two("R5", "G1"), capsys)
    lines.player.shell._memory = None if file is None else PreferenceStore(file, Preferences())
    said = lines.type("sets save Mix")
    assert "Saved" not in said
    assert "only until you quit.\nKeep this line instead: official" in said


@pytest.mark.parametrize("line", ["party mercy=20", "Friday"])
def test_the_command_line_takes_a_line_or_a_saved_name(line: str) -> None:
    settings = read_settings(["--rules", line, "--set", "jump_in=no"], {}, "", Preferences(rules=FRIDAY))
    assert (settings.new_table.preset, settings.new_table.options) == ("party", {"mercy": "20", "jump_in": "no"})
    singing = read_settings(["--rules", SINGING_LINE], {}, "").new_table
    assert (singing.options, singing.own_text) == ({"customizable_rule": "own"}, "Everybody sings")
    with pytest.raises(SettingsRefused, match=r"--rules: .*did you mean Friday"):
        read_settings(["--rules", "Fri day"], {}, "", Preferences(rules=FRIDAY))


def test_sets_are_kept_in_the_settings_file_beside_those_of_another_client(tmp_path: Path) -> None:
    file = tmp_path / "client.toml"
    begun = '# mine\nname = "Ann"\n\n[rules]  # shared\nold = "street"\n# for cards\nnewer = "space gravity=no"\n'
    file.write_text(begun, encoding="utf-8")
    ours, theirs = (PreferenceStore(file, read_preferences(file)) for _ in range(2))
    old = ours.kept.rules
    assert ours.keep(rules={**old, "Friday night": SINGING_LINE}) == ""
    assert theirs.keep(rules={**old, "Sunday": "party"}) == ""
    assert ours.keep(rules={"Friday night": SINGING_LINE, "newer": old["newer"]}) == ""
    kept = {"newer": "space gravity=no", "Friday night": SINGING_LINE, "Sunday": "party"}
    assert read_preferences(file).rules == kept
    assert file.read_text(encoding="utf-8").startswith(begun.replace('old = "street"\n', ""))
    file.write_text("[rules]\nFriday = 3\n", encoding="utf-8")
    assert "rules takes a table with lines such as" in read_preferences(file).wrong[0]


QUOTED = {"extra": "1,0,3", "customizable_rule": "own", "own_text": 'Say "don\'t" \\ sing: a=b'}


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("party mercy=20", RuleLine("party", {"mercy": "20"})),
        ("  PARTY   mercy=20 ", RuleLine("party", {"mercy": "20"})),
        ("party jump_in=yes mercy=0", RuleLine("party", {})),
        ("party goal=with_score", RuleLine("party", {"goal": "points"})),
        *((name, RuleLine(name, {})) for name in PRESETS),
        ('skyrus customizable_rule=own own_text="Everybody  sings"',
         RuleLine("skyrus", {"customizable_rule": "own", "own_text": "Everybody sings"})),
    ],
)  # fmt: skip
def test_a_line_says_the_preset_and_what_differs(line: str, made: RuleLine) -> None:
    assert read_line(line) == made


@pytest.mark.parametrize("options", [{"mercy": "20"}, QUOTED])
def test_what_is_written_is_read_again(options: dict[str, str]) -> None:
    line = RuleLine("official", options)
    assert read_line(str(line)) == line


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "begins with a preset"),
        ("prty mercy=20", "there are no prty rules (did you mean party?)."),
        ("party mercey=20", "There is no rule mercey (did you mean mercy?)."),
        ("party mercy", "What value for mercy? For example: mercy=0"),
        ("party mercy=9", "mercy: takes 0, or a whole number from 16 to 40, not '9'."),
        ("party stacking=anny", "(did you mean any?)."),
        ("classic113 goal=with_scores", "(did you mean with_score?)."),
        ("quickplay doubles=same", "chains: does not go with playing doubles"),
        ("skyrus customizable_rule=own", "customizable_rule: "),
        ("skyrus extra=1,0,4", "extra: these rules take one to three Customizable cards."),
    ],
)
def test_what_is_wrong_in_a_line_is_told(line: str, told: str) -> None:
    with pytest.raises(ValueError) as fault:  # noqa: PT011  (the text is the matter)
        read_line(line)
    assert told in str(fault.value)


def test_a_saved_line_that_means_nothing_here_is_left_out() -> None:
    assert read_sets({"Friday": "party mercy=20", "newer": "space gravity=no"}) == {
        "Friday": RuleLine("party", {"mercy": "20"})
    }


@pytest.mark.parametrize("name", ["", "x" * 31, 'a"b', "party"])
def test_a_set_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(ValueError, match=r"name has|is a preset"):
        check_name(name)
