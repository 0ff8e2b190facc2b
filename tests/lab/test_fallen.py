"""Who fell by whom, in every system; and what was brought and left."""

from __future__ import annotations

import pytest

from gearlock.kernel.registry import get_system, system_ids
from gearlock.lab.game import Played, play_game
from gearlock.lab.match import arrange
from gearlock.lab.round_robin import arrange_round_robin
from gearlock.lab.scores import points_left


@pytest.mark.parametrize("system", system_ids())
def test_everything_that_is_lost_fell_once(system: str) -> None:
    match = arrange(get_system(system), ("greedy", "greedy"), None, {}, 1)
    check(play_game(match, match.game(0)))


def test_the_last_to_attack_is_told() -> None:
    study = arrange_round_robin(get_system("brigands"), ("hunter*2", "jager*2"), "greedy", None, {}, 1)
    game = play_game(study, study.game(0))
    check(game)
    assert any((fell.by, fell.by_model, fell.model) == ("b", "Jager", "Hunter") for fell in game.fallen)


def check(game: Played) -> None:
    assert not game.fault
    for who in ("a", "b"):
        fell = [fallen for fallen in game.fallen if fallen.whose == who]
        assert len(fell) == game.losses[who].lost == sum(each.lost for each in game.models[who].values())
        assert {fallen.model for fallen in fell} <= set(game.models[who])
        assert all(fallen.by_model in game.models[fallen.by] for fallen in fell if fallen.by)
        left = points_left(game, who)
        assert left is not None
        assert (left == 0) == (game.losses[who].lost == game.losses[who].of)
