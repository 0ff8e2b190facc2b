"""The Airstrike phase: airstrikes fly straight, attack on the way, turn at the end, and come down when killed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Amount, Ask, Facing, Option, Pick
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.scatter import direction_of, landing
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.answers import offer_attacks
from gearlock.systems.fieldmanual.attacks.defending import Fire
from gearlock.systems.fieldmanual.attacks.lobbed import resolve_landing
from gearlock.systems.fieldmanual.attacks.orders import INDIRECT, Attack
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.uses import OPTIMAL, Use
from gearlock.systems.fieldmanual.cards import AIRCRAFT
from gearlock.systems.fieldmanual.command.tests import resolve_other
from gearlock.systems.fieldmanual.damage.events import PARTING
from gearlock.systems.fieldmanual.dice_tests.tests import Test, throw_test
from gearlock.systems.fieldmanual.reactions.reaction_fire import (
    answer_action,
    answer_stop,
    fire_declared,
    offer_declarations,
)
from gearlock.systems.fieldmanual.reactions.stand_by import resolve_forward_observation
from gearlock.systems.fieldmanual.sensors.active_lock import (
    offer_active_locks,
    refuse_active_lock,
    resolve_active_lock,
)
from gearlock.systems.fieldmanual.sensors.observation import offer_observations, refuse_observation
from gearlock.systems.fieldmanual.sensors.orders import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, SEATS, State, Unit
from gearlock.systems.fieldmanual.support.air_events import (
    AirstrikeCrashed,
    AirstrikeLeft,
    Flew,
    FlightBegun,
    FlightEnded,
)
from gearlock.systems.fieldmanual.support.events import MOVED, TURNED
from gearlock.systems.fieldmanual.support.orders import EndFlight, Fly, TakeFlight
from gearlock.systems.fieldmanual.weapons import BOARD, Weapon
from gearlock.table.measure import INCH, advance, bearing, turn_between, turned

RULE, ACTIONS, DAMAGE = "fieldmanual.airstrike-move", "fieldmanual.airstrike-actions", "fieldmanual.airstrike-damage"
TURN = 600
CRASH_BLAST, CRASH_SKILL = 3, 2


def aloft(state: State, seat: str = "") -> list[Unit]:
    """The airstrikes over the table, of both sides or of one."""
    return [unit for unit in state.units.values() if unit.status == ALOFT and seat in ("", unit.seat)]


def to_fly(state: State, seat: str) -> list[Unit]:
    """The airstrikes of a side that have not moved since all began again."""
    return [unit for unit in aloft(state, seat) if not unit.token(MOVED)]


def shortest(unit: Unit) -> int:
    """The least an airstrike moves, in inches."""
    return unit.row.combat


def longest(unit: Unit) -> int:
    """The most it moves, in inches."""
    return unit.row.top


def turns_left(unit: Unit) -> int:
    """Turns an airstrike has not made yet."""
    return unit.card.turns - unit.token(TURNED)


def flown(state: State, unit: Unit) -> int:
    """Inches it has flown in this move."""
    return state.activation.gone.get(unit.id, 0) // INCH if state.activation is not None else 0


def is_over_table(state: State, unit: Unit) -> bool:
    """Whether an airstrike is over the table: the middle of its base."""
    return 0 <= unit.x <= state.ground.width and 0 <= unit.y <= state.ground.height


def flyer_of(state: State) -> Unit | None:
    """The airstrike that is on its move."""
    unit = state.active()
    return unit if unit is not None and unit.status == ALOFT else None


@heeds("fieldmanual.airstrike-move")
def resolve_take_off(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side moves one of its airstrikes; which, it says where there are several."""
    waiting = [unit.id for unit in to_fly(ctx.state, seat)]
    name = waiting[0]
    if len(waiting) > 1:
        order = yield from ask(Ask(seat, "airstrike", rule=RULE, prompt="Which airstrike moves next?"))
        assert isinstance(order, TakeFlight), f"{order} moves no airstrike"
        name = order.unit
    ctx.emit(FlightBegun(name))


