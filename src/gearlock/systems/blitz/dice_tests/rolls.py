"""2.2a and 3.4a: an unopposed test from its dice to its successes, with action bonus and re-roll."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.dice_tests.rerolls import offer_reroll
from gearlock.systems.blitz.dice_tests.throws import SIGHT as SIGHT
from gearlock.systems.blitz.dice_tests.throws import DiceTest as DiceTest
from gearlock.systems.blitz.dice_tests.throws import Made as Made
from gearlock.systems.blitz.dice_tests.throws import bonus_dice as bonus_dice
from gearlock.systems.blitz.dice_tests.throws import has_working as has_working
from gearlock.systems.blitz.dice_tests.throws import offer_bonus as offer_bonus
from gearlock.systems.blitz.dice_tests.throws import roll_test
from gearlock.systems.blitz.state import State


@heeds("blitz.2.2a", "blitz.2.6", "blitz.3.4a-action-bonus", "blitz.16.0-2c-sand")
def make_roll(ctx: Ctx[State], test: DiceTest) -> Script[Made]:
    """Spend actions on it, throw, and re-roll once if its owner wants to, whoever pays for that."""
    return roll_test(ctx, test, offer_reroll)
