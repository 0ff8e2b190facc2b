"""Weapon rows of a card: name, arc, accuracy, range, damage, RoF, traits and rounds, divided by bars."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import msgspec

from gearlock.kernel.bounds import MOST_LISTED
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.perks import ARCS
from gearlock.systems.fieldmanual.weapons import (
    PHYSICAL,
    Weapon,
    read_damage,
    read_number,
    read_range,
    read_traits,
    table_weapon,
)

ALL_ROUND = "T"
FREE_TO_MOVE = "no Stabilizer"
"""Among the traits of a squad's heavy weapon: it fires at any speed."""
PARTS = ("name", "arc", "acc", "range", "damage", "rof", "traits", "rounds")


@dataclass(frozen=True)
class _Entry:
    """One row, as text. Whatever is blank is as in the weapon tables."""

    name: str
    arc: str = ""
    acc: str = ""
    range: str = ""
    damage: str = ""
    rof: str = ""
    traits: str = ""
    rounds: str = ""


@heeds("fieldmanual.weapon-traits-scope")
def _as_printed(entry: _Entry) -> Weapon:
    """The weapon of the tables with the figures of the card."""
    weapon = table_weapon(entry.name)
    changes: dict[str, object] = {}
    if entry.acc:
        changes["acc"] = read_number("acc", entry.acc)
    if entry.range not in ("", "thrown", "melee"):
        bands = entry.range.split("/")
        if len(bands) != 3:
            raise ValueError(f"{entry.name}: range '{entry.range}' is not three bands, such as 12/48/inf")
        near, far, extreme = read_range(bands[0], bands[1], bands[2], weapon.category)
        changes |= {"optimal": near, "suboptimal": far, "extreme": extreme}
    if entry.damage:
        dm, by_size = read_damage(entry.damage)
        changes |= {"dm": dm, "by_size": by_size}
    if entry.rof:
        rof = read_number("rof", entry.rof)
        changes |= {"rof": rof, "most_rof": rof}
    if entry.traits:
        changes["traits"] = read_traits(entry.traits)
    return msgspec.structs.replace(weapon, **changes)


def _link(entry: _Entry) -> str:
    """What it is linked with: `Link (HAC)` says so, a bare Link means the others of its name."""
    match = re.search(r"\bLink\b(?:\s*\(\s*([^()]*?)\s*\))?", entry.traits)
    return (match[1] or entry.name) if match else ""


def _mount(entry: _Entry, copy: int) -> Mount:
    if entry.arc not in ("", *ARCS):
        raise ValueError(f"{entry.name}: there is no arc '{entry.arc}'; there are {', '.join(ARCS)}")
    weapon = _as_printed(entry)
    if not entry.arc and weapon.id != PHYSICAL.id:
        raise ValueError(f"{entry.name}: has no arc; write one of {', '.join(ARCS)} behind the name")
    rounds = read_number("rounds", entry.rounds) if entry.rounds else None
    if rounds is not None and rounds < 1:
        raise ValueError(f"{entry.name}: {rounds} rounds; leave blank what nothing limits")
    id = entry.name if copy == 1 else f"{entry.name} {copy}"
    return Mount(id, entry.name, weapon, entry.arc, rounds, _link(entry))


@heeds("fieldmanual.infantry")
def _of_squad(entry: _Entry) -> _Entry:
    """A row of a squad: it has no facing, so a weapon without an arc fires all round."""
    said = [each.strip() for each in entry.traits.split(",")]
    traits = ", ".join(each for each in said if each != FREE_TO_MOVE)
    return replace(entry, arc=entry.arc or ALL_ROUND, traits=traits)


@heeds("fieldmanual.infantry", "fieldmanual.wt-stabilizer")
def _stabilized(mount: Mount, entry: _Entry) -> Mount:
    """The heavy weapon of a squad has a stabilizer, unless its row says otherwise."""
    if FREE_TO_MOVE in [each.strip() for each in entry.traits.split(",")]:
        return mount
    weapon = msgspec.structs.replace(mount.weapon, traits={**mount.weapon.traits, "Stab": 1})
    return msgspec.structs.replace(mount, weapon=weapon)


@rule("fieldmanual.card-weapons")
def read_weapon_rows(text: str, squad: bool = False) -> tuple[Mount, ...]:
    """The weapon rows of a card, divided by semicolons. Two of a name are two weapons: LAC and LAC 2.

    In rows of a `squad` the first ranged weapon are its small arms, further ones are heavy.
    """
    entries = [each.strip() for each in text.split(";") if each.strip()]
    if len(entries) > MOST_LISTED:
        raise ValueError(f"{len(entries)} weapons; no card has more than {MOST_LISTED}")
    seen: dict[str, int] = {}
    mounts: list[Mount] = []
    ranged = 0
    for each in entries:
        parts = [part.strip() for part in each.split("|")]
        if len(parts) > len(PARTS):
            raise ValueError(f"'{each}' has more than {len(PARTS)} parts: {'|'.join(PARTS)}")
        entry = _Entry(*parts)
        seen[entry.name] = seen.get(entry.name, 0) + 1
        mount = _mount(_of_squad(entry) if squad else entry, seen[entry.name])
        ranged += not (mount.weapon.is_melee or mount.weapon.is_thrown)
        is_heavy = squad and ranged > 1 and not (mount.weapon.is_melee or mount.weapon.is_thrown)
        mounts.append(_stabilized(mount, entry) if is_heavy else mount)
    return tuple(mounts)
