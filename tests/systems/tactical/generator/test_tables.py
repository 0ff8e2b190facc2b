"""4.1: every table of the generator, by its faces and by chi-square over ten thousand draws."""

from __future__ import annotations

from collections import Counter

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.tactical.line_of_sight.terrain import switches_of
from gearlock.systems.tactical.scenario_generator import tables as d
from gearlock.systems.tactical.scenario_generator import tables as t
from gearlock.systems.tactical.scenario_generator.tables import GENERATOR, seeded_die

DRAWS = 10_000
CRITICAL = {1: 15.1, 2: 18.4, 3: 21.1, 4: 23.5, 5: 25.7, 8: 31.8, 16: 44.9, 17: 46.4}
"""Chi-square that one honest table in ten thousand exceeds, by degrees of freedom."""


def held_against(counts: Counter[str], weights: dict[str, int]) -> None:
    assert set(counts) <= set(weights)
    total, drawn = sum(weights.values()), counts.total()
    chi = sum((counts[name] - drawn * w / total) ** 2 / (drawn * w / total) for name, w in weights.items())
    assert chi < CRITICAL[len(weights) - 1], (counts, chi)


@pytest.fixture(scope="module")
def draws() -> list[dict[str, d.Rolled]]:
    die = seeded_die(20)
    return [d.draw_rolls({}, die) for _ in range(DRAWS)]


@pytest.mark.rule("tactical.4.1.2-location")
def test_a_third_of_all_battles_is_fought_in_each_location(draws: list[dict[str, d.Rolled]]) -> None:
    assert [t.location_of(face) for face in t.FACES] == [
        "Northern Hemisphere", "Northern Hemisphere", "Badlands", "Badlands",
        "Southern Hemisphere", "Southern Hemisphere",
    ]  # fmt: skip
    weights = {"Northern Hemisphere": 2, "Badlands": 2, "Southern Hemisphere": 2}
    held_against(Counter(draw["location"].value for draw in draws), weights)


BATTLEFIELDS = {
    "Northern Hemisphere": ("Broken Ground", "Mountains", "Woodland", "Jungle", "Polar", "Urban"),
    "Badlands": ("Desert", "Desert", "Broken Ground", "Mountains", "White Desert", "Urban"),
    "Southern Hemisphere": ("Broken Ground", "Mountains", "Woodland", "Jungle", "Swamp", "Urban"),
}
CONDITIONS = {
    "Northern Hemisphere": ("Daylight", "Daylight", "Dawn/Dusk", "Night", "Rain", "Winds"),
    "Badlands": ("Daylight", "Daylight", "Dawn/Dusk", "Night", "Sandstorm", "Winds"),
    "Southern Hemisphere": ("Daylight", "Daylight", "Dawn/Dusk", "Night", "Fog", "Heavy Rain"),
}


@pytest.mark.rule("tactical.4.1.2-terrain-table")
@pytest.mark.parametrize("location", BATTLEFIELDS)
def test_the_type_of_battlefield_is_rolled_by_location(location: str, draws: list[dict[str, d.Rolled]]) -> None:
    assert tuple(t.battlefield_of(location, face) for face in t.FACES) == BATTLEFIELDS[location]
    there = [draw for draw in draws if draw["location"].value == location]
    held_against(Counter(draw["terrain"].value for draw in there), Counter(BATTLEFIELDS[location]))


@pytest.mark.rule("tactical.4.1.2-external")
@pytest.mark.parametrize("location", CONDITIONS)
def test_one_external_condition_is_rolled_by_location(location: str, draws: list[dict[str, d.Rolled]]) -> None:
    assert tuple(t.condition_of(location, face) for face in t.FACES) == CONDITIONS[location]
    there = [draw for draw in draws if draw["location"].value == location]
    held_against(Counter(draw["condition"].value for draw in there), Counter(CONDITIONS[location]))


MISSION_TABLE = {
    "mission": ("Capture", "Defend", "Destroy", "Destroy", "Disable", "Provide"),
    "objective": ("All forces", "Communications", "ECM", "Object", "Terrain", "Vehicle"),
    "limit": ("None", "None", "Random", "Random Increasing", "Objective", "Objective"),
}


