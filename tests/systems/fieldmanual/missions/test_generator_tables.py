"""Steps 2, 3 and 4: the tables of the scenario generator, face by face and over 10,000 draws."""

from __future__ import annotations

from collections import Counter

import pytest

from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.missions.objectives import (
    EffectsSettled,
    TableRolled,
    effects_together,
    mission_of,
    objective_points,
    rounds_for,
    zones_of,
)
from gearlock.systems.fieldmanual.missions.scenario import resolve_effects, resolve_table, resolve_zones
from gearlock.systems.fieldmanual.state import State
from gearlock.table.terrain import Ground
from systems.fieldmanual.tables import play

DRAWS = 10_000
CRITICAL = {2: 13.8, 5: 20.5, 6: 22.5}
"""Chi-square that is exceeded once in a thousand times, by degrees of freedom."""


def bare() -> State:
    return State(Ground(72_000, 48_000), {}, phase="table", switches={"effects": "roll", "zones": "roll"})


def effects(*dice: int) -> tuple[str, ...]:
    played = play(bare(), resolve_effects, *((die,) for die in dice))
    found: tuple[str, ...] = played.value
    return found


@pytest.mark.rule("fieldmanual.step2-table")
@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ((1,), ()), ((3,), ()), ((4, 1), ("night",)), ((4, 2), ("night",)), ((4, 3), ("twilight",)),
        ((4, 4), ("fog",)), ((4, 5), ("storm",)), ((4, 6), ("storm",)),
        ((5, 4, 5), ("fog", "storm")), ((5, 1, 2, 4), ("night", "fog")), ((5, 4, 4, 4, 1), ("night", "fog")),
        ((5, 5, 6), ("blizzard",)), ((5, 3, 3), ("twilight", "fog")),
        ((5, 1, 3, 3), ("dusk",)), ((5, 3, 2, 4), ("dawn",)),
        ((6, 1, 1), ("variable-time",)), ((6, 2, 6), ("variable-time",)), ((6, 3, 3), ("em-storm",)),
        ((6, 4, 4, 4), ("fog", "white-sand")), ((6, 5, 2), ("extreme-temperatures",)),
        ((6, 6, 5, 1, 5), ("night", "storm", "friendly-fire")),
    ],
)  # fmt: skip
def test_dice_draw_table_effects_and_unusual_events(dice: tuple[int, ...], found: tuple[str, ...]) -> None:
    assert effects(*dice) == found


@pytest.mark.rule("fieldmanual.step2-table")
def test_effects_that_do_not_stack_are_rolled_again_and_told() -> None:
    played = play(bare(), resolve_effects, (5,), (4,), (4,), (1,))
    told = [event.means for event in played.of(TableRolled)]
    assert told == ["2", "fog", "fog, rolled again", "night"]


@pytest.mark.rule("fieldmanual.step8-length", "fieldmanual.step2-table")
def test_a_variable_time_limit_has_no_set_end() -> None:
    state = bare()
    EffectsSettled(("variable-time",)).change(state)
    assert state.rounds == 99
    assert state.switches["effects"] == "variable-time"


@pytest.mark.rule("fieldmanual.step3-zones")
@pytest.mark.parametrize(
    ("dice", "kind"),
    [
        ((1,), "narrow"), ((2,), "narrow"), ((3,), "wide"), ((4,), "wide"), ((5,), "diagonal"),
        ((6, 1), "surrounded narrow"), ((6, 4), "surrounded wide"), ((6, 6, 6, 5), "surrounded diagonal"),
    ],
)  # fmt: skip
def test_a_die_gives_the_zones_and_a_six_surrounds(dice: tuple[int, ...], kind: str) -> None:
    assert play(bare(), resolve_zones, *((die,) for die in dice)).value == kind


@pytest.mark.rule("fieldmanual.scenario-generator")
def test_what_players_agreed_on_is_not_rolled() -> None:
    state = bare()
    state.switches = {"effects": "fog", "zones": "diagonal"}
    play(state, resolve_table)
    assert (state.switches["zones"], state.phase) == ("diagonal", "mission")


@pytest.mark.rule("fieldmanual.step4-mission")
@pytest.mark.parametrize(
    ("level", "row"),
    [(1, "SSSDDO"), (2, "SSDDOO"), (3, "SDDOOO"), (4, "SDOOOO")],
)
def test_the_mission_goes_by_priority_level_and_die(level: int, row: str) -> None:
    assert "".join(mission_of(level, face)[0].upper() for face in range(1, 7)) == row


@pytest.mark.rule("fieldmanual.objective-points")
@pytest.mark.parametrize(("tv", "points"), [(1, 4), (750, 4), (751, 6), (1000, 6), (1500, 6), (1501, 8), (2000, 8)])
def test_objective_points_are_two_and_two_for_each_750_tv_begun(tv: int, points: int) -> None:
    assert objective_points(tv) == points


