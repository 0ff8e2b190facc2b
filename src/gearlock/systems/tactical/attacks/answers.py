"""2.6.7: the attacks a unit may make now."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.systems.tactical.attacks.ammunition import rof_paid
from gearlock.systems.tactical.attacks.orders import DIRECT, INDIRECT, Attack
from gearlock.systems.tactical.attacks.targets import refuse_acting, refuse_attack, refuse_pair, refuse_weapon
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.systems import SYSTEMS
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.switches import BURST_FIRE, CALLED_SHOTS, INDIRECT_FIRE
from gearlock.systems.tactical.weapons import INDIRECT as INDIRECT_TRAIT

RULE = "tactical.2.6.7"


def refuse_own(state: State, ask: Ask, order: Attack) -> Refusal | None:
    """An attack of the unit being activated."""
    if order.unit != ask.unit:
        return Refusal("unit", RULE, f"The question is about {ask.unit}, not about {order.unit or 'nobody'}.")
    return refuse_attack(state, order)


def offer_attacks(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every attack on every enemy with every weapon; `only` names the one that may be fired at."""
    if refuse_acting(unit) is not None:
        return
    for mount in unit.card.weapons:
        if refuse_weapon(state, unit, mount, Attack(unit.id, mount.id)) is not None:
            continue
        for target in [state.units[only]] if only else state.fielded(opponent(unit.seat)):
            yield from _at_target(state, unit, mount, target)


def _at_target(state: State, unit: Unit, mount: Mount, target: Unit) -> Iterator[Option]:
    indirect = state.switch(INDIRECT_FIRE) and mount.weapon.has(INDIRECT_TRAIT)
    for way in (DIRECT, INDIRECT) if indirect else (DIRECT,):
        plain = Attack(unit.id, mount.id, target.id, way=way)
        if refuse_pair(state, unit, mount, target, plain) is not None or refuse_attack(state, plain) is not None:
            continue
        yield from variants(state, unit, mount, plain)


def variants(state: State, unit: Unit, mount: Mount, plain: Attack) -> Iterator[Option]:
    """With the whole burst first, then single shots and called ones."""
    target = state.units[plain.target]
    most = rof_paid(state, unit, mount, rof_of(unit, mount)) if state.switch(BURST_FIRE) else 0
    words = f"{mount.id} at the {target.name}" + (", indirectly" if plain.way == INDIRECT else "")
    for rof in range(most, -1, -1):
        burst = f", ROF {rof}" if most else ""
        order = Attack(unit.id, mount.id, target.id, rof, plain.way)
        yield Target(words + burst, order, RULE, unit.id, mount.id)
    if state.switch(CALLED_SHOTS):
        for system in SYSTEMS:
            order = Attack(unit.id, mount.id, target.id, most, plain.way, system)
            if refuse_attack(state, order) is None:
                yield Target(f"{words}, called at its {system}", order, "tactical.3.4.2", unit.id, mount.id)
