"""Reserves: Combat Groups that arrive by an edge or are dropped; Step 3 of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, Offer, OrderRules, by_order
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.figures import overlapped
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.mechanics.placing.search import Spot, scattered
from gearlock.mechanics.placing.spots import Stand
from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.mechanics.secrets import is_known
from gearlock.mechanics.turns import next_seat
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.command_points.tests import resolve_other, resolve_test
from gearlock.systems.fieldmanual.deployment import SPEEDS, Segment, faces, home_edges, standing, zone_of
from gearlock.systems.fieldmanual.dice_tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    skill_dice,
    stun_lines,
    succeeds,
    throw_test,
)
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap_to
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import resolve_least
from gearlock.systems.fieldmanual.movement.course import Fell, resolve_danger, terrain_test_lines
from gearlock.systems.fieldmanual.movement.moving import refuse_move, resolve_inch, resolve_move
from gearlock.systems.fieldmanual.movement.offers import offer_moves
from gearlock.systems.fieldmanual.movement.terrain import Move, types_of
from gearlock.systems.fieldmanual.rams_and_impacts import resolve_collision
from gearlock.systems.fieldmanual.rounds import EndActivation, offer_end, refuse_end
from gearlock.systems.fieldmanual.sensors import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.state import COMBAT, FIELDED, RESERVE, SEATS, TOP, State, Unit, opponent
from gearlock.systems.fieldmanual.support.airstrikes import TRIES as AIRSTRIKE_TRIES
from gearlock.systems.fieldmanual.support.airstrikes import (
    AirstrikeCalled,
    AirstrikeCrashed,
    AirstrikeLeft,
    AirstrikePlaced,
    Flew,
    FlightBegun,
    FlightEnded,
    PassEnded,
    aim_fly,
    aim_placing,
    aim_turn,
    aloft,
    called,
    flyer_of,
    guess_fly,
    guess_placing,
    guess_turn,
    offer_flight,
    offer_placing,
    offer_take_flight,
    refuse_air_attack,
    refuse_air_lock,
    refuse_air_observation,
    refuse_airstrike,
    refuse_end_flight,
    refuse_fly,
    refuse_placing,
    refuse_take_flight,
    resolve_airstrike,
    resolve_flight,
    resolve_placing,
    resolve_take_off,
    seats_aloft,
)
from gearlock.systems.fieldmanual.support.allocation import (
    offer_assignments,
    offer_support,
    refuse_assign,
    refuse_buy,
    refuse_end_allocation,
)
from gearlock.systems.fieldmanual.support.artillery import (
    aim_call,
    aim_shell,
    air_called,
    air_left,
    air_placed,
    arrival,
    asset,
    assigned,
    bought,
    corrected,
    crashed,
    drone,
    drop_point,
    dropped,
    entered,
    flight_ended,
    friendly,
    guess_call,
    guess_shell,
    is_friendly_fire_due,
    offer_correction,
    offer_shells,
    offer_strikes,
    paid,
    refuse_call,
    refuse_correction,
    refuse_shell,
    refuse_strike,
    resolve_call,
    resolve_friendly_fire,
    resolve_next_strike,
    seats_with_strikes,
    settled,
    shown,
    stage,
    strike_called,
    strike_landed,
    tried,
)
from gearlock.systems.fieldmanual.support.points import (
    DROP,
    GUARANTEED,
    ROUND,
    STAGE,
    TRIED,
    ActionAssigned,
    AirDrop,
    Allocated,
    AllocationTurn,
    ArrivalSettled,
    AssetRaised,
    AssignAction,
    Bought,
    BringIn,
    Buy,
    CallAirstrike,
    CallArtillery,
    CallPaid,
    CorrectFire,
    DroneAssigned,
    DropEnded,
    DropModel,
    Dropped,
    DropPointChosen,
    EndAllocation,
    EndFlight,
    Enter,
    Entered,
    EntryEnded,
    FireCorrected,
    FireStrike,
    Fly,
    FriendlyFireRolled,
    GunsReady,
    PlaceAirstrike,
    ReservesHeld,
    ReservesTried,
    Shell,
    StageBegun,
    StrikeCalled,
    StrikeLanded,
    SupportEnded,
    SupportSettled,
    SupportShown,
    SupportTurn,
    TakeFlight,
    entries,
    groups_of,
    key_of,
    models_of,
    read_choice,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches, is_on_table
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, bearing, distance, inches_text, turn_between
from gearlock.table.polygon import is_inside
from gearlock.table.terrain import Piece

# --- Reserves: Combat Groups off the table, the roll that brings them in, and arrivals that are guaranteed

RULE, SCHEDULED = "fieldmanual.reserves", "fieldmanual.guaranteed-reserve"

THRESHOLD, NOT_BEFORE = 4, 2


def held(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side that wait in reserve."""
    return [group for group in groups_of(state, seat) if waiting_in(state, seat, group)]


