"""Electronic warfare: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.electronics import orders as o
from gearlock.systems.brigands.electronics.comms import boosters, comms_rating
from gearlock.systems.brigands.electronics.contest import active_jammers, refuse_boost, refuse_jam
from gearlock.systems.brigands.electronics.worth import preview_boost, preview_jam
from gearlock.systems.brigands.state import State, Unit


def electronics_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    yield from ()


def _jam_options(state: State, ask: Ask) -> Iterator[Option]:
    origin = state.units[ask.about[0]]
    for unit in active_jammers(state, origin):
        yield Pick(f"Active ECM:{unit.trait('ECM')} by the {unit.name}", o.Jam(unit.id, origin.id), ask.rule)
    yield decline("Let it pass", ask.rule)


def _boost_options(state: State, ask: Ask) -> Iterator[Option]:
    origin = state.units[ask.about[0]]
    for unit in boosters(state, origin, ask.about[1]):
        label = f"Boost by the {unit.name}: {comms_rating(state, unit)}"
        yield Pick(label, o.Boost(unit.id, origin.id), ask.rule)
    yield decline("No Boost", ask.rule)


ELECTRONICS_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {
    "jam": _jam_options,
    "boost": _boost_options,
}
"""The answers to this chapter's own questions."""

ELECTRONICS_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {
    ("jam", o.Jam): refuse_jam,
    ("boost", o.Boost): refuse_boost,
}

ELECTRONICS_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {}

ELECTRONICS_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

ELECTRONICS_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {
    o.Jam: preview_jam,
    o.Boost: preview_boost,
}
