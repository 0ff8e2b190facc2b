"""Choosing an opponent: every bot says what it is like, and only such may sit at a table."""

from __future__ import annotations

import pytest

from gearlock.bots.choosing import bots_to_choose, table_players
from gearlock.bots.players import BOTS, HUMAN, THINKERS, make_bot, player_names
from gearlock.bots.tempers import USUAL, tempers
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems
from gearlock.server.rooms import check_players


def test_every_bot_and_every_temper_has_a_line_of_its_own() -> None:
    bots = bots_to_choose()
    assert (HUMAN, *(bot.player for bot in bots)) == player_names()
    assert all(bot.about.endswith(".") and len(bot.about) < 120 for bot in bots)
    assert len({bot.about for bot in bots}) == len(BOTS)
    for bot in bots:
        thinks = bot.player.removeprefix("bot:") in THINKERS
        assert bot.tempers == ({name: each.about for name, each in tempers().items()} if thinks else {})
        assert not thinks or next(iter(bot.tempers)) == USUAL


def test_whatever_can_be_chosen_can_be_seated_and_made() -> None:
    for player in table_players() - {HUMAN}:
        make_bot(player, 1)
        for system in all_systems():
            check_players(system, dict.fromkeys(system.seats, player))


@pytest.mark.parametrize("player", ["bot:hal", "bot:greedy:cautious", "bot:tactician:600s", "tactician", ""])
def test_nobody_else_is_seated(player: str) -> None:
    system = all_systems()[0]
    with pytest.raises(BadInput, match="player"):
        check_players(system, dict.fromkeys(system.seats, player))
