"""16.0, step 3: how each objective is achieved, and when that is looked at."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.objectives.objectives import (
    Slot,
    is_done,
    prey,
    true_progress,
    tv_left,
    victims,
    victory_points,
    wards,
)
from gearlock.systems.blitz.state import GONE, OFF_BOARD, RIDING, STRICKEN, WAITING, WRECK, State
from systems.blitz.fieldwork import model, table
from systems.blitz.stage import at, moment, objectives, play_to, secret, story

RED = Slot("red", 1)


def done(battle: Battle[State]) -> bool:
    """Whether red's first objective was achieved in the Cleanup that is over now."""
    play_to(battle, "activate", "first", "bonus")
    return is_done(battle.state, RED)


@pytest.mark.rule("blitz.16.0-obj-assassinate")
def test_the_enemy_commander_is_the_target_if_deployed() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "assassinate")
        state.round = 0

    battle = play_to(moment(lay, phase="weather"), "activate", "bonus", "first")
    chief = next(unit.id for unit in battle.state.units.values() if unit.seat == "blue" and unit.rank == "co")
    assert battle.state.facts["target:red:1"].value == chief


@pytest.mark.rule("blitz.16.0-obj-assassinate")
@pytest.mark.parametrize("status", [WAITING, OFF_BOARD])
def test_else_a_commander_who_is(status: str) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "assassinate")
        state.units["blue-1"].status = status
        state.facts["distance:blue-1"] = secret("9000", "blue")

    state = moment(lay, phase="weather").state
    assert state.units["blue-1"].rank == "co"
    assert state.facts["target:red:1"].value == "blue-3"


@pytest.mark.rule("blitz.17.0b", "blitz.16.0-obj-wipe", "blitz.16.2c")
def test_aircraft_are_never_targets_and_groups_beyond_the_table_are() -> None:
    landed = model("blue-1", "generic-bomber", rank="co")
    shot_down = model("blue-2", "generic-bomber", group=2, status=GONE)
    battery = model("blue-3", "hunter", rank="cgl", group=3, status=OFF_BOARD)
    state = table(landed, shot_down, battery, model("blue-4", "hunter", rank="2ic", group=4))
    assert victims(state, RED) == ["blue-4"]
    assert prey(state, RED) == ["3", "4"]


@pytest.mark.rule("blitz.16.0-obj-assassinate")
def test_of_several_the_die_decides() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "assassinate")
        state.units["blue-1"].status = WAITING
        state.units["blue-2"].rank = state.units["blue-4"].rank = "2ic"

    for face, target in ((1, "blue-2"), (2, "blue-3"), (3, "blue-4")):
        battle = moment(lay, ("target of red's objective 1", (face,)), phase="weather")
        assert battle.state.facts["target:red:1"].value == target


@pytest.mark.rule("blitz.16.0-obj-assassinate")
@pytest.mark.parametrize(("status", "won"), [(WRECK, True), (GONE, True), ("fielded", False), (OFF_BOARD, False)])
def test_the_target_has_to_be_destroyed(status: str, won: bool) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "assassinate")
        state.facts["target:red:1"] = secret("blue-1", "red", "blue")
        state.facts["distance:blue-1"] = secret("9000", "blue")
        state.units["blue-1"].status = status

    assert done(moment(lay)) is won


@pytest.mark.rule("blitz.16.0-obj-recon")
@pytest.mark.parametrize(
    ("scans", "won"),
    [
        (("blue-1",), False),
        (("blue-1", "blue-2"), False),
        (("blue-1", "blue-3"), True),
        (("blue-2", "blue-4"), True),
        (("red-1", "blue-3"), False),
        (("wood", "blue-3"), False),
    ],
)
def test_recon_needs_scans_of_two_units(scans: tuple[str, ...], won: bool) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "recon")
        state.points.update({f"scan:red:{name}": 1 for name in scans})

    assert done(moment(lay)) is won


@pytest.mark.rule("blitz.16.0-obj-recon")
def test_facing_one_unit_any_two_will_do_and_the_dead_count() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "recon")
        state.points.update({"scan:red:blue-1": 1, "scan:red:blue-2": 1})
        state.units["blue-1"].status = WRECK

    assert done(moment(lay, blue="hunter*3"))


@pytest.mark.rule("blitz.16.0-obj-recon", "blitz.16.0-obj-reroll")
def test_a_second_recon_needs_two_more() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "recon", "recon")
        state.points.update({f"scan:red:{name}": 1 for name in ("blue-1", "blue-3", "blue-4")})

    state = moment(lay, phase="action").state
    assert true_progress(state, RED).is_met
    assert not true_progress(state, Slot("red", 2)).is_met
    state.points["scan:red:blue-2"] = 1
    assert true_progress(state, Slot("red", 2)).is_met


@pytest.mark.rule("blitz.16.0-obj-protect")
def test_protect_draws_a_commander_of_ones_own_in_the_first_cleanup() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "protect")

    for face, ward in ((1, "red-1"), (2, "red-3")):
        battle = moment(lay, ("target of red's objective 1", (face,)))
        assert battle.state.facts["target:red:1"].value == ward
    state = battle.state
    assert true_progress(state, RED).is_met
    assert not is_done(state, RED)
    assert victory_points(state, "red") == 2
    state.units["red-3"].status = WRECK
    assert not true_progress(state, RED).is_met


