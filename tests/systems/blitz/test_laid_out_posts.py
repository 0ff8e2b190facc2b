"""Positions: drones by the ids of the game, and the die that the Commanding Officer has."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.positions import Position
from gearlock.systems.blitz.drones import SendDrone
from gearlock.systems.blitz.orders import GiveOrder
from systems.blitz.field import thrown


def laid_out(**more: object) -> Position:
    position = Position("blitz", active="red-1", map="48x48", seed=3)
    position.model("red-1", "hunter", at=(10, 10), facing="north", **more)
    return position.model("blue-1", "hunter", at=(40, 40))


def with_drone(**more: object) -> Position:
    return laid_out(drones=["recon-drone"]).model("red-1-1", "recon-drone", at=(12, 10), **more)


def fault(position: Position) -> str:
    with pytest.raises(BadFile) as error:
        position.battle()
    return " ".join(finding.message for finding in error.value.findings)


@pytest.mark.rule("blitz.18.4")
@pytest.mark.parametrize("more", [{}, {"parent": "red-1"}])
def test_a_drone_lies_where_its_table_says_and_is_sent_by_its_controller(more: dict[str, str]) -> None:
    battle = with_drone(**more).battle()
    drone = battle.state.units["red-1-1"]
    assert (drone.parent, drone.status, drone.x, drone.y) == ("red-1", "fielded", 12_000, 10_000)
    assert battle.refuse("red", SendDrone("red-1", "red-1-1", "combat")) is None


def test_a_drone_needs_no_model_of_its_own() -> None:
    position = with_drone()
    del position.tables["model"][-1]["model"]
    assert position.battle().state.units["red-1-1"].line.id == "recon-drone"


def test_what_is_said_of_a_drone_agrees_with_its_controller() -> None:
    assert "no such drone" in fault(laid_out().model("red-1-1", "recon-drone", at=(12, 10)))
    assert "red-1-1 has the parent red-1" in fault(with_drone(parent="blue-1"))
    assert "say 'rank' of red-1" in fault(with_drone(rank="co"))
    assert "steers 1 drone at most" in fault(laid_out(drones=["recon-drone", "recon-drone"]))
    assert "No drone is called 'hunter'" in fault(laid_out(drones=["hunter"]))
    wrong = laid_out(drones=["recon-drone"]).model("red-1-1", "hunter", at=(12, 10))
    assert "red-1-1 has the model recon-drone" in fault(wrong)


@pytest.mark.rule("blitz.A.2.0")
@pytest.mark.parametrize(("ranks", "dice"), [({"rank": "co"}, 3), ({}, 3), ({"rank": "cgl"}, 2), ({"rank": "xo"}, 2)])
def test_the_commanding_officer_throws_a_die_more_for_orders(ranks: dict[str, str], dice: int) -> None:
    """If nobody has a rank the first is the Commanding Officer. Nobody else has the die."""
    battle = laid_out(**ranks).battle()
    assert battle.state.units["red-1"].trait("CMD") == dice - 2
    battle.answer("red", next(o.order for o in battle.options("red") if isinstance(o.order, GiveOrder)))
    assert thrown(battle, "order") == [dice]