@pytest.mark.rule("tactical.4.1.2")
@pytest.mark.parametrize("column", MISSION_TABLE)
@pytest.mark.parametrize("seat", d.SEATS)
def test_each_side_rolls_every_column_of_the_mission_table(
    column: str, seat: str, draws: list[dict[str, d.Rolled]]
) -> None:
    assert tuple(t.mission_of(d.COLUMNS[column], face) for face in t.FACES) == MISSION_TABLE[column]
    held_against(Counter(draw[f"{column}-{seat}"].value for draw in draws), Counter(MISSION_TABLE[column]))


@pytest.mark.rule("tactical.4.1")
def test_the_missions_of_the_two_sides_are_rolled_apart(draws: list[dict[str, d.Rolled]]) -> None:
    same = sum(draw["objective-red"].value == draw["objective-blue"].value for draw in draws)
    assert 1400 < same < 1950  # a sixth


@pytest.mark.rule("tactical.4.1.4")
def test_subplots_come_from_three_lists_of_six(draws: list[dict[str, d.Rolled]]) -> None:
    assert [t.subplot_list_of(face) for face in t.FACES] == [
        "Cinematic", "Cinematic", "Military", "Military", "Unforeseen", "Unforeseen",
    ]  # fmt: skip
    assert [t.subplot_of("Cinematic", face) for face in t.FACES] == [
        "Coordinated", "Coward", "Vendetta", "The Hero", "Love Shall Prevail", "Traitor",
    ]  # fmt: skip
    assert [t.subplot_of("Military", face) for face in t.FACES] == [
        "Bad Intelligence", "Corrupted Supplies", "Leftover Ammo", "Low Priority", "Malfunctions", "Minefield",
    ]  # fmt: skip
    assert [t.subplot_of("Unforeseen", face) for face in t.FACES] == [
        "Bystanders", "Friendly Fire", "MacAllen Collapse", "MacAllen Network", "Phantom Echoes", "Tempest",
    ]  # fmt: skip
    there = [draw for draw in draws if draw["location"].value == "Badlands"]
    held_against(Counter(draw["subplot-red"].value for draw in there), dict.fromkeys(t.subplots(), 1))
    elsewhere = [draw for draw in draws if draw["location"].value != "Badlands"]
    mild = {name: 1 for name in t.subplots() if name != "Tempest"}
    held_against(Counter(draw["subplot-blue"].value for draw in elsewhere), mild)


@pytest.mark.rule("tactical.4.1.1")
@pytest.mark.parametrize(
    ("tv", "name"),
    [(500, "Patrol"), (2000, "Patrol"), (3999, "Patrol"), (4000, "Skirmish"), (8000, "Raid"), (12000, "Minor Battle"),
     (20000, "Major Battle"), (30000, "Major Battle")],
)  # fmt: skip
def test_a_total_has_a_name_and_a_time(tv: int, name: str) -> None:
    assert t.battle_of(tv).name == name


@pytest.mark.rule("tactical.4.1")
def test_a_person_may_say_any_result_or_face_before_play() -> None:
    plain = GENERATOR.draw(7, {})
    changed = GENERATOR.draw(7, {"mission-red": "provide", "limit-blue": "3", "location": "badlands", "tv": "8000"})
    values = {roll.name: roll for roll in changed.rolls}
    assert (values["mission-red"].value, values["mission-red"].faces) == ("Provide", ())
    assert (values["limit-blue"].value, values["limit-blue"].faces) == ("Random", (3,))
    assert values["location"].value == "Badlands"
    assert changed.title.startswith("Raid")
    assert GENERATOR.draw(7, {}) == plain
    assert GENERATOR.draw(7, plain.options).lines == plain.lines


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        GENERATOR.draw(7, {"terrain": "lava", "mood": "bad", "tv": "-3", "extra-red": "10", "subplot-red": "Dance"})
    for word in ("lava", "mood", "tv=-3", "extra-red=10"):
        assert word in str(caught.value)
    with pytest.raises(BadInput, match="Dance"):
        GENERATOR.draw(7, {"subplot-red": "Dance"})
    with pytest.raises(BadInput, match="Tempest"):
        GENERATOR.draw(7, {"subplot-red": "Tempest", "location": "north"})


