"""A force on paper: what each unit is, can do and costs, and what of it is not printed, with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel.force import Arm, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, spent
from gearlock.systems.tactical.cards import MODE_WORDS, Card, Mount
from gearlock.systems.tactical.crew_levels import NAMES
from gearlock.systems.tactical.forces.enlisting import HQS, Force, Recruit, Squad, enlist
from gearlock.systems.tactical.forces.organising import mixed_troops
from gearlock.systems.tactical.formations import Formation, armies, echelons
from gearlock.systems.tactical.own_files import our_lists
from gearlock.systems.tactical.perks import known_perks, perk_words
from gearlock.systems.tactical.price_lists import Price
from gearlock.systems.tactical.provenance import WORDS, doubts, is_as_printed
from gearlock.systems.tactical.threat_value import level_of, unit_tv
from gearlock.systems.tactical.weapon_lists import COUNTED
from gearlock.systems.tactical.weapons import PRINTED, Weapon
from gearlock.table.measure import INCH

STAR = "* not all of it is printed in the book; below stands what is not, and why"
CALLED = 1
"""Communications that the book advises for a headquarters."""


@heeds("tactical.2.3.4-threat-value", "tactical.ref-datacards")
def force_sheet(roster: Roster) -> Sheet:
    """The whole force, squads in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    facts = [force.faction or "no faction", spent(force.tv, force.size, "TV"), f"{heads(force.recruits())} units"]
    facts += [f"{force.support} TV set aside for support"] if force.support else []
    facts += ["a detachment"] if force.is_detachment else []
    facts += ["has figures that are not printed"] if any(_notes(force)) else []
    facts += ["uses values of its player's own"] if force.lists.own else []
    groups = tuple(SheetGroup(_place(squad), (_unit(squad),)) for squad in force.squads)
    starred = any(model.converted for group in groups for unit in group.units for model in unit.models)
    notes = ((STAR,) if starred else ()) + tuple(dict.fromkeys((*_notes(force), *_advice(force))))
    return Sheet(title_of(roster), tuple(facts), groups, notes, "TV", cost=force.tv)


@rule("tactical.6.2.6-background")
def title_of(roster: Roster) -> str:
    """The name of a regiment and its badge. They change nothing in play."""
    name, badge = roster.says("name") or "A force", roster.says("badge")
    return f"{name} ({badge})" if badge else name


def _notes(force: Force) -> Iterator[str]:
    """Everything that is not printed, told once: cards, loads, weapon rows, squads, the organisation."""
    if force.army and force.army.proposed:
        yield f"{force.army.faction}: {force.army.proposed}"
    for squad in force.squads:
        formation = squad.formation
        if formation and formation.mark != PRINTED:
            yield f"{formation.name}: {WORDS[formation.mark]}{f' ({formation.reason})' if formation.reason else ''}"
        for recruit in squad.recruits:
            for doubt in doubts(recruit.fitted.card) if recruit.fitted else ():
                yield f"{recruit.name}, {doubt.words}"


@heeds("tactical.6.2.6-units", "tactical.6.4.1")
def _advice(force: Force) -> Iterator[str]:
    """What the book advises and does not demand."""
    for squad in force.of_kind(HQS[0]):
        if not any(it.card and it.card.communications >= CALLED for it in squad.recruits):
            yield f"{squad.title}: a headquarters is better off with Communications of +{CALLED} or more"
    for name in mixed_troops(force):
        yield f"{name}: GRELs are generally in troops of their own, for they cannot keep up with tanks"


def _place(squad: Squad) -> str:
    place = "Headquarters" if squad.kind == HQS[0] else squad.section
    return f"{squad.company}, {place}" if squad.company else place


def _unit(squad: Squad) -> SheetUnit:
    formation = squad.formation
    mark = f", {formation.mark}" if formation and formation.mark != PRINTED else ""
    listed = (
        f" ({formation.name}{mark})" if formation and formation.name != squad.title else f" ({mark[2:]})" * bool(mark)
    )
    return SheetUnit(f"{squad.title}{listed}: {squad.tv} TV", tuple(map(_model, squad.recruits)))


def _model(recruit: Recruit) -> SheetModel:
    if recruit.fitted is None:
        lost = recruit.squad.force.lists.unfielded.get(recruit.name, ("", "there is no card for it"))[1]
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", lost),), line=recruit.line)
    bought = [*(it.title for it in recruit.purchases), *(f"{text} (not known)" for text in recruit.unknown)]
    said = f"{recruit.name}, {NAMES[recruit.level]}"
    found = shown(recruit.fitted.card, said, recruit.count, recruit.tv, ("bought", ", ".join(bought)))
    return msgspec.structs.replace(found, line=recruit.line)


