"""Check every data file of every installed system; print all findings and exit 1 if there are any."""

from __future__ import annotations

import sys

from gearlock.kernel.errors import BadFile
from gearlock.kernel.registry import all_systems


def main() -> int:
    """Ask each system for what is wrong in its data."""
    wrong = 0
    for system in all_systems():
        try:
            findings = tuple(system.lint())
        except BadFile as error:
            findings = error.findings
        for finding in findings:
            print(finding)
        print(f"{system.id}: {len(findings)} findings")
        wrong += len(findings)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
