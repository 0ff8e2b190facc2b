"""Interceptors, smoke, mines and special armour: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.systems.hex100.warding import orders as o
from gearlock.systems.hex100.warding.interceptors import is_ward, refuse_ward
from gearlock.systems.hex100.warding.launcher import (
    launcher_options,
)
from gearlock.systems.hex100.warding.siege import (
    siege_options,
)
from gearlock.systems.hex100.warding.smoke import refuse_smoke, smoke_launchers

FEARED_SHOT = 0.01
"""What being ready to stop a shot is worth while an enemy with such shots is in sight."""


def offer_wards(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    guns = [token for token in state.scene.loadouts[unit.id].tokens if _is_ward(state, unit, token)]
    for weapons in (*((gun,) for gun in guns), *combinations(guns, 2)):
        order = o.Ward(unit.id, weapons)
        if refuse_ward(state, unit, order) is None:
            names = " and ".join(_gun_name(state, unit, gun) for gun in weapons)
            rule = "hex100.aegis-mode" if _reaches_others(state, unit, weapons[0]) else "hex100.point-defence-turret"
            yield Pick(f"Turn the {names} against incoming shots", order, rule)
    for launcher in smoke_launchers(state, unit):
        lay = o.LaySmoke(unit.id, launcher)
        if refuse_smoke(state, unit, lay) is None:
            yield Pick("Lay smoke in all adjacent hexes", lay, "hex100.smoke-launcher")
            break  # One launcher is as good as another.
    yield from siege_options(state, unit)
    yield from launcher_options(state, unit)


def _is_ward(state: State, unit: Unit, token: str) -> bool:
    found = find_weapon(state, unit, token)
    return found is not None and is_ward(found[0])


def _reaches_others(state: State, unit: Unit, token: str) -> bool:
    found = find_weapon(state, unit, token)
    return found is not None and bool(found[1].effects.get("interceptor_reach"))


def _gun_name(state: State, unit: Unit, token: str) -> str:
    found = find_weapon(state, unit, token)
    assert found is not None, "only guns of the unit are offered"
    place = state.scene.loadouts[unit.id].twins.get(found[0].id)
    return f"{found[1].name} ({place})" if place else found[1].name


def offer_interceptions(state: State, ask: Ask) -> Iterator[Option]:  # noqa: ARG001 - one of the questions
    """Any number of shots up to what the interceptors can do, the most first."""
    for shots in range(int(ask.about[0]), 0, -1):
        label = f"Stop {shots} shot{'s' * (shots != 1)}"
        yield Pick(label, o.Intercept(ask.unit, shots), ask.rule)
    yield decline("Let them come", ask.rule)


def preview_ward(state: State, unit: Unit, order: o.Ward) -> Preview:
    """Worth something while an enemy in sight has large projectiles to send."""
    seen = (enemy for enemy, level in state.known[unit.seat].items() if level == SEEN)
    feared = any(_sends_large_projectiles(state, enemy) for enemy in seen)
    guns = (find_weapon(state, unit, token) for token in order.weapons)
    shots = sum(gun[1].effects.get("interceptor", 0) for gun in guns if gun is not None)
    note = f"Stops up to {shots} shots of large projectiles until your next phase; no attack with it in this turn."
    return Preview(gives=FEARED_SHOT * shots if feared else 0.0, notes=(note,))


def _sends_large_projectiles(state: State, unit_id: str) -> bool:
    mounts = state.machine(unit_id).mounts
    return any(weapon.has("large-projectile") for mount in mounts for weapon in mount.modes)
