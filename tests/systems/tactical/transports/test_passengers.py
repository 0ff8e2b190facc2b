"""2.6.3, 7.2: squads get in and out of transports."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.deployment import DeployAboard, offer_deployments, refuse_aboard, resolve_deployment
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.transports import Board, Disembark, seats_left
from systems.tactical.play import code, give, unit
from systems.tactical.tables import play, put, table

IN, OUT = Board("red-1", "red-2"), Disembark("red-1", "red-2", 21_600, 10_000)


def carrier(**more: Any) -> Position:
    """A Badger (Size 8, ten seats) and a squad of ten beside it."""
    head = {name: more.pop(name) for name in ("pace", "activation") if name in more}
    at, squad = more.pop("at", (21.5, 10)), more.pop("squad", "infantry-squad")
    rides = more.pop("rides", {})
    position = Position("tactical", active="red-1", map="48x48", **head)
    position.model("red-1", more.pop("model", "badger"), at=(20, 10), facing="north", **{"actions": 2, **more})
    position.model("red-2", squad, at=at, facing="north", **rides)
    return position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)


ABOARD = {"status": "aboard", "carrier": "red-1"}


@pytest.mark.rule("tactical.2.6.3", "tactical.7.2-passengers")
def test_an_action_brings_as_many_men_in_as_the_vehicle_has_size() -> None:
    battle = give(carrier().battle(), IN)
    assert (unit(battle).actions, unit(battle).tokens, unit(battle, "red-2").status) == (
        1,
        {"boarding:red-2": 8},
        "fielded",
    )
    give(battle, IN)
    squad = unit(battle, "red-2")
    assert (squad.status, squad.carrier, squad.x, unit(battle).tokens, unit(battle).actions) == (
        "aboard", "red-1", 20_000, {}, 0,
    )  # fmt: skip
    give(battle, Move("red-1", ((0, 2_000),)))
    assert (unit(battle, "red-2").y, seats_left(battle.state, unit(battle))) == (12_000, 0)


@pytest.mark.rule("tactical.2.6.3")
def test_who_drives_off_leaves_half_a_squad_behind() -> None:
    battle = give(carrier().battle(), IN, Move("red-1", ((0, 500),)))
    assert unit(battle).tokens == {}
    small = carrier(stats={"size": 10}).battle()
    assert unit(give(small, IN), "red-2").status == "aboard"


@pytest.mark.rule("tactical.2.6.3", "tactical.7.2-passengers")
def test_a_squad_gets_out_beside_the_vehicle() -> None:
    battle = give(carrier(rides=ABOARD, stats={"size": 10}).battle(), OUT)
    squad = unit(battle, "red-2")
    assert (squad.status, squad.carrier, squad.x, squad.y, unit(battle).actions) == ("fielded", "", 21_600, 10_000, 1)
    half = give(carrier(rides=ABOARD).battle(), OUT)
    assert (unit(half, "red-2").status, unit(half).tokens) == ("aboard", {"leaving:red-2": 8})
    assert unit(give(half, OUT), "red-2").status == "fielded"


@pytest.mark.rule("tactical.7.2-passengers", "tactical.2.6.3")
def test_who_cannot_get_in() -> None:
    assert code(carrier(at=(22.25, 10)).battle(), IN) == ""
    assert code(carrier(at=(22.26, 10)).battle(), IN) == "far"
    assert code(carrier(actions=0).battle(), IN) == "actions"
    assert code(carrier(stats={"perks": {"Passenger Seating": 9}}).battle(), IN) == "seats"
    assert code(carrier(model="aller", at=(22, 10)).battle(), IN) == "seats"
    assert code(carrier(speed="top", pace="top").battle(), IN) == "top"
    assert code(carrier(squad="hunter").battle(), IN) == "squad"
    assert code(carrier().battle(), Board("red-1", "blue-1")) == "squad"
    assert code(carrier(rides=ABOARD).battle(), IN) == "squad"


@pytest.mark.rule("tactical.7.2-passengers", "tactical.2.6.3")
@pytest.mark.parametrize(
    ("west", "top", "said"), [(21, 1, ""), (21, 1.9, ""), (21, 2, "far"), (15, 1, ""), (15, 2, "")]
)
def test_nobody_gets_in_over_a_cliff_and_a_plateau_is_none(west: float, top: float, said: str) -> None:
    position = carrier(at=(21.9, 10))
    position.piece("hill", (west, 5, 30, 15), top=top, footing=True)
    assert code(position.battle(), IN) == said


@pytest.mark.rule("tactical.7.2-passengers", "tactical.2.6.5-water")
def test_where_nobody_gets_out() -> None:
    position = carrier(rides=ABOARD)
    position.piece("water", (10, 11, 30, 20))
    battle = position.battle()
    assert code(battle, Disembark("red-1", "red-2", 22_250, 10_000)) == ""
    assert code(battle, Disembark("red-1", "red-2", 22_251, 10_000)) == "far"
    assert code(battle, Disembark("red-1", "red-2", 20_500, 10_000)) == "room"
    assert code(battle, Disembark("red-1", "red-2", 20_000, 11_600)) == "ground"
    assert code(battle, Disembark("red-1", "red-2")) == "point"
    assert code(carrier().battle(), OUT) == "squad"


@pytest.mark.rule("tactical.7.2-passengers")
def test_a_squad_may_begin_the_battle_aboard() -> None:
    state = table()
    state.phase = "deployment"
    vehicle = put(state, "red-1", "aller", 20, 3, stats={"perks": {"Passenger Seating": 10}})
    put(state, "red-2", "rifle-squad", 0, 0, status="waiting")
    put(state, "red-3", "rifle-squad", 0, 0, status="waiting")
    question = Ask("red", "deploy")
    assert next(option.order for option in offer_deployments(state, question)) == DeployAboard("red-2", "red-1")
    assert refuse_aboard(state, question, DeployAboard("red-2", "red-1")) is None
    play(state, resolve_deployment, answer=lambda _state, _ask: DeployAboard("red-2", "red-1"))
    squad = state.units["red-2"]
    assert (squad.status, squad.carrier, squad.x) == ("aboard", "red-1", vehicle.x)
    full = refuse_aboard(state, question, DeployAboard("red-3", "red-1"))
    assert full is not None
    assert full.code == "seats"
    gone = refuse_aboard(state, question, DeployAboard("red-1", "red-1"))
    assert gone is not None
    assert gone.code == "unit"
    missing = refuse_aboard(state, question, DeployAboard("red-3", "red-9"))
    assert missing is not None
    assert missing.code == "carrier"
