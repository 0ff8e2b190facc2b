"""3.9.2: rock, paper, scissors: ranged attacks and close combat."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.systems.tactical.state import DESTROYED
from gearlock.systems.tactical.toy_battles.toys import (
    DAZED,
    SIGNS,
    ActivateToy,
    Brawl,
    EndToy,
    GiveUpWeapon,
    Go,
    Shoot,
    ShowSign,
    StrikeAgain,
    apart,
    beaten,
    close_left,
    ranged_left,
    result_of,
    sees,
    weapons_left,
)
from gearlock.table.measure import INCH
from systems.tactical.toy.playroom import HAND, Room, knocked, thing

WALL = thing("wall of books", (0, 40, 98, 42), 10)


def close(apart_mils: int = INCH, scenario: str = "toy", **options: Any) -> Room:
    """Two rivals so far from each other, base to base; the others far away."""
    room = Room(scenario=scenario, **options)
    room.put("red-1", 40, 40)
    unit = room.put("blue-1", 40, 40)
    unit.y += 2 * unit.card.radius + apart_mils
    return room


@pytest.mark.rule("tactical.3.9.2-rps")
def test_the_cycle_is_the_normal_one_and_the_example_of_the_book_is_wrong_once() -> None:
    wins = {(one, other) for one in SIGNS for other in SIGNS if beaten(one, other) > 0}
    assert wins == {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    assert all(beaten(other, one) < 0 for one, other in wins)
    assert all(beaten(sign, sign) == 0 for sign in SIGNS)


@pytest.mark.rule("tactical.3.9.2-rps")
@pytest.mark.parametrize(
    ("sign", "prone", "forfeits", "weapons", "result"),
    [
        ("rock", False, False, 3, "no attack"),
        ("rock", False, True, 3, "prone"),
        ("scissors", False, False, 1, "a weapon"),
        ("scissors", False, False, 0, "prone"),
        ("paper", False, False, 3, "prone"),
        ("rock", True, False, 3, "disabled"),
        ("scissors", True, False, 3, "disabled"),
        ("paper", True, True, 0, "disabled"),
    ],
)
def test_what_losing_to_each_sign_does(sign: str, prone: bool, forfeits: bool, weapons: int, result: str) -> None:
    assert result_of(sign, prone, forfeits, weapons) == result


@pytest.mark.rule("tactical.3.9.2-rps")
def test_rock_costs_the_attack_of_the_next_activation_and_only_that() -> None:
    room = Room().begin("red-1", 1).give(Shoot("red-1", "blue-1")).signs("rock", "scissors")
    assert room.unit("blue-1").token(DAZED)
    room.give(EndToy("red-1")).give(ActivateToy("blue-1"))
    assert not room.unit("blue-1").token(DAZED)
    assert room.code(Shoot("blue-1", "red-1")) == "rock"
    assert room.code(Go("blue-1", "run", ((0, INCH),))) == "", "it moves as it likes"
    room.give(EndToy("blue-1")).give(EndToy("red-2")).give(EndToy("blue-2"))
    assert room.now.phase == "toss"


@pytest.mark.rule("tactical.3.9.2-rps")
def test_a_second_rock_before_that_activation_knocks_down() -> None:
    room = Room()
    room.put("blue-1", 10, 70, no_attack=1)
    room.begin().give(Shoot("red-1", "blue-1")).signs("rock", "scissors")
    assert knocked(room, "blue-1")


@pytest.mark.rule("tactical.3.9.2-rps")
def test_scissors_take_a_weapon_of_the_owners_choice() -> None:
    room = Room().begin().give(Shoot("red-1", "blue-1")).signs("scissors", "paper")
    assert room.asked() == ("toy weapon",)
    assert room.battle is not None
    assert room.battle.waiting_for() == ("blue",)
    assert room.code(GiveUpWeapon("blue-1", "cannon")) == "weapon"
    assert room.code(GiveUpWeapon("blue-2", "sword")) == "unit"
    assert len(room.labels()) == 3
    room.give(GiveUpWeapon("blue-1", "sword"))
    assert [mount.id for mount in weapons_left(room.unit("blue-1"))] == ["gun", "pod"]
    assert not knocked(room, "blue-1")


@pytest.mark.rule("tactical.3.9.2-rps")
def test_the_last_weapon_is_lost_without_falling_and_without_any_it_falls() -> None:
    room = Room(weapons="1+0").begin().give(Shoot("red-1", "blue-1")).signs("scissors", "paper")
    assert weapons_left(room.unit("blue-1")) == []
    assert not knocked(room, "blue-1")
    bare = Room(weapons="1+0")
    bare.state.units["blue-1"].tokens["lost:gun"] = 1
    bare.begin().give(Shoot("red-1", "blue-1")).signs("scissors", "paper")
    assert knocked(bare, "blue-1")


@pytest.mark.rule("tactical.3.9.2-rps")
@pytest.mark.parametrize(("red", "blue"), [("rock", "rock"), ("rock", "paper"), ("paper", "scissors")])
def test_a_tie_or_a_lost_throw_of_a_ranged_attack_harms_nobody(red: str, blue: str) -> None:
    room = Room().begin().give(Shoot("red-1", "blue-1")).signs(red, blue)
    assert all(not unit.tokens and unit.is_fielded for unit in room.now.units.values())


@pytest.mark.rule("tactical.3.9.2-rps")
def test_no_seat_learns_the_others_sign_before_it_has_shown_its_own() -> None:
    seen = []
    for sign in SIGNS:
        room = Room().begin().give(Shoot("red-1", "blue-1")).give(ShowSign(sign), "red")
        assert room.battle is not None
        seat = Seat(room.battle, "blue")
        seen.append((seat.view(), seat.story(), seat.options(), seat.waiting_for, seat.veil, room.battle.hash()))
        assert room.battle.ask_for("red") is None
        assert room.battle.waiting_for() == ("blue",)
    assert seen[0] == seen[1] == seen[2]


def test_other_signs_than_three_are_refused() -> None:
    room = Room().begin().give(Shoot("red-1", "blue-1"))
    assert room.asked() == ("sign", "sign")
    assert room.code(ShowSign("spock"), "blue") == "sign"


@pytest.mark.rule("tactical.3.9.2-activation")
def test_one_attack_ranged_or_close_before_during_or_after_the_move() -> None:
    room = close()
    room.begin().give(Go("red-1", "walk", ((1800, INCH),)))
    room.give(Shoot("red-1", "blue-1")).signs("rock", "rock")
    assert room.code(Shoot("red-1", "blue-1")) == "attacked"
    assert room.code(Brawl("red-1", "blue-1")) == "attacked"
    assert room.rule(Brawl("red-1", "blue-1")) == "tactical.3.9.2-activation"
    assert room.code(Go("red-1", "walk", ((0, 20 * INCH),))) == ""
    assert room.code(Go("red-1", "walk", ((0, 20 * INCH + 1),))) == "length"
    first = close().begin().give(Brawl("red-1", "blue-1")).signs("rock", "rock").give(Decline())
    assert first.code(Shoot("red-1", "blue-1")) == "attacked"
    assert first.code(Go("red-1", "walk", ((1800, 21 * INCH),))) == ""


@pytest.mark.rule("tactical.3.9.2-ranged")
def test_a_shot_needs_a_ranged_weapon_and_range_does_not_matter() -> None:
    room = Room(weapons="1+1")
    room.put("red-1", 1.4, 1.4)
    room.put("blue-1", 96, 82)
    assert room.begin().code(Shoot("red-1", "blue-1")) == ""
    bare = Room(weapons="1+1")
    bare.state.units["red-1"].tokens["lost:gun"] = 1
    bare.begin()
    assert bare.code(Shoot("red-1", "blue-1")) == "weapon"
    assert bare.rule(Shoot("red-1", "blue-1")) == "tactical.3.9.2-ranged"
    assert bare.code(Shoot("red-1", "red-2")) == "target"
    assert bare.code(Shoot("red-2", "blue-1")) == "passive"
    assert bare.code(Shoot("", "blue-1")) == "unit"


@pytest.mark.rule("tactical.3.9.2-los")
def test_any_visible_part_from_the_head_is_enough() -> None:
    room = Room(WALL)
    room.begin()
    assert room.code(Shoot("red-1", "blue-1")) == "hidden"
    assert room.rule(Shoot("red-1", "blue-1")) == "tactical.3.9.2-los"
    low = Room(thing("book", (0, 40, 98, 42), 4.7))
    low.begin()
    assert low.code(Shoot("red-1", "blue-1")) == "", "the head shows over it"
    gap = Room(thing("books", (11.8, 40, 98, 42), 10))
    gap.put("red-1", 12, 10)
    gap.put("blue-1", 12, 70)
    assert gap.begin().code(Shoot("red-1", "blue-1")) == "", "a shoulder shows beside it"
    full = Room(thing("books", (10.5, 40, 98, 42), 10))
    full.put("red-1", 12, 10)
    full.put("blue-1", 12, 70)
    assert full.begin().code(Shoot("red-1", "blue-1")) == "hidden"


@pytest.mark.rule("tactical.3.9.2-los")
def test_water_and_other_toys_hide_nobody_and_a_prone_toy_is_low() -> None:
    room = Room(thing("puddle", (0, 40, 98, 42), kind="water"))
    room.put("red-2", 10, 30)
    assert room.begin().code(Shoot("red-1", "blue-1")) == ""
    prone = Room(thing("book", (0, 60, 98, 62), 4))
    assert sees(prone.state, prone.state.units["red-1"], prone.state.units["blue-1"])
    prone.put("blue-1", 10, 64, prone=1)
    assert not sees(prone.state, prone.state.units["red-1"], prone.state.units["blue-1"])


@pytest.mark.rule("tactical.3.9.2-close")
def test_close_combat_is_within_one_length_base_to_base() -> None:
    room = close(HAND * INCH)
    assert apart(room.state.units["red-1"], room.state.units["blue-1"]) == HAND * INCH
    assert room.begin().code(Brawl("red-1", "blue-1")) == ""
    far = close(HAND * INCH + 1).begin()
    assert far.code(Brawl("red-1", "blue-1")) == "far"
    assert far.rule(Brawl("red-1", "blue-1")) == "tactical.3.9.2-close"


@pytest.mark.rule("tactical.3.9.2-close")
def test_close_combat_is_one_attack_and_one_for_each_close_weapon() -> None:
    room = close(weapons="1+2").begin().give(Brawl("red-1", "blue-1"))
    for _ in range(2):
        room.signs("rock", "rock")
        assert room.asked() == ("strike again",)
        assert room.code(StrikeAgain("red-2", "blue-1")) == "unit"
        assert room.code(StrikeAgain("red-1", "blue-2")) == "unit"
        room.give(StrikeAgain("red-1", "blue-1"))
    room.signs("rock", "rock")
    assert room.asked() == ("play toy",)
    fists = close(weapons="1+0").begin().give(Brawl("red-1", "blue-1")).signs("rock", "rock")
    assert fists.asked() == ("play toy",)
    spent = close(weapons="1+0")
    spent.state.units["red-1"].tokens["lost:gun"] = 1
    assert spent.begin().code(Brawl("red-1", "blue-1")) == "", "fists are always there"


@pytest.mark.rule("tactical.3.9.2-close")
def test_an_attacker_that_loses_in_close_combat_is_hit_as_if_attacked_and_a_tie_is_a_plain_miss() -> None:
    room = close().begin().give(Brawl("red-1", "blue-1")).signs("scissors", "rock")
    assert room.unit("red-1").token(DAZED)
    assert not room.unit("blue-1").tokens
    room.give(StrikeAgain("red-1", "blue-1")).signs("scissors", "rock")
    assert knocked(room, "red-1"), "the second rock"
    assert room.now.activation is None, "who lies there is done"
    tie = close().begin().give(Brawl("red-1", "blue-1")).signs("paper", "paper")
    assert not tie.unit("red-1").tokens
    assert not tie.unit("blue-1").tokens


@pytest.mark.rule("tactical.3.9.2-close")
def test_a_blade_that_is_lost_in_the_fight_takes_its_attack_along() -> None:
    room = close(weapons="1+1").begin().give(Brawl("red-1", "blue-1")).signs("paper", "scissors")
    room.give(GiveUpWeapon("red-1", "sword"))
    assert close_left(room.unit("red-1")) == []
    assert room.asked() == ("play toy",)
    gun = close(weapons="1+1").begin().give(Brawl("red-1", "blue-1")).signs("paper", "scissors")
    gun.give(GiveUpWeapon("red-1", "gun"))
    assert ranged_left(gun.unit("red-1")) == []
    assert gun.asked() == ("strike again",)


@pytest.mark.rule("tactical.3.9.2-prone")
def test_the_example_of_the_book_knocked_down_by_the_first_blow_and_disabled_by_the_second() -> None:
    room = close().begin().give(Brawl("red-1", "blue-1")).signs("paper", "rock")
    assert knocked(room, "blue-1")
    room.give(StrikeAgain("red-1", "blue-1")).signs("rock", "scissors")
    assert room.unit("blue-1").status == DESTROYED
    assert room.unit("blue-1").slayer == "red-1"


@pytest.mark.rule("tactical.3.9.2-prone")
def test_a_prone_defender_harms_nobody() -> None:
    room = close()
    room.state.units["blue-1"].tokens["prone"] = 1
    room.begin().give(Brawl("red-1", "blue-1")).signs("rock", "paper")
    assert not room.unit("red-1").tokens
    assert room.asked() == ("strike again",)


@pytest.mark.rule("tactical.3.9.2-prone")
@pytest.mark.parametrize(("sign", "other"), [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")])
def test_any_hit_on_a_prone_toy_disables_it(sign: str, other: str) -> None:
    room = Room()
    room.put("blue-1", 10, 70, prone=1)
    room.begin().give(Shoot("red-1", "blue-1")).signs(sign, other)
    assert room.unit("blue-1").status == DESTROYED


def test_everything_is_told_in_the_words_of_the_game() -> None:
    room = close()
    room.begin().give(Go("red-1", "walk", ((1800, 3500),))).give(Brawl("red-1", "blue-1")).signs("paper", "rock")
    room.give(StrikeAgain("red-1", "blue-1")).signs("rock", "rock")
    assert room.battle is not None
    story = Seat(room.battle, "blue").story()
    assert [line.text for line in story] == [
        "The Red Hunter 1 walks 3.5 in (0.5 lengths).",
        "The Red Hunter 1 goes for the Blue Jaeger 1.",
        "The Red Hunter 1 shows paper, the Blue Jaeger 1 rock: the Red Hunter 1 wins.",
        "The Blue Jaeger 1 is knocked down.",
        "The Red Hunter 1 shows rock, the Blue Jaeger 1 rock: a tie, and a miss.",
    ]
    assert [(shot.look, shot.hits) for line in story for shot in line.shots] == [("blade", True), ("blade", False)]
    gun = Room()
    gun.state.units["red-1"].tokens["no attack"] = 1
    gun.begin("").give(ActivateToy("red-1")).give(Go("red-1", "run", ((0, 7 * INCH),))).give(EndToy("red-1"))
    gun.give(ActivateToy("blue-1")).give(Shoot("blue-1", "red-1")).signs("paper", "rock")
    assert gun.battle is not None
    told = Seat(gun.battle, "red").story()
    assert "The Red Hunter 1 is activated and may not attack." in [line.text for line in told]
    assert "The Red Hunter 1 runs 7 in (1.0 lengths)." in [line.text for line in told]
    assert "The Blue Jaeger 1 is activated." in [line.text for line in told]
    assert [(shot.look, shot.hits) for line in told for shot in line.shots] == [("burst", False)]
