"""4.1.4: Bystanders: civilians who wander about, and what their deaths cost."""

from __future__ import annotations

from functools import partial

import pytest

from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import pair_of
from gearlock.systems.tactical.attacks.firing import resolve_blast
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, Use
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.damage import lose
from gearlock.systems.tactical.dice_tests import PILOTING, skill_lines
from gearlock.systems.tactical.flow import outcome
from gearlock.systems.tactical.infantry import CiviliansKilled
from gearlock.systems.tactical.scenario_generator.priorities import victory_points
from gearlock.systems.tactical.shown import view
from gearlock.systems.tactical.state import Patch, State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.of_the_field import bring, resolve_wandering
from gearlock.systems.tactical.subplots.orders_and_events import MinesLaid
from gearlock.systems.tactical.support.aircraft import Run, resolve_air_attack
from gearlock.systems.tactical.support.artillery import resolve_next_barrage
from gearlock.systems.tactical.support_assets import aircraft
from gearlock.systems.tactical.weapons import AE, GUN, Weapon
from systems.tactical.subplots.fields import active, code, field, offered
from systems.tactical.tables import blown, mils, piece, play, table

GROUP = "civilians-1"


def peopled(**switches: str) -> State:
    state = field("blue:Bystanders", **switches)
    play(state, resolve_beginnings)
    state.phase = "activation"
    return state


@pytest.mark.rule("tactical.4.1.4-bystanders")
def test_ten_unarmed_people_without_skill_stand_in_the_middle() -> None:
    state = peopled()
    group = state.units[GROUP]
    assert (group.x, group.y, group.troopers) == (mils(36), mils(24), [3] * 10)
    assert not group.card.weapons
    assert [line.value for line in skill_lines(group, PILOTING)] == [0]
    assert (group.seat, group.group, group.actions) == ("", 0, 0)
    assert {unit.id for seat in ("red", "blue") for unit in state.in_play(seat)} == set(state.units) - {GROUP}
    shown = next(each for each in view(state, "red", ()).pieces if each.id == GROUP)
    assert (shown.name, shown.side) == ("Civilians", "")


@pytest.mark.rule("tactical.4.1.4-bystanders")
def test_a_second_group_and_water_in_the_middle_are_minded() -> None:
    state = peopled()
    play(state, bring)
    first, second = state.units[GROUP], state.units["civilians-2"]
    assert (first.x - second.x) ** 2 + (first.y - second.y) ** 2 >= 1000**2
    wet = field("red:Bystanders")
    wet.ground = table(piece("water", (30, 20, 42, 28))).ground
    play(wet, bring)
    spot = wet.units[GROUP]
    assert not (mils(30) <= spot.x <= mils(42) and mils(20) <= spot.y <= mils(28))


@pytest.mark.rule("tactical.4.1.4-bystanders")
@pytest.mark.parametrize(("face", "dx", "dy"), [(1, 0, 2), (4, 0, -2), (2, 1.732, 1), (6, -1.732, 1)])
def test_they_wander_two_inches_by_a_die(face: int, dx: float, dy: float) -> None:
    state = peopled()
    play(state, resolve_wandering, (face,))
    group = state.units[GROUP]
    assert abs(group.x - mils(36 + dx)) <= 5
    assert abs(group.y - mils(24 + dy)) <= 5


@pytest.mark.rule("tactical.4.1.4-bystanders")
def test_woods_slow_them_down_and_others_stop_them() -> None:
    state = peopled()
    state.ground = table(piece("area", (30, 24.2, 42, 40), props={"going": "jungle"})).ground
    play(state, resolve_wandering, (1,))
    assert state.units[GROUP].y == mils(25), "2 MP an inch is the most that people on foot pay"
    state = peopled()
    state.units["red-1"].x, state.units["red-1"].y = mils(36), mils(25.6)
    play(state, resolve_wandering, (1,))
    assert state.units[GROUP].y == mils(24.5)
    state.units[GROUP].y = mils(47.5)
    play(state, resolve_wandering, (1,))
    assert state.units[GROUP].y == mils(47.5), "nor do they leave the table"


