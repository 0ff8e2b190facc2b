"""Climbing cliffs, and jumping over things."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.movement.climbing_and_jumping import climbing_rates, legal_climbs, level_of
from gearlock.systems.fieldmanual.movement.course import Climbed, mp_left, still_obliged
from gearlock.systems.fieldmanual.movement.terrain import Climb, Jump
from gearlock.systems.fieldmanual.state import CLIMBING, COMBAT, REVERSE, STATIONARY, TOP, State
from gearlock.table.terrain import Piece
from systems.fieldmanual.movement.walks import code, drive, field, go, now, piece, put, red, refusal_of
from systems.fieldmanual.tables import activate

EQUIPPED = {"perks": {"Climbing Equipment": 1}}
BOTH = {"perks": {"Climbing Equipment": 1, "Arms": 1}}
JETS = {"perks": {"Jump Jets": 3, "Arms": 1}}


def cliff(top: float = 2) -> Piece:
    return piece("hill", (11, 0, 40, 48), top, footing=True, id="cliff")


def at_foot(top: float = 2, **more: object) -> State:
    return field(cliff(top), at=(10.45, 20), **more)  # type: ignore[arg-type]


def onto(state: State) -> Climb:
    """The climb to the top."""
    found = [order for label, order in legal_climbs(state, red(state), "red-1") if "onto" in label]
    assert found, "it cannot climb onto the top"
    return found[0]


@pytest.mark.rule("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
@pytest.mark.parametrize(("stats", "rates"), [({}, (2, 3)), (EQUIPPED, (2, 2)), (BOTH, (1, 1)), ({"perks": {}}, None)])
def test_what_a_level_costs(stats: dict[str, object], rates: tuple[int, int] | None) -> None:
    found = climbing_rates(red(field(stats=stats)))
    assert (None if found is None else tuple(rate // 1000 for rate in found)) == rates


@pytest.mark.rule("fieldmanual.perk-arms", "fieldmanual.elevation")
@pytest.mark.parametrize(("top", "price"), [(1.5, 4), (2, 4), (2.4, 4)])
def test_up_a_cliff_with_arms(top: float, price: int) -> None:
    state = at_foot(top)
    drive(state, onto(state))
    assert (red(state).z, now(state).spent["red-1"], red(state).token(CLIMBING)) == (round(top * 1000), price * 1000, 0)
    assert still_obliged(state, red(state)) == 0


@pytest.mark.rule("fieldmanual.elevation")
def test_levels_of_a_cliff_are_whole_inches_to_the_nearest() -> None:
    assert [level_of(0, 2400, z) for z in (0, 400, 1000, 1499, 1500, 2400)] == [0, 0, 1, 1, 2, 2]
    assert [level_of(0, 2500, z) for z in (0, 2000, 2500)] == [0, 2, 3]


@pytest.mark.rule("fieldmanual.perk-arms")
def test_who_cannot_finish_hangs_at_combat_speed_and_climbs_on_next_time() -> None:
    state = at_foot(3)
    labels = dict(legal_climbs(state, red(state), "red-1"))
    assert set(labels) == {"Climb up the Hill to 1 in", "Climb up the Hill to 2 in"}
    played = drive(state, labels["Climb up the Hill to 2 in"])
    assert played.of(Climbed)[0].hangs
    assert (red(state).z, red(state).token(CLIMBING), now(state).spent["red-1"]) == (2000, 1, 4000)
    assert code(state, go((0, 0.1))) == "climbing"
    activate(state, "red-1")
    drive(state, onto(state))
    assert (red(state).z, red(state).token(CLIMBING), now(state).spent["red-1"]) == (3000, 0, 2000)


@pytest.mark.rule("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
@pytest.mark.parametrize(("stats", "price"), [({}, None), (EQUIPPED, 4), (BOTH, 2)])
def test_down_a_cliff(stats: dict[str, object], price: int | None) -> None:
    state = field(cliff(), at=(11.6, 20), stats=stats)
    found = dict(legal_climbs(state, red(state), "red-1"))
    assert ("Climb down the Hill to 0 in" in found) == (price is not None)
    way = found["Climb down the Hill to 0 in" if price else "Climb down the Hill to 1 in"]
    drive(state, way)
    assert now(state).spent["red-1"] == (price or 3) * 1000
    assert bool(red(state).token(CLIMBING)) == (price is None)


@pytest.mark.rule("fieldmanual.perk-arms")
def test_climbing_is_at_the_slowest_combat_speed() -> None:
    state = at_foot(mode="G")
    drive(state, onto(state))
    assert mp_left(state, red(state)) == 0
    assert code(state, go((0, 1))) == "movement"
    state = at_foot(mode="G")
    now(state).spent["red-1"] = 1000
    assert not [label for label, _ in legal_climbs(state, red(state), "red-1") if "onto" in label]


@pytest.mark.rule("fieldmanual.perk-arms")
def test_who_does_not_climb() -> None:
    order = onto(at_foot())
    assert [code(at_foot(band=band), order) for band in (STATIONARY, TOP)] == ["speed", "speed"]
    assert code(at_foot(stats={"perks": {}}), order) == "climber"
    assert code(field(cliff(), at=(9, 20)), order) == "face"
    assert code(field(cliff(1.4), at=(10.45, 20)), order) == "face"
    assert code(at_foot(), Climb("red-1", "nothing")) == "face"
    taken = at_foot()
    put(taken, "blue-1", "jager", order.x / 1000, order.y / 1000, z=2000)
    assert code(taken, order) == "overlap"


@pytest.mark.rule("fieldmanual.perk-jump-jets")
@pytest.mark.parametrize(("band", "then", "actions"), [(STATIONARY, COMBAT, 1), (COMBAT, TOP, 0), (TOP, TOP, 1)])
def test_a_jump_raises_the_speed_by_one_band(band: str, then: str, actions: int) -> None:
    state = field(band=band, stats=JETS)
    drive(state, Jump("red-1", 3000))
    assert (red(state).band, red(state).actions, red(state).x) == (then, actions, 13_000)
    assert now(state).gone["red-1"] == now(state).straight["red-1"] == 3000
    assert code(state, Jump("red-1", 1000)) == "jumped"


@pytest.mark.rule("fieldmanual.perk-jump-jets")
def test_who_does_not_jump() -> None:
    assert code(field(), Jump("red-1", 1000)) == "jets"
    assert code(field(stats=JETS, actions=0), Jump("red-1", 1000)) == "no-action"
    assert code(field(stats=JETS, actions=0, band=STATIONARY), Jump("red-1", 1000)) == ""
    assert code(field(stats=JETS, mode="G", band=REVERSE), Jump("red-1", 1000)) == "reverse"
    assert [code(field(stats=JETS), Jump("red-1", far)) for far in (0, -1000, 3000, 3001)] == [
        "movement", "movement", "", "movement",
    ]  # fmt: skip
    heavy = field(stats=JETS, boxes=3)
    assert code(heavy, Jump("red-1", 1000)) == "damaged"
    lost = field(stats={**JETS, "aux": ("Jump Jets",)}, boxes=4, band=STATIONARY)
    assert code(lost, Jump("red-1", 1000)) == "jets"


@pytest.mark.rule("fieldmanual.perk-jump-jets")
@pytest.mark.parametrize(("top", "far", "refused"), [(1, 2, ""), (1, 2.001, "movement"), (2, 1, "terrain")])
def test_forward_and_up_together(top: float, far: float, refused: str) -> None:
    state = field(piece("hill", (11.2, 0, 40, 48), top, footing=True), stats=JETS)
    assert code(state, Jump("red-1", round(far * 1000))) == refused
    if not refused:
        drive(state, Jump("red-1", round(far * 1000)))
        assert red(state).z == top * 1000


@pytest.mark.rule("fieldmanual.perk-jump-jets")
def test_a_jump_clears_models_and_walls_that_are_low_enough() -> None:
    state = field(stats={"perks": {"Jump Jets": 4}})
    put(state, "blue-1", "jager", 11.4, 20)
    assert [code(state, Jump("red-1", far)) for far in (2000, 2500, 2800, 2801)] == ["overlap", "", "", "movement"]
    fence = piece("hill", (11, 0, 11.2, 48), 1, footing=True)
    assert [code(field(fence, stats=JETS), Jump("red-1", far)) for far in (2000, 2001)] == ["", "movement"]


@pytest.mark.rule("fieldmanual.perk-jump-jets", "fieldmanual.terrain-difficult-dangerous")
def test_landing_in_danger_is_tested_and_nobody_lands_in_closed_ground() -> None:
    bog = piece("area", (11, 0, 40, 48), props={"going": "open dangerous"})
    state = field(bog, stats=JETS)
    drive(state, Jump("red-1", 3000), (2, 1))
    assert (red(state).boxes, red(state).band) == (1, STATIONARY)
    lake = piece("water", (11, 0, 40, 48), props={"depth": 2000})
    assert code(field(lake, stats=JETS), Jump("red-1", 3000)) == "impassable"


@pytest.mark.rule("fieldmanual.perk-jump-jets", "fieldmanual.speed-top")
def test_a_jump_counts_for_the_least_movement_and_new_limits_hold() -> None:
    state = field(stats=JETS)
    drive(state, go((0, 1)))
    drive(state, Jump("red-1", 2500))
    assert (still_obliged(state, red(state)), mp_left(state, red(state))) == (500, 6000)


@pytest.mark.rule("fieldmanual.perk-arms", "fieldmanual.elevation")
def test_a_cliff_is_counted_from_the_ground_at_its_face() -> None:
    ledge = piece("hill", (8, 0, 40, 48), 1, footing=True)
    state = field(ledge, cliff(3), at=(10.45, 20))
    assert red(state).z == 1000
    labels = {label for label, _ in legal_climbs(state, red(state), "red-1")}
    assert labels == {"Climb onto the Hill", "Climb up the Hill to 2 in"}
    drive(state, onto(state))
    assert now(state).spent["red-1"] == 4000
    assert [level_of(1000, 3000, z) for z in (1000, 2000, 3000, 500)] == [0, 1, 2, 0]


@pytest.mark.rule("fieldmanual.perk-jump-jets")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_walls_are_in_the_way_of_a_jump_in_every_direction(facing: float) -> None:
    walls = [piece("hill", box, 2, footing=True, id=str(box)) for box in (
        (11, 18, 11.2, 22), (8.8, 18, 9, 22), (8, 21, 12, 21.2), (8, 18.8, 12, 19),
    )]  # fmt: skip
    assert code(field(*walls, stats=JETS, facing=facing), Jump("red-1", 2000)) == "movement"


@pytest.mark.rule("fieldmanual.perk-arms")
def test_a_climb_that_is_too_long_is_refused_with_its_price() -> None:
    order = onto(at_foot(stats=BOTH))
    state = at_foot()
    now(state).spent["red-1"] = 1000
    refusal = refusal_of(state, order)
    assert refusal is not None
    assert (refusal.code, refusal.facts["needs"], "needs 5" in refusal.message) == ("movement", 5000, True)


@pytest.mark.rule("fieldmanual.perk-jump-jets")
def test_a_jump_from_a_height_and_who_cannot_jump_at_all_now() -> None:
    hill = piece("hill", (0, 0, 10.4, 48), 1, footing=True, id="low")
    wall = piece("hill", (11, 0, 11.2, 48), 2, footing=True, id="wall")
    state = field(hill, wall, stats=JETS)
    assert red(state).z == 1000
    assert [code(state, Jump("red-1", far)) for far in (2000, 2001)] == ["", "movement"]
    idle = field(stats=JETS)
    put(idle, "red-2", "jager", 30, 30, stats=JETS)
    assert code(idle, Jump("red-2", 1000)) == "passive"
    assert code(field(stats=JETS, tokens={CLIMBING: 1}), Jump("red-1", 1000)) == "climbing"


@pytest.mark.rule("fieldmanual.perk-arms", "fieldmanual.elevation")
def test_levels_begin_at_the_foot_of_the_cliff() -> None:
    state = field(piece("hill", (8, 0, 40, 48), 0.4, footing=True), cliff(2.6), at=(10.45, 20))
    drive(state, onto(state))
    assert now(state).spent["red-1"] == 4000


@pytest.mark.rule("fieldmanual.perk-jump-jets")
def test_trees_are_no_wall_to_who_jumps() -> None:
    wood = piece("area", (11, 0, 12, 48), 3, rating="medium")
    assert code(field(wood, stats=JETS), Jump("red-1", 3000)) == ""
    hill = piece("hill", (0, 0, 10.4, 48), 1, footing=True, id="low")
    assert code(field(hill, wood, stats=JETS, at=(9, 20)), Jump("red-1", 1)) == ""


@pytest.mark.rule("fieldmanual.combined-movement", "fieldmanual.perk-arms", "fieldmanual.perk-jump-jets")
def test_only_a_models_own_bases_climb_and_jump_for_it() -> None:
    state = at_foot(stats=JETS)
    put(state, "red-2", "jager", 30, 30, stats=JETS)
    for name in ("nobody", "red-2"):
        orders = (Climb("red-1", "cliff", figure=name), Jump("red-1", 1000, figure=name))
        assert [code(state, order) for order in orders] == ["figure", "figure"]
