"""Army Commanders and Combat Group Leaders: who leads, and who follows a commander that is lost."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.leaders import (
    Appoint,
    CommandPassed,
    LeaderNominated,
    heirs,
    is_group_leader,
    leader_of,
    may_command,
    resolve_loss,
    resolve_nomination,
)
from gearlock.systems.fieldmanual.state import COMMANDER, DEAD, DESTROYED, LEADER, LEFT, NO_GROUP, RESERVE, SUB_SQUAD
from systems.fieldmanual.radio import asked, model, pool, refusal, run
from systems.fieldmanual.tables import table


@pytest.mark.rule("fieldmanual.leaders")
def test_the_commander_leads_its_own_group_unless_that_has_another_leader() -> None:
    state = table()
    chief = model(state, "red-1", 5, rank=COMMANDER)
    mate = model(state, "red-2", 8)
    other = model(state, "red-3", 11, rank=LEADER, group=2)
    assert leader_of(state, mate) is chief
    assert leader_of(state, other) is other
    assert is_group_leader(state, chief)
    assert not is_group_leader(state, mate)
    mate.rank = LEADER
    assert leader_of(state, mate) is mate
    assert not is_group_leader(state, chief)
    assert may_command(state, chief)


@pytest.mark.rule("fieldmanual.leaders")
def test_nobody_follows_a_group_leader_that_is_lost_and_assets_have_none() -> None:
    state = table()
    leader, mate = model(state, "red-1", 5, rank=LEADER), model(state, "red-2", 8, ld=2)
    leader.status = DEAD
    assert leader_of(state, mate) is None
    turret = model(state, "red-3", 9, group=NO_GROUP, rank=LEADER)
    assert leader_of(state, turret) is None


@pytest.mark.rule("fieldmanual.army-commander-loss")
@pytest.mark.parametrize("fate", [DEAD, DESTROYED])
def test_the_next_highest_leadership_commands_and_a_point_is_lost(fate: str) -> None:
    state = table()
    pool(state, red=3, blue=3)
    model(state, "red-1", 5, ld=3, rank=COMMANDER, status=fate)
    model(state, "red-2", 8, ld=1)
    model(state, "red-3", 11, ld=2)
    model(state, "blue-1", 40, ld=9)
    played = run(state, resolve_loss)
    assert played.of(CommandPassed) == [CommandPassed("red", "red-3")]
    assert played.asks == []
    assert state.units["red-3"].rank == COMMANDER
    assert state.points["CP:red"] == 2
    assert state.points["CP:blue"] == 3
    assert resolve_loss(played.ctx) is None


@pytest.mark.rule("fieldmanual.army-commander-loss")
def test_the_owner_picks_among_equals_and_only_among_them() -> None:
    state = table()
    pool(state, red=1)
    model(state, "red-1", 5, ld=1, rank=COMMANDER, status=DEAD)
    model(state, "red-2", 8)
    model(state, "red-3", 11)
    model(state, "blue-1", 40)
    about: dict[str, Any] = {"kind": "appoint", "seat": "red", "about": ("red-2", "red-3")}
    assert refusal(state, Appoint("blue-1"), **about) == "heir"
    played = run(state, resolve_loss, replies=[Appoint("red-3")])
    assert asked(played) == [("red", "appoint")]
    assert state.units["red-3"].rank == COMMANDER
    assert state.units["red-2"].rank == ""


@pytest.mark.rule("fieldmanual.army-commander-loss")
def test_the_pool_never_falls_below_nothing_and_each_loss_costs_a_point() -> None:
    state = table()
    pool(state, red=1)
    model(state, "red-1", 5, ld=2, rank=COMMANDER, status=DEAD)
    model(state, "red-2", 8, ld=1)
    model(state, "red-3", 11)
    run(state, resolve_loss)
    assert state.points["CP:red"] == 0
    state.units["red-2"].status = DEAD
    run(state, resolve_loss)
    assert state.units["red-3"].rank == COMMANDER
    assert state.points["CP:red"] == 0


@pytest.mark.rule("fieldmanual.army-commander-loss")
def test_who_has_left_the_table_alive_is_not_lost_and_an_army_without_models_has_no_heir() -> None:
    state = table()
    model(state, "red-1", 5, ld=2, rank=COMMANDER, status=LEFT)
    model(state, "red-2", 8, ld=1)
    assert heirs(state, "red") == []
    state.units["red-1"].status = DEAD
    state.units["red-2"].status = DEAD
    assert heirs(state, "red") == []


@pytest.mark.rule("fieldmanual.army-commander-loss")
def test_models_in_reserve_and_assets_command_only_where_nobody_else_can() -> None:
    state = table()
    model(state, "red-1", 5, rank=COMMANDER, status=DEAD)
    away = model(state, "red-2", 8, ld=3, status=RESERVE)
    there = model(state, "red-3", 8, ld=1)
    model(state, "red-4", 8, ld=4, group=NO_GROUP)
    assert heirs(state, "red") == [there]
    there.status = DEAD
    assert heirs(state, "red") == [away]


@pytest.mark.rule("fieldmanual.army-commander-loss")
def test_a_combined_model_commands_until_its_last_base_is_lost() -> None:
    state = table()
    pool(state, red=2)
    squad = [model(state, f"red-{n}", 5 + n, ld=2, rank=COMMANDER, team="red-1") for n in (1, 2)]
    model(state, "red-9", 20)
    squad[0].status = DESTROYED
    assert resolve_loss(run(state, resolve_loss).ctx) is None
    squad[1].status = DESTROYED
    run(state, resolve_loss)
    assert state.units["red-9"].rank == COMMANDER


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_a_sub_squad_without_a_leader_nominates_one_of_its_own() -> None:
    state = table()
    model(state, "red-1", 5, rank=LEADER)
    model(state, "red-2", 8, tokens={SUB_SQUAD: 1})
    model(state, "red-3", 9, tokens={SUB_SQUAD: 1})
    played = run(state, resolve_nomination, replies=[Appoint("red-3")])
    assert played.of(LeaderNominated) == [LeaderNominated("red-3")]
    assert leader_of(state, state.units["red-2"]) is state.units["red-3"]
    assert resolve_nomination(played.ctx) is None


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_a_sub_squad_of_one_is_asked_too() -> None:
    state = table()
    model(state, "red-1", 5, rank=LEADER)
    model(state, "red-2", 8, tokens={SUB_SQUAD: 1})
    assert asked(run(state, resolve_nomination, replies=[Appoint("red-2")])) == [("red", "appoint")]


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_without_sub_squads_nobody_is_nominated_and_a_lost_leader_is_not_replaced() -> None:
    state = table()
    model(state, "red-1", 5)
    assert run(state, resolve_nomination).events == []
    state.units["red-1"].rank = LEADER
    model(state, "red-2", 8)
    model(state, "red-3", 8, rank=LEADER, tokens={SUB_SQUAD: 1})
    state.units["red-1"].status = DEAD
    assert run(state, resolve_nomination).events == []
