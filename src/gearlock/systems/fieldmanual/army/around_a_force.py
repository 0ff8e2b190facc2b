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
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import Draft, DraftUnit
from gearlock.muster.headers import find_faction
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, spent
from gearlock.systems.fieldmanual.army.building import (
    LARGEST,
    LEVELS,
    SQUAD,
    Force,
    Recruit,
    Squad,
    enlist,
    force_price,
    is_proposed,
    price,
    squad_price,
    surcharge,
    uses_proposed,
)
from gearlock.systems.fieldmanual.army.limits import PriorityLevel, check, priority_levels, wanting
from gearlock.systems.fieldmanual.army.upgrades import MODEL, Option, Support, option_list, spoken, support_options
from gearlock.systems.fieldmanual.datacards import (
    DRONE,
    MARKS,
    PROPOSED,
    TYPES,
    Card,
    Group,
    Mount,
    all_groups,
    our_lists,
)
from gearlock.systems.fieldmanual.weapons import BOARD, PACKAGE, weapon_traits
from gearlock.table.measure import INCH

# --- A legal force at random: a Priority Level, Combat Groups by its limits, variants for what is left

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


# --- A force as it takes the field: each model with its options, who leads, and what came of which list

COMMANDER, LEADER = "commander", "leader"


@dataclass(frozen=True)
class Fielded:
    """One model of a force. `tv` has its options in it, and on the first model of a group what the list adds."""

    card: Card
    rank: str
    """commander, leader or nothing."""
    group: int
    """The number of its Combat Group, from 0."""
    tv: int


@dataclass(frozen=True)
class FieldedForce:
    """A force ready for a battle: who is in it, and what scenario and support ask about it."""

    models: tuple[Fielded, ...]
    groups: tuple[str, ...]
    """The names of its Combat Groups as its roster calls them."""
    types: tuple[str, ...]
    veterans: tuple[bool, ...]
    level: int
    size: int
    """The Threat Value that was agreed upon; what the force costs where its roster does not say."""
    tv: int
    proposed: bool
    """Whether it has cards that we proposed: a battle with it says so."""
    own: bool
    """Whether it has cards or groups that its player brought."""
    banner: str


@heeds("fieldmanual.leaders", "fieldmanual.upgrades-options")
def field_force(roster: Roster) -> FieldedForce:
    """All models of a roster in its order. A model nobody knows cannot take the field: BadInput names the line."""
    force = enlist(roster)
    if force.broken:
        raise BadInput("\n".join(fault.message for fault in force.broken))
    squads = [squad for squad in force.squads if squad.recruits]
    chiefs = [_leader(squad) for squad in squads]
    command = _command_group(squads, chiefs)
    models: list[Fielded] = []
    for number, (squad, chief) in enumerate(zip(squads, chiefs, strict=True)):
        extra, led = surcharge(squad), False
        for recruit in squad.recruits:
            for _ in range(recruit.count):
                leads = recruit is chief and not led
                rank = (COMMANDER if number == command else LEADER) if leads else ""
                models.append(Fielded(_played(recruit), rank, number, price(recruit) + extra))
                extra, led = 0, led or leads
    cost = force_price(force)
    return FieldedForce(
        tuple(models),
        tuple(squad.title for squad in squads),
        tuple(squad.type for squad in squads),
        tuple(squad.is_veteran for squad in squads),
        force.level or 1,
        force.size or cost,
        cost,
        uses_proposed(force),
        force.lists.own,
        _banner(force, cost),
    )


def _banner(force: Force, cost: int) -> str:
    name = force.roster.says("name") or "a nameless force"
    army = f", {force.army_name}" if force.army and force.army_name != force.faction else ""
    marks = ", proposed cards" * uses_proposed(force) + ", cards of its player's own" * force.lists.own
    level = f", Priority Level {force.level}" if force.level else ""
    return f"{name[:60]} ({force.faction or 'no faction'}{army}), {cost} TV{level}{marks}"


