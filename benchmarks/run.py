"""Run every benchmark, interpreted and compiled, and print one table; flat JSON goes to benchmarks/latest.json.

Each figure that matters is a ratio measured within one process, because the machine's speed wanders.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
ROOT = HERE.parent
BENCHMARKS = (
    "bench_sight", "bench_odds", "bench_fork", "bench_battles", "bench_full", "bench_growth", "bench_hexes",
    "bench_muster", "bench_server", "bench_lab", "bench_bots", "bench_table",
)  # fmt: skip

# What we aim at: name -> (at least / at most, number). A miss is shown, never hidden.
TARGETS = {
    "interpreted.sight_times_shapely": (">=", 5.0),
    "compiled.sight_times_shapely": (">=", 100.0),
    "interpreted.look_open_times_three_points": ("<=", 2.0),
    "interpreted.look_wooded_times_three_points": ("<=", 2.0),
    "compiled.look_open_times_three_points": ("<=", 2.0),
    "compiled.look_wooded_times_three_points": ("<=", 2.0),
    "interpreted.odds_pool_8v8_cold_times_icepool": (">=", 20.0),
    "interpreted.odds_pool_8v8_warm_times_icepool": (">=", 500.0),
    "compiled.odds_brigands_attack_us": ("<=", 1000.0),
    "compiled.odds_hex100_attack_us": ("<=", 1000.0),
    "compiled.odds_brigands_24v24_activation_ms": ("<=", 50.0),
    "compiled.odds_hex100_24v24_activation_ms": ("<=", 50.0),
    "interpreted.muster_brigands_largest_ready_made_ms": ("<=", 10.0),
    "interpreted.muster_blitz_300_points_ms": ("<=", 10.0),
    "interpreted.brigands_load_seconds": ("<=", 0.3),
    "interpreted.blitz_load_seconds": ("<=", 0.3),
    "interpreted.blitz_100tv_random_times_brigands": ("<=", 1.3),
    "compiled.blitz_100tv_random_times_brigands": ("<=", 1.3),
    "interpreted.blitz_100tv_greedy_times_brigands": ("<=", 1.3),
    "compiled.blitz_100tv_greedy_times_brigands": ("<=", 1.3),
    "interpreted.fieldmanual_100tv_random_times_brigands": ("<=", 1.5),
    "compiled.fieldmanual_100tv_random_times_brigands": ("<=", 1.5),
    "interpreted.fieldmanual_100tv_greedy_times_brigands": ("<=", 1.5),
    "compiled.fieldmanual_100tv_greedy_times_brigands": ("<=", 1.5),
    "interpreted.tactical_100tv_random_times_brigands": ("<=", 1.3),
    "compiled.tactical_100tv_random_times_brigands": ("<=", 1.3),
    "interpreted.tactical_100tv_greedy_times_brigands": ("<=", 1.3),
    "compiled.tactical_100tv_greedy_times_brigands": ("<=", 1.3),
    "interpreted.odds_tactical_attack_times_brigands": ("<=", 1.3),
    "compiled.odds_tactical_attack_times_brigands": ("<=", 1.3),
    "interpreted.tactical_load_seconds": ("<=", 0.3),
    "interpreted.odds_blitz_attack_times_brigands": ("<=", 1.3),
    "compiled.odds_blitz_attack_times_brigands": ("<=", 1.3),
    "interpreted.fork_share_of_deepcopy": ("<=", 0.2),
    "compiled.fork_share_of_deepcopy": ("<=", 0.2),
    "interpreted.brigands_3v3_us_per_decision": ("<=", 100.0),
    "compiled.brigands_3v3_us_per_decision": ("<=", 100.0),
    "interpreted.hex100_2v2_us_per_decision": ("<=", 100.0),
    "compiled.hex100_2v2_us_per_decision": ("<=", 100.0),
    "compiled.match_2_workers_times_1": (">=", 1.85),
    "compiled.brigands_100tv_tactician_seconds": ("<=", 1.4),
    "compiled.brigands_24v24_tactician_median_ms": ("<=", 100.0),
    "compiled.brigands_24v24_tactician_p99_ms": ("<=", 1000.0),
    "interpreted.server_answer_p50_ms": ("<=", 20.0),
    "interpreted.server_answer_p99_ms": ("<=", 100.0),
    "interpreted.server_replay_100_tv_opens_seconds": ("<=", 1.0),
    "interpreted.table_frames_a_second": (">=", 58.0),
    "interpreted.table_answer_painted_median_ms": ("<=", 100.0),
    "interpreted.table_first_load_kilobytes": ("<=", 150.0),
    "interpreted.table_share_of_window": (">=", 0.55),
}


def measured(name: str) -> dict[str, float]:
    """Run one benchmark in a process of its own and return its figures."""
    code = f"import sys, json; sys.path.insert(0, {str(HERE)!r}); import {name}; print(json.dumps({name}.measure()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name} failed:\n{done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def build(clean: bool) -> None:
    """Switch between the interpreted and the compiled build."""
    script = [sys.executable, str(ROOT / "scripts" / "build_fast.py"), *(["--clean"] if clean else [])]
    subprocess.run(script, cwd=ROOT, check=True, capture_output=True)


def verdict(name: str, value: float) -> str:
    """Whether a figure reaches its target."""
    if name not in TARGETS:
        return ""
    sign, target = TARGETS[name]
    reached = value >= target if sign == ">=" else value <= target
    return f"{sign} {target:g}  [{'green]reached' if reached else 'red]MISSED'}[/]"


def growth(results: dict[str, float], pattern: str, low: int, high: int) -> float | None:
    """By which power of the size a cost grows between two sizes: 1 is linear, 2 square."""
    first, last = results.get(pattern.format(low)), results.get(pattern.format(high))
    return math.log(last / first) / math.log(high / low) if first and last else None


def growth_lines(results: dict[str, float], kind: str) -> list[str]:
    """What the growth figures say, in words."""
    sight = growth(results, kind + ".sight_us_{}_polygons", 10, 160)
    turn = growth(results, kind + ".brigands_round_{}_units_ms", 6, 96)
    lines = []
    if sight is not None:
        lines.append(f"{kind}: a look grows with polygons to the power {sight:.2f}: {'sub' * (sight < 1)}linear.")
    if turn is not None:
        why = "every decision lists its targets among all enemies, so a round is units times enemies, near the square"
        lines.append(f"{kind}: a round grows with units to the power {turn:.2f}: {why}.")
    hexes = growth(results, kind + ".hex100_turn_{}_units_ms", 6, 96)
    if hexes is not None:
        lines.append(
            f"{kind}: a turn on hexes grows with units to the power {hexes:.2f}: everybody looks for everybody."
        )
    return lines


def main() -> None:
    """Measure both builds, print, and write the file."""
    console = Console()
    results: dict[str, float] = {}
    was_compiled = any(ROOT.glob("src/**/*.so"))
    builds = ["interpreted"] + (["compiled"] if shutil.which("cc") else [])
    names = [name for name in BENCHMARKS if not sys.argv[1:] or name.removeprefix("bench_") in sys.argv[1:]]
    for kind in builds:
        build(clean=kind == "interpreted")
        for name in names:
            with console.status(f"{kind}: {name} ..."):
                results |= {f"{kind}.{key}": value for key, value in measured(name).items()}
    if not was_compiled:
        build(clean=True)  # as it was found
    table = Table("figure", "value", "target", title="Gearlock benchmarks")
    table.columns[0].overflow = "fold"
    for key, value in results.items():
        table.add_row(key, f"{value:,.4g}", verdict(key, value))
    console.print(table)
    for kind in builds:
        for line in growth_lines(results, kind):
            console.print(line)
    (HERE / "latest.json").write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
