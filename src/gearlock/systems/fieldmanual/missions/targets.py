"""Step 4: what objectives are about: Combat Groups, leaders and places, drawn by lot, none twice for one kind.

They are drawn when everybody has deployed: only then it is known who holds which zone and who waits in reserve.
"""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.fieldmanual.deployment.zones import zone_of
from gearlock.systems.fieldmanual.missions.events import ObjectiveSettled
from gearlock.systems.fieldmanual.missions.slots import (
    ASSASSINATION,
    ESCAPE,
    HOLD,
    PROTECT,
    RECON,
    SCOUT,
    SURVIVE,
    TARGET,
    WIPE,
    Slot,
    all_slots,
    name_of,
    objectives,
    rule_of,
    slots_of,
    target_of,
)
from gearlock.systems.fieldmanual.state import IN_PLAY, NO_GROUP, RESERVE, State, Unit, opponent
from gearlock.table.polygon import bounds, is_inside
from gearlock.table.terrain import Piece

LARGE: Final = 3
"""Models of a Combat Group that is worth a Recon or a Wipe Them Out."""


def members(state: State, seat: str, group: int) -> list[Unit]:
    """The models a Combat Group began with, lost ones too; a Combined Model once, drones not at all."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group == group and not unit.parent)
    return [unit for unit in mine if not unit.team or unit.team == unit.id]


def groups_of(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side."""
    mine = (unit.group for unit in state.units.values() if unit.seat == seat and not unit.parent)
    return sorted({group for group in mine if group != NO_GROUP})


def is_reserve(state: State, seat: str, group: int) -> bool:
    """Whether a Combat Group is held in reserve."""
    return any(unit.status == RESERVE for unit in members(state, seat, group))


def leaders_of(state: State, seat: str) -> list[str]:
    """The squad leaders of a side and its Army Commander."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.rank and unit.status in IN_PLAY)
    return [unit.id for unit in mine if not unit.team or unit.team == unit.id]


@heeds("fieldmanual.obj-escape")
def escapers(state: State, seat: str) -> list[int]:
    """The Combat Groups that may have to escape: not infantry on foot, but those in reserve too."""
    found: list[int] = []
    for group in groups_of(state, seat):
        models = members(state, seat, group)
        rides = any(unit.card.has("Transport") for unit in models)
        if rides or not all(unit.is_infantry and len(unit.card.rows) < 2 for unit in models):
            found.append(group)
    return found


def places(state: State) -> list[Piece]:
    """The pieces of terrain an objective may be about; roads are ways, not places."""
    return [piece for piece in state.ground.pieces if piece.kind != "road"]


def middle_of(piece: Piece) -> tuple[int, int]:
    """The middle of a piece of terrain."""
    x0, y0, x1, y1 = bounds(piece.outline)
    return (x0 + x1) // 2, (y0 + y1) // 2


def lies_in_zone(state: State, piece: Piece, seat: str) -> bool:
    """Whether a piece of terrain counts as part of a seat's zone: its middle does."""
    return any(is_inside(part, *middle_of(piece)) for part in zone_of(state, seat))


def _preferred(*choices: list[str], without: set[str]) -> list[str]:
    """What is left of the first of some lists that has anything left."""
    left = ([each for each in choice if each not in without] for choice in choices)
    return next((choice for choice in left if choice), [])


def _words(groups: list[int]) -> list[str]:
    return [str(group) for group in groups]


def _deployed(state: State, seat: str) -> list[int]:
    return [group for group in groups_of(state, seat) if not is_reserve(state, seat, group)]


@heeds("fieldmanual.obj-recon", "fieldmanual.obj-wipe-them-out", "fieldmanual.obj-survive", "fieldmanual.obj-escape")
@heeds("fieldmanual.obj-protect", "fieldmanual.obj-assassination", "fieldmanual.objective-points")
def candidates(state: State, seat: str, name: str, without: set[str]) -> list[str]:
    """What an objective of a side may be about, beside what others of its kind are about already.

    Groups of three or more models go before smaller ones where the book says so, and all before those in reserve.
    """
    enemy = opponent(seat)
    if name in (RECON, WIPE):
        there = _deployed(state, enemy)
        large = [group for group in there if len(members(state, enemy, group)) >= LARGE]
        return _preferred(_words(large), _words(there), _words(groups_of(state, enemy)), without=without)
    if name == SURVIVE:
        return _preferred(_words(_deployed(state, seat)), _words(groups_of(state, seat)), without=without)
    if name == ESCAPE:
        return _preferred(_words(escapers(state, seat)), without=without)
    if name in (PROTECT, ASSASSINATION):
        return _preferred(leaders_of(state, seat if name == PROTECT else enemy), without=without)
    return _places_for(state, seat, name, without)


@heeds("fieldmanual.obj-scout", "fieldmanual.obj-hold", "fieldmanual.obj-seize")
def _places_for(state: State, seat: str, name: str, without: set[str]) -> list[str]:
    """Terrain in the enemy's zone, or Static models there, to scout; outside the enemy's to hold, the own to seize."""
    enemy, anywhere = opponent(seat), [piece.id for piece in places(state)]
    if name == SCOUT:
        static = [unit.id for unit in state.fielded(enemy) if unit.is_static]
        there = [piece.id for piece in places(state) if lies_in_zone(state, piece, enemy)]
        return _preferred(there + static, anywhere, without=without)
    barred = enemy if name == HOLD else seat
    free = [piece.id for piece in places(state) if not lies_in_zone(state, piece, barred)]
    return _preferred(free, anywhere, without=without)


@heeds("fieldmanual.objective-points")
def taken(state: State, slot: Slot) -> set[str]:
    """What other objectives of the same side and kind are about already."""
    others = (other for other in slots_of(state, slot.seat) if other != slot)
    return {target_of(state, other) for other in others if name_of(state, other) == name_of(state, slot)}


def undrawn(state: State) -> Slot | None:
    """The next objective whose target is still to be drawn."""
    slots = (slot for slot in all_slots(state) if slot.key(TARGET) not in state.facts)
    return next((slot for slot in slots if not objectives()[name_of(state, slot)].once), None)


@heeds("fieldmanual.objective-points")
def resolve_target(ctx: Ctx[State], slot: Slot) -> Script[None]:
    """Draw what an objective is about; where all are taken, or there is nothing, it is about nothing."""
    name = name_of(ctx.state, slot)
    among = candidates(ctx.state, slot.seat, name, taken(ctx.state, slot))
    face = 1
    if len(among) > 1:
        purpose = f"target: {slot.seat}'s objective {slot.number}"
        (face,) = yield from throw(Roll(purpose, 1, len(among), 1, slot.seat, rule=rule_of(name)))
    ctx.emit(ObjectiveSettled(slot.seat, slot.number, among[face - 1] if among else ""))
