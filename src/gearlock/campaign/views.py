"""A campaign as a seat may see it.

Of its own side a seat sees everything as it is now; of the others what was to be seen when the last battle ended: the
replay of that battle is open to all. What others repaired and bought since is told when the campaign is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gearlock.campaign.counter import Counter, counters
from gearlock.campaign.following import Following
from gearlock.campaign.lines import Buy, Line, March, Mend, Return, Tell
from gearlock.kernel.campaigning import Campaign, Fought, Marching, Member, Repair, Side
from gearlock.kernel.events import Outcome
from gearlock.kernel.files import only_these_files
from gearlock.kernel.view import Piece, Token, Track
from gearlock.muster.standing_forces import numbered


class MemberView(msgspec.Struct, frozen=True):
    """A member of a force with what it has suffered, and how it is drawn."""

    id: str
    name: str
    group: int
    worth: int
    away: str
    wounds: tuple[str, ...]
    figure: str = ""
    parts: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    tokens: tuple[Token, ...] = ()


class SideView(msgspec.Struct, frozen=True):
    """What a seat has, as far as it is known."""

    seat: str
    banner: str
    pools: dict[str, int]
    members: tuple[MemberView, ...]
    is_now: bool
    """As it is now; otherwise as it was last seen."""


class Told(msgspec.Struct, frozen=True):
    """A decision in the chronicle: what it was, whose, what came of it, and the dice thrown for it."""

    did: str
    seat: str
    told: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...] = ()
    battle: int = 0
    """The number of the battle it is about."""


class Choice(msgspec.Struct, frozen=True):
    """A battle that may come next."""

    id: str
    about: str


class Stranded(msgspec.Struct, frozen=True):
    """A force with nobody who could take the field: who it is of, in a sentence, and what would help."""

    seat: str
    words: str
    repairs: tuple[str, ...] = ()
    """Ids of repairs that can be tried now and may bring somebody back. Of one's own force only."""
    wares: tuple[str, ...] = ()
    """Ids of wares that can be paid now and bring somebody. Of one's own force only."""


class CampaignView(msgspec.Struct, frozen=True):
    """Everything one seat may know of a campaign; nobody's seat is empty."""

    system: str
    name: str
    about: str
    house: bool
    """No book says so: a rule of the house."""
    day: int
    of: int
    """How many battles were agreed upon; 0 where that is not said."""
    you: str
    agreed: dict[str, str]
    sides: tuple[SideView, ...]
    repairs: tuple[Repair, ...]
    shop: tuple[Counter, ...]
    next: tuple[Choice, ...]
    marching: Marching | None
    battles: tuple[Fought, ...]
    chronicle: tuple[Told, ...]
    standing: Outcome
    """Who would win if it ended now, by what is known here."""
    over: Outcome | None
    commitment: str
    seed: str = ""
    """Told when it is over, so that everybody can prove it."""
    stranded: tuple[Stranded, ...] = ()
    """Forces that cannot fight on, one's own first; of the others by what was last seen."""

    @property
    def seen(self) -> int:
        """How many lines of the chronicle there are for this seat."""
        return len(self.chronicle)


def view_of(following: Following, seat: str) -> CampaignView:
    """A campaign through the eyes of a seat; through a stranger's for the empty name."""
    campaign, rules, system = following.campaign, following.rules, following.system
    known = as_known(following, seat)
    mine = bool(seat) and campaign.over is None
    with only_these_files(following.header.files):
        looks = portraits(following, known)
        sides = tuple(_side(following, known, each, seat, looks) for each in system.seats)
        choices = rules.scenarios(known) if mine and campaign.marching is None else {}
        return CampaignView(
            system.id,
            system.name,
            rules.about,
            rules.house,
            campaign.day,
            _agreed_battles(following),
            seat,
            _agreed(following, seat),
            sides,
            rules.repairs(campaign, seat) if mine else (),
            counters(following, seat) if mine else (),
            tuple(Choice(name, about) for name, about in choices.items()),
            _unsealed(campaign.marching, campaign.over is not None),
            campaign.battles,
            tuple(_chronicle(following, seat)),
            rules.winner(_with_company(following, known) if is_unknown(following) else known),
            campaign.over,
            following.header.commitment,
            following.header.seed if campaign.over is not None else "",
            stranded(following, seat),
        )


def stranded(following: Following, seat: str) -> tuple[Stranded, ...]:
    """Forces that cannot fight the next battle, as far as a seat knows; with what it may do about its own."""
    if not following.is_between:
        return ()
    known = as_known(following, seat)
    out = [each for each, side in known.sides.items() if side.members and not numbered(known, each)]
    return tuple(
        _own_stranded(following, each) if each == seat else Stranded(each, f"The force of {each} cannot fight on.")
        for each in sorted(out, key=lambda each: each != seat)
    )


