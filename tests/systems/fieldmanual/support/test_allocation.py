"""Step 5: Support Points, what they buy, in two allocations; and what comes of it before deployment."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.command_points.tests import points_left as command_points_left
from gearlock.systems.fieldmanual.datacards import STATIC, all_cards
from gearlock.systems.fieldmanual.state import DOCKED, RESERVE, State
from gearlock.systems.fieldmanual.support.allocation import (
    refuse_buy,
    refuse_end_allocation,
    resolve_allocation,
)
from gearlock.systems.fieldmanual.support.points import (
    Buy,
    Choice,
    EndAllocation,
    SupportShown,
    choices,
    cost_of,
    first_half,
    known_choices,
    points_left,
    read_choice,
    support_points,
)
from systems.fieldmanual.tables import play, put, table

ASK = Ask("red", "support", rule="fieldmanual.step5-support-points")


def field(limit: int = 1000, level: int = 3, groups: int = 4) -> State:
    state = table()
    state.phase, state.round, state.turn, state.rounds = "allocation", 0, "", 5
    state.switches = {"limit": str(limit), "PL:red": str(level), "PL:blue": str(level), "zones": "wide"}
    state.stock = dict(all_cards())
    for seat, y in (("red", 2.0), ("blue", 46.0)):
        for group in range(1, groups + 1):
            for number in range(2):
                rank = "" if number else "commander" if group == 1 else "leader"
                name = f"{seat}-{group}{number}"
                put(state, name, "command-jager", 4 * number + 12 * group, y, group=group, rank=rank, status="waiting")
    return state


def code(state: State, order: Buy) -> str:
    refusal = refuse_buy(state, ASK, order)
    return "" if refusal is None else refusal.code


def spend(state: State, **bought: list[Order]) -> list[str]:
    """Play the allocations with these orders of each side; whom was asked."""
    left = {seat: list(orders) for seat, orders in bought.items()}
    asked: list[str] = []

    def answer(_state: State, ask: Ask) -> Order:
        asked.append(ask.seat)
        return left[ask.seat].pop(0)

    for _ in range(40):
        if state.phase == "allocation":
            play(state, resolve_allocation, answer=answer)
    assert state.phase == "sides"
    return asked


@pytest.mark.rule("fieldmanual.step5-support-points")
@pytest.mark.parametrize(
    ("level", "tv", "points"), [(3, 1000, 5), (4, 1250, 6), (1, 499, 1), (1, 500, 2), (2, 1499, 4)]
)
def test_support_points_are_the_level_and_one_for_each_full_500_tv(level: int, tv: int, points: int) -> None:
    assert support_points(level, tv) == points


@pytest.mark.rule("fieldmanual.step5-support-points")
@pytest.mark.parametrize(("points", "least"), [(1, 1), (4, 2), (5, 3), (6, 3)])
def test_half_of_them_rounded_up_are_spent_first(points: int, least: int) -> None:
    assert first_half(points) == least
    state = field(500 * (points - 1), 1)
    for _ in range(least - 1):
        state.facts[f"support:red:{len(choices(state, 'red')) + 1}"] = _sealed("command-point")
    assert refuse_end_allocation(state, ASK, EndAllocation()) is not None
    state.facts[f"support:red:{least}"] = _sealed("command-point")
    assert refuse_end_allocation(state, ASK, EndAllocation()) is None


def _sealed(option: str, group: int = 0) -> Sealed[str]:
    return Sealed(Choice(option, group).written(), ("red",))


@pytest.mark.rule("fieldmanual.buy-command-points", "fieldmanual.artillery-types", "fieldmanual.airstrike-types")
@pytest.mark.rule("fieldmanual.aa-turret", "fieldmanual.asset-hac-turret", "fieldmanual.asset-hrp-turret")
@pytest.mark.rule("fieldmanual.asset-observation-bunker", "fieldmanual.asset-heavy-bunker", "fieldmanual.asset-blind")
@pytest.mark.parametrize(
    ("choice", "cost"),
    [
        (Choice("fighter"), 3), (Choice("fighter-bomber"), 4), (Choice("bomber"), 6), (Choice("aa-drone", 0, "x"), 1),
        (Choice("command-point"), 1), (Choice("infiltrators", 1), 2), (Choice("light-artillery"), 1),
        (Choice("light-artillery", guided=True), 2), (Choice("medium-artillery"), 1), (Choice("heavy-artillery"), 2),
        (Choice("heavy-artillery", guided=True), 3), (Choice("hac-turret"), 2), (Choice("hrp-turret"), 3),
        (Choice("aa-turret"), 2), (Choice("observation-bunker"), 1), (Choice("heavy-bunker"), 2), (Choice("blind"), 2),
        (Choice("hac-turret", infiltrates=True), 4), (Choice("reserve", 2), 1), (Choice("guaranteed-reserve", 2), 2),
    ],
)  # fmt: skip
def test_what_support_costs(choice: Choice, cost: int) -> None:
    assert cost_of(choice) == cost
    assert read_choice(choice.written()) == choice


@pytest.mark.rule("fieldmanual.airstrike-types")
def test_bombers_fly_for_priority_level_3_and_above() -> None:
    assert code(field(3000, 2), Buy("bomber")) == "level"
    assert code(field(3000, 3), Buy("bomber")) == ""


@pytest.mark.rule("fieldmanual.infiltrators")
def test_as_many_groups_infiltrate_as_the_level_and_assets_count() -> None:
    state = field(5000, 2)
    state.facts["support:red:1"] = _sealed("infiltrators", 1)
    assert code(state, Buy("infiltrators", 2)) == ""
    assert code(state, Buy("infiltrators", 1)) == "taken"
    state.facts["support:red:2"] = _sealed("infiltrators", 2)
    assert code(state, Buy("infiltrators", 3)) == "infiltrators"
    assert code(state, Buy("hac-turret", infiltrates=True)) == "infiltrators"
    assert code(state, Buy("hac-turret")) == ""


@pytest.mark.rule("fieldmanual.reserves", "fieldmanual.guaranteed-reserve")
def test_at_most_half_of_the_groups_are_held_in_reserve() -> None:
    state = field(5000, 4, groups=3)
    assert code(state, Buy("reserve", 1)) == ""
    state.facts["support:red:1"] = _sealed("guaranteed-reserve", 1)
    assert code(state, Buy("reserve", 2)) == "reserves", "half of three is one"
    assert code(state, Buy("reserve", 7)) == "group"
    free = field(5000, 4)
    for number, expected in ((1, "round"), (2, ""), (5, ""), (6, "round")):
        assert code(free, Buy("guaranteed-reserve", 1, round=number)) == expected


@pytest.mark.rule("fieldmanual.aa-drone")
def test_one_aa_drone_a_group_for_a_model_without_a_drone() -> None:
    state = field(5000)
    assert code(state, Buy("aa-drone", unit="red-10")) == ""
    assert code(state, Buy("aa-drone", unit="blue-10")) == "unit"
    assert code(state, Buy("aa-drone")) == "unit"
    state.facts["support:red:1"] = Sealed(Choice("aa-drone", 0, "red-10").written(), ("red",))
    assert code(state, Buy("aa-drone", unit="red-11")) == "drone"
    assert code(state, Buy("aa-drone", unit="red-20")) == ""


def test_orders_that_make_no_sense_are_refused() -> None:
    state = field(5000)
    for order, expected in (
        (Buy("fighter", guided=True), "guided"), (Buy("fighter", infiltrates=True), "infiltrates"),
        (Buy("fighter", 1), "group"), (Buy("fighter", unit="red-10"), "unit"), (Buy("reserve", 1, round=3), "round"),
        (Buy("catapult"), "option"),
    ):  # fmt: skip
        assert code(state, order) == expected
    poor = field(400, 1)
    assert code(poor, Buy("fighter")) == "points"


@pytest.mark.rule("fieldmanual.step5-support-points")
def test_the_first_choices_are_shown_and_of_the_second_what_shows_itself() -> None:
    state = field(1000, 3)
    red: list[Order] = [Buy("fighter"), EndAllocation(), Buy("heavy-artillery")]
    blue: list[Order] = [
        Buy("hac-turret"), Buy("light-artillery"), EndAllocation(), Buy("reserve", 2), Buy("command-point"),
    ]  # fmt: skip
    asked = spend(state, red=red, blue=blue)
    assert asked == ["red", "red", "blue", "blue", "blue", "red", "blue", "blue"]
    assert points_left(state, "red") == 0
    assert [choice.option for choice in known_choices(state, "red", "blue")] == ["fighter"]
    assert [choice.option for choice in known_choices(state, "blue", "red")] == [
        "hac-turret", "light-artillery", "command-point",
    ]  # fmt: skip


@pytest.mark.rule("fieldmanual.step5-support-points")
def test_nothing_is_shown_before_both_have_finished_the_first_allocation() -> None:
    state = field(1000, 3)
    answers: list[Order] = [Buy("fighter"), EndAllocation()]
    shown = [play(state, resolve_allocation, answer=lambda _s, _a: answers.pop(0)).of(SupportShown) for _ in range(2)]
    assert shown == [[], []]
    assert state.facts["support:red:1"].knows == ("red",)


@pytest.mark.rule("fieldmanual.buy-command-points", "fieldmanual.defensive-assets", "fieldmanual.aa-drone")
@pytest.mark.rule("fieldmanual.reserves", "fieldmanual.infiltrators")
def test_what_was_bought_takes_effect_before_deployment() -> None:
    state = field(2500, 4)
    red: list[Order] = [
        Buy("command-point"), Buy("command-point"), Buy("hac-turret", infiltrates=True), Buy("aa-drone", unit="red-10"),
        Buy("infiltrators", 1),
    ]  # fmt: skip
    blue: list[Order] = [Buy("reserve", 3), Buy("bomber"), EndAllocation(), EndAllocation()]
    spend(state, red=red, blue=blue)
    assert command_points_left(state, "red") - command_points_left(state, "blue") == 2
    assert command_points_left(state, "blue") == 1 + 5, "Leadership 1 and 2500 TV"
    turret = state.units["red-asset-3"]
    assert (turret.card.kind, turret.group, turret.arrival, turret.status) == (STATIC, 0, "infiltrates", "waiting")
    drone = state.units["red-10-drone"]
    assert (drone.parent, drone.status, drone.group) == ("red-10", DOCKED, 1)
    assert [unit.arrival for unit in state.units.values() if unit.seat == "red" and unit.group == 1][:2] == [
        "infiltrates", "infiltrates",
    ]  # fmt: skip
    assert {name for name, unit in state.units.items() if unit.status == RESERVE} == {"blue-30", "blue-31"}


@pytest.mark.rule("fieldmanual.airstrike-types")
@pytest.mark.parametrize(
    ("name", "move", "turns", "armor", "boxes", "actions", "sensors", "overkill"),
    [
        ("fighter", (6, 18), 2, 11, "LH", 2, 1, 22), ("fighter-bomber", (8, 16), 1, 17, "LH", 2, 0, 34),
        ("bomber", (10, 15), 0, 21, "LHC", 3, 0, 63),
    ],
)  # fmt: skip
def test_the_cards_of_airstrikes(
    name: str, move: tuple[int, int], turns: int, armor: int, boxes: str, actions: int, sensors: int, overkill: int
) -> None:
    card = all_cards()[name]
    row = card.rows["A"]
    assert ((row.combat, row.top), card.turns, card.armor, card.boxes) == (move, turns, armor, boxes)
    assert (card.actions, card.sensors, card.overkill) == (actions, sensors, overkill)
    assert card.skills[:3] == (2, 2, 1)
    assert {mount.arc for mount in card.weapons} == {"FF"}


@pytest.mark.rule("fieldmanual.asset-hac-turret", "fieldmanual.asset-hrp-turret", "fieldmanual.aa-turret")
@pytest.mark.rule("fieldmanual.asset-observation-bunker", "fieldmanual.asset-heavy-bunker")
@pytest.mark.parametrize(
    ("name", "armor", "boxes", "size", "actions", "weapons"),
    [
        ("hac-turret", 25, "SLHC", 5, 1, 2), ("hrp-turret", 25, "SLHC", 5, 1, 2), ("aa-turret", 25, "SLHC", 5, 1, 2),
        ("observation-bunker", 25, "SSLHC", 8, 0, 0), ("heavy-bunker", 45, "SSLHC", 8, 0, 0),
    ],
)  # fmt: skip
def test_the_cards_of_assets(name: str, armor: int, boxes: str, size: int, actions: int, weapons: int) -> None:
    card = all_cards()[name]
    assert (card.armor, card.boxes, card.size, card.actions, len(card.weapons)) == (
        armor,
        boxes,
        size,
        actions,
        weapons,
    )
    assert len({mount.link for mount in card.weapons}) == min(1, weapons), "linked"
    assert all(mount.arc == "T" for mount in card.weapons)
    if name == "aa-turret":
        assert all("AA" in mount.weapon.traits for mount in card.weapons)
    if "bunker" in name:
        assert card.perks["Reinforced Front"] == (5 if name == "observation-bunker" else 10)
