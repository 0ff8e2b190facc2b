"""The same attack and the same forces under several systems: each by its own rules, and each force from both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import get_system
from gearlock.lab.compared_forces import Contest, compare_forces, read_force, report_contest
from gearlock.lab.compared_odds import compare_odds
from gearlock.lab.namesakes import systems_named
from gearlock.odds.attack import attack_odds

BOTH = ("brigands", "blitz")
SHORT = {"rounds": "1"}


def test_each_systems_odds_are_its_own() -> None:
    found = compare_odds("Hunter:light autocannon", "JAGER", [("range", "12"), ("cover", "heavy")], BOTH)
    given = [("range", "12"), ("cover", "heavy")]
    assert [each.system for each in found.systems] == list(BOTH)
    for each in found.systems:
        assert each.odds == attack_odds(each.system, "hunter:LAC", "jager", given)
    one, other = (each.odds.fate for each in found.systems)
    assert one.chance(one.hits) != other.chance(other.hits)
    assert not found.without
    assert not found.refused


def test_several_attackers_and_weapons_and_an_answer_are_carried_over() -> None:
    found = compare_odds("Dark Cobra:HRC+MRP x2", "jager", [("range", "8")], BOTH, reply=True)
    assert found.matchup.weapons == ("heavy rotary cannon", "medium rocket pack")
    assert found.matchup.count == len(found.systems) == 2
    for each in found.systems:
        assert each.odds == attack_odds(each.system, "dark-cobra:HRC+MRP x2", "jager", [("range", "8")], reply=True)
        assert each.odds.reply


def test_what_one_system_lacks_leaves_the_others_their_odds() -> None:
    given = [("range", "12"), ("cover", "medium")]
    found = compare_odds("hunter:LAC", "jager", given, ("blitz", "brigands", "hex100"))
    assert [each.system for each in found.systems] == ["blitz"]
    assert found.without["brigands"].startswith("cover medium: ")
    assert found.without["hex100"] == "its models are of Hex d100, not of Terra Nova"
    assert compare_odds("headhunter:LAC", "jager").without["blitz"] == "there is no Headhunter"


def test_what_the_rules_forbid_is_told_with_the_rule_and_is_no_lack() -> None:
    found = compare_odds("hunter:LAC", "jager", [("range", "37")], BOTH)
    assert found.systems == ()
    assert found.without == {}
    assert "[blitz." in found.refused["blitz"]
    assert "[brigands." in found.refused["brigands"]


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("hunter:LAC", "cobra-hunter"), "No system has both: Hunter is of Terra Nova and Cobra Hunter of Hex d100"),
        (("hunter:LAC x0", "jager"), "One to 12 attackers"),
        (("hunter", "jager"), "Which weapon of the Hunter"),
        (("nobody:LAC", "jager"), "No model is called 'nobody'"),
    ],
)
def test_what_no_system_has_is_refused_in_words(names: tuple[str, str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        compare_odds(*names)


@pytest.mark.parametrize(
    "text", ["hunter x2, jaguar", "2 Hunter,JAGUAR", "2x hunter, jaguar", "hunter*2, jaguar", "hunter, hunter, jaguar,"]
)
def test_forces_are_written_as_people_write_them(text: str) -> None:
    force = read_force(systems_named(BOTH), text)
    assert force.models == {"Hunter": 2, "Jaguar": 1}
    assert force.text() == "2 Hunter, Jaguar"


def test_a_roster_gives_its_models_and_says_what_is_left_out(tmp_path: Path) -> None:
    force = read_force(systems_named(()), "brigands:north-50")
    assert force.models == {"Headhunter": 1, "Hunter": 3, "Hunter Gunner": 1, "Cheetah": 1, "Ferret": 1}
    assert {"FOC", "2iC", "Recon Drone"} <= set(force.left_out)
    path = tmp_path / "mine.txt"
    path.write_text("system blitz\ngroup One\n  primary GP\n    2x Hunter\n")
    assert read_force(systems_named(()), str(path)).models == {"Hunter": 2}
    machines = read_force(systems_named(()), "hex100:first-column-3000")
    assert machines.models == {"Tegu MBT": 1, "Crocodile Mk2": 1, "Cobra-KA1": 1}


@pytest.mark.parametrize(
    ("forces", "says"),
    [
        (("", "jager"), "1 to 60 models, not 0"),
        (("hunter x0", "jager"), "1 to 60 models, not 0"),
        (("hunter x61", "jager"), "1 to 60 models, not 61"),
        (("hunter, cobra-hunter", "jager"), "of one world, not of Hex d100 and Terra Nova"),
        (("hunter", "cobra-hunter"), "No system has both forces"),
        (("huntr", "jager"), "Did you mean Hunter"),
        (("brigands:nort-50", "jager"), "Did you mean north-50"),
        (("none.txt", "jager"), "cannot be read"),
    ],
)
def test_what_is_no_force_is_refused_in_words(forces: tuple[str, str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        compare_forces(*forces)


def test_bots_are_named_as_elsewhere() -> None:
    with pytest.raises(UnknownName, match="Did you mean bot:greedy"):
        compare_forces("hunter", "jager", bot="gredy")
    with pytest.raises(BadInput, match="between bots"):
        compare_forces("hunter", "jager", bot="human")


def test_a_system_that_lacks_a_model_is_left_out_or_the_model_is() -> None:
    found = compare_forces("headhunter, hunter x2", "jager", BOTH)
    assert [contest.system for contest in found.contests] == ["brigands"]
    assert found.without["blitz"] == "there is no Headhunter"
    assert found.lacking == ("Headhunter",)
    found = compare_forces("headhunter, hunter x2", "jager", BOTH, leave_out=True)
    assert [contest.system for contest in found.contests] == list(BOTH)
    assert found.forces[0].models == {"Hunter": 2}
    assert found.forces[0].left_out == ("Headhunter",)
    with pytest.raises(BadInput, match="Nothing would be left of Headhunter"):
        compare_forces("headhunter", "jager", BOTH, leave_out=True)


def test_an_option_that_a_system_has_not_is_told_for_that_system() -> None:
    found = compare_forces("hunter", "jager", BOTH, options={"dice": "augment"})
    assert [contest.system for contest in found.contests] == ["brigands"]
    assert "dice" in found.refused["blitz"]


def contests() -> tuple[Contest, ...]:
    return compare_forces("hunter x2", "jager, cheetah", BOTH, "random", SHORT).contests


@pytest.mark.parametrize("contest", contests(), ids=lambda contest: contest.system)
def test_a_force_sits_on_both_sides_with_the_same_seed(contest: Contest) -> None:
    first, second = (contest.matches[half].game(half) for half in (0, 1))
    assert first.seed == second.seed
    fielded = []
    for half, game in enumerate((first, second)):
        battle = get_system(contest.system).begin(contest.matches[half].setup(game))
        names = {seat: sorted(u.line.name for u in battle.units.values() if u.seat == seat) for seat in game.seats}
        fielded.append(names[game.seat_of("a")])
    assert fielded == [["Hunter", "Hunter"]] * 2
    assert (first.seat_of("a"), second.seat_of("a")) == ("red", "blue")


@pytest.mark.parametrize("contest", contests(), ids=lambda contest: contest.system)
def test_games_are_added_up_by_force(contest: Contest) -> None:
    games = list(contest.play(4, jobs=1))
    assert sorted(game.number for game in games) == [0, 1, 2, 3]
    assert not any(game.fault for game in games)
    assert all(game.losses["a"].of == game.losses["b"].of == 2 for game in games)
    told = report_contest(contest, games, 4)
    assert told.report.games == 4
    assert told.report.a.wins.count == sum(game.winner == "a" for game in games)
    assert [record.games for record in told.report.a.seats] == [2, 2]
    assert told.lost["b"] == sum(game.losses["b"].lost for game in games) / 4
    assert told.prices[0] == 12


def test_a_stopped_contest_reports_what_was_played() -> None:
    (contest, _) = contests()
    told = report_contest(contest, [], 4)
    assert told.report.games == 0
    assert told.lost == {"a": 0, "b": 0}
