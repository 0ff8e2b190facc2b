"""18.5: transport, its passengers, and infantry in buildings."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack
from gearlock.systems.blitz.attacks.attack import secondary_targets
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import Damaged, Wound, hurt
from gearlock.systems.blitz.deployment.zones import DeployAboard
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.cover import look_at
from gearlock.systems.blitz.movement.terrain import Move
from gearlock.systems.blitz.rounds import Activate, EndActivation, RoundBegun
from gearlock.systems.blitz.state import FIELDED, GONE, RIDING, SET_DOWN, TOP_SPEED, WAITING, WRECK, State
from gearlock.systems.blitz.transport import Disembark, Embark, EnterBuilding, GetOut, room_for
from gearlock.table.terrain import Piece
from systems.blitz.fieldwork import (
    BRACED,
    COMBAT,
    EAST,
    WEST,
    activate,
    give,
    model,
    offered,
    piece,
    refused,
    run,
    table,
)

SQUAD, TEAM = "north-infantry-squad", "observation-infantry-team"


def beside(gap: float = 1.0, card: str = SQUAD, **changes: Any) -> State:
    """A squad that has moved up to so many inches from a carrier, which faces east."""
    carrier = model("red-c", "mastiff", 10)
    squad = model("red", card, 10, **changes)
    squad.y = 20_000 + carrier.line.radius + squad.line.radius + round(gap * 1000)
    return activate(table(carrier, squad, model("blue", "hunter", 40)), "red", begun=["I"])


def laden(posture: str = COMBAT, riders: int = 1, carrier: str = "mastiff", **changes: Any) -> State:
    units = [model("red-c", carrier, 10)]
    for number in range(riders):
        units.append(model(f"red-{number}", SQUAD, 10, status=RIDING, carrier="red-c", **changes))
    return activate(table(*units, model("blue", "hunter", 40)), "red-c", posture)


SPOT = (10_000, 22_000, EAST)


@pytest.mark.rule("blitz.18.5")
@pytest.mark.parametrize(("gap", "code"), [(1.0, ""), (1.001, "far")])
def test_one_gets_in_within_an_inch_by_completing_a_move(gap: float, code: str) -> None:
    state = beside(gap)
    assert refused(state, Embark("red", "red-c")) == code
    assert len(offered(state, Embark)) == (not code)
    if not code:
        give(state, Embark("red", "red-c"))
        unit = state.units["red"]
        assert (unit.status, unit.carrier, unit.x, unit.used) == (RIDING, "red-c", 10_000, True)
        assert state.activation is None


@pytest.mark.rule("blitz.18.5")
def test_who_has_not_moved_or_is_braced_does_not_get_in() -> None:
    state = beside()
    activate(state, "red")
    assert refused(state, Embark("red", "red-c")) == "no-move"
    assert refused(activate(state, "red", BRACED), Embark("red", "red-c")) == "no-move"
    assert refused(activate(state, "red", TOP_SPEED, begun=["I"]), Embark("red", "red-c")) == ""
    assert refused(activate(state, "red", begun=["I"]), Embark("red", "blue")) == "transport"


@pytest.mark.rule("blitz.trait.apc")
def test_an_apc_takes_one_squad_or_two_teams_a_point() -> None:
    state = laden(riders=0)
    carrier, squad, team = state.units["red-c"], model("red-a", SQUAD), model("red-b", TEAM)
    assert room_for(state, carrier, squad)
    state.units["red-b"] = model("red-b", TEAM, status=RIDING, carrier="red-c")
    assert not room_for(state, carrier, squad)
    assert room_for(state, carrier, team)
    state.units["red-d"] = model("red-d", TEAM, status=RIDING, carrier="red-c")
    assert not room_for(state, carrier, team)
    assert refused(beside(card="hunter"), Embark("red", "red-c")) == "kind"


@pytest.mark.rule("blitz.trait.hgc")
@pytest.mark.rule("blitz.trait.transport")
def test_gear_carriers_take_gears_and_an_outpost_gears_or_infantry() -> None:
    state = table(model("red-c", "barnaby-gear-transport", 10), model("red-o", "outpost", 20))
    gear, squad = model("red-g"), model("red-s", SQUAD)
    assert room_for(state, state.units["red-c"], gear)
    assert not room_for(state, state.units["red-c"], squad)
    outpost = state.units["red-o"]
    assert room_for(state, outpost, gear)
    assert room_for(state, outpost, squad)
    for number in range(2):
        assert room_for(state, outpost, gear)
        state.units[f"red-{number}"] = model(f"red-{number}", carrier="red-o")
        assert not room_for(state, outpost, squad), "one kind at a time"
    assert not room_for(state, outpost, gear)


@pytest.mark.rule("blitz.18.5")
def test_from_a_moving_transport_it_takes_an_action_and_ends_all_movement_for_the_round() -> None:
    state = laden()
    give(state, Disembark("red-c", "red-0", *SPOT))
    unit = state.units["red-0"]
    assert (unit.status, unit.carrier, unit.actions, unit.x, unit.y) == (FIELDED, "", 0, 10_000, 22_000)
    assert SET_DOWN in unit.tokens
    give(state, EndActivation("red-c"))
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    run(state, step(ctx), answers=[("activate", Activate("red-0", COMBAT))])
    assert refused(state, Move("red-0", "I", ((0, 1000),))) == "stopped"
    RoundBegun(2).change(state)
    assert SET_DOWN not in state.units["red-0"].tokens


@pytest.mark.rule("blitz.18.5")
def test_from_a_braced_transport_it_is_free() -> None:
    state = laden(BRACED)
    give(state, Disembark("red-c", "red-0", *SPOT))
    unit = state.units["red-0"]
    assert unit.actions == 1
    assert SET_DOWN not in unit.tokens


@pytest.mark.rule("blitz.18.5")
def test_without_an_action_nobody_gets_out_of_a_moving_transport() -> None:
    assert refused(laden(actions=0), Disembark("red-c", "red-0", *SPOT)) == "no-action"
    assert refused(laden(BRACED, actions=0), Disembark("red-c", "red-0", *SPOT)) == ""
    assert refused(laden(), Disembark("red-c", "blue", *SPOT)) == "passenger"


@pytest.mark.rule("blitz.18.5")
def test_passengers_stand_within_an_inch_on_ground_that_holds_them() -> None:
    state = laden()
    edge = 20_000 + state.units["red-c"].line.radius + state.units["red-0"].line.radius
    assert refused(state, Disembark("red-c", "red-0", 10_000, edge + 1000)) == ""
    assert refused(state, Disembark("red-c", "red-0", 10_000, edge + 1001)) == "far"
    assert refused(state, Disembark("red-c", "red-0", 10_000, 20_500)) == "overlap"
    assert refused(state, Disembark("red-c", "red-0", 10_000, 22_000, 3600)) == "facing"
    pond = piece("area", "", 5, 21, 15, 30, 0, props={"going": "impassable"})
    state.ground, state.notes = state.ground.changed(pond), {}
    assert refused(state, Disembark("red-c", "red-0", *SPOT)) == "impassable"


@pytest.mark.rule("blitz.18.5")
def test_at_top_speed_all_get_out_at_the_same_point() -> None:
    state = laden(TOP_SPEED, riders=2, carrier="hoplite")
    give(state, Disembark("red-c", "red-0", *SPOT))
    assert refused(state, Disembark("red-c", "red-1", 10_000, 18_000)) == ""
    give(state, Move("red-c", "G", ((0, 500),)))
    assert refused(state, Disembark("red-c", "red-1", 10_000, 18_000)) == "point"
    slow = laden(COMBAT, riders=2, carrier="hoplite")
    give(slow, Disembark("red-c", "red-0", *SPOT))
    give(slow, Move("red-c", "G", ((0, 500),)))
    assert refused(slow, Disembark("red-c", "red-1", 10_500, 18_000)) == ""


@pytest.mark.rule("blitz.18.5")
def test_passengers_go_where_the_transport_goes() -> None:
    state = laden()
    give(state, Move("red-c", "G", ((0, 3000),), last=True))
    assert state.units["red-0"].x == 13_000


def destroy(state: State, overkill: bool) -> None:
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    unit = state.units["red-c"]
    if overkill:
        hurt(ctx, Wound("red-c", "blue", "LAC", unit.line.bulk))
    else:
        hurt(ctx, Wound("red-c", "blue", "LAC", unit.line.bulk - 1))
        hurt(ctx, Wound("red-c", "blue", "LAC", 1))
    state.activation = None


@pytest.mark.rule("blitz.18.5")
def test_passengers_of_a_destroyed_transport_get_out_at_once_and_lose_their_actions() -> None:
    state = laden()
    destroy(state, overkill=False)
    assert state.units["red-c"].status == WRECK
    played = run(state, step(Ctx(state, BOOK.apply)), answers=[("get-out", GetOut("red-0", *SPOT))])
    assert played.asked == ["get-out"]
    assert not played.rolls
    unit = state.units["red-0"]
    assert (unit.status, unit.actions, unit.used) == (FIELDED, 0, False)
    run(state, step(Ctx(state, BOOK.apply)), answers=[("activate", Activate("red-0", COMBAT))])
    assert refused(state, Move("red-0", "I", ((0, 1000),))) == "", "movement is all that is left to it"


@pytest.mark.rule("blitz.18.5", "blitz.trait.autopilot")
def test_no_autopilot_gives_thrown_out_passengers_an_action_before_the_next_round() -> None:
    state = laden(traits=("Autopilot",))
    destroy(state, overkill=False)
    run(state, step(Ctx(state, BOOK.apply)), answers=[("get-out", GetOut("red-0", *SPOT))])
    ask = Ask("red", "activate")
    refusal = BOOK.refuse(state, ask, Activate("red-0", COMBAT, autopilot=True))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("autopilot", "blitz.18.5")
    orders = [option.order for option in BOOK.options(state, ask)]
    assert not any(order.autopilot for order in orders if isinstance(order, Activate))
    BOOK.apply(state, RoundBegun(2))
    assert BOOK.refuse(state, ask, Activate("red-0", COMBAT, autopilot=True)) is None


@pytest.mark.rule("blitz.18.5")
@pytest.mark.parametrize(("faces", "lives"), [((1, 2, 4), True), ((1, 2, 3), False)])
def test_from_an_overkilled_transport_a_test_decides(faces: tuple[int, ...], lives: bool) -> None:
    state = laden()
    destroy(state, overkill=True)
    dice = [("dangerous terrain test", faces)]
    played = run(state, step(Ctx(state, BOOK.apply)), dice, [("get-out", GetOut("red-0", *SPOT))] if lives else [])
    assert state.units["red-0"].status == (FIELDED if lives else GONE)
    assert len(played.of(Damaged)) == 0 or not lives


@pytest.mark.rule("blitz.18.5", "blitz.18.4")
@pytest.mark.parametrize("overkill", [True, False])
def test_no_drone_gets_out_of_an_overkilled_transport(overkill: bool) -> None:
    state = laden()
    state.units["red-d"] = model("red-d", "recon-drone", 10, parent="red-0", status=RIDING, carrier="red-c")
    destroy(state, overkill)
    run(
        state,
        step(Ctx(state, BOOK.apply)),
        [("dangerous terrain test", (6, 6, 6))],
        [("get-out", GetOut("red-0", *SPOT))],
    )
    assert state.units["red-0"].status == FIELDED
    assert state.units["red-d"].status == (GONE if overkill else FIELDED)


@pytest.mark.rule("blitz.18.5")
def test_who_left_a_fortification_gets_into_no_transport_in_the_same_activation() -> None:
    bunker = model("red-b", "bunker", 10, 24, group=0)
    inside = model("red", SQUAD, 10, 24, carrier="red-b")
    state = activate(table(bunker, inside, model("red-c", "mastiff", 10), model("blue", "hunter", 40)), "red")
    give(state, GetOut("red", 10_000, 22_100))
    give(state, Move("red", "I", ((0, 300),), last=True))
    assert refused(state, Embark("red", "red-c")) == "got-out"
    activate(state, "red", begun=["I"])
    assert refused(state, Embark("red", "red-c")) == ""


@pytest.mark.rule("blitz.18.5")
def test_a_model_may_begin_the_battle_aboard() -> None:
    carrier, squad = model("red-c", "mastiff", 10), model("red", SQUAD, status=WAITING)
    state = table(carrier, squad, phase="deployment")
    ask = Ask("red", "deploy")
    assert BOOK.refuse(state, ask, DeployAboard("red", "red-c")) is None
    run(state, step(Ctx(state, BOOK.apply)), answers=[("deploy", DeployAboard("red", "red-c"))])
    assert (state.units["red"].status, state.units["red"].carrier) == (RIDING, "red-c")


def house(height: float = 2.0, **more: Any) -> Piece:
    return piece("building", "medium", 12, 18, 16, 22, height, id="house", name="house", footing=True, **more)


def at_the_house(*units: Any, height: float = 2.0, card: str = SQUAD) -> State:
    squad = model("red", card, 10)
    squad.x = 12_000 - squad.line.radius
    return activate(table(house(height), squad, model("blue", "hunter", 30, facing=WEST), *units), "red")


def garrison(name: str, z: float = 0) -> Any:
    return model(name, SQUAD, 14, 20, z=round(z * 1000), place="house")


@pytest.mark.rule("blitz.18.5a")
def test_infantry_goes_into_a_building_it_touches_one_model_a_floor() -> None:
    state = at_the_house()
    give(state, EnterBuilding("red", "house"))
    unit = state.units["red"]
    assert (unit.place, unit.x, unit.y, unit.z) == ("house", 14_000, 20_000, 0)
    assert refused(state, Move("red", "I", ((0, 1000),))) == "inside"
    state = at_the_house(garrison("red-2"))
    give(state, EnterBuilding("red", "house"))
    assert state.units["red"].z == 1000
    assert refused(at_the_house(garrison("red-2"), garrison("red-3", 1)), EnterBuilding("red", "house")) == "room"
    assert refused(at_the_house(garrison("blue-2")), EnterBuilding("red", "house")) == "enemy"
    assert refused(at_the_house(card="hunter"), EnterBuilding("red", "house")) == "infantry"
    away = at_the_house()
    away.units["red"].x -= 100
    assert refused(away, EnterBuilding("red", "house")) == "contact"
    assert refused(activate(at_the_house(), "red", BRACED), EnterBuilding("red", "house")) == "no-move"


@pytest.mark.rule("blitz.18.5b")
def test_a_building_is_adjacent_cover_and_its_edge_is_measured_to() -> None:
    state = at_the_house(garrison("red-2"))
    red, blue = state.units["red-2"], state.units["blue"]
    assert distance_between(state, blue, red) == 30_000 - 16_000 - 500
    assert look_at(state, blue, red).adjacent == 2
    activate(state, "blue")
    state.turn = "blue"
    assert refused(state, Attack("blue", "LAC", ("red-2",))) == ""


@pytest.mark.rule("blitz.18.5b")
@pytest.mark.parametrize(("rating", "hit"), [(1, 0), (2, 1), (3, 2)])
def test_an_area_reaches_as_many_floors_as_its_rating(rating: int, hit: int) -> None:
    garrisons = [garrison("red-2"), garrison("red-3", 1), garrison("red-4", 2)]
    gun = model("blue-2", "hunter", 30, 25, weapons=(f'LAC (AE:{rating}")',))
    state = table(house(3), *garrisons, gun)
    found = secondary_targets(state, gun.line.weapons["LAC"], state.units["red-2"])
    assert [unit.id for unit in found] == ["red-3", "red-4"][:hit]


@pytest.mark.rule("blitz.18.5a")
def test_who_is_in_a_building_comes_out_before_it_moves() -> None:
    state = activate(at_the_house(garrison("red-2")), "red-2")
    assert refused(state, GetOut("red-2", 11_100, 20_500)) == "overlap"
    give(state, GetOut("red-2", 14_000, 17_000))
    assert (state.units["red-2"].place, state.units["red-2"].z) == ("", 0)
    assert refused(state, Move("red-2", "I", ((0, 1000),))) == ""
    assert refused(activate(at_the_house(), "red"), GetOut("red", 1, 1)) == "inside"
