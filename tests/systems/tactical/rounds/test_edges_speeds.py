"""2.6.2, 2.6.5: a commitment is never loosened, and who is at Top Speed is not passed over with its group."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.rounds.round import Activate, EndActivation, PassGroup, Settle
from gearlock.systems.tactical.state import BROKEN_DOWN, State
from systems.tactical.play import code, duel, give, under_way, unit


@pytest.mark.rule("tactical.2.6.2-step3")
@pytest.mark.parametrize(
    ("pace", "spent", "settles"),
    [("combat", 0, ["stationary", "half"]), ("half", 0, ["stationary"]), ("stationary", 0, []),
     ("combat", 3_000, ["half"]), ("combat", 3_001, []), ("half", 1, [])],
)  # fmt: skip
def test_a_unit_commits_itself_to_what_is_lower_and_what_it_has_not_overspent(
    pace: str, spent: int, settles: list[str]
) -> None:
    battle = duel(pace=pace).battle()
    unit(battle).mode = under_way(battle).mode = "G"
    under_way(battle).spent = spent
    found = [to for to in ("stationary", "half", "combat", "top") if not code(battle, Settle("red-1", to))]
    assert found == settles, "half of Combat Speed 6 are 3"


def with_a_fast_one(**more: object) -> Battle[State]:
    """A group of which one has been activated; another is at Top Speed."""
    position = Position("tactical", turn="red", map="48x48")
    position.model("red-1", "hunter", at=(20, 5))
    position.model("red-2", "hunter", at=(25, 5), mode="G", speed="top", went="top", moved=12_000, **more)
    position.model("blue-1", "hunter", at=(20, 40), facing="north")
    return give(position.battle(), Activate("red-1", "stationary"), EndActivation("red-1"))


@pytest.mark.rule("tactical.2.6.5-top-speed")
def test_who_is_at_top_speed_and_can_move_does_not_just_stand() -> None:
    battle = with_a_fast_one()
    assert code(battle, PassGroup()) == "top"
    assert code(battle, Activate("red-2", "stationary")) == "top"
    assert code(battle, Activate("red-2", "top")) == ""


@pytest.mark.rule("tactical.2.6.5-top-speed", "tactical.2.6.2-step3", "tactical.2.6.7-target-speed")
@pytest.mark.parametrize("more", [{"tokens": {BROKEN_DOWN: 2}}, {"harm": {"power": 1}}])
def test_who_cannot_move_is_passed_over_has_moved_nothing_and_is_no_longer_fast(more: dict[str, object]) -> None:
    battle = with_a_fast_one(**more)
    assert code(battle, PassGroup()) == ""
    give(battle, PassGroup())
    fast = unit(battle, "red-2")
    assert (fast.done, fast.has_moved, fast.went, fast.moved, fast.speed) == (True, True, "stationary", 0, "combat")
