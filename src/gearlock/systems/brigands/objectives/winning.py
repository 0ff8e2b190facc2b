"""11.3 and 1.1: choosing Objectives, and winning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Preview
from gearlock.mechanics.figures import overlapped
from gearlock.mechanics.ground.surfaces import water_depth
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.objectives.approach import left_to_any, left_to_bring, left_to_hold, left_to_take, way_to
from gearlock.mechanics.objectives.marked_places import worth_in_reach
from gearlock.mechanics.objectives.progress import is_held
from gearlock.mechanics.objectives.wanted import Errand, errand_into, gained, with_ways
from gearlock.mechanics.placing.markers import Spacing, apart_from, level_spots, refuse_level, refuse_near, roomy_spots
from gearlock.systems.brigands.chain_of_command import FORCE_COMMANDER
from gearlock.systems.brigands.objectives.objectives import (
    CAPTURES,
    FLEETING,
    TARGET,
    BattleEnded,
    ChooseObjective,
    MarkerCaptured,
    MarkerPlaced,
    ObjectiveAchieved,
    ObjectiveChosen,
    ObjectiveLost,
    ObjectivesSettled,
    PlaceMarker,
    actions_of,
    capture_markers,
    casualties_winner,
    ground_worth,
    group_of,
    has_marked,
    has_somebody,
    hold_on,
    holding,
    is_drone,
    note_progress,
    target_id,
    won_by,
)
from gearlock.systems.brigands.places import is_in_zone, zone_at, zone_of
from gearlock.systems.brigands.state import (
    ASSASSINATE,
    BREAK_THE_LINE,
    CAPTURE,
    DEMOLITIONS,
    HOLD,
    LEAD_BY_EXAMPLE,
    NO_GROUP,
    WIPE_THEM_OUT,
    Objective,
    Pursuit,
    State,
    Unit,
    objectives,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH, inches_text
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Ground

# --- 11.3: markers. Where the points for Hold and Capture may lie, and where a Demolitions target may stand

Places = tuple[tuple[int, int], ...]

CLEARANCE = 12 * INCH
"""No marker lies within this of a table edge or of another of its kind."""


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def placer_of(wanted: Objective, seat: str) -> str:
    """Who places the markers of a seat's Objective: the seat itself for Hold, otherwise its opponent."""
    return seat if wanted.own else opponent(seat)


def missing_marker(state: State) -> Pursuit | None:
    """The first chosen Objective that has not all of its markers yet."""
    return next((p for p in state.pursuits if len(p.markers) < objectives()[p.name].markers), None)


def marker_body(name: str, x: int, y: int) -> Body:
    """What a marker takes up: nothing, but for the Demolitions target."""
    return Body(x, y, 0, TARGET.radius, TARGET.height) if name == DEMOLITIONS else Body(x, y)


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def spacing_of(wanted: Objective) -> Spacing:
    """How far the markers of an Objective lie from table edges and each other."""
    return Spacing(marker_body(wanted.name, 0, 0).radius, CLEARANCE, CLEARANCE)


def _ruled(refusal: Refusal | None, wanted: Objective) -> Refusal | None:
    """A refusal with the rule of the Objective that the marker is for."""
    return None if refusal is None else msgspec.structs.replace(refusal, rule=wanted.rule)


