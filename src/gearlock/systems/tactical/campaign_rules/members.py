"""4.2: members of a force between battles, looked at as the units they are on the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from gearlock.kernel.campaigning import Campaign, Member
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.typed import as_typed, read_typed
from gearlock.muster.standing_forces import changed_fields
from gearlock.systems.tactical.attacks.ammunition import SPARE, clips_left
from gearlock.systems.tactical.campaign_rules.laid_wounds import refuse_standing
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.damage.condition import FRAME, RUPTURED
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.setup.lineup import Post
from gearlock.systems.tactical.setup.scenario import raised
from gearlock.systems.tactical.state import FIELDED, HEAVY, LIGHT, State, Unit
from gearlock.systems.tactical.victory_points.events import CLIP_DUE
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

CARRIED = ("armor_lost", "crew_lost", "troopers", "harm", "used", "tokens")
COUNTERS = (LIGHT, HEAVY)
CARDS = "cards"
SELF = ""
TWO_HEAVIES = 2


@lru_cache(maxsize=256)
def _card(encoded: bytes) -> Card:
    return read_typed(encoded, Card)


def card_of(campaign: Campaign, member: Member) -> Card:
    """The card of a member; every campaign keeps its own."""
    return _card(msgspec.json.encode(campaign.data[CARDS][member.post["card"]]))


def bench(campaign: Campaign, seat: str, member: Member, switches: dict[str, str] | None = None) -> State:
    """A table with nobody on it but this member, as hurt as it is."""
    post = as_typed(member.post, Post)
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

    Clips that were bought are ammunition, also those that were still on their way. A vehicle that was put out of action
    has lost its structure; two Heavy counters that did it are gone with that.
    """
    left = unit.clone()
    left.tokens = {name: count for name, count in unit.tokens.items() if name in COUNTERS} | bought_clips(unit)
    left.used = {name: count for name, count in unit.used.items() if not name.startswith("arc:")}
    if unit.is_lost and not unit.is_infantry:
        left.harm = {**unit.harm, FRAME: 1}
        if left.tokens.get(HEAVY, 0) >= TWO_HEAVIES:
            left.tokens = {name: count for name, count in left.tokens.items() if name != HEAVY}
    return changed_fields(fresh, left, CARRIED)


@heeds("tactical.4.2", "tactical.4.2.2-spending")
def bought_clips(unit: Unit) -> dict[str, int]:
    """The clips that were bought for a unit, changed or not, as tokens of the next battle."""
    found: dict[str, int] = {}
    for name, count in unit.tokens.items():
        if name.startswith((SPARE, CLIP_DUE)):
            spare = SPARE + name.removeprefix(SPARE).removeprefix(CLIP_DUE)
            found[spare] = found.get(spare, 0) + count
    return found


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


def why_away(campaign: Campaign, seat: str, member: Member) -> str:
    """The same of a member that was laid out by hand. Raises BadInput for more than it has."""
    refuse_standing(fresh_unit(campaign, seat, member), member.hurt.get(SELF, {}))
    return reason_away(unit_of(campaign, seat, member))


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


@heeds("tactical.4.2")
def resupplied(campaign: Campaign, seat: str, member: Member) -> Campaign:
    """The campaign with a member whose ammunition is as on its card again; of bought clips the unused ones are left."""
    unit = unit_of(campaign, seat, member)
    for mount in unit.card.weapons:
        left = min(unit.token(SPARE + mount.id), clips_left(unit, mount))
        unit.tokens = {name: count for name, count in unit.tokens.items() if name != SPARE + mount.id}
        unit.tokens |= {SPARE + mount.id: left} if left > 0 else {}
    unit.used = {}
    return with_hurt(campaign, seat, member, unit)
