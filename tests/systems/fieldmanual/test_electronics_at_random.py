"""Forces full of leaders, electronics and drones at random play: offers hold, logs run again alike."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from conformance.checks import check_no_leak
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.seat import Seat
from gearlock.kernel.verify import prove
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.battles import Post, ground_for, setup_for
from gearlock.systems.fieldmanual.datacards import Card, Skills, all_cards
from gearlock.systems.fieldmanual.electronic_warfare import ECCM, ECM, HOMING, UPLINK
from gearlock.systems.fieldmanual.state import COMMANDER, LEADER, State

PERKS = {
    "chief": {ECCM: 1, UPLINK: 1, "Autopilot": 1},
    "jammer": {ECM: 2, "Advanced Neural Net": 1, "Demo Drone": 1},
    "scout": {HOMING: 1, "Target Designator": 2, "Recon Drone": 1},
    "hunter": {ECM: 1, ECCM: 1, "Hunter-Killer Drone": 1},
}


def cards() -> dict[str, Card]:
    """Cobras with two Actions, a good radio and these perks."""
    plain = all_cards()["spitting-cobra"]
    return {
        name: msgspec.structs.replace(
            plain, id=name, name=name, actions=2, sensors=1, comm=1, auto_comm=8, perks={"Arms": 1, **perks},
            aux=tuple(perks), skills=Skills(2, 2, 2, 3 if name == "chief" else 2), tv=80,
        )
        for name, perks in PERKS.items()
    }  # fmt: skip


def begun(seed: int, effects: str = "") -> Battle[State]:
    ranks = {"chief": COMMANDER, "hunter": LEADER}
    posts = [Post(name, ranks.get(name, ""), 80) for name in PERKS]
    forces = {seat: ((posts[0], posts[1]), (posts[3], posts[2])) for seat in ("red", "blue")}
    switches = {"effects": effects}
    setup = setup_for("skirmish", seed, {}, ground_for("random", seed), forces, 3, cards(), switches)
    return Battle.begin(SYSTEM, setup)


@pytest.mark.rule("fieldmanual.comm-events", "fieldmanual.cp-issue", "fieldmanual.reaction-fire")
@pytest.mark.parametrize(("seed", "effects"), [(1, ""), (2, "em-storm"), (3, "")])
def test_offers_hold_and_logs_run_again(seed: int, effects: str) -> None:
    battle = begun(seed, effects)
    bot, used = RandomBot(seed), Counter[str]()
    while not battle.over:
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        assert ask is not None
        for option in SYSTEM.options(battle.state, ask):
            if not isinstance(option, OPEN_OPTIONS):
                assert SYSTEM.refuse(battle.state, ask, option.order) is None, option
                SYSTEM.preview(battle.state, seat, option.order)
        if sum(used.values()) % 25 == 0:
            check_no_leak(battle, random.Random(seed))
        order = bot.decide(Seat(battle, seat))
        used[type(order).__name__] += 1
        battle.answer(seat, order)
        assert sum(used.values()) < 3000
    log = loads(dumps(battle))
    proof = prove(log)
    assert proof.difference is None, proof.difference.text()
    *_, (_, _, film) = log.film()
    assert film == battle.state
    assert used.keys() & {"Command", "Reroll", "Jam", "Counter", "Home"}
    assert used.keys() & {"ForwardObserve", "ActiveLock", "PlaceDrone", "Uplink", "Coordinate"}
