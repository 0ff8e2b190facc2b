"""Lines of the story that were hard to read: numbers beside names, weapons and ways, speeds."""

from __future__ import annotations

import pytest

from gearlock.kernel.events import Event
from gearlock.systems.fieldmanual.attacks.weapons_in_use import AttackDeclared, AttackMet
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.damage.damage import Damaged, inflict
from gearlock.systems.fieldmanual.melee import BlowResolved
from gearlock.systems.fieldmanual.missions.objectives import MissionRolled
from gearlock.systems.fieldmanual.movement.course import QuicklyTurned
from systems.fieldmanual.tables import play, put, table

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
        (Damaged("blue-2", "", "deep water", 0, 0, 6, "destroyed"), "Blue Jäger 2 is Destroyed (deep water)."),
        (
            Damaged("blue-2", "red-1", "LAC", 70, 5, 5, "dead"),
            "Blue Jäger 2 is Dead (LAC, 70 damage). A wreck is left.",
        ),
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


@pytest.mark.rule("fieldmanual.damage-heavy")
@pytest.mark.parametrize(("boxes", "band", "told"), [(2, "top", True), (1, "top", False), (2, "combat", False)])
def test_who_is_slowed_by_damage_is_said_to_be(boxes: int, band: str, told: bool) -> None:
    state = table()
    put(state, "blue-2", "jager", 30, 20, boxes=boxes, band=band)
    (event,) = play(state, lambda ctx: inflict(ctx, "blue-2", 1, "haywire")).of(Damaged)
    line = BOOK.tell(state, event, None)
    assert line is not None
    assert ("slows down to Combat Speed" in line.text) is told
    assert (state.units["blue-2"].band == "top") is (band == "top" and not told)