def touches_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a footprint lies in the deployment zone of a seat, or just reaches its border."""
    return distance_to(zone_of(state, seat), body.x, body.y) <= body.radius


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def refuse_marker(state: State, ask: Ask, order: PlaceMarker) -> Refusal | None:
    """Why a marker cannot lie at a place; nor may it leave no room for those that are still to come."""
    seat, name = ask.about
    wanted = objectives()[name]
    placed = next(pursuit.markers for pursuit in state.pursuits if (pursuit.seat, pursuit.name) == (seat, name))
    refusal = refuse_place(state, ask.seat, wanted, placed, order.x, order.y)
    if refusal is not None:
        return refusal
    if not has_room(state, ask.seat, wanted, (*placed, (order.x, order.y))):
        return Refusal("room", wanted.rule, "There would be no room left for the markers that follow.")
    return None


def refuse_place(state: State, placer: str, wanted: Objective, placed: Places, x: int, y: int) -> Refusal | None:
    """Why a marker cannot lie at a place with these already on the table."""
    return refuse_ground(state.ground, wanted, x, y) or _refuse_table(state, placer, wanted, placed, x, y)


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def refuse_ground(ground: Ground, wanted: Objective, x: int, y: int) -> Refusal | None:
    """Markers lie away from the edges and at ground level: on no slope, under no solid terrain, a target in no lake."""
    refusal = _ruled(refuse_level(ground, spacing_of(wanted), x, y), wanted)
    if refusal is not None:
        return refusal
    if _is_drowned(ground, wanted, x, y):
        return Refusal("water", wanted.rule, "The water is too deep for the target.")
    return None


@heeds("brigands.11.3-demolitions")
def _is_drowned(ground: Ground, wanted: Objective, x: int, y: int) -> bool:
    """Whether the water is too deep for a target."""
    return wanted.name == DEMOLITIONS and 2 * water_depth(ground, x, y) > TARGET.height


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def _refuse_table(state: State, placer: str, wanted: Objective, placed: Places, x: int, y: int) -> Refusal | None:
    """Markers lie outside the zone of whoever places them and apart from their like; a target needs room to stand."""
    body = marker_body(wanted.name, x, y)
    if touches_zone(state, placer, body):
        return Refusal("zone", wanted.rule, "A marker must lie outside your own deployment zone.")
    refusal = _ruled(refuse_near(spacing_of(wanted), placed, x, y), wanted)
    if refusal is not None:
        return refusal
    if wanted.name == DEMOLITIONS and overlapped(body, state.standing()) is not None:
        return Refusal("overlap", wanted.rule, "Another model stands there.")
    return None


@lru_cache(maxsize=64)
def level_places(ground: Ground, wanted: Objective) -> Places:
    """The spots of a grid where the ground takes a marker, whoever places it."""
    spots = level_spots(ground, spacing_of(wanted))
    return tuple(spot for spot in spots if not _is_drowned(ground, wanted, *spot))


@lru_cache(maxsize=64)
def places_outside(ground: Ground, side: str, wanted: Objective) -> Places:
    """Those of them that lie outside the deployment zone on a side of the table."""
    zone = zone_at(ground, side)
    radius = marker_body(wanted.name, 0, 0).radius
    return tuple((x, y) for x, y in level_places(ground, wanted) if distance_to(zone, x, y) > radius)


def free_places(state: State, placer: str, wanted: Objective, placed: Places) -> list[tuple[int, int]]:
    """The spots of a grid where the next marker may lie, whatever room that leaves for the others; noted."""
    key = (free_places, placer, wanted.name, placed)
    known: list[tuple[int, int]] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = _free_places(state, placer, wanted, placed)
    return known


def _free_places(state: State, placer: str, wanted: Objective, placed: Places) -> list[tuple[int, int]]:
    spots = list(places_outside(state.ground, state.zones[placer], wanted))
    for marker in placed:
        spots = apart_from(spots, marker, CLEARANCE)
    if wanted.name != DEMOLITIONS:
        return spots
    others = [other.body for other in state.standing()]
    bodies = (marker_body(wanted.name, x, y) for x, y in spots)
    return [(body.x, body.y) for body in bodies if not any(bodies_overlap(body, other) for other in others)]


def legal_places(state: State, placer: str, wanted: Objective, placed: Places) -> Iterator[tuple[int, int]]:
    """The spots of a grid where the next marker may lie and leaves room for the others."""
    spots = free_places(state, placer, wanted, placed)
    return roomy_spots(spots, wanted.markers - len(placed), CLEARANCE)


@heeds("brigands.11.3-hold", "brigands.11.3-capture")
def has_room(state: State, placer: str, wanted: Objective, placed: Places = ()) -> bool:
    """Whether the table has room for all markers of an Objective that are still to come."""
    return len(placed) >= wanted.markers or next(legal_places(state, placer, wanted, placed), None) is not None


# --- 11.3: choosing Objectives and placing their markers, before anybody deploys

SMALL = 100
"""Battles of fewer TV are fought for fewer Objectives."""


def force_of(state: State, seat: str) -> Iterator[Unit]:
    """All models a seat has brought, whatever became of them; a Demolitions target is none of its Force."""
    return (unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP)


@heeds("brigands.11.3")
def allowance(state: State) -> int:
    """How many Objectives each seat chooses: two in a battle below 100 TV, otherwise three."""
    size = state.size or max(sum(unit.tv for unit in force_of(state, seat)) for seat in ("red", "blue"))
    return 2 if size < SMALL else 3


@heeds("brigands.11.3", "brigands.11.3-lead-by-example")
def refuse_objective(state: State, seat: str, order: ChooseObjective) -> Refusal | None:
    """Why a seat cannot choose an Objective: it has it already, its Force is not made for it, or there is no room."""
    wanted = objectives().get(order.name)
    if wanted is None:
        known = ", ".join(objectives())
        return Refusal("objective", "brigands.11.3", f"There is no Objective {order.name or 'nothing'}: {known}.")
    if any(pursuit.seat == seat and pursuit.name == wanted.name for pursuit in state.pursuits):
        return Refusal("chosen", "brigands.11.3", f"You have chosen {wanted.name} already; each counts once.")
    refusal = _refuse_force(state, seat, wanted)
    if refusal is not None:
        return refusal
    if wanted.markers and not has_room(state, placer_of(wanted, seat), wanted):
        return Refusal("room", wanted.rule, f"This table has no room for the markers of {wanted.name}.")
    if wanted.name == WIPE_THEM_OUT:
        return _refuse_group(state, seat, order.group)
    if order.group:
        return Refusal("group", wanted.rule, f"{wanted.name} is not about one Combat Group.")
    return None


@heeds("brigands.11.3", "brigands.11.3-lead-by-example")
def _refuse_force(state: State, seat: str, wanted: Objective) -> Refusal | None:
    """One Unit must have been taken as one of the listed Unit Availabilities, or there must be a Duelist."""
    if wanted.name == LEAD_BY_EXAMPLE:
        if duelist_of(state, seat) is not None:
            return None
        return Refusal("duelist", wanted.rule, "Your Force has no Duelist to lead by example.")
    have = sorted({unit.code for unit in force_of(state, seat) if unit.code})
    if any(code in wanted.codes for code in have):
        return None
    message = f"{wanted.name} needs a Unit of {', '.join(wanted.codes)}; your Units are {', '.join(have) or 'of none'}."
    return Refusal("units", wanted.rule, message)


def duelist_of(state: State, seat: str) -> Unit | None:
    """The Duelist of a Force; there is never more than one."""
    return next((unit for unit in force_of(state, seat) if "Duelist" in unit.line.traits), None)


@rule("brigands.11.3-wipe-them-out")
def dearest_groups(state: State, seat: str) -> list[int]:
    """The Combat Groups of a seat with the highest TV, drones and all; several only if they cost the same."""
    costs: dict[int, int] = {}
    for unit in force_of(state, seat):
        costs[unit.group] = costs.get(unit.group, 0) + unit.tv
    return [group for group, cost in costs.items() if cost == max(costs.values())]


@heeds("brigands.11.3-wipe-them-out")
def _refuse_group(state: State, seat: str, group: int) -> Refusal | None:
    """It must be the dearest of the enemy's; it need not be named unless several are."""
    dearest = dearest_groups(state, opponent(seat))
    if group in dearest or (group == 0 and len(dearest) == 1):
        return None
    which = " or ".join(map(str, dearest))
    message = f"The dearest enemy Combat Group is number {which}, not {group or 'none'}."
    return Refusal("group", "brigands.11.3-wipe-them-out", message, {"group": group})


