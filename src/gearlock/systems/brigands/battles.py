"""11.1 and A4: battles to choose from, their options, tables and forces, and the first state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.files import is_file_name
from gearlock.kernel.force import Roster
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.mechanics.placing.zones import MARKED, kind_agreed, marked_for, marked_zones, marks_zones, opposite
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations
from gearlock.muster.sides import read_side as roster_named
from gearlock.systems.brigands.buildings import collapsed
from gearlock.systems.brigands.chain_of_command import Groups, Post, introductory_faults, radii, read_groups, simplify
from gearlock.systems.brigands.deployment.places import (
    TYPICAL,
    ground_for,
    map_faults,
    map_names,
    refuse_cramped,
    width_for,
)
from gearlock.systems.brigands.drones import drones_of
from gearlock.systems.brigands.forces.around_a_force import FORCE, RECRUITING, ready_made, recruit
from gearlock.systems.brigands.forces.force_building import (
    FACTIONS,
    LARGEST_BATTLE,
    Fielded,
    enlist,
    field_force,
    find_faction,
)
from gearlock.systems.brigands.forces.upgrades import CATALOG, FIELDABLE, NOT_IN_UNITS, ready
from gearlock.systems.brigands.models import RANKS, Model, ModelCard, WeaponRow, weapons_table
from gearlock.systems.brigands.multi_component_vehicles import bind_components
from gearlock.systems.brigands.objectives.objectives import TARGET
from gearlock.systems.brigands.places import WIDE, ZONES, sides_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.maps import ground_faults
from gearlock.table.terrain import Ground

# --- A6: how Opposed Rolls are read in a battle, as the players agree before it

STANDARD, AUGMENT = "standard", "augment"
DICE_OPTION = {
    "dice": f"{STANDARD} (default), or {AUGMENT}: no Skill Advantage, but skills say from which face on dice add",
}
"""An option of every scenario that is no introductory game."""
DICE_CHOICES = {"dice": (STANDARD, AUGMENT)}


def dice_faults(options: Mapping[str, str]) -> list[str]:
    """What is wrong with the dice asked for."""
    asked = options.get("dice", STANDARD)
    return [] if asked in (STANDARD, AUGMENT) else [f"'dice={asked}': {STANDARD} or {AUGMENT}."]


@heeds("brigands.A6")
def is_augmented(options: Mapping[str, str]) -> bool:
    """Whether the players chose the Augment option."""
    return options.get("dice") == AUGMENT


# --- 10 and 11: the force a side brings to a full battle: a roster of the player's own, a ready-made one, or a draw

RANDOM = "random"


@dataclass
class Force:
    """A side as it takes the field: Combat Groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: dict[str, ModelCard] = field(default_factory=dict)
    banner: str = ""


def read_side(text: str) -> Reading | str:
    """The roster a side is named by, or the faction its force is drawn from; empty for any. Raises BadInput."""
    roster = roster_named(text, ready_made())
    if roster is not None:
        return roster
    faction = find_faction(text)
    if text != RANDOM and faction not in FACTIONS:
        raise UnknownName("roster or faction", text, (*ready_made(), *FACTIONS, RANDOM))
    return faction or ""


def size_of(side: Reading | str) -> int:
    """The TV a roster was written for; 0 if none is named, or it does not say."""
    return 0 if isinstance(side, str) else enlist(side.roster).size or 0


def muster(side: Reading | str, seat: str, size: int, seed: int, unchecked: bool) -> Force:
    """The force of a side for a game of this size. Raises BadInput with every violation, unless told not to check.

    Models that nobody knows cannot take the field in any case.
    """
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, size)
        unknown = any(one.card is None for one in enlist(side.roster).recruits())
        if violations and (unknown or not unchecked):
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        return _fielded(side.roster, len(violations), side.file)
    lots = Lots(seed, seat)
    faction = side or lots.choice(FACTIONS)
    return _fielded(recruit(faction, size, lots.choice(tuple(RECRUITING)), lots), 0, faction)


