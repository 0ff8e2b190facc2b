"""One Defense pool for several bases, peeled from the top."""

from __future__ import annotations

from itertools import product

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual import dice_tests as made
from gearlock.systems.fieldmanual.combined_models import (
    NEXT,
    Defender,
    DefendNext,
    offer_next,
    peeled,
    refuse_next,
    resolve_defense,
    total_of,
)
from gearlock.systems.fieldmanual.state import State
from systems.fieldmanual.tables import Played, play, put, table

SKILL = (dice(2, "Defense Skill", "fieldmanual.skills"), result(1, "Defense modifier", "fieldmanual.card-modifiers"))


@pytest.mark.rule("fieldmanual.combined-defense")
def test_the_example_three_bases_of_skill_two() -> None:
    assert peeled((6, 6, 4, 2), 3, 2) == [7, 6, 4]
    assert [total_of(bare, Defender("", (0, False), SKILL)) for bare in (7, 6, 4)] == [8, 7, 5]


@pytest.mark.rule("fieldmanual.combined-defense")
@pytest.mark.parametrize(("faces", "bases", "skill", "results"), [
    ((6, 6, 6, 6), 4, 2, [7, 7, 7, 6]),
    ((6, 6, 6, 6), 4, 1, [6, 6, 6, 6]),
    ((6, 6, 6, 6), 4, 3, [8, 8, 7, 6]),
    ((1, 1, 1), 2, 2, [0, 0]),
    ((5, 1, 1), 2, 2, [5, 0]),
    ((2, 1, 5), 3, 1, [5, 2, 0]),
    ((3, 4), 2, 1, [4, 3]),
])  # fmt: skip
def test_the_highest_die_goes_with_each_base(
    faces: tuple[int, ...], bases: int, skill: int, results: list[int]
) -> None:
    assert peeled(faces, bases, skill) == results


@pytest.mark.rule("fieldmanual.combined-defense")
def test_peeling_is_the_same_in_the_plain_way() -> None:
    """Every throw of four dice: take the best away one by one, and read what is left with at most `skill` sixes."""
    for faces in product(range(1, 7), repeat=4):
        for skill in (1, 2, 3):
            left, expected = list(faces), []
            for _ in range(4):
                best = max(left)
                sixes = min(left.count(6), skill)
                expected.append(0 if best == 1 else best + (sixes - 1 if best == 6 else 0))
                left.remove(best)
            assert peeled(faces, 4, skill) == expected


@pytest.mark.rule("fieldmanual.combined-defense", "fieldmanual.hull-down")
def test_a_fumble_is_nothing_but_the_minimum_still_counts() -> None:
    assert total_of(0, Defender("", (0, False), SKILL)) == 0
    assert total_of(0, Defender("", (0, False), SKILL, 3)) == 3
    assert total_of(1, Defender("", (0, False), (result(-4, "", ""),))) == 0
    assert total_of(5, Defender("", (0, False), SKILL, 3)) == 6


def squad(count: int = 3) -> State:
    state = table()
    for number in range(count):
        put(state, f"blue-{number + 1}", "infantry-squad-proposed", 20, 10 + 2 * number, team="blue-1")
    return state


def defend(
    state: State, covers: list[tuple[int, bool]], faces: tuple[int, ...], attack: int = 5, pick: str = ""
) -> Played:
    defenders = [Defender(f"blue-{n}", cover, SKILL, 0, attack) for n, cover in enumerate(covers, 1)]
    test = made.Test("defense", "blue-1", SKILL, "fieldmanual.combined-defense", attack)

    def answer(_state: State, _ask: Ask) -> Order:
        return DefendNext(pick)

    picker = answer if pick else None
    return play(state, lambda ctx: resolve_defense(ctx, defenders, test, made.throw_test), faces, answer=picker)


@pytest.mark.rule("fieldmanual.combined-defense")
def test_each_base_beyond_the_first_adds_a_die_and_the_best_cover_comes_first() -> None:
    played = defend(squad(), [(1, False), (2, True), (2, False)], (6, 6, 4, 2))
    assert played.rolls[0].count == 4
    assert played.value == {"blue-2": 8, "blue-3": 7, "blue-1": 5}
    assert list(played.value) == ["blue-2", "blue-3", "blue-1"]
    assert played.asks == []


@pytest.mark.rule("fieldmanual.combined-defense")
def test_of_equals_the_defending_player_chooses_where_it_matters() -> None:
    played = defend(squad(), [(0, False)] * 3, (6, 4, 3, 2), attack=6, pick="blue-3")
    assert [ask.kind for ask in played.asks] == [NEXT]
    assert played.asks[0].seat == "blue"
    assert played.value == {"blue-3": 7, "blue-1": 5, "blue-2": 4}


@pytest.mark.rule("fieldmanual.combined-defense")
def test_nobody_is_asked_where_all_are_hit_or_none() -> None:
    for attack in (3, 8):
        played = defend(squad(), [(0, False)] * 3, (6, 4, 3, 2), attack=attack)
        assert played.asks == []
        assert played.value == {"blue-1": 7, "blue-2": 5, "blue-3": 4}


@pytest.mark.rule("fieldmanual.combined-defense")
def test_only_a_base_of_equal_cover_may_be_named() -> None:
    state = squad()
    asked = Ask("blue", NEXT, "blue-1", ("blue-1", "blue-2"), optional=True)
    assert refuse_next(state, asked, DefendNext("blue-2")) is None
    refusal = refuse_next(state, asked, DefendNext("blue-3"))
    assert refusal is not None
    assert refusal.rule == "fieldmanual.combined-defense"
    options = list(offer_next(state, asked))
    assert [option.order for option in options[:2]] == [DefendNext("blue-1"), DefendNext("blue-2")]
    assert len(options) == 3
