"""What a briefing asks of a side: ground, sites, exits, and how a battle is won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import lru_cache
from typing import ClassVar

import msgspec

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.actions import acting, refuse_payment, spend
from gearlock.systems.hex100.battlefield import Battlefield
from gearlock.systems.hex100.damage.damage import RAZING_DAMAGE, area_damage
from gearlock.systems.hex100.damage.units_hit import riders_by_finding, settle, shed_riders
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.electronic_warfare import ECM_RANGE, refuse_ecm, use_ecm
from gearlock.systems.hex100.equipment import equipment_effect, in_siege, standing_kind
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.known_units import (
    deed,
    hexes,
    known_enemies,
    knows,
    line,
    name_for,
    owns,
    place_name,
    rolled,
    under,
)
from gearlock.systems.hex100.plan import Objective, Placement, Side
from gearlock.systems.hex100.state import IDENTIFIED, SEATS, UNKNOWN, State, Unit, other
from gearlock.table.hexes import Hex, disc, distance, neighbours
from gearlock.table.hexmaps import HexGround


def briefing_tokens(unit: Unit) -> Iterator[Token]:
    """What lies beside a unit for its own side."""
    if unit.lurking:
        yield Token("lying in wait", rule="hex100.briefing")


# --- Secrets of a briefing

ANYWHERE = "anywhere"
"""The zone that stands for zones of which a side is not told: the whole map."""


def hidden_zones(state: State, seat: str | None) -> set[str]:
    """The zones that only the other side's orders speak of, in secret; none for nobody in particular."""
    if seat is None:
        return set()
    plan, enemy = state.scene.plan, other(seat)
    secret = {each.zone for each in plan.sides[enemy].deploy if each.secret}
    secret |= {each.zone for each in plan.objectives if is_secret_from(each, seat)}
    told = {each.zone for each in plan.sides[seat].deploy} | {each.zone for _, each in plan.shown_to(seat)}
    return secret - told - {""}


def is_secret_from(objective: Objective, seat: str) -> bool:
    """Whether a seat does not know of an objective."""
    return objective.secret and objective.seat != seat


def change_secrets(state: State, seat: str) -> None:
    """Let the other side's secrets be otherwise: its orders, what counts for it and has counted, where it begins."""
    plan, enemy, zones = state.scene.plan, other(seat), hidden_zones(state, seat)
    orders = plan.sides[enemy]
    if orders.secret:
        orders = msgspec.structs.replace(orders, orders=orders.orders[::-1])
    objectives = tuple(_otherwise(each) if is_secret_from(each, seat) else each for each in plan.objectives)
    state.scored = [entry for entry in state.scored if not is_secret_from(plan.objectives[entry[0]], seat)]
    state.sites = [site for site in state.sites if site[2] == seat]
    plan = msgspec.structs.replace(plan, sides={**plan.sides, enemy: orders}, objectives=objectives)
    state.scene = state.scene.told_otherwise(plan, zones)


def forget_secrets(state: State, seat: str) -> None:
    """Leave out what the other side was told in secret, and what came of it: its orders, objectives, zones and sites.

    Where it was told in secret alone where to begin, it may begin anywhere.
    """
    plan, enemy, zones = state.scene.plan, other(seat), hidden_zones(state, seat)
    shown = plan.shown_to(seat)
    numbers = {number: at for at, (number, _) in enumerate(shown)}
    state.scored = [(numbers[entry[0]], *entry[1:]) for entry in state.scored if entry[0] in numbers]
    state.sites = [site for site in state.sites if site[2] == seat]
    side = plan.sides[enemy]
    deploy = tuple(each for each in side.deploy if not each.secret)
    if deploy != side.deploy and all(each.units for each in deploy):
        deploy = (*deploy, Placement(ANYWHERE, secret=True))
    told = Side(deploy, "", True) if side.secret else msgspec.structs.replace(side, deploy=deploy)
    plan = msgspec.structs.replace(
        plan, sides={**plan.sides, enemy: told}, objectives=tuple(objective for _, objective in shown)
    )
    state.scene = copy(state.scene)
    anywhere = any(each.zone == ANYWHERE for each in deploy)
    state.scene.plan, state.scene.ground = plan, _as_told(state.scene.ground, frozenset(zones), anywhere)