def _fielded(roster: Roster, violations: int, file: str) -> Force:
    """Every model in its place; drones by themselves cannot take the field."""
    models = field_force(roster)
    if not models:
        raise BadInput(f"{file}: nobody takes the field.")
    if len(models) > MOST_FIELDED:
        raise BadInput(f"{file}: {len(models)} models would take the field; {MOST_FIELDED} is the most.")
    alone = sorted({one.card.name for one in models if one.card.type == NOT_IN_UNITS})
    if alone:
        raise BadInput(f"{file}: a {alone[0]} takes the field only behind the model that controls it.")
    groups: dict[int, list[Post]] = {}
    for one in models:
        groups.setdefault(one.group, []).append(_post(one))
    cost = sum(one.price for one in models)
    legal = f", NOT LEGAL: {violations} violation{'s' if violations > 1 else ''}" if violations else ""
    name, faction = roster.says("name") or "a nameless force", roster.says("faction") or "no faction"
    banner = f"{name[:60]} ({faction[:60]}), {cost} TV{legal}"
    return Force(tuple(map(tuple, groups.values())), {one.card.id: one.card for one in models}, banner)


def _post(one: Fielded) -> Post:
    """Drones are models of their own, so their price is not the controller's."""
    price = one.price - sum(drone.tv for drone in one.drones)
    drones = tuple(drone.id for drone in one.drones)
    return Post(one.card.id, one.rank, one.squad + 1, one.code, price, drones)


# --- 11: the full battle. Two mustered forces, a table for the size of the game, zones and Rounds as agreed

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


# --- A4 and 11: scenarios, their options, and the first state of a battle

DEFAULT_ROUNDS = 12

_OPTIONS = {
    "models": "the models of both sides by id, stock or listed, with commas; hunter*3 is three, hunter/2ic has a rank, "
    "hunter:recon-drone a drone",
    "red": "the models of red alone; + begins another Combat Group where the scenario has several",
    "blue": "the models of blue alone",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "rounds": f"how many Rounds at most (default {DEFAULT_ROUNDS})",
}


_GOAL = "Destroy every enemy model; if the Rounds run out first, the side with more Hull and Structure left wins."


class Lesson(msgspec.Struct, frozen=True):
    """A scenario's stock forces, how many Combat Groups a side it takes, and whether it leaves the harder rules out."""

    scenario: Scenario
    stock: str
    groups: tuple[int, int] = (1, 1)
    introductory: bool = True


_LESSONS = {
    lesson.scenario.id: lesson
    for lesson in (
        Lesson(
            Scenario(
                "duel", "Duel", "One stock model a side: the first step of the introductory game.", _OPTIONS, _GOAL
            ),
            "hunter",
        ),
        Lesson(
            Scenario("intro", "First skirmish", "Three stock models a side in one Combat Group each.", _OPTIONS, _GOAL),
            "hunter*3",
        ),
        Lesson(
            Scenario("groups", "Combat Groups", "Two or three Combat Groups a side that take turns.", _OPTIONS, _GOAL),
            "hunter*2+jager*2",
            (2, 3),
        ),
        Lesson(
            Scenario(
                "command",
                "Chain of command",
                "Combat Groups with deputies, Orders and Formation.",
                {**_OPTIONS, **DICE_OPTION},
                _GOAL,
            ),
            "hunter,hunter/2ic+jager,jager/xo",
            (1, 6),
            introductory=False,
        ),
    )
}


@heeds("brigands.A4")
@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The three steps of the introductory game, the same with all of chapter 7, and the whole game."""
    maps = ("random", *map_names())
    lessons = {
        name: msgspec.structs.replace(
            lesson.scenario,
            choices={"map": maps} if lesson.introductory else {"map": maps, **DICE_CHOICES},
        )
        for name, lesson in _LESSONS.items()
    }
    return lessons | {BATTLE: full_battle()}


@heeds("brigands.11.1")
def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once."""
    if scenario == BATTLE:
        plan = plan_battle(seed, options)
        return setup_for(scenario, seed, dict(options), plan.ground, plan.forces, plan.rounds, plan)
    if scenario not in _LESSONS:
        raise UnknownName("scenario", scenario, scenarios())
    known = scenarios()[scenario].options
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    forces = {seat: _roster(options, seat, _LESSONS[scenario], wrong) for seat in ("red", "blue")}
    rounds = _said_rounds(options.get("rounds", str(DEFAULT_ROUNDS)), wrong)
    name = options.get("map", "random")
    wrong += [*map_faults(name), *dice_faults(options)]
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed)
    if is_file_name(name):
        side = marked_for("red") if marks_zones(ground) else "south"
        refuse_cramped(name, ground, (side,), {seat: radii(forces[seat], CATALOG) for seat in forces})
    return setup_for(scenario, seed, dict(options), ground, forces, rounds)


