"""Everything that can be wrong in the data files, found without playing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.systems.brigands.deployment.grounds import SIDE, hand_made, map_names
from gearlock.systems.brigands.models import ModelCard, known_traits, model_cards, weapons_table
from gearlock.systems.brigands.movement.movement import GAITS
from gearlock.systems.brigands.weapons import SIZES, WeaponRow, range_modifier, read_arsenal, read_traits
from gearlock.table.terrain import Ground

MODEL_TYPES = ("Gear", "Vehicle", "Strider", "Infantry", "Fortification", "Drone")


def lint() -> list[Finding]:
    """All findings: unknown traits, weapons and categories, numbers out of bounds, maps that do not load."""
    found = [
        Finding("weapons.toml", 0, f"{row.code}: {fault}") for row in weapons_table().values() for fault in _row(row)
    ]
    found += [
        Finding("models.toml", 0, f"{card.id}: {fault}") for card in model_cards().values() for fault in faults(card)
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


def faults(card: ModelCard) -> Iterator[str]:
    """What is wrong with a stat line."""
    yield from _strangers(read_traits(card.traits), "model")
    yield from (f"there is no movement type '{gait}'" for gait in card.move if gait not in GAITS)
    if card.type not in MODEL_TYPES:
        yield f"there is no model type '{card.type}'"
    if not (0 <= card.gunnery <= 6 and 0 <= card.piloting <= 6):
        yield "skills go from 0 to 6"
    if card.hull < 1 or card.structure < 0 or card.actions < 0 or card.height <= 0 or card.base_mm <= 0:
        yield "Hull, Structure, Actions, Height or base is out of bounds"
    try:
        for weapon in read_arsenal(card.weapons, weapons_table()).values():
            yield from _strangers(weapon.traits, "weapon")
    except UnknownName as error:
        yield str(error)
    if not card.source or not card.converted:
        yield "says neither where it comes from nor what was converted"


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
