"""Battles to choose from, their options, and the first state; printed scenarios made ready."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.laidout import LaidOut, take_up
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario, Setup
from gearlock.kernel.typed import read_typed
from gearlock.systems.tactical.battles.generated import (
    CHOICES,
    MOST_ROUNDS,
    OPTION_TEXT,
    OPTIONS,
    RANDOM,
    ROUNDS,
    SEVERAL,
    SEVERAL_SURROUNDINGS,
    Brought,
    Groups,
    Post,
    barred_to,
    battle_scenario,
    bring_one,
    ground_for,
    map_faults,
    map_names,
    plan_battle,
    read_conditions,
    read_groups,
    read_modules,
    read_rounds,
    read_scale,
    refuse_cramped,
    set_aside,
    side_text,
    with_streets,
    zones_marked,
)
from gearlock.systems.tactical.battles.toys import GAMES, plan_toys, toy_scenarios
from gearlock.systems.tactical.battles.toys import ROUNDS as TOY_ROUNDS
from gearlock.systems.tactical.damage.structures import ground_of
from gearlock.systems.tactical.datacards import Card
from gearlock.systems.tactical.forces.around_a_force import field_squads
from gearlock.systems.tactical.infantry_cards import CIVILIAN_CARD, fresh_troopers
from gearlock.systems.tactical.movement.ground import KEPT
from gearlock.systems.tactical.printed_scenarios.in_play import DIG_IN, LATE
from gearlock.systems.tactical.printed_scenarios.the_six import (
    BEGIN_HULL_DOWN,
    BRIDGEHEAD,
    MAP_DRAWN,
    NO_LIMIT_ROUNDS,
    NORTH,
    PRINTED,
    RESERVE_ROLE,
    SOUTH,
    STRANDED_ROLE,
    TRUCK_ROLE,
    Printed,
)
from gearlock.systems.tactical.scenario_generator.missions import LEAVING
from gearlock.systems.tactical.scenario_generator.priorities import EDGES_GIVEN
from gearlock.systems.tactical.scenario_generator.tables import BATTLE
from gearlock.systems.tactical.state import (
    KEPT_SLOW,
    NEEDED,
    NO_EVASION,
    NO_GROUP,
    RESERVE,
    SEATS,
    SKIRMISH_SCALE,
    TACTICAL_SCALE,
    State,
    Unit,
)
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.table.maps import ground_faults
from gearlock.table.measure import INCH, inches_text
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Ground

# --- 4.3: a printed scenario made ready: its table, both forces or what players bring instead, zones and switches

PRIORITIES: Final = "priorities"
NOT_PRINTED: Final = (
    "The printed map is lost: this one is drawn after the text. So are the squads' tables: they are proposed."
)
ARRIVAL: Final = 3
"""Inches of an edge that whoever comes later is placed in."""


def printed_scenarios(maps: tuple[str, ...]) -> dict[str, Scenario]:
    """The six with their options explained."""
    return {name: _scenario(one, maps) for name, one in PRINTED.items()}


def _scenario(one: Printed, maps: tuple[str, ...]) -> Scenario:
    north, south = (", ".join(names) for names in (one.north, one.south))
    needs = f" with {', '.join(one.pieces)} on it" if one.pieces else ""
    options = {
        "red": f"the South, {south} if left out; or {side_text()}",
        "blue": f"the North, {north} if left out; or the same, or {SAME}: red's force again",
        "map": f"{one.id} if left out; or another map{needs}, a file of your own (.toml)",
        "modules": f"more modules than the scenario has ({', '.join(one.modules)}): {OPTION_TEXT}",
        PRIORITIES: "no: nobody splits Priority Points, both sides field everything",
    }
    if not one.rounds:
        options["rounds"] = f"how many rounds there is time for (none are printed; default {NO_LIMIT_ROUNDS})"
    number = one.rule.rpartition(".")[2]
    return Scenario(
        one.id, one.title, f"Printed scenario {number}: {one.about} {NOT_PRINTED}", options, one.goal,
        choices={**_maps_for(one, maps), PRIORITIES: ("yes", "no")}, forces=True,
        long=True, several=SEVERAL,
    )  # fmt: skip


def _maps_for(one: Printed, maps: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The scenario's own map and others that have what it is about, where there are any."""
    others = [name for name in maps if name != one.id and not _missing(one, ground_for(name, 0))]
    return {"map": (one.id, *others)} if others else {}


