"""9.5: a vehicle of two models, the HHT-90: a Core that moves and a turret that goes with it."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Aim, Attack, SnapFire, strikes_of
from gearlock.systems.brigands.damage import harmed
from gearlock.systems.brigands.deployment.places import Deploy
from gearlock.systems.brigands.forces.upgrades import ready
from gearlock.systems.brigands.lock_and_cover.sight import CLEAR, look_at
from gearlock.systems.brigands.models import weapons_table
from gearlock.systems.brigands.movement.paths import Jump, Move, Slide, Turn
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation, RoundReadied
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, GONE, TOP_SPEED, WRECK, State
from systems.brigands.company import Side, company
from systems.brigands.field import again, code, give, ground, mil, piece

BODY, TURRET = "red-1", "red-2"
ENEMY: Side = [[("hunter/foc", 24, 40)]]


def overlord(*dice: tuple[int, ...], enemy: Side = ENEMY, turn: str = "red") -> Battle[State]:
    """An HHT-90 at 24, 10 facing north and a Hunter to the north; nobody has Command Points."""
    battle = company([[("hht-90-body/foc", 24, 10), ("hht-90-turret", 24, 10)]], enemy)
    for unit in battle.state.units.values():
        unit.command = 0
    battle.state.turn = turn
    return again(battle, *dice)


def pose(battle: Battle[State], name: str) -> tuple[int, int, int, int]:
    unit = battle.state.units[name]
    return unit.x, unit.y, unit.z, unit.facing


@pytest.mark.rule("brigands.9.5", "brigands.trait.core", "brigands.trait.attached", "brigands.trait.mcv")
def test_an_attached_model_belongs_to_the_core_it_names() -> None:
    battle = overlord()
    assert battle.state.units[TURRET].core == BODY
    assert battle.state.units[BODY].core == ""
    assert battle.state.units[BODY].vehicle == battle.state.units[TURRET].vehicle != "blue-1"


@pytest.mark.rule("brigands.9.5", "brigands.trait.core", "brigands.trait.attached")
def test_of_two_vehicles_every_core_has_a_turret_of_its_own() -> None:
    side = [("hht-90-body/foc", 24, 10), ("hht-90-turret", 24, 10), ("hht-90-turret", 36, 10), ("hht-90-body", 36, 10)]
    units = company([side]).state.units
    assert [unit.core for unit in units.values() if unit.seat == "red"] == ["", "red-1", "red-4", ""]


@pytest.mark.rule("brigands.9.5", "brigands.trait.core", "brigands.trait.attached", "brigands.trait.mcv")
@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("hunter,hht-90-turret", "0 and 1"),
        ("hht-90-body,hht-90-turret*2", "1 and 2"),
        ("hht-90-body,hunter", "needs what is attached"),
        ("hht-90-body,hunter+hunter,hht-90-turret", "0 and 1"),
    ],
)
def test_no_component_takes_the_field_alone(typed: str, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        SYSTEM.prepare("command", 1, {"red": typed})


@pytest.mark.rule("brigands.9.5", "brigands.11.4b-standard")
@pytest.mark.parametrize("typed", ["hht-90-body,hht-90-turret", "hht-90-turret/foc,hht-90-body"])
def test_the_whole_vehicle_is_deployed_at_once(typed: str) -> None:
    setup = SYSTEM.prepare("command", 1, {"red": typed, "blue": "hunter"})
    battle = Battle.begin(SYSTEM, setup)
    battle.state.ground = ground()
    give(battle, ChooseFirst("red"))
    core = next(unit.id for unit in battle.state.units.values() if unit.line.id == "hht-90-body")
    part = next(unit.id for unit in battle.state.units.values() if unit.line.id == "hht-90-turret")
    assert [option.order for option in battle.options("red")] == [Deploy(core)]
    assert code(battle, Deploy(part, mil(24), mil(6), 900)) == "unit"
    give(battle, Deploy(core, mil(24), mil(6), 900))
    assert pose(battle, core) == pose(battle, part) == (mil(24), mil(6), 0, 900)
    assert battle.state.units[part].is_fielded
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("brigands.9.5")
@pytest.mark.parametrize("first", [BODY, TURRET])
@pytest.mark.parametrize("posture", [BRACED, COMBAT_SPEED, TOP_SPEED])
def test_all_components_take_the_posture_of_the_first(first: str, posture: str) -> None:
    battle = overlord()
    second = TURRET if first == BODY else BODY
    give(battle, Activate(first, posture), EndActivation(first))
    for other in (BRACED, COMBAT_SPEED, TOP_SPEED):
        assert code(battle, Activate(second, other)) == ("" if other == posture else "components")
    assert [option.order for option in battle.options("red")] == [Activate(second, posture)]


@pytest.mark.rule("brigands.9.5")
def test_the_next_round_is_free_again() -> None:
    battle = overlord()
    give(battle, Activate(BODY, BRACED), EndActivation(BODY))
    state = battle.state.clone()
    SYSTEM.apply(state, RoundReadied(()))
    assert {unit.pace for unit in state.units.values()} == {""}


@pytest.mark.rule("brigands.9.5", "brigands.5.6c")
@pytest.mark.parametrize("crippled", [BODY, TURRET])
def test_where_one_component_is_crippled_none_goes_at_top_speed(crippled: str) -> None:
    battle = overlord()
    battle.state.units[crippled].hull = 0
    assert code(battle, Activate(crippled, TOP_SPEED)) == "crippled"
    other = TURRET if crippled == BODY else BODY
    assert code(battle, Activate(other, TOP_SPEED)) == "components"
    assert code(battle, Activate(other, COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.9.5", "brigands.5.6c")
def test_a_component_crippled_on_the_way_is_carried_along_at_top_speed() -> None:
    battle = overlord()
    give(battle, Activate(BODY, TOP_SPEED), EndActivation(BODY))
    battle.state.units[TURRET].hull = 0
    assert code(battle, Activate(TURRET, TOP_SPEED)) == ""
    assert code(battle, Activate(TURRET, COMBAT_SPEED)) == "components"


@pytest.mark.rule("brigands.9.5", "brigands.6.2")
def test_overwatch_kept_by_one_component_ends_when_another_drives_off() -> None:
    for posture, tokens in ((COMBAT_SPEED, 0), (BRACED, 2)):
        battle = overlord()
        battle.state.units[TURRET].overwatch = 2
        give(battle, Activate(BODY, posture))
        assert battle.state.units[TURRET].overwatch == tokens


@pytest.mark.rule("brigands.9.5")
def test_the_turret_goes_and_turns_with_the_core_and_is_not_in_its_way() -> None:
    battle = overlord()
    give(battle, Activate(BODY, COMBAT_SPEED), Move(BODY, "H", ((450, mil(5)),)))
    assert pose(battle, TURRET) == pose(battle, BODY)
    assert pose(battle, BODY)[3] == 1350
    braced = overlord()
    give(braced, Activate(BODY, BRACED), Turn(BODY, -300))
    assert pose(braced, TURRET) == pose(braced, BODY) == (mil(24), mil(10), 0, 600)


@pytest.mark.rule("brigands.9.5", "brigands.2.7b")
def test_the_turret_shifts_sideways_with_the_core() -> None:
    battle = overlord()
    give(battle, Activate(BODY, COMBAT_SPEED), Slide(BODY, mil(2)))
    assert pose(battle, TURRET) == pose(battle, BODY) == (mil(22), mil(10), 0, 900)


@pytest.mark.rule("brigands.9.5", "brigands.trait.attached")
@pytest.mark.parametrize("posture", [BRACED, COMBAT_SPEED])
def test_the_turret_neither_moves_nor_turns_by_itself(posture: str) -> None:
    battle = overlord()
    give(battle, Activate(TURRET, posture))
    assert code(battle, Turn(TURRET, 100)) == "attached"
    assert code(battle, Move(TURRET, "H", ((0, mil(1)),))) == "attached"
    moves = (Turn, Move, Slide, Jump)
    assert not any(isinstance(option.order, moves) for option in battle.options("red"))


@pytest.mark.rule("brigands.9.5", "brigands.5.6d")
@pytest.mark.parametrize("status", [WRECK, GONE])
def test_when_the_core_is_lost_the_rest_lives_on_but_neither_moves_nor_turns(status: str) -> None:
    battle = overlord()
    body = battle.state.units[BODY]
    body.hull = body.structure = 0
    body.status = status
    give(battle, Activate(TURRET, BRACED))
    turret = battle.state.units[TURRET]
    assert turret.is_fielded
    assert (turret.hull, turret.structure) == (5, 3)
    refusal = battle.refuse("red", Turn(TURRET, 100))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("core", "brigands.9.5")
    assert code(battle, Move(TURRET, "H", ((0, mil(1)),))) == "core"
    assert code(battle, Attack(TURRET, "VHTG", "Ballistic", ("blue-1",))) == ""


def shelling(hull: int, structure: int, *dice: tuple[int, ...]) -> Battle[State]:
    """A Hunter that shoots at the Body, which has so much left and the armor of a Hunter; its turret is whole."""
    battle = overlord(enemy=[[("hunter/foc", 24, 24)]], turn="blue")
    body = battle.state.units[BODY]
    body.hull, body.structure = hull, structure
    for name in (BODY, TURRET):
        battle.state.units[name].actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("blue-1", COMBAT_SPEED))
    return battle


def soften(battle: Battle[State], name: str) -> None:
    """Give a component the armor of a Hunter."""
    unit = battle.state.units[name]
    unit.line = ready(msgspec.structs.replace(unit.line.card, armor=6), weapons_table())


@pytest.mark.rule("brigands.9.5", "brigands.5.8", "brigands.5.6d")
def test_a_core_that_is_shot_from_under_its_turret_leaves_it_there() -> None:
    battle = shelling(2, 2)
    soften(battle, BODY)
    battle = again(battle, (6, 1, 1, 1), (1, 1))
    give(battle, Attack("blue-1", "LAC", "Ballistic", (BODY,)), EndActivation("blue-1"))
    body, turret = battle.state.units[BODY], battle.state.units[TURRET]
    assert (body.status, turret.status, turret.hull, turret.structure) == (WRECK, "fielded", 5, 3)
    assert pose(battle, TURRET) == pose(battle, BODY) == (mil(24), mil(10), 0, 900)
    assert [option.order for option in battle.options("red")] == [
        Activate(TURRET, posture) for posture in (BRACED, COMBAT_SPEED, TOP_SPEED)
    ]
    give(battle, Activate(TURRET, BRACED))
    assert code(battle, Turn(TURRET, 100)) == "core"
    assert look_at(battle.state, battle.state.units["blue-1"], turret) == CLEAR


@pytest.mark.rule("brigands.9.5", "brigands.6.3")
def test_a_core_destroyed_while_it_moves_ends_the_movement_of_all() -> None:
    battle = overlord(enemy=[[("hunter/foc", 24, 24)]])
    soften(battle, BODY)
    body = battle.state.units[BODY]
    body.hull = body.structure = 1
    battle.state.units["blue-1"].overwatch = 1
    battle = again(battle, (6, 1, 1, 1, 1), (1, 1))
    give(battle, Activate(BODY, COMBAT_SPEED), Move(BODY, "H", ((0, mil(3)),)))
    give(battle, SnapFire("blue-1", "LAC", "Ballistic"))
    assert battle.state.units[BODY].status == WRECK
    assert battle.state.activation is None
    assert pose(battle, TURRET) == pose(battle, BODY) == (mil(24), mil(13), 0, 900)
    give(battle, Activate(TURRET, COMBAT_SPEED))
    assert code(battle, Move(TURRET, "H", ((0, mil(1)),))) == "core"


@pytest.mark.rule("brigands.9.5", "brigands.5.6b")
def test_damage_beyond_what_destroys_a_component_does_not_carry_over() -> None:
    battle = shelling(1, 1)
    event = harmed(battle.state.units[BODY], 9, "blue-1", "LAC")
    state = battle.state.clone()
    SYSTEM.apply(state, event)
    assert (state.units[BODY].status, state.units[TURRET].hull) == (WRECK, 5)
    assert state.units[TURRET].is_fielded


@pytest.mark.rule("brigands.9.5")
@pytest.mark.parametrize(("target", "spared"), [(BODY, TURRET), (TURRET, BODY)])
def test_each_component_is_a_target_of_its_own(target: str, spared: str) -> None:
    """LAC PEN 6 against AR 12 or 14: six on the attack dice and more, one on the defence."""
    battle = shelling(7, 4, (6, 6, 6), (1, 1))
    battle.state.units[target].line = battle.state.units["blue-1"].line
    whole = battle.state.units[spared].hull
    battle = again(battle, (6, 6, 6), (1, 1))
    give(battle, Attack("blue-1", "LAC", "Ballistic", (target,)))
    assert battle.state.units[target].hull < 5
    assert battle.state.units[spared].hull == whole


@pytest.mark.rule("brigands.9.5", "brigands.4.4b")
def test_components_hide_neither_each_other_nor_the_view() -> None:
    battle = overlord()
    state = battle.state
    enemy = state.units["blue-1"]
    for name in (BODY, TURRET):
        assert look_at(state, enemy, state.units[name]) == CLEAR
        assert look_at(state, state.units[name], enemy) == CLEAR
    state.units[TURRET].status = WRECK
    assert look_at(state, enemy, state.units[BODY]) == CLEAR


@pytest.mark.rule("brigands.9.5", "brigands.4.4b")
def test_a_vehicle_hides_others_behind_it() -> None:
    battle = overlord(enemy=[[("hunter/foc", 24, 40), ("hunter", 24, 20)]])
    units = battle.state.units
    units["blue-2"].y = mil(4)
    assert look_at(battle.state, units["blue-1"], units["blue-2"]) != CLEAR


@pytest.mark.rule("brigands.9.5", "brigands.5.6d")
def test_a_turret_that_was_shot_off_stays_on_the_vehicle() -> None:
    battle = overlord()
    turret = battle.state.units[TURRET]
    turret.hull, turret.structure, turret.status = 0, 0, WRECK
    give(battle, Activate(BODY, COMBAT_SPEED), Move(BODY, "H", ((0, mil(5)),)))
    assert pose(battle, TURRET) == pose(battle, BODY) == (mil(24), mil(15), 0, 900)


@pytest.mark.rule("brigands.9.5", "brigands.5.4a")
def test_an_area_reaches_all_components() -> None:
    battle = overlord(enemy=[[("jager/foc", 24, 24)]], turn="blue")
    for name in (BODY, TURRET):
        battle.state.units[name].actions = 0
    give(battle, Activate("blue-1", COMBAT_SPEED))
    order = Attack("blue-1", "LRP", "Ballistic", (BODY,))
    jager = battle.state.units["blue-1"]
    strikes = strikes_of(battle.state, jager, jager.line.weapons["LRP"], order)
    assert [(strike.target, strike.secondary) for strike in strikes] == [(BODY, False), (TURRET, True)]


@pytest.mark.rule("brigands.9.5", "brigands.2.6")
def test_others_are_still_in_the_way_of_the_vehicle_and_it_in_theirs() -> None:
    battle = overlord(enemy=[[("hunter/foc", 24, 15)]])
    give(battle, Activate(BODY, COMBAT_SPEED))
    assert code(battle, Move(BODY, "H", ((0, mil(5)),))) == "overlap"
    theirs = overlord(enemy=[[("hunter/foc", 24, 15)]], turn="blue")
    give(theirs, Activate("blue-1", COMBAT_SPEED))
    assert code(theirs, Move("blue-1", "W", ((0, mil(4)),))) == "overlap"


@pytest.mark.rule("brigands.9.5")
def test_components_share_no_traits() -> None:
    battle = overlord()
    body, turret = battle.state.units[BODY], battle.state.units[TURRET]
    assert (body.has("ECCM"), turret.has("ECCM")) == (False, True)
    assert (body.has("Thrusters"), turret.has("Thrusters")) == (True, False)


@pytest.mark.rule("brigands.9.5", "brigands.2.5")
def test_every_component_of_a_vehicle_that_drops_falls() -> None:
    cliff = piece("instance", 10, 0, 38, 14, top=8, footing=True)
    battle = overlord()
    for name in (BODY, TURRET):
        battle.state.units[name].z = mil(8)
    battle.state.ground = ground(cliff)
    hits = 8 - 2 - 1
    """Thrusters lift it 2 in, and Piloting 1 saves an inch."""
    battle = again(battle, (1,) * hits, (4,) + (1,) * (hits - 1))
    give(battle, Activate(BODY, COMBAT_SPEED), Move(BODY, "H", ((0, mil(6.9)),), drop=True))
    assert pose(battle, TURRET) == pose(battle, BODY) == (mil(24), mil(16.9), 0, 900)
    assert (battle.state.units[BODY].hull, battle.state.units[TURRET].hull) == (7, 4)


@pytest.mark.rule("brigands.9.5", "brigands.1.9")
def test_the_table_says_what_a_component_is_part_of() -> None:
    battle = overlord()
    shown = {piece.id: [token.name for token in piece.tokens] for piece in battle.view("red").pieces}
    assert any("Part of Red HHT-90 Body" in name for name in shown[TURRET])
    assert not any("Part of" in name for name in shown[BODY])


@pytest.mark.rule("brigands.9.5")
def test_the_two_are_as_far_from_everybody() -> None:
    state = overlord().state
    enemy = state.units["blue-1"]
    assert Aim(state, enemy, state.units[BODY]).distance == Aim(state, enemy, state.units[TURRET]).distance
