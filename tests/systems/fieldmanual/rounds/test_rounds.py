"""The game round: player order, alternating activation, passing, Used models, what a round takes and gives back."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.flow import resolve_misc, step
from gearlock.systems.fieldmanual.rounds import (
    Activate,
    Activated,
    ActivationEnded,
    ChooseFirst,
    OrderRolled,
    Pass,
    RoundBegun,
    RoundEnded,
    TurnPassed,
    groups_on_table,
    order_bonus,
    refuse_activate,
    refuse_pass,
    resolve_activation,
    resolve_order,
    unactivated,
    waiting_groups,
)
from gearlock.systems.fieldmanual.state import (
    COMMANDER,
    DEAD,
    LEADER,
    OBSERVED,
    RESERVE,
    STAND_BY,
    STUN,
    TOP,
    Activation,
    State,
)
from systems.fieldmanual.tables import play, put, table


def groups(*counts: tuple[int, ...]) -> State:
    """Red and blue with so many models in each Combat Group."""
    state = table()
    for seat, y, sizes in (("red", 4, counts[0]), ("blue", 40, counts[1])):
        number = 0
        for group, size in enumerate(sizes, 1):
            for _ in range(size):
                number += 1
                put(state, f"{seat}-{number}", "jager", 3 * number, y, group=group)
    return state


def ask(seat: str = "red") -> Ask:
    return Ask(seat, "activate")


@pytest.mark.rule("fieldmanual.player-order")
def test_leadership_and_fewer_groups_help_in_the_player_order_roll() -> None:
    state = groups((1,), (1, 1))
    assert (order_bonus(state, "red"), order_bonus(state, "blue")) == (1, 0)
    state.units["blue-1"].rank = COMMANDER
    assert order_bonus(state, "blue") == 0, "a Leadership of 0 is no higher than that of nobody"
    better = put(state, "blue-2", "command-jager", 6, 40, group=2, rank=COMMANDER)
    state.units["blue-1"].rank = LEADER
    assert order_bonus(state, "blue") == better.card.skills.leadership == 1


@pytest.mark.rule("fieldmanual.player-order")
def test_groups_in_reserve_and_what_never_moves_are_not_counted() -> None:
    state = groups((1, 1), (1, 1))
    assert order_bonus(state, "red") == order_bonus(state, "blue") == 0
    state.units["blue-2"].status = RESERVE
    assert (groups_on_table(state, "blue"), order_bonus(state, "blue")) == (1, 1)
    put(state, "blue-3", "hac-turret", 30, 40, group=3)
    assert groups_on_table(state, "blue") == 1


@pytest.mark.rule("fieldmanual.player-order")
def test_a_tie_is_rolled_again_and_the_winner_says_who_goes_first() -> None:
    state = groups((1,), (1,))
    state.phase, state.winner = "order", ""
    played = play(state, resolve_order, (4,), (4,), (2,), (5,), answer=lambda _state, _ask: ChooseFirst("red"))
    assert [event.winner for event in played.of(OrderRolled)] == ["", "blue"]
    assert (played.asks[-1].seat, state.turn, state.first, state.phase) == ("blue", "red", "red", "action")


@pytest.mark.rule("fieldmanual.activation")
def test_groups_alternate_and_who_has_more_goes_on_alone() -> None:
    state = groups((2, 1, 1), (1,))
    order: list[str] = []
    for _ in range(20):
        if state.phase != "action":
            break
        before = state.activation
        play(state, resolve_activation, answer=lambda now, asked: Activate(unactivated(now, asked.seat)[0].id, "W"))
        if state.activation is not before and state.activation is not None:
            order.append(state.activation.unit)
            ActivationEnded(state.activation.unit).change(state)
    assert order == ["red-1", "red-2", "blue-1", "red-3", "red-4"]
    assert state.phase == "support"


@pytest.mark.rule("fieldmanual.activation")
def test_a_group_once_begun_is_finished_first() -> None:
    state = groups((2, 1), (1,))
    Activated("red-1", "W", "stationary").change(state)
    ActivationEnded("red-1").change(state)
    refusal = refuse_activate(state, ask(), Activate("red-3", "W"))
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("group", {"active": 1, "group": 2})
    assert refuse_activate(state, ask(), Activate("red-2", "W")) is None


@pytest.mark.rule("fieldmanual.used-status")
def test_a_used_model_is_not_activated_again_until_the_next_round() -> None:
    state = groups((2,), (1,))
    Activated("red-1", "W", "stationary").change(state)
    ActivationEnded("red-1").change(state)
    refusal = refuse_activate(state, ask(), Activate("red-1", "W"))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("used", "fieldmanual.used-status")
    RoundEnded().change(state)
    RoundBegun(2).change(state)
    state.phase, state.turn = "action", "red"
    assert refuse_activate(state, ask(), Activate("red-1", "W")) is None


@pytest.mark.rule("fieldmanual.used-status")
def test_one_action_by_a_command_point_uses_nobody_up() -> None:
    state = groups((1,), (1,))
    state.activation = Activation("red-1", banded=True, extra=True)
    ActivationEnded("red-1").change(state)
    assert not state.units["red-1"].used


@pytest.mark.rule("fieldmanual.activation-pass")
@pytest.mark.parametrize(("mine", "theirs", "may"), [(1, 2, False), (1, 3, True), (2, 4, False), (2, 5, True)])
def test_who_has_fewer_than_half_as_many_groups_left_may_pass(mine: int, theirs: int, may: bool) -> None:
    state = groups((1,) * mine, (1,) * theirs)
    assert len(waiting_groups(state, "blue")) == theirs
    assert (refuse_pass(state, ask(), Pass()) is None) == may
    offered = [option.order for option in BOOK.options(state, ask())]
    assert (Pass() in offered) == may


@pytest.mark.rule("fieldmanual.activation-pass")
def test_only_groups_that_are_still_to_be_activated_count_for_passing() -> None:
    state = groups((1,), (1, 1, 1))
    state.units["blue-3"].used = True
    refusal = refuse_pass(state, ask(), Pass())
    assert refusal is not None
    assert refusal.facts == {"mine": 1, "theirs": 2}


@pytest.mark.rule("fieldmanual.activation-pass")
def test_after_a_pass_it_is_the_other_sides_turn_and_nobody_passes_in_the_middle_of_a_group() -> None:
    state = groups((2,), (1, 1, 1))
    play(state, resolve_activation, answer=lambda _state, _ask: Pass())
    assert (state.turn, state.phase) == ("blue", "action")
    state.turn, state.group = "red", 1
    refusal = refuse_pass(state, ask(), Pass())
    assert refusal is not None
    assert refusal.code == "begun"


@pytest.mark.rule("fieldmanual.actions", "fieldmanual.round-sequence")
def test_actions_come_back_with_the_round_and_go_in_the_miscellaneous_phase() -> None:
    state = groups((1,), (1,))
    unit = state.units["red-1"]
    unit.actions, unit.tokens = 1, {f"{STAND_BY}:LRP/24": 1, f"{OBSERVED}:blue-1": 1, STUN: 1}
    unit.fired = ["LAC"]
    played = play(state, resolve_misc)
    assert (unit.actions, unit.fired, unit.tokens) == (0, [], {STUN: 1}), "a Stun counter stays until its activation"
    assert isinstance(played.events[-1], RoundEnded)
    play(state, step)
    assert (state.round, state.phase, unit.actions) == (2, "order", 1)


@pytest.mark.rule("fieldmanual.round-sequence")
def test_a_round_goes_through_its_four_steps_in_order() -> None:
    state = groups((1,), (1,))
    state.round, state.phase = 0, "round"
    seen: list[str] = []
    for _ in range(12):
        seen += [state.phase] if not seen or seen[-1] != state.phase else []
        if state.phase == "action":
            for unit in state.units.values():
                unit.used = True
        if seen.count("round") == 2:
            break
        dice = ((6,), (2,)) if state.phase == "order" else ()
        play(state, step, *dice, answer=lambda _state, _ask: ChooseFirst("red"))
    assert seen == ["round", "order", "action", "support", "round"]


@pytest.mark.rule("fieldmanual.misc-events")
def test_the_last_round_ends_the_battle() -> None:
    state = groups((1,), (1,))
    state.round = state.rounds = 5
    play(state, resolve_misc)
    assert (state.finished, state.phase) == (True, "over")


@pytest.mark.rule("fieldmanual.speed-top", "fieldmanual.stun")
def test_an_activation_takes_off_stun_and_pays_for_top_speed() -> None:
    state = groups((1,), (1,))
    unit = state.units["red-1"]
    unit.band, unit.tokens = "combat", {STUN: 1}
    Activated("red-1", "W", TOP).change(state)
    assert (unit.actions, unit.band, unit.tokens) == (0, TOP, {})


@pytest.mark.rule("fieldmanual.activation")
def test_the_turn_goes_past_a_side_whose_models_are_gone() -> None:
    state = groups((1,), (1, 1))
    state.units["red-1"].status = DEAD
    played = play(state, resolve_activation)
    assert [event.seat for event in played.of(TurnPassed)] == ["blue"]