@lru_cache(maxsize=16)
def _as_told(ground: HexGround, without: frozenset[str], anywhere: bool) -> HexGround:
    """The map without these zones; with the one that is everywhere if it is needed."""
    if not without and not anywhere:
        return ground
    zones = {name: hexes for name, hexes in ground.zones.items() if name not in without}
    if anywhere:
        zones[ANYWHERE] = frozenset(ground)
    return HexGround(ground.name, ground.columns, ground.rows, ground.terrain, zones)


def _otherwise(objective: Objective) -> Objective:
    return msgspec.structs.replace(
        objective, name=objective.name[::-1], points=objective.points + 1, hexes=objective.hexes[1:]
    )


# --- Objectives and the score

SCAN, HACK = "scan", "hack"

Gains = Iterator[str]
"""For what an objective counts: units by id, hexes by column and row of the axes, or a round of holding."""


def _concerned(state: State, objective: Objective, seat: str) -> Iterator[Unit]:
    """The units of a side that an objective names; all its machines if it names none, and drones are none."""
    named, drones = objective.units, state.scene.drones
    units = (unit for unit in state.units.values() if unit.seat == seat)
    return (unit for unit in units if (unit.id in named if named else unit.id not in drones))


def _is_due(state: State, objective: Objective, seat: str) -> bool:
    """What counts at the end of a round counts at once when nobody is left who could prevent it."""
    if not acting_machines(state, other(seat)):
        return True
    return state.phase == "aftermath" and state.turn == (objective.until or state.scene.turns)


def acting_machines(state: State, seat: str) -> list[Unit]:
    """The machines of a side that are on the map or still to come; drones alone do not keep a side in the battle."""
    units = (unit for unit in state.units.values() if unit.seat == seat and unit.id not in state.scene.drones)
    return [unit for unit in units if not unit.destroyed and not unit.left]


def _place(hex_: Hex) -> str:
    return f"{hex_[0]},{hex_[1]}"


def _destroyed(state: State, objective: Objective, seat: str) -> Gains:
    """Drones count with what they cost, but not as machines where all machines count alike."""
    if objective.points or objective.units:
        return (unit.id for unit in _concerned(state, objective, other(seat)) if unit.destroyed)
    return (unit.id for unit in state.units.values() if unit.seat == other(seat) and unit.destroyed)


@lru_cache(maxsize=64)
def grounds_to_hold(objective: Objective) -> dict[str, frozenset[Hex]]:
    """What is held or not, each by itself: a zone, which needs no name, or every hex by its name with those around."""
    if objective.zone:
        return {"": frozenset(objective.hexes)}
    return {_place(hex_): frozenset(disc(hex_, 1)) for hex_ in objective.hexes}


def _held(state: State, objective: Objective, seat: str) -> Gains:
    """Counted in every aftermath: ground with own units and no enemy on it."""
    if state.phase != "aftermath":
        return
    standing = [unit for unit in state.units.values() if unit.standing]
    for name, ground in grounds_to_hold(objective).items():
        if {unit.seat for unit in standing if unit.hex in ground} == {seat}:
            yield f"round {state.turn}, {name}" if name else f"round {state.turn}"


def _left(state: State, objective: Objective, seat: str) -> Gains:
    return (unit.id for unit in _concerned(state, objective, seat) if unit.left == objective.zone)


def _reached(state: State, objective: Objective, seat: str) -> Gains:
    units = _concerned(state, objective, seat)
    return (unit.id for unit in units if unit.standing and unit.hex in objective.hexes)


def _protected(state: State, objective: Objective, seat: str) -> Gains:
    """Counted once, when its time has come: every unit that is not destroyed, every hex that is not razed."""
    if not _is_due(state, objective, seat):
        return
    if objective.units or not objective.hexes:
        yield from (unit.id for unit in _concerned(state, objective, seat) if not unit.destroyed)
    yield from (_place(hex_) for hex_ in objective.hexes if not _is_razed(state, hex_))


def _survived(state: State, objective: Objective, seat: str) -> Gains:
    if _is_due(state, objective, seat) and any(not unit.destroyed for unit in _concerned(state, objective, seat)):
        yield f"round {state.turn}"


def _is_razed(state: State, hex_: Hex) -> bool:
    return state.land.ground.terrain_at(hex_) != state.scene.ground.terrain_at(hex_)


def _razed(state: State, objective: Objective, seat: str) -> Gains:  # noqa: ARG001 - whoever razed it
    return (_place(hex_) for hex_ in objective.hexes if _is_razed(state, hex_))


