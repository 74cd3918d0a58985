"""Trust in words: what a player is told of a server that is not known, and of one that is not what it should be."""

from __future__ import annotations

from client.trust import Doubt, KnownServer, Verdict
from client.wording.sanitize import clean

NOT_AS_KNOWN = {Verdict.OTHER_KEY: "not the key you know", Verdict.DOWNGRADED: "no longer encrypted"}
"""What is said in the list of games of a server that announces the id of a known one, but not its key."""
NOT_ENCRYPTED = "not encrypted"
"""What a connection is called that others on the network can read."""
EXPOSED = "This connection is not encrypted: anyone on the network can read along."
COMPARE = "Compare these six words with the host's screen:"
NO_TLS = "does not offer encryption, which --tls required asks for"
PASSWORD_IN_THE_OPEN = "This connection is not encrypted: anyone on the network can read the password. Send it anyway?"
PASSWORD_NEEDS_CONSENT = (
    "the password was not sent: the connection is not encrypted; --unencrypted-passwords sends it anyway"
)
PASSWORD_UNCONFIRMED = (
    "the password was not sent: this is a first visit, and nobody has compared the words; "
    "use a link with its #fingerprint, or visit the server once without the password"
)


def heading(doubt: Doubt) -> str:
    """What it is about, in a few words."""
    return {
        Verdict.FIRST_VISIT: "First visit",
        Verdict.ANOTHER_SERVER: "Another server",
        Verdict.OTHER_THAN_LINK: "Not the server of your link",
        Verdict.OTHER_KEY: "A known server with another key",
        Verdict.DOWNGRADED: "No encryption any more",
        Verdict.STRIPPED: "Somebody keeps encryption away",
    }.get(doubt.verdict, "Not encrypted")


def before_words(doubt: Doubt) -> tuple[str, ...]:
    """What is said before the words; of a doubt that stops, all there is."""
    address, known = clean(doubt.address), clean(doubt.expected, 60) or "another server"
    match doubt.verdict:
        case Verdict.FIRST_VISIT:
            return (f"You have not been at {address} before. The connection is encrypted.", COMPARE)
        case Verdict.ANOTHER_SERVER:
            return (
                f"At {address} you know {known}. This is another server: it has another key.",
                "The address may have changed hands. Your place there is kept, and this server is told nothing of it.",
                COMPARE,
            )
        case Verdict.OTHER_THAN_LINK:
            return (
                f"Your link is for the server {known}. At {address} answers {doubt.fingerprint}.",
                "Nothing was sent to it. The link may be old, or somebody is between you and the server.",
                "Ask the host for a new link.",
            )
        case Verdict.OTHER_KEY:
            return (
                f"The server at {address} says that it is {known}, which you know, but it has another key.",
                "No password and no token was sent to it.",
                "Its host may have lost the old key, or somebody pretends to be the server that you know.",
                f"Ask the host. If the key is new, forget the old one: uno-client --forget {_to_forget(doubt)}",
            )
        case Verdict.DOWNGRADED:
            why = f"you know {known} with a key" if doubt.expected else "your link has its fingerprint"
            forget = f"To go on without encryption: uno-client --forget {_to_forget(doubt)}"
            return (
                f"{address} should be encrypted: {why}. This connection is not.",
                "No password and no token was sent.",
                "The server may have changed, or somebody is between you and it. Ask the host.",
                forget if doubt.expected else "If encryption is really off, ask the host for a link without #.",
            )
        case Verdict.STRIPPED:
            return (
                f"The server at {address} says that it offers encryption, but none could be had.",
                "Somebody between you and it may want to read along. No password and no token was sent.",
                "Try again from another network, or ask the host.",
            )
        case _:
            return (
                f"{address} wants a password, and the connection is not encrypted.",
                "Anyone on the network can read what you send. Use no password that you have elsewhere.",
            )


def after_words(doubt: Doubt) -> str:
    """What is said below the words, or before the keys; empty where it stops."""
    match doubt.verdict:
        case Verdict.FIRST_VISIT:
            return "If they differ, somebody is between you and the server: go back. You are asked only this once."
        case Verdict.ANOTHER_SERVER:
            return "Go on only if they are the same."
        case Verdict.PLAIN:
            return "Send the password anyway?"
        case _:
            return ""


def reason(doubt: Doubt) -> str:
    """One line where nobody can be asked, or nothing can be done."""
    address, known = clean(doubt.address), clean(doubt.expected, 60)
    match doubt.verdict:
        case Verdict.FIRST_VISIT:
            return f"{address}: {PASSWORD_UNCONFIRMED}"
        case Verdict.ANOTHER_SERVER:
            return (
                f"another server answers at {address} than {known or 'before'}: its key is {doubt.fingerprint} "
                f"({' '.join(doubt.words)}); nothing was sent; if that is right: uno-client --forget {address}"
            )
        case Verdict.OTHER_THAN_LINK:
            return (
                f"the server at {address} is not the one of the link: its key is {doubt.fingerprint}, "
                f"the link has {known}; nothing was sent"
            )
        case Verdict.OTHER_KEY:
            return (
                f"the server at {address} says that it is {known}, but has another key; no password and no token "
                f"was sent; if its key is new: uno-client --forget {_to_forget(doubt)}"
            )
        case Verdict.DOWNGRADED:
            why = f"{known} is known there with a key" if known else "the link has its fingerprint"
            return f"{address} should be encrypted ({why}) and is not; no password and no token was sent"
        case Verdict.STRIPPED:
            return f"{address} offers encryption, but somebody keeps it away; no password and no token was sent"
        case _:
            return f"{address}: {PASSWORD_NEEDS_CONSENT}"


def words_line(words: tuple[str, ...]) -> str:
    """The words of the server that one is on, for others to compare."""
    return f"This server's six words: {' '.join(words)}."


def pinned(address: str, fingerprint: str, words: tuple[str, ...], *, stored: bool) -> str:
    """What is said of a first visit where nobody can compare the words."""
    kept = "is remembered" if stored else "cannot be stored, and is known until this client ends"
    return f"first visit to {clean(address)}: its key {fingerprint} ({' '.join(words)}) {kept}"


def _to_forget(doubt: Doubt) -> str:
    """What is typed behind `--forget`: its key, which no other server has; many have the same name."""
    return doubt.expected_key or clean(doubt.address)


def known_line(server: KnownServer) -> str:
    """A known server, for a list."""
    name = clean(server.name, 60) or "(no name)"
    places = ", ".join(server.addresses) or "no address"
    if not server.fingerprint:
        return f"{name} at {places}: not encrypted"
    words = f", {' '.join(server.words)}" if server.words else ""
    return f"{name} at {places}: {server.fingerprint}{words}"
