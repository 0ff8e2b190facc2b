"""A4 and 11: scenarios, their options, and the first state of a battle."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.files import is_file_name
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.mechanics.placing.zones import marked_for, marked_zones, marks_zones, opposite
from gearlock.systems.brigands.buildings.plan import collapsed
from gearlock.systems.brigands.chain_of_command.lineup import Groups, introductory_faults, radii, read_groups, simplify
from gearlock.systems.brigands.deployment.grounds import ground_for, map_faults, map_names, refuse_cramped
from gearlock.systems.brigands.drones.drones import drones_of
from gearlock.systems.brigands.forces.roster_units import CATALOG, FIELDABLE, ready
from gearlock.systems.brigands.models import RANKS, Model, ModelCard, weapons_table
from gearlock.systems.brigands.objectives.demolitions import TARGET
from gearlock.systems.brigands.setup.dice_option import DICE_CHOICES, DICE_OPTION, dice_faults, is_augmented
from gearlock.systems.brigands.setup.full_battle import BATTLE, PLAIN, ROLL, Plan, full_battle, plan_battle
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.vehicles.components import bind_components
from gearlock.systems.brigands.weapons import WeaponRow
from gearlock.systems.brigands.zones import WIDE, sides_of
from gearlock.table.maps import ground_faults
from gearlock.table.terrain import Ground

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
    rounds = _rounds(options.get("rounds", str(DEFAULT_ROUNDS)), wrong)
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


def _rounds(text: str, wrong: list[str]) -> int:
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
