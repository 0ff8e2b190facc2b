"""Scenarios, their options, and the first state of a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.mechanics.placing.zones import MARKED, marked_zones, marks_zones
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.command.pool import fill_pool, starting_points
from gearlock.systems.fieldmanual.drones.drones import ON_CARDS, raise_drones
from gearlock.systems.fieldmanual.forces.composition import is_proposed
from gearlock.systems.fieldmanual.setup.full_battle import full_battles, plan_battle
from gearlock.systems.fieldmanual.setup.grounds import RANDOM, ground_for, map_faults, map_names, refuse_cramped
from gearlock.systems.fieldmanual.setup.lineup import Groups, Post, read_groups
from gearlock.systems.fieldmanual.setup.optional import OPTION_TEXT, read_optional
from gearlock.systems.fieldmanual.state import NO_GROUP, SEATS, State, Unit, opponent
from gearlock.systems.fieldmanual.support.guns import GUNS, guns_card
from gearlock.systems.fieldmanual.unit_files import all_cards
from gearlock.table.maps import ground_faults
from gearlock.table.terrain import Ground

ROUNDS = 6
_OPTIONS = {
    "models": "the models of both sides by id, with commas; jager*3 is three, command-jager/leader leads",
    "red": "the models of red alone; + begins another Combat Group",
    "blue": "the models of blue alone",
    "map": "random, a hand-made map by name, or a map file of your own (.toml)",
    "rounds": f"how many rounds at most (default {ROUNDS})",
    "optional": OPTION_TEXT,
}
_GOAL = (
    "After the last round the side with fewer models crippled or destroyed wins, then the one with fewer boxes filled; "
    "or leave the enemy nothing."
)


class Lesson(msgspec.Struct, frozen=True):
    """A scenario of models typed by hand."""

    scenario: Scenario
    stock: str


_LESSONS = {
    lesson.scenario.id: lesson
    for lesson in (
        Lesson(Scenario("duel", "Duel", "One Gear a side.", _OPTIONS, _GOAL, open=True), "jager"),
        Lesson(
            Scenario("skirmish", "Skirmish", "A Combat Group of four Gears a side.", _OPTIONS, _GOAL, open=True),
            "command-jager,jager*3",
        ),
    )
}


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The battles one can choose."""
    maps = (RANDOM, *map_names())
    lessons = {name: msgspec.structs.replace(one.scenario, choices={"map": maps}) for name, one in _LESSONS.items()}
    return {**lessons, **full_battles(maps)}


