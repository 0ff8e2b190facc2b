"""11: the full battle. Two mustered forces, a table for the size of the game, zones and Rounds as agreed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario
from gearlock.mechanics.placing.zones import MARKED, kind_agreed
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots
from gearlock.systems.brigands.chain_of_command.lineup import Groups, radii
from gearlock.systems.brigands.deployment.grounds import (
    TYPICAL,
    ground_for,
    map_faults,
    map_names,
    refuse_cramped,
    width_for,
)
from gearlock.systems.brigands.forces.enlisting import FACTIONS, LARGEST_BATTLE
from gearlock.systems.brigands.forces.force_rules import ready_made
from gearlock.systems.brigands.models import ModelCard
from gearlock.systems.brigands.setup.dice_option import DICE_CHOICES, DICE_OPTION, dice_faults
from gearlock.systems.brigands.setup.forces import RANDOM, Force, muster, read_side, size_of
from gearlock.systems.brigands.zones import WIDE, ZONES, sides_of
from gearlock.table.terrain import Ground

BATTLE = "battle"
STANDARD_ROUNDS = (5, 6)
ROLL = "roll"
SEATS = ("red", "blue")


@dataclass(frozen=True)
class Plan:
    """A full battle before it begins."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    cards: dict[str, ModelCard] = field(default_factory=dict)
    zones: str = WIDE
    banners: dict[str, str] = field(default_factory=dict)
    size: int = 0
    """The TV a side could spend."""


PLAIN = Plan(Ground(0, 0), {}, 0)
"""Models as listed, zones from the wide edges."""


@cache
def full_battle() -> Scenario:
    """The scenario with its options explained."""
    side = f"a ready-made roster ({', '.join(ready_made())}), a roster file of your own (.txt or .json), "
    side += f"a faction to draw from ({', '.join(FACTIONS)}), or {RANDOM} (default)"
    options = {
        "size": f"how many TV the game allows a side, up to {LARGEST_BATTLE} "
        f"(default that of the rosters, else {TYPICAL})",
        "red": side,
        "blue": f"the same for blue, or {SAME}: red's force again",
        "unchecked": "yes fields rosters of your own that break rules, and marks them",
        "zones": f"{', '.join(ZONES)}, or {ROLL} for a die and a choice of sides (default {MARKED} "
        f"where a map of your own marks them, else {ROLL})",
        "map": f"{RANDOM} (default), a hand-made map ({', '.join(map_names())}), or a map file of your own (.toml)",
        "rounds": f"how many Rounds, or {ROLL} for 5 or 6 by the seed (default {max(STANDARD_ROUNDS)})",
        **DICE_OPTION,
    }
    about = "Two forces from rosters, ready-made, your own or drawn, on a table for the size of the game."
    goal = "Win more Objectives than the enemy: two or three that each side chooses, and Casualties, which breaks ties."
    choices = {
        "unchecked": ("no", "yes"),
        "zones": (ROLL, *ZONES),
        "map": (RANDOM, *map_names()),
        "rounds": (str(max(STANDARD_ROUNDS)), ROLL),
        **DICE_CHOICES,
    }
    return Scenario(BATTLE, "Full battle", about, options, goal, long=True, choices=choices, forces=True)


@heeds("brigands.11.1", "brigands.11.2")
def plan_battle(seed: int, options: Mapping[str, str]) -> Plan:
    """Everything two players agree on before a battle; all that is wrong is said at once."""
    known = full_battle().options
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    wrong += [*map_faults(options.get("map", RANDOM)), *dice_faults(options)]
    zones, rounds = _zones(options.get("zones", ""), wrong), _rounds(options.get("rounds", ""), seed, wrong)
    size, forces = _forces(seed, options, wrong)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(options.get("map", RANDOM), seed, width_for(size))
    room = {seat: radii(force.groups, force.cards) for seat, force in forces.items()}
    zones = kind_agreed(ground, zones, ROLL)
    possible = [sides_of(ground, kind) for kind in ZONES] if zones == ROLL else [sides_of(ground, zones)[:1]]
    refuse_cramped(options.get("map", RANDOM), ground, [side for sides in possible for side in sides], room)
    return Plan(
        ground,
        {seat: force.groups for seat, force in forces.items()},
        rounds,
        {name: card for force in forces.values() for name, card in force.cards.items()},
        zones,
        {seat: force.banner for seat, force in forces.items()},
        size,
    )


def _forces(seed: int, options: Mapping[str, str], wrong: list[str]) -> tuple[int, dict[str, Force]]:
    """The size of the game, and the force of each side."""
    unchecked = options.get("unchecked", "no")
    if unchecked not in ("yes", "no"):
        wrong.append(f"'unchecked={unchecked}': yes or no.")
    sides: dict[str, Reading | str] = {}
    mirrored = options.get("blue") == SAME
    for seat in SEATS[:1] if mirrored else SEATS:
        try:
            sides[seat] = read_side(options.get(seat, RANDOM))
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    size = _size(options.get("size", ""), max(map(size_of, sides.values()), default=0), wrong)
    forces: dict[str, Force] = {}
    for seat, side in sides.items():
        try:
            forces[seat] = muster(side, seat, size, seed, unchecked == "yes")
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in forces:
        forces["blue"] = forces["red"]
    return size, forces


def _size(text: str, written: int, wrong: list[str]) -> int:
    """The size asked for, or what the larger roster was written for."""
    size = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    size = size if text else written or TYPICAL
    if not 1 <= size <= LARGEST_BATTLE:
        wrong.append(f"'size={text or size}': a battle is fought with 1 to {LARGEST_BATTLE} TV a side.")
        return TYPICAL
    return size


def _zones(text: str, wrong: list[str]) -> str:
    """The kind of zones that was agreed on, or that a die will decide; empty where nobody said."""
    if text not in ("", *ZONES, ROLL, MARKED):
        wrong.append(str(UnknownName("kind of deployment zone", text, (*ZONES, ROLL))))
    return text


@heeds("brigands.11.2")
def _rounds(text: str, seed: int, wrong: list[str]) -> int:
    """Any number is fine if it is agreed; 5 or 6 is standard."""
    if text == ROLL:
        return Lots(seed, "").choice(STANDARD_ROUNDS)
    if not text:
        return max(STANDARD_ROUNDS)
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text):
        return int(text)
    wrong.append(f"'rounds={text}': a number from 1 to 99, or {ROLL}.")
    return max(STANDARD_ROUNDS)
