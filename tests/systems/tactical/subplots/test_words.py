"""4.1.4: subplots in the story: whole sentences with the rule they are about, and secrets only for who may know."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.tactical.attacks.exchange import WeaponJammed
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.infantry import CiviliansKilled
from gearlock.systems.tactical.scenario_generator.missions import SubplotRolled
from gearlock.systems.tactical.scenario_generator.tables import subplots
from gearlock.systems.tactical.subplots import orders_and_events as e
from gearlock.systems.tactical.subplots import orders_and_events as f
from systems.tactical.subplots.fields import field
from systems.tactical.tables import play

EVENTS: list[tuple[Any, str, str]] = [
    (e.UnitsLinked("red-1", "red-2"), "coordinated", "The Red Hunter 1 and the Red Hunter 2 attack better together."),
    (
        e.AttackAgreed("red-1", "red-2", "blue-1"),
        "coordinated",
        "will attack the Blue Hunter 1 this round, each at +1.",
    ),
    (e.NerveLost("blue-1"), "coward", "The Blue Hunter 1 loses its nerve: it falls back to the north edge."),
    (e.RallyTried("blue-1", True, 1), "coward", "The Blue Hunter 1 is called back and fights on."),
    (e.RallyTried("blue-1", False, 1), "coward", "The Blue Hunter 1 is not called back this round."),
    (e.VendettaSworn("blue-1", "red-1"), "vendetta", "The Blue Hunter 1 hates the Red Hunter 1"),
    (e.VendettaOver("blue-1", "red-1"), "vendetta", "is over."),
    (e.TraitorTurned("blue-1", "red", 2, 0, 0, 0), "traitor", "it fights for red from now on."),
    (e.Relocated("red-1", 0, 0, 0, 0, 0, 1), "bad-intelligence", "the Red Hunter 1 stands elsewhere"),
    (e.WeaponsFaulty("blue-1"), "malfunctions", "The weapons of the Blue Hunter 1 malfunction"),
    (WeaponJammed("blue-1", "LAC"), "malfunctions", "The LAC of the Blue Hunter 1 jams."),
    (e.WeaponCleared("blue-1", "LAC"), "malfunctions", "The Blue Hunter 1 clears its LAC."),
    (f.MinesLaid("red", "General Purpose", ((500, 500),)), "minefield", "minefield of 1 square inches"),
    (f.CiviliansCame("civilians-1", 0, 0, 0), "bystanders", "Civilians have wandered into the battle."),
    (CiviliansKilled("civilians-1", 2, "red"), "bystanders", "2 civilians died: red loses 2 Victory Points."),
    (CiviliansKilled("civilians-1", 1, ""), "bystanders", "1 civilian died."),
    (f.EventForeseen("red", "MacAllen Collapse", 3), "macallen-collapse", "it will happen in round 3."),
    (f.EventForeseen("red", "Friendly Fire", 3), "friendly-fire", "it will happen in round 3."),
    (f.GroundFell("blue-1", 0, 0, 0, 4), "macallen-collapse", "4 in of it drop by an inch."),
    (f.FellIn("blue-1", -1000), "macallen-collapse", "The Blue Hunter 1 falls in."),
]


@pytest.mark.rule("tactical.4.1.4")
@pytest.mark.parametrize(("event", "rule", "words"), EVENTS, ids=lambda each: type(each).__name__)
def test_what_happens_is_told_with_its_rule(event: Any, rule: str, words: str) -> None:
    state = field()
    for seat in ("red", "blue", None):
        line = BOOK.tell(state, event, seat)
        assert line is not None
        assert words in line.text
        assert line.text[0].isupper() or line.text[0].isdigit()
        assert line.rule == f"tactical.4.1.4-{rule}"


@pytest.mark.rule("tactical.4.1.4")
def test_no_subplot_is_left_to_the_players() -> None:
    state = field()
    for name, plot in subplots().items():
        line = BOOK.tell(state, SubplotRolled("red", name), "blue")
        assert line is not None
        assert line.text == f"Red's subplot is {name}: {plot.effect}."
    play(state, lambda ctx: ctx.emit(SubplotRolled("red", "Coward")))
    assert state.points == {"subplot:red:Coward": 1}
