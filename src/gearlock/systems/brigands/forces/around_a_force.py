"""Forces at random and on paper, and force building as seen from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import data_texts
from gearlock.kernel.force import Arm, ForceRules, Layout, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import Draft, DraftUnit
from gearlock.muster.drawing_lots import Offer, cheapest, fill, weighted
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, rows_ticked, spent
from gearlock.systems.brigands.forces.force_building import (
    ACTIONS,
    ANYBODY,
    FACTIONS,
    LARGEST_BATTLE,
    PRIMARY,
    STANDARD_LIMIT,
    SUPPORT,
    Recruit,
    Squad,
    check,
    enlist,
    find_faction,
)
from gearlock.systems.brigands.forces.upgrades import UA_CODES, has_trait, mounted, read_ua, unit_cards, upgrades
from gearlock.systems.brigands.models import ModelCard, Weapon
from gearlock.table.measure import INCH

# --- A legal force at random: models drawn into Units by style, upgrades for what is left

FORCE_NAMES = (
    ("Steel", "Iron", "Dusty", "Silent", "Broken", "Burning", "Hollow", "Second", "Last", "Quiet"),
    ("Rain", "Hounds", "Column", "Lances", "Watch", "Answer", "Wedge", "Harvest", "Compass", "Ledger"),
)
CHOICES = {"weapons": ("Weapons LHG", "Weapons LPZ")}
"""Upgrades that must say what they are; the others find their weapon or are not bought."""
MOST_TRIED = 90
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
    duelist: float = 0.25
    reserve: float = 0.08
    """The share of the TV kept for upgrades."""

    def weight(self, card: ModelCard) -> int:
        """How likely this model is drawn beside others."""
        price = {1: card.tv, 0: 12, -1: max(1, 14 - card.tv) ** 2}[self.taste]
        return max(1, price) * self.types.get(card.type, 0 if card.type == "Fortification" else 3)


RECRUITING = {
    "balanced": Style("A bit of everything.", codes={"GP": 5, "SK": 4, "FS": 3, "RC": 3}),
    "horde": Style(
        "Many cheap models, hardly an upgrade.", taste=-1, veterans=0.0, duelist=0.0, support=0.8, reserve=0
    ),
    "elite": Style(
        "Few and dear, veterans first.", codes={"SK": 5, "SF": 5}, taste=1, veterans=1.0, duelist=0.7, reserve=0.25
    ),
    "armor": Style(
        "Tanks and striders in front.",
        codes={"HT": 8, "LT": 8, "ST": 8},
        types={"Vehicle": 9, "Strider": 9, "Gear": 2},
        duelist=0.0,
    ),
    "scouts": Style("Eyes and ears: recon, special forces, drones.", codes={"RC": 9, "SF": 5, "SK": 2}, duelist=0.1),
    "infantry": Style(
        "Boots on the ground and their transports.",
        codes={"IN": 9, "SI": 6},
        types={"Infantry": 9, "Vehicle": 5},
        taste=-1,
        veterans=0.1,
        duelist=0.1,
    ),
    "dug-in": Style(
        "Guns behind walls.",
        codes={"FS": 6, "HT": 4, "IN": 3},
        types={"Fortification": 4},
        veterans=0.1,
        duelist=0.0,
    ),
}


@dataclass
class Draw:
    """A force being drawn; the reserve is kept for upgrades."""

    faction: str
    size: int
    style: Style
    chooser: Chooser
    reserve: int
    groups: list[list[Unit]]

    @property
    def left(self) -> int:
        """TV that models may still cost."""
        spent = sum(card.tv for group in self.groups for unit in group for card, _ in unit.models)
        return self.size - self.reserve - spent


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of this faction and size, drawn at random."""
    name = find_faction(faction)
    if name is None or name not in FACTIONS:
        raise UnknownName("faction", faction, FACTIONS)
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    if not 1 <= size <= LARGEST_BATTLE:
        raise BadInput(f"A battle is fought with 1 to {LARGEST_BATTLE:,} TV a side, not {size}.")
    least = min(cheapest_costs(name).values())
    if size < least:
        raise BadInput(f"The smallest legal force of {name} costs {least} TV; {size} TV are too few.")
    reserve = round(size * RECRUITING[style].reserve)
    draw = Draw(name, size, RECRUITING[style], chooser, reserve if size - reserve >= least else 0, [])
    while draw.left >= least:
        _add_group(draw)
    return _spend_rest(draw)


@cache
def pool(faction: str, code: str) -> tuple[ModelCard, ...]:
    """What a Unit of this code may draw. Parts of great vehicles are left out; a Core fills a Unit alone."""
    cards = (card for card in unit_cards().values() if card.faction in (faction, ANYBODY) and card.actions)
    fitting = (card for card in cards if any(read_ua(text)[0] == code for text in card.ua))
    return tuple(card for card in fitting if not has_trait(card, "Core") and not has_trait(card, "Attached"))


