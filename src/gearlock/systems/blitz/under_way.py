"""What is under way on the table: the model being activated and its move, and the dice that lie there."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Activation:
    """The model being activated: where it began, what moves it has left, and the move it is in the middle of."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    moves: int
    gait: str = ""
    """The movement type of the move under way; empty between moves."""
    spent: int = 0
    """MR spent in this move, in mils."""
    advanced: int = 0
    """Mils gone in this move, whatever they cost."""
    straight: int = 0
    """Mils gone ahead since the last turn."""
    turns: int = 0
    """Turns made in this move."""
    paid: int = 0
    """Further turns bought with actions in this move."""
    closed: bool = False
    """A turn at the end of this move has ended it."""
    is_open: bool = True
    """The move has kept to open terrain so far."""
    on_road: bool = True
    """The move has kept to roads so far."""
    marks: list[str] = field(default_factory=list)
    """What can be done once in an activation and was: a powered jump, a sensor boost, a try to come free."""
    free: int = 0
    """Turns of this move that being urban friendly gave."""
    begun: list[str] = field(default_factory=list)
    """The movement types of all moves begun in this activation."""
    risked: dict[str, int] = field(default_factory=dict)
    """The dangerous areas it is in, with the mils it has gone in each in this move; -1 once it has tested."""
    stopped: bool = False
    """Something it struck lets it move no further in this activation."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.x, self.y, self.z, self.facing, self.moves, self.gait, self.spent, self.advanced,
            self.straight, self.turns, self.paid, self.closed, self.is_open, self.on_road, self.marks[:], self.free,
            self.begun[:], self.risked.copy(), self.stopped,
        )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of a test that lie on the table while somebody decides about a re-roll."""

    purpose: str
    unit: str
    target: str = ""
    weapon: str = ""
    dice: int = 0
    skill: int = 7
    guard: int = 0
    """Dice of the other side, if it is opposed."""
    wits: int = 7
    """Skill of the other side."""
    result: int = 0
    against: int = 0