def legal_objectives(state: State, seat: str) -> Iterator[ChooseObjective]:
    """Everything a seat may choose now; equally dear enemy groups are choices of their own."""
    for name in objectives():
        groups = dearest_groups(state, opponent(seat)) if name == WIPE_THEM_OUT else [0]
        for group in groups:
            order = ChooseObjective(name, group)
            if refuse_objective(state, seat, order) is None:
                yield order


@heeds("brigands.11.3")
def next_chooser(state: State) -> str:
    """The seat that chooses next, red before blue in turn; empty when both have all, or all that they may have."""
    counts = {seat: sum(pursuit.seat == seat for pursuit in state.pursuits) for seat in ("red", "blue")}
    for seat in sorted(counts, key=lambda seat: (counts[seat], seat == "blue")):
        if counts[seat] < allowance(state) and next(legal_objectives(state, seat), None) is not None:
            return seat
    return ""


@rule("brigands.11.3")
def resolve_objectives(ctx: Ctx[State]) -> Script[None]:
    """Choose one Objective more, or place one marker more; with all of them settled, deployment follows."""
    seat = next_chooser(ctx.state)
    if seat:
        yield from _resolve_choice(ctx, seat)
        return
    missing = missing_marker(ctx.state)
    if missing is None:
        ctx.emit(ObjectivesSettled())
        return
    wanted = objectives()[missing.name]
    placer = placer_of(wanted, missing.seat)
    whose = "your" if placer == missing.seat else f"{missing.seat}'s"
    prompt = f"Where do you place marker {len(missing.markers) + 1} of {wanted.markers} of {whose} {wanted.name}?"
    order = yield from ask(Ask(placer, "marker", about=(missing.seat, wanted.name), rule=wanted.rule, prompt=prompt))
    assert isinstance(order, PlaceMarker), f"{order} places no marker"
    unit = target_id(placer) if wanted.name == DEMOLITIONS else ""
    ctx.emit(MarkerPlaced(missing.seat, wanted.name, order.x, order.y, unit))


