"""6.4a: forced movement, and base contact."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.attacks.pairs import is_engaged
from gearlock.systems.blitz.damage import Damaged
from gearlock.systems.blitz.impacts_and_falling import MovementStopped
from gearlock.systems.blitz.movement.moves_made import contacts_made, portions, push, settle_push
from gearlock.systems.blitz.movement.paths import judge, trace
from gearlock.systems.blitz.movement.terrain import Forced, Moved
from gearlock.systems.blitz.state import GONE, HANGING, State
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece
from systems.blitz.movement.march import EAST, NORTH, field, go, model, now, piece, red, run_with

GEAR, SQUAD, JAGER, COBRA = "hunter", "north-infantry-squad", "jager", "spitting-cobra"


def pushed(state: State, mils: int, direction: int = EAST) -> Forced:
    return push(state, red(state), direction, mils).event


def forced(ctx: Ctx[State], mils: int, by: str = "") -> Script[None]:
    return settle_push(ctx, push(ctx.state, red(ctx.state), EAST, mils, (by,) if by else ()), by)


@pytest.mark.rule("blitz.6.4a")
def test_a_push_is_straight_and_costs_nothing() -> None:
    state = field(GEAR)
    event = pushed(state, 3000, NORTH)
    assert (event.x, event.y, event.moved, event.left, event.against, event.fall) == (10_000, 23_000, 3000, 0, "", 0)
    event.change(state)
    assert (red(state).facing, now(state).spent, now(state).moves) == (0, 0, 1)


@pytest.mark.rule("blitz.6.4a", "blitz.13.2")
def test_another_model_stops_it_at_contact() -> None:
    state = field(GEAR, model("blue", "blue", 13, 20, card=GEAR))
    event = pushed(state, 4000)
    assert (event.moved, event.left, event.against) == (2000, 2000, "blue")
    assert pushed(state, 2000).against == ""
    assert pushed(state, 2001).against == "blue"
    touching = pushed(field(GEAR, model("blue", "blue", 11, 20, card=GEAR)), 4000)
    assert (touching.moved, touching.left, touching.against) == (0, 4000, "blue")
    assert push(state, red(state), EAST, 4000, ("blue",)).event.moved == 4000
    squad = field(GEAR, model("blue", "blue", 13, 20, card=SQUAD))
    assert pushed(squad, 4000).against == "blue"


@pytest.mark.rule("blitz.6.4a", "blitz.13.2")
@pytest.mark.parametrize(("top", "against"), [(0.999, ""), (1.0, "instance-12-0"), (5.0, "instance-12-0")])
def test_terrain_of_half_its_height_stops_it(top: float, against: str) -> None:
    event = pushed(field(GEAR, piece("instance", "heavy", 12, 0, 13, 48, top)), 4000)
    assert event.against == against
    assert event.moved == (1500 if against else 4000)
    short = pushed(field(GEAR, piece("instance", "heavy", 12, 0, 13, 48, top)), 1501)
    assert (short.left, short.against) == ((1, against) if against else (0, ""))


@pytest.mark.rule("blitz.6.4a")
def test_the_edge_of_the_table_stops_it_without_a_blow() -> None:
    event = pushed(field(GEAR, at=(46, 20)), 4000)
    assert (event.x, event.against) == (47_500, "")


@pytest.mark.rule("blitz.6.4a", "blitz.13.1")
def test_off_a_roof_it_falls_beside_it() -> None:
    house = piece("building", "heavy", 5, 10, 12, 30, 3, footing=True)
    state = field(GEAR, house, at=(11, 20))
    event = pushed(state, 4000)
    assert (event.z, event.fall) == (0, 3000)
    assert 12_500 <= event.x <= 12_600
    run_with(lambda ctx: forced(ctx, 4000), state, [(1, 6, 6)])
    assert red(state).hull == red(state).line.hull - 1
    ledge = piece("hill", "heavy", 5, 10, 12, 30, 1, footing=True)
    assert pushed(field(GEAR, ledge, at=(11, 20)), 4000).fall == 1000
    below = field(
        GEAR, piece("hill", "heavy", 5, 10, 12, 30, 2, footing=True), model("blue", "blue", 13, 20), at=(11, 20)
    )
    assert (pushed(below, 4000).fall, pushed(below, 4000).against) == (2000, ""), "over the head of who stands below"
    near = pushed(field(GEAR, house, at=(10, 20)), 1500)
    assert (near.z, near.fall) == (3000, 0)


@pytest.mark.rule("blitz.6.5b", "blitz.6.4a")
@pytest.mark.parametrize("kind", ["area", "water"])
def test_impassable_terrain_swallows_who_is_forced_into_it(kind: str) -> None:
    props: dict[str, int | str] = {"going": "impassable"} if kind == "area" else {"depth": 3000}
    state = field(GEAR, piece(kind, "", 12, 0, 20, 48, 0, props=props))
    events = run_with(lambda ctx: forced(ctx, 4000), state, [])
    assert isinstance(events[-1], Damaged)
    assert red(state).status == GONE
    assert state.activation is None


@pytest.mark.rule("blitz.6.4a", "blitz.6.6")
def test_danger_is_not_tested_by_who_is_pushed() -> None:
    swamp = piece("area", "light", 11, 0, 30, 48, 0, props={"going": "dangerous"})
    state = field(GEAR, swamp)
    run_with(lambda ctx: forced(ctx, 4000), state, [])
    assert red(state).x == 14_000


def walled(rating: str) -> tuple[State, Piece]:
    wall = piece("instance", rating, 11.5, 0, 13, 48, 3)
    return field(JAGER, wall, model("blue", "blue", 20, 20)), wall


@pytest.mark.rule("blitz.13.2", "blitz.6.4a")
@pytest.mark.parametrize(("rating", "dice"), [("light", 6), ("medium", 7), ("heavy", 8)])
def test_a_jager_forced_four_inches_into_a_wall_one_inch_behind_it(rating: str, dice: int) -> None:
    state, _ = walled(rating)
    run_with(lambda ctx: forced(ctx, 4000, "blue"), state, [(6,) * (dice - 1) + (1,)])
    assert red(state).hull == red(state).line.hull - 1


@pytest.mark.rule("blitz.13.2", "blitz.6.4a")
def test_a_jager_forced_into_a_cobra() -> None:
    cobra = model("blue", "blue", 13.287, 20, card=COBRA)
    state = field(JAGER, cobra)
    gap = 13_287 - 10_000 - red(state).line.radius - cobra.line.radius
    events = run_with(
        lambda ctx: forced(ctx, gap + 2000),
        state,
        [(1, 3, 4, 4, 4, 4), (4, 5)],
    )
    assert red(state).hull == red(state).line.hull - 2
    assert state.units["blue"].hull == cobra.line.hull - 1
    assert isinstance(events[-1], MovementStopped)


@pytest.mark.rule("blitz.6.2")
def test_contacts_are_the_enemies_a_step_comes_to_touch() -> None:
    state = field(GEAR, model("blue", "blue", 13, 20), model("mate", "red", 12, 21), model("old", "blue", 10, 21))
    for far, found in ((2.0, ["blue"]), (1.9, [])):
        moved = trace(state, go("W", (0, far)))
        state.notes.clear()
        assert isinstance(moved, Moved)
        assert contacts_made(state, moved) == found


@pytest.mark.rule("blitz.16.1b", "blitz.17.7b", "blitz.11.0")
@pytest.mark.parametrize("tokens", [{"aloft": 1}, {"aloft": 1, "airdropped": 1}])
def test_nobody_meets_what_is_in_the_air(tokens: dict[str, int]) -> None:
    state = field(GEAR, model("blue", "blue", 13, 20, tokens=tokens))
    moved = trace(state, go("W", (0, 2.0)))
    assert isinstance(moved, Moved)
    assert contacts_made(state, moved) == []
    unit, other = red(state), state.units["blue"]
    unit.x = 12_000
    assert not is_engaged(unit, other)
    assert not is_engaged(other, unit)
    other.tokens = {}
    assert is_engaged(unit, other)


@pytest.mark.rule("blitz.6.2")
def test_whom_it_touches_already_it_does_not_meet() -> None:
    state = field(GEAR, model("blue", "blue", 10, 21))
    turn = trace(state, go("W", (90, 0)))
    assert isinstance(turn, Moved)
    assert contacts_made(state, turn) == []


@pytest.mark.rule("blitz.6.2")
def test_a_way_through_enemies_or_past_them_comes_into_contact_on_the_way() -> None:
    squad = model("blue", "blue", 13, 20, card=SQUAD)
    state = field(GEAR, squad, model("mate", "red", 12, 21, card=SQUAD))
    found = judge(state, go("W", (0, 5)))
    assert not isinstance(found, Refusal)
    first, last = portions(state, found[0], ((0, 5000),), found[-1])
    assert 0 <= 13_000 - 500 - 787 - first[0].x <= 20
    assert contacts_made(state, first[0]) == ["blue"]
    assert (first[0].spent + last[0].spent, last[0].x, first[1]) == (5000, 15_000, False)
    beside = judge(field(GEAR, model("blue", "blue", 12, 21)), go("W", (0, 4)))
    assert not isinstance(beside, Refusal)
    assert len(portions(field(GEAR, model("blue", "blue", 12, 21)), beside[0], ((0, 4000),), beside[-1])) == 2
    apart = field(GEAR, model("blue", "blue", 12, 21.1))
    leaving, ending = field(GEAR, model("blue", "blue", 9, 20)), field(GEAR, model("blue", "blue", 15, 20))
    for state in (apart, leaving, ending):
        found = judge(state, go("W", (0, 4)))
        assert not isinstance(found, Refusal)
        assert len(portions(state, found[0], ((0, 4000),), found[-1])) == 1


@pytest.mark.rule("blitz.6.4a", "blitz.6.5f")
def test_who_is_pushed_off_a_wall_hangs_no_more() -> None:
    state = field(GEAR)
    red(state).tokens[HANGING], red(state).place = 1, "wall"
    pushed(state, INCH).change(state)
    assert (HANGING in red(state).tokens, red(state).place) == (False, "")
