from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.command import promotions
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.drones import PlaceDrone
from gearlock.systems.brigands.movement.paths import EndMove, Move
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import (
    BRACED,
    COMBAT_SPEED,
    FIELDED,
    GONE,
    RIDING,
    TOP_SPEED,
    WRECK,
    State,
    Unit,
)
from gearlock.systems.brigands.transport import BailOut, Disembark, Disembarked, Embark, room_left
from gearlock.table.terrain import Ground
from systems.brigands.company import FOE, Side, company
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, kinds, mil, piece, water

BADGER, SQUAD, TEAM = "badger", "north-infantry-squad", "north-sniper-infantry-team"
WOUNDING = ([3, 1, 1, 1, 1], [1, 1])
RADIUS = {BADGER: 984, SQUAD: 787}


def _asked(battle: Battle[State]) -> Ask:
    found = battle.ask_for(battle.waiting_for()[0])
    assert found is not None
    return found


def _unit(battle: Battle[State], name: str) -> Unit:
    return battle.state.units[name]


def _ride(battle: Battle[State], *names: str, carrier: str = "red-1") -> None:
    """Put models aboard by hand."""
    for name in names:
        unit = battle.state.units[name]
        unit.status, unit.carrier = RIDING, carrier


def _platoon(*others: str, blue: Side = FOE, on: Ground | None = None, apart: float = 1.0) -> Battle[State]:
    """A Badger at 20, 20 that leads, a squad so many inches south of it, and others in the corner."""
    y = 20 - apart - (RADIUS[BADGER] + RADIUS[SQUAD]) / 1000
    rest = [(name, 3.0 + 3 * number, 3.0) for number, name in enumerate(others)]
    battle = company([[(f"{BADGER}/foc", 20, 20), (SQUAD, 20, y), *rest]], blue)
    for unit in battle.state.units.values():
        unit.command = 0
    if on is not None:
        battle.state.ground = on
    return again(battle)


def _hits(events: list[Event]) -> list[int]:
    return [event.hits for event in events if isinstance(event, Disembarked)]


@pytest.mark.rule("brigands.9.3", "brigands.trait.transport", "brigands.trait.transportable")
@pytest.mark.parametrize(("apart", "offered"), [(1.0, True), (1.001, False)])
@pytest.mark.parametrize("posture", [COMBAT_SPEED, TOP_SPEED])
def test_a_model_gets_in_at_the_end_of_a_move_within_an_inch(apart: float, offered: bool, posture: str) -> None:
    battle = _platoon(apart=apart)
    give(battle, Activate("red-2", posture), Move("red-2", "W", ()))
    assert (_asked(battle).kind == "embark") == offered
    if offered:
        give(battle, Embark("red-2", "red-1"))
        squad = _unit(battle, "red-2")
        assert (squad.status, squad.carrier, squad.activated, squad.actions) == (RIDING, "red-1", True, 0)
        assert battle.state.activation is None
        assert not any(option.label.startswith("Red") and "Squad" in option.label for option in battle.options("red"))


@pytest.mark.rule("brigands.9.3")
def test_nobody_must_get_in_and_who_is_braced_cannot() -> None:
    battle = _platoon()
    give(battle, Activate("red-2", TOP_SPEED), Move("red-2", "W", ()), Decline())
    assert _unit(battle, "red-2").is_fielded
    assert _asked(battle).kind == "act"
    battle = _platoon()
    give(battle, Activate("red-2", BRACED), EndActivation("red-2"))
    assert _unit(battle, "red-2").is_fielded


@pytest.mark.rule("brigands.9.3", "brigands.trait.transport", "brigands.trait.transportable")
@pytest.mark.parametrize(
    ("aboard", "refusal"),
    [
        ((), ""),
        ((SQUAD,), ""),
        ((TEAM, TEAM), ""),
        ((SQUAD, TEAM), "room"),
        ((TEAM, TEAM, TEAM), "room"),
        ((SQUAD, SQUAD), "room"),
    ],
)
def test_a_carrier_for_four_holds_two_squads_or_four_teams_or_a_mixture(aboard: tuple[str, ...], refusal: str) -> None:
    battle = _platoon(TEAM, *aboard)
    _ride(battle, *(f"red-{number}" for number in range(4, 4 + len(aboard))))
    _unit(battle, "red-3").x, _unit(battle, "red-3").y = mil(20), mil(22)
    battle = again(battle)
    give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()))
    assert (_asked(battle).kind == "embark") == (not refusal)
    taken = sum(2 if name == SQUAD else 1 for name in aboard)
    assert room_left(battle.state, _unit(battle, "red-1")) == 4 - taken


