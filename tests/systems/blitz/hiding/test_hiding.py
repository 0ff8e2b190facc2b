"""18.1 and 18.2: hiding and hull down: where, and how the tokens are lost."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.orders import Order
from gearlock.systems.blitz.attacks.aiming import Attack, loaded
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair, defence_skill, stealth_dice
from gearlock.systems.blitz.electronic_warfare.observing import BoostSensors, Interfere, Observe, Scan
from gearlock.systems.blitz.hiding import GoHullDown, Hide, TookCover, took_cover
from gearlock.systems.blitz.lock_and_cover.cover import profile_of
from gearlock.systems.blitz.movement.terrain import ExtraTurn, Forced, Move
from gearlock.systems.blitz.orders import GiveOrder
from gearlock.systems.blitz.rounds import EndActivation
from gearlock.systems.blitz.state import ALOFT, HIDING, HULL_DOWN, TOP_SPEED, State
from systems.blitz.fieldwork import EAST, NORTH, WEST, activate, give, model, offered, piece, refused, table

WALL = piece("instance", "light", 11, 18, 11.4, 22, 1.5)


def at_the_wall(card: str = "hunter", x: float = 10, **changes: Any) -> State:
    """Red stands half an inch from a wall to its east, blue ten inches beyond it."""
    state = table(WALL, model("red", card, x, **changes), model("blue", "hunter", 21, facing=WEST))
    return activate(state, "red")


def against(state: State, seen_from: str = "blue", spray: bool = False) -> Pair:
    blue = state.units[seen_from]
    return Pair(state, blue, state.units["red"], loaded(blue, "LAC"))


def dice_of(state: State, pair: Pair) -> dict[str, int]:
    return {line.label: line.value for line in duel_of(state, Use(pair.weapon), pair).defence}


@pytest.mark.rule("blitz.18.2")
@pytest.mark.parametrize(("pilot", "used"), [(6, 5), (4, 3), (3, 2), (2, 2)])
def test_hull_down_behind_cover_pilot_is_one_better(pilot: int, used: int) -> None:
    state = at_the_wall(pilot=pilot)
    assert defence_skill(against(state)) == pilot
    give(state, GoHullDown("red"))
    assert (state.units["red"].actions, state.units["red"].tokens) == (0, {HULL_DOWN: 1})
    assert defence_skill(against(state)) == used


@pytest.mark.rule("blitz.18.1", "blitz.18.2")
@pytest.mark.parametrize(("token", "text"), [(HIDING, "red hides."), (HULL_DOWN, "red is hull down.")])
def test_what_the_log_says(token: str, text: str) -> None:
    assert took_cover(at_the_wall(), TookCover("red", token), None).text == text


@pytest.mark.rule("blitz.18.2")
def test_from_the_open_side_a_hull_down_model_counts_as_braced() -> None:
    state = at_the_wall()
    state.units["blue"].x = 2_000
    give(state, GoHullDown("red"))
    assert defence_skill(against(state)) == 4
    assert dice_of(state, against(state))["Hull down without cover"] == -1
    state.units["red"].posture = TOP_SPEED
    found = dice_of(state, against(state))
    assert found["Top Speed"] + found["Hull down without cover"] == -1
    state.units["red"].posture = "braced"
    found = dice_of(state, against(state))
    assert found["Braced"] == -1
    assert "Hull down without cover" not in found, "it is braced once"


@pytest.mark.rule("blitz.18.1")
@pytest.mark.rule("blitz.18.2")
@pytest.mark.parametrize(("x", "code"), [(9.5, ""), (9.499, "cover")])
def test_cover_must_be_within_an_inch_of_the_base(x: float, code: str) -> None:
    state = at_the_wall(x=x)
    assert refused(state, Hide("red")) == code
    assert refused(state, GoHullDown("red")) == code
    assert [type(option.order) for option in offered(state, Hide)] == ([] if code else [Hide])


@pytest.mark.rule("blitz.18.1")
def test_who_cannot_hide() -> None:
    state = at_the_wall()
    state.units["red"].actions = 0
    assert refused(state, Hide("red")) == "no-action"
    state = at_the_wall()
    give(state, Hide("red"))
    state.units["red"].actions = 1
    assert refused(state, Hide("red")) == "done"
    low = table(piece("instance", "heavy", 11, 18, 11.4, 22, 0.9), model("red", "hunter", 10))
    assert refused(activate(low, "red"), Hide("red")) == "cover", "cover rises to half the model's height"
    flying = at_the_wall(tokens={ALOFT: 1})
    built = at_the_wall("outpost", x=9, actions=1)
    assert [refused(state, order("red")) for state in (flying, built) for order in (Hide, GoHullDown)] == ["cover"] * 4


@pytest.mark.rule("blitz.18.1")
def test_who_hides_has_stealth_and_who_had_it_before_a_smaller_profile() -> None:
    state = at_the_wall()
    give(state, Hide("red"))
    assert stealth_dice(against(state)) == 0, "it is for the passive"
    give(state, EndActivation("red"))
    assert stealth_dice(against(state)) == 1
    assert profile_of(state, state.units["blue"], state.units["red"]) == 0
    state = at_the_wall(traits=("Arms", "Stealth"))
    give(state, Hide("red"))
    give(state, EndActivation("red"))
    assert stealth_dice(against(state)) == 1, "stealth is not counted twice"
    assert profile_of(state, state.units["blue"], state.units["red"]) == 6000


@pytest.mark.rule("blitz.18.1")
@pytest.mark.rule("blitz.18.2")
def test_a_cautious_move_keeps_the_tokens_and_any_other_move_loses_them() -> None:
    def down() -> State:
        state = at_the_wall()
        state.units["red"].tokens.update({HIDING: 1, HULL_DOWN: 1})
        return state

    state = down()
    give(state, Move("red", "W", ((NORTH, 2000), (0, 0)), cautious=True))
    assert {HIDING, HULL_DOWN} <= set(state.units["red"].tokens)
    state = down()
    assert refused(state, Move("red", "W", ((NORTH, 2001),), cautious=True)) == "movement"
    give(state, Move("red", "W", ((NORTH, 500),), last=True))
    assert not {HIDING, HULL_DOWN} & set(state.units["red"].tokens)
    state = down()
    give(state, Move("red", "W", ((NORTH, 0),), last=True))
    assert {HIDING, HULL_DOWN} <= set(state.units["red"].tokens), "one turn on the spot gives nobody away"
    state = at_the_wall()
    assert refused(state, Move("red", "W", ((NORTH, 500),), cautious=True)) == "safe"


@pytest.mark.rule("blitz.18.2")
def test_a_second_turn_loses_hull_down() -> None:
    state = at_the_wall("aller", x=9.3, traits=())
    state.units["red"].tokens[HULL_DOWN] = 1
    give(state, Move("red", "G", ((300, 0),)))
    assert HULL_DOWN in state.units["red"].tokens
    give(state, ExtraTurn("red", "G", 300))
    assert HULL_DOWN not in state.units["red"].tokens
    for again in (Move("red", "G", ((300, 0),)), ExtraTurn("red", "G", 300)):
        state = activate(at_the_wall("aller", x=9.3, traits=()), "red", TOP_SPEED)
        state.units["red"].tokens[HULL_DOWN] = 1
        give(state, Move("red", "G", ((300, 0),), last=True))
        assert HULL_DOWN in state.units["red"].tokens
        give(state, again)
        assert HULL_DOWN not in state.units["red"].tokens, "one turn in a round, not in each move"


@pytest.mark.rule("blitz.18.1")
def test_an_attack_ends_hiding_but_not_hull_down_and_a_silenced_one_neither() -> None:
    state = at_the_wall()
    state.units["red"].tokens.update({HIDING: 1, HULL_DOWN: 1})
    give(state, Attack("red", "LAC", ("blue",)))
    assert HIDING not in state.units["red"].tokens
    assert HULL_DOWN in state.units["red"].tokens
    state = at_the_wall(weapons=("LAC (Arm, Silent)",))
    state.units["red"].tokens[HIDING] = 1
    give(state, Attack("red", "LAC", ("blue",)))
    assert HIDING in state.units["red"].tokens


@pytest.mark.rule("blitz.18.1")
@pytest.mark.parametrize(
    ("order", "traits"),
    [
        (Observe("red", "blue"), ()),
        (Interfere("red"), ("ECM:+1D6",)),
        (BoostSensors("red"), ("Sensors:18",)),
        (Scan("red", WALL.id), ()),
        (GiveOrder("red", "coordinated fire", "blue"), ()),
    ],
)
def test_electronic_warfare_and_orders_end_hiding_but_not_hull_down(order: Order, traits: tuple[str, ...]) -> None:
    state = at_the_wall(traits=traits, rank="cgl")
    state.units["red"].tokens.update({HIDING: 1, HULL_DOWN: 1})
    give(state, order)
    assert HIDING not in state.units["red"].tokens
    assert HULL_DOWN in state.units["red"].tokens


@pytest.mark.rule("blitz.18.1", "blitz.17.7b")
def test_nothing_in_the_air_hides() -> None:
    assert refused(at_the_wall(), Hide("red")) == ""
    assert refused(at_the_wall(tokens={ALOFT: 1}), Hide("red")) == "cover"


@pytest.mark.rule("blitz.18.1")
def test_who_is_forced_away_is_neither_hidden_nor_hull_down() -> None:
    state = at_the_wall()
    state.units["red"].tokens.update({HIDING: 1, HULL_DOWN: 1})
    Forced("red", 9000, 20_000, 0, 1000).change(state)
    assert not {HIDING, HULL_DOWN} & set(state.units["red"].tokens)


@pytest.mark.rule("blitz.trait.shield")
def test_a_shield_lets_one_go_hull_down_in_the_open_against_the_front_alone() -> None:
    state = activate(table(model("red", "iguana-mp", 10, facing=EAST), model("blue", "hunter", 21)), "red")
    pilot = state.units["red"].line.pilot
    assert dice_of(state, against(state))["Shield"] == 2
    assert refused(state, Hide("red")) == "cover", "a shield is no adjacent cover"
    give(state, GoHullDown("red"))
    assert dice_of(state, against(state)) == {"Shield": 2, "Hull down behind the shield": 1}
    assert defence_skill(against(state)) == pilot - 1
    state.units["red"].facing = WEST
    assert defence_skill(against(state)) == pilot
    assert dice_of(state, against(state)) == {"Hull down without cover": -1}
