"""4.0 and the program's own: scenarios, their options, and the first state of a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.mechanics.placing.zones import MARKED, marks_zones
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.deployment.inspection import INSPECTION, is_inspected
from gearlock.systems.blitz.deployment.reserves import FULL_BATTLES, UNDECLARED, is_works
from gearlock.systems.blitz.models import Model, ready
from gearlock.systems.blitz.objectives.markers import four_tokens
from gearlock.systems.blitz.objectives.winning import BATTLE, MEETING
from gearlock.systems.blitz.setup.full_battle import full_battles, plan_battle
from gearlock.systems.blitz.setup.grounds import ground_for, map_faults, map_names, refuse_cramped
from gearlock.systems.blitz.setup.lineup import Groups, Post, read_groups
from gearlock.systems.blitz.state import NO_GROUP, State, Unit
from gearlock.systems.blitz.weapons import WeaponRow, weapons_table
from gearlock.table.maps import ground_faults
from gearlock.table.terrain import Ground

ROUNDS = 6
_OPTIONS = {
    "models": "the models of both sides by id, with commas; hunter*3 is three, hunter/2ic has a rank",
    "red": "the models of red alone; + begins another combat group",
    "blue": "the models of blue alone",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "rounds": f"how many rounds at most (default {ROUNDS})",
}
_GOAL = "Destroy every enemy model; if the rounds run out first, the side with more hull and structure left wins."


class Lesson(msgspec.Struct, frozen=True):
    """A scenario of models typed by hand."""

    scenario: Scenario
    stock: str


_LESSONS = {
    lesson.scenario.id: lesson
    for lesson in (
        Lesson(Scenario("duel", "Duel", "One Gear a side.", _OPTIONS, _GOAL, open=True), "hunter"),
        Lesson(
            Scenario("skirmish", "Skirmish", "A combat group of four Gears a side.", _OPTIONS, _GOAL, open=True),
            "hunter*3,hunter-gunner",
        ),
    )
}


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The battles one can choose."""
    maps = ("random", *map_names())
    lessons = {name: msgspec.structs.replace(one.scenario, choices={"map": maps}) for name, one in _LESSONS.items()}
    return {**lessons, **full_battles(maps)}


def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once."""
    if scenario not in scenarios():
        raise UnknownName("scenario", scenario, scenarios())
    if scenario in FULL_BATTLES:
        plan = plan_battle(scenario, seed, options, scenarios()[scenario].options)
        return _with_room(setup_for(scenario, seed, dict(options), *plan))
    known, stock = scenarios()[scenario].options, _LESSONS[scenario].stock
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    cards = model_cards()
    forces = {seat: read_groups(options.get(seat, options.get("models", stock)), seat, cards, wrong) for seat in SEATS}
    rounds = _rounds(options.get("rounds", str(ROUNDS)), wrong)
    name = options.get("map", "random")
    wrong += map_faults(name)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed)
    switches = {"zones": MARKED} if marks_zones(ground) else {}
    return _with_room(setup_for(scenario, seed, dict(options), ground, forces, rounds, switches=switches))


def _with_room(setup: Setup) -> Setup:
    refuse_cramped(setup.options.get("map", "random"), begin(setup))
    return setup


def _rounds(text: str, wrong: list[str]) -> int:
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}': a number from 1 to 99.")
    return ROUNDS


def setup_for(
    scenario: str,
    seed: int,
    options: dict[str, str],
    ground: Ground,
    forces: Mapping[str, Groups],
    rounds: int,
    own: Mapping[str, ModelCard] | None = None,
    switches: Mapping[str, str] | None = None,
    banners: Mapping[str, str] | None = None,
) -> Setup:
    """A set-up in full: the map, the stat lines and weapon rows in use, and who is on which side in which group."""
    posts = [post for groups in forces.values() for group in groups for post in group]
    known = {**model_cards(), **(own or {})}
    names = {name for post in posts for name in (post.model, *known[post.model].parts, *post.drones)}
    cards = {name: known[name] for name in sorted(names)}
    codes = {weapon.row.code for card in cards.values() for weapon in ready(card).weapons.values()}
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "models": {name: msgspec.to_builtins(card) for name, card in cards.items()},
        "weapons": {code: msgspec.to_builtins(weapons_table()[code]) for code in sorted(codes)},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "switches": dict(switches or {}),
        "banners": dict(banners or {}),
    }
    return Setup(scenario, seed, options, data)


class _Data(msgspec.Struct, frozen=True):
    map: Ground
    models: dict[str, ModelCard]
    weapons: dict[str, WeaponRow]
    forces: dict[str, Groups]
    rounds: int = ROUNDS
    switches: dict[str, str] = {}
    banners: dict[str, str] = {}
    position: LaidOut | None = None


@lru_cache(maxsize=8)
def _lines(encoded: bytes) -> tuple[_Data, dict[str, Model]]:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = read_typed(encoded, _Data)
    faults = [f"The map of this battle cannot be played on: {fault}." for fault in ground_faults(data.map)]
    if faults:
        raise BadInput("\n".join(faults))
    return data, {name: ready(card, data.weapons) for name, card in data.models.items()}


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Model]]:
    """The ground and the stat lines of a set-up."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    return data.map, models


