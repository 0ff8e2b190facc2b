"""Checks of the files that forces are built by: options, prices, armies, levels, support and ready-made rosters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.rulebook import load_rulebook
from gearlock.muster.text import read_text
from gearlock.systems.fieldmanual.cards import KINDS, Skills
from gearlock.systems.fieldmanual.forces.force import check
from gearlock.systems.fieldmanual.forces.force_rules import FORCE, ready_made
from gearlock.systems.fieldmanual.forces.levels import priority_levels
from gearlock.systems.fieldmanual.forces.options import MODEL, Offer, Option, armies, option_list
from gearlock.systems.fieldmanual.forces.pricing import read_prices
from gearlock.systems.fieldmanual.forces.support import USES, Support, support_options
from gearlock.systems.fieldmanual.perks import known_perks
from gearlock.systems.fieldmanual.unit_files import all_cards
from gearlock.systems.fieldmanual.weapon_rows import read_weapon_rows
from gearlock.systems.fieldmanual.weapons import PACKAGE

Text = Callable[[str], str]
"""A data file by its name."""


def force_findings(text: Text) -> Iterator[Finding]:
    """Everything wrong with these files, by line."""
    for file, id, rule in cited():
        if rule not in load_rulebook(PACKAGE):
            yield Finding(file, _line(text(file), id), f"{id}: there is no rule {rule}")
    for option in option_list().by_id.values():
        for fault in option_faults(option):
            yield Finding("options.toml", _line(text("options.toml"), option.id), f"{option.id}: {fault}")
    yield from price_findings(text("prices.csv"))
    for support in support_options().values():
        for fault in support_faults(support):
            yield Finding("support.toml", _line(text("support.toml"), support.id), f"{support.id}: {fault}")
    for name, roster in ready_made().items():
        yield from roster_findings(name, roster)


def support_faults(support: Support) -> Iterator[str]:
    """What is wrong with something Support Points buy."""
    if support.use not in USES:
        yield f"there is no use '{support.use}'; there are {', '.join(USES)}"
    if support.card and support.card not in all_cards():
        yield f"there is no card '{support.card}'"


def _line(text: str, id: str) -> int:
    """Where the record of this id stands; 0 if nowhere."""
    wanted = f'id = "{id}"'
    return next((number for number, line in enumerate(text.splitlines(), 1) if line == wanted), 0)


def cited() -> Iterator[tuple[str, str, str]]:
    """Every rule that a record names: file, record, rule."""
    for option in option_list().by_id.values():
        yield from (("options.toml", option.id, offer.rule) for offer in option.offer)
        if option.rule:
            yield "options.toml", option.id, option.rule
    yield from (("support.toml", support.id, support.rule) for support in support_options().values())
    yield from (("priority_levels.toml", str(level.level), level.rule) for level in priority_levels().values())


def option_faults(option: Option) -> Iterator[str]:
    """What is wrong with an option and its offers."""
    if bool(option.offer) != (option.kind == MODEL):
        yield "an option of models has offers, and nothing else has"
    for offer in option.offer:
        yield from _offer_faults(offer)


def _offer_faults(offer: Offer) -> Iterator[str]:
    factions = {army.faction for army in armies().values()}
    yield from (f"there is no army '{name}'" for name in offer.armies if name not in {*armies(), *factions})
    yield from (f"there is no kind '{kind}'" for kind in offer.kinds if kind not in KINDS)
    yield from (
        f"there is no perk '{name}'" for name in (offer.gains, offer.loses) if name and name not in known_perks()
    )
    if offer.skill and offer.skill not in Skills._fields:
        yield f"there is no skill '{offer.skill}'"
    for row in (offer.gives, offer.then_gives, offer.adds):
        try:
            read_weapon_rows(row)
        except ValueError as error:
            yield str(error)


def price_findings(text: str) -> Iterator[Finding]:
    """Rows that cannot be read, armies nobody knows, rules there are not, prices given twice."""
    try:
        found = read_prices(text)
    except BadFile as error:
        yield from error.findings
        return
    rules, seen = load_rulebook(PACKAGE), set[tuple[str, str, str]]()
    factions = {army.faction for army in armies().values()}
    for number, price in enumerate(found, 2):
        key = (price.army, price.group, price.model)
        if price.rule not in rules:
            yield Finding("prices.csv", number, f"there is no rule {price.rule}")
        if price.army not in {*armies(), *factions}:
            yield Finding("prices.csv", number, f"there is no army '{price.army}'")
        if key in seen:
            yield Finding("prices.csv", number, f"{' '.join(key)}: has a price already")
        seen.add(key)


def roster_findings(name: str, text: str) -> Iterator[Finding]:
    """The rules that a ready-made roster breaks."""
    for violation in check(read_text(text, FORCE.layout)):
        yield Finding(f"rosters/{name}.txt", violation.line, violation.message)
