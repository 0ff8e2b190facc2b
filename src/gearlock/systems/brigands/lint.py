"""Everything that can be wrong in the data files, found without playing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.errors import BadFile, Finding
from gearlock.systems.brigands.deployment.places import SIDE, hand_made, map_names
from gearlock.systems.brigands.forces.upgrades import card_faults
from gearlock.systems.brigands.models import (
    SIZES,
    WeaponRow,
    known_traits,
    model_cards,
    range_modifier,
    read_traits,
    weapons_table,
)
from gearlock.table.terrain import Ground


def lint() -> list[Finding]:
    """All findings: unknown traits, weapons and categories, numbers out of bounds, maps that do not load."""
    found = [
        Finding("weapons.toml", 0, f"{row.code}: {fault}") for row in weapons_table().values() for fault in _row(row)
    ]
    found += [
        Finding("models.toml", 0, f"{card.id}: {fault}")
        for card in model_cards().values()
        for _, fault in card_faults(card)
    ]
    for name in map_names():
        try:
            found += [Finding(f"{name}.toml", 0, fault) for fault in _map(hand_made(name))]
        except BadFile as error:
            found += error.findings
    return found


def _strangers(traits: Iterable[str], kind: str) -> Iterator[str]:
    return (f"there is no {kind} trait '{trait}'" for trait in sorted(set(traits) - known_traits(kind)))


def _row(row: WeaponRow) -> Iterator[str]:
    yield from _strangers(read_traits(row.traits), "weapon")
    yield from (f"there is no size '{size}'" for size in row.penetration if size not in SIZES)
    for category in row.categories:
        try:
            range_modifier(category, True)
        except KeyError:
            yield f"there is no category '{category}'"
    if not 0 <= row.optimal[0] <= row.optimal[1] <= row.maximum:
        yield f"the range {row.optimal[0]}-{row.optimal[1]}/{row.maximum} does not rise"


def _map(ground: Ground) -> Iterator[str]:
    if (ground.width, ground.height) != (SIDE, SIDE):
        yield "is not 48 by 48 inches"
    for piece in ground.pieces:
        if (
            piece.kind in ("area", "instance", "building", "hill")
            and piece.top
            and piece.rating not in ("light", "heavy")
        ):
            yield f"{piece.id}: neither light nor heavy"
        if piece.kind == "water" and not piece.props.get("depth"):
            yield f"{piece.id}: water without a depth"
