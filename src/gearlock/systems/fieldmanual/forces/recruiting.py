"""A legal force at random: a Priority Level, Combat Groups by its limits, variants for what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Roster
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import Draft, DraftUnit
from gearlock.muster.headers import find_faction
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.forces.composition import is_proposed
from gearlock.systems.fieldmanual.forces.enlisting import LARGEST, LEVELS, SQUAD
from gearlock.systems.fieldmanual.forces.force import check
from gearlock.systems.fieldmanual.forces.levels import PriorityLevel, priority_levels, wanting
from gearlock.systems.fieldmanual.groups import TYPES, Group
from gearlock.systems.fieldmanual.own_files import our_lists

HOMES = ("South", "North")
"""The factions of which groups can be fielded without a player's own cards."""
TRIES = 12
"""Forces that are drawn; the one that spends the most is taken."""
MOST_GROUPS = 24
FORCE_NAMES = (
    ("Dry", "Seventh", "Copper", "Late", "Quiet", "Borrowed", "Crooked", "Long", "Mirage", "Last"),
    ("Watch", "Column", "Lancers", "Sandmen", "Convoy", "Picket", "Hammer", "Wells", "Outriders", "Answer"),
)
Unit = DraftUnit[Card]


@dataclass(frozen=True)
class Style:
    """Which Priority Levels are drawn, and whether cards that we proposed are among them."""

    about: str
    levels: tuple[int, ...] = LEVELS
    proposed: bool = False
    veterans: float = 0.3


RECRUITING = {
    "usual": Style("Any Priority Level that needs no proposed cards."),
    "line": Style("Priority Level 1 or 2: the backbone of an army.", levels=(1, 2)),
    "veterans": Style("As usual, with as many veteran groups as there may be.", veterans=1.0),
    "proposed": Style("Any Priority Level, proposed cards too; the force is marked.", proposed=True),
    "special": Style(
        "Priority Level 3 or 4, with whatever cards that takes; the force is marked.", levels=(3, 4), proposed=True
    ),
}


@cache
def pool(faction: str, proposed: bool) -> Mapping[str, tuple[Group, ...]]:
    """The groups of a faction that can be fielded, by type."""
    lists = our_lists()
    groups = [group for group in lists.groups.values() if group.faction == faction and group.fieldable]
    plain = [group for group in groups if proposed or _is_plain(group)]
    return {type: tuple(group for group in plain if group.type == type) for type in TYPES}


def _is_plain(group: Group) -> bool:
    cards = (our_lists().card(name) for name in group.models)
    return group.default_force and not any(card is None or is_proposed(card) for card in cards)


@cache
def smallest(faction: str, level: int, proposed: bool) -> int | None:
    """What the cheapest legal force of this level costs; None if there is none."""
    cheapest = {
        type: min((group.tv for group in groups), default=None) for type, groups in pool(faction, proposed).items()
    }
    found = [
        sum(number * (cheapest[type] or 0) for type, number in numbers.items())
        for numbers in _small_forces()
        if all(cheapest[type] is not None for type, number in numbers.items() if number)
        and not any(wanting(priority_levels()[level], numbers, 0))
    ]
    return min(found, default=None)


