"""The deal: the player's own bytes in it, and whether it was honest, once the seed is known (P-7.33 to P-7.36)."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import shake_256

from uno_client.core.model import Model
from uno_client.core.model.deal import Checked, DealPart, DealVerdict, GameSeen, Offer, RoundSeen, Trail
from uno_client.structs import replace
from uno_engine.dealt import HandsSeen, Seen, followed
from uno_engine.events import BallotDrawn, Event, RoundDealt
from uno_engine.mixing import SHARE_BYTES, MixingFault, commitment, mixing_fault, share_hash
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import Phase, View
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.fold import TableView
from uno_protocol.room import Room, RoomEvent, RoomPhase

MOST_SEEN = 50_000
"""Events of one game that are kept for the check; what comes after isn't checked, and that is said."""
_FAULTS = {
    MixingFault.UNCLOSED: DealVerdict.SEED,
    MixingFault.UNLISTED: DealVerdict.CHANGED,
    MixingFault.CHANGED: DealVerdict.CHANGED,
    MixingFault.HIDDEN: DealVerdict.HIDDEN,
    MixingFault.KINDS: DealVerdict.SEED,
    MixingFault.SEED: DealVerdict.SEED,
}


def with_share(model: Model, request: net.Ready) -> tuple[Model, net.Ready]:
    """A `ready` with the hash of bytes of our own, where the table has a commitment and waits for a game."""
    part, room, seat = model.play.deal, model.room, model.seat
    resting = room is not None and room.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)
    if not (part.luck and request.ready and resting and room and room.commitment) or seat is None:
        return model, request
    told = f"{part.offers} {room.code} {room.commitment}".encode()
    share = shake_256(b"uno-own\0" + part.luck + told).digest(SHARE_BYTES)
    hash_ = share_hash(seat, share).hex()
    offered = (*part.offered[-3:], Offer(hash_, share, room.commitment, seat))
    part = replace(part, offered=offered, offers=part.offers + 1, asked=hash_)
    return replace(model, play=replace(model.play, deal=part)), replace(request, share=hash_)


def to_open(model: Model) -> net.OpenShare | None:
    """The request that opens the player's bytes, if the table's list has their hash."""
    room, game = model.room, model.play.deal.game
    if room is None or game is None or game.own is None or game.seat is None:
        return None
    listed = _at(room.shares or (), game.seat) == share_hash(game.seat, game.own).hex()
    return net.OpenShare(id=1, share=game.own.hex()) if listed else None


def taken(part: DealPart) -> DealPart:
    """The server has said that it has the player's bytes: from now on it can't say that they came too late."""
    return part if part.game is None else replace(part, game=replace(part.game, taken=True))


def _at(hashes: tuple[str | None, ...], seat: int | None) -> str | None:
    """The hash of that seat in a list."""
    return hashes[seat] if seat is not None and seat < len(hashes) else None


def _own(part: DealPart, room: Room, seat: int | None, hash_: str | None) -> Offer | None:
    """The player's offer with that hash, if it was made for the next game of that table and no list has had it."""
    meant = (hash_, room.commitment, seat, False)
    return next((one for one in part.offered if (one.hash, one.commitment, one.seat, one.spent) == meant), None)


def _listed(part: DealPart, own: Offer | None) -> DealPart:
    """A list has that offer: no other may have it."""
    return replace(part, offered=tuple(replace(one, spent=True) if one is own else one for one in part.offered))


