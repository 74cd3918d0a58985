"""The settings, from the model."""

from uno_client.core.model import Model
from uno_client.core.model.question import FormField
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.settings.scene import Sample, SettingRow, SettingsScene
from uno_client.wording.front_door import value_word
from uno_engine.language import _


def scene_of(model: Model, keys: Keys) -> SettingsScene:
    """The settings, with samples of the themes where one is chosen."""
    form, file = model.form, model.settings.file
    samples: tuple[Sample, ...] = (Sample(),)
    at = 0
    if form.current.key == "theme":
        samples = tuple(Sample("" if each == "auto" else each, value_word(each)) for each in form.current.choices)
        at = form.current.choices.index(form.current.value)
    return SettingsScene(
        frame_of(model, keys, _("Settings")),
        tuple(map(_row, form.shown)),
        form.at,
        form.current.hint,
        _("All this is in a file that you may edit: {file}").format(file=file) if file else "",
        samples,
        at,
        _("Raised cards can be played."),
    )


def _row(field: FormField) -> SettingRow:
    value = value_word(field.value) if field.choices else field.value
    return SettingRow(field.label, value, bool(field.choices), field.proposed)
