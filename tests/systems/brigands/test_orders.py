"""7.5: the six Orders."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.system import Aim
from gearlock.systems.brigands.attacks.attack import (
    Attack,
    SnapFire,
    free_attack_rerolls,
    free_defence_rerolls,
    refuse_weapon,
    strikes_of,
)
from gearlock.systems.brigands.attacks.modifiers import Strike, duel_of
from gearlock.systems.brigands.chain_of_command import (
    CHARGE,
    EMERGENCY_MEASURES,
    REPOSITION,
    TIGHT_MANEUVERS,
    charge_modifiers,
    is_ordered,
)
from gearlock.systems.brigands.command import RULES, GiveOrder, OrderGiven, Reroll, Rerolled
from gearlock.systems.brigands.lock_and_cover.sight import sensor_range
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.reactions import Overwatch
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, COORDINATED_ATTACK, EVADE, TOP_SPEED, WRECK, State
from systems.brigands.company import Side, company
from systems.brigands.field import EAST, again, code, give, kinds, remodel

RED: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)], [("jager/cgl", 30, 10), ("jager", 33, 10)]]
BLUE: Side = [[("hunter/foc", 10, 22), ("hunter", 40, 40)]]


def _fight(unit: str = "red-1", posture: str = COMBAT_SPEED, *dice: tuple[int, ...]) -> Battle[State]:
    """A leader is Active; blue neither answers nor rerolls."""
    battle = company(RED, BLUE)
    for other in battle.state.units.values():
        if other.seat == "blue":
            other.actions = other.command = 0
    battle = again(battle, *dice)
    give(battle, Activate(unit, posture))
    return battle


def _next(battle: Battle[State], ended: str, unit: str, posture: str = COMBAT_SPEED) -> None:
    give(battle, EndActivation(ended), Activate(unit, posture))


@pytest.mark.rule("brigands.7.5", "brigands.7.4")
def test_an_active_leader_pays_a_point_and_no_action() -> None:
    battle = _fight()
    events = give(battle, GiveOrder("red-1", CHARGE))
    assert kinds(events) == ["OrderGiven"]
    unit = battle.state.units["red-1"]
    assert (unit.command, unit.actions) == (1, 1)
    assert code(battle, GiveOrder("red-1", CHARGE)) == "in-force"
    give(battle, GiveOrder("red-1", REPOSITION))
    assert code(battle, GiveOrder("red-1", EVADE)) == "no-point"


@pytest.mark.rule("brigands.7.5")
def test_only_leaders_give_orders_and_only_known_ones_on_fitting_targets() -> None:
    battle = _fight()
    assert code(battle, GiveOrder("red-1", "Retreat")) == "order"
    assert code(battle, GiveOrder("red-1", CHARGE, "blue-1")) == "target"
    assert code(battle, GiveOrder("red-1", COORDINATED_ATTACK)) == "target"
    assert code(battle, GiveOrder("red-1", COORDINATED_ATTACK, "red-2")) == "target"
    assert code(battle, GiveOrder("red-3", CHARGE)) == "unit"
    _next(battle, "red-1", "red-2")
    assert code(battle, GiveOrder("red-2", CHARGE)) == "rank"
    offered = {option.order.name for option in _fight().options("red") if isinstance(option.order, GiveOrder)}
    assert offered == set(RULES)


@pytest.mark.rule("brigands.A4", "brigands.7.5")
def test_the_introductory_game_has_no_orders() -> None:
    battle = company(RED, BLUE, scenario="groups")
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, GiveOrder("red-1", CHARGE)) == "introductory"
    assert not any(isinstance(option.order, GiveOrder) for option in battle.options("red"))


@pytest.mark.rule("brigands.7.5a", "brigands.4.3-sensor-lock")
def test_a_coordinated_attack_needs_sensor_lock() -> None:
    battle = _fight()
    assert code(battle, GiveOrder("red-1", COORDINATED_ATTACK, "blue-2")) == "lock"
    give(battle, GiveOrder("red-1", COORDINATED_ATTACK, "blue-1"))
    assert code(battle, GiveOrder("red-1", COORDINATED_ATTACK, "blue-1")) == "in-force"


@pytest.mark.rule("brigands.7.5a", "brigands.1.2i")
def test_every_ranged_attack_on_the_marked_model_has_one_free_reroll_until_the_group_is_done() -> None:
    battle = _fight("red-1", COMBAT_SPEED, (1, 1, 1), (6, 6), (2, 1, 1), (1, 1, 1), (6, 6))
    battle.state.units["red-1"].command = 1
    battle = again(battle, (1, 1, 1), (6, 6), (2, 1, 1), (1, 1, 1), (6, 6), (3, 1, 1))
    give(battle, GiveOrder("red-1", COORDINATED_ATTACK, "blue-1"))
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    events = give(battle, Reroll("red-1"))
    assert Rerolled("red-1", COORDINATED_ATTACK) in events
    assert battle.pending[0].kind == "act"
    _next(battle, "red-1", "red-2")
    give(battle, Attack("red-2", "LAC", "Ballistic", ("blue-1",)))
    assert battle.pending[0].about == ("attack", COORDINATED_ATTACK)
    give(battle, Decline(), EndActivation("red-2"))
    assert battle.waiting_for() == ("blue",)
    assert battle.state.units["blue-1"].marks == []


@pytest.mark.rule("brigands.7.5a")
def test_a_coordinated_attack_does_not_help_in_melee_or_against_others() -> None:
    battle = _fight()
    give(battle, GiveOrder("red-1", COORDINATED_ATTACK, "blue-1"))
    state, unit = battle.state, battle.state.units["red-1"]
    shot = strikes_of(state, unit, unit.line.weapons["LAC"], Attack("red-1", "LAC", "Ballistic", ("blue-1",)))[0]
    stab = strikes_of(state, unit, unit.line.weapons["LVB"], Attack("red-1", "LVB", "Melee", ("blue-1",)))[0]
    other = strikes_of(state, unit, unit.line.weapons["LAC"], Attack("red-1", "LAC", "Ballistic", ("blue-2",)))[0]
    assert free_attack_rerolls(state, shot) == [COORDINATED_ATTACK]
    assert free_attack_rerolls(state, stab) == free_attack_rerolls(state, other) == []
    state.units["red-2"].marks = [COORDINATED_ATTACK]
    assert free_attack_rerolls(state, Strike("red-1", "LAC", "Ballistic", "red-2", True)) == []
    assert free_attack_rerolls(state, Strike("blue-1", "LAC", "Ballistic", "red-2", True)) == [COORDINATED_ATTACK]
    remodel(unit, traits=("Conscript",))
    assert free_attack_rerolls(state, shot) == []


def _shot_at(state: State, target: str, category: str = "Ballistic") -> list[str]:
    """The free Rerolls of a red model that blue shoots at."""
    unit = state.units["blue-1"]
    strike = strikes_of(state, unit, unit.line.weapons["LAC"], Attack("blue-1", "LAC", category, (target,)))[0]
    return free_defence_rerolls(state, strike)


@pytest.mark.rule("brigands.7.5b")
def test_evade_helps_the_group_near_its_leader_until_setup() -> None:
    battle = _fight("red-3")
    give(battle, GiveOrder("red-3", EVADE))
    state = battle.state
    assert _shot_at(state, "red-3") == _shot_at(state, "red-4") == [EVADE]
    state.units["red-2"].x = 28_000
    assert _shot_at(state, "red-2") == []
    state.units["red-4"].x = 38_000
    assert _shot_at(state, "red-4") == []
    state.units["red-3"].command = 1
    assert code(again(battle), GiveOrder("red-3", EVADE)) == "in-force"
    _next(battle, "red-3", "red-4")
    give(battle, EndActivation("red-4"))
    assert battle.state.units["red-3"].marks == [EVADE]
    battle.state.phase, battle.state.turn, battle.state.group = "setup", "", 0
    assert again(battle).state.units["red-3"].marks == []


@pytest.mark.rule("brigands.7.5b")
def test_a_force_commander_s_evade_helps_every_friend_near_it_but_duelists() -> None:
    battle = _fight("red-1")
    give(battle, GiveOrder("red-1", EVADE))
    state = battle.state
    state.units["red-4"].x = 14_000
    assert _shot_at(state, "red-4") == [EVADE]
    assert _shot_at(state, "red-3") == []
    remodel(state.units["red-4"], traits=("Duelist",))
    assert _shot_at(state, "red-4") == []
    state.units["red-1"].status = WRECK
    assert _shot_at(state, "red-2") == []


@pytest.mark.rule("brigands.7.5c")
def test_a_charge_spares_melee_at_top_speed_near_the_leader() -> None:
    battle = _fight()
    give(battle, GiveOrder("red-1", CHARGE))
    _next(battle, "red-1", "red-2", TOP_SPEED)
    state, unit = battle.state, battle.state.units["red-2"]

    def dice(weapon: str, category: str) -> int:
        order = Attack("red-2", weapon, category, ("blue-1",))
        strike = strikes_of(state, unit, unit.line.weapons[weapon], order)[0]
        lines = duel_of(state, strike).attack
        return sum(line.value for line in lines if line.label in ("Top Speed", "Charge"))

    assert dice("LVB", "Melee") == 0
    assert dice("LAC", "Ballistic") == -1
    unit.posture = COMBAT_SPEED
    assert dice("LVB", "Melee") == 0
    unit.posture = TOP_SPEED
    unit.x = 18_000
    assert dice("LVB", "Melee") == -1
    unit.x = 12_000
    foe = state.units["blue-1"]
    foe.posture, foe.x, foe.y = TOP_SPEED, 10_000, 12_000
    assert not charge_modifiers(state, foe)
    remodel(unit, traits=("Conscript",))
    assert dice("LVB", "Melee") == -1
    remodel(unit, traits=())
    assert dice("LVB", "Melee") == 0
    state.units["red-1"].status = WRECK
    assert dice("LVB", "Melee") == -1


@pytest.mark.rule("brigands.7.5d", "brigands.2.3")
def test_tight_maneuvers_give_one_more_turn_in_each_move_of_the_group() -> None:
    battle = _fight()
    twice = Move("red-1", "G", ((300, 1_000), (300, 1_000)))
    assert code(battle, twice) == "turns"
    give(battle, GiveOrder("red-1", TIGHT_MANEUVERS))
    assert code(battle, twice) == ""
    assert code(battle, Move("red-1", "G", ((300, 500), (300, 500), (300, 500)))) == "turns"
    _next(battle, "red-1", "red-2")
    assert code(battle, Move("red-2", "G", ((-300, 1_000), (-300, 1_000)))) == ""
    assert is_ordered(battle.state, battle.state.units["red-2"], TIGHT_MANEUVERS)
    assert not is_ordered(battle.state, battle.state.units["red-3"], TIGHT_MANEUVERS)
    assert not is_ordered(battle.state, battle.state.units["blue-1"], TIGHT_MANEUVERS)
    remodel(battle.state.units["red-2"], traits=("Conscript",))
    battle = again(battle)
    assert code(battle, Move("red-2", "G", ((-300, 1_000), (-300, 1_000)))) == "turns"


@pytest.mark.rule("brigands.7.5d", "brigands.trait.lumbering", "brigands.1.3")
def test_a_lumbering_walker_has_two_turns_by_tight_maneuvers() -> None:
    battle = _fight()
    remodel(battle.state.units["red-1"], traits=("Lumbering",))
    battle = again(battle)
    give(battle, GiveOrder("red-1", TIGHT_MANEUVERS))
    assert code(battle, Move("red-1", "W", ((300, 500), (300, 500)))) == ""
    assert code(battle, Move("red-1", "W", ((300, 500), (300, 500), (300, 500)))) == "turns"


@pytest.mark.rule("brigands.7.5d")
def test_pointing_and_bots_make_use_of_the_extra_turn() -> None:
    battle = _fight()
    drive = next(option for option in battle.options("red") if option.label == "Move: Ground")
    spot = Aim(10_000, 14_000, EAST)
    battle.state.units["red-1"].facing = EAST
    battle = again(battle)
    assert battle.aim("red", drive, spot) == Move("red-1", "G", ((900, 4_000),))
    give(battle, GiveOrder("red-1", TIGHT_MANEUVERS))
    assert battle.aim("red", drive, spot) == Move("red-1", "G", ((900, 4_000), (-900, 0)))
    chooser = random.Random(1)
    guesses = [battle.sample("red", drive, chooser) for _ in range(20)]
    assert {len(guess.legs) for guess in guesses if isinstance(guess, Move)} == {1, 2}


@pytest.mark.rule("brigands.7.5e", "brigands.5.6c")
def test_emergency_measures_spare_the_crippled_of_the_group_until_it_is_done() -> None:
    battle = _fight()
    crippled = battle.state.units["red-2"]
    remodel(crippled, weapons=("LAC (Aux)",))
    crippled.hull = 0
    assert refuse_weapon(crippled, "LAC", "Ballistic") is not None
    battle = again(battle)
    events = give(battle, GiveOrder("red-1", EMERGENCY_MEASURES), EndActivation("red-1"))
    assert events[0] == OrderGiven("red-1", EMERGENCY_MEASURES, steadied=("red-1", "red-2"))
    crippled = battle.state.units["red-2"]
    assert refuse_weapon(crippled, "LAC", "Ballistic") is None
    assert (crippled.handicap, crippled.is_crippled, sensor_range(crippled)) == (0, True, 18_000)
    assert code(battle, Activate("red-2", TOP_SPEED)) == ""
    crippled.haywire = True
    assert crippled.handicap == 1
    crippled.haywire = False
    give(battle, Activate("red-2", TOP_SPEED), EndActivation("red-2"))
    crippled = battle.state.units["red-2"]
    assert (crippled.handicap, sensor_range(crippled)) == (1, 9_000)


@pytest.mark.rule("brigands.7.5e", "brigands.9.3")
def test_emergency_measures_reach_who_is_aboard_but_no_wrecks_and_no_other_group() -> None:
    battle = _fight()
    other = battle.state.units["red-2"]
    for status, reached in (("riding", ("red-1", "red-2")), (WRECK, ("red-1",))):
        other.status = status
        events = give(again(battle), GiveOrder("red-1", EMERGENCY_MEASURES))
        assert events[0] == OrderGiven("red-1", EMERGENCY_MEASURES, steadied=reached)


@pytest.mark.rule("brigands.7.5e", "brigands.trait.conscript")
def test_emergency_measures_do_nothing_for_conscripts() -> None:
    battle = _fight()
    remodel(battle.state.units["red-2"], traits=("Conscript",))
    battle = again(battle)
    assert give(battle, GiveOrder("red-1", EMERGENCY_MEASURES)) == [
        OrderGiven("red-1", EMERGENCY_MEASURES, steadied=("red-1",))
    ]


@pytest.mark.rule("brigands.7.5f", "brigands.6.2")
def test_reposition_allows_overwatch_at_combat_speed() -> None:
    battle = _fight()
    assert code(battle, Overwatch("red-1")) == "posture"
    give(battle, GiveOrder("red-1", REPOSITION))
    give(battle, Overwatch("red-1"))
    watcher = battle.state.units["red-1"]
    assert (watcher.overwatch, watcher.stance) == (1, BRACED)
    assert code(_repositioned(BRACED), Overwatch("red-1")) == ""
    give(battle, Activate("red-2", TOP_SPEED))
    assert code(battle, Overwatch("red-2")) == "posture"
    assert any(isinstance(option.order, Overwatch) for option in _repositioned().options("red"))


@pytest.mark.rule("brigands.7.5f", "brigands.6.2")
def test_whoever_is_shot_down_at_the_end_of_its_move_keeps_no_watch() -> None:
    battle = _fight()
    target, watcher = battle.state.units["red-1"], battle.state.units["blue-1"]
    remodel(target, traits=("Autopilot",))
    target.hull, target.structure, target.command, watcher.overwatch = 0, 1, 1, 1
    battle = again(battle, (3, 1, 1, 1), (1,))
    give(battle, GiveOrder("red-1", REPOSITION), Move("red-1", "W", ((0, 1_000),), last=False), Overwatch("red-1"))
    events = give(battle, SnapFire("blue-1", "LAC", "Ballistic"))
    assert "Overwatched" not in kinds(events)
    assert (battle.state.units["red-1"].status, battle.state.units["red-1"].overwatch) == (WRECK, 0)


def _repositioned(posture: str = COMBAT_SPEED) -> Battle[State]:
    battle = _fight("red-1", posture)
    give(battle, GiveOrder("red-1", REPOSITION))
    return battle


@pytest.mark.rule("brigands.7.5")
def test_orders_end_with_the_group() -> None:
    battle = _fight()
    give(battle, GiveOrder("red-1", TIGHT_MANEUVERS))
    _next(battle, "red-1", "red-2")
    assert battle.view("red").notes[-1] == "Tight Maneuvers: Red Hunter 1"
    give(battle, EndActivation("red-2"))
    assert battle.state.orders == {}
    assert battle.view("red").notes == ()


def test_orders_can_be_weighed_before_they_are_given() -> None:
    battle = _fight()
    near = battle.preview("red", GiveOrder("red-1", COORDINATED_ATTACK, "blue-1"))
    assert near.gives > battle.preview("red", GiveOrder("red-1", TIGHT_MANEUVERS)).gives > 0
    assert near.ends == battle.preview("red", EndActivation("red-1")).ends
    assert battle.preview("red", GiveOrder("red-1", EVADE)).gives > 0
    assert battle.preview("red", GiveOrder("nobody", "nothing", "nobody")).gives == 0
