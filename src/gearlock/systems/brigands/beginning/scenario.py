"""A4: the introductory game. Scenarios, their options, and the first state of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import rule
from gearlock.kernel.system import Scenario, Setup
from gearlock.systems.brigands.beginning.deployment import zone_of
from gearlock.systems.brigands.commanding.lineup import Groups, introductory_faults, read_groups, simplify
from gearlock.systems.brigands.models import RANKS, Model, ModelCard, base_radius, weapons_table
from gearlock.systems.brigands.moving.terrain import instances_under, water_depth
from gearlock.systems.brigands.mustering.catalog import CATALOG, FIELDABLE, ready
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import WeaponRow
from gearlock.table.generate import generate
from gearlock.table.inches import Body
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

SIDE = 48 * INCH
DEFAULT_ROUNDS = 12

_OPTIONS = {
    "models": "the models of both sides by id, stock or listed, with commas; hunter*3 is three, hunter/2ic has a rank",
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
                "command", "Chain of command", "Combat Groups with deputies, Orders and Formation.", _OPTIONS, _GOAL
            ),
            "hunter,hunter/2ic+jager,jager/xo",
            (1, 6),
            introductory=False,
        ),
    )
}


@rule("brigands.A4")
def scenarios() -> Mapping[str, Scenario]:
    """The three steps of the introductory game, and the same with all of chapter 7."""
    return {name: lesson.scenario for name, lesson in _LESSONS.items()}


def map_names() -> tuple[str, ...]:
    """The hand-made maps that come with the game."""
    folder = files("gearlock.systems.brigands").joinpath("data", "maps")
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


@rule("brigands.11.1")
def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once."""
    known = scenarios()
    if scenario not in known:
        raise UnknownName("scenario", scenario, known)
    wrong = [f"There is no option '{name}'." for name in options if name not in _OPTIONS]
    forces = {seat: _roster(options, seat, _LESSONS[scenario], wrong) for seat in ("red", "blue")}
    rounds = _rounds(options.get("rounds", str(DEFAULT_ROUNDS)), wrong)
    name = options.get("map", "random")
    if name != "random" and name not in map_names() and not is_file_name(name):
        wrong.append(str(UnknownName("map", name, (*map_names(), "random"))))
    if wrong:
        raise BadInput("\n".join(wrong))
    return setup_for(scenario, seed, dict(options), _ground(name, seed, forces), forces, rounds)


def _ground(name: str, seed: int, forces: Mapping[str, Groups]) -> Ground:
    """The table by name; one of the user's own must leave both sides room to deploy."""
    if name == "random":
        return generate(SIDE, SIDE, seed)
    if not is_file_name(name):
        return hand_made(name)
    ground = load_map(Path(name))
    models = {seat: [post.model for group in groups for post in group] for seat, groups in forces.items()}
    cramped = [seat for seat in forces if not has_room(ground, seat, models[seat])]
    if cramped:
        raise BadFile(
            [Finding(name, 0, f"the deployment zone of {seat} has no room for its models") for seat in cramped]
        )
    return ground


def has_room(ground: Ground, seat: str, models: list[str]) -> bool:
    """Whether a deployment zone holds as many models as a side brings, standing side by side."""
    radius = max(base_radius(CATALOG[name].base_mm) for name in models)
    low, high = zone_of(ground, seat)
    spots = (
        Body(x, y, 0, radius, INCH)
        for y in range(low + radius, high - radius + 1, 2 * radius)
        for x in range(radius, ground.width - radius + 1, 2 * radius)
    )
    free = (spot for spot in spots if not instances_under(ground, spot) and not water_depth(ground, spot.x, spot.y))
    return sum(1 for _ in islice(free, len(models))) == len(models)


def hand_made(name: str) -> Ground:
    """One of the maps that come with the game."""
    file = files("gearlock.systems.brigands").joinpath("data", "maps", f"{name}.toml")
    return read_map(file.read_text(encoding="utf-8"), f"{name}.toml")


@rule("brigands.A4")
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
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 99:
        return int(text)
    wrong.append(f"'rounds={text}': a number from 1 to 99.")
    return DEFAULT_ROUNDS


def setup_for(
    scenario: str, seed: int, options: dict[str, str], ground: Ground, forces: Mapping[str, Groups], rounds: int
) -> Setup:
    """A set-up in full: the map, the stat lines and weapon rows in use, and who is on which side in which group."""
    names = {post.model for groups in forces.values() for group in groups for post in group}
    cards = {name: CATALOG[name] for name in sorted(names)}
    codes = {weapon.row.code for card in cards.values() for weapon in ready(card, weapons_table()).weapons.values()}
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "models": {name: msgspec.to_builtins(card) for name, card in cards.items()},
        "weapons": {code: msgspec.to_builtins(weapons_table()[code]) for code in sorted(codes)},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "introductory": _LESSONS[scenario].introductory,
    }
    return Setup(scenario, seed, options, data)


class _Data(msgspec.Struct, frozen=True):
    map: Ground
    models: dict[str, ModelCard]
    weapons: dict[str, WeaponRow]
    forces: dict[str, Groups]
    rounds: int
    introductory: bool


@lru_cache(maxsize=8)
def _lines(encoded: bytes) -> tuple[_Data, dict[str, Model]]:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = msgspec.json.decode(encoded, type=_Data)
    models = {name: ready(card, data.weapons) for name, card in data.models.items()}
    if data.introductory:
        for model in models.values():
            simplify(model)
    return data, models


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Model]]:
    """The ground and the stat lines of a set-up."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    return data.map, models


@rule("brigands.A4", "brigands.7.1")
def begin(setup: Setup) -> State:
    """The first state: everybody waits to be deployed, Commanders with the Command Points of their rank."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    units: dict[str, Unit] = {}
    for seat in ("red", "blue"):
        posts = [(number, post) for number, group in enumerate(data.forces[seat], 1) for post in group]
        for number, (group, post) in enumerate(posts, 1):
            line = models[post.model]
            unit = Unit(f"{seat}-{number}", seat, f"{seat.title()} {line.name} {number}", line, post.rank, group=group)
            unit.hull, unit.structure, unit.command = line.hull, line.structure, RANKS[post.rank][1]
            units[unit.id] = unit
    return State(data.map, units, data.rounds, introductory=data.introductory)
