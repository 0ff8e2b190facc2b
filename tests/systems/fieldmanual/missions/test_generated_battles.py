"""Battles that the generator makes: from the first die to the first round, and what each side knows of it."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.mechanics.secrets import is_known
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.missions.objectives import (
    objectives,
    points_taken,
    points_wanted,
    slots_of,
    target_of,
)
from gearlock.systems.fieldmanual.missions.scenario import suppose
from gearlock.systems.fieldmanual.state import RESERVE, SEATS, State, opponent
from gearlock.systems.fieldmanual.state_codec import encode
from gearlock.systems.fieldmanual.support.allocation import offer_support
from gearlock.systems.fieldmanual.support.points import choices, cost_of_all, known_choices, points_of
from systems.fieldmanual.generated import Setting, generated, is_ready


@pytest.mark.rule("fieldmanual.scenario-generator")
@pytest.mark.parametrize("seed", range(8))
def test_every_step_of_the_generator_is_gone_through(seed: int) -> None:
    state = Setting(generated(seed, size="1000", red_level="4", blue_level="1"), seed).run(is_ready)
    assert state.switches["effects"] != "roll"
    assert state.switches["zones"] != "roll"
    for seat in SEATS:
        assert points_taken(state, seat) == points_wanted(state) == 6
        assert cost_of_all(choices(state, seat)) <= points_of(state, seat)
        for slot in slots_of(state, seat):
            assert target_of(state, slot) or objectives()[state.facts[slot.key("objective")].value].once
    off_table = [unit for unit in state.units.values() if unit.status == "waiting"]
    assert not off_table, "everybody stands or waits in reserve"


@pytest.mark.rule("fieldmanual.step5-support-points")
def test_nobody_reads_what_the_other_writes_down() -> None:
    setting = Setting(generated(3, size="2000", level="4"), 3)
    state = setting.run(is_ready)
    hidden = [text for text in setting.lines["red"] if " buys: " in text]
    assert not any("Blue buys" in text for text in setting.lines["red"])
    assert not any("Red buys" in text for text in setting.lines["blue"])
    assert hidden
    for seat in SEATS:
        secret = [fact for key, fact in state.facts.items() if key.startswith(f"support:{seat}:")]
        assert all(is_known(fact, seat) for fact in secret)
        assert known_choices(state, seat, seat) == choices(state, seat)


def compare(state: State, seat: str, seed: int) -> State:
    """What a seat supposes does not depend on what is hidden from it."""
    supposed = suppose(state, seat, random.Random(seed))
    for other in (seed + 1, seed + 2):
        disguised = suppose(state, seat, random.Random(other))
        again = suppose(disguised, seat, random.Random(seed))
        assert encode(again) == encode(supposed)
    return supposed


@pytest.mark.rule("fieldmanual.objective-points")
@pytest.mark.parametrize("seed", range(6))
def test_what_a_side_supposes_does_not_depend_on_what_is_hidden(seed: int) -> None:
    count = 0

    def look(state: State, ask: Ask) -> None:
        nonlocal count
        count += 1
        if count % 3 == 0:
            for seat in SEATS:
                supposed = compare(state, seat, count)
                if seat == ask.seat:
                    assert BOOK.options(supposed, ask) == BOOK.options(state, ask)

    state = Setting(generated(seed, size="2000", level="3"), seed).run(is_ready, look=look)
    assert count > 10
    for seat in SEATS:
        supposed = compare(state, seat, seed)
        enemy = opponent(seat)
        assert cost_of_all(choices(supposed, enemy)) <= points_of(state, enemy)
        held = {unit.group for unit in state.units.values() if unit.seat == enemy and unit.status == RESERVE}
        assert held <= {choice.group for choice in choices(supposed, enemy)}


@pytest.mark.rule("fieldmanual.step5-support-points")
@pytest.mark.parametrize("phase", ["mission", "allocation", "deployment"])
@pytest.mark.parametrize("seed", range(3))
def test_supposed_battles_can_be_played_on(seed: int, phase: str) -> None:
    setting = Setting(generated(seed, size="1500", level="4"), seed)
    state = setting.run(lambda now: now.phase == phase)
    before = len(setting.asks)
    state = setting.run(lambda now: len(setting.asks) > before + 4 or is_ready(now))
    for seat in SEATS:
        Setting(suppose(state, seat, random.Random(seed)), seed).run(is_ready)


def test_all_that_is_offered_for_sale_can_be_bought() -> None:
    state = Setting(generated(1, size="3000", level="4"), 1).run(lambda now: now.phase == "allocation")
    ask = Ask("red", "support")
    assert len(list(offer_support(state, ask))) > 20


@pytest.mark.rule("fieldmanual.priority-level")
def test_a_roster_of_another_level_is_refused_with_two_ways_out() -> None:
    with pytest.raises(BadInput, match=r"has Priority Level 1, the battle 2. Leave 'level' out, or choose 1"):
        SYSTEM.prepare("battle", 1, {"red": "north-pl1", "level": "2"})
    assert SYSTEM.prepare("battle", 1, {"red": "north-pl1"})
