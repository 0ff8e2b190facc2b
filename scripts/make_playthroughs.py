"""Write the golden playthroughs anew: one battle for each scenario of each system, greedy against random.

Those told from both seats, and those explained, are the ones that are there already: an empty file with such a name
adds one. Read the difference before it is kept: what is explained changes with every change of how bots think, and
should change in the way that was meant.
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

    for path in sorted((TESTS / "playthroughs").glob("*/seats/*.txt")):
        scenario, seed, red, blue = path.stem.rsplit("-", 3)
        path.write_text(told_from_both_seats(path.parents[1].name, scenario, int(seed), f"bot:{red}", f"bot:{blue}"))
        print(path.relative_to(TESTS.parent))
    for path in sorted((TESTS / "playthroughs").glob("*/explained/*.txt")):
        path.write_text(explained(path))
        print(path.relative_to(TESTS.parent))
    for system in all_systems():
        for scenario in system.scenarios():
            path = TESTS / "playthroughs" / system.id / f"{scenario}-{SEED}-greedy-random.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(playthrough(system.id, scenario, SEED, "bot:greedy", "bot:random"))
            print(path.relative_to(TESTS.parent))


if __name__ == "__main__":
    main()
