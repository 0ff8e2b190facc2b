"""What a person at the terminal is shown of an attack, and what nobody needs to be asked."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from gearlock.cli import screen
from gearlock.cli.cards import objection_lines, option_lines
from gearlock.cli.person import Person
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.movement.paths import Turn
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State
from systems.brigands.field import NORTH, SOUTH, WEST, again, give, lay, remodel
from systems.brigands.shooting import facing, fire


def shown(battle: Battle[State], order: Attack, full: bool = False) -> list[str]:
    """The lines a player reads about one option, `o` and its number included."""
    seat = Seat(battle, "red")
    option = next(option for option in seat.options() if option.order == order)
    paper = Console(width=140, highlight=False)
    with paper.capture() as capture:
        for line in option_lines(seat, (option,), full):
            paper.print(line)
    return [line.strip() for line in capture.get().splitlines() if line.strip()]


def test_o_shows_both_totals_and_penetration_against_armor() -> None:
    battle = facing(10)
    lines = "\n".join(shown(battle, fire(), full=True))
    assert "attack: +1 D6  Burst:1" in lines
    assert "attack in all: 3D6" in lines
    assert "defence in all: 2D6" in lines
    assert "PEN 6 against Armor 6: damage is MoS +0" in lines


def test_o_says_what_ap_agile_infantry_and_field_armor_do_to_damage() -> None:
    battle = facing(10)
    remodel(battle.state.units["red-1"], weapons=("LBZ", "LLC"))
    remodel(battle.state.units["blue-1"], type="Infantry", traits=("Agile", "Field Armor"), armor=9)
    lines = "\n".join(shown(battle, fire("LBZ", "Ballistic"), full=True))
    weapon = battle.state.units["red-1"].line.weapons["LBZ"]
    assert f"PEN {weapon.pen} against Armor 9: damage is MoS {weapon.pen - 9:+d}" in lines
    for words in ("AP:2 does the MoS up to 2", "Agile: only MoS 1 hits", "Infantry loses 1 at most", "Field Armor"):
        assert words in lines
    assert "attack in all: 2D6 +1" in "\n".join(shown(battle, fire("LLC", "Advanced"), full=True))


def test_a_split_attack_shows_the_odds_of_every_target() -> None:
    battle = facing(10, ("hunter", 13, 21.182, SOUTH))
    remodel(battle.state.units["blue-2"], armor=9)
    order = fire("LAC", "Ballistic", "blue-1", "blue-2")
    preview = battle.preview("red", order)
    assert [preview.target, *(roll.target for roll in preview.also)] == ["blue-1", "blue-2"]
    (line,) = (line for line in shown(battle, order) if "hits" in line)
    assert re.search(r"hits, mean damage: B1 \d+% \d\.\d, B2 \d+% 0\.\d", line)
    assert preview.odds is not None
    assert preview.also[0].odds is not None
    assert preview.odds.mean_damage > preview.also[0].odds.mean_damage
    full = shown(battle, order, full=True)
    assert sum("attack in all: 2D6" in line for line in full) == 2
    assert sum("against Armor 9" in line for line in full) == 1
    assert any(line.startswith("B2 Blue Hunter 2: hits") for line in full)


def test_grenades_all_around_show_the_odds_of_everybody_they_reach() -> None:
    battle = facing(2, ("hunter", 13, 10, WEST), ("hunter", 20, 20, WEST))
    order = Attack("red-1", "APGL", "Ballistic")
    assert re.search(r"hits, mean damage: B1 \d+% \d\.\d, B2 \d+% \d\.\d", " ".join(shown(battle, order)))
    full = shown(battle, order, full=True)
    assert [line[:16] for line in full if "Blue Hunter" in line] == ["B1 Blue Hunter 1", "B2 Blue Hunter 2"]


def test_friends_that_an_area_reaches_are_a_risk_and_shown() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 19, NORTH)], [("hunter", 10, 21, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    preview = battle.preview("red", fire("LRP"))
    assert [roll.target for roll in preview.also] == ["red-2"]
    alone = preview.gives
    battle.state.units["red-2"].y = 2_000
    apart = battle.preview("red", fire("LRP"))
    assert apart.gives == pytest.approx(alone)
    assert apart.risks < preview.risks


def _spent() -> Battle[State]:
    battle = lay([("hunter", 10, 10, NORTH)])
    battle.state.units["red-1"].actions = 0
    battle = again(battle)
    give(battle, Activate("red-1", BRACED), Turn("red-1", 100))
    return battle


def test_where_there_is_no_choice_the_terminal_goes_on_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    battle = _spent()
    person = Person(battle, "red")
    assert person.decide(Seat(battle, "red")) == EndActivation("red-1")
    assert "There is only: End the activation." in capsys.readouterr().out


def test_what_was_taken_back_is_asked_again_even_without_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = _spent()
    typed: list[str] = []

    def type_one(_prompt: object, **_: object) -> str:
        typed.append("1")
        return "1"

    monkeypatch.setattr(screen.console, "input", type_one)
    person = Person(battle, "red")
    person.forget()
    assert person.decide(Seat(battle, "red")) == EndActivation("red-1")
    assert typed == ["1"]
    assert person.decide(Seat(battle, "red")) == EndActivation("red-1")
    assert typed == ["1"]


def _why(battle: Battle[State], mark: str) -> str:
    paper = Console(width=140, highlight=False)
    with paper.capture() as capture:
        for line in objection_lines(Seat(battle, "red"), mark):
            paper.print(line)
    return capture.get()


def test_w_says_why_a_piece_cannot_be_attacked() -> None:
    battle = lay([("hunter", 10, 2, NORTH)], [("hunter", 10, 39.682, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert "LAC: The Blue Hunter 1 is 36.5 in away; the LAC reaches 36 in." in _why(battle, "b1")
    assert "5.1a-range" in _why(battle, "b1")
    assert "Nothing is in the way" in _why(battle, "R1")
    assert "There are: R1, B1" in _why(battle, "x")


def test_an_offer_stands_with_its_cost_and_the_odds_without_it() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=1)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (5, 1, 1), (1, 1))
    give(battle, Activate("red-1", COMBAT_SPEED), fire(), Decline())
    seat, paper = Seat(battle, "blue"), Console(width=400, highlight=False)
    with paper.capture() as capture:
        for line in option_lines(seat, seat.options()):
            paper.print(line)
    told = capture.get()
    assert re.search(r"hits \d+%, mean damage .*; without it hits 100%, mean damage 4.0", told)
    assert "costs the last Command Point of the Blue Hunter 1" in told
