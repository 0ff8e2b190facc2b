"""Write the unit, weapon and item cards of hex100 from the decoded tables in data-sources/."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from card_tables.readings import equipment_readings, unit_readings
from card_tables.tables import Row, is_weapon, item, unit, weapon, whole_items

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "data-sources"
DATA = ROOT / "src" / "gearlock" / "systems" / "hex100" / "data"
EVERYBODY = "all mecha"

HEADS = {
    "units": """# Units: the numbers of their cards and their hardpoints. structure: critical damage that
# destroys the unit. readings.toml says what is reconstructed, and why.""",
    "weapons": """# Weapons, one block for each fire mode; modes of one item share its id. range 0 is melee.
# blast = [[damage, radius], ...]; armour_penetration = [[points, within], ...]. Damage types and attributes were
# icons that the source has lost: readings.toml says what is reconstructed, and why.""",
    "items": """# Equipment that is no weapon. `effects` are the numbers the rules read; `types` say what takes it.
# Icons are lost in the source: readings.toml says what is reconstructed, and why.""",
    "readings": """# Values that are not printed as they stand: of which card (and fire mode), and the reason for the
# reading. Everything else on the cards is as printed.""",
}


def main() -> None:
    """Read the tables, write the cards."""
    units = rows("units")
    owners = {row["name"]: row["id"] for row in units}
    equipment = [row for row in rows("equipment") if row["group"] != "drone"]
    write("units", "unit", (unit(row, rows("hardpoints")) for row in units))
    write("weapons", "weapon", (weapon(row, owners) for row in equipment if is_weapon(row)))
    write("items", "item", (item(row, owners) for row in whole_items(row for row in equipment if not is_weapon(row))))
    castellan = "castellan-utility-launcher"
    of_units = (reading for row in units for reading in unit_readings(row))
    of_items = (each for row in equipment for each in equipment_readings(row, row["id"].startswith(castellan)))
    write("readings", "reading", [*of_units, *of_items])


def rows(name: str) -> list[Row]:
    """One decoded table."""
    with (SOURCES / f"hex100-{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(name: str, kind: str, cards: Iterable[dict[str, Any]]) -> None:
    """Cards as TOML; what is empty is left out."""
    head = f"{HEADS[name]}\n# Written by scripts/import_hex100_cards.py from data-sources/; change it there.\n"
    blocks = ["\n".join([f"[[{kind}]]", *lines(card)]) for card in cards]
    (DATA / f"{name}.toml").write_text("\n\n".join([head.rstrip(), *blocks]) + "\n", encoding="utf-8")
    print(f"{name}: {len(blocks)}")


def lines(card: dict[str, Any]) -> Iterable[str]:
    """The fields of a card that say something."""
    keep = {"accuracy", "rof", "range", "damage", "critical", "penetration", "cost", "size", "agility"}
    for key, value in card.items():
        if value or key in keep:
            yield f"{key} = {written(value)}"


def written(value: object) -> str:
    """A value as TOML writes it: tables inline, strings as JSON has them."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + "".join(f"  {written(inner)},\n" for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
