"""15.4 to 15.6: the orders a commander may give."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.attacks.answers import offer_attacks
from gearlock.systems.blitz.attacks.orders import Attack
from gearlock.systems.blitz.orders.commands import RULES, can_take_up, in_formation_with, out_of_formation, refuse_order
from gearlock.systems.blitz.orders.giving import candidates, refuse_joining, refuse_passing
from gearlock.systems.blitz.orders.orders import GiveOrder, Include, PassPoints
from gearlock.systems.blitz.paying import has_action
from gearlock.systems.blitz.state import COMMAND, COORDINATED, State, Unit, opponent


@heeds("blitz.15.4")
def offer_orders(state: State, unit: Unit) -> Iterator[Option]:
    """Every order that somebody could take up; by radio too, if somebody is out of formation. And points to pass."""
    if not unit.rank:
        return
    if has_action(unit):
        far = any(out_of_formation(state, unit))
        for order, label in _orders(state, unit):
            yield _option(order, label)
            if far:
                by_radio = GiveOrder(order.unit, order.command, order.target, comms=True)
                yield _option(by_radio, f"{label}, with a comms test for those out of formation")
    yield from _passing(state, unit)


def _option(order: GiveOrder, label: str) -> Option:
    rule_id = RULES[order.command]
    return Target(label, order, rule_id, order.target) if order.target else Pick(label, order, rule_id)


def _orders(state: State, unit: Unit) -> Iterator[tuple[GiveOrder, str]]:
    for command in RULES:
        if command == COORDINATED:
            for target in state.fielded(opponent(unit.seat)):
                order = GiveOrder(unit.id, command, target.id)
                if refuse_order(state, order) is None:
                    yield order, f"Order: coordinated fire on the {target.name}"
        elif any(can_take_up(state, each, command) for each in in_formation_with(state, unit)):
            order = GiveOrder(unit.id, command)
            if refuse_order(state, order) is None:
                yield order, f"Order: {command}"


@heeds("blitz.15.6")
def _passing(state: State, unit: Unit) -> Iterator[Option]:
    """To every leader who has room for a point."""
    for to in state.fielded(unit.seat) if unit.token(COMMAND) else ():
        order = PassPoints(unit.id, to.id)
        if to.rank and to.id != unit.id and refuse_passing(state, order) is None:
            yield Pick(f"Pass a command point to the {to.name}", order, "blitz.15.6")


def offer_inclusions(state: State, asked: Ask) -> Iterator[Option]:
    """Everybody who could still take part, or nobody more."""
    command, *found = asked.about
    for name in candidates(state, asked.unit, command, found):
        yield Pick(f"The {state.units[name].name}", Include(asked.unit, name), "blitz.15.4")
    yield decline("Nobody more", asked.rule)


def offer_joining(state: State, asked: Ask) -> Iterator[Option]:
    """The attacks that fit the order, or none."""
    for option in offer_attacks(state, state.units[asked.unit]):
        if isinstance(option.order, Attack) and refuse_joining(state, asked, option.order) is None:
            yield option
    yield decline("Do not join in", asked.rule)
