"""4.1: how far a mission is, as it is shown: round by round, settled for good, and to whom."""

from __future__ import annotations

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.scenario_generator.missions import key
from gearlock.systems.tactical.shown import mission_goals
from systems.tactical.tables import put, table


@pytest.mark.rule("tactical.4.1.2-reading")
@pytest.mark.parametrize(
    ("kind", "objective", "held", "settled", "now", "full"),
    [("Capture", "Terrain", 0, 0, 0, 3), ("Capture", "Terrain", 2, 0, 2, 3), ("Capture", "Terrain", 7, 0, 3, 3),
     ("Capture", "Terrain", 0, 1, 3, 3), ("Capture", "Terrain", 2, -1, 0, 3), ("Destroy", "Vehicle", 1, 0, 1, 1),
     ("Destroy", "Vehicle", 0, 1, 1, 1), ("Destroy", "Vehicle", 1, -1, 0, 1)],
)  # fmt: skip
def test_rounds_count_until_it_is_settled(
    kind: str, objective: str, held: int, settled: int, now: int, full: int
) -> None:
    state = table()
    put(state, "red-1", "hunter", 10, 10)
    for part, value in (("mission", kind), ("objective", objective), ("limit", "None")):
        state.facts[key(part, "red")] = Sealed(value, ("red",))
    state.points |= {"held:red": held, "settled:red": settled}
    (goal,) = mission_goals(state, "red")
    assert (goal.seat, goal.now, goal.full, goal.secret) == ("red", now, full, True)
    assert mission_goals(state, "blue") == ()
    for part in ("mission", "objective", "limit"):
        state.facts[key(part, "red")] = Sealed(state.facts[key(part, "red")].value, ("red", "blue"))
    (goal,) = mission_goals(state, "blue")
    assert (goal.now, goal.secret) == (now, False)