@pytest.mark.rule("blitz.16.0-obj-wipe")
@pytest.mark.parametrize(("lost", "won"), [(1, False), (2, True), (3, True)])
def test_wipe_them_out_at_half_of_a_groups_actions(lost: int, won: bool) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "wipe")
        for name in ("blue-1", "blue-2", "blue-3")[:lost]:
            state.units[name].status = WRECK

    battle = moment(lay, blue="hunter*4")
    assert battle.state.facts["target:red:1"].value == "1"
    assert done(battle) is won


@pytest.mark.rule("blitz.16.0-obj-wipe")
def test_half_of_an_odd_number_is_not_reached_by_less() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "wipe")
        state.units["blue-1"].status = WRECK

    assert not done(moment(lay, blue="hunter*3"))


@pytest.mark.rule("blitz.16.0-obj-wipe")
def test_the_group_is_drawn_among_those_deployed() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "wipe")
        state.units["blue-1"].status = state.units["blue-2"].status = WAITING

    assert moment(lay).state.facts["target:red:1"].value == "2"

    def both(state: State) -> None:
        objectives(state, "red", "wipe")

    for face in (1, 2):
        battle = moment(both, ("target of red's objective 1", (face,)))
        assert battle.state.facts["target:red:1"].value == str(face)


@pytest.mark.rule("blitz.16.0-obj-reroll")
def test_no_target_is_drawn_twice() -> None:
    def lay(state: State) -> None:
        for what, name in (("assassinate", "blue-1"), ("protect", "red-1"), ("wipe", "1")):
            objectives(state, "red", what, what)
            state.facts["target:red:1"] = secret(name, "red")
            found = {"assassinate": victims, "protect": wards, "wipe": prey}[what](state, Slot("red", 2))
            assert found == {"assassinate": ["blue-3"], "protect": ["red-3"], "wipe": ["2"]}[what]

    moment(lay, phase="action")


@pytest.mark.rule("blitz.16.0-obj-hold")
def test_hold_counts_at_the_end_and_only_the_real_marker() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "hold", primary=1)
        state.markers = {"red-1-a": (20_000, 18_000), "red-1-b": (34_000, 18_000)}
        state.facts["marker:red:1"] = secret("red-1-a", "red")
        at(state, "red-1", 21, 18)

    state = moment(lay, phase="action").state
    assert victory_points(state, "red") == 2
    state.facts["marker:red:1"] = secret("red-1-b", "red")
    assert victory_points(state, "red") == 0


@pytest.mark.rule("blitz.16.0-obj-capture")
@pytest.mark.parametrize(
    ("before", "holds", "won"), [(1, True, True), (0, True, False), (1, False, False), (2, True, True)]
)
def test_capture_needs_two_cleanups_in_a_row(before: int, holds: bool, won: bool) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "capture")
        state.markers = {"red-1-a": (20_000, 18_000), "red-1-b": (34_000, 18_000)}
        state.facts["marker:red:1"] = secret("red-1-a", "red")
        state.points["held:red-1-a:red"] = before
        if holds:
            at(state, "red-1", 21, 18)

    battle = moment(lay)
    assert done(battle) is won
    assert battle.state.points.get("held:red-1-a:red", 0) == (before + 1 if holds else 0)


@pytest.mark.rule("blitz.16.0-obj-capture")
def test_a_captured_marker_that_is_not_real_wins_nothing_and_tells_nothing() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "capture")
        state.markers = {"red-1-a": (20_000, 18_000), "red-1-b": (34_000, 18_000)}
        state.facts["marker:red:1"] = secret("red-1-b", "red")
        state.points["held:red-1-a:red"] = 1
        at(state, "red-1", 21, 18)

    battle = moment(lay)
    assert not done(battle)
    assert battle.state.facts["marker:red:1"].knows == ("red",)


@pytest.mark.rule("blitz.16.0-obj-casualties")
def test_casualties_counts_whoever_is_in_play_and_whole() -> None:
    def lay(state: State) -> None:
        for unit in state.units.values():
            unit.tv = 10

    state = moment(lay, phase="action").state
    assert tv_left(state, "red") == 40
    for change, left in (
        ({"status": OFF_BOARD}, 40),
        ({"status": RIDING}, 40),
        ({"status": WAITING}, 30),
        ({"status": WRECK}, 30),
        ({"hull": 0}, 30),
        ({"tokens": {STRICKEN: 1}}, 30),
    ):
        there = moment(lay, phase="action").state
        at(there, "red-1", 2, 2, **change)
        assert tv_left(there, "red") == left, change


@pytest.mark.rule("blitz.16.0-3")
def test_achieving_shows_an_objective_and_what_it_was_about() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "assassinate", "recon", knows=("red",))
        state.facts["target:red:1"] = secret("blue-1", "red")
        state.units["blue-1"].status = WRECK

    battle = moment(lay)
    assert done(battle)
    facts = battle.state.facts
    assert facts["objective:red:1"].knows == facts["target:red:1"].knows == ("red", "blue")
    assert facts["objective:red:2"].knows == facts["primary:red"].knows == ("red",)
    assert "Red has achieved Assassinate" in story(battle, "blue")
    assert battle.view("blue").score["red"] == 1
    assert battle.view("red").score["red"] == 2


@pytest.mark.rule("blitz.16.0-obj-protect")
def test_a_secret_target_is_drawn_in_secret() -> None:
    def lay(state: State) -> None:
        objectives(state, "red", "protect", knows=("red",))

    battle = moment(lay)
    assert "Protect" not in story(battle, "blue")
    assert "Red's Protect is about" in story(battle, "red")
    assert battle.state.facts["target:red:1"].knows == ("red",)