def shown(card: Card, title: str, count: int, cost: int, *more: tuple[str, str]) -> SheetModel:
    """A card as a sheet has it, starred where something of it is not printed."""
    rows = rows_said(
        ("weapons", "; ".join(map(weapon_words, card.weapons))),
        ("squad", _squad_words(card)),
        ("perks", _perks(card, card.perks)),
        ("flaws", _perks(card, card.flaws)),
        *more,
        *(("not printed", doubt.words) for doubt in doubts(card)),
    )
    return SheetModel(
        title, count, cost, _stats(card), rows, not is_as_printed(card), arms=tuple(map(_arm, card.weapons))
    )


def _arm(mount: Mount) -> Arm:
    """A weapon row by its ranges, with a mark where it is not printed; best at Short, at most Extreme."""
    weapon = mount.weapon
    short, *_, extreme = weapon.band_ends() if weapon.base else (0, 0)
    traits = [f"{name} {rating}" if name in COUNTED else name for name, rating in weapon.traits.items()]
    traits += [f"ROF {weapon.rof}"] if weapon.rof else []
    traits += [f"{mount.ammo} rounds"] if mount.ammo is not None else []
    traits += [f"{mount.clips} spare clip{'s' * (mount.clips > 1)}"] if mount.clips else []
    traits += [f"linked {mount.link}"] if mount.link else []
    traits += [f"not printed: {mount.mark}"] if mount.mark != PRINTED else []
    strength = (("acc", signed(weapon.accuracy)), ("dm", f"x{weapon.dm}"))
    return Arm(f"{mount.id} {mount.arc}".strip(), (0, short // INCH), extreme // INCH, strength, tuple(traits))


def signed(value: int) -> str:
    """+1, 0, -2."""
    return f"{value:+d}" if value else "0"


def _stats(card: Card) -> tuple[tuple[str, str], ...]:
    moves = [(MODE_WORDS[mode], f"{it.combat}/{'-' if card.squad else it.top}") for mode, it in card.modes.items()]
    seen = f"{card.sensor_km}.{card.sensor_m // 100}" if card.sensor_m else str(card.sensor_km)
    armor = [] if card.squad else [("Armor", "/".join(map(str, card.thresholds())))]
    base = [("base TV", str(card.base_tv))] if card.base_tv else []
    return (
        ("kind", card.kind),
        *base,
        ("Size", str(card.size)),
        ("Crew", str(card.crew)),
        ("Actions", str(card.actions)),
        ("Man", signed(card.maneuver)),
        ("FireCon", signed(card.fire_control)),
        ("Sens", f"{signed(card.sensors)}/{seen}"),
        ("Com", f"{signed(card.communications)}/{card.comm_km}"),
        *moves,
        *armor,
    )


def _squad_words(card: Card) -> str:
    if card.squad is None:
        return ""
    squad = card.squad
    parts = [f"{len(squad.carried)} men in {squad.armor or 'no armor'}"]
    parts += (f"{squad.carried.count(name)} {name}" for name in dict.fromkeys(squad.carried))
    parts += [squad.mount + "s"] if squad.mount else []
    return ", ".join([*parts, *(["night vision"] if squad.night_vision else []), f"leader #{squad.leader}"])


def figures(weapon: Weapon) -> str:
    """`0 2/4/8/16 x8 ROF 2 (Anti-Infantry)`."""
    bands = "/".join(str(end // INCH) for end in weapon.band_ends()) if weapon.base else "contact"
    rof = f" ROF {weapon.rof}" if weapon.rof else ""
    traits = ", ".join(f"{name} {rating}" if name in COUNTED else name for name, rating in weapon.traits.items())
    return f"{signed(weapon.accuracy)} {bands} x{weapon.dm}{rof}{f' ({traits})' if traits else ''}"


def weapon_words(mount: Mount) -> str:
    """A weapon row: `LAC F 0 2/4/8/16 x8 ROF 2, 60 rounds, 2 clips`, with a mark where the row is not printed."""
    rounds = f", {mount.ammo} rounds" if mount.ammo is not None else ""
    clips = f", {mount.clips} spare clip{'s' * (mount.clips > 1)}" if mount.clips else ""
    link = f", linked {mount.link}" if mount.link else ""
    mark = f" [{mount.mark}]" if mount.mark != PRINTED else ""
    return f"{mount.id} {mount.arc} {figures(mount.weapon)}{rounds}{clips}{link}{mark}"


def _perks(card: Card, named: Mapping[str, int]) -> str:
    words = (perk_words(name, rating, card.details.get(name, "")) for name, rating in named.items())
    return ", ".join(f"{text} AUX" if name in card.aux else text for text, name in zip(words, named, strict=True))


@cache
def stock() -> Sheet:
    """Every card, squad, price list and weapon there is, and the names that have no card, each with its mark."""
    lists = our_lists()
    factions: dict[str, list[Card]] = {}
    for card in lists.cards.values():
        factions.setdefault(card.faction, []).append(card)
    groups = [plain_group(name, map(listed, cards)) for name, cards in factions.items()]
    groups.append(plain_group("Squads", map(formation_line, lists.formations.values())))
    for gear, rows in lists.prices.items():
        groups.append(plain_group(f"Price list of the {gear}", map(_price, rows.values())))
    groups.append(plain_group("Vehicle weapons", map(_weapon, lists.arms.vehicle.values())))
    groups.append(plain_group("Infantry weapons", map(_weapon, lists.arms.infantry.values())))
    groups.append(plain_group("Perks and flaws", _perk_rows()))
    groups.append(plain_group("Named without a card", _unfielded()))
    groups.append(plain_group("Organisation", _organisation()))
    facts = (f"{len(lists.cards)} cards", f"{len(lists.formations)} squads", f"{len(lists.unfielded)} names only")
    return Sheet("All cards, squads, prices and weapons", facts, tuple(groups), (STAR,), "TV")


def listed(card: Card) -> SheetModel:
    """A card as a list shows it."""
    level = level_of(card)
    crew = f", {NAMES[level]}" if card.squad else ""
    return shown(card, f"{card.name}{crew}", 1, unit_tv(card, level), ("note", card.note))


def formation_line(formation: Formation) -> SheetModel:
    """A squad as a list shows it."""
    lists = our_lists()
    cards = [card for name in formation.models if (card := lists.card(name))]
    models = ", ".join(f"{count} {name}" for count, name in formation.composition)
    free = f"{formation.least}{f' to {formation.most}' * (formation.most > formation.least)} of any {formation.kind}"
    rows = rows_said(
        ("models", models or (free if formation.fieldable else "not known")),
        ("not printed", f"{WORDS[formation.mark]} ({formation.reason})" if formation.mark != PRINTED else ""),
        ("note", formation.note),
    )
    cost = sum(unit_tv(card, level_of(card)) for card in cards)
    return SheetModel(f"{formation.name} ({formation.faction})", 1, cost, (), rows, formation.mark != PRINTED)


def _price(price: Price) -> SheetModel:
    clip = "none can be bought" if price.clip is None else f"{price.clip} TV"
    rounds = f"{price.arc}, {price.ammo} rounds, spare clip: {clip}" if price.weapon else ""
    doubt = f"{WORDS[price.mark]} ({price.reason})" if price.mark != PRINTED else ""
    rows = rows_said(("", rounds), ("not printed", doubt))
    return SheetModel(price.option, 1, price.cost, (), rows, price.mark != PRINTED)


def _weapon(weapon: Weapon) -> SheetModel:
    doubt = f"{WORDS[weapon.mark]} ({weapon.reason})" if weapon.mark != PRINTED else ""
    size = f", from Size {weapon.min_size} on" if weapon.min_size else ""
    rows = rows_said(("", f"{figures(weapon)}{size}"), ("not printed", doubt))
    title = weapon.id if weapon.id == weapon.name else f"{weapon.id}, {weapon.name}"
    return SheetModel(title, 1, 0, (), rows, weapon.mark != PRINTED)


def _perk_rows() -> Iterator[SheetModel]:
    for perk in known_perks().values():
        kind = (
            f"{'flaw' if perk.flaw else 'perk'}{', AUX' if perk.aux else ''}{', with a rating' if perk.rated else ''}"
        )
        yield SheetModel(perk.name, 1, 0, (), ((kind, f"{perk.words} [{perk.rule}]"),))


def _unfielded() -> Iterator[SheetModel]:
    for name, (faction, reason) in our_lists().unfielded.items():
        yield SheetModel(f"{name} ({faction})", 1, 0, (), (("cannot be fielded", reason),), True)


@heeds("tactical.6.1.1", "tactical.6.1.2")
def _organisation() -> Iterator[SheetModel]:
    for army in armies().values():
        company = f"{army.sections} {army.section}s to a company" if army.sections else "no fixed structure"
        squads = f", {army.squads} {army.squad}s make a {army.section}" if army.squads else ""
        more = f" and {army.most_squads} may" if army.most_squads > army.squads else ""
        rows = rows_said(("", f"{company}{squads}{more}"), ("not printed", army.proposed))
        yield SheetModel(army.faction, 1, 0, (), rows, bool(army.proposed))
    for each in echelons().values():
        yield SheetModel(each.name, 1, 0, (), rows_said(("", each.consists), ("people", each.people)))
