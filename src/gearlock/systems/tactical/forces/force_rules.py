"""Force building as everything around the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gearlock.kernel.files import data_texts
from gearlock.kernel.force import ForceRules, Layout
from gearlock.systems.tactical.forces.enlisting import OPENERS
from gearlock.systems.tactical.forces.force import check
from gearlock.systems.tactical.forces.force_sheet import force_sheet, stock
from gearlock.systems.tactical.forces.recruiting import RECRUITING, SIZES, recruit
from gearlock.systems.tactical.formations import armies, our_formations
from gearlock.systems.tactical.own_files import KINDS
from gearlock.systems.tactical.weapons import PACKAGE

HEADERS = ("name", "badge", "faction", "size", "support", "detachment", *KINDS)


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: four factions, small, middle and large, by name."""
    return data_texts(PACKAGE, "rosters", ".txt")


FORCE = ForceRules(
    layout=Layout(HEADERS, named=OPENERS, names=lambda: tuple(each.name for each in our_formations().values())),
    factions=lambda: tuple(armies()),
    sizes=SIZES,
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
