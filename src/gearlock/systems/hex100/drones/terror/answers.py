"""Terror drones: what may be done about them, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.systems.hex100.actions.pool import payment
from gearlock.systems.hex100.drones.terror import orders as o
from gearlock.systems.hex100.drones.terror.removal import PAYS, RULE, SHAKE, refuse_pull, refuse_shake, refuse_shoot
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.aux_turrets import AUX, aux_volleys
from gearlock.systems.hex100.weapons.targeting import Volley, is_pintle_shot, legal_volleys, volley_name

_FIRST = {"attack": "Shoot", "commander": "Commander: shoot", AUX: "Aux turret, no action: shoot"}


def offer_removals(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    for pay in PAYS:
        shake = o.ShakeOff(unit.id, pay)
        if refuse_shake(state, unit, shake) is None:
            yield Pick(f"Shake a terror drone off ({SHAKE}%, {pay} action)", shake, RULE)
    ridden = [each for each in state.standing(unit.seat) if each.id != unit.id and state.riders(each.id)]
    for friend in ridden:
        pull = o.PullOff(unit.id, friend.id)
        if refuse_pull(state, unit, pull) is None:
            yield Pick(f"Pull a terror drone off the {state.machine(friend.id).name}", pull, RULE)
    if ridden:
        yield from _shots(state, unit, ridden)


def _shots(state: State, unit: Unit, ridden: list[Unit]) -> Iterator[Option]:
    for pay, volleys in _volleys(state, unit).items():
        for volley in volleys:
            for friend in ridden:
                order = o.ShootOff(unit.id, volley, friend.id, pay)
                if refuse_shoot(state, unit, order) is None:
                    name = volley_name(state, unit, volley)
                    yield Pick(f"{_FIRST[pay]} drones off the {state.machine(friend.id).name}: {name}", order, RULE)


def _volleys(state: State, unit: Unit) -> dict[str, list[Volley]]:
    """What could be fired, by what it costs."""
    found: dict[str, list[Volley]] = {AUX: aux_volleys(state, unit)}
    if payment(unit, "attack"):
        found["attack"] = list(legal_volleys(state, unit))
    if payment(unit, "commander"):
        found["commander"] = [each for each in legal_volleys(state, unit) if is_pintle_shot(state, unit, each)]
    return found
