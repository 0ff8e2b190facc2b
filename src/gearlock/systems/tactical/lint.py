"""Checks of all data files: everything wrong with them, by file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gearlock.kernel.errors import BadFile, Finding, Findings
from gearlock.kernel.rulebook import load_rulebook
from gearlock.muster.tables import read_table, slug
from gearlock.muster.text import read_text
from gearlock.systems.tactical.army_lists import ANY, ARMIES_FILE, FILE, Formation, armies, our_formations, sort_of
from gearlock.systems.tactical.army_lists import COLUMNS as FORMATION_COLUMNS
from gearlock.systems.tactical.datacards import Card, actions_of, known_perks
from gearlock.systems.tactical.forces.around_a_force import FORCE, ready_made
from gearlock.systems.tactical.forces.force_building import check
from gearlock.systems.tactical.unit_files import (
    COLUMNS,
    FILE_UNIT_FILES,
    LOADS_FILE,
    MOUNT_COLUMNS,
    MOUNTS_FILE,
    NEEDED,
    Pick,
    all_cards,
    our_loads,
    our_prices,
    our_units,
    refuse_pick,
    weakest,
)
from gearlock.systems.tactical.unit_files import FILE as PRICES_FILE
from gearlock.systems.tactical.weapons import MARKS, PACKAGE, PRINTED, data_text

UNNEEDED = ("sensor_km", "comm_km", "perks", "flaws", "faction")
"""Fields whose marks do not decide how far a card as a whole can be trusted."""


def lint() -> list[Finding]:
    """All findings: rows that cannot be read, strangers among names and rules, marks that do not agree."""
    try:
        all_cards(), our_loads(), our_formations()
    except BadFile as error:
        return list(error.findings)
    return [
        *rule_findings(),
        *unit_findings(data_text(FILE_UNIT_FILES)),
        *mount_findings(data_text(MOUNTS_FILE)),
        *price_findings(),
        *formation_findings(data_text(FILE)),
        *(found for name, text in ready_made().items() for found in roster_findings(name, text)),
    ]


def rule_findings() -> Iterator[Finding]:
    """Perks, squads and armies whose rule is not in the rulebook."""
    entries = [("perks.toml", perk.name, perk.rule) for perk in known_perks().values()]
    entries += [(FILE, each.name, each.rule) for each in our_formations().values()]
    entries += [(ARMIES_FILE, each.faction, each.rule) for each in armies().values()]
    entries += [(ARMIES_FILE, each.faction, each.hq_rule) for each in armies().values()]
    rules = load_rulebook(PACKAGE)
    return (Finding(file, 0, f"{name}: there is no rule {rule}") for file, name, rule in entries if rule not in rules)


def unit_findings(text: str) -> list[Finding]:
    """What is wrong with cards that can be read: a mark too good, a reason missing, Actions unlike the crew."""
    units, found = our_units(), list[Finding]()
    for number, row in read_table(text, NEEDED, COLUMNS, Findings(FILE_UNIT_FILES)):
        card = units.cards.get(slug(row["name"])) or units.chassis.get(row["name"])
        faults = _card_faults(card) if card else () if row["reason"] else ("says not why it cannot be fielded",)
        found += (Finding(FILE_UNIT_FILES, number, f"{row['name']}: {fault}") for fault in faults)
    return found


def _card_faults(card: Card) -> Iterator[str]:
    marks = [mark for field, mark in card.provenance.items() if field not in UNNEEDED]
    needed = weakest((*marks, *(mount.mark for mount in card.weapons)))
    if MARKS.index(card.status) < MARKS.index(needed):
        yield f"status '{card.status}', but its weakest mark is {needed}"
    if card.status != PRINTED and not card.reason:
        yield "is not printed and gives no reason"
    for field, mark in card.provenance.items():
        if mark != PRINTED and not card.reasons.get(field):
            yield f"{field} is not printed and gives no reason"
    if card.actions != actions_of(card.crew):
        yield f"{card.actions} Actions; a crew of {card.crew} has {actions_of(card.crew)}"


def mount_findings(text: str) -> Iterator[Finding]:
    """Weapon rows of units that there are not, and rows that are not printed and give no reason."""
    names = {card.name for card in our_units().cards.values()}
    for number, row in read_table(text, MOUNT_COLUMNS, MOUNT_COLUMNS, Findings("mounts")):
        if row["unit"] not in names:
            yield Finding(MOUNTS_FILE, number, f"there is no unit '{row['unit']}'")
        if row["mark"] != PRINTED and not row["reason"]:
            yield Finding(MOUNTS_FILE, number, f"{row['unit']}, {row['weapon']}: gives no reason")


def price_findings() -> Iterator[Finding]:
    """Price lists of Gears that there are not, prices without a reason, and what its Gear cannot carry."""
    chassis = our_units().chassis
    for gear, rows in our_prices().items():
        if gear not in chassis:
            yield Finding(PRICES_FILE, 0, f"there is no Gear '{gear}'")
            continue
        for price in rows.values():
            if price.mark != PRINTED and not price.reason:
                yield Finding(PRICES_FILE, 0, f"{gear}, {price.option}: gives no reason")
            if fault := refuse_pick(chassis[gear], Pick(price)):
                yield Finding(PRICES_FILE, 0, f"{gear}, {price.option}: {fault.message}")
    for gear in chassis:
        if gear not in our_loads():
            yield Finding(LOADS_FILE, 0, f"{gear}: has no stock load")


def formation_findings(text: str) -> list[Finding]:
    """Squads of models without cards or of another kind, and marks without a reason."""
    cards = {card.name: card for card in all_cards().values()}
    found: list[Finding] = []
    for number, row in read_table(text, FORMATION_COLUMNS, FORMATION_COLUMNS, Findings(FILE)):
        formation = our_formations()[slug(f"{row['faction']} {row['squad']}")]
        faults = _formation_faults(formation, cards)
        found += (Finding(FILE, number, f"{formation.name}: {fault}") for fault in faults)
    return found


def _formation_faults(formation: Formation, cards: Mapping[str, Card]) -> Iterator[str]:
    for name in dict.fromkeys(formation.models):
        if name not in cards:
            yield f"there is no card for '{name}'"
        elif formation.kind not in (ANY, sort_of(cards[name])):
            yield f"'{name}' is no {formation.kind}"
    if formation.composition and len(formation.models) != formation.least:
        yield f"lists {len(formation.models)} models; it has {formation.least}"
    if formation.mark != PRINTED and not formation.reason:
        yield "is not printed and gives no reason"


def roster_findings(name: str, text: str) -> Iterator[Finding]:
    """The rules that a ready-made roster breaks."""
    for violation in check(read_text(text, FORCE.layout)):
        yield Finding(f"rosters/{name}.txt", violation.line, violation.message)
