"""Checks of all data files: everything wrong with them, by file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources

from gearlock.kernel.errors import BadFile, Finding, Findings
from gearlock.kernel.rulebook import load_rulebook
from gearlock.muster.tables import read_table, slug
from gearlock.muster.text import read_text
from gearlock.systems.fieldmanual.army.around_a_force import FORCE, ready_made
from gearlock.systems.fieldmanual.army.building import read_prices
from gearlock.systems.fieldmanual.army.limits import check, priority_levels
from gearlock.systems.fieldmanual.army.upgrades import (
    MODEL,
    USES,
    Offer,
    Option,
    Support,
    armies,
    option_list,
    support_options,
)
from gearlock.systems.fieldmanual.combined_models import profile_faults
from gearlock.systems.fieldmanual.datacards import (
    COLUMNS,
    COLUMNS_UNIT_FILES,
    FILE_UNIT_FILES,
    KINDS,
    PROPOSED,
    Card,
    Group,
    Mount,
    Skills,
    all_cards,
    read_cards,
    read_groups,
    read_weapon_rows,
)
from gearlock.systems.fieldmanual.datacards import FILE as GROUPS_FILE
from gearlock.systems.fieldmanual.weapons import FILE, PACKAGE, known_perks, read_weapons, table_weapon, weapon_traits

# --- Checks of the files that forces are built by: options, prices, armies, levels, support and ready-made rosters

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


# --- Checks of all data files: everything wrong with them, by file and line

DATA_FILES = (
    "weapons.csv", "weapon_traits.toml", "perks.toml", "units.csv", "groups.csv", "options.toml", "prices.csv",
    "armies.toml", "priority_levels.toml", "support.toml",
)  # fmt: skip
"""What a battle is played with: all of it is in the fingerprint of the data."""


def data_text(file: str) -> str:
    """A data file as it stands."""
    return (resources.files(PACKAGE) / "data" / file).read_text(encoding="utf-8")


def lint() -> list[Finding]:
    """All findings: rows that cannot be read, strangers among names and rules, sums and marks that do not agree."""
    found = [*weapon_findings(data_text(FILE)), *rule_findings()]
    try:
        cards = read_cards(data_text(FILE_UNIT_FILES), FILE_UNIT_FILES)
    except BadFile as error:
        return [*found, *error.findings]
    found += unit_findings(data_text(FILE_UNIT_FILES), cards)
    found += group_findings(data_text(GROUPS_FILE), cards)
    squads = [card for card in cards.values() if card.is_infantry]
    found += [Finding(FILE_UNIT_FILES, 0, f"{card.name}: {fault}") for card in squads for fault in profile_faults(card)]
    return [*found, *force_findings(data_text)]


def weapon_findings(text: str) -> list[Finding]:
    """What is wrong with the weapon tables."""
    try:
        read_weapons(text)
    except BadFile as error:
        return list(error.findings)
    return []


def rule_findings() -> Iterator[Finding]:
    """Perks and traits whose rule is not in the rulebook."""
    rules = load_rulebook(PACKAGE)
    entries = [("perks.toml", perk.name, perk.rule) for perk in known_perks().values()]
    entries += [("weapon_traits.toml", trait.code, trait.rule) for trait in weapon_traits().values()]
    return (Finding(file, 0, f"{name}: there is no rule {rule}") for file, name, rule in entries if rule not in rules)


def _lines(text: str, file: str, columns: Iterable[str], key: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    return read_table(text, (key,), tuple(columns), Findings(file))


def unit_findings(text: str, cards: Mapping[str, Card]) -> list[Finding]:
    """What is wrong with cards that can be read: figures unlike the weapon tables, marks unlike the status."""
    found: list[Finding] = []
    for number, row in _lines(text, FILE_UNIT_FILES, COLUMNS_UNIT_FILES, "name"):
        card = cards[slug(row["name"])]
        faults = [fault for mount in card.weapons for fault in _unlike(mount)]
        if row.get("status") != card.status:
            faults.append(f"status '{row.get('status')}', but its weakest mark is {card.status}")
        if card.default_force and card.status == PROPOSED:
            faults.append("has proposed figures and is offered for usual forces; default_force must be no")
        if card.family not in {each.name for each in cards.values()}:
            faults.append(f"there is no model '{card.family}' whose options it could take")
        found += (Finding(FILE_UNIT_FILES, number, f"{card.name}: {fault}") for fault in faults)
    return found


def _unlike(mount: Mount) -> Iterator[str]:
    """Where a weapon row says something else than the weapon tables. RoF of pods and added traits may differ."""
    table, weapon = table_weapon(mount.weapon.id), mount.weapon
    for key in ("acc", "optimal", "suboptimal", "extreme", "dm", "by_size"):
        if getattr(table, key) != getattr(weapon, key):
            yield f"{mount.id}: {key} is {getattr(weapon, key)}, in the weapon tables {getattr(table, key)}"
    if not table.rof <= weapon.rof <= table.most_rof:
        yield f"{mount.id}: RoF {weapon.rof} is not between {table.rof} and {table.most_rof}"
    if missing := {name: rating for name, rating in table.traits.items() if weapon.traits.get(name) != rating}:
        yield f"{mount.id}: the weapon tables have {', '.join(f'{name} {rating}' for name, rating in missing.items())}"


def group_findings(text: str, cards: Mapping[str, Card]) -> list[Finding]:
    """What is wrong with the groups: models without cards, prices that are no sum, guesses in usual forces."""
    try:
        found_groups = read_groups(text, GROUPS_FILE)
    except BadFile as error:
        return list(error.findings)
    named = {card.name: card for card in cards.values()}
    found: list[Finding] = []
    for number, row in _lines(text, GROUPS_FILE, COLUMNS, "group"):
        group = found_groups[slug(f"{row['faction']} {row['group']}")]
        found += (Finding(GROUPS_FILE, number, f"{group.name}: {fault}") for fault in _group_faults(group, row, named))
    return found


def _group_faults(group: Group, row: Mapping[str, str], named: Mapping[str, Card]) -> Iterator[str]:
    missing = [name for _, name in group.composition if name not in named]
    if row["fieldable"] == "yes" and missing:
        yield f"there is no card for {', '.join(missing)}"
    if row["fieldable"] == "no" and group.composition and not missing:
        yield "every model has a card; fieldable must be yes"
    if missing or not group.composition:
        return
    total = sum(named[name].tv for name in group.models)
    if total != group.tv or row["sum_of_models"] != str(total):
        yield f"its models cost {total} TV, it says {group.tv} and {row['sum_of_models']}"
    if group.default_force and not all(named[name].default_force for name in group.models):
        yield "has models that stay out of usual forces; default_force must be no"
