"""Duels: the shoot-out against its closed form, the odds against those of single attacks."""

from __future__ import annotations

import pytest

from cli.command import Command
from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.registry import get_system, system_ids
from gearlock.lab.duels import duel_of, shoot_out
from gearlock.odds.attack import attack_odds


def test_a_shoot_out_of_equal_chances_is_that_of_the_closed_form() -> None:
    """Killing with p by each attack, whoever begins wins with p / (1 - (1 - p)^2) in the long run."""
    p = 0.3
    killed = [1 - (1 - p) ** attack for attack in range(1, 200)]
    assert shoot_out(killed, killed) == pytest.approx((0.5, 0.5))
    other = [1 - (1 - 0.1) ** attack for attack in range(1, 200)]
    begins, follows = p / (1 - (1 - p) * 0.9), p * 0.9 / (1 - (1 - p) * 0.9)
    assert shoot_out(killed, other)[0] == pytest.approx((begins + follows) / 2)
    assert sum(shoot_out(killed, other)) == pytest.approx(1)


def test_each_uses_the_weapon_that_promises_most() -> None:
    duel = duel_of(get_system("brigands"), ("hunter", "jager"), [("range", "3,12"), ("cover", "none,light")], 3)
    assert [each.given for each in duel.exchanges][1] == (("range", "3"), ("cover", "light"))
    far = duel.exchanges[2]
    assert far.one is not None
    weapons = get_system("brigands").gunnery.weapons("hunter")  # type: ignore[union-attr]
    means = {}
    for weapon in weapons:
        try:
            means[weapon] = attack_odds("brigands", f"hunter:{weapon}", "jager", [("range", "12")]).fate
        except GearlockError:
            continue
    assert far.one.mean_damage == max(fate.mean_damage for fate in means.values())
    fate = means[far.one.weapon]
    assert far.one.killed[0] == pytest.approx(fate.chance(fate.destroyed))
    three = attack_odds("brigands", [f"hunter:{far.one.weapon}"] * 3, "jager", [("range", "12")]).fate
    assert far.one.killed[2] == pytest.approx(three.chance(three.destroyed))


@pytest.mark.parametrize("system", system_ids())
def test_every_system_has_duels(system: str) -> None:
    gunnery = get_system(system).gunnery
    assert gunnery is not None
    unit = next(unit for unit in gunnery.units() if gunnery.weapons(unit))
    duel = duel_of(get_system(system), (unit, unit), [], attacks=1)
    (only,) = duel.exchanges
    assert only.first == pytest.approx(only.second)


def test_the_command_tells_all_situations_and_refuses_what_cannot_be(gearlock: Command) -> None:
    done = gearlock("lab", "duel", "brigands", "hunter", "jager", "--range", "6..12/6", "--json")
    assert [each["given"] for each in done.json()["exact"]["exchanges"]] == [[["range", "6"]], [["range", "12"]]]
    assert done.json()["format"] == "gearlock.lab-duel/1"
    assert "58.72%" in gearlock("lab", "duel", "brigands", "hunter", "jager", "--range", "6").out
    assert gearlock("lab", "duel", "brigands", "huntre", "jager").code == 2
    assert "400" in gearlock("lab", "duel", "brigands", "hunter", "jager", "--range", "400").err


def test_where_few_have_room_as_many_attacks_are_followed_as_find_it() -> None:
    with pytest.raises(BadInput, match="no room"):
        attack_odds("brigands", ["hunter:LVB"] * 6, "jager")
    (touching,) = duel_of(get_system("brigands"), ("hunter", "jager"), [], attacks=6).exchanges
    assert touching.attacks >= 1
    assert touching.first == pytest.approx(touching.second)


@pytest.mark.parametrize(
    ("units", "given"),
    [
        (("hunter:LACX", "jager"), [("range", "12")]),
        (("hunter", "jager:LACX"), [("range", "12")]),
        (("hunter", "jager"), [("range", "12"), ("cover", "none,lihgt")]),
        (("hunter", "jager"), [("range", "12"), ("trait", "Agil")]),
    ],
)
def test_what_is_misspelt_is_named_and_nobody_is_said_to_be_unable_to_attack(
    units: tuple[str, str], given: list[tuple[str, str]]
) -> None:
    with pytest.raises(BadInput, match=r"LACX|lihgt|Agil"):
        duel_of(get_system("brigands"), units, given, attacks=1)
