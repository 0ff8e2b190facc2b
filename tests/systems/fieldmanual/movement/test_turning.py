"""Turns: 60 degrees each, by mode and speed; directions; sideways; quick turns and rapid deceleration."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.movement.terrain import Decelerate, Move, QuickTurn, turns_in
from gearlock.systems.fieldmanual.state import AUTOPILOT, COMBAT, REVERSE, STATIONARY, STUN, TOP
from systems.fieldmanual.movement.walks import code, drive, field, go, now, put, red, refusal_of


@pytest.mark.rule("fieldmanual.turns")
@pytest.mark.parametrize(("angle", "turns"), [(0, 0), (1, 1), (600, 1), (-600, 1), (601, 2), (1200, 2), (-1800, 3)])
def test_a_turn_is_sixty_degrees(angle: int, turns: int) -> None:
    assert turns_in(angle) == turns


@pytest.mark.rule("fieldmanual.mode-ground", "fieldmanual.mode-hover", "fieldmanual.mode-walker", "fieldmanual.turns")
@pytest.mark.parametrize(
    ("mode", "band", "inches"),
    [("G", COMBAT, 2), ("G", TOP, 3), ("H", COMBAT, 2), ("H", TOP, 4), ("W", TOP, 2)],
)
def test_a_turn_is_paid_for_with_inches_moved(mode: str, band: str, inches: int) -> None:
    state = field(mode=mode, band=band)
    assert code(state, go((0, inches), (60, 0))) == ""
    assert code(state, go((0, inches - 0.001), (60, 0))) == "turns"
    assert code(state, go((0, inches), (60.1, 0))) == "turns"
    assert code(state, go((60, 1))) == "turns"


@pytest.mark.rule("fieldmanual.mode-ground", "fieldmanual.speed-reverse")
def test_reverse_pays_for_turns_as_combat_speed_does() -> None:
    for mode in "GH":
        state = field(mode=mode, band=REVERSE)
        assert code(state, go((0, -2), (60, -1))) == ""
        assert code(state, go((0, -1.999), (60, -1))) == "turns"


@pytest.mark.rule("fieldmanual.turns")
def test_every_inch_pays_once_and_two_turns_may_be_saved_up() -> None:
    state = field(mode="G")
    assert code(state, go((0, 2), (60, 1.9), (60, 0))) == "turns"
    assert code(state, go((0, 2), (60, 2), (60, 0))) == ""
    assert code(state, go((0, 4), (120, 0))) == ""
    assert code(state, go((0, 3.9), (120, 0))) == "turns"
    drive(state, go((0, 3), (45, 0)))
    assert now(state).straight["red-1"] == 1000
    assert (code(state, go((0, 0.999), (9, 0))), code(state, go((0, 1), (9, 0)))) == ("turns", "")


@pytest.mark.rule("fieldmanual.speed-stationary")
@pytest.mark.parametrize(("mode", "most"), [("G", 2), ("H", 3)])
def test_a_stationary_model_turns_a_few_times_at_any_point_of_its_inch(mode: str, most: int) -> None:
    state = field(mode=mode, band=STATIONARY)
    assert code(state, go(*((60, 1 / most),) * most)) in ("", "movement")
    assert code(state, go((60 * most, 1))) == ""
    assert code(state, go((60, 0.5), (60 * most - 60, 0.5))) == ""
    assert code(state, go((60 * most + 1, 0))) == "turns"
    assert code(state, go((0, 1.001))) == "movement"
    drive(state, go((60, 0.5)))
    assert (code(state, go((60 * most - 60, 0.5))), code(state, go((60 * most, 0)))) == ("", "turns")
    assert code(state, go((0, 0.501))) == "movement"


@pytest.mark.rule("fieldmanual.speed-stationary")
def test_a_stationary_model_moves_by_the_inch_whatever_the_ground() -> None:
    from systems.fieldmanual.movement.test_terrain import area

    state = field(area("very-rough", 10), band=STATIONARY)
    assert (code(state, go((0, 1))), code(state, go((0, 1.001)))) == ("", "movement")
    assert code(field(area("very-dense", 10), mode="G", band=STATIONARY), go((0, 1))) == "impassable"


@pytest.mark.rule("fieldmanual.mode-walker")
def test_walkers_turn_freely_below_top_speed() -> None:
    for band, length in ((STATIONARY, 0.2), (COMBAT, 0.5)):
        assert code(field(band=band), go((170, length), (-170, length), (90, 0), (90, 0))) == ""


@pytest.mark.rule("fieldmanual.mode-walker", "fieldmanual.speed-reverse")
@pytest.mark.parametrize(
    ("mode", "band", "forward", "backward", "aside"),
    [
        ("W", COMBAT, "", "", ""), ("W", STATIONARY, "", "", ""), ("W", TOP, "", "backward", "aside"),
        ("G", COMBAT, "", "backward", "aside"), ("G", REVERSE, "forward", "", "aside"),
        ("G", STATIONARY, "", "backward", "aside"), ("H", COMBAT, "", "backward", "aside"),
    ],
)  # fmt: skip
def test_who_goes_which_way(mode: str, band: str, forward: str, backward: str, aside: str) -> None:
    state = field(mode=mode, band=band)
    assert (code(state, go((0, 1))), code(state, go((0, -1)))) == (forward, backward)
    assert code(state, go((90, 1), aside=True)) == aside


@pytest.mark.rule("fieldmanual.mode-walker")
def test_a_walker_goes_sideways_and_keeps_its_facing() -> None:
    state = field()
    drive(state, go((90, 2), (180, 1), aside=True))
    assert (red(state).x, red(state).y, red(state).facing) == (9_000, 22_000, 0)
    assert now(state).spent["red-1"] == 3000


@pytest.mark.rule("fieldmanual.mode-walker")
def test_a_way_that_goes_nowhere_is_refused() -> None:
    assert [code(field(), order) for order in (go(), go((0, 0)), go((90, 0), aside=True))] == ["path"] * 3
    assert code(field(), Move("red-1", ((0, 10),) * 33)) == "path"


@pytest.mark.rule("fieldmanual.fast-and-friendly")
def test_by_agreement_the_whole_way_pays_for_its_turns() -> None:
    state = field(mode="G")
    early = go((60, 1), (60, 3))
    assert code(state, early) == "turns"
    state.switches["fast and friendly"] = "yes"
    assert code(state, early) == ""
    assert code(state, go((60, 1), (60, 2.9))) == "turns"
    drive(state, early)
    assert now(state).straight["red-1"] == 0


@pytest.mark.rule("fieldmanual.rapid-deceleration")
def test_a_quick_turn_is_up_to_120_degrees_for_a_stun_counter() -> None:
    state = field(mode="G", band=TOP)
    assert [code(state, QuickTurn("red-1", angle)) for angle in (1200, -1200, 1201, 0)] == ["", "", "turns", "turns"]
    drive(state, QuickTurn("red-1", -1200))
    assert (red(state).facing, red(state).band, red(state).token(STUN)) == (2400, TOP, 1)
    assert code(state, QuickTurn("red-1", 100)) == "stunned"
    assert code(state, Decelerate("red-1")) == "stunned"


@pytest.mark.rule("fieldmanual.rapid-deceleration")
@pytest.mark.parametrize(("band", "then"), [(TOP, COMBAT), (COMBAT, STATIONARY), (REVERSE, STATIONARY)])
def test_rapid_deceleration_drops_one_band_and_turns_up_to_60_degrees(band: str, then: str) -> None:
    state = field(mode="G", band=band)
    assert [code(state, Decelerate("red-1", angle)) for angle in (0, 600, 601)] == ["", "", "turns"]
    drive(state, Decelerate("red-1", 600))
    assert (red(state).facing, red(state).band, red(state).token(STUN)) == (600, then, 1)


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.perk-autopilot")
def test_who_cannot_decelerate() -> None:
    assert code(field(band=STATIONARY), Decelerate("red-1")) == "speed"
    assert code(field(band=STATIONARY), QuickTurn("red-1", 900)) == ""
    state = field(mode="G", band=TOP, tokens={AUTOPILOT: 1})
    assert [code(state, order) for order in (Decelerate("red-1"), QuickTurn("red-1", 9))] == ["autopilot"] * 2
    other = field()
    put(other, "red-2", "jager", 20, 20, 0)
    assert code(other, QuickTurn("red-2", 600)) == "passive"


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.speed-combat")
def test_after_slowing_down_the_lower_limits_hold() -> None:
    state = field(mode="G", band=TOP)
    drive(state, go((0, 7)))
    drive(state, Decelerate("red-1"))
    assert code(state, go((0, 0.1))) == "movement"
    refusal = refusal_of(state, go((0, 0.1)))
    assert refusal is not None
    assert refusal.facts["has"] == 6000


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.combined-movement")
def test_who_has_no_facing_makes_no_quick_turns() -> None:
    state = field(card="infantry-squad-proposed", team="red-1")
    assert [code(state, order) for order in (QuickTurn("red-1", 600), Decelerate("red-1"))] == ["facing", ""]


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.combined-movement")
def test_a_squad_slows_down_at_once_with_all_its_bases() -> None:
    state = field(mode="W", band=COMBAT, team="red-1")
    put(state, "red-2", "jager", 20, 22, 0, mode="W", band=COMBAT, team="red-1")
    drive(state, Decelerate("red-1"))
    assert [(base.band, base.token(STUN)) for base in state.parts(red(state))] == [(STATIONARY, 1)] * 2