def _resolve_choice(ctx: Ctx[State], seat: str) -> Script[None]:
    number = 1 + sum(pursuit.seat == seat for pursuit in ctx.state.pursuits)
    prompt = f"Which is your Objective {number} of {allowance(ctx.state)}?"
    order = yield from ask(Ask(seat, "objective", rule="brigands.11.3", prompt=prompt))
    assert isinstance(order, ChooseObjective), f"{order} chooses no Objective"
    group = order.group
    if order.name == WIPE_THEM_OUT:
        group = order.group or dearest_groups(ctx.state, opponent(seat))[0]
    ctx.emit(ObjectiveChosen(seat, order.name, _subject(ctx.state, seat, order.name), group))


@heeds("brigands.11.3-assassinate", "brigands.11.3-demolitions", "brigands.11.3-lead-by-example")
def _subject(state: State, seat: str, name: str) -> str:
    """The one model an Objective is about. The Force Commander of this moment: no successor counts."""
    if name == ASSASSINATE:
        enemy = force_of(state, opponent(seat))
        return next((unit.id for unit in enemy if unit.rank == FORCE_COMMANDER), "")
    if name == DEMOLITIONS:
        return target_id(opponent(seat))
    duelist = duelist_of(state, seat) if name == LEAD_BY_EXAMPLE else None
    return "" if duelist is None else duelist.id


# --- 11.3 and 1.1: winning. The most Objectives decide, and Casualties if both have as many


@heeds("brigands.11.3")
def is_deserted(state: State) -> bool:
    """Whether a side has nobody left, which ends the battle at once."""
    return state.full and state.round > 0 and not all(has_somebody(state, seat) for seat in ("red", "blue"))


@heeds("brigands.11.3", "brigands.11.3-capture")
def resolve_desertion(ctx: Ctx[State]) -> Script[None]:
    """This Round was the last, and it ends: markers are captured, and everything is counted as the table lies."""
    capture_markers(ctx)
    note_progress(ctx)
    ctx.emit(BattleEnded())
    yield from ()  # a script is a generator, even one that asks nothing


@heeds("brigands.1.1", "brigands.11.3", "brigands.11.3-casualties")
def full_outcome(state: State) -> Outcome | None:
    """Once the battle has ended: who won more Objectives, and by what; a tie goes to the winner of Casualties."""
    if not state.finished:
        return None
    won = {seat: won_by(state, seat) for seat in ("red", "blue")}
    score = {seat: len(names) for seat, names in won.items()}
    if score["red"] == score["blue"]:
        return _tied(state, score)
    winner = max(score, key=lambda seat: score[seat])
    most, fewest = score[winner], score[opponent(winner)]
    return Outcome(winner, f"{winner} won {objectives_text(most)} to {fewest}: {', '.join(won[winner])}", score)


def _tied(state: State, score: dict[str, int]) -> Outcome:
    winner, each = casualties_winner(state), objectives_text(score["red"])
    if winner:
        return Outcome(winner, f"{each} each, and {winner} won Casualties", score)
    return Outcome("", f"{each} each, and nobody won Casualties", score)


