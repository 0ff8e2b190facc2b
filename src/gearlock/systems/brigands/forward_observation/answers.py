"""Forward Observation and Sensor Sharing: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place, Target, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.brigands.attacking.shared_attacks import shared_attack_options
from gearlock.systems.brigands.forward_observation import orders as o
from gearlock.systems.brigands.forward_observation.chaining import (
    can_chain,
    chaining_weapons,
    legal_chains,
    refuse_chain,
)
from gearlock.systems.brigands.forward_observation.observing import refuse_observer
from gearlock.systems.brigands.forward_observation.receiving import designees, refuse_designate
from gearlock.systems.brigands.lock_and_cover.sensing import has_sensor_lock, sensor_range
from gearlock.systems.brigands.lock_and_cover.sharing import sharing_friends
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.inches import gap
from gearlock.table.measure import INCH


def offer_observations(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter: observe, itself or by drone, and attack by a friend's sensors."""
    if not state.introductory:
        yield from _observe_options(state, unit)
        yield from shared_attack_options(state, unit)


def _observe_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy and any point the model or a Recon Drone of it could observe, while some friend has a use for it."""
    origins = [one for one in (unit, *state.drones(unit.id)) if one.is_fielded and refuse_observer(one) is None]
    able = [friend for friend in state.fielded(unit.seat) if can_chain(friend)] if origins else []
    for origin in origins:
        firers = [friend for friend in able if friend is not origin or friend.readiness > 1]
        if not firers:
            continue
        area = any(weapon.area for friend in firers for weapon in chaining_weapons(friend))
        lenders = sharing_friends(state, origin)
        by = "Observe" if origin is unit else f"{origin.name}: observe"
        for enemy in state.fielded(opponent(unit.seat)):
            if has_sensor_lock(state, origin, enemy):
                order = o.Observe(origin.id, enemy.id)
                yield Target(f"{by} the {enemy.name}", order, "brigands.8.5", unit=enemy.id)
                continue
            for lender in lenders:
                if has_sensor_lock(state, lender, enemy):
                    order = o.Observe(origin.id, enemy.id, sharer=lender.id)
                    label = f"{by} the {enemy.name} by the sensors of the {lender.name}"
                    yield Target(label, order, "brigands.4.3b", unit=enemy.id)
        if area:
            yield Place(f"{by} a point", o.Observe(origin.id), "brigands.8.5", unit=origin.id, zone="range")


def offer_designees(state: State, ask: Ask) -> Iterator[Option]:
    for friend in designees(state, state.units[ask.about[0]]):
        yield Target(f"Send it to the {friend.name}", o.Designate(friend.id), ask.rule, unit=friend.id)
    yield decline("Observe for itself alone", ask.rule)


def offer_chains(state: State, ask: Ask) -> Iterator[Option]:
    seen = state.observation
    assert seen is not None, "something is observed"
    for order in legal_chains(state, seen):
        label = f"{order.weapon} of the {state.units[order.unit].name}"
        yield Target(label, order, ask.rule, unit=seen.target or order.unit, weapon=order.weapon)
    yield decline("No more attacks", ask.rule)


def refuse_designation(state: State, ask: Ask, order: o.Designate) -> Refusal | None:
    return refuse_designate(state, ask.about[0], order)


def refuse_chained(state: State, _ask: Ask, order: o.ChainAttack) -> Refusal | None:
    assert state.observation is not None, "something is observed"
    return refuse_chain(state, state.observation, order)


def guess_observed_point(state: State, _ask: Ask, order: o.Observe, chooser: Chooser, _attempt: int) -> Order | None:
    """A point of the ground near some enemy within sensor range; None if there is none."""
    origin = state.units[order.unit]
    reach = sensor_range(origin)
    enemies = [enemy for enemy in state.fielded(opponent(origin.seat)) if gap(origin.body, enemy.body) <= reach]
    if not enemies:
        return None
    enemy, spread = chooser.choice(enemies), 3 * INCH
    x, y = enemy.x + chooser.randrange(-spread, spread), enemy.y + chooser.randrange(-spread, spread)
    return o.Observe(order.unit, aim=(x, y, 0))


def aim_observation(_state: State, _ask: Ask, order: o.Observe, spot: Aim) -> Order:
    return order if order.target else o.Observe(order.unit, aim=(spot.x, spot.y, 0))
