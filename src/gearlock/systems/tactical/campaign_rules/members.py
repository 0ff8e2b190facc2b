"""4.2: members of a force between battles, looked at as the units they are on the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from gearlock.kernel.campaigning import Campaign, Member
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.standing_forces import changed_fields
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.damage.condition import FRAME, RUPTURED
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.setup.lineup import Post
from gearlock.systems.tactical.setup.scenario import raised
from gearlock.systems.tactical.state import FIELDED, HEAVY, LIGHT, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

CARRIED = ("armor_lost", "crew_lost", "troopers", "harm", "used", "tokens")
COUNTERS = (LIGHT, HEAVY)
CARDS = "cards"
SELF = ""
TWO_HEAVIES = 2


@lru_cache(maxsize=256)
def _card(encoded: bytes) -> Card:
    return msgspec.json.decode(encoded, type=Card)


def card_of(campaign: Campaign, member: Member) -> Card:
    """The card of a member; every campaign keeps its own."""
    return _card(msgspec.json.encode(campaign.data[CARDS][member.post["card"]]))


def bench(campaign: Campaign, seat: str, member: Member, switches: dict[str, str] | None = None) -> State:
    """A table with nobody on it but this member, as hurt as it is."""
    post = msgspec.convert(member.post, Post)
    unit = raised(seat, 1, member.group, post, card_of(campaign, member))
    unit.id, unit.name, unit.status = member.id, member.name, FIELDED
    state = State(Ground(INCH, INCH, ()), {unit.id: unit})
    state.switches = dict(switches or {})
    if SELF in member.hurt:
        take_up(state, LaidOut({}, {unit.id: member.hurt[SELF]}))
    return state


def unit_of(campaign: Campaign, seat: str, member: Member) -> Unit:
    """A member as the unit it is on the table."""
    return bench(campaign, seat, member).units[member.id]


def fresh_unit(campaign: Campaign, seat: str, member: Member) -> Unit:
    """A member as it was before anything happened to it."""
    return unit_of(campaign, seat, msgspec.structs.replace(member, hurt={}))


@rule("tactical.4.2")
@heeds("tactical.2.6.10-overkill", "tactical.4.2.1-table")
def carried_over(fresh: Unit, unit: Unit) -> dict[str, Any]:
    """What stays with a unit after a battle: armor, crew, men, systems, counters and ammunition. All else ends with it.

    A vehicle that was put out of action has lost its structure; two Heavy counters that did it are gone with that.
    """
    left = unit.clone()
    left.tokens = {name: count for name, count in unit.tokens.items() if name in COUNTERS}
    left.used = {name: count for name, count in unit.used.items() if not name.startswith("arc:")}
    if unit.is_lost and not unit.is_infantry:
        left.harm = {**unit.harm, FRAME: 1}
        if left.tokens.get(HEAVY, 0) >= TWO_HEAVIES:
            left.tokens = {name: count for name, count in left.tokens.items() if name != HEAVY}
    return changed_fields(fresh, left, CARRIED)


@heeds("tactical.4.2")
def reason_away(unit: Unit) -> str:
    """Why a unit sits the next battle out; empty if it can take the field."""
    if unit.is_infantry:
        return "" if any(unit.troopers) else "lost"
    if unit.harm.get(FRAME):
        return "destroyed"
    if is_crewless(unit):
        return "no crew left"
    if unit.harm.get(RUPTURED):
        return "fuel and ammunition leaked out"
    return "" if base_armor(unit) else "no armor left"


def left_with(unit: Unit, hurt: dict[str, Any]) -> Unit:
    """A unit as it is once the battle is over and this is what stays."""
    left = unit.clone()
    for name, value in hurt.items():
        setattr(left, name, value)
    return left


def with_hurt(campaign: Campaign, seat: str, member: Member, unit: Unit) -> Campaign:
    """The campaign with a member in the state that a unit is in now."""
    hurt = carried_over(fresh_unit(campaign, seat, member), unit)
    away = reason_away(left_with(unit, hurt))
    return campaign.member(seat, msgspec.structs.replace(member, hurt={SELF: hurt} if hurt else {}, away=away))
