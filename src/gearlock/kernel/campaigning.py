"""Campaigns: linked battles whose forces keep their wounds, and what a system says about them.

What a campaign is between two battles is plain data here; the layer above the systems keeps its log and asks a system's
functions what comes next. A system without a campaign in its book may still say what stays hurt: battles are linked for
it by a rule of the house.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Outcome
from gearlock.kernel.system import Setup


class Member(msgspec.Struct, frozen=True):
    """A unit of a standing force: how a set-up fields it, and what it has suffered since.

    `post` is its place as set-ups hold it. `hurt` holds fields that differ from a fresh unit's, by what its id ends
    with on the table: nothing for itself, "-1" for its first drone or part.
    """

    id: str
    name: str
    group: int
    post: dict[str, Any]
    worth: int = 0
    hurt: dict[str, dict[str, Any]] = {}
    away: str = ""
    """Why it does not take the field; empty for one that does."""


class Side(msgspec.Struct, frozen=True):
    """What a seat has: its force and its pools (points, labour) by name."""

    members: tuple[Member, ...]
    pools: dict[str, int] = {}
    banner: str = ""


class Fought(msgspec.Struct, frozen=True):
    """A battle that was fought: its number, scenario, outcome, and the fingerprint of its log."""

    number: int
    scenario: str
    outcome: Outcome
    log: str
    earned: dict[str, dict[str, int]] = {}
    """What each seat's pools had of it."""


class Marching(msgspec.Struct, frozen=True):
    """A battle that has been begun and has not come home."""

    number: int
    scenario: str
    seed: int
    options: dict[str, str] = {}


class Campaign(msgspec.Struct, frozen=True):
    """Everything that can change in a campaign."""

    scenario: str
    options: dict[str, str]
    sides: dict[str, Side]
    day: int = 1
    battles: tuple[Fought, ...] = ()
    marching: Marching | None = None
    over: Outcome | None = None
    data: dict[str, Any] = {}
    """What the system itself remembers."""

    def side(self, seat: str, **changed: Any) -> Campaign:
        """The same with something changed at a seat."""
        sides = {**self.sides, seat: msgspec.structs.replace(self.sides[seat], **changed)}
        return msgspec.structs.replace(self, sides=sides)

    def paid(self, seat: str, pool: str, amount: int) -> Campaign:
        """The same with something put into a pool of a seat, or taken out; no pool ever holds less than nothing."""
        pools = self.sides[seat].pools
        return self.side(seat, pools={**pools, pool: max(0, pools.get(pool, 0) + amount)})

    def member(self, seat: str, member: Member) -> Campaign:
        """The same with another state of a member of a force."""
        members = self.sides[seat].members
        return self.side(seat, members=tuple(member if each.id == member.id else each for each in members))


