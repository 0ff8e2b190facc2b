"""The move action from beginning to end: the way, the ram, disengaging; skates and skimmer mode."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option, Path, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.actions import TRIES, ActionsSpent, React, acting, payment, refuse_payment, spend
from gearlock.systems.hex100.damage.damage import Blow, blow_of, dealt, reduction_modifiers, strike
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import BeaconLit
from gearlock.systems.hex100.equipment import (
    SKATING,
    SKIMMING,
    equipment_effect,
    is_flying,
    refuse_another_move,
    standing_kind,
)
from gearlock.systems.hex100.known_units import known_enemies, name_for, place_name
from gearlock.systems.hex100.movement.moving import (
    CAREFUL,
    WAYS,
    Disengage,
    GaitChosen,
    GroundCleared,
    Halted,
    Move,
    Rammed,
    Stepped,
    TakeGait,
    Turned,
    engaged_with,
    gait_chosen,
    ground_cleared,
    halted,
    is_facing,
    rammed,
    refuse_disengagement,
    refuse_path,
    refuse_way,
    resolve_walk,
    stepped,
    stride,
    turned,
)
from gearlock.systems.hex100.objectives import goals_of, onward
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, neighbours, sides_toward, step
from gearlock.table.hexreach import HexReach, reach

# --- Ramming

ACCURACY = 30
"""The number of a ram, which nothing changes."""

DAMAGE_TYPE = "impact"


@heeds("hex100.ramming")
def run_up(start: Hex, path: tuple[Hex, ...], target: Hex) -> int:
    """Hexes covered in a straight line towards the target just before contact; 0 if the path does not lead at it."""
    way = (start, *path)
    ahead = (target[0] - way[-1][0], target[1] - way[-1][1])
    straight = 0
    for before, after in zip(reversed(way[:-1]), reversed(way[1:]), strict=True):
        if (after[0] - before[0], after[1] - before[1]) != ahead:
            break
        straight += 1
    return straight


@rule("hex100.juggernaut-plow")
@heeds("hex100.ramming")
def ram_damage(state: State, unit: Unit, straight: int) -> int:
    """One point for every straight hex, twice that with a juggernaut plow."""
    return straight * (2 if equipment_effect(state, unit, "ram_doubled") else 1)


@heeds("hex100.ramming")
def recoil(state: State, unit: Unit, at: Hex, target: Hex, straight: int) -> int:
    """What the rammer takes itself: half of the run-up, rounded down, less the armour of its front.

    A plow doubles what the target takes and not this.
    """
    there = unit.clone()
    (there.q, there.r), there.facing = at, sides_toward(at, target)[0]
    return dealt(straight // 2, reduction_modifiers(state, there, None, DAMAGE_TYPE, target))


@heeds("hex100.ramming", "hex100.tank-overview")
def refuse_ram(state: State, unit: Unit, path: tuple[Hex, ...], contact: str) -> Refusal | None:
    """Why a move along this path does not end in a ram: a vehicle, and a known enemy in the next hex straight ahead."""
    if state.machine(unit.id).unit.kind != "tank":
        return Refusal("no-vehicle", "hex100.ramming", "Only vehicles ram.")
    target = state.enemy_called(unit.seat, contact)
    if target is None:
        return Refusal("no-such-contact", "hex100.ramming", f"Your side holds no contact called '{contact}'.")
    if is_flying(state, target):
        return Refusal("flying", "hex100.move-flying", "Nothing rams what flies.")
    if not run_up(unit.hex, path, target.hex):
        message = "A ram needs at least one hex straight towards the target, which stands in the next hex ahead."
        return Refusal("no-run-up", "hex100.ramming", message)
    return None


@heeds("hex100.ramming", "hex100.juggernaut-plow")
def resolve_ram(ctx: Ctx[State], unit_id: str, target_id: str, straight: int) -> Script[None]:
    """One roll that nothing modifies and nobody evades; both suffer if it hits."""
    seat = ctx.state.units[unit_id].seat
    (face,) = yield from throw(Roll("ram", 1, 100, 0, seat, unit_id, "hex100.ramming", (ACCURACY,)))
    damage = ram_damage(ctx.state, ctx.state.units[unit_id], straight)
    ctx.emit(Rammed(unit_id, target_id, ACCURACY, face, damage))
    if face < ACCURACY:
        origin, goal = ctx.state.units[unit_id].hex, ctx.state.units[target_id].hex
        taken, back = impact(ctx.state, target_id, damage, origin), impact(ctx.state, unit_id, straight // 2, goal)
        strike(ctx, target_id, taken, how="ram", by=unit_id)
        strike(ctx, unit_id, back, how="recoil", by=target_id)
    look_again(ctx)


@rule("hex100.ramming")
@heeds("hex100.armour-reactive")
def impact(state: State, unit_id: str, damage: int, origin: Hex) -> Blow:
    """What an impact does after armour and cover. It has no stat line, and no charge of reactive armour meets it."""
    return blow_of(damage, reduction_modifiers(state, state.units[unit_id], None, DAMAGE_TYPE, origin))


def legal_rams(state: State, unit: Unit) -> Iterator[tuple[Unit, tuple[Hex, ...]]]:
    """Every known enemy that a vehicle can ram with one move action, with the longest run-up that it can take.

    One that is adjacent already is not offered: to ram it, drive off and back by an order of your own.
    """
    if state.machine(unit.id).unit.kind != "tank":
        return
    points, kind = stride(state, unit)
    enemies = known_enemies(state, unit.seat)
    near = [enemy for hex_, enemy in enemies.items() if 1 < distance(unit.hex, hex_) <= points + 1]
    near = [enemy for enemy in near if not is_flying(state, enemy)]
    if not near:
        return
    ways = reach(state.land.ground, unit.hex, points, state.land.prices[kind], enemies.keys())
    for enemy in near:
        paths = [path for side in range(6) for path in _runs(ways, enemy.hex, side, points)]
        legal = [path for path in paths if refuse_path(state, unit, path) is None]
        if legal:
            yield enemy, max(legal, key=lambda path: run_up(unit.hex, path, enemy.hex))


def _runs(ways: HexReach, target: Hex, side: int, points: int) -> Iterator[tuple[Hex, ...]]:
    """Paths that end in a straight run at a target in one direction, from the longest run to the shortest."""
    for straight in range(points, 0, -1):
        start = step(target, side + 3, straight + 1)
        if start in ways.steps:
            run = tuple(step(start, side, hexes) for hexes in range(1, straight + 1))
            yield (*ways.path(start)[1:], *run)


# --- The move action


def resolve_move_action(ctx: Ctx[State], order: Move, react: React) -> Script[None]:
    """Paid for, then gone, past whoever has held something back."""
    spend(ctx, order.unit, "move")
    yield from resolve_move(ctx, order, react)


def resolve_disengage(ctx: Ctx[State], order: Disengage, react: React) -> Script[None]:
    """One step, too careful for a blow in passing."""
    spend(ctx, order.unit, "move")
    path = ((order.q, order.r),)
    yield from resolve_walk(ctx, order.unit, path, order.facing, -1, react, CAREFUL)


def refuse_move(state: State, unit: Unit, order: Move) -> Refusal | None:
    """Why a unit cannot move like that; what it costs is asked after elsewhere."""
    refusal = refuse_way(state, unit, order.way) or refuse_path(state, unit, order.path, order.way)
    if refusal is None and order.ram:
        return refuse_ram(state, unit, order.path, order.ram)
    return refusal


@rule("hex100.jump-jets", "hex100.cirrus-jump")
@heeds("hex100.cirrus-passive", "hex100.once-per-turn")
def resolve_move(ctx: Ctx[State], order: Move, react: React) -> Script[None]:
    """Walk, jump or plough along the path, and ram what stands at its end if that was ordered."""
    if order.way and WAYS[order.way].once:
        ctx.emit(ActionsSpent(order.unit, (), (order.way,)))
    if order.way == "jump" and not ctx.state.units[order.unit].beacon:
        ctx.emit(BeaconLit(order.unit))
        look_again(ctx)
    if order.ram:
        yield from _ram(ctx, order, react)
        return
    yield from resolve_walk(ctx, order.unit, order.path, order.facing, order.start, react, order.way)


@heeds("hex100.ramming", "hex100.reserve")
def _ram(ctx: Ctx[State], order: Move, react: React) -> Script[None]:
    """Run up, front first, then ram if the target is still there; reserves that wait for an attack answer before."""
    unit = ctx.state.units[order.unit]
    target = ctx.state.enemy_called(unit.seat, order.ram)
    assert target is not None, "a legal ram has a target"
    target_id, goal, last = target.id, target.hex, order.path[-1]
    straight, ahead = run_up(unit.hex, order.path, goal), sides_toward(last, goal)[0]
    yield from resolve_walk(ctx, order.unit, order.path, ahead, order.start, react, order.way)
    if _is_at(ctx.state, order.unit, last) and _is_at(ctx.state, target_id, goal):
        yield from react(ctx, order.unit, None)
    if _is_at(ctx.state, order.unit, last) and _is_at(ctx.state, target_id, goal) and distance(last, goal) == 1:
        yield from resolve_ram(ctx, order.unit, target_id, straight)
    unit = ctx.state.units[order.unit]
    if unit.standing and unit.facing != order.facing:
        ctx.emit(Turned(order.unit, order.facing))


def _is_at(state: State, unit_id: str, hex_: tuple[int, int]) -> bool:
    unit = state.units[unit_id]
    return unit.standing and unit.hex == hex_


# --- Skates and skimmer mode

GAITS = {
    SKATING: ("Skate: twice the movement, as on tracks, one move action", "hex100.skate-system"),
    SKIMMING: ("Skim: one hex more and twice the movement, over water too, one move action", "hex100.cirrus-skimmer"),
}


def gaits_of(state: State, unit: Unit) -> list[str]:
    """The gaits a mech has working equipment for."""
    return [gait for gait in GAITS if equipment_effect(state, unit, gait)]


@rule("hex100.skate-system", "hex100.linebreaker-integrated")
@heeds("hex100.cirrus-skimmer", "hex100.turn-structure", "hex100.attr-beacon")
def declare_gait(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Ask a mech that can skate or skim whether it will, this turn; skimming makes it a beacon."""
    unit = ctx.state.units[unit_id]
    if unit.seat != ctx.state.active or not gaits_of(ctx.state, unit):
        return
    prompt = f"{ctx.state.machine(unit_id).name}: how does it go this round?"
    order = yield from ask(Ask(unit.seat, "gait", unit_id, (), "hex100.skate-system", prompt))
    assert isinstance(order, TakeGait), "only a gait answers here"
    if order.gait:
        ctx.emit(GaitChosen(unit_id, order.gait))
    if order.gait == SKIMMING:
        ctx.emit(BeaconLit(unit_id))
        look_again(ctx)