@pytest.mark.rule("brigands.9.3")
def test_only_ones_own_transports_take_one_aboard_and_gears_are_not_carried() -> None:
    battle = _platoon("hunter", blue=[[(f"{BADGER}/foc", 20, 14)]])
    _unit(battle, "red-1").x = mil(40)
    _unit(battle, "red-2").y = mil(16)
    _unit(battle, "red-3").x, _unit(battle, "red-3").y = mil(40), mil(18)
    battle = again(battle)
    give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()))
    assert _asked(battle).kind == "act"
    give(battle, EndActivation("red-2"), Activate("red-3", COMBAT_SPEED), Move("red-3", "W", ()))
    assert _asked(battle).kind == "act"
    battle = _platoon(blue=[[(f"{BADGER}/foc", 20, 15.4)]])
    give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()))
    assert code(battle, Embark("red-2", "red-1")) == ""
    assert code(battle, Embark("red-2", "blue-1")) == "transport"


@pytest.mark.rule("brigands.9.3")
def test_a_passenger_is_not_on_the_battlefield() -> None:
    battle = _platoon("hunter")
    _ride(battle, "red-2")
    battle = again(battle)
    assert "red-2" not in [piece.id for piece in battle.view("red").pieces]
    assert any("aboard: Red" in token.name for piece in battle.view("red").pieces for token in piece.tokens)
    give(battle, Activate("red-3", BRACED), EndActivation("red-3"), Activate("red-1", BRACED), EndActivation("red-1"))
    assert battle.waiting_for() == ("blue",), "the group is done without its passengers"
    assert code(battle, Attack("blue-1", "LAC", "Ballistic", ("red-2",))) != ""


@pytest.mark.rule("brigands.9.3")
def test_passengers_get_out_within_an_inch_in_the_course_of_the_transports_move() -> None:
    battle = _platoon()
    _ride(battle, "red-2")
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "G", ((0, 4_000),), last=False))
    edge = 24 + (RADIUS[BADGER] + RADIUS[SQUAD]) / 1000 + 1

    def at(x: float, y: float) -> Disembark:
        return Disembark("red-1", "red-2", mil(x), mil(y), SOUTH)

    assert code(battle, at(20, edge)) == ""
    assert code(battle, at(20, edge + 0.001)) == "far"
    assert code(battle, at(20, 24.5)) == "overlap"
    assert code(battle, Disembark("red-1", "blue-1", 0, 0)) == "passenger"
    actions = _unit(battle, "red-1").actions
    give(battle, at(20, edge))
    squad = _unit(battle, "red-2")
    assert (squad.status, squad.carrier, squad.x, squad.facing) == (FIELDED, "", 20_000, SOUTH)
    assert _unit(battle, "red-1").actions == actions, "it takes no Action"
    give(battle, EndMove("red-1"), EndActivation("red-1"), Activate("red-2", COMBAT_SPEED))
    assert battle.state.activation is not None, "who has not been activated yet still may be"


@pytest.mark.rule("brigands.9.3")
def test_nobody_gets_out_when_the_moves_are_over_or_the_transport_is_braced() -> None:
    battle = _platoon()
    _ride(battle, "red-2")
    out = Disembark("red-1", "red-2", mil(20), mil(22), NORTH)
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, out) == "", "at the beginning of the Move"
    give(battle, Move("red-1", "G", ()))
    assert code(battle, out) == "no-move"
    battle = _platoon()
    _ride(battle, "red-2")
    battle = again(battle)
    give(battle, Activate("red-1", BRACED))
    assert code(battle, out) == "no-move"


