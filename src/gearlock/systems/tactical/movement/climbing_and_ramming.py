"""2.6.8 and 3.2: climbing, hull-down positions, ramming; moves that are pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gearlock.kernel.asks import Ask, Option, Pick, Target
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.going import partly
from gearlock.mechanics.going.legs import Pace, legs_to, turn_to_somebody
from gearlock.mechanics.ground.forms import SOLID, is_building
from gearlock.systems.tactical.attacks.weapons_in_use import refuse_acting
from gearlock.systems.tactical.damage.condition import MP, allowance, most_mp, mp_left, piloting_lines
from gearlock.systems.tactical.damage.resolving import EDGE, HIDDEN_WHOLE, READY, position_in, position_token
from gearlock.systems.tactical.datacards import MODE_WORDS, SUBMARINE, WALKER
from gearlock.systems.tactical.dice_tests import Test, throw_test
from gearlock.systems.tactical.ground_targets import resolve_saturation_there
from gearlock.systems.tactical.line_of_sight.terrain import DEEP_WATER, LEVEL, WATER, terrain_under, touches, type_of
from gearlock.systems.tactical.melee import resolve_collision, resolve_wall_struck
from gearlock.systems.tactical.movement.course import (
    DUCKED,
    FREE_TURN,
    RAMMING,
    Climb,
    ClimbedOn,
    Course,
    CoverTaken,
    FellDown,
    GotStuck,
    Halted,
    Jump,
    Jumped,
    ModeSwitched,
    Move,
    Moved,
    Ram,
    RamBegun,
    RamOver,
    RanPast,
    ShiftSpeed,
    Skidded,
    SpeedShifted,
    Stopped,
    SwitchMode,
    TakeCover,
    TakeMovementHit,
    WayTaken,
    towed_of,
)
from gearlock.systems.tactical.movement.ground import (
    HANGING,
    RULE,
    Climbed,
    can_climb,
    climb_down,
    climb_up,
    faces,
    obstacles,
    price_of,
    refuse_passage,
)
from gearlock.systems.tactical.movement.moving import (
    MIRED,
    closed_piece,
    closed_pieces,
    is_poor,
    judge,
    part_met,
    refuse_move,
    refuse_movement_hit,
    refuse_unmoving,
    resolve_down,
    resolve_entered,
    resolve_move,
    resolve_plunge,
    touches_wall,
    way_into_wall,
)
from gearlock.systems.tactical.movement.speeds import (
    TRIED,
    WORTH,
    must_go_on,
    refuse_jump,
    refuse_shift,
    refuse_switch,
    resolve_jump,
    resolve_shift,
    resolve_switch,
)
from gearlock.systems.tactical.state import (
    ATTACKED_AT,
    CLIMBING,
    COMBAT,
    FALLEN,
    HALF,
    HULL_DOWN,
    NO_GROUP,
    TOP,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.switches import CLIFFS, HULL_DOWN_POSITIONS
from gearlock.table.inches import footprints_overlap
from gearlock.table.measure import (
    FULL_TURN,
    HALF_TURN,
    INCH,
    advance,
    bearing,
    distance,
    inches_text,
    turn_between,
    turned,
)
from gearlock.table.path import Path, Stride
from gearlock.table.polygon import Point


def moved(state: State, event: Moved, _seat: str | None) -> Line | None:
    unit, now = state.units[event.unit], state.activation
    if now is None or event.path:
        return None
    if not event.gone:
        return Line(f"The {unit.name} turns on the spot.", (unit.id,), "tactical.2.6.5-turning")
    way = "has backed up" if event.backward else "has moved"
    spent = f"{inches_text(event.spent)} MP"
    return Line(
        f"The {unit.name} {way} {inches_text(event.gone)} in this round ({spent}).", (unit.id,), "tactical.2.6.5"
    )


def stopped(state: State, event: Stopped, _seat: str | None) -> Line | None:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} stops: {event.why}", (unit.id,), "tactical.2.6.5") if event.why else None


def halted(state: State, event: Halted, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(
        f"The {unit.name} moves no further this round ({event.why or 'stopped'}).", (unit.id,), "tactical.2.6.5"
    )


def skidded(state: State, event: Skidded, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = f"The {unit.name} skids {inches_text(event.length)} in straight on."
    return Line(words, (unit.id,), "tactical.2.6.5-top-speed-turn")


def climbed(state: State, event: ClimbedOn, _seat: str | None) -> Line:
    unit, way = state.units[event.unit], "up" if event.up else "down"
    words = f"The {unit.name} climbs {way} the cliff" + (" and hangs there." if event.hangs else " and is there.")
    return Line(words, (unit.id,), "tactical.3.2.1")


def jumped(state: State, event: Jumped, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} leaps ahead on its Jump Jets.", (unit.id,), "tactical.7.2-card-only-perks")


def fell(state: State, event: FellDown, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} falls {event.inches} in.", (unit.id,), "tactical.3.2.1-falling")


def stuck(state: State, event: GotStuck, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    how = f"for {event.rounds} round{'s' * (event.rounds > 1)}" if event.rounds else "fast, until somebody tows it out"
    return Line(f"The {unit.name} is stuck {how}.", (unit.id,), "tactical.7.2-poor-off-road")


def covered(state: State, event: CoverTaken, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = "hides completely" if event.whole else "goes hull-down"
    return Line(f"The {unit.name} {words} ({event.terrain}).", (unit.id,), "tactical.3.2.4")


def switched(state: State, event: ModeSwitched, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = f"The {unit.name} switches to {MODE_WORDS[event.mode]}."
    return Line(words, (unit.id,), "tactical.2.6.5-switch-mode")


def shifted(state: State, event: SpeedShifted, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = "shifts to Top Speed" if event.to == TOP else "will be back at Combat Speed next round"
    return Line(f"The {unit.name} {words}.", (unit.id,), "tactical.2.6.5-top-speed")


def _rammed(state: State, name: str) -> str:
    """A unit, or a building or wall."""
    return state.units[name].name if name in state.units else state.ground.piece(name).name


def ram(state: State, event: RamBegun, _seat: str | None) -> Line:
    """Somebody sets out to ram."""
    text = f"The {state.units[event.unit].name} drives at the {_rammed(state, event.target)} to ram it."
    both = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(text, both, "tactical.2.6.8-ramming")


def ram_over(state: State, event: RamOver, _seat: str | None) -> Line | None:
    """It did not come so far."""
    if event.met:
        return None
    text = f"The {state.units[event.unit].name} does not reach the {_rammed(state, event.target)}."
    both = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(text, both, "tactical.2.6.8-ramming")


def ran_past(state: State, event: RanPast, _seat: str | None) -> Line:
    """An inch further."""
    text = f"The {state.units[event.unit].name} runs past for an inch, and stops."
    return Line(text, (event.unit,), "tactical.2.6.8-ramming")


# --- 3.2.1: walkers with arms climb cliffs, an inch in a round; who fails falls

THRESHOLD = 5


@heeds("tactical.3.2.1", "tactical.3.2.1-climbing-penalty", "tactical.3.2.3", "tactical.3.2.7")
def refuse_climber(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot climb at all now: it has no arms for it, or not its whole Movement Points left."""
    now = state.activation
    if not state.switch(CLIFFS):
        return Refusal("module", RULE, "Climbing is not in use in this battle: cliffs are gone around.")
    refusal = refuse_unmoving(state, unit, climbing=True)
    if refusal is not None or now is None:
        return refusal
    if not can_climb(unit):
        message = f"The {unit.name} cannot climb: only walkers with arms that lift their own Size do."
        return Refusal("arms", RULE, message)
    if unit.mode != WALKER:
        return Refusal(
            "mode", RULE, f"The {unit.name} climbs in Walker movement only: switch to it in an earlier round."
        )
    if unit.speed == TOP or now.limit != COMBAT or now.spent or now.gone or now.switched:
        message = f"Climbing takes all the Movement Points of Combat Speed: the {unit.name} must not have spent any."
        return Refusal("spent", RULE, message)
    if unit.token(FALLEN) and unit.token(CLIMBING) != HANGING:
        message = f"The {unit.name} lies on the ground: it stands up for 1 MP first, and climbing takes all of them."
        return Refusal("fallen", "tactical.3.2.3", message)
    if towed_of(state, unit) is not None:
        return Refusal("tow", "tactical.3.2.7", f"The {unit.name} does not climb with a load in tow: it lets go first.")
    if unit.fired or any(mark.startswith(ATTACKED_AT) for mark in now.marks):
        message = f"The {unit.name} has attacked this round: who climbs does not attack."
        return Refusal("fired", "tactical.3.2.1-climbing-penalty", message)
    return None


