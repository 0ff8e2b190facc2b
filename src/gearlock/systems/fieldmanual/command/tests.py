"""Tests and other throws as players make them: every throw outside Electronic Warfare goes through here."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.dice_tests.tests import Test, throw_test
from gearlock.systems.fieldmanual.state import State


def resolve_test(ctx: Ctx[State], test: Test) -> Script[Result]:
    """A Skill test, thrown and told."""
    return (yield from throw_test(ctx, test))


def resolve_other(ctx: Ctx[State], roll: Roll, report: Callable[[Faces], None]) -> Script[Faces]:
    """Dice that are no Skill test (scatter, player order). `report` tells what they show, each time they are thrown."""
    faces = yield from throw(roll)
    report(faces)
    return faces
