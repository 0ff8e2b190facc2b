"""Write the golden playthroughs anew: one battle for each scenario of each system, greedy against random.

Those told from both seats, and those explained, are the ones that are there already.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gearlock.kernel.registry import all_systems

TESTS = Path(__file__).parents[1] / "tests"
SEED = 7


def main() -> None:
    """Play and write."""
    sys.path.insert(0, str(TESTS))
    from playthroughs.telling import explained, playthrough, told_from_both_seats

    for folder, tell in (("seats", told_from_both_seats), ("explained", explained)):
        for path in sorted((TESTS / "playthroughs").glob(f"*/{folder}/*.txt")):
            scenario, seed, red, blue = path.stem.rsplit("-", 3)
            path.write_text(tell(path.parents[1].name, scenario, int(seed), f"bot:{red}", f"bot:{blue}"))
            print(path.relative_to(TESTS.parent))
    for system in all_systems():
        for scenario in system.scenarios():
            path = TESTS / "playthroughs" / system.id / f"{scenario}-{SEED}-greedy-random.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(playthrough(system.id, scenario, SEED, "bot:greedy", "bot:random"))
            print(path.relative_to(TESTS.parent))


if __name__ == "__main__":
    main()