def refuse_climb(state: State, order: Climb) -> Refusal | None:
    """Why a unit cannot climb this face that way."""
    found = find_climb(state, order)
    return found if isinstance(found, Refusal) else None


def find_climb(state: State, order: Climb) -> Climbed | Refusal:
    """Where an inch of climbing leads, or why there is none."""
    unit = state.units[order.unit]
    refusal = refuse_climber(state, unit)
    if refusal is not None:
        return refusal
    for piece, up in faces(state, unit):
        if piece.id == order.piece and up == order.up:
            return climb_up(state, unit, piece) if up else climb_down(state, unit, piece)
    way = "up" if order.up else "down"
    message = (
        f"There is no cliff '{order.piece}' beside the {unit.name} to climb {way}: a step of 2 in or more, or a wall."
    )
    return Refusal("cliff", RULE, message)


@heeds("tactical.3.2.1", "tactical.3.2.1-falling", "tactical.2.3.3")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Piloting against 5, a tie will do; then an inch up or down. Who fails or fumbles falls."""
    found = find_climb(ctx.state, order)
    assert isinstance(found, Climbed), "the order was judged before"
    unit = ctx.state.units[order.unit]
    points, before = allowance(unit, COMBAT, unit.mode), (unit.x, unit.y, unit.z)
    test = yield from throw_test(ctx, Test("climbing", unit.id, piloting_lines(unit), RULE, THRESHOLD))
    if not test.fumbled and test.total >= THRESHOLD:
        ctx.emit(ClimbedOn(order.unit, found.x, found.y, found.z, found.hangs, order.up, points, points * INCH // MP))
        if found.hangs:
            yield from resolve_saturation_there(ctx, order.unit, before[:2])
        else:
            yield from resolve_down(ctx, order.unit, before)
        return
    yield from resolve_plunge(ctx, order.unit, found.foot, found.inches)


def offer_climbs(state: State, unit: Unit) -> Iterator[Option]:
    """Up or down the cliffs beside it."""
    if not state.switch(CLIFFS) or not can_climb(unit) or refuse_climber(state, unit) is not None:
        return
    for piece, up in faces(state, unit):
        order = Climb(unit.id, piece.id, up)
        if refuse_climb(state, order) is None:
            left = piece.top - unit.z if up else unit.z
            hangs = " on" if unit.token(CLIMBING) == HANGING else ""
            way = f"up the {piece.name} ({inches_text(left)} in to its top)" if up else f"down the {piece.name}"
            yield Pick(f"Climb{hangs} {way}: Piloting against {THRESHOLD}, all MP, no attacks", order, RULE)


# --- 3.2.4: taking a hull-down position by Movement Points

AROUND = 24

NEAR_AN_EDGE = 100
"""Mils beyond its base within which a level must change for the edge to be a unit's cover."""