@rule("fieldmanual.airstrike-move", "fieldmanual.airstrike-attacks", "fieldmanual.airstrike-actions")
@heeds("fieldmanual.reaction-fire")
def resolve_flight(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """One order of an airstrike on its move: to fly on, to attack or observe from where it is, or to end the move."""
    unit = ctx.state.units[unit_id]
    prompt = f"The {unit.name} has flown {flown(ctx.state, unit)} in. What does it do?"
    order: Order = yield from ask(Ask(unit.seat, "fly", unit_id, rule=RULE, prompt=prompt))
    if isinstance(order, Fly):
        yield from _fly(ctx, unit_id, order.inches)
    elif isinstance(order, EndFlight):
        ctx.emit(FlightEnded(unit_id, turned(unit.facing, order.angle), order.angle != 0))
        return
    else:
        yield from _act(ctx, order)
        if ctx.state.units[unit_id].status == ALOFT:
            yield from answer_action(ctx)
    yield from resolve_shot_down(ctx)


def _act(ctx: Ctx[State], order: Order) -> Script[None]:
    if isinstance(order, Attack):
        yield from resolve_attack(ctx, order)
    elif isinstance(order, ActiveLock):
        yield from resolve_active_lock(ctx, order)
    else:
        assert isinstance(order, ForwardObserve), f"{order} is nothing an airstrike does"
        yield from resolve_forward_observation(ctx, order)


@heeds("fieldmanual.airstrike-move", "fieldmanual.reaction-fire", "fieldmanual.wt-aa")
def _fly(ctx: Ctx[State], unit_id: str, inches: int) -> Script[None]:
    """Inch by inch, so that AA weapons may answer; beyond the table's edge it is gone."""
    for left in range(inches, 0, -1):
        yield from offer_declarations(ctx)
        unit = ctx.state.units[unit_id]
        gone = (flown(ctx.state, unit) + 1) * INCH
        ctx.emit(Flew(unit_id, *advance(unit.x, unit.y, unit.facing, INCH), gone))
        if not is_over_table(ctx.state, ctx.state.units[unit_id]):
            ctx.emit(AirstrikeLeft(unit_id))
            return
        yield from fire_declared(ctx)
        if ctx.state.units[unit_id].status != ALOFT:
            return
        if left == 1:
            yield from answer_stop(ctx)


def shot_down(state: State) -> list[Unit]:
    """Airstrikes that were just killed or destroyed and are still to come down."""
    lost = (unit for unit in state.units.values() if unit.card.kind == AIRCRAFT and unit.is_lost)
    return [unit for unit in lost if unit.status == DEAD or unit.token(PARTING)]


@heeds("fieldmanual.airstrike-damage")
def resolve_shot_down(ctx: Ctx[State]) -> Script[None]:
    """Airstrikes that were destroyed outright are removed; those that were killed crash."""
    while lost := shot_down(ctx.state):
        if lost[0].status == DEAD:
            yield from resolve_crash(ctx, lost[0].id)
        else:
            ctx.emit(AirstrikeCrashed(lost[0].id))


def wreckage(unit: Unit) -> Use:
    """What a crash strikes with: Blast 3, and a DM of the airstrike's Armor."""
    weapon = Weapon(
        "Crash", "Crash", "support", "crash", 0, BOARD, BOARD, BOARD, unit.card.armor, False, 0, 0,
        {"Blast": CRASH_BLAST, "IF": 1},
    )  # fmt: skip
    return Use(weapon, OPTIMAL, INDIRECT, multiplier=unit.card.armor)


@rule("fieldmanual.airstrike-damage")
@heeds("fieldmanual.deviation", "fieldmanual.wt-blast")
def resolve_crash(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Straight on for its longest move, then astray by a die and its shortest one; a Blast with Attack Skill 2."""
    unit = ctx.state.units[unit_id]
    shown: list[int] = []
    for what in ("crash, direction", "crash, distance"):
        seen: list[Faces] = []
        roll = Roll(what, 1, 6, 1, unit.seat, unit_id, DAMAGE)
        shown.append((yield from resolve_other(ctx, roll, seen.append))[0])
    unit = ctx.state.units[unit_id]
    x, y = advance(unit.x, unit.y, unit.facing, longest(unit) * INCH)
    x, y = landing(x, y, direction_of(shown[0], unit.facing), (shown[1] + shortest(unit)) * INCH)
    use = wreckage(unit)
    ctx.emit(AirstrikeCrashed(unit_id, x, y, shown[0], shown[1]))
    lines = (dice(CRASH_SKILL, "Crash", DAMAGE),)
    made = yield from throw_test(ctx, Test("crash", unit_id, lines, DAMAGE))
    point = (x, y, ctx.state.ground.elevation(x, y))
    yield from resolve_landing(ctx, Fire(unit_id, use), point, made.bare)


def refuse_flyer(state: State, question: Ask, unit_id: str) -> Refusal | None:
    """Only the airstrike that is on its move."""
    unit = flyer_of(state)
    if unit is None or unit_id != question.unit or unit.id != unit_id:
        return Refusal("unit", RULE, f"{unit_id or 'Nobody'} is not the airstrike that moves now.")
    return None


@heeds("fieldmanual.airstrike-move")
def refuse_fly(state: State, question: Ask, order: Fly) -> Refusal | None:
    """No farther than its longest move, in whole inches."""
    refusal = refuse_flyer(state, question, order.unit)
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    left = longest(unit) - flown(state, unit)
    if 1 <= order.inches <= left:
        return None
    message = f"The {unit.name} moves {shortest(unit)} to {longest(unit)} in; {left} are left."
    return Refusal("far", RULE, message, {"left": left})


@heeds("fieldmanual.airstrike-move")
def refuse_end_flight(state: State, question: Ask, order: EndFlight) -> Refusal | None:
    """Not before its shortest move; a Turn is at most 60 degrees, and there are only so many."""
    refusal = refuse_flyer(state, question, order.unit)
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    if flown(state, unit) < shortest(unit):
        message = f"The {unit.name} must fly {shortest(unit)} in before its move ends."
        return Refusal("short", RULE, message, {"flown": flown(state, unit)})
    if order.angle and not turns_left(unit):
        return Refusal("turns", RULE, f"The {unit.name} has made all its Turns: it goes straight on.")
    if abs(order.angle) > TURN:
        return Refusal("angle", RULE, "A Turn is at most 60 degrees.", {"angle": order.angle})
    return None


def refuse_air_attack(state: State, question: Ask, order: Attack) -> Refusal | None:
    """An attack of the airstrike that is on its move."""
    return refuse_flyer(state, question, order.unit) or refuse_attack(state, order)


def refuse_air_lock(state: State, question: Ask, order: ActiveLock) -> Refusal | None:
    """An Active Lock of it."""
    return refuse_flyer(state, question, order.unit) or refuse_active_lock(state, order)


def refuse_air_observation(state: State, question: Ask, order: ForwardObserve) -> Refusal | None:
    """A Forward Observation of it."""
    return refuse_flyer(state, question, order.unit) or refuse_observation(state, order)


def refuse_take_flight(state: State, question: Ask, order: TakeFlight) -> Refusal | None:
    """One of one's own that has not moved."""
    if order.unit in [unit.id for unit in to_fly(state, question.seat)]:
        return None
    return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no airstrike of yours that is still to move.")


def offer_take_flight(state: State, question: Ask) -> Iterator[Option]:
    """Each that is to move."""
    for unit in to_fly(state, question.seat):
        yield Pick(f"Move the {unit.name}", TakeFlight(unit.id), RULE)


def offer_flight(state: State, question: Ask) -> Iterator[Option]:
    """To fly on, to attack, lock and observe, to end the move straight or with a Turn."""
    unit = state.units[question.unit]
    left = longest(unit) - flown(state, unit)
    if left > 0:
        yield Amount("Fly on", Fly(unit.id), RULE, 1, left)
    if unit.actions:
        yield from offer_attacks(state, unit)
        yield from offer_active_locks(state, unit)
    yield from offer_observations(state, unit)
    if refuse_end_flight(state, question, EndFlight(unit.id)) is None:
        yield Pick("End the move", EndFlight(unit.id), RULE)
        if turns_left(unit):
            yield Facing("End the move with a Turn", EndFlight(unit.id, TURN), RULE, unit.id, TURN)


def guess_fly(state: State, _ask: Ask, order: Fly, chooser: Chooser, _attempt: int) -> Order | None:
    """Some way on."""
    unit = state.units[order.unit]
    return Fly(unit.id, chooser.randrange(1, longest(unit) - flown(state, unit) + 1))


def guess_turn(_state: State, _ask: Ask, order: EndFlight, chooser: Chooser, _attempt: int) -> Order | None:
    """Some Turn."""
    return EndFlight(order.unit, chooser.randrange(-TURN, TURN + 1))


def aim_fly(state: State, _ask: Ask, order: Fly, spot: Aim) -> Order:
    """As far as a spot lies ahead, within what is left."""
    unit = state.units[order.unit]
    left = longest(unit) - flown(state, unit)
    best = min(range(1, left + 1), key=lambda n: _miss(unit, n, spot), default=1)
    return Fly(unit.id, best)


def _miss(unit: Unit, inches: int, spot: Aim) -> int:
    x, y = advance(unit.x, unit.y, unit.facing, inches * INCH)
    return (x - spot.x) ** 2 + (y - spot.y) ** 2


def aim_turn(state: State, _ask: Ask, order: EndFlight, spot: Aim) -> Order:
    """Towards a spot, or a facing."""
    unit = state.units[order.unit]
    wanted = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return EndFlight(order.unit, max(-TURN, min(TURN, turn_between(unit.facing, wanted))))


def seats_aloft(state: State) -> set[str]:
    """The sides with an airstrike that is still to move in this pass."""
    return {seat for seat in SEATS if to_fly(state, seat)}
