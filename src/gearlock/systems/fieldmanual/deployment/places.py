"""Steps 3 and 6: where a model may be placed and at which speed; offers, guesses and aims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.placing.search import Spot, grid, scattered
from gearlock.systems.fieldmanual.deployment.groups import INFILTRATES, deployable
from gearlock.systems.fieldmanual.deployment.orders import Deploy
from gearlock.systems.fieldmanual.deployment.standing_room import standing
from gearlock.systems.fieldmanual.deployment.words import SPEEDS
from gearlock.systems.fieldmanual.deployment.zones import (
    EDGE,
    faces,
    is_in_zone,
    is_surrounded,
    kind_of,
    touches_zone,
    zone_of,
    zone_words,
)
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock
from gearlock.systems.fieldmanual.state import (
    BANDS,
    COMBAT,
    FIELDED,
    REVERSE,
    STATIONARY,
    TOP,
    WALKER,
    State,
    Unit,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.polygon import bounds

PLACES = 40
"""Spots guessed at before all of them are searched."""
APART = 12 * INCH
CHAIN = 2 * INCH


@heeds("fieldmanual.step6-deployment", "fieldmanual.combined-cohesion")
def refuse_spot(state: State, unit: Unit, x: int, y: int, band: str = COMBAT) -> Refusal | None:
    """Why a model cannot be placed at a spot: outside its zone, too near to enemies, away from its own Bases."""
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal):
        return stand
    if unit.arrival == INFILTRATES:
        return refuse_infiltrator(state, unit, stand.body, band) or refuse_apart(state, unit, stand.body)
    if not is_in_zone(state, unit.seat, stand.body):
        message = f"Deploy the {unit.name} {zone_words(state, unit.seat)}."
        return Refusal("zone", "fieldmanual.step3-zones", message, {"zone": state.zones[unit.seat]})
    return _refuse_near(state, unit, stand.body) or refuse_apart(state, unit, stand.body)


@rule("fieldmanual.infiltrators")
@heeds("fieldmanual.combat-lock")
def refuse_infiltrator(state: State, unit: Unit, body: Body, band: str) -> Refusal | None:
    """Infiltrators stand anywhere outside the enemy's zone where no enemy has Combat Lock on them.

    Who finds no such place on the whole table deploys in its own zone.
    """
    if touches_zone(state, opponent(unit.seat), body):
        message = f"The {unit.name} may not infiltrate into the enemy's deployment zone."
        return Refusal("zone", "fieldmanual.infiltrators", message)
    enemy = _seen_by(state, unit, body, band)
    if enemy is None or (is_in_zone(state, unit.seat, body) and not _can_hide(state, unit, band)):
        return None
    message = f"{enemy.name} would have Lock on the {unit.name} there; infiltrators stay out of sight."
    return Refusal("lock", "fieldmanual.infiltrators", message, {"unit": enemy.id})


def _seen_by(state: State, unit: Unit, body: Body, band: str) -> Unit | None:
    """An enemy that would have Combat Lock on a model there."""
    there = unit.clone()
    there.x, there.y, there.z, there.status = body.x, body.y, body.z, FIELDED
    there.band = STATIONARY if unit.is_static else band
    imagined = state.with_unit(there)
    enemies = imagined.fielded(opponent(unit.seat))
    return next((enemy for enemy in enemies if has_combat_lock(imagined, enemy, there)), None)


def _can_hide(state: State, unit: Unit, band: str) -> bool:
    """Whether there is any place out of sight, two inches apart; noted for the position."""
    key = ("hides", unit.card.id, unit.seat, band)
    if key not in state.notes:
        wide, high, step = state.ground.width, state.ground.height, 2 * INCH
        spots = ((x, y) for x in range(step, wide, step) for y in range(step, high, step))
        state.notes[key] = any(_is_hidden(state, unit, x, y, band) for x, y in spots)
    found: bool = state.notes[key]
    return found


def _is_hidden(state: State, unit: Unit, x: int, y: int, band: str) -> bool:
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal) or touches_zone(state, opponent(unit.seat), stand.body):
        return False
    return _seen_by(state, unit, stand.body, band) is None


@heeds("fieldmanual.straight-up-brawl", "fieldmanual.zone-surrounded", "fieldmanual.measurement")
def _refuse_near(state: State, unit: Unit, body: Body) -> Refusal | None:
    """Enemies keep 12 in apart in a Brawl, and more than 12 in where one side is surrounded.

    Who finds no such place in its whole zone may stand nearer: nobody can be kept off the table.
    """
    found = _too_near(state, unit, body)
    return found if found is None or _can_keep_away(state, unit) else None


def _can_keep_away(state: State, unit: Unit) -> bool:
    """Whether any place it could have is far enough from all enemies; noted for the position."""
    key = ("away", unit.id)
    if key not in state.notes:
        boxes = (bounds(part) for part in zone_of(state, unit.seat))
        spots = (spot for box in boxes for spot in grid(box, unit.card.radius))
        state.notes[key] = any(_is_away(state, unit, x, y) for x, y in spots)
    found: bool = state.notes[key]
    return found


def _is_away(state: State, unit: Unit, x: int, y: int) -> bool:
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal) or not is_in_zone(state, unit.seat, stand.body):
        return False
    return _too_near(state, unit, stand.body) is None and refuse_apart(state, unit, stand.body) is None


def _too_near(state: State, unit: Unit, body: Body) -> Refusal | None:
    kind = kind_of(state)
    if kind != EDGE and not is_surrounded(kind):
        return None
    least = APART if kind == EDGE else APART + 1
    for enemy in state.fielded(opponent(unit.seat)):
        away = gap(body, enemy.body)
        if away < least:
            rule = "fieldmanual.straight-up-brawl" if kind == EDGE else "fieldmanual.zone-surrounded"
            message = f"{enemy.name} is only {inches_text(away)} in away; enemies are placed 12 in apart."
            return Refusal("near", rule, message, {"unit": enemy.id, "distance": away})
    return None


@heeds("fieldmanual.combined-cohesion")
def refuse_apart(state: State, unit: Unit, body: Body) -> Refusal | None:
    """The Bases of a Combined Model are placed in one chain."""
    placed = [part for part in state.bases(unit) if part.id != unit.id]
    if not placed or any(gap(body, part.body) <= CHAIN for part in placed):
        return None
    message = f"The {unit.name} must stand within 2 in of another Base of its own."
    return Refusal("cohesion", "fieldmanual.combined-cohesion", message)


def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    """Why a model cannot be deployed so."""
    mine = {unit.id: unit for unit in deployable(state, ask.seat)}
    if order.unit not in mine:
        return Refusal("unit", ask.rule, f"{order.unit or 'Nobody'} is no model that you deploy now.")
    unit = mine[order.unit]
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_speed(state, unit, order.band, order.mode) or refuse_spot(state, unit, order.x, order.y, order.band)


@heeds("fieldmanual.step6-deployment", "fieldmanual.mode-static", "fieldmanual.combined-movement")
@heeds("fieldmanual.mode-walker")
def refuse_speed(state: State, unit: Unit, band: str, mode: str) -> Refusal | None:
    """Why a model cannot begin so: at any speed it has, in any of its modes; Bases of one model all alike."""
    if band not in BANDS:
        return Refusal("speed", "fieldmanual.step6-deployment", f"A speed is one of {', '.join(BANDS)}, not '{band}'.")
    if mode and mode not in unit.card.rows:
        modes = ", ".join(unit.card.rows) or "none"
        return Refusal("mode", "fieldmanual.step6-deployment", f"The {unit.name} has the modes {modes}, not {mode}.")
    row = unit.card.rows.get(mode or next(iter(unit.card.rows), ""))
    if band == TOP and row is not None and not row.top:
        return Refusal("speed", "fieldmanual.speed-top", f"The {unit.name} has no Top Speed.")
    if band == REVERSE and (mode or next(iter(unit.card.rows), "")) == WALKER:
        return Refusal("speed", "fieldmanual.mode-walker", f"As a Walker the {unit.name} has no Reverse.")
    placed = [part for part in state.bases(unit) if part.id != unit.id]
    if placed and (placed[0].band, placed[0].mode) != (band, mode or next(iter(unit.card.rows), "")):
        message = f"All Bases of the {unit.name} share speed and mode: {placed[0].band}, {placed[0].mode}."
        return Refusal("speed", "fieldmanual.combined-movement", message)
    return None


def offer_deployments(state: State, ask: Ask) -> Iterator[Option]:
    """The models that may be put down next, at each speed and in each mode."""
    for unit in deployable(state, ask.seat):
        modes = tuple(unit.card.rows) or ("",)
        for mode in modes:
            for band in (COMBAT, STATIONARY, TOP):
                if refuse_speed(state, unit, band, mode) is not None or (unit.is_static and band != COMBAT):
                    continue
                how = f" {SPEEDS[band]}" + (f" ({mode})" if len(modes) > 1 else "")
                label = f"Deploy the {unit.name}{'' if unit.is_static else how}"
                yield Place(label, Deploy(unit.id, band=band, mode=mode), ask.rule, unit.id, f"{unit.seat}-zone")


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near comrades once there are any, facing the enemy more or less; at last any spot."""
    unit = state.units[order.unit]
    ahead = faces(state, unit.seat)
    if attempt == PLACES:
        spots = scattered(_spots(state, unit), chooser.randrange)
        free = (at for at in spots if refuse_spot(state, unit, *at, order.band) is None)
        found = next(free, None)
        return None if found is None else Deploy(unit.id, *found, ahead, order.band, order.mode)
    near = _comrades(state, unit)
    x, y = _somewhere(state, unit, chooser)
    if near:
        beside = chooser.choice(near)
        reach = unit.card.radius * 2 + (CHAIN if unit.team == beside.team and unit.team else 6 * INCH)
        x, y = beside.x + chooser.randrange(-reach, reach + 1), beside.y + chooser.randrange(-reach, reach + 1)
    facing = (ahead + chooser.randrange(-450, 451)) % FULL_TURN
    return Deploy(unit.id, x, y, facing, order.band, order.mode)


def _comrades(state: State, unit: Unit) -> list[Unit]:
    """Its own Bases, else others of its Combat Group, that stand on the table."""
    bases = [part for part in state.bases(unit) if part.id != unit.id]
    group = (other for other in state.fielded(unit.seat) if other.group == unit.group and unit.group)
    return bases or [other for other in group if other.status == FIELDED]


def _somewhere(state: State, unit: Unit, chooser: Chooser) -> Spot:
    if unit.arrival == INFILTRATES:
        return chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    x0, y0, x1, y1 = bounds(chooser.choice(zone_of(state, unit.seat)))
    return chooser.randrange(x0, x1), chooser.randrange(y0, y1)


def _spots(state: State, unit: Unit) -> Iterable[Spot]:
    own = (spot for part in zone_of(state, unit.seat) for spot in grid(bounds(part), unit.card.radius))
    if unit.arrival != INFILTRATES:
        return own
    step, wide, high = 2 * INCH, state.ground.width, state.ground.height
    return chain(((x, y) for x in range(step, wide, step) for y in range(step, high, step)), own)


def aim_deploy(state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Deploy(order.unit, spot.x, spot.y, facing, order.band, order.mode)
