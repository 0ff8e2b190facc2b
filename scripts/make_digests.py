"""Record digests of battles, or compare with what was recorded: `make_digests.py [--battles N] [--into DIR]`.

In the repository are a few battles of each system. Before a rebuilding, record many more beside it (`--battles 200
--into DIR`); after each step the same call with `--compare` says what differs first. Nothing may.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from digests.digesting import Plan, digest, first_difference  # noqa: E402 - the tests lie outside the package
from digests.plans import BATTLES, plans_of  # noqa: E402
from gearlock.kernel.registry import all_systems  # noqa: E402


def main() -> int:
    """Record or compare; as many at a time as there are workers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=TESTS / "digests")
    parser.add_argument("--system", default="")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--compare", action="store_true")
    given = parser.parse_args()
    systems = [system for system in all_systems() if given.system in ("", system.id)]
    plans = [plan for system in systems for plan in plans_of(system, given.battles, given.seed)]
    work = partial(compare if given.compare else record, given.into)
    wrong = 0
    with ProcessPoolExecutor(given.workers) as pool:
        for said in pool.map(work, plans):
            wrong += bool(said) and given.compare
            if said:
                print(said, flush=True)
    print(f"{len(plans)} battles, {wrong} differ" if given.compare else f"{len(plans)} battles recorded")
    return 1 if wrong else 0


def record(into: Path, plan: Plan) -> str:
    """Play a battle and write its lines."""
    path = place_of(into, plan)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(digest(plan)) + "\n")
    return str(path.relative_to(into))


def compare(into: Path, plan: Plan) -> str:
    """Play a battle and say where it differs first."""
    return first_difference(plan, place_of(into, plan).read_text().splitlines())


def place_of(into: Path, plan: Plan) -> Path:
    """Where the lines of a battle are kept."""
    return into / plan.system / f"{plan.name}.txt"


if __name__ == "__main__":
    sys.exit(main())
