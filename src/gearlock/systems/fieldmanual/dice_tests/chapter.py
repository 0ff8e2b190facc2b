"""Dice: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.fieldmanual.dice_tests import words as w
from gearlock.systems.fieldmanual.dice_tests.events import SkillRolled
from gearlock.systems.fieldmanual.state import State

DICE_TESTS: Chapter[State] = Chapter("Core Concepts: Dice", events={SkillRolled: w.rolled})
