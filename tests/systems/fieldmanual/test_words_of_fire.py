"""Lines of the story that were hard to read: numbers beside names, weapons and ways, speeds."""

from __future__ import annotations

import pytest

from gearlock.kernel.events import Event
from gearlock.systems.fieldmanual.attacks.events import AttackDeclared, AttackMet
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.melee.events import BlowResolved
from gearlock.systems.fieldmanual.missions.events import MissionRolled
from gearlock.systems.fieldmanual.movement.events import QuicklyTurned
from systems.fieldmanual.tables import put, table

HG, FIRED = ("HG",), ("LRP/24",)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            AttackMet("red-1", "blue-2", "HG", 6, 6, 0, True, 0, 15),
            "HG: 6 against the 6 of Blue Jäger 2, failure by 0.",
        ),
        (BlowResolved("red-1", "VB", "blue-2", 6, 4), "Red Jäger 1: 6 against the 4 of Blue Jäger 2, a margin of 2."),
        (AttackDeclared("red-1", FIRED, "blue-2", "indirect"), "Red Jäger 1 fires LRP/24 indirectly at Blue Jäger 2."),
        (AttackDeclared("red-1", HG, "", "self"), "Red Jäger 1 sets off HG in hand."),
        (MissionRolled("red", 6, "offense"), "Red: [6], an offense mission."),
        (
            QuicklyTurned("red-1", 0, "stationary"),
            "Red Jäger 1 takes a Stun counter and turns suddenly, now Stationary.",
        ),
    ],
)
@pytest.mark.rule("fieldmanual.opposed-test")
def test_a_line_reads_well(event: Event, text: str) -> None:
    state = table()
    put(state, "red-1", "jager", 10, 20)
    put(state, "blue-2", "jager", 30, 20)
    line = BOOK.tell(state, event, None)
    assert line is not None
    assert line.text == text
