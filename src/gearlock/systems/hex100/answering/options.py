"""The ways a seat may answer. Only what the seat knows goes into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from gearlock.kernel.asks import Ask, Option, Path, Pick, Place, Target, decline
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.actions import FOCUSES, payment
from gearlock.systems.hex100.briefings.answers import briefing_options
from gearlock.systems.hex100.briefings.arriving import open_placements
from gearlock.systems.hex100.crushing.answers import CRUSHING_OPTIONS, crushing_options, moves_and_rams
from gearlock.systems.hex100.crushing.turrets import AUX, aux_volleys
from gearlock.systems.hex100.cyber.answers import cyber_options
from gearlock.systems.hex100.drones.answers import DRONE_OPTIONS, drone_options
from gearlock.systems.hex100.drones.network import told_apart
from gearlock.systems.hex100.fighting.reserve import TRIGGERS, refuse_hold_back
from gearlock.systems.hex100.fighting.targeting import refuse_attack
from gearlock.systems.hex100.fighting.volleys import is_pintle_shot, legal_volleys, reach_of_volley, volley_name
from gearlock.systems.hex100.hiding.answers import hiding_options
from gearlock.systems.hex100.moving.movement import engaged_with, known_enemies, refuse_disengagement
from gearlock.systems.hex100.moving.ways import refuse_another_move, stride
from gearlock.systems.hex100.mustering.equipment import find_weapon, works
from gearlock.systems.hex100.mustering.loadout import legal_loads, variable_mounts
from gearlock.systems.hex100.sensing.ew import can_lock
from gearlock.systems.hex100.sensing.naming import name_for, place_name
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.answers import WARDING_OPTIONS, warding_options
from gearlock.table.hexes import distance, neighbours


def options(state: State, ask: Ask) -> tuple[Option, ...]:
    """Everything a seat may answer to a question."""
    if ask.kind in _MORE_OPTIONS:
        return tuple(_MORE_OPTIONS[ask.kind](state, ask))
    if ask.kind == "deploy":
        return tuple(_placements(state, ask))
    if ask.kind == "focus":
        picks = [Pick(label, o.Focus(ask.unit, focus), f"hex100.focus-{focus}") for focus, label in FOCUSES.items()]
        return (*picks, Pick("No focus", o.Focus(ask.unit), ask.rule))
    if ask.kind == "unit":
        return tuple(Pick(_turn_name(state, unit), o.Activate(unit), ask.rule) for unit in ask.about)
    if ask.kind == "overwatch":
        target = ask.about[0]
        fire = Target("Fire", o.FireReserve(ask.unit, target), ask.rule, unit=target)
        return (fire, decline("Hold fire", ask.rule))
    unit = state.units[ask.unit]
    if ask.kind == "reserved move":
        return (_move_option(state, unit), *moves_and_rams(state, unit), decline("Stay", ask.rule))
    if ask.kind == "reserve":
        return tuple(_reserves(state, unit, ask.about[0]))
    return tuple(_act_options(state, unit))


def _turn_name(state: State, unit: str) -> str:
    """A unit that could act now; of a drone it is said whose it is, and its mode says how."""
    name = told_apart(state, state.units[unit])
    return f"{name} ({state.units[unit].mode.replace('-', ' ')} mode)" if unit in state.scene.ties else name


def _placements(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that waits, once for each zone open to it, a tank once for each way to load its guns."""
    for unit in ask.about:
        machine, zones = state.machine(unit), [each.zone for each in open_placements(state, unit)]
        for load, zone in product(legal_loads(machine), zones):
            rounds = ", ".join(token.partition(":")[2] for token in load)
            where = f" in {zone}" if len(zones) > 1 else ""
            label = f"Place the {machine.name}{where}" + (f", {rounds} loaded" if load else "")
            yield Place(label, o.Deploy(unit, load=load), ask.rule, unit=unit, zone=zone)


