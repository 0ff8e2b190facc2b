"""11.4c and 11.4d: Fortifications come first, and Recon Units move before the first Round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.attacks.exchange import holding
from gearlock.systems.brigands.deployment.places import Deploy, Pathfind, PathfinderStarted, PhaseOpened
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.reactions import Standby
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.field import NORTH, SOUTH, code, give, kinds, mil, remodel
from systems.brigands.muster_point import ENEMY, Squads, gathered, stand, stand_all

TURRETS: Squads = [("FS", ["hunter/foc", "ac-turret", "ac-turret"])]
SCOUTS: list[Squads] = [
    [("RC", ["cheetah/foc", "cheetah"]), ("GP", ["hunter"])],
    [("RC", ["cheetah/cgl"])],
]


@pytest.mark.rule("brigands.11.4d")
def test_without_fortifications_objectives_are_next() -> None:
    battle = gathered(ENEMY, phase="fortifications")
    assert battle.state.phase == "objectives"


@pytest.mark.rule("brigands.11.4d")
def test_who_alone_has_fortifications_places_them_all_in_its_zone_before_anything_else() -> None:
    battle = gathered([TURRETS], phase="fortifications")
    assert battle.waiting_for() == ("red",)
    assert {option.order.unit for option in battle.options("red")} == {"red-2", "red-3"}  # type: ignore[attr-defined]
    assert code(battle, Deploy("red-1", mil(24), mil(8), NORTH)) == "unit"
    assert code(battle, Deploy("red-2", mil(24), mil(20), NORTH)) == "zone"
    give(battle, Deploy("red-2", mil(4), mil(8), NORTH))
    assert battle.state.phase == "fortifications"
    assert code(battle, Deploy("red-3", mil(4), mil(8), NORTH)) == "overlap"
    assert code(battle, Deploy("red-3", mil(44), mil(8), NORTH)) == ""  # Formation is for those who come later
    give(battle, Deploy("red-3", mil(44), mil(8), NORTH))
    assert battle.state.phase == "objectives"
    assert not battle.state.units["red-1"].is_fielded


@pytest.mark.rule("brigands.11.4d")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_if_both_have_fortifications_the_roll_off_winner_chooses_and_they_alternate(first: str) -> None:
    one: list[Squads] = [[("FS", ["hunter/foc", "ac-turret"])]]
    battle = gathered([TURRETS], (4, 4), (2, 6), blue=one, phase="fortifications")
    assert battle.waiting_for() == ("blue",)
    give(battle, ChooseFirst(first))
    order = []
    spots = {"red": iter([4, 12]), "blue": iter([4])}
    while battle.state.phase == "fortifications":
        (seat,) = battle.waiting_for()
        order.append(seat)
        unit = battle.options(seat)[0].order.unit  # type: ignore[attr-defined]
        battle.answer(seat, Deploy(unit, mil(next(spots[seat])), mil(8 if seat == "red" else 40), NORTH))
    assert order == (["red", "blue", "red"] if first == "red" else ["blue", "red", "red"])


@pytest.mark.rule("brigands.11.4d")
def test_not_even_a_fortification_that_leads_has_others_in_formation() -> None:
    battle = gathered([[("FS", ["ac-turret/foc", "ac-turret"])]], phase="fortifications")
    give(battle, Deploy("red-1", mil(4), mil(8), NORTH))
    assert code(battle, Deploy("red-2", mil(44), mil(8), NORTH)) == ""


@pytest.mark.rule("brigands.11.4d", "brigands.11.4b")
def test_deployment_goes_on_without_the_fortifications() -> None:
    battle = gathered([TURRETS], (6, 1), (6, 1))
    for name, x in (("red-2", 4), ("red-3", 44)):
        stand(battle.state.units[name], x, 8)
    give(battle, ChooseFirst("red"))
    assert {option.order.unit for option in battle.options("red")} == {"red-1"}  # type: ignore[attr-defined]
    give(battle, Deploy("red-1", mil(24), mil(8), NORTH))
    assert battle.waiting_for() == ("blue",)


def _scouting(
    *dice: tuple[int, ...],
    blue: list[Squads] = ENEMY,
    red: list[Squads] = SCOUTS,
    change: Callable[[State], None] = stand_all,
) -> Battle[State]:
    return gathered(red, *dice, blue=blue, phase="pathfinders", change=change)


def _movers(battle: Battle[State]) -> list[str]:
    orders = [option.order for option in battle.options(battle.waiting_for()[0])]
    return [order.unit for order in orders if isinstance(order, Pathfind)]


@pytest.fixture
def scouting() -> Battle[State]:
    return _scouting((6, 1), (6, 1))


@pytest.mark.rule("brigands.11.4c")
def test_each_model_of_a_recon_unit_may_make_one_move_before_round_1(scouting: Battle[State]) -> None:
    assert _movers(scouting) == ["red-1", "red-2", "red-4"]
    assert code(scouting, Pathfind("red-3")) == "unit"
    events = give(scouting, Pathfind("red-1"))
    assert PathfinderStarted("red-1") in events
    assert scouting.state.units["red-1"].stance == COMBAT_SPEED
    give(scouting, Move("red-1", "W", ((0, mil(3)),)))
    assert scouting.state.units["red-1"].y == mil(11)
    assert _movers(scouting) == ["red-2"]  # its Unit goes on first
    assert code(scouting, Pathfind("red-1")) == "unit"
    give(scouting, Pathfind("red-2"), EndActivation("red-2"))
    assert _movers(scouting) == ["red-4"]
    events = give(scouting, Pathfind("red-4"), Move("red-4", "W", ((0, mil(1)),)))
    assert PhaseOpened("initiative") in events
    assert scouting.state.round == 1
    assert not any(unit.activated or unit.posture for unit in scouting.state.units.values())
    assert all(unit.actions == unit.line.actions for unit in scouting.state.units.values())


@pytest.mark.rule("brigands.11.4c")
def test_it_is_one_move_as_far_as_at_combat_speed_and_nothing_else(scouting: Battle[State]) -> None:
    give(scouting, Pathfind("red-1"))
    unit = scouting.state.units["red-1"]
    gait, most = max(unit.line.move.items(), key=lambda entry: entry[1])
    assert code(scouting, Move("red-1", gait, ((0, most + 1),))) != ""
    assert code(scouting, Move("red-1", gait, ((0, most),))) == ""
    weapon = next(iter(unit.line.weapons.values()))
    assert code(scouting, Attack("red-1", weapon.id, weapon.categories[0], ("blue-1",))) == "pathfinder"
    assert code(scouting, Standby("red-1")) == "pathfinder"
    offered = kinds(option.order for option in scouting.options("red"))  # type: ignore[misc]
    assert "Attack" not in offered
    assert "Standby" not in offered


@pytest.mark.rule("brigands.11.4c")
def test_nobody_has_to_move(scouting: Battle[State]) -> None:
    give(scouting, Pathfind("red-2"), EndActivation("red-2"))
    give(scouting, Decline())
    assert _movers(scouting) == ["red-4"]
    give(scouting, Decline())
    assert (scouting.state.round, scouting.state.phase) == (1, "ecm")
    declined = _scouting((6, 1), (6, 1))
    give(declined, Decline())
    assert (declined.state.round, declined.state.phase) == (1, "ecm")


@pytest.mark.rule("brigands.11.4c")
def test_without_recon_units_the_battle_begins() -> None:
    battle = _scouting((6, 1), red=ENEMY)
    assert battle.state.round == 1


@pytest.mark.rule("brigands.11.4c")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_if_both_have_recon_units_they_roll_off_and_alternate_unit_by_unit(first: str) -> None:
    battle = _scouting((3, 3), (1, 4), (6, 1), blue=[[("RC", ["cheetah/foc", "cheetah"])]])
    assert battle.waiting_for() == ("blue",)
    give(battle, ChooseFirst(first))
    seats = []
    while battle.state.phase == "pathfinders":
        (seat,) = battle.waiting_for()
        unit = _movers(battle)[0]
        seats.append((seat, battle.state.units[unit].squad))
        give(battle, Pathfind(unit), EndActivation(unit))
    red, blue = [("red", 1), ("red", 1)], [("blue", 1), ("blue", 1)]
    assert seats == (red + blue + [("red", 3)] if first == "red" else blue + red + [("red", 3)])


@pytest.mark.rule("brigands.11.4c")
def test_who_is_still_in_the_air_and_drones_and_turrets_find_no_path() -> None:
    late: list[Squads] = [[("RC", ["dark-cheetah/foc", "cheetah:recon-drone", "ac-turret"])]]

    def in_the_air(state: State) -> None:
        stand_all(state)
        state.units["red-1"].airborne, state.units["red-1"].aside = True, "airdrop"

    assert _movers(_scouting((6, 1), red=late, change=in_the_air)) == ["red-2"]


@pytest.mark.rule("brigands.11.4c")
def test_nobody_strikes_at_a_pathfinder_that_walks_away() -> None:
    def engaged(state: State) -> None:
        stand_all(state)
        enemy, scout = state.units["blue-1"], state.units["red-1"]
        touching = scout.y + scout.line.radius + enemy.line.radius
        enemy.x, enemy.y, enemy.facing, enemy.actions = scout.x, touching, SOUTH, 1

    battle = _scouting((6, 1), (6, 1), change=engaged)
    later = battle.state.clone()
    later.round = 1
    assert holding(later, later.units["red-1"]) == ["blue-1"]
    assert holding(battle.state, battle.state.units["red-1"]) == []
    give(battle, Pathfind("red-1"))
    give(battle, Move("red-1", "W", ((0, -mil(2)),)))
    assert battle.state.units["red-1"].y < mil(8)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_find_their_paths(bot: str) -> None:
    battle = _scouting(*[(6, 1)] * 3)
    player = make_bot(bot, 4)
    moved = False
    while battle.state.phase == "pathfinders":
        (seat,) = battle.waiting_for()
        order = player.decide(Seat(battle, seat))
        moved = moved or isinstance(order, Move)
        battle.answer(seat, order)
    assert battle.state.round == 1
    assert moved or bot == "random"


@pytest.mark.rule("brigands.10.3", "brigands.1.6a")
def test_in_battle_primary_and_support_unit_act_as_one_group() -> None:
    battle = _scouting((6, 1), (6, 1))
    give(battle, Decline(), Decline(), ChooseFirst("red"))
    acting = ["red-1", "red-3", "red-2"]  # Primary, Support, Primary
    for unit in acting:
        offered = {option.order.unit for option in battle.options("red")}  # type: ignore[attr-defined]
        assert set(acting[acting.index(unit) :]) <= offered
        give(battle, Activate(unit, COMBAT_SPEED), EndActivation(unit))
    assert battle.waiting_for() == ("blue",)
    assert battle.state.units["red-3"].squad != battle.state.units["red-1"].squad


@pytest.mark.rule("brigands.11.4c", "brigands.9.2")
def test_a_drone_is_placed_when_its_pathfinder_has_moved() -> None:
    def change(state: State) -> None:
        stand_all(state)
        stand(state.units["red-1a"], 5.5, 8)
        state.units["red-1a"].carrier = ""

    battle = gathered([[("RC", ["cheetah/foc:recon-drone"])]], *[(6, 1)] * 3, phase="pathfinders", change=change)
    give(battle, Pathfind("red-1"), Move("red-1", "W", ((0, mil(8)),)))
    assert (battle.pending[0].kind, battle.pending[0].unit, battle.pending[0].optional) == ("drone", "red-1a", False)


@pytest.mark.rule("brigands.11.4c", "brigands.9.7")
def test_a_pathfinder_that_can_fly_chooses_to() -> None:
    battle = _scouting((6, 1), (6, 1), red=[[("RC", ["hunter/foc"])]], change=_with_a_vtol)
    orders = [option.order for option in battle.options("red")]
    assert Pathfind("red-1", True) in orders
    give(battle, Pathfind("red-1", True))
    assert battle.state.units["red-1"].airborne
    assert code(battle, Move("red-1", "W", ((0, mil(3)),))) == ""


def _with_a_vtol(state: State) -> None:
    stand_all(state)
    remodel(state.units["red-1"], traits=("VTOL",))