def _scanned(state: State, objective: Objective, seat: str) -> Gains:
    """A hex by a scan from near, a unit as soon as the side knows what it is."""
    yield from _visited(state, objective, seat, SCAN)
    known = state.known[seat]
    yield from (unit for unit in objective.units if known.get(unit, UNKNOWN) >= IDENTIFIED)


def _hacked(state: State, objective: Objective, seat: str) -> Gains:
    """A hex by hacking what stands there, a unit when it is hacked."""
    yield from _visited(state, objective, seat, HACK)
    yield from (unit for unit in objective.units if state.units[unit].hacked)


def _visited(state: State, objective: Objective, seat: str, how: str) -> Gains:
    return (_place(hex_) for hex_ in objective.hexes if (*hex_, seat, how) in state.sites)


KINDS: dict[str, Callable[[State, Objective, str], Gains]] = {
    "destroy": _destroyed,
    "hold": _held,
    "exit": _left,
    "reach": _reached,
    "protect": _protected,
    "survive": _survived,
    "raze": _razed,
    SCAN: _scanned,
    HACK: _hacked,
}


class ObjectiveScored(Event, frozen=True, tag="objective-scored"):
    """An objective counted for a side: its number, for what, and the points."""

    reveals: ClassVar[bool] = True
    objective: int
    item: str
    seat: str
    points: int

    def change(self, state: State) -> None:
        state.scored.append((self.objective, self.item, self.seat, self.points))


def scored(state: State, event: ObjectiveScored, seat: str | None) -> Line | None:
    """Both sides hear what counts, unless the objective is a secret of the other side; which machine, if they know."""
    objective = state.scene.plan.objectives[event.objective]
    if objective.secret and seat not in (None, objective.seat):
        return None
    points = f"{event.points} point{'s' * (event.points != 1)}"
    unit = state.units.get(event.item) if not objective.units else None
    told = unit is not None and (unit.destroyed or knows(state, seat, unit.id))
    about = f" ({name_for(state, seat, event.item)})" if told else ""
    text = f"{event.seat} scores {points}: {describe(state, objective)}{about}."
    return line(state, seat, text, "hex100.victory")


@heeds("hex100.victory", "hex100.briefing")
def score(ctx: Ctx[State]) -> None:
    """Let everything count that objectives say counts now and has not counted before."""
    state = ctx.state
    already = {entry[:3] for entry in state.scored}
    for number, objective in enumerate(state.scene.plan.objectives):
        for seat in (objective.seat,) if objective.seat else SEATS:
            for item in list(KINDS[objective.kind](state, objective, seat)):
                if (number, item, seat) not in already:
                    points = objective.points or state.machine(item).cost
                    ctx.emit(ObjectiveScored(number, item, seat, points))


def score_for(state: State, seat: str | None) -> dict[str, int]:
    """The score as a seat knows it: what secret objectives brought the other side shows when the battle is over."""
    known = None if state.phase == "over" else seat
    shown = {number for number, _ in state.scene.plan.shown_to(known)}
    return {
        side: sum(points for number, _, scorer, points in state.scored if scorer == side and number in shown)
        for side in SEATS
    }


def times_met(state: State, number: int, seat: str) -> int:
    """How often an objective has counted for a side."""
    return sum(entry[0] == number and entry[2] == seat for entry in state.scored)


_WORDS = {
    "destroy": "destroy {}",
    "hold": "hold {}",
    "exit": "leave the map by {}",
    "reach": "reach {}",
    "protect": "keep {} from being destroyed",
    "survive": "hold out with {}",
    "raze": "raze {}",
    SCAN: "scan {}",
    HACK: "hack {}",
}


def describe(state: State, objective: Objective) -> str:
    """An objective in words."""
    machines = " and ".join(f"the {state.machine(unit).name}" for unit in objective.units)
    plain = {"destroy": "enemy machines", "protect": "your machines", "survive": "a machine", "exit": objective.zone}
    name = (
        objective.name
        or machines
        or plain.get(objective.kind)
        or objective.zone
        or f"the objective{'s' * (len(objective.hexes) > 1)}"
    )
    until = f" until round {objective.until}" if objective.until else ""
    return _WORDS[objective.kind].format(name) + until


# --- Sites