def _small_forces() -> Iterator[dict[str, int]]:
    """All ways to have up to two groups of each type, one at least."""
    for number in range(1, 3 ** len(TYPES)):
        yield {type: number // 3**place % 3 for place, type in enumerate(TYPES)}


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of this faction and Threat Value, drawn at random."""
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    home = find_faction(faction, HOMES)
    if home is None:
        raise UnknownName("faction", faction, HOMES)
    if not 1 <= size <= LARGEST:
        raise BadInput(f"A battle is fought with 1 to {LARGEST:,} TV a side, not {size}.")
    wanted = RECRUITING[style]
    costs = {level: smallest(home, level, wanted.proposed) for level in wanted.levels}
    levels = [level for level, cost in costs.items() if cost is not None and cost <= size]
    if not levels:
        least = min((cost for cost in costs.values() if cost is not None), default=0)
        raise BadInput(f"The smallest {style} force of {home} costs {least} TV; {size} TV are too few.")
    level = priority_levels()[chooser.choice(levels)]
    draws = [_Draw(home, size, level, wanted, chooser) for _ in range(TRIES)]
    legal = [draw for draw in draws if draw.fill()]
    if not legal:
        raise BadInput(f"No legal force of {home} with {size} TV was found; allow more TV or build it by hand.")
    return min(legal, key=lambda draw: draw.left).roster()


@dataclass
class _Draw:
    """A force being drawn."""

    home: str
    size: int
    level: PriorityLevel
    style: Style
    chooser: Chooser
    groups: list[Group] = field(default_factory=list)

    @property
    def left(self) -> int:
        """TV that is not spent yet."""
        return self.size - sum(group.tv for group in self.groups)

    def fill(self) -> bool:
        """Groups until no more can be had; whether that is a legal force."""
        while len(self.groups) < MOST_GROUPS and (options := self._options()):
            self.groups.append(self.chooser.choice(options))
        return bool(self.groups) and not any(wanting(self.level, self._numbers(), 0))

    def _numbers(self, *more: str) -> Counter[str]:
        return Counter([*(group.type for group in self.groups), *more])

    def _options(self) -> list[Group]:
        """Groups that can be paid for: of the types the level still demands, or else of those it allows."""
        numbers = self._numbers()
        kinds = [kind for kind in TYPES if numbers[kind] < self.level.bound(kind).least]
        kinds = kinds or [kind for kind in TYPES if not any(wanting(self.level, self._numbers(kind), 0))]
        stock = pool(self.home, self.style.proposed)
        return [group for kind in kinds for group in stock[kind] if group.tv <= self.left]

    def roster(self) -> Roster:
        """The force with leaders, veterans and variants for the rest of the TV."""
        title = " ".join(self.chooser.choice(words) for words in FORCE_NAMES)
        said = {"system": "fieldmanual", "faction": self.home, "name": title}
        said |= {"size": str(self.size), "level": str(self.level.level)}
        lists = our_lists()
        cards = [[lists.cards[card.id] for name in group.models if (card := lists.card(name))] for group in self.groups]
        if self.style.proposed and any(is_proposed(card) for models in cards for card in models):
            said["proposed"] = "yes"
        units = [
            Unit(SQUAD, group.name, [(card, ()) for card in models])
            for group, models in zip(self.groups, cards, strict=True)
        ]
        draft = Draft(said, check, [[unit] for unit in units])
        assert not check(draft.roster()), "a drawn force breaks a rule"
        self._spend(draft, units)
        return draft.roster()

    def _spend(self, draft: Draft[Card], units: list[Unit]) -> None:
        """Better leaders and loads where they can be paid for, and veterans."""
        for unit in units:
            self._vary(draft, unit, 0, leaders=True)
            if self.chooser.random() < self.style.veterans:
                draft.try_for_all(unit, "Veteran")
        for _ in range(2 * len(units)):
            unit = self.chooser.choice(units)
            self._vary(draft, unit, self.chooser.randrange(0, len(unit.models)), leaders=False)

    def _vary(self, draft: Draft[Card], unit: Unit, number: int, leaders: bool) -> None:
        """Another variant of a model, if the rules and the purse allow it; leaders lead, others do not."""
        card, bought = unit.models[number]
        variants = [
            each
            for each in our_lists().cards.values()
            if each.family == card.family and each != card and bool(each.skills.leadership) == leaders
        ]
        if not variants or (bool(card.skills.leadership) and not leaders):
            return
        unit.models[number] = (self.chooser.choice(variants), bought)
        if check(draft.roster()):
            unit.models[number] = (card, bought)
