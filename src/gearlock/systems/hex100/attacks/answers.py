"""Attacks and reserves: what may be answered, guessed at and pointed at, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.actions.orders import HandsOn
from gearlock.systems.hex100.actions.pool import payment
from gearlock.systems.hex100.attacks.orders import Attack, Bombard, FireReserve, HoldBack, Reserve
from gearlock.systems.hex100.attacks.reserve import TRIGGERS, refuse_hold_back, refuse_reserve
from gearlock.systems.hex100.contacts import known_enemies, name_for, no_contact
from gearlock.systems.hex100.detection.orders import LookAround
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.answers import ERRAND
from gearlock.systems.hex100.objectives.wanted_places import sites_to_raze
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.aux_turrets import AUX, aux_volleys, refuse_pay
from gearlock.systems.hex100.weapons.targeting import (
    is_pintle_shot,
    legal_volleys,
    reach_of_volley,
    refuse_attack,
    refuse_bombardment,
    refuse_rider,
    volley_name,
)
from gearlock.table.hexes import Hex, disc, distance

CLOSE_BY = 0.8
"""How often a hex to shell is looked for beside a known enemy."""


@heeds("hex100.reserve")
def refuse_overwatch(state: State, ask: Ask, order: FireReserve) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit != ask.unit or (order.target,) != ask.about:
        return Refusal("not-triggered", "hex100.reserve", "The reserve was triggered by another enemy.")
    return None


def refuse_attack_now(state: State, unit: Unit, order: Attack) -> Refusal | None:
    refusal = refuse_pay(state, unit, order.weapons, order.pay)
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    return refuse_rider(state, unit.seat, target) or refuse_attack(state, unit, order.weapons, target.hex)


def refuse_bombard(state: State, unit: Unit, order: Bombard) -> Refusal | None:
    refusal = refuse_pay(state, unit, (order.weapon,), order.pay)
    found = find_weapon(state, unit, order.weapon)
    if refusal is not None or found is None:
        return refusal
    return refuse_bombardment(state, unit, found[1], (order.q, order.r))


@heeds("hex100.reserve")
def refuse_reserve_asked(state: State, ask: Ask, order: Reserve) -> Refusal | None:
    """The second question of a unit that holds something back: it keeps to what it began with."""
    if order.unit != ask.unit or (order.held,) != ask.about:
        return Refusal("not-asked", "hex100.reserve", f"Another action is being held back. {ask.prompt}")
    return refuse_reserve(state, state.units[ask.unit], order)


def _attacks(state: State, unit: Unit, volleys: list[tuple[str, ...]], pay: str) -> Iterator[Option]:
    """Targets for every volley, and ground for blast weapons."""
    first = _FIRE[pay]
    enemies = [(distance(unit.hex, hex_), enemy) for hex_, enemy in known_enemies(state, unit.seat).items()]
    for volley in volleys:
        name = volley_name(state, unit, volley)
        farthest = reach_of_volley(state, unit, volley)
        for away, enemy in enemies:
            if away <= farthest and refuse_attack(state, unit, volley, enemy.hex) is None:
                contact = state.contacts[unit.seat][enemy.id]
                label = f"{first}{name} at {name_for(state, unit.seat, enemy.id)}"
                order = Attack(unit.id, volley, contact, pay)
                yield Target(label, order, "hex100.attack-action", unit=contact, weapon=volley[0])
        found = find_weapon(state, unit, volley[0])
        if len(volley) == 1 and found is not None and found[1].blast:
            order_at = Bombard(unit.id, volley[0], unit.q, unit.r, pay)
            yield Place(f"{first}{name} at a hex", order_at, "hex100.attack-action", unit=unit.id)


def offer_reserves_kept(state: State, ask: Ask) -> Iterator[Option]:
    """What may be held back, and for what it waits; a distance or one enemy to wait for is for the player to add."""
    unit = state.units[ask.unit]
    if ask.about[0] == "move":
        for trigger, words in TRIGGERS.items():
            yield Pick(f"Move when {words}", Reserve(unit.id, "move", (), trigger), "hex100.reserve")
        return
    for volley in legal_volleys(state, unit):
        name = volley_name(state, unit, volley)
        for trigger, words in TRIGGERS.items():
            order = Reserve(unit.id, "attack", volley, trigger)
            yield Pick(f"Fire {name} when {words}", order, "hex100.reserve")


_FIRE = {"attack": "Fire ", "commander": "Commander: fire ", AUX: "Aux turret, no action: fire "}


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every volley at every contact: by the attack action, the commander's, and free ones of aux turrets."""
    paid = payment(unit, "attack") is not None or payment(unit, "commander") is not None
    volleys = list(legal_volleys(state, unit)) if paid else []
    if payment(unit, "attack"):
        yield from _attacks(state, unit, volleys, "attack")
    if payment(unit, "commander"):
        pintle = [volley for volley in volleys if is_pintle_shot(state, unit, volley)]
        yield from _attacks(state, unit, pintle, "commander")
        yield Pick("Commander: look around (+4 vision)", LookAround(unit.id), "hex100.commander-look-around")
        yield Pick("Commander: hands on (a utility action)", HandsOn(unit.id), "hex100.commander-hands-on")
    yield from _attacks(state, unit, aux_volleys(state, unit), AUX)


def offer_holding_back(state: State, unit: Unit) -> Iterator[Option]:
    """An attack or a move kept for the enemy's phase."""
    if refuse_hold_back(state, unit, HoldBack(unit.id, "attack")) is None:
        label = "Overwatch: hold an attack back for the enemy's phase"
        yield Pick(label, HoldBack(unit.id, "attack"), "hex100.reserve")
    if refuse_hold_back(state, unit, HoldBack(unit.id, "move")) is None:
        yield Pick("Reserve a move for the enemy's phase", HoldBack(unit.id, "move"), "hex100.reserve")


def offer_overwatch(_state: State, ask: Ask) -> Iterator[Option]:
    """The shot that was held back."""
    target = ask.about[0]
    yield Target("Fire", FireReserve(ask.unit, target), ask.rule, unit=target)
    yield decline("Hold fire", ask.rule)


def _shelled(state: State, order: Bombard, chooser: Chooser) -> Hex:
    """A hex to shell: mostly one whose blast would reach a known enemy, now and then any."""
    unit = state.units[order.unit]
    found = find_weapon(state, unit, order.weapon)
    reach, radius = (found[1].range, max(1, found[1].radius)) if found else (0, 1)
    wanted = (
        [hex_ for hex_ in sites_to_raze(state, unit, found[1]) if distance(unit.hex, hex_) <= reach] if found else []
    )
    if wanted and chooser.random() < ERRAND:
        return chooser.choice(wanted)
    near = [hex_ for hex_ in known_enemies(state, unit.seat) if distance(unit.hex, hex_) <= reach + radius]
    if near and chooser.random() < CLOSE_BY:
        _, *around = disc(chooser.choice(near), radius)
        return chooser.choice(around)
    return unit.q + chooser.randrange(-reach, reach + 1), unit.r + chooser.randrange(-reach, reach + 1)


def guess_bombardment(state: State, _ask: Ask, order: Bombard, chooser: Chooser, _attempt: int) -> Order:
    """A hex to shell."""
    return Bombard(order.unit, order.weapon, *_shelled(state, order, chooser), order.pay)


def aim_bombardment(_state: State, _ask: Ask, order: Bombard, spot: Aim) -> Order:
    """The hex pointed at."""
    return Bombard(order.unit, order.weapon, spot.x, spot.y, order.pay)
