"""16.2c: off-board units: standby, ranges, cover and skill of shots by and at them, going elsewhere, coming in."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, Sight, SnapFire, loaded, refuse_bearing
from gearlock.systems.blitz.attacks.exchange import Trigger, may_answer
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.deployment.deploying import may_reposition
from gearlock.systems.blitz.deployment.zones import Reposition
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.cover import look_at
from gearlock.systems.blitz.state import BRACED, FIELDED, GONE, OFF_BOARD, STANDBY, State
from systems.blitz.fieldwork import model
from systems.blitz.stage import asked, at, give, moment, play_to, refused, secret, story


def beyond(state: State, name: str, x: float, far: float, *knows: str, **more: Any) -> None:
    """A model beyond the southern edge for red, the northern one for blue."""
    seat = name.split("-")[0]
    y = 0.5 if seat == "red" else state.ground.height / 1000 - 0.5
    at(state, name, x, y, status=OFF_BOARD, arrival="off-board support", **more)
    state.facts[f"distance:{name}"] = secret(str(round(far * 1000)), *(knows or (seat,)))


def flat(state: State) -> None:
    state.ground = state.ground.changed(without=tuple(piece.id for piece in state.ground.pieces))
    state.switches = {**state.switches, "weather": "sunshine"}


@pytest.mark.rule("blitz.16.2c", "blitz.2.7-between-models")
def test_range_is_the_distance_on_the_table_and_the_noted_one() -> None:
    def lay(state: State) -> None:
        flat(state)
        beyond(state, "red-1", 20, 40)
        at(state, "blue-1", 20, 21.5)

    state = moment(lay, phase="initiative").state
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert distance_between(state, red, blue) == 60_000
    assert distance_between(state, blue, red) == 20_000, "nobody told blue"
    state.facts["distance:red-1"] = secret("40000", "red", "blue")
    assert distance_between(state, blue, red) == 60_000


@pytest.mark.rule("blitz.16.2c", "blitz.11.2")
def test_no_blow_reaches_them_from_where_they_are_shown() -> None:
    def lay(state: State) -> None:
        flat(state)
        beyond(state, "red-1", 20, 6, "red", "blue")
        at(state, "blue-1", 20, 1.5)

    state = moment(lay, phase="initiative").state
    for unit, target in (("blue-1", "red-1"), ("red-1", "blue-1")):
        sight = Sight(state, state.units[unit], state.units[target])
        refusal = refuse_bearing(sight, state.units[unit].line.weapons["LVB"], any_arc=True)
        assert refusal is not None
        assert refusal.code == "range"


@pytest.mark.rule("blitz.16.2c", "blitz.9.3", "blitz.6.2")
def test_no_wreck_of_theirs_lies_on_the_table() -> None:
    """They take no space at the edge, so that another model may stand where they are shown."""

    def lay(state: State) -> None:
        flat(state)
        beyond(state, "red-1", 20, 6, "red", "blue")
        at(state, "red-2", 20, 0.5)

    state = moment(lay, phase="initiative").state
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    hurt(ctx, Wound("red-1", "blue-1", "LAC", 5))
    assert (state.units["red-1"].status, state.units["red-1"].structure) == (OFF_BOARD, 1)
    hurt(ctx, Wound("red-1", "blue-1", "LAC", 1))
    assert state.units["red-1"].status == GONE
    assert [unit.id for unit in state.standing() if unit.seat == "red" and unit.y == 500] == ["red-2"]


@pytest.mark.rule("blitz.16.2c")
def test_shots_by_and_at_them_are_one_worse_and_they_are_braced_in_light_cover() -> None:
    def lay(state: State) -> None:
        flat(state)
        beyond(state, "red-1", 20, 6, "red", "blue")
        at(state, "blue-1", 20, 10)
        at(state, "blue-2", 22, 10)

    state = moment(lay, phase="initiative").state
    red, blue = state.units["red-1"], state.units["blue-1"]
    gun = loaded(blue, "LAC")
    assert red.line.gun == blue.line.gun == 4
    assert duel_of(state, Use(gun), Pair(state, blue, red, gun)).pools.attack_step == 5
    assert duel_of(state, Use(gun), Pair(state, red, blue, gun)).pools.attack_step == 5
    assert duel_of(state, Use(gun), Pair(state, blue, state.units["red-2"], gun)).pools.attack_step == 4
    assert red.stance == BRACED
    assert look_at(state, blue, red).adjacent == 1
    assert look_at(state, red, blue).adjacent == 0


@pytest.mark.rule("blitz.16.2c")
def test_their_actions_are_standby_tokens_and_they_do_not_activate() -> None:
    def lay(state: State) -> None:
        state.round = 0
        beyond(state, "red-1", 20, 30)

    battle = play_to(moment(lay, phase="setup"), "activate")
    unit = battle.state.units["red-1"]
    assert (unit.actions, unit.token(STANDBY)) == (0, unit.line.actions)
    assert not [o for o in battle.options(battle.waiting_for()[0]) if getattr(o.order, "unit", "") == "red-1"]


@pytest.mark.rule("blitz.16.2c", "blitz.10.3")
def test_they_answer_by_standby_within_detection_counted_to_where_they_are() -> None:
    def lay(state: State) -> None:
        flat(state)
        beyond(state, "red-1", 20, 4, tokens={STANDBY: 1})
        beyond(state, "red-2", 22, 5.001, tokens={STANDBY: 1})
        at(state, "blue-1", 20, 9.5)
        at(state, "blue-2", 22, 9.0)

    state = moment(lay, phase="initiative").state
    assert may_answer(state, state.units["red-1"], Trigger(("blue-1",)))
    assert not may_answer(state, state.units["red-2"], Trigger(("blue-2",)))
    assert may_answer(state, state.units["red-2"], Trigger(("blue-2",), ("red-2",)))


def shooting(far: float, *knows: str) -> Battle[State]:
    """Blue's Hunter, active, 8 in from a red one that is so far beyond the edge."""

    def lay(state: State) -> None:
        flat(state)
        state.turn = "blue"
        beyond(state, "red-1", 20, far, *knows, tokens={STANDBY: 1})
        at(state, "blue-1", 20, 9.5, used=False, actions=1, facing=2700)
        for unit in state.units.values():
            unit.tokens.pop("command points", None)

    battle = play_to(moment(lay, phase="action"), "activate")
    option = next(o for o in battle.options("blue") if "combat" in o.label)
    return give(battle, option.order)