def _own_stranded(following: Following, seat: str) -> Stranded:
    """A seat's own force with the ways out of it."""
    offers = following.rules.repairs(following.campaign, seat)
    repairs = tuple(offer.id for offer in offers if offer.returns and not offer.refused)
    wares = tuple(
        counter.id
        for counter in counters(following, seat)
        if any(item.joins and not item.refused for item in counter.items)
    )
    ways = [*(["Repair a unit"] if repairs else []), *(["buy reinforcements"] if wares else []), "end the campaign"]
    said = f"{', '.join(ways[:-1])} or {ways[-1]}" if len(ways) > 1 else ways[0]
    return Stranded(seat, f"Your force cannot fight on. {said[:1].upper()}{said[1:]}.", repairs, wares)


def _agreed(following: Following, seat: str) -> dict[str, str]:
    """What was agreed on; who the others bring is not, as long as nobody knows it."""
    said = {**following.header.plan.battle, **following.header.plan.options}
    hidden = set(following.system.seats) - {seat} if is_unknown(following) else set()
    return {name: value for name, value in said.items() if name not in hidden}


def is_unknown(following: Following) -> bool:
    """Whether nobody knows yet who is on the other side: the game has secrets, and no battle was fought."""
    now = following.campaign
    return following.system.hidden and not now.battles and now.over is None


def _agreed_battles(following: Following) -> int:
    said = following.campaign.options.get("battles", "3") if "battles" in following.rules.options else ""
    return int(said) if said.isascii() and said.isdigit() else 0


def _unsealed(marching: Marching | None, is_over: bool) -> Marching | None:
    """The battle under way without its seed, from which its map was drawn."""
    return marching if marching is None or is_over else msgspec.structs.replace(marching, seed=0)


def as_known(following: Following, seat: str) -> Campaign:
    """The campaign with the other sides as they were when the last battle ended."""
    now, seen = following.campaign, following.seen
    if now.over is not None:
        return now
    unknown = is_unknown(following)
    sides = {each: now.sides[each] if each == seat else _stranger(seen.sides[each], unknown) for each in now.sides}
    return msgspec.structs.replace(now, sides=sides)


def _stranger(side: Side, unknown: bool) -> Side:
    """A side nobody has fought yet keeps to itself who is in it, where a game has secrets."""
    return msgspec.structs.replace(side, members=(), banner="") if unknown else side


def _side(following: Following, known: Campaign, seat: str, mine: str, looks: dict[str, Piece]) -> SideView:
    side = known.sides[seat]
    members = tuple(
        _member(member, following.rules.wounds(known, seat, member), looks.get(member.id)) for member in side.members
    )
    is_now = seat == mine or known.over is not None
    return SideView(seat, side.banner, dict(sorted(side.pools.items())), members, is_now)


def _member(member: Member, wounds: tuple[str, ...], piece: Piece | None) -> MemberView:
    said = (member.id, member.name, member.group, member.worth, member.away, wounds)
    if piece is None:
        return MemberView(*said)
    return MemberView(*said, piece.figure, piece.parts, piece.tracks, piece.tokens)


def portraits(following: Following, known: Campaign) -> dict[str, Piece]:
    """How the members would stand on a table now, by id: also those that do not take the field."""
    everybody = known
    for seat, side in known.sides.items():
        there = tuple(msgspec.structs.replace(member, away="") for member in side.members)
        everybody = everybody.side(seat, members=there)
    if not all(side.members for side in everybody.sides.values()):
        everybody = _with_company(following, everybody)
    try:
        setup = following.rules.prepare(everybody, known.scenario, 0, {})
        waiting = following.system.waiting(following.system.begin(setup), None)
    except Exception:  # a wreck that no table takes: the roster is told in words alone
        return {}
    pieces = {piece.id: piece for piece in waiting}
    return {
        member.id: pieces[unit_id]
        for seat in known.sides
        for unit_id, member in numbered(everybody, seat).items()
        if unit_id in pieces and member.id in {each.id for each in known.sides[seat].members}
    }


def _with_company(following: Following, known: Campaign) -> Campaign:
    """A side nobody knows is stood in for, so that the other can be shown: by those it began with."""
    start = following.start.start
    for seat, side in known.sides.items():
        if not side.members:
            known = known.side(seat, members=start.sides[seat].members)
    return known


def _chronicle(following: Following, seat: str) -> Iterator[Told]:
    """What was decided, as far as a seat may know: its own repairs and purchases, and what concerns all."""
    number, under_way = 0, False
    for line in following.lines:
        what: Any = line.decision
        number += isinstance(what, March) or (isinstance(what, Tell) and not under_way)
        under_way = (under_way or isinstance(what, March)) and not isinstance(what, Return | Tell)
        whose = what.seat if isinstance(what, Mend | Buy) else ""
        if not whose or whose == seat or following.campaign.over is not None:
            yield _told(line, whose, number)


def _told(line: Line, whose: str, number: int) -> Told:
    did: Any = line.decision
    about = number if isinstance(did, March | Return | Tell) else 0
    dice = () if isinstance(did, March) else line.faces
    return Told(type(did).__struct_config__.tag or "", whose, line.told, dice, about)