Plan = tuple[Ground, dict[str, Groups], int, dict[str, str], dict[str, Any], dict[str, Card]]


def plan_printed(
    name: str, seed: int, options: Mapping[str, str], wrong: list[str], standing: Mapping[str, Brought] | None = None
) -> Plan:
    """Everything that is settled before a printed scenario. Raises BadInput with all that is wrong."""
    one = PRINTED[name]
    sides = dict(standing or {seat: _side(one, seat, seed, options, wrong) for seat in SEATS})
    if options.get("blue") == SAME:
        sides[NORTH] = sides[SOUTH]._replace(banner=_finding(one, NORTH, sides[SOUTH].groups))
    rounds = one.rounds or read_rounds(options.get("rounds", str(NO_LIMIT_ROUNDS)), wrong)
    switches = read_modules(options.get("modules", ""), wrong) | dict.fromkeys(one.modules, "yes") | one.switches
    switches |= {LEAVING: "yes", EDGES_GIVEN: "yes"} | barred_to(sides)
    if BEGIN_HULL_DOWN in one.switches:
        switches["after deployment"] = DIG_IN
    chosen = options.get("map", one.id)
    switches |= {MAP_DRAWN: "yes"} if chosen == one.id else {}
    wrong += map_faults(chosen)
    if wrong:
        raise BadInput("\n".join(wrong))
    ground = ground_for(chosen, seed)
    wrong += _missing(one, ground)
    if wrong:
        raise BadInput("\n".join(wrong))
    extras, roles, zones = extra_groups(one, {seat: len(side.groups) for seat, side in sides.items()}, ground)
    forces = {seat: (*side.groups, *extras[seat]) for seat, side in sides.items()}
    points = {f"TV:agreed:{seat}": _tv(side.groups) for seat, side in sides.items()}
    points |= {f"priorities:{seat}": one.priorities[seat] for seat in SEATS} | {"TV:agreed": max(points.values())}
    points |= set_aside(sides)
    begins = "command" if options.get(PRIORITIES) == "no" else "priorities"
    banners = {seat: side.banner for seat, side in sides.items()}
    more = {"points": points, "begins": begins, "banners": banners, "zones": zones, "roles": roles}
    cards = {each: card for side in sides.values() for each, card in side.cards.items()} | _scenario_cards(one)
    return ground, forces, rounds, switches, more, cards


def _tv(groups: Groups) -> int:
    return sum(post.tv for group in groups for post in group)


def _scenario_cards(one: Printed) -> dict[str, Card]:
    return {post.card.id: post.card for _, model, _, _ in one.extras for post in field_squads([model])}


def _missing(one: Printed, ground: Ground) -> list[str]:
    """Pieces that the scenario is about and the map has not."""
    known = {piece.id for piece in ground.pieces}
    return [f"This map has no piece '{name}', which {one.title} is about." for name in one.pieces if name not in known]


def _side(one: Printed, seat: str, seed: int, options: Mapping[str, str], wrong: list[str]) -> Brought:
    """The printed force of a side, or what its player brings, with a word about the difference."""
    text = options.get(seat, "")
    if not text or (text == SAME and seat == NORTH):
        return printed_side(one, seat)
    own = bring_one(seat, text, seed, _tv(printed_side(one, seat).groups), wrong)
    return own._replace(banner=f"{own.banner or 'a force of its own'}; {_finding(one, seat, own.groups)}")


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6")
def printed_side(one: Printed, seat: str) -> Brought:
    """The squads that a scenario prints for a side, each a combat group of Qualified crews."""
    names = one.north if seat == NORTH else one.south
    posts = field_squads(names)
    groups: dict[int, list[Post]] = {}
    for post in posts:
        groups.setdefault(post.group, []).append(Post(post.card.id, post.level, post.rank, post.tv))
    side = "North" if seat == NORTH else "South"
    banner = f"{side}: {', '.join(names)} (who is in a squad is proposed: the tables are lost)"
    return Brought(tuple(map(tuple, groups.values())), {post.card.id: post.card for post in posts}, banner)


