"""Forces and bots that meet each other: sides swapped, dice shared, stopped and taken up, sure or not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.registry import get_system, system_ids
from gearlock.lab.game import Played, play_game
from gearlock.lab.round_robin import BOTS, RoundRobin, arrange_round_robin
from gearlock.lab.standing import standing_of
from gearlock.lab.stopping import Stopping
from gearlock.muster.reading import read_roster
from lab.contests import told

FORCES = ("lab", "forces", "brigands", "hunter*2", "jager*2", "--bot", "random", "-o", "rounds=1")


def three() -> RoundRobin:
    return arrange_round_robin(
        get_system("brigands"), ("hunter", "jager", "jaguar"), "random", None, {"rounds": "1"}, 5
    )


def test_forces_swap_sides_and_every_pairing_has_the_same_seeds() -> None:
    study = three()
    games = [study.game(number) for number in range(12)]
    assert [(game.seats["red"], game.seats["blue"]) for game in games[:6]] == [
        ("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"),
    ]  # fmt: skip
    assert [game.seed for game in games] == [5] * 6 + [6] * 6
    one, other = (study.setup(game) for game in games[:2])
    assert (one.options["red"], one.options["blue"]) == (other.options["blue"], other.options["red"])
    assert one.seed == other.seed


@pytest.mark.parametrize("system", system_ids())
def test_forces_of_every_system_meet_where_they_can(system: str) -> None:
    chosen = get_system(system)
    assert chosen.force is not None
    sheet, ready = chosen.force.sheet, chosen.force.ready_made()
    two = sorted(ready, key=lambda name: sheet(read_roster(ready[name], name).roster).cost)[:2]
    study = arrange_round_robin(chosen, [f"{system}:{name}" for name in two], "random", None, {}, 1)
    assert chosen.scenarios()[study.scenarios[0]].forces
    assert study.entrants == tuple(two)


def test_what_cannot_meet_is_refused_in_words() -> None:
    chosen = get_system("brigands")
    with pytest.raises(BadInput, match="cannot meet in any scenario"):
        arrange_round_robin(chosen, ("hunter", "huntre"), "random", None, {}, 1)
    with pytest.raises(GearlockError, match=r"(?i)hunter"):
        arrange_round_robin(chosen, ("hunter", "huntre"), "random", "duel", {}, 1)
    with pytest.raises(BadInput, match=r"There is no file missing\.txt to read a force from"):
        arrange_round_robin(chosen, ("hunter", "missing.txt"), "random", None, {}, 1)
    for two, of in ((("north-50", "brigands:north-50"), "forces"), (("greedy", "bot:greedy"), "bots")):
        with pytest.raises(BadInput, match="named twice"):
            arrange_round_robin(chosen, two, "random", None, {}, 1, of)
    with pytest.raises(BadInput, match="named twice"):
        arrange_round_robin(chosen, ("hunter", "hunter"), "random", None, {}, 1)
    with pytest.raises(BadInput, match="2 to 26"):
        arrange_round_robin(chosen, ("hunter",), "random", None, {}, 1)


def test_forces_are_told_the_same_for_any_jobs_and_after_a_stop(gearlock: Command, tmp_path: Path) -> None:
    one, two, table = tmp_path / "1.jsonl", tmp_path / "2.jsonl", tmp_path / "games.csv"
    first = gearlock(*FORCES, "--games", 6, "--jobs", 1, "--out", one, "--csv", table)
    assert first.code == 0, first.err
    assert "hunter*2 : jager*2" in first.out
    assert table.read_text().count("\n") == 7
    gearlock(*FORCES, "--games", 2, "--jobs", 1, "--out", two)
    again = gearlock(*FORCES, "--games", 6, "--jobs", 2, "--out", two, "--json")
    assert "Going on: 2 of 6" in again.err
    assert told(one) == told(two)
    assert again.json()["format"] == "gearlock.lab-forces/1"
    assert again.json()["pairings"][0]["games"] == 6


def test_bots_meet_in_a_tournament_and_not_forces(gearlock: Command) -> None:
    words = ("lab", "tournament", "hex100", "random", "greedy", "--scenario", "close-quarters", "--jobs", 1)
    done = gearlock(*words, "tactician:1n", "--games", 2, "--json")
    assert done.code == 0, done.err
    assert done.json()["study"]["of"] == BOTS
    assert len(done.json()["strengths"]) == 3
    mixed = gearlock(*words, "jager", "--games", 2)
    assert mixed.code == 2
    assert "no bot is called jager" in mixed.err
    assert "three entrants or more" in gearlock(*words, "--games", 2).err


def ended(study: RoundRobin, number: int, rng: random.Random) -> Played:
    """A game that the first of a pairing mostly wins, but for those between b and c."""
    game = study.game(number)
    one, other = study.pairing_of(number)
    better = 0.5 if (one, other) == ("b", "c") else 0.9
    winner = one if rng.random() < better else other
    return Played(number, game.scenario, game.seed, game.seats, winner, "", {}, 1, 1, "", "")


def test_when_it_is_sure_does_not_depend_on_who_played_when() -> None:
    study, rng = three(), random.Random(3)
    games = [ended(study, number, rng) for number in range(120 * 3)]
    straight = Stopping(study, 0.05, len(games))
    for game in games:
        straight.add(game)
    shuffled = Stopping(study, 0.05, len(games))
    for game in sorted(games, key=lambda _: rng.random()):
        shuffled.add(game)
    counting = [game.number for game in games if straight.counts(game.number)]
    assert counting == [game.number for game in games if shuffled.counts(game.number)]
    assert straight.is_settled(("a", "b"))
    assert not straight.is_settled(("b", "c"))
    assert not straight.is_over
    missing = list(straight.missing(range(60)))
    assert missing
    assert {study.pairing_of(number) for number in missing} == {("b", "c")}
    found = standing_of(study, games, straight)
    assert found.pairings[0].settled
    assert found.pairings[0].games < 120
    assert found.pairings[0].at_any_time is not None
    assert found.pairings[0].at_any_time.low > 0.5


def test_until_sure_says_how_it_is_corrected(gearlock: Command) -> None:
    done = gearlock(*FORCES, "--games", 6, "--jobs", 1, "--until-sure")
    assert done.code == 0
    assert "confidence sequence" in " ".join(done.out.split())
    assert "not sure yet" in done.out
    assert gearlock(*FORCES, "--games", 6, "--until-sure", "--margin", "0.7").code == 2


def test_a_roster_file_is_part_of_what_is_kept(tmp_path: Path) -> None:
    system = get_system("brigands")
    assert system.force is not None
    file = tmp_path / "mine.txt"
    file.write_text(system.force.ready_made()["north-50"])
    study = arrange_round_robin(system, (str(file), "south-50"), "random", None, {}, 1)
    before = study.fingerprint()
    file.write_text(system.force.ready_made()["cef-50"])
    assert study.fingerprint() != before


def test_a_game_without_a_fault_says_what_was_brought() -> None:
    study = three()
    game = play_game(study, study.game(0))
    assert {who: list(models) for who, models in game.models.items()} == {"a": ["Hunter"], "b": ["Jager"]}
