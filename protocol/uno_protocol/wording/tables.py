"""Tables in a few words: their phases, and what keeps people out or is shown to whom."""

from collections.abc import Mapping

from uno_engine.language import N_

PHASES: Mapping[str, str] = {
    "waiting": N_("waiting"),
    "playing": N_("playing"),
    "paused": N_("paused"),
    "between_rounds": N_("between rounds"),
    "finished": N_("finished"),
    "closed": N_("closed"),
}
DOORS: Mapping[str, str] = {
    "test": N_("test deal: the cards were chosen in advance"),
    "locked": N_("locked: nobody else can join"),
    "password": N_("password needed"),
    "unlisted": N_("unlisted: join by code"),
    "unwatched": N_("no spectators"),
    "no_programs": N_("no programs"),
    "hands_closed": N_("hands stay closed"),
}
"""What is not as at most tables."""
