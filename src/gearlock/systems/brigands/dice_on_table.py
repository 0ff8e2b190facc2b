"""What lies on the table in the middle of something: the dice of a roll, a Forward Observation."""

from __future__ import annotations

from dataclasses import dataclass

from gearlock.kernel.rulebook import heeds
from gearlock.odds.pools import Pools


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of an attack that lie on the table while both sides decide about Rerolls."""

    unit: str
    weapon: str
    target: str
    attack: int
    defence: int
    attack_dice: int
    defence_dice: int
    attack_bonus: int
    defence_bonus: int
    face: int = 0
    """The die of a Marginal Hit, once it has come to that."""
    attack_step: int = 4
    defence_step: int = 4
    building: str = ""
    """The building that is attacked, if it is no model."""

    @property
    def pools(self) -> Pools:
        """The pools they were rolled with."""
        dice, bonus = (self.attack_dice, self.defence_dice), (self.attack_bonus, self.defence_bonus)
        return Pools(*dice, *bonus, self.attack_step, self.defence_step)


@heeds("brigands.5.6a", "brigands.1.2i")
@dataclass(slots=True, frozen=True)
class Bites:
    """The dice of several Marginal Hits that lie on the table: who rolled them, on whom, how many bite.

    Of an attack's effects also the weapon, its damage before, and what of other effects has bitten already.
    """

    unit: str
    target: str
    dice: int
    bites: int
    least: int
    weapon: str = ""
    raw: int = 0
    before: int = 0
    building: str = ""
    """The building that takes them, if it is no model."""


@heeds("brigands.8.5", "brigands.8.1a")
@dataclass(slots=True, frozen=True)
class Observation:
    """A Forward Observation under way: who observes which model or point, and who may chain attacks to it."""

    origin: str
    target: str = ""
    point: tuple[int, int, int] | None = None
    designated: bool = False
    """The Origin has a Target Designator and sees the target."""
    receivers: tuple[str, ...] = ()
