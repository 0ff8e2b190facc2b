"""9: ways to fight damage."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.damage.orders import DamageControl, Douse, MeetTrouble
from gearlock.systems.blitz.damage.persistent import PERSISTENT, refuse_damage_control
from gearlock.systems.blitz.damage.trouble import refuse_trouble
from gearlock.systems.blitz.state import State, Unit


@heeds("blitz.9.5", "blitz.15.5e")
def offer_trouble(state: State, ask: Ask) -> Iterator[Option]:
    """Try, with an action or under orders, or take it."""
    for order in (MeetTrouble(ask.unit, True), MeetTrouble(ask.unit)):
        if refuse_trouble(state, ask, order) is None:
            label = "Incoming Fire: a free test" if order.incoming else "We're in Trouble"
            yield Pick(label, order, "blitz.15.5e" if order.incoming else "blitz.9.5")
    yield decline("Take the hit", "blitz.9.5")


@heeds("blitz.9.6b")
def offer_douse(_state: State, ask: Ask) -> Iterator[Option]:
    """The other tokens a success may lower, or the one fought so far."""
    goal, *kinds = ask.about
    for kind in kinds:
        if kind != goal:
            yield Pick(f"Lower the {kind}", Douse(ask.unit, kind), "blitz.9.6b")
    yield decline(f"Lower the {goal}", "blitz.9.6b")


@heeds("blitz.9.6b")
def offer_damage_control(state: State, unit: Unit) -> Iterator[Option]:
    """Every token it could fight, its own first."""
    others = (other for other in state.fielded(unit.seat) if other is not unit)
    for target in (unit, *others):
        for kind in PERSISTENT:
            order = DamageControl(unit.id, kind, target.id)
            if target.token(kind) and refuse_damage_control(state, order) is None:
                yield Pick(f"Damage control: {kind} of the {target.name}", order, "blitz.9.6b")
