"""Force building as everything around the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gearlock.kernel.files import data_texts
from gearlock.kernel.force import ForceRules, Layout
from gearlock.systems.hex100.forces.force_building import BUDGETS, MACHINE, check, roster_names
from gearlock.systems.hex100.forces.on_paper import force_sheet, stock
from gearlock.systems.hex100.forces.random_forces import RECRUITING, recruit


@cache
def ready_made() -> Mapping[str, str]:
    """The forces that come with the game, by name."""
    return data_texts("gearlock.systems.hex100", "forces", ".txt")


FORCE = ForceRules(
    layout=Layout(headers=("name", "about", "size"), named=(MACHINE,), names=roster_names),
    factions=lambda: (),
    sizes=(BUDGETS["standard"], BUDGETS["skirmish"], BUDGETS["large"]),
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
