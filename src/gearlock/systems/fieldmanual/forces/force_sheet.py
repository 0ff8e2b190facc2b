"""A force on paper: what each model is, can do and costs, and where every figure comes from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from gearlock.kernel.force import Arm, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.kernel.rulebook import heeds
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, spent
from gearlock.systems.fieldmanual.cards import DRONE, MARKS, PROPOSED, Card, Mount
from gearlock.systems.fieldmanual.forces.alterations import spoken
from gearlock.systems.fieldmanual.forces.composition import is_proposed, uses_proposed
from gearlock.systems.fieldmanual.forces.enlisting import Force, Recruit, Squad, enlist
from gearlock.systems.fieldmanual.forces.options import MODEL, Option, option_list
from gearlock.systems.fieldmanual.forces.pricing import force_price, price, squad_price
from gearlock.systems.fieldmanual.forces.support import Support, support_options
from gearlock.systems.fieldmanual.groups import Group
from gearlock.systems.fieldmanual.own_files import our_lists
from gearlock.systems.fieldmanual.weapons import BOARD, weapon_traits
from gearlock.table.measure import INCH

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
