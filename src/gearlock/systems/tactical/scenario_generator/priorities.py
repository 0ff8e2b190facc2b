"""4.1.3: priorities: points split in secret, what scouting wins; who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed
from gearlock.kernel.system import Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.placing.zones import marks_zones
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.rounds.activation import ACT
from gearlock.systems.tactical.scenario_generator.missions import (
    LIMIT,
    MISSION_VP,
    OBJECT,
    OBJECTIVE,
    PART_WORDS,
    PARTS,
    PLACE,
    TYPE,
    Bid,
    BiddingEnded,
    BidMade,
    ChooseEdge,
    EdgeChosen,
    EdgesKept,
    FieldSet,
    LeaveBehind,
    LeaveTable,
    LeftBehind,
    LimitRolled,
    LimitsTold,
    Mission,
    MissionDone,
    MissionRolled,
    MissionsJudged,
    MissionTold,
    ObjectTaken,
    ObjectWrecked,
    PhaseFollows,
    PrioritiesShown,
    Prioritise,
    SetField,
    SubplotRolled,
    TableLeft,
    TakeObject,
    TakeRight,
    WreckObject,
    can_have_ecm,
    holders,
    is_so,
    key,
    mission_of,
    name_of,
    needs_rounds,
    owner_of,
    refuse_leave,
    refuse_take,
    refuse_wreck,
    resolve_leave,
    resolve_take,
    resolve_wreck,
    spot_of,
)
from gearlock.systems.tactical.scenario_generator.preparing import BID, DICED, FIRST_ROUNDS, agreed, die, refuse_bid
from gearlock.systems.tactical.scenario_generator.tables import (
    ALL_FORCES,
    COMMUNICATIONS,
    ECM,
    PRIORITY_POINTS,
    Priorities,
    Scouting,
    glory,
    glory_exact,
    priorities_fault,
    rows,
    scouting_advantage,
    subplot_cost,
    subplots,
    support_tv,
    troops_percent,
)
from gearlock.systems.tactical.state import COMMANDER, NEEDED, NO_GROUP, RESERVE, SEATS, SECOND, State, Unit, opponent
from gearlock.systems.tactical.support.buying import draw_secret_support
from gearlock.systems.tactical.switches import COWARDS, might_be_cowards
from gearlock.systems.tactical.victory_points import (
    EARNED,
    FOR_A_MISSION,
    POOL,
    SPENT,
    began_for,
    resolve_priority_points,
)

MISSION, SCOUTING = "tactical.4.1.2", "tactical.4.1.3-scouting"


def bid_made(_state: State, event: BidMade, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} would fight with {event.tv} TV.", (), "tactical.4.1.1-bidding")


def bidding_ended(_state: State, event: BiddingEnded, _seat: str | None) -> Line:
    text = f"{event.seat.title()} goes no lower and fights with the full {event.tv} TV."
    return Line(text, (), "tactical.4.1.1-bidding")


def mission_rolled(_state: State, event: MissionRolled, seat: str | None) -> Line:
    if seat not in (None, event.seat):
        return Line(f"{event.seat.title()} has its mission, in secret.", (), MISSION)
    text = Mission(event.type, event.objective, event.limit).text()
    return Line(f"{event.seat.title()}'s mission: {text}. Time limit: {event.limit.lower()}.", (), MISSION)


def subplot_rolled(_state: State, event: SubplotRolled, _seat: str | None) -> Line:
    text = f"{event.seat.title()}'s subplot is {event.name}: {subplots()[event.name].effect}."
    return Line(text, (), "tactical.4.1.4")


def priorities_shown(_state: State, event: PrioritiesShown, _seat: str | None) -> Line:
    sides = []
    for seat, (scouting, troops, support) in (("Red", event.red), ("Blue", event.blue)):
        may = f"may field {event.tv[seat.lower()]} TV, and spend {event.support[seat.lower()]} TV on support"
        sides.append(f"{seat}: scouting {scouting}, troops {troops}, support {support}; {may}.")
    found = scouting_advantage(event.red[0], event.blue[0])
    won = f" {found.name} for {found.seat}." if found.seat else ""
    return Line(" ".join(sides) + won, (), "tactical.4.1.3")


def field_set(_state: State, event: FieldSet, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} sets up the field: {event.axis}.", (), SCOUTING)


def edge_chosen(_state: State, event: EdgeChosen, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} has the {event.edge} edge, the enemy the {event.across} one.", (), SCOUTING)


def edges_kept(_state: State, event: EdgesKept, _seat: str | None) -> Line | None:
    if not event.ambush:
        return None
    return Line(f"{event.ambush.title()} lies in ambush: it wins the Initiative of round 1.", (), SCOUTING)


def mission_told(state: State, event: MissionTold, seat: str | None) -> Line | None:
    if seat not in (None, event.to, event.about):
        return None
    known = ", ".join(PART_WORDS[part] for part in event.parts)
    if seat == event.about:
        return Line(f"{event.to.title()} knows your {known}.", (), SCOUTING)
    values = ", ".join(state.facts[key(part, event.about)].value for part in event.parts)
    return Line(f"{event.to.title()} learns of {event.about}'s {known}: {values}.", (), SCOUTING)


def left_behind(_state: State, event: LeftBehind, _seat: str | None) -> Line:
    return Line(f"{event.unit} stays behind.", (), "tactical.4.1.3-troops")


def limits_told(state: State, event: LimitsTold, _seat: str | None) -> Line:
    limits = ", ".join(f"{seat} {state.facts[key('limit', seat)].value.lower()}" for seat in event.about)
    return Line(f"Five rounds are over. Time limits: {limits}.", (), "tactical.4.1.2-time-random")


def limit_rolled(_state: State, event: LimitRolled, _seat: str | None) -> Line:
    against = f" against {event.threshold}" if event.threshold else ""
    ends = f"it ends with round {event.ends}" if event.ends else "it goes on"
    text = f"The time limit of {event.seat}: {event.face}{against}, {ends}."
    return Line(text, (), "tactical.4.1.2-time-increasing" if event.threshold else "tactical.4.1.2-time-random")


def mission_done(state: State, event: MissionDone, _seat: str | None) -> Line:
    mission = mission_of(state, event.seat)
    what = f"{mission.type} {mission.objective}" if mission else "its mission"
    text = f"{event.seat.title()} has done what it came for ({what}): one more round is played."
    return Line(text, (), "tactical.4.1.2-time-objective")


def object_taken(state: State, event: ObjectTaken, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} picks up the object of {event.owner}."
    return Line(text, (event.unit,), "tactical.4.1.2-object")


def object_wrecked(state: State, event: ObjectWrecked, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} destroys the object of {event.owner}."
    return Line(text, (event.unit,), "tactical.4.1.2-object")


def table_left(state: State, event: TableLeft, _seat: str | None) -> Line:
    brought = " with the object" if event.delivered else ""
    text = f"The {state.units[event.unit].name} leaves the table by the {event.edge} edge{brought}."
    return Line(text, (event.unit,), "tactical.4.1.2-provide")


# --- 4.1.3: priorities: points split in secret, what scouting wins, and which troops stay behind

PRIORITIES, RIGHT, FIELD, EDGE, TROOPS = "priorities", "scouting right", "field", "home edge", "troops"

AXES: Final = {"south-north": ("south", "north"), "west-east": ("west", "east")}

RIGHTS: Final = {FIELD: "set up the field", EDGE: "choose the home edge"}

SCOUTING_PRIORITIES: Final = "tactical.4.1.3-scouting"

EDGES_GIVEN: Final = "edges are given"
"""A switch of scenarios that say themselves who comes from where."""


def priority_points(state: State, seat: str) -> int:
    """How many a side has."""
    return state.points.get(f"priorities:{seat}", PRIORITY_POINTS)


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
        lost = 100 - troops_percent(splits[seat].troops, splits[opponent(seat)].troops)
        extra = subplot_cost(whole, state.points.get(f"extra:{seat}", 0))
        tv[seat] = base - whole * lost // 100 - extra
        support[seat] = support_tv(whole, splits[seat].support) + state.points.get(f"set aside:{seat}", 0)
    red, blue = ((each.scouting, each.troops, each.support) for each in (splits["red"], splits["blue"]))
    ctx.emit(PrioritiesShown(red, blue, tv, support))


def refuse_prioritise(state: State, question: Ask, order: Prioritise) -> Refusal | None:
    """All points, none below 0."""
    split = Priorities(order.scouting, order.troops, order.support)
    fault = priorities_fault(split, priority_points(state, question.seat))
    return Refusal("points", "tactical.4.1.3", fault) if fault else None


def offer_priorities(state: State, question: Ask) -> Iterator[Option]:
    """Every split."""
    points = priority_points(state, question.seat)
    for troops in range(points, -1, -1):
        for scouting in range(points - troops + 1):
            support = points - troops - scouting
            words = f"Scouting {scouting}, troops {troops}, support {support}"
            yield Pick(words, Prioritise(scouting, troops, support), "tactical.4.1.3")


def advantage(state: State) -> Scouting:
    """Who has scouted better, and by how much."""
    return scouting_advantage(state.points.get("scouting:red", 0), state.points.get("scouting:blue", 0))


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
        field = SEATS[(yield from die("who sets up the field", rule=SCOUTING_PRIORITIES)) % 2]
        edge = opponent(field)
    elif not found.is_major:
        ctx.emit(PhaseFollows("edges", found.seat))
        order = yield from ask(
            Ask(found.seat, RIGHT, rule=SCOUTING_PRIORITIES, prompt="Set up the field, or choose your edge?")
        )
        assert isinstance(order, TakeRight), f"{order} takes no right"
        field, edge = (field, opponent(edge)) if order.right == FIELD else (opponent(field), edge)
    ctx.emit(PhaseFollows("edges", field))
    order = yield from ask(
        Ask(field, FIELD, rule=SCOUTING_PRIORITIES, prompt="Between which edges is the battle fought?")
    )
    assert isinstance(order, SetField), f"{order} sets up no field"
    ctx.emit(FieldSet(field, order.axis, edge))
    order = yield from ask(Ask(edge, EDGE, rule=SCOUTING_PRIORITIES, prompt="Which is your home edge?"))
    assert isinstance(order, ChooseEdge), f"{order} chooses no edge"
    pair = AXES[ctx.state.switches["axis"]]
    across = pair[1] if order.edge == pair[0] else pair[0]
    places = yield from roll_markers(ctx, {edge: order.edge, opponent(edge): across})
    ctx.emit(EdgeChosen(edge, order.edge, across, places, *_ambushers(found)))
    _tell_mission(ctx, found)


def _tell_mission(ctx: Ctx[State], found: Scouting) -> None:
    if found.knows_mission:
        ctx.emit(MissionTold(opponent(found.seat), found.seat))


def _ambushers(found: Scouting) -> tuple[str, str]:
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
    return None if order.right in RIGHTS else Refusal("right", SCOUTING_PRIORITIES, f"Say {' or '.join(RIGHTS)}.")


def refuse_field(_state: State, _ask: Ask, order: SetField) -> Refusal | None:
    """One of the two pairs of edges."""
    return None if order.axis in AXES else Refusal("axis", SCOUTING_PRIORITIES, f"Say {' or '.join(AXES)}.")


def refuse_edge(state: State, _ask: Ask, order: ChooseEdge) -> Refusal | None:
    """An edge of the pair that was chosen."""
    pair = AXES[state.switches["axis"]]
    return None if order.edge in pair else Refusal("edge", SCOUTING_PRIORITIES, f"Say {' or '.join(pair)}.")


def offer_rights(_state: State, _ask: Ask) -> Iterator[Option]:
    """Both of them."""
    yield from (Pick(words.capitalize(), TakeRight(right), SCOUTING_PRIORITIES) for right, words in RIGHTS.items())


def offer_fields(_state: State, _ask: Ask) -> Iterator[Option]:
    """Both of them."""
    yield from (Pick(f"{a.title()} against {b}", SetField(axis), SCOUTING_PRIORITIES) for axis, (a, b) in AXES.items())


def offer_edges(state: State, _ask: Ask) -> Iterator[Option]:
    """Both of them."""
    pair = AXES[state.switches["axis"]]
    yield from (Pick(f"The {edge} edge", ChooseEdge(edge), SCOUTING_PRIORITIES) for edge in pair)


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


# --- 4.1.2, 4.1.1: who has won a generated battle: missions in Victory Points, with glory


@heeds("tactical.4.1.2-reading", "tactical.4.1.2-time-none")
def is_fulfilled(state: State, seat: str) -> bool:
    """Whether a side did what it was to do, at the end of the battle.

    What is a matter of rounds counts as held at the end where dice set the limit, and for who is left alone.
    """
    mission = mission_of(state, seat)
    if mission is None:
        return False
    settled = state.points.get(f"settled:{seat}", 0)
    if settled:
        return settled > 0
    so = is_so(state, seat, mission)
    if not needs_rounds(mission) or mission.limit in DICED:
        return so
    return is_alone(state, seat) and (so or _is_left(state, seat, mission))


def is_alone(state: State, seat: str) -> bool:
    """Whether the enemy has nothing left while this side can still hold things."""
    return not any(True for _ in state.in_play(opponent(seat))) and bool(holders(state, seat))


def _is_left(state: State, seat: str, mission: Mission) -> bool:
    """Whether there is still anything to hold."""
    if mission.objective in (COMMUNICATIONS, ECM, ALL_FORCES):
        return is_so(state, seat, mission)
    return spot_of(state, mission.objective, owner_of(mission.type, seat), seat) is not None


@heeds("tactical.4.1.1-glory", "tactical.4.1.2-reading")
def victory_points(state: State, seat: str, unhindered: bool = False) -> int:
    """The Victory Points of a side: its mission, what the battle gave or cost it, and all of that with its glory.

    Who is left alone by an enemy that gives up does its mission unhindered.
    """
    bare = _bare(state, seat, unhindered)
    if not state.points.get(f"glory:{seat}"):
        return bare
    return glory(bare, strength_of(state, seat), strength_of(state, opponent(seat)))


def _bare(state: State, seat: str, unhindered: bool = False) -> int:
    """Without its glory."""
    return (MISSION_VP if unhindered or is_fulfilled(state, seat) else 0) + state.points.get(f"VP:{seat}", 0)


@heeds("tactical.4.1.1-glory")
def points_text(state: State, seat: str) -> str:
    """The Victory Points in words; where glory changes them, also what they came from and the exact value."""
    points, bare = victory_points(state, seat), _bare(state, seat)
    if points == bare:
        return f"{points} VP"
    own, enemy = strength_of(state, seat), strength_of(state, opponent(seat))
    exact = round(glory_exact(bare, own, enemy) * 100)
    return f"{points} VP ({bare} divided by {own}/{enemy} TV: exactly {exact // 100}.{exact % 100:02})"


@heeds("tactical.4.1.1-glory")
def strength_of(state: State, seat: str) -> int:
    """What a side may field; what it has where it cannot field so little: nobody leaves his last unit behind."""
    began = sum(
        unit.tv or unit.card.tv for unit in state.units.values() if unit.group and began_for(state, unit) == seat
    )
    return max(began, state.points.get(f"TV:{seat}", 0))


def outcome_by_missions(state: State) -> Outcome:
    """Who has more Victory Points."""
    points = {seat: victory_points(state, seat) for seat in SEATS}
    words = []
    for seat in SEATS:
        mission = mission_of(state, seat)
        assert mission is not None, "both sides have a mission"
        done = "done" if is_fulfilled(state, seat) else "failed"
        words.append(f"{seat}: {mission.type} {mission.objective}, {done}, {points_text(state, seat)}")
    return Outcome(higher(points["red"], points["blue"]), "; ".join(words), points)


# --- What a seat does not know: the enemy's mission and points, who commands there, who is a coward; drawn anew

COLUMNS = {TYPE: "type", OBJECTIVE: "objective", LIMIT: "time_limit"}


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew, whatever it is."""
    twin, enemy = state.clone(), opponent(seat)
    draw_mission(twin, enemy, seat, chooser)
    draw_pool(twin, enemy, chooser)
    draw_ranks(twin, enemy, chooser)
    draw_cowards(twin, seat, chooser)
    draw_secret_support(twin, enemy, seat, chooser)
    return twin


