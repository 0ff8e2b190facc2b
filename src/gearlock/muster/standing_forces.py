"""Forces that go from battle to battle: who takes the field in which set-up, and what comes home from it.

A set-up holds `data["forces"]`, for each seat groups of posts; the units of a seat are numbered through from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from gearlock.kernel.campaigning import Campaign, Homecoming, Member
from gearlock.kernel.errors import BadInput
from gearlock.kernel.laidout import KEY, LaidOut
from gearlock.kernel.system import Setup

FORCES = "forces"


def enrolled(setup: Setup, units: Mapping[str, Any], seat: str) -> tuple[Member, ...]:
    """The force of a seat as a set-up fields it: one member for each post, whole."""
    found: list[Member] = []
    for group, posts in enumerate(setup.data[FORCES][seat], 1):
        for post in posts:
            unit = units[f"{seat}-{len(found) + 1}"]
            found.append(Member(unit.id, unit.name, group, post, int(getattr(unit, "tv", 0))))
    return tuple(found)


def taking_the_field(campaign: Campaign, seat: str) -> list[list[Member]]:
    """The members of a seat that can fight, in their groups; a group with nobody left is none."""
    ready = [member for member in campaign.sides[seat].members if not member.away]
    groups = sorted({member.group for member in ready})
    return [[member for member in ready if member.group == group] for group in groups]


def numbered(campaign: Campaign, seat: str) -> dict[str, Member]:
    """The members of a seat that take the field, by the ids they have on the table of the next battle."""
    members = [member for group in taking_the_field(campaign, seat) for member in group]
    return {f"{seat}-{number}": member for number, member in enumerate(members, 1)}


def fielded(setup: Setup, campaign: Campaign, title: str) -> Setup:
    """A set-up with the forces of a campaign in the place of its own, as hurt as they are. Raises BadInput."""
    empty = [seat for seat in campaign.sides if not taking_the_field(campaign, seat)]
    if empty:
        raise BadInput(f"The force of {' and '.join(empty)} cannot fight on. End the campaign.")
    forces = {
        seat: [[member.post for member in group] for group in taking_the_field(campaign, seat)]
        for seat in campaign.sides
    }
    hurts = {
        unit_id + suffix: hurt
        for seat in campaign.sides
        for unit_id, member in numbered(campaign, seat).items()
        for suffix, hurt in _standing(unit_id, member).items()
        if hurt
    }
    data = {**setup.data, FORCES: forces, KEY: msgspec.to_builtins(LaidOut({}, hurts, title))}
    return msgspec.structs.replace(setup, data=data)


def _standing(unit_id: str, member: Member) -> dict[str, dict[str, Any]]:
    """What differs from a fresh unit, with its parts: its wounds, and its name where others before it are missing."""
    if unit_id == member.id:
        return member.hurt
    return {**member.hurt, "": {**member.hurt.get("", {}), "name": member.name}}


def whole(setup: Setup) -> Setup:
    """The same set-up with everybody unhurt."""
    return msgspec.structs.replace(setup, data={name: part for name, part in setup.data.items() if name != KEY})


def changed_fields(fresh: Any, unit: Any, fields: Collection[str]) -> dict[str, Any]:
    """What differs from a fresh unit, as a set-up can hold it."""
    differing = [name for name in fields if getattr(fresh, name) != getattr(unit, name)]
    return {name: msgspec.to_builtins(getattr(unit, name)) for name in differing}


def parts_of(units: Mapping[str, Any], unit_id: str) -> Iterator[tuple[str, Any]]:
    """A unit with its parts and drones, by what their ids end with."""
    for each, unit in units.items():
        if each == unit_id or each.startswith(f"{unit_id}-"):
            yield each.removeprefix(unit_id), unit


def brought_home(
    campaign: Campaign, seat: str, units: Mapping[str, Any], told: Callable[[Any, str], tuple[dict[str, Any], str]]
) -> Homecoming:
    """What comes home to a seat; `told` says what a unit (and the end of its id) has suffered, and why it is out.

    Who was left behind before the battle is not named: it is as it was.
    """
    hurts: dict[str, dict[str, dict[str, Any]]] = {}
    away: dict[str, str] = {}
    for unit_id, member in numbered(campaign, seat).items():
        if unit_id not in units:
            continue
        hurts[member.id] = {}
        for suffix, unit in parts_of(units, unit_id):
            hurt, why = told(unit, suffix)
            if hurt:
                hurts[member.id][suffix] = hurt
            if why and not suffix:
                away[member.id] = why
    return Homecoming(hurts, away)