HILL = "hill"


@heeds("tactical.3.2.4-table")
def lie_of_the_land(state: State, x: int, y: int) -> int:
    """How high the ground is at a place: hills and rocks, but no houses, walls or stands of trees on it."""
    pieces = state.ground.pieces_at(x, y)
    land = (p.top for p in pieces if p.kind in SOLID and not is_building(p) and (p.kind == HILL or not type_of(p)))
    return max(land, default=0)


@heeds("tactical.3.2.4-table")
def is_at_an_edge(state: State, unit: Unit) -> bool:
    """Whether the ground changes by a level right beside a base."""
    for step in range(AROUND):
        x, y = advance(unit.x, unit.y, step * FULL_TURN // AROUND, unit.card.radius + NEAR_AN_EDGE)
        inside = 0 <= x <= state.ground.width and 0 <= y <= state.ground.height
        if inside and abs(lie_of_the_land(state, x, y) - unit.z) >= LEVEL:
            return True
    return False


@heeds("tactical.3.2.4-table")
def covers_here(state: State, unit: Unit) -> list[str]:
    """The rows of the table that a unit may use where it stands; water is for who submerges."""
    under = terrain_under(state, unit)
    if under in (WATER, DEEP_WATER):
        found = [WATER] if SUBMARINE in unit.card.modes else []
    else:
        found = [under] if position_in(under) is not None else []
    return [*found, EDGE] if is_at_an_edge(state, unit) else found


def cost_of_cover(unit: Unit, terrain: str) -> int:
    """Thousandths of MP: the table's, nothing for who is in that position and only ducks or comes up again.

    A fallen walker gets up for 1 MP more.
    """
    if unit.token(HULL_DOWN) and unit.token(position_token(terrain)):
        return 0
    cover = position_in(terrain)
    assert cover is not None, "the terrain offers cover"
    return (cover.cost + bool(unit.token(FALLEN))) * MP


@rule("tactical.3.2.4")
def refuse_cover(state: State, order: TakeCover) -> Refusal | None:
    """Why a vehicle cannot go hull-down: no cover here, too few Movement Points, or too fast for it."""
    unit, now = state.units[order.unit], state.activation
    if not state.switch(HULL_DOWN_POSITIONS):
        return Refusal("module", "tactical.3.2.4", "Hull-down positions are not in use in this battle.")
    refusal = refuse_unmoving(state, unit)
    if refusal is not None or now is None:
        return refusal
    if unit.is_infantry:
        return Refusal("infantry", "tactical.3.2.4-effects", f"The {unit.name} is always in cover as it is.")
    if unit.speed == TOP:
        return Refusal("top", "tactical.3.2.4", f"The {unit.name} is at Top Speed: it cannot park behind cover.")
    here = covers_here(state, unit)
    if order.terrain not in here:
        words = ", ".join(here) or "none"
        message = f"'{order.terrain}' gives the {unit.name} no hull-down position here; there is: {words}."
        return Refusal("terrain", "tactical.3.2.4-table", message)
    wanted = HIDDEN_WHOLE if order.whole else READY
    if unit.token(HULL_DOWN) == wanted and unit.token(position_token(order.terrain)):
        return Refusal("same", "tactical.3.2.4", f"The {unit.name} is in that position already.")
    cost, most = cost_of_cover(unit, order.terrain), most_mp(unit, now)
    if not cost and DUCKED in now.marks:
        return Refusal("ducked", "tactical.3.2.4", f"The {unit.name} has ducked or come up already: once a round.")
    if now.spent - now.road + cost > most:
        left = inches_text(max(0, most - now.spent + now.road))
        message = f"This takes {inches_text(cost)} MP; the {unit.name} has {left} left at this speed."
        return Refusal("movement", "tactical.3.2.4", message, {"cost": cost, "left": most - now.spent + now.road})
    return None


def resolve_taking_cover(ctx: Ctx[State], order: TakeCover) -> None:
    """The Movement Points are spent, and the counter lies beside it until it moves."""
    now = ctx.state.activation
    assert now is not None, "somebody is being activated"
    cost = cost_of_cover(ctx.state.units[order.unit], order.terrain)
    ctx.emit(CoverTaken(order.unit, order.terrain, order.whole, now.spent + cost, not cost))


def offer_cover(state: State, unit: Unit) -> Iterator[Option]:
    """Each position there is, with the weapons at the ready or hidden completely."""
    if not state.switch(HULL_DOWN_POSITIONS) or unit.is_infantry or refuse_unmoving(state, unit) is not None:
        return
    for terrain in covers_here(state, unit):
        for whole in (False, True):
            order = TakeCover(unit.id, terrain, whole)
            if refuse_cover(state, order) is None:
                words = "Hide completely" if whole else "Go hull-down"
                cost = inches_text(cost_of_cover(unit, terrain))
                yield Pick(f"{words} ({terrain}, {cost} MP)", order, "tactical.3.2.4")


# --- 2.6.8: ramming as an order: a turn, a straight way into contact, and where the rammer stops

LEAST = INCH // 10
"""The shortest way into a target."""

FINE, HALF_ROUND = 50, 1800

ASTRAY = INCH // 20
"""How far the end of a way of many inches may lie from where it was aimed."""


def way_into(unit: Unit, target: Unit) -> Path:
    """The turn towards a target, and straight on until the bases touch."""
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, target.x, target.y))
    reach = unit.card.radius + target.card.radius
    return ((angle, max(0, distance(unit.x, unit.y, target.x, target.y) - reach)),)


