"""Ways of moving: on foot or on tracks, and what skates, jets, floats, ploughs and blades make of it."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.equipment import equipment_effect, working_mounts
from gearlock.systems.hex100.movement.events import GroundCleared
from gearlock.systems.hex100.movement_types import SKATING, SKIMMING, standing_kind
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex

CLEARING = 4
"""Hexes of a move that clears the way."""
DEBRIS = "rubble"
OPEN = "open"


class Way(NamedTuple):
    """A way to make a move that equipment allows."""

    label: str
    effect: str
    rule: str
    once: bool
    """Equipment is used once per turn; a blade that cuts as it goes is not used up by it."""


WAYS = {
    "jump": Way("Jump", "jump", "hex100.jump-jets", True),
    "plough": Way("Clear the way: move without penalties", "plow", "hex100.juggernaut-plow", True),
    "doze": Way("Clear the way: remove wrecks and rubble", "clear_the_way", "hex100.dozer-blade", True),
    "sweep": Way("Clear mines", "clear_mines", "hex100.field-survival", True),
    "level": Way("Clear the path: remove destructible terrain", "clear_path", "hex100.urban-warfare", True),
    "bushwhack": Way("Move and cut vegetation down", "bushwhack", "hex100.bushwhack", False),
}


class Stride(NamedTuple):
    """How far a move goes and on what terms: movement points, and the movement type that sets the cost of a hex."""

    points: int
    kind: str


@rule("hex100.bushwhack")
def has_way(state: State, unit: Unit, way: str) -> bool:
    """Whether working equipment allows this way of moving; vegetation is cut with a chain blade."""
    if way == "bushwhack":
        return any(mount.modes and mount.modes[0].id == "chain-blade" for mount in working_mounts(state, unit))
    return bool(equipment_effect(state, unit, WAYS[way].effect))


@rule("hex100.cirrus-skimmer")
@heeds(
    "hex100.skate-system",
    "hex100.jump-jets",
    "hex100.cirrus-jump",
    "hex100.dozer-blade",
    "hex100.juggernaut-plow",
    "hex100.siege-plough",
    "hex100.urban-warfare",
    "hex100.field-survival",
    "hex100.linebreaker-integrated",
)
def stride(state: State, unit: Unit, way: str = "") -> Stride:
    """What one move action gives: skates double it, a skimmer adds one first, clearing the way is four hexes."""
    points, kind = state.machine(unit.id).unit.movement, standing_kind(state, unit)
    if unit.gait == SKATING:
        points *= 2
    elif unit.gait == SKIMMING:
        points = (points + 1) * 2
    if way == "jump":
        return Stride(points, "jump")
    if way == "plough":
        return Stride(points, "unhindered")
    if way in ("doze", "sweep"):
        return Stride(CLEARING, "unhindered")
    if way == "level":
        return Stride(CLEARING, "levelling")
    if way == "bushwhack" and kind == "tracked":
        return Stride(points, "bushwhacking")
    return Stride(points, kind)


@heeds("hex100.jump-jets", "hex100.cirrus-jump", "hex100.skate-system", "hex100.once-per-turn", "hex100.cirrus-skimmer")
def refuse_way(state: State, unit: Unit, way: str) -> Refusal | None:
    """Why a unit cannot move in this way now."""
    if not way:
        return None
    if way not in WAYS:
        return Refusal("no-such-way", "hex100.move-action", f"There is no way of moving called '{way}'.")
    found = WAYS[way]
    name = state.machine(unit.id).unit.name
    if not has_way(state, unit, way):
        return Refusal("no-such-way", found.rule, f"The {name} has nothing that works and lets it move like that.")
    if found.once and way in unit.used:
        return Refusal("used", "hex100.once-per-turn", "That has been used this round.")
    if way == "jump" and unit.gait:
        rule_id = "hex100.skate-system" if unit.gait == SKATING else "hex100.cirrus-jump"
        return Refusal("not-together", rule_id, f"Jumping does not go together with the {unit.gait} this round.")
    return None


@rule("hex100.heavy-tank")
@heeds("hex100.bushwhack", "hex100.dozer-blade", "hex100.urban-warfare")
def left_of(state: State, unit: Unit, hex_: Hex, way: str) -> str:
    """What the terrain of a hex is when this unit has entered it in this way.

    Heavy tanks and cleared paths leave what destruction leaves, a chain blade does so with vegetation, a dozer blade
    makes open ground of rubble.
    """
    here = state.land.kinds[state.land.ground.terrain_at(hex_)]
    if here.becomes and (way == "level" or equipment_effect(state, unit, "heavy_tank")):
        return here.becomes
    if here.vegetation and here.becomes and way == "bushwhack":
        return here.becomes
    return OPEN if here.name == DEBRIS and way == "doze" else here.name


@rule("hex100.urban-warfare")
@heeds("hex100.heavy-tank", "hex100.bushwhack", "hex100.dozer-blade")
def clear_ground(ctx: Ctx[State], unit_id: str, hex_: Hex, way: str) -> None:
    """Change a hex as a unit enters it; a dozer blade removes wrecks as well."""
    state = ctx.state
    left = left_of(state, state.units[unit_id], hex_, way)
    wreck = way == "doze" and hex_ in state.land.wrecks
    if wreck or left != state.land.ground.terrain_at(hex_):
        ctx.emit(GroundCleared(unit_id, *hex_, left, wreck, way))
