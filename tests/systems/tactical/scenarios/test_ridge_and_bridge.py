"""4.3.1, 4.3.2: King of the Ridge and Pressure Point: who holds what for how long, and who comes later."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.damage.condition import POWER
from gearlock.systems.tactical.damage.structures import fallen, part_at, resolve_structure_damage
from gearlock.systems.tactical.deployment import Deploy, refuse_deploy
from gearlock.systems.tactical.flow import resolve_round, step
from gearlock.systems.tactical.ground_targets import Demolish, PointFired
from gearlock.systems.tactical.printed_scenarios import the_six as bridge
from gearlock.systems.tactical.printed_scenarios import the_six as ridge
from gearlock.systems.tactical.printed_scenarios.in_play import (
    Forfeited,
    ReinforcementRolled,
    SquadronDelayed,
    is_eve,
    offer_digging_in,
    offer_keeping_back,
    refuse_digging_in,
    refuse_keep_back,
    resolve_arrivals,
    resolve_digging_in,
    resolve_eve,
    resolve_round_ends,
    watch,
)
from gearlock.systems.tactical.printed_scenarios.the_six import BeginHullDown, KeepBack
from gearlock.systems.tactical.state import HULL_DOWN, LEFT, RESERVE, STATIONARY, TOP, WAITING, Activation, State
from gearlock.systems.tactical.support.buying import CallAnswered
from gearlock.systems.tactical.victory_points import ReinforcementBought
from systems.tactical.scenarios.scenes import destroy, judged, of, put, scene
from systems.tactical.tables import mils, play

RIDGE, GAP = (36.0, 33.0), (36.0, 26.5)


def on_the_ridge(red: int = 0, blue: int = 0) -> State:
    state = scene("king-of-the-ridge")
    for seat, count in (("red", red), ("blue", blue)):
        for number, unit in enumerate(of(state, seat)[:count]):
            put(state, unit, 30 + 2 * number, 33 if seat == "red" else 35)
    return state


def ends_a_round(state: State, *dice: tuple[int, ...]) -> bool:
    return bool(play(state, resolve_round_ends, *dice).value)


@pytest.mark.rule("tactical.4.3.1")
def test_the_south_wins_alone_on_the_ridge_after_three_rounds_in_a_row() -> None:
    state = on_the_ridge(red=1)
    assert not ends_a_round(state)
    assert not ends_a_round(state)
    assert judged(state) is None
    blue = put(state, of(state, "blue")[0], *RIDGE)
    ends_a_round(state)
    assert state.points[ridge.ALONE] == 0, "contested: they count anew"
    put(state, blue, 2, 46)
    for over in (False, False, True):
        assert ends_a_round(state) is over
    assert judged(state) == ("red", 4, 0)
    state.points[ridge.CAME] = 8
    assert judged(state) == ("red", 6, 0), "the Mammoth had come"


@pytest.mark.rule("tactical.4.3.1")
def test_only_units_that_work_hold_the_ridge() -> None:
    state = on_the_ridge(red=1, blue=1)
    assert ridge.rounds_alone(state) == 0
    destroy([of(state, "blue")[0]])
    assert ridge.rounds_alone(state) == 1
    of(state, "red")[0].crew_lost = 9
    assert ridge.rounds_alone(state) == 0


@pytest.mark.rule("tactical.4.3.1")
def test_the_north_wins_on_the_ridge_after_the_last_round_or_against_nobody() -> None:
    state = on_the_ridge(blue=1)
    assert state.rounds == 15
    state.round = 15
    assert judged(state) is None
    state.finished = True
    assert judged(state) == ("blue", 0, 4)
    put(state, of(state, "blue")[0], 2, 46)
    assert judged(state) == ("", 0, 0), "neither has done what it had to"
    state.finished = False
    for unit in of(state, "red"):
        unit.status = LEFT
    assert judged(state) == ("blue", 0, 4)


@pytest.mark.rule("tactical.4.3.1")
def test_the_south_wins_when_no_northern_vehicle_can_move() -> None:
    state = scene("king-of-the-ridge")
    destroy(of(state, "blue")[1:])
    last = of(state, "blue")[0]
    assert judged(state) is None
    last.harm[POWER] = 1
    assert judged(state) == ("red", 4, 0), "immobilised, destroyed: the Mammoth that has not come does not count"
    last.harm.clear()
    last.status = LEFT
    assert judged(state) == ("red", 4, 0), "retreated"
    destroy(of(state, "red"))
    assert judged(state) == ("", 0, 0)


@pytest.mark.rule("tactical.4.3.1")
@pytest.mark.parametrize(
    ("now", "face", "comes"), [(6, 3, False), (6, 4, True), (7, 2, False), (7, 3, True), (8, 2, True)]
)
def test_the_mammoth_comes_on_four_and_one_more_each_round(now: int, face: int, comes: bool) -> None:
    state = on_the_ridge(blue=1)
    state.round = now - 1
    state.points |= {ridge.ROLLING: 1} if now > 6 else {}
    played = play(state, resolve_round, (face,))
    (rolled,) = played.of(ReinforcementRolled)
    assert (bool(rolled.units), rolled.bonus, bool(state.points.get(ridge.CAME))) == (comes, now - 6, comes)
    assert state.phase == ("arrivals" if comes else "declaration")


@pytest.mark.rule("tactical.4.3.1")
def test_no_die_is_rolled_before_round_six_or_without_anybody_on_the_ridge_then() -> None:
    state = on_the_ridge(blue=1)
    state.round = 4
    assert not play(state, resolve_round).rolls
    put(state, of(state, "blue")[0], 2, 46)
    assert not play(state, resolve_round).rolls, "round six, and the last one has left the ridge"
    put(state, of(state, "blue")[0], *RIDGE)
    assert not play(state, resolve_round).rolls, "coming back in round seven is too late"


@pytest.mark.rule("tactical.4.3.1")
def test_the_mammoth_enters_at_the_northern_edge_as_a_group_of_its_own() -> None:
    state = on_the_ridge(blue=1)
    state.round = 5
    play(state, resolve_round, (6,))
    mammoth = next(unit for unit in state.units.values() if unit.status == WAITING)
    ask = Ask("blue", "deploy", mammoth.id)
    for y, code in ((47.0, ""), (44.0, "zone"), (2.0, "zone")):
        found = refuse_deploy(state, ask, Deploy(mammoth.id, mils(60), mils(y), 2700))
        assert (found.code if found else "") == code
    played = play(state, resolve_arrivals, answer=lambda _s, _a: Deploy(mammoth.id, mils(60), mils(47), 2700))
    assert (mammoth.is_fielded, mammoth.actions) == (True, 2)
    play(played.state, resolve_arrivals)
    assert (state.phase, state.group, state.turn) == ("declaration", 0, "")


@pytest.mark.rule("tactical.4.3.1")
def test_the_north_begins_on_the_ridge_hull_down_if_it_likes() -> None:
    state = on_the_ridge(blue=2)
    edge, inside = of(state, "blue")[:2]
    put(state, edge, 36, 29.3)
    put(state, inside, 33, 33.5)
    edge.went = "combat"
    ask = Ask("blue", "dig in")
    order = BeginHullDown(edge.id, "elevation change")
    assert refuse_digging_in(state, ask, order) is None
    assert refuse_digging_in(state, ask, BeginHullDown(inside.id, "elevation change")) is not None
    assert refuse_digging_in(state, Ask("red", "dig in"), order) is not None
    assert order in [option.order for option in offer_digging_in(state, ask)]
    play(state, resolve_digging_in, answer=lambda _s, _a: order)
    assert (edge.token(HULL_DOWN), edge.went, edge.moved, state.turn) == (1, STATIONARY, 0, "blue")
    assert refuse_digging_in(state, ask, order) is not None, "it has its position"
    edge.tokens.clear()
    edge.speed = TOP
    assert refuse_digging_in(state, ask, order) is not None
    play(state, resolve_digging_in)
    assert state.phase == "round"


@pytest.mark.rule("tactical.4.3.2")
def test_the_north_says_which_squadron_is_late_and_it_counts_as_still_to_come() -> None:
    state = scene("pressure-point")
    for unit in state.units.values():
        unit.status = WAITING
    state.round, state.phase = 0, "command"
    ask = Ask("blue", "who is late")
    assert refuse_keep_back(state, ask, KeepBack(3)) is not None
    assert len(list(offer_keeping_back(state, ask))) == 2
    played = play(state, resolve_eve, answer=lambda _s, _a: KeepBack(2))
    assert played.of(SquadronDelayed) == [SquadronDelayed("blue", 2)]
    assert {unit.status for unit in state.units.values() if (unit.seat, unit.group) == ("blue", 2)} == {RESERVE}
    assert not is_eve(state)


def late() -> State:
    state = scene("pressure-point")
    SquadronDelayed("blue", 2).change(state)
    return state


@pytest.mark.rule("tactical.4.3.2")
@pytest.mark.parametrize(
    ("now", "face", "comes"), [(4, 4, False), (4, 5, True), (5, 3, False), (5, 4, True), (8, 1, True)]
)
def test_the_late_squadron_comes_on_five_and_one_more_each_round(now: int, face: int, comes: bool) -> None:
    state = late()
    state.round = now
    play(state, resolve_round_ends, (face,))
    assert {unit.status for unit in state.units.values() if unit.group == 2 and unit.seat == "blue"} == {
        WAITING if comes else RESERVE
    }
    play(state, resolve_round)
    assert (state.phase, state.turn) == (("arrivals", "blue") if comes else ("declaration", ""))


@pytest.mark.rule("tactical.4.3.2")
def test_it_comes_by_any_edge_on_its_own_side_of_the_chasm() -> None:
    state = late()
    state.round = 3
    assert not play(state, resolve_round_ends).rolls, "not before the end of round four"
    state.round = 4
    play(state, resolve_round_ends, (6,))
    unit = next(unit for unit in state.units.values() if unit.status == WAITING)
    for x, y, code in ((1, 40, ""), (71, 27, ""), (30, 45.6, ""), (1, 20, "zone"), (30, 40, "zone")):
        found = refuse_deploy(state, Ask("blue", "deploy"), Deploy(unit.id, mils(x), mils(y), 2700))
        assert (found.code if found else "") == code, (x, y)


@pytest.mark.rule("tactical.4.3.2")
def test_half_of_the_force_across_for_four_rounds_wins() -> None:
    state = scene("pressure-point")
    for number, unit in enumerate(of(state, "red")[:4]):
        put(state, unit, 30 + 2 * number, 30)
    ends_a_round(state)
    assert state.points[bridge.ACROSS + "red"] == 0, "four of ten are less than half"
    put(state, of(state, "red")[4], 40, 30)
    for over in (False, False, False, True):
        assert ends_a_round(state) is over
    assert judged(state) == ("red", 4, 0)
    put(state, of(state, "red")[4], 36, 24)
    state.points.pop(bridge.ACROSS + "red")
    assert not bridge.is_across(state, "red"), "on the bridge is not across it"


@pytest.mark.rule("tactical.4.3.2", "tactical.4.2.2-spending")
def test_who_was_called_in_is_no_part_of_the_half_that_has_to_be_across() -> None:
    state = scene("pressure-point")
    force = of(state, "red")
    for number, unit in enumerate(force[:4]):
        put(state, unit, 30 + 2 * number, 30)
    ReinforcementBought("red", force[0].card.id, 4, 301).change(state)
    called = list(state.units.values())[-1]
    put(state, called, 40, 30)
    assert not bridge.is_across(state, "red"), "four of the ten it took the field with"
    put(state, force[4], 44, 30)
    assert bridge.is_across(state, "red")


@pytest.mark.rule("tactical.4.3.2")
def test_the_north_wins_in_the_same_way_and_both_at_once_is_a_draw() -> None:
    state = scene("pressure-point")
    state.points[bridge.ACROSS + "blue"] = 4
    assert judged(state) == ("blue", 0, 4)
    state.points[bridge.ACROSS + "red"] = 4
    assert judged(state) == ("", 0, 0)
    state.points |= {bridge.ACROSS + "red": 3, bridge.ACROSS + "blue": 3}
    assert judged(state) is None
    state.finished = True
    assert judged(state) == ("", 0, 0)


@pytest.mark.rule("tactical.4.3.2")
def test_no_enemy_left_wins_but_a_squadron_that_is_late_is_still_to_be_beaten() -> None:
    state = late()
    destroy(of(state, "blue"))
    assert judged(state) is None
    destroy(unit for unit in state.units.values() if unit.seat == "blue")
    assert judged(state) == ("red", 4, 0)
    state = scene("pressure-point")
    for unit in of(state, "red"):
        unit.status = LEFT
    assert judged(state) == ("blue", 0, 4)


@pytest.mark.rule("tactical.4.3.2")
def test_who_fires_on_the_bridge_loses_and_fire_that_strays_there_does_not_count() -> None:
    state = scene("pressure-point")
    shooter = of(state, "blue")[0].id
    assert not fires_at(state, shooter, 27)
    play(state, lambda ctx: resolve_structure_damage(ctx, "bridge:1", 30, shooter))
    assert judged(state) is None, "hit by accident"
    assert fires_at(state, shooter, 24) == [Forfeited("blue", "has fired on the bridge")]
    assert judged(state) == ("red", 4, 0)


def fires_at(state: State, shooter: str, y: float) -> list[Forfeited]:
    """A shot at a point of the road, and what the scenario says to it."""

    def shot(ctx: Ctx[State]) -> None:
        ctx.emit(PointFired(shooter, "LAC", mils(36), mils(y), 0, 0, ""))
        watch(ctx)

    return play(state, shot).of(Forfeited)


@pytest.mark.rule("tactical.4.3.2")
def test_an_order_to_fire_on_the_bridge_is_taken_and_ends_the_battle() -> None:
    state = scene("pressure-point")
    unit = put(state, of(state, "red")[0], 36, 20)
    unit.facing, state.activation = 900, Activation(unit.id, STATIONARY, "W")
    gun = next(mount.id for mount in unit.card.weapons if mount.weapon.base)
    order = Demolish(unit.id, gun, mils(36), mils(24))
    play(state, step, (3, 2), answer=lambda _s, _a: order)
    assert state.structures
    assert judged(state) == ("blue", 0, 4)


@pytest.mark.rule("tactical.4.3.2")
def test_the_chasm_is_five_inches_deep_and_three_wide_and_the_bridge_leads_over_it() -> None:
    state = scene("pressure-point")
    heights = {y: state.ground.elevation(mils(10), mils(y)) for y in (22.4, 22.6, 25.4, 25.6)}
    assert heights == {22.4: mils(5), 22.6: 0, 25.4: 0, 25.6: mils(5)}
    assert state.ground.elevation(mils(36), mils(24)) == mils(5)
    assert (state.switches["weather"], state.switches["time of day"]) == ("heavy rain", "day")


@pytest.mark.rule("tactical.4.3.2")
def test_a_shot_that_brings_the_bridge_down_and_a_salvo_called_onto_it_count_too() -> None:
    state = scene("pressure-point")
    shooter = of(state, "blue")[0].id
    x, y = mils(36), mils(24)
    part = next(piece.id for piece in state.ground.pieces_at(x, y) if bridge.is_part_of_bridge(piece))
    state.ground = fallen(state.ground, part_at(state.ground.piece(part), x, y))
    assert bridge.who_fired_on_it(state, [PointFired(shooter, "LAC", x, y, 0, 0, "")]) == "blue"
    for heard, seat in ((True, "blue"), (False, "")):
        assert bridge.who_fired_on_it(state, [CallAnswered(shooter, "light", x, y, 0, heard)]) == seat