def limit(card: ModelCard, code: str) -> str:
    """How often a Unit of this code may have it."""
    return dict(read_ua(text) for text in card.ua)[code]


def _only_follows(card: ModelCard) -> bool:
    return has_trait(card, "Medic") or card.type == "Fortification"


@cache
def cheapest_unit(faction: str, code: str) -> tuple[ModelCard, ...] | None:
    """The cheapest Primary Unit of this code that needs no Commander's model; None if there is none."""
    most = {"unlimited": ACTIONS[PRIMARY].most, "0-2": STANDARD_LIMIT, "commanders only": 0}
    cards = (card for card in pool(faction, code) if not _only_follows(card))
    return cheapest(ACTIONS[PRIMARY], ((card, Offer(card.actions, card.tv, most[limit(card, code)])) for card in cards))


@cache
def cheapest_costs(faction: str) -> dict[str, int]:
    """What that Unit costs, by code; codes without one are left out."""
    units = {code: cheapest_unit(faction, code) for code in UA_CODES}
    return {code: sum(card.tv for card in unit) for code, unit in units.items() if unit}


def _add_group(draw: Draw) -> None:
    """A Primary Unit, and a Support Unit if the style and the purse allow."""
    codes = [code for code, cost in cheapest_costs(draw.faction).items() if cost <= draw.left]
    code = _draw_code(draw, codes)
    models = _draw_unit(draw, PRIMARY, code) or cheapest_unit(draw.faction, code) or ()
    draw.groups.append([Unit(PRIMARY, code, [(card, ()) for card in models])])
    if draw.chooser.random() < draw.style.support:
        code = _draw_code(draw, UA_CODES)
        support = _draw_unit(draw, SUPPORT, code)
        if support:
            draw.groups[-1].append(Unit(SUPPORT, code, [(card, ()) for card in support]))


def _draw_code(draw: Draw, codes: Sequence[str]) -> str:
    return weighted(codes, [draw.style.codes.get(code, 1) for code in codes], draw.chooser)


def _draw_unit(draw: Draw, kind: str, code: str) -> list[ModelCard]:
    """Models for a Unit, leader first; none if the purse is empty before it is complete."""

    def one(picked: list[ModelCard]) -> ModelCard | None:
        options = _options(draw, kind, code, picked)
        return weighted(options, [draw.style.weight(card) for card in options], draw.chooser) if options else None

    return fill(ACTIONS[kind], lambda card: card.actions, one, draw.chooser)


def _options(draw: Draw, kind: str, code: str, picked: list[ModelCard]) -> list[ModelCard]:
    """What may be drawn next. A Commander's model or none leads; medics follow."""
    room = ACTIONS[kind].most - sum(card.actions for card in picked)
    purse = draw.left - sum(card.tv for card in picked)
    numbers = Counter(card.id for card in picked)
    options = []
    for card in pool(draw.faction, code):
        kept = limit(card, code)
        may_lead = kept == "commanders only" and kind == PRIMARY and not picked
        may_follow = kept == "unlimited" or (kept == "0-2" and numbers[card.id] < STANDARD_LIMIT)
        is_idle = not picked and _only_follows(card)
        if card.actions <= room and card.tv <= purse and (may_lead or may_follow) and not is_idle:
            options.append(card)
    return options


def _spend_rest(draw: Draw) -> Roster:
    """Ranks for all that lead, and upgrades until the purse is empty or nothing more fits."""
    for number, (first, *_) in enumerate(draw.groups):
        first.models[0] = (first.models[0][0], ("CGL",) if number else ("FOC",))
    title = " ".join(draw.chooser.choice(words) for words in FORCE_NAMES)
    headers = {"system": "brigands", "faction": draw.faction, "name": title, "size": str(draw.size)}
    draft = Draft(headers, check, draw.groups)
    for first, *_ in draw.groups:
        if draw.chooser.random() < draw.style.veterans:
            draft.try_for_all(first, "veteran")
    alone = [group[1] for group in draw.groups if len(group) > 1 and len(group[1].models) == 1]
    if alone and draw.chooser.random() < draw.style.duelist:
        draft.try_upgrade(draw.chooser.choice(alone), 0, "Duelist")
    for _ in range(min(MOST_TRIED, 6 * (draw.left + draw.reserve))):
        unit = draw.chooser.choice(draw.chooser.choice(draw.groups))
        number = draw.chooser.randrange(0, len(unit.models))
        if names := list(_upgrades_for(unit, number)):
            draft.try_upgrade(unit, number, draw.chooser.choice(names))
    roster = draft.roster()
    assert not check(roster), "a drawn force breaks a rule"
    return roster


