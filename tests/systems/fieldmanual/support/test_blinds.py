"""Blinds: one model gets in from the open side, and is Hull Down behind it, but only towards its own front."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.systems.fieldmanual.advice.survey import fields
from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.lock_and_cover.lock import hull_down_minimum
from gearlock.systems.fieldmanual.state import HULL_DOWN, State
from gearlock.systems.fieldmanual.transports import Embark, refuse_embark, resolve_embark
from systems.fieldmanual.tables import activate, mils, play, put, table


def blind(card: str = "jager", **more: object) -> State:
    state = table()
    put(state, "red-asset-1", "blind", 30, 20, 90, group=0, band="stationary", actions=0)
    unit = put(state, "red-1", card, 30, 18.5, 90, **more)
    unit.y = mils(20) - 1_000 - unit.card.radius
    activate(state, "red-1")
    return state


def code(state: State) -> str:
    refusal = refuse_embark(state, Embark("red-1", "red-asset-1"))
    return "" if refusal is None else refusal.code


@pytest.mark.rule("fieldmanual.asset-blind")
def test_one_model_of_size_14_or_less_gets_in_from_behind_without_an_action() -> None:
    state = blind()
    unit = state.units["red-1"]
    unit.actions = 0
    assert code(state) == ""
    unit.y = mils(20) + 1_500
    assert code(state) == "side", "its front is closed"
    unit.y = mils(20) - 1_500
    assert code(blind(stats={"size": 14})) == ""
    assert code(blind(stats={"size": 15})) == "size"
    other = put(state, "red-2", "jager", 30, 20, 90, carrier="red-asset-1")
    assert code(state) == "full"
    other.carrier = ""


@pytest.mark.rule("fieldmanual.asset-blind")
def test_hull_down_in_it_is_worth_4_against_the_front_and_nothing_from_behind() -> None:
    state = blind()
    unit = state.units["red-1"]
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-1", "red-asset-1")))
    assert (unit.carrier, unit.x, unit.y) == ("red-asset-1", mils(30), mils(20))
    unit.band, unit.tokens[HULL_DOWN] = "stationary", 1
    ahead, behind = put(state, "blue-1", "jager", 30, 40, 270), put(state, "blue-2", "jager", 30, 2, 90)
    assert hull_down_minimum(state, ahead, unit) == 4
    assert hull_down_minimum(state, behind, unit) == 0
    unit.tokens.pop(HULL_DOWN)
    assert hull_down_minimum(state, ahead, unit) == 0


@pytest.mark.rule("fieldmanual.asset-blind")
def test_the_turret_of_a_tank_in_it_fires_ahead_alone() -> None:
    state = blind("aller", band="stationary")
    unit = state.units["red-1"]
    gun = next(mount.id for mount in unit.card.weapons if mount.arc == "T")
    put(state, "blue-1", "jager", 45, 20, 180)
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-1", "red-asset-1")))
    unit.band = "stationary"
    assert refuse_attack(state, Attack("red-1", gun, "blue-1")) is None
    unit.tokens[HULL_DOWN] = 1
    refusal = refuse_attack(state, Attack("red-1", gun, "blue-1"))
    assert refusal is not None
    assert refusal.code == "arc"


@pytest.mark.rule("fieldmanual.asset-blind", "fieldmanual.rof-spray")
def test_the_arc_that_is_told_and_drawn_is_the_one_it_has_there() -> None:
    state = blind("aller", band="stationary")
    unit = state.units["red-1"]
    gun = next(mount.id for mount in unit.card.weapons if mount.arc == "T")
    put(state, "blue-1", "jager", 45, 20, 180)
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-1", "red-asset-1")))
    unit.band, unit.tokens[HULL_DOWN] = "stationary", 1
    aside = Attack("red-1", gun, "blue-1")
    for order in (aside, Attack("red-1", gun, x=mils(45), y=mils(20), spray=1)):
        refusal = refuse_attack(state, order)
        if order is aside or refusal is None or refusal.code != "rof":
            assert refusal is not None
            assert refusal.code == "arc"
            assert "Fixed Forward arc: Hull Down in the Blind, the turret fires ahead only" in refusal.message
    drawn = fields(state, "red", "red-1", None)
    assert not isinstance(drawn, Refusal)
    (field,) = [each for each in drawn if each.weapon == gun]
    assert field.half == 450
    unit.tokens.pop(HULL_DOWN)
    whole = fields(state, "red", "red-1", None)
    assert not isinstance(whole, Refusal)
    assert [each.half for each in whole if each.weapon == gun] == [1800]