def _played(recruit: Recruit) -> Card:
    """The card with its options and price in its id, so that two cards of a battle never share one."""
    if recruit.fitted is None:
        raise BadInput(f"Line {recruit.line}: there is no card for '{recruit.name[:60]}', so it cannot take the field.")
    card, bought = recruit.fitted.card, [purchase for purchase, _ in recruit.fitted.offers]
    if not bought:
        return card
    marks = (f"{it.id}-{it.choice.lower()}" if it.choice else it.id for it in bought)
    cost = price(recruit)
    return msgspec.structs.replace(card, id=f"{'+'.join((card.id, *marks))}@{cost}", tv=cost)


def _leader(squad: Squad) -> Recruit:
    """The line of the leader: the one named so, or else the highest Leadership, the first of equals."""
    named = [recruit for recruit in squad.recruits if recruit.is_leader]
    return named[0] if named else max(squad.recruits, key=_leadership)


def _leadership(recruit: Recruit) -> int:
    return recruit.fitted.card.skills.leadership if recruit.fitted else -1


def _command_group(squads: list[Squad], chiefs: list[Recruit]) -> int:
    """The number of the Army Command Group: the one named so, or else that of the best leader."""
    named = [number for number, squad in enumerate(squads) if squad.commands]
    if named:
        return named[0]
    return max(range(len(squads)), key=lambda number: (_leadership(chiefs[number]), -number), default=0)


# --- A force on paper: what each model is, can do and costs, and where every figure comes from

STAR = "* some figures of this card are proposed by us; its provenance says which"
UNPRICED = "The price of an option marked (?) stands in a list that this book has not: agree on it."
WORDS = {
    "printed": "printed", "roster": "from the roster picture", "derived": "derived", "proposed": "proposed by us",
    "user": "its player's own",
}  # fmt: skip
_SHOWN = {"sp_cost": "SP", "autocomm": "auto comm", "damage_track": "track", "tv": "TV"}


