"""What orders cost, how lucky a roll was, maps for the editor, and the shop of the hangar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from gearlock.kernel.chapters import Cost
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.files import data_texts
from gearlock.kernel.fortune import Fortune, successes
from gearlock.kernel.mapping import HEXES, Brush, MapRules
from gearlock.kernel.shop import MOUNT, Good, Mount, Saying, Shop, Ware
from gearlock.kernel.view import Leg, Route, TableView
from gearlock.systems.hex100.actions import payment
from gearlock.systems.hex100.battlefield import Battlefield, terrains
from gearlock.systems.hex100.damage.units_hit import SpendCharges
from gearlock.systems.hex100.defenses import Intercept, interceptors
from gearlock.systems.hex100.forces.cards import Item, Machine, UnitCard, Weapon, machines, units
from gearlock.systems.hex100.forces.force_building import MACHINE, mountable
from gearlock.systems.hex100.forces.loadout import TYPES, type_rule
from gearlock.systems.hex100.forces.on_paper import HOW, item_line, listed_as, ready_line, unit_line
from gearlock.systems.hex100.movement.moving import Move, stride
from gearlock.systems.hex100.shown.view import DRAWINGS, facts_of, figure_of, parts_of, shapes_of
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons import AUX, named_weapons
from gearlock.table.hexes import Hex
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.hexmaps import HexGround
from gearlock.table.sketching import ground_of_hexes, sketch_of_hexes

# --- What an order costs


def _paid(cost: Callable[[State, Unit, Any], str]) -> Cost[State]:
    """What a side pays for its own units, once they are on the map; anybody else learns nothing."""

    def told(state: State, seat: str, order: Any) -> str:
        unit = state.units.get(order.unit)
        return "" if unit is None or unit.seat != seat or not unit.placed else cost(state, unit, order)

    return told


def _charges(_state: State, unit: Unit, order: SpendCharges) -> str:
    return f"{order.charges} of {unit.charges} charges"


def _stopped_shots(state: State, unit: Unit, order: Intercept) -> str:
    left = sum(each.shots for each in interceptors(state, unit))
    return f"{order.shots} of {left} shots that its interceptors can still stop"


def _held_move(state: State, unit: Unit, _order: Move) -> str:
    return "the move that was held back" if unit.held == "move" and state.active != unit.seat else ""


def _cost_of_fire(state: State, unit: Unit, tokens: tuple[str, ...], pay: str) -> str:
    """The action, and a use of every weapon that has so many."""
    paid = ["nothing: the aux turret fires by itself" if pay == AUX else _action(unit, pay)]
    for mount, weapon in named_weapons(state, unit, tokens) or ():
        if mount.id in unit.uses:
            paid.append(f"1 of {unit.uses[mount.id]} uses of the {weapon.name}")
    return ", ".join(each for each in paid if each)


def _action(unit: Unit, kind: str) -> str:
    """The action that the pool pays with, out of how many of its kind."""
    found = payment(unit, kind)
    if found is None:
        return ""
    (action,) = found
    count = unit.pool[action]
    return f"1 of {count} {action} actions" if count > 1 else f"the {action} action"


attack_cost = _paid(lambda state, unit, order: _cost_of_fire(state, unit, order.weapons, order.pay))
bombard_cost = _paid(lambda state, unit, order: _cost_of_fire(state, unit, (order.weapon,), order.pay))
utility_cost = _paid(lambda _state, unit, _order: _action(unit, "utility"))
commander_cost = _paid(lambda _state, unit, _order: _action(unit, "commander"))
reserve_cost = _paid(lambda _state, _unit, _order: "the attack that was held back")
move_cost = _paid(_held_move)
charges_cost = _paid(_charges)
interception_cost = _paid(_stopped_shots)


def route_of(state: State, unit: Unit, path: tuple[Hex, ...], way: str = "") -> Route:
    """Each hex with the movement points spent so far; what a hex costs is known to all."""
    points, kind = stride(state, unit, way)
    legs, spent = [], 0
    for hex_ in path:
        spent += state.land.cost(hex_, kind)
        legs.append(Leg(*hex_, f"{spent} MP"))
    return Route(unit.hex, tuple(legs), f"{spent} of {points} movement points", len(path))


# --- Luck

TERMS = (
    "successes",
    "Added up are the dice that went well for whoever rolled them: hits, evasions, penetrations, resistance, hacks and "
    "all else that is rolled under a number. Who goes first, scattering and which hardpoint is struck are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """How many dice went well; None for dice that no number decides."""
    if not roll.marks or not faces:
        return None
    number = roll.marks[0]
    under = min(roll.sides, max(0, number))
    good = roll.sides - under if roll.ill else under
    dice = ((face < number) is not roll.ill for face in faces)
    return successes(roll.seat, roll.purpose, dice, (good, roll.sides))


# --- Maps for the editor


def _ground(text: str, file: str) -> HexGround:
    return read_hex_map(text, file, terrains())


def _view(text: str, file: str) -> TableView:
    ground = _ground(text, file)
    return TableView("hexes", ground.columns, ground.rows, tuple(shapes_of(Battlefield(ground, ()))))


def _brushes() -> tuple[Brush, ...]:
    return tuple(
        Brush(name, name, DRAWINGS.get(name, ""), name.startswith("dense"), facts=facts_of(terrain))
        for name, terrain in terrains().items()
    )


MAPS = MapRules(
    form=HEXES,
    size=(18, 24),
    brushes=_brushes,
    ready_made=lambda: data_texts("gearlock.systems.hex100", "maps", ".toml"),
    read=lambda text, file: sketch_of_hexes(_ground(text, file)),
    write=lambda sketch: write_hex_map(ground_of_hexes(sketch)),
    view=_view,
    zones=("north", "south"),
)


# --- The shop

DRONES, READY = "Drones", "ready-made machines"


@cache
def shop() -> Shop:
    """Everything a force can be built of."""
    bare = (_ware(card) for card in units().values() if card.kind != "drone")
    ready = (_ready(machine) for machine in machines().values())
    says = (Saying("about", "a line about the force"),)
    named = {good.name: good for good in _goods()}  # specialities of several units share a name: rosters go by the unit
    return Shop((*bare, *ready), tuple(named.values()), (), says, "points", "hexes", notes=HOW)


def _ware(card: UnitCard) -> Ware:
    machine = Machine(card.id, card.name, card, (), card.cost)
    places = [Mount(place.name, f"size {place.size}: {', '.join(place.types)}") for place in card.hardpoints]
    places.append(Mount(DRONES, "one for each Drone Controller"))
    return Ware(card.name, unit_line(card), "units", card.kind, figure_of(machine), (), MACHINE, mounts=tuple(places))


def _ready(machine: Machine) -> Ware:
    drones = (Mount(DRONES, "one for each Drone Controller"),)
    figure, parts = figure_of(machine), parts_of(machine)
    return Ware(machine.name, ready_line(machine), READY, machine.unit.kind, figure, parts, MACHINE, mounts=drones)


def _goods() -> Iterator[Good]:
    for thing in mountable().values():
        yield Good(thing.name, _sort(thing), MOUNT, _about(thing), type_rule(thing.types), rare=True)
    for card in units().values():
        if card.kind == "drone":
            yield Good(card.name, DRONES, MOUNT, f"{card.cost} points", rare=True)


def _sort(thing: Weapon | Item) -> str:
    return TYPES[listed_as(thing)][0]


def _about(thing: Weapon | Item) -> str:
    said = "; ".join(f"{head}: {text}" if head else text for head, text in item_line(thing).rows)
    return f"size {thing.size}. {said}"