@heeds("blitz.18.6", "blitz.18.4", "blitz.18.3", "blitz.A.2.2-drones")
def _fielded(seat: str, number: int, group: int, post: Post, models: Mapping[str, Model]) -> Iterator[Unit]:
    """The models of a post: itself or its components, the core first, and its drones. Works belong to no group."""
    name = f"{seat}-{number}"
    parts = models[post.model].card.parts or (post.model,)
    for at, card in enumerate((*parts, *post.drones)):
        line = models[card]
        own = name if not at else f"{name}-{at}"
        unit = Unit(own, seat, f"{seat.title()} {line.name} {own.partition('-')[2]}", line, "", group, post.squad)
        unit.rank, unit.tv, unit.ua = (post.rank, post.tv, post.ua) if not at else ("", 0, post.ua)
        unit.parent = name if at else ""
        unit.group = NO_GROUP if line.type == "Fortification" else group
        unit.hull, unit.structure, unit.gait = line.hull, line.structure, line.gait
        yield unit


@heeds("blitz.18.6", "blitz.trait.attached")
def _bind_parts(units: Mapping[str, Unit]) -> None:
    """Parts of a great vehicle that were fielded one by one: each belongs to the core that came before it."""
    core: Unit | None = None
    for unit in units.values():
        if not unit.line.attached or unit.parent:
            core = core if unit.parent else unit
        elif core is not None and core.seat == unit.seat and core.line.id.startswith(unit.line.attached):
            unit.parent = core.id


@heeds("blitz.3.0b")
def begin(setup: Setup) -> State:
    """The first state: everybody waits to be deployed. Or the position that somebody laid out by hand."""
    data, models = _lines(msgspec.json.encode(setup.data, order="sorted"))
    units: dict[str, Unit] = {}
    for seat in SEATS:
        posts = [(number, post) for number, group in enumerate(data.forces[seat], 1) for post in group]
        for number, (group, post) in enumerate(posts, 1):
            for unit in _fielded(seat, number, group, post, models):
                if setup.scenario in FULL_BATTLES and group != NO_GROUP and not is_works(unit):
                    unit.arrival = UNDECLARED
                units[unit.id] = unit
    _bind_parts(units)
    state = State(data.map, units, setup.scenario, data.rounds, phase="sides", zones={}, banners=data.banners)
    state.switches = dict(data.switches)
    if setup.scenario == BATTLE:
        state.phase = "scenario"
    elif setup.scenario == MEETING:
        state.markers = {name: (x, y) for name, x, y in four_tokens(data.map)}
    if any(map(is_inspected, units.values())):
        state.phase = INSPECTION
    if data.position is not None:
        take_up(state, data.position)
    return state
