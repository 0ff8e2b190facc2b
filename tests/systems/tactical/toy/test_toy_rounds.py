"""3.9.1, 3.9.2 and 3.9.3: setting up, rounds, winning, and Block and Run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.systems.tactical.state import DESTROYED, LEFT
from gearlock.systems.tactical.toy_battles.battle import PLAY, toy_outcome
from gearlock.systems.tactical.toy_battles.toys import (
    ActivateToy,
    BeginRound,
    Brawl,
    EndToy,
    Go,
    PlaceToy,
    Shoot,
    ToyActivated,
    ToyDisabled,
    close_left,
    goal_box,
    outcome_of_running,
    ranged_left,
)
from gearlock.table.measure import INCH
from systems.tactical.toy.playroom import SYSTEM, Room, knocked, thing


def set_up(*coins: int, **options: Any) -> Room:
    """A battle before the first toy is put down."""
    room = Room(thing("puddle", (0, 0, 10, 10), kind="water"), **options)
    room.state = SYSTEM.begin(room.setup)
    room.state.ground = Room(thing("puddle", (0, 0, 10, 10), kind="water")).state.ground
    return room.begin("", *coins)


@pytest.mark.rule("tactical.3.9.1")
def test_teams_set_up_at_opposite_ends_in_turn_and_on_dry_ground() -> None:
    room = set_up(2)
    assert room.battle is not None
    assert room.battle.waiting_for() == ("blue",)
    assert room.code(PlaceToy("blue-1", 40 * INCH, 5 * INCH, 2700)) == "zone"
    assert room.code(PlaceToy("red-1", 40 * INCH, 80 * INCH, 2700)) == "unit"
    assert room.code(PlaceToy("blue-1", 40 * INCH, 80 * INCH, 3600)) == "facing"
    room.give(PlaceToy("blue-1", 40 * INCH, 80 * INCH, 2700))
    assert room.battle.waiting_for() == ("red",)
    assert room.code(PlaceToy("red-1", 40 * INCH, 14 * INCH - 1400 + 1, 900)) == "zone"
    assert room.code(PlaceToy("red-1", 8 * INCH, 8 * INCH, 900)) == "water"
    assert room.rule(PlaceToy("red-1", 8 * INCH, 8 * INCH, 900)) == "tactical.3.9.1"
    room.give(PlaceToy("red-1", 40 * INCH, 14 * INCH - 1400, 900))
    assert room.code(PlaceToy("blue-2", 41 * INCH, 80 * INCH, 900)) == "overlap"
    room.give(PlaceToy("blue-2", 50 * INCH, 80 * INCH, 2700))
    assert room.now.phase == "placing"


@pytest.mark.rule("tactical.3.9.1")
def test_weapons_are_counted_and_every_toy_has_one() -> None:
    usual = Room().state.units["red-1"]
    assert (len(ranged_left(usual)), len(close_left(usual))) == (2, 1)
    card = Room(weapons="card").state.units["red-1"]
    assert [mount.id for mount in ranged_left(card)] == ["LAC", "APGL"]
    many = Room(weapons="4+5").state.units["red-1"]
    assert (len(ranged_left(many)), len(close_left(many))) == (4, 5)
    assert len({mount.id for mount in many.card.weapons}) == 9
    for said in ("0+0", "5+5", "many"):
        with pytest.raises(BadInput, match=r"weapons="):
            SYSTEM.prepare("toy", 1, {"weapons": said})


@pytest.mark.rule("tactical.3.9.1")
def test_only_gears_play_and_everything_wrong_is_said_at_once() -> None:
    wrong = {"red": "aller", "toys": "0", "length": "1.999", "place": "attic", "map": "moon", "rounds": "x"}
    with pytest.raises(BadInput) as caught:
        SYSTEM.prepare("toy", 1, wrong)
    said = str(caught.value)
    assert all(word in said for word in ("Aller", "toys=0", "length=1.999", "attic", "moon", "rounds=x"))
    assert len(SYSTEM.prepare("toy", 1, {"toys": "12"}).data["forces"]["blue"][0]) == 12
    with pytest.raises(BadInput, match="13"):
        SYSTEM.prepare("toy", 1, {"red": "hunter*13"})
    with pytest.raises(BadInput, match="length=long"):
        SYSTEM.prepare("toy", 1, {"length": "long"})
    for inches in ("2", "16"):
        SYSTEM.prepare("toy", 1, {"length": inches})


@pytest.mark.rule("tactical.3.9.1")
@pytest.mark.parametrize("place", ["indoors", "outdoors"])
def test_fields_are_full_of_obstacles_and_leave_both_ends_free(place: str) -> None:
    names = set()
    for seed in range(8):
        ground = SYSTEM.begin(SYSTEM.prepare("toy", seed, {"place": place})).ground
        assert len(ground.pieces) >= 10
        deep = 2 * (7 if place == "indoors" else 10) * INCH
        corners = [corner for piece in ground.pieces for corner in piece.outline]
        assert all(deep <= y <= ground.height - deep and 0 <= x <= ground.width for x, y in corners)
        names |= {piece.name for piece in ground.pieces}
    wanted = {"Stack of books", "Seat of a chair", "Cardboard box"} if place == "indoors" else {"Puddle", "Stone"}
    assert wanted <= names


@pytest.mark.rule("tactical.3.9.1")
def test_a_map_of_ones_own_needs_room_to_set_up(tmp_path: Path) -> None:
    def field(high: float, pieces: str = "") -> dict[str, str]:
        path = tmp_path / "room.toml"
        path.write_text(f'name = "Room"\nwidth = 40\nheight = {high}\n{pieces}')
        return {"map": str(path)}

    assert SYSTEM.prepare("toy", 1, field(42)).data["map"]["height"] == 42 * INCH
    with pytest.raises(BadInput, match="too small"):
        SYSTEM.prepare("toy", 1, field(41.999))
    full = '[[piece]]\nid = "bed"\nname = "Bed"\nkind = "instance"\ntop = 20\nrectangle = [0, 28, 40, 42]\n'
    for kind in ("instance", "water"):
        with pytest.raises(BadInput, match="no room on this map for the 5 toys of blue"):
            SYSTEM.prepare("toy", 1, field(42, full.replace("instance", kind)))


@pytest.mark.rule("tactical.3.9.2")
@pytest.mark.parametrize(("coin", "winner", "first"), [(1, "red", "blue"), (2, "blue", "blue"), (2, "blue", "red")])
def test_the_winner_of_the_toss_begins_or_makes_the_other_team_begin(coin: int, winner: str, first: str) -> None:
    room = Room()
    room.state.phase, room.state.round = "toss", 3
    for unit in room.state.units.values():
        unit.done = True
    room.begin("", coin)
    assert room.battle is not None
    assert room.battle.waiting_for() == (winner,)
    assert room.code(BeginRound("green")) == "seat"
    room.give(BeginRound(first))
    assert (room.now.round, room.now.turn) == (4, first)
    assert not any(unit.done for unit in room.now.units.values())
    assert room.battle.waiting_for() == (first,)


@pytest.mark.rule("tactical.3.9.2")
def test_teams_alternate_and_each_toy_is_activated_once_a_round() -> None:
    room = Room(red="hunter*3", blue="jaeger").begin("", 1)
    room.give(ActivateToy("red-2"))
    assert room.code(EndToy("red-1")) == "unit"
    room.give(EndToy("red-2")).give(EndToy("blue-1"))
    assert room.code(ActivateToy("red-2")) == "done"
    assert room.rule(ActivateToy("red-2")) == "tactical.3.9.2"
    assert room.code(ActivateToy("blue-1")) == "unit"
    room.give(ActivateToy("red-1")).give(EndToy("red-1"))
    assert room.now.activation is not None, "the last toy of the longer team follows by itself"
    assert room.now.activation.unit == "red-3"
    room.give(EndToy("red-3"))
    assert room.now.phase == "toss"


@pytest.mark.rule("tactical.3.9.2-activation")
def test_a_prone_toy_can_only_stand_up_and_that_is_its_activation() -> None:
    room = Room()
    room.put("red-1", 10, 10, prone=1, no_attack=1)
    room.begin("")
    assert "Red Hunter 1 stands up, and does nothing else" in room.labels()
    room.give(ActivateToy("red-1"))
    assert not knocked(room, "red-1")
    assert not room.unit("red-1").tokens, "the activation that it could not attack in has passed"
    assert room.unit("red-1").done
    assert room.battle is not None
    assert room.battle.waiting_for() == ("blue",)
    down = Room()
    down.put("red-1", 10, 10, prone=1)
    down.begin("red-1")
    assert down.battle is not None
    assert down.battle.waiting_for() == ("blue",), "nothing else is asked of it"
    ToyActivated("red-1").change(down.state)
    for order in (Go("red-1", "walk", ((0, INCH),)), Shoot("red-1", "blue-1"), Brawl("red-1", "blue-1")):
        found = SYSTEM.refuse(down.state, Ask("red", PLAY, "red-1"), order)
        assert found is not None
        assert (found.code, found.rule) == ("prone", "tactical.3.9.2-activation")


@pytest.mark.rule("tactical.3.9.2")
def test_whoever_first_disables_all_rivals_wins() -> None:
    room = Room()
    assert toy_outcome(room.state) is None
    ToyDisabled("blue-1", "red-1").change(room.state)
    assert toy_outcome(room.state) is None
    ToyDisabled("blue-2", "red-1").change(room.state)
    found = toy_outcome(room.state)
    assert found is not None
    assert (found.winner, found.score) == ("red", {"red": 2, "blue": 0})
    late = Room()
    late.state.finished = True
    found = toy_outcome(late.state)
    assert found is not None
    assert (found.winner, "time ran out" in found.reason) == ("", True)
    late.state.units["red-1"].status = DESTROYED
    found = toy_outcome(late.state)
    assert found is not None
    assert found.winner == "blue"


@pytest.mark.rule("tactical.3.9.2")
def test_time_runs_out_after_the_last_round_and_not_before() -> None:
    for rounds, over in ((1, True), (2, False)):
        room = Room(rounds=str(rounds)).begin("", 1)
        for unit in ("red-1", "blue-1"):
            room.give(ActivateToy(unit)).give(EndToy(unit))
        room.give(EndToy("red-2")).give(EndToy("blue-2"))
        assert room.battle is not None
        assert room.battle.over is over


@pytest.mark.rule("tactical.3.9.3")
def test_runners_begin_at_one_end_and_blockers_in_the_middle() -> None:
    state = SYSTEM.begin(SYSTEM.prepare("block-and-run", 1, {}))
    assert state.zones == {"red": "box 0 0 70 14", "blue": "box 0 35 70 49"}
    swapped = SYSTEM.begin(SYSTEM.prepare("block-and-run", 1, {"runners": "blue"}))
    assert swapped.zones == {"red": "box 0 35 70 49", "blue": "box 0 70 70 84"}
    with pytest.raises(BadInput, match="green"):
        SYSTEM.prepare("block-and-run", 1, {"runners": "green"})


@pytest.mark.rule("tactical.3.9.3")
def test_runners_may_not_attack_but_blockers_may() -> None:
    room = Room(scenario="block-and-run")
    room.put("red-1", 40, 40)
    room.put("blue-1", 40, 44)
    room.begin()
    assert room.code(Shoot("red-1", "blue-1")) == "runner"
    assert room.code(Brawl("red-1", "blue-1")) == "runner"
    assert room.rule(Brawl("red-1", "blue-1")) == "tactical.3.9.3"
    room.give(EndToy("red-1")).give(ActivateToy("blue-1"))
    assert room.code(Shoot("blue-1", "red-1")) == ""


@pytest.mark.rule("tactical.3.9.3")
@pytest.mark.parametrize(("runners", "start", "turn"), [("red", 70, 0), ("blue", 14, 0)])
def test_a_runner_is_across_in_the_last_length_of_the_far_end(runners: str, start: int, turn: int) -> None:
    room = Room(scenario="block-and-run", runners=runners)
    unit = f"{runners}-1"
    for name in room.state.units:
        room.put(name, 20 if name.endswith("1") else 60, 40 if not name.startswith(runners) else start)
    room.begin(unit)
    room.give(Go(unit, "walk", ((turn, 7 * INCH - 1),)))
    assert room.unit(unit).is_fielded
    room.give(Go(unit, "walk", ((0, 1),)))
    assert room.unit(unit).status == LEFT
    assert goal_box(room.now) == ((0, 77_000, 98_000, 84_000) if runners == "red" else (0, 0, 98_000, 7_000))
    assert room.battle is not None
    assert room.battle.waiting_for() != (runners,)


@pytest.mark.rule("tactical.3.9.3")
@pytest.mark.parametrize(
    ("across", "disabled", "on_the_way", "winner"),
    [(2, 2, 0, "red"), (1, 2, 0, "blue"), (3, 2, 0, "red"), (0, 0, 4, "blue"), (2, 1, 1, "red"), (2, 1, 2, "blue")],
)
def test_more_disabled_than_across_is_a_victory_of_the_blockers_and_equality_one_of_the_runners(
    across: int, disabled: int, on_the_way: int, winner: str
) -> None:
    count = across + disabled + on_the_way
    state = SYSTEM.begin(SYSTEM.prepare("block-and-run", 1, {"toys": str(count)}))
    ends = [LEFT] * across + [DESTROYED] * disabled
    for unit, status in zip([unit for unit in state.units.values() if unit.seat == "red"], ends, strict=False):
        unit.status = status
    if on_the_way:
        assert outcome_of_running(state) is None
        state.finished = True
    found = outcome_of_running(state)
    assert found is not None
    assert found.winner == winner
