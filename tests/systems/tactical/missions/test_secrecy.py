"""What a seat cannot know is drawn anew, also when the end of a battle is near: else leak tests prove nothing."""

from __future__ import annotations

import random

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.scenario_generator import tables as t
from gearlock.systems.tactical.scenario_generator.missions import LIMIT, OBJECTIVE, TYPE, key
from gearlock.systems.tactical.scenario_generator.preparing import resolve_judgement
from gearlock.systems.tactical.scenario_generator.priorities import COLUMNS, disguise, suppose
from gearlock.systems.tactical.shown import view
from gearlock.systems.tactical.state import RESERVE, State
from gearlock.systems.tactical.state_codec import encode
from systems.tactical.tables import play, put, table


def secret(limit: str, number: int, knows: tuple[str, ...] = ("blue",)) -> State:
    state = table()
    put(state, "red-1", "hunter", 10, 5)
    put(state, "blue-1", "hunter", 10, 43, stats={"perks": {"ECM": 2}})
    state.round = number
    for seat, values in (("red", ("Defend", "Terrain", "None")), ("blue", ("Destroy", "Vehicle", limit))):
        for part, value in zip((TYPE, OBJECTIVE, LIMIT), values, strict=True):
            state.facts[key(part, seat)] = Sealed(value, knows if seat == "blue" else ("red",))
    state.points |= {"held:blue": 2, "settled:blue": 1}
    return state


@pytest.mark.rule("tactical.4.1")
@pytest.mark.parametrize("limit", ["None", "Random", "Random Increasing", "Objective"])
@pytest.mark.parametrize("number", [1, 4, 5, 9])
def test_every_part_of_the_enemys_mission_is_drawn_anew_in_every_round(limit: str, number: int) -> None:
    state = secret(limit, number)
    twins = [disguise(state, "red", random.Random(seed)) for seed in range(60)]
    for part, column in COLUMNS.items():
        drawn = {twin.facts[key(part, "blue")].value for twin in twins}
        table_of = {row[column] for row in t.rows("mission")}
        if part == LIMIT and number > 5:
            table_of -= {"Random", "Random Increasing"}  # no dice were rolled for it
        assert drawn == (table_of - {"ECM"} if part == OBJECTIVE and drawn == table_of - {"ECM"} else table_of), part
        assert {twin.facts[key(part, "red")].value for twin in twins} == {state.facts[key(part, "red")].value}
    assert all("held:blue" not in twin.points and "settled:blue" not in twin.points for twin in twins)
    assert all(view(twin, "red", ()) == view(state, "red", ()) for twin in twins)
    assert state.points["held:blue"] == 2, "the truth stays as it is"


@pytest.mark.rule("tactical.4.1")
def test_five_rounds_tell_nobody_of_a_limit_that_takes_no_dice() -> None:
    pair = [secret(limit, 5) for limit in ("None", "Objective")]
    told = [[BOOK.tell(state, event, "red") for event in play(state, resolve_judgement).events] for state in pair]
    assert told[0] == told[1]
    assert view(pair[0], "red", ()) == view(pair[1], "red", ())


@pytest.mark.rule("tactical.4.1")
def test_what_is_known_stays_and_what_is_supposed_does_not_depend_on_the_truth() -> None:
    known = secret("Objective", 6, ("blue", "red"))
    twin = disguise(known, "red", random.Random(1))
    assert twin.facts == known.facts
    assert twin.points == known.points
    pairs = [(secret("Objective", 5), secret("Random", 5))]
    for here, there in pairs:
        assert view(here, "red", ()) == view(there, "red", ())
        assert encode(suppose(here, "red", random.Random(2))) == encode(suppose(there, "red", random.Random(2)))
        assert view(here, "blue", ()) != view(there, "blue", ()), "its owner sees it"


@pytest.mark.rule("tactical.4.2.2")
def test_what_the_enemy_brought_of_points_is_supposed_without_the_truth_and_never_less_than_it_has_spent() -> None:
    def brought(points: int, spent: int = 0) -> State:
        state = secret("None", 2)
        state.points |= {"pool:red": 3, "pool:blue": points, "spent:blue": spent, "VP:blue": 1}
        return state

    for seed in range(30):
        one, other = (suppose(brought(points), "red", random.Random(seed)) for points in (0, 40))
        assert encode(one) == encode(other)
        assert one.points["pool:red"] == 3, "its own it knows"
        assert suppose(brought(9, 8), "red", random.Random(seed)).points["pool:blue"] >= 7
    assert {suppose(brought(9), "red", random.Random(seed)).points["pool:blue"] for seed in range(90)} == {*range(6)}
    assert "pool:blue" not in suppose(secret("None", 2), "red", random.Random(1)).points, "no campaign, no pools"


@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_anybody_like_him_on_the_table_might_command_and_nobody_still_to_come() -> None:
    state = secret("None", 2)
    for number in (2, 3, 4):
        put(state, f"blue-{number}", "hunter", 10 + 4 * number, 43)
    state.units["blue-4"].status = RESERVE
    state.units["blue-3"].level = 3
    state.units["blue-2"].rank = "commander"
    chiefs = set()
    for seed in range(40):
        twin = suppose(state, "red", random.Random(seed))
        chiefs.add(tuple(unit.id for unit in twin.units.values() if unit.rank == "commander"))
    assert chiefs == {("blue-1",), ("blue-2",)}
