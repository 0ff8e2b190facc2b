"""`--explain`: what bots weighed, told with the battle or as data; it changes nothing of the battle."""

from __future__ import annotations

from cli.command import Command
from gearlock.bots.thoughts import MEANINGS, Thought
from gearlock.cli.explaining import way_lines
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system

BATTLE = ("battle", "brigands", "--scenario", "duel", "--red", "bot:greedy", "--blue", "bot:random", "--seed", 3)


def test_explaining_changes_nothing_and_names_what_was_chosen(gearlock: Command) -> None:
    plain, full = gearlock(*BATTLE, "--json").json(), gearlock(*BATTLE, "--json", "--explain").json()
    explained = full.pop("explained")
    assert full == plain
    assert explained["terms"] == MEANINGS
    assert len(explained["decisions"]) == plain["decisions"]
    weighed = [each for each in explained["decisions"] if each["seat"] == "red" and each["ways"]]
    assert weighed
    assert all(each["ways"][0]["chosen"] and len(each["ways"]) <= 5 for each in weighed)
    assert all(not each["ways"] for each in explained["decisions"] if each["seat"] == "blue")


def test_a_battle_in_words_explains_decisions_between_the_lines_of_the_story(gearlock: Command) -> None:
    said = gearlock(*BATTLE, "--explain").out
    assert said.count("What counts, in shares of a whole unit") == 1
    assert "red, bot:greedy: Which model do you activate" in said
    assert "    nothing to weigh" in said
    assert "gives +" in said
    assert said.index("Deploy the Red Hunter 1 (to ") < said.index("Red Hunter 1 deploys at")


def test_a_person_at_the_table_is_not_told_what_the_opponent_thinks(gearlock: Command) -> None:
    refused = gearlock("battle", "brigands", "--red", "human", "--explain")
    assert refused.code == 2
    assert "let bots play both sides" in " ".join(refused.err.split())


def test_ways_are_told_with_worth_reason_and_how_many_are_left_out() -> None:
    system = get_system("brigands")
    view = Battle.begin(system, system.prepare("duel", 1, {})).view(None)
    ways = [
        Thought(("Turn", "Fire", "Fire"), 0.126, {"danger": -0.12, "damage": 0.246, "kills": 0.001}),
        Thought(("Wait",), -0.001),
    ]
    assert list(way_lines(ways, view, "ab")) == [
        "  a +0.13  Turn, then Fire (2 times)",
        "             damage +0.25, danger -0.12",
        "  b  0.00  Wait",
    ]
    assert list(way_lines(ways, view, "ab", most=1))[-1] == "             and 1 more"