def on_snapshot(part: DealPart, before: TableView | None, table: TableView) -> DealPart:
    """The table as a whole: what came in between was not seen."""
    game, room, seat = part.game, table.room, table.seat
    if before is None or before.code != table.code:
        part, game = DealPart(part.luck, part.offered, part.offers), None
    if before is None or before.code != table.code or before.seat != seat:
        player = None if seat is None else room.occupants[seat]
        part = replace(part, found=_at(room.shares or (), seat) or (None if player is None else player.share))
    if table.game is None or room.phase in (RoomPhase.WAITING, RoomPhase.FINISHED):
        ended = game is not None and game.commitment is not None and game.seat is not None
        part = replace(part, checked=Checked(DealVerdict.MISSED)) if ended else part
        game = None
    elif game is None or game.commitment != room.commitment or game.seat != seat:
        hash_ = _at(room.shares or (), seat)
        own = _own(part, room, seat, hash_)
        gave = hash_ is not None or any((one.commitment, one.seat) == (room.commitment, seat) for one in part.offered)
        game = GameSeen(
            room.commitment,
            seat,
            as_offered=own is not None or hash_ in (None, part.found),
            own=None if own is None else own.share,
            gave=gave,
            open_hands=room.show_hands,
            joined=True,
            gap=True,
        )
        part = _listed(part, own)
    else:
        missed = game.mixed is None and room.shares != (game.listed or None)
        same = before is not None and before.game == table.game
        game = replace(game, joined=game.joined or missed, whole=game.whole and same, gap=game.gap or not same)
    return replace(part, game=game)


def on_entry(part: DealPart, before: TableView, event: Event | RoomEvent, table: TableView) -> DealPart:
    """What an entry adds; `before` is the table before it, `table` the one after."""
    match event:
        case rm.ReadyChanged(seat=seat) if seat == table.seat:
            given = part.asked is not None and event.ready and before.room.phase is RoomPhase.WAITING
            own = _own(part, table.room, seat, event.share)  # perhaps it was asked twice
            late = part.late and event.ready
            return replace(part, asked=None, late=late, stripped=given and own is None, found=None)
        case rm.DealCommitted():
            player = None if table.seat is None else before.room.occupants[table.seat]
            under_way = [one.hash == part.asked and not one.spent for one in part.offered]  # it crossed the commitment
            offered = tuple(
                replace(one, commitment=event.commitment) if crossed else one
                for one, crossed in zip(part.offered, under_way, strict=True)
            )
            return replace(part, offered=offered, late=player is not None and player.plays and player.ready)
        case rm.GameOpened():
            return _opened(part, before.room, event, table)
        case rm.GameCleared() | rm.GamePlaced():
            return replace(part, game=None, checked=None, late=False, stripped=False)
        case rm.DealMixed():
            return part if part.game is None else replace(part, game=replace(part.game, mixed=event))
        case rm.GameSeed():
            checked = None if part.game is None else _checked(part.game, event, table.room)
            return replace(part, game=None, checked=checked, late=False, stripped=False)
        case rm.PhaseChanged(phase=RoomPhase.FINISHED) if part.game is not None:
            checked = _checked(part.game, rm.GameSeed(""), table.room)  # it should have come before
            checked = None if checked is None else replace(checked, unsaid=True)
            return replace(part, game=None, checked=checked, late=False, stripped=False)
        case rm.HandsShown(hands=hands) if part.game is not None:
            return replace(part, game=_seen(part.game, HandsSeen(hands)))
        case Event() if part.game is not None and before.game is not None:
            return replace(part, game=_followed(part.game, before.game, event))
        case _:
            return part


def _opened(part: DealPart, before: Room, event: rm.GameOpened, table: TableView) -> DealPart:
    offered = tuple(None if one is None else one.share for one in before.occupants)
    listed = event.shares or (None,) * len(offered)
    hash_ = _at(listed, table.seat)
    own = _own(part, before, table.seat, hash_)
    foreign = own is None and hash_ not in (None, part.found)
    game = GameSeen(
        before.commitment,
        table.seat,
        part.late,
        event.shares,
        listed == offered and not part.stripped and not foreign,
        before.kinds,
        None if own is None else own.share,
        gave=hash_ is not None,
        open_hands=before.show_hands,
    )
    return replace(_listed(part, own), game=game, checked=None, asked=None, found=None)


def _followed(game: GameSeen, before: View, event: Event) -> GameSeen:
    """An event of the game, which may begin a round."""
    begins = isinstance(event, BallotDrawn) or (
        isinstance(event, RoundDealt) and not (game.whole and before.phase is Phase.BETWEEN_ROUNDS and _voted(game))
    )
    if begins and game.events < MOST_SEEN:
        number = event.round if isinstance(event, RoundDealt) else before.round + 1
        game = replace(game, rounds=(*game.rounds, RoundSeen(before, number)), whole=True)
    return _seen(game, event)