def _upgrades_for(unit: Unit, number: int) -> Iterator[str]:
    """What is worth trying for one model; the rules have the last word."""
    card, bought = unit.models[number]
    lists = {"drone"} if unit.kind == PRIMARY else set()
    lists |= {"generic"} if unit.kind == PRIMARY and not number else set()
    lists |= {"veteran"} if unit.upgrades or has_trait(card, "Vet") or "Duelist" in bought else set()
    lists |= {"duelist", "drone"} if "Duelist" in bought else set()
    for upgrade in upgrades().values():
        if upgrade.list in lists and upgrade.id != "vet":
            yield from CHOICES.get(upgrade.id, (upgrade.name,))
    if unit.kind == PRIMARY and number:
        yield from ("XO", "2iC")


# --- A force on paper: what each model is, can do and costs

CONVERTED = "* converted from the lists of an older edition; see the ruling on converted units"
_PRINTED = "book-line: the whole line as printed"


def force_sheet(roster: Roster) -> Sheet:
    """The whole force, groups in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    cost, models = spent(force.price, force.size, "TV"), heads(force.recruits())
    facts = (force.faction or "no faction", cost, f"{models} models")
    groups = tuple(SheetGroup(group.title, tuple(_unit(squad) for squad in group.squads)) for group in force.groups)
    converted = any(model.converted for group in groups for unit in group.units for model in unit.models)
    return Sheet(roster.says("name") or "A force", facts, groups, (CONVERTED,) if converted else (), "TV", force.price)


@cache
def stock() -> Sheet:
    """Every model of every list, faction by faction, with the Units it serves in."""
    lists: dict[str, list[ModelCard]] = {}
    for card in unit_cards().values():
        lists.setdefault(card.faction, []).append(card)
    groups = tuple(plain_group(faction, map(listed, cards)) for faction, cards in sorted(lists.items()))
    return Sheet("All models", (f"{len(unit_cards())} models",), groups, (CONVERTED,), "TV")


def listed(card: ModelCard) -> SheetModel:
    """A model as its list prints it."""
    return _shown(card, 1, card.tv, ("UA", ", ".join(card.ua)))


def _shown(card: ModelCard, count: int, price: int, *more: tuple[str, str]) -> SheetModel:
    rows = rows_said(("weapons", ", ".join(card.weapons)), ("traits", ", ".join(card.traits)), *more)
    tracks = rows_ticked(("hull", card.hull), ("structure", card.structure))
    arms = tuple(_arm(id, weapon) for id, weapon in mounted(card))
    return SheetModel(card.name, count, price, _stats(card), rows, card.converted != _PRINTED, tracks=tracks, arms=arms)


def _arm(id: str, weapon: Weapon) -> Arm:
    best, most = (weapon.near // INCH, weapon.far // INCH), weapon.most // INCH
    traits = (f"{name}:{rating}" if rating > 1 else name for name, rating in weapon.traits.items() if name != "PEN")
    return Arm(f"{id} {weapon.name}", best, most, (("pen", str(weapon.pen)),), tuple(traits))


def _unit(squad: Squad) -> SheetUnit:
    veteran = ", Veteran" if squad.is_marked_veteran else ""
    title = f"{squad.title}{veteran}: {squad.actions} Action{'s' * (squad.actions != 1)}, {squad.price} TV"
    return SheetUnit(title, tuple(_model(recruit) for recruit in squad.recruits))


def _model(recruit: Recruit) -> SheetModel:
    card = recruit.played
    if card is None:
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", "not found in the lists"),), line=recruit.line)
    drones = ((drone.title, _in_short(unit_cards()[drone.id])) for drone in recruit.drones)
    shown = _shown(card, recruit.count, recruit.price, ("bought", _bought(recruit)), *drones)
    return msgspec.structs.replace(shown, line=recruit.line)


def _in_short(card: ModelCard) -> str:
    parts = [f"{name} {value}" for name, value in _stats(card)[1:]]
    return "; ".join([", ".join(parts), *(", ".join(texts) for texts in (card.weapons, card.traits) if texts)])


def _bought(recruit: Recruit) -> str:
    parts = []
    for bought in recruit.purchases:
        cost = recruit.price_of(bought)
        parts.append(f"{bought.title} (+{cost})" if cost else bought.title)
    return ", ".join([*parts, *(f"{text} (?)" for text in recruit.unknown)])


def _stats(card: ModelCard) -> tuple[tuple[str, str], ...]:
    move = " ".join(f"{gait}:{inches}" for gait, inches in card.move.items()) or "-"
    return (
        ("type", card.type),
        ("MR", move),
        ("AR", str(card.armor)),
        ("H/S", f"{card.hull}/{card.structure}"),
        ("A", str(card.actions)),
        ("GU", str(card.gunnery)),
        ("PI", str(card.piloting)),
        ("Sensors", str(card.sensors)),
    )


# --- Force building as everything around the system sees it


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: three sizes for each faction, by name."""
    return data_texts("gearlock.systems.brigands", "rosters", ".txt")


FORCE = ForceRules(
    layout=Layout(units=tuple(ACTIONS), codes=UA_CODES),
    factions=lambda: FACTIONS,
    sizes=(100, 50, 150),
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
