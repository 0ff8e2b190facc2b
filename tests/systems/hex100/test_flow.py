"""The sequence of play: first side, deployment, focus, units, aftermath, victory; and the action pool."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Pick
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.actions import ChangeAmmo, HandsOn, payment
from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.deployment import Deploy, places_for
from gearlock.systems.hex100.detection.sight import LookAround, Resist
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.objectives import KINDS, outcome, score
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns import Activate, EndTurn, Focus, PhaseBegan
from systems.hex100.kit import E, Place, Position, W, at, code, events, plain, stage

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
OPTIONS = {"map": "quarry-road", "red": f"{TEGU},{CROC}", "blue": f"{CROC},{TEGU}"}


def opened(*dice: tuple[int, ...]) -> Battle[State]:
    return Battle.begin(SYSTEM, SYSTEM.prepare("skirmish", 1, OPTIONS), Scripted(*dice))


def deployed() -> Battle[State]:
    battle = opened((90, 10))
    for seat, unit, column in (("blue", 1, 0), ("red", 1, 1), ("blue", 2, 4), ("red", 2, 4)):
        battle.answer(seat, Deploy(f"{seat}-{unit}", *at(column, 23 if seat == "red" else 0), facing=1))
    return battle


@pytest.mark.rule("hex100.turn-structure", "hex100.deployment")
def test_the_higher_roll_goes_first_and_the_other_side_places_first_in_turns() -> None:
    battle = opened((10, 10), (10, 90))
    assert battle.state.first == "blue"
    order = []
    for _ in range(4):
        (seat,) = battle.waiting_for()
        order.append(seat)
        unit = battle.pending[0].about[0]
        zone = sorted(places_for(battle.state, unit), key=lambda hex_: (hex_[1], hex_[0]))
        placed = next(hex_ for hex_ in zone if code(battle, seat, Deploy(unit, *hex_)) == "")
        battle.answer(seat, Deploy(unit, *placed))
    assert order == ["red", "blue", "red", "blue"]


@pytest.mark.rule("hex100.deployment", "hex100.briefing")
def test_units_are_placed_in_their_own_three_rows_and_out_of_each_others_way() -> None:
    battle = opened((90, 10))
    assert code(battle, "blue", Deploy("blue-1", *at(0, 3))) == "not-in-zone"
    assert code(battle, "blue", Deploy("blue-1", *at(0, 2))) == ""
    assert code(battle, "blue", Deploy("red-1", *at(0, 2))) == "no-such-unit"
    assert code(battle, "blue", Deploy("blue-1", *at(0, 2), facing=9)) == "no-such-facing"
    assert code(battle, "blue", EndTurn("blue-1")) == "unasked"
    placed = battle.answer("blue", Deploy("blue-1", *at(0, 2)))
    assert [BOOK.tell(battle.state, event, "red") for event in placed] == [None]
    assert not [piece for piece in battle.view("red").pieces if piece.side == "blue"]
    battle.answer("red", Deploy("red-1", *at(0, 22)))
    assert code(battle, "blue", Deploy("blue-2", *at(0, 2))) == "occupied"


@pytest.mark.rule("hex100.deployment", "hex100.rough-impassable")
def test_nobody_is_placed_where_it_could_not_go() -> None:
    battle = stage("~^.\n...", [], [], round=0).model("red-1", TEGU).model("blue-1", CROC).battle(Scripted((90, 10)))
    assert code(battle, "blue", Deploy("blue-1", *at(1, 0))) == "impassable"
    battle.answer("blue", Deploy("blue-1", *at(0, 0)))
    assert code(battle, "red", Deploy("red-1", *at(0, 0))) == "impassable"


@pytest.mark.rule("hex100.turn-structure", "hex100.focus-timing", "hex100.mecha-overview")
def test_the_side_that_goes_second_declares_its_focus_before_the_first_turn() -> None:
    battle = deployed()
    assert battle.pending[0].kind == "focus"
    assert battle.waiting_for() == ("blue",)
    assert code(battle, "blue", Focus("blue-1", "levitation")) == "no-such-focus"
    battle.answer("blue", Focus("blue-1", "evasion"))
    assert battle.waiting_for() == ("red",)
    battle.answer("red", Focus("red-2", "fire-control"))
    assert battle.state.units["blue-1"].focus == "evasion"
    assert battle.state.units["red-2"].pool["focus"] == 0
    assert battle.pending[0].kind == "unit"


@pytest.mark.rule("hex100.focus-timing", "hex100.special-actions")
def test_a_focus_lasts_until_the_next_own_phase() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (15, 8), W)])
    position.unit("red-1").focus = "evasion"
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    assert battle.state.units["red-1"].focus == "evasion"
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.units["red-1"].focus == ""
    assert battle.pending[0].kind == "focus"


@pytest.mark.rule("hex100.turn-structure")
def test_units_act_one_at_a_time_in_any_order_and_the_last_goes_by_itself() -> None:
    battle = deployed()
    battle.answer("blue", Focus("blue-1"))
    battle.answer("red", Focus("red-2"))
    assert code(battle, "red", Activate("blue-1")) == "no-such-unit"
    battle.answer("red", Activate("red-2"))
    assert code(battle, "red", Move("red-1", (), E)) == "not-acting"
    battle.answer("red", EndTurn("red-2"))
    assert battle.state.acting == "red-1"
    battle.answer("red", EndTurn("red-1"))
    assert battle.state.active == "blue"
    assert [(event.turn, event.seat) for event in events(battle, PhaseBegan)] == [(1, "red"), (1, "blue")]


def unit_with(**pool: int) -> Unit:
    return Unit("red-1", "red", 1, [], pool=pool)


@pytest.mark.rule("hex100.action-pool", "hex100.action-symbols")
def test_a_wildcard_pays_for_a_move_an_attack_or_a_utility_action_and_for_no_commander() -> None:
    unit = unit_with(move=1, wildcard=1)
    assert payment(unit, "move") == ("move",)
    assert payment(unit, "attack") == ("wildcard",)
    assert payment(unit, "utility", "move") == ("wildcard", "move")
    assert payment(unit, "utility", "attack") is None
    assert payment(unit, "commander") is None


@pytest.mark.rule("hex100.action-pool")
def test_pools_are_full_again_when_the_own_phase_begins_and_a_unit_without_actions_is_done() -> None:
    battle = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (15, 8), W)]).play()
    battle.answer("red", Move("red-1", (), W))
    battle.answer("red", LookAround("red-1"))
    assert battle.state.units["red-1"].pool == {"move": 0, "attack": 1, "commander": 0}
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.units["red-1"].pool == {"move": 1, "attack": 1, "commander": 1}
    mech = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (15, 8), W)])
    mech.unit("red-1").pool = {"move": 1, "focus": 1}
    battle = mech.play()
    battle.answer("red", Move("red-1", (), W))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.special-actions", "hex100.commander-hands-on", "hex100.commander-timing")
def test_a_commander_does_one_thing_a_turn() -> None:
    battle = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (15, 8), W)]).play()
    battle.answer("red", HandsOn("red-1"))
    assert battle.state.units["red-1"].pool["utility"] == 1
    assert code(battle, "red", LookAround("red-1")) == "no-action-left"
    mech = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (15, 8), W)]).play()
    assert code(mech, "red", LookAround("red-1")) == "no-action-left"


@pytest.mark.rule("hex100.variable-ammo-tank", "hex100.attr-variable-ammo")
def test_a_tank_loads_other_rounds_with_a_utility_action() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play((0,), (99,))
    heat = ChangeAmmo("red-1", "r-120-tank-gun", "heat rounds")
    assert code(battle, "red", heat) == "no-action-left"
    battle.answer("red", HandsOn("red-1"))
    assert code(battle, "red", ChangeAmmo("red-1", "r-120-tank-gun", "hesh rounds")) == "no-such-ammo"
    assert code(battle, "red", ChangeAmmo("red-1", "hmg", "heat rounds")) == "no-such-weapon"
    battle.answer("red", heat)
    assert battle.state.units["red-1"].pool["utility"] == 0
    found = find_weapon(battle.state, battle.state.units["red-1"], "r-120-tank-gun")
    assert found is not None
    assert found[1].mode == "heat rounds"
    battle.answer("red", Attack("red-1", ("r-120-tank-gun",), "contact-1"))
    assert battle.state.units["blue-1"].hp == 32 - 10


@pytest.mark.rule("hex100.attr-variable-ammo", "hex100.deployment")
def test_a_tank_is_placed_with_the_rounds_its_owner_wants_loaded() -> None:
    battle = opened((10, 90))
    labels = [option.label for option in battle.options("red")]
    assert labels == [
        "Place the Tegu Siegebreaker, hesh rounds loaded",
        "Place the Tegu Siegebreaker, heat rounds loaded",
        "Place the Crocodile Twin Laser",
    ]
    here = at(1, 23)
    for load in (("r-120-tank-gun:canister",), ("hmg:heat rounds",), ("r-120-tank-gun:heat rounds",) * 2):
        assert code(battle, "red", Deploy("red-1", *here, load=load)) == "no-such-ammo"
    battle.answer("red", Deploy("red-1", *here, load=("r-120-tank-gun:heat rounds",)))
    found = find_weapon(battle.state, battle.state.units["red-1"], "r-120-tank-gun")
    assert found is not None
    assert found[1].mode == "heat rounds"


@pytest.mark.rule("hex100.variable-ammo-mech")
def test_a_mech_never_changes_its_ammunition() -> None:
    battle = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (4, 0), W)]).play()
    assert code(battle, "red", ChangeAmmo("red-1", "mk1-e-lancer-cannon", "he rounds")) == "fixed-ammo"


@pytest.mark.rule("hex100.victory")
def test_a_side_without_units_loses_at_once() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)])
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.score) == ("red", {"red": 1100, "blue": 0})


@pytest.mark.rule("hex100.victory", "hex100.turn-structure")
def test_after_turn_ten_more_destroyed_points_win_and_a_small_lead_is_a_draw() -> None:
    blue = [(TEGU, (9, 0), W), (TEGU, (15, 8), W)]
    position = Position(plain(), [(TEGU, (0, 0), E)], list(blue), acting="blue-1")
    position.state.turn = 10
    battle = position.play()
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("blue", EndTurn("blue-2"))
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.state.phase) == ("", "over")
    position = Position(plain(), [(TEGU, (0, 0), E)], list(blue))
    position.state.phase = "over"
    position.unit("blue-2").destroyed = True
    score(position.ctx)
    for budget, winner in ((3000, "red"), (11_000, "red"), (11_001, "")):
        position.state.scene.budget = budget
        ended = outcome(position.state)
        assert ended is not None
        assert ended.winner == winner


@pytest.mark.rule("hex100.victory")
def test_with_objectives_a_side_alone_within_a_hex_of_one_gets_a_point_a_turn_and_the_most_points_win() -> None:
    # Objectives on row 4 at columns 2, 8 and 13: red has the first, both stand by the second, nobody by the third.
    red: list[Place] = [(TEGU, (1, 4), E), (TEGU, (8, 4), E)]
    position = Position(plain(), red, [(TEGU, (9, 4), W)], acting="blue-1", objectives=True)
    (objective,) = position.state.scene.plan.objectives
    assert objective.hexes == (at(2, 4), at(8, 4), at(13, 4))

    def held(seat: str) -> int:
        return len(list(KINDS["hold"](position.state, objective, seat)))

    assert held("red") == 0
    position.state.phase = "aftermath"
    assert (held("red"), held("blue")) == (1, 0)
    position.unit("red-2").destroyed = True
    assert (held("red"), held("blue")) == (1, 1)
    position.unit("red-2").destroyed = False
    position.state.phase = "units"
    position.state.turn = 10
    battle = position.play()
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.score) == ("red", {"red": 1, "blue": 0})
    assert battle.view("blue").score == {"red": 1, "blue": 0}


def test_options_name_what_they_do_and_can_all_be_given() -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]).play()
    labels = [option.label for option in battle.options("red")]
    assert "Fire Swarmer Micro Missiles at Tegu MBT (contact 1)" in labels
    assert "Lock on to Tegu MBT (contact 1)" in labels
    for option in battle.options("red"):
        if isinstance(option, Pick):
            assert battle.refuse("red", option.order) is None
    assert code(battle, "red", Resist("red-1")) == ""
