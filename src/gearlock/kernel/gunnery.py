"""Attacks before they are made: how a system lays one out on a bare table, and all that can come of it, exactly.

Weights are whole numbers out of a whole total. What a unit suffers is its toll; a branch is one way an attack can end,
with the tolls and the state it leaves, so that the next attack can begin there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName

if TYPE_CHECKING:
    from gearlock.kernel.events import Event
    from gearlock.kernel.orders import Order, Refusal
    from gearlock.kernel.system import Setup

S = TypeVar("S")


class Condition(msgspec.Struct, frozen=True):
    """Something that can be said about a laid-out attack: its name, what it means, and the values it takes.

    Without `values` it takes a number or words as `about` explains; `usual` is what counts if nothing is said.
    """

    name: str
    about: str
    values: tuple[str, ...] = ()
    usual: str = ""
    rule: str = ""
    most: int = 0
    """Of a number, how far it is worth trying; 0 where nobody says."""


class Situation(msgspec.Struct, frozen=True):
    """Who attacks whom with what, one attacker after another (`NAME:WEAPON`), and under which conditions.

    Every attacker is a unit of its own; all of them stand as the conditions say.
    """

    attackers: tuple[str, ...]
    target: str
    given: tuple[tuple[str, str], ...] = ()
    reply: bool = False
    """The target is to be able to answer."""


class Toll(NamedTuple):
    """What an attack costs one unit. `crippled` counts also if it is destroyed at once."""

    hit: bool = False
    damage: int = 0
    critical: int = 0
    effects: tuple[str, ...] = ()
    """Status effects it has now and had not before."""
    crippled: bool = False
    destroyed: bool = False

    def then(self, later: Toll) -> Toll:
        """The toll of two attacks together."""
        if self == _NOTHING:
            return later
        return Toll(
            self.hit or later.hit,
            self.damage + later.damage,
            self.critical + later.critical,
            tuple(sorted({*self.effects, *later.effects})),
            self.crippled or later.crippled,
            self.destroyed or later.destroyed,
        )


_NOTHING = Toll()
Tolls = dict[str, Toll]
"""By unit."""


class Branch(NamedTuple, Generic[S]):
    """One way an attack can end, and how often."""

    weight: int
    tolls: Tolls
    state: S


class Outcomes(NamedTuple, Generic[S]):
    """Everything that can come of an attack; the weights of the branches make up the total."""

    total: int
    branches: list[Branch[S]]


class Share(NamedTuple, Generic[S]):
    """A branch while outcomes are gathered: so many out of so many."""

    ways: int
    out_of: int
    tolls: Tolls
    state: S


def gathered(shares: list[Share[S]]) -> Outcomes[S]:
    """Shares of different wholes brought to one total, in lowest terms."""
    whole = 1
    for share in shares:
        whole = whole * share.out_of // gcd(whole, share.out_of)
    weights = [share.ways * (whole // share.out_of) for share in shares]
    common = gcd(*weights) if weights else 1
    assert sum(weights) == whole, "the branches of an attack make up the whole"
    branches = [Branch(weight // common, s.tolls, s.state) for weight, s in zip(weights, shares, strict=True)]
    return Outcomes(whole // common, branches)


def merged(shares: list[Share[S]], encode: Callable[[S], bytes] | None) -> list[Share[S]]:
    """Like shares put together: those of equal tolls and, if states are told apart, of equal states."""
    if len(shares) < 2:
        return shares
    found: dict[tuple[object, bytes], Share[S]] = {}
    for share in shares:
        key = tuple(sorted(share.tolls.items())), b"" if encode is None else encode(share.state)
        known = found.get(key)
        if known is None:
            found[key] = share
        else:
            whole = known.out_of * share.out_of // gcd(known.out_of, share.out_of)
            ways = known.ways * (whole // known.out_of) + share.ways * (whole // share.out_of)
            found[key] = Share(ways, whole, share.tolls, share.state)
    return list(found.values())


class Aid(msgspec.Struct, frozen=True):
    """Something that could be spent on an attack, by whoever makes it or by its target."""

    id: str
    label: str
    side: str
    rule: str = ""


class Terms(NamedTuple):
    """How an attack is played out: the answer it meets, and what is spent on it. Everything else is declined.

    `about` names the units whose fate is asked for; rolls that concern nobody else may be left out.
    """

    reply: Order | None = None
    aid: str = ""
    about: tuple[str, ...] = ()
    ends: bool = True
    """Whether the states that branches leave are asked for; if not, a branch may have any."""


@dataclass(frozen=True)
class Staged(Generic[S]):
    """A situation on the table: the state in which the first attack can be ordered, and the orders one by one."""

    setup: Setup
    state: S
    orders: tuple[Order, ...]
    target: str
    facts: tuple[str, ...] = ()
    """The conditions as they were laid out, in words."""


@dataclass(frozen=True)
class Gunnery(Generic[S]):
    """How a system lays out attacks and works out all that can come of them."""

    conditions: tuple[Condition, ...]
    units: Callable[[], Mapping[str, str]]
    """The names of all units that can attack or be attacked, by id."""
    weapons: Callable[[str], tuple[str, ...]]
    """What a unit attacks with, as it is named behind the colon."""
    stage: Callable[[Situation], Staged[S]]
    """Lay a situation out. Raises UnknownName or BadInput, with the rule where one forbids it."""
    attacks: Callable[[S, str], Iterator[Order]]
    """Every attack that the unit which acts now may make for this seat."""
    marks: Callable[[S, Order], tuple[str, ...]]
    """The units an attack is rolled against, the one it is aimed at first."""
    title: Callable[[S, Order], str]
    """An attack in words: who, with what, at whom."""
    ready: Callable[[S, Order], S | Refusal]
    """The state in which this attack of a sequence can be made, the attack before it being over; or why it cannot."""
    outcomes: Callable[[S, Order, Terms], Outcomes[S]]
    """Everything that can come of a legal attack."""
    toll: Callable[[S, S, list[Event], str], Toll]
    """What an attack that was played cost a unit: the states before and after it, and what happened."""
    replies: Callable[[S, Order], tuple[Order, ...]]
    """How the target of an attack may answer it, if it is able to."""
    aids: Callable[[S, Order], tuple[Aid, ...]]
    """What could be spent on an attack, whether or not somebody has it now."""


def find_unit(units: Mapping[str, str], text: str) -> str:
    """The id of the unit somebody named, by id or name, however it is spaced or capitalised.

    UnknownName suggests near ones; a name that several share must be told apart by id.
    """
    wanted = plain_name(text)
    ids = [unit for unit in units if plain_name(unit) == wanted]
    found = ids or [unit for unit, name in units.items() if plain_name(name) == wanted]
    if not found:
        raise UnknownName("unit", text, {*units, *units.values()})
    if len(found) > 1:
        raise BadInput(f"Several units are called '{text}': {', '.join(found)}.")
    return found[0]


def plain_name(text: str) -> str:
    """A name as it is compared: its letters and digits alone."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