def objectives_text(count: int) -> str:
    """A number of Objectives in words."""
    return f"{count or 'no'} Objective{'' if count == 1 else 's'}"


def chosen(state: State, event: ObjectiveChosen, _seat: str | None) -> Line:
    wanted = objectives()[event.name]
    group = f" It is Combat Group {event.group}." if event.group else ""
    about = (event.target,) if event.target in state.units else ()
    return Line(f"{event.seat} chooses {event.name}: {wanted.goal}.{group}", about, wanted.rule)


def placed(_state: State, event: MarkerPlaced, _seat: str | None) -> Line:
    wanted = objectives()[event.name]
    placer = placer_of(wanted, event.seat)
    whose = "" if placer == event.seat else f" for {event.seat}"
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{placer} places a {event.name} marker{whose} at {where}."
    return Line(text, (event.unit,) if event.unit else (), wanted.rule)


def captured(state: State, event: MarkerCaptured, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} captures a marker for {event.seat}."
    return Line(text, (event.unit,), objectives()[CAPTURE].rule)


def achieved(_state: State, event: ObjectiveAchieved, _seat: str | None) -> Line:
    return Line(f"{event.seat} has what {event.name} asks for.", (), objectives()[event.name].rule)


def lost(_state: State, event: ObjectiveLost, _seat: str | None) -> Line:
    return Line(f"{event.seat} has lost {event.name} again.", (), objectives()[event.name].rule)


def ended(state: State, _event: BattleEnded, _seat: str | None) -> Line:
    if is_deserted(state):
        return Line("A side has nobody left: the battle ends.", (), "brigands.11.3")
    return Line(f"{state.rounds} Rounds are played.", (), "brigands.11.2")


# --- The ways left to Objectives of position, so that somebody goes there: the nearest that are needed, not everybody

LONG = 36 * INCH
"""A way that is as good as endless."""

FOR_A_MARKER = 0.75
"""What such a way to one marker costs, in shares of a model: about half an Objective."""

AT_FIRST = 0.4
"""What the way counts, in the first Rounds, to ground that matters only when the battle ends."""


def ground_in_reach(state: State, seat: str) -> float:
    """What the ground a seat holds is worth to it, less the enemy's and less the ways left, in shares of a model."""
    marked = worth_in_reach(state.ground, holding(state), seat) if has_marked(state) else 0.0
    return ground_worth(state, seat) + approach(state, seat) + marked


def approach(state: State, seat: str) -> float:
    """What the ways left cost a seat, in shares of a model."""
    total, called = 0.0, set[str]()
    late = AT_FIRST + (1 - AT_FIRST) * state.round / max(1, state.rounds)
    for pursuit in state.pursuits:
        if pursuit.name == CAPTURE and pursuit.seat == seat and not pursuit.achieved:
            total -= _to_capture(state, pursuit, called)
        elif pursuit.name == HOLD and pursuit.seat == seat:
            total -= late * _to_hold(state, pursuit, called)
        elif pursuit.name == HOLD:
            total -= late * _to_contest(state, pursuit)
        elif pursuit.name == BREAK_THE_LINE and pursuit.seat == seat:
            total -= late * _to_break_through(state, seat)
    return FOR_A_MARKER * total


def _able(state: State, seat: str) -> Iterator[Unit]:
    """Who can capture or hold anything."""
    models = (unit for unit in state.fielded(seat) if unit.line.type != "Fortification")
    return (unit for unit in models if not is_drone(unit) and unit.group != NO_GROUP)


def _way(reach: int) -> Callable[[Unit, tuple[int, int]], float]:
    """How far a model is from where it counts for a marker, of a long way."""
    return lambda unit, marker: way_to(unit, marker, unit.line.radius + reach * INCH, LONG)


def _to_capture(state: State, pursuit: Pursuit, called: set[str]) -> float:
    """The nearest models go to the nearest markers, one to each, as many as are still to be taken."""
    way, needed = _way(objectives()[CAPTURE].reach), CAPTURES - pursuit.captured
    return left_to_take(_able(state, pursuit.seat), pursuit.markers, way, needed, called)


