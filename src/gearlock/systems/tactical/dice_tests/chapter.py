"""2.3: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.dice_tests import words as w
from gearlock.systems.tactical.dice_tests.again import REROLL, RollAgain, RolledAgain, refuse_again, rolled_again
from gearlock.systems.tactical.dice_tests.events import DieRolled, SkillTested
from gearlock.systems.tactical.dice_tests.intelligence import (
    REROLLS,
    RerollOffered,
    RerollSettled,
    UseIntelligence,
    refuse_reroll,
    settled,
)
from gearlock.systems.tactical.state import State

DICE_TESTS: Chapter[State] = Chapter(
    "2.3: Rolls and Skills",
    orders=(OrderRules(RollAgain, REROLL, refuse_again), OrderRules(UseIntelligence, REROLLS, refuse_reroll)),
    events={
        SkillTested: w.tested,
        DieRolled: w.die,
        RolledAgain: rolled_again,
        RerollOffered: None,
        RerollSettled: settled,
    },
)
