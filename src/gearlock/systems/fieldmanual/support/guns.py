"""Artillery: the three types, and the guns beyond the table that fire them."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.cards import Card, Skills
from gearlock.systems.fieldmanual.deployment.zones import Segment, home_edges
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support.options import HEAVY, LIGHT, MEDIUM
from gearlock.systems.fieldmanual.weapons import BOARD, Weapon
from gearlock.table.measure import distance

GUNS: Final = "artillery"
"""The id and the kind of the card of the guns."""
SKILL: Final = 2


class Type(NamedTuple):
    """A type of artillery: its DM, the radius of its Blast in inches, and how many strikes one choice brings."""

    multiplier: int
    blast: int
    strikes: int = 1


@rule("fieldmanual.artillery-types")
def type_of(option: str) -> Type:
    """Light x12 with Blast 2, two strikes a choice; Medium x18 with Blast 3; Heavy x22 with Blast 4."""
    return {LIGHT: Type(12, 2, 2), MEDIUM: Type(18, 3), HEAVY: Type(22, 4)}[option]


def shell(option: str, guided: bool) -> Weapon:
    """What a strike is fired with."""
    kind, name = type_of(option), option.replace("-", " ").capitalize()
    traits = {"IF": 1, "Blast": kind.blast, **({"G": 1} if guided else {})}
    return Weapon(name, name, "support", GUNS, 0, BOARD, BOARD, BOARD, kind.multiplier, False, 0, 0, traits)


def guns_card() -> Card:
    """The card of guns that nobody sees: Attack Skill 2, no Sensors."""
    return Card(
        id=GUNS, name="Artillery", family="Artillery", faction="any", kind=GUNS, tv=0, sp=0, size=0, actions=0, rows={},
        attack=(0, 0, 0), detect=0, sensors=0, comm=0, auto_comm=0, armor=0, boxes="", overkill=0,
        skills=Skills(SKILL, 0, 0, 0), perks={}, flaws={}, aux=(), details={}, weapons=(), radius=0, height=0,
    )  # fmt: skip


def guns_of(seat: str) -> str:
    """The id of a side's guns."""
    return f"{seat}-guns"


@heeds("fieldmanual.artillery-resolve", "fieldmanual.step3-zones")
def gun_line(state: State, seat: str, x: int, y: int) -> tuple[int, int]:
    """Where strikes at a point come from: the middle of the home edge; of several the one nearest to the point."""

    def middle(part: Segment) -> tuple[int, int]:
        return (part[0] + part[2]) // 2, (part[1] + part[3]) // 2

    def away(part: Segment) -> int:
        near = min(max(x, part[0]), part[2]), min(max(y, part[1]), part[3])
        return distance(x, y, *near)

    return middle(min(home_edges(state, seat), key=away))
