"""Indirect fire, thrown and placed weapons, areas, and what goes off."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.kinds import deviation_length
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, AttackMet, Deviated
from gearlock.systems.fieldmanual.state import STUN, State
from systems.fieldmanual.attacks.range import duel, lines, margins, model, shoot, weapons
from systems.fieldmanual.tables import Played, activate, mils, piece, put


def observed(distance: float = 10, *pieces: Any, weapon: str = "LFM|F|0|24/96/inf|||IF,AE3", **more: Any) -> State:
    """A mortar, and a target observed by red 2, which stands east of it."""
    red = {"stats": {**weapons(weapon), **more.pop("stats", {})}, **more.pop("red", {})}
    blue = {"tokens": {"observed:red-2": 1}, **more.pop("blue", {})}
    state = duel(distance, *pieces, red=red, blue=blue)
    put(state, "red-2", "jager", 40, 20, 180, band="combat")
    return state


def refused(state: State, weapon: str, target: str = "blue-1", **more: Any) -> str:
    found = refuse_attack(state, Attack("red-1", weapon, target, **more))
    return "" if found is None else found.code


def fired(state: State, weapon: str, *dice: Any, way: str = "indirect", **more: Any) -> Played:
    return shoot(state, weapon, *dice, way=way, **more)


@pytest.mark.rule("fieldmanual.indirect-attack", "fieldmanual.wt-if")
@pytest.mark.parametrize(
    ("weapon", "tokens", "code"),
    [("LRP/24", {}, "observation"), ("LRP/24", {"observed:red-2": 1}, ""), ("LAC", {"observed:red-2": 1}, "trait"),
     ("LRP/24", {"observed:blue-2": 1}, "observation"), ("LRP/24", {"locked:red-1": 1}, "observation")],
)  # fmt: skip
def test_indirect_fire_needs_the_trait_and_an_observation(weapon: str, tokens: dict[str, int], code: str) -> None:
    state = duel(10, blue={"tokens": tokens})
    put(state, "red-2", "jager", 40, 20)
    put(state, "blue-2", "jager", 40, 40)
    assert refused(state, weapon, way="indirect") == code


@pytest.mark.rule("fieldmanual.rof-spray", "fieldmanual.rof-spray-indirect")
@pytest.mark.parametrize(
    ("distance", "spray", "code"), [(24, 3, ""), (24.001, 3, "range"), (24.001, 0, ""), (36, 1, "range")]
)
def test_a_spray_ends_with_suboptimal_range_indirect_or_not(distance: float, spray: int, code: str) -> None:
    state = duel(distance, blue={"tokens": {"observed:red-2": 1}})
    put(state, "red-2", "jager", 40, 20)
    assert refused(state, "LRP/24", way="indirect", spray=spray, burst=3 - spray) == code


@pytest.mark.rule("fieldmanual.indirect-attack", "fieldmanual.active-lock")
def test_the_free_action_of_an_active_lock_is_an_observation_of_ones_own() -> None:
    state = duel(10, red={"actions": 0})
    assert refused(state, "LRP/24", way="indirect") == "no-action"
    activate(state, "red-1", free="blue-1")
    assert refused(state, "LRP/24", way="indirect") == ""
    assert refused(state, "LRP/24") == "no-action"
    fired(state, "LRP/24", (6, 1), (5, 1))
    assert state.activation is not None
    assert state.activation.free == ""


@pytest.mark.rule("fieldmanual.flaw-traceable-emissions", "fieldmanual.indirect-attack")
@pytest.mark.parametrize(
    ("weapon", "code"), [("LGM|F||18/72/inf|||IF,AE1,G", ""), ("LFM|F||24/96/inf|||IF,AE3", "observation")]
)
def test_traceable_emissions_are_observed_for_guided_weapons_alone(weapon: str, code: str) -> None:
    state = duel(10, red={"stats": weapons(weapon)}, blue={"stats": {"flaws": {"Traceable Emissions": 1}}})
    assert refused(state, weapon[:3], way="indirect") == code


@pytest.mark.rule("fieldmanual.indirect-attack")
def test_indirect_fire_reaches_over_walls_but_not_out_of_its_arc_or_minimum_range() -> None:
    wall = piece("building", (20, 14, 28, 15), 3, rating="solid")
    assert refused(observed(10, wall), "LFM", way="indirect") == ""
    assert refused(observed(8, weapon="LFM|F"), "LFM", way="indirect") == "minimum"
    assert refused(observed(10, red={"facing": 270}), "LFM", way="indirect") == "arc"


@pytest.mark.rule("fieldmanual.indirect-attack")
def test_cover_counts_as_the_observer_sees_it() -> None:
    wall = piece("instance", (22, 19.8, 26, 20), 0.8, rating="heavy")
    assert lines(shoot(observed(10, wall), "LFM", (2, 1), (5, 1)), "attack")["cover"] == -1
    played = fired(observed(10, wall), "LFM", (5, 1), (5, 1))
    assert lines(played, "attack")["cover"] == 1


@pytest.mark.rule("fieldmanual.indirect-attack", "fieldmanual.threshold-test", "fieldmanual.ranged-defense")
def test_it_lands_on_five_and_is_dodged_as_raw_and_from_above() -> None:
    played = fired(observed(10, weapon="LRP/24|F||6/24/inf|||IF"), "LRP/24", (6, 2), (3, 1))
    (met,) = played.of(AttackMet)
    assert (met.attack, met.defense) == (6, 2)
    assert not played.of(Deviated)
    assert lines(played, "defense") == {"ranged-defense": -1}


@pytest.mark.rule("fieldmanual.indirect-attack", "fieldmanual.deviation")
def test_a_four_goes_astray_and_misses_who_is_no_longer_under_it() -> None:
    state = observed(10, weapon="LRP/24|F|-1|6/24/inf|||IF")
    played = fired(state, "LRP/24", (5, 2), (1,), (4,))
    (gone,) = played.of(Deviated)
    assert (gone.length, gone.x, gone.y) == (mils(4), mils(24), state.units["blue-1"].y + mils(4))
    assert not played.of(AttackMet)


@pytest.mark.rule("fieldmanual.deviation")
@pytest.mark.parametrize(
    ("rolled", "failed", "sensors", "thrown", "inches"),
    [(4, 1, 1, False, 4), (1, 0, 0, False, 1), (1, 0, 3, False, 0), (6, 4, -1, False, 11), (4, 1, 0, True, 3),
     (4, 0, 0, True, 2), (1, 0, 0, True, 1), (1, 0, 1, True, 0)],
)  # fmt: skip
def test_how_far_a_shot_goes_astray(rolled: int, failed: int, sensors: int, thrown: bool, inches: int) -> None:
    assert deviation_length(rolled, failed, sensors, thrown) == mils(inches)


@pytest.mark.rule("fieldmanual.deviation")
@pytest.mark.parametrize(
    ("face", "east", "north"), [(1, 0, 4), (2, 3.464, 2), (3, 3.464, -2), (4, 0, -4), (5, -3.464, -2), (6, -3.464, 2)]
)
def test_the_direction_goes_clockwise_from_straight_on_as_the_attacker_sees_it(
    face: int, east: float, north: float
) -> None:
    state = observed(10, weapon="LRP/24|F|-1|6/24/inf|||IF", stats={"sensors": 1})
    state.units["blue-1"].tokens["observed:red-2"] = 1
    played = fired(state, "LRP/24", (4, 2), (face,), (4,))
    (gone,) = played.of(Deviated)
    at = state.units["blue-1"]
    assert (round(gone.x - at.x, -1), round(gone.y - at.y, -1)) == (round(mils(east), -1), round(mils(north), -1))


@pytest.mark.rule("fieldmanual.indirect-attack")
def test_who_is_under_the_landing_point_defends_friend_or_enemy() -> None:
    state = observed(10, weapon="LRP/24|F|-1|6/24/inf|||IF")
    y = state.units["blue-1"].y / 1000
    put(state, "red-3", "jager", 24.4, y + 4, 90, band="combat")
    put(state, "blue-2", "jager", 24.6, y + 5.1, 90, band="combat")
    played = fired(state, "LRP/24", (5, 2), (1,), (4,), (1, 1))
    assert [(event.target, event.attack) for event in played.of(AttackMet)] == [("red-3", 5)]


@pytest.mark.rule("fieldmanual.wt-ae", "fieldmanual.indirect-attack")
def test_an_area_is_measured_to_the_middle_of_bases_and_everybody_defends_against_the_raw_roll() -> None:
    state = observed(10, weapon="LFM|F|0|24/96/inf|x7||IF,AE3")
    y = state.units["blue-1"].y / 1000
    put(state, "blue-2", "jager", 27, y, 270, band="combat")
    put(state, "blue-3", "jager", 27.001, y, 270, band="combat")
    played = fired(state, "LFM", (6, 6), (5, 1), (4, 1))
    assert [(event.target, event.attack) for event in played.of(AttackMet)] == [("blue-1", 7), ("blue-2", 7)]


@pytest.mark.rule("fieldmanual.wt-ae")
@pytest.mark.parametrize(("dm", "stunned"), [(7, 0), (8, 1)])
def test_an_area_stuns_whose_armor_is_at_most_twice_the_dm_hit_or_not(dm: int, stunned: int) -> None:
    state = observed(10, weapon=f"LFM|F|0|24/96/inf|x{dm}||IF,AE3")
    played = fired(state, "LFM", (5, 1), (6, 6))
    assert (margins(played)[0] <= 0, model(played).token(STUN)) == (True, stunned)


@pytest.mark.rule("fieldmanual.wt-ae", "fieldmanual.rof-burst")
def test_burst_counts_for_concussion_and_spray_alone_stuns_nobody() -> None:
    state = observed(10, weapon="LGL|F||6/24/inf|x6|2|IF,AE2", blue={"stats": {"armor": 16, "overkill": 64}})
    assert model(fired(state, "LGL", (6, 1), (6, 6), burst=2)).token(STUN) == 1
    state = observed(10, weapon="LRP/24|F|0|6/24/inf|x30|3|IF")
    assert model(fired(state, "LRP/24", (6, 1), (6, 6), spray=3)).token(STUN) == 0


@pytest.mark.rule("fieldmanual.rof-spray-indirect")
def test_an_indirect_spray_catches_even_who_is_behind_walls_and_a_spray_widens_an_area() -> None:
    wall = piece("building", (25, 20, 25.2, 30), 3, rating="solid")
    state = observed(10, wall, weapon="LRP/24|F|+3|6/24/inf||3|IF")
    put(state, "blue-2", "jager", 26.5, 21, 270, band="combat")
    played = fired(state, "LRP/24", (6, 6), (5, 1), (5, 1), spray=2)
    assert [event.target for event in played.of(AttackMet)] == ["blue-1", "blue-2"]
    state = observed(10, weapon="LGL|F|+3|6/24/inf|x4|2|IF,AE2")
    put(state, "blue-2", "jager", 28, 21, 270, band="combat")
    assert len(fired(state, "LGL", (6, 2), (5, 1), (5, 1), spray=2).of(AttackMet)) == 2


@pytest.mark.rule("fieldmanual.wt-ae", "fieldmanual.rof-spray-indirect", "fieldmanual.faq-direct-fire-ae")
def test_direct_fire_with_an_area_affects_others_only_if_it_hits() -> None:
    for defense, others in (((5, 1), ["blue-1"]), ((4, 1), ["blue-1", "blue-2", "red-2"])):
        state = duel(10, red={"stats": weapons("LGL|F|-1|6/24/inf|x4|2|IF,AE2")})
        y = state.units["blue-1"].y / 1000
        put(state, "blue-2", "jager", 26, y, 270, band="combat")
        put(state, "blue-3", "jager", 26.001, y + 1, 270, band="combat")
        put(state, "red-2", "jager", 24, y + 2, 270, band="combat")
        state.units["red-2"].tokens, state.units["blue-1"].z = {}, 0
        dice = [(1,), (6, 1), defense, *[(6, 1)] * (len(others) - 1)]
        played = shoot(state, "LGL", *dice)
        assert [event.target for event in played.of(AttackMet)] == others
        assert {event.attack for event in played.of(AttackMet)} == {5}
        assert model(played, "blue-2").token(STUN) == 0


@pytest.mark.rule("fieldmanual.wt-ae", "fieldmanual.wt-link")
def test_each_linked_weapon_that_hits_has_its_area() -> None:
    state = duel(10, red={"stats": weapons("LGL|F|0|12/24/inf|x4|0|IF,AE2,Link;LGL|F|0|12/24/inf|x4|0|IF,AE2,Link")})
    put(state, "blue-2", "jager", 26, state.units["blue-1"].y / 1000, 270, band="combat")
    played = shoot(state, "LGL", (5, 1), (2, 1), (6, 1), (6, 1), linked=True)
    assert [event.target for event in played.of(AttackMet)] == ["blue-1", "blue-1", "blue-2"]


@pytest.mark.rule("fieldmanual.wt-blast")
def test_a_blast_strikes_and_stuns_all_who_touch_no_terrain() -> None:
    bush = piece("area", (26.5, 15, 30, 21.7), 0.2, rating="light")
    state = observed(10, bush, weapon="ABM|F|+3|18/72/inf|x15|0|IF,Blast2")
    y = state.units["blue-1"].y / 1000
    put(state, "blue-2", "jager", 26, y, 270, band="combat", stats={"armor": 31, "overkill": 124})
    put(state, "blue-3", "jager", 22.5, y, 270, band="combat", stats={"armor": 31, "overkill": 124})
    played = fired(state, "ABM", (6, 5), (6, 6), (6, 6), (6, 6))
    assert [model(played, name).token(STUN) for name in ("blue-1", "blue-2", "blue-3")] == [1, 0, 1]
    assert [model(played, name).boxes for name in ("blue-1", "blue-2", "blue-3")] == [1, 0, 0]


@pytest.mark.rule("fieldmanual.wt-blast", "fieldmanual.damage")
def test_hit_and_blast_are_two_results_and_add_up_on_the_track_alone() -> None:
    state = observed(10, weapon="ABM|F|0|18/72/inf|x15|0|IF,Blast2")
    played = fired(state, "ABM", (5, 1), (3, 1))
    assert (margins(played), model(played).boxes, model(played).status) == ([3], 4, "fielded")


@pytest.mark.rule("fieldmanual.thrown-attack", "fieldmanual.wt-thrown", "fieldmanual.range-bands")
@pytest.mark.parametrize(("distance", "code"), [(6, ""), (12, ""), (12.001, "range")])
def test_a_throw_reaches_twice_the_size(distance: float, code: str) -> None:
    assert refused(duel(distance), "HG", way="thrown") == code


@pytest.mark.rule("fieldmanual.thrown-attack", "fieldmanual.perk-arms")
def test_throwing_needs_arms_and_lock_or_an_observation() -> None:
    assert refused(duel(6, red={"stats": {"perks": {}}}), "HG", way="thrown") == "arms"
    assert refused(duel(6), "LAC", way="thrown") == "trait"
    wood = piece("area", (20, 11, 28, 17), 3, rating="heavy")
    hidden = {"band": "stationary"}
    assert refused(duel(6.5, wood, blue=hidden), "HG", way="thrown") == "observation"
    assert refused(duel(6.5, wood, blue={**hidden, "tokens": {"locked:red-1": 1}}), "HG", way="thrown") == ""
    assert refused(observed(6.5, wood, weapon="HG|F||||||3", blue=hidden), "HG", way="thrown") == ""


@pytest.mark.rule("fieldmanual.thrown-attack", "fieldmanual.ranged-defense")
def test_a_throw_is_dodged_as_raw_but_not_from_above_and_goes_half_as_far_astray() -> None:
    state = duel(6, blue={"stats": {"armor": 40, "overkill": 160}})
    played = fired(state, "HG", (6, 1), (3, 1), way="thrown")
    assert [event.attack for event in played.of(AttackMet)] == [6]
    assert "ranged-defense" not in lines(played, "defense")
    state = duel(6, blue={"stats": {"armor": 40, "overkill": 160}})
    played = fired(state, "HG", (4, 1), (1,), (5,), way="thrown")
    assert [event.length for event in played.of(Deviated)] == [mils(3)]
    assert state.units["red-1"].expended == {"HG": 1}


@pytest.mark.rule("fieldmanual.thrown-attack")
def test_a_throw_from_high_above_is_not_from_above() -> None:
    state = duel(6, blue={"stats": {"armor": 40, "overkill": 160}})
    state.units["red-1"].z = mils(4)
    played = fired(state, "HG", (6, 1), (3, 1), way="thrown")
    assert "ranged-defense" not in lines(played, "defense")