def objectives_of(state: State, seat: str, kind: str) -> Iterator[Objective]:
    """The objectives of this kind that count for a side."""
    return (each for each in state.scene.plan.objectives if each.kind == kind and each.seat in ("", seat))


def exit_at(state: State, unit: Unit) -> Objective | None:
    """The objective for which a unit may leave the map where it stands."""
    for each in objectives_of(state, unit.seat, "exit"):
        if unit.hex in each.hexes and (not each.units or unit.id in each.units):
            return each
    return None


def site_at(state: State, seat: str, kind: str, hex_: Hex) -> Objective | None:
    """The objective of a side to scan or hack what stands in a hex."""
    return next((each for each in objectives_of(state, seat, kind) if hex_ in each.hexes), None)


def open_sites(state: State, seat: str, kind: str) -> list[Hex]:
    """The hexes that a side has still to scan or hack."""
    done = {(q, r) for q, r, by, how in state.sites if (by, how) == (seat, kind)}
    return [hex_ for each in objectives_of(state, seat, kind) for hex_ in each.hexes if hex_ not in done]


class Leave(Order, frozen=True, tag="leave"):
    """Spend a move action to leave the map by the zone the unit stands in."""

    unit: str


@heeds("hex100.briefing")
def refuse_leave(state: State, unit: Unit, order: Leave) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot leave the map: its orders must say so, and it must stand where they say."""
    if unit.sieging:
        return in_siege()
    if exit_at(state, unit) is not None:
        return refuse_payment(unit, "move")
    zones = [each.zone for each in objectives_of(state, unit.seat, "exit") if not each.units or unit.id in each.units]
    if not zones:
        return Refusal("no-exit", "hex100.briefing", "The briefing lets this unit leave the map nowhere.")
    return Refusal("not-in-zone", "hex100.briefing", f"The unit leaves the map from the zone {' or '.join(zones)}.")


def _refuse_site(state: State, unit: Unit, kind: str, hex_: Hex) -> Refusal | None:
    if site_at(state, unit.seat, kind, hex_) is None:
        return Refusal("no-such-site", "hex100.briefing", f"The briefing has nothing to {kind} in that hex.")
    if hex_ not in open_sites(state, unit.seat, kind):
        return Refusal("done", "hex100.briefing", f"Nothing is left to {kind} there: that is done.")
    return None


class ScanSite(Order, frozen=True, tag="scan-site"):
    """Spend a utility action to scan what stands in a hex."""

    unit: str
    q: int = 0
    r: int = 0


@heeds("hex100.briefing")
def refuse_scan(state: State, unit: Unit, order: ScanSite) -> Refusal | None:
    """Why a unit cannot scan a site: it needs to be near and in line of sight."""
    hex_ = (order.q, order.r)
    refusal = _refuse_site(state, unit, SCAN, hex_) or refuse_payment(unit, "utility")
    objective = site_at(state, unit.seat, SCAN, hex_)
    if refusal is not None or objective is None:
        return refusal
    away = distance(unit.hex, hex_)
    if away > objective.reach:
        message = f"The site is scanned from {hexes(objective.reach)} away or less; it is {away} away."
        return Refusal("out-of-range", "hex100.briefing", message, {"distance": away, "range": objective.reach})
    if not state.land.is_clear(unit.hex, hex_):
        return Refusal("no-line-of-sight", "hex100.los-blocking", "A scan needs a line of sight to the site.")
    return None


class HackSite(Order, frozen=True, tag="hack-site"):
    """Spend a utility action and a piece of ECM equipment to hack what stands in a hex."""

    unit: str
    q: int = 0
    r: int = 0


@heeds("hex100.briefing", "hex100.hacking")
def refuse_site_hack(state: State, unit: Unit, order: HackSite) -> Refusal | None:
    """Why a unit cannot hack a site: ECM equipment within its reach, as against a unit."""
    hex_ = (order.q, order.r)
    refusal = _refuse_site(state, unit, HACK, hex_) or refuse_ecm(state, unit)
    if refusal is not None:
        return refusal
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot hack.")
    away = distance(unit.hex, hex_)
    if away <= ECM_RANGE:
        return None
    message = f"ECM reaches {hexes(ECM_RANGE)}; the site is {away} away."
    return Refusal("out-of-range", "hex100.jamming", message, {"distance": away, "range": ECM_RANGE})


class LeftMap(Event, frozen=True, tag="left-map"):
    """A unit left the map by a zone; it is out of the battle and not destroyed."""

    unit: str
    zone: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        for drone, tie in state.scene.ties.items():
            if tie.carrier == unit.id and state.units[drone].docked:
                state.units[drone].left = self.zone
        shed_riders(state, unit)
        unit.placed, unit.left, unit.done, unit.pool = False, self.zone, True, {}
        unit.lock, unit.lock_at, unit.held, unit.held_weapons, unit.trigger = "", None, "", [], ""
        for seat in SEATS:
            state.known[seat].pop(unit.id, None)
            state.contacts[seat].pop(unit.id, None)
        if state.acting == unit.id:
            state.acting = ""


def left_map(state: State, event: LeftMap, seat: str | None) -> Line | None:
    """The own side is told; the other learns of it by the score, or by a contact that is gone."""
    return deed(owns, state, seat, event.unit, "leaves the map", "hex100.briefing")


@heeds("hex100.briefing")
def resolve_leave(ctx: Ctx[State], order: Leave) -> Script[None]:
    """A move action, and the unit is gone; what depended on it is looked at again."""
    objective = exit_at(ctx.state, ctx.state.units[order.unit])
    assert objective is not None, "who leaves stands where it may"
    spend(ctx, order.unit, "move")
    enemy = other(ctx.state.units[order.unit].seat)
    if order.unit in ctx.state.known[enemy]:
        ctx.emit(Detected(enemy, order.unit, UNKNOWN, ctx.state.contacts[enemy][order.unit]))
    riders = riders_by_finding(ctx.state, order.unit)
    ctx.emit(LeftMap(order.unit, objective.zone))
    settle(ctx, riders)
    look_again(ctx)
    yield from ()


class SiteVisited(Event, frozen=True, tag="site-visited"):
    """What stands in a hex was scanned or hacked."""

    unit: str
    q: int
    r: int
    how: str

    def change(self, state: State) -> None:
        state.sites.append((self.q, self.r, state.units[self.unit].seat, self.how))


def visited(state: State, event: SiteVisited, seat: str | None) -> Line | None:
    how = "gets into the site" if event.how == HACK else "scans the site"
    return deed(owns, state, seat, event.unit, f"{how} at {place_name(event.q, event.r)}", "hex100.briefing")


@heeds("hex100.briefing")
def resolve_scan(ctx: Ctx[State], order: ScanSite) -> Script[None]:
    """A utility action, without a die."""
    spend(ctx, order.unit, "utility")
    ctx.emit(SiteVisited(order.unit, order.q, order.r, SCAN))
    yield from ()


class SiteHackRolled(Event, frozen=True, tag="site-hack-rolled"):
    """The die of a unit that hacks a site: it gets in unless it is under the number."""

    unit: str
    q: int
    r: int
    number: int
    face: int


def hack_rolled(state: State, event: SiteHackRolled, seat: str | None) -> Line | None:
    kept = ": kept out" if event.face < event.number else ""
    dice = f"{rolled((event.face,), event.number)} to fail{kept}"
    does = f"hacks the site at {place_name(event.q, event.r)}, {dice}"
    rolls = (under("hack", (event.face,), event.number, "hex100.hacking"),)
    return deed(owns, state, seat, event.unit, does, "hex100.hacking", rolls)


@heeds("hex100.briefing", "hex100.hacking")
def resolve_site_hack(ctx: Ctx[State], order: HackSite) -> Script[None]:
    """A utility action with ECM equipment: the hacker gets in unless it rolls under the rating of the site."""
    unit = ctx.state.units[order.unit]
    objective = site_at(ctx.state, unit.seat, HACK, (order.q, order.r))
    assert objective is not None, "a legal hack has a site"
    use_ecm(ctx, order.unit)
    rating = objective.rating
    roll = Roll("hack a site", 1, 100, 0, unit.seat, order.unit, "hex100.hacking", (rating,), ill=True)
    (face,) = yield from throw(roll)
    ctx.emit(SiteHackRolled(order.unit, order.q, order.r, rating, face))
    if face >= rating:
        ctx.emit(SiteVisited(order.unit, order.q, order.r, HACK))


# --- Where objectives call a unit

PULL = 0.02
"""What every movement point nearer to an objective is worth."""

HOLDING = 0.3
"""What ground that is held counts, in shares of a unit."""

FAR = 99
"""The way to a goal that cannot be reached."""


def goals_of(state: State, unit: Unit) -> frozenset[Hex]:
    """The hexes where a unit does its side good: to leave, to hold, to scan or hack from; none for a mere fighter."""
    return frozenset().union(*_goals(state, unit))


def _goals(state: State, unit: Unit) -> Iterator[frozenset[Hex]]:
    plan = state.scene.plan
    for each in plan.objectives:
        if each.seat not in ("", unit.seat) or (each.units and unit.id not in each.units):
            continue
        if each.kind == "exit" or (each.kind == "reach" and not _has_met(state, unit, each)):
            yield frozenset(each.hexes)
        elif each.kind == "hold":
            yield from grounds_to_hold(each).values()
    for hex_ in open_sites(state, unit.seat, SCAN):
        reach = min(each.reach for each in objectives_of(state, unit.seat, SCAN) if hex_ in each.hexes)
        yield frozenset(spot for spot in _within(hex_, reach) if state.land.is_clear(spot, hex_))
    if equipment_effect(state, unit, "ecm") or equipment_effect(state, unit, "nimbus"):
        for hex_ in open_sites(state, unit.seat, HACK):
            yield _within(hex_, ECM_RANGE)


def ground_worth(state: State, seat: str) -> float:
    """What the ground to be held is worth as it lies, less what the enemy has of it, as far as a seat knows."""
    mine = [unit.hex for unit in state.standing(seat)]
    enemies = list(known_enemies(state, seat))
    total = 0.0
    for _, each in state.scene.plan.shown_to(seat):
        if each.kind != "hold":
            continue
        for ground in grounds_to_hold(each).values():
            ours, theirs = not ground.isdisjoint(mine), not ground.isdisjoint(enemies)
            if ours != theirs and each.seat in ("", seat if ours else other(seat)):
                total += HOLDING if ours else -HOLDING
    return total


def sites_to_raze(state: State, unit: Unit, weapon: Weapon) -> list[Hex]:
    """The hexes that objectives want razed and that a weapon could raze, wherever they are."""
    if not weapon.has("demolisher") or area_damage(weapon, 0) < RAZING_DAMAGE:
        return []
    wanted = (hex_ for each in objectives_of(state, unit.seat, "raze") for hex_ in each.hexes)
    return [hex_ for hex_ in wanted if state.land.ground.terrain_at(hex_) == state.scene.ground.terrain_at(hex_)]


def _has_met(state: State, unit: Unit, objective: Objective) -> bool:
    number = state.scene.plan.objectives.index(objective)
    return any(entry[:2] == (number, unit.id) for entry in state.scored)


@lru_cache(maxsize=128)
def _within(centre: Hex, radius: int) -> frozenset[Hex]:
    return frozenset(disc(centre, radius))


@lru_cache(maxsize=256)
def ways_to(land: Battlefield, goals: frozenset[Hex], kind: str) -> dict[Hex, int]:
    """What it costs to get from every hex to the nearest goal; hexes from which there is no way are left out."""
    prices, ground = land.prices[kind], land.ground
    costs: dict[Hex, int] = {}
    waves: list[list[Hex]] = [[goal for goal in sorted(goals) if land.cost(goal, kind)]]
    for spent, wave in enumerate(waves):
        for hex_ in wave:
            if hex_ in costs:
                continue
            costs[hex_] = spent
            there = spent + land.cost(hex_, kind)
            waves.extend([] for _ in range(there + 1 - len(waves)))
            for q, r in neighbours(hex_):
                if 0 <= r < ground.rows and (q, r) not in costs and prices[r * ground.stride + q + ground.shift]:
                    waves[there].append((q, r))
    return costs


def ways_of(state: State, unit: Unit) -> dict[Hex, int]:
    """The cost of the way from every hex to the nearest goal of a unit; nothing for one without a goal."""
    goals = goals_of(state, unit)
    return ways_to(state.land, goals, standing_kind(state, unit)) if goals else {}


def nearer(state: State, unit: Unit, hex_: Hex) -> float:
    """The worth of standing in another hex for the objectives: more when nearer, less than nothing when farther."""
    ways = ways_of(state, unit)
    return PULL * (ways.get(unit.hex, FAR) - ways.get(hex_, FAR)) if ways else 0.0


def onward(state: State, unit: Unit, points: int) -> tuple[Hex, ...]:
    """The cheapest way towards the nearest goal, as far as movement points last."""
    ways, kind = ways_of(state, unit), standing_kind(state, unit)
    path: list[Hex] = []
    at = unit.hex
    while ways.get(at, 0):
        at = min(neighbours(at), key=lambda near: (ways.get(near, FAR), near))
        points -= state.land.cost(at, kind)
        if points < 0 or at not in ways:
            break
        path.append(at)
    return tuple(path)


# --- Winning


@rule("hex100.victory")
def outcome(state: State) -> Outcome | None:
    """An objective that wins does so at once, and a side that has nothing left but drones loses at once.

    Where the briefing leaves it to the score, and where the last units of a side have left the map, the other side goes
    on for what it can still score; then, as after the last turn, the score decides.
    """
    if state.phase in ("initiative", "deployment"):
        return None
    won = _won_by_objective(state)
    if won is not None:
        return won
    acting = {seat: acting_machines(state, seat) for seat in SEATS}
    if state.phase == "over":
        return _by_score(state, "")
    if all(acting.values()):
        return None
    beaten = [seat for seat in SEATS if not acting[seat]]
    if state.scene.plan.rout and not any(unit.left for unit in state.units.values() if unit.seat in beaten):
        winner = other(beaten[0]) if len(beaten) == 1 else ""
        reason = "the enemy has no unit left" if winner else "nobody is left"
        return Outcome(winner, reason, score_for(state, None))
    if any(goals_of(state, unit) for units in acting.values() for unit in units):
        return None
    return _by_score(state, "; neither side has anybody left" if len(beaten) > 1 else f"; {beaten[0]} has nobody left")


def _won_by_objective(state: State) -> Outcome | None:
    for number, objective in enumerate(state.scene.plan.objectives):
        for seat in SEATS:
            if objective.wins and times_met(state, number, seat) >= objective.count:
                return Outcome(seat, f"{seat} has done it: {describe(state, objective)}", score_for(state, None))
    return None


def _by_score(state: State, why: str) -> Outcome:
    found = score_for(state, None)
    lead = found["red"] - found["blue"]
    if abs(lead) < (state.scene.plan.margin or (state.scene.budget + 9) // 10):
        return Outcome("", f"after round {state.turn} neither side has a clear lead{why}", found)
    kinds = {objective.kind for objective in state.scene.plan.objectives}
    how = {frozenset({"hold"}): "more ground held", frozenset({"destroy"}): "more points destroyed"}
    reason = f"{how.get(frozenset(kinds), 'more points')} after round {state.turn}"
    return Outcome("red" if lead > 0 else "blue", reason + why, found)


# --- What is offered


def offer_objectives(state: State, unit: Unit) -> Iterator[Option]:
    """Leave the map, scan or hack a site, where the unit stands right for it."""
    if exit_at(state, unit) is not None and refuse_leave(state, unit, Leave(unit.id)) is None:
        yield Pick("Leave the map", Leave(unit.id), "hex100.briefing")
    for q, r in open_sites(state, unit.seat, SCAN):
        if refuse_scan(state, unit, ScanSite(unit.id, q, r)) is None:
            yield Pick(f"Scan {_site_name(state, unit, SCAN, q, r)}", ScanSite(unit.id, q, r), "hex100.briefing")
    for q, r in open_sites(state, unit.seat, HACK):
        if refuse_site_hack(state, unit, HackSite(unit.id, q, r)) is None:
            yield Pick(f"Hack {_site_name(state, unit, HACK, q, r)}", HackSite(unit.id, q, r), "hex100.hacking")


def _site_name(state: State, unit: Unit, kind: str, q: int, r: int) -> str:
    objective = site_at(state, unit.seat, kind, (q, r))
    name = objective.name if objective is not None else ""
    return f"{name} at {place_name(q, r)}" if name else place_name(q, r)


# --- The contents of the chapter

OBJECTIVES: Chapter[State] = Chapter(
    "Objectives",
    orders=(
        OrderRules(Leave, "act", acting(refuse_leave), resolve_leave),
        OrderRules(ScanSite, "act", acting(refuse_scan), resolve_scan),
        OrderRules(HackSite, "act", acting(refuse_site_hack), resolve_site_hack),
    ),
    events={
        ObjectiveScored: scored,
        LeftMap: left_map,
        SiteVisited: visited,
        SiteHackRolled: hack_rolled,
    },
)
