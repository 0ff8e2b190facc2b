"""Which values of a card are not printed as they stand, each with the reason for the reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from card_tables.doubts import (
    ARCS,
    DATA_LINK,
    ECCM,
    EQUIPMENT,
    ICONS,
    OTHER_REASONS,
    POOL,
    STRUCTURE,
    TYPES,
    UNITS,
)
from card_tables.tables import Row, is_weapon, slug

Reading = dict[str, Any]


def equipment_readings(row: Row, whole: bool = False) -> Iterator[Reading]:
    """What a row's note explains, then the icons nobody can see any more; `whole` is a launcher of several things."""
    card, mode = (row["id"].partition(".")[0], row["mode"].lower()) if is_weapon(row) else (slug(row["id"]), "")
    if whole:
        card = row["id"].partition(".")[0]
    explained = EQUIPMENT.get(row["id"], ())
    if explained:
        yield _reading(card, mode, explained, OTHER_REASONS.get(row["id"], row["note"]))
    ruled = (part.strip().partition(" ")[0] for part in row["attributes_ruling"].split(";") if part.strip())
    icons = [name for name in ruled if name not in explained]
    icons = [*(["damage type"] if row["damage_type"] else []), *icons]
    if row["mount_types"] and "mounting" not in explained:
        icons.append("mounting")
    if icons:
        yield _reading(card, mode, icons, ICONS)


def unit_readings(row: Row) -> Iterator[Reading]:
    """What a unit's note explains, then what was pictures on every card."""
    card = row["id"]
    explained = UNITS.get(card, ())
    if explained:
        yield _reading(card, "", explained, row["note"])
    if card == "errant-mk2":
        yield _reading(card, "", ("built in",), ECCM)
    if row["category"] == "drone":
        yield _reading(card, "", ("built in",), DATA_LINK)
    if "actions" not in explained:
        yield _reading(card, "", ("actions",), POOL)
    if row["category"] == "tank" and "armour" not in explained:
        yield _reading(card, "", ("armour",), ARCS)
    yield _reading(card, "", ("structure",), STRUCTURE)
    if row["hardpoints"]:
        yield _reading(card, "", ("hardpoint types",), TYPES)


def _reading(card: str, mode: str, values: Iterable[str], reason: str) -> Reading:
    return {"card": card, "mode": mode, "values": list(values), "reason": reason}
