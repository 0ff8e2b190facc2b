"""3.5.1: crews, passengers, movement and auxiliary systems, and the perks that take a hit for them."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.condition import (
    actions_now,
    actions_paid,
    arc_now,
    aux_systems,
    can_use,
    comms_now,
    crew_left,
    defends_at_zero,
    drives_itself,
    extra_lines,
    is_crewless,
    is_immobile,
    is_mode_gone,
    maneuver_now,
    mp_now,
    perk,
    piloting_lines,
    quarter_fired,
    refuse_comms,
    sensors_now,
)
from gearlock.systems.tactical.damage.damage import DebtPaid, PassengersOut, PerkUsedUp, repair_bonus
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.damage.systems_damage import casualties_of
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.infantry import SquadHurt
from gearlock.systems.tactical.infantry_cards import standing
from gearlock.systems.tactical.state import ABOARD, AUTOPILOT, COMBAT, DESTROYED, STUNNED, TOP, Unit
from gearlock.table.measure import advance
from systems.tactical.damage.test_detailed import strike, struck
from systems.tactical.tables import LAC, LMG, play, put, table


def hunter(**more: Any) -> Unit:
    return put(table(), "blue-1", "hunter", 10, 10, **more)


@pytest.mark.rule("tactical.2.6.3")
@pytest.mark.parametrize(
    ("crew", "actions", "lost", "left"),
    [
        (1, 1, 0, 1),
        (1, 1, 1, 0),
        (4, 3, 0, 3),
        (4, 3, 1, 2),
        (4, 3, 2, 2),
        (4, 3, 3, 1),
        (4, 3, 4, 0),
        (2, 2, 1, 1),
        (8, 3, 4, 3),
    ],
)
def test_actions_go_with_the_crew(crew: int, actions: int, lost: int, left: int) -> None:
    unit = hunter(stats={"crew": crew, "actions": actions}, crew_lost=lost)
    assert actions_now(unit) == left
    assert is_crewless(unit) is (left == 0)


@pytest.mark.rule("tactical.2.6.3")
def test_each_extra_action_is_1_off_all_of_them() -> None:
    assert extra_lines(hunter()) == ()
    assert [line.value for line in extra_lines(hunter(extra=2))] == [-2]
    squad = put(table(), "blue-2", "rifle-squad", 1, 1)
    assert (actions_now(squad), is_crewless(squad)) == (1, False)


@pytest.mark.rule("tactical.3.5.1-crew")
def test_a_stunned_crew_loses_an_action_or_owes_one() -> None:
    unit = struck(15, 3)
    assert (unit.actions, unit.token(STUNNED), actions_paid(unit)) == (0, 0, (1, 0))
    unit = struck(15, 3, actions=0)
    assert (unit.actions, unit.token(STUNNED), actions_paid(unit)) == (0, 1, (0, 0))
    assert actions_paid(hunter(tokens={STUNNED: 3})) == (0, 2)
    unit = hunter(tokens={STUNNED: 2})
    state = table()
    state.units[unit.id] = unit
    DebtPaid(unit.id).change(state)
    assert unit.token(STUNNED) == 1
    DebtPaid(unit.id, 5).change(state)
    assert STUNNED not in unit.tokens


@pytest.mark.rule("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def test_casualties_are_rounded_up_and_one_at_least() -> None:
    assert [casualties_of(people, 10) for people in (0, 1, 4, 10, 11)] == [0, 1, 1, 1, 2]
    assert [casualties_of(people, 75) for people in (1, 2, 3, 4, 8)] == [1, 2, 3, 3, 6]


@pytest.mark.rule("tactical.7.2-reinforced-crew", "tactical.7.2-rugged-movement")
def test_a_perk_takes_the_first_hit_and_is_lost() -> None:
    stats = {"perks": {"Reinforced Crew Compartment": 1, "Rugged Movement Systems": 1}}
    unit = struck(30, 3, stats=stats)
    assert (crew_left(unit), perk(unit, "Reinforced Crew Compartment")) == (1, 0)
    assert crew_left(struck(30, 3, stats=stats, harm={"lost:Reinforced Crew Compartment": 1})) == 0
    played = strike(30, 6, 4, 4, stats=stats)
    assert [event.perk for event in played.of(PerkUsedUp)] == ["Rugged Movement Systems"]
    assert played.state.units["blue-1"].harm["mp:W"] == 4
    assert struck(15, 2, 1, stats=stats).harm["mp:W"] == 1


def loaded(*dice: int, amount: int = 30, **more: Any) -> tuple[Unit, Unit]:
    """A carrier with a squad in it, struck: both of them afterwards."""
    state = table(detailed_damage="yes")
    put(state, "red-1", "hunter", 10, 10)
    unit = put(state, "blue-1", "hunter", 20, 20, **{"stats": {"crew": 2, "actions": 2}, **more})
    squad = put(state, "blue-2", "rifle-squad", 0, 0, status=ABOARD, carrier="blue-1")
    play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(amount, 1, "red-1", "LAC")), *((die,) for die in dice))
    return unit, squad


@pytest.mark.rule("tactical.7.2-passengers", "tactical.3.5.1-crew")
def test_a_die_tells_whether_crew_or_passengers_are_hit() -> None:
    unit, squad = loaded(3, 3)
    assert (crew_left(unit), standing(squad)) == (1, 10)
    unit, squad = loaded(3, 4, 2)
    assert (crew_left(unit), squad.troopers[2], standing(squad)) == (2, 0, 9)
    unit, squad = loaded(3, 6, amount=15)
    assert (unit.actions, squad.actions) == (2, 0)
    unit, squad = loaded(3, 6, stats={"perks": {"Reinforced Passenger Compartment": 1}})
    assert standing(squad) == 10
    unit, squad = loaded(3, 1, stats={"crew": 2, "perks": {"Reinforced Passenger Compartment": 1}})
    assert crew_left(unit) == 1


@pytest.mark.rule("tactical.7.2-passengers", "tactical.3.5.1-crew")
def test_the_points_of_each_passenger_who_falls_are_told() -> None:
    state = table(detailed_damage="yes")
    put(state, "blue-1", "aller", 20, 20, stats={"armor": 15, "perks": {"Passenger Seating": 20}})
    for name in ("blue-2", "blue-3"):
        put(state, name, "rifle-squad", 20, 20, status=ABOARD, carrier="blue-1", troopers=[2] * 10)
    played = play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(30)), (3,), (5,), (1,), (6,))
    assert [(hurt.unit, hurt.damage, hurt.fallen) for hurt in played.of(SquadHurt)] == [
        ("blue-2", 2, (1,)),
        ("blue-3", 2, (10,)),
    ]


@pytest.mark.rule("tactical.3.5.1-subtable-b", "tactical.3.5.1-structure")
@pytest.mark.parametrize(("crew", "dead"), [(1, 1), (2, 2), (4, 3), (8, 6)])
def test_three_in_four_of_a_crew_die_with_its_compartment_and_are_kept_with_it(crew: int, dead: int) -> None:
    unit = struck(15, 2, 6, stats={"crew": crew})
    assert (unit.harm, unit.crew_lost) == ({"crew compartment": dead}, dead)


@pytest.mark.rule("tactical.7.2-passengers", "tactical.2.6.10-overkill")
def test_passengers_go_with_their_vehicle_unless_its_crew_gets_out() -> None:
    unit, squad = loaded(amount=45)
    assert (unit.status, squad.status, standing(squad)) == (DESTROYED, DESTROYED, 0)
    unit, squad = loaded(2, 6)
    assert (unit.status, squad.status, squad.carrier) == (DESTROYED, "fielded", "")
    assert (squad.x, squad.y) == (unit.x, unit.y)
    assert PassengersOut("blue-2", "blue-1", 1, 1).carrier == "blue-1"


@pytest.mark.rule("tactical.3.5.1-movement")
def test_losses_come_off_the_top_speed_and_combat_speed_follows() -> None:
    unit = hunter(harm={"mp:W": 2})
    assert (mp_now(unit, "W", TOP), mp_now(unit, "W", COMBAT)) == (5, 3)
    unit = hunter(harm={"mp:G": 5, "minus:G": 4})
    assert (mp_now(unit, "G", TOP), is_mode_gone(unit, "G")) == (7, False)
    unit.harm["minus:G"] = 5
    assert (mp_now(unit, "G", TOP), is_mode_gone(unit, "G"), is_immobile(unit)) == (0, True, False)
    unit.harm["mp:W"] = 7
    assert (is_immobile(unit), defends_at_zero(unit)) == (True, True)


@pytest.mark.rule("tactical.3.5.1-movement")
def test_a_system_that_is_gone_is_hit_no_more_and_the_other_is() -> None:
    assert struck(15, 4, harm={"gone:W": 1}).harm == {"gone:W": 1, "minus:G": 1, "mp:G": 1}
    assert struck(30, 4, harm={"mp:W": 6}).harm == {"mp:W": 7, "maneuver": 2}
    three = {"modes": {"W": (4, 7), "G": (6, 12), "H": (6, 12)}}
    from gearlock.systems.tactical.datacards import Speeds

    stats = {"modes": {mode: Speeds(*speeds) for mode, speeds in three["modes"].items()}}
    played = strike(15, 4, 2, harm={"gone:W": 1}, stats=stats)
    assert (played.asks[0].seat, played.asks[0].about) == ("red", ("G", "H"))


@pytest.mark.rule("tactical.3.5.1-movement")
def test_what_cannot_move_or_is_not_driven_defends_at_zero() -> None:
    assert not defends_at_zero(hunter())
    assert defends_at_zero(hunter(harm={"power": 1}))
    assert defends_at_zero(hunter(harm={"ruptured": 1}))
    assert defends_at_zero(hunter(stats={"modes": {}}))
    assert defends_at_zero(hunter(crew_lost=1))
    assert not defends_at_zero(put(table(), "red-1", "rifle-squad", 1, 1))


@pytest.mark.rule("tactical.7.2-autopilot")
def test_an_autopilot_drives_like_a_pilot_of_level_1() -> None:
    stats = {"perks": {"Autopilot": 1}, "aux": ("Autopilot",), "maneuver": 1}
    unit = hunter(stats=stats, level=3)
    assert (drives_itself(unit), sum_of(piloting_lines(unit))) == (False, (3, 2))
    unit.tokens[AUTOPILOT] = 1
    assert (drives_itself(unit), sum_of(piloting_lines(unit))) == (True, (1, 1))
    unit = hunter(stats=stats, crew_lost=1)
    assert (drives_itself(unit), defends_at_zero(unit)) == (True, False)
    unit.harm["aux:Autopilot"] = 5
    assert (drives_itself(unit), defends_at_zero(unit)) == (False, True)


@pytest.mark.rule("tactical.3.5.1-auxiliary")
def test_auxiliary_systems_are_electronics_perks_of_the_kind_and_a_turret() -> None:
    aller = put(table(), "red-1", "aller", 1, 1)
    assert aux_systems(aller) == ("sensors", "communications", "Smoke Launchers", "turret")
    arms = hunter(
        stats={"perks": {"Manipulator Arm": 6}, "aux": ("Manipulator Arm",), "details": {"Manipulator Arm": "x2"}}
    )
    assert aux_systems(arms) == ("sensors", "communications", "Manipulator Arm", "Manipulator Arm 2")
    arms.harm["aux:Manipulator Arm"] = 5
    assert perk(arms, "Manipulator Arm") == 6
    arms.harm["aux:Manipulator Arm 2"] = 5
    assert perk(arms, "Manipulator Arm") == 0
    assert aux_systems(put(table(), "red-2", "rifle-squad", 1, 1)) == ()


@pytest.mark.rule("tactical.3.5.1-auxiliary")
def test_the_die_tells_how_many_auxiliary_systems_are_hit() -> None:
    stats = {"armor": 15, "perks": {"Smoke Launchers": 1}, "flaws": {}}
    played = strike(15, 5, 1, 3, what="aller", stats=stats)
    assert played.asks[0].about == ("sensors", "communications", "Smoke Launchers")
    assert played.state.units["blue-1"].harm == {"aux:sensors": 1}
    played = strike(30, 5, 2, 2, what="aller", stats=stats)
    assert [ask.about[0] for ask in played.asks] == ["sensors", "communications"]
    assert (len(played.rolls), played.asks[0].seat) == (3, "red")
    unit = played.state.units["blue-1"]
    assert (sensors_now(unit), refuse_comms(unit) is not None) == (-5, True)
    assert struck(30, 5, 4, what="aller", stats=stats).harm["aux:turret"] == 5
    assert "aux:turret" not in struck(15, 5, 6, what="aller", stats=stats).harm


@pytest.mark.rule("tactical.3.5.1-auxiliary")
def test_single_losses_add_up_until_a_system_is_destroyed() -> None:
    unit = hunter(stats={"sensors": 1, "communications": 2}, harm={"aux:sensors": 4, "aux:communications": 1})
    assert (sensors_now(unit), comms_now(unit), refuse_comms(unit)) == (-3, 1, None)
    unit = struck(15, 5, 6, harm={"aux:sensors": 4}, stats={"sensors": 1})
    assert sensors_now(unit) == -5
    assert struck(30, 5, 6, harm={"aux:sensors": 3}).harm["aux:sensors"] == 5


@pytest.mark.rule("tactical.3.5.1-auxiliary")
def test_a_frozen_turret_fires_where_it_fired_last() -> None:
    unit = put(table(), "red-1", "aller", 10, 10, 90, harm={})
    gun, fixed = unit.card.weapons[0], Mount("LAC 2", LAC, "FF")
    assert arc_now(unit, gun) == "T"
    assert [quarter_fired(unit, *spot) for spot in ((10000, 20000), (1, 10000), (10000, 1), (20000, 10000))] == [
        0,
        1,
        2,
        3,
    ]
    unit.harm["aux:turret"] = 5
    assert (arc_now(unit, gun), arc_now(unit, fixed)) == ("F", "FF")
    unit.used["arc:HRG"] = quarter_fired(unit, 20000, 10000)
    assert arc_now(unit, gun) == "Rt"


@pytest.mark.rule("tactical.3.5.1-auxiliary")
@pytest.mark.parametrize(("turn", "quarter"), [(44, 0), (46, 1), (134, 1), (136, 2), (-44, 0), (-46, 3), (-134, 3)])
def test_a_shot_went_into_the_quarter_that_is_nearest(turn: int, quarter: int) -> None:
    unit = put(table(), "red-1", "aller", 10, 10, 90)
    assert quarter_fired(unit, *advance(unit.x, unit.y, 900 + 10 * turn, 5_000)) == quarter


@pytest.mark.rule("tactical.7.2-exposed-auxiliary")
@pytest.mark.parametrize("flaw", [{"Exposed Movement System": 1}, {"Exposed": 1}])
def test_an_exposed_component_is_harmed_a_step_worse(flaw: dict[str, int]) -> None:
    stats = {"flaws": flaw, "details": {"Exposed": "Movement"}}
    assert struck(15, 4, stats=stats).harm == {"mp:W": 4, "maneuver": 2}
    assert struck(30, 4, stats=stats).harm == {"gone:W": 1}
    assert struck(15, 5, 6, stats=stats).harm["aux:sensors"] == 1
    aux = {"flaws": {"Exposed Auxiliary Systems": 1}}
    assert struck(15, 5, 6, stats=aux).harm["aux:sensors"] == 5
    assert struck(30, 5, 1, stats=aux).harm == {"aux:sensors": 5, "aux:communications": 5}
    assert struck(15, 1, 1, 1, stats={"flaws": {"Exposed Fire Control Systems": 1}}).harm == {"accuracy:LAC": 2}


@pytest.mark.rule("tactical.7.2-backup-sensors")
def test_backup_sensors_take_what_would_harm_the_sensors_once() -> None:
    stats = {"perks": {"Backup Sensors": 1}}
    assert struck(30, 5, 6, stats=stats).harm == {"lost:Backup Sensors": 1, "aux:communications": 5}
    assert struck(30, 5, 6, stats=stats, harm={"lost:Backup Sensors": 1}).harm["aux:sensors"] == 5


@pytest.mark.rule("tactical.7.2-sensor-dependent")
def test_who_depends_on_sensors_is_blind_without_them() -> None:
    unit = put(table(), "red-1", "aller", 1, 1, harm={"aux:sensors": 4})
    assert can_use(unit, unit.card.weapons[0]) is None
    unit.harm["aux:sensors"] = 5
    refusal = can_use(unit, unit.card.weapons[0])
    assert refusal is not None
    assert refusal.code == "blind"
    assert can_use(hunter(harm={"aux:sensors": 5}), Mount("LMG", LMG)) is None
    refusal = can_use(hunter(crew_lost=1), Mount("LMG", LMG))
    assert refusal is not None
    assert refusal.code == "crew"


@pytest.mark.rule("tactical.7.2-card-only-perks")
@pytest.mark.parametrize(("margin", "dice", "harm"), [(6, (), {"minus:W": 1, "mp:W": 1}), (5, (2, 3), {"maneuver": 1})])
def test_a_weak_point_is_found_by_a_margin(margin: int, dice: tuple[int, ...], harm: dict[str, int]) -> None:
    stats = {"flaws": {"Weak Point": 6}, "details": {"Weak Point": "Movement"}}
    assert struck(15, *dice, stats=stats, blow={"margin": margin}).harm == harm


@pytest.mark.rule("tactical.7.2-easy-to-modify")
def test_what_is_easy_to_modify_is_easy_to_repair() -> None:
    assert (repair_bonus(hunter().card), repair_bonus(hunter(stats={"perks": {"Easy to Modify": 1}}).card)) == (0, 2)
    assert maneuver_now(hunter()) == 0
