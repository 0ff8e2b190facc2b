"""2.6.5: Movement Points, Combat and Top Speed, and how fast a unit counts as going."""

from __future__ import annotations

from fractions import Fraction

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import GROUND, NAVAL, TANK, VEHICLE, most_mass
from gearlock.systems.tactical.damage.condition import mp_now, perk
from gearlock.systems.tactical.line_of_sight.light import feels_its_way
from gearlock.systems.tactical.state import CLASSES, COMBAT, HALF, STATIONARY, TOP, TOWING, State, Unit, pace_of
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.systems.tactical.under_way import STANDS, Activation

MP = 1000
"""Movement Points are counted in thousandths, since inches are."""
PACE_WORDS = {STATIONARY: "stationary", HALF: "half Combat Speed", COMBAT: "Combat Speed", TOP: "Top Speed"}


@rule("tactical.2.6.5", "tactical.2.6.5-combat-speed")
def allowance(unit: Unit, pace: str, mode: str = "") -> int:
    """Thousandths of MP that a class of speed allows in a movement system: none, half of Combat Speed, all, Top."""
    if pace == STATIONARY:
        return 0
    speed = TOP if pace == TOP else COMBAT
    points = MP * mp_now(unit, mode or unit.mode, speed)
    return points // 2 if pace == HALF else points


@rule("tactical.2.6.7-attacker-movement")
@heeds("tactical.2.6.5-combat-speed")
def class_of(unit: Unit, spent: int, mode: str) -> str:
    """How fast spending so much was: nothing is stationary, up to half of Combat Speed half."""
    if unit.speed == TOP or unit.next_speed == TOP:
        return TOP
    if spent == 0:
        return STATIONARY
    return HALF if spent <= allowance(unit, HALF, mode) else COMBAT


@rule("tactical.2.6.2-snap-fire")
@heeds("tactical.2.6.7-target-speed", "tactical.2.6.2-first-round-speed", "tactical.2.6.5-top-speed")
def inches_moved(state: State, unit: Unit) -> int:
    """The whole inches that count for a unit's defense: of its last recorded move, or of the whole move it is on.

    Who is attacked in its own move counts all the Movement Points of the speed it announced as inches; once it has
    ended that move, those that it spent.
    """
    now = state.activation_of(unit.id)
    if now is None or (now.halted and unit.has_moved):
        return unit.moved // MP
    ended = not now.path and (now.halted or STANDS in now.marks)
    return max(now.spent if ended else allowance(unit, pace_of(state, unit), now.mode), now.gone) // MP


@rule("tactical.3.2.7")
def tow_limit(load: Fraction, capacity: Fraction) -> str:
    """How fast a vehicle may go with a load: up to half of what it tows any speed, up to three quarters Combat Speed.

    Up to all of it half Combat Speed; empty for what is too heavy.
    """
    if 2 * load <= capacity:
        return TOP
    if 4 * load <= 3 * capacity:
        return COMBAT
    return HALF if load <= capacity else ""


@rule("tactical.7.2-towing")
@heeds("tactical.3.2.7")
def tow_capacity(unit: Unit) -> Fraction:
    """Tons a vehicle tows: its own mass, the most its Size has, and twice that with High Towing Capacity."""
    return most_mass(unit.card.size) * (2 if perk(unit, "High Towing Capacity") else 1)


@heeds("tactical.3.2.7")
def tow_load(target: Unit) -> Fraction:
    """Tons a vehicle is worth in tow: twice its mass unless it is made to be towed, as ground and naval ones are."""
    made = {GROUND, NAVAL} & set(target.card.modes) and target.card.kind in (TANK, VEHICLE)
    return most_mass(target.card.size) * (1 if made else 2)


@heeds("tactical.3.2.7")
def pace_in_tow(unit: Unit) -> str:
    """The fastest class of speed that what it tows leaves a vehicle."""
    limits = [count for name, count in unit.tokens.items() if name.startswith(f"{TOWING}:")]
    return CLASSES[min(limits)] if limits else TOP


