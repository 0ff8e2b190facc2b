"""4.1.3: support in the story: what is said of salvos, aircraft and intelligence, and to whom."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.support import buying as e
from gearlock.systems.tactical.support_assets import Plane, Stock, keep_stock
from systems.tactical.tables import put, table

AIR, EFFECT, INTERCEPTION = "4.1.3-air", "4.1.3-artillery-effect", "4.1.3-interception"
LINES: list[tuple[Any, str, str]] = [
    (e.BarrageCalled("red-1"), "4.1.3-artillery", "The Red Hunter 1 calls for artillery."),
    (e.BarrageLanded("red", "Light Salvo", 0, 0, 6), EFFECT,
     "A Light Salvo of red lands on its point. It strikes nobody."),
    (e.BarrageLanded("red", "Light Salvo", 0, 0, 4, 1, 2, True, ("blue-1", "red-1")), EFFECT,
     "A Light Salvo of red lands, 2 in off its point. It strikes Blue Hunter 1, Red Hunter 1."),
    (e.BarrageLanded("blue", "Heavy Salvo", 0, -1, 4, 1, 2, False), EFFECT,
     "A Heavy Salvo of blue lands, off the table."),
    (e.BarrageMet("blue-1", "Light Salvo", 5, 3, 2, 30), EFFECT,
     "Blue Hunter 1 3 against the Light Salvo 5: failed by 2, 30 damage points."),
    (e.BarrageMet("blue-1", "Light Salvo", 5, 5, 0, 15), EFFECT,
     "Blue Hunter 1 5 against the Light Salvo 5: it still takes the full DM, 15 damage points."),
    (e.PlaneSent("red", "red-air-1", "Bomber", 0, 0, 0), AIR, "A Bomber of red comes in."),
    (e.RunFlown("red", "Bomber", (0, 1000), (72_000, 1500)), AIR,
     "The Bomber of red crosses the table from (0, 1) to (72, 1.5)."),
    (e.AirAttackMet("red", "Fighter", "blue-1", "LAC", 5, 3, 2, True), AIR,
     "Light Autocannon of the Fighter 5 against Blue Hunter 1 3: a hit, Margin of Success 2."),
    (e.AirAttackMet("red", "Fighter", "blue-1", "LAC", 3, 3, 0, False), AIR,
     "Light Autocannon of the Fighter 3 against Blue Hunter 1 3: a miss."),
    (e.RunEnded("red", "red-air-1", "Fighter", 1), AIR, "The Fighter of red is gone."),
    (e.RunEnded("red", "red-air-1", "Fighter", 0), AIR,
     "The Fighter of red has used up its weapons and flies back to base."),
    (e.Intercepted("blue", "b", "Fighter", "r", "Bomber", 5, 5), INTERCEPTION,
     "A Fighter of blue intercepts the Bomber, 5 against 5: it gets through."),
    (e.Intercepted("blue", "b", "Fighter", "r", "Bomber", 6, 5, True), INTERCEPTION,
     "A Fighter of blue intercepts the Bomber, 6 against 5: it is driven off."),
    (e.Intercepted("blue", "b", "Fighter", "r", "Bomber", 9, 5, False, True), INTERCEPTION,
     "A Fighter of blue intercepts the Bomber, 9 against 5: it is shot down."),
    (e.SupportSettled(), "4.1.3-support", "Both sides have written down their support."),
    (e.Arrived("red-1"), "4.2.2-spending", "The Red Hunter 1 arrives at its home edge."),
    (e.ClipsCame(("red-1", "red-2")), "4.2.2-spending", "Spare clips have reached Red Hunter 1, Red Hunter 2."),
]  # fmt: skip


def field() -> State:
    state = table()
    for name in ("red-1", "red-2", "blue-1"):
        put(state, name, "hunter", 10, 10)
    return state


@pytest.mark.rule("tactical.4.1.3-support", "tactical.4.1.3-air", "tactical.4.1.3-artillery-effect")
@pytest.mark.parametrize(("event", "rule", "words"), LINES, ids=lambda each: type(each).__name__)
def test_what_comes_from_afar_is_told_to_everybody(event: Any, rule: str, words: str) -> None:
    state = field()
    for seat in ("red", "blue", None):
        line = BOOK.tell(state, event, seat)
        assert line is not None
        assert (line.text, line.rule) == (words, f"tactical.{rule}")


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.rule("tactical.4.1.3-air")
def test_shells_are_shown_where_they_strike_and_rounds_from_the_air_where_they_go() -> None:
    state = field()
    line = BOOK.tell(state, e.BarrageLanded("red", "Light Salvo", 0, 0, 6, 0, 0, True, ("blue-1",)), None)
    assert line is not None
    assert [(shot.look, shot.at, shot.hits) for shot in line.shots] == [("shell", "blue-1", True)]
    for hit in (True, False):
        line = BOOK.tell(state, e.AirAttackMet("red", "Fighter", "blue-1", "LAC", 5, 3, 2, hit), None)
        assert line is not None
        assert [(shot.at, shot.hits) for shot in line.shots] == [("blue-1", hit)]


@pytest.mark.rule("tactical.4.1.3-intelligence")
def test_intelligence_tells_what_it_found_and_the_other_side_only_that_it_did() -> None:
    state = field()
    state.facts["mission:blue"] = Sealed("Capture", ("blue", "red"))
    keep_stock(state, "blue", Stock(planes=(Plane("blue-air-1", "Fighter", 2, 2),), salvos={"Light Salvo": 2}))
    found = {
        "mission": ("mission type", "Capture"),
        "objective": ("mission objective", "none"),
        "limit": ("time limit", "none"),
        "support": ("support", "1 Fighter, 2 Light Salvos"),
    }
    for what, (words, value) in found.items():
        event = e.IntelligenceGiven("red", "blue", what)
        told = {seat: BOOK.tell(state, event, seat) for seat in ("red", "blue", None)}
        texts = {seat: "" if line is None else line.text for seat, line in told.items()}
        assert texts["blue"].startswith("Red's intelligence learns your ")
        assert value not in texts["blue"] or value == "none"
        for seat in ("red", None):
            assert texts[seat].startswith("Red's intelligence learns blue's ")
            assert texts[seat].endswith(f": {value}."), words


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_who_calls_is_named_to_its_own_side_alone() -> None:
    state, event = field(), e.SpotterNamed("red", "red-2")
    line = BOOK.tell(state, event, "red")
    assert line is not None
    assert line.text == "The Red Hunter 2 will call for artillery."
    assert BOOK.tell(state, event, "blue") is None
    assert BOOK.tell(state, event, None) is not None
