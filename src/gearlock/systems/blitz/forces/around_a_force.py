"""Forces at random, in the field and on paper, and force building as seen from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import data_texts
from gearlock.kernel.force import Arm, ForceRules, Layout, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import Draft, DraftUnit
from gearlock.muster.drawing_lots import Bounds, Offer, cheapest, fill, weighted
from gearlock.muster.fitting import with_trait
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, rows_ticked, spent
from gearlock.systems.blitz.forces.enlisting import (
    LARGEST_BATTLE,
    PRIMARY,
    SUPPORT,
    CombatGroup,
    Force,
    Recruit,
    Squad,
    enlist,
    force_price,
    has_free_anti_air,
    price,
    price_of,
    printed_actions,
    shared_price,
    squad_price,
    unit_size,
)
from gearlock.systems.blitz.forces.force_building import (
    ARMIGER,
    CARRIER,
    HIGH_TECH,
    MOST_ARMIGERS,
    SCOUT_CAR,
    TANK_CODES,
    check,
)
from gearlock.systems.blitz.forces.lists import (
    ANY,
    DRONE,
    HOMES,
    LEAGUELESS,
    LEAGUELESS_CODES,
    SPECIAL,
    SUPPORTED,
    SWARM,
    TALONS,
    TERRA_NOVANS,
    VETERAN,
    Limit,
    SubList,
    change_weapon,
    codes,
    family,
    find_faction,
    find_list,
    gain_trait,
    has_trait,
    is_swarm,
    limit_for,
    limits,
    named,
    raise_dice,
    read,
    set_trait,
    single_entries,
    sublists,
    upgrade_list,
    weapon_of,
)
from gearlock.systems.blitz.forces.lists import GENERIC_SUBLISTS as GENERIC
from gearlock.systems.blitz.forces.purchasing import SIZES
from gearlock.systems.blitz.models import (
    NA,
    PACKAGE,
    ModelCard,
    Weapon,
    all_cards,
    model_cards,
    read_arsenal,
    upgrade_cards,
    weapons_table,
)
from gearlock.table.measure import INCH

# --- What a random force may draw: the units and models open to a faction or a sub-list


@dataclass(frozen=True)
class Muster:
    """Whose force is drawn: a faction or one of its sub-lists, with the allies it has chosen."""

    home: str
    code: str = ""
    """Of the sub-list."""
    allies: tuple[str, ...] = ()

    @property
    def sublist(self) -> SubList | None:
        """The sub-list, if it is one."""
        return sublists().get(self.code)

    @property
    def is_elite(self) -> bool:
        """Whether everybody is a veteran."""
        return self.home == TALONS or (self.sublist is not None and self.sublist.elite == "required")

    def cost(self, card: ModelCard) -> int:
        """What a model costs here; in an elite force with Vet."""
        veteran = 0 if has_trait(card, "Vet") or not self.is_elite else 2 * printed_actions(card)
        return card.tv + veteran

    def limit(self, card: ModelCard, code: str) -> Limit | None:
        """How often a unit of this code may have it."""
        return limit_for(card, code, self.home, self.sublist)


@cache
def pool(muster: Muster, primary: bool) -> dict[tuple[str, str], tuple[ModelCard, ...]]:
    """The models of every kind of unit, by list and code. Works and aircraft are left to people."""
    found: dict[tuple[str, str], list[ModelCard]] = {}
    for card in model_cards().values():
        if card.type == "Drone" or card.faction == GENERIC or not card.tv:
            continue
        for code in limits(card):
            if code != ANY and _is_open(muster, card, code, primary):
                owner = LEAGUELESS if muster.home == LEAGUELESS else card.faction
                found.setdefault((owner, code), []).append(card)
    return {key: tuple(cards) for key, cards in found.items()}


def _is_open(muster: Muster, card: ModelCard, code: str, primary: bool) -> bool:
    sublist = muster.sublist
    if sublist and code in sublist.bars:
        return False
    if primary and sublist and card.faction == sublist.faction and family(card) in sublist.keeps_out:
        return False
    if muster.code in ("TANK", "GREL") and code in TANK_CODES and primary == (muster.code == "GREL"):
        return False
    if muster.code == "HAPF" and primary and (card.actions < 2 or card.type == "Vehicle"):
        return False
    if muster.code == "PAK" and family(card) in ("LHT-71", "MHT-72"):
        return False
    if muster.home == LEAGUELESS:
        return card.faction in TERRA_NOVANS and bool(LEAGUELESS_CODES & set(limits(card)))
    if card.faction == muster.home:
        return True
    if sublist and card.faction in muster.allies and code in sublist.brings(card.faction):
        return card.faction != "CEF" or code != "RC"
    return not primary and muster.home in SUPPORTED.get(card.faction, ()) and muster.home != TALONS


def may_lead(muster: Muster, card: ModelCard, code: str, chief: bool) -> bool:
    """Whether a model can lead a unit, and be the Commanding Officer."""
    if has_trait(card, "Medic"):
        return False
    if muster.code == "HGSF" and not is_modern(card):
        return False
    if not chief:
        return True
    demands = {
        "PAK": card.type == "Vehicle (Hover)",
        "TANK": card.type.startswith("Vehicle") and code in TANK_CODES,
        "GREL": family(card) in (SCOUT_CAR, CARRIER),
        "Utopia": ARMIGER in card.name,
    }
    return demands.get(muster.code, True) and demands.get(muster.home, True)


def is_modern(card: ModelCard) -> bool:
    """Fusilade and Pillium variants."""
    return any(name in card.name.lower() for name in HIGH_TECH)


def may_join(muster: Muster, card: ModelCard, code: str, picked: list[ModelCard], primary: bool, vets: bool) -> bool:
    """Whether a unit with these models may have one more of this."""
    limit = muster.limit(card, code)
    if limit is None or (limit.support and primary):
        return False
    if not (vets or muster.is_elite) and (limit.veteran or has_trait(card, "Vet")):
        return False
    if not primary and not muster.is_elite and limit.veteran != has_trait(card, "Vet"):
        return False
    if muster.home == "Utopia" and ARMIGER in card.name:
        return sum(ARMIGER in each.name for each in picked) < MOST_ARMIGERS and _has_room(limit, card, picked, primary)
    return _has_room(limit, card, picked, primary)


def _has_room(limit: Limit, card: ModelCard, picked: list[ModelCard], primary: bool) -> bool:
    if limit.commander and (picked or not primary):
        return False
    most = limit.bounds(primary)[1]
    return most is None or Counter(each.id for each in picked)[card.id] < most


@cache
def cheapest_unit(muster: Muster, origin: str, code: str, chief: bool) -> tuple[ModelCard, ...] | None:
    """The cheapest primary unit of this code without veterans, leader first; None if there is none."""
    cards = pool(muster, True)[origin, code]
    leaders = [it for it in cards if may_lead(muster, it, code, chief) and may_join(muster, it, code, [], True, False)]
    best: tuple[ModelCard, ...] | None = None
    for leader in sorted(leaders, key=muster.cost)[:4]:
        size = unit_size(leader)
        offers = [(it, _offer(muster, it, code, leader)) for it in cards if not has_trait(it, "Medic")]
        rest = cheapest(Bounds(max(0, SIZES.least - size), SIZES.most - size), offers)
        if rest is not None and size <= SIZES.most:
            unit = (leader, *rest)
            if best is None or sum(map(muster.cost, unit)) < sum(map(muster.cost, best)):
                best = unit
    return best


def _offer(muster: Muster, card: ModelCard, code: str, leader: ModelCard) -> Offer:
    limit = muster.limit(card, code)
    if limit is None or limit.commander or limit.support or not may_join(muster, card, code, [leader], True, False):
        return Offer(unit_size(card), muster.cost(card), 0)
    most = SIZES.most if limit.most is None else limit.most - (card.id == leader.id)
    if muster.home == "Utopia" and ARMIGER in card.name:
        most = 0
    return Offer(unit_size(card), muster.cost(card), most)


# --- A legal force at random: models drawn into units by style, upgrades for what is left

FORCE_NAMES = (
    ("Red", "Salt", "Amber", "Thirsty", "Patient", "Shattered", "Early", "Northbound", "Ninth", "Stubborn"),
    ("Dunes", "Jackals", "Patrol", "Anvils", "Vigil", "Reply", "Spear", "Caravan", "Sextant", "Promise"),
)
TRIES = 40
VETERAN_RESERVE = 12
"""What the veterans cost that the Mekong Dominion must have."""
MOST_TRIED = 24
"""Upgrades that are tried for the last TV of a force."""
Unit = DraftUnit[ModelCard]


@dataclass(frozen=True)
class Style:
    """How likely things are drawn. Codes and types not named count 1; `taste` prefers dear models or cheap ones."""

    about: str
    codes: dict[str, int] = field(default_factory=dict)
    types: dict[str, int] = field(default_factory=dict)
    taste: int = 0
    support: float = 0.5
    veterans: float = 0.3
    reserve: float = 0.08
    """The share of the TV kept for upgrades."""

    def weight(self, card: ModelCard) -> int:
        """How likely this model is drawn beside others."""
        price = {1: card.tv, 0: 12, -1: max(1, 14 - card.tv) ** 2}[self.taste]
        return max(1, price) * self.types.get(card.type.split(" ")[0].rstrip(","), 3)


RECRUITING = {
    "balanced": Style("A bit of everything.", codes={"GP": 5, "SK": 4, "FS": 3, "RC": 3}),
    "horde": Style("Many cheap models, hardly an upgrade.", taste=-1, veterans=0.0, support=0.8, reserve=0),
    "elite": Style("Few and dear, veterans first.", codes={"SK": 5, "SF": 5}, taste=1, veterans=1.0, reserve=0.2),
    "armor": Style(
        "Tanks and striders in front.",
        codes={"HT": 8, "MT": 8, "LT": 8, "ST": 8, "HV": 8},
        types={"Vehicle": 9, "Strider": 9, "Gear": 2},
    ),
    "scouts": Style("Eyes and ears: recon, special forces, drones.", codes={"RC": 9, "SF": 5, "SK": 2}),
    "infantry": Style(
        "Boots on the ground and their transports.",
        codes={"IN": 9, "CV": 4},
        types={"Infantry": 9, "Vehicle": 5},
        taste=-1,
        veterans=0.1,
    ),
}


@dataclass
class Draw:
    """A force being drawn; the reserve is kept for upgrades."""

    muster: Muster
    size: int
    style: Style
    chooser: Chooser
    reserve: int
    groups: list[list[Unit]] = field(default_factory=list)
    veterans: bool = False
    """Whether a unit has taken the place for veterans."""

    @property
    def left(self) -> int:
        """TV that models may still cost."""
        spent = sum(self.muster.cost(card) for group in self.groups for unit in group for card, _ in unit.models)
        return self.size - self.reserve - spent


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of this faction or sub-list and size, drawn at random."""
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    if not 1 <= size <= LARGEST_BATTLE:
        raise BadInput(f"A battle is fought with 1 to {LARGEST_BATTLE:,} TV a side, not {size}.")
    muster = _muster(faction, chooser)
    least = min(_costs(muster, True).values(), default=0)
    if size < least or not least:
        raise BadInput(f"The smallest legal force of {faction} costs {least} TV; {size} TV are too few.")
    for number in range(TRIES):
        reserve = round(size * RECRUITING[style].reserve) if number < TRIES // 2 else 0
        reserve = max(reserve, VETERAN_RESERVE) if muster.code == "MK" else reserve
        draw = Draw(muster, size, RECRUITING[style], chooser, reserve if size - reserve >= least else 0)
        _draw_groups(draw)
        draft = _drafted(draw)
        if not check(draft.roster()):
            _spend_rest(draw, draft)
            return draft.roster()
    raise BadInput(f"No legal force of {faction} with {size} TV was found; allow more TV or build it by hand.")