@pytest.mark.rule("tactical.4.1.4-bystanders")
@pytest.mark.rule("tactical.3.2.6")
def test_mines_that_kill_them_are_nobodys() -> None:
    state = peopled()
    play(state, lambda ctx: ctx.emit(MinesLaid("blue", "General Purpose", ((mils(36.5), mils(25.5)),))))
    state.units[GROUP].x = mils(36.5)
    played = play(state, resolve_wandering, (1,), (1, 3), (2,))
    killed = played.of(CiviliansKilled)
    assert [event.seat for event in killed] == [""]
    assert killed[0].dead > 0
    assert not any(name.startswith("VP:") for name in state.points)


@pytest.mark.rule("tactical.4.1.4-bystanders")
def test_each_one_killed_costs_the_killer_a_victory_point() -> None:
    state = peopled()
    played = play(state, blown(GROUP, Blow(7, 1, by="red-1", weapon="LAC")), (1,))
    assert played.of(CiviliansKilled) == [CiviliansKilled(GROUP, 2, "red")]
    assert state.points["VP:red"] == -2
    assert victory_points(state, "red") == -2
    play(state, lambda ctx: lose(ctx, GROUP, Blow(0, by="blue-1")))
    assert state.points["VP:blue"] == -8, "run over, all that were left"
    squad = peopled()
    play(squad, blown("blue-1", Blow(70, 1, by="red-1", weapon="LAC")))
    assert "VP:red" not in squad.points, "soldiers are no civilians"


@pytest.mark.rule("tactical.4.1.4-bystanders")
@pytest.mark.rule("tactical.3.4.1")
def test_a_blast_beside_them_counts() -> None:
    state = peopled(area_effect="yes")
    target = state.units["blue-1"]
    target.x, target.y = mils(36), mils(25.5)
    shell = Weapon("X", "Shell", GUN, 2000, 8, traits={AE: 2})
    pair = pair_of(state, "red-1", "blue-1", Use(shell, "LAC"))
    hit = Result(6, 6, False)
    play(state, lambda ctx: resolve_blast(ctx, pair, hit, target.x, target.y, {}), (3, 3), (1, 2), (1,))
    assert state.points["VP:red"] < 0


@pytest.mark.rule("tactical.4.1.4-bystanders")
@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.rule("tactical.4.1.4-friendly-fire")
def test_salvos_and_aircraft_that_a_side_sent_for_are_its_own_and_other_planes_nobodys() -> None:
    shelled, group = peopled(), peopled().units[GROUP]
    shelled.patches = [Patch("barrage", group.x, group.y, 1000, seat="red", word="Medium Salvo")]
    killed = play(shelled, resolve_next_barrage, (6, 1), (1, 2), (1,)).of(CiviliansKilled)
    assert [(event.seat, event.dead) for event in killed] == [("red", 10)]
    assert shelled.points["VP:red"] == -10
    run = Run("red", aircraft()["Fighter"], 2, (mils(36), 0), (mils(36), mils(48)))
    for sent_by in ("red", ""):
        script = partial(resolve_air_attack, run=run, target_id=GROUP, sent_by=sent_by)
        flown = play(peopled(), script, (6, 6), (1, 2), (1,))
        assert [event.seat for event in flown.of(CiviliansKilled)] == [sent_by]


@pytest.mark.rule("tactical.4.1.4-bystanders")
def test_they_are_nobodys_enemy_and_decide_nothing() -> None:
    state = peopled()
    state.units[GROUP].x, state.units[GROUP].y = mils(22), mils(13)
    ask = active(state, "red-1")
    assert GROUP not in {order.target for order in offered(state, ask, Attack)}, "nobody is led to fire on them"
    assert code(state, ask, Attack("red-1", "LAC", GROUP)) == "", "and nobody is kept from it"
    for name in ("red-1", "red-2"):
        state.units[name].status = "destroyed"
    found = outcome(state)
    assert found is not None
    assert found.winner == "blue"
