"""Change rule code in small ways, one at a time, and see whether the tests notice: `make mutants`.

Drawn by lot from the modules of a system that carry out rules: comparisons, numbers, and/or, not, plus/minus, refusals
that are dropped. The tests that cite the rule are run first. Survivors are printed; each gets a test, or a word in
`tests/mutants/<system>.toml` why it cannot matter.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from gearlock.kernel.registry import system_ids
from mutation.excused import read_excused, sort_out
from mutation.mutants import Mutant, Site, draw, sites_of
from mutation.trials import Trials

ROOT = Path(__file__).parents[1]
LISTS = ROOT / "tests" / "mutants"


def main() -> int:
    """0 if enough mutants were noticed, 1 if not, 2 if nothing could be tried."""
    asked = _arguments()
    if asked.source is None and not asked.system:
        words = sys.argv[1:]
        return max(
            subprocess.run([sys.executable, __file__, "--system", name, *words]).returncode for name in system_ids()
        )
    if asked.source is None and asked.system not in system_ids():
        print(f"No system is called {asked.system!r}; there are {', '.join(system_ids())}.")
        return 2
    source = (asked.source or ROOT / "src" / "gearlock" / "systems" / asked.system).resolve()
    own = (f"systems/{asked.system}", "playthroughs", "digests", "moments")
    tests = asked.tests or [ROOT / "tests" / folder for folder in own]
    sites, complaint = open_sites(source, asked.excused or LISTS / f"{asked.system}.toml", bool(asked.module))
    sites = [site for site in sites if _is_in(site, asked.module) and _is_about(site, asked.rule)]
    if complaint or not sites:
        print(complaint or "No rule code fits that.")
        return 2
    drawn = draw(sites, asked.n, asked.seed)
    print(f"{asked.system or source.name}: {len(drawn)} mutants of {len(sites)}, seed {asked.seed}", flush=True)
    trials = try_out(drawn, tests, asked)
    return 2 if trials is None else tell(drawn, trials, asked.least)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="", help="the system whose rules are changed; all of them if left out")
    parser.add_argument("--n", type=int, default=100, help="how many mutants are drawn")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others")
    parser.add_argument("--module", default="", help="only paths with this in them: moving/,odds.py:114")
    parser.add_argument("--rule", default="", help="only code that carries out a rule whose id begins so")
    parser.add_argument("--least", type=int, default=92, help="per cent that must be noticed")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="processes at a time")
    parser.add_argument("--patience", type=float, default=3.0, help="seconds of a processor that any test may take")
    parser.add_argument("--source", type=Path, help="another package than a system's")
    parser.add_argument("--tests", type=Path, nargs="*", help="other tests than those that meet the system")
    parser.add_argument("--excused", type=Path, help="another list of changes that cannot matter")
    return parser.parse_args()


def _is_in(site: Site, modules: str) -> bool:
    wanted = (module.partition(":") for module in modules.split(","))
    return any(path in site.name and (not line or site.line == int(line)) for path, _, line in wanted)


def _is_about(site: Site, rule: str) -> bool:
    return not rule or any(each.startswith(rule) for each in site.scope.rules)


def open_sites(source: Path, listed: Path, anywhere: bool = False) -> tuple[list[Site], str]:
    """The places where something can be changed, without those that are excused; and what is wrong with the excuses.

    In modules that carry out no rule only if it is asked for.
    """
    compiled = next(source.rglob("*.so"), None)
    if compiled:
        return [], f"{compiled.name} is compiled, and would not change with its source: run make slow first."
    names = sorted(source.rglob("*.py"))
    found = [site for path in names for site in sites_of(path, path.relative_to(source).as_posix())]
    sites, unused = sort_out(found, read_excused(listed))
    sites = [site for site in sites if anywhere or site.scope.rules]
    lines = [f"{listed.name}: there is no such change in {each.file} any more: {each.before}" for each in unused]
    return sites, "\n".join(lines)


def try_out(mutants: Sequence[Mutant], tests: Sequence[Path], asked: argparse.Namespace) -> Trials | None:
    """Let the tests see every mutant; None where they could not be run at all."""
    me = os.getpid()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"GEARLOCK_HASTY": "1", "PYTEST_DEBUG_TEMPROOT": folder}
        trials = Trials(mutants, Path(folder), max(1, asked.jobs), asked.patience)
        words = [*map(str, tests), "-s", "-qq", "--tb=no", "-p", "no:cacheprovider"]
        try:
            code: int = pytest.main([*words, *(["-k", asked.system] if asked.system else [])], plugins=[trials])
        except pytest.exit.Exception as stopped:
            print(stopped.msg)
            code = 2
        if os.getpid() != me:
            os._exit(3)  # a fork that never came to its tests
        return trials if code == 0 else None


def tell(mutants: Sequence[Mutant], trials: Trials, least: int) -> int:
    """Print who survived and how many did not."""
    survivors = [mutant for number, mutant in enumerate(mutants) if not trials.verdicts[number]]
    for number, mutant in enumerate(mutants):
        if not trials.verdicts[number]:
            nobody = "" if trials.seen.tests.get(number) or mutant.fresh else " (no test comes by)"
            print(
                f"\nSURVIVED {mutant.path}:{mutant.line}{nobody}\n  rules: {', '.join(sorted(mutant.rules)) or 'none'}"
            )
            print("\n".join(f"  {line}" for line in mutant.diff().splitlines()))
    killed = len(mutants) - len(survivors)
    rate = 100 * killed / len(mutants)
    print(f"\n{killed} of {len(mutants)} noticed: {rate:.1f} % (at least {least} % wanted)")
    return 0 if rate >= least else 1


if __name__ == "__main__":
    sys.exit(main())