def _to_hold(state: State, pursuit: Pursuit, called: set[str]) -> float:
    """To each marker that is not held the nearest goes that is not there yet."""
    total, way = 0.0, _way(objectives()[HOLD].reach)
    for marker in pursuit.markers:
        if not is_held(hold_on(state, marker), pursuit.seat):
            total += left_to_hold(_able(state, pursuit.seat), marker, way, called)
    return total


def _to_contest(state: State, pursuit: Pursuit) -> float:
    """One of the enemy's markers is enough to go to; nobody needs to while one is not the enemy's."""
    if not all(is_held(hold_on(state, marker), pursuit.seat) for marker in pursuit.markers):
        return 0.0
    able = list(_able(state, opponent(pursuit.seat)))
    return left_to_any(able, pursuit.markers, _way(objectives()[HOLD].reach))


def _to_break_through(state: State, seat: str) -> float:
    """The foremost half of the Combat Group that has the shortest way, as long as half of one is left."""
    return min((_way_through(state, seat, group) for group in {unit.group for unit in _able(state, seat)}), default=2.0)


def _way_through(state: State, seat: str, group: int) -> float:
    """The mean way of half a Combat Group into the enemy zone, counted as that to two markers."""
    half = max(1, (actions_of(group_of(state, seat, group)) + 1) // 2)
    ways = ((_way_in(state, unit), unit.line.actions) for unit in _able(state, seat) if unit.group == group)
    return 2 * left_to_bring(ways, half) / half


def _way_in(state: State, unit: Unit) -> float:
    enemy = opponent(unit.seat)
    if is_in_zone(state, enemy, unit.body):
        return 0.0
    return min(1.0, (distance_to(zone_of(state, enemy), unit.x, unit.y) + 2 * unit.line.radius) / LONG)


# --- What an Objective is worth before it is won, in shares of a model, so that bots go where they are needed
# Cheap on purpose: bots ask for every place they think of.

PULL = 0.1
"""What the whole length of the table is worth to a model on an errand, at the beginning of the battle."""

HASTE = 0.3
"""What is added to that by the last Round."""

GUNSHOT = 12 * INCH
"""As near as one need come to what is to be destroyed."""

PRIZE = 0.5
"""How much more damage counts on a model whose loss wins an Objective."""

EASE = {WIPE_THEM_OUT: 7, CAPTURE: 6, HOLD: 5, ASSASSINATE: 4, DEMOLITIONS: 3, LEAD_BY_EXAMPLE: 2, BREAK_THE_LINE: 1}
"""What a bot would rather be asked to do; scanning is last."""


def choice_worth(order: ChooseObjective) -> float:
    """How gladly a bot chooses an Objective."""
    return 0.01 * (1 + EASE.get(order.name, 0))


def marker_worth(state: State, x: int, y: int) -> float:
    """Whoever places a marker wants it near: to hold it oneself, or to keep the enemy away from it."""
    missing = missing_marker(state)
    if missing is None:
        return 0.0
    placer = placer_of(objectives()[missing.name], missing.seat)
    far = distance_to(zone_of(state, placer), x, y)
    return 1.0 - far / max(state.ground.width, state.ground.height)


def errand_worth(state: State, unit: Unit, x: int, y: int) -> float:
    """What it is worth to its side that a model goes from where it stands to a place; straying costs."""
    if not (state.pursuits or has_marked(state)) or is_drone(unit):
        return 0.0
    urgency = PULL + HASTE * state.round / state.rounds
    return urgency * gained(_errands_of(state, unit), x, y) / max(state.ground.width, state.ground.height)


def _errands_of(state: State, unit: Unit) -> list[tuple[Errand, int]]:
    """What the Objectives ask of a model, each with the way it still has from where it stands; noted."""
    key = (_errands_of, unit.id, unit.x, unit.y)
    known: list[tuple[Errand, int]] | None = state.notes.get(key)
    if known is None:
        errands = [errand for pursuit in state.pursuits if (errand := errand_of(state, pursuit, unit)) is not None]
        if has_marked(state) and (to_place := marked_places.errand(state.ground, holding(state), unit)) is not None:
            errands.append(to_place)
        known = state.notes[key] = with_ways(errands, unit.x, unit.y)
    return known


def errand_of(state: State, pursuit: Pursuit, unit: Unit) -> Errand | None:
    """What an Objective asks of a model, its own side's or, where markers are held, the enemy's; None for nothing."""
    if pursuit.achieved and pursuit.name not in FLEETING:
        return None
    if pursuit.name == HOLD or (pursuit.name == CAPTURE and pursuit.seat == unit.seat):
        near = (objectives()[pursuit.name].reach - 1) * INCH
        return Errand(pursuit.markers, near) if pursuit.markers else None
    if pursuit.seat != unit.seat:
        return None
    if pursuit.name == BREAK_THE_LINE:
        return errand_into(zone_of(state, opponent(unit.seat)))
    target = state.units.get(pursuit.target) if pursuit.name in (ASSASSINATE, DEMOLITIONS) else None
    return Errand(((target.x, target.y),), GUNSHOT) if target is not None and target.is_fielded else None


def errand_spot(state: State, unit: Unit, chooser: Chooser) -> tuple[int, int] | None:
    """A spot that some Objective wants a model at; None if none does."""
    errands = [errand for pursuit in state.pursuits if (errand := errand_of(state, pursuit, unit)) is not None]
    return chooser.choice(chooser.choice(errands).spots) if errands else None


def prize_of(state: State, unit: Unit, target: Unit) -> float:
    """By how much more than its share of a model the damage to a target counts for a model's side."""
    for pursuit in state.pursuits:
        if pursuit.seat != unit.seat or pursuit.achieved:
            continue
        if pursuit.name in (ASSASSINATE, DEMOLITIONS) and pursuit.target == target.id:
            return PRIZE
        if pursuit.name == WIPE_THEM_OUT and pursuit.group == target.group and target.seat != unit.seat:
            return PRIZE
        if pursuit.name == LEAD_BY_EXAMPLE and pursuit.target == unit.id:
            return PRIZE
    return 0.0


# --- What is offered

GUESSES = 4
"""Spots that are tried before it is worked out which of them leave room for the markers to come."""


def offer_objectives(state: State, ask: Ask) -> Iterator[Option]:
    for order in legal_objectives(state, ask.seat):
        wanted = objectives()[order.name]
        which = f" (Combat Group {order.group})" if order.group else ""
        yield Pick(f"{wanted.name}{which}: {wanted.goal}", order, wanted.rule)


def offer_marker_places(_state: State, ask: Ask) -> Iterator[Option]:
    yield Place(f"Place a {ask.about[1]} marker", PlaceMarker(), ask.rule, zone="table")


def refuse_choice(state: State, ask: Ask, order: ChooseObjective) -> Refusal | None:
    return refuse_objective(state, ask.seat, order)


def guess_marker(state: State, _ask: Ask, _order: PlaceMarker, chooser: Chooser, attempt: int) -> Order | None:
    """A free spot of the grid; if it leaves no room for the markers to come another, at last one that surely does."""
    missing = missing_marker(state)
    if missing is None:
        return None
    wanted = objectives()[missing.name]
    places = legal_places if attempt >= GUESSES else free_places
    spots = list(places(state, placer_of(wanted, missing.seat), wanted, missing.markers))
    return PlaceMarker(*chooser.choice(spots)) if spots else None


def aim_marker(_state: State, _ask: Ask, _order: PlaceMarker, spot: Aim) -> Order:
    return PlaceMarker(spot.x, spot.y)


def preview_choice(_state: State, _seat: str, order: ChooseObjective) -> Preview:
    wanted = objectives().get(order.name)
    return Preview() if wanted is None else Preview(gives=choice_worth(order), notes=(wanted.goal,))


def preview_marker(state: State, _seat: str, order: PlaceMarker) -> Preview:
    return Preview(gives=marker_worth(state, order.x, order.y), spot=(order.x, order.y, 0))


# --- The contents of the chapter

OBJECTIVES: Chapter[State] = Chapter(
    "11.3: Objectives",
    orders=(
        OrderRules(ChooseObjective, "objective", refuse_choice),
        OrderRules(
            PlaceMarker,
            "marker",
            refuse_marker,
            guess=guess_marker,
            aim=aim_marker,
        ),
    ),
    events={
        ObjectiveChosen: chosen,
        MarkerPlaced: placed,
        ObjectivesSettled: None,
        MarkerCaptured: captured,
        ObjectiveAchieved: achieved,
        ObjectiveLost: lost,
        BattleEnded: ended,
    },
)