def _finding(one: Printed, seat: str, groups: Groups) -> str:
    """How far a force of one's own is from the printed one."""
    names = one.north if seat == NORTH else one.south
    theirs, ours = _tv(printed_side(one, seat).groups), _tv(groups)
    return f"not the scenario's {', '.join(names)}: {ours} TV in place of {theirs}"


def extra_groups(
    one: Printed, counts: Mapping[str, int], ground: Ground
) -> tuple[dict[str, Groups], dict[str, str], dict[str, str]]:
    """What the scenario adds to the forces, the roles of these groups, and all zones in words."""
    groups: dict[str, list[tuple[Post, ...]]] = {seat: [] for seat in SEATS}
    roles: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for seat, model, count, role in one.extras:
        (post,) = field_squads([model])
        groups[seat].append((Post(post.card.id, post.level, "", post.tv),) * count)
        numbers[f"{seat}+{len(groups[seat])}"] = counts[seat] + len(groups[seat])
        roles[f"{seat}:{counts[seat] + len(groups[seat])}"] = role
    zones: dict[str, str] = {}
    for name, words in one.zones.items():
        whose, _, kept = name.partition(":")
        seat = whose.partition("+")[0]
        text = in_place(words, ground)
        if whose in numbers:
            zones[f"{seat}:{numbers[whose]}{':' if kept else ''}{kept}"] = text
        elif kept:
            zones |= {f"{seat}:{group}:{KEPT}": text for group in range(1, counts[seat] + 1)}
        else:
            zones[seat] = text
    if one.id == BRIDGEHEAD:
        zones[f"{NORTH}:{LATE}"] = in_place("edges of north-bank", ground)
    return {seat: tuple(found) for seat, found in groups.items()}, roles, zones


def in_place(words: str, ground: Ground) -> str:
    """Words of a scenario about its map, as words for zones: halves, sides of a piece, edges but the nearest."""
    wide, high = inches_text(ground.width), inches_text(ground.height)
    if words == "half north":
        return f"box 0 {inches_text(ground.height // 2)} {wide} {high}"
    if words.startswith("south of "):
        low = bounds(ground.piece(words.removeprefix("south of ")).outline)[1]
        return f"box 0 0 {wide} {inches_text(low)}"
    if words.startswith("edges of "):
        low = bounds(ground.piece(words.removeprefix("edges of ")).outline)[1]
        far = inches_text(ground.width - ARRIVAL * INCH)
        return f"north {ARRIVAL};box 0 {inches_text(low)} {ARRIVAL} {high};box {far} {inches_text(low)} {wide} {high}"
    if words.startswith("edges but "):
        _, _, name, depth = words.split()
        return ";".join(f"{edge} {depth}" for edge in _far_edges(ground, name))
    return words


@heeds("tactical.4.3.3")
def _far_edges(ground: Ground, name: str) -> Iterable[str]:
    """All edges but the one that a piece is nearest to."""
    x0, y0, x1, y1 = bounds(ground.piece(name).outline)
    far = {"south": y0, "north": ground.height - y1, "west": x0, "east": ground.width - x1}
    nearest = min(far, key=lambda edge: far[edge])
    return [edge for edge in far if edge != nearest]


@heeds("tactical.4.3.1", "tactical.4.3.3", "tactical.4.3.5", "tactical.4.3.6")
def with_role(unit: Unit, role: str) -> Unit:
    """A unit as its part in the scenario has it."""
    if role:
        unit.tokens[NEEDED] = 1
    if role in (RESERVE_ROLE, STRANDED_ROLE):
        unit.status = RESERVE
    if role == STRANDED_ROLE:
        unit.group = NO_GROUP
    if role == TRUCK_ROLE:
        unit.tokens |= {NO_EVASION: 1, KEPT_SLOW: 1}
    return unit


# --- Scenarios, their options, and the first state of a battle

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
    several = {**SEVERAL, **SEVERAL_SURROUNDINGS}
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
