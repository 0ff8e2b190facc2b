"""4.1.4: Vendetta: who must attack one enemy until either is destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.answers import offer_attacks
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.attacks.targets import refuse_shot
from gearlock.systems.tactical.command.orders import SpendPoint
from gearlock.systems.tactical.melee.chapter import offer_melee
from gearlock.systems.tactical.melee.orders import Strike, Throw
from gearlock.systems.tactical.missions.orders import LeaveTable
from gearlock.systems.tactical.movement import orders as o
from gearlock.systems.tactical.movement.switching import refuse_shift
from gearlock.systems.tactical.plots import HATES, named_behind, quarry
from gearlock.systems.tactical.rounds.events import CALLED
from gearlock.systems.tactical.rounds.orders import Activate, Declare, EndActivation, Settle
from gearlock.systems.tactical.speed import PACE_WORDS, refuse_pace
from gearlock.systems.tactical.state import CLASSES, COMBAT, TOP, State, Unit, opponent
from gearlock.systems.tactical.subplots.coordinated import refuse_other_target
from gearlock.systems.tactical.subplots.courses import way_to
from gearlock.systems.tactical.subplots.events import VendettaOver, VendettaSworn
from gearlock.systems.tactical.subplots.lots import pick, those_of
from gearlock.systems.tactical.subplots.orders import ClearWeapon, Coordinate

RULE: Final = "tactical.4.1.4-vendetta"
ON_THE_WAY: Final = (o.Move, o.Jump, o.Climb, o.SwitchMode, o.TakeMovementHit, SpendPoint, ClearWeapon, Coordinate)
"""What who hates may do before it attacks; everything else that takes an Action waits."""


@heeds("tactical.4.1.4-vendetta")
def resolve_oath(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy hates a random one of this side; nobody has two vendettas."""
    able = [unit for unit in those_of(ctx.state, opponent(seat)) if not named_behind(unit, HATES)]
    ours = those_of(ctx.state, seat)
    if able and ours:
        hater = yield from pick("who hates", able, seat, RULE)
        hated = yield from pick("who is hated", ours, seat, RULE)
        ctx.emit(VendettaSworn(hater, hated))


@heeds("tactical.4.1.4-vendetta")
def end_vendettas(ctx: Ctx[State]) -> None:
    """Once either is destroyed."""
    for unit in list(ctx.state.units.values()):
        hated = ctx.state.units.get(named_behind(unit, HATES))
        if hated is not None and (hated.is_lost or unit.is_lost):
            ctx.emit(VendettaOver(unit.id, hated.id))


def is_fast(unit: Unit) -> bool:
    """Whether it is at Top Speed, or shifts to it."""
    return (unit.next_speed or unit.speed) == TOP


def deeds_against(state: State, unit: Unit, prey: Unit) -> Iterator[Option]:
    """Every attack on it that could be made now."""
    if refuse_other_target(state, unit, prey.id) is not None:
        return
    for option in (*offer_attacks(state, unit), *offer_melee(state, unit)):
        if getattr(option.order, "target", "") == prey.id:
            yield option


def can_attack(state: State, unit: Unit, prey: Unit) -> bool:
    """Whether an attack on it could be made now."""
    return next(deeds_against(state, unit, prey), None) is not None


def bears_on(state: State, unit: Unit, prey: Unit) -> bool:
    """Whether any weapon reaches it from here, whatever Actions are left."""
    shots = (Attack(unit.id, mount.id, prey.id) for mount in unit.card.weapons)
    return any(refuse_shot(state, shot) is None for shot in shots)


@rule("tactical.4.1.4-vendetta")
def refuse_hunting(state: State, unit: Unit, prey: Unit, order: Order) -> Refusal | None:
    """Why who hates somebody cannot do something else: it attacks nobody else, goes after him, and at his speed."""
    if isinstance(order, Activate):
        return refuse_slow(state, unit, prey, order.pace)
    if isinstance(order, Declare):
        return _hates(unit, prey, "evade", "it attacks, and who evades cannot") if order.evade else None
    if isinstance(order, (Attack, Strike, Throw, o.Ram)):
        named = order.target
        return None if named == prey.id else _hates(unit, prey, "other", "it attacks nobody else")
    if isinstance(order, o.ShiftSpeed):
        wrong = (order.to == TOP) != is_fast(prey)
        return _hates(unit, prey, "speed", f"it goes as fast: {_speed(prey)}") if wrong else None
    if isinstance(order, Settle):
        return refuse_slow(state, unit, prey, order.pace)
    if isinstance(order, EndActivation):
        return refuse_stopping(state, unit, prey)
    if isinstance(order, LeaveTable):
        return _hates(unit, prey, "leave", "it stays until one of them is destroyed")
    if isinstance(order, ON_THE_WAY) or not getattr(order, "unit", ""):
        return None
    return _hates(unit, prey, "first", "it attacks him first") if can_attack(state, unit, prey) else None


def _speed(unit: Unit) -> str:
    return PACE_WORDS[TOP if is_fast(unit) else COMBAT]


def _hates(unit: Unit, prey: Unit, code: str, words: str) -> Refusal:
    message = f"The {unit.name} hates the {prey.name}: {words}."
    return Refusal(f"vendetta-{code}", RULE, message, {"hated": prey.id})


@heeds("tactical.4.1.4-vendetta")
def refuse_slow(state: State, unit: Unit, prey: Unit, pace: str) -> Refusal | None:
    """It holds back only where that lets it attack: not while he is at Top Speed, nor out of its reach."""
    fastest = fastest_pace(state, unit)
    if unit.token(CALLED):
        return None
    if CLASSES.index(pace if pace in CLASSES else TOP) >= CLASSES.index(fastest):
        return None
    if is_fast(prey) and not is_fast(unit):
        return _hates(unit, prey, "slow", f"he is at Top Speed, so it goes at {PACE_WORDS[fastest]}")
    if not bears_on(state, unit, prey):
        return _hates(unit, prey, "slow", f"it cannot attack him from here, so it goes at {PACE_WORDS[fastest]}")
    return None


def fastest_pace(state: State, unit: Unit) -> str:
    """The highest speed it may announce."""
    return max((pace for pace in CLASSES if refuse_pace(state, unit, pace) is None), key=CLASSES.index)


@heeds("tactical.4.1.4-vendetta")
def refuse_stopping(state: State, unit: Unit, prey: Unit) -> Refusal | None:
    """Its activation ends when it has attacked with all its Actions, or can neither attack nor come nearer."""
    if can_attack(state, unit, prey):
        return _hates(unit, prey, "attack", "it attacks while it has Actions and can")
    if unit.actions > 0 and not has_attacked(unit, prey) and way_to(state, unit, prey.x, prey.y) is not None:
        return _hates(unit, prey, "chase", "it goes after him")
    to = TOP if is_fast(prey) else COMBAT
    if is_fast(unit) != is_fast(prey) and refuse_shift(state, o.ShiftSpeed(unit.id, to)) is None:
        return _hates(unit, prey, "speed", f"it shifts to his speed, {_speed(prey)}")
    return None


def has_attacked(unit: Unit, prey: Unit) -> bool:
    """Whether it has attacked him this round."""
    return any(shot.removesuffix(":walked").rpartition(":")[2] == prey.id for shot in unit.fired)


def offer_hunting(state: State, unit: Unit) -> Iterator[Option]:
    """The way towards whom it hates."""
    prey = quarry(state, unit)
    if prey is None:
        return
    way = way_to(state, unit, prey.x, prey.y)
    if way is not None:
        yield Pick(f"Go after the {prey.name}", way, RULE)