@pytest.mark.rule("brigands.9.3")
def test_passengers_get_out_into_terrain_they_could_enter() -> None:
    rock, house = piece("instance", 18, 22, 22, 23, 3), piece("building", 16, 19, 18.5, 21, 2)
    pond = water(21, 16, 24, 22, 1)
    battle = _platoon(on=ground(rock, house, pond))
    _ride(battle, "red-2")
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Disembark("red-1", "red-2", mil(20), mil(22.2))) == "terrain"
    assert code(battle, Disembark("red-1", "red-2", mil(22), mil(20))) == "water"
    give(battle, Disembark("red-1", "red-2", mil(18), mil(20)))
    assert _unit(battle, "red-2").inside == house.id


def _shot_down(
    *faces: list[int], hull: int = 1, structure: int = 0, drones: str = ""
) -> tuple[Battle[State], list[Event]]:
    """A Hunter shoots a Badger with a squad and a team aboard; the dice that follow the attack are given."""
    battle = company(
        [[(f"{BADGER}/foc", 20, 20), (f"{SQUAD}{drones}", 20, 18), (TEAM, 20, 16), ("hunter", 3, 3)]],
        [[("hunter/foc", 20, 32)]],
    )
    _ride(battle, "red-2", "red-3", *(["red-2a"] if drones else []))
    badger = _unit(battle, "red-1")
    badger.hull, badger.structure, badger.actions = hull, structure, 0
    for unit in battle.state.units.values():
        unit.command = 0
    battle.state.turn = "blue"
    battle = again(battle, *faces)
    events = give(battle, Activate("blue-1", BRACED), Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    return battle, events


@pytest.mark.rule("brigands.9.3")
def test_when_a_transport_is_destroyed_everybody_gets_out_and_takes_marginal_hits_for_the_room_they_took() -> None:
    battle, _ = _shot_down(*WOUNDING, [4, 3], [3])
    assert _unit(battle, "red-1").status == WRECK
    assert (_asked(battle).kind, _asked(battle).unit, _asked(battle).seat) == ("bail-out", "red-2", "red")
    edge = 20 - (RADIUS[BADGER] + RADIUS[SQUAD]) / 1000 - 1
    assert code(battle, BailOut("red-2", mil(20), mil(edge - 0.001))) == "far"
    assert code(battle, BailOut("red-2", mil(20), mil(20))) == "overlap"
    events = give(battle, BailOut("red-2", mil(20), mil(edge)))
    squad = _unit(battle, "red-2")
    assert (squad.status, squad.carrier, squad.hull) == (FIELDED, "", squad.line.hull - 1)
    assert _hits(events) == [2]
    events = give(battle, BailOut("red-3", mil(22.2), mil(20)))
    assert _hits(events) == [1]
    assert _unit(battle, "red-3").hull == _unit(battle, "red-3").line.hull
    assert _asked(battle).kind == "act", "blue goes on"


@pytest.mark.rule("brigands.9.3", "brigands.5.6e")
def test_an_overkilled_transport_is_gone_and_its_passengers_get_out_where_it_stood() -> None:
    battle, _ = _shot_down([6, 6, 6, 6, 6], [1, 1], [1, 6], [6], hull=4, structure=2)
    assert _unit(battle, "red-1").status == GONE
    assert code(battle, BailOut("red-2", mil(20), mil(23))) == "far"
    assert code(battle, BailOut("red-2", mil(20), mil(20))) == "", "nothing is left in the way"
    assert _hits(give(battle, BailOut("red-2", mil(20), mil(20)))) == [2]
    assert _hits(give(battle, BailOut("red-3", mil(22.2), mil(20)))) == [1]
    team, squad = _unit(battle, "red-3"), _unit(battle, "red-2")
    assert (squad.hull, team.hull) == (squad.line.hull - 1, team.line.hull - 1)
    assert _asked(battle).kind == "act", "blue goes on"


@pytest.mark.rule("brigands.9.3", "brigands.5.6a")
def test_bailing_out_can_destroy_infantry_but_is_no_attack() -> None:
    battle, _ = _shot_down(*WOUNDING, [6, 6], [1])
    squad = _unit(battle, "red-2")
    squad.hull, squad.structure = 1, 0
    events = give(battle, BailOut("red-2", mil(20), mil(17.6)))
    assert "Damaged" in kinds(events)
    assert _unit(battle, "red-2").status == GONE


@pytest.mark.rule("brigands.9.3", "brigands.9.2")
def test_drones_ride_with_their_controlling_model_and_take_the_room_of_a_team() -> None:
    for aboard, offered in (((TEAM,), True), ((TEAM, TEAM), False)):
        battle = company(
            [
                [
                    (f"{BADGER}/foc", 20, 20),
                    (f"{SQUAD}:recon-drone", 20, 17.5),
                    *[(n, 3 + 4 * at, 3) for at, n in enumerate(aboard)],
                ]
            ]
        )
        _ride(battle, *(f"red-{number}" for number in range(3, 3 + len(aboard))))
        drone = _unit(battle, "red-2a")
        drone.status, drone.carrier, drone.x, drone.y = FIELDED, "", mil(22), mil(16)
        battle = again(battle)
        give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()), Decline())
        assert (_asked(battle).kind == "embark") == offered
    battle = company([[(f"{BADGER}/foc", 20, 20), (f"{SQUAD}:recon-drone", 20, 17.5)]])
    drone = _unit(battle, "red-2a")
    drone.status, drone.carrier, drone.x, drone.y = FIELDED, "", mil(22), mil(16)
    battle = again(battle)
    give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()), Decline(), Embark("red-2", "red-1"))
    assert (_unit(battle, "red-2a").status, _unit(battle, "red-2a").carrier) == (RIDING, "red-1")
    assert room_left(battle.state, _unit(battle, "red-1")) == 1
    give(battle, Activate("red-1", COMBAT_SPEED), Disembark("red-1", "red-2", mil(20), mil(22.2)))
    assert (_asked(battle).kind, _asked(battle).unit) == ("drone", "red-2a")
    give(battle, PlaceDrone("red-2a", mil(20), mil(24)))
    assert _unit(battle, "red-2a").is_fielded


