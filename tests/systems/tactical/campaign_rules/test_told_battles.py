"""4.2: battles at a table of one's own, told to a campaign: what can be said, what it leaves, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock import BadInput, UnknownName, War, load_campaign, new_campaign

VP, LABOR = "Victory Points", "Labor Points"


def war(modules: str = "none", **more: Any) -> War:
    """Hunters against Jaegers and a squad; a rating of 4 on both sides."""
    options = {"red": "hunter*2", "blue": "jaeger*2,infantry-squad", "technicians": 4, "battles": 9, "map": "random"}
    return new_campaign("tactical", "skirmish", 7, {**options, "modules": modules, **more.pop("options", {})}, **more)


def points(one: War) -> tuple[int, int]:
    return one.side("red").pools[VP], one.side("blue").pools[VP]


@pytest.mark.rule("tactical.4.2", "tactical.3.5.1")
@pytest.mark.parametrize(
    ("words", "wounds"),
    [
        ("3 armor", ("3 Armor lost",)),
        ("Armor lost 3", ("3 Armor lost",)),
        ("2 MP Walker", ("2 MP lost in Walker movement",)),
        ("2 MP lost in Ground movement", ("2 MP lost in Ground movement",)),
        ("mp:W 2", ("2 MP lost in Walker movement",)),
        ("Walker destroyed", ("7 MP lost in Walker movement",)),
        ("1 maneuver", ("1 Maneuver lost",)),
        ("2 accuracy LAC", ("2 Accuracy lost of the Light Autocannon",)),
        ("1 Accuracy lost of the Light Autocannon", ("1 Accuracy lost of the Light Autocannon",)),
        ("LAC lost", ("Light Autocannon destroyed",)),
        ("Light Autocannon destroyed", ("Light Autocannon destroyed",)),
        ("fire control", ("Fire Control destroyed",)),
        ("power transfer failure", ("power transfer failed",)),
        ("ruptured", ("sits out: fuel and ammunition leaked out", "fuel and ammunition storage ruptured")),
        ("sensors 2", ("Sensors: 2 less",)),
        ("Communications destroyed", ("Communications destroyed",)),
        ("20 LAC used", ("LAC 20 used",)),
        ("structural failure", ("sits out: destroyed", "complete structural failure")),
        ("destroyed", ("sits out: destroyed", "complete structural failure")),
        ("1 crew", ("sits out: no crew left", "1 of 1 crew lost")),
        ("crew compartment", ("sits out: no crew left", "crew compartment collapsed", "1 of 1 crew lost")),
        ("1 armor, 1 maneuver; used LAC 10", ("1 Armor lost", "1 Maneuver lost", "LAC 10 used")),
        ("whole", ()),
    ],
)
def test_words_say_what_a_battle_did_to_a_vehicle(words: str, wounds: tuple[str, ...]) -> None:
    one = war("detailed damage")
    one.report({"red-1": words})
    assert one.wounds("red-1") == wounds
    assert one.wounds("red-2") == ()


@pytest.mark.rule("tactical.4.2")
def test_everything_comes_on_top_of_what_was_before() -> None:
    one = war("detailed damage", hurt={"red-1": {"armor_lost": 2, "harm": {"mp:W": 1}, "used": {"LAC": 30}}})
    one.report({"red-1": "3 armor, 1 MP Walker, 10 LAC used"})
    one.report({"red-1": {"armor_lost": 1, "harm": {"mp:W": 2, "power": 1}, "used": {"LAC": 5}}})
    one.report({"red-2": "1 armor"})
    assert one.member("red-1").hurt == {"": {"armor_lost": 6, "harm": {"mp:W": 4, "power": 1}, "used": {"LAC": 45}}}
    unit = one.battle().state.units["red-1"]
    assert (unit.armor_lost, unit.harm, unit.used) == (6, {"mp:W": 4, "power": 1}, {"LAC": 45})


@pytest.mark.rule("tactical.4.2", "tactical.2.6.10-light", "tactical.2.6.10-heavy", "tactical.2.6.10-overkill")
def test_counters_are_exchanged_as_in_a_battle() -> None:
    one = war()
    one.report({"red-1": "light", "red-2": "heavy"})
    one.report({"red-1": "light damage", "red-2": "light"})
    assert (one.wounds("red-1"), one.wounds("red-2")) == (("Heavy Damage",), ("Light Damage", "Heavy Damage"))
    one.report({"red-2": "light"})
    assert one.member("red-2").away == "destroyed"
    assert one.member("red-2").hurt == {"": {"harm": {"frame": 1}}}, "the Heavies that did it are gone with it"
    one.report({"red-1": {"tokens": {"heavy": 1}}, "blue-1": "overkill"}, lost=["blue-2"])
    assert [one.member(id).away for id in ("red-1", "blue-1", "blue-2")] == ["destroyed"] * 3
    with pytest.raises(BadInput, match=r"force of red cannot fight on.*\[tactical.4.2\]"):
        one.report({"blue-3": "1 man"})


@pytest.mark.rule("tactical.4.2", "tactical.3.6.5-casualties")
def test_men_of_a_squad_fall_until_there_is_none() -> None:
    one = war()
    one.report({"blue-3": "3 men"})
    assert one.wounds("blue-3") == ("7 of 10 men left",)
    one.report({"blue-3": {"men": 1}})
    left = one.battle().state.units["blue-3"].troopers
    assert sum(1 for each in left if each) == 6
    one.report({"blue-3": {"troopers": [1, *left[1:]]}})
    assert one.member("blue-3").hurt[""]["troopers"][0] == 1
    one.report({"blue-3": "6 men"})
    assert one.member("blue-3").away == "lost"
    assert one.repairs("blue") == ()


@pytest.mark.rule("tactical.4.2", "tactical.3.5.2")
def test_the_last_point_of_armor_is_the_end_of_a_vehicle() -> None:
    one = war("detailed damage")
    one.report({"red-1": "14 armor"})
    assert one.member("red-1").away == ""
    one.report({"red-1": "1 armor"})
    assert one.member("red-1").away == "destroyed"


@pytest.mark.rule("tactical.4.2", "tactical.3.5.1-subtable-b")
def test_a_collapsed_compartment_takes_three_in_four_and_its_repair_brings_them_back() -> None:
    one = war("detailed damage", options={"red": "mammoth,hunter", "technicians": "9,9"})
    crew = one.battle().state.units["red-1"].card.crew
    dead = -(-crew * 3 // 4)
    one.report({"red-1": {"harm": {"crew compartment": 1}, "crew_lost": dead}})
    assert one.member("red-1").hurt[""] == {"harm": {"crew compartment": dead}, "crew_lost": dead}
    one.repair("red", "red-1:crew-compartment", dice=[(6,) * 9])
    assert one.member("red-1").hurt == {}


@pytest.mark.rule("tactical.4.2", "tactical.3.5.1-subtable-b", "tactical.3.5.1-crew")
def test_words_are_taken_in_their_order_a_man_may_die_before_the_compartment_collapses() -> None:
    """A crew of two: one is hit, then one at least of the one who is left; both at once when nobody was hit before."""
    one = war("detailed damage", options={"red": "mammoth,hunter", "technicians": "9,9"})
    one.report({"red-1": "1 crew, crew compartment"})
    assert one.member("red-1").hurt[""] == {"crew_lost": 2, "harm": {"crew compartment": 1}}
    one.repair("red", "red-1:crew-compartment", dice=[(6,) * 9])
    assert one.wounds("red-1") == ("1 of 2 crew lost",)
    with pytest.raises(BadInput, match="0 are left"):
        war("detailed damage", options={"red": "mammoth"}).report({"red-1": "crew compartment, 1 crew"})


@pytest.mark.rule("tactical.4.2.2")
def test_points_are_told_or_are_a_missions_for_who_won() -> None:
    one = war()
    one.report(won="red")
    assert points(one) == (5, 0)
    one.report(points={"red": -2, "blue": 3})
    assert points(one) == (3, 3)
    assert one.state.battles[-1].outcome.winner == "blue"
    one.report(points={"red": -9})
    assert points(one) == (0, 3)
    one.report()
    one.report(won="draw")
    assert points(one) == (0, 3)
    assert [fought.outcome.winner for fought in one.state.battles] == ["red", "blue", "blue", "", ""]


@pytest.mark.rule("tactical.4.2.2")
def test_who_held_the_field_and_earned_less_has_lost() -> None:
    one = war()
    told = one.report(won="red", points={"red": 2, "blue": 6})
    assert one.state.battles[0].outcome.winner == "blue"
    assert "red held the field, but blue earned more: a technical victory." in told
    assert "red held the field; equal points are a draw." in one.report(won="red", points={"red": 1, "blue": 1})
    assert one.state.battles[1].outcome.winner == ""


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.parametrize(
    ("ware", "price"),
    [
        ("cancel light", 2), ("cancel one Heavy Damage", 5), ("cancelled overkill", 10), ("light", 2),
        ("light salvo", 2), ("Medium Salvo", 3), ("heavy salvo", 5), ("ecm 1", 2), ("ECM 3", 6), ("eccm 1", 1),
        ("eccm 3", 3), ("fog", 3), ("night", 2), ("rain", 1), ("heavy rain", 2), ("priority point", 7),
        ("reinforcements 100", 1), ("reinforcements 101", 2), ("reinforcements 301", 4), ("fog*2", 6), ("7", 7),
    ],
)  # fmt: skip
def test_what_was_bought_in_a_battle_costs_what_the_table_says(ware: str, price: int) -> None:
    one = war(pools={"red": {VP: 10}})
    one.report(spent={"red": ware})
    assert points(one)[0] == 10 - price


@pytest.mark.rule("tactical.4.2.2", "tactical.4.2.2-spending")
def test_points_of_a_battle_may_be_spent_in_it_and_none_on_credit() -> None:
    one = war(pools={"red": {VP: 1}})
    one.report(points={"red": 4}, spent={"red": ["cancel light", "fog"]})
    assert points(one) == (0, 0)
    one.report(points={"blue": 3}, spent={"blue": "rain, cancel light"})
    assert points(one) == (0, 0)
    for earned, spent in (({"red": 2}, "fog"), ({"red": -2}, "rain"), ({"blue": 9}, "rain")):
        with pytest.raises(BadInput, match=r"red cannot have spent .*\[tactical.4.2.2-spending\]"):
            one.report(points=earned, spent={"red": spent})


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a unit": ({"harm": {"red-9": "light"}}, "No member is called"),
    "who is lost": ({"lost": ["green-1"]}, "No member is called"),
    "a seat that won": ({"won": "green"}, "No seat is called"),
    "a seat that earned": ({"points": {"green": 1}}, "No seat is called"),
    "a seat that spent": ({"spent": {"green": "fog"}}, "No seat is called"),
    "a battle": ({"scenario": "tea"}, "No battle is called"),
    "words": ({"harm": {"red-1": "a scratch"}}, r"'a scratch' is nothing .*\[tactical.4.2\]"),
    "two numbers": ({"harm": {"red-1": "2 armor 3"}}, r"\[tactical.4.2\]"),
    "a weapon": ({"harm": {"red-1": "LBZ destroyed"}}, r"\[tactical.4.2\]"),
    "armor": ({"harm": {"red-1": "16 armor"}}, r"16 Armor cannot be lost, 15 is left. \[tactical.3.5.2\]"),
    "speed": ({"harm": {"red-1": "8 MP Walker"}}, r"7 is left. \[tactical.3.5.1-movement\]"),
    "a system": ({"harm": {"red-1": "6 sensors"}}, r"5 is left. \[tactical.3.5.1-auxiliary\]"),
    "a crew": ({"harm": {"red-1": "2 crew"}}, r"1 are left. \[tactical.3.5.1-crew\]"),
    "rounds": ({"harm": {"red-1": "61 LAC used"}}, r"60 are left. \[tactical.2.3.4-rof\]"),
    "twice broken": ({"harm": {"red-1": "2 power"}}, r"1 is left"),
    "men of a Gear": ({"harm": {"red-1": {"men": 1}}}, r"\[tactical.3.6.5-damage\]"),
    "armor of a squad": ({"harm": {"blue-3": {"armor_lost": 1}}}, r"\[tactical.3.6.5-damage\]"),
    "men": ({"harm": {"blue-3": "11 men"}}, r"10 are left. \[tactical.3.6.5-casualties\]"),
    "troopers": ({"harm": {"blue-3": {"troopers": [9] * 10}}}, r"\[tactical.3.6.1-track\]"),
    "a field": ({"harm": {"red-1": {"wings": 1}}}, r"\[tactical.4.2\]"),
    "a harm": ({"harm": {"red-1": {"harm": {"mp:H": 1}}}}, r"\[tactical.3.5.1\]"),
    "less than nothing": ({"harm": {"red-1": {"armor_lost": -1}}}, r"whole number .*\[tactical.4.2\]"),
    "half a point": ({"harm": {"red-1": {"armor_lost": 0.5}}}, r"whole number .*\[tactical.4.2\]"),
    "points": ({"points": {"red": "many"}}, "whole number"),
    "a ware": ({"spent": {"red": "castles"}}, r"\[tactical.4.2.2-spending\]"),
    "ECM without a rating": ({"spent": {"red": "ecm"}}, r"\[tactical.4.2.2-spending\]"),
    "a table of points": ({"scenario": "king-of-the-ridge", "won": "red"}, r"counts .* \[tactical.4.2.2\]"),
    "points of a duel": ({"scenario": "duelists", "points": {"red": 1}}, r"\[tactical.6.1.2-duel\]"),
}  # fmt: skip


@pytest.mark.rule("tactical.4.2", "tactical.4.2.2")
@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_have_happened_is_refused_and_nothing_has_changed(name: str) -> None:
    given, said = WRONG[name]
    one = war("detailed damage", hurt={"red-2": {"harm": {"frame": 1}}})
    before = one.hash()
    with pytest.raises(BadInput, match=said):
        one.report(**given)
    assert one.hash() == before
    assert one.story() == ()


@pytest.mark.rule("tactical.4.2", "tactical.3.5")
def test_who_sat_it_out_is_not_hurt_and_counters_are_for_the_quick_start() -> None:
    one = war("detailed damage", hurt={"red-2": {"harm": {"frame": 1}}})
    with pytest.raises(BadInput, match=r"red-2, Red Hunter 2, was not in this battle: destroyed. \[tactical.4.2\]"):
        one.report({"red-2": "1 armor"})
    with pytest.raises(BadInput, match=r"say what it cost.*\[tactical.3.5\]"):
        one.report({"red-1": "light"})
    with pytest.raises(UnknownName, match=r"\[tactical.2.6.10\]"):
        war().report({"red-1": {"tokens": {"stunned": 1}}})
    with pytest.raises(BadInput, match=r"out of action before.*\[tactical.2.6.10-overkill\]"):
        war().report({"red-1": "3 heavy"})


@pytest.mark.rule("tactical.6.1.2-duel")
def test_a_duel_that_is_told_of_ends_the_campaign_and_hurts_duelists_alone() -> None:
    one = war()
    with pytest.raises(BadInput, match=r"was not in this battle: watches. \[tactical.4.2\]"):
        one.report({"red-2": "light"}, won="blue", scenario="duelists")
    one.report({"red-1": "overkill"}, won="blue", scenario="duelists")
    assert one.outcome.winner == "blue"
    assert one.over


@pytest.mark.rule("tactical.4.2")
def test_a_battle_that_was_laid_out_here_may_be_fought_elsewhere_and_told(tmp_path: Path) -> None:
    one = war()
    one.battle("battle")
    with pytest.raises(BadInput, match="that is the one to tell of"):
        one.report(scenario="skirmish")
    one.report({"red-1": "light"}, points={"red": 5, "blue": 2}, because="rain fell")
    assert one.state.marching is None
    assert (one.state.battles[0].scenario, one.state.battles[0].outcome.reason) == ("battle", "rain fell")
    one.report(points={"blue": 2})
    path = one.save(tmp_path / "war.jsonl")
    again = load_campaign(path)
    assert (again.hash(), again.story()) == (one.hash(), one.story())
    proof = again.prove()
    assert not proof.wrong
    assert [words.partition(":")[0] for words in proof.unproved] == ["battle 1", "battle 2"]
    assert [told.battle for told in again.view("red").chronicle] == [1, 1, 2]


@pytest.mark.rule("tactical.4.2")
def test_a_report_that_was_changed_in_the_file_is_found(tmp_path: Path) -> None:
    one = war("detailed damage")
    one.report({"red-1": "3 armor"})
    path = one.save(tmp_path / "war.jsonl")
    path.write_text(path.read_text().replace("3 armor", "2 armor"))
    with pytest.raises(BadInput, match=r"jsonl:3: .*changed"):
        load_campaign(path)
