"""Battles between random legal forces of every list end without an error, and their records replay to the same hash."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from conformance.checks import check_log
from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system
from gearlock.muster.text import write_text
from gearlock.systems.blitz.forces.around_a_force import RECRUITING, recruit
from gearlock.systems.blitz.forces.force_building import check
from gearlock.systems.blitz.forces.lists import HOMES, sublists
from systems.blitz.roll_call import roster

LISTS = (*HOMES, *sublists())
SIZES = (30, 50, 75, 100)
BOTS = (("random", "random"), ("greedy", "random"), ("random", "random"), ("random", "greedy"), ("greedy", "greedy"))
GUESTS = (
    "group Sky\n primary GF\n  Generic Fighter: CGL\n  Generic Fighter\n",
    "group Bombs\n primary GB\n  2x Generic Bomber\n  Generic Bomber: CGL\n",
    "group Night\n primary PI\n  Dark Jaguar: CGL, Talon Reach\n  Dark Jaguar\n  2x Dark Skirmisher\n",
    "group Ring\n primary GP\n  Chasseur: CGL\n  3x Chasseur\n support SK\n  Jaguar: Duelist, Extra Action, Shield\n",
    "group Fort\n primary GP\n  Chasseur: CGL\n  Chasseur\n  2x Wildcat\n support Any\n  AC Turret\n  Minefield\n",
    'group Works\n primary GP\n  Hunter: CGL\n  3x Hunter\n support Any\n  Bunker\n  Trenches (6")\n',
    "group Works\n primary GP\n  Jager: CGL\n  5x Jager\n support Any\n  Outpost\n",
    "group Works\n primary IN\n  4x GREL\n support Any\n  RP Turret\n  Obstacles (5)\n",
    "group Titan\n primary HT\n  HHT-90: CGL\n  HHT-90\n  2x GREL\n",
    "group Cars\n primary CV\n  HC-3A: CGL\n  HC-3A\n",
    "support Any\n  AA Turret\n  Obstacles (5)\n",
    "support FB\n  Generic Fighter/Bomber\n",
    "elite yes\n",
)
"""What is drawn for nobody: aircraft, works, duelists, guests, whole forces of veterans. Added where it is legal."""


def drawn(who: str, size: int, lots: random.Random) -> str:
    """A force of this list, with up to two guests beside it if it may have them; larger if it cannot be so small."""
    for allowed in (size, 2 * size, 6 * size):
        try:
            text = write_text(recruit(who, allowed, lots.choice(tuple(RECRUITING)), lots))
        except BadInput:
            continue
        for guest in lots.sample(GUESTS, len(GUESTS)):
            larger = (text + guest).replace(f"size {allowed}", f"size {6 * allowed}")
            if text.count("support Any") < 2 and not check(roster(larger)):
                return larger
        return text
    raise AssertionError(who)


def fight(seed: int, sizes: tuple[int, ...], folder: Path) -> None:
    """One battle: every list has its turn, in either scenario, with bots of all sorts."""
    system, lots = get_system("blitz"), random.Random(seed)
    scenario = ("meeting", "battle", "battle")[seed % 3]
    options = {"size": "1000", "map": lots.choice(("random", "random", "dry-wash", "mesa-road", "outskirts"))}
    if scenario == "battle":
        options["objectives"] = lots.choice(("mirrored", "individual", "secret"))
    for seat, who in zip(system.seats, (LISTS[seed % len(LISTS)], lots.choice(LISTS)), strict=True):
        file = folder / f"{seed}-{seat}.txt"
        file.write_text(drawn(who, lots.choice(sizes), lots), encoding="utf-8")
        options[seat] = str(file)
    battle = Battle.begin(system, system.prepare(scenario, seed, options))
    names = zip(system.seats, BOTS[seed % len(BOTS)], strict=True)
    play_out(battle, {seat: make_bot(f"bot:{name}", 2 * seed + at) for at, (seat, name) in enumerate(names)})
    assert battle.outcome is not None, seed
    check_log(battle)


def test_a_few_battles_between_random_forces(tmp_path: Path) -> None:
    for seed in (3, 11, 18, 20):
        fight(seed, (30,), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 200, 10))
def test_two_hundred_battles_between_random_forces_of_all_lists(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 10):
        fight(seed, SIZES, tmp_path)
