"""Force building as everything around the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gearlock.kernel.files import data_texts
from gearlock.kernel.force import ForceRules, Layout
from gearlock.systems.blitz.forces.availability import ANY, codes
from gearlock.systems.blitz.forces.enlisting import PRIMARY, SUPPORT
from gearlock.systems.blitz.forces.force import check
from gearlock.systems.blitz.forces.force_sheet import force_sheet, stock
from gearlock.systems.blitz.forces.recruiting import RECRUITING, recruit
from gearlock.systems.blitz.forces.sublists import HOMES
from gearlock.systems.blitz.weapons import PACKAGE

HEADERS = ("name", "faction", "size", "list", "allies", "elite")


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: three sizes for each faction and one for each sub-list, by name."""
    return data_texts(PACKAGE, "rosters", ".txt")


FORCE = ForceRules(
    layout=Layout(HEADERS, units=(PRIMARY, SUPPORT), codes=(*codes(), ANY)),
    factions=lambda: HOMES,
    sizes=(100, 50, 150),
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
