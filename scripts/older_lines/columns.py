"""The columns of a stat line that are figures: movement, damage, skills, sensors; and type, height and base."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from older_lines.ledger import Ledger, carries_out
from older_lines.parse import UNCHANGED, BetaLine

TYPES = {
    "Gear": ("type-gear", "Gear", 1.5),
    "Gear (Hover)": ("type-gear-hover", "Gear", 2.0),
    "Infantry": ("type-infantry", "Infantry", 1.0),
    "Infantry (Team)": ("type-team", "Infantry", 1.0),
    "Infantry (ATV)": ("type-atv", "Infantry", 1.0),
    "Vehicle": ("type-vehicle", "Vehicle", 1.5),
    "Vehicle (Hover)": ("type-vehicle-hover", "Vehicle", 2.0),
    "Vehicle (ORV)": ("type-orv", "Vehicle", 1.5),
    "Vehicle (VTOL)": ("type-vtol", "Vehicle", 1.5),
    "Strider": ("type-strider", "Strider", 2.5),
    "Strider (Tall)": ("type-strider-tall", "Strider", 2.5),
    "Strider (Low)": ("type-strider-low", "Strider", 1.5),
    "Strider (Tall), Vehicle (SMS)": ("type-changing", "Strider", 2.5),
    "Drone": ("type-drone", "Drone", 1.0),
}
"""Type there -> rule, type and height here."""

GAITS = {"W": "mr-walker", "G": "mr-ground", "H": "mr-hover", "I": "mr-infantry", "V": "mr-vtol"}
SWITCHED = {"G": "mr-sms-ground", "H": "mr-sms-hover"}
DETECTION, RAISED = 12, 6


@carries_out(*GAITS.values(), *SWITCHED.values(), "mr-fast", "mr-none", "mr-letter", "mr-water", "trait-sms")
def movement(beta: BetaLine, ledger: Ledger) -> dict[str, int]:
    """Inches by movement type. Ground and Hover have the older bonus for open ground built in, as the Hunter's has."""
    match = re.fullmatch(r'(\d+)" ?([WGHIV])', beta.mr)
    switches = [trait for trait in beta.traits if trait.name == "SMS"]
    if match is None:
        ledger.note("mr-none", "no movement")
        return {}
    inches, letter = int(match[1]), match[2]
    if letter == "H" and any(switch.rating == "H" for switch in switches):
        ledger.note("mr-letter", f"{inches} H to {inches} W")
        letter = "W"
    moves = _native(beta, inches, letter, ledger)
    for switch in switches:
        if switch.rating not in SWITCHED:
            ledger.drop("mr-water", switch.text())
            continue
        fast = 1 if "Fast" in switch.bracket else 0
        moves[switch.rating] = inches + 1 + fast
        ledger.note(SWITCHED[switch.rating], f"{inches} {letter} with {switch.text()} to {_shown(moves)}")
    return moves


def _native(beta: BetaLine, inches: int, letter: str, ledger: Ledger) -> dict[str, int]:
    """The movement a model has without switching."""
    gait = {"I": "W", "V": "H"}.get(letter, letter)
    moves = {gait: inches + (1 if letter in "GH" else 0)}
    ledger.note(GAITS[letter], f"{inches} {letter} to {_shown(moves)}")
    for fast in [trait for trait in beta.traits if trait.name == "Fast"]:
        moves[gait] += 1
        ledger.note("mr-fast", f"{fast.text()} to {_shown(moves)}")
    return moves


def _shown(moves: Mapping[str, int]) -> str:
    return " ".join(f"{gait}:{inches}" for gait, inches in moves.items())


@carries_out("dc", "dc-single")
def hull_and_structure(dc: str, ledger: Ledger) -> tuple[int, int]:
    """Structure 1 becomes 2 at the cost of a Hull point, as on the Hunter; a single figure is all Hull."""
    hull, _, structure = dc.partition("/")
    if not structure:
        ledger.note("dc-single", f"{dc} to {dc}/0")
        return int(hull), 0
    if int(structure) == 1:
        ledger.note("dc", f"{dc} to {int(hull) - 1}/2")
        return int(hull) - 1, 2
    return int(hull), int(structure)


@carries_out("gun", "pilot", "skill-none")
def skill(column: str, target: str, ledger: Ledger) -> int:
    """7 less the target number (Appendix 6 turned round); a model without the skill has 0."""
    if target in ("NA", UNCHANGED):
        ledger.note("skill-none", f"{column.upper()} {target} to 0")
        return 0
    value = 7 - int(target.rstrip("+"))
    ledger.note(column, f"{target} to {value}")
    return value


@carries_out("sensors")
def sensors(beta: BetaLine, ledger: Ledger) -> int:
    """Detection range and 6 inches more, for Active Sensors are gone."""
    ranges = [trait.number for trait in beta.traits if trait.name == "Sensors"]
    before = ranges[0] if ranges else DETECTION
    ledger.note("sensors", f"{before} to {before + RAISED}")
    return before + RAISED


@carries_out("type", "type-component", "type-fortification", *(entry[0] for entry in TYPES.values()))
def type_and_height(
    beta: BetaLine, sizes: Mapping[str, tuple[float, float, float]], ledger: Ledger
) -> tuple[str, float]:
    """Heights are half an inch below the older Silhouettes, as the Gear's is."""
    if beta.model in sizes:
        ledger.note("type-fortification", f"height {sizes[beta.model][2]:g}")
        return "Fortification", sizes[beta.model][2]
    if is_component(beta):
        ledger.note("type-component", "height 3.5")
        return "Vehicle", 3.5
    if beta.type not in TYPES:
        ledger.miss(f"type {beta.type}")
        return beta.type, 1.5
    name, kind, height = TYPES[beta.type]
    ledger.note(name, f"height {height:g}")
    return kind, height


def is_component(beta: BetaLine) -> bool:
    """Whether this is one of the two halves of the multi-component tank."""
    return beta.variant_of == "HHT-90"


@carries_out("base")
def base_mm(
    beta: BetaLine, examples: Mapping[str, int], sizes: Mapping[str, tuple[float, float, float]], ledger: Ledger
) -> int:
    """A round base: the book's example for the model or its family, else one from its range by type and armor."""
    named = examples.get(beta.model) or examples.get(beta.variant_of)
    if named:
        ledger.note("base", f"{named} mm as printed")
        return named
    if beta.model in sizes:
        length, width, _ = sizes[beta.model]
        millimetres = 5 * round(2 * math.sqrt(length * width / math.pi) * 25.4 / 5)
    else:
        millimetres = 120 if is_component(beta) else _usual_base(beta.type, int(beta.ar))
    ledger.note("base", f"{millimetres} mm chosen")
    return millimetres


def _usual_base(kind: str, armor: int) -> int:
    """Our choice within the ranges of Appendix 3."""
    if kind.startswith("Gear"):
        return 40 if armor >= 8 else 30
    if kind.startswith("Infantry"):
        return 40 if kind == "Infantry" else 20
    if kind.startswith("Strider"):
        return 75 if armor >= 10 and "Tall" not in kind else 60
    if kind == "Vehicle (ORV)":
        return 30
    if kind == "Drone":
        return 20
    steps = ((12, 75), (9, 60), (6, 50))
    return next((size for least, size in steps if armor >= least), 40)
