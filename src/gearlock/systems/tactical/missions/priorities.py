"""4.1.3: priorities: points split in secret, what scouting wins, and which troops stay behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed
from gearlock.mechanics.placing.zones import marks_zones
from gearlock.systems.tactical.generator import points as p
from gearlock.systems.tactical.missions.events import (
    EdgeChosen,
    EdgesKept,
    FieldSet,
    LeftBehind,
    MissionTold,
    PhaseFollows,
    PrioritiesShown,
)
from gearlock.systems.tactical.missions.orders import ChooseEdge, LeaveBehind, Prioritise, SetField, TakeRight
from gearlock.systems.tactical.missions.preparing import agreed, die
from gearlock.systems.tactical.missions.things import OBJECT, PLACE, name_of
from gearlock.systems.tactical.state import NEEDED, SEATS, State, Unit, opponent
from gearlock.systems.tactical.victory_points.wares import resolve_priority_points

PRIORITIES, RIGHT, FIELD, EDGE, TROOPS = "priorities", "scouting right", "field", "home edge", "troops"
AXES: Final = {"south-north": ("south", "north"), "west-east": ("west", "east")}
RIGHTS: Final = {FIELD: "set up the field", EDGE: "choose the home edge"}
SCOUTING: Final = "tactical.4.1.3-scouting"
EDGES_GIVEN: Final = "edges are given"
"""A switch of scenarios that say themselves who comes from where."""


def priority_points(state: State, seat: str) -> int:
    """How many a side has."""
    return state.points.get(f"priorities:{seat}", p.PRIORITY_POINTS)


def agreed_for(state: State, seat: str) -> int:
    """The Threat Value of a side: as agreed upon for both, or what a printed scenario gives this one."""
    return state.points.get(f"TV:agreed:{seat}", 0) or agreed(state)


@heeds("tactical.4.1.3", "tactical.4.1.3-troops", "tactical.4.1.3-support", "tactical.4.1.1-subplots-galore")
def resolve_priorities(ctx: Ctx[State]) -> Script[None]:
    """Both split their points in secret; then all is shown, and it is clear what each may field and spend."""
    yield from resolve_priority_points(ctx)
    prompt = "Split your Priority Points between scouting, troops and support."
    found = yield from ask_sealed(*(Ask(seat, PRIORITIES, rule="tactical.4.1.3", prompt=prompt) for seat in SEATS))
    splits = {seat: order for seat, order in zip(SEATS, found, strict=True) if isinstance(order, Prioritise)}
    state, tv, support = ctx.state, dict[str, int](), dict[str, int]()
    for seat in SEATS:
        whole = agreed_for(state, seat)
        chosen = (state.points.get(f"{what}:{seat}", 0) for what in ("bid", "glory"))
        base = min(filter(None, chosen), default=whole)
        lost = 100 - p.troops_percent(splits[seat].troops, splits[opponent(seat)].troops)
        extra = p.subplot_cost(whole, state.points.get(f"extra:{seat}", 0))
        tv[seat] = base - whole * lost // 100 - extra
        support[seat] = p.support_tv(whole, splits[seat].support) + state.points.get(f"set aside:{seat}", 0)
    red, blue = ((each.scouting, each.troops, each.support) for each in (splits["red"], splits["blue"]))
    ctx.emit(PrioritiesShown(red, blue, tv, support))


def refuse_prioritise(state: State, question: Ask, order: Prioritise) -> Refusal | None:
    """All points, none below 0."""
    split = p.Priorities(order.scouting, order.troops, order.support)
    fault = p.priorities_fault(split, priority_points(state, question.seat))
    return Refusal("points", "tactical.4.1.3", fault) if fault else None


def offer_priorities(state: State, question: Ask) -> Iterator[Option]:
    """Every split."""
    points = priority_points(state, question.seat)
    for troops in range(points, -1, -1):
        for scouting in range(points - troops + 1):
            support = points - troops - scouting
            words = f"Scouting {scouting}, troops {troops}, support {support}"
            yield Pick(words, Prioritise(scouting, troops, support), "tactical.4.1.3")


def advantage(state: State) -> p.Scouting:
    """Who has scouted better, and by how much."""
    return p.scouting_advantage(state.points.get("scouting:red", 0), state.points.get("scouting:blue", 0))


@heeds("tactical.4.1.3-scouting")
def resolve_edges(ctx: Ctx[State]) -> Script[None]:
    """Who scouted better sets up the field, chooses its home edge, or both; by lot where nobody did.

    On a map that marks the zones both are settled.
    """
    found = advantage(ctx.state)
    if ctx.state.switch(EDGES_GIVEN):
        ctx.emit(EdgesKept(found.seat if found.is_ambush else ""))
        return
    if marks_zones(ctx.state.ground):
        places = yield from roll_markers(ctx, ctx.state.homes)
        red, blue = (ctx.state.homes[seat] for seat in SEATS)
        ctx.emit(EdgeChosen("red", red, blue, places, *_ambushers(found)))
        _tell_mission(ctx, found)
        return
    field, edge = found.seat, found.seat
    if not found.seat:
        field = SEATS[(yield from die("who sets up the field", rule=SCOUTING)) % 2]
        edge = opponent(field)
    elif not found.is_major:
        ctx.emit(PhaseFollows("edges", found.seat))
        order = yield from ask(Ask(found.seat, RIGHT, rule=SCOUTING, prompt="Set up the field, or choose your edge?"))
        assert isinstance(order, TakeRight), f"{order} takes no right"
        field, edge = (field, opponent(edge)) if order.right == FIELD else (opponent(field), edge)
    ctx.emit(PhaseFollows("edges", field))
    order = yield from ask(Ask(field, FIELD, rule=SCOUTING, prompt="Between which edges is the battle fought?"))
    assert isinstance(order, SetField), f"{order} sets up no field"
    ctx.emit(FieldSet(field, order.axis, edge))
    order = yield from ask(Ask(edge, EDGE, rule=SCOUTING, prompt="Which is your home edge?"))
    assert isinstance(order, ChooseEdge), f"{order} chooses no edge"
    pair = AXES[ctx.state.switches["axis"]]
    across = pair[1] if order.edge == pair[0] else pair[0]
    places = yield from roll_markers(ctx, {edge: order.edge, opponent(edge): across})
    ctx.emit(EdgeChosen(edge, order.edge, across, places, *_ambushers(found)))
    _tell_mission(ctx, found)


def _tell_mission(ctx: Ctx[State], found: p.Scouting) -> None:
    if found.knows_mission:
        ctx.emit(MissionTold(opponent(found.seat), found.seat))


def _ambushers(found: p.Scouting) -> tuple[str, str]:
    """Who wins the first Initiative, and who may hide its units; empty for nobody."""
    return (found.seat if found.is_ambush else "", found.seat if found.may_hide else "")


@heeds("tactical.4.1.2-object", "tactical.4.1.2-terrain-objective")
def roll_markers(ctx: Ctx[State], homes: dict[str, str]) -> Script[dict[str, tuple[int, int]]]:
    """Where the object and the place of each side lie: in its half, a die says where along it. Whoever wants them."""
    wide, high = ctx.state.ground.width, ctx.state.ground.height
    found: dict[str, tuple[int, int]] = {}
    for seat in SEATS:
        for number, kind in enumerate((OBJECT, PLACE)):
            face = yield from die(f"{kind}: {seat}", seat)
            deep, along = (3 - number, 10), (1 + 2 * face, 14)
            across = homes[seat] in ("west", "east")
            length, depth = (high, wide) if across else (wide, high)
            far = depth * deep[0] // deep[1]
            far = far if homes[seat] in ("south", "west") else depth - far
            side = length * along[0] // along[1]
            found[name_of(kind, seat)] = (far, side) if across else (side, far)
    return found


def refuse_right(_state: State, _ask: Ask, order: TakeRight) -> Refusal | None:
    """One of the two."""
    return None if order.right in RIGHTS else Refusal("right", SCOUTING, f"Say {' or '.join(RIGHTS)}.")


def refuse_field(_state: State, _ask: Ask, order: SetField) -> Refusal | None:
    """One of the two pairs of edges."""
    return None if order.axis in AXES else Refusal("axis", SCOUTING, f"Say {' or '.join(AXES)}.")


def refuse_edge(state: State, _ask: Ask, order: ChooseEdge) -> Refusal | None:
    """An edge of the pair that was chosen."""
    pair = AXES[state.switches["axis"]]
    return None if order.edge in pair else Refusal("edge", SCOUTING, f"Say {' or '.join(pair)}.")


def offer_rights(_state: State, _ask: Ask) -> Iterator[Option]:
    """Both of them."""
    yield from (Pick(words.capitalize(), TakeRight(right), SCOUTING) for right, words in RIGHTS.items())


def offer_fields(_state: State, _ask: Ask) -> Iterator[Option]:
    """Both of them."""
    yield from (Pick(f"{a.title()} against {b}", SetField(axis), SCOUTING) for axis, (a, b) in AXES.items())


def offer_edges(state: State, _ask: Ask) -> Iterator[Option]:
    """Both of them."""
    pair = AXES[state.switches["axis"]]
    yield from (Pick(f"The {edge} edge", ChooseEdge(edge), SCOUTING) for edge in pair)


def force_tv(state: State, seat: str) -> int:
    """What a side would field."""
    return sum(unit.tv or unit.card.tv for unit in state.in_play(seat) if not unit.token(NEEDED))


def over_budget(state: State, seat: str) -> bool:
    """Whether a side has more than it may field, and more than one unit."""
    return force_tv(state, seat) > state.points.get(f"TV:{seat}", 0) and len(spared(state, seat)) > 1


def spared(state: State, seat: str) -> list[Unit]:
    """The units of a side that its scenario can do without."""
    return [unit for unit in state.in_play(seat) if not unit.token(NEEDED)]


@heeds("tactical.4.1.3-troops")
def resolve_troops(ctx: Ctx[State]) -> Script[None]:
    """Who may field less than it brought leaves units behind, one after the other."""
    seat = next((each for each in SEATS if over_budget(ctx.state, each)), "")
    if not seat:
        ctx.emit(PhaseFollows("support"))
        return
    if ctx.state.turn != seat:
        ctx.emit(PhaseFollows("troops", seat))
    most = ctx.state.points[f"TV:{seat}"]
    prompt = f"You may field {most} TV and have {force_tv(ctx.state, seat)}: which unit stays behind?"
    order = yield from ask(Ask(seat, TROOPS, rule="tactical.4.1.3-troops", prompt=prompt))
    assert isinstance(order, LeaveBehind), f"{order} leaves nobody behind"
    ctx.emit(LeftBehind(order.unit))


def refuse_leave_behind(state: State, question: Ask, order: LeaveBehind) -> Refusal | None:
    """A unit of one's own."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat:
        return Refusal("unit", question.rule, f"{order.unit or 'Nobody'} is no unit of yours.")
    if unit.token(NEEDED):
        return Refusal("needed", question.rule, f"The scenario is about the {unit.name}: it cannot stay behind.")
    return None


def _price(unit: Unit) -> int:
    return unit.tv or unit.card.tv


def offer_leaving_behind(state: State, question: Ask) -> Iterator[Option]:
    """Every unit, the cheapest first."""
    for unit in sorted(spared(state, question.seat), key=lambda each: (_price(each), each.id)):
        yield Pick(f"The {unit.name} stays behind ({_price(unit)} TV)", LeaveBehind(unit.id), question.rule)