def _muster(name: str, chooser: Chooser) -> Muster:
    home, sublist = find_faction(name), find_list(name)
    if home is None and sublist is None:
        raise UnknownName("faction", name, (*HOMES, *sublists()))
    if sublist is None or home is not None:
        return Muster(home or "")
    allies = (chooser.choice(sublist.allies),) if sublist.choose else sublist.allies
    return Muster(sublist.faction, sublist.code, allies)


@cache
def _costs(muster: Muster, chief: bool) -> dict[tuple[str, str], int]:
    """What the cheapest primary unit of each list and code costs; kinds without one are left out."""
    units = {key: cheapest_unit(muster, *key, chief) for key in pool(muster, True)}
    return {key: sum(map(muster.cost, unit)) for key, unit in units.items() if unit}


def _draw_groups(draw: Draw) -> None:
    while True:
        kinds = [key for key, cost in _costs(draw.muster, not draw.groups).items() if cost <= draw.left]
        if draw.muster.code == "TH" and len(draw.groups) % 2 == 0:
            kinds = [key for key in kinds if key[1] == "SR"]
        if not kinds:
            return
        _add_group(draw, kinds)


def _add_group(draw: Draw, kinds: list[tuple[str, str]]) -> None:
    """A primary unit, and a support unit if the style and the purse allow."""
    muster, chief = draw.muster, not draw.groups
    origin, code = _draw_kind(draw, kinds)
    vets = not draw.veterans and muster.code != "MK" and draw.chooser.random() < max(0.2, draw.style.veterans)
    drawn = _draw_unit(draw, PRIMARY, origin, code, SIZES, vets)
    models = drawn or list(cheapest_unit(muster, origin, code, chief) or ())
    draw.veterans = draw.veterans or any(_is_veteran(draw, card, code) for card in models)
    draw.groups.append([Unit(PRIMARY, code, [(card, ()) for card in models])])
    if draw.chooser.random() >= draw.style.support:
        return
    half = Bounds(1, -(-sum(map(unit_size, models)) // 2))
    origin, code = _draw_kind(draw, [*pool(muster, False)])
    types = {card.type.split(" ")[0] for card in models} if muster.code in ("NG", "MILICIA") else set()
    support = _draw_unit(draw, SUPPORT, origin, code, half, False)
    if support and not types & {card.type.split(" ")[0] for card in support}:
        draw.groups[-1].append(Unit(SUPPORT, code, [(card, ()) for card in support]))


def _is_veteran(draw: Draw, card: ModelCard, code: str) -> bool:
    limit = draw.muster.limit(card, code)
    return has_trait(card, "Vet") or (limit is not None and limit.veteran)


def _draw_kind(draw: Draw, kinds: list[tuple[str, str]]) -> tuple[str, str]:
    weights = [draw.style.codes.get(code, 1) * (4 if owner == draw.muster.home else 1) for owner, code in kinds]
    return weighted(kinds, weights, draw.chooser)


def _draw_unit(draw: Draw, kind: str, origin: str, code: str, bounds: Bounds, vets: bool) -> list[ModelCard]:
    """Models for a unit, leader first; none if the purse is empty before it is complete."""
    muster, primary = draw.muster, kind == PRIMARY
    cards = pool(muster, primary)[origin, code]

    def one(picked: list[ModelCard]) -> ModelCard | None:
        room, purse = bounds.most - sum(map(unit_size, picked)), draw.left - sum(map(muster.cost, picked))
        options = [
            card
            for card in cards
            if unit_size(card) <= room
            and muster.cost(card) <= purse
            and may_join(muster, card, code, picked, primary, vets)
            and (picked or not primary or may_lead(muster, card, code, not draw.groups))
            and (muster.code != "HGSF" or is_modern(card) or sum(map(unit_size, picked)) > 1)
        ]
        return weighted(options, [draw.style.weight(card) for card in options], draw.chooser) if options else None

    return fill(bounds, unit_size, one, draw.chooser)


def _drafted(draw: Draw) -> Draft[ModelCard]:
    """The force with ranks for all that lead."""
    for number, (first, *_) in enumerate(draw.groups):
        first.models[0] = (first.models[0][0], ("CGL",) if number else ("CO",))
    title = " ".join(draw.chooser.choice(words) for words in FORCE_NAMES)
    said = {"system": "blitz", "faction": draw.muster.home, "name": title, "size": str(draw.size)}
    if draw.muster.sublist:
        said["list"] = draw.muster.code
        if draw.muster.sublist.choose:
            said["allies"] = ", ".join(draw.muster.allies)
    draft = Draft(said, check, draw.groups)
    if draw.muster.code == "MK":
        draw.groups[0][0].upgrades = ("veteran",)
    return draft


def _spend_rest(draw: Draw, draft: Draft[ModelCard]) -> None:
    """Upgrades until the purse is empty or nothing more fits."""
    left = draw.left + draw.reserve
    if not draw.veterans and draw.chooser.random() < draw.style.veterans:
        draft.try_for_all(draw.chooser.choice(draw.groups)[0], "veteran")
    for _ in range(min(MOST_TRIED, 4 * left)):
        unit = draw.chooser.choice(draw.chooser.choice(draw.groups))
        number = draw.chooser.randrange(0, len(unit.models))
        if names := list(_upgrades_for(draw.muster, unit, number)):
            draft.try_upgrade(unit, number, draw.chooser.choice(names))
    assert not check(draft.roster()), "a drawn force breaks a rule"


def _upgrades_for(muster: Muster, unit: Unit, number: int) -> Iterator[str]:
    """What is worth trying for one model; the rules have the last word."""
    card, _ = unit.models[number]
    own = (each for each in upgrade_cards().values() if each.faction == card.faction)
    yield from (each.name for each in own if each.variant_of == family(card))
    sold = (each for each in upgrade_list().by_id.values() if each.list == SPECIAL)
    yield from (each.name for each in sold if muster.code in each.sold or card.faction in each.sold)
    if unit.kind == PRIMARY:
        yield from ("XO", "2iC", "AA", "Recon Drone", "Hunter-Killer Drone")
    if unit.upgrades or has_trait(card, "Vet"):
        yield from (each.name for each in upgrade_list().by_id.values() if each.list == VETERAN)
    if unit.kind == SUPPORT:
        yield "Duelist"


# --- A.2: a force as it takes the field: each model with its upgrades, rank and unit, and what its list gives it

FULL_GREL = 6
GRELS = {"GREL", "Hoverbike GREL", "FLAIL"}


@dataclass(frozen=True)
class Fielded:
    """One model of a force. `rank` is co, cgl, xo, 2ic or empty, `squad` primary or support.

    `tv` has its upgrades and drones in it, and on the first model of a unit what was bought for all of it; `points` are
    command points beyond those of its rank.
    """

    card: ModelCard
    rank: str
    group: int
    squad: str
    ua: str
    tv: int
    drones: tuple[ModelCard, ...] = ()
    points: int = 0


def field_force(roster: Roster) -> tuple[Fielded, ...]:
    """All models of a roster in its order. A model nobody knows cannot take the field: BadInput names the line."""
    fielded: list[Fielded] = []
    for number, group in enumerate(enlist(roster).groups):
        for squad in group.squads:
            extra = shared_price(squad)
            for recruit in squad.recruits:
                for _ in range(recruit.count):
                    fielded += _standing(recruit, number, group, extra)
                    extra = 0
    return tuple(fielded)


@heeds("blitz.18.6", "blitz.A.2.2-drones")
def _standing(recruit: Recruit, number: int, group: CombatGroup, extra: int) -> Iterator[Fielded]:
    """What stands on the table for one model: of a great vehicle each part, the core with rank and price."""
    card, squad = drilled(recruit), recruit.squad
    drones = tuple(model_cards()[id] for id in recruit.drones)
    points = command_points(recruit, group)
    for place, part in enumerate(_parts(card)):
        first = place == 0
        yield Fielded(
            part,
            recruit.rank if first else "",
            number,
            squad.kind,
            squad.block.code,
            price(recruit) + extra if first else 0,
            drones if first else (),
            points if first else 0,
        )


def _parts(card: ModelCard) -> list[ModelCard]:
    """The parts of a great vehicle: all of them veterans, the core with whatever else the whole has gained."""
    printed = model_cards()[card.line]
    if not printed.parts:
        return [card]
    gained, suffix = card.traits[len(printed.traits) :], card.id.removeprefix(printed.id)
    parts = []
    for place, id in enumerate(printed.parts):
        part = model_cards()[id]
        for text in (each for each in gained if place == 0 or each == "Vet"):
            part = _gaining(part, text)
        parts.append(msgspec.structs.replace(part, id=part.id + suffix))
    return parts


def _gaining(part: ModelCard, text: str) -> ModelCard:
    trait = read(text)
    return raise_dice(part, trait.name, trait.number) if trait.rating.endswith("D6") else set_trait(part, text)


def drilled(recruit: Recruit) -> ModelCard:
    """The card as it is played. Equal changes give equal ids, so that equal models share one stat line."""
    card = recruit.played
    if card is None:
        raise BadInput(f"line {recruit.line}: no model is called '{recruit.entry.model[:60]}'.")
    for change in (_of_rank, _of_list, _of_kind, _of_drones):
        card = change(card, recruit)
    if card == model_cards()[card.id]:
        return card
    code = recruit.squad.force.list_code.lower()
    bought = [it.title.lower().replace(" ", "-") for it in recruit.purchases if it.upgrade.list != DRONE]
    shared = [it.id for it in recruit.squad.purchases]
    gained = [name for name in ("Pathfinder", "Worn", "Pride", "Drone Bay") if has_trait(card, name)]
    marks = [code, *sorted(bought), *sorted(shared), *(name.lower().replace(" ", "-") for name in gained)]
    return msgspec.structs.replace(card, id="+".join([card.id, *filter(None, marks)]))


@heeds("blitz.A.2.2-drones")
def _of_drones(card: ModelCard, recruit: Recruit) -> ModelCard:
    """Whoever is given a drone has a bay for it."""
    return gain_trait(card, "Drone Bay:1") if recruit.drones and not has_trait(card, "Drone Bay") else card


@rule("blitz.force.south.sra")
@heeds("blitz.A.2.0", "blitz.force.north.umf", "blitz.force.nucoal.kada")
def _of_rank(card: ModelCard, recruit: Recruit) -> ModelCard:
    """A Commanding Officer has a die more to command with; so have all leaders of the SRA, who also fence farther."""
    code = recruit.squad.force.list_code
    if recruit.rank == "co":
        card = raise_dice(card, "CMD", 2 if code == "UMF" else 1)
    if recruit.is_commander and code == "SRA":
        card = _long_blades(raise_dice(card, "CMD"))
    if recruit.is_commander and code == "KADA" and not has_trait(card, "Duelist"):
        card = gain_trait(card, "Duelist")
    return card


def _long_blades(card: ModelCard) -> ModelCard:
    single = single_entries(card)
    for place, entry in enumerate(single.weapons):
        weapon = weapon_of(entry)
        if weapon.row.code == "VB" and "Reach" not in weapon.traits:
            single = change_weapon(single, place, with_trait(entry, 'Reach:1"'))
    return single


@rule(
    "blitz.force.north.umf", "blitz.force.nucoal.pg", "blitz.force.nucoal.en", "blitz.force.nucoal.lp",
    "blitz.force.peace-river.prdf",
)  # fmt: skip
@heeds("blitz.force.peace-river.ctf", "blitz.force.leagueless")
def _of_list(card: ModelCard, recruit: Recruit) -> ModelCard:
    """What every model of a sub-list has: jammers, faster engines, better uplinks, resolve, paths nobody knows."""
    force = recruit.squad.force
    code = force.list_code
    if code in ("UMF", "CTF") and (suite := named(card, "ECM")) and "SJ" not in suite.bracket:
        card = set_trait(card, f"ECM:{suite.rating} ({', '.join([*suite.bracket, 'SJ'])})")
    if code == "PG" and (uplink := named(card, "SatUp")):
        bracket = f" ({', '.join(uplink.bracket)})" if uplink.bracket else ""
        card = set_trait(card, f"SatUp:{max(2, uplink.number - 1)}+{bracket}")
    if code == "EN" and not recruit.is_type("Infantry", "Fortification"):
        card = msgspec.structs.replace(card, move=card.move + 1)
    if code == "PRDF":
        card = gain_trait(card, "Resolve")
        card = gain_trait(card, "Air Superiority") if card.gait == "F" else card
    if code == "GREL" and recruit.rank not in ("", "co") and is_full_grel(recruit.squad):
        card = gain_trait(card, "Pride")
    if force.faction == LEAGUELESS and not recruit.rank:
        card = gain_trait(card, "Worn")
    pathfinders = code == "LP" or force.faction == LEAGUELESS
    if pathfinders and all(it.is_type("Gear") for it in recruit.squad.recruits):
        card = gain_trait(card, "Pathfinder")
    return card


@heeds("blitz.force.utopia-special")
def _of_kind(card: ModelCard, _recruit: Recruit) -> ModelCard:
    """Utopian machines are told by their names."""
    if card.faction != "Utopia":
        return card
    if is_swarm(model_cards()[card.id]):
        return gain_trait(card, SWARM)
    return gain_trait(card, ARMIGER) if ARMIGER in model_cards()[card.id].name else card


@heeds("blitz.force.south.sra", "blitz.force.peace-river.ctf", "blitz.force.cef.grel")
def command_points(recruit: Recruit, group: CombatGroup) -> int:
    """Points beyond those of a rank: groups of one type in the SRA, the chief of the CTF, full units of GRELs."""
    code = recruit.squad.force.list_code
    if recruit.rank == "co" and code == "CTF":
        return 1
    if code == "SRA" and recruit.rank in ("co", "cgl"):
        types = {it.card.type.split(" ")[0].rstrip(",") for squad in group.squads for it in squad.recruits if it.card}
        return int(len(types) == 1)
    return int(code == "GREL" and recruit.rank not in ("", "co") and is_full_grel(recruit.squad))


@heeds("blitz.force.cef.grel")
def is_full_grel(squad: Squad) -> bool:
    """Six models, all of them GRELs: on foot, on hoverbikes or in FLAIL armor."""
    families = {family(it.card) for it in squad.recruits if it.card}
    return heads(squad.recruits) == FULL_GREL and families <= GRELS


# --- A force on paper: what each model is, can do and costs, unit by unit

DOUBTFUL = "* the book prints this line in part unreadably; its note says what was made of it"


@rule("blitz.sheet")
def force_sheet(roster: Roster) -> Sheet:
    """The whole force, groups in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    cost, models = force_price(force), heads(force.recruits())
    facts = (_whose(force), spent(cost, force.size, "TV"), f"{models} models")
    groups = tuple(SheetGroup(group.title, tuple(_unit(squad) for squad in group.squads)) for group in force.groups)
    doubtful = any(model.converted for group in groups for unit in group.units for model in unit.models)
    return Sheet(roster.says("name") or "A force", facts, groups, (DOUBTFUL,) if doubtful else (), "TV", cost)


def _whose(force: Force) -> str:
    name = force.faction or "no faction"
    name += f", {force.sublist.name}" if force.sublist else ""
    return f"{name} (elite)" if force.is_elite else name


@cache
def stock() -> Sheet:
    """Every model of every list, faction by faction, with the units it serves in, and every upgrade variant."""
    lists: dict[str, list[ModelCard]] = {}
    for card in all_cards().values():
        lists.setdefault(card.faction, []).append(card)
    groups = tuple(plain_group(faction, map(listed, cards)) for faction, cards in sorted(lists.items()))
    return Sheet("All models", (f"{len(all_cards())} models and variants",), groups, (DOUBTFUL,), "TV")


def listed(card: ModelCard) -> SheetModel:
    """A model as its list prints it, or what an upgrade variant changes."""
    if card.upgrade:
        rows = rows_said(("UA", ", ".join(card.ua)), ("changes", ", ".join((*card.weapons, *card.traits))))
        title = f"{card.name} (upgrade of {card.variant_of})"
        return SheetModel(title, 1, card.tv, (), rows, card.uncertain)
    return _shown(card, 1, card.tv, ("UA", ", ".join(card.ua)), ("note", card.note if card.uncertain else ""))


def _shown(card: ModelCard, count: int, cost: int, *more: tuple[str, str]) -> SheetModel:
    rows = rows_said(("weapons", ", ".join(card.weapons)), ("traits", ", ".join(card.traits)), *more)
    tracks = rows_ticked(("hull", card.hull), ("structure", card.structure))
    arms = tuple(_arm(id, weapon) for id, weapon in read_arsenal(card.weapons, weapons_table()).items())
    return SheetModel(card.name, count, cost, _stats(card), rows, card.uncertain, tracks=tracks, arms=arms)


def _arm(id: str, weapon: Weapon) -> Arm:
    best, most = (weapon.near // INCH, weapon.far // INCH), weapon.most // INCH
    traits = (f"{name}:{rating}" if rating > 1 else name for name, rating in weapon.traits.items())
    return Arm(f"{id} {weapon.name}", best, most, (("pen", str(weapon.pen)),) if weapon.bites else (), tuple(traits))


def _unit(squad: Squad) -> SheetUnit:
    shared = "".join(f", {it.title}" for it in squad.bought) + ", one AA free" * has_free_anti_air(squad)
    title = f"{squad.kind.capitalize()} unit {squad.block.code}{shared}: {squad.size} actions, {squad_price(squad)} TV"
    return SheetUnit(title, tuple(map(_model, squad.recruits)))


def _model(recruit: Recruit) -> SheetModel:
    if recruit.played is None:
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", "not found in the lists"),), line=recruit.line)
    drones = ", ".join(model_cards()[id].name for id in recruit.drones)
    more = (("bought", _bought(recruit)), ("drones", drones))
    return msgspec.structs.replace(_shown(drilled(recruit), recruit.count, price(recruit), *more), line=recruit.line)


def _bought(recruit: Recruit) -> str:
    parts = []
    for bought in recruit.purchases:
        cost = price_of(recruit, bought)
        parts.append(f"{bought.title} ({cost:+d})" if cost else bought.title)
    return ", ".join([*parts, *(f"{text} (?)" for text in recruit.unknown)])


def _stats(card: ModelCard) -> tuple[tuple[str, str], ...]:
    skills = ((name, "NA" if value == NA else f"{value}+") for name, value in _skills(card))
    bulk = f"{card.hull}/{card.structure}" if card.structure else str(card.hull)
    return (
        ("type", card.type),
        ("MR", f'{card.move}" {card.gait}'.strip()),
        ("AR", str(card.armor)),
        ("DC", bulk),
        ("ACT", str(card.actions)),
        *skills,
    )


def _skills(card: ModelCard) -> tuple[tuple[str, int], ...]:
    return (("GUN", card.gun), ("PILOT", card.pilot), ("EW", card.ew))


# --- Force building as everything around the system sees it

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
