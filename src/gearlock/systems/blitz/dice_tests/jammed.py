"""14.5b: what jammed sensors do to a model: it works against them for nothing, and what is left costs it dice."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.dice_tests.events import JammingReduced
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.second_throws import reroll_at_hand
from gearlock.systems.blitz.dice_tests.throws import DiceTest, roll_test
from gearlock.systems.blitz.general_concepts.dice import EW, skill_of
from gearlock.systems.blitz.state import JAMMED_NOW, SENSOR_JAMMING, State, Unit

ECCM = "ECCM"


@heeds("blitz.14.5b")
def jamming_on(unit: Unit) -> tuple[str, int]:
    """Who jams its sensors and how intensely; nobody if no token lies on it."""
    for name, intensity in unit.tokens.items():
        kind, _, jammer = name.partition(":")
        if kind == SENSOR_JAMMING:
            return jammer, intensity
    return "", 0


@rule("blitz.trait.eccm")
@heeds("blitz.14.5b", "blitz.14.6b")
def free_recovery(unit: Unit) -> tuple[str, ...]:
    """ECCM re-rolls for nothing what works against jamming, unless it was jammed in answer to this very action."""
    return (ECCM,) if unit.has("ECCM") and JAMMED_NOW not in unit.tokens else ()


@rule("blitz.14.5b")
@heeds("blitz.trait.eccm")
def throw_off(ctx: Ctx[State], unit_id: str) -> Script[list[Modifier]]:
    """Before an action that needs Lock: a free EW roll, each success lowers the token; the rest is taken in dice."""
    unit = ctx.state.units[unit_id]
    jammer, intensity = jamming_on(unit)
    if not intensity:
        return []
    lines = tuple(modifiers_of(ctx.state, unit, EW))
    test = DiceTest("sensor recovery", unit_id, EW, skill_of(unit, EW), lines, rule="blitz.14.5b", enough=intensity)
    test = test._replace(
        free=free_recovery(unit), stake=f"each success saves one of the {intensity} dice it would lose"
    )
    made = yield from roll_test(ctx, test, reroll_at_hand)
    left = max(0, intensity - made.successes)
    if made.successes:
        ctx.emit(JammingReduced(unit_id, jammer, left))
    return [dice(-left, "Sensor jamming", "blitz.14.5b")] if left else []