@heeds("tactical.2.6.5-switch-mode", "tactical.2.6.5-top-speed", "tactical.3.2.7")
def most_mp(unit: Unit, now: Activation) -> int:
    """Thousandths of MP it may spend in this activation; after a switch the lower of both Combat Speeds."""
    if now.halted:
        return now.spent
    limit = TOP if unit.speed == TOP else now.limit
    points = allowance(unit, limit, now.mode)
    if now.switched:
        points = min(points, allowance(unit, COMBAT, unit.mode), allowance(unit, COMBAT, now.mode))
    if pace_in_tow(unit) != TOP:
        points = min(points, allowance(unit, pace_in_tow(unit), now.mode))
    return max(0, points)


@rule("tactical.3.2.5-roads")
def road_bonus(state: State, unit: Unit, now: Activation) -> int:
    """Thousandths of MP that a road gives a Ground vehicle for its inches: half of its speed, rounded down.

    They count as spent like all others, so who keeps to half Combat Speed or less has none of them.
    """
    if not state.switch(STRUCTURES) or unit.is_infantry or unit.mode != GROUND or now.halted:
        return 0
    if unit.speed != TOP and now.limit not in (COMBAT, TOP):
        return 0
    return most_mp(unit, now) // MP // 2 * MP


def mp_left(state: State, unit: Unit, now: Activation) -> int:
    """Thousandths of MP it could still spend at best, those of a road among them."""
    own = most_mp(unit, now) - (now.spent - now.road)
    return max(0, own) + max(0, road_bonus(state, unit, now) - now.road)


@rule("tactical.2.6.2-step3")
@heeds("tactical.2.6.5-top-speed", "tactical.2.6.5-combat-speed")
@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def refuse_pace(state: State, unit: Unit, pace: str) -> Refusal | None:
    """Why a unit cannot announce this speed: at Top Speed it goes at Top Speed, and nobody else does."""
    if pace not in CLASSES:
        message = f"'{pace}' is no speed: say {', '.join(CLASSES)}."
        return Refusal("pace", "tactical.2.6.2-step3", message)
    if feels_its_way(state, unit) and pace in (COMBAT, TOP) and not (pace == TOP == unit.speed):
        message = f"The {unit.name} sees nothing at night: it moves at half Combat Speed at most."
        return Refusal("dark", "tactical.3.7-night", message)
    if CLASSES.index(pace) > CLASSES.index(pace_in_tow(unit)) and unit.speed != TOP:
        message = f"With what it tows the {unit.name} goes at {PACE_WORDS[pace_in_tow(unit)]} at most."
        return Refusal("tow", "tactical.3.2.7", message)
    if unit.speed == TOP and allowance(unit, TOP) > allowance(unit, COMBAT):
        if pace == TOP:
            return None
        message = f"The {unit.name} is at Top Speed: it goes at Top Speed this round, and may slow down after its move."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    if pace == TOP:
        message = f"The {unit.name} is not at Top Speed: it shifts to it after spending its full Combat Speed."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    if pace != STATIONARY and not allowance(unit, pace):
        return Refusal("pace", "tactical.2.6.5", f"The {unit.name} has no Movement Points for {PACE_WORDS[pace]}.")
    return None


@heeds("tactical.2.6.2-step3")
def refuse_settle(state: State, unit: Unit, pace: str) -> Refusal | None:
    """Why it cannot commit itself to a lower speed: it has spent more, or the speed is not lower."""
    now = state.activation
    if now is None or now.unit != unit.id or now.halted:
        return Refusal("passive", "tactical.2.6.2-step3", f"The {unit.name} is not on the move.")
    if pace not in CLASSES or CLASSES.index(pace) >= CLASSES.index(now.limit) or now.limit == TOP:
        return Refusal("pace", "tactical.2.6.2-step3", f"Choose a speed below {PACE_WORDS[now.limit]}.")
    if now.spent > allowance(unit, pace, now.mode):
        message = f"The {unit.name} has already spent more than {PACE_WORDS[pace]} allows."
        return Refusal("spent", "tactical.2.6.2-step3", message, {"spent": now.spent})
    return None
