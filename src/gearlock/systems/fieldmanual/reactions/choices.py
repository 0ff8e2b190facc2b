"""The attacks a model may make when it answers something: on whom it may, with what it may."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gearlock.kernel.asks import Option
from gearlock.systems.fieldmanual.attacks.answers import is_possible, is_ready, offer_attacks, ways_of
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.state import State, Unit


def can_attack(
    state: State, unit: Unit, terms: Terms, targets: Collection[str], weapons: Collection[str] | None = None
) -> bool:
    """Whether any attack on one of these targets is possible, with one of these weapons if they are named."""
    for mount in unit.card.weapons:
        if mount.weapon.is_melee or (weapons is not None and mount.id not in weapons):
            continue
        for way in ways_of(mount):
            if way not in terms.ways or not is_ready(state, unit, mount, way, terms):
                continue
            orders = (Attack(unit.id, mount.id, name, way=way) for name in targets)
            if any(is_possible(state, unit, mount, order, terms) for order in orders):
                return True
    return False


def attacks_on(
    state: State, unit: Unit, terms: Terms, targets: Collection[str], weapons: Collection[str] | None = None
) -> Iterator[Option]:
    """Every attack on these targets, in every way and with all Rates of Fire."""
    for option in offer_attacks(state, unit, terms, targets):
        if weapons is None or (isinstance(option.order, Attack) and option.order.weapon in weapons):
            yield option
