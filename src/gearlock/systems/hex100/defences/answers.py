"""Interceptors and smoke: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.systems.hex100.defences import orders as o
from gearlock.systems.hex100.defences.interceptors import is_ward, refuse_ward
from gearlock.systems.hex100.defences.smoke import refuse_smoke, smoke_launchers
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.state import State, Unit


def offer_wards(state: State, unit: Unit) -> Iterator[Option]:
    """Guns turned against incoming shots, and smoke."""
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
