"""4.0a, Hold and Capture: tokens, where markers may lie, who controls one, who knows which is real."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.objectives.objectives import (
    ChooseMarker,
    PlaceMarker,
    controller_of,
    four_tokens,
    next_marker,
)
from gearlock.systems.blitz.state import ALOFT, OFF_BOARD, WRECK, State
from gearlock.table.terrain import Ground
from systems.blitz.fieldwork import model, table
from systems.blitz.stage import asked, at, give, moment, objectives, play_to, refused, story

RADIUS = 0.5


def placing(name: str, seat: str = "red", **options: str) -> Battle[State]:
    def lay(state: State) -> None:
        objectives(state, seat, name)
        state.round = 0

    return moment(lay, phase="markers", **options)


@pytest.mark.rule("blitz.4.0a")
def test_four_tokens_lie_on_the_centre_line_at_fifths() -> None:
    assert four_tokens(Ground(50_000, 36_000)) == tuple((f"token-{n}", 10_000 * n, 18_000) for n in (1, 2, 3, 4))
    assert [spot[1:] for spot in four_tokens(Ground(36_000, 50_000))] == [(18_000, 10_000 * n) for n in (1, 2, 3, 4)]


@pytest.mark.rule("blitz.4.0a", "blitz.16.0-obj-hold")
@pytest.mark.parametrize(("gap", "holds"), [(6.0, True), (6.001, False), (0.0, True)])
def test_a_marker_is_controlled_within_six_inches_of_its_centre(gap: float, holds: bool) -> None:
    def lay(state: State) -> None:
        state.markers = {"red-1-a": (20_000, 20_000)}
        at(state, "red-1", 20 + RADIUS + gap, 20, z=0)

    state = moment(lay).state
    assert controller_of(state, "red-1-a") == ("red" if holds else "")


@pytest.mark.rule("blitz.4.0a", "blitz.16.0-obj-hold")
@pytest.mark.parametrize(("gap", "by"), [(6.0, ""), (6.001, "red")])
def test_an_enemy_as_near_contests_it(gap: float, by: str) -> None:
    def lay(state: State) -> None:
        state.markers = {"m": (20_000, 20_000)}
        at(state, "red-1", 21, 20)
        at(state, "blue-1", 20 - RADIUS - gap, 20)

    assert controller_of(moment(lay).state, "m") == by


@pytest.mark.rule("blitz.4.0a", "blitz.16.1b")
@pytest.mark.parametrize(
    "change", [{"status": WRECK}, {"status": OFF_BOARD}, {"tokens": {ALOFT: 1, "airdropped": 1}}, {"status": "waiting"}]
)
def test_only_models_on_the_table_control_anything(change: dict[str, object]) -> None:
    def lay(state: State) -> None:
        state.markers = {"m": (20_000, 20_000)}
        at(state, "red-1", 21, 20, **change)

    assert controller_of(moment(lay, phase="initiative").state, "m") == ""


@pytest.mark.rule("blitz.18.4", "blitz.18.7-medic")
@pytest.mark.parametrize("card", ["hunter-killer-drone", "medical-badger"])
@pytest.mark.parametrize(("other", "by"), [("", ""), ("red", "red"), ("blue", "")])
def test_drones_and_medics_take_no_objective_but_keep_the_enemy_from_it(card: str, other: str, by: str) -> None:
    state = table(model("red-d", card, 21, 20), markers={"m": (20_000, 20_000)})
    if other:
        state.units["other"] = model(f"{other}-2", "hunter", 20, 22)
    assert controller_of(state, "m") == by


@pytest.mark.rule("blitz.16.0-obj-hold")
def test_hold_markers_are_placed_by_their_owner_outside_its_zone() -> None:
    battle = placing("hold")
    ground = battle.state.ground
    wide, high = ground.width, ground.height
    assert asked(battle).seat == "red"
    assert refused(battle, PlaceMarker(12_000, high // 2)) == "edge"
    assert refused(battle, PlaceMarker(wide - 12_000, high // 2)) == "edge"
    assert refused(battle, PlaceMarker(wide // 2, 12_000)) in ("edge", "zone")
    assert refused(battle, PlaceMarker(12_001, high // 2)) == ""
    give(battle, PlaceMarker(12_001, high // 2))
    assert refused(battle, PlaceMarker(24_001, high // 2)) == "apart"
    assert refused(battle, PlaceMarker(24_002, high // 2)) == ""
    give(battle, PlaceMarker(24_002, high // 2))
    assert asked(battle).kind == "real marker"
    assert asked(battle).seat == "red"


@pytest.mark.rule("blitz.16.0-obj-hold", "blitz.16.0-obj-capture")
def test_a_marker_lies_outside_the_zone_of_who_places_it() -> None:
    hold, capture = placing("hold", zones="narrow"), placing("capture", zones="narrow")
    for battle in (hold, capture):
        battle.state.zones.update({"red": "west", "blue": "east"})
    third, middle = hold.state.ground.width // 3, hold.state.ground.height // 2
    if third > 12_001:
        assert refused(hold, PlaceMarker(third - 1, middle)) == "zone"
        assert refused(capture, PlaceMarker(third - 1, middle)) == ""
        assert refused(capture, PlaceMarker(hold.state.ground.width - third + 1, middle)) == "zone"
    assert refused(hold, PlaceMarker(third + 1, middle - 5_000)) == ""


@pytest.mark.rule("blitz.16.0-obj-capture")
def test_capture_markers_are_placed_by_the_enemy_and_chosen_by_their_owner() -> None:
    battle = placing("capture")
    middle = battle.state.ground.height // 2
    assert asked(battle).seat == "blue"
    give(battle, PlaceMarker(13_000, middle))
    give(battle, PlaceMarker(30_000, middle))
    assert asked(battle).seat == "red"
    assert refused(battle, ChooseMarker("blue-1-a")) == "marker"
    give(battle, ChooseMarker("red-1-b"))
    assert battle.state.facts["marker:red:1"].value == "red-1-b"
    assert battle.state.facts["marker:red:1"].knows == ("red",)
    assert next_marker(battle.state) is None


@pytest.mark.rule("blitz.16.0-obj-hold")
def test_only_the_owner_is_told_which_marker_is_real() -> None:
    battle = placing("hold")
    middle = battle.state.ground.height // 2
    for order in (PlaceMarker(13_000, middle), PlaceMarker(30_000, middle), ChooseMarker("red-1-a")):
        give(battle, order)
    mine, theirs = (battle.view(seat).markers for seat in ("red", "blue"))
    assert [shape.label for shape in mine if "real" in shape.label] == [mine[0].label]
    assert not [shape for shape in theirs if "real" in shape.label]
    assert "real marker of its Hold: A" in story(battle, "red")
    assert "real marker of its Hold." in story(battle, "blue")


@pytest.mark.rule("blitz.16.0-3")
def test_secret_objectives_with_markers_are_shown_when_markers_are_placed() -> None:
    def lay(state: State) -> None:
        state.round = 0
        objectives(state, "red", "hold", "wipe", knows=("red",))
        objectives(state, "blue", "recon", "protect", knows=("blue",))

    battle = moment(lay, phase="markers")
    facts = battle.state.facts
    assert facts["objective:red:1"].knows == ("red", "blue")
    assert facts["objective:red:2"].knows == ("red",)
    assert facts["objective:blue:1"].knows == ("blue",)


@pytest.mark.rule("blitz.16.0-obj-hold")
def test_a_first_marker_leaves_room_for_the_second() -> None:
    battle = placing("hold")
    battle.state.zones.update({"red": "west", "blue": "east"})
    wide, high = battle.state.ground.width, battle.state.ground.height
    if high == 36_000 and wide == 48_000:
        assert refused(battle, PlaceMarker(26_000, 18_000)) == "room"
    assert refused(battle, PlaceMarker(wide // 3 + 100, 13_000)) == ""


@pytest.mark.rule("blitz.16.0-obj-reroll")
def test_an_objective_that_came_twice_has_markers_of_its_own() -> None:
    def lay(state: State) -> None:
        state.round = 0
        objectives(state, "red", "hold", "hold")

    battle = play_to(moment(lay, phase="markers"), "declare", "first", "deploy")
    assert sorted(battle.state.markers) == ["red-1-a", "red-1-b", "red-2-a", "red-2-b"]
