"""Scenarios, their options, and the first state of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.damage.structures import ground_of
from gearlock.systems.tactical.generator.record import BATTLE
from gearlock.systems.tactical.infantry_cards import CIVILIAN_CARD
from gearlock.systems.tactical.scenarios.printed import PRINTED
from gearlock.systems.tactical.setup.generated import MOST_ROUNDS, battle_scenario, plan_battle
from gearlock.systems.tactical.setup.grounds import (
    RANDOM,
    ground_for,
    map_faults,
    map_names,
    zones_marked,
)
from gearlock.systems.tactical.setup.lineup import Groups, Post, read_groups
from gearlock.systems.tactical.setup.modules import OPTION_TEXT, read_modules
from gearlock.systems.tactical.setup.modules import SEVERAL as MODULES_NAMED
from gearlock.systems.tactical.setup.numbers import ROUNDS, read_rounds
from gearlock.systems.tactical.setup.printed_battles import plan_printed, printed_scenarios, with_role
from gearlock.systems.tactical.setup.room import refuse_cramped
from gearlock.systems.tactical.setup.sides import Brought
from gearlock.systems.tactical.setup.streets import with_streets
from gearlock.systems.tactical.setup.surroundings import CHOICES, OPTIONS, SEVERAL, read_conditions, read_scale
from gearlock.systems.tactical.setup.toys import GAMES, plan_toys, toy_scenarios
from gearlock.systems.tactical.setup.toys import ROUNDS as TOY_ROUNDS
from gearlock.systems.tactical.squads import fresh_troopers
from gearlock.systems.tactical.state import SEATS, SKIRMISH_SCALE, TACTICAL_SCALE, State, Unit
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.table.maps import ground_faults
from gearlock.table.terrain import Ground

_OPTIONS = {
    "units": "the units of both sides by id, with commas; hunter*3 is three, jaguar/veteran has a better crew",
    "red": "the units of red alone; + begins another combat group",
    "blue": "the units of blue alone",
    "map": "stoneheads if left out; random, a map by name, a size such as 48x48, or a map file of your own (.toml)",
    "rounds": f"how many rounds at most (default {ROUNDS})",
    "modules": OPTION_TEXT,
    **OPTIONS,
}
_SUPPORT = {
    f"support-{seat}": f"Threat Value that {seat} may spend on support in secret: aircraft, artillery, intelligence"
    for seat in SEATS
}
MOST_SUPPORT = 20_000
_GOAL = (
    "After the last round the side with more Threat Value left wins, then who is hurt less; or leave the enemy nothing."
)


class Lesson(msgspec.Struct, frozen=True):
    """A scenario of units typed by hand."""

    scenario: Scenario
    red: str
    blue: str
    modules: str = ""
    map: str = "stoneheads"


_LESSONS = {
    lesson.scenario.id: lesson
    for lesson in (
        Lesson(
            Scenario("duel", "Duel", "One Gear a side, by the Quick Start rules.", _OPTIONS, _GOAL, open=True),
            "hunter", "hunter",
        ),
        Lesson(
            Scenario("skirmish", "Patrols", "A combat group of four Gears a side.", {**_OPTIONS, **_SUPPORT}, _GOAL),
            "hunter*4", "jaeger*4",
        ),
    )
}  # fmt: skip


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The battles one can choose."""
    maps = (RANDOM, *map_names())
    choices = {"map": maps, **CHOICES}
    several = {**MODULES_NAMED, **SEVERAL}
    lessons = {
        name: msgspec.structs.replace(one.scenario, choices=choices, several=several) for name, one in _LESSONS.items()
    }
    printed = printed_scenarios(map_names())
    return {**lessons, **printed, **toy_scenarios(), BATTLE: battle_scenario(map_names())}


