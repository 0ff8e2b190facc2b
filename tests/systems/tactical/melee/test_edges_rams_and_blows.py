"""2.6.8, 7.2: rams that are too slow or no Action, blows with what fails or is gone, arms of two ratings."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.positions import Position
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.targets import refuse_attack
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, AttackMet
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.dice_tests import SkillTested
from gearlock.systems.tactical.melee import KICK, PUNCH, Strike, refuse_strike, resolve_strike, throwing_base
from gearlock.systems.tactical.movement.course import Move, Ram
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.systems.tactical.weapons import all_arms
from systems.tactical.play import give, happened
from systems.tactical.tables import BLADE, LAC, Played, mils, play, put, table

EXTRA = "tactical.2.6.3"


def taken_off(battle: Battle[State]) -> list[int]:
    """What extra Actions took off the ram."""
    (ram,) = [test for test in happened(battle, SkillTested) if test.purpose == "ram"]
    return [line.value for line in ram.lines if line.rule == EXTRA]


@pytest.mark.rule("tactical.2.6.8-ramming")
@pytest.mark.parametrize(("moved", "hurts"), [(4, True), (5, False), (7, False)])
def test_who_catches_up_with_nobody_from_behind_hurts_nobody(moved: int, hurts: bool) -> None:
    position = Position("tactical", active="red-1", map="48x48")
    position.model("red-1", "hunter", at=(10, 20), facing="east", mode="G")
    position.model("blue-1", "hunter", at=(16, 20), facing="east", moved=mils(moved), done=True)
    battle = position.dice("ram", 5, 3).dice("defense", 3, 2).battle()
    give(battle, Ram("red-1", "blue-1"))
    (met,) = happened(battle, AttackMet)
    assert met.hit
    found = [event.amount for event in happened(battle, DamageCompared)]
    assert found == [met.margin * (6 - 2)] * 2 * hurts, "5 in against what the target moved; Size 6"


@pytest.mark.rule("tactical.2.6.8-ramming", "tactical.2.6.3")
@pytest.mark.parametrize("ordered", [True, False])
def test_extra_actions_hinder_a_ram_that_is_an_action_and_no_skid(ordered: bool) -> None:
    speed = {} if ordered else {"speed": "top", "went": "top"}
    position = Position("tactical", active="red-1", map="48x48")
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G", extra=1, actions=2, **speed)
    position.model("blue-1", "hunter", at=(20, 14.5), facing="south", done=True)
    position.dice("hard turn", 1, 2).dice("ram", 2, 1).dice("defense", 6, 5)
    order = Ram("red-1", "blue-1") if ordered else Move("red-1", ((0, 3_000), (900, 5_000)))
    assert taken_off(give(position.battle(), order)) == ([-1] if ordered else [])


@pytest.mark.rule("tactical.2.6.8-ramming", "tactical.2.6.3", "tactical.3.8.1-buildings")
@pytest.mark.parametrize("ordered", [True, False])
def test_so_it_is_with_a_house(ordered: bool) -> None:
    speed = {} if ordered else {"speed": "top", "went": "top"}
    position = Position("tactical", active="red-1", map="48x48", modules=[STRUCTURES], scale="10 m")
    position.model("red-1", "hunter", at=(10, 20), facing="east", mode="G", extra=1, actions=2, **speed)
    position.model("blue-1", "hunter", at=(40, 40), done=True)
    position.piece("building", (16, 18, 18, 22), id="house", name="House", top=2, rating="light")
    position.dice("hard turn", 2, 1).dice("ram", 3, 2)
    order = Ram("red-1", "house") if ordered else Move("red-1", ((0, 5_200), (900, 3_000)))
    assert taken_off(give(position.battle(), order)) == ([-1] if ordered else [])


def in_contact(**stats: object) -> State:
    state = table()
    put(state, "red-1", "hunter", 20, 10, went="combat", stats={"perks": {"Manipulator Arm": 6}, **stats})
    put(state, "blue-1", "hunter", 20, 11, facing=270, moved=mils(5))
    return state


def strike(state: State, how: str, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> Script[None]:
        return resolve_strike(ctx, Strike("red-1", "blue-1", how))

    return play(state, script, *dice)


@pytest.mark.rule("tactical.7.2-defective", "tactical.2.6.8-punch", "tactical.2.6.8-kick", "tactical.2.6.8-weapon")
@pytest.mark.parametrize(("how", "total"), [(PUNCH, 5 + 1 - 2), ("VB", 5 + 1 - 2), (KICK, 5)])
def test_fire_control_that_fails_hinders_arms_and_no_feet(how: str, total: int) -> None:
    die = () if how == KICK else ((2,),)
    played = strike(in_contact(flaws={"Defective Fire Control": 2}), how, *die, (5, 3), (6, 6))
    attack, _ = played.of(SkillTested)
    assert attack.total == total


@pytest.mark.rule("tactical.2.6.8-weapon", "tactical.3.5.1-fire-control")
def test_nobody_strikes_with_a_blade_that_was_blown_off() -> None:
    state = in_contact()
    assert refuse_strike(state, Strike("red-1", "blue-1", "VB")) is None
    state.units["red-1"].harm["lost:VB"] = 1
    found = refuse_strike(state, Strike("red-1", "blue-1", "VB"))
    assert found is not None
    assert found.code == "weapon-lost"


@pytest.mark.rule("tactical.2.6.8-throw")
def test_the_stronger_of_two_arms_throws() -> None:
    grenade = Mount("HG", all_arms().vehicle["HG"])
    perks, details = {"Manipulator Arm": 4, "Tool Arm": 6}, {"Tool Arm": "throws"}
    unit = put(table(), "red-1", "hunter", 10, 10, stats={"perks": perks, "details": details})
    assert throwing_base(unit, grenade) == 2 * (6 - 1)
    weaker = put(table(), "red-1", "hunter", 10, 10, stats={"perks": perks, "details": {}})
    assert throwing_base(weaker, grenade) == 2 * (4 - 1), "the Tool Arm was not built for it"


@pytest.mark.rule("tactical.2.6.8-throw", "tactical.2.6.7")
@pytest.mark.parametrize(("weapon", "found"), [("LAC", ""), ("HG", "melee"), ("VB", "melee")])
def test_what_is_thrown_or_held_in_the_hand_does_not_shoot(weapon: str, found: str) -> None:
    state = in_contact(weapons=(Mount("LAC", LAC), Mount("VB", BLADE), Mount("HG", all_arms().vehicle["HG"], ammo=2)))
    refusal = refuse_attack(state, Attack("red-1", weapon, "blue-1"))
    assert ("" if refusal is None else refusal.code) == found