def offer_gaits(state: State, ask: Ask) -> Iterator[Option]:
    """On its feet, or one of the gaits."""
    yield Pick("Stay on its feet", TakeGait(ask.unit), ask.rule)
    for gait in gaits_of(state, state.units[ask.unit]):
        label, rule_id = GAITS[gait]
        yield Pick(label, TakeGait(ask.unit, gait), rule_id)


def refuse_gait(state: State, ask: Ask, order: TakeGait) -> Refusal | None:
    """Why a mech cannot go like that."""
    if order.unit != ask.unit:
        return Refusal("not-acting", ask.rule, "Another mech says now how it goes.")
    if order.gait and order.gait not in gaits_of(state, state.units[ask.unit]):
        return Refusal("no-such-gait", ask.rule, f"It has nothing that works to go as '{order.gait}'.")
    return None


# --- Moves completed towards a hex

TENTHS_PER_HEXSIDE = 600


def hexside(tenths: int) -> int:
    """The hexside nearest to an angle in tenths of a degree."""
    return (tenths + TENTHS_PER_HEXSIDE // 2) // TENTHS_PER_HEXSIDE % 6


def _move_to(state: State, unit: Unit, spot: Aim, facing: int | None, way: str) -> Move | Refusal:
    """The cheapest path by the waypoints to a hex, or as much of it as one action pays for.

    Without a wish for a facing the unit looks the way it came.
    """
    points = stride(state, unit, way).points
    path, costs = [unit.hex], [0]
    beyond: HexReach | None = None
    for goal in (*spot.via, (spot.x, spot.y)):
        ways = beyond or _ways(state, unit, path[-1], goal, way, points - costs[-1])
        if beyond is None and ways.cost(goal) is None:
            ways = beyond = _ways(state, unit, path[-1], goal, way)
        elif beyond is not None and _leads_up_to(state, unit, beyond, goal, way):
            continue  # what one action does not pay for need not be found, only be there
        if ways.cost(goal) is None:
            message = f"The {state.machine(unit.id).name} cannot get there: the hex is off the map, closed or cut off."
            return Refusal("out-of-reach", "hex100.movement-points", message)
        costs += [costs[-1] + ways.steps[step][0] for step in ways.path(goal)[1:]]
        path += ways.path(goal)[1:]
    path = _affordable(state, unit, path, costs, way)
    if facing is None:
        facing = sides_toward(path[-2], path[-1])[0] if len(path) > 1 else unit.facing
    return Move(unit.id, tuple(path[1:]), facing, way=way)


def _ways(state: State, unit: Unit, start: Hex, goal: Hex, way: str, points: int | None = None) -> HexReach:
    """Every way a unit could go, with these points or in time, as far as its side knows.

    Allies are passed, known enemies are not; one in the goal itself is walked up to.
    """
    prices = state.land.prices[stride(state, unit, way).kind]
    blocked = known_enemies(state, unit.seat).keys() - {goal}
    return reach(state.land.ground, start, sum(prices) if points is None else max(0, points), prices, blocked)


def _leads_up_to(state: State, unit: Unit, ways: HexReach, goal: Hex, way: str) -> bool:
    """Whether these ways, in time, lead to a hex, or up to the enemy that is known to be in it."""
    if ways.cost(goal) is not None:
        return True
    kind = stride(state, unit, way).kind
    if goal not in known_enemies(state, unit.seat) or not state.land.cost(goal, kind):
        return False
    return any(ways.cost(each) is not None for each in neighbours(goal))


def _affordable(state: State, unit: Unit, path: list[Hex], costs: list[int], way: str) -> list[Hex]:
    """The part of a path that one action pays for, as far as the last hex where nobody is known to stand.

    Where not even the first step is possible the path keeps it: what is against it is said when it is refused.
    """
    points = stride(state, unit, way).points
    taken = known_enemies(state, unit.seat).keys() | {each.hex for each in state.standing(unit.seat)}
    if way == "jump":
        taken |= {step for step in path if not state.land.cost(step, standing_kind(state, unit))}
    stops = [at for at, step in enumerate(path) if costs[at] <= points and step not in taken]
    return path[: stops[-1] + 1] if stops else path[:2]


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order | Refusal:
    """As far as it goes on the cheapest way; a ram has its path already."""
    if order.ram:
        return order
    facing = None if spot.facing is None else hexside(spot.facing)
    return _move_to(state, state.units[order.unit], spot, facing, order.way)


# --- What is offered

BAD_FACING = Refusal("no-such-facing", "hex100.move-action", "Facings are the six hexsides, 0 to 5.")

MARCHING = 0.5

ERRAND = 0.3
"""How often a unit that objectives call goes there the shortest way."""

STRAIGHT = (0, 1, -1)
"""Turns a march may take at each step, straight on first."""


def refuse_reserved_move(state: State, ask: Ask, order: Move) -> Refusal | None:
    if order.unit != ask.unit:
        return Refusal("not-triggered", "hex100.reserve", "Another unit holds the reserved move.")
    return _refuse_path(state, state.units[order.unit], order)


def _refuse_path(state: State, unit: Unit, order: Move) -> Refusal | None:
    if not is_facing(order.facing) or not (order.start == -1 or is_facing(order.start)):
        return BAD_FACING
    return refuse_move(state, unit, order)


def refuse_move_now(state: State, unit: Unit, order: Move) -> Refusal | None:
    return refuse_payment(unit, "move") or refuse_another_move(unit) or _refuse_path(state, unit, order)


def refuse_disengage(state: State, unit: Unit, order: Disengage) -> Refusal | None:
    if not is_facing(order.facing):
        return BAD_FACING
    refusal = refuse_payment(unit, "move") or refuse_another_move(unit)
    return refusal or refuse_disengagement(state, unit, (order.q, order.r))


def move_option(state: State, unit: Unit) -> Path:
    budget = stride(state, unit).points
    return Path("Move", Move(unit.id, (), unit.facing), "hex100.move-action", unit=unit.id, budget=budget)


def _disengagements(state: State, unit: Unit) -> Iterator[Option]:
    if not engaged_with(state, unit):
        return
    for hex_ in neighbours(unit.hex):
        if refuse_disengagement(state, unit, hex_) is None:
            order = Disengage(unit.id, *hex_, unit.facing)
            yield Pick(f"Disengage to {place_name(*hex_)}", order, "hex100.disengage")


def offer_moves(state: State, unit: Unit) -> Iterator[Option]:
    """A move, and careful steps away from enemies in melee."""
    if payment(unit, "move") and refuse_another_move(unit) is None:
        yield move_option(state, unit)
        yield from _disengagements(state, unit)


def offer_reserved_move(state: State, ask: Ask) -> Iterator[Option]:
    """The move that was held back, in any way there is."""
    unit = state.units[ask.unit]
    yield move_option(state, unit)
    yield from moves_and_rams(state, unit)
    yield decline("Stay", ask.rule)


def offer_other_moves(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    if payment(unit, "move") and refuse_another_move(unit) is None:
        yield from moves_and_rams(state, unit)


def moves_and_rams(state: State, unit: Unit) -> Iterator[Option]:
    """Other ways to move, and enemies within reach of a ram."""
    for name, way in WAYS.items():
        if refuse_way(state, unit, name) is None:
            order = Move(unit.id, (), unit.facing, way=name)
            yield Path(way.label, order, way.rule, unit=unit.id, budget=stride(state, unit, name).points)
    for enemy, path in legal_rams(state, unit):
        contact = state.contacts[unit.seat][enemy.id]
        ahead = sides_toward(path[-1], enemy.hex)[0]
        label = f"Ram {name_for(state, unit.seat, enemy.id)}"
        yield Pick(label, Move(unit.id, path, ahead, ram=contact), "hex100.ramming")


def wander(state: State, unit: Unit, chooser: Chooser, way: str = "") -> tuple[Hex, ...]:
    """A random path within the movement value that never turns back on itself and avoids what is known to be closed.

    Half of the time it is a march: all movement points spent, each step as near to one direction as the ground allows.
    """
    points, kind = stride(state, unit, way)
    marching = chooser.random() < MARCHING
    ahead = chooser.randrange(0, 6)
    left = points if marching else chooser.randrange(0, points + 1)
    enemies = known_enemies(state, unit.seat)
    path: list[Hex] = []
    at = unit.hex
    while left:
        around = [step(at, ahead + turn) for turn in STRAIGHT] if marching else neighbours(at)
        onward = [
            hex_
            for hex_ in around
            if 0 < state.land.cost(hex_, kind) <= left and hex_ not in enemies and hex_ not in path
        ]
        if not onward:
            break
        at = onward[0] if marching else chooser.choice(onward)
        path.append(at)
        left -= state.land.cost(at, kind)
    return tuple(path)


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, _attempt: int) -> Order:
    """A walk, now and then the shortest way to where objectives call."""
    unit = state.units[order.unit]
    called = not order.way and bool(goals_of(state, unit)) and chooser.random() < ERRAND
    path = onward(state, unit, stride(state, unit).points) if called else wander(state, unit, chooser, order.way)
    return Move(order.unit, path, chooser.randrange(0, 6), way=order.way)


# --- The contents of the chapter


def movement(react: React) -> Chapter[State]:
    """The chapter, with what may interrupt a step."""
    return Chapter(
        "Movement, ramming and disengaging",
        orders=(
            OrderRules(
                Move,
                "act",
                acting(refuse_move_now),
                partial(resolve_move_action, react=react),
                guess_move,
                aim=aim_move,
                tries=TRIES,
            ),
            OrderRules(Move, "reserved move", refuse_reserved_move),
            OrderRules(Disengage, "act", acting(refuse_disengage), partial(resolve_disengage, react=react)),
            OrderRules(TakeGait, "gait", refuse_gait),
        ),
        events={
            Turned: turned,
            Stepped: stepped,
            Halted: halted,
            GroundCleared: ground_cleared,
            GaitChosen: gait_chosen,
            Rammed: rammed,
        },
    )
