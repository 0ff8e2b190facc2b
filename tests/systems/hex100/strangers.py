"""Twins of a state in which two enemies that a seat cannot tell apart have changed places, names and all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations
from typing import Any

import msgspec

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.systems.hex100.detection.sight import is_hidden_from, is_small, level_of
from gearlock.systems.hex100.networks import knows_state_of
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, UNKNOWN, State, Unit, other

OUTSIDE = ("q", "r", "beacon", "marked", "exposed")
"""What goes with the place: a blip tells where it is, whether it is a beacon and whether eyes can find it."""
Names = dict[str, str]


def strangers(state: State, seat: str) -> Iterator[tuple[State, Names]]:
    """Every twin that a seat must take for the state itself, with the names that have changed."""
    for one, two in combinations([unit.id for unit in state.standing(other(seat))], 2):
        names = {one: two, two: one}
        if not any(each in state.known[seat] for each in names):
            continue
        if _are_alike(state, seat, state.units[one], state.units[two]):
            twin = _exchanged(state, seat, names)
            if all(_passes_for(twin, state, seat, each, names) for each in names):
                yield twin, names


def renamed(event: Event, names: Names) -> Event:
    """What happened, with the strangers' names changed."""

    def change(thing: Any) -> Any:
        if isinstance(thing, str):
            return names.get(thing, thing)
        if isinstance(thing, dict):
            return {key: change(value) for key, value in thing.items()}
        return [change(each) for each in thing] if isinstance(thing, list | tuple) else thing

    return msgspec.convert(change(msgspec.to_builtins(event)), type(event))


def pried(order: Order, enemies: list[str]) -> Iterator[Order]:
    """An order with the own name of an enemy wherever a name could stand: no player knows it, so it tells nothing."""
    for field in order.__struct_fields__:
        if field != "unit" and isinstance(getattr(order, field), str):
            yield from (msgspec.structs.replace(order, **{field: enemy}) for enemy in enemies)


def _are_alike(state: State, seat: str, one: Unit, two: Unit) -> bool:
    """Whether a seat could take one for the other: blips and the unseen, or outlines of one type."""
    if any(knows_state_of(state, seat, each) for each in (one, two)):
        return False
    levels = {state.known[seat].get(each.id, UNKNOWN) for each in (one, two)}
    return max(levels) <= BLIP or (
        levels == {IDENTIFIED} and state.machine(one.id).unit.id == state.machine(two.id).unit.id
    )


def _exchanged(state: State, seat: str, names: Names) -> State:
    twin = state.clone()
    for one, two in names.items():
        for shown in OUTSIDE:
            setattr(twin.units[one], shown, getattr(state.units[two], shown))
    twin.known[seat] = {names.get(each, each): level for each, level in state.known[seat].items()}
    twin.contacts[seat] = {names.get(each, each): name for each, name in state.contacts[seat].items()}
    for own in twin.standing(seat):
        for field in fields(own):
            named = getattr(own, field.name)
            if isinstance(named, str):
                setattr(own, field.name, names.get(named, named))
        own.engaged = [names.get(each, each) for each in own.engaged]
    return twin


def _passes_for(twin: State, state: State, seat: str, unit_id: str, names: Names) -> bool:
    """Whether a stranger could stand where the other one stood, and be found there just as well."""
    unit, truth = twin.units[unit_id], state.units[names[unit_id]]
    if not state.land.cost(unit.hex, state.machine(unit_id).unit.movement_type):
        return False
    if level_of(twin, seat, unit) != state.known[seat].get(truth.id, UNKNOWN):
        return False
    shown = [(is_small(each, it), is_hidden_from(each, seat, it)) for each, it in ((twin, unit), (state, truth))]
    return unit_id not in twin.known[seat] or shown[0] == shown[1]
