"""2.3.6, 7.1: a Gear armed from its price list: weapons, clips and options on the stripped card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.fitting import Unfit
from gearlock.systems.tactical.cards import Card, Mount
from gearlock.systems.tactical.perks import read_perk
from gearlock.systems.tactical.price_lists import Price
from gearlock.systems.tactical.weapons import MARKS, PRINTED, THROWN

ARM = "Manipulator Arm"


class Pick(NamedTuple):
    """An option bought once, and the spare clips bought with it."""

    price: Price
    clips: int = 0

    @property
    def cost(self) -> int:
        """What it adds to the Threat Value at Qualified."""
        return self.price.cost + self.clips * (self.price.clip or 0)


def weakest(marks: Iterable[str]) -> str:
    """The mark that tells least for a figure; printed where there is none."""
    return max(marks, key=MARKS.index, default=PRINTED)


@rule("tactical.7.1-customization")
@heeds("tactical.2.3.6", "tactical.7.4-weapon-list")
def refuse_pick(chassis: Card, pick: Pick) -> Unfit | None:
    """Why a vehicle cannot carry an option of a price list: too small for it, no arm to throw with, no such clips."""
    price, weapon = pick.price, pick.price.weapon
    if weapon is None:
        perk, _, _ = read_perk(price.option)
        return Unfit(f"{chassis.name} has {perk.name} already") if chassis.has(perk.name) else None
    if weapon.min_size > chassis.size:
        said = f"a {weapon.name} needs Size {weapon.min_size}; {chassis.name} has Size {chassis.size}"
        return Unfit(said, "Choose a smaller weapon.")
    if weapon.kind == THROWN and not chassis.has(ARM):
        return Unfit(f"a {weapon.name} is thrown, and {chassis.name} has no {ARM}")
    if pick.clips and price.clip is None:
        return Unfit(f"no spare clip is sold for the {weapon.name} of a {chassis.name}", "Leave the clip out.")
    return None


def numbered(mounts: Iterable[Mount]) -> tuple[Mount, ...]:
    """Weapon rows with ids of their own: the second LAC is LAC 2."""
    seen: dict[str, int] = {}
    found = []
    for mount in mounts:
        code = mount.weapon.id
        seen[code] = seen.get(code, 0) + 1
        found.append(msgspec.structs.replace(mount, id=f"{code} {seen[code]}" if seen[code] > 1 else code))
    return tuple(found)


@rule("tactical.2.3.6")
@heeds("tactical.7.1-customization")
def customized(chassis: Card, picks: Sequence[Pick]) -> Card:
    """The stripped card with what was bought; its Threat Value is the base and all prices, clips among them.

    Weapon rows bear the mark of the price list. Raises Unfit with the first that it cannot carry.
    """
    card = msgspec.structs.replace(chassis, weapons=(), tv=chassis.base_tv + sum(pick.cost for pick in picks))
    mounts = []
    for pick in picks:
        if (fault := refuse_pick(card, pick)) is not None:
            raise fault
        price = pick.price
        if price.weapon is not None:
            mounts.append(Mount("", price.weapon, price.arc, price.ammo, pick.clips, "", price.mark, price.reason))
            continue
        perk, rating, _ = read_perk(price.option)
        aux = (*card.aux, perk.name) if perk.aux else card.aux
        card = msgspec.structs.replace(card, perks={**card.perks, perk.name: rating}, aux=aux)
    fittings = [pick.price for pick in picks if pick.price.weapon is None]
    said = "; ".join(f"{price.option}: {price.reason}" for price in fittings if price.reason)
    load = weakest(price.mark for price in fittings)
    return msgspec.structs.replace(card, weapons=numbered(mounts), load=load, load_reason=said)