@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_extra_subplots_are_rolled_one_by_one() -> None:
    names = [roll.name for roll in GENERATOR.draw(7, {"extra-blue": "2"}).rolls if roll.name.startswith("subplot")]
    assert names == ["subplot-red", "subplot-blue", "subplot-blue-2", "subplot-blue-3"]


@pytest.mark.rule("tactical.4.1")
def test_what_a_person_says_of_one_roll_changes_no_other() -> None:
    for seed in range(12):
        plain = {roll.name: roll.faces for roll in GENERATOR.draw(seed, {}).rolls}
        for name, value in {roll.name: roll.value for roll in GENERATOR.draw(seed, {}).rolls}.items():
            said = {roll.name: roll.faces for roll in GENERATOR.draw(seed, {name: value}).rolls}
            assert {**said, name: ()} == {**plain, name: ()}
        more = {roll.name: roll.faces for roll in GENERATOR.draw(seed, {"extra-red": "3"}).rolls}
        assert {**more, **plain} == more


@pytest.mark.rule("tactical.4.1.4", "tactical.4.1.4-tempest")
def test_a_subplot_is_said_by_its_name_or_by_both_faces() -> None:
    for said in ("4 3", "43", "4,3", "leftover-ammo"):
        roll = next(one for one in GENERATOR.draw(7, {"subplot-red": said}).rolls if one.name == "subplot-red")
        assert (roll.value, roll.faces) == ("Leftover Ammo", () if said[0] == "l" else (4, 3))
    with pytest.raises(BadInput, match="breaks out in the Badlands only"):
        GENERATOR.draw(7, {"subplot-red": "5 6", "location": "north"})
    with pytest.raises(BadInput, match="is called '7 1'"):
        GENERATOR.draw(7, {"subplot-red": "7 1"})


@pytest.mark.rule("tactical.4.1.2-external")
def test_two_external_conditions_at_a_time_that_do_not_shut_each_other_out() -> None:
    both = GENERATOR.draw(7, {"location": "south", "condition": "Night, heavy rain"})
    assert both.options["condition"] == "Night + Heavy Rain"
    assert both.lines[0].endswith("night and heavy rain.")
    assert GENERATOR.draw(7, both.options).lines == both.lines
    assert switches_of("Night + Heavy Rain") == {"time of day": "night", "weather": "steady heavy rain"}
    assert switches_of("Fog + Winds") == {"weather": "fog+winds"}
    for said, words in (
        ("Night+Daylight", "do not go together"), ("Night+Night", "do not go together"), ("Fog+Fog", "twice"),
        ("Night+Fog+Heavy Rain", "say one condition, or two"), ("Night+", "say one condition, or two"),
    ):  # fmt: skip
        with pytest.raises(BadInput, match=words):
            GENERATOR.draw(7, {"location": "south", "condition": said})


@pytest.mark.rule("tactical.4.1", "tactical.4.1.2-location")
def test_a_location_is_rolled_again_where_what_was_said_cannot_be() -> None:
    def shows(*faces: int) -> d.Die:
        left = list(faces)
        return lambda _name: left.pop(0)

    assert d.roll_location({"condition": "Fog"}, shows(1, 3, 6)).faces == (6,)
    assert d.roll_location({"subplot-red-2": "Tempest"}, shows(6, 2, 4)).value == "Badlands"
    assert d.roll_location({"condition": "Night"}, shows(1)).faces == (1,), "nights are everywhere"
    assert d.roll_location({"location": "North", "condition": "Fog"}, shows()).value == "Northern Hemisphere"
    said = d.roll_location({"location": "1", "condition": "Fog"}, shows())
    assert (said.value, said.faces) == ("Northern Hemisphere", (1,)), "said by its face: not rolled again"
    with pytest.raises(BadInput, match="Fog"):
        GENERATOR.draw(7, {"location": "1", "condition": "Fog"})
    assert d.roll_location({"condition": "Fog+Sandstorm"}, shows(5)).faces == (5,), "nowhere are both: told elsewhere"
    for seed in range(20):
        assert GENERATOR.draw(seed, {"condition": "Sandstorm"}).options["location"] == "Badlands"
