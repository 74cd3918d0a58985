"""Sentences about the check of a deal (P-7.36)."""

from collections.abc import Mapping

from uno_client.core.model.deal import Checked, DealVerdict
from uno_engine.language import N_, _

_SAID: Mapping[DealVerdict, str] = {
    DealVerdict.CHECKED: N_("Deal checked: nobody chose or changed the cards."),
    DealVerdict.NO_BYTES: N_("Deal checked, but your client offered no bytes."),
    DealVerdict.OTHERS: N_("The cards fit, but bytes of other players are missing: the server may have had a choice."),
    DealVerdict.LOST: N_("The cards fit, but your bytes didn't arrive in time: the server had a choice."),
    DealVerdict.PARTLY: N_("Only partly checked: what your client saw of the deal fits, but it missed something."),
    DealVerdict.MISSED: N_("Deal not checked: your client missed the end of the game."),
    DealVerdict.RULES: N_("Deal not checked: this program doesn't know all rules of this table."),
    DealVerdict.UNBOUND: N_("Deal not checked: the server made no commitment before the game."),
    DealVerdict.CLOSED: N_("Deal not checked: this table keeps hands closed."),
    DealVerdict.UNOPENED: N_("The server didn't open what it had committed itself to."),
    DealVerdict.SECRET: N_("The server opened another secret than the one that it had committed itself to."),
    DealVerdict.LATE: N_("The server committed itself to its cards only when you were ready."),
    DealVerdict.LIST: N_("The server's list of bytes isn't what the players offered."),
    DealVerdict.DROPPED: N_("The server left out the bytes of your client."),
    DealVerdict.CHANGED: N_("The server changed bytes that were announced."),
    DealVerdict.HIDDEN: N_("The server hid whose bytes are missing."),
    DealVerdict.SEED: N_("The cards were dealt from another seed than the one that the bytes make."),
    DealVerdict.CARDS: N_("Round {n} is wrong: cards that you saw don't follow from the seed."),
}


def deal_text(checked: Checked) -> str:
    """The outcome in words; loud if something didn't fit."""
    said = _(_SAID[checked.verdict]).format(n=checked.round)
    return said if not checked.bad else _("The deal was NOT honest! {why}").format(why=said)
