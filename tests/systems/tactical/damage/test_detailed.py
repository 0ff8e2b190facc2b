"""3.5: detailed damage: armor lost, the Systems Damage Table, both subtables, and who chooses."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.tactical.damage.amounts import Blow, base_armor, thresholds
from gearlock.systems.tactical.damage.condition import (
    accuracy_now,
    can_use,
    crew_left,
    fire_control_now,
    is_immobile,
    is_weapon_gone,
    maneuver_now,
    mp_now,
    weapons_left,
)
from gearlock.systems.tactical.damage.damage import (
    ArmorLost,
    HarmSystem,
    PerkUsedUp,
    ShieldWeapons,
    SystemSpared,
    UnitLost,
)
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.damage.systems_damage import (
    chooser,
    fire_control_row,
    offer_harm,
    offer_shield,
    precision_result,
    refuse_harm,
    refuse_shield,
    structure_row,
    system_at,
)
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.state import COMBAT, DESTROYED, LIGHT, STUNNED, TOP, State, Unit
from gearlock.systems.tactical.weapons import ENERGY, HAYWIRE, Weapon
from systems.tactical.tables import LAC, LMG, Played, blown, play, put, table

LPA = Weapon("LPA", "Light Particle Accelerator", ENERGY, 2000, 10, 1, traits={HAYWIRE: 0})


def first(_state: State, asked: Ask) -> Order:
    """Whoever is asked chooses the first."""
    return HarmSystem(asked.unit, asked.about[0]) if asked.about else Decline()


def strike(amount: int, *dice: int, what: str = "hunter", answer: Any = first, **more: Any) -> Played:
    """A blow at a unit under the detailed rules, with single dice in order; `blow` adds to it, the rest to the unit."""
    state = table(detailed_damage="yes")
    put(state, "red-1", "hunter", 10, 10, stats={"weapons": (Mount("LAC", LAC), Mount("LPA", LPA))})
    blow = Blow(amount, 1, "red-1", "LAC")._replace(**more.pop("blow", {}))
    put(state, "blue-1", what, 20, 20, **more)
    return play(state, lambda ctx: resolve_damage(ctx, "blue-1", blow), *((die,) for die in dice), answer=answer)


def struck(amount: int, *dice: int, **more: Any) -> Unit:
    return strike(amount, *dice, **more).state.units["blue-1"]


@pytest.mark.rule("tactical.3.5.1", "tactical.3.5.1-subtable-b", "tactical.3.5")
def test_the_tank_of_the_book_stops_and_loses_two_armor() -> None:
    unit = struck(60, 2, 4, what="aller", stats={"armor": 25, "perks": {}})
    assert (base_armor(unit), is_immobile(unit)) == (23, True)
    assert mp_now(unit, "G", TOP) == 0
    assert can_use(unit, unit.card.weapons[0]) is None


@pytest.mark.rule("tactical.3.5.1-subtable-a", "tactical.3.5.1")
@pytest.mark.parametrize(("die", "seat"), [(5, "blue"), (2, "red")])
def test_gear_theta_of_the_book_loses_a_weapon(die: int, seat: str) -> None:
    played = strike(32, 1, 3, die)
    unit = played.state.units["blue-1"]
    assert played.asks[0].seat == seat == chooser(die, "blue", "red")
    assert weapons_left(unit) == ["VB"]
    assert is_weapon_gone(unit, "LAC")
    refusal = can_use(unit, unit.card.weapons[0])
    assert refusal is not None
    assert refusal.code == "weapon-lost"


@pytest.mark.rule("tactical.3.5.2")
def test_gear_alpha_of_the_book_wears_down() -> None:
    state = table(detailed_damage="yes")
    put(state, "blue-1", "hunter", 20, 20)
    for amount, armor in ((24, 14), (28, 12)):
        play(state, blown("blue-1", Blow(amount)), (3,))
        assert base_armor(state.units["blue-1"]) == armor
    assert thresholds(12) == (12, 24, 36)
    play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(36)))
    assert state.units["blue-1"].status == DESTROYED


@pytest.mark.rule("tactical.3.5", "tactical.3.5.1", "tactical.3.5.2")
@pytest.mark.parametrize(("lost", "amount", "dies"), [(14, 1, True), (13, 2, False), (13, 4, True), (12, 6, False)])
def test_a_vehicle_without_armor_is_destroyed_before_any_system_is_rolled_for(
    lost: int, amount: int, dies: bool
) -> None:
    played = strike(amount, *(() if dies else (4,)), armor_lost=lost)
    assert (played.state.units["blue-1"].status == DESTROYED) is dies
    assert played.state.units["blue-1"].armor_lost == (15 if dies else lost + 1 if amount == 2 else lost + 2)


@pytest.mark.rule("tactical.3.5.2")
def test_perks_add_to_the_threshold_and_losses_come_off_the_base() -> None:
    stats = {"perks": {"Reinforced Armor": 4}, "details": {"Reinforced Armor": "F"}}
    played = strike(19, 4, stats=stats, blow={"arc": "front"})
    assert played.of(ArmorLost) == [ArmorLost("blue-1", 1, 14)]
    assert strike(18, stats=stats, blow={"arc": "front"}).of(ArmorLost) == []


@pytest.mark.rule("tactical.3.5.1-light-table")
def test_light_hits_by_their_numbers() -> None:
    assert struck(15, 1, 1, 1).harm == {"accuracy:LAC": 1}
    assert struck(15, 2, 3).harm == {"maneuver": 1}
    assert struck(15, 3).actions == 0
    assert struck(15, 4).harm == {"minus:W": 1, "mp:W": 1}
    assert struck(15, 5, 6).harm == {"aux:sensors": 1, "aux:communications": 1}


@pytest.mark.rule("tactical.3.5.1-heavy-table")
def test_heavy_hits_by_their_numbers() -> None:
    assert struck(30, 1, 1, 1).harm == {"accuracy:LAC": 2}
    assert struck(30, 2, 2).harm == {"maneuver": 1}
    unit = struck(30, 3, what="aller", stats={"armor": 15, "perks": {}})
    assert (crew_left(unit), unit.harm) == (3, {})
    unit = struck(30, 4)
    assert unit.harm == {"mp:W": 4, "maneuver": 2}
    assert (mp_now(unit, "W", TOP), mp_now(unit, "W", COMBAT), mp_now(unit, "G", TOP)) == (3, 2, 12)
    assert struck(30, 5, 6).harm == {"aux:sensors": 5, "aux:communications": 5}


@pytest.mark.rule("tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table")
def test_every_six_gives_two_more_rolls() -> None:
    assert struck(15, 6, 4, 4).harm["mp:W"] == 2
    assert struck(15, 6, 6, 4, 4, 4).harm["mp:W"] == 3
    assert struck(15, 6, 4, 6, 6, 4, 4, 4).harm["mp:W"] == 4
    assert struck(30, 6, 4, 3, stats={"crew": 2}).harm == {"mp:W": 4, "maneuver": 2}


@pytest.mark.rule("tactical.3.4.2")
@pytest.mark.parametrize("face", [3, 6])
def test_a_called_shot_finds_its_target_on_its_number_and_on_a_six(face: int) -> None:
    assert struck(15, face, blow={"called": "crew"}).actions == 0
    assert struck(15, 4, blow={"called": "crew"}).harm["mp:W"] == 1
    assert [system_at(number) for number in range(1, 7)] == [
        "fire control", "structure", "crew", "movement", "auxiliary", "",
    ]  # fmt: skip


@pytest.mark.rule("tactical.3.4.2-precision")
def test_a_precision_shot_finds_its_tiny_target_from_three_on() -> None:
    assert [precision_result(margin) for margin in (-1, 0, 1, 2, 3, 9)] == [
        "", "", "system", "system", "tiny target", "tiny target",
    ]  # fmt: skip
    assert struck(15, blow={"location": 4}).harm["mp:W"] == 1


@pytest.mark.rule("tactical.7.2.2-haywire")
def test_a_discharge_strikes_twice() -> None:
    assert struck(15, 4, 4, blow={"weapon": "LPA"}).harm["mp:W"] == 2
    assert struck(15, 6, 4, 4, 4, blow={"weapon": "LPA"}).harm["mp:W"] == 3
    assert struck(14, blow={"weapon": "LPA"}).harm == {}


@pytest.mark.rule("tactical.3.5.1-subtable-a")
def test_the_rows_of_subtable_a() -> None:
    assert struck(15, 1, 2, 1).harm == {"accuracy:LAC": 2}
    assert struck(15, 1, 3).harm == {"accuracy:LAC": 1, "accuracy:VB": 1}
    assert struck(15, 1, 4, 1).harm == {"lost:LAC": 1}
    unit = struck(15, 1, 5)
    assert (unit.harm, fire_control_now(unit)) == ({"fire control": 1}, -5)
    assert struck(15, 1, 6, 3, 3).harm == {"accuracy:LAC": 2, "accuracy:VB": 2}
    assert struck(15, 1, 6, 6, 3, 3, 3).harm["accuracy:LAC"] == 3
    assert struck(30, 1, 5, 2, 2).harm == {"accuracy:LAC": 2, "accuracy:VB": 2}


@pytest.mark.rule("tactical.3.5.1-subtable-a")
@pytest.mark.parametrize("die", range(1, 7))
def test_ammunition_runs_out_or_explodes(die: int) -> None:
    played = strike(30, 1, 6, die)
    unit = played.state.units["blue-1"]
    if die <= 3:
        assert (unit.harm, unit.is_fielded, is_immobile(unit)) == ({"ruptured": 1}, True, True)
        refusal = can_use(unit, unit.card.weapons[0])
        assert refusal is not None
        assert refusal.code == "ruptured"
    else:
        assert (unit.status, crew_left(unit)) == (DESTROYED, 0)
        assert played.of(UnitLost)[0].crew_killed


@pytest.mark.rule("tactical.7.2-hazardous-ammo")
@pytest.mark.parametrize(("die", "status"), [(1, "fielded"), (2, DESTROYED), (6, DESTROYED)])
def test_hazardous_ammunition_explodes_from_two_on(die: int, status: str) -> None:
    assert struck(30, 1, 6, die, stats={"flaws": {"Hazardous Ammo/Fuel Storage": 1}}).status == status


@pytest.mark.rule("tactical.7.2-exposed-fire-control", "tactical.7.2-fragile-chassis")
def test_flaws_add_to_their_subtables_up_to_the_last_row() -> None:
    state = table()
    plain = put(state, "red-1", "hunter", 1, 1)
    flawed = put(
        state, "red-2", "hunter", 1, 1, stats={"flaws": {"Exposed Fire Control Systems": 1, "Fragile Chassis": 1}}
    )
    for row in (fire_control_row, structure_row):
        assert [row(plain, LIGHT, face) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
        assert [row(plain, "heavy", face) for face in range(1, 7)] == [2, 3, 4, 5, 6, 7]
        assert [row(flawed, LIGHT, face) for face in range(1, 7)] == [2, 3, 4, 5, 6, 7]
        assert [row(flawed, "heavy", face) for face in range(1, 7)] == [3, 4, 5, 6, 7, 7]


@pytest.mark.rule("tactical.3.5.1-fire-control")
def test_a_weapon_fails_at_five_and_is_blown_off_beyond() -> None:
    for lost, left, gone in ((3, ["LAC", "VB"], False), (4, ["VB"], False), (5, ["VB"], True)):
        unit = struck(15, 1, 3, harm={"accuracy:LAC": lost})
        assert (weapons_left(unit), is_weapon_gone(unit, "LAC")) == (left, gone)
        assert accuracy_now(unit, unit.card.weapons[0]) == -lost - 1
    assert is_weapon_gone(struck(15, 1, 2, 1, harm={"accuracy:LAC": 4}), "LAC")
    assert struck(15, 1, 1, harm={"lost:LAC": 1}).harm == {"lost:LAC": 1, "accuracy:VB": 1}
    unit = struck(14, harm={"accuracy:LAC": 5})
    refusal = can_use(unit, unit.card.weapons[0])
    assert refusal is not None
    assert refusal.code == "weapon-out"


@pytest.mark.rule("tactical.3.5.1")
def test_what_is_gone_already_costs_armor_alone() -> None:
    played = strike(15, 1, 1, harm={"lost:LAC": 1, "lost:VB": 1})
    assert len(played.of(SystemSpared)) == len(played.of(ArmorLost)) == 1
    assert struck(15, 1, 5, harm={"fire control": 1}).harm == {"fire control": 1}
    assert struck(30, 4, harm={"power": 1}).harm == {"power": 1}
    assert struck(30, 2, 1, harm={"power": 1}).harm == {"power": 1}
    assert struck(30, 2, 4, harm={"power": 1}).harm == {"power": 1}
    assert len(strike(30, 3, crew_lost=1).of(SystemSpared)) == 1


@pytest.mark.rule("tactical.3.5.1-subtable-b")
def test_the_rows_of_subtable_b() -> None:
    assert struck(15, 2, 1).harm == {"minus:W": 1, "mp:W": 1}
    assert struck(15, 2, 2).harm == {"mp:W": 4}
    assert maneuver_now(struck(15, 2, 3)) == -1
    assert maneuver_now(struck(15, 2, 4)) == -2
    assert is_immobile(struck(15, 2, 5))
    unit = struck(15, 2, 6)
    assert (unit.harm, crew_left(unit), unit.is_fielded) == ({"crew compartment": 1}, 0, True)
    played = strike(30, 2, 6)
    assert (played.state.units["blue-1"].status, played.of(UnitLost)[0].crew_safe) == (DESTROYED, True)
    assert played.state.units["blue-1"].harm == {"frame": 1}


@pytest.mark.rule("tactical.3.5.1-structure")
def test_mp_come_off_one_movement_type_and_maneuver_off_the_whole() -> None:
    unit = struck(15, 2, 1, mode="G")
    assert (mp_now(unit, "G", TOP), mp_now(unit, "W", TOP)) == (11, 7)
    unit = struck(15, 2, 5)
    assert [mp_now(unit, mode, speed) for mode in "WG" for speed in (COMBAT, TOP)] == [0, 0, 0, 0]
    stats = {"perks": {"Reinforced Crew Compartment": 1}}
    assert crew_left(struck(15, 2, 6, stats=stats)) == 0
    played = strike(15, 2, stats={"perks": {"Reinforced Structure": 1}})
    assert [event.perk for event in played.of(PerkUsedUp)] == ["Reinforced Structure"]


@pytest.mark.rule("tactical.7.2-shielded-weapons")
def test_shields_take_one_hit_on_weapons_if_their_owner_wants() -> None:
    stats = {"perks": {"Shielded Weapons": 1}}

    def shield(_state: State, asked: Ask) -> Order:
        return ShieldWeapons(asked.unit) if not asked.about else HarmSystem(asked.unit, asked.about[0])

    played = strike(15, 1, 3, stats=stats, answer=shield)
    assert played.state.units["blue-1"].harm == {"lost:Shielded Weapons": 1}
    assert (played.asks[0].seat, played.asks[0].optional) == ("blue", True)
    assert struck(15, 1, 3, stats=stats).harm == {"accuracy:LAC": 1, "accuracy:VB": 1}
    assert "accuracy:LAC" in struck(15, 1, 3, stats=stats, answer=shield, harm={"lost:Shielded Weapons": 1}).harm
    assert struck(15, 1, 5, stats=stats, answer=shield).harm == {"fire control": 1}


@pytest.mark.rule("tactical.3.5.1")
def test_only_a_system_that_could_be_struck_may_be_chosen() -> None:
    played = strike(15, 1, 1, 1)
    asked = played.asks[0]
    options = list(offer_harm(played.state, asked))
    assert [option.label for option in options] == ["Light Autocannon", "Vibroblade"]
    assert all(refuse_harm(played.state, asked, option.order) is None for option in options)  # type: ignore[arg-type]
    assert refuse_harm(played.state, asked, HarmSystem("blue-1", "HRG")) is not None
    assert refuse_harm(played.state, asked, HarmSystem("red-1", "LAC")) is not None
    shield = Ask("blue", "shield weapons", "blue-1")
    assert len(list(offer_shield(played.state, shield))) == 2
    assert refuse_shield(played.state, shield, ShieldWeapons("red-1")) is not None
    assert refuse_shield(played.state, shield, ShieldWeapons("blue-1")) is None


@pytest.mark.rule("tactical.3.5.1")
def test_what_is_nobodys_work_is_chosen_by_the_other_side() -> None:
    played = strike(15, 1, 1, 2, blow={"by": "", "weapon": ""})
    assert (played.rolls[0].seat, played.asks[0].seat) == ("red", "red")
    assert STUNNED not in played.state.units["blue-1"].tokens
    assert LMG.dm == 3
