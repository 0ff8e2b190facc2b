"""What a match is: pairs, sides, names, and what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.registry import all_systems, get_system, system_ids
from gearlock.lab.game import play_game
from gearlock.lab.match import arrange, code_fingerprint
from lab.contests import SHORT, short_match, told


def test_both_games_of_a_pair_share_the_seed_and_swap_sides() -> None:
    match = short_match(seed=40)
    games = [match.game(number) for number in range(6)]
    assert [game.seed for game in games] == [40, 40, 41, 41, 42, 42]
    assert [game.seats["red"] for game in games] == ["a", "b"] * 3
    assert all(match.setup(games[n]) == match.setup(games[n + 1]) for n in (0, 2, 4))
    assert match.setup(games[0]) != match.setup(games[2])


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_all_goes_through_every_scenario_that_is_not_long(system: object) -> None:
    found = get_system(system.id)  # type: ignore[attr-defined]
    match = arrange(found, ("random", "random"), "all", {}, 1)
    short = [name for name, scenario in found.scenarios().items() if not scenario.long]
    assert len(short) > 1
    assert [match.game(2 * pair).scenario for pair in range(len(short))] == short
    assert match.game(1).scenario == match.game(0).scenario


@pytest.mark.parametrize("system", system_ids())
def test_a_bot_against_itself_is_exactly_even(system: str) -> None:
    """The seats are dealt the same tempers in both games of a pair, so the second is the first with names swapped."""
    match = arrange(get_system(system), ("random", "bot:random"), None, {}, 3)
    first, second = (play_game(match, match.game(number)) for number in (0, 1))
    assert (first.hash, first.log, first.rounds) == (second.hash, second.log, second.rounds)
    assert first.winner != second.winner or first.winner == ""


def test_a_game_of_a_match_is_the_battle_with_that_seed(gearlock: Command, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    assert gearlock(*SHORT, "--b", "greedy", "--games", 2, "--seed", 5, "--jobs", 1, "--out", out).code == 0
    words = ("battle", "brigands", "--seed", 5, "-o", "rounds=1", "--json")
    straight = gearlock(*words, "--red", "bot:random", "--blue", "bot:greedy").json()
    swapped = gearlock(*words, "--red", "bot:greedy", "--blue", "bot:random").json()
    assert straight["hash"] != swapped["hash"]
    assert [game["hash"] for game in told(out)] == [straight["hash"], swapped["hash"]]
    names = {"red": "b", "blue": "a", "": ""}
    assert told(out)[1]["winner"] == names[swapped["winner"]]


def test_the_code_of_rules_and_bots_has_a_fingerprint() -> None:
    prints = {system.id: code_fingerprint(system) for system in all_systems()}
    assert len(set(prints.values())) == len(prints)
    assert prints == {system.id: code_fingerprint(system) for system in all_systems()}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--games", "0"), "at least 2 games, not 0"),
        (("--games", "-4"), "at least 2 games, not -4"),
        (("--games", "7"), "6 or 8 games, not 7"),
        (("--games", "1"), "2 games, not 1"),
        (("--games", "2", "--jobs", "0"), "not 0"),
        (("--games", "2", "--jobs", "-1"), "not -1"),
        (("--games", "2", "--jobs", "9999"), "not 9999"),
        (("--games", "2", "--a", "gredy"), "Did you mean bot:greedy"),
        (("--games", "2", "--b", "human"), "gearlock play"),
        (("--games", "2", "--scenario", "dual"), "Did you mean duel"),
        (("--games", "2", "-o", "rounds"), "name=value"),
        (("--games", "2", "-o", "round=2"), "round"),
        (("--games", "2", "--size", "50", "--scenario", "duel"), "no size"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(
    gearlock: Command, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    out = tmp_path / "m.jsonl"
    start = ("lab", "match", "brigands", *(w for w in ("--a", "greedy") if "--a" not in words))
    done = gearlock(*start, *(w for w in ("--b", "random") if "--b" not in words), *words, "--out", out)
    assert done.code == 2
    assert complaint in done.err
    assert not out.exists()


def test_an_unknown_system_is_refused(gearlock: Command) -> None:
    done = gearlock("lab", "match", "brigand", "--a", "greedy", "--b", "random", "--games", 2)
    assert done.code == 2
    assert "brigands" in done.err
