"""Rows of the decoded tables turned into cards: which column becomes what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from card_tables.effects import EFFECTS, INTEGRATED, REDUCTION, SHOCKS, WEAPON_EFFECTS

Row = dict[str, str]
NUMBERED = {"tracking": "tracking", "graze": "graze", "spalling": "spalling"}
"""Attributes with one number that weapons keep in a field of their own."""
OWN = ("requires-power", "sensitive-electronics")
"""Attributes that say what may go wrong with an item, and nothing of the unit that carries it."""
CATEGORIES = {"tank": "tank", "biped": "mech", "drone": "drone"}


def slug(text: str) -> str:
    """A table's id as ours: versions are joined by a dash."""
    return text.replace(".", "-")


def attributes(row: Row) -> list[str]:
    """Printed attributes first, then those that were icons and are ruled."""
    both = f"{row['attributes']};{row['attributes_ruling']}"
    return [part.strip() for part in both.split(";") if part.strip()]


def is_weapon(row: Row) -> bool:
    """Whether it attacks: it has an accuracy. Launchers of smoke and mines have none and are items."""
    return bool(row["accuracy"])


def weapon(row: Row, owners: dict[str, str]) -> dict[str, Any]:
    """One fire mode."""
    found: dict[str, Any] = {"id": row["id"].partition(".")[0], "name": row["name"], "mode": row["mode"].lower()}
    found |= {"group": row["group"], "types": _types(row), "size": _number(row["size"]), "cost": _number(row["cost"])}
    found["only"] = owners.get(row["unit"], "")
    for name in ("accuracy", "rof", "damage", "penetration"):
        found[name] = _number(row[name])
    found["range"] = 0 if row["range"] == "melee" else _number(row["range"])
    found["critical"] = _number(row["critical_damage"])
    found["damage_type"] = row["damage_type"] or "impact"
    found["blast"] = _pairs(row["blast"], "/")
    found["uses"] = _number(row["limited_ammo"])
    found["shock"] = SHOCKS.get(found["id"], 0)
    found["minimum_range"] = _number(row["min_range"].partition(" ")[0])
    found["minimum_range_for_indirect_fire_only"] = "indirect" in row["min_range"]
    plain: list[str] = []
    piercing: list[list[int]] = []
    for attribute in attributes(row):
        name, _, number = attribute.partition(" ")
        if name == "armour-penetration":
            piercing += _pairs(number, "@")
        elif name in NUMBERED:
            found[NUMBERED[name]] = int(number)
        else:
            plain.append(name)
    found |= {"armour_penetration": piercing, "attributes": plain}
    found |= {"effects": WEAPON_EFFECTS.get(slug(row["id"]), {}), "text": row["effect"]}
    return found


def whole_items(rows: Iterable[Row]) -> list[Row]:
    """One row for each item: an item of one size and price is printed once for each thing it launches."""
    found: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        base = row["id"].partition(".")[0]
        key = (base, row["size"], row["cost"])
        if key in found:
            found[key] |= {"id": base, "mode": "", "effect": f"{found[key]['effect']} {row['effect']}"}
        else:
            found[key] = dict(row)
    return list(found.values())


def item(row: Row, owners: dict[str, str]) -> dict[str, Any]:
    """An item that is no weapon, with what its attributes give among its effects."""
    id_ = slug(row["id"])
    effects = dict(EFFECTS.get(id_, {}))
    marks = attributes(row)
    for attribute in marks:
        effects |= {} if attribute in OWN else _effect(attribute)
    return {
        "id": id_,
        "name": f"{row['mode'].title()} {row['name']}" if row["mode"] in ("light", "heavy") else row["name"],
        "mode": "" if row["mode"] in ("light", "heavy") else row["mode"].lower(),
        "group": row["group"],
        "types": _types(row),
        "size": _number(row["size"]),
        "cost": _number(row["cost"]),
        "only": owners.get(row["unit"], ""),
        "uses": _number(row["limited_ammo"]),
        "attributes": [attribute for attribute in marks if attribute in OWN],
        "effects": effects,
        "reduction": REDUCTION.get(id_, {}),
        "text": row["effect"],
    }


def _effect(attribute: str) -> dict[str, int]:
    """An attribute as effects: interceptor 3/4 stops 3 shots within 4 hexes; those without a number are 1."""
    name, _, number = attribute.partition(" ")
    key = name.replace("-", "_").replace("signature_dampening", "dampening")
    if name == "interceptor":
        shots, _, reach = number.partition("/")
        return {"interceptor": int(shots), "interceptor_reach": int(reach)}
    return {} if name == "tracking" else {key: int(number or 1)}


def unit(row: Row, hardpoints: list[Row]) -> dict[str, Any]:
    """A unit card with its hardpoints; chassis upgrades are one of them."""
    armour = {place: _number(row[f"armour_{place}"]) for place in ("front", "flank", "rear", "top")}
    found: dict[str, Any] = {"id": row["id"], "name": row["name"], "class": row["class"]}
    found |= {"kind": CATEGORIES[row["category"].split()[0]], "small": row["size_class"] == "small"}
    found |= {"cost": _number(row["cost"]), "pool": row["action_pool"].split("+")}
    found["movement_type"] = row["movement_type"]
    for name in ("movement", "hp", "agility", "vision", "e_war"):
        found[name] = _number(row[name])
    found |= {"structure": _number(row["structure_ruling"]), "armour": armour}
    found["integrated"] = INTEGRATED.get(row["id"], {})
    found["text"] = "; ".join(part for part in (row["special_rules"], row["integrated_equipment"]) if part)
    found["hardpoints"] = [
        {"name": place["hardpoint"], "size": int(place["size"]), "types": place["types_ruling"].split("|")}
        for place in hardpoints
        if place["unit_id"] == row["id"]
    ]
    return found


def _types(row: Row) -> list[str]:
    return [part for part in re.split(r"[|;]", row["mount_types"]) if part]


def _number(text: str) -> int:
    return int(text) if text.strip() else 0


def _pairs(text: str, between: str) -> list[list[int]]:
    return [[int(part) for part in pair.split(between)] for pair in text.split(";") if pair.strip()]
