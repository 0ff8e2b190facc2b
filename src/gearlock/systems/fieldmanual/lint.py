"""Checks of all data files: everything wrong with them, by file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

from gearlock.kernel.errors import BadFile, Finding, Findings
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.fieldmanual import groups, unit_files, weapons
from gearlock.systems.fieldmanual.cards import PROPOSED, Card, Mount
from gearlock.systems.fieldmanual.combined_models.infantry import profile_faults
from gearlock.systems.fieldmanual.forces.force_lint import force_findings
from gearlock.systems.fieldmanual.groups import Group, read_groups
from gearlock.systems.fieldmanual.perks import known_perks
from gearlock.systems.fieldmanual.tables import read_table, slug
from gearlock.systems.fieldmanual.unit_files import read_cards
from gearlock.systems.fieldmanual.weapons import PACKAGE, read_weapons, table_weapon, weapon_traits

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
    found = [*weapon_findings(data_text(weapons.FILE)), *rule_findings()]
    try:
        cards = read_cards(data_text(unit_files.FILE), unit_files.FILE)
    except BadFile as error:
        return [*found, *error.findings]
    found += unit_findings(data_text(unit_files.FILE), cards)
    found += group_findings(data_text(groups.FILE), cards)
    squads = [card for card in cards.values() if card.is_infantry]
    found += [Finding(unit_files.FILE, 0, f"{card.name}: {fault}") for card in squads for fault in profile_faults(card)]
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
    for number, row in _lines(text, unit_files.FILE, unit_files.COLUMNS, "name"):
        card = cards[slug(row["name"])]
        faults = [fault for mount in card.weapons for fault in _unlike(mount)]
        if row.get("status") != card.status:
            faults.append(f"status '{row.get('status')}', but its weakest mark is {card.status}")
        if card.default_force and card.status == PROPOSED:
            faults.append("has proposed figures and is offered for usual forces; default_force must be no")
        if card.family not in {each.name for each in cards.values()}:
            faults.append(f"there is no model '{card.family}' whose options it could take")
        found += (Finding(unit_files.FILE, number, f"{card.name}: {fault}") for fault in faults)
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
        found_groups = read_groups(text, groups.FILE)
    except BadFile as error:
        return list(error.findings)
    named = {card.name: card for card in cards.values()}
    found: list[Finding] = []
    for number, row in _lines(text, groups.FILE, groups.COLUMNS, "group"):
        group = found_groups[slug(f"{row['faction']} {row['group']}")]
        found += (Finding(groups.FILE, number, f"{group.name}: {fault}") for fault in _group_faults(group, row, named))
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