def _voted(game: GameSeen) -> bool:
    """Whether the last round that is seen has begun with a vote and not been dealt yet."""
    seen = list(_in_order(game.rounds[-1].trail)) if game.rounds else []
    return bool(seen) and isinstance(seen[0], BallotDrawn) and not any(isinstance(one, RoundDealt) for one in seen)


def _seen(game: GameSeen, event: Seen) -> GameSeen:
    if not game.whole or game.events >= MOST_SEEN:
        return replace(game, gap=True)
    last = game.rounds[-1]
    rounds = (*game.rounds[:-1], replace(last, trail=(event, last.trail)))
    return replace(game, rounds=rounds, events=game.events + 1)


def _in_order(trail: Trail) -> Iterator[Seen]:
    seen: list[Seen] = []
    while trail is not None:
        event, trail = trail
        seen.append(event)
    return reversed(seen)


def _checked(game: GameSeen, opened: rm.GameSeed, room: Room) -> Checked | None:
    """The outcome of the check; None if there is nothing to say: to spectators, and where a game is not dealt."""
    if game.commitment is None:
        return None if game.seat is None or room.test else Checked(DealVerdict.UNBOUND)
    if not opened.seed and not game.open_hands:
        return Checked(DealVerdict.CLOSED)
    seed, secret = _bytes_of(opened.seed), _bytes_of(opened.secret or "")
    if seed is None or secret is None:
        return Checked(DealVerdict.UNOPENED)
    if commitment(secret).hex() != game.commitment:
        return Checked(DealVerdict.SECRET)
    if game.late:
        return Checked(DealVerdict.LATE)
    fault = _mixing_fault(game, seed, secret)
    if fault is not None:
        return Checked(fault)
    if not room.rules_known:
        return Checked(DealVerdict.RULES)
    rounds = [(each.number, follows(seed, each)) for each in game.rounds]
    for number, (wrong, _whole) in rounds:
        if wrong:
            return Checked(DealVerdict.CARDS, number)
    if game.seat is None:
        return None  # who watches offers none
    whole = not (game.joined or game.gap) and all(whole for _number, (_wrong, whole) in rounds)
    return Checked(_in_it(game, whole=whole))


def _in_it(game: GameSeen, *, whole: bool) -> DealVerdict:
    """The verdict on a deal in which nothing contradicts: honest, in part, or not checked."""
    if game.mixed is not None and game.own is not None and _at(game.mixed.shares, game.seat) is None:
        return DealVerdict.LOST
    if not whole or (game.own is None and game.gave):
        return DealVerdict.PARTLY
    if game.own is None:
        return DealVerdict.NO_BYTES
    return DealVerdict.OTHERS if game.mixed is not None and game.mixed.dropped else DealVerdict.CHECKED


def _bytes_of(digits: str) -> bytes | None:
    """32 bytes of hex digits; None for anything else."""
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        return None
    return found if len(found) == SEED_BYTES else None


def _mixing_fault(game: GameSeen, seed: bytes, secret: bytes) -> DealVerdict | None:
    """What is wrong with the list, the bytes or the seed; None: nothing."""
    if not game.as_offered:
        return DealVerdict.LIST
    own, mixed = game.own, game.mixed
    fault = None if game.joined else mixing_fault(secret, seed, game.kinds, game.listed, mixed)
    if fault in (None, MixingFault.SEED) and own is not None and mixed is not None:
        share = _at(mixed.shares, game.seat)
        if share != own.hex() and (share is not None or game.taken):
            return DealVerdict.DROPPED
    return None if fault is None else _FAULTS[fault]


def follows(seed: bytes, seen: RoundSeen) -> tuple[bool, bool]:
    """Whether a card that was seen of a round doesn't follow from the seed; and else, whether all could be compared."""
    try:
        found = followed(seed, seen.before, _in_order(seen.trail))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # what a peer made up
        return True, True
    return found.wrong is not None, found.whole
