"""Lines, tempers and plans: what a thinking bot weighs, and what it must not see."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from gearlock.bots import planning
from gearlock.bots.lines import NOTHING, Line, Step, standing_terms
from gearlock.bots.patience import Patience
from gearlock.bots.planning import FORK, NARROW, Planner, chosen
from gearlock.bots.settling import at_a_glance
from gearlock.bots.tempers import USUAL, Temper, at_this_hour, tempers
from gearlock.bots.uniform import RandomBot
from gearlock.bots.weighing import SPARING, turned_away
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Finish
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat
from gearlock.kernel.survey import Standing, folded, losses_to_expect, pulls
from gearlock.kernel.view import OddsCard, Preview

SYSTEMS = all_systems()
STEADY = tempers()[USUAL]
HIT = OddsCard(0.5, 1.0, {0: 0.5, 2: 0.5}, p_crippled=0.25, p_destroyed=0.125)


def under_way(system: AnySystem, decisions: int, seed: int = 3) -> Battle[Any]:
    """A battle after some decisions, at one that opens a step; the first that lasts so long."""
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), seed, {}))
    players = {name: RandomBot(seed + at) for at, name in enumerate(system.seats)}
    left = decisions
    while not battle.over:
        name = battle.waiting_for()[0]
        if left <= 0 and battle.fresh and has_a_choice(Seat(battle, name)):
            return battle
        battle.answer(name, players[name].decide(Seat(battle, name)))
        left -= 1
    return under_way(system, decisions, seed + 1)


def has_a_choice(seat: Seat) -> bool:
    """Whether there is something to plan: no mere yes or no, and more than one way to go on."""
    options = seat.options()
    return len(options) > FORK or any(isinstance(option, OPEN_OPTIONS) for option in options)


LATER = {"tactical": 3}
"""Decisions more before somebody is activated in the first battle of a system, where there are many before that."""


def at_a_decision(system: AnySystem, decisions: int = 12) -> tuple[Seat, Battle[Any], Planner]:
    """The seat that decides in such a battle, one it imagines, and a planner for it."""
    battle = under_way(system, decisions + LATER.get(system.id, 0))
    seat = Seat(battle, battle.waiting_for()[0])
    imagined = seat.imagine(random.Random(1))
    assert imagined is not None
    return seat, imagined, Planner(seat, seat.view(), STEADY, random.Random(2))


def test_hopes_are_not_counted_twice_and_dangers_only_where_the_line_ends() -> None:
    move = Preview(gives=0.5, hoped=0.4, risks=0.3, lasting=0.25)
    shot = Preview(gives=0.4, risks=0.25, lasting=0.25, odds=HIT)
    both = NOTHING.plus(move).plus(shot)
    assert both.damage == pytest.approx(0.4)
    assert both.progress == pytest.approx(0.1)
    assert both.suffered == pytest.approx(0.05)
    assert (both.kills, both.crippled) == (0.125, 0.25)
    assert both.less(0.2).suffered == pytest.approx(0.25)


def test_an_enemy_that_could_do_as_much_to_a_friend_is_a_smaller_threat() -> None:
    here = Standing(strikes=0.5, soon={"a": 0.4, "b": 0.2})
    alone = standing_terms(here, {}, STEADY)
    among = standing_terms(here, pulls(Standing(soon={"a": 0.4})), STEADY)
    assert alone["danger"] == pytest.approx(-STEADY.soon * (1 - 0.6 * 0.8))
    assert among["danger"] == pytest.approx(-STEADY.soon * (1 - 0.8 * 0.8)), "a friend draws it as much"
    assert alone["prospect"] == among["prospect"] == pytest.approx(STEADY.prospect * 0.5)


def test_a_unit_cannot_lose_more_than_is_left_of_it() -> None:
    here = Standing(soon={"a": 0.4}, late={"b": 0.9}, left=0.3)
    assert standing_terms(here, {}, STEADY)["danger"] == pytest.approx(-STEADY.soon * 0.3)


def test_several_losses_are_folded_and_never_more_than_is_left() -> None:
    assert folded([], 1.0) == folded([0.5], 0.0) == 0.0
    assert folded([0.5, 0.5], 1.0) == pytest.approx(0.75)
    assert folded([0.3, 0.3], 0.4) == pytest.approx(0.4 * (1 - 0.25 * 0.25))
    assert folded([0.9] * 5, 0.6) == pytest.approx(0.6)


def test_an_enemy_divides_its_attention_by_what_it_could_do_to_each() -> None:
    weak, strong = Standing(soon={"a": 0.1}, stake=1.0), Standing(soon={"a": 0.2}, late={"b": 0.1}, stake=1.5)
    assert losses_to_expect(weak, pulls(strong))[0] == pytest.approx(0.1 * 0.01 / (0.01 + 0.09))
    soon, all_of_it = losses_to_expect(strong, pulls(weak))
    assert soon == pytest.approx(0.2 * 0.09 / (0.01 + 0.09))
    assert all_of_it == pytest.approx(folded([soon, 0.1], 1.0)), "nobody else is in reach of b"


def test_tempers_weigh_as_their_names_say() -> None:
    cautious, aggressive, objective = (tempers()[name] for name in ("cautious", "aggressive", "objective"))
    assert cautious.soon > STEADY.soon > aggressive.soon
    assert aggressive.closing > STEADY.closing
    assert objective.progress > STEADY.progress


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_an_imagined_battle_is_the_same_to_the_seat_and_leaves_the_real_one_alone(system: AnySystem) -> None:
    battle = under_way(system, 12)
    name = battle.waiting_for()[0]
    seat, before = Seat(battle, name), battle.hash()
    imagined = seat.imagine(random.Random(1))
    assert imagined is not None
    assert imagined.view(name) == seat.view()
    assert imagined.options(name) == seat.options()
    order, _ = at_a_glance(Seat(imagined, name), random.Random(2))
    imagined.answer(name, order)
    assert battle.hash() == before


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_plans_begin_with_orders_the_rules_take_and_add_up(system: AnySystem) -> None:
    seat, imagined, planner = at_a_decision(system)
    plans = planner.plans(imagined, Patience(60))
    assert plans
    assert [plan.value for plan in plans] == sorted((plan.value for plan in plans), reverse=True)
    for plan in plans:
        assert seat.refuse(plan.orders[0]) is None
        assert plan.value == pytest.approx(sum(plan.terms.values()))
        assert len(plan.orders) == len(plan.labels)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_impatience_ends_the_search_with_an_answer(system: AnySystem) -> None:
    _, imagined, planner = at_a_decision(system)
    assert planner.plans(imagined, Patience(1))
    assert len(planner.plans(imagined, Patience(1000, seconds=0.0))) == 1


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_in_a_large_force_too_a_place_counts_by_how_much_better_it_is(
    system: AnySystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = under_way(system, 12)
    seat = Seat(battle, battle.waiting_for()[0])

    def prospects(crowd: int) -> list[float]:
        monkeypatch.setattr(planning, "CROWD", crowd)
        imagined = seat.imagine(random.Random(1))
        assert imagined is not None
        plans = Planner(seat, seat.view(), STEADY, random.Random(2)).plans(imagined, Patience(60))
        return sorted(plan.terms.get("prospect", 0.0) for plan in plans)

    assert prospects(0) == prospects(8)


def test_an_enemys_attack_on_ones_own_counts_the_other_way_round() -> None:
    answer = Preview(gives=0.2, odds=HIT, without=OddsCard(0.8, 2.0, {2: 0.8}, p_crippled=0.5, p_destroyed=0.375))
    assert NOTHING.plus(answer, stakes={"": 2.0}).kills == 2 * NOTHING.plus(answer).kills
    assert NOTHING.plus(answer, stakes={"": 2.0}).damage == 2 * NOTHING.plus(answer).damage
    spared = NOTHING.plus(answer, own=True)
    assert (spared.damage, spared.kills, spared.crippled) == (0.2, 0.25, 0.25)
    assert NOTHING.plus(answer).kills == -0.25


class Pass(Finish, frozen=True):
    """The unit is done."""


def test_few_of_a_kind_are_followed_and_every_line_may_end() -> None:
    battle = under_way(SYSTEMS[0], 12)
    lines = [Line(battle), Line(battle)]
    ways = [
        (line, Step(order, label, Preview(), NOTHING, promise))
        for line in lines
        for order, label, promise in [
            *((Decline(), "move", 0.9 - at / 100) for at in range(6)),
            (Decline(), "shoot", 0.5),
            (Pass(), "stop", -1.0),
        ]
    ]
    followed = chosen(ways, 7)
    labels = [step.label for line, step in followed if line is lines[0]]
    assert labels == ["move"] * planning.ALIKE + ["shoot", "stop"]
    assert sum(step.label == "stop" for _, step in followed) == 2


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_plan_tried_again_in_the_same_battle_comes_to_the_same(system: AnySystem) -> None:
    _, imagined, planner = at_a_decision(system, 40)
    ended = [each for each in planner.plans(imagined, Patience(300)) if each.over]
    line = max(ended, key=lambda each: abs(each.sum.value(STEADY)))
    again = planner.retried(line, imagined)
    assert again.orders == line.orders
    assert again.over
    assert again.terms == pytest.approx(line.terms)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_more_is_tried_of_promising_lines(system: AnySystem) -> None:
    few, many = (
        Patience(1000, seconds=600.0),
        Patience(1000, seconds=600.0),
    )  # looks alone stop it, however slow the machine
    for patience, samples in ((few, NARROW.taste), (many, 4 * NARROW.taste)):
        _, imagined, planner = at_a_decision(system)
        planner.plans(imagined, patience, NARROW._replace(samples=samples))
    assert many.looks < few.looks


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_plan_that_cannot_be_kept_goes_on_at_a_glance(system: AnySystem) -> None:
    for decisions in (60, 70, 80, 90):
        _, imagined, planner = at_a_decision(system, decisions)
        ended = (each for each in planner.plans(imagined, Patience(300, seconds=60.0)) if each.over)
        longest = max(ended, key=lambda each: len(each.orders))
        if len(longest.orders) > 1:
            break
    assert len(longest.orders) > 1
    broken = Line(imagined, orders=(longest.orders[0], Decline()), labels=("", ""))
    again = planner.retried(broken, imagined)
    assert again.orders[0] == longest.orders[0]
    assert len(again.orders) > 1
    assert Decline() not in again.orders
    asked = again.battle.ask_for(imagined.waiting_for()[0])
    assert again.over or (asked is not None and not asked.unit), "it ends where the unit has nothing to decide"


def test_a_temper_must_be_whole() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"about": "half a temper"}, type(STEADY))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_looking_away_from_an_enemy_is_measured_the_same_way_on_every_table(system: AnySystem) -> None:
    view = under_way(system, 12).view(None)
    me, other = view.pieces[0], view.pieces[1]
    ways = {
        "hexes": ((6, 0, 0), (3, -6, 900), (-6, 0, 1800)),
        "inches": ((6000, 0, 0), (0, 6000, 900), (-6000, 0, 1800)),
    }
    for dx, dy, bearing in ways[view.table.kind]:
        enemy = msgspec.structs.replace(other, x=me.x + dx, y=me.y + dy)
        assert turned_away(view, [enemy], (me.x, me.y, bearing)) == pytest.approx(0)
        assert turned_away(view, [enemy], (me.x, me.y, (bearing + 1800) % 3600)) == pytest.approx(1)
        assert turned_away(view, [enemy], (me.x, me.y, (bearing + 900) % 3600)) == pytest.approx(0.5)
    assert turned_away(view, [], (me.x, me.y, 0)) == 0


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_place_counts_before_a_line_ends_and_so_decides_which_lines_are_followed(system: AnySystem) -> None:
    counted = 0
    for decisions in (12, 30, 40, 50, 60, 70):
        if counted and decisions > 40:
            break
        seat, imagined, planner = at_a_decision(system, decisions)
        thinking = Seat(imagined, seat.name)
        for step in planner.steps(thinking, thinking.options(), NOTHING, Patience(200)):
            unit = seat.ask.unit if seat.ask and seat.ask.unit else getattr(step.order, "unit", "")
            if step.shown.ends is None or step.shown == Preview():
                continue
            placed = sum(planner.place(unit, step.shown.ends).values())
            bare = step.sum.value(STEADY) + step.shown.hoped - STEADY.soon * step.shown.lasting
            assert step.promise == pytest.approx(bare + placed, abs=2 * SPARING)
            counted += abs(placed) > 4 * SPARING
    assert counted


def test_as_the_end_nears_what_would_come_after_it_counts_less() -> None:
    view = msgspec.structs.replace(under_way(SYSTEMS[0], 12).view("red"), rounds=6)

    def hour(round_: int) -> Temper:
        return at_this_hour(STEADY, msgspec.structs.replace(view, round=round_))

    assert hour(4) == STEADY
    assert hour(5).prospect == pytest.approx(STEADY.prospect / 2)
    assert (hour(6).late, hour(6).prospect, hour(6).formation) == (0, 0, 0)
    assert hour(6).soon == STEADY.soon
    assert at_this_hour(STEADY, msgspec.structs.replace(view, rounds=0, round=9)) == STEADY
