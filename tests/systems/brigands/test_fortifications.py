from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire, strikes_of
from gearlock.systems.brigands.damage import damage_felt, harm_of
from gearlock.systems.brigands.lock_and_cover.sight import look_at, look_from_above
from gearlock.systems.brigands.movement.paths import Move, Turn
from gearlock.systems.brigands.reactions import Overwatch, Standby
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, FIELDED, TOP_SPEED, WRECK, State, Unit
from gearlock.systems.brigands.transport import BailOut, Disembark, Embark
from gearlock.table.inches import gap
from systems.brigands.company import FOE, Side, company
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, kinds, mil, piece, remodel
from systems.brigands.shooting import lines

BUNKER, OUTPOST, TURRET, SQUAD = "bunker", "outpost", "ac-turret", "north-infantry-squad"


def _asked(battle: Battle[State]) -> Ask:
    found = battle.ask_for(battle.waiting_for()[0])
    assert found is not None
    return found


def _unit(battle: Battle[State], name: str) -> Unit:
    return battle.state.units[name]


def _garrison(fort: str = BUNKER, blue: Side = FOE, inside: bool = True) -> Battle[State]:
    """A Hunter that leads in the corner, a Fortification at 20, 20 and a squad south of it, or already in it."""
    battle = company([[("hunter/foc", 3, 3), (fort, 20, 20), (SQUAD, 20, 17.2)]], blue)
    for unit in battle.state.units.values():
        unit.command = 0
    if inside:
        walls, squad = _unit(battle, "red-2"), _unit(battle, "red-3")
        squad.carrier, squad.shell = "red-2", (walls.line.radius, walls.height)
        squad.x, squad.y = walls.x, walls.y
    return again(battle)


@pytest.mark.rule("brigands.9.4", "brigands.2.1")
def test_a_fortification_activates_and_acts_but_is_always_braced() -> None:
    battle = _garrison(TURRET, [[("hunter/foc", 20, 32)]])
    turret = _unit(battle, "red-2")
    assert turret.stance == BRACED, "Passive too"
    attack, defence = lines(battle, Attack("red-2", "HAC", "Ballistic", ("blue-1",)))
    assert attack["Braced"] == 1
    _, defence = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-2",)))
    assert defence["Braced"] == -1
    assert code(battle, Activate("red-2", COMBAT_SPEED)) == "fortification"
    assert code(battle, Activate("red-2", TOP_SPEED)) == "fortification"
    offered = [option.label for option in battle.options("red") if "Turret" in option.label]
    assert offered == [f"{turret.name}: braced"]
    give(battle, Activate("red-2", BRACED))
    assert code(battle, Attack("red-2", "HAC", "Ballistic", ("blue-1",))) == ""
    assert code(battle, Move("red-2", "W", ((0, 1_000),))) == "braced"
    assert code(battle, Standby("red-2")) == "posture"
    assert code(battle, Overwatch("red-2")) == ""
    assert code(battle, Turn("red-2", 900)) == ""


@pytest.mark.rule("brigands.9.4", "brigands.wtrait.as", "brigands.wtrait.ap")
def test_fortifications_take_double_from_anti_structure_weapons_but_are_no_buildings() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 32)]], inside=False)
    bunker, blue = _unit(battle, "red-2"), _unit(battle, "blue-1")
    remodel(blue, weapons=("LAC (AS)", "MAC (AP:3)", "HAC"))
    assert damage_felt(blue.line.weapons["LAC"], bunker, 3) == 6
    assert damage_felt(blue.line.weapons["HAC"], bunker, 3) == 3
    assert harm_of(blue.line.weapons["MAC"], bunker.line).ap == 3
    _, defence = lines(battle, Attack("blue-1", "HAC", "Ballistic", ("red-2",)))
    assert defence["Braced"] == -1, "it rolls a defence, as buildings do not"


@pytest.mark.rule("brigands.9.4", "brigands.9.3")
def test_who_gets_into_a_fortification_stays_in_play_and_goes_on_with_its_activation() -> None:
    battle = _garrison(inside=False, blue=[[("hunter/foc", 20, 30)]])
    give(battle, Activate("red-3", TOP_SPEED), Move("red-3", "W", ()), Embark("red-3", "red-2"))
    squad, bunker = _unit(battle, "red-3"), _unit(battle, "red-2")
    assert (squad.status, squad.carrier, squad.body) == (FIELDED, "red-2", bunker.body)
    assert battle.state.activation is not None
    assert code(battle, Move("red-3", "W", ((0, 1_000),))) == "aboard"
    assert code(battle, Attack("red-3", "LMG", "Ballistic", ("blue-1",))) == ""


@pytest.mark.rule("brigands.9.4")
def test_passengers_of_a_fortification_attack_from_it_as_if_they_were_outside() -> None:
    battle = _garrison(OUTPOST, [[("hunter/foc", 20, 30)]])
    squad, enemy = _unit(battle, "red-3"), _unit(battle, "blue-1")
    assert gap(squad.body, enemy.body) == gap(_unit(battle, "red-2").body, enemy.body)
    assert look_at(battle.state, squad, enemy).dice == 0, "its own walls hide nobody from it"
    assert code(battle, Activate("red-3", TOP_SPEED)) == "aboard"
    give(battle, Activate("red-3", BRACED))
    shot = Attack("red-3", "HMG", "Ballistic", ("blue-1",))
    assert any(option.order == shot for option in battle.options("red"))
    assert "AttackDeclared" in kinds(give(battle, shot))


