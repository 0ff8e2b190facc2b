"""6.3: the shots that may answer the Active model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.systems.brigands.attacking.orders import SnapFire
from gearlock.systems.brigands.attacking.snap_fire import refuse_snap_fire, refuse_standing_up
from gearlock.systems.brigands.state import State


def offer_snap_shots(state: State, ask: Ask) -> Iterator[Option]:
    """Every Snap weapon at whoever may be answered, standing up or not."""
    unit = state.units[ask.unit]
    snaps = [weapon for weapon in unit.line.weapons.values() if "Snap" in weapon.traits]
    for victim, weapon in product((ask.about[0], *ask.about[2:]), snaps):
        named = "" if state.active() is state.units[victim] else victim
        rises = (False,) if refuse_standing_up(state, unit, weapon) is not None else (False, True)
        for category, tall in product(weapon.categories, rises):
            order = SnapFire(unit.id, weapon.id, category, tall, named)
            if refuse_snap_fire(state, ask, order) is None:
                label = f"{weapon.id} at the {state.units[victim].name}{', standing up' if tall else ''}"
                yield Target(label, order, ask.rule, unit=victim, weapon=weapon.id)
    yield decline("Hold fire", ask.rule)