def waiting_in(state: State, seat: str, group: int) -> list[Unit]:
    """The models of a Combat Group that are still to come, a Combined Model once."""
    there = (unit for unit in models_of(state, seat, group) if unit.status == RESERVE)
    return [unit for unit in there if not unit.team or unit.team == unit.id]


@heeds("fieldmanual.reserves")
def callable_groups(state: State, seat: str) -> list[int]:
    """The Combat Groups a side may still try to bring in this round; none in the first."""
    if state.round < NOT_BEFORE or state.points.get(f"{TRIED}:{seat}") == state.round:
        return []
    tried = {g for g in held(state, seat) if state.points.get(f"{TRIED}:{seat}:{g}") == state.round}
    return [group for group in held(state, seat) if group not in tried]


def schedule_of(state: State, seat: str, group: int) -> int:
    """The round in which a Combat Group arrives by itself; 0 if it does not."""
    found = state.facts.get(f"{ROUND}:{seat}:{group}")
    return 0 if found is None else int(found.value)


def hidden_about(state: State, seat: str, group: int) -> tuple[str, ...]:
    """What is written about a Combat Group and not known to all: its choice, and when it arrives."""
    keys = [key_of(seat, n) for n, fact in entries(state, seat) if read_choice(fact.value).group == group]
    keys += [key for key in (f"{ROUND}:{seat}:{group}",) if key in state.facts]
    return tuple(key for key in keys if not all(is_known(state.facts[key], each) for each in SEATS))