@heeds("tactical.2.6.8-ramming", "tactical.2.6.3", "tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def judge_ram(state: State, order: Ram) -> Course | Refusal:
    """The way into the target; or why there is none: an Action, MP, something else in the way, contact already."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    wall = closed_piece(state, order.target) if target is None else None
    if unit is None or not unit.is_fielded:
        return Refusal("unit", "tactical.2.6.8-ramming", f"{order.unit or 'Nobody'} is no unit on the table.")
    if wall is None and (target is None or not target.is_fielded or target.seat == unit.seat or target.carrier):
        return Refusal("target", "tactical.2.6.8-ramming", f"{order.target or 'Nobody'} is no enemy on the table.")
    if unit.is_infantry:
        return Refusal("infantry", "tactical.2.6.8-ramming", f"{unit.name} is a squad, and rams nobody.")
    refusal = refuse_unmoving(state, unit) or refuse_acting(unit)
    if refusal is not None:
        return refusal
    path = way_of(state, order)
    if path[0][1] < LEAST:
        name = state.ground.piece(order.target).name if target is None else target.name
        return Refusal(
            "contact", "tactical.2.6.8-ramming", f"The {unit.name} is in contact with the {name}: it has no way to ram."
        )
    return judge(state, Move(unit.id, path))


def way_of(state: State, order: Ram) -> Path:
    """The way of a ram, into a unit or into a building or wall: as far as it does not bar the way itself.

    A way is gone inch by inch to whole mils, so that its end may lie a little before or behind where it was aimed.
    """
    unit, target = state.units[order.unit], state.units.get(order.target)
    into = way_into_wall(state, unit, state.ground.piece(order.target)) if target is None else way_into(unit, target)
    angle, length = into[0]
    low, high = max(0, length - ASTRAY), length + ASTRAY
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if bars_its_way(state, order, ((angle, middle),)) else (middle, high)
    return ((angle, low),)


def bars_its_way(state: State, order: Ram, path: Path) -> bool:
    """Whether what is to be rammed is the first thing that stands in the way."""
    found = judge(state, Move(order.unit, path))
    return isinstance(found, Refusal) and order.target in (found.facts.get("unit"), found.facts.get("piece"))


def refuse_ram(state: State, order: Ram) -> Refusal | None:
    """Why a unit cannot be rammed."""
    found = judge_ram(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_ram(ctx: Ctx[State], order: Ram) -> None:
    """Set out: the way is gone inch by inch, under Snap Fire; what happens at its end `resolve_contact` tells."""
    path = way_of(ctx.state, order)
    ctx.emit(RamBegun(order.unit, order.target))
    ctx.emit(WayTaken(order.unit, path))


@heeds("tactical.2.6.8-ramming")
def resolve_contact(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The end of a way on which somebody was to be rammed: a collision if they touch, and no further this round.

    Who misses goes on for an inch if it has the Movement Points for it.
    """
    now = ctx.state.activation
    name = next((mark.removeprefix(RAMMING) for mark in now.marks if mark.startswith(RAMMING)), "") if now else ""
    if now is None or now.unit != unit_id or now.path or not name:
        return
    met = is_met(ctx.state, unit_id, name)
    ctx.emit(RamOver(unit_id, name, met))
    if not met:
        return
    if name in ctx.state.units:
        hit = yield from resolve_collision(ctx, unit_id, name, is_action=True)
        if not hit and ctx.state.units[unit_id].is_fielded:
            yield from resolve_running_past(ctx, unit_id, name)
    else:
        part = part_met(ctx.state.units[unit_id], ctx.state.ground.piece(name))
        yield from resolve_wall_struck(ctx, unit_id, part, is_action=True)
    ctx.emit(Halted(unit_id, "rammed"))


def is_met(state: State, unit_id: str, name: str) -> bool:
    """Whether a rammer has come into contact with what it was to ram."""
    unit, target = state.units[unit_id], state.units.get(name)
    if target is not None:
        return unit.is_fielded and target.is_fielded and touches(unit, target)
    wall = closed_piece(state, name)
    return unit.is_fielded and wall is not None and touches_wall(unit, wall)


@heeds("tactical.2.6.8-ramming")
def resolve_running_past(ctx: Ctx[State], unit_id: str, target_id: str) -> Script[None]:
    """An inch further, round the base of who was missed: where there is room, and Movement Points for it."""
    unit, target, now = ctx.state.units[unit_id], ctx.state.units[target_id], ctx.state.activation
    assert now is not None, "only the active unit moves"
    price = MP * (price_of(ctx.state, unit, terrain_under(ctx.state, unit)) or 1)
    if now.spent + price > most_mp(unit, now):
        return
    before = unit.x, unit.y
    for x, y in places_past(unit, target):
        end = room_at(ctx.state, unit, x, y)
        if end is not None:
            ctx.emit(RanPast(unit_id, x, y, end, INCH, now.spent + price))
            yield from resolve_entered(ctx, unit_id, *before)
            return


def places_past(unit: Unit, target: Unit) -> Iterator[tuple[int, int]]:
    """Places in contact with a target an inch further, first to its left, then to its right."""
    back = bearing(target.x, target.y, unit.x, unit.y)
    reach = unit.card.radius + target.card.radius + 1
    for side in (-1, 1):
        for angle in range(FINE, HALF_ROUND + 1, FINE):
            x, y = advance(target.x, target.y, turned(back, side * angle), reach)
            if distance(unit.x, unit.y, x, y) >= INCH:
                yield x, y
                break


def room_at(state: State, unit: Unit, x: int, y: int) -> int | None:
    """The elevation there, if the unit can stand there."""
    there = unit.clone()
    there.x, there.y = x, y
    if any(footprints_overlap(there.body, other.body) for other in obstacles(state, unit)):
        return None
    found = refuse_passage(state, there, Stride(x, y, x, y, 0))
    return None if isinstance(found, Refusal) else found


def offer_rams(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy it could drive into."""
    if unit.is_infantry or refuse_unmoving(state, unit) is not None or refuse_acting(unit) is not None:
        return
    for target in state.fielded(opponent(unit.seat)):
        order = Ram(unit.id, target.id)
        if refuse_ram(state, order) is None:
            yield Target(f"Ram the {target.name}", order, "tactical.2.6.8-ramming", target.id, "ram")
    for piece in closed_pieces(state):
        order = Ram(unit.id, piece.id)
        if refuse_ram(state, order) is None:
            yield Pick(f"Run into the {piece.name}", order, "tactical.2.6.8-ramming")


# --- Moves completed towards a spot that somebody pointed at, or made up at random

MOST_LEGS = 30

ONE_IN = 3
"""Of so many first guesses one goes straight for a thing on the table, where there is any."""

FORCED = 2
"""Guesses of any kind before who must go on goes on as it can."""


def mils_left(state: State, unit: Unit) -> int:
    """How far a unit could get at best: an inch a Movement Point."""
    now = state.activation
    return 0 if now is None or now.unit != unit.id else mp_left(state, unit, now) * INCH // MP


def as_far(state: State, order: Move) -> Move | Refusal:
    """A move as far as it can be gone."""

    def refuse(path: Path) -> Refusal | None:
        found = judge(state, Move(order.unit, path, order.daring))
        return found if isinstance(found, Refusal) else None

    found = partly.as_far(order.legs, refuse, WORTH)
    return found if isinstance(found, Refusal) else Move(order.unit, found, order.daring)


def spaced(unit: Unit, stops: Sequence[Point]) -> list[Point]:
    """Waypoints that lie an inch and more apart, so that turns between them are allowed; the last one stays."""
    found: list[Point] = []
    x, y = unit.x, unit.y
    for stop in stops[:-1]:
        if distance(x, y, *stop) >= INCH and distance(*stop, *stops[-1]) >= INCH:
            found.append(stop)
            x, y = stop
    return [*found, stops[-1]]


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order | Refusal:
    """Towards the spot by its waypoints, as far as it goes; then to the facing that was asked for."""
    unit = state.units[order.unit]
    stops = spaced(unit, (*spot.via, (spot.x, spot.y)))
    near = distance(unit.x, unit.y, spot.x, spot.y) < WORTH and not spot.via
    if order.legs == BACKWARD:
        path: Path = backward_to(unit, spot.x, spot.y, mils_left(state, unit))
    else:
        path = () if near else legs_to(unit, stops, None, Pace(mils_left(state, unit), MOST_LEGS, HALF_TURN))
    if not path:
        facing = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
        return Move(order.unit, ((turn_between(unit.facing, facing), 0),))
    found = as_far(state, Move(order.unit, path, order.daring))
    if isinstance(found, Refusal) or spot.facing is None:
        return found
    ahead = turned(unit.facing, sum(angle for angle, _ in found.legs))
    turned_too = Move(order.unit, (*found.legs, (turn_between(ahead, spot.facing), 0)), order.daring)
    return found if isinstance(judge(state, turned_too), Refusal) else turned_too


BACKWARD: Path = ((0, -1),)
"""What the option of backing up looks like before it is completed."""


def backward_to(unit: Unit, x: int, y: int, most: int) -> Path:
    """Backward to a place, after a turn so that it lies astern."""
    angle = turn_between(turned(unit.facing, HALF_TURN), bearing(unit.x, unit.y, x, y))
    return ((angle, -min(most, distance(unit.x, unit.y, x, y))),)


def offer_moves(state: State, unit: Unit) -> Iterator[Option]:
    """Going somewhere or turning; and backing up, where it is slow enough for that."""
    now = state.activation
    if now is None or refuse_unmoving(state, unit) is not None:
        return
    left, speed = mils_left(state, unit), TOP if unit.speed == TOP else now.limit
    if left >= WORTH or now.since_turn >= INCH:
        yield PathOption("Move or turn", Move(unit.id), "tactical.2.6.5", unit.id, left)
    if left >= WORTH and is_poor(unit):
        label = "Move, forcing the way through heavy ground: no extra MP, Piloting for each inch"
        yield PathOption(label, Move(unit.id, (), True), "tactical.7.2-poor-off-road", unit.id, left)
    slow = unit.speed != TOP and most_mp(unit, now) <= allowance(unit, HALF, now.mode)
    if left >= WORTH and slow and not unit.is_infantry and (now.backward or not now.gone) and speed != COMBAT:
        yield PathOption("Back up", Move(unit.id, BACKWARD), "tactical.2.6.5-reverse", unit.id, left)


def guess_move(state: State, question: Ask, order: Move, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach. Who has to go on at Top Speed has nothing else to do: it goes wherever there is a way."""
    found, unit = _guess(state, question, order, chooser, attempt), state.units[order.unit]
    forced = found is None and state.activation is not None and must_go_on(state, unit)
    return _onward(state, unit) if forced else found


def _guess(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach, facing an enemy as a rule. Later guesses are shorter."""
    unit, now = state.units[order.unit], state.activation
    if now is None:
        return None
    things = [] if attempt or order.legs == BACKWARD else things_to_go_for(state)
    if things and not chooser.randrange(0, ONE_IN):
        found = aim_move(state, _ask, order, Aim(*chooser.choice(things)))
        return None if isinstance(found, Refusal) else found
    budget = mils_left(state, unit) >> attempt // 2
    least = min(budget, INCH)
    if must_go_on(state, unit):
        if attempt >= FORCED:
            return _onward(state, unit)
        least = min(budget, (allowance(unit, COMBAT, now.mode) - now.spent) * INCH // MP + INCH)
    length = chooser.randrange(least, budget + 1) if budget else 0
    foes = list(state.fielded(opponent(unit.seat)))
    if order.legs == BACKWARD:
        return _shortened(state, Move(unit.id, ((0, -length),)), attempt) if length >= WORTH else None
    wide = FREE_TURN if unit.speed == TOP else HALF_TURN
    turn = 0 if now.since_turn < INCH else chooser.randrange(-wide, wide + 1) if chooser.randrange(0, 4) else 0
    if length < WORTH:
        toward = _towards(unit, foes, chooser) or turn
        return Move(unit.id, ((toward, 0),)) if toward and now.since_turn >= INCH else None
    leg = (turn, length)
    last = turn_to_somebody(unit, leg, foes, wide, chooser) if length >= INCH else 0
    path: Path = (leg, (last, 0)) if last else (leg,)
    return _shortened(state, Move(unit.id, path, order.daring), attempt)


def things_to_go_for(state: State) -> list[Point]:
    """Places that may matter to somebody: markers, and what stands on the table without a combat group."""
    stranded = [(unit.x, unit.y) for unit in state.units.values() if unit.is_fielded and unit.group == NO_GROUP]
    return [*state.markers.values(), *stranded]


def _onward(state: State, unit: Unit) -> Move | None:
    """Straight on or after a free turn, the longest way there is."""
    found = [as_far(state, Move(unit.id, ((angle, mils_left(state, unit)),))) for angle in TRIED]
    ways = [way for way in found if isinstance(way, Move)]
    return max(ways, key=lambda way: way.legs[0][1], default=None)


def _towards(unit: Unit, foes: list[Unit], chooser: Chooser) -> int:
    """The turn that faces an enemy from where it stands."""
    if not foes:
        return 0
    foe = chooser.choice(foes)
    return turn_between(unit.facing, bearing(unit.x, unit.y, foe.x, foe.y))


def _shortened(state: State, order: Move, attempt: int) -> Move:
    """A first guess as it is, a later one as far as it can be gone."""
    found = as_far(state, order) if attempt else order
    return order if isinstance(found, Refusal) else found


def spot_ahead(unit: Unit, length: int) -> Point:
    """The place so far ahead of a unit."""
    return advance(unit.x, unit.y, unit.facing, length)


# --- The contents of the chapter

MOVEMENT: Chapter[State] = Chapter(
    "2.6.5: Movement and Terrain",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(Climb, "act", by_order(refuse_climb), resolve_climb),
        OrderRules(Jump, "act", by_order(refuse_jump), resolve_jump),
        OrderRules(TakeCover, "act", by_order(refuse_cover), resolve_taking_cover),
        OrderRules(TakeMovementHit, MIRED, refuse_movement_hit),
        OrderRules(SwitchMode, "act", by_order(refuse_switch), resolve_switch),
        OrderRules(ShiftSpeed, "act", by_order(refuse_shift), resolve_shift),
    ),
    events={
        WayTaken: None,
        Moved: moved,
        Stopped: stopped,
        Halted: halted,
        ClimbedOn: climbed,
        Jumped: jumped,
        FellDown: fell,
        CoverTaken: covered,
        GotStuck: stuck,
        Skidded: skidded,
        RamBegun: ram,
        RamOver: ram_over,
        RanPast: ran_past,
        ModeSwitched: switched,
        SpeedShifted: shifted,
    },
)
