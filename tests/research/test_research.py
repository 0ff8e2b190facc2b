"""The research environment: PettingZoo's tests, what the arrays say, and that they say no more than a seat knows."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import system_ids
from gearlock.research import ACTIONS, COLUMNS, PIECES, ROWS, GearlockEnv, VectorEnv, environment_ids, make_env
from gearlock.research.encoding import encode
from gearlock.research.games import write_games

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
FIRST = [next(name for name in environment_ids() if name.startswith(system)) for system in system_ids()]


def over(env: GearlockEnv) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


@pytest.mark.parametrize("name", FIRST)
def test_it_is_an_environment_as_pettingzoo_wants_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an array with a mask is what PettingZoo itself tells us to use, and warns of
        api_test(make_env(name), num_cycles=60)
        seed_test(lambda: make_env(name), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


def played(env: GearlockEnv, seed: int) -> list[dict[str, Any]]:
    lots, seen = random.Random(seed), []
    env.reset(seed=seed)
    while not over(env):
        agent = env.agent_selection
        found = env.observe(agent)
        seen.append({**found, "agent": agent})
        env.step(lots.randrange(int(found["action_mask"].sum())))
    return seen


def test_a_battle_is_played_to_its_end_and_rewarded() -> None:
    env = make_env("brigands-duel-v1")
    seen = played(env, 3)
    assert env.battle.over
    assert all(env.terminations.values())
    winner = env.battle.outcome.winner if env.battle.outcome else ""
    assert env.rewards == {name: 0.0 if not winner else 1.0 if name == winner else -1.0 for name in ("red", "blue")}
    for each in seen:
        array = each["observation"]
        assert array.shape == (ROWS, COLUMNS)
        assert array.dtype == np.float32
        assert abs(array).max() <= 1.0
        count = int(each["action_mask"].sum())
        assert each["action_mask"][:count].all(), "open actions stand first"
        assert (array[1 + PIECES :, 0] == each["action_mask"]).all(), "a row an action"
    again = played(make_env("brigands-duel-v1"), 3)
    assert all((a["observation"] == b["observation"]).all() for a, b in zip(seen, again, strict=True))


def test_rewards_by_score_add_up_to_the_share_that_is_left() -> None:
    env, uneven = make_env("brigands-duel-v1", rewards="score"), 0
    for seed in range(5, 9):
        total, lots = dict.fromkeys(("red", "blue"), 0.0), random.Random(seed)
        env.reset(seed=seed)
        while not over(env):
            env.step(lots.randrange(int(env.observe(env.agent_selection)["action_mask"].sum())))
            total = {name: total[name] + env.rewards[name] for name in total}
        assert total["red"] == pytest.approx(-total["blue"])
        uneven += abs(total["red"]) > 0
    assert uneven


def test_a_battle_is_cut_off_at_its_limit() -> None:
    env = make_env("hex100-skirmish-v1", limit=5)
    assert len(played(env, 1)) == 5
    assert all(env.truncations.values())
    assert not env.battle.over


def test_the_array_is_made_of_the_view_alone_and_a_blip_is_a_place() -> None:
    env = make_env("hex100-skirmish-v1")
    env.reset(seed=2)
    lots, blips = random.Random(2), 0
    for _ in range(150):
        if over(env):
            break
        agent = env.agent_selection
        view = env._view(agent)
        assert (encode(view, agent, env.actions()) == env.observe(agent)["observation"]).all()
        for row, piece in zip(
            env.observe(agent)["observation"][1:], sorted(view.pieces, key=lambda p: p.side != agent), strict=False
        ):
            if piece.known == "blip":
                blips += 1
                assert row[6:8].tolist() == [0.0, 0.0]
                assert row[14] == 0.0
                assert row[10] == 1.0
        other = next(name for name in env.agents if name != agent)
        assert not env.observe(other)["action_mask"].any(), "who is not asked is offered nothing"
        env.step(lots.randrange(len(env.actions())))
    assert blips


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("brigands-duel-v9", {}, "brigands-duel-v1"),
        ("brigands", {}, "environment"),
        ("brigands-duel-v1", {"rewards": "glory"}, "outcome or score"),
        ("brigands-duel-v1", {"limit": 0}, "at least 1"),
    ],
)
def test_what_is_asked_for_wrongly_is_answered_in_words(name: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises((BadInput, UnknownName), match=words):
        make_env(name, **settings)


def test_an_action_that_is_not_open_is_refused() -> None:
    env = make_env("brigands-duel-v1")
    env.reset(seed=1)
    with pytest.raises(BadInput, match="numbered from 0"):
        env.step(ACTIONS - 1)
    with pytest.raises(BadInput):
        env.step(-1)


RUBBISH: tuple[Any, ...] = (None, 3.7, float("nan"), "x", b"x", [], [None], {"a": 1}, object(), True, -1)


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_is_answered_in_words(rubbish: Any, tmp_path: Path) -> None:
    env: Any = make_env("brigands-duel-v1")
    doors: list[Callable[[], object]] = [
        lambda: make_env(rubbish),
        lambda: make_env("brigands-duel-v1", limit=rubbish),
        lambda: make_env("brigands-duel-v1", rewards=rubbish),
        lambda: make_env("brigands-duel-v1", options=rubbish or 1),
        lambda: make_env("brigands-duel-v1", render_mode=rubbish or "x"),
        lambda: VectorEnv(rubbish, 1),
        lambda: VectorEnv("brigands-duel-v1", 1, seed=rubbish),
        lambda: VectorEnv("brigands-duel-v1", 1).step(rubbish),
        lambda: env.reset(seed=rubbish if rubbish is not None else "x"),
        lambda: env.observe(rubbish),
        lambda: env.last(),
        lambda: env.step(0),
        lambda: write_games(tmp_path / "g.parquet", "brigands-duel-v1", (rubbish, "random"), [1]),
    ]
    if rubbish == {"a": 1}:
        doors.pop(3)
    for door in doors:
        with pytest.raises(BadInput):
            door()
    env.reset(seed=3)
    if rubbish is not True:
        with pytest.raises(BadInput, match="is not open"):
            env.step(rubbish)


def test_where_games_are_written_and_how_a_battle_is_reset_is_looked_at_first(tmp_path: Path) -> None:
    env: Any = make_env("brigands-duel-v1")
    write: Any = write_games
    name, file, bots = "brigands-duel-v1", tmp_path / "g.parquet", ("random", "random")
    for door in (
        env.render,
        lambda: env.reset(options=5),
        lambda: env.reset(options={"scenario": 5}),
        lambda: write(tmp_path, name, bots, [1]),
        lambda: write(file, name, ("random",), [1]),
        lambda: write(file, name, "random", [1]),
        lambda: write(file, name, bots, 5),
    ):
        with pytest.raises(BadInput):
            door()
    assert list(tmp_path.iterdir()) == []


def test_a_bot_of_ones_own_plays_games_to_learn_from(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from gearlock.bots.uniform import RandomBot as Mine\n")
    mine = f"{tmp_path / 'mine.py'}:Mine"
    assert write_games(tmp_path / "g.parquet", "brigands-duel-v1", (mine, "random"), [1]) > 10


def test_battles_side_by_side_go_as_they_go_alone() -> None:
    both = VectorEnv("brigands-duel-v1", 2, seed=7)
    alone = make_env("brigands-duel-v1")
    alone.reset(seed=8)
    batch = both.reset()
    for _ in range(40):
        assert (batch.observations[1] == alone.observe(alone.agent_selection)["observation"]).all()
        alone.step(0)
        batch = both.step(np.array([0, 0])).batch


def test_games_are_written_as_parquet(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    file = tmp_path / "games" / "duel.parquet"
    count = write_games(file, "brigands-duel-v1", ("greedy", "random"), [1, 2])
    table = pq.read_table(file)
    assert table.num_rows == count > 20
    assert table.schema.metadata[b"environment"] == b"brigands-duel-v1"
    actions, masks = table["action"].to_pylist(), table["mask"].to_pylist()
    known = [(action, mask) for action, mask in zip(actions, masks, strict=True) if action >= 0]
    assert len(known) / count > 0.95
    assert all(mask[action] for action, mask in known)
    for game in (1, 2):
        rewards = {row["seat"]: row["reward"] for row in table.to_pylist() if row["game"] == game}
        assert sum(rewards.values()) == 0


@pytest.mark.soak
def test_the_example_learns_to_beat_lots() -> None:
    from learn_to_fight import Learner, play

    learner = Learner(8)
    play("brigands-duel-v1", learner, 300, 11, True)
    assert play("brigands-duel-v1", learner, 200, 3, False) > 0.6


def test_the_example_moves_its_weights_towards_what_gave_points() -> None:
    from learn_to_fight import Learner, play

    learner = Learner(4)
    play("brigands-duel-v1", learner, 2, 1, True)
    assert abs(learner.weights).max() > 0
