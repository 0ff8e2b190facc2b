"""Indirect fire, thrown and placed weapons, areas, and what goes off."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.kinds import resolve_miscellaneous
from gearlock.systems.fieldmanual.attacks.weapons_in_use import STAND_BY, Attack, AttackMet
from gearlock.systems.fieldmanual.state import BURNING, DEAD, STUN, State
from systems.fieldmanual.attacks.range import code_of, duel, lines, margins, model, shoot, weapons
from systems.fieldmanual.tables import Played, activate, mils, piece, play, put


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


@pytest.mark.rule("fieldmanual.indirect-attack")
def test_stand_by_fire_is_paid_for_and_lobbed_alone() -> None:
    state = observed(10)
    state.units["red-1"].actions = 0
    assert refuse_attack(state, Attack("red-1", "LFM", "blue-1", way="indirect"), STAND_BY) is None
    found = refuse_attack(state, Attack("red-1", "LFM", "blue-1"), STAND_BY)
    assert code_of(found) == "way"


def placing(**more: Any) -> State:
    return duel(10, red={"stats": weapons("HG|F|||x15||T,AI,AE2|3"), **more})


@pytest.mark.rule("fieldmanual.placed-attack")
def test_a_weapon_is_placed_for_an_action_and_goes_off_at_the_end_of_the_round() -> None:
    state = placing(actions=1)
    fired(state, "HG", target="", way="placed")
    (charge,) = state.charges
    assert (charge.x, charge.y, state.units["red-1"].actions) == (mils(24), mils(10), 0)
    state.units["red-1"].x = mils(40)
    state.units["blue-1"].x, state.units["blue-1"].y = mils(24), mils(12)
    put(state, "blue-2", "jager", 24, 12.001)
    played = play(state, resolve_miscellaneous, (5, 2), (5, 1))
    assert [event.target for event in played.of(AttackMet)] == ["blue-1"]
    assert lines(played, "defense") == {"placed-attack": -1}
    assert (margins(played), model(played).boxes, state.charges) == ([1], 1, [])


@pytest.mark.rule("fieldmanual.placed-attack")
def test_nothing_modifies_the_roll_of_a_placed_weapon_and_no_arc_its_defense() -> None:
    state = placing(boxes=4, tokens={STUN: 1})
    fired(state, "HG", target="", way="placed")
    state.units["blue-1"].x, state.units["blue-1"].y, state.units["blue-1"].facing = mils(24), mils(11), 900
    state.units["red-1"].y = mils(4)
    played = play(state, resolve_miscellaneous, (5, 2), (5, 1))
    assert (lines(played, "placed weapon"), lines(played, "defense")) == ({"placed-attack": 2}, {"placed-attack": -1})


@pytest.mark.rule("fieldmanual.placed-attack", "fieldmanual.faq-placed-hover")
@pytest.mark.parametrize(
    ("x", "y", "card", "code"),
    [
        (24, 10.5, "jager", ""),
        (24, 10.501, "jager", "path"),
        (24, 10.4, "aller", "under-model"),
        (24, 10.4, "heavy-bunker", ""),
    ],
)
def test_a_weapon_lies_on_ones_own_path_and_under_no_other_model(x: float, y: float, card: str, code: str) -> None:
    state = placing()
    put(state, "blue-2", card, 24, 11.2 if card != "jager" else 20)
    assert refused(state, "HG", "", way="placed", x=mils(x), y=mils(y)) == code


@pytest.mark.rule("fieldmanual.placed-attack")
def test_a_weapon_is_placed_in_ones_own_activation_and_only_a_thrown_one() -> None:
    state = placing()
    state.activation = None
    assert refused(state, "HG", "", way="placed") == "activation"
    assert refused(duel(10), "LAC", "", way="placed") == "trait"
    assert refused(placing(actions=3), "HG", "", way="placed", extra=1) == "extra"


@pytest.mark.rule("fieldmanual.misc-events", "fieldmanual.wt-sustained-burn")
def test_what_happens_in_the_miscellaneous_phase_happens_at_once() -> None:
    state = placing()
    fired(state, "HG", target="", way="placed")
    state.units["red-1"].y = mils(30)
    burning = put(state, "blue-2", "jager", 24, 11, boxes=4, tokens={BURNING: 1}, band="combat")
    played = play(state, resolve_miscellaneous, (5,), (5, 2), (5, 1))
    assert burning.status == DEAD
    assert [event.target for event in played.of(AttackMet)] == ["blue-2"]


@pytest.mark.rule("fieldmanual.self-detonation")
def test_who_sets_a_weapon_off_in_hand_has_no_defense_and_all_near_it_defend() -> None:
    state = duel(10, red={"stats": {**weapons("HG|F|||x5||T,AI,AE2|3"), "perks": {}}, "boxes": 0, "tokens": {STUN: 1}})
    put(state, "blue-2", "jager", 24, 12, 270, band="combat")
    put(state, "blue-3", "jager", 24, 7.999, 270, band="combat")
    played = fired(state, "HG", (4, 1), (3, 1), target="", way="self")
    assert [(event.target, event.attack, event.margin) for event in played.of(AttackMet)] == [("blue-2", 4, 1)]
    assert state.units["red-1"].boxes == 1
    assert lines(played, "self-detonation") == {}


@pytest.mark.rule("fieldmanual.self-detonation")
def test_without_an_area_it_reaches_whoever_is_in_contact() -> None:
    state = duel(10, red={"stats": weapons("HG|F|||x5||T|3")})
    put(state, "blue-2", "jager", 24, 11, 270, band="combat")
    put(state, "blue-3", "jager", 24, 8.9, 270, band="combat")
    played = fired(state, "HG", (4, 1), (3, 1), target="", way="self")
    assert [event.target for event in played.of(AttackMet)] == ["blue-2"]


@pytest.mark.rule("fieldmanual.thrown-attack", "fieldmanual.wt-thrown", "fieldmanual.errata-booby-traps")
@pytest.mark.parametrize(
    ("way", "target", "code"), [("thrown", "blue-1", "arms"), ("placed", "", ""), ("self", "", "")]
)
def test_infantry_has_no_arms_to_throw_a_grenade_with_but_lays_traps(way: str, target: str, code: str) -> None:
    squad = {"card": "infantry-squad-proposed", "team": "red-1", "stats": weapons("Assault Rifle|T;HG|T||||||3")}
    assert refused(duel(3, red=squad), "HG", target, way=way) == code


@pytest.mark.rule("fieldmanual.crossfire", "fieldmanual.combined-movement")
def test_a_squad_fires_from_its_base_nearest_to_the_target() -> None:
    state = duel(
        10, red={"card": "infantry-squad-proposed", "team": "red-1", "stats": weapons("Assault Rifle|T|0|24/24/-|x9")}
    )
    put(
        state, "red-2", "infantry-squad-proposed", 24, 30, team="red-1", band="combat", stats=weapons("Assault Rifle|T")
    )
    put(state, "red-3", "jager", 24, 14, 90, band="combat")
    shoot(state, "Assault Rifle", (2, 1), (5, 1))
    assert [(shot.attacker, shot.y) for shot in state.shots] == [("red-2", mils(30))]


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.cp-extra-action")
def test_the_free_action_pays_in_an_action_that_a_command_point_gave_but_not_for_stand_by_fire() -> None:
    state = duel(10, red={"actions": 0, "fired": ["LRP/24"]})
    activate(state, "red-1", free="blue-1", extra=True)
    assert refused(state, "LRP/24", way="indirect") == ""
    activate(state, "red-1", free="blue-1")
    assert refused(state, "LRP/24", way="indirect") == "used"
    activate(state, "red-1", free="blue-9")
    assert refused(state, "APGL", way="indirect") == "no-action"


@pytest.mark.rule("fieldmanual.indirect-attack", "fieldmanual.damage-dead")
def test_a_wreck_under_the_landing_point_is_no_model() -> None:
    state = observed(10, weapon="LRP/24|F|-1|6/24/inf|||IF")
    put(state, "blue-2", "jager", 24, state.units["blue-1"].y / 1000 + 4, 270, status=DEAD)
    assert not fired(state, "LRP/24", (5, 2), (1,), (4,)).of(AttackMet)


@pytest.mark.rule("fieldmanual.indirect-attack")
def test_the_observer_who_sees_most_counts_unless_another_is_named() -> None:
    wall = piece("instance", (22, 19.8, 26, 20), 0.8, rating="heavy")
    for observer, cover in (("", 1), ("red-2", 1), ("red-3", -1)):
        state = observed(10, wall, blue={"tokens": {"observed:red-3": 1, "observed:red-2": 1}})
        put(state, "red-3", "jager", 20, 10, 90, band="combat")
        dice = [(6, 6), (6, 1)]
        assert lines(fired(state, "LFM", *dice, observer=observer), "attack")["cover"] == cover
    assert refused(observed(10), "LFM", way="indirect", observer="red-1") == "observation"


@pytest.mark.rule("fieldmanual.placed-attack", "fieldmanual.faq-placed-hover")
def test_a_weapon_may_be_placed_at_a_wreck() -> None:
    state = placing()
    put(state, "blue-2", "jager", 24, 10.8, status=DEAD)
    assert refused(state, "HG", "", way="placed", x=mils(24), y=mils(10.4)) == ""
