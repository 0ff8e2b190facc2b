"""2.2, 2.6 and 3.4a: tests: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.blitz.dice_tests import events as e
from gearlock.systems.blitz.dice_tests import words as w
from gearlock.systems.blitz.dice_tests.answers import refuse_bonus, refuse_reroll
from gearlock.systems.blitz.dice_tests.orders import AddDice, Reroll
from gearlock.systems.blitz.state import State

DICE_TESTS: Chapter[State] = Chapter(
    "2.2: dice tests",
    orders=(OrderRules(AddDice, "bonus", refuse_bonus), OrderRules(Reroll, "reroll", refuse_reroll)),
    events={e.DiceAdded: w.added, e.RollMade: w.rolled, e.Rerolled: w.rerolled, e.Failed: w.failed, e.SandCaught: None},
)
