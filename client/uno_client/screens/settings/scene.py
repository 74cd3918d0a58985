"""The settings as they are shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame


class SettingRow(Struct, frozen=True):
    """A setting: chosen from several values, or typed. `proposed`: what is typed first takes the place of its value."""

    label: str
    value: str
    chosen: bool = True
    proposed: bool = False


class Sample(Struct, frozen=True):
    """Cards in a theme; an empty one is that of the screen."""

    theme: str = ""
    title: str = ""


class SettingsScene(Struct, frozen=True):
    """Rows, and the one under the cursor. `meaning` is about that one; `samples[sample]` is in use."""

    frame: Frame
    rows: tuple[SettingRow, ...]
    at: int = 0
    meaning: str = ""
    file: str = ""
    samples: tuple[Sample, ...] = ()
    sample: int = 0
    caption: str = ""
