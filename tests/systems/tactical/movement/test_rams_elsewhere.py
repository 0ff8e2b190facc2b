"""2.6.8, 3.6.5, 3.8: rams at squads, among several attackers, by the reference sheet, and into buildings and walls."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.advice.attacks_and_moves import preview_ram
from gearlock.systems.tactical.attacks.targets import Pair, crowded
from gearlock.systems.tactical.attacks.weapons_in_use import AttackMet, Use
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.damage.structures import StructureFell, StructureHurt
from gearlock.systems.tactical.dice_tests import SkillTested
from gearlock.systems.tactical.movement.course import Move, Ram
from gearlock.systems.tactical.switches import SHEET_SIDE_RAMS, STRUCTURES
from systems.tactical.play import code, give, happened, unit
from systems.tactical.tables import LAC


def charge(*modules: str, **head: object) -> Position:
    """A Hunter on wheels at Combat Speed, which faces east, on a table of 48 by 48 in."""
    position = Position("tactical", active="red-1", pace="combat", map="48x48", modules=list(modules), **head)
    position.model("blue-1", "hunter", at=(40, 40), done=True)
    return position.model("red-1", "hunter", at=(10, 20), facing="east", mode="G")


@pytest.mark.rule("tactical.3.6.5", "tactical.2.6.8-ramming")
@pytest.mark.parametrize("facing", ["east", "west", "north"])
def test_a_squad_finds_cover_from_a_ram_and_has_no_side(facing: str) -> None:
    position = charge("infantry").model("blue-2", "infantry-squad", at=(16, 20), facing=facing, done=True, moved=2_000)
    battle = position.dice("ram", 5, 2).dice("defense", 2, 1).dice("hit location", 1).battle()
    give(battle, Ram("red-1", "blue-2"))
    (rammed, _) = happened(battle, SkillTested)
    assert (rammed.total, [line.value for line in rammed.lines if line.rule == "tactical.3.6.5"]) == (3, [-2])
    assert [met.margin for met in happened(battle, AttackMet)] == [1]
    assert unit(battle, "blue-2").troopers[:2] == [0, 4], "5 in: Size 6 and no modifier, whichever way the men look"


@pytest.mark.rule("tactical.3.8.3-map")
def test_a_ram_counts_among_the_attacks_of_a_combat_group() -> None:
    position = charge("infantry", scale="10 m").model("red-2", "hunter", at=(20, 10), facing="north")
    position.model("blue-2", "hunter", at=(16, 20), facing="north", done=True)
    battle = position.dice("ram", 1, 2).dice("defense", 6, 1).battle()
    give(battle, Ram("red-1", "blue-2"))
    state = battle.state
    assert crowded(Pair(state, state.units["red-2"], state.units["blue-2"], Use(LAC, "LAC"))) == -1


@pytest.mark.rule("tactical.ref-sheets")
@pytest.mark.parametrize(("modules", "speed"), [((), 5), ((SHEET_SIDE_RAMS,), 4)])
def test_the_preview_of_a_ram_goes_by_the_same_speed_as_the_ram(modules: tuple[str, ...], speed: int) -> None:
    position = charge(*modules).model("blue-2", "hunter", at=(16, 20), facing="north", done=True, moved=2_000)
    battle = position.dice("ram", 5, 2).dice("defense", 3, 1).battle()
    shown = preview_ram(battle.state, "red", Ram("red-1", "blue-2"))
    assert f"Impact speed {speed}:" in " ".join(shown.notes)
    give(battle, Ram("red-1", "blue-2"))
    dm = 6 if speed == 5 else 5
    assert {event.amount for event in happened(battle, DamageCompared)} == {4 * dm}, "5 against 3 - 2"


HOUSE = (16, 18, 18, 22)
WALL = (16, 10, 16.2, 30)


def town(rating: str = "light", **head: object) -> Position:
    """A house 5 and a half inches ahead."""
    head = {"scale": "10 m", **head}
    return charge(STRUCTURES, **head).piece("building", HOUSE, id="house", name="House", top=2, rating=rating)


@pytest.mark.rule("tactical.3.8.1-buildings", "tactical.2.6.8-ramming")
@pytest.mark.parametrize(("rating", "size"), [("light", 6), ("heavy", 12)])
def test_a_building_is_rammed_as_something_large_that_stands_still(rating: str, size: int) -> None:
    battle = town(rating).dice("ram", 4, 2).battle()
    assert code(battle, Ram("red-1", "house")) == ""
    give(battle, Ram("red-1", "house"))
    assert abs(unit(battle).x - 15_500) <= 2, "base to wall"
    assert [(hurt.part, hurt.amount) for hurt in happened(battle, StructureHurt)] == [("house", 4 * 6)]
    assert [(hurt.unit, hurt.amount) for hurt in happened(battle, DamageCompared)] == [("red-1", 4 * size)]
    assert unit(battle).actions == 0
    assert code(battle, Move("red-1", ((0, 1_000),))) == ("halted" if size == 6 else "unit"), "48 points destroy it"


@pytest.mark.rule("tactical.3.8.1-walls", "tactical.2.6.8-ramming")
@pytest.mark.parametrize(("kind", "size", "falls"), [("wall", 4, True), ("dense wall", 10, True)])
def test_the_inch_of_a_wall_that_is_rammed_is_hurt(kind: str, size: int, falls: bool) -> None:
    position = charge(STRUCTURES, scale="10 m")
    position.piece("instance", WALL, id="wall", name="Wall", top=1, props={"going": kind})
    battle = position.dice("ram", 3, 2).battle()
    give(battle, Ram("red-1", "wall"))
    assert [(hurt.part, hurt.amount) for hurt in happened(battle, StructureHurt)] == [("wall:10", 3 * 6)]
    assert bool(happened(battle, StructureFell)) is falls, "18 points: more than 12, and than 16"
    assert [hurt.amount for hurt in happened(battle, DamageCompared)] == [3 * size]


@pytest.mark.rule("tactical.3.8.1-walls", "tactical.2.6.8-ramming")
@pytest.mark.parametrize("at", [(16.756, 24.803), (8.613, 33.946), (12.076, 31.87), (22.7, 13.1)])
def test_a_wall_is_rammed_in_whatever_direction_it_lies(at: tuple[float, float]) -> None:
    position = charge(STRUCTURES, scale="10 m").dice("ram", 3, 2)
    position.tables["model"][1] |= {"stats": {"modes": {"G": [30, 60]}}}
    position.piece("wall", (*at, at[0] + 2, at[1] + 0.5), id="wall", name="Wall")
    battle = give(position.battle(), Ram("red-1", "wall"))
    assert [hurt.unit for hurt in happened(battle, DamageCompared)] == ["red-1"]


@pytest.mark.rule("tactical.3.8.1-buildings")
def test_a_fumble_hurts_nobody_and_other_scales_know_no_such_ram() -> None:
    battle = town().dice("ram", 1, 1).battle()
    give(battle, Ram("red-1", "house"))
    assert not happened(battle, DamageCompared)
    assert not happened(battle, StructureHurt)
    assert code(town(scale="50 m").battle(), Ram("red-1", "house")) == "target"
    offered = [option.order for option in BOOK.options(town().battle().state, town().battle().pending[0])]
    assert Ram("red-1", "house") in offered


@pytest.mark.rule("tactical.2.6.5-top-speed-turn", "tactical.3.8.1-buildings")
def test_who_skids_into_a_building_rams_it() -> None:
    position = Position("tactical", active="red-1", pace="top", map="48x48", modules=[STRUCTURES], scale="10 m")
    position.model("blue-1", "hunter", at=(40, 40), done=True)
    position.model("red-1", "hunter", at=(10, 20), facing="east", mode="G", speed="top")
    position.piece("building", HOUSE, id="house", name="House", top=2, rating="light")
    battle = position.dice("hard turn", 2, 1).dice("ram", 4, 2).battle()
    give(battle, Move("red-1", ((0, 5_200), (900, 3_000))))
    assert [(hurt.part, hurt.amount) for hurt in happened(battle, StructureHurt)] == [("house", 4 * 6)]
    assert [hurt.amount for hurt in happened(battle, DamageCompared)] == [4 * 6], "5 in so far: no modifier"
