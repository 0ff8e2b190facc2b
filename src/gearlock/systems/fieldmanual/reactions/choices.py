"""The attacks a model may make when it answers something: every weapon, in every way that is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, INDIRECT, THROWN, Attack
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.attacks.uses import rof_of
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.state import State, Unit

TRAITS = {INDIRECT: "IF", THROWN: "T"}


def ways_of(mount: Mount, terms: Terms) -> list[str]:
    """The ways in which a weapon may attack on these terms."""
    if mount.weapon.is_melee:
        return []
    lobbed = [way for way in (INDIRECT, THROWN) if way in terms.ways and TRAITS[way] in mount.weapon.traits]
    return [*([DIRECT] if DIRECT in terms.ways and not mount.weapon.is_thrown else []), *lobbed]


def can_attack(state: State, unit: Unit, terms: Terms, targets: Iterable[str], observer: str = "") -> bool:
    """Whether any attack is possible."""
    return next(attacks_on(state, unit, terms, targets, observer), None) is not None


def attacks_on(
    state: State, unit: Unit, terms: Terms, targets: Iterable[str], observer: str = "", weapons: Iterable[str] = ()
) -> Iterator[Attack]:
    """Every plain attack on these targets, and each with all of its RoF in a Burst."""
    named = list(weapons)
    for target in targets:
        for mount in unit.card.weapons:
            if named and mount.id not in named:
                continue
            for way in ways_of(mount, terms):
                seen_by = observer if way == INDIRECT else ""
                for burst in dict.fromkeys((0, rof_of(state, unit, mount))):
                    order = Attack(unit.id, mount.id, target, burst=burst, way=way, observer=seen_by)
                    if refuse_attack(state, order, terms) is None:
                        yield order


def as_options(state: State, orders: Iterable[Attack], rule: str) -> Iterator[Option]:
    """Attacks as a player reads them."""
    for order in orders:
        unit, target = state.units[order.unit], state.units[order.target]
        how = "" if order.way == DIRECT else f", {order.way}"
        burst = f", burst {order.burst}" if order.burst else ""
        label = f"{unit.name}: {order.weapon} at the {target.name}{how}{burst}"
        yield Target(label, order, rule, target.id, order.weapon)
