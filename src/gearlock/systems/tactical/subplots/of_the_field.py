"""4.1.4: subplots of the battlefield: mines, bystanders, friendly fire, tunnels, ground that falls in."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.damage.condition import MP, most_mp
from gearlock.systems.tactical.damage.resolving import resolve_fall
from gearlock.systems.tactical.damage.structures import DEPTH, MINEFIELD, MINES, PIT, pit_outline, resolve_collapse
from gearlock.systems.tactical.dice_tests import throw_dice
from gearlock.systems.tactical.infantry_cards import CIVILIAN_CARD
from gearlock.systems.tactical.line_of_sight.terrain import BRIDGE, WATERS, ground_type, type_of
from gearlock.systems.tactical.movement.course import towed_of
from gearlock.systems.tactical.movement.ground import (
    CLIFF,
    has_room,
    is_in_water,
    level_below,
    price_of,
    refuse_passage,
    spots_around,
)
from gearlock.systems.tactical.movement.moving import refuse_unmoving, resolve_entered, resolve_landed, section_at
from gearlock.systems.tactical.scenario_generator.tables import subplot_cost
from gearlock.systems.tactical.state import FALLEN, NO_GROUP, SEATS, Patch, State, Unit, opponent
from gearlock.systems.tactical.subplots.orders_and_events import (
    TUNNEL,
    ChooseLine,
    CiviliansCame,
    CiviliansMoved,
    Dig,
    FellIn,
    GroundFell,
    LayMines,
    MinesLaid,
    TakeTunnel,
    TunnelDug,
    TunnelTaken,
    due,
    foresee,
    machines_of,
    pick,
)
from gearlock.systems.tactical.support.aircraft import attack_run, line_through
from gearlock.systems.tactical.support_assets import FIGHTER_BOMBER
from gearlock.systems.tactical.switches import CIVILIANS, COLLAPSE, FRIENDLY_FIRE, NETWORK, STRUCTURES, bought
from gearlock.systems.tactical.switches import MINES as SUBPLOT
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, RIGHT_ANGLE, advance, distance, inches_text
from gearlock.table.path import Stride
from gearlock.table.polygon import is_inside

# --- 4.1.4: Bystanders: civilians who wander over the battlefield

RULE: Final = "tactical.4.1.4-bystanders"
SIXTH: Final = FULL_TURN // 6
SKY: Final = 1_000 * INCH
STEP: Final = INCH // 2


@heeds("tactical.4.1.4-bystanders")
def bring(ctx: Ctx[State]) -> None:
    """A group stands in the middle of the table, or as near to it as there is room and dry ground."""
    number = 1 + sum(1 for unit in ctx.state.units.values() if unit.token(CIVILIANS))
    name = f"{CIVILIANS}-{number}"
    group = Unit(name, "", CIVILIAN_CARD.name, CIVILIAN_CARD, level=0, group=NO_GROUP, mode=CIVILIAN_CARD.primary)
    middle = ctx.state.ground.width // 2, ctx.state.ground.height // 2
    rings = tuple(range(INCH, 20 * INCH, INCH))
    for x, y in spots_around(*middle, rings):
        z = level_below(ctx.state, x, y, SKY)
        dry = ground_type(ctx.state, x, y) not in WATERS and price_of(ctx.state, group, ground_type(ctx.state, x, y))
        if dry and has_room(ctx.state, group, x, y, z):
            ctx.emit(CiviliansCame(name, x, y, z))
            return


def groups(state: State) -> list[Unit]:
    """All civilians on the table."""
    return [unit for unit in state.units.values() if unit.token(CIVILIANS) and unit.is_fielded]


@rule("tactical.4.1.4-bystanders")
def resolve_wandering(ctx: Ctx[State]) -> Script[None]:
    """Step Four: each group goes in a random direction as far as 2 MP take it; mines and fires are on its way too.

    A 1 is straight up the table, each number more a sixth of a turn clockwise.
    """
    for name in [unit.id for unit in groups(ctx.state)]:
        (face,) = yield from throw_dice(ctx, "where the civilians go", 1, "", name, RULE)
        unit = ctx.state.units[name].clone()
        facing = (RIGHT_ANGLE - SIXTH * (face - 1)) % FULL_TURN
        end = wandered(ctx.state, unit, facing)
        ctx.emit(CiviliansMoved(name, face, end.x, end.y, end.z, facing))
        yield from resolve_entered(ctx, name, unit.x, unit.y)


@heeds("tactical.4.1.4-bystanders", "tactical.3.6.2")
def wandered(state: State, unit: Unit, facing: int) -> Unit:
    """Where civilians come to: half an inch at a time, until their MP are spent or something is in the way."""
    end, left = unit.clone(), MP * CIVILIAN_CARD.modes[CIVILIAN_CARD.primary].combat
    while True:
        x, y = advance(end.x, end.y, facing, STEP)
        price = price_of(state, end, ground_type(state, x, y))
        if price is None or ground_type(state, x, y) in WATERS or price * MP * STEP // INCH > left:
            return end
        z = refuse_passage(state, end, Stride(end.x, end.y, x, y, STEP))
        if isinstance(z, Refusal):
            return end
        end.x, end.y, end.z = x, y, z
        left -= price * MP * STEP // INCH


# --- 4.1.4: Friendly Fire: a plane drops what it has left on whoever is there

RULE_FRIENDLY_FIRE: Final = "tactical.4.1.4-friendly-fire"


@heeds("tactical.4.1.4-friendly-fire")
def resolve_planes(ctx: Ctx[State], seat: str) -> Script[None]:
    """A die says in which round the plane comes."""
    yield from foresee(ctx, seat, FRIENDLY_FIRE, RULE_FRIENDLY_FIRE)


@rule("tactical.4.1.4-friendly-fire")
@heeds("tactical.4.1.3-air")
def resolve_friendly_fire(ctx: Ctx[State]) -> Script[None]:
    """In Step Four of its round a Fighter-Bomber crosses the table over a random enemy, in a direction by a die.

    A 1 is straight up the table, each number more a sixth of a turn clockwise. Its attacks are at whoever is in its
    corridor, friend or foe, by lot.
    """
    for seat in SEATS:
        for _ in range(due(ctx.state, seat, FRIENDLY_FIRE)):
            found = [unit for unit in ctx.state.fielded(opponent(seat)) if not unit.carrier]
            if not found:
                continue
            name = yield from pick("whom the plane is over", found, seat, RULE_FRIENDLY_FIRE)
            (face,) = yield from throw_dice(ctx, "way of the plane", 1, seat, name, RULE_FRIENDLY_FIRE)
            unit = ctx.state.units[name]
            facing = (RIGHT_ANGLE - SIXTH * (face - 1)) % FULL_TURN
            line = line_through(ctx.state, unit.x, unit.y, facing)
            yield from attack_run(ctx, seat, FIGHTER_BOMBER, *line, at_random=True)


# --- 4.1.4: Minefield: an old one in the middle of the table

RULE_MINEFIELD: Final = "tactical.4.1.4-minefield"
LAY: Final = "lay mines"
TYPE: Final = "General Purpose"
FREE: Final = 6
"""Square inches of a field that nothing was paid for."""
THIRD: Final = 3
Box = tuple[int, int, int, int]


@heeds("tactical.4.1.4-minefield", "tactical.4.1.1-subplots-galore")
def field_sizes(state: State, seat: str, count: int) -> list[int]:
    """Square inches of each field of a side: those that were bought are as large as their slice of TV pays for."""
    paid = state.points.get(f"paid:{seat}:{SUBPLOT}", 0)
    bought = subplot_cost(state.points.get("TV:agreed", 0), 1) // MINES[TYPE].tv
    return [FREE] * (count - paid) + [max(FREE, bought)] * min(paid, count)


def middle_third(state: State) -> Box:
    """Columns and rows of square inches between the sides, from and up to: the middle third of the way."""
    wide, high = state.ground.width // INCH, state.ground.height // INCH
    if state.homes["red"] in ("south", "north"):
        return 0, -(-high // THIRD), wide, 2 * high // THIRD
    return -(-wide // THIRD), 0, 2 * wide // THIRD, high


@rule("tactical.4.1.4-minefield")
def squares_around(state: State, x: int, y: int, size: int) -> tuple[tuple[int, int], ...]:
    """The middles of a field's square inches: a block as nearly square as the middle third lets it be."""
    left, low, right, top = middle_third(state)
    tall = min(isqrt(size - 1) + 1, top - low)
    broad = -(-size // tall)
    if broad > right - left:
        broad, tall = right - left, -(-size // (right - left))
    column, row = x // INCH - broad // 2, y // INCH - tall // 2
    cells = [(column + at % broad, row + at // broad) for at in range(size)]
    return tuple((each * INCH + INCH // 2, up * INCH + INCH // 2) for each, up in cells)


@heeds("tactical.4.1.4-minefield")
def resolve_mining(ctx: Ctx[State], seat: str, size: int) -> Script[None]:
    """The side says where it lies."""
    prompt = f"Where does the old minefield of {size} square inches lie, in the middle third of the table?"
    order = yield from ask(Ask(seat, LAY, about=(str(size),), rule=RULE_MINEFIELD, prompt=prompt))
    assert isinstance(order, LayMines), f"{order} lays no mines"
    ctx.emit(MinesLaid(seat, TYPE, squares_around(ctx.state, order.x, order.y, size)))


@heeds("tactical.4.1.4-minefield")
def refuse_mines(state: State, question: Ask, order: LayMines) -> Refusal | None:
    """All of it lies in the middle third, and on no other minefield."""
    left, low, right, top = middle_third(state)
    squares = squares_around(state, order.x, order.y, int(question.about[0]))
    if any(not (left <= x // INCH < right and low <= y // INCH < top) for x, y in squares):
        message = f"The field lies in the middle third of the table: {left} to {right} in across, {low} to {top} in up."
        return Refusal("middle", RULE_MINEFIELD, message, {"left": left, "low": low, "right": right, "top": top})
    mined = {(patch.x, patch.y) for patch in state.patches if patch.kind == MINEFIELD}
    return (
        Refusal("mined", RULE_MINEFIELD, "There are mines already: choose another place.")
        if mined & {*squares}
        else None
    )


def offer_mining(_state: State, question: Ask) -> Iterator[Option]:
    """Anywhere in the middle."""
    yield Place(f"Lay the minefield ({question.about[0]} square inches)", LayMines(), RULE_MINEFIELD, "", "middle")


def guess_mines(state: State, _ask: Ask, _order: LayMines, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere in the middle."""
    left, low, right, top = middle_third(state)
    return LayMines(chooser.randrange(left, right) * INCH, chooser.randrange(low, top) * INCH)


def aim_mines(state: State, question: Ask, _order: LayMines, spot: Aim) -> Order:
    """There, or as near to it as the middle third lets it lie."""
    left, low, right, top = middle_third(state)
    squares = squares_around(state, spot.x, spot.y, int(question.about[0]))
    columns, rows = [x // INCH for x, _ in squares], [y // INCH for _, y in squares]
    x = spot.x + INCH * (max(0, left - min(columns)) - max(0, max(columns) - right + 1))
    y = spot.y + INCH * (max(0, low - min(rows)) - max(0, max(rows) - top + 1))
    return LayMines(x, y)


# --- 4.1.4: MacAllen Collapse: the ground falls in under a vehicle

RULE_COLLAPSE: Final = "tactical.4.1.4-macallen-collapse"
LINE: Final = "line of the collapse"
OFFERED: Final = 6


@heeds("tactical.4.1.4-macallen-collapse")
def resolve_warning(ctx: Ctx[State], seat: str) -> Script[None]:
    """A die says in which round it happens."""
    yield from foresee(ctx, seat, COLLAPSE, RULE_COLLAPSE)


@rule("tactical.4.1.4-macallen-collapse")
def resolve_collapses(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of its round: a random vehicle of the enemy, and as many inches in a line as a die shows."""
    for seat in SEATS:
        for _ in range(due(ctx.state, seat, COLLAPSE)):
            yield from resolve_sinking(ctx, seat)


def treading(state: State, seat: str) -> list[Unit]:
    """The vehicles of a side that are on the table."""
    return [unit for unit in machines_of(state, seat) if unit.is_fielded and not unit.carrier]


@heeds("tactical.4.1.4-macallen-collapse", "tactical.3.2.1-falling")
def resolve_sinking(ctx: Ctx[State], seat: str) -> Script[None]:
    """The line lies as its buyer says, its middle under the vehicle. Whoever is on it falls an inch."""
    found = treading(ctx.state, opponent(seat))
    if not found:
        return
    name = yield from pick("who breaks in", found, seat, RULE_COLLAPSE)
    (inches,) = yield from throw(Roll(f"inches that fall in: {seat}", 1, 6, seat=seat, rule=RULE_COLLAPSE))
    unit = ctx.state.units[name]
    prompt = f"The ground falls in under the {unit.name}, {inches} in long: along which line?"
    order = yield from ask(Ask(seat, LINE, name, rule=RULE_COLLAPSE, prompt=prompt))
    assert isinstance(order, ChooseLine), f"{order} is no line"
    unit = ctx.state.units[name]
    patch = Patch(PIT, unit.x, unit.y, INCH // 2, number=order.angle, points=inches)
    falling = [each.id for each in standing_on(ctx.state, patch)]
    yield from resolve_bridges(ctx, patch)
    ctx.emit(GroundFell(name, unit.x, unit.y, order.angle, inches))
    for each in falling:
        yield from resolve_drop(ctx, each)
    for each in [one.id for one in standing_on(ctx.state, patch) if one.id not in falling]:
        ctx.emit(FellIn(each, level_of(ctx.state, each)))


@heeds("tactical.4.1.4-macallen-collapse")
def standing_on(state: State, patch: Patch) -> list[Unit]:
    """Everybody, friend or foe, whose middle is over the strip; who is up on a bridge is not on the ground."""
    outline = pit_outline(patch)
    units = (unit for unit in state.units.values() if unit.is_fielded and not unit.carrier)
    return [unit for unit in units if is_inside(outline, unit.x, unit.y) and not on_bridge(state, unit)]


def on_bridge(state: State, unit: Unit) -> bool:
    """Whether a bridge carries it."""
    under = state.ground.pieces_at(unit.x, unit.y)
    return any(type_of(piece) == BRIDGE and unit.z >= piece.top > 0 for piece in under)


@heeds("tactical.4.1.4-macallen-collapse", "tactical.3.2.5-bridge-collapse")
def resolve_bridges(ctx: Ctx[State], patch: Patch) -> Script[None]:
    """Sections of bridges that stand on the strip come down, where structures can be destroyed."""
    if not ctx.state.switch(STRUCTURES):
        return
    half = patch.points * INCH // 2
    spots = [advance(patch.x, patch.y, patch.number, far) for far in range(-half, half + 1, INCH // 2)]
    for part in dict.fromkeys(section_at(ctx.state, x, y) for x, y in spots):
        if part:
            yield from resolve_collapse(ctx, part)


@heeds("tactical.4.1.4-macallen-collapse", "tactical.3.2.1-falling")
def resolve_drop(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A unit comes down with the ground and takes the damage of a fall of an inch."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    ctx.emit(FellIn(unit_id, level_of(ctx.state, unit_id)))
    yield from resolve_fall(ctx, unit_id, DEPTH // INCH)


def level_of(state: State, unit_id: str) -> int:
    """How high the ground under a unit is now."""
    unit = state.units[unit_id]
    return level_below(state, unit.x, unit.y, unit.z)


def refuse_line(_state: State, _question: Ask, order: ChooseLine) -> Refusal | None:
    """Any direction: 0 to 179.9 degrees, since a line has two ends."""
    known = 0 <= order.angle < HALF_TURN
    facts: dict[str, str | int | float] = {"angle": order.angle}
    return None if known else Refusal("angle", RULE_COLLAPSE, "A line lies at 0 to 1799 tenths of a degree.", facts)


def offer_lines(_state: State, _question: Ask) -> Iterator[Option]:
    """Six directions; any other may be said."""
    for turn in range(OFFERED):
        angle = turn * HALF_TURN // OFFERED
        yield Pick(f"At {angle // 10} degrees", ChooseLine(angle), RULE_COLLAPSE)


# --- 4.1.4: MacAllen Network: a tunnel that its owner finds, and anybody may use from then on

RULE_TUNNELS: Final = "tactical.4.1.4-macallen-tunnel"
REACH: Final = INCH
"""From the rim of a base to an opening."""


class Exit(NamedTuple):
    """Where a unit comes out, and the thousandths of MP and mils that took."""

    x: int
    y: int
    z: int
    cost: int


def left_to_dig(state: State, seat: str) -> int:
    """How many tunnels a side knows of that nobody has opened."""
    return bought(state, seat, NETWORK) - state.points.get(f"tunnels:{seat}", 0)


@heeds("tactical.4.1.4-macallen-tunnel")
def refuse_going_down(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot go underground at all now."""
    refusal = refuse_unmoving(state, unit)
    if refusal is not None:
        return refusal
    if unit.token(FALLEN) or towed_of(state, unit) is not None or is_in_water(state, unit.x, unit.y):
        return Refusal(
            "stance", RULE_TUNNELS, f"The {unit.name} goes underground upright, without a load and on dry ground."
        )
    return None


@heeds("tactical.4.1.4-macallen-tunnel", "tactical.2.6.5")
def find_exit(state: State, unit: Unit, x: int, y: int, what: str) -> Exit | Refusal:
    """Where a unit comes out at a place: an inch underground costs 1 MP, and there must be room for it."""
    now, length = state.activation, distance(unit.x, unit.y, x, y)
    assert now is not None, "somebody is being activated"
    cost = length * MP // INCH
    if now.spent - now.road + cost > most_mp(unit, now):
        left = inches_text(max(0, most_mp(unit, now) - (now.spent - now.road)))
        message = f"{what} is {inches_text(length)} in away; the {unit.name} has {left} MP left, 1 for each inch."
        return Refusal("movement", RULE_TUNNELS, message, {"length": length})
    z = level_below(state, x, y, unit.z + CLIFF - 1)
    type_ = ground_type(state, x, y)
    if type_ in WATERS or price_of(state, unit, type_) is None:
        return Refusal(
            "ground", RULE_TUNNELS, f"The {unit.name} cannot come out there: choose dry ground that is open to it."
        )
    if not has_room(state, unit, x, y, z):
        return Refusal("room", RULE_TUNNELS, f"{what} is not free: there is no room for the {unit.name} to come out.")
    return Exit(x, y, z, cost)


@rule("tactical.4.1.4-macallen-tunnel")
def find_way(state: State, order: Dig) -> Exit | Refusal:
    """A new tunnel: in at the place of the unit, straight ahead, and out after whole inches of its choice."""
    unit = state.units[order.unit]
    if left_to_dig(state, unit.seat) <= 0:
        return Refusal("tunnel", RULE_TUNNELS, "Your side knows of no tunnel, or has opened it already.")
    refusal = refuse_going_down(state, unit)
    if refusal is not None:
        return refusal
    if order.inches < 1:
        return Refusal("inches", RULE_TUNNELS, "A tunnel is 1 in long at least.", {"inches": order.inches})
    return find_exit(state, unit, *advance(unit.x, unit.y, unit.facing, order.inches * INCH), "The exit")


def refuse_dig(state: State, order: Dig) -> Refusal | None:
    """Why a unit cannot go underground so."""
    found = find_way(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_dig(ctx: Ctx[State], order: Dig) -> Script[None]:
    """In here, out there; both openings stay."""
    found, now = find_way(ctx.state, order), ctx.state.activation
    assert isinstance(found, Exit) and now is not None, "the order was judged before"  # noqa: PT018 - one fact
    seat = ctx.state.units[order.unit].seat
    number = 1 + sum(1 for name in ctx.state.markers if name.startswith(TUNNEL)) // 2
    where, was = (found.x, found.y, found.z), _place_of(ctx.state, order.unit)
    ctx.emit(TunnelDug(order.unit, seat, number, *where, now.spent + found.cost, now.gone + order.inches * INCH))
    yield from resolve_landed(ctx, order.unit, was)


def _place_of(state: State, unit_id: str) -> tuple[int, int]:
    return state.units[unit_id].x, state.units[unit_id].y


def other_end(opening: str) -> str:
    """The other opening of a tunnel."""
    name, _, end = opening.rpartition(":")
    return f"{name}:{'out' if end == 'in' else 'in'}"


@heeds("tactical.4.1.4-macallen-tunnel")
def find_passage(state: State, order: TakeTunnel) -> Exit | Refusal:
    """A tunnel that lies open: from an opening within an inch to its other one, whoever found it."""
    unit, spot = state.units[order.unit], state.markers.get(order.opening)
    if spot is None or not order.opening.startswith(TUNNEL):
        return Refusal("opening", RULE_TUNNELS, f"There is no opening '{order.opening[:40]}'.")
    refusal = refuse_going_down(state, unit)
    if refusal is not None:
        return refusal
    if distance(unit.x, unit.y, *spot) > unit.card.radius + REACH:
        return Refusal("reach", RULE_TUNNELS, f"The opening is not within an inch of the {unit.name}: go there first.")
    return find_exit(state, unit, *state.markers[other_end(order.opening)], "The other opening")


def refuse_tunnel(state: State, order: TakeTunnel) -> Refusal | None:
    """Why a unit cannot go through a tunnel."""
    found = find_passage(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_tunnel(ctx: Ctx[State], order: TakeTunnel) -> Script[None]:
    """Out at the other end."""
    found, now = find_passage(ctx.state, order), ctx.state.activation
    assert isinstance(found, Exit) and now is not None, "the order was judged before"  # noqa: PT018 - one fact
    where, gone = (found.x, found.y, found.z), now.gone + found.cost * INCH // MP
    was = _place_of(ctx.state, order.unit)
    ctx.emit(TunnelTaken(order.unit, order.opening, *where, now.spent + found.cost, gone))
    yield from resolve_landed(ctx, order.unit, was)


def offer_tunnels(state: State, unit: Unit) -> Iterator[Option]:
    """Each length of a new tunnel, and each opening within reach."""
    now, digs = state.activation, left_to_dig(state, unit.seat) > 0
    openings = [name for name in state.markers if name.startswith(TUNNEL)]
    if now is None or not (digs or openings) or refuse_going_down(state, unit) is not None:
        return
    most = max(0, most_mp(unit, now) - (now.spent - now.road)) // MP
    for inches in range(1, most + 1) if digs else ():
        if refuse_dig(state, Dig(unit.id, inches)) is None:
            yield Pick(f"Go underground, and come out {inches} in straight ahead", Dig(unit.id, inches), RULE_TUNNELS)
    for opening in openings:
        order = TakeTunnel(unit.id, opening)
        if refuse_tunnel(state, order) is None:
            yield Pick(f"Take the tunnel from {opening}", order, RULE_TUNNELS)
