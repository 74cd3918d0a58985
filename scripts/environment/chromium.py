"""The browser of the tests: a Chromium of the system's, driven by playwright. Only .ci/run installs one."""

import shutil

import environment

NAMES = ("chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    """Where it is; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def ready() -> str:
    """Let the environment have what drives it. Gives why that was not possible, in a few words, or nothing."""
    if found() is None:
        return "there is no Chromium here"
    try:
        environment.ready([*environment.TEST, "browser"])
    except environment.SetUpFailed as failure:
        return str(failure)
    return ""
