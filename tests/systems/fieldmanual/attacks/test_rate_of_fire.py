"""Rate of Fire, ammunition, Crossfire and fire into a melee."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.targets import is_crossfire
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    PARTING,
    REACTION,
    Attack,
    AttackMet,
    RanOut,
    Reload,
    TargetDrawn,
    Terms,
    ammo_limit,
    refuse_reload,
    resolve_reload,
)
from gearlock.systems.fieldmanual.datacards import read_weapon_rows
from gearlock.systems.fieldmanual.state import ARMOR_LOST, STATIONARY, Shot, State
from systems.fieldmanual.attacks.range import code_of, duel, lines, margins, model, shoot, weapons
from systems.fieldmanual.tables import mils, piece, play, put


def refused(state: State, weapon: str = "LAC", target: str = "", **more: Any) -> str:
    found = refuse_attack(state, Attack("red-1", weapon, target, **more))
    return "" if found is None else found.code


@pytest.mark.rule("fieldmanual.rof")
@pytest.mark.parametrize(
    ("spray", "burst", "code"),
    [(0, 0, ""), (1, 1, ""), (2, 0, ""), (2, 1, "rof"), (0, 3, "rof"), (-1, 2, "rof"), (1, -1, "rof")],
)
def test_spray_and_burst_share_the_rate_of_fire(spray: int, burst: int, code: str) -> None:
    assert refused(duel(), target="blue-1", spray=spray, burst=burst) == code


@pytest.mark.rule("fieldmanual.rof-burst")
@pytest.mark.parametrize(("burst", "multiplier"), [(0, 8), (1, 9), (2, 10)])
def test_each_point_of_burst_adds_one_to_the_damage_multiplier(burst: int, multiplier: int) -> None:
    (met,) = shoot(duel(), "LAC", (6, 5), (4, 1), burst=burst).of(AttackMet)
    assert met.multiplier == multiplier


def group(distance: float = 10) -> State:
    """Blue 1 in front of red, blue 2 with its edge 2 in from its middle, blue 3 just farther; all see red."""
    state = duel(distance)
    y = state.units["blue-1"].y / 1000
    put(state, "blue-2", "jager", 26.5, y, 270, band="combat")
    put(state, "blue-3", "jager", 21.499, y, 270, band="combat")
    return state


@pytest.mark.rule("fieldmanual.rof-spray")
def test_the_spray_of_a_light_autocannon_reaches_two_inches_to_the_edge_of_bases() -> None:
    played = shoot(group(), "LAC", (4, 3), (5, 1), (5, 1), spray=2)
    assert [event.target for event in played.of(AttackMet)] == ["blue-1", "blue-2"]
    assert [event.weapon for event in played.of(RanOut)] == ["LAC"]


@pytest.mark.rule("fieldmanual.rof-spray", "fieldmanual.attack-modifiers")
def test_one_roll_is_made_and_cover_counts_for_each_by_itself() -> None:
    wall = piece("instance", (25.2, 20, 28, 20.2), 0.8, rating="heavy")
    state = duel(10, wall)
    put(state, "blue-2", "jager", 26.5, 21, 270, band="combat")
    played = shoot(state, "LAC", (5, 3), (5, 1), (5, 1), spray=2)
    assert [(event.target, event.attack) for event in played.of(AttackMet)] == [("blue-1", 6), ("blue-2", 4)]
    assert "cover" not in lines(played, "attack")


@pytest.mark.rule("fieldmanual.rof-spray")
def test_a_fumbled_spray_is_nothing_against_anybody() -> None:
    played = shoot(group(), "LAC", (1, 1), (2, 1), (2, 1), spray=2)
    assert [event.attack for event in played.of(AttackMet)] == [0, 0]


@pytest.mark.rule("fieldmanual.rof-spray")
def test_a_spray_catches_friends_but_never_the_attacker() -> None:
    state = duel(3.5)
    put(state, "red-2", "jager", 26, 12, 90, band="combat")
    played = shoot(state, "LAC", (5, 3), (5, 1), (5, 1), target="", spray=2, x=mils(24), y=mils(12))
    assert [event.target for event in played.of(AttackMet)] == ["blue-1", "red-2"]


@pytest.mark.rule("fieldmanual.rof-spray")
def test_who_is_not_locked_or_hidden_from_the_point_by_solid_terrain_is_not_affected() -> None:
    wood = piece("area", (24.8, 14, 30, 19), 3, rating="heavy")
    state = duel(10, wood)
    put(state, "blue-2", "jager", 26.5, 21, 270, band=STATIONARY)
    played = shoot(state, "LAC", (4, 3), (5, 1), spray=2)
    assert [event.target for event in played.of(AttackMet)] == ["blue-1"]
    wall = piece("building", (25.2, 20, 25.4, 30), 4, rating="solid")
    state = duel(10, wall)
    put(state, "blue-2", "jager", 26.2, 21, 270, band="combat")
    state.units["red-1"].x = mils(30)
    state.units["blue-2"].x = mils(26.2)
    played = shoot(state, "LAC", (4, 3), (5, 1), target="", spray=2, x=mils(26), y=mils(21))
    assert [event.target for event in played.of(AttackMet)] == ["blue-2"]


@pytest.mark.rule("fieldmanual.rof-spray")
@pytest.mark.parametrize(
    ("more", "code"),
    [({"x": mils(24), "y": mils(58.4)}, "table"), ({"x": mils(24), "y": mils(34.4)}, ""),
     ({"x": mils(24), "y": mils(9)}, "arc"), ({}, "point"), ({"target": "nobody"}, "target"),
     ({"x": mils(24), "y": mils(34.501)}, "range"),
     ({"x": mils(24), "y": mils(34.5)}, "")],
)  # fmt: skip
def test_a_spray_is_aimed_at_a_point_within_suboptimal_range_and_arc(more: dict[str, Any], code: str) -> None:
    state = duel(10, red={"stats": weapons("LAC|F||6/24/inf")})
    assert refused(state, **{"spray": 1, **more}) == code


@pytest.mark.rule("fieldmanual.rof-spray")
def test_a_spray_does_not_reach_a_point_behind_a_wall() -> None:
    wall = piece("building", (20, 14, 28, 15), 3, rating="solid")
    assert refused(duel(10, wall), spray=1, x=mils(24), y=mils(20)) == "lock"
    assert refused(duel(10, wall), spray=1, x=mils(24), y=mils(13)) == ""


@pytest.mark.rule("fieldmanual.ammo-check-rof")
@pytest.mark.parametrize(
    ("rof", "used", "limit"), [(3, 0, 0), (3, 1, 2), (3, 2, 3), (3, 3, 4), (1, 1, 3), (2, 1, 3), (4, 1, 2)]
)
def test_the_more_rof_the_sooner_a_weapon_is_empty(rof: int, used: int, limit: int) -> None:
    (mount,) = read_weapon_rows("LAC|F")
    assert ammo_limit(mount, rof, used) == limit


@pytest.mark.rule("fieldmanual.frag-cannon")
def test_the_rof_of_a_frag_cannon_is_no_ammunition() -> None:
    (mount,) = read_weapon_rows("FGC|F")
    assert [ammo_limit(mount, 2, used) for used in (0, 1, 2)] == [0, 0, 0]


@pytest.mark.rule("fieldmanual.ammo-check-rof", "fieldmanual.out-of-ammo")
@pytest.mark.parametrize(
    ("faces", "burst", "out"), [((1, 1), 0, True), ((2, 1), 0, False), ((3, 3), 1, True), ((4, 1), 1, False),
                                ((4, 4), 2, True), ((5, 1), 2, False)],
)  # fmt: skip
def test_all_dice_at_or_below_the_number_empty_the_weapon(faces: tuple[int, int], burst: int, out: bool) -> None:
    played = shoot(duel(), "LAC", faces, (5, 1), burst=burst)
    assert bool(played.of(RanOut)) == out
    assert played.state.units["red-1"].token("out of ammo:LAC") == int(out)
    assert (refused(played.state, "LAC", "blue-1") == "out-of-ammo") == out


@pytest.mark.rule("fieldmanual.ammo-check-rof")
def test_the_attack_counts_though_the_weapon_is_empty_after_it() -> None:
    played = shoot(duel(), "LAC", (4, 4), (1, 1), burst=2)
    assert (margins(played), model(played).boxes) == ([5], 3)
    assert played.of(RanOut)


@pytest.mark.rule("fieldmanual.out-of-ammo", "fieldmanual.wt-reloads")
def test_without_reloads_a_weapon_is_crossed_off() -> None:
    played = shoot(duel(6, red={"actions": 2}), "LRP/24", (1, 1), (5, 1))
    assert played.state.units["red-1"].lost == ["LRP/24"]
    assert refused(played.state, "LRP/24", "blue-1") == "crossed-off"
    found = refuse_reload(played.state, Reload("red-1", "LRP/24"))
    assert code_of(found) == "reload"


@pytest.mark.rule("fieldmanual.wt-reloads")
def test_an_action_reloads() -> None:
    state = duel(red={"tokens": {"out of ammo:LAC": 1}})
    assert refused(state, "LAC", "blue-1") == "out-of-ammo"
    assert refuse_reload(state, Reload("red-1", "LAC")) is None
    play(state, lambda ctx: resolve_reload(ctx, Reload("red-1", "LAC")))
    assert (state.units["red-1"].actions, state.units["red-1"].tokens) == (0, {})
    state.units["red-1"].tokens["out of ammo:LAC"] = 1
    for order, code in ((Reload("red-1", "LAC"), "no-action"), (Reload("red-1", "HAC"), "no-weapon")):
        found = refuse_reload(state, order)
        assert code_of(found) == code


@pytest.mark.rule("fieldmanual.limited-ammo")
def test_counted_rounds_are_used_up_and_never_run_out_otherwise() -> None:
    state = duel(6, red={"expended": {"APGL": 4}, "actions": 3})
    played = shoot(state, "APGL", (1, 1), (5, 1))
    assert (state.units["red-1"].expended["APGL"], played.of(RanOut)) == (5, [])
    state.units["red-1"].fired = []
    shoot(state, "APGL", (2, 1), (5, 1))
    state.units["red-1"].fired = []
    assert refused(state, "APGL", "blue-1") == "ammunition"


@pytest.mark.rule("fieldmanual.out-of-ammo")
def test_infantry_never_runs_out() -> None:
    state = duel(6, red={"card": "infantry-squad-proposed", "team": "red-1"})
    assert not shoot(state, "Assault Rifle", (1, 1), (5, 1)).of(RanOut)


@pytest.mark.rule("fieldmanual.combined-attack")
@pytest.mark.parametrize(("bases", "rof"), [(1, 1), (2, 2), (4, 4)])
def test_each_further_base_adds_one_rof(bases: int, rof: int) -> None:
    state = duel(6, red={"card": "infantry-squad-proposed", "team": "red-1"})
    for number in range(2, bases + 1):
        put(state, f"red-{number}", "infantry-squad-proposed", 24 + number, 10, team="red-1", band="combat")
    assert refused(state, "Assault Rifle", "blue-1", burst=rof) == ""
    assert refused(state, "Assault Rifle", "blue-1", burst=rof + 1) == "rof"


@pytest.mark.rule("fieldmanual.infantry-attack", "fieldmanual.wt-stabilizer")
@pytest.mark.parametrize(("band", "asked"), [("stationary", ["also-fire"]), ("combat", [])])
def test_a_squad_fires_its_heavy_weapon_in_the_same_action_if_it_stands(band: str, asked: list[str]) -> None:
    state = duel(6, red={"card": "infantry-squad-proposed", "team": "red-1", "band": band})
    heavy = Attack("red-1", "Rocket Launcher", "blue-1")
    dice = [(2, 1), (5, 1)] * (1 + len(asked))
    played = shoot(state, "Assault Rifle", *dice, answer=lambda _state, _ask: heavy)
    assert [ask.kind for ask in played.asks] == asked
    assert state.units["red-1"].actions == 0


def shots(*places: tuple[float, float], target: str = "blue-1", band: int = 0, multiplier: int = 8) -> State:
    """Blue 1 at (24, 24), and earlier attackers at these places."""
    state = duel(13)
    state.units["blue-1"].y = mils(24)
    for number, (x, y) in enumerate(places, 2):
        put(state, f"red-{number}", "jager", x, y)
        state.shots.append(Shot(f"red-{number}", target, mils(x), mils(y), band, multiplier, mils(24), mils(24)))
    return state


def crossed(state: State, band: int = 0, multiplier: int = 8) -> bool:
    return is_crossfire(state, state.units["red-1"], state.units["blue-1"], band, multiplier)


@pytest.mark.rule("fieldmanual.crossfire")
@pytest.mark.parametrize(
    ("place", "found"), [((24, 38), True), ((38, 24), False), ((38, 24.1), True), ((38, 10), False), ((24, 12), False)]
)
def test_lines_more_than_ninety_degrees_apart_are_a_crossfire(place: tuple[float, float], found: bool) -> None:
    assert crossed(shots(place)) == found


@pytest.mark.rule("fieldmanual.crossfire")
def test_attackers_a_and_c_of_the_picture_cross_their_fire_and_no_others() -> None:
    state = shots()
    a, b, c = (24, 10), (38, 24), (24, 38)
    for first, second, found in ((a, b, False), (b, c, False), (a, c, True)):
        state = shots(first)
        state.units["red-1"].x, state.units["red-1"].y = mils(second[0]), mils(second[1])
        assert crossed(state) == found


@pytest.mark.rule("fieldmanual.crossfire")
def test_only_near_and_heavy_attacks_count_both_the_earlier_and_the_later() -> None:
    assert not crossed(shots((24, 38)), band=2)
    assert crossed(shots((24, 38)), band=1)
    assert not crossed(shots((24, 38)), multiplier=4)
    assert crossed(shots((24, 38)), multiplier=5)
    weak = shots((24, 38))
    weak.units["blue-1"].tokens[ARMOR_LOST] = 3
    assert crossed(weak, multiplier=4)


@pytest.mark.rule("fieldmanual.crossfire")
def test_once_the_target_has_moved_attackers_count_from_where_they_are_now() -> None:
    state = shots((24, 38))
    state.units["red-2"].x, state.units["red-2"].y = mils(20), mils(8)
    assert crossed(state)
    state.units["blue-1"].x = mils(25)
    assert not crossed(state)


@pytest.mark.rule("fieldmanual.crossfire")
def test_a_later_shot_suffers_and_the_model_itself_is_nobody_else() -> None:
    state = shots((24, 38))
    played = shoot(state, "LAC", (2, 1), (5, 1))
    assert lines(played, "defense")["crossfire"] == -1
    assert [shot.attacker for shot in state.shots] == ["red-2", "red-1"]
    state.shots = [Shot("red-1", "blue-1", mils(24), mils(38), 0, 8, mils(24), mils(24))]
    assert not crossed(state)


@pytest.mark.rule("fieldmanual.crossfire", "fieldmanual.reaction-fire")
def test_reaction_fire_neither_makes_nor_feeds_a_crossfire() -> None:
    state = shots((24, 38))
    played = shoot(state, "LAC", (2, 1), (5, 1), terms=REACTION)
    assert "crossfire" not in lines(played, "defense")
    assert [shot.attacker for shot in state.shots] == ["red-2"]
    assert state.units["red-1"].actions == 1


@pytest.mark.rule("fieldmanual.crossfire")
def test_a_shot_from_extreme_range_or_too_weak_is_not_remembered() -> None:
    state = duel(30, red={"stats": weapons("LAC|F||6/24/inf;VLMG|F||30/40/-")})
    shoot(state, "LAC", (2, 1), (5, 1))
    shoot(state, "VLMG", (2, 1), (5, 1))
    assert state.shots == []


@pytest.mark.rule("fieldmanual.fire-into-melee")
@pytest.mark.parametrize(("face", "hit"), [(1, "blue-1"), (2, "red-2")])
def test_a_shot_into_a_melee_may_hit_a_friend(face: int, hit: str) -> None:
    state = duel(10)
    y = state.units["blue-1"].y / 1000
    put(state, "red-2", "jager", 28, y, 180, band="combat")
    put(state, "red-3", "jager", 19.999, y, 180, band="combat")
    played = shoot(state, "LAC", (face,), (5, 1), (2, 1))
    assert played.of(TargetDrawn)[0].candidates == ("blue-1", "red-2")
    assert [event.target for event in played.of(AttackMet)] == [hit]
    assert played.rolls[0].sides == 2


@pytest.mark.rule("fieldmanual.fire-into-melee")
def test_who_shoots_from_within_the_melee_is_not_drawn_and_infantry_is_drawn_base_by_base() -> None:
    state = duel(3)
    assert not shoot(state, "APGL", (5, 1), (2, 1)).of(TargetDrawn)
    state = duel(10)
    y = state.units["blue-1"].y / 1000
    for number in (2, 3):
        put(state, f"red-{number}", "infantry-squad-proposed", 24 + number, y - 1, team="red-2", band="combat")
    drawn = shoot(state, "LAC", (3,), (5, 1), (2, 1)).of(TargetDrawn)
    assert drawn[0].candidates == ("blue-1", "red-2", "red-3")


@pytest.mark.rule("fieldmanual.coordinated-attack")
@pytest.mark.parametrize(
    ("token", "worth"),
    [("coordinated:red:1", -1), ("coordinated:red:2", 0), ("coordinated:blue:1", 0), ("coordinated:red-1", -1)],
)
def test_a_coordinated_attack_helps_the_group_of_the_leader(token: str, worth: int) -> None:
    state = duel(blue={"tokens": {token: 1}})
    assert lines(shoot(state, "LAC", (2, 1), (5, 1)), "defense").get("coordinated-attack", 0) == worth
    state = duel(blue={"tokens": {token: 1}})
    assert "coordinated-attack" not in lines(shoot(state, "LAC", (2, 1), (5, 1), terms=REACTION), "defense")


@pytest.mark.rule("fieldmanual.coordinated-attack", "fieldmanual.sub-squads-small-game")
@pytest.mark.parametrize(
    ("half", "token", "worth"), [(0, "red:1", -1), (0, "red:101", 0), (1, "red:101", -1), (1, "red:1", 0)]
)
def test_a_sub_squad_coordinates_for_itself_alone(half: int, token: str, worth: int) -> None:
    state = duel(red={"tokens": {"sub-squad": half}}, blue={"tokens": {f"coordinated:{token}": 1}})
    assert lines(shoot(state, "LAC", (2, 1), (5, 1)), "defense").get("coordinated-attack", 0) == worth


@pytest.mark.rule("fieldmanual.combined-defense", "fieldmanual.rof-spray")
def test_bases_of_a_squad_under_one_spray_share_a_pool() -> None:
    state = duel(10, blue={"card": "infantry-squad-proposed", "team": "blue-1", "mode": "W"})
    y = state.units["blue-1"].y / 1000
    for number in (2, 3):
        put(
            state,
            f"blue-{number}",
            "infantry-squad-proposed",
            22 + number,
            y + 1,
            90,
            team="blue-1",
            mode="W",
            band="combat",
        )
    played = shoot(state, "LAC", (6, 5), (6, 6, 4, 2), spray=2)
    assert {event.target: event.defense for event in played.of(AttackMet)} == {"blue-1": 5, "blue-2": 8, "blue-3": 7}
    assert [state.units[name].status for name in ("blue-1", "blue-2", "blue-3")] == ["destroyed", "fielded", "fielded"]


@pytest.mark.rule("fieldmanual.infantry-attack", "fieldmanual.reaction-fire", "fieldmanual.cp-parting-shot")
@pytest.mark.parametrize(("terms", "asked"), [(REACTION, 1), (PARTING, 0)])
def test_a_squad_that_reacts_fires_both_weapons_without_crossfire_and_parts_with_one(terms: Terms, asked: int) -> None:
    state = duel(6, red={"card": "infantry-squad-proposed", "team": "red-1", "band": "stationary"})
    heavy = Attack("red-1", "Rocket Launcher", "blue-1")
    dice = [(2, 1), (5, 1)] * (1 + asked)
    played = shoot(state, "Assault Rifle", *dice, terms=terms, answer=lambda _state, _ask: heavy)
    assert len(played.asks) == asked
    assert state.shots == []
    assert state.units["red-1"].actions == 1