@pytest.mark.rule("blitz.16.2c", "blitz.2.7")
def test_a_target_whose_distance_is_secret_is_measured_when_it_is_declared() -> None:
    battle = shooting(60)
    shot = Attack("blue-1", "LAC", ("red-1",))
    assert refused(battle, shot) == "", "for all blue knows it may be near"
    give(battle, shot)
    unit = battle.state.units["blue-1"]
    assert (unit.actions, unit.fired) == (1, [])
    assert battle.state.facts["distance:red-1"].knows == ("red", "blue")
    assert "60 in beyond the table's edge" in story(battle, "blue")
    assert refused(battle, shot) == "range"


@pytest.mark.rule("blitz.16.2c")
def test_a_target_in_range_is_attacked_and_may_answer() -> None:
    battle = shooting(4)
    give(battle, Attack("blue-1", "LAC", ("red-1",)))
    assert (asked(battle).kind, asked(battle).unit) == ("snap", "red-1")
    give(battle, SnapFire("red-1", "LAC", "blue-1"))
    play_to(battle, "act", "activate")
    assert battle.state.units["red-1"].fired == ["LAC"]
    assert not battle.state.units["red-1"].token(STANDBY)


def elsewhere(far: float, **more: Any) -> Battle[State]:
    def lay(state: State) -> None:
        beyond(state, "red-1", 20, far, tokens={STANDBY: 1}, **more)

    return moment(lay)


@pytest.mark.rule("blitz.16.2c", "blitz.16.1a")
def test_who_has_not_fired_may_go_along_the_edge_and_two_moves_nearer_or_farther() -> None:
    battle = elsewhere(30)
    assert (asked(battle).kind, asked(battle).seat) == ("reposition", "red")
    assert refused(battle, Reposition("red-1", 25_000, 500, 0)) == ""
    assert refused(battle, Reposition("red-1", 25_001, 500, 0)) == "along"
    assert refused(battle, Reposition("red-1", 20_000, 5_000, 0)) == "edge"
    assert refused(battle, Reposition("red-1", 20_000, 500, -10)) == ""
    assert refused(battle, Reposition("red-1", 20_000, 500, -11)) == "moves"
    assert refused(battle, Reposition("red-1", 20_000, 500, 11)) == "moves"
    give(battle, Reposition("red-1", 22_000, 500, -10))
    unit = battle.state.units["red-1"]
    assert (unit.x, unit.status) == (22_000, OFF_BOARD)
    assert battle.state.facts["distance:red-1"].value == "20000"
    assert "20 in away now" in story(battle, "red")
    assert "20 in" not in story(battle, "blue")


@pytest.mark.rule("blitz.16.2c")
@pytest.mark.parametrize(("far", "status"), [(10.0, FIELDED), (8.5, FIELDED), (10.001, OFF_BOARD)])
def test_at_no_distance_it_has_entered_the_table(far: float, status: str) -> None:
    battle = elsewhere(far)
    give(battle, Reposition("red-1", 20_000, 500, -10))
    assert battle.state.units["red-1"].status == status
    assert ("distance:red-1" in battle.state.facts) is (status == OFF_BOARD)
    assert ("comes onto the table" in story(battle, "blue")) is (status == FIELDED)


@pytest.mark.rule("blitz.16.2c")
def test_coming_in_needs_room() -> None:
    def lay(state: State) -> None:
        beyond(state, "red-1", 20, 5, tokens={STANDBY: 1})
        at(state, "blue-1", 20.5, 0.5)

    battle = moment(lay)
    assert refused(battle, Reposition("red-1", 20_000, 500, -5)) == "overlap"
    assert refused(battle, Reposition("red-1", 22_000, 500, -5)) == ""


@pytest.mark.rule("blitz.16.2c", "blitz.16.1a")
def test_who_has_fired_stays() -> None:
    assert asked(elsewhere(30, fired=["LAC"])).kind != "reposition"


@pytest.mark.rule("blitz.16.2c")
def test_a_distance_that_was_known_is_secret_again_once_it_has_changed() -> None:
    battle = elsewhere(30)
    battle.state.facts["distance:red-1"] = secret("30000", "red", "blue")
    give(battle, Reposition("red-1", 20_000, 500, 5))
    assert battle.state.facts["distance:red-1"].knows == ("red",)
    give_up = elsewhere(30)
    give(give_up, Decline())
    assert give_up.state.facts["distance:red-1"].value == "30000"


@pytest.mark.rule("blitz.16.2c")
@pytest.mark.parametrize(
    ("change", "may"),
    [({}, True), ({"move": 0}, False), ({"fired": ["LAC"]}, False), ({"tokens": {"haywire": 9}}, False)],
)
def test_who_may_go_elsewhere(change: dict[str, Any], may: bool) -> None:
    assert may_reposition(model("red", status=OFF_BOARD, **change)) is may
