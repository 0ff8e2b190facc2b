"""Force building as everything around the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gearlock.kernel.files import data_texts
from gearlock.kernel.force import ForceRules, Layout
from gearlock.systems.brigands.forces.enlisting import FACTIONS
from gearlock.systems.brigands.forces.force import ACTIONS, check
from gearlock.systems.brigands.forces.force_sheet import force_sheet, stock
from gearlock.systems.brigands.forces.recruiting import RECRUITING, recruit
from gearlock.systems.brigands.forces.roster_units import UA_CODES


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: three sizes for each faction, by name."""
    return data_texts("gearlock.systems.brigands", "rosters", ".txt")


FORCE = ForceRules(
    layout=Layout(units=tuple(ACTIONS), codes=UA_CODES),
    factions=lambda: FACTIONS,
    sizes=(100, 50, 150),
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
