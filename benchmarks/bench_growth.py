"""How the cost of a round grows with the number of units: 3 to 96 a side, random play, first round only."""

from __future__ import annotations

import time

from play import lay_out, played_until

SIZES = (6, 24, 48, 96, 192)


def measure() -> dict[str, float]:
    """Milliseconds of the first round (after deployment), and microseconds a decision, for each number of units."""
    results: dict[str, float] = {}
    for size in SIZES:
        half = size // 2
        battle = lay_out("brigands", "intro", 3, {"red": f"hunter*{half}", "blue": f"jager*{half}"})
        played_until(battle, 3, lambda now: now.view(None).round >= 1)
        before, start = battle.decisions, time.perf_counter()
        played_until(battle, 3, lambda now: now.state.round >= 2)
        seconds = time.perf_counter() - start
        made = max(battle.decisions - before, 1)
        results[f"brigands_round_{size}_units_ms"] = seconds * 1e3
        results[f"brigands_round_{size}_units_us_per_decision"] = seconds / made * 1e6
    return results