@heeds("fieldmanual.before-the-game")
def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Lay out a scenario with its options; everything wrong with them is said at once."""
    if scenario not in scenarios():
        raise UnknownName("scenario", scenario, scenarios())
    if scenario not in _LESSONS:
        plan = plan_battle(scenario, seed, options, scenarios()[scenario].options)
        return _with_room(setup_for(scenario, seed, dict(options), *plan))
    known, stock = scenarios()[scenario].options, _LESSONS[scenario].stock
    wrong = [f"There is no option '{name}': there are {', '.join(known)}." for name in options if name not in known]
    cards = all_cards()
    said = {seat: options.get(seat, options.get("models", stock)) for seat in SEATS}
    forces = {seat: read_groups(text, seat, cards, wrong) for seat, text in said.items()}
    rounds = read_rounds(options.get("rounds", str(ROUNDS)), wrong)
    switches = read_optional(options.get("optional", ""), wrong)
    name = options.get("map", RANDOM)
    wrong += map_faults(name)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(name, seed)
    switches |= {"zones": MARKED} if marks_zones(ground) else {}
    return _with_room(setup_for(scenario, seed, dict(options), ground, forces, rounds, switches=switches))


def _with_room(setup: Setup) -> Setup:
    refuse_cramped(setup.options.get("map", RANDOM), begin(setup))
    return setup


def read_rounds(text: str, wrong: list[str]) -> int:
    """How many rounds somebody wants."""
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}' is no number of rounds: say 1 to 99.")
    return ROUNDS


def setup_for(
    scenario: str,
    seed: int,
    options: dict[str, str],
    ground: Ground,
    forces: Mapping[str, Groups],
    rounds: int,
    own: Mapping[str, Card] | None = None,
    switches: Mapping[str, str] | None = None,
    banners: Mapping[str, str] | None = None,
    also: tuple[str, ...] = (),
) -> Setup:
    """A set-up in full: the map, the cards in use, and who is on which side in which Combat Group.

    `also` are further cards that may come to the battle.
    """
    known = {**all_cards(), GUNS: guns_card(), **(own or {})}
    posted = {post.card for groups in forces.values() for group in groups for post in group}
    drones = {ON_CARDS[perk] for name in posted for perk in known[name].perks if perk in ON_CARDS}
    names = sorted(posted | drones | set(also))
    data: dict[str, Any] = {
        "map": msgspec.to_builtins(ground),
        "cards": {name: msgspec.to_builtins(known[name]) for name in names},
        "forces": {seat: msgspec.to_builtins(groups) for seat, groups in forces.items()},
        "rounds": rounds,
        "switches": dict(switches or {}),
        "banners": _marked(banners or {}, forces, known),
    }
    return Setup(scenario, seed, options, data)


@heeds("fieldmanual.datacards-lost")
def _marked(banners: Mapping[str, str], forces: Mapping[str, Groups], known: Mapping[str, Card]) -> dict[str, str]:
    """The lines that announce the sides; models typed by hand have one where some of their figures are ours."""
    found = dict(banners)
    for seat, groups in forces.items():
        cards = dict.fromkeys(known[post.card] for group in groups for post in group)
        proposed = [card.name for card in cards if is_proposed(card)]
        if proposed and seat not in found:
            found[seat] = f"models by hand, proposed cards: {', '.join(proposed)}"
    return found


class _Data(msgspec.Struct, frozen=True):
    map: Ground
    cards: dict[str, Card]
    forces: dict[str, Groups]
    rounds: int = ROUNDS
    switches: dict[str, str] = {}
    banners: dict[str, str] = {}
    position: LaidOut | None = None


@lru_cache(maxsize=8)
def _data(encoded: bytes) -> _Data:
    """The unchanging parts of a set-up, kept so that states decoded from it share them."""
    data = read_typed(encoded, _Data)
    faults = [f"The map of this battle cannot be played on: {fault}." for fault in ground_faults(data.map)]
    if faults:
        raise BadInput("\n".join(faults))
    return data


def data_of(setup: Setup) -> _Data:
    """A set-up understood."""
    return _data(msgspec.json.encode(setup.data, order="sorted"))


def shared_parts(setup: Setup) -> tuple[Ground, dict[str, Card]]:
    """The ground and the cards of a set-up."""
    data = data_of(setup)
    return data.map, data.cards


@rule("fieldmanual.combined-models")
@heeds("fieldmanual.mode-static")
def _fielded(seat: str, number: int, group: int, post: Post, card: Card) -> Iterator[Unit]:
    """The model of a post, or the bases of a Combined Model: one model for Actions, several to be seen and shot at."""
    name = f"{seat}-{number}"
    for base in range(max(1, card.bases)):
        own = name if not base else f"{name}-{base}"
        unit = Unit(own, seat, f"{seat.title()} {card.name} {own.partition('-')[2]}", card, post.rank, group)
        unit.team = name if card.is_combined else ""
        unit.tv, unit.mode, unit.arrival = 0 if base else post.tv, card.primary, post.arrival
        yield unit


@heeds("fieldmanual.cp-pool")
def points_of_force(state: State, seat: str) -> int:
    """The Command Points of a force before any are bought; without an agreed limit by its own TV."""
    commander = state.commander(seat)
    grouped = {(unit.seat, unit.group) for unit in state.units.values() if unit.group != NO_GROUP}
    groups = {each: sum(seat == each for seat, _ in grouped) for each in SEATS}
    limit = int(state.switches.get("limit", "0")) or sum(unit.tv for unit in state.in_play(seat))
    leadership = 0 if commander is None else commander.card.skills.leadership
    return starting_points(leadership, limit, groups[seat], groups[opponent(seat)])


def begin(setup: Setup) -> State:
    """The first state: everybody waits to be deployed. Or the position that somebody laid out by hand."""
    data = data_of(setup)
    units: dict[str, Unit] = {}
    for seat in SEATS:
        posts = [(group, post) for group, members in enumerate(data.forces[seat], 1) for post in members]
        for number, (group, post) in enumerate(posts, 1):
            for unit in _fielded(seat, number, group, post, data.cards[post.card]):
                units |= {each.id: each for each in (unit, *raise_drones(unit, data.cards))}
    state = State(data.map, units, setup.scenario, data.rounds, turn="red", banners=data.banners, stock=data.cards)
    state.switches = dict(data.switches)
    state.phase = state.switches.pop("begins", state.phase)
    if state.phase == "deployment" and marks_zones(data.map):
        state.zones = state.homes = marked_zones(data.map)
    for seat in SEATS:
        fill_pool(state, seat, points_of_force(state, seat))
    if data.position is not None:
        take_up(state, data.position)
    return state
