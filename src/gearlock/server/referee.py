"""Dice that people roll on a real table and type: the table stops where some are due, and goes on with what they show.

A battle cannot stop in the middle of a rule. So what was ordered is taken as far as the dice are known and, where they
are not, left undone until they are typed; then it is done again from its beginning, with all that is known by then.
"""

from __future__ import annotations

from typing import Any

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Manual, Roll
from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.system import Setup
from gearlock.server.wire import DiceAsked

SECRETS = "In a battle with secrets the table has to roll itself: dice in the open would tell what is hidden."


class DiceWanted(GearlockError):
    """Somebody has to roll before this can be carried out."""

    def __init__(self, roll: Roll, number: int) -> None:
        super().__init__(f"{roll.text()} for {roll.purpose} have to be rolled and typed.")
        self.roll, self.number = roll, number

    @property
    def asked(self) -> DiceAsked:
        """As people are asked for them."""
        roll = self.roll
        return DiceAsked(self.number, roll.purpose, roll.count, roll.sides, roll.low, roll.seat, roll.unit, roll.rule)


class TypedDice(Manual):
    """What people typed, by the number of the throw; a throw that nobody has typed yet stops everything."""

    def __init__(self) -> None:
        super().__init__(lambda _: (), lambda _: None)
        self._typed: dict[int, Faces] = {}

    def roll(self, roll: Roll, number: int) -> Faces:
        """The faces that were typed. Raises DiceWanted if none were."""
        if number not in self._typed:
            raise DiceWanted(roll, number)
        return roll.check(self._typed[number])

    def type(self, roll: Roll, number: int, faces: Faces) -> None:
        """Somebody says what the dice show. Raises BadDice for what they cannot."""
        self._typed[number] = roll.check(faces)

    def forget_after(self, thrown: int) -> None:
        """Throws that were taken back are rolled anew."""
        self._typed = {number: faces for number, faces in self._typed.items() if number < thrown}


def unbegun(system: AnySystem, setup: Setup) -> Battle[Any]:
    """A battle whose first dice are still to be rolled. Raises BadInput where there are secrets."""
    if system.has_secrets(setup):
        raise BadInput(SECRETS)
    return Battle(system, setup, TypedDice())


def set_off(battle: Battle[Any]) -> None:
    """Play a battle that has not begun to its first decision; if dice are wanted on the way, it has not begun still."""
    fresh = Battle(battle.system, battle.setup, battle.dice)
    fresh.seats_of = battle.seats_of
    fresh.set_off()
    battle.__dict__ = fresh.__dict__