@pytest.mark.rule("brigands.9.4")
def test_passengers_of_a_fortification_snap_fire_from_it() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 30)]])
    squad = _unit(battle, "red-3")
    remodel(squad, type="Infantry", weapons=("LMG (Snap)",), actions=1, traits=("Transportable:2",))
    squad.actions = 1
    battle.state.turn = "blue"
    battle = again(battle)
    give(battle, Activate("blue-1", BRACED), Attack("blue-1", "LAC", "Ballistic", ("red-3",)))
    assert (_asked(battle).kind, _asked(battle).unit) == ("snap", "red-3")
    assert code(battle, SnapFire("red-3", "LMG", "Ballistic")) == ""


@pytest.mark.rule("brigands.9.4", "brigands.4.4-defensive")
def test_passengers_of_a_fortification_have_heavy_cover_from_every_side() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 30), ("hunter", 30, 20), ("hunter", 20, 10)]])
    for name in ("blue-1", "blue-2", "blue-3"):
        look = look_at(battle.state, _unit(battle, name), _unit(battle, "red-3"))
        assert (look.sight, look.blocked, look.dice) == (True, False, 2)
    assert look_from_above(battle.state, _unit(battle, "red-3")).dice == 2
    _, defence = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-3",)))
    assert defence["Heavy Defensive Cover"] == 2
    assert look_at(battle.state, _unit(battle, "blue-1"), _unit(battle, "red-2")).dice == 0, "the walls have none"
    remodel(_unit(battle, "blue-1"), weapons=("LAC (Spray)",))
    _, defence = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-3",)))
    assert "Heavy Defensive Cover" not in defence


@pytest.mark.rule("brigands.9.4", "brigands.4.4-full")
def test_other_terrain_still_stops_attacks_on_passengers_of_a_fortification() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 30)]])
    battle.state.ground = ground(piece("instance", 10, 24, 30, 25, 4))
    assert look_at(battle.state, _unit(battle, "blue-1"), _unit(battle, "red-3")).blocked


@pytest.mark.rule("brigands.9.4", "brigands.5.4a")
def test_an_area_reaches_a_fortification_and_those_in_it() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 30)]])
    blue = _unit(battle, "blue-1")
    remodel(blue, weapons=("LAC (AE:3)",))
    shot = Attack("blue-1", "LAC", "Ballistic", ("red-2",))
    strikes = strikes_of(battle.state, blue, blue.line.weapons["LAC"], shot)
    assert [(strike.target, strike.cover) for strike in strikes] == [("red-2", 0), ("red-3", 2)]
    battle = _garrison(OUTPOST, [[("hunter/foc", 20, 30)]])
    blue = _unit(battle, "blue-1")
    remodel(blue, weapons=("LAC (AE:1)",))
    for off, reached in ((1_000, ["red-2", "red-3"]), (1_001, [])):
        point = (20_000, 20_000 + _unit(battle, "red-2").line.radius + off, 0)
        shot = Attack("blue-1", "LAC", "Ballistic", (), point)
        strikes = strikes_of(battle.state, blue, blue.line.weapons["LAC"], shot)
        assert [strike.target for strike in strikes] == reached, "walls and garrison are measured alike"


@pytest.mark.rule("brigands.9.4", "brigands.2.6")
def test_nobody_walks_through_a_fortification_and_those_in_it_are_in_nobodys_way() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 23)]])
    blue = _unit(battle, "blue-1")
    blue.facing = SOUTH
    battle.state.turn = "blue"
    battle = again(battle)
    give(battle, Activate("blue-1", COMBAT_SPEED))
    refusal = battle.refuse("blue", Move("blue-1", "W", ((0, 3_000),)))
    assert refusal is not None
    assert "Bunker" in refusal.message
    assert [unit.id for unit in battle.state.obstacles()] == ["red-1", "red-2", "blue-1"]


@pytest.mark.rule("brigands.9.4", "brigands.9.3")
def test_a_fortification_sets_passengers_down_when_it_is_active_though_it_has_no_move() -> None:
    battle = _garrison()
    out = Disembark("red-2", "red-3", mil(20), mil(22.5), NORTH)
    give(battle, Activate("red-2", BRACED))
    assert code(battle, out) == ""
    assert any("Set the" in option.label for option in battle.options("red"))
    give(battle, out)
    squad = _unit(battle, "red-3")
    assert (squad.carrier, squad.shell, squad.y, squad.body.radius) == ("", None, 22_500, squad.line.radius)
    give(battle, EndActivation("red-2"), Activate("red-3", COMBAT_SPEED))
    assert code(battle, Move("red-3", "W", ((0, 3_000),))) == ""


@pytest.mark.rule("brigands.9.4", "brigands.9.3")
def test_who_is_in_a_destroyed_fortification_bails_out() -> None:
    battle = _garrison(BUNKER, [[("hunter/foc", 20, 30)]])
    bunker = _unit(battle, "red-2")
    bunker.hull = 1
    remodel(_unit(battle, "blue-1"), weapons=("HAC",))
    battle.state.turn = "blue"
    _unit(battle, "blue-1").facing = SOUTH
    battle = again(battle, [6, 1, 1, 1, 1], [1], [6, 1])
    give(battle, Activate("blue-1", BRACED), Attack("blue-1", "HAC", "Ballistic", ("red-2",)))
    assert (_unit(battle, "red-2").status, _asked(battle).kind) == (WRECK, "bail-out")
    give(battle, BailOut("red-3", mil(20), mil(17.5)))
    squad = _unit(battle, "red-3")
    assert (squad.carrier, squad.shell, squad.hull) == ("", None, squad.line.hull - 1)
