"""Counter-Battery Sensors, AP Charges, fire at airstrikes, and what is offered."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.ranged import (
    fire_charges,
    near_now,
    offer_attacks,
    offer_charges,
    offer_counter,
    offer_reloads,
    refuse_charges,
    refuse_counter,
    resolve_ap_charges,
)
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    OWN,
    REACTION,
    Attack,
    AttackMet,
    BackTraced,
    ChargesFired,
    FireCharges,
)
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.dice_tests import SkillRolled
from gearlock.systems.fieldmanual.flow import resolve_way
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.state import DESTROYED, STUN, State
from systems.fieldmanual.attacks.range import code_of, duel, lines, margins, shoot, weapons
from systems.fieldmanual.tables import activate, mils, piece, play, put, table

CBS = {"perks": {"Counter-Battery Sensors": 1, "Arms": 1}}


def battery(x: float, distance: float = 20, **more: Any) -> State:
    """Red fires at blue 1; blue 2 has the sensors, so far east of blue 1 edge to edge."""
    state = duel(distance, red={"stats": {**weapons("LRP/24|F|0|18/72/inf|x12|0|IF;LAC|F||12/48/inf|x8|0|R")}})
    put(state, "blue-2", "jager", 25 + x, state.units["blue-1"].y / 1000, 270, stats={**CBS, **more}, band="combat")
    return state


@pytest.mark.rule("fieldmanual.perk-cbs")
@pytest.mark.parametrize(("x", "traced"), [(3, True), (3.001, False)])
def test_a_hit_within_auto_comm_is_traced(x: float, traced: bool) -> None:
    state = battery(x)
    played = shoot(state, "LAC", (6, 6), (2, 1))
    assert bool(played.of(BackTraced)) == traced
    assert bool(state.units["red-1"].token("locked:blue-2")) == traced
    assert [ask.kind for ask in played.asks] == ["counter-battery"] * traced


@pytest.mark.rule("fieldmanual.perk-cbs")
def test_neither_a_miss_nor_a_shot_from_optimal_range_is_traced() -> None:
    assert not shoot(battery(1), "LAC", (2, 1), (6, 1)).of(BackTraced)
    assert not shoot(battery(1, 12), "LAC", (6, 6), (2, 1)).of(BackTraced)
    assert shoot(battery(1, 12.001), "LAC", (6, 6), (2, 1)).of(BackTraced)


@pytest.mark.rule("fieldmanual.perk-cbs")
def test_indirect_fire_is_traced_wherever_it_lands_from_any_range() -> None:
    state = battery(2.5, 12)
    state.units["blue-1"].tokens["observed:red-1"] = 1
    assert shoot(state, "LRP/24", (5, 1), (6, 6), way="indirect").of(BackTraced)
    state = battery(3, 12)
    state.units["blue-1"].tokens["observed:red-1"] = 1
    played = shoot(state, "LRP/24", (3, 1), (1,), (6,), way="indirect")
    assert not played.of(AttackMet)
    assert not played.of(BackTraced)


@pytest.mark.rule("fieldmanual.perk-cbs")
def test_the_answer_is_paid_for_and_knows_no_cover() -> None:
    wall = piece("instance", (22, 11, 26, 11.2), 0.8, rating="heavy")
    state = duel(20, wall, red={"stats": weapons("LAC|F||12/48/inf|x8|0|R")})
    put(state, "blue-2", "jager", 25, state.units["blue-1"].y / 1000 + 1, 270, stats=CBS, band="combat")
    counter = Attack("blue-2", "LRP/24", "red-1", way="indirect")

    def answer(now: State, asked: Ask) -> Any:
        assert refuse_counter(now, asked, counter) is None
        wrong = refuse_counter(now, asked, Attack("blue-2", "LRP/24", "red-9"))
        assert code_of(wrong) == "counter"
        assert counter in [option.order for option in offer_counter(now, asked)]
        return counter

    played = shoot(state, "LAC", (6, 6), (2, 1), (6, 6), (5, 1), answer=answer)
    second = [event for event in played.of(SkillRolled) if event.purpose == "attack"][1]
    assert not [line for line in second.lines if line.rule == "fieldmanual.cover"]
    assert state.units["blue-2"].actions == 0


@pytest.mark.rule("fieldmanual.perk-cbs")
def test_who_has_no_action_left_is_not_asked_but_has_the_lock() -> None:
    state = battery(1)
    state.units["blue-2"].actions = 0
    played = shoot(state, "LAC", (6, 6), (2, 1))
    assert played.of(BackTraced)
    assert not played.asks


def patrol(gap: float = 3, *, perks: dict[str, int] | None = None) -> State:
    """Blue with AP Charges, and two bases of red infantry, the first so far away from it."""
    state = table()
    put(state, "blue-1", "jager", 24, 24, 270, band="combat", stats={"perks": perks or {"Anti-Personnel Charges": 1}})
    for number in (1, 2):
        put(
            state,
            f"red-{number}",
            "infantry-squad-proposed",
            24 + gap + number,
            24,
            team="red-1",
            mode="W",
            band="combat",
        )
    return state


@pytest.mark.rule("fieldmanual.perk-ap-charges")
@pytest.mark.parametrize(("gap", "count"), [(3, 1), (3.001, 0)])
def test_infantry_that_comes_within_three_inches_may_be_fired_at(gap: float, count: int) -> None:
    state = patrol(gap)
    played = play(state, lambda ctx: resolve_ap_charges(ctx, frozenset()))
    assert [ask.kind for ask in played.asks] == ["ap-charges"] * count


@pytest.mark.rule("fieldmanual.perk-ap-charges")
def test_who_was_in_reach_before_is_not_fired_at_again() -> None:
    state = patrol(2)
    before = near_now(state)
    state.units["red-1"].x -= 500
    assert not play(state, lambda ctx: resolve_ap_charges(ctx, before)).asks


@pytest.mark.rule("fieldmanual.perk-ap-charges", "fieldmanual.wt-ai")
def test_the_charges_have_skill_two_the_speed_of_their_owner_and_reach_an_inch_around() -> None:
    state = patrol(2)
    put(state, "red-3", "infantry-squad-proposed", 29.001, 24, team="red-1", mode="W", band="combat")
    put(state, "red-4", "jager", 27, 26, 90, band="combat")
    state.units["blue-1"].band = "stationary"
    order = FireCharges("blue-1", "red-1")

    def answer(now: State, asked: Ask) -> Any:
        assert refuse_charges(now, asked, order) is None
        far = refuse_charges(now, asked, FireCharges("blue-1", "red-3"))
        assert code_of(far) == "target"
        assert order in [option.order for option in offer_charges(now, asked)]
        return order

    played = play(
        state, lambda ctx: resolve_ap_charges(ctx, frozenset()), (3, 2), (4, 1), (5, 1), (6, 6), answer=answer
    )
    assert lines(played, "AP Charges") == {"perk-ap-charges": 2, "card-modifiers": 1, "wt-ai": 2}
    assert [event.target for event in played.of(AttackMet)] == ["red-1", "red-2", "red-4"]
    assert margins(played) == [1, 0, 0]
    assert state.units["red-4"].token(STUN) == 0
    assert (state.shots, state.units["blue-1"].actions, state.units["red-1"].token(STUN)) == ([], 1, 1)


@pytest.mark.rule("fieldmanual.perk-ap-charges")
def test_charges_that_miss_reach_nobody_else() -> None:
    state = patrol(2)
    played = play(state, lambda ctx: fire_charges(ctx, FireCharges("blue-1", "red-1")), (2, 1), (4, 1))
    assert [event.target for event in played.of(AttackMet)] == ["red-1"]
    assert played.of(ChargesFired)
    assert state.units["red-1"].status != DESTROYED


@pytest.mark.rule("fieldmanual.perk-ap-charges")
def test_lost_auxiliaries_fire_no_charges() -> None:
    state = patrol(2)
    unit = state.units["blue-1"]
    assert near_now(state)
    state = table()
    put(
        state,
        "blue-1",
        "jager",
        24,
        24,
        270,
        stats={"perks": unit.card.perks, "aux": ("Anti-Personnel Charges",)},
        boxes=4,
    )
    put(state, "red-1", "infantry-squad-proposed", 26, 24, team="red-1")
    assert not near_now(state)


@pytest.mark.rule("fieldmanual.wt-aa", "fieldmanual.airstrike-attacks")
@pytest.mark.parametrize(
    ("weapon", "terms", "code"), [("LAC|F", REACTION, "air"), ("LAAC|F", REACTION, ""), ("LAAC|F", OWN, "air")]
)
def test_airstrikes_are_attacked_with_anti_air_weapons_in_reaction_fire(weapon: str, terms: Any, code: str) -> None:
    state = duel(10, red={"stats": weapons(weapon)}, blue={"card": "fighter", "status": "aloft"})
    found = refuse_attack(state, Attack("red-1", weapon.partition("|")[0], "blue-1"), terms)
    assert ("" if found is None else found.code) == code


@pytest.mark.rule("fieldmanual.wt-aa", "fieldmanual.aa-drone")
@pytest.mark.parametrize(("weapon", "code"), [("LAC", ""), ("LMG", "air"), ("LBZK", "air")])
def test_an_anti_air_drone_guides_the_longest_ranged_weapon_that_it_can(weapon: str, code: str) -> None:
    state = duel(10, red={"stats": weapons("LAC|F;LMG|F;LBZK|F")}, blue={"card": "fighter", "status": "aloft"})
    put(state, "red-2", "aa-drone", 20, 10, parent="red-1", status="out")
    found = refuse_attack(state, Attack("red-1", weapon, "blue-1"), REACTION)
    assert ("" if found is None else found.code) == code


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.rof", "fieldmanual.extra-actions-dice")
def test_everything_offered_is_legal_and_open_offers_have_a_point_to_choose() -> None:
    state = duel(6, red={"actions": 2})
    put(state, "blue-2", "jager", 25.5, 17, 270, band="combat")
    options = list(offer_attacks(state, state.units["red-1"]))
    orders = [option.order for option in options if type(option).__name__ != "Place"]
    assert all(isinstance(order, Attack) and refuse_attack(state, order) is None for order in orders)
    rates = {(order.weapon, order.spray, order.burst, order.extra) for order in orders if isinstance(order, Attack)}
    assert {("LAC", 0, 2, 0), ("LAC", 0, 0, 1), ("LAC", 1, 1, 0), ("LAC", 2, 0, 1), ("APGL", 0, 0, 0)} <= rates
    assert {order.way for order in orders if isinstance(order, Attack)} == {"direct", "thrown", "placed", "self"}
    assert [option.label for option in options if type(option).__name__ == "Place"]


@pytest.mark.rule("fieldmanual.wt-reloads")
def test_reloading_is_offered_where_it_helps() -> None:
    state = duel(red={"tokens": {"out of ammo:LAC": 1}})
    assert [option.label for option in offer_reloads(state, state.units["red-1"])] == ["Reload the LAC"]
    assert not [o for o in offer_attacks(state, state.units["red-1"]) if getattr(o, "weapon", "") == "LAC"]


@pytest.mark.rule("fieldmanual.perk-ap-charges")
@pytest.mark.parametrize("mover", ["red", "blue"])
def test_charges_are_offered_after_the_inch_that_brings_infantry_into_reach(mover: str) -> None:
    state = patrol(4.5)
    infantry = mover == "red"
    state.units["red-1"].facing, state.units["blue-1"].facing = 1800, 0
    activate(state, "red-1" if infantry else "blue-1")
    length = mils(2)
    name = "red-1" if infantry else "blue-1"
    order = Move(name, ((0, length),), figure=name if infantry else "")
    play(state, lambda ctx: BOOK.resolve(ctx, order))
    asked: list[tuple[str, int]] = []
    while state.activation is not None and state.activation.path:
        played = play(state, resolve_way)
        asked += [(ask.kind, abs(state.units["red-1"].x - state.units["blue-1"].x)) for ask in played.asks]
    assert ("ap-charges", mils(3.5)) in asked
    assert [kind for kind, _ in asked].count("ap-charges") == 1


@pytest.mark.rule("fieldmanual.perk-ap-charges")
@pytest.mark.parametrize(("armor", "falls"), [(4, True), (5, False)])
def test_the_charges_have_a_damage_multiplier_of_four(armor: int, falls: bool) -> None:
    state = table()
    put(state, "blue-1", "jager", 24, 24, 270, band="combat", stats={"perks": {"Anti-Personnel Charges": 1}})
    stats = {"armor": armor}
    put(state, "red-1", "infantry-squad-proposed", 27, 24, team="red-1", mode="W", band="combat", stats=stats)
    play(state, lambda ctx: fire_charges(ctx, FireCharges("blue-1", "red-1")), (4, 1), (4, 1))
    assert (state.units["red-1"].status == DESTROYED) == falls