@heeds("brigands.A4")
def _roster(options: Mapping[str, str], seat: str, lesson: Lesson, wrong: list[str]) -> Groups:
    """The Combat Groups of a side; as many of them, and the ranks, that the scenario allows."""
    groups = read_groups(options.get(seat, options.get("models", lesson.stock)), seat, FIELDABLE, wrong)
    least, most = lesson.groups
    if not least <= len(groups) <= most:
        number = str(most) if least == most else f"{least} to {most}"
        wrong.append(f"{seat} has {len(groups)} Combat Groups; this scenario takes {number}.")
    if lesson.introductory:
        wrong += [f"{seat}: {fault}" for fault in introductory_faults(groups, FIELDABLE)]
    return groups


def _said_rounds(text: str, wrong: list[str]) -> int:
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}': a number from 1 to 99.")
    return DEFAULT_ROUNDS


def setup_for(
    scenario: str,
    seed: int,
    options: dict[str, str],
    ground: Ground,
    forces: Mapping[str, Groups],
    rounds: int,
    plan: Plan = PLAIN,
) -> Setup:
    """A set-up in full: the map, the stat lines and weapon rows in use, and who is on which side in which group."""
    posts = [post for groups in forces.values() for group in groups for post in group]
    names = {name for post in posts for name in (post.model, *post.drones)}
    cards = {name: plan.cards.get(name) or CATALOG[name] for name in sorted(names)}
    codes = {weapon.row.code for card in cards.values() for weapon in ready(card, weapons_table()).weapons.values()}
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "models": {name: msgspec.to_builtins(card) for name, card in cards.items()},
        "weapons": {code: msgspec.to_builtins(weapons_table()[code]) for code in sorted(codes)},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "introductory": scenario != BATTLE and _LESSONS[scenario].introductory,
        "augment": is_augmented(options),
        "full": scenario == BATTLE,
        "zones": plan.zones,
        "banners": plan.banners,
        "size": plan.size,
    }
    return Setup(scenario, seed, options, data)


class _Data(msgspec.Struct, frozen=True):
    map: Ground
    models: dict[str, ModelCard]
    weapons: dict[str, WeaponRow]
    forces: dict[str, Groups]
    rounds: int
    introductory: bool
    augment: bool = False
    full: bool = False
    zones: str = WIDE
    banners: dict[str, str] = {}
    size: int = 0
    position: LaidOut | None = None


@lru_cache(maxsize=8)
def _lines(encoded: bytes) -> tuple[_Data, dict[str, Model]]:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = read_typed(encoded, _Data)
    faults = [f"The map of this battle cannot be played on: {fault}." for fault in ground_faults(data.map)]
    if faults:
        raise BadInput("\n".join(faults))
    models = {name: ready(card, data.weapons) for name, card in data.models.items()}
    if data.introductory:
        for model in models.values():
            simplify(model)
    models[TARGET.id] = TARGET
    return data, models


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Model]]:
    """The ground and the stat lines of a set-up."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    return data.map, models


@heeds("brigands.A4", "brigands.7.1")
def begin(setup: Setup) -> State:
    """The first state: everybody waits to be deployed, Commanders with the Command Points of their rank.

    Or the position that somebody laid out by hand.
    """
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    units: dict[str, Unit] = {}
    for seat in ("red", "blue"):
        posts = [(number, post) for number, group in enumerate(data.forces[seat], 1) for post in group]
        for number, (group, post) in enumerate(posts, 1):
            line = models[post.model]
            unit = Unit(f"{seat}-{number}", seat, f"{seat.title()} {line.name} {number}", line, post.rank, group=group)
            unit.hull, unit.structure, unit.command = line.hull, line.structure, RANKS[post.rank][1]
            unit.squad, unit.code, unit.tv = post.squad, post.code, post.tv
            units[unit.id] = unit
            units.update((drone.id, drone) for drone in drones_of(unit, [models[name] for name in post.drones]))
    bind_components(units)
    state = State(data.map, units, data.rounds, introductory=data.introductory, full=data.full, banners=data.banners)
    state.augment, state.size = data.augment, data.size
    state.zones = marked_zones(data.map) or state.zones
    if data.full and data.zones == ROLL:
        state.phase, state.zones = "zones", {}
    elif data.full:
        red = sides_of(data.map, data.zones)[0]
        state.phase, state.zones = "fortifications", {"red": red, "blue": opposite(red)}
    if data.position is not None:
        take_up(state, data.position)
        for building, left in state.buildings.items():
            state.ground = state.ground if any(left) else collapsed(state.ground, building)
    return state
