"""Force building as everything around the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gearlock.kernel.files import data_texts
from gearlock.kernel.force import ForceRules, Layout
from gearlock.systems.fieldmanual.forces.enlisting import SQUAD
from gearlock.systems.fieldmanual.forces.force import check
from gearlock.systems.fieldmanual.forces.force_sheet import force_sheet, stock
from gearlock.systems.fieldmanual.forces.recruiting import HOMES, RECRUITING, recruit
from gearlock.systems.fieldmanual.groups import all_groups
from gearlock.systems.fieldmanual.weapons import PACKAGE

HEADERS = ("name", "faction", "army", "size", "level", "era", "proposed", "free", "cards", "lists")


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: South and North at every Priority Level, by name."""
    return data_texts(PACKAGE, "rosters", ".txt")


def _names() -> tuple[str, ...]:
    return tuple(group.name for group in all_groups().values())


FORCE = ForceRules(
    layout=Layout(HEADERS, named=(SQUAD,), names=_names),
    factions=lambda: HOMES,
    sizes=(1000, 500, 750, 1500),
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
