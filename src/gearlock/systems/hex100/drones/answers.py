"""Drones: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.actions.pool import payment
from gearlock.systems.hex100.contacts import known_enemies, name_for
from gearlock.systems.hex100.drones import orders as o
from gearlock.systems.hex100.drones.behaviour import ALLY, ENEMY, POINT
from gearlock.systems.hex100.drones.commands import refuse_set_mode, refuse_undock
from gearlock.systems.hex100.drones.modes import modes_of
from gearlock.systems.hex100.drones.network import called, drones_of, told_apart
from gearlock.systems.hex100.drones.reactivation import reactivation_options
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, disc

NEAR_ENEMY, AROUND_ENEMY, AROUND_UNIT = 0.6, 6, 4
"""How often a point is guessed near a known enemy, how near to it, and how near to the unit itself otherwise."""


def offer_drone_commands(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    if payment(unit, "utility") is None:
        return
    for drone in drones_of(state, unit.id):
        template = o.Undock(unit.id, drone.id) if drone.docked else o.SetMode(unit.id, drone.id)
        first = f"{'Undock' if drone.docked else 'Command'} the {called(state, drone)}"
        for option in _commands(state, unit.seat, drone, template, first):
            if _refuse_offer(state, unit, option.order) is None:
                yield option
    yield from reactivation_options(state, unit)


def _refuse_offer(state: State, unit: Unit, order: Any) -> Refusal | None:
    """Whether a command can be offered; that a point has to be another than the present one does not matter yet."""
    refusal = refuse_undock(state, unit, order) if isinstance(order, o.Undock) else refuse_set_mode(state, unit, order)
    return None if refusal is not None and refusal.code == "no-change" and _is_open(state, order) else refusal


def _is_open(state: State, order: Any) -> bool:
    mode = modes_of(state, state.units[order.drone]).get(order.mode)
    return mode is not None and mode.names == POINT


def _commands(state: State, seat: str, drone: Unit, template: o.Command, first: str) -> Iterator[Option]:
    """Every mode with everything it could name: a hex is for the player to point at."""
    for id_, mode in modes_of(state, drone).items():
        label = f"{first}: {mode.name} mode"
        order = msgspec.structs.replace(template, mode=id_)
        if mode.names == POINT:
            yield Place(f"{label} at a hex", order, mode.rule, unit=order.unit)
        elif mode.names == ALLY:
            for ally in state.standing(seat):
                if ally.id != drone.id:
                    named = msgspec.structs.replace(order, target=ally.id)
                    yield Pick(f"{label}, {told_apart(state, ally)}", named, mode.rule)
        elif mode.names == ENEMY:
            for enemy, contact in state.contacts[seat].items():
                if enemy != drone.id:
                    named = msgspec.structs.replace(order, target=contact)
                    yield Pick(f"{label}, {name_for(state, seat, enemy)}", named, mode.rule)
        else:
            yield Pick(label, order, mode.rule)


def offer_turned_modes(state: State, ask: Ask) -> Iterator[Option]:
    """The modes of a drone that has just been hacked."""
    drone = state.enemy_called(ask.seat, ask.about[0])
    assert drone is not None, "a hacked drone is known to the hacker"
    template = o.TurnDrone(ask.unit, ask.about[0])
    yield from _commands(state, ask.seat, drone, template, name_for(state, ask.seat, drone.id))


def guess_point(state: State, ask: Ask, order: o.Command, chooser: Chooser, _attempt: int) -> Order:
    """A hex near a known enemy, near the unit, or anywhere."""
    enemies, roll = list(known_enemies(state, ask.seat)), chooser.random()
    near: list[Hex] = []
    if enemies and roll < NEAR_ENEMY:
        near = [*disc(chooser.choice(enemies), AROUND_ENEMY)]
    elif roll < NEAR_ENEMY / 2:
        near = [*disc(state.units[order.unit].hex, AROUND_UNIT)]
    on_map = [hex_ for hex_ in near if hex_ in state.land.ground] or list(state.land.ground)
    q, r = chooser.choice(on_map)
    return msgspec.structs.replace(order, q=q, r=r)


def aim_point(state: State, ask: Ask, order: o.Command, spot: Aim) -> Order:  # noqa: ARG001 - one of the aims
    """The hex pointed at."""
    return msgspec.structs.replace(order, q=spot.x, r=spot.y)