class Homecoming(msgspec.Struct, frozen=True):
    """What a battle brings home to a seat: how its members are now, and what it earned for its pools."""

    hurt: dict[str, dict[str, dict[str, Any]]]
    """By member, those that took the field; a member that is not named is as it was."""
    away: dict[str, str] = {}
    earned: dict[str, int] = {}


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What players tell of a battle that was fought at a table of their own; everything is added to what was before."""

    harm: dict[str, str | dict[str, Any]] = {}
    """By member what the battle did to it, in words or as fields of a unit; who is not named is as before."""
    lost: tuple[str, ...] = ()
    """Members that were destroyed or wiped out."""
    won: str = ""
    """Who held the field; empty for nobody."""
    points: dict[str, int] = {}
    """What each side earned by its objectives, or had taken off."""
    spent: dict[str, tuple[str, ...]] = {}
    """What each side bought in the battle."""
    because: str = ""
    """A word about it for the chronicle."""


class Told(msgspec.Struct, frozen=True):
    """What the rules make of a report: how the battle ended, what it brings home, the story of it."""

    outcome: Outcome
    home: dict[str, Homecoming]
    told: tuple[str, ...]


class Repair(msgspec.Struct, frozen=True):
    """One thing that can be mended: where, what it costs, what is rolled, and how likely it is to work."""

    id: str
    member: str
    effect: str
    cost: dict[str, int]
    dice: int
    bonus: int
    threshold: int
    chances: tuple[int, int, int, int]
    """Of all rolls, how many mend it, fail, and are fumbles; and how many there are."""
    rule: str = ""
    refused: str = ""
    """Why it cannot be tried now."""
    hopeless: bool = False
    """No roll repairs it: refused to whoever decides now, though files may hold an attempt from before this was so."""
    returns: bool = False
    """The member stays out of the next battle without it, and can take the field with it."""


class Ware(msgspec.Struct, frozen=True):
    """Something that points buy between battles: its price in words, and what a buyer must add to its name."""

    id: str
    about: str
    price: str
    needs: str = ""
    """What else is said: units, an amount; empty where the name is enough."""
    rule: str = ""
    choices: dict[str, str] = {}
    """What is usually said, each with a word about it; there may be more."""


class Change(msgspec.Struct, frozen=True):
    """What came of a decision: the campaign after it, and the story of it."""

    campaign: Campaign
    told: tuple[str, ...]


Work = Generator[Roll, Faces, Change]
"""Something that may need dice before it is known what comes of it."""


class Plan(msgspec.Struct, frozen=True):
    """What a campaign is begun with: its usual scenario, options of its own, and options of every battle.

    The options named after the seats say who is on each side, as in a single battle.
    """

    scenario: str
    options: dict[str, str] = {}
    battle: dict[str, str] = {}
    seed: int = 0
    """What forces are drawn from that nobody named."""


def _nothing(_campaign: Campaign, _seat: str) -> tuple[()]:
    return ()


def _as_it_was(_campaign: Campaign, _seat: str, member: Member) -> str:
    return member.away


def _untold(_campaign: Campaign, _report: Report) -> Told:
    raise BadInput("Battles of this game are not reported: fight them here.")


def _refuse(campaign: Campaign, *_said: Any) -> Work:
    yield from ()
    return Change(campaign, ())


@dataclass(frozen=True)
class CampaignRules:
    """How a system's campaigns go. Every function is pure: what it is given stays as it was."""

    about: str
    options: Mapping[str, str]
    """What may be agreed at the beginning, by name, each with a word about it."""
    muster: Callable[[Plan], Campaign]
    """The forces as they begin. Raises BadInput with everything that is wrong with the plan."""
    scenarios: Callable[[Campaign], Mapping[str, str]]
    """The battles that may come next, by name, each with a word about it; the usual one first."""
    prepare: Callable[[Campaign, str, int, Mapping[str, str]], Setup]
    """The set-up of the next battle, its forces as hurt as they are. Raises BadInput."""
    carry_over: Callable[[Campaign, Setup, Any, Outcome], dict[str, Homecoming]]
    """What the last state of a battle brings home, by seat."""
    settle: Callable[[Campaign], Change]
    """What happens when a battle has been counted: the days that pass, and perhaps the end of the campaign."""
    wounds: Callable[[Campaign, str, Member], tuple[str, ...]]
    """What a member has suffered, in words."""
    winner: Callable[[Campaign], Outcome]
    """Who would win if it ended now."""
    repairs: Callable[[Campaign, str], tuple[Repair, ...]] = field(default=_nothing)
    mend: Callable[[Campaign, str, Repair], Work] = field(default=_refuse)
    """Try a repair that was offered and not refused."""
    wares: Callable[[Campaign, str], tuple[Ware, ...]] = field(default=_nothing)
    buy: Callable[[Campaign, str, Ware, str], Work] = field(default=_refuse)
    """Buy a ware that was offered. Raises BadInput."""
    house: bool = False
    """No book says so: a rule of the house."""
    why_away: Callable[[Campaign, str, Member], str] = field(default=_as_it_was)
    """Why a member that was laid out as hurt as this does not take the field; empty if it does. Raises BadInput."""
    reported: Callable[[Campaign, Report], Told] = field(default=_untold)
    """What a report of the battle under way comes to; seats and members in it are known. Raises BadInput."""


@dataclass(frozen=True)
class LinkedUnits:
    """What a system without a campaign of its own says, so that its battles can be linked by a rule of the house.

    Its set-ups hold `data["forces"]`: for each seat groups of posts, whose units go by the seat and a number, counted
    through from 1 ("red-3"); parts and drones of a post by that id and a further number ("red-3-1").
    """

    carried: tuple[str, ...]
    """Fields of a unit that stay as a battle left them."""
    lost: tuple[str, ...]
    """Words of `status` that mean a unit is out for good."""
    tokens: tuple[str, ...] = ()
    """Of the counts in `tokens`, those that stay."""
    scenario: str = ""
    """The usual scenario; the system's first if it is empty."""
