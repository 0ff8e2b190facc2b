"""Moving inch by inch: tests on the way, other models, melee that is left, the least movement and what it ends in."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.fieldmanual.melee import BlowStruck, Strike
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import refuse_end
from gearlock.systems.fieldmanual.movement.course import Halted, Moved, Stopped, terrain_test_lines
from gearlock.systems.fieldmanual.movement.moving import resolve_inch, resolve_move
from gearlock.systems.fieldmanual.state import AUTOPILOT, STUN, State
from gearlock.table.terrain import Piece
from systems.fieldmanual.movement.walks import COMBAT, STATIONARY, TOP, code, drive, field, go, now, piece, put, red
from systems.fieldmanual.tables import play


def bog(going: str = "difficult", x0: float = 12, x1: float = 20, more: str = "") -> Piece:
    return piece("area", (x0, 0, x1, 48), props={"going": f"open {going} {more}"}, id=f"bog-{x0}")


def ended(state: State) -> str:
    state.notes.clear()
    refusal = refuse_end(state, red(state))
    return "" if refusal is None else refusal.code


# One inch at a time


@pytest.mark.rule("fieldmanual.movement-points", "fieldmanual.reaction-fire")
def test_a_way_is_gone_one_inch_a_step() -> None:
    state = field()
    played = play(state, lambda ctx: resolve_move(ctx, go((0, 2.5), (90, 1))))
    assert now(state).path == ((0, 2500), (900, 1000))
    places = []
    while now(state).path:
        play(state, lambda ctx: resolve_inch(ctx))
        places.append((red(state).x, red(state).y, red(state).facing))
    assert places == [(11_000, 20_000, 0), (12_000, 20_000, 0), (12_500, 20_500, 900), (12_500, 21_000, 900)]
    assert (now(state).gone["red-1"], now(state).spent["red-1"]) == (3500, 3500)
    assert played.events[0].change is not None


@pytest.mark.rule("fieldmanual.movement-points")
def test_a_whole_way_in_one_step_leads_to_the_same_place() -> None:
    ends = []
    for whole in (False, True):
        state = field(bog(), piece("hill", (13.3, 0, 40, 48), 1, footing=True), band=TOP, facing=7)
        played = drive(state, go((0, 2.7), (33, 2.4)), (6, 6), whole=whole)
        ends.append((red(state).x, red(state).y, red(state).z, now(state).spent["red-1"], now(state).straight["red-1"]))
        assert len(played.of(Moved)) <= 4 or not whole
    assert ends[0] == ends[1]


# Difficult and Dangerous terrain


@pytest.mark.rule("fieldmanual.terrain-difficult-dangerous")
@pytest.mark.parametrize(("going", "fails", "passes"), [("difficult", 3, 4), ("dangerous", 5, 6)])
def test_entering_is_tested_against_the_threshold_and_failure_halts_at_the_border(
    going: str, fails: int, passes: int
) -> None:
    state = field(bog(going))
    played = drive(state, go((0, 4)), (fails, 2))
    assert (red(state).x, red(state).boxes, red(state).band) == (12_000, 1, STATIONARY)
    assert (code(state, go((0, 0.5))), ended(state)) == ("halted", "")
    assert played.of(Halted)
    state = field(bog(going))
    drive(state, go((0, 4)), (passes, 2))
    assert (red(state).x, red(state).boxes, red(state).band) == (14_000, 0, COMBAT)


@pytest.mark.rule("fieldmanual.terrain-difficult-dangerous")
def test_who_starts_its_movement_inside_tests_too_and_only_once_as_long_as_it_stays() -> None:
    state = field(bog(x0=8))
    drive(state, go((0, 1)), (4, 1))
    drive(state, go((0, 1)))
    assert red(state).x == 12_000
    state = field(bog(x0=8))
    drive(state, go((90, 0)))
    drive(state, go((0, 1)), (1, 1))
    assert (red(state).y, red(state).boxes) == (20_000, 1)


@pytest.mark.rule("fieldmanual.terrain-difficult-dangerous")
def test_who_leaves_and_comes_back_tests_again_and_two_pieces_are_two_tests() -> None:
    state = field(bog(x0=11, x1=12), bog("dangerous", x0=13, x1=14), band=TOP)
    assert len(drive(state, go((0, 5)), (4, 1), (6, 1)).rolls) == 2
    state = field(bog(x0=11, x1=12))
    assert len(drive(state, go((0, 2.5), (180, 1.4)), (4, 1), (4, 1)).rolls) == 2


@pytest.mark.rule("fieldmanual.terrain-difficult-dangerous", "fieldmanual.damage-light", "fieldmanual.stun")
def test_what_counts_in_a_terrain_test() -> None:
    def total(**more: object) -> tuple[int, int]:
        lines = terrain_test_lines(red(field(**more)))  # type: ignore[arg-type]
        return (
            sum(line.value for line in lines if line.unit == "D6"),
            sum(line.value for line in lines if line.unit == "result"),
        )

    assert total(band=TOP) == (2, 0)
    assert [total(boxes=boxes)[1] for boxes in (1, 2, 3, 4)] == [0, -1, -1, -2]
    assert [total(boxes=boxes, stats={"perks": {"Rugged Movement": 1}})[1] for boxes in (2, 3, 4)] == [-1, 0, -1]
    assert (total(band=TOP, tokens={STUN: 1})[1], total(band=COMBAT, tokens={STUN: 1})[1]) == (-1, 0)
    assert total(tokens={AUTOPILOT: 1}) == (1, 0)
    assert sum(line.value for line in terrain_test_lines(red(field(boxes=2)), True) if line.unit == "result") == 0


@pytest.mark.rule("fieldmanual.terrain-difficult-dangerous", "fieldmanual.terrain-roads")
def test_on_a_road_through_a_bog_nobody_tests() -> None:
    drive(field(bog(), piece("road", (0, 19, 72, 21))), go((0, 4)))


# Other models


@pytest.mark.rule("fieldmanual.move-through")
def test_a_model_moves_up_to_another_and_not_into_it() -> None:
    state = field()
    put(state, "blue-1", "jager", 13, 20)
    assert (code(state, go((0, 2))), code(state, go((0, 2.001)))) == ("", "overlap")


@pytest.mark.rule("fieldmanual.move-through")
def test_who_cannot_turn_goes_through_where_there_is_room_to_get_by() -> None:
    state = field(mode="G", band=TOP)
    put(state, "blue-1", "jager", 12, 20)
    assert code(state, go((0, 5))) == ""
    assert code(state, go((0, 2.5))) == "overlap"
    drive(state, go((0, 5)))
    assert red(state).x == 15_000
    walls = [piece("hill", (11, y, 13, y + 1), 3, footing=True, id=f"wall {y}") for y in (20.6, 18.4)]
    tight = field(*walls, mode="G", band=TOP)
    put(tight, "blue-1", "jager", 12, 20)
    assert code(tight, go((0, 5))) == "overlap"


@pytest.mark.rule("fieldmanual.move-through")
def test_who_could_turn_does_not_go_through() -> None:
    assert code(_with_foe(field(mode="W")), go((0, 4))) == "overlap"
    state = _with_foe(field(mode="G", band=TOP))
    now(state).straight["red-1"] = 3000
    assert code(state, go((0, 5))) == "overlap"
    assert code(state, go((60, 5))) == ""


def _with_foe(state: State, x: float = 12, **more: object) -> State:
    put(state, "blue-1", "jager", x, 20, **more)  # type: ignore[arg-type]
    return state


@pytest.mark.rule("fieldmanual.move-through")
def test_a_way_that_is_blocked_by_now_ends_there() -> None:
    state = field()
    play(state, lambda ctx: resolve_move(ctx, go((0, 4))))
    put(state, "blue-1", "jager", 12.5, 20)
    first = play(state, lambda ctx: resolve_inch(ctx))
    second = play(state, lambda ctx: resolve_inch(ctx))
    assert not first.of(Stopped)
    assert second.of(Stopped)
    assert (red(state).x, now(state).path) == (11_000, ())


# Leaving melee


def _strikes(_state: State, ask: Ask) -> Order:
    return Strike(ask.unit, "VB", ask.about[0]) if ask.kind == "free-strike" else Decline()


@pytest.mark.rule("fieldmanual.free-strikes")
def test_leaving_the_melee_range_of_an_enemy_gives_it_a_free_strike() -> None:
    state = field(facing=180)
    put(state, "blue-1", "jager", 12, 20, 180)
    stays = drive(state, go((0, 2)))
    assert not stays.asks
    leaves = drive(state, go((0, 0.5)), (4, 2), (3, 1), answer=_strikes)
    assert [(ask.kind, ask.unit, ask.about) for ask in leaves.asks][:1] == [
        ("free-strike", "blue-1", ("red-1", "left melee"))
    ]
    assert leaves.of(BlowStruck)[0].paid is False
    assert not drive(state, go((0, 0.5))).asks


@pytest.mark.rule("fieldmanual.free-strikes")
def test_exactly_three_inches_is_still_in_melee() -> None:
    state = field(facing=180)
    put(state, "blue-1", "jager", 12, 20, 180)
    assert not drive(state, go((0, 2))).asks
    assert red(state).x == 8_000
    assert len(drive(state, go((0, 0.001))).asks) == 1


@pytest.mark.rule("fieldmanual.free-strikes")
def test_who_just_passes_an_enemy_was_not_in_melee_with_it() -> None:
    state = field(mode="G", band=TOP)
    put(state, "blue-1", "jager", 16, 22, 180)
    assert not drive(state, go((0, 12))).asks


@pytest.mark.rule("fieldmanual.terrain-difficult-dangerous")
def test_of_two_dangers_within_an_inch_the_first_is_tested_first() -> None:
    state = field(bog(x0=12.2, x1=12.4), bog("dangerous", x0=12.6))
    played = drive(state, go((0, 4)), (2, 1))
    assert (red(state).x, [roll.purpose for roll in played.rolls]) == (12_200, ["difficult terrain"])
    state = field(bog(x0=12.2, x1=12.4), bog("dangerous", x0=12.6))
    played = drive(state, go((0, 4)), (4, 1), (5, 1))
    assert (red(state).x, [roll.purpose for roll in played.rolls][1]) == (12_600, "dangerous terrain")