def _act_options(state: State, unit: Unit) -> Iterator[Option]:
    """All that the acting unit can do with what is left in its pool."""
    if payment(unit, "move") and refuse_another_move(unit) is None:
        yield _move_option(state, unit)
        yield from _disengagements(state, unit)
    volleys = list(legal_volleys(state, unit)) if _may_attack(unit) else []
    if payment(unit, "attack"):
        yield from _attacks(state, unit, volleys, "attack")
    if payment(unit, "commander"):
        pintle = [volley for volley in volleys if is_pintle_shot(state, unit, volley)]
        yield from _attacks(state, unit, pintle, "commander")
        yield Pick("Commander: look around (+4 vision)", o.LookAround(unit.id), "hex100.commander-look-around")
        yield Pick("Commander: hands on (a utility action)", o.HandsOn(unit.id), "hex100.commander-hands-on")
    yield from _attacks(state, unit, aux_volleys(state, unit), AUX)
    if payment(unit, "utility"):
        yield from _utilities(state, unit)
    if refuse_hold_back(state, unit, o.HoldBack(unit.id, "attack")) is None:
        label = "Overwatch: hold an attack back for the enemy's phase"
        yield Pick(label, o.HoldBack(unit.id, "attack"), "hex100.reserve")
    if refuse_hold_back(state, unit, o.HoldBack(unit.id, "move")) is None:
        yield Pick("Reserve a move for the enemy's phase", o.HoldBack(unit.id, "move"), "hex100.reserve")
    yield from cyber_options(state, unit)
    yield from hiding_options(state, unit)
    yield from crushing_options(state, unit)
    yield from warding_options(state, unit)
    yield from drone_options(state, unit)
    yield from briefing_options(state, unit)
    yield Pick("End this unit's turn", o.EndTurn(unit.id), "hex100.turn-structure")


def _may_attack(unit: Unit) -> bool:
    return payment(unit, "attack") is not None or payment(unit, "commander") is not None


def _move_option(state: State, unit: Unit) -> Path:
    budget = stride(state, unit).points
    return Path("Move", o.Move(unit.id, (), unit.facing), "hex100.move-action", unit=unit.id, budget=budget)


def _disengagements(state: State, unit: Unit) -> Iterator[Option]:
    if not engaged_with(state, unit):
        return
    for hex_ in neighbours(unit.hex):
        if refuse_disengagement(state, unit, hex_) is None:
            order = o.Disengage(unit.id, *hex_, unit.facing)
            yield Pick(f"Disengage to {place_name(*hex_)}", order, "hex100.disengage")


def _attacks(state: State, unit: Unit, volleys: list[tuple[str, ...]], pay: str) -> Iterator[Option]:
    """Targets for every volley, and ground for blast weapons."""
    first = _FIRE[pay]
    enemies = [(distance(unit.hex, hex_), enemy) for hex_, enemy in known_enemies(state, unit.seat).items()]
    for volley in volleys:
        name = volley_name(state, unit, volley)
        farthest = reach_of_volley(state, unit, volley)
        for away, enemy in enemies:
            if away <= farthest and refuse_attack(state, unit, volley, enemy.hex) is None:
                contact = state.contacts[unit.seat][enemy.id]
                label = f"{first}{name} at {name_for(state, unit.seat, enemy.id)}"
                order = o.Attack(unit.id, volley, contact, pay)
                yield Target(label, order, "hex100.attack-action", unit=contact, weapon=volley[0])
        found = find_weapon(state, unit, volley[0])
        if len(volley) == 1 and found is not None and found[1].blast:
            order_at = o.Bombard(unit.id, volley[0], unit.q, unit.r, pay)
            yield Place(f"{first}{name} at a hex", order_at, "hex100.attack-action", unit=unit.id)


def _utilities(state: State, unit: Unit) -> Iterator[Option]:
    for enemy in known_enemies(state, unit.seat).values():
        if enemy.id != unit.lock and can_lock(state, unit, enemy):
            label = f"Lock on to {name_for(state, unit.seat, enemy.id)}"
            yield Pick(label, o.LockOn(unit.id, state.contacts[unit.seat][enemy.id]), "hex100.lock-on")
    if not unit.resisting:
        yield Pick("Electronic resistance", o.Resist(unit.id), "hex100.electronic-resistance")
    if state.machine(unit.id).unit.kind != "tank":
        return
    for mount in variable_mounts(state.machine(unit.id)):
        if works(state, unit, mount):
            for at, weapon in enumerate(mount.modes):
                if at != unit.loaded.get(mount.id, 0):
                    order = o.ChangeAmmo(unit.id, mount.id, weapon.mode)
                    yield Pick(f"Load {weapon.mode} into the {weapon.name}", order, "hex100.variable-ammo-tank")


def _reserves(state: State, unit: Unit, held: str) -> Iterator[Option]:
    """What may be held back, and for what it waits; a distance or one enemy to wait for is for the player to add."""
    if held == "move":
        for trigger, words in TRIGGERS.items():
            yield Pick(f"Move when {words}", o.Reserve(unit.id, "move", (), trigger), "hex100.reserve")
        return
    for volley in legal_volleys(state, unit):
        name = volley_name(state, unit, volley)
        for trigger, words in TRIGGERS.items():
            order = o.Reserve(unit.id, "attack", volley, trigger)
            yield Pick(f"Fire {name} when {words}", order, "hex100.reserve")


_FIRE = {"attack": "Fire ", "commander": "Commander: fire ", AUX: "Aux turret, no action: fire "}
_MORE_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {
    **CRUSHING_OPTIONS,
    **WARDING_OPTIONS,
    **DRONE_OPTIONS,
}
