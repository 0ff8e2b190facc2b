"""What the modes of drones are worth at the distances where that changes, and by what score a battle is won."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.hex100.advice.drones_and_signals import (
    ATTENDING,
    COVERED,
    FAR_FLIGHT,
    FAR_WALK,
    FOLLOWING,
    GUARDED,
    IDLE,
    LOCKING,
    READINESS,
    REPAIRING,
    SCOUTING,
    mode_worth,
)
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.drones.kinds import CRAM_REACH, Named, SetMode
from gearlock.systems.hex100.objectives import outcome
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective
from gearlock.systems.hex100.state import BLIP
from systems.hex100.drone_kit import CARRIER, DRONE, GUARD, MEDIC, TEGU
from systems.hex100.kit import E, Position, W, at, plain


def scouting(column: int, enemy: int = 39) -> Position:
    """A recon drone in a column of the row in which an enemy stands."""
    position = Position(plain(40), [(CARRIER, (0, 0), E)], [(TEGU, (enemy, 4), W)])
    position.field(DRONE, (column, 4), "loiter")
    position.state.known["red"]["blue-1"] = BLIP
    return position


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.lock-on")
@pytest.mark.parametrize(
    ("away", "flight", "share"),
    [(10, 0, 1.0), (11, 0, 0.0), (10, FAR_FLIGHT, 1.0), (10, FAR_FLIGHT + 1, 0.5), (1, FAR_FLIGHT, 1.0)],
)
def test_a_point_to_loiter_at_is_worth_a_lock_within_ten_hexes_and_half_if_it_is_far(
    away: int, flight: int, share: float
) -> None:
    point = 39 - away
    position = scouting(point - flight)
    drone = position.unit(DRONE)
    named = Named(point=at(point, 4))
    assert mode_worth(position.state, "red", drone, "loiter", named) == pytest.approx(LOCKING * share)
    assert mode_worth(position.state, "red", drone, "loiter", Named()) == 0.0
    drone.docked = True
    near = LOCKING if away <= 10 else 0.0
    assert mode_worth(position.state, "red", drone, "loiter", named) == pytest.approx(near), "a docked one is nowhere"


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.los-blocking", "hex100.small-units")
def test_nothing_is_locked_through_a_wall_nor_what_is_small() -> None:
    position = Position("......B.....\n............", [(CARRIER, (0, 0), E)], [(TEGU, (8, 0), W)])
    position.field(DRONE, (2, 0), "loiter")
    position.state.known["red"]["blue-1"] = BLIP
    worths = [
        mode_worth(position.state, "red", position.unit(DRONE), "loiter", Named(point=at(*spot)))
        for spot in ((2, 0), (7, 0))
    ]
    assert worths == [0.0, LOCKING]
    state = position.state
    state.known["blue"] = {DRONE: BLIP}
    assert mode_worth(state, "blue", position.unit(DRONE), "loiter", Named(point=at(3, 0))) == 0.0


@pytest.mark.rule("hex100.drone-recon-modes")
@pytest.mark.parametrize("row", [0, 1, 4, 8])
def test_while_nobody_is_found_a_drone_looks_towards_the_far_edge(row: int) -> None:
    position = scouting(2)
    state, drone = position.state, position.unit(DRONE)
    state.known["red"], state.known["blue"] = {}, {}
    named = Named(point=at(2, row))
    assert mode_worth(state, "red", drone, "loiter", named) == pytest.approx(SCOUTING * (8 - row) / 8)
    assert mode_worth(state, "blue", drone, "loiter", named) == pytest.approx(SCOUTING * row / 8)
    far = Named(point=at(2 + FAR_FLIGHT + 1, 4))
    assert mode_worth(state, "red", drone, "loiter", far) == pytest.approx(SCOUTING / 2 / 2)


@pytest.mark.rule("hex100.drone-recon-modes")
@pytest.mark.parametrize(("column", "worth"), [(28, FOLLOWING), (29, LOCKING), (38, LOCKING)])
def test_support_is_worth_a_lock_on_what_the_ally_attacked_beside_it(column: int, worth: float) -> None:
    position = scouting(2)
    state, drone, ally = position.state, position.unit(DRONE), position.unit("red-1")
    ally.q, ally.r = at(column, 4)
    ally.quarry = "blue-1"
    assert mode_worth(state, "red", drone, "support", Named(charge="red-1")) == worth
    ally.quarry = ""
    assert mode_worth(state, "red", drone, "support", Named(charge="red-1")) == FOLLOWING
    state.known["red"] = {}
    assert mode_worth(state, "red", drone, "support", Named(charge="red-1")) == 0.0


@pytest.mark.rule("hex100.drone-point-defence-modes", "hex100.drone-point-defence")
@pytest.mark.parametrize(("away", "many"), [(1, 2), (CRAM_REACH, 2), (CRAM_REACH + 1, 1)])
def test_a_turret_is_worth_every_unit_in_its_reach_while_enemies_are_about(away: int, many: int) -> None:
    position = Position(plain(), [(GUARD, (2, 4), E), (TEGU, (2 + away, 4), E)], [(TEGU, (15, 4), W)])
    position.field(DRONE, (2, 5), "point-defence")
    state, drone = position.state, position.unit(DRONE)
    state.known["red"] = {"blue-1": BLIP}
    place = Named(point=at(2, 4))
    assert mode_worth(state, "red", drone, "point-defence", place) == pytest.approx(COVERED * many)
    assert mode_worth(state, "red", drone, "point-defence", Named()) == 0.0
    assert mode_worth(state, "red", drone, "guard", Named(charge="red-1")) == pytest.approx(COVERED * many + GUARDED)
    assert mode_worth(state, "red", drone, "guard", Named(charge="red-9")) == 0.0
    state.known["red"] = {}
    assert mode_worth(state, "red", drone, "point-defence", place) == 0.0
    state.units["red-1"].destroyed = True
    assert mode_worth(state, "red", drone, "guard", Named(charge="red-1")) == 0.0


@pytest.mark.rule("hex100.drone-repair-modes", "hex100.drone-repair")
@pytest.mark.parametrize("mode", ["triage", "batch-repair"])
@pytest.mark.parametrize(("lost", "steps"), [(0, 1), (1, 1), (3, FAR_WALK), (3, FAR_WALK + 1), (99, 1)])
def test_repair_is_worth_the_points_it_can_give_and_half_after_a_long_way(mode: str, lost: int, steps: int) -> None:
    position = Position(plain(20), [(MEDIC, (0, 0), E), (TEGU, (12, 4), E)], [(TEGU, (19, 8), W)])
    position.field(DRONE, (11 - steps, 4), mode)
    state, drone, hurt = position.state, position.unit(DRONE), position.unit("red-2")
    whole = hurt.hp
    hurt.hp = max(1, hurt.hp - lost)
    gives = state.machine(DRONE).unit.integrated["repair"]
    points = min(gives, whole - hurt.hp)
    share = 0.5 if steps > FAR_WALK else 1.0
    there = Named(point=at(11, 4))
    assert mode_worth(state, "red", drone, mode, there) == pytest.approx(REPAIRING * points / 6 * share)
    assert mode_worth(state, "red", drone, mode, Named(point=at(10, 4))) == 0.0, "it mends next to itself"
    assert mode_worth(state, "red", drone, mode, Named(point=at(12, 4))) == 0.0
    assert mode_worth(state, "red", drone, mode, Named()) == 0.0


@pytest.mark.rule("hex100.drone-repair-modes", "hex100.drone-repair")
@pytest.mark.parametrize(("lost", "away"), [(0, 1), (2, FAR_WALK), (2, FAR_WALK + 1)])
def test_to_attend_an_ally_is_worth_its_wounds_and_a_little(lost: int, away: int) -> None:
    position = Position(plain(20), [(MEDIC, (0, 0), E), (TEGU, (12, 4), E)], [(TEGU, (19, 8), W)])
    position.field(DRONE, (12 - away, 4), "triage")
    state, drone, ally = position.state, position.unit(DRONE), position.unit("red-2")
    ally.hp -= lost
    mending = REPAIRING * lost / 6 * (0.5 if away > FAR_WALK else 1.0)
    named = Named(charge="red-2")
    assert mode_worth(state, "red", drone, "support", named) == pytest.approx(mending + ATTENDING)
    assert mode_worth(state, "blue", drone, "support", named) == pytest.approx(mending), "a hacker attends nobody"
    ally.destroyed = True
    assert mode_worth(state, "red", drone, "support", named) == 0.0
    assert mode_worth(state, "red", drone, "support", Named(charge="red-9")) == 0.0


@pytest.mark.rule("hex100.drone-command", "hex100.drone-recon-modes")
def test_a_command_is_worth_what_it_adds_to_the_present_mode_and_something_for_the_trouble() -> None:
    position = scouting(30)
    state, drone = position.state, position.unit(DRONE)
    order = SetMode("red-1", DRONE, "loiter", *at(31, 4))
    drone.point = at(10, 4)
    shown = PREVIEWS.preview(state, "red", order)
    assert shown.gives == pytest.approx(LOCKING - READINESS * LOCKING)
    assert (shown.risks, shown.spot) == (0.0, (*at(31, 4), 0))
    drone.point = at(32, 4)
    shown = PREVIEWS.preview(state, "red", order)
    assert (shown.gives, shown.risks, shown.spot) == (0.0, IDLE, (*at(31, 4), 0)), "it does that already"


@pytest.mark.rule("hex100.victory")
@pytest.mark.parametrize(
    ("red", "blue", "margin", "winner"),
    [
        (1, 0, 1, "red"),
        (0, 1, 1, "blue"),
        (1, 1, 1, ""),
        (0, 0, 1, ""),
        (3, 1, 2, "red"),
        (2, 1, 2, ""),
        (1, 3, 2, "blue"),
        (300, 0, 0, "red"),
        (299, 0, 0, ""),
        (0, 300, 0, "blue"),
        (0, 299, 0, ""),
    ],
)
def test_the_score_wins_with_the_lead_that_the_briefing_asks_or_a_tenth_of_the_budget(
    red: int, blue: int, margin: int, winner: str
) -> None:
    position = Position(plain(), [(TEGU, (0, 4), E)], [(TEGU, (15, 4), W)])
    state = position.state
    assert state.scene.budget == 3000
    goal = Objective("hold", hexes=(at(4, 4),))
    state.scene.plan = msgspec.structs.replace(ENGAGEMENT, objectives=(goal,), margin=margin)
    state.scored = [(0, "a", "red", red), (0, "b", "blue", blue)]
    assert outcome(state) is None
    state.phase = "over"
    over = outcome(state)
    assert over is not None
    assert (over.winner, over.score) == (winner, {"red": red, "blue": blue})
    state.scene.budget = 3001
    over = outcome(state)
    assert over is not None
    assert over.winner == ("" if margin == 0 else winner), "a tenth is rounded up"
