"""Weapons that fire together, evasion shot by shot, what is used up, and what is loaded."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Target
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack, Fired, number_to_evade, number_to_hit, take_aim
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.turns import EndTurn, Focus
from systems.hex100.kit import NE, NW, SE, SW, E, Position, W, code, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"


def focused(position: Position, focus: str) -> Position:
    position.unit("red-1").focus = focus
    return position


@pytest.mark.rule("hex100.linked-fire", "hex100.attr-linked", "hex100.focus-fire-control")
@pytest.mark.parametrize(
    "weapons",
    [
        ("hmg", "light-auto-cannon"),  # linked, but not alike
        ("rocket-pod", "rocket-pod#2"),  # alike, but not linked
        ("hmg", "hmg"),  # one and the same
        ("hmg", "hmg#2", "hmg#3"),  # three
    ],
)
def test_fire_control_takes_two_different_mounts_of_one_linked_weapon(weapons: tuple[str, ...]) -> None:
    mounts = (["hmg", "rocket-pod"], ["light-auto-cannon"], ["hmg"], ["hmg", "rocket-pod"])
    position = focused(
        Position(plain(), [(machine("cobra-ka1", *mounts), (0, 0), E)], [(TEGU, (3, 0), W)]), "fire-control"
    )
    battle = position.play()
    assert code(battle, "red", Attack("red-1", weapons, "contact-1")) == "not-together"
    assert code(battle, "red", Attack("red-1", ("hmg", "hmg#3"), "contact-1")) == ""


@pytest.mark.rule("hex100.focus-melee")
@pytest.mark.parametrize(
    ("weapons", "allowed"),
    [
        (("mace:bash", "chain-blade:slash"), False),  # both on the left arm
        (("mace:bash", "light-auto-cannon"), False),  # one is no melee weapon
        (("mace:bash", "heavy-spike"), True),
    ],
)
def test_the_melee_focus_takes_a_melee_weapon_on_either_arm(weapons: tuple[str, ...], allowed: bool) -> None:
    armed = machine("big-guye", [], ["mace", "chain-blade"], ["light-auto-cannon", "heavy-spike"])
    battle = focused(Position(plain(), [(armed, (0, 0), E)], [(TEGU, (1, 0), W)]), "melee").play()
    assert code(battle, "red", Attack("red-1", weapons, "contact-1")) == ("" if allowed else "not-together")


@pytest.mark.rule("hex100.co-axial", "hex100.type-co-axial")
def test_weapons_of_other_mounts_do_not_fire_along_with_a_co_axial_one() -> None:
    battle = Position(plain(), [("cloudburst-scout", (0, 0), E)], [(CROC, (4, 0), W)]).play()
    assert code(battle, "red", Attack("red-1", ("medium-auto-cannon", "gauss-rifle"), "contact-1")) == "not-together"
    assert code(battle, "red", Attack("red-1", ("medium-auto-cannon",) * 2, "contact-1")) == "not-together"


@pytest.mark.rule("hex100.co-axial")
def test_of_a_co_axial_mount_what_still_can_fires_together_in_any_mode() -> None:
    tank = machine("tegu-mbt", ["bullet-hose", "hmg", "light-auto-cannon"])
    position = Position(plain(), [(tank, (0, 0), E)], [(CROC, (3, 0), W)])
    position.unit("red-1").used.append("hmg")
    battle = position.play()
    offered = {option.order.weapons for option in battle.options("red") if isinstance(option, Target)}  # type: ignore[attr-defined]
    pairs = {weapons for weapons in offered if len(weapons) > 1}
    assert pairs == {
        ("bullet-hose:single target", "light-auto-cannon"),
        ("bullet-hose:area saturation", "light-auto-cannon"),
    }


def test_twins_on_different_mounts_are_told_apart_and_those_of_one_mount_come_up_once() -> None:
    mounts = (["hmg", "rocket-pod"], ["light-auto-cannon"], ["hmg"], ["hmg", "hmg"])
    position = Position(plain(), [(machine("cobra-ka1", *mounts), (0, 0), E)], [(TEGU, (3, 0), W)])
    labels = [option.label for option in position.play().options("red") if isinstance(option, Target)]
    assert labels == [
        f"Fire {name} at Tegu MBT (contact 1)"
        for name in ("HMG (torso primary)", "Rocket Pod", "Light Auto Cannon", "HMG (left arm)", "HMG (right arm)")
    ]


@pytest.mark.rule("hex100.once-per-turn")
def test_another_mode_of_a_used_weapon_is_used_too_and_the_next_turn_makes_it_ready() -> None:
    position = Position(plain(), [("big-guye-brawler", (0, 0), E)], [(TEGU, (1, 0), W)])
    battle = position.play((99,))
    battle.answer("red", Attack("red-1", ("mace:bash",), "contact-1"))
    assert code(battle, "red", Attack("red-1", ("mace:sweep",), "contact-1")) == "used"
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("red", Focus("red-1"))
    assert code(battle, "red", Attack("red-1", ("mace:sweep",), "contact-1")) == ""


@pytest.mark.rule("hex100.attr-limited-ammo")
def test_all_modes_of_a_weapon_share_its_ammunition() -> None:
    hose = machine("big-guye", [], ["bullet-hose"])
    battle = Position(plain(), [(hose, (0, 0), E)], [(TEGU, (4, 0), W)]).play((99, 99, 99, 99))
    battle.answer("red", Attack("red-1", ("bullet-hose:single target",), "contact-1"))
    assert battle.state.units["red-1"].uses == {"bullet-hose": 3}


@pytest.mark.rule("hex100.attr-homing", "hex100.stat-rof")
def test_every_shot_of_a_homing_salvo_hits_a_locked_target() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)])
    position.unit("red-1").lock = "blue-1"
    battle = position.play((99,) * 6)
    battle.answer("red", Attack("red-1", ("swarmer-micro-missiles",), "contact-1"))
    assert events(battle, Fired)[0].hits == 6
    assert len(events(battle, Struck)) == 6


@pytest.mark.rule("hex100.stat-melee", "hex100.attr-slash")
def test_a_blow_without_the_slash_strikes_its_target_alone() -> None:
    position = Position(plain(), [("big-guye-brawler", (2, 2), E)], [(CROC, (3, 2), W), (CROC, (2, 1), W)])
    battle = position.play((99,))
    battle.answer("red", Attack("red-1", ("mace:bash",), position.state.contacts["red"]["blue-1"]))
    assert [event.target for event in events(battle, Fired)] == ["blue-1"]


@pytest.mark.rule("hex100.fcs-main-gun", "hex100.fcs-rapid-fire")
def test_fire_control_for_one_sort_of_weapon_does_nothing_for_others() -> None:
    def number(unit: str, token: str) -> int:
        position = Position(plain(), [(unit, (0, 0), E)], [("big-guye-brawler", (2, 0), W)])
        position.unit("red-1").lock = "blue-1"
        red, blue = position.unit("red-1"), position.unit("blue-1")
        found = find_weapon(position.state, red, token)
        assert found is not None
        aim = take_aim(position.state, red, found[1], blue, blue.hex)
        return number_to_hit(position.state, aim)

    assert number(TEGU, "hmg") == 50 + 10
    assert number("summit-duellist", "hammer-rockets") == 70 + 10


@pytest.mark.rule("hex100.focus-evasion", "hex100.stat-agility")
def test_every_hit_is_evaded_for_itself_by_a_roll_under_the_agility() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (3, 0), W)])
    position.unit("blue-1").focus = "evasion"
    battle = position.play((0, 0), (49, 50), (99,))
    battle.answer("red", Attack("red-1", ("light-auto-cannon",), "contact-1"))
    fired = events(battle, Fired)[0]
    assert (fired.hits, fired.evasion, fired.evaded) == (2, 50, 1)
    assert len(events(battle, Struck)) == 1


@pytest.mark.rule("hex100.focus-evasion", "hex100.arc-armour")
@pytest.mark.parametrize(("facing", "chance"), [(NE, 50), (NW, 50), (E, 50), (W, 50), (SE, 0), (SW, 0)])
def test_on_the_edge_of_its_front_arc_a_mech_evades(facing: int, chance: int) -> None:
    # Red stands due north: the line leaves through the corner between hexsides 1 and 2.
    position = Position(plain(), [(TEGU, (3, 0), E)], [(CROC, (3, 4), facing)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    blue.focus = "evasion"
    found = find_weapon(position.state, red, "r-120-tank-gun")
    assert found is not None
    assert number_to_evade(position.state, take_aim(position.state, red, found[1], blue, blue.hex)) == chance


@pytest.mark.rule("hex100.attr-graze", "hex100.damage-reduction")
def test_shields_lower_a_graze() -> None:
    shielded = machine("crocodile-mk2", [], [], ["tactical-shield"])
    position = Position(plain(), [(CROC, (0, 0), E)], [(shielded, (5, 0), W)])
    position.unit("blue-1").focus = "evasion"
    battle = position.play((0,), (0,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert [(event.damage, event.how) for event in events(battle, Struck)] == [(2 - 1, "graze")]


@pytest.mark.rule("hex100.attr-graze", "hex100.focus-evasion", "hex100.attack-sequence")
def test_odds_count_an_evaded_hit_as_a_graze_and_no_hit() -> None:
    position = Position("....r", [(CROC, (0, 0), E)], [(CROC, (4, 0), W)])
    position.unit("blue-1").focus = "evasion"
    odds = PREVIEWS.preview(position.state, "red", Attack("red-1", ("crocodile-combat-laser",), "contact-1")).odds
    assert odds is not None
    # 80 to hit, half of it evaded; rubble keeps one point off the hit of 6 and off the graze of 2.
    assert odds.p_hit == pytest.approx(0.4)
    assert odds.damage == pytest.approx({0: 0.2, 2 - 1: 0.4, 6 - 1: 0.4})


@pytest.mark.rule("hex100.stat-rof")
def test_odds_of_several_shots_are_those_of_any_of_them() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (3, 0), W)])
    odds = PREVIEWS.preview(position.state, "red", Attack("red-1", ("light-auto-cannon",), "contact-1")).odds
    assert odds is not None
    assert odds.p_hit == pytest.approx(1 - 0.4**2)
    assert odds.damage == pytest.approx({0: 0.16, 2: 0.48, 4: 0.36})
