"""Who stays behind, turns traitor or is called in during a battle of a campaign, and what of it comes home."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.attacks.weapons_in_use import ClipChanged, clips_left, rounds_left
from gearlock.systems.tactical.battles.battles import begin
from gearlock.systems.tactical.campaigns.linking import lay_out
from gearlock.systems.tactical.scenario_generator.missions import LeftBehind
from gearlock.systems.tactical.state import DESTROYED, State
from gearlock.systems.tactical.subplots.orders_and_events import TraitorTurned
from gearlock.systems.tactical.support.buying import ClipsCame
from gearlock.systems.tactical.victory_points import ClipBought, ReinforcementBought
from systems.tactical.campaign_rules.campaigns import after_battle, begun, campaign, hurt


@pytest.mark.rule("tactical.4.2", "tactical.4.1.3-troops")
def test_who_was_left_behind_is_neither_mended_nor_rearmed_by_it() -> None:
    now = hurt(campaign(red="hunter*3", battles="9"), "red-3", armor_lost=3, used={"LAC": 20}, tokens={"light": 1})

    def stays_behind(state: State) -> None:
        LeftBehind("red-3").change(state)
        state.units["red-1"].armor_lost = 1

    now = after_battle(now, stays_behind)
    unit = begun(now, "red-3")
    assert (unit.armor_lost, unit.used, unit.tokens) == (3, {"LAC": 20}, {"light": 1})
    assert begun(now, "red-1").armor_lost == 1


@pytest.mark.rule("tactical.4.2", "tactical.4.1.3-troops", "tactical.4.2.2-spending")
def test_who_is_called_in_takes_nobodys_place_in_the_force() -> None:
    def fought(state: State) -> None:
        LeftBehind("red-3").change(state)
        ReinforcementBought("red", "hunter", 4, 301).change(state)
        assert list(state.units) == ["red-1", "red-2", "blue-1", "blue-2", "red-4"]
        state.units["red-4"].status = DESTROYED

    now = after_battle(campaign(red="hunter*3", battles="9"), fought)
    assert [member.id for member in now.sides["red"].members] == ["red-1", "red-2", "red-3"]
    assert all(not member.hurt and not member.away for member in now.sides["red"].members)


@pytest.mark.rule("tactical.4.2", "tactical.4.1.4-traitor", "tactical.4.2.2-spending")
def test_a_traitor_goes_home_to_its_own_side_with_its_wounds_whoever_is_called_in_after_it() -> None:
    def betrayed(state: State) -> None:
        TraitorTurned("blue-2", "red", 9, 1000, 1000, 0).change(state)
        ReinforcementBought("blue", "jaeger", 4, 301).change(state)
        ReinforcementBought("red", "hunter", 4, 301).change(state)
        assert state.units["blue-2"].seat == "red"
        assert {"blue-3", "red-3"} < set(state.units)
        state.units["blue-2"].armor_lost = 2

    now = after_battle(campaign(battles="9").paid("blue", "Victory Points", 4), betrayed)
    assert begun(now, "blue-2").armor_lost == 2
    assert [len(side.members) for side in now.sides.values()] == [2, 2]
    assert now.sides["blue"].pools["Victory Points"] == 0


@pytest.mark.rule("tactical.4.2", "tactical.4.2.2-spending", "tactical.2.3.6")
def test_a_clip_that_was_bought_stays_with_its_machine_until_it_is_changed() -> None:
    def buys_two(state: State) -> None:
        state.units["red-1"].used = {"LAC": 60}
        for _ in range(2):
            ClipBought("red", "red-1", "LAC", 1).change(state)

    def changes_one(state: State) -> None:
        unit = state.units["red-1"]
        mount = unit.mount("LAC")
        assert mount is not None
        assert clips_left(unit, mount) == 2
        assert rounds_left(unit, mount) == 0
        ClipChanged("red-1", "LAC").change(state)
        assert rounds_left(unit, mount) == 60

    def one_is_left_and_another_comes(state: State) -> None:
        unit = state.units["red-1"]
        mount = unit.mount("LAC")
        assert mount is not None
        assert (clips_left(unit, mount), rounds_left(unit, mount)) == (1, 60)
        ClipBought("red", "red-1", "LAC", 1).change(state)
        ClipsCame(("red-1",)).change(state)
        assert clips_left(unit, mount) == 2

    now = after_battle(campaign(battles="9").paid("red", "Victory Points", 9), buys_two)
    now = after_battle(now, changes_one)
    now = after_battle(now, one_is_left_and_another_comes)
    unit = begun(now, "red-1")
    mount = unit.mount("LAC")
    assert mount is not None
    assert clips_left(unit, mount) == 2


@pytest.mark.rule("tactical.4.2")
def test_supplies_fill_the_magazines_and_bring_no_bought_clip_back() -> None:
    def buys_two_and_changes_one(state: State) -> None:
        state.units["red-1"].used = {"LAC": 60}
        for _ in range(2):
            ClipBought("red", "red-1", "LAC", 1).change(state)
        ClipsCame(("red-1",)).change(state)
        ClipChanged("red-1", "LAC").change(state)

    now = after_battle(campaign(resupply="yes", battles="9"), buys_two_and_changes_one)
    unit = begin(lay_out(now, "skirmish", 1, {})).units["red-1"]
    mount = unit.mount("LAC")
    assert mount is not None
    assert (unit.used, rounds_left(unit, mount), clips_left(unit, mount)) == ({}, mount.ammo, 1)