@heeds("tactical.4.1")
def draw_mission(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Unknown parts of a mission, as the table gives them; that nobody is done with it is known.

    A time limit that takes dice is told with them after round five: who has rolled none by then has no such limit.
    """
    for part in PARTS:
        fact = state.facts.get(key(part, enemy))
        if fact is None or is_known(fact, seat):
            continue
        might_be = [row[COLUMNS[part]] for row in rows("mission")]
        if part == OBJECTIVE:
            owner = owner_of(state.facts[key(TYPE, enemy)].value, enemy)
            might_be = [one for one in might_be if one != ECM or can_have_ecm(state, owner)]
        if part == LIMIT and state.round > FIRST_ROUNDS:
            might_be = [one for one in might_be if one not in DICED]
        state.facts[key(part, enemy)] = Sealed(chooser.choice(might_be), fact.knows)
    if key(TYPE, enemy) in state.facts and not is_known(state.facts[key(TYPE, enemy)], seat):
        state.points.pop(f"held:{enemy}", None)
        state.points.pop(f"settled:{enemy}", None)


@heeds("tactical.4.2.2")
def draw_pool(state: State, enemy: str, chooser: Chooser) -> None:
    """The Victory Points it brought: what it has spent in sight of all and not earned here, and up to a mission's more.

    What it repaired and bought since the last battle is told to nobody.
    """
    if POOL + enemy in state.points:
        spent, earned = (state.points.get(name + enemy, 0) for name in (SPENT, EARNED))
        least = max(0, spent - max(0, earned))
        state.points[POOL + enemy] = least + chooser.choice(range(FOR_A_MISSION + 1))


@heeds("tactical.2.6.2-step0-commander")
def draw_ranks(state: State, enemy: str, chooser: Chooser) -> None:
    """Who commands the enemy: somebody of the same kind with the same crew, so that nothing that shows is changed."""
    able = [unit for unit in state.in_play(enemy) if unit.group != NO_GROUP and unit.status != RESERVE]
    sorts = {unit.rank: (unit.level, unit.card.kind) for unit in able if unit.rank}
    for unit in able:
        unit.rank = ""
    for rank in (COMMANDER, SECOND):
        if rank in sorts:
            free = [unit for unit in able if not unit.rank and (unit.level, unit.card.kind) == sorts[rank]]
            chooser.choice(free).rank = rank


@heeds("tactical.4.1.4-coward")
def draw_cowards(state: State, seat: str, chooser: Chooser) -> None:
    """Which of a seat's units will fall back: any that has not shown what it is made of."""
    hidden = [name for name, fact in state.facts.items() if name.startswith(COWARDS) and not is_known(fact, seat)]
    taken = {fact.value for name, fact in state.facts.items() if name.startswith(COWARDS) and name not in hidden}
    for name in hidden:
        might_be = [unit for unit in might_be_cowards(state, name.split(":")[1]) if unit not in taken]
        if might_be:
            fact = state.facts[name]
            state.facts[name] = Sealed(chooser.choice(might_be), fact.knows)
            taken.add(state.facts[name].value)


def disguise(state: State, seat: str, chooser: Chooser) -> State:
    """A copy with other secrets: as likely as any that the seat might suppose, also when the end is near.

    What the twins come to may differ as soon as a limit is told or a mission is done: then the seat learns of it.
    """
    return suppose(state, seat, chooser)


# --- The contents of the chapter

MISSIONS: Chapter[State] = Chapter(
    "4.1: Tactical Scenario Generator",
    orders=(
        OrderRules(Bid, BID, refuse_bid),
        OrderRules(Prioritise, PRIORITIES, refuse_prioritise),
        OrderRules(TakeRight, RIGHT, refuse_right),
        OrderRules(SetField, FIELD, refuse_field),
        OrderRules(ChooseEdge, EDGE, refuse_edge),
        OrderRules(LeaveBehind, TROOPS, refuse_leave_behind),
        OrderRules(TakeObject, ACT, refuse_take, resolve_take),
        OrderRules(WreckObject, ACT, refuse_wreck, resolve_wreck),
        OrderRules(LeaveTable, ACT, refuse_leave, resolve_leave),
    ),
    events={
        PhaseFollows: None,
        BidMade: bid_made,
        BiddingEnded: bidding_ended,
        MissionRolled: mission_rolled,
        SubplotRolled: subplot_rolled,
        PrioritiesShown: priorities_shown,
        FieldSet: field_set,
        EdgeChosen: edge_chosen,
        EdgesKept: edges_kept,
        MissionTold: mission_told,
        LeftBehind: left_behind,
        LimitsTold: limits_told,
        LimitRolled: limit_rolled,
        MissionsJudged: None,
        MissionDone: mission_done,
        ObjectTaken: object_taken,
        ObjectWrecked: object_wrecked,
        TableLeft: table_left,
    },
)
