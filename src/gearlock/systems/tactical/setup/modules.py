"""3.1: which advanced modules a battle is played with."""

from __future__ import annotations

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import rule
from gearlock.systems.tactical.switches import MODULES, READINGS

ALL, NONE = "all", "none"
OPTION_TEXT = f"advanced modules by name, with commas; all, or none (the Quick Start rules): {', '.join(MODULES)}"


@rule("tactical.3.1")
def read_modules(text: str, wrong: list[str]) -> dict[str, str]:
    """The switches of modules and readings that players agreed on; everything is off unless it is named."""
    names = [part.strip().lower() for part in text.split(",") if part.strip()]
    if names in ([], [NONE]):
        return {}
    if names == [ALL]:
        return dict.fromkeys(MODULES, "yes")
    known = {**MODULES, **READINGS}
    wrong += [str(UnknownName("module", name, (ALL, NONE, *known))) for name in names if name not in known]
    return dict.fromkeys([name for name in names if name in known], "yes")