@pytest.mark.rule("brigands.9.3", "brigands.9.2")
def test_drones_bail_out_with_their_controlling_model() -> None:
    battle, _ = _shot_down(*WOUNDING, [1, 1], [4], [1], drones=":recon-drone")
    events = give(battle, BailOut("red-2", mil(20), mil(17.6)), PlaceDrone("red-2a", mil(20), mil(16)))
    assert _unit(battle, "red-2a").status == GONE
    assert [event.overkill for event in events if isinstance(event, Damaged)] == [False], "it is no attack"


@pytest.mark.rule("brigands.9.3", "brigands.7.1")
def test_a_leader_aboard_is_not_succeeded() -> None:
    battle = company([[("hunter/foc", 20, 10)], [(f"{SQUAD}/cgl", 20, 17), (BADGER, 20, 20), ("hunter/2ic", 22, 25)]])
    _ride(battle, "red-2", carrier="red-3")
    assert list(promotions(battle.state)) == []
    _unit(battle, "red-2").status = GONE
    assert [promotion.unit for promotion in promotions(battle.state)] == ["red-4"]


@pytest.mark.rule("brigands.9.3", "brigands.1.8-setup")
def test_passengers_refresh_their_actions_in_the_setup_phase() -> None:
    battle = _platoon()
    _ride(battle, "red-2")
    squad = _unit(battle, "red-2")
    squad.actions, squad.activated = 0, True
    battle = again(battle, [6, 1])
    give(battle, Activate("red-1", BRACED), EndActivation("red-1"), Activate("blue-1", BRACED), EndActivation("blue-1"))
    squad = _unit(battle, "red-2")
    assert (battle.state.round, squad.actions, squad.activated) == (2, squad.line.actions, False)


@pytest.mark.rule("brigands.9.3")
def test_a_ride_is_weighed_against_danger_and_against_shots_one_gives_up() -> None:
    battle = _platoon()
    give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()))
    assert battle.preview("red", Embark("red-2", "red-1")).gives > 0, "nothing to shoot at, and the Badger is to move"
    battle = _platoon(blue=[[(f"{SQUAD}/foc", 20, 12)]])
    give(battle, Activate("red-2", COMBAT_SPEED), Move("red-2", "W", ()))
    assert battle.preview("red", Embark("red-2", "red-1")).gives < 0, "there is a target before the guns"
    _ride(battle, "red-2")
    out = Disembark("red-1", "red-2", mil(20), mil(17.6), SOUTH)
    battle = again(battle)
    _unit(battle, "red-2").posture = ""
    assert battle.preview("red", out).gives > 0
    assert battle.preview("red", out).risks > 0
