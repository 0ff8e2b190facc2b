"""Steps 4 and 8: objectives for exactly the points, targets by lot, the length of a battle and its winner."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.datacards import all_cards
from gearlock.systems.fieldmanual.missions.objectives import (
    ChooseObjective,
    LengthRolled,
    MissionRolled,
    ObjectiveChosen,
    Slot,
    slots_of,
    target_of,
)
from gearlock.systems.fieldmanual.missions.progress import candidates, escapers
from gearlock.systems.fieldmanual.missions.scenario import (
    completes,
    crippled_count,
    is_over,
    is_wiped_out,
    offer_objectives,
    outcome_of,
    refuse_objective,
    resolve_eve,
    resolve_length,
    resolve_mission,
)
from gearlock.systems.fieldmanual.state import DEAD, DESTROYED, LEFT, RESERVE, State
from systems.fieldmanual.tables import piece, play, put, table

ASK = Ask("red", "objective", rule="fieldmanual.objective-points")


def field(limit: int = 750, mission: str = "defense", groups: int = 2, models: int = 3) -> State:
    """Two sides of so many groups on a table with six pieces of terrain."""
    woods = [piece("area", (10 * n, 4, 10 * n + 4, 8), 2, rating="light", id=f"south-{n}") for n in range(1, 4)]
    woods += [piece("area", (10 * n, 40, 10 * n + 4, 44), 2, rating="light", id=f"north-{n}") for n in range(1, 4)]
    state = table(*woods, piece("road", (0, 23, 72, 25), id="road"))
    state.switches = {"zones": "wide", "limit": str(limit), "mission:red": mission, "mission:blue": mission}
    state.phase, state.round = "mission", 0
    for seat, y in (("red", 2.0), ("blue", 46.0)):
        for group in range(1, groups + 1):
            for number in range(models):
                rank = "" if number else "commander" if group == 1 else "leader"
                put(state, f"{seat}-{group}{number}", "jager", 4 * number + 14 * group, y, group=group, rank=rank)
    return state


def take(state: State, *names: str, seat: str = "red") -> None:
    for name in names:
        ObjectiveChosen(seat, len(slots_of(state, seat)) + 1, name).change(state)


def code(state: State, name: str) -> str:
    refusal = refuse_objective(state, ASK, ChooseObjective(name))
    return "" if refusal is None else refusal.code


@pytest.mark.rule("fieldmanual.objective-points")
def test_half_of_the_points_at_least_are_of_the_own_mission() -> None:
    state = field()
    take(state, "wipe-them-out")
    assert code(state, "assassination") == "half", "3 of 4 points would not be of a defense mission"
    assert code(state, "hold") == ""
    assert code(state, "protect") == ""


@pytest.mark.rule("fieldmanual.objective-points")
def test_the_points_are_met_exactly() -> None:
    state = field()
    take(state, "survive", "protect")
    assert code(state, "hold") == "points"
    assert code(state, "assassination") == ""
    assert code(state, "nothing") == "objective"


@pytest.mark.rule("fieldmanual.objective-points")
def test_objectives_without_targets_are_taken_once_and_others_as_often_as_there_are_targets() -> None:
    state = field(2000)
    take(state, "blockade")
    assert code(state, "blockade") == "overlap"
    take(state, "protect", "protect")
    assert code(state, "protect") == "overlap", "there are two leaders"


@pytest.mark.rule("fieldmanual.objective-points")
def test_nothing_is_offered_that_cannot_be_completed() -> None:
    state = field(750, "standard", groups=1, models=1)
    for _ in range(9):
        left = list(offer_objectives(state, ASK))
        if not left:
            break
        order = left[-1].order
        assert isinstance(order, ChooseObjective)
        assert completes(
            state, "red", [*(state.facts[s.key("objective")].value for s in slots_of(state, "red")), order.name]
        )
        take(state, order.name)
    assert sum({"escape": 3, "recon": 2, "scout": 1}.get(state.facts[s.key("objective")].value, 0)
               for s in slots_of(state, "red")) >= 2  # fmt: skip


@pytest.mark.rule("fieldmanual.step4-mission", "fieldmanual.objective-points")
def test_both_roll_write_down_and_show() -> None:
    state = field()
    del state.switches["mission:red"], state.switches["mission:blue"]
    state.switches |= {"PL:red": "1", "PL:blue": "4"}
    first, second = play(state, resolve_mission, (4,)), play(state, resolve_mission, (4,))
    assert [event.mission for event in (*first.of(MissionRolled), *second.of(MissionRolled))] == ["defense", "offense"]
    wanted = {"red": ["survive", "hold"], "blue": ["wipe-them-out", "recon"]}
    asked = []
    for _ in range(4):
        done = play(state, resolve_mission, answer=lambda _s, ask: ChooseObjective(wanted[ask.seat].pop(0)))
        asked += [ask.seat for ask in done.asks]
    assert asked == ["red", "red", "blue", "blue"]
    assert state.facts["objective:red:1"].knows == ("red",)
    play(state, resolve_mission)
    assert all(set(state.facts[f"objective:{seat}:{n}"].knows) == {"red", "blue"} for seat in wanted for n in (1, 2))
    assert state.phase == "allocation"


@pytest.mark.rule("fieldmanual.obj-recon", "fieldmanual.obj-wipe-them-out")
def test_large_groups_that_are_on_the_table_are_drawn_first() -> None:
    state = field(models=3, groups=3)
    for name in ("blue-10", "blue-11", "blue-12"):
        state.units[name].status = RESERVE
    del state.units["blue-32"]
    assert candidates(state, "red", "recon", set()) == ["2"], "three models and not in reserve"
    assert candidates(state, "red", "wipe-them-out", {"2"}) == ["3"], "no large one is left: any that is deployed"
    assert candidates(state, "red", "wipe-them-out", {"2", "3"}) == ["1"]


@pytest.mark.rule("fieldmanual.obj-survive", "fieldmanual.obj-escape")
def test_groups_in_reserve_may_have_to_escape_but_not_to_survive() -> None:
    state = field()
    for name in ("red-10", "red-11", "red-12"):
        state.units[name].status = RESERVE
    assert candidates(state, "red", "survive", set()) == ["2"]
    assert candidates(state, "red", "escape", set()) == ["1", "2"]
    foot = all_cards()["infantry-squad-proposed"]
    for name in ("red-20", "red-21", "red-22"):
        state.units[name].card = foot
    assert escapers(state, "red") == [1], "infantry without transport is left out"


@pytest.mark.rule("fieldmanual.obj-scout", "fieldmanual.obj-hold", "fieldmanual.obj-seize")
def test_places_go_by_whose_zone_they_lie_in_and_roads_are_none() -> None:
    state = field()
    assert candidates(state, "red", "scout", set()) == ["north-1", "north-2", "north-3"]
    assert candidates(state, "red", "hold", set()) == ["south-1", "south-2", "south-3"], "outside the enemy's zone"
    assert candidates(state, "red", "seize", set()) == ["north-1", "north-2", "north-3"], "outside the own zone"
    put(state, "blue-9", "hac-turret", 60, 44, group=0)
    assert "blue-9" in candidates(state, "red", "scout", set())
    assert "blue-9" not in candidates(state, "red", "seize", set()), "it can be destroyed"


@pytest.mark.rule("fieldmanual.obj-protect", "fieldmanual.obj-assassination", "fieldmanual.step7-battle")
def test_targets_are_drawn_when_all_have_deployed_and_none_twice() -> None:
    state = field(1500)
    take(state, "protect", "protect", "blockade", "assassination")
    state.phase = "eve"
    play(state, resolve_eve, (2,))
    play(state, resolve_eve)
    play(state, resolve_eve, (1,))
    assert [target_of(state, Slot("red", n)) for n in (1, 2, 4)] == ["red-20", "red-10", "blue-10"]
    play(state, resolve_eve)
    assert state.phase == "round"


@pytest.mark.rule("fieldmanual.game-overview")
def test_a_battle_ends_with_its_last_round_or_when_one_side_is_wiped_out() -> None:
    state = field()
    state.round, state.rounds = 4, 5
    assert not is_over(state)
    state.round = 5
    assert is_over(state)
    state.round = 1
    for name, unit in state.units.items():
        if name.startswith("blue"):
            unit.status = DESTROYED
    assert is_wiped_out(state, "blue")
    assert is_over(state)
    state.units["blue-10"].status = RESERVE
    assert not is_over(state), "who is still to come is left"
    put(state, "red-9", "hac-turret", 60, 4, group=0)
    for name, unit in state.units.items():
        if name.startswith("red-1") or name.startswith("red-2"):
            unit.status = LEFT
    assert is_wiped_out(state, "red"), "turrets are no Combat Group"


@pytest.mark.rule("fieldmanual.step8-length", "fieldmanual.event-variable-time")
@pytest.mark.parametrize(("round_", "die", "last"), [(3, None, 99), (4, 3, 99), (4, 4, 5), (6, 6, 7)])
def test_a_variable_time_limit_may_end_the_battle_from_round_four_on(round_: int, die: int | None, last: int) -> None:
    state = field()
    state.switches["effects"] = "variable-time"
    state.round, state.rounds = round_, 99
    played = play(state, resolve_length, *([(die,)] if die else []))
    assert state.rounds == last
    assert len(played.of(LengthRolled)) == int(die is not None)
    if last == round_ + 1:
        assert not play(state, resolve_length).rolls, "it has been called off"


@pytest.mark.rule("fieldmanual.straight-up-brawl")
def test_a_brawl_is_won_with_fewer_crippled_and_destroyed() -> None:
    state = field()
    state.units["red-10"].boxes = 4
    state.units["red-11"].boxes = 3
    assert crippled_count(state, "red") == 1, "heavy damage does not cripple"
    assert outcome_of(state).winner == "blue"
    state.units["blue-10"].status = DEAD
    assert outcome_of(state).winner == "", "as many on both sides: a draw"
    state.units["blue-11"].status = DESTROYED
    assert outcome_of(state).winner == "red"


def won(red: tuple[str, ...], blue: tuple[str, ...], levels: tuple[int, int] = (2, 2)) -> str:
    """Who wins with these objectives, all of them about nothing, so that only zones count."""
    state = field()
    state.switches |= {"PL:red": str(levels[0]), "PL:blue": str(levels[1])}
    for seat, names in (("red", red), ("blue", blue)):
        for number, name in enumerate(names, 1):
            state.facts[Slot(seat, number).key("objective")] = Sealed(name, ("red", "blue"))
    return outcome_of(state).winner


@pytest.mark.rule("fieldmanual.step8-victory")
def test_the_larger_share_of_ones_own_points_wins() -> None:
    assert won(("blockade",), ("blockade", "protect")) == "red", "3 of 3 to 3 of 4"
    assert won(("blockade", "hold"), ("blockade", "protect")) == "blue", "3 of 5 to 3 of 4"


@pytest.mark.rule("fieldmanual.step8-victory")
def test_a_tie_goes_to_the_lower_priority_level_and_else_to_nobody() -> None:
    same = ("blockade", "protect")
    assert won(same, same, (1, 4)) == "red"
    assert won(same, same, (3, 2)) == "blue"
    assert won(same, same, (3, 3)) == ""
