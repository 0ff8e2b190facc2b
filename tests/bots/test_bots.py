from __future__ import annotations

from typing import Any

import pytest

from conformance.conftest import is_quick
from gearlock.bots.arena import play_out
from gearlock.bots.patience import Patience
from gearlock.bots.players import BOTS, make_bot, player_names
from gearlock.bots.thoughts import MEANINGS, Thinking, Thought
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat

SYSTEMS = all_systems()


def fought(system: AnySystem, seed: int, red: str, blue: str, scenario: str = "") -> Battle[Any]:
    battle = Battle.begin(system, system.prepare(scenario or next(iter(system.scenarios())), seed, {}))
    return play_out(battle, {"red": make_bot(red, seed), "blue": make_bot(blue, seed + 1)})


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@pytest.mark.parametrize("bot", ["random", "greedy", "tactician:60n", "strategist:90n"])
def test_the_same_seed_plays_the_same_way(system: AnySystem, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_repeats(system, bot, monkeypatch)
    assert bot.partition(":")[0] in BOTS


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_is_thought_about_in_the_same_way(
    system: AnySystem, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_repeats(system, bot, monkeypatch)


def check_repeats(system: AnySystem, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience, "spent", 0.0)  # a slow machine must not cut thoughts short
    first = fought(system, 3, f"bot:{bot}", f"bot:{bot}")
    assert first.entries == fought(system, 3, f"bot:{bot}", f"bot:{bot}").entries


MOST_SEEDS = 9
PRINTED = ("king-of-the-ridge", "pressure-point", "cornered", "back-against-the-wall", "come-out-come-out")
UNEVEN = {("tactical", name) for name in (*PRINTED, "opportunity-knocks", "battle")}
"""Printed scenarios give both sides different tasks, and one of them is the harder by far. Many generated battles end
with neither mission done: bots go for theirs, but too slowly to win three of four."""
CONTESTS = [
    pytest.param(system, name, id=f"{system.id}-{name}", marks=[] if is_quick(system, name) else [pytest.mark.soak])
    for system in SYSTEMS
    for name in system.scenarios()
    if (system.id, name) not in UNEVEN
]


@pytest.mark.parametrize("seeds", [2, pytest.param(5, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("system", "scenario"), CONTESTS)
def test_greedy_beats_random_sides_swapped(system: AnySystem, scenario: str, seeds: int) -> None:
    """Three points of four; once they are made, the games that are left need not be played.

    Two pairs of games may be bad luck: then a few more are played, and three quarters of all it must be.
    """
    points, seeds = 0.0, 1 if system.scenarios()[scenario].long else seeds
    sides = (("red", "blue"), ("blue", "red"))
    for seed in range(max(seeds, MOST_SEEDS if seeds > 1 else 1)):
        for greedy, other in sides:
            names = {greedy: "bot:greedy", other: "bot:random"}
            result = fought(system, seed, names["red"], names["blue"], scenario).outcome
            assert result is not None
            points += {greedy: 1.0, "": 0.5}.get(result.winner, 0.0)
            if points >= 1.5 * seeds:
                return
        seeds = max(seeds, seed + 2) if seed + 1 >= seeds else seeds
    pytest.fail(f"greedy made {points} points of games with {seeds} seeds")


def test_a_seat_shows_no_way_to_the_truth() -> None:
    system = SYSTEMS[0]
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 1, {}))
    seat = Seat(battle, "red")
    public = {name for name in dir(seat) if not name.startswith("_")}
    asking = {"name", "ask", "is_sealed", "outcome", "options", "refuse", "sample", "aim", "preview", "view"}
    stuck = {"last_resorts", "unanswerable"}
    surveying = {"reach", "sight", "fields", "menaces", "objections", "standing", "ground", "stakes", "imagine"}
    remembering = {"story", "scenes", "decided", "veil", "waiting_for", "waiting_pieces"}
    assert public == asking | stuck | surveying | remembering
    assert not any(isinstance(getattr(seat, name), Battle) for name in public - {"ask"})


def test_players_are_written_as_people_write_them() -> None:
    assert player_names() == ("human", "bot:random", "bot:greedy", "bot:tactician", "bot:strategist")
    assert type(make_bot("greedy", 1)) is type(make_bot("bot:greedy", 1))
    assert type(make_bot("bot:tactician:cautious", 1)) is type(make_bot("tactician", 1))
    assert type(make_bot("bot:strategist:0.3s:cautious:500n", 1)) is type(make_bot("strategist", 1))
    for wrong, meant in [
        ("gredy", "greedy"),
        ("tactician:cautios", "tactician:cautious"),
        ("greedy:bold", "greedy"),
        ("strategist:0.3m", "strategist:0.3s"),
    ]:
        with pytest.raises(UnknownName, match=f"Did you mean bot:{meant}"):
            make_bot(f"bot:{wrong}", 1)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@pytest.mark.parametrize("bot", ["greedy", "tactician", "strategist:200n"])
def test_a_bot_tells_what_it_thought_the_best_first(system: AnySystem, bot: str) -> None:
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 3, {}))
    player, told = make_bot(bot, 1), 0
    assert isinstance(player, Thinking)
    for _ in range(12):
        seat = Seat(battle, battle.waiting_for()[0])
        order, labels = player.decide(seat), {option.label for option in seat.options()}
        thoughts = player.thoughts()
        if thoughts and thoughts[0].terms:
            worths = [thought.worth for thought in thoughts]
            assert worths == sorted(worths, reverse=True)
            assert all(thought.steps[0] in labels for thought in thoughts)
            assert all(set(thought.terms) <= set(MEANINGS) for thought in thoughts)
            told += 1
        battle.answer(seat.name, order)
    assert told


def test_what_counts_most_is_told_first() -> None:
    thought = Thought(("Move",), 0.1, {"damage": 0.2, "danger": -0.3, "closing": -0.001})
    assert thought.because() == "danger -0.30, damage +0.20"
