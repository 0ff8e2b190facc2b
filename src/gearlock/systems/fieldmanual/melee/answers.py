"""Ways to answer in Melee Combat."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.systems.fieldmanual.melee.blows import refuse_strike
from gearlock.systems.fieldmanual.melee.engagement import enemies_in_reach
from gearlock.systems.fieldmanual.melee.free_strikes import refuse_free_strike
from gearlock.systems.fieldmanual.melee.lines import melee_mounts
from gearlock.systems.fieldmanual.melee.orders import Strike, StunInstead
from gearlock.systems.fieldmanual.state import State


def offer_strikes(state: State, question: Ask) -> Iterator[Option]:
    """Every blow the active model could strike now."""
    unit = state.units[question.unit]
    near = {other.id: other for base in state.bases(unit) for other in enemies_in_reach(state, base)}
    for target in near.values():
        for mount in melee_mounts(unit):
            order = Strike(unit.id, mount.id, target.id)
            if refuse_strike(state, order) is None:
                label = f"Strike at the {target.name} with the {mount.name}"
                yield Target(label, order, "fieldmanual.melee-attack", unit=target.id, weapon=mount.id)


def offer_free_strikes(state: State, question: Ask) -> Iterator[Option]:
    """Every weapon for a Free Strike, or none."""
    unit, target = state.units[question.unit], state.units[question.about[0]]
    for mount in melee_mounts(unit):
        order = Strike(unit.id, mount.id, target.id)
        if refuse_free_strike(state, question, order) is None:
            label = f"Free Strike at the {target.name} with the {mount.name}"
            yield Target(label, order, "fieldmanual.free-strikes", unit=target.id, weapon=mount.id)
    yield decline("Let it go", "fieldmanual.free-strikes")


def offer_stun_instead(state: State, question: Ask) -> Iterator[Option]:
    """A Stun counter, or damage."""
    target = state.units[question.about[0]]
    yield Pick(f"Stun the {target.name}", StunInstead(question.unit, target.id), "fieldmanual.melee-stun")
    yield decline("Do the damage", "fieldmanual.melee-stun")
