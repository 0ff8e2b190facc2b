"""7.1 and 3.6.6: machines armed anew, and what a line of a force may say behind its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.muster import purchases
from gearlock.muster.fitting import Unfit
from gearlock.muster.purchases import UpgradeList
from gearlock.muster.tables import slug
from gearlock.systems.tactical.army_lists import Lists
from gearlock.systems.tactical.datacards import NAMES, Card
from gearlock.systems.tactical.infantry_cards import (
    ATV,
    HEAVY_FLAK,
    JETPACK,
    LIGHT_FLAK,
    NO_ARMOR,
    TROOPERS,
    TURTLESHELL,
    Outfit,
    in_line,
    squad_card,
)
from gearlock.systems.tactical.unit_files import Pick, Price, customized, refuse_pick

# --- What a line of a roster may say behind its model: crew level, rank, weapons, clips, options, a squad's outfit

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


# --- 7.1, 3.6.6: what purchases make of a card: a Gear armed from its price list, a squad with an outfit of its own

CUSTOM, PRICES, OUTFIT = "tactical.7.1-customization", "tactical.2.3.6", "tactical.3.6.6"


@dataclass
class Fitted:
    """Models of a line as they are played, and what could not be had, with the rule."""

    card: Card
    faults: list[tuple[str, str, Unfit]] = field(default_factory=list)
    """What was wanted, the rule against it, and why."""

    def fault(self, wanted: str, rule: str, why: Unfit) -> None:
        """Enter something that could not be had."""
        self.faults.append((wanted, rule, why))


@heeds("tactical.2.3.6", "tactical.7.1-customization", "tactical.3.6.6")
def fit(card: Card, bought: Sequence[Purchase], lists: Lists) -> Fitted:
    """The card with everything that was bought for it and can be had."""
    done = Fitted(card)
    load = [it for it in bought if it.upgrade.kind in LOAD_KINDS]
    outfit = [it for it in bought if it.upgrade.kind in OUTFIT_KINDS]
    chassis = lists.chassis.get(card.family)
    if card.squad is not None:
        for it in load:
            done.fault(it.title, CUSTOM, Unfit("infantry does not carry it", "Name a weapon of the infantry list."))
        if outfit:
            _outfit(done, outfit, lists)
        return done
    for it in outfit:
        done.fault(it.title, OUTFIT, Unfit(f"{card.name} is no infantry"))
    if load and (chassis is None or not lists.prices.get(card.family)):
        named = ", ".join(gear for gear in lists.prices if gear in lists.chassis)
        for it in load:
            said = f"{card.name} has no price list, so it carries what its card says"
            done.fault(it.title, CUSTOM, Unfit(said, f"Only {named} can be armed anew."))
    elif load and chassis is not None:
        _arm(done, chassis, load, lists.prices[card.family])
    return done


def _arm(done: Fitted, chassis: Card, load: Sequence[Purchase], prices: dict[str, Price]) -> None:
    """Weapons replace the stock load; options and clips alone are added to it."""
    wanted: list[Pick] = []
    if not any(it.upgrade.kind == WEAPON for it in load):
        wanted += (Pick(prices[mount.weapon.id]) for mount in done.card.weapons if mount.weapon.id in prices)
    for it in load:
        if it.upgrade.kind in (WEAPON, PERK):
            price = prices.get(it.upgrade.means)
            if price is None:
                said = f"it is not on the price list of the {chassis.name}"
                done.fault(it.title, PRICES, Unfit(said, f"There are {', '.join(prices)}."))
            else:
                wanted += [Pick(price)] * it.times
    for it in load:
        if it.upgrade.kind == CLIP:
            _clip(done, it, wanted)
    picks: list[Pick] = []
    for pick in wanted:
        why = refuse_pick(chassis, pick) or _twice(pick, picks)
        if why is None:
            picks.append(pick)
        else:
            done.fault(pick.price.option, CUSTOM, why)
    done.card = customized(chassis, picks)


def _twice(pick: Pick, picks: Sequence[Pick]) -> Unfit | None:
    if pick.price.weapon is None and any(it.price.option == pick.price.option for it in picks):
        return Unfit("one is enough", "Leave one.")
    return None


def _clip(done: Fitted, bought: Purchase, wanted: list[Pick]) -> None:
    """Spare clips for a weapon that it carries; where it carries one kind only, that one is meant."""
    codes = list(dict.fromkeys(pick.price.option for pick in wanted if pick.price.weapon is not None))
    code = bought.choice or (codes[0] if len(codes) == 1 else "")
    at = next((place for place, pick in enumerate(wanted) if pick.price.option.upper() == code.upper()), None)
    if at is None:
        said = f"it carries no {code}" if code else "it does not say for which weapon"
        done.fault(bought.title, PRICES, Unfit(said, f"Write 'Clip' and one of {', '.join(codes) or 'its weapons'}."))
        return
    wanted[at] = wanted[at]._replace(clips=wanted[at].clips + bought.times)
    if wanted[at].price.clip is None:
        wanted[at] = wanted[at]._replace(clips=0)
        said = f"no spare clip is sold for its {wanted[at].price.option}"
        done.fault(bought.title, PRICES, Unfit(said, "Leave the clip out."))


@heeds("tactical.3.6.1", "tactical.3.6.1-weapons", "tactical.3.6.2-mounted", "tactical.3.6.3")
def _outfit(done: Fitted, bought: Sequence[Purchase], lists: Lists) -> None:
    """A squad with armor, weapons, mounts and eyes of its player's choice; what is not said stays as it was."""
    card, squad = done.card, done.card.squad
    assert squad is not None
    by_kind = {it.upgrade.kind: it for it in bought}
    leader = squad.leader
    if LEADER in by_kind:
        said = by_kind[LEADER].choice
        if said.isdecimal() and len(said) < 4 and 1 <= int(said) <= TROOPERS:
            leader = int(said)
        else:
            done.fault(by_kind[LEADER].title, "tactical.3.6.1", Unfit(f"men are numbered from 1 to {TROOPERS}"))
    outfit = Outfit(
        card.name,
        card.faction,
        _weapons(done, [it for it in bought if it.upgrade.kind == SMALL_ARM], lists),
        by_kind[ARMOR].upgrade.means if ARMOR in by_kind else squad.armor,
        by_kind[MOUNT].upgrade.means if MOUNT in by_kind else squad.mount,
        squad.night_vision or NIGHT in by_kind,
        leader,
        squad.quality,
    )
    for kind, number in Counter(it.upgrade.kind for it in bought).items():
        if number > 1 and kind != SMALL_ARM:
            done.fault(by_kind[kind].title, "tactical.3.6.1", Unfit("a squad has one of the kind", "Leave one."))
    built = squad_card(card.id, outfit, lists.arms)
    done.card = msgspec.structs.replace(built, family=card.family, load="" if SMALL_ARM in by_kind else card.load)


def _weapons(done: Fitted, bought: Sequence[Purchase], lists: Lists) -> tuple[str, ...]:
    """The weapons of ten men. Whoever is given none carries the standard weapon named, or the one he had."""
    squad = done.card.squad
    assert squad is not None
    if not bought:
        return squad.carried
    counts = Counter[str]()
    for it in bought:
        counts[it.upgrade.means] += it.times
    given = sum(counts.values())
    if given > TROOPERS:
        said = f"{given} weapons for {TROOPERS} men"
        done.fault(", ".join(it.title for it in bought), "tactical.3.6.1-weapons", Unfit(said, "Name fewer."))
        return squad.carried
    standard = [name for name in (*counts, *squad.carried) if name not in lists.arms.heavy]
    counts[standard[0] if standard else next(iter(counts))] += TROOPERS - given
    return in_line(tuple(counts.elements()), lists.arms.heavy)
