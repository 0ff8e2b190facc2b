"""Everything that can be wrong in the data files, found without playing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.errors import BadFile, BadInput, Finding
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.blitz.forces.lists import SubList, Upgrade, read_ua, sublists, upgrade_list
from gearlock.systems.blitz.models import (
    AIR,
    BALLISTIC,
    BEAM,
    INDIRECT,
    MELEE,
    MISSILE,
    PACKAGE,
    SIZES,
    Model,
    ModelCard,
    WeaponRow,
    all_cards,
    fortifications,
    known_traits,
    printed_cards,
    read_pen,
    read_trait,
    read_type,
    read_weapon,
    readings,
    weapons_table,
)

TYPES = {
    "Gear": ("", "Hover"),
    "Strider": ("", "Tall", "Low"),
    "Vehicle": ("", "Hover", "ORV", "VTOL", "Flying"),
    "Infantry": ("", "Team", "ATV"),
    "Fortification": ("",),
    "Drone": ("",),
}
GAITS = ("W", "G", "H", "I", "V", "F", "")
CATEGORIES = (BALLISTIC, BEAM, MISSILE, INDIRECT, MELEE, AIR)


def lint() -> list[Finding]:
    """All findings: lines that cannot be read, unknown traits, weapons and types, ranges that do not rise."""
    try:
        cards = all_cards()
    except BadFile as error:
        return list(error.findings)
    found = [
        Finding("weapons.toml", 0, f"{row.code}: {fault}") for row in weapons_table().values() for fault in _row(row)
    ]
    for reading in readings():
        if reading.id not in printed_cards():
            found.append(Finding("readings.toml", 0, f"{reading.id}: there is no such line to read"))
    for id in fortifications():
        if id not in cards:
            found.append(Finding("support.toml", 0, f"{id}: there is no such model"))
    rules = load_rulebook(PACKAGE)
    ruled: list[tuple[str, Upgrade | SubList]] = [("upgrades.toml", it) for it in upgrade_list().by_id.values()]
    ruled += [("sublists.toml", it) for it in sublists().values()]
    for file, each in ruled:
        if each.rule not in rules:
            found.append(Finding(file, 0, f"{each.name}: there is no rule {each.rule}"))
    for card in cards.values():
        found += (Finding("units", 0, f"{card.id}: {fault}") for fault in card_faults(card))
    return found


def _row(row: WeaponRow) -> Iterator[str]:
    yield from _strangers((read_trait(text).name for text in row.traits), "weapon")
    yield from (f"there is no size '{size}'" for size in row.penetration if size not in SIZES)
    for pen in row.penetration.values():
        try:
            read_pen(pen)
        except BadInput as error:
            yield str(error)
    if row.category not in CATEGORIES:
        yield f"there is no category '{row.category}'"
    if not 0 <= row.optimal[0] <= row.optimal[1] <= row.maximum:
        yield f"the range {row.optimal[0]}-{row.optimal[1]}/{row.maximum} does not rise"


def _strangers(names: Iterable[str], kind: str) -> Iterator[str]:
    return (f"there is no {kind} trait '{name}'" for name in sorted(set(names) - set(known_traits(kind))))


def card_faults(card: ModelCard) -> Iterator[str]:
    """What is wrong with a stat line."""
    type, subtype, _ = read_type(card.type)
    if card.type and subtype not in TYPES.get(type, ()):
        yield f"there is no type '{card.type}'"
    if card.gait not in GAITS:
        yield f"there is no movement type '{card.gait}'"
    for text in card.ua:
        try:
            read_ua(text)
        except BadInput as error:
            yield str(error)
    try:
        model = Model(_standing(card), weapons_table())
    except (BadInput, ValueError) as error:
        yield str(error)
        return
    given = {name for sms in model.sms.values() for name in (*sms.gains, *sms.loses)}
    yield from _strangers({*model.traits, *given}, "model")
    loads = (load for weapon in model.weapons.values() for load in weapon.loads.values())
    yield from _strangers((name for load in loads for name in load.traits), "weapon")
    for entry in model.automatic:
        if not card.upgrade and entry not in model.weapons and not _is_weapon(entry):
            yield f"AutoAI names '{entry}', which is no weapon"


def _standing(card: ModelCard) -> ModelCard:
    """An upgrade as if it were a model of its own: what it adds and takes is read like any other entry."""
    if not card.upgrade:
        return card
    taken = {field: tuple(text.lstrip("+-") for text in getattr(card, field)) for field in ("weapons", "traits")}
    return type(card)(**{**{name: getattr(card, name) for name in card.__struct_fields__}, **taken})


def _is_weapon(code: str) -> bool:
    try:
        read_weapon(code, weapons_table())
    except BadInput:
        return False
    return True
