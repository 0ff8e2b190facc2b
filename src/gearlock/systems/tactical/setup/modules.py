"""3.1: which advanced modules a battle is played with."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import rule
from gearlock.systems.tactical.switches import MODULES, READINGS

ALL, NONE = "all", "none"
OPTION_TEXT = (
    f"advanced modules by name, with commas; all, or none (the Quick Start rules): {', '.join(MODULES)}. "
    f"Other readings of the book beside them: {', '.join(READINGS)}"
)

SEVERAL: Final = {"modules": (ALL, *MODULES, *READINGS)}
"""What can be named for the option, as many as one likes."""


@rule("tactical.3.1")
def read_modules(text: str, wrong: list[str]) -> dict[str, str]:
    """The switches of modules and readings that players agreed on; everything is off unless it is named."""
    names = [part.strip().lower() for part in text.split(",") if part.strip()]
    if names in ([], [NONE]):
        return {}
    known = {**MODULES, **READINGS}
    names = [one for name in names for one in (MODULES if name == ALL else (name,))]
    wrong += [str(UnknownName("module", name, (ALL, NONE, *known))) for name in names if name not in known]
    return dict.fromkeys([name for name in names if name in known], "yes")