@pytest.mark.rule("fieldmanual.step8-length")
@pytest.mark.parametrize(("limit", "rounds"), [(500, 4), (999, 4), (1000, 5), (1999, 5), (2000, 6)])
def test_a_battle_lasts_four_rounds_and_one_for_each_full_1000_tv(limit: int, rounds: int) -> None:
    assert rounds_for(limit) == rounds


def chi_square(found: Counter[str], expected: dict[str, float]) -> float:
    assert set(found) <= set(expected)
    return sum((found[name] - DRAWS * share) ** 2 / (DRAWS * share) for name, share in expected.items())


def draw(script: object, purpose: str) -> Counter[str]:
    """What a script gives, over and over, with dice from one seed."""
    dice, number, found = Seeded(purpose), 0, Counter[str]()
    for _ in range(DRAWS):
        ctx: Ctx[State] = Ctx(bare(), lambda now, event: event.change(now))
        running, reply = script(ctx), None  # type: ignore[operator]
        while True:
            try:
                step = running.send(reply)
            except StopIteration as end:
                value = end.value
                break
            assert isinstance(step, Roll)
            reply = dice.roll(step, number)
            number += 1
        found[value if isinstance(value, str) else " ".join(value)] += 1
    return found


@pytest.mark.rule("fieldmanual.step3-zones")
def test_zones_come_as_often_as_they_should() -> None:
    sixth = 1 / 6
    expected = {
        "narrow": 2 * sixth, "wide": 2 * sixth, "diagonal": sixth,
        "surrounded narrow": sixth * 2 / 5, "surrounded wide": sixth * 2 / 5, "surrounded diagonal": sixth / 5,
    }  # fmt: skip
    assert chi_square(draw(resolve_zones, "zones"), expected) < CRITICAL[5]


@pytest.mark.rule("fieldmanual.step2-table")
def test_the_number_of_effects_comes_as_often_as_it_should() -> None:
    found = draw(resolve_effects, "effects")
    events = {"variable-time", "em-storm", "white-sand", "extreme-temperatures", "friendly-fire"}
    kinds: Counter[str] = Counter()
    for words, count in found.items():
        kinds["none" if not words else "event" if events & set(words.split()) else "effects"] += count
    assert chi_square(kinds, {"none": 3 / 6, "event": 1 / 6, "effects": 2 / 6}) < CRITICAL[2]


@pytest.mark.rule("fieldmanual.step2-table")
def test_unusual_events_come_as_often_as_they_should() -> None:
    found = draw(resolve_effects, "events")
    events = {"variable-time": 2, "em-storm": 1, "white-sand": 1, "extreme-temperatures": 1, "friendly-fire": 1}
    kinds: Counter[str] = Counter()
    for words, count in found.items():
        kinds[next((name for name in events if name in words.split()), "no event")] += count
    shares = {name: share / 36 for name, share in events.items()} | {"no event": 5 / 6}
    assert chi_square(kinds, shares) < CRITICAL[5]


@pytest.mark.rule("fieldmanual.step2-table")
def test_two_effects_come_together_as_often_as_they_should() -> None:
    """On a 5 two effects; doubled Night and Fog are rolled again."""
    n, t, f, s = 2 / 6, 1 / 6, 1 / 6, 2 / 6
    pairs = {
        "blizzard": s * s, "twilight fog": t * t + 0, "dusk or dawn": n * t / (1 - n) + t * n,
        "night fog": n * f / (1 - n) + f * n / (1 - f), "night storm": n * s / (1 - n) + s * n,
        "fog storm": f * s / (1 - f) + s * f, "twilight+fog": f * t / (1 - f) + t * f, "twilight storm": t * s + s * t,
    }  # fmt: skip
    assert sum(pairs.values()) == pytest.approx(1)
    found = draw(resolve_effects, "pairs")
    twos: Counter[str] = Counter()
    for words, count in found.items():
        parts = set(words.split())
        if parts & {"dusk", "dawn"} and len(parts) == 1:
            twos["dusk or dawn"] += count
        elif parts in ({"blizzard"}, {"night", "fog"}, {"night", "storm"}, {"fog", "storm"}, {"twilight", "storm"}):
            twos[words] += count
        elif parts == {"twilight", "fog"}:
            twos["twilight+fog"] += count
    pairs["twilight+fog"] += pairs.pop("twilight fog")
    total = DRAWS / 6
    assert sum((twos[k] - total * p) ** 2 / (total * p) for k, p in pairs.items()) < 24.3


def test_effects_are_named_in_one_order() -> None:
    assert effects_together(["storm", "fog"]) == effects_together(["fog", "storm"]) == ("fog", "storm")
    assert zones_of(6, 5) == "surrounded diagonal"
