"""The move action hex by hex: ways of moving, paths and their costs, attacks of opportunity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.actions import React
from gearlock.systems.hex100.damage.damage import blow_of, is_from_front, reduction_modifiers, strike
from gearlock.systems.hex100.damage.units_hit import carry_riders
from gearlock.systems.hex100.defenses import resolve_mine
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import is_held_in
from gearlock.systems.hex100.equipment import (
    SKATING,
    SKIMMING,
    equipment_effect,
    in_siege,
    is_flying,
    is_melee_capable,
    standing_kind,
    working_mounts,
)
from gearlock.systems.hex100.known_units import (
    COMPASS,
    deed,
    is_known,
    known_enemies,
    knows,
    line,
    name_for,
    owns,
    place_name,
    rolled,
    sees,
    under,
)
from gearlock.systems.hex100.state import SEEN, State, Unit, other
from gearlock.table.hexes import Hex, distance


class Move(Order, frozen=True, tag="move"):
    """Spend a move action: hex by hex along a path (the start left out), then face some way.

    `start` is the facing taken before the first step; -1 keeps the present one. An empty path only turns. `way` is how
    it goes if equipment lets it go otherwise (``jump``, ``plough``, ``doze``, ``sweep``, ``level``, ``bushwhack``); a
    vehicle that has run straight at an enemy may `ram` it, a contact.
    """

    unit: str
    path: tuple[tuple[int, int], ...] = ()
    facing: int = 0
    start: int = -1
    way: str = ""
    ram: str = ""


class Disengage(Order, frozen=True, tag="disengage"):
    """Spend a move action on one careful step away from an enemy in melee."""

    unit: str
    q: int = 0
    r: int = 0
    facing: int = 0


class TakeGait(Order, frozen=True, tag="take-gait"):
    """Say at the beginning of the turn how a mech goes: on ``skate``, as a ``skimmer``, or on its feet."""

    unit: str
    gait: str = ""


class Turned(Event, frozen=True, tag="turned"):
    """A unit faces another way."""

    unit: str
    facing: int

    def change(self, state: State) -> None:
        state.units[self.unit].facing = self.facing


class Stepped(Event, frozen=True, tag="stepped"):
    """A unit entered a hex; `held` says that the other side knows of it there, if only as a blip."""

    unit: str
    q: int
    r: int
    held: bool = False

    def change(self, state: State) -> None:
        _stepped(state, self)


class Halted(Event, frozen=True, tag="halted"):
    """A move ended early in front of an enemy that stood in the way unseen."""

    reveals: ClassVar[bool] = True
    unit: str
    q: int
    r: int

    def change(self, state: State) -> None:
        _stepped(state, self)


def _stepped(state: State, event: Stepped | Halted) -> None:
    unit = state.units[event.unit]
    unit.q, unit.r, unit.lurking = event.q, event.r, False
    carry_riders(state, unit)


class GroundCleared(Event, frozen=True, tag="ground-cleared"):
    """A unit entered a hex and left other terrain behind, perhaps without the wreck that lay there."""

    unit: str
    q: int
    r: int
    terrain: str
    wreck: bool = False
    way: str = ""
    """How it moves; a heavy tank needs no special way."""

    def change(self, state: State) -> None:
        hex_ = (self.q, self.r)
        if self.wreck:
            state.wrecks = [each for each in state.wrecks if each != hex_]
        kept = [change for change in state.changed if change[:2] != hex_]
        if state.land.ground.terrain_at(hex_) != self.terrain:
            state.changed = sorted([*kept, (self.q, self.r, self.terrain)])
        state.rebuild_field()


class GaitChosen(Event, frozen=True, tag="gait-chosen"):
    """A mech goes on skates or skims this turn, or stays on its feet."""

    plain: ClassVar[bool] = True
    unit: str
    gait: str = ""

    def change(self, state: State) -> None:
        state.units[self.unit].gait = self.gait


class Rammed(Event, frozen=True, tag="rammed"):
    """A vehicle drove into a unit, or past it: the die, the number to roll under, and the damage of the run-up."""

    unit: str
    target: str
    number: int
    face: int
    damage: int


def stepped(state: State, event: Stepped, seat: str | None) -> Line | None:
    """An enemy's step is told with the hex if the seat still holds it there; if not, that it is lost is told next."""
    if not knows(state, seat, event.unit) or not (event.held or owns(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} moves to {place_name(event.q, event.r)}."
    return line(state, seat, text, "hex100.move-action", event.unit)


def turned(state: State, event: Turned, seat: str | None) -> Line | None:
    return deed(sees, state, seat, event.unit, f"turns to face {COMPASS[event.facing]}", "hex100.move-action")


def halted(state: State, event: Halted, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "stops: an enemy stands in the way", "hex100.stacking")


def gait_tokens(unit: Unit) -> Iterator[Token]:
    """What lies beside a unit that goes on skates or skims; for its owner."""
    if unit.gait:
        rule = "hex100.skate-system" if unit.gait == SKATING else "hex100.cirrus-skimmer"
        yield Token(unit.gait, rule=rule)


def ground_cleared(state: State, event: GroundCleared, seat: str | None) -> Line:
    """Everybody sees what becomes of the ground; who did it is told to those who know the unit."""
    rule = WAYS[event.way].rule if event.way in WAYS else "hex100.heavy-tank"
    place = f"{place_name(event.q, event.r)} is {event.terrain} now" + (", the wreck is gone" if event.wreck else "")
    if not knows(state, seat, event.unit):
        return line(state, seat, f"{place}.", "hex100.terrain-characteristics")
    return line(state, seat, f"{name_for(state, seat, event.unit)} clears its way: {place}.", rule, event.unit)


def gait_chosen(state: State, event: GaitChosen, seat: str | None) -> Line | None:
    if event.gait == SKATING:
        return deed(sees, state, seat, event.unit, "goes on its skates", "hex100.skate-system")
    return deed(sees, state, seat, event.unit, "skims over the ground", "hex100.cirrus-skimmer")


def rammed(state: State, event: Rammed, seat: str | None) -> Line | None:
    """Both sides learn of it: the rammer is in the next hex."""
    if not (knows(state, seat, event.unit) and knows(state, seat, event.target)):
        return None
    hit = event.face < event.number
    unit, target = name_for(state, seat, event.unit), name_for(state, seat, event.target)
    text = f"{unit} rams {target}" if hit else f"{unit} tries to ram {target} and misses"
    text += f": {rolled((event.face,), event.number)}."
    rolls = (under("ram", (event.face,), event.number, "hex100.ramming"),)
    return line(state, seat, text, "hex100.ramming", event.unit, event.target, rolls=rolls)


# --- Ways of moving

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


# --- The move action hex by hex

OPPORTUNITY_DAMAGE = 5
CAREFUL = "careful"
"""The way of a unit that disengages."""


@rule("hex100.move-action", "hex100.movement-points", "hex100.stacking")
@heeds("hex100.rough-impassable")
def refuse_path(state: State, unit: Unit, path: tuple[Hex, ...], way: str = "") -> Refusal | None:
    """Why a unit cannot walk this path, as far as its side knows; an enemy nobody has found is no reason."""
    card = state.machine(unit.id).unit
    points, kind = stride(state, unit, way)
    enemies = known_enemies(state, unit.seat)
    spent, at = 0, unit.hex
    if unit.sieging:
        return in_siege()
    if len(path) > points:
        return _too_far(points, len(path), card.name)
    for hex_ in path:
        if distance(at, hex_) != 1:
            return Refusal("not-adjacent", "hex100.move-action", "Every step of a path leads to an adjacent hex.")
        cost = state.land.cost(hex_, kind)
        if not cost:
            return Refusal("impassable", "hex100.rough-impassable", f"The {card.name} cannot enter that hex.")
        if hex_ in enemies:
            return Refusal("enemy-in-the-way", "hex100.stacking", "An enemy stands in the way.")
        spent, at = spent + cost, hex_
    if spent > points:
        return _too_far(points, spent, card.name)
    if way == "jump" and path and not state.land.cost(at, standing_kind(state, unit)):
        return Refusal("impassable", "hex100.jump-jets", f"A jump ends where the {card.name} may stand.")
    if path and any(each.hex == at for each in state.standing(unit.seat) if each.id != unit.id and not each.riding):
        return Refusal("occupied", "hex100.stacking", "A move may not end in a hex that holds another unit.")
    return None


def _too_far(movement: int, needed: int, name: str) -> Refusal:
    message = f"The {name} has {movement} movement points; this path needs {needed}."
    return Refusal("too-far", "hex100.movement-points", message, {"movement": movement, "needed": needed})


def is_facing(facing: int) -> bool:
    """One of the six."""
    return 0 <= facing < 6


def resolve_walk(
    ctx: Ctx[State], unit_id: str, path: tuple[Hex, ...], facing: int, start: int, react: React, way: str = ""
) -> Script[None]:
    """Walk hex by hex: after each step both sides look again and reserves may interrupt.

    A careful walker provokes nobody. An enemy found in the way ends the move in front of it, in the last hex that holds
    nobody else.
    """
    if start >= 0 and start != ctx.state.units[unit_id].facing:
        ctx.emit(Turned(unit_id, start))
    walked = [ctx.state.units[unit_id].hex]
    for hex_ in path:
        if way != CAREFUL:
            strike_those_who_leave(ctx, unit_id, hex_)
        unit = ctx.state.units[unit_id]
        if unit.destroyed:
            break
        holder = ctx.state.unit_in(hex_)
        if holder is not None and holder.seat != unit.seat:
            break
        came_from = unit.hex
        clear_ground(ctx, unit_id, hex_, way)
        unit = ctx.state.units[unit_id]
        ctx.emit(Stepped(unit_id, *hex_, is_held_in(ctx.state, unit, hex_)))
        walked.append(hex_)
        look_again(ctx)
        if way != "jump" or hex_ == path[-1]:
            yield from resolve_mine(ctx, unit_id, way)
        yield from react(ctx, unit_id, came_from)
    finish_walk(ctx, unit_id, path, walked, facing)


def finish_walk(ctx: Ctx[State], unit_id: str, path: tuple[Hex, ...], walked: list[Hex], facing: int) -> None:
    """End where nobody else stands, and face as wished."""
    unit = ctx.state.units[unit_id]
    if unit.destroyed:
        look_again(ctx)
        return
    others = (each for each in ctx.state.units.values() if each.standing and each.id != unit_id)
    taken = {each.hex for each in others if not each.riding}
    if path and (unit.hex != path[-1] or unit.hex in taken):
        kind, land = standing_kind(ctx.state, unit), ctx.state.land
        free = [hex_ for hex_ in walked if hex_ not in taken and land.cost(hex_, kind)]
        ctx.emit(Halted(unit_id, *(free[-1] if free else walked[0])))
        look_again(ctx)
    if facing != ctx.state.units[unit_id].facing:
        ctx.emit(Turned(unit_id, facing))
        if ctx.state.units[unit_id].searching:
            look_again(ctx)


@heeds("hex100.attack-of-opportunity")
def engaged_with(state: State, unit: Unit) -> tuple[str, ...]:
    """The adjacent enemies fit for melee that have a unit in their front arc: they strike if it walks away.

    One that is not seen does not give itself away, and nobody strikes at what flies.
    """
    if is_flying(state, unit):
        return ()
    seen = (each for each in state.standing(other(unit.seat)) if state.known[unit.seat].get(each.id) == SEEN)
    return tuple(
        enemy.id
        for enemy in seen
        if distance(enemy.hex, unit.hex) == 1 and is_melee_capable(state, enemy) and is_from_front(enemy, unit.hex)
    )


@rule("hex100.attack-of-opportunity")
def strike_those_who_leave(ctx: Ctx[State], unit_id: str, onward: Hex) -> None:
    """Every enemy engaged at the start of the unit's turn hits it when it steps out of reach, without a roll."""
    for enemy_id in tuple(ctx.state.units[unit_id].engaged):
        unit, enemy = ctx.state.units[unit_id], ctx.state.units[enemy_id]
        if unit.destroyed or not enemy.standing or distance(enemy.hex, unit.hex) != 1:
            continue
        if distance(enemy.hex, onward) > 1:
            lines = reduction_modifiers(ctx.state, unit, None, opportunity_type(ctx.state, enemy), enemy.hex)
            strike(ctx, unit_id, blow_of(OPPORTUNITY_DAMAGE, lines), how="opportunity", by=enemy_id)


def opportunity_type(state: State, enemy: Unit) -> str:
    """The damage type of a blow in passing: that of the mounted melee weapon, impact without one."""
    for mount in working_mounts(state, enemy):
        if mount.hardpoint >= 0 and mount.modes and mount.modes[0].melee:
            return mount.modes[0].damage_type
    return "impact"


@rule("hex100.disengage")
def refuse_disengagement(state: State, unit: Unit, to: Hex) -> Refusal | None:
    """Why a unit cannot step back from melee to a hex: it must leave somebody's reach; rough ground is no hindrance."""
    card = state.machine(unit.id).unit
    if unit.sieging:
        return in_siege()
    foes = [state.units[each] for each in engaged_with(state, unit)]
    if not foes:
        return Refusal("not-engaged", "hex100.disengage", f"No enemy holds the {card.name} in melee.")
    if distance(unit.hex, to) != 1 or not state.land.cost(to, standing_kind(state, unit)):
        return Refusal(
            "impassable", "hex100.disengage", "Disengaging is one step to an adjacent hex that can be entered."
        )
    holder = state.unit_in(to)
    if holder is not None and is_known(state, unit.seat, holder):
        return Refusal("occupied", "hex100.stacking", "Another unit stands there.")
    if all(distance(foe.hex, to) == 1 for foe in foes):
        return Refusal("not-away", "hex100.disengage", "That step does not lead away from the enemy.")
    return None
