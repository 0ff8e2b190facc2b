"""A legal force at random: models drawn into units by style, upgrades for what is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Roster
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import Draft, DraftUnit
from gearlock.muster.drawing_lots import Bounds, fill, weighted
from gearlock.systems.blitz.cards import ModelCard, upgrade_cards
from gearlock.systems.blitz.forces.alterations import has_trait
from gearlock.systems.blitz.forces.enlisting import LARGEST_BATTLE, PRIMARY, SUPPORT, unit_size
from gearlock.systems.blitz.forces.force import check
from gearlock.systems.blitz.forces.pools import Muster, cheapest_unit, is_modern, may_join, may_lead, pool
from gearlock.systems.blitz.forces.sublists import HOMES, family, find_faction, find_list, sublists
from gearlock.systems.blitz.forces.units import SIZES
from gearlock.systems.blitz.forces.upgrades import SPECIAL, VETERAN, upgrade_list

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
