"""Objectives, primary ones, real markers and distances: nobody obtains what is another's, and bots suppose it anew."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from conformance.checks import decisions
from conformance.test_supposing import check_supposed
from conformance.twins import Steady, check_same, play_along, probe_of, twins
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.objectives.objectives import ChooseObjectives, suppose
from gearlock.systems.blitz.state import OFF_BOARD, State
from systems.blitz.stage import at, moment, objectives, play_to, secret, story

FORCES = {"red": "hunter*2+cheetah*2+panther*2", "blue": "hunter*2+cheetah*2+panther*2", "number": "3"}


def secretly(seed: int, **options: str) -> Battle[State]:
    said = {**FORCES, "objectives": "secret", "map": "dry-wash", **options}
    return Battle.begin(SYSTEM, SYSTEM.prepare("battle", seed, said), Seeded(seed))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_a_seat_obtains_does_not_depend_on_secret_objectives(seed: int) -> None:
    battle, chooser, compared = secretly(seed), random.Random(seed), 0
    for count, (seat, _) in enumerate(islice(decisions(battle, seed), 110)):
        if count % 9 and count > 12:
            continue
        pair = twins(battle, seat, chooser, Steady(count), Steady(count))
        if pair is None:
            continue
        probe = probe_of(battle, pair, chooser)
        check_same(pair, seat, probe, f"decision {count}")
        for order, (here, there) in play_along(pair, seat, chooser):
            if here == there:
                check_same(pair, seat, probe, f"decision {count}, after {order}")
                compared += 1
    assert compared > 10


def test_what_a_seat_supposes_looks_like_the_truth() -> None:
    battle = secretly(5)
    for count, _ in enumerate(islice(decisions(battle, 5), 120)):
        if count % 10 == 4:
            for seat in ("red", "blue"):
                check_supposed(battle, seat, count)


def test_the_order_of_objectives_tells_nothing_of_those_that_stay_secret() -> None:
    """Offered in the order of the book, they would be numbered by it: Hold as the first of three says much."""
    seen = set()
    for names in (("assassinate", "hold", "wipe"), ("hold", "wipe", "protect"), ("recon", "protect", "hold")):
        battle = secretly(1)
        battle.answer("red", ChooseObjectives(names))
        battle.answer("blue", ChooseObjectives(("recon", "protect", "wipe")))
        play_to(battle, "marker")
        seen.add((story(battle, "blue"), battle.view("blue").notes, battle.ask_for("red")))
    assert len(seen) == 1


@pytest.mark.parametrize("number", [1, 2])
def test_an_objective_that_is_achieved_does_not_show_its_number(number: int) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", *("recon", "protect")[:: 3 - 2 * number], knows=("red",))
        state.facts[f"objective:red:{number}"] = secret("recon", "red", "blue")
        state.points[f"done:red:{number}"] = 1

    notes = moment(lay, phase="initiative").view("blue").notes
    assert notes[-2:] == ("red: Recon: achieved", "red: objective 2 is secret")


def hidden() -> State:
    def lay(state: State) -> None:
        objectives(state, "red", "wipe", "assassinate", "hold", primary=2, knows=("red",))
        state.facts["objective:red:3"] = secret("hold", "red", "blue")
        state.facts["target:red:1"] = secret("1", "red")
        state.facts["target:red:2"] = secret("blue-1", "red")
        state.facts["marker:red:3"] = secret("red-3-a", "red")
        state.markers = {"red-3-a": (20_000, 18_000), "red-3-b": (34_000, 18_000)}
        state.points.update({"deployed:blue-1": 1, "deployed:blue-3": 1, "present:red-1": 1, "present:red-3": 1})
        state.points.update({"present:blue-group-1": 1, "present:blue-group-2": 1})
        at(state, "red-4", 20, 0.5, status=OFF_BOARD)
        state.facts["distance:red-4"] = secret("30000", "red")
        objectives(state, "blue", "recon", "protect", "capture", primary=1, knows=("blue",))
        state.turn = "blue"

    return moment(lay, phase="initiative").state


def test_all_that_is_hidden_is_drawn_anew_and_nothing_else() -> None:
    state = hidden()
    seen = [suppose(state, "blue", random.Random(seed)) for seed in range(40)]
    assert {twin.facts["objective:red:1"].value for twin in seen} == {"assassinate", "recon", "protect", "wipe"}
    assert {twin.facts["objective:red:3"].value for twin in seen} == {"hold"}
    assert {twin.facts["marker:red:3"].value for twin in seen} == {"red-3-a", "red-3-b"}
    assert {twin.facts["primary:red"].value for twin in seen} == {"1", "2", "3"}
    assert len({twin.facts["distance:red-4"].value for twin in seen}) > 10
    for twin in seen:
        names = [twin.facts[f"objective:red:{number}"].value for number in (1, 2, 3)]
        assert len(set(names)) == 3
        assert all(twin.facts[key] == fact for key, fact in state.facts.items() if ":blue" in key)
        assert twin.units == state.units
    assert state == hidden(), "the truth is left alone"


def test_a_target_is_drawn_among_those_who_were_there() -> None:
    state = hidden()
    for seed in range(40):
        twin = suppose(state, "blue", random.Random(seed))
        for number in (1, 2):
            name = twin.facts[f"objective:red:{number}"].value
            target = twin.facts.get(f"target:red:{number}")
            wanted = {"wipe": ("1", "2"), "protect": ("red-1", "red-3"), "assassinate": ("blue-1",), "recon": ("",)}
            assert (target.value if target is not None else "") in wanted[name]


def test_a_marker_that_was_captured_without_a_word_is_not_the_real_one() -> None:
    state = hidden()
    state.facts["objective:red:3"] = secret("capture", "red", "blue")
    state.points["taken:red-3-a:red"] = 1
    twins_seen = {suppose(state, "blue", random.Random(seed)).facts["marker:red:3"].value for seed in range(20)}
    assert twins_seen == {"red-3-b"}


def test_a_side_supposes_its_own_as_it_is() -> None:
    state = hidden()
    twin = suppose(state, "red", random.Random(1))
    assert all(twin.facts[key] == fact for key, fact in state.facts.items() if ":red" in key)
