"""12: the special melee attacks a model may make, and the answers they ask for."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.systems.blitz.special_melee.bodies import (
    foes_touched,
    pushed_by,
    refuse_brute_force,
    refuse_crush,
    refuse_ram,
)
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram, Shove
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.measure import INCH, inches_text


def offer_special_melee(state: State, unit: Unit) -> Iterator[Option]:
    """Whatever can be done to whoever is touched."""
    touched = foes_touched(state, unit)
    if not touched:
        return
    if refuse_brute_force(state, BruteForce(unit.id)) is None:
        names = " and the ".join(target.name for target in pushed_by(state, unit))
        yield Pick(f"Brute force against the {names}", BruteForce(unit.id), "blitz.12.1")
    for target in touched:
        if refuse_ram(state, Ram(unit.id, target.id)) is None:
            yield Target(f"Ram the {target.name}", Ram(unit.id, target.id), "blitz.12.2", target.id)
        if refuse_crush(state, Crush(unit.id, target.id)) is None:
            yield Target(f"Crush the {target.name}", Crush(unit.id, target.id), "blitz.12.3", target.id)


def offer_shoves(_state: State, ask: Ask) -> Iterator[Option]:
    """As far as it goes, every whole inch less, or not at all."""
    most = int(ask.about[0])
    for mils in (most, *range((most - 1) // INCH * INCH, 0, -INCH)):
        yield Pick(f"Push {inches_text(mils)} in", Shove(ask.unit, mils), "blitz.12.1")
    yield decline("Do not push", "blitz.12.1")


def offer_free_ram(state: State, ask: Ask) -> Iterator[Option]:
    order = Ram(ask.unit, ask.about[0])
    if refuse_ram(state, order, free=True) is None:
        yield Target(f"Ram the {state.units[ask.about[0]].name}", order, "blitz.12.1a", ask.about[0])
    yield decline("Leave it at that", "blitz.12.1a")
