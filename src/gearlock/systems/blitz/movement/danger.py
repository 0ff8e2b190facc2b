"""6.6: dangerous terrain: the test, getting stuck in it, and coming free."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.damage.wounds import Wound, hurt
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rolls import DiceTest, Made, make_roll
from gearlock.systems.blitz.general_concepts.dice import PILOT, WORST, skill_of
from gearlock.systems.blitz.movement.events import TRIED, FreeingTried, Immobilised
from gearlock.systems.blitz.movement.gaits import poised
from gearlock.systems.blitz.movement.orders import ComeFree
from gearlock.systems.blitz.state import IMMOBILISED, State, Unit

DANGER = "dangerous terrain test"
STAKE = "without a success it takes 1 damage and stops; nothing but ones, and it is stuck"


@rule("blitz.6.6a")
@heeds("blitz.trait.offroad", "blitz.3.2a-table", "blitz.6.3c", "blitz.9.2")
def danger_lines(state: State, unit: Unit, gait: str) -> list[Modifier]:
    """What changes the dice of a dangerous terrain test: damage, top speed, legs, and being made for it."""
    mover = poised(unit, gait)
    lines = modifiers_of(state, mover, PILOT)
    if gait in ("W", "I"):
        lines.append(dice(1, "Walker movement", "blitz.6.6a"))
    if mover.trait("Offroad"):
        lines.append(dice(mover.trait("Offroad"), "Offroad", "blitz.trait.offroad"))
    return lines


@heeds("blitz.6.6a")
def is_stuck(made: Made) -> bool:
    """Whether a failed test leaves the model immobilised: every die shows a 1. Who has no dice shows none."""
    return bool(made.faces) and set(made.faces) == {1}


@heeds("blitz.6.6a", "blitz.16.1b", "blitz.17.4", "blitz.18.5")
def roll_danger(ctx: Ctx[State], unit_id: str, gait: str, worse: int = 0) -> Script[Made]:
    """The dice of a dangerous terrain test; what comes of them is for whoever asked for it."""
    return (yield from make_roll(ctx, danger_test(ctx.state, ctx.state.units[unit_id], gait, worse)))


@heeds("blitz.6.6a")
def danger_test(state: State, unit: Unit, gait: str, worse: int = 0) -> DiceTest:
    """A dangerous terrain test as it would be rolled now."""
    lines = tuple(danger_lines(state, unit, gait))
    test = DiceTest(DANGER, unit.id, PILOT, skill_of(unit, PILOT, worse), lines, rule="blitz.6.6a")
    return test._replace(enough=1, stake=STAKE, avoids_ones=True)


@heeds("blitz.6.6a", "blitz.18.4")
def resolve_danger(ctx: Ctx[State], unit_id: str, gait: str) -> Script[bool]:
    """Test for dangerous terrain: who fails takes a point of damage, and sticks in it if all dice show 1.

    No drone gets through.
    """
    line = ctx.state.units[unit_id].line
    if line.type == "Drone":
        hurt(ctx, Wound(unit_id, "", "dangerous terrain", line.bulk))
        return False
    made = yield from roll_danger(ctx, unit_id, gait)
    if made.successes:
        return True
    hurt(ctx, Wound(unit_id, "", "dangerous terrain", 1))
    if is_stuck(made) and not ctx.state.units[unit_id].is_destroyed:
        ctx.emit(Immobilised(unit_id))
    return False


@heeds("blitz.6.6a")
def refuse_freeing(state: State, order: ComeFree) -> Refusal | None:
    """Why a model cannot try to come free: it is not stuck, or has tried."""
    unit, now = state.units[order.unit], state.activation
    if IMMOBILISED not in unit.tokens:
        return Refusal("free", "blitz.6.6a", f"The {unit.name} is not immobilised.")
    if now is None or now.unit != unit.id:
        return Refusal("passive", "blitz.6.6a", f"The {unit.name} tries to come free in its own activation.")
    if TRIED in now.marks:
        return Refusal("tried", "blitz.6.6a", f"The {unit.name} has tried to come free in this activation.")
    return None


@heeds("blitz.6.6a")
def resolve_freeing(ctx: Ctx[State], order: ComeFree) -> Script[None]:
    """A PILOT roll at 6+ with the standard modifiers, braced as the model is; one success frees it."""
    made = yield from make_roll(ctx, freeing_test(ctx.state, ctx.state.units[order.unit]))
    ctx.emit(FreeingTried(order.unit, made.successes > 0))


@heeds("blitz.6.6a")
def freeing_test(state: State, unit: Unit) -> DiceTest:
    """A try to come free as it would be rolled now."""
    lines = tuple(modifiers_of(state, unit, PILOT))
    test = DiceTest("try to come free", unit.id, PILOT, WORST, lines, rule="blitz.6.6a")
    return test._replace(enough=1, stake="a success frees it")