def prepare(
    scenario: str, seed: int, options: Mapping[str, str], standing: Mapping[str, Brought] | None = None
) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once.

    It may be laid out for forces that stand already: generated and printed battles are, others reckon support by them.
    """
    setup = _laid_out(scenario, seed, options, standing)
    if scenario not in GAMES:
        refuse_cramped(options.get("map", ""), begin(setup))
    return setup


def _laid_out(scenario: str, seed: int, options: Mapping[str, str], standing: Mapping[str, Brought] | None) -> Setup:
    known = scenarios()
    if scenario not in known:
        raise UnknownName("scenario", scenario, known)
    wrong = unknown_options(known[scenario].options, options)
    if scenario == BATTLE:
        rounds = read_rounds(options.get("rounds", str(MOST_ROUNDS)), wrong)
        plan = plan_battle(seed, options, rounds, wrong, standing)
        return setup_for(scenario, seed, dict(options), *plan)
    if scenario in GAMES:
        rounds = read_rounds(options.get("rounds", str(TOY_ROUNDS)), wrong)
        field, teams, switches, more, cards = plan_toys(scenario, seed, options, wrong)
        return setup_for(scenario, seed, dict(options), field, teams, rounds, switches, more, cards)
    if scenario in PRINTED:
        return setup_for(scenario, seed, dict(options), *plan_printed(scenario, seed, options, wrong, standing))
    lesson = _LESSONS[scenario]
    known_cards = all_cards()
    said = {"red": options.get("units", lesson.red), "blue": options.get("units", lesson.blue)}
    forces = {seat: read_groups(options.get(seat, said[seat]), seat, known_cards, wrong) for seat in SEATS}
    rounds = read_rounds(options.get("rounds", str(ROUNDS)), wrong)
    switches = read_modules(options.get("modules", lesson.modules), wrong) | read_conditions(options, wrong)
    name = options.get("map", lesson.map)
    wrong += map_faults(name)
    there = {seat: side.groups for seat, side in standing.items()} if standing else forces
    more = support_for(there, options, wrong) | read_scale(options, wrong)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed)
    more = {**more, **zones_marked(ground)}
    return setup_for(scenario, seed, dict(options), ground, forces, rounds, switches=switches, more=more)


@heeds("tactical.4.1.3-support")
def support_for(forces: Mapping[str, Groups], options: Mapping[str, str], wrong: list[str]) -> dict[str, Any]:
    """Support for sides without the generator: they begin by buying it. The total is that of the larger force."""
    worth = {seat: sum(post.tv for group in groups for post in group) for seat, groups in forces.items()}
    found: dict[str, int] = {}
    for seat in SEATS:
        text = options.get(f"support-{seat}", "0")
        if text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= MOST_SUPPORT:
            found[f"support:{seat}"] = int(text)
        else:
            wrong.append(f"'support-{seat}={shortened(text)}': say 0 to {MOST_SUPPORT} Threat Value.")
    if not any(found.values()):
        return {}
    totals = {"TV:agreed": max(worth.values()), **{f"TV:{seat}": tv for seat, tv in worth.items()}}
    return {"points": {**found, **totals}, "begins": "support"}


def unknown_options(known: Mapping[str, str], options: Mapping[str, str]) -> list[str]:
    """What is wrong with the names of options."""
    return [
        f"There is no option '{shortened(name)}': there are {', '.join(known)}."
        for name in options
        if name not in known
    ]


def setup_for(
    scenario: str,
    seed: int,
    options: dict[str, str],
    ground: Ground,
    forces: Mapping[str, Groups],
    rounds: int,
    switches: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
    own: Mapping[str, Card] | None = None,
) -> Setup:
    """A set-up in full: the map, the cards in use, and who is on which side in which combat group."""
    if (more or {}).get("scale") == SKIRMISH_SCALE:
        ground = with_streets(ground)
    known = {**all_cards(), **(own or {})}
    names = sorted({post.card for groups in forces.values() for group in groups for post in group})
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "cards": {name: msgspec.to_builtins(known[name]) for name in names},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "switches": dict(switches or {}),
        **(more or {}),
    }
    return Setup(scenario, seed, options, data)


class Data(msgspec.Struct, frozen=True):
    """What stands in a set-up."""

    map: Ground
    cards: dict[str, Card]
    forces: dict[str, Groups]
    rounds: int = ROUNDS
    switches: dict[str, str] = {}
    banners: dict[str, str] = {}
    scale: str = TACTICAL_SCALE
    zones: dict[str, str] = {}
    homes: dict[str, str] = {}
    begins: str = "command"
    markers: dict[str, tuple[int, int]] = {}
    points: dict[str, int] = {}
    roles: dict[str, str] = {}
    position: LaidOut | None = None


@lru_cache(maxsize=8)
def _data(encoded: bytes) -> Data:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = read_typed(encoded, Data)
    faults = [f"The map of this battle cannot be played on: {fault}." for fault in ground_faults(data.map)]
    if faults:
        raise BadInput("\n".join(faults))
    return data


def data_of(setup: Setup) -> Data:
    """A set-up understood."""
    return _data(msgspec.json.encode(setup.data, order="sorted"))


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Card]]:
    """The ground and the cards of a set-up."""
    data = data_of(setup)
    return data.map, {**data.cards, CIVILIAN_CARD.id: CIVILIAN_CARD}


@heeds("tactical.2.5", "tactical.2.5.1", "tactical.3.6.1")
def raised(seat: str, number: int, group: int, post: Post, card: Card) -> Unit:
    """The unit of a post, whole and waiting to be placed."""
    unit = Unit(f"{seat}-{number}", seat, f"{seat.title()} {card.name} {number}", card, post.level, post.rank, group)
    unit.tv, unit.mode, unit.troopers = post.tv, card.primary, fresh_troopers(card, post.level)
    return unit


def begin(setup: Setup) -> State:
    """The first state: everybody waits to be placed. Or the position that somebody laid out by hand."""
    data = data_of(setup)
    units: dict[str, Unit] = {}
    for seat in SEATS:
        posts = [(group, post) for group, members in enumerate(data.forces[seat], 1) for post in members]
        for number, (group, post) in enumerate(posts, 1):
            unit = raised(seat, number, group, post, data.cards[post.card])
            units[unit.id] = with_role(unit, data.roles.get(f"{seat}:{group}", ""))
    state = State(data.map, units, setup.scenario, data.scale, data.rounds, phase=data.begins)
    state.banners, state.stock, state.switches = data.banners, shared_parts(setup)[1], dict(data.switches)
    state.zones, state.homes = {**state.zones, **data.zones}, {**state.homes, **data.homes}
    state.markers, state.points = dict(data.markers), dict(data.points)
    if data.position is not None:
        take_up(state, data.position)
        state.ground = ground_of(state.ground, state)
    return state
