"""What is told of squads, passengers, smoke and sand."""

from __future__ import annotations

import pytest

from gearlock.kernel.events import Event
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.combined_models import CutOff, PoolShared, Rejoined
from gearlock.systems.fieldmanual.smoke_and_light import HatchPopped, Illuminated, SmokeLaunched
from gearlock.systems.fieldmanual.special_actions import LeftCover, TookCover
from gearlock.systems.fieldmanual.table_effects import SandCounted, SandFound, TemperaturesFelt
from gearlock.systems.fieldmanual.transports import Disembarked, Embarked, PassengerTested, SteppedOff
from systems.fieldmanual.tables import piece, put, table

TOLD: list[tuple[Event, str, str]] = [
    (CutOff("red-1", 1), "in this round", "combined-cohesion"),
    (CutOff("red-1", 2), "in the next round", "combined-cohesion"),
    (Rejoined("red-1"), "in Cohesion again", "combined-cohesion"),
    (PoolShared("red-1", ("red-1", "red-2"), (7, 4)), "Red Jäger 1 7, Red Jäger 2 4", "combined-defense"),
    (SmokeLaunched("red-1", (10_000, 8_500, 0, 2000)), "smoke at 10, 8.5 in", "perk-smoke"),
    (Illuminated("red-1", "red-2"), "searchlight on Red Jäger 2", "perk-searchlight"),
    (HatchPopped("red-1"), "pops the hatch", "flaw-sensor-dependent"),
    (TookCover("red-1", "hull down", ()), "Red Jäger 1 is Hull Down.", "hull-down"),
    (LeftCover("red-1", "hull down"), "is no longer Hull Down", "hull-down"),
    (TookCover("red-1", "hiding", ()), "Red Jäger 1 hides.", "hiding"),
    (LeftCover("red-1", "hiding"), "no longer hides", "hiding"),
    (SandCounted(3), "in 3 places", "event-white-sand"),
    (SandFound(("wood", "5000,6500")), "Old wood; open ground at 5, 6.5 in", "event-white-sand"),
    (TemperaturesFelt((("red-1", 1), ("red-2", 2))), "Red Jäger 1 begins", "event-extreme-temperatures"),
    (TemperaturesFelt((("red-1", 3),)), "nobody begins", "event-extreme-temperatures"),
    (Embarked("red-1", "red-2", 0, 0, 0, 1, False), "gets into Red Jäger 2", "transports"),
    (Embarked("red-1", "wood", 0, 0, 0, 1, True), "gets into Old wood", "infantry-structures"),
    (Disembarked("red-1", "red-2", (), 0, True), "gets out of Red Jäger 2", "transports"),
    (Disembarked("red-1", "red-2", (), 0, False, True), "gets out of Red Jäger 2", "transport-destroyed"),
    (SteppedOff("red-1"), "spends an Action to move", "transports"),
    (PassengerTested("red-1", "red-2", 5, 5, "one"), "5, one box", "transport-destroyed"),
    (PassengerTested("red-1", "red-2", 5, 6, "two"), "5 + 1, two boxes", "transport-destroyed"),
]


@pytest.mark.parametrize(("event", "words", "rule"), TOLD)
def test_everything_is_told_with_its_rule(event: Event, words: str, rule: str) -> None:
    state = table(piece("area", (1, 1, 3, 3), 2, id="wood", name="Old wood"))
    put(state, "red-1", "jager", 10, 10)
    put(state, "red-2", "jager", 20, 10)
    line = BOOK.tell(state, event, "red")
    assert line is not None
    assert words in line.text
    assert line.rule == f"fieldmanual.{rule}"
