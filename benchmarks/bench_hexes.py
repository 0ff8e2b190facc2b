"""Hex battles: greedy against greedy at 5000 points, sight and detection for 24 units, and growth with units."""

from __future__ import annotations

import gc
import math
import time
from typing import Any

import msgspec

from gearlock.bots.arena import play_out
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.battlefield import Battlefield
from gearlock.systems.hex100.briefings.battles import GROWTHS
from gearlock.systems.hex100.detection.sight import update_contacts
from gearlock.systems.hex100.state import UNKNOWN, State
from gearlock.table.hexgenerate import generate_hex_map
from gearlock.table.hexmapfiles import write_hex_map
from play import lay_out, played_until, players

FORCES = {"budget": "standard", "red": "iron-wall-5000", "blue": "grey-ghosts-5000"}
SEEDS = (1, 2, 3)
MAPS = ((18, 24), (60, 60))
UNITS = 24
SIZES = (6, 24, 96)


def measure() -> dict[str, float]:
    """Battles a second; microseconds of a look and of a round of detection; milliseconds of a turn by units."""
    results = battles()
    for columns, rows in MAPS:
        state = deployed(UNITS, columns, rows).state
        results |= looks(state, f"{columns}x{rows}") | detection(state, f"{columns}x{rows}")
    return results | growth()


def battles() -> dict[str, float]:
    """Whole battles between two forces of 5000 points."""
    seconds, decisions = 0.0, 0
    lay_out("hex100", "skirmish", 0, FORCES)  # loads everything
    for seed in SEEDS:
        gc.collect()
        start = time.perf_counter()
        battle = lay_out("hex100", "skirmish", seed, FORCES)
        play_out(battle, players(battle, "bot:greedy", seed))
        seconds += time.perf_counter() - start
        decisions += battle.decisions
    return {
        "hex100_5000_greedy_per_second": len(SEEDS) / seconds,
        "hex100_5000_greedy_decisions": decisions / len(SEEDS),
        "hex100_5000_greedy_ms_per_decision": seconds / decisions * 1e3,
    }


def deployed(units: int, columns: int = 18, rows: int = 24) -> Battle[State]:
    """A battle of so many machines on a grown map, played at random through deployment into its first turn."""
    system = get_system("hex100")
    setup = system.prepare("skirmish", 3, {})
    ground = generate_hex_map(columns, rows, 3, GROWTHS)
    data = setup.data | {"map": write_hex_map(ground), "turns": 3}
    for seat in system.seats:
        data[seat] = (setup.data[seat] * units)[: units // 2]
    battle: Battle[Any] = Battle.begin(system, msgspec.structs.replace(setup, data=data))
    played_until(battle, 3, lambda now: now.state.turn >= 1)
    return battle


def looks(state: State, name: str) -> dict[str, float]:
    """Lines of sight between all pairs: on ground nobody has looked across yet, and again."""
    hexes = [unit.hex for unit in state.units.values()]
    pairs = [(a, b) for a in hexes for b in hexes if a < b]
    cold = warm = math.inf
    for _ in range(20):
        land = Battlefield(state.land.ground, ())
        cold = min(cold, timed(land, pairs))
        warm = min(warm, timed(land, pairs))
    return {
        f"hex100_sight_{name}_cold_us": cold / len(pairs) * 1e6,
        f"hex100_sight_{name}_warm_us": warm / len(pairs) * 1e6,
    }


def timed(land: Battlefield, pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> float:
    """Seconds to look along all of these."""
    start = time.perf_counter()
    for a, b in pairs:
        land.is_clear(a, b)
    return time.perf_counter() - start


def detection(state: State, name: str) -> dict[str, float]:
    """Both sides looking for each other once, everybody for everybody."""
    fastest = math.inf
    for _ in range(10):
        ctx = Ctx(state.clone(), get_system("hex100").apply)
        for known in ctx.state.known.values():
            known.update(dict.fromkeys(known, UNKNOWN))
        start = time.perf_counter()
        update_contacts(ctx)
        fastest = min(fastest, time.perf_counter() - start)
    return {f"hex100_detection_{name}_24_units_us": fastest * 1e6}


def growth() -> dict[str, float]:
    """The first turn of a battle at random by the number of units, on a map that holds them all."""
    results: dict[str, float] = {}
    for units in SIZES:
        battle = deployed(units, 60, 60)
        before, start = battle.decisions, time.perf_counter()
        played_until(battle, 3, lambda now: now.state.turn >= 2)
        seconds = time.perf_counter() - start
        results[f"hex100_turn_{units}_units_ms"] = seconds * 1e3
        results[f"hex100_turn_{units}_units_us_per_decision"] = seconds / max(1, battle.decisions - before) * 1e6
    return results
