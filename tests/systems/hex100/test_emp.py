"""EMP: what puts a unit in shock, what it is left with, and how it recovers."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.hex100.attacks.attack import Attack, Bombard, FireReserve
from gearlock.systems.hex100.damage.damage import is_shocking_blast, reduced
from gearlock.systems.hex100.damage.units_hit import Crashed, Destroyed, PoolCut, Shocked, Struck
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import LockOn
from gearlock.systems.hex100.electronic_warfare import Recover, Recovered
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.forces.cards import weapons
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.turns import EndTurn, Focus
from systems.hex100.kit import E, Place, Position, W, at, code, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
SPIKE = machine("big-guye", [], ["electro-spike"])
THROWER = machine("big-guye", [], ["emp-charge"], ["mace"])
BARE = machine("big-guye", [], ["mace"])
PLATED = machine("big-guye", [], ["mace"], [], ["ed-armour-heavy"])


def shocked(position: Position, unit: str = "red-1") -> Position:
    position.unit(unit).shocked = True
    return position


@pytest.mark.rule("hex100.attr-light-emp", "hex100.emp-shock")
@pytest.mark.parametrize(("face", "shock"), [(29, True), (30, False)])
def test_light_emp_shocks_with_a_critical_hit(face: int, shock: bool) -> None:
    position = Position(plain(), [(SPIKE, (0, 0), E)], [(BARE, (1, 0), W)])
    battle = position.play((0,), (face,), *([(0,)] if shock else []))
    battle.answer("red", Attack("red-1", ("electro-spike",), "contact-1"))
    assert battle.state.units["blue-1"].shocked is shock
    assert bool(events(battle, Shocked)) is shock


@pytest.mark.rule("hex100.emp-shock", "hex100.attr-light-emp")
def test_a_weapon_without_emp_shocks_nobody_however_deep_it_goes_nor_is_a_wreck_in_shock() -> None:
    hammer = machine("linebreaker-mk2", [], ["impact-hammer"])
    position = Position(plain(), [(hammer, (0, 0), E)], [(BARE, (1, 0), W)])
    battle = position.play((0,), (0,), (0,))
    battle.answer("red", Attack("red-1", ("impact-hammer",), "contact-1"))
    assert events(battle, Struck)[0].critical
    assert not events(battle, Shocked)
    position = Position(plain(), [(SPIKE, (0, 0), E)], [(BARE, (1, 0), W), (TEGU, (9, 0), W)])
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (0,), (0,))
    battle.answer("red", Attack("red-1", ("electro-spike",), position.state.contacts["red"]["blue-1"]))
    assert [event.unit for event in events(battle, Destroyed)] == ["blue-1"]
    assert not events(battle, Shocked)


@pytest.mark.rule("hex100.recovery", "hex100.sensor-detection")
def test_recovered_sensors_find_again_at_once_what_they_had_lost() -> None:
    position = shocked(Position(plain(20, 3), [(CROC, (0, 0), E), (BARE, (0, 2), E)], [(TEGU, (15, 0), W)]))
    look_again(position.ctx)
    assert not position.state.known["red"]
    battle = position.play()
    battle.answer("red", Recover("red-1"))
    assert battle.state.known["red"] == {"blue-1": 1}


@pytest.mark.rule("hex100.attr-light-emp", "hex100.internal-reinforcement")
def test_a_critical_hit_whose_damage_is_all_kept_off_still_shocks() -> None:
    reinforced = machine("big-guye", [], [], [], ["internal-reinforcement"])
    position = Position(plain(), [(SPIKE, (0, 0), E)], [(reinforced, (1, 0), W)])
    battle = position.play((0,), (29,))
    battle.answer("red", Attack("red-1", ("electro-spike",), "contact-1"))
    assert [event.critical for event in events(battle, Struck)] == [0]
    assert battle.state.units["blue-1"].shocked


@pytest.mark.rule("hex100.attr-heavy-emp", "hex100.emp-shock")
def test_heavy_emp_shocks_with_every_hit_and_all_that_its_blast_reaches() -> None:
    blue: list[Place] = [(BARE, (3, 0), W), (BARE, (4, 0), W), (BARE, (5, 0), W)]
    position = Position(plain(), [(THROWER, (0, 0), E)], blue)
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("emp-charge",), "contact-1"))
    assert [event.unit for event in events(battle, Shocked)] == ["blue-1", "blue-2"]


@pytest.mark.rule("hex100.attr-heavy-emp")
def test_an_evaded_charge_shocks_by_its_blast_alone_and_a_miss_where_it_comes_down() -> None:
    position = Position(plain(), [(THROWER, (0, 4), E)], [(BARE, (3, 4), W), (BARE, (4, 4), W)])
    position.unit("blue-1").focus = "evasion"
    battle = position.play((0,), (0,))
    battle.answer("red", Attack("red-1", ("emp-charge",), "contact-1"))
    assert [event.unit for event in events(battle, Shocked)] == ["blue-2"]
    position = Position(plain(), [(THROWER, (0, 4), E)], [(BARE, (3, 4), W), (BARE, (5, 4), W)])
    battle = position.play((99,), (1,), (2,))
    battle.answer("red", Attack("red-1", ("emp-charge",), "contact-1"))
    assert [event.unit for event in events(battle, Shocked)] == ["blue-2"]


@pytest.mark.rule("hex100.attr-heavy-emp")
@pytest.mark.parametrize(("radius", "shock"), [(0, False), (1, True)])
def test_a_blast_within_one_hex_carries_no_shock(radius: int, shock: bool) -> None:
    position = Position(plain(), [(THROWER, (0, 0), E)], [(BARE, (3, 0), W)])
    charge = msgspec.structs.replace(weapons()["emp-charge"][0], blast=((2, radius),))
    assert is_shocking_blast(position.state, position.unit("blue-1"), charge) is shock


@pytest.mark.rule("hex100.attr-heavy-emp", "hex100.armour-blast")
def test_blast_plating_keeps_the_shock_of_a_blast_off_and_not_that_of_a_hit() -> None:
    plated = machine("big-guye", [], [], [], ["blast-plating-light"])
    position = Position(plain(), [(THROWER, (0, 0), E)], [(plated, (3, 0), W), (plated, (4, 0), W)])
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("emp-charge",), "contact-1"))
    assert [event.unit for event in events(battle, Shocked)] == ["blue-1"]


@pytest.mark.rule("hex100.attr-heavy-emp", "hex100.attr-homing")
def test_an_emp_missile_shocks_without_a_blast() -> None:
    gunner = machine("big-guye", ["emp-missile"])
    position = Position(plain(), [(gunner, (0, 0), E)], [(TEGU, (4, 0), W), (TEGU, (5, 0), W)])
    position.unit("red-1").lock = "blue-1"
    battle = position.play((99, 99))
    battle.answer("red", Attack("red-1", ("emp-missile",), "contact-1"))
    assert [event.unit for event in events(battle, Shocked)] == ["blue-1"]
    assert battle.state.units["blue-1"].hp == full_hp(battle.state, "blue-1")


@pytest.mark.rule("hex100.armour-ed", "hex100.attr-light-emp")
@pytest.mark.parametrize(("face", "shock"), [(19, True), (20, False)])
def test_ed_armour_makes_light_of_heavy_emp(face: int, shock: bool) -> None:
    position = Position(plain(), [(THROWER, (0, 0), E)], [(PLATED, (3, 0), W), (PLATED, (4, 0), W)])
    battle = position.play((0,), (face,), *([(0,)] if shock else []))
    battle.answer("red", Attack("red-1", ("emp-charge",), "contact-1"))
    assert [event.unit for event in events(battle, Shocked)] == ["blue-1"] * shock
    assert events(battle, Struck)[0].damage == 4 - 3


@pytest.mark.rule("hex100.armour-ed")
@pytest.mark.parametrize(("item", "hp", "kept"), [("ed-armour-light", 4, 0), ("ed-armour-heavy", 4, 3)])
def test_what_ed_armour_gives(item: str, hp: int, kept: int) -> None:
    carrier = machine("big-guye", [], [], [], [item])
    position = Position(plain(), [(SPIKE, (0, 0), E)], [(carrier, (1, 0), W)])
    assert full_hp(position.state, "blue-1") == 18 + hp
    assert carrier.mounts[0].item is not None
    assert carrier.mounts[0].item.reduction.get("energy", 0) == kept


@pytest.mark.rule("hex100.emp-shock", "hex100.move-flying")
def test_a_flying_unit_in_shock_crashes() -> None:
    position = Position(plain(), [(THROWER, (0, 0), E)], [(machine("recon-drone"), (3, 1), W), (TEGU, (9, 0), W)])
    battle = position.play((0,))
    q, r = at(3, 0)
    battle.answer("red", Bombard("red-1", "emp-charge", q, r))
    assert [event.unit for event in events(battle, Crashed)] == ["blue-1"]
    assert [event.unit for event in events(battle, Destroyed)] == ["blue-1"]
    assert not events(battle, Shocked)


@pytest.mark.rule("hex100.emp-shock")
@pytest.mark.parametrize(
    ("pool", "left"),
    [
        ({"move": 1, "attack": 1, "wildcard": 1, "focus": 1}, {"wildcard": 1, "focus": 1}),
        ({"move": 0, "attack": 0, "commander": 1}, {"wildcard": 0, "commander": 1}),
        ({"move": 1, "attack": 0, "wildcard": 0, "focus": 0}, {"wildcard": 1, "focus": 0}),
    ],
)
def test_shock_leaves_one_wildcard_and_the_special_action(pool: dict[str, int], left: dict[str, int]) -> None:
    assert reduced(pool) == left


@pytest.mark.rule("hex100.emp-shock")
@pytest.mark.parametrize(("unit", "special"), [(CROC, "focus"), (TEGU, "commander")])
def test_a_unit_in_shock_begins_its_phase_with_next_to_nothing(unit: str, special: str) -> None:
    position = shocked(Position(plain(), [(BARE, (0, 0), E)], [(unit, (4, 0), W)]), "blue-1")
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    if special == "focus":
        battle.answer("blue", Focus("blue-1"))
    assert {action: count for action, count in battle.state.units["blue-1"].pool.items() if count} == {
        "wildcard": 1,
        special: 1,
    }
    assert code(battle, "blue", LockOn("blue-1", "contact-1")) == ""


@pytest.mark.rule("hex100.core-shielding", "hex100.emp-shock")
def test_core_shielding_saves_the_pool_and_nothing_else() -> None:
    shielded = machine("crocodile-mk2", [], [], ["crocodile-combat-laser"], [], ["core-system-shielding"])
    position = shocked(Position(plain(), [(BARE, (0, 0), E)], [(shielded, (4, 0), W)]), "blue-1")
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    assert battle.state.units["blue-1"].pool == {"move": 1, "attack": 1, "wildcard": 1, "focus": 1}
    assert not events(battle, PoolCut)
    assert code(battle, "blue", Attack("blue-1", ("crocodile-combat-laser",), "contact-1")) == "shut-down"


@pytest.mark.rule("hex100.emp-shock", "hex100.reserve")
def test_shocked_in_its_own_turn_a_unit_loses_its_actions_at_once_and_cannot_fire_any_more() -> None:
    overwatch = machine("big-guye", ["emp-missile"], ["mace"])
    position = Position(plain(), [(overwatch, (0, 0), E)], [(CROC, (4, 0), W)], acting="blue-1")
    red = position.unit("red-1")
    red.held, red.trigger, red.held_weapons = "attack", "attacks", ["emp-missile"]
    battle = position.play((0, 99), (99,))
    battle.answer("blue", Attack("blue-1", ("crocodile-combat-laser",), "contact-1"))
    battle.answer("red", FireReserve("red-1", "contact-1"))
    blue = battle.state.units["blue-1"]
    assert blue.shocked
    assert {action: count for action, count in blue.pool.items() if count} == {"wildcard": 1, "focus": 1}
    assert battle.state.units["red-1"].hp == red.hp


@pytest.mark.rule("hex100.recovery", "hex100.emp-shock")
def test_recovery_ends_shock_and_hacking_and_the_turn() -> None:
    position = shocked(Position(plain(), [(CROC, (0, 0), E), (CROC, (0, 2), E)], [(TEGU, (4, 0), W)]))
    position.unit("red-1").hacked = True
    battle = position.play()
    battle.answer("red", Recover("red-1"))
    red = battle.state.units["red-1"]
    assert (red.shocked, red.hacked, red.done) == (False, False, True)
    assert battle.state.acting == "red-2"
    assert events(battle, Recovered)


@pytest.mark.rule("hex100.recovery")
def test_any_action_pays_for_recovery_the_special_one_too() -> None:
    for pool in ({"focus": 1}, {"commander": 1}, {"move": 1}, {"attack": 1}, {"utility": 1}, {"wildcard": 1}):
        position = shocked(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]))
        position.unit("red-1").pool = dict(pool)
        battle = position.play()
        assert code(battle, "red", Recover("red-1")) == ""
        battle.answer("red", Recover("red-1"))
        assert not battle.state.units["red-1"].shocked


@pytest.mark.rule("hex100.recovery")
def test_after_its_last_plain_action_a_mech_in_shock_may_still_recover_with_its_focus() -> None:
    for state, acting in (("shocked", "red-1"), ("hacked", "red-1"), ("jammed", "red-2")):
        position = Position(plain(), [(BARE, (0, 0), E), (BARE, (0, 2), E)], [(TEGU, (4, 0), W)])
        red = position.unit("red-1")
        setattr(red, state, True)
        red.pool = {"wildcard": 1, "focus": 1}
        battle = position.play()
        battle.answer("red", Move("red-1", (at(1, 0),), E))
        assert battle.state.acting == acting


@pytest.mark.rule("hex100.recovery")
def test_who_is_well_has_nothing_to_recover_from() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)])
    position.unit("red-1").jammed = True
    assert code(position.play(), "red", Recover("red-1")) == "nothing-to-recover"
    position = shocked(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)]))
    assert code(position.play(), "red", Recover("red-1")) == ""
