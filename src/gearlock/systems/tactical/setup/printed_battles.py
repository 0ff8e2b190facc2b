"""4.3: a printed scenario made ready: its table, both forces or what players bring instead, zones and switches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from gearlock.kernel.errors import BadInput
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import SAME, Scenario
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.forces.fielding import field_squads
from gearlock.systems.tactical.missions.carrying import LEAVING
from gearlock.systems.tactical.missions.priorities import EDGES_GIVEN
from gearlock.systems.tactical.movement.limits import KEPT
from gearlock.systems.tactical.scenarios import printed as p
from gearlock.systems.tactical.scenarios.events import LATE
from gearlock.systems.tactical.scenarios.positions import DIG_IN
from gearlock.systems.tactical.setup.grounds import ground_for, map_faults
from gearlock.systems.tactical.setup.lineup import Groups, Post
from gearlock.systems.tactical.setup.modules import OPTION_TEXT, SEVERAL, read_modules
from gearlock.systems.tactical.setup.numbers import read_rounds
from gearlock.systems.tactical.setup.sides import Brought, barred_to, bring_one, set_aside, side_text
from gearlock.systems.tactical.state import KEPT_SLOW, NEEDED, NO_EVASION, NO_GROUP, RESERVE, SEATS, Unit
from gearlock.table.measure import INCH, inches_text
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Ground

PRIORITIES: Final = "priorities"
NOT_PRINTED: Final = (
    "The printed map is lost: this one is drawn after the text. So are the squads' tables: they are proposed."
)
ARRIVAL: Final = 3
"""Inches of an edge that whoever comes later is placed in."""


def printed_scenarios(maps: tuple[str, ...]) -> dict[str, Scenario]:
    """The six with their options explained."""
    return {name: _scenario(one, maps) for name, one in p.PRINTED.items()}


def _scenario(one: p.Printed, maps: tuple[str, ...]) -> Scenario:
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
        options["rounds"] = f"how many rounds there is time for (none are printed; default {p.NO_LIMIT_ROUNDS})"
    number = one.rule.rpartition(".")[2]
    return Scenario(
        one.id, one.title, f"Printed scenario {number}: {one.about} {NOT_PRINTED}", options, one.goal,
        choices={**_maps_for(one, maps), PRIORITIES: ("yes", "no")}, forces=True,
        long=True, several=SEVERAL,
    )  # fmt: skip


def _maps_for(one: p.Printed, maps: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The scenario's own map and others that have what it is about, where there are any."""
    others = [name for name in maps if name != one.id and not _missing(one, ground_for(name, 0))]
    return {"map": (one.id, *others)} if others else {}


Plan = tuple[Ground, dict[str, Groups], int, dict[str, str], dict[str, Any], dict[str, Card]]


def plan_printed(
    name: str, seed: int, options: Mapping[str, str], wrong: list[str], standing: Mapping[str, Brought] | None = None
) -> Plan:
    """Everything that is settled before a printed scenario. Raises BadInput with all that is wrong."""
    one = p.PRINTED[name]
    sides = dict(standing or {seat: _side(one, seat, seed, options, wrong) for seat in SEATS})
    if options.get("blue") == SAME:
        sides[p.NORTH] = sides[p.SOUTH]._replace(banner=_finding(one, p.NORTH, sides[p.SOUTH].groups))
    rounds = one.rounds or read_rounds(options.get("rounds", str(p.NO_LIMIT_ROUNDS)), wrong)
    switches = read_modules(options.get("modules", ""), wrong) | dict.fromkeys(one.modules, "yes") | one.switches
    switches |= {LEAVING: "yes", EDGES_GIVEN: "yes"} | barred_to(sides)
    if p.BEGIN_HULL_DOWN in one.switches:
        switches["after deployment"] = DIG_IN
    chosen = options.get("map", one.id)
    switches |= {p.MAP_DRAWN: "yes"} if chosen == one.id else {}
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


def _scenario_cards(one: p.Printed) -> dict[str, Card]:
    return {post.card.id: post.card for _, model, _, _ in one.extras for post in field_squads([model])}


def _missing(one: p.Printed, ground: Ground) -> list[str]:
    """Pieces that the scenario is about and the map has not."""
    known = {piece.id for piece in ground.pieces}
    return [f"This map has no piece '{name}', which {one.title} is about." for name in one.pieces if name not in known]


def _side(one: p.Printed, seat: str, seed: int, options: Mapping[str, str], wrong: list[str]) -> Brought:
    """The printed force of a side, or what its player brings, with a word about the difference."""
    text = options.get(seat, "")
    if not text or (text == SAME and seat == p.NORTH):
        return printed_side(one, seat)
    own = bring_one(seat, text, seed, _tv(printed_side(one, seat).groups), wrong)
    return own._replace(banner=f"{own.banner or 'a force of its own'}; {_finding(one, seat, own.groups)}")


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6")
def printed_side(one: p.Printed, seat: str) -> Brought:
    """The squads that a scenario prints for a side, each a combat group of Qualified crews."""
    names = one.north if seat == p.NORTH else one.south
    posts = field_squads(names)
    groups: dict[int, list[Post]] = {}
    for post in posts:
        groups.setdefault(post.group, []).append(Post(post.card.id, post.level, post.rank, post.tv))
    side = "North" if seat == p.NORTH else "South"
    banner = f"{side}: {', '.join(names)} (who is in a squad is proposed: the tables are lost)"
    return Brought(tuple(map(tuple, groups.values())), {post.card.id: post.card for post in posts}, banner)


def _finding(one: p.Printed, seat: str, groups: Groups) -> str:
    """How far a force of one's own is from the printed one."""
    names = one.north if seat == p.NORTH else one.south
    theirs, ours = _tv(printed_side(one, seat).groups), _tv(groups)
    return f"not the scenario's {', '.join(names)}: {ours} TV in place of {theirs}"


def extra_groups(
    one: p.Printed, counts: Mapping[str, int], ground: Ground
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
    if one.id == p.BRIDGEHEAD:
        zones[f"{p.NORTH}:{LATE}"] = in_place("edges of north-bank", ground)
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
    if role in (p.RESERVE_ROLE, p.STRANDED_ROLE):
        unit.status = RESERVE
    if role == p.STRANDED_ROLE:
        unit.group = NO_GROUP
    if role == p.TRUCK_ROLE:
        unit.tokens |= {NO_EVASION: 1, KEPT_SLOW: 1}
    return unit
