"""What a line of a roster may say behind its model: crew level, rank, weapons, clips, options, a squad's outfit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from gearlock.muster import purchases
from gearlock.muster.purchases import UpgradeList
from gearlock.muster.tables import slug
from gearlock.systems.tactical.crew_levels import NAMES
from gearlock.systems.tactical.infantry_cards import ATV, HEAVY_FLAK, JETPACK, LIGHT_FLAK, NO_ARMOR, TURTLESHELL
from gearlock.systems.tactical.own_files import Lists

LEVEL, RANK, SWAP, WEAPON, CLIP, PERK = "level", "rank", "swap", "weapon", "clip", "perk"
ARMOR, SMALL_ARM, MOUNT, NIGHT, LEADER = "armor", "small arm", "mount", "night vision", "leader"
LOAD_KINDS, OUTFIT_KINDS = (WEAPON, CLIP, PERK), (ARMOR, SMALL_ARM, MOUNT, NIGHT, LEADER)
COMMANDER, SECOND, DIVERTED = "commander", "second", "diverted"


class Option(msgspec.Struct, frozen=True):
    """Something a roster may say of a model; `means` is what it stands for: a level, a weapon's code, an armor."""

    id: str
    name: str
    kind: str
    means: str = ""
    choice: str = ""
    aliases: dict[str, str] = {}

    def __hash__(self) -> int:
        return hash(self.id)


Purchase = purchases.Purchase[Option]
_ARMORS = {NO_ARMOR: "No Armor", LIGHT_FLAK: "Light Flak", HEAVY_FLAK: "Heavy Flak", TURTLESHELL: "Turtleshell"}


def _options(lists: Lists) -> Iterator[Option]:
    yield from (Option(name.lower(), name, LEVEL, str(level)) for level, name in NAMES.items())
    yield Option(COMMANDER, "Commander", RANK, COMMANDER)
    yield Option(SECOND, "Second in Command", RANK, SECOND, aliases={"Second": ""})
    yield Option(DIVERTED, "Diverted", SWAP)
    for weapon in lists.arms.vehicle.values():
        yield Option(f"weapon-{slug(weapon.id)}", weapon.id, WEAPON, weapon.id, aliases={weapon.name: ""})
    yield Option("clip", "Clip", CLIP, choice="weapon", aliases={"Spare Clip": ""})
    perks = {name for rows in lists.prices.values() for name, price in rows.items() if price.weapon is None}
    yield from (Option(slug(name), name, PERK, name) for name in sorted(perks))
    yield from (Option(slug(name), name, ARMOR, armor) for armor, name in _ARMORS.items())
    yield from (Option(slug(name), name, SMALL_ARM, name) for name in lists.arms.infantry)
    yield Option(JETPACK, "Jetpacks", MOUNT, JETPACK, aliases={"Jump Packs": ""})
    yield Option(ATV, "ATVs", MOUNT, ATV, aliases={"Light ATVs": ""})
    yield Option("night-vision", "Night Vision", NIGHT)
    yield Option("leader", "Leader", LEADER, choice="trooper")


@lru_cache(maxsize=16)
def option_list(lists: Lists) -> UpgradeList[Option]:
    """All of them, for these lists."""
    return UpgradeList(_options(lists))
