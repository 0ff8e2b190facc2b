"""What is under way on the table: the model being activated and its way, shots of this round, dice that lie there."""

from __future__ import annotations

from dataclasses import dataclass, field

from gearlock.table.path import Path


@dataclass(slots=True)
class Activation:
    """The model being activated: what it has done so far, and the way it is on."""

    unit: str
    begun: bool = False
    """Has spent movement or an Action: mode and speed are settled."""
    banded: bool = False
    """Has settled its speed for this round."""
    switched: bool = False
    """Has switched its Movement Mode."""
    spent: dict[str, int] = field(default_factory=dict)
    """Thousandths of MP spent, by figure: the bases of a Combined Model move one by one."""
    gone: dict[str, int] = field(default_factory=dict)
    """Mils moved, by figure."""
    straight: dict[str, int] = field(default_factory=dict)
    """Mils moved that have paid for no turn yet, by figure."""
    turns: dict[str, int] = field(default_factory=dict)
    """Turns made while Stationary, by figure."""
    figure: str = ""
    """Who is on its way: the model itself or one of its bases."""
    path: Path = ()
    """The rest of the way it is on; empty while it stands."""
    quick: int = 0
    """Tenths of a degree that a rapid deceleration or quick turn still allows."""
    free: str = ""
    """The target of an Active Lock whose free Action is still to be used."""
    marks: list[str] = field(default_factory=list)
    """What can be done once in an activation and was: a jump, a drone placed, the free melee attack at Top Speed."""
    extra: bool = False
    """No activation at all: one Action that a Command Point gave, to be used at once."""
    kept: int = 0
    """Beside such an Action: the Actions the model has of its own, laid aside until it is used."""
    aside: bool = False
    """Whether it keeps its facing on this way: the turns of the legs are directions then, seen from its front."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.begun, self.banded, self.switched, self.spent.copy(), self.gone.copy(),
            self.straight.copy(), self.turns.copy(), self.figure, self.path, self.quick, self.free, self.marks[:],
            self.extra, self.kept, self.aside,
        )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Shot:
    """A ranged attack of this round, as Crossfire remembers it: by whom, from where, at whom, how far and how heavy."""

    attacker: str
    target: str
    x: int
    y: int
    band: int
    multiplier: int
    target_x: int = 0
    target_y: int = 0
    """Where the target stood: once it has moved, attackers count from where they are now."""


@dataclass(slots=True, frozen=True)
class Charge:
    """A weapon that lies on the ground and goes off in the Miscellaneous phase."""

    owner: str
    mount: str
    x: int
    y: int
    z: int = 0


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of a test that lie on the table while somebody decides about a re-roll."""

    purpose: str
    unit: str
    dice: int
    modifier: int
    faces: tuple[int, ...]
    total: int
    against: int = 0
    target: str = ""
    weapon: str = ""
