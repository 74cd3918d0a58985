"""The verdict on the record of a game, in words."""

from collections.abc import Mapping

from uno_engine.language import N_, _
from uno_protocol.records.checking import Finding, RecordVerdict, Source

_VERDICTS: Mapping[RecordVerdict | Source, str] = {
    Source.SEED: N_("This record is true: the rules lead to every card in it."),
    Source.UNBOUND_SEED: N_("This record is true, but has no commitment: somebody may have chosen its cards."),
    Source.POSITION: N_("This record is true: the rules lead from its position to every card in it."),
    RecordVerdict.DAMAGED: N_("This file is damaged, or no record of a game."),
    RecordVerdict.FALSE: N_("This record is false: the rules don't lead to its line {line}."),
    RecordVerdict.UNKNOWN: N_("This record is of a newer version, or of rules that this program doesn't know."),
    RecordVerdict.NOT_CHECKED: N_("This record can't be checked: it shows only what one viewer saw."),
}


def verdict_text(finding: Finding) -> str:
    """The verdict on a record, in a sentence."""
    return _(_VERDICTS[finding.source or finding.verdict]).format(line=finding.line)
