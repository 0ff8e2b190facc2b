"""16.0, step 3: whom objectives are about: commanders and combat groups, drawn by lot where the book says so."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.chain_of_command.ranks import CO, post_of
from gearlock.systems.blitz.objectives.events import Noted, TargetDrawn
from gearlock.systems.blitz.objectives.slots import (
    ASSASSINATE,
    PROTECT,
    RULES,
    TARGET,
    WIPE,
    Slot,
    all_slots,
    fact,
    name_of,
    slots_of,
)
from gearlock.systems.blitz.state import FIELDED, NO_GROUP, OFF_BOARD, RIDING, State, Unit, opponent

AT_FIRST, IN_FIRST_CLEANUP = "deployed", "present"
"""What commanders and groups are noted as that were there when targets were drawn."""
ON_TABLE: Final = (FIELDED, RIDING)


@heeds("blitz.17.0b")
def eligible(state: State, seat: str) -> list[Unit]:
    """The models of a seat that an objective may be about: no aircraft, nor what belongs to no combat group."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP)
    return [unit for unit in mine if unit.line.gait != "F"]


def commanders(state: State, seat: str) -> list[Unit]:
    """The commanders of a seat that are on the table."""
    return [unit for unit in eligible(state, seat) if unit.rank and unit.status in ON_TABLE]


@heeds("blitz.16.2c")
def groups_there(state: State, seat: str) -> list[int]:
    """The combat groups of a seat with anybody deployed, on the table or beyond it, be it a wreck by now."""
    there = (*ON_TABLE, OFF_BOARD)
    return sorted({unit.group for unit in eligible(state, seat) if unit.status in there or unit.is_destroyed})


def taken(state: State, slot: Slot) -> set[str]:
    """What other objectives of the same side and kind are about already."""
    others = (other for other in slots_of(state, slot.seat) if other != slot)
    return {fact(state, other.key(TARGET)) for other in others if name_of(state, other) == name_of(state, slot)}


@rule("blitz.16.0-obj-assassinate")
@heeds("blitz.16.0-obj-reroll")
def victims(state: State, slot: Slot) -> list[str]:
    """The enemy CO if deployed on the table, else any commander who is; nobody twice."""
    there = [unit for unit in commanders(state, opponent(slot.seat)) if unit.id not in taken(state, slot)]
    chief = [unit.id for unit in there if post_of(unit) == CO]
    return chief or [unit.id for unit in there]


@rule("blitz.16.0-obj-protect")
@heeds("blitz.16.0-obj-reroll")
def wards(state: State, slot: Slot) -> list[str]:
    """Any commander of one's own that is on the table or just coming onto it; nobody twice."""
    return [unit.id for unit in commanders(state, slot.seat) if unit.id not in taken(state, slot)]


@rule("blitz.16.0-obj-wipe")
@heeds("blitz.16.0-obj-reroll")
def prey(state: State, slot: Slot) -> list[str]:
    """Any enemy combat group that is deployed; none twice."""
    return [str(group) for group in groups_there(state, opponent(slot.seat)) if str(group) not in taken(state, slot)]


def draw_targets(ctx: Ctx[State], names: tuple[str, ...], noted: str) -> Script[None]:
    """Draw whom these objectives are about, and note openly who was there to be drawn."""
    there = [unit.id for seat in SEATS for unit in commanders(ctx.state, seat)]
    groups = [f"{seat}-group-{group}" for seat in SEATS for group in groups_there(ctx.state, seat)]
    ctx.emit(Noted(noted, tuple(there + groups)))
    for slot in list(all_slots(ctx.state)):
        name = name_of(ctx.state, slot)
        if name not in names:
            continue
        among = {ASSASSINATE: victims, PROTECT: wards, WIPE: prey}[name](ctx.state, slot)
        face = 1
        if len(among) > 1:
            purpose = f"target of {slot.seat}'s objective {slot.number}"
            (face,) = yield from throw(Roll(purpose, 1, len(among), seat=slot.seat, rule=RULES[name]))
        ctx.emit(TargetDrawn(slot.seat, slot.number, among[face - 1] if among else "", face))