@rule("fieldmanual.reserves")
def resolve_reserves(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side tries to bring in a Combat Group: Leadership of its Army Commander against 4. Or it brings in no more."""
    prompt = "Reserves: which Combat Group do you try to bring in?"
    order = yield from ask(Ask(seat, "reserves", rule=RULE, prompt=prompt, optional=True))
    if not isinstance(order, BringIn):
        ctx.emit(ReservesHeld(seat))
        return
    commander = ctx.state.commander(seat)
    if commander is None:
        made = yield from throw_test(ctx, Test("reserves", "", (), RULE, THRESHOLD, seat=seat))
    else:
        lines = (skill_dice(commander, LEADERSHIP), *damage_lines(commander), *stun_lines(commander, LEADERSHIP))
        made = yield from resolve_test(ctx, Test("reserves", commander.id, lines, RULE, THRESHOLD, pass_only=True))
    comes = succeeds(made.total, THRESHOLD)
    ctx.emit(ReservesTried(seat, order.group, comes, hidden_about(ctx.state, seat, order.group)))
    if comes:
        yield from resolve_arrival(ctx, seat, order.group)


@rule("fieldmanual.guaranteed-reserve")
@heeds("fieldmanual.misc-events")
def resolve_scheduled(ctx: Ctx[State]) -> Script[None]:
    """In the Miscellaneous phase: Combat Groups whose round this is arrive, and what was written is shown."""
    for seat in (ctx.state.first or "red", "blue" if ctx.state.first == "red" else "red"):
        for group in held(ctx.state, seat):
            if schedule_of(ctx.state, seat, group) == ctx.state.round:
                ctx.emit(ReservesTried(seat, group, True, hidden_about(ctx.state, seat, group)))
                yield from resolve_arrival(ctx, seat, group)


@heeds("fieldmanual.reserves", "fieldmanual.airdrop", "fieldmanual.perk-airdroppable")
def resolve_arrival(ctx: Ctx[State], seat: str, group: int) -> Script[None]:
    """All models of a Combat Group come in: dropped around a point if all can be and their side wants it."""
    if may_drop(ctx.state, seat, group):
        prompt = f"Combat Group {group} may be dropped from the air: around which point?"
        about = (str(group),)
        order = yield from ask(Ask(seat, "air drop", "", about, "fieldmanual.airdrop", prompt, optional=True))
        if isinstance(order, AirDrop):
            yield from resolve_drop(ctx, seat, order)
            return
    for name in [unit.id for unit in waiting_in(ctx.state, seat, group)]:
        yield from resolve_entry(ctx, name)


@rule("fieldmanual.perk-airdroppable")
def may_drop(state: State, seat: str, group: int) -> bool:
    """Whether every model of a Combat Group is Airdroppable."""
    models = models_of(state, seat, group)
    return bool(models) and all(unit.card.has("Airdroppable") for unit in models)


def refuse_bring_in(state: State, ask: Ask, order: BringIn) -> Refusal | None:
    """Why a Combat Group cannot be called: the first round, not in reserve, or tried already."""
    if state.round < NOT_BEFORE:
        return Refusal("round", RULE, "Reserves do not enter in the first round.", {"round": state.round})
    if order.group not in held(state, ask.seat):
        return Refusal("group", RULE, f"You hold no Combat Group {order.group} in reserve.")
    if order.group not in callable_groups(state, ask.seat):
        return Refusal("again", RULE, f"You have tried to bring in Combat Group {order.group} in this round.")
    return None


def offer_reserves(state: State, ask: Ask) -> Iterator[Option]:
    """Each Combat Group that may be tried, or none."""
    for group in callable_groups(state, ask.seat):
        yield Pick(f"Bring in Combat Group {group}", BringIn(group), RULE)
    yield decline("Bring in nobody else", RULE)


def is_guaranteed(state: State, seat: str, group: int) -> bool:
    """Whether a Combat Group was bought as a guaranteed reserve."""
    bought = (read_choice(fact.value) for _, fact in entries(state, seat))
    return any(choice.group == group and choice.option == GUARANTEED for choice in bought)


# --- Reserves that move onto the table: by a home edge, at Combat or Top Speed, measured from the edge

HAIR = 20
"""How near to the edge counts as touching it, in mils."""

TRIES = 12

MOST_MOVES = 12
"""Orders after which a model that enters has moved enough."""


def edge_gap(unit: Unit, x: int, y: int, part: Segment) -> int:
    """From the edge of a base, were it there, to a part of a table edge."""
    near_x, near_y = min(max(x, part[0]), part[2]), min(max(y, part[1]), part[3])
    return abs(distance(x, y, near_x, near_y) - unit.card.radius)


@heeds("fieldmanual.reserves")
def refuse_enter(state: State, question: Ask, order: Enter) -> Refusal | None:
    """Why a model cannot come in so: at a home edge, looking in, at Combat or Top Speed, where there is room."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != question.unit or unit.status != RESERVE:
        return Refusal("unit", "fieldmanual.reserves", f"{order.unit or 'Nobody'} is not the model that comes in now.")
    mode = order.mode or unit.card.primary
    if mode not in unit.card.rows:
        return Refusal(
            "mode", "fieldmanual.reserves", f"The {unit.name} has the modes {', '.join(unit.card.rows)}, not {mode}."
        )
    if order.band not in (COMBAT, TOP) or not (unit.card.rows[mode].top or order.band == COMBAT):
        return Refusal(
            "speed", "fieldmanual.reserves", "Reserves come in at Combat or Top Speed.", {"speed": order.band}
        )
    if not 0 <= order.facing < FULL_TURN:
        return Refusal(
            "facing", "fieldmanual.reserves", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing}
        )
    if not any(edge_gap(unit, order.x, order.y, part) <= HAIR for part in home_edges(state, unit.seat)):
        return Refusal(
            "edge", "fieldmanual.reserves", f"The {unit.name} comes in by your home edge, its base touching it."
        )
    middle = bearing(order.x, order.y, state.ground.width // 2, state.ground.height // 2)
    if abs(turn_between(order.facing, middle)) > HALF_TURN // 2:
        return Refusal("facing", "fieldmanual.reserves", "Whoever comes in faces the table.", {"facing": order.facing})
    stand = standing(state, unit, order.x, order.y)
    if isinstance(stand, Refusal):
        return stand
    if spots_for(state, unit, order.x, order.y) is None:
        return Refusal(
            "room", "fieldmanual.reserves", f"There is no room at the edge for all Bases of the {unit.name}."
        )
    return None


@heeds("fieldmanual.combined-cohesion")
def spots_for(state: State, unit: Unit, x: int, y: int) -> tuple[tuple[str, int, int, int], ...] | None:
    """Where a model comes to stand; the further Bases of a Combined Model beside it, along the edge."""
    found: list[tuple[str, int, int, int]] = []
    width = 2 * unit.card.radius + HAIR
    upright = min(x, state.ground.width - x) < min(y, state.ground.height - y)
    steps = [step * width for number in range(16) for step in ((0,) if not number else (number, -number))]
    for part in (part for part in state.parts(unit) if part.status == RESERVE):
        for step in steps:
            at = (x, y + step) if upright else (x + step, y)
            stand = standing(state, part, *at)
            apart = all(distance(*at, ox, oy) >= width - HAIR for _, ox, oy, _ in found)
            if isinstance(stand, Stand) and apart:
                found.append((part.id, *at, stand.body.z))
                break
        else:
            return None
    return tuple(found)


@heeds("fieldmanual.reserves", "fieldmanual.combined-movement")
def resolve_entry(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A model is put at the edge, and moves on from there as it likes and must."""
    unit = ctx.state.units[unit_id]
    if next(_free_edges(ctx.state, unit), None) is None:
        return
    prompt = f"Where does the {unit.name} come onto the table?"
    order = yield from ask(Ask(unit.seat, "enter", unit_id, rule="fieldmanual.reserves", prompt=prompt))
    assert isinstance(order, Enter), f"{order} brings nobody in"
    spots = spots_for(ctx.state, ctx.state.units[unit_id], order.x, order.y)
    assert spots is not None, "there was room"
    mode = order.mode or ctx.state.units[unit_id].card.primary
    ctx.emit(Entered(unit_id, spots, order.facing, order.band, mode))
    for _ in range(MOST_MOVES):
        unit = ctx.state.units[unit_id]
        prompt = f"The {unit.name} has come in. Where does it go?"
        step: Order = yield from ask(Ask(unit.seat, "come in", unit_id, rule="fieldmanual.reserves", prompt=prompt))
        if not isinstance(step, Move):
            break
        resolve_move(ctx, step)
        while ctx.state.activation is not None and ctx.state.activation.path:
            yield from resolve_inch(ctx)
        if ctx.state.units[unit_id].status != FIELDED:
            break
    if ctx.state.activation is not None:
        yield from resolve_least(ctx, unit_id)
    ctx.emit(EntryEnded(unit_id))


def offer_entries(state: State, question: Ask) -> Iterator[Option]:
    """By the home edge, in each mode, at Combat and at Top Speed."""
    unit = state.units[question.unit]
    for mode, row in unit.card.rows.items():
        for band in (COMBAT, TOP) if row.top else (COMBAT,):
            label = f"Bring in the {unit.name} {SPEEDS[band]}" + (f" ({mode})" if len(unit.card.rows) > 1 else "")
            yield Place(label, Enter(unit.id, band=band, mode=mode), "fieldmanual.reserves", unit.id)


def _edge_spots(state: State, unit: Unit) -> Iterator[Spot]:
    """Places along the home edges where a base touches them, half an inch apart."""
    wide, high, radius = state.ground.width, state.ground.height, unit.card.radius
    for x0, y0, x1, y1 in home_edges(state, unit.seat):
        for step in range(0, max(x1 - x0, y1 - y0) + 1, INCH // 2):
            x, y = (x0 + step, y0) if x1 > x0 else (x0, y0 + step)
            yield min(max(x, radius), wide - radius), min(max(y, radius), high - radius)


def _free_edges(state: State, unit: Unit) -> Iterator[Spot]:
    spots = (at for at in _edge_spots(state, unit) if isinstance(standing(state, unit, *at), Stand))
    return (at for at in spots if spots_for(state, unit, *at) is not None)


def guess_enter(state: State, question: Ask, order: Enter, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere along the home edge, looking in."""
    unit = state.units[order.unit]
    spots = list(_edge_spots(state, unit))
    if attempt == TRIES:
        tried = (inward(state, order, *at) for at in scattered(spots, chooser.randrange))
        return next((each for each in tried if refuse_enter(state, question, each) is None), None)
    return inward(state, order, *chooser.choice(spots))


def inward(state: State, order: Enter, x: int, y: int) -> Enter:
    """An entry at a place, facing the other side, or the middle of the table where that is not inward."""
    middle = bearing(x, y, state.ground.width // 2, state.ground.height // 2)
    ahead = faces(state, state.units[order.unit].seat)
    facing = ahead if abs(turn_between(ahead, middle)) <= HALF_TURN // 2 else middle
    return Enter(order.unit, x, y, facing, order.band, order.mode)


def aim_enter(state: State, _ask: Ask, order: Enter, spot: Aim) -> Order:
    """The place of the home edge nearest to a spot."""
    unit = state.units[order.unit]
    near = min(_edge_spots(state, unit), key=lambda at: distance(spot.x, spot.y, *at))
    found = inward(state, order, *near)
    if spot.facing is None:
        return found
    return Enter(found.unit, found.x, found.y, spot.facing % FULL_TURN, found.band, found.mode)


# --- Airdrops: a point on the table, models around it, and where those come down who miss

AROUND, AWAY = 8 * INCH, 6 * INCH

THRESHOLD_AIRDROP, DIFFICULT, DANGEROUS = 4, 3, 5

TRIES_AIRDROP = 40

NO_ELEMENT = ("open", "road")


@rule("fieldmanual.airdrop")
def refuse_drop_point(state: State, seat: str, x: int, y: int) -> Refusal | None:
    """Why no group is dropped around a point: off the table, in the enemy's zone, or within 6 in of an enemy."""
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return Refusal("table", "fieldmanual.airdrop", "This point is not on the table.", {"x": x, "y": y})
    if any(is_inside(part, x, y) for part in zone_of(state, opponent(seat))):
        return Refusal("zone", "fieldmanual.airdrop", "The target point may not lie in the enemy's deployment zone.")
    for enemy in state.fielded(opponent(seat)):
        away = gap_to(enemy, x, y)
        if away <= AWAY:
            message = f"{enemy.name} is {inches_text(away)} in away; the point lies more than 6 in from every enemy."
            return Refusal("near", "fieldmanual.airdrop", message, {"unit": enemy.id, "distance": away})
    return None


def refuse_air_drop(state: State, question: Ask, order: AirDrop) -> Refusal | None:
    """The group that was asked about, around a point that will do."""
    if str(order.group) != question.about[0]:
        return Refusal("group", "fieldmanual.airdrop", f"The question is about Combat Group {question.about[0]}.")
    return refuse_drop_point(state, question.seat, order.x, order.y)


@heeds("fieldmanual.airdrop")
def refuse_drop_model(state: State, question: Ask, order: DropModel) -> Refusal | None:
    """A model comes down within 8 in of the point, on the table and not on another."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != question.unit or unit.status != RESERVE:
        return Refusal("unit", "fieldmanual.airdrop", f"{order.unit or 'Nobody'} is not the model that is dropped now.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal(
            "facing", "fieldmanual.airdrop", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing}
        )
    z = max(slope_at(state.ground, order.x, order.y), surface_at(state.ground, order.x, order.y, 1000 * INCH))
    body = Body(order.x, order.y, z, unit.card.radius, unit.height)
    if not is_on_table(body, state.ground.width, state.ground.height):
        return Refusal("table", "fieldmanual.airdrop", f"The {unit.name} would come down beside the table.")
    x, y = state.markers[f"{DROP}:{unit.seat}:{unit.group}"]
    away = max(0, distance(order.x, order.y, x, y) - unit.card.radius)
    if away > AROUND:
        message = f"This is {inches_text(away)} in from the point; models are placed within 8 in of it."
        return Refusal("far", "fieldmanual.airdrop", message, {"distance": away})
    other = overlapped(body, state.standing())
    if other is not None:
        return Refusal("overlap", "fieldmanual.airdrop", f"{other.name} stands there.", {"unit": other.id})
    return None


@heeds("fieldmanual.airdrop")
def resolve_drop(ctx: Ctx[State], seat: str, order: AirDrop) -> Script[None]:
    """All models of a Combat Group are placed around the point, and each comes down."""
    ctx.emit(DropPointChosen(seat, order.group, order.x, order.y))
    for name in [unit.id for unit in models_of(ctx.state, seat, order.group) if unit.status == RESERVE]:
        prompt = f"Where does the {ctx.state.units[name].name} come down?"
        placed = yield from ask(Ask(seat, "drop", name, (str(order.group),), "fieldmanual.airdrop", prompt))
        assert isinstance(placed, DropModel), f"{placed} drops nobody"
        yield from resolve_descent(ctx, placed)
    ctx.emit(DropEnded(seat, order.group))


@heeds("fieldmanual.airdrop", "fieldmanual.deviation", "fieldmanual.unintentional-impact")
def resolve_descent(ctx: Ctx[State], order: DropModel) -> Script[None]:
    """An unmodified Defense roll against 4; who fails comes down elsewhere, perhaps in terrain or on somebody."""
    unit = ctx.state.units[order.unit]
    test = Test("air drop", unit.id, terrain_test_lines(unit, True), "fieldmanual.airdrop", THRESHOLD_AIRDROP)
    made = yield from resolve_test(ctx, test._replace(means=lambda total: min(total, THRESHOLD_AIRDROP + 1)))
    x, y, shown, length = order.x, order.y, [0, 0], 0
    if not succeeds(made.total, THRESHOLD_AIRDROP):
        for number, what in enumerate(("air drop, direction", "air drop, distance")):
            seen: list[Faces] = []
            roll = Roll(what, 1, 6, 1, unit.seat, unit.id, "fieldmanual.airdrop")
            shown[number] = (yield from resolve_other(ctx, roll, seen.append))[0]
        length = astray(shown[1], THRESHOLD_AIRDROP - made.total, unit.card.sensors)
        x, y = kept_on_table(ctx.state, unit, *landing(x, y, direction_of(shown[0], order.facing), length))
    z = max(slope_at(ctx.state.ground, x, y), surface_at(ctx.state.ground, x, y, 1000 * INCH))
    body = Body(x, y, z, unit.card.radius, unit.height)
    under = overlapped(body, ctx.state.standing())
    met = under.id if under is not None else ""
    elements = elements_at(ctx.state, body)
    ctx.emit(Dropped(unit.id, x, y, z, order.facing, shown[0], shown[1], length))
    for piece in elements:
        threshold = DANGEROUS if is_hard(piece) else DIFFICULT
        if ctx.state.units[order.unit].is_fielded:
            yield from resolve_danger(ctx, order.unit, piece.id, threshold)
    if met and ctx.state.units[order.unit].is_fielded and not ctx.state.units[met].is_lost:
        yield from resolve_collision(ctx, order.unit, met, head_on=True)
    _clear(ctx, order.unit)


def kept_on_table(state: State, unit: Unit, x: int, y: int) -> tuple[int, int]:
    """A place, or the nearest to it where a base lies on the table."""
    radius = unit.card.radius
    return min(max(x, radius), state.ground.width - radius), min(max(y, radius), state.ground.height - radius)


@heeds("fieldmanual.airdrop")
def elements_at(state: State, body: Body) -> list[Piece]:
    """The terrain elements somebody comes down in or on."""
    reach = body.radius
    near = state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return [piece for piece in near if piece.kind not in NO_ELEMENT and footprint_touches(body, piece.outline)]


def is_hard(piece: Piece) -> bool:
    """Whether coming down there is dangerous: Very Dense or Solid."""
    return is_solid(piece) or piece.rating == "solid" or "very-dense" in types_of(piece)


def _clear(ctx: Ctx[State], unit_id: str) -> None:
    """Who came down on somebody or something that does not hold it is put beside it."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    others = [other for other in ctx.state.standing() if other.id != unit_id]
    blocked = any(piece.top > unit.z for piece in solids_under(ctx.state.ground, unit.body))
    if overlapped(unit.body, others) is None and not blocked:
        return
    x, y = resting_place(ctx.state.ground, unit, unit.z, unit.card.radius, others)
    if (x, y) != (unit.x, unit.y):
        ctx.emit(Fell(unit_id, x, y, unit.z))


def offer_air_drops(_state: State, question: Ask) -> Iterator[Option]:
    """A point, or to come in by the edge."""
    yield Place("Drop around this point", AirDrop(int(question.about[0])), "fieldmanual.airdrop", zone="table")
    yield decline("Come in by the home edge", "fieldmanual.reserves")


def offer_drops(state: State, question: Ask) -> Iterator[Option]:
    """The model that comes down."""
    yield Place(
        f"Drop the {state.units[question.unit].name}", DropModel(question.unit), "fieldmanual.airdrop", question.unit
    )


def guess_air_drop(state: State, _ask: Ask, order: AirDrop, chooser: Chooser, _attempt: int) -> Order | None:
    """Some point of the table."""
    return AirDrop(order.group, chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height))


def guess_drop(state: State, _ask: Ask, order: DropModel, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere around the point."""
    unit = state.units[order.unit]
    x, y = state.markers[f"{DROP}:{unit.seat}:{unit.group}"]
    reach = AROUND
    x, y = x + chooser.randrange(-reach, reach + 1), y + chooser.randrange(-reach, reach + 1)
    return DropModel(order.unit, *kept_on_table(state, unit, x, y), faces(state, unit.seat))


def aim_air_drop(_state: State, _ask: Ask, order: AirDrop, spot: Aim) -> Order:
    """The spot."""
    return AirDrop(order.group, spot.x, spot.y)


def aim_drop(state: State, _ask: Ask, order: DropModel, spot: Aim) -> Order:
    """The spot."""
    facing = faces(state, state.units[order.unit].seat) if spot.facing is None else spot.facing % FULL_TURN
    return DropModel(order.unit, spot.x, spot.y, facing)


# --- Step 3 of a round: reserves, airstrikes and artillery, in this order, one side after the other in each

RESERVES, PLACING, FLYING, ARTILLERY, DONE = STAGES = ("reserves", "placing", "flying", "artillery", "done")

Points = Callable[[State, str], int]
"""The Victory Points of a side if the battle ended now."""


@rule("fieldmanual.support-events")
def resolve_support(ctx: Ctx[State], points: Points) -> Script[bool]:
    """One step of Step 3; True when it is over, and Step 4 begins."""
    stage = ctx.state.switches.get(STAGE, "")
    if not stage:
        ctx.emit(StageBegun(RESERVES, ctx.state.first or "red"))
        return False
    if stage == DONE:
        ctx.emit(SupportEnded())
        return True
    flyer = flyer_of(ctx.state)
    if flyer is not None:
        yield from resolve_flight(ctx, flyer.id)
        return False
    if stage == ARTILLERY and is_friendly_fire_due(ctx.state):
        yield from resolve_friendly_fire(ctx, points)
        return False
    left = seats_left(ctx.state, stage)
    if not left:
        _next_stage(ctx, stage)
        return False
    seat = ctx.state.turn if ctx.state.turn in left else opponent(ctx.state.turn or "blue")
    if seat != ctx.state.turn:
        ctx.emit(SupportTurn(seat))
    yield from _WAYS[stage](ctx, seat)
    ctx.emit(SupportTurn(next_seat(seat, SEATS)))
    return False


def seats_left(state: State, stage: str) -> set[str]:
    """The sides that have something to do in a phase."""
    if stage == RESERVES:
        return {seat for seat in SEATS if callable_groups(state, seat)}
    if stage == PLACING:
        return {seat for seat in SEATS if called(state, seat)}
    return seats_aloft(state) if stage == FLYING else seats_with_strikes(state)


def _next_stage(ctx: Ctx[State], stage: str) -> None:
    """The next phase; but airstrikes fly on until all are gone."""
    if stage == FLYING and aloft(ctx.state):
        ctx.emit(PassEnded())
        return
    ctx.emit(StageBegun(STAGES[STAGES.index(stage) + 1], ctx.state.first or "red"))


_WAYS: dict[str, Callable[[Ctx[State], str], Script[None]]] = {
    RESERVES: resolve_reserves,
    PLACING: resolve_placing,
    FLYING: resolve_take_off,
    ARTILLERY: resolve_next_strike,
}


# --- Support: what is offered at each of its questions


@heeds("fieldmanual.reserves")
def offer_ways_in(state: State, question: Ask) -> Iterator[Option]:
    """Reserves only move onto the table: climbs, jumps and sudden turns wait for an activation of their own."""
    return (option for option in offer_moves(state, question) if isinstance(option.order, Move))


SUPPORT_OFFERS: dict[str, tuple[Offer[State], ...]] = {
    "support": (offer_support,),
    "reserves": (offer_reserves,),
    "enter": (offer_entries,),
    "come in": (offer_ways_in, offer_end),
    "air drop": (offer_air_drops,),
    "drop": (offer_drops,),
    "correct fire": (offer_correction,),
    "strike": (offer_strikes,),
    "friendly fire": (offer_shells,),
    "place airstrike": (offer_placing,),
    "airstrike": (offer_take_flight,),
    "fly": (offer_flight,),
    "assign action": (offer_assignments,),
}
"""Beside these `offer_calls` and `offer_airstrikes` belong to what a model may do in its activation."""


# --- The contents of the chapter

SUPPORT: Chapter[State] = Chapter(
    "Scenarios: support",
    orders=(
        OrderRules(Buy, "support", refuse_buy),
        OrderRules(EndAllocation, "support", refuse_end_allocation),
        OrderRules(BringIn, "reserves", refuse_bring_in),
        OrderRules(
            Enter, "enter", refuse_enter, None, guess_enter, TRIES + 1, aim_enter
        ),
        OrderRules(Move, "come in", by_order(refuse_move)),
        OrderRules(EndActivation, "come in", refuse_end),
        OrderRules(
            AirDrop, "air drop", refuse_air_drop, None, guess_air_drop, TRIES_AIRDROP,
            aim_air_drop,
        ),
        OrderRules(
            DropModel, "drop", refuse_drop_model, None, guess_drop, TRIES_AIRDROP, aim_drop
        ),
        OrderRules(
            CallArtillery, "act", by_order(refuse_call), resolve_call, guess_call,
            aim=aim_call,
        ),
        OrderRules(CorrectFire, "correct fire", refuse_correction),
        OrderRules(FireStrike, "strike", refuse_strike),
        OrderRules(
            Shell, "friendly fire", refuse_shell, None, guess_shell, aim=aim_shell
        ),
        OrderRules(CallAirstrike, "act", by_order(refuse_airstrike), resolve_airstrike),
        OrderRules(
            PlaceAirstrike, "place airstrike", refuse_placing, None, guess_placing,
            AIRSTRIKE_TRIES, aim_placing,
        ),
        OrderRules(TakeFlight, "airstrike", refuse_take_flight),
        OrderRules(Fly, "fly", refuse_fly, None, guess_fly, aim=aim_fly),
        OrderRules(EndFlight, "fly", refuse_end_flight, None, guess_turn, aim=aim_turn),
        OrderRules(Attack, "fly", refuse_air_attack),
        OrderRules(ActiveLock, "fly", refuse_air_lock),
        OrderRules(ForwardObserve, "fly", refuse_air_observation),
        OrderRules(AssignAction, "assign action", refuse_assign),
    ),
    events={
        AllocationTurn: None,
        Bought: bought,
        Allocated: None,
        SupportShown: shown,
        AssetRaised: asset,
        DroneAssigned: drone,
        ArrivalSettled: arrival,
        SupportSettled: settled,
        StageBegun: stage,
        SupportTurn: None,
        SupportEnded: None,
        ReservesTried: tried,
        ReservesHeld: None,
        Entered: entered,
        EntryEnded: None,
        DropPointChosen: drop_point,
        Dropped: dropped,
        DropEnded: None,
        GunsReady: None,
        CallPaid: paid,
        StrikeCalled: strike_called,
        FireCorrected: corrected,
        StrikeLanded: strike_landed,
        FriendlyFireRolled: friendly,
        AirstrikeCalled: air_called,
        AirstrikePlaced: air_placed,
        FlightBegun: None,
        Flew: None,
        FlightEnded: flight_ended,
        PassEnded: None,
        AirstrikeLeft: air_left,
        AirstrikeCrashed: crashed,
        ActionAssigned: assigned,
    },
)  # fmt: skip
