"""Write the golden playthroughs anew: one battle for each scenario of each system, greedy against random."""

from __future__ import annotations

import sys
from pathlib import Path

from gearlock.kernel.registry import all_systems

TESTS = Path(__file__).parents[1] / "tests"
SEED = 7


def main() -> None:
    """Play and write."""
    sys.path.insert(0, str(TESTS))
    from playthroughs.telling import playthrough

    for system in all_systems():
        for scenario in system.scenarios():
            path = TESTS / "playthroughs" / system.id / f"{scenario}-{SEED}-greedy-random.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(playthrough(system.id, scenario, SEED, "bot:greedy", "bot:random"))
            print(path.relative_to(TESTS.parent))


if __name__ == "__main__":
    main()