@heeds("fieldmanual.datacards-lost", "fieldmanual.threat-value", "fieldmanual.priority-level")
def force_sheet(roster: Roster) -> Sheet:
    """The whole force, groups in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    cost = force_price(force)
    level = f"Priority Level {force.level}" if force.level else "no Priority Level"
    facts = [_whose(force), spent(cost, force.size, "TV"), level, f"{heads(force.recruits())} models"]
    facts += ["uses proposed cards"] if uses_proposed(force) else []
    facts += ["uses cards of its player's own"] if force.lists.own else []
    groups = tuple(SheetGroup(squad.title, (_unit(squad),)) for squad in force.squads)
    starred = any(model.converted for group in groups for unit in group.units for model in unit.models)
    unpriced = any(recruit.fitted.unpriced for recruit in force.recruits() if recruit.fitted)
    notes = ((STAR,) if starred else ()) + ((UNPRICED,) if unpriced else ())
    return Sheet(roster.says("name") or "A force", tuple(facts), groups, notes, "TV", cost)


def _whose(force: Force) -> str:
    return ", ".join(filter(None, (force.faction or "no faction", force.army_name)))


def _unit(squad: Squad) -> SheetUnit:
    bought = "".join(f", {it.upgrade.name}" for it in squad.bought)
    mark = f", {squad.group.status}" if squad.group else ""
    kind = squad.type or "no type"
    title = f"{squad.list_name} ({kind}{mark}){bought}: {squad_price(squad)} TV"
    return SheetUnit(title, tuple(map(_model, squad.recruits)))


def _model(recruit: Recruit) -> SheetModel:
    if recruit.fitted is None:
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", "there is no card for it"),), line=recruit.line)
    shown = _shown(recruit.fitted.card, recruit.count, price(recruit), ("bought", _bought(recruit)))
    return msgspec.structs.replace(shown, line=recruit.line)


def _bought(recruit: Recruit) -> str:
    offers = {id(bought): offer for bought, offer in (recruit.fitted.offers if recruit.fitted else ())}
    parts = []
    for bought in recruit.purchases:
        offer = offers.get(id(bought))
        cost = "" if offer is None or offer.tv == 0 else " (?)" if offer.tv is None else f" ({offer.tv:+d})"
        parts.append(bought.title + cost)
    return ", ".join([*parts, *(f"{text} (not known)" for text in recruit.unknown)])


def _shown(card: Card, count: int, cost: int, *more: tuple[str, str]) -> SheetModel:
    rows = rows_said(
        ("weapons", "; ".join(map(weapon_words, card.weapons))),
        ("perks", _perks(card, card.perks)),
        ("flaws", _perks(card, card.flaws)),
        *more,
        ("provenance", provenance_words(card)),
    )
    tracks = (("bases", card.bases),) if card.bases else (("damage", len(card.boxes)),) if card.boxes else ()
    arms = tuple(_arm(mount, card.size) for mount in card.weapons)
    return SheetModel(card.name, count, cost, _stats(card), rows, is_proposed(card), tracks=tracks, arms=arms)


def _arm(mount: Mount, size: int) -> Arm:
    weapon = mount.weapon
    optimal, suboptimal, extreme = weapon.ranges(size)
    farthest = suboptimal if extreme is None else extreme
    most = 0 if weapon.is_melee else -1 if farthest >= BOARD else farthest // INCH
    traits = [f"{code}{rating}" if rating > 1 else code for code, rating in weapon.traits.items()]
    damage = f"S+{weapon.dm}" if weapon.by_size else f"x{weapon.dm}"
    strength = (("acc", _signed(weapon.acc)), ("dm", damage.removesuffix("+0")))
    rounds = [f"{mount.rounds} rounds"] if mount.rounds else []
    return Arm(
        f"{mount.name} {mount.arc}".strip(), (0, optimal // INCH), most, strength,
        (*traits, *([f"RoF {weapon.rof}"] if weapon.rof else []), *rounds),
    )  # fmt: skip


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _stats(card: Card) -> tuple[tuple[str, str], ...]:
    rows = [(mode, f"{row.combat}/{row.top} {'/'.join(map(_signed, row[2:]))}") for mode, row in card.rows.items()]
    track = f"{card.bases} bases" if card.bases else card.boxes or "-"
    return (
        ("kind", card.kind),
        ("ACT", str(card.actions)),
        *rows,
        ("ATTACK", "/".join(map(_signed, card.attack))),
        ("Size", str(card.size)),
        ("Det/Sen/Com/Auto", f"{card.detect}/{_signed(card.sensors)}/{_signed(card.comm)}/{card.auto_comm}"),
        ("Armor", f"{card.armor}/{card.overkill} {track}"),
        ("Att/Def/EW/LD", "/".join(map(str, card.skills))),
    )


def weapon_words(mount: Mount) -> str:
    """A weapon row: LAC F 0 12/48/inf x8 RoF 2 (R)."""
    weapon = mount.weapon
    bands = "/".join(map(_band, (weapon.optimal, weapon.suboptimal, weapon.extreme)))
    reach = "melee" if weapon.is_melee else "thrown" if weapon.is_thrown else bands
    damage = f"S+{weapon.dm}" if weapon.by_size else f"x{weapon.dm}"
    rated = weapon_traits()
    traits = [
        f"{code}{rating}" if rated[code].rating and code != "Link" else code for code, rating in weapon.traits.items()
    ]
    extra = [*traits, *([f"{mount.rounds} rounds"] if mount.rounds else [])]
    parts = [mount.name, mount.arc, _signed(weapon.acc), reach, damage.removesuffix("+0")]
    parts += [f"RoF {weapon.rof}"] if weapon.rof else []
    return " ".join(filter(None, parts)) + (f" ({', '.join(extra)})" if extra else "")


def _band(mils: int | None) -> str:
    return "-" if mils is None else "inf" if mils >= BOARD else str(mils // 1000)


def _perks(card: Card, named: dict[str, int]) -> str:
    words = []
    for name, rating in named.items():
        inner = [*([str(rating)] if rating > 1 else []), *([card.details[name]] if name in card.details else [])]
        words.append(name + (f" ({', '.join(inner)})" if inner else "") + (" AUX" if name in card.aux else ""))
    return ", ".join(words)


def provenance_words(card: Card) -> str:
    """Which figures come from where: the commonest source first, then what differs from it."""
    by_mark: dict[str, list[str]] = {}
    for name, mark in card.provenance.items():
        by_mark.setdefault(mark, []).append(_SHOWN.get(name, name.replace("_", " ")))
    if len(by_mark) == 1:
        return f"all {WORDS[next(iter(by_mark))]}"
    common = max(by_mark, key=lambda mark: (len(by_mark[mark]), -MARKS.index(mark)), default="")
    others = (f"{', '.join(names)} {WORDS[mark]}" for mark, names in by_mark.items() if mark != common)
    return "; ".join((f"most of it {WORDS[common]}", *others)) if common else ""


@cache
def stock() -> Sheet:
    """Every card, Combat Group and option there is, with prices and where they come from."""
    lists = our_lists()
    factions: dict[str, list[Card]] = {}
    for card in lists.cards.values():
        factions.setdefault("drones" if card.kind == DRONE else card.faction, []).append(card)
    groups = [plain_group(name, map(listed, cards)) for name, cards in sorted(factions.items())]
    groups.append(plain_group("Combat Groups", map(group_line, lists.groups.values())))
    options = (option for option in option_list().by_id.values() if option.kind == MODEL)
    groups.append(plain_group("Options", map(_option, options)))
    groups.append(plain_group("Support", map(_support, support_options().values())))
    facts = (f"{len(lists.cards)} cards", f"{len(lists.groups)} Combat Groups")
    return Sheet("All cards, groups and options", facts, tuple(groups), (STAR,), "TV")


def listed(card: Card) -> SheetModel:
    """A card as the lists have it."""
    return _shown(card, 1, card.tv, ("cost", f"{card.sp} SP" if card.sp else ""), ("note", card.note))


def group_line(group: Group) -> SheetModel:
    """A Combat Group as its army list has it."""
    models = ", ".join(f"{count} {name}" for count, name in group.composition) or "not known"
    marks = ", ".join(f"{key} {mark}" for key, mark in group.provenance.items())
    field = "" if group.fieldable else "its cards or models are lost"
    rows = rows_said(("models", models), ("provenance", marks), ("cannot be fielded", field), ("note", group.note))
    return SheetModel(
        f"{group.name} ({group.faction}, {group.type or 'no type'})", 1, group.tv, (), rows, _guessed(group)
    )


def _guessed(group: Group) -> bool:
    return group.status == PROPOSED or not group.default_force


def _option(option: Option) -> SheetModel:
    return SheetModel(option.name, 1, option.offer[0].tv or 0, (), tuple(_offers(option)))


def _support(support: Support) -> SheetModel:
    return SheetModel(support.name, 1, 0, (), ((f"{support.sp} SP", support.words or "each"),))


def _offers(option: Option) -> Iterator[tuple[str, str]]:
    for offer in option.offer:
        cost = "a price not in this book" if offer.tv is None else f"{offer.tv:+d} TV"
        limit = f", at most {offer.most} in a group" if offer.most else ""
        note = f"; {offer.note}" if offer.note else ""
        yield cost, f"{spoken(offer)}{limit}{note} [{offer.rule}]"


# --- Force building as everything around the system sees it

HEADERS = ("name", "faction", "army", "size", "level", "era", "proposed", "free", "cards", "lists")


@cache
def ready_made() -> Mapping[str, str]:
    """The rosters that come with the game: South and North at every Priority Level, by name."""
    return data_texts(PACKAGE, "rosters", ".txt")


def _names() -> tuple[str, ...]:
    return tuple(group.name for group in all_groups().values())


FORCE = ForceRules(
    layout=Layout(HEADERS, named=(SQUAD,), names=_names),
    factions=lambda: HOMES,
    sizes=(1000, 500, 750, 1500),
    styles={name: style.about for name, style in RECRUITING.items()},
    check=check,
    recruit=recruit,
    sheet=force_sheet,
    stock=stock,
    ready_made=ready_made,
)
