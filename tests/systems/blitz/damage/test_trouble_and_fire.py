"""9.5 and 9.6: We're in Trouble; fire, corrosion, haywire and what is done against them."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.orders import Decline, Order
from gearlock.systems.blitz.attacks.aiming import Attack, SnapFire, StandBy
from gearlock.systems.blitz.damage import (
    DamageControl,
    Douse,
    MeetTrouble,
    free_dice,
    persistent_damage,
    persistent_skill,
)
from gearlock.systems.blitz.dice_tests.tests import AddDice, Reroll
from gearlock.systems.blitz.electronic_warfare.observing import Observe
from gearlock.systems.blitz.orders import GiveOrder
from gearlock.systems.blitz.rounds import EndActivation
from gearlock.systems.blitz.special_melee import BruteForce
from systems.blitz.field import Field, accepted, asked, decline_all, facing, fire, give, play, refused, thrown, unit


@pytest.mark.rule("blitz.9.5")
def test_an_action_after_a_hit_lowers_the_margin() -> None:
    field = facing(blue_actions=1, blue_stats={"weapons": ["LRP"]}).dice("attack", 6, 1, 1).dice("defence", 2, 1)
    battle = field.dice("we're in trouble", 4, 6).battle()
    play(battle, fire(), ("trouble", MeetTrouble("blue-1")))
    assert (unit(battle, "blue-1").hull, unit(battle, "blue-1").actions) == (5 - 2, 0)


@pytest.mark.rule("blitz.9.5", "blitz.18.2")
@pytest.mark.parametrize(
    ("tokens", "more", "guard", "asks"),
    [
        ({}, {}, 2, True),
        ({"standby": 1}, {}, 1, False),
        ({"immobilised": 1}, {}, 1, False),
        ({"hull down": 1}, {}, 1, False),
        ({"hull down": 1}, {}, 3, True),
        ({}, {"gap": 5, "blue_status": "aloft"}, 2, True),
    ],
)
def test_who_is_braced_or_counts_so_cannot_get_out_of_trouble(
    tokens: dict[str, int], more: dict[str, Any], guard: int, asks: bool
) -> None:
    """Hull down in the open counts as braced, behind cover it does not; and aircraft dodge too."""
    field = facing(blue_actions=1, blue_tokens=tokens, **{"blue_stats": {"weapons": ["LRP"]}, **more})
    field = field.wall("light", 8, 19, 12, 19.3, 1) if guard == 3 else field
    field.dice("attack", 6, 6, 1).dice("defence", *[1] * guard)
    assert ("trouble blue-1" in play(field.battle(), fire())) is asks


@pytest.mark.rule("blitz.trait.fieldarmor", "blitz.A.2.3-jacket", "blitz.force.peace-river.prdf")
@pytest.mark.parametrize(
    ("stats", "tokens", "count"),
    [
        ({"traits": ["Field Armor:+2D6"]}, {}, 2),
        ({"traits": ["Armored Jacket:1D6"]}, {}, 1),
        ({"traits": ["Field Armor:+1D6", "Armored Jacket:1D6"]}, {}, 2),
        ({"traits": ["Resolve"]}, {}, 1),
        ({}, {}, 0),
    ],
)
def test_dice_of_free_tests(stats: dict[str, object], tokens: dict[str, int], count: int) -> None:
    state = facing(blue_stats=stats, blue_tokens=tokens).state
    assert free_dice(state, state.units["blue-1"]) == count


@pytest.mark.rule("blitz.trait.fieldarmor", "blitz.9.5")
def test_field_armour_tests_for_nothing_against_every_hit() -> None:
    field = facing(blue_stats={"traits": ["Field Armor:+2D6"]}).dice("attack", 6, 1, 1).dice("defence", 2, 1)
    battle = give(field.dice("we're in trouble", 5, 3).battle(), fire())
    assert unit(battle, "blue-1").hull == 5 - 3


@pytest.mark.rule("blitz.trait.fieldarmor", "blitz.9.5", "blitz.3.4a-action-bonus", "blitz.trait.defective")
@pytest.mark.parametrize(
    ("blue", "guard", "answers", "dice"),
    [
        ({}, 3, [], [1 + 1]),
        ({"hull": 0}, 2, [], [1]),
        ({}, 3, ["pay"], [3 + 1]),
        ({}, 3, ["pay", "pay"], [4, 4]),
        ({}, 3, ["pay", "add"], [4 + 1]),
        ({"tokens": {"incoming fire": 4}}, 3, ["order"], [4 + 1 + 1]),
        ({"tokens": {"Defective: Move": 1}}, 0, ["pay"], [0]),
        ({"tokens": {"Defective: Move": 1}}, 0, ["pay", "works"], [4]),
    ],
)
def test_armour_adds_to_every_test_or_has_one_for_nothing(
    blue: dict[str, Any], guard: int, answers: list[str], dice: list[int]
) -> None:
    """Behind light cover. A free test has the trait's dice as base dice, with the modifiers of the defence."""
    more = {f"blue_{name}": value for name, value in blue.items()}
    stats = {"traits": ["Field Armor:+1D6"], "weapons": ["LRP"], "actions": 2, "structure": 9}
    field = facing(blue_actions=2, blue_stats=stats, **more).wall("light", 8, 19, 12, 19.3, 1)
    throws = [("attack", 3, 6), ("defence", guard, 1), *(("we're in trouble", count, 1) for count in dice)]
    for purpose, count, face in [*throws, ("defect", 1, 1), ("defect", 1, 6 if "works" in answers else 1)]:
        if count and (purpose != "defect" or not guard):
            field.dice(purpose, *[face] * count)
    orders = {"pay": MeetTrouble("blue-1"), "order": MeetTrouble("blue-1", True), "add": AddDice("blue-1", 1)}
    given = [("bonus" if name == "add" else "trouble", orders[name]) for name in answers if name in orders]
    battle = field.battle()
    battle.answer("red", fire())
    while asked(battle).optional:
        wanted = given and given[0][0] == asked(battle).kind
        battle.answer(asked(battle).seat, given.pop(0)[1] if wanted else Decline())
    assert thrown(battle, "we're in trouble") == [count for count in dice if count]


@pytest.mark.rule("blitz.9.5", "blitz.3.4a-action-bonus")
@pytest.mark.parametrize(("actions", "asks"), [(1, False), (2, True)])
def test_without_dice_trouble_is_met_only_with_another_action_to_add(actions: int, asks: bool) -> None:
    stats = {"traits": [], "weapons": ["LRP"], "actions": 2}
    field = facing(blue_actions=actions, blue_stats=stats, blue_hull=0, blue_tokens={"autopilot": 1})
    battle = field.dice("attack", 6, 6, 6).dice("we're in trouble", 5).battle()
    assert ("trouble blue-1" in play(battle, fire())) is asks


@pytest.mark.rule("blitz.2.2", "blitz.3.4a-action-bonus")
@pytest.mark.parametrize(("tokens", "dice"), [({"standby": 1}, 0), ({}, 1)])
def test_actions_spent_make_up_for_dice_that_were_taken_off_first(tokens: dict[str, int], dice: int) -> None:
    """Braced, crippled and on autopilot are three dice less of two: one action brings it to none, not to one."""
    field = facing(blue_actions=1, blue_hull=0, blue_tokens={"autopilot": 1, **tokens}, blue_stats={"armor": 20})
    field.dice("attack", 1, 1, 1)
    battle = (field.dice("defence", 6) if dice else field).battle()
    play(battle, fire(), ("bonus blue-1", AddDice("blue-1", 1)))
    assert thrown(battle, "defence") == [1] * dice


@pytest.mark.rule("blitz.9.6b")
def test_an_aircraft_fights_its_own_fire() -> None:
    battle = facing(red_status="aloft", red_tokens={"fire": 3}).battle()
    assert accepted(battle, DamageControl("red-1", "fire"))


@pytest.mark.rule("blitz.force.peace-river.prdf")
@pytest.mark.parametrize(("others", "lost", "dice"), [(2, 1, 1), (2, 2, 0), (3, 2, 1)])
def test_resolve_lasts_as_long_as_half_of_the_unit(others: int, lost: int, dice: int) -> None:
    field = facing(blue_stats={"traits": ["Resolve"]})
    for number, place in enumerate((25, 30, 40)[:others], 2):
        field.model(f"blue-{number}", "hunter", place, 40, status="wreck" if number <= lost + 1 else "fielded")
    state = field.model(f"blue-{others + 2}", "hunter", 20, 40, group=2).state
    assert free_dice(state, state.units["blue-1"]) == dice


@pytest.mark.rule("blitz.9.6", "blitz.9.6a", "blitz.9.6c", "blitz.wtrait.pen")
def test_the_flamer_of_the_book() -> None:
    """PEN 0/2F at a margin of 2: intensity 4, rolled at once: two successes, two damage; two dice are left."""
    field = facing(5, red_stats={"weapons": ["LFL (PEN:0/2F, Arm)"]})
    field.dice("attack", 5, 1).dice("defence", 3, 1).dice("fire roll", 5, 4, 3, 2)
    battle = give(field.battle(), fire("LFL"))
    assert unit(battle, "blue-1").token("fire") == 2
    assert unit(battle, "blue-1").hull == 3


@pytest.mark.rule("blitz.9.6", "blitz.9.5", "blitz.wtrait.pen")
@pytest.mark.parametrize(("dodges", "dice"), [(False, 5), (True, 4)])
def test_what_only_burns_does_no_damage_of_its_own_and_trouble_lowers_the_fire(dodges: bool, dice: int) -> None:
    """A margin of 3 at an armour of 1, and 2F."""
    stats = {"armor": 1, "weapons": ["LRP"]}
    field = facing(5, red_stats={"weapons": ["LFL (PEN:2F, Arm)"]}, blue_stats=stats, blue_actions=1)
    field.dice("attack", 6, 1).dice("defence", 3, 1).dice("fire roll", *[6] * dice)
    battle = (field.dice("we're in trouble", 4, 1) if dodges else field).battle()
    play(battle, fire("LFL"), *[("trouble", MeetTrouble("blue-1"))] * dodges)
    assert thrown(battle, "fire roll") == [dice]
    assert unit(battle, "blue-1").hull == 5


@pytest.mark.rule("blitz.9.6")
@pytest.mark.parametrize(("had", "now", "rolled"), [(1, 3, True), (3, 3, True), (4, 4, False)])
def test_a_new_token_replaces_one_that_is_not_worse(had: int, now: int, rolled: bool) -> None:
    field = facing(5, red_stats={"weapons": ["LFL (PEN:0/2F, Arm)"]}, blue_tokens={"fire": had})
    field.dice("attack", 4, 1).dice("defence", 3, 1).dice("fire roll", 1, 1, 1)
    battle = give(field.battle(), fire("LFL"))
    assert unit(battle, "blue-1").token("fire") == now
    assert (unit(battle, "blue-1").hull == 2) is rolled


@pytest.mark.rule("blitz.9.6c", "blitz.trait.vul")
@pytest.mark.parametrize(
    ("kind", "traits", "failures", "damage"),
    [
        ("fire", [], 3, 3),
        ("corrosion", [], 3, 1),
        ("corrosion", [], 0, 0),
        ("corrosion", ["Vul: Corrosion"], 3, 2),
        ("corrosion", ["Vul: Corrosion"], 1, 1),
        ("haywire", [], 3, 0),
    ],
)
def test_what_failures_do(kind: str, traits: list[str], failures: int, damage: int) -> None:
    unit = facing(blue_stats={"traits": traits}).state.units["blue-1"]
    assert persistent_damage(unit, kind, failures) == damage


@pytest.mark.rule("blitz.trait.resistfire", "blitz.trait.resisthaywire", "blitz.A.2.3-r-corr", "blitz.trait.vul")
@pytest.mark.parametrize(
    ("kind", "traits", "skill"),
    [
        ("fire", [], 4),
        ("fire", ["Resist: Fire"], 2),
        ("fire", ["Vul: Fire"], 6),
        ("corrosion", ["Resist: Corrosion"], 2),
        ("corrosion", ["Vul: Corrosion"], 4),
        ("haywire", [], 6),
        ("haywire", ["Resist: Haywire"], 4),
        ("haywire", ["Vul: Haywire"], 6),
    ],
)
def test_the_number_that_fights_a_token(kind: str, traits: list[str], skill: int) -> None:
    unit = facing(blue_stats={"traits": traits}).state.units["blue-1"]
    assert persistent_skill(unit, kind) == skill


@pytest.mark.rule("blitz.9.6a", "blitz.3.3", "blitz.9.6c")
def test_tokens_bite_again_in_cleanup_with_as_many_dice_as_they_are_intense() -> None:
    field = Field(seed=1).model("red-1", "hunter", 10, 10, tokens={"corrosion": 3})
    battle = field.model("blue-1", "hunter", 10, 40, used=True).dice("corrosion roll", 6, 6, 1).battle()
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").token("corrosion") == 2
    assert unit(battle, "red-1").hull == 4


@pytest.mark.rule("blitz.2.14", "blitz.3.3")
def test_infantry_put_everything_out_in_cleanup() -> None:
    field = Field(seed=1).model("red-1", "north-infantry-squad", 10, 10, tokens={"fire": 3})
    battle = field.model("blue-1", "hunter", 10, 40, used=True).dice("fire roll", 6, 6, 1).battle()
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").token("fire") == 0


@pytest.mark.rule("blitz.9.6b")
@pytest.mark.parametrize(("faces", "fire_left", "acid_left"), [((1, 1), 1, 2), ((6, 6), 0, 2), ((1, 6), 1, 2)])
def test_damage_control_lowers_at_least_one(faces: tuple[int, int], fire_left: int, acid_left: int) -> None:
    field = facing(red_tokens={"fire": 2, "corrosion": 2}).dice("damage control", *faces)
    battle = give(field.battle(), DamageControl("red-1", "fire"))
    assert (unit(battle, "red-1").token("fire"), unit(battle, "red-1").token("corrosion")) == (fire_left, acid_left)


@pytest.mark.rule("blitz.9.6b")
def test_what_is_over_lowers_the_other_tokens() -> None:
    field = facing(red_tokens={"fire": 1, "corrosion": 2}).dice("damage control", 6, 6)
    battle = give(field.battle(), DamageControl("red-1", "fire"))
    assert (unit(battle, "red-1").token("fire"), unit(battle, "red-1").token("corrosion")) == (0, 1)


@pytest.mark.rule("blitz.9.6b")
@pytest.mark.parametrize(
    ("faces", "answers", "fire_left", "acid_left", "questions"),
    [((6, 6), ("corrosion",), 2, 1, 1), ((6, 6), ("fire",), 1, 2, 1), ((6, 1), (), 2, 2, 0)],
)
def test_successes_are_divided_as_the_player_likes(
    faces: tuple[int, int], answers: tuple[str, ...], fire_left: int, acid_left: int, questions: int
) -> None:
    """Three of fire and two of corrosion: the first success goes where it was meant to, the second anywhere."""
    field = facing(red_tokens={"fire": 3, "corrosion": 2}, red_stats={"actions": 1}).dice("damage control", *faces)
    battle = field.battle()
    given = [("douse", Douse("red-1", kind)) for kind in answers]
    kinds = play(battle, DamageControl("red-1", "fire"), *given)
    assert kinds.count("douse red-1") == questions
    assert (unit(battle, "red-1").token("fire"), unit(battle, "red-1").token("corrosion")) == (fire_left, acid_left)


@pytest.mark.rule("blitz.9.6b")
def test_a_success_goes_to_what_bites_still() -> None:
    tokens = {"fire": 2, "corrosion": 1, "haywire": 1}
    traits = {"traits": ["Recovery:+2D6"]}
    field = facing(red_tokens=tokens, red_stats=traits, posture="braced").dice("damage control", 6, 6, 6)
    battle = field.battle()
    battle.answer("red", DamageControl("red-1", "corrosion"))
    while asked(battle).kind != "douse":
        battle.answer("red", Decline())
    assert refused(battle, Douse("red-1", "corrosion")).code == "kind", "it is out"
    battle.answer("red", Douse("red-1", "haywire"))
    left = unit(battle, "red-1")
    assert [left.token(kind) for kind in ("fire", "corrosion", "haywire")] == [1, 0, 0]


@pytest.mark.rule("blitz.9.6b", "blitz.9.6c")
def test_a_shorted_model_may_only_fight_its_haywire_with_electronics() -> None:
    battle = facing(posture="braced", red_tokens={"haywire": 9}).dice("damage control", 6, 5, 1).battle()
    assert refused(battle, fire()).code == "no-action"
    assert accepted(battle, DamageControl("red-1", "haywire"))
    give(battle, DamageControl("red-1", "haywire"))
    assert unit(battle, "red-1").token("haywire") == 8


@pytest.mark.rule("blitz.9.6b", "blitz.10.3", "blitz.18.7-medic")
def test_a_standby_token_fights_no_fire_and_a_medic_fights_its_own_at_two() -> None:
    standing = facing(posture="braced", red_actions=0, red_tokens={"standby": 1, "fire": 2}).battle()
    assert refused(standing, DamageControl("red-1", "fire")).code == "no-action"
    medic = facing(red_stats={"traits": ["Medic"], "pilot": 6}, red_tokens={"fire": 2}).dice("damage control", 2, 2)
    assert unit(give(medic.battle(), DamageControl("red-1", "fire")), "red-1").token("fire") == 0


@pytest.mark.rule("blitz.18.7-medic", "blitz.trait.medic", "blitz.18.7-recovery", "blitz.trait.recovery")
def test_medics_tend_infantry_and_recovery_vehicles_the_rest() -> None:
    medic = Field().model("red-1", "hunter", 10, 10, stats={"traits": ["Medic"]})
    medic.model("red-2", "north-infantry-squad", 10, 11.29, tokens={"fire": 2}).model("blue-1", "hunter", 10, 40)
    battle = medic.dice("damage control", 2, 2).battle()
    give(battle, DamageControl("red-1", "fire", "red-2"))
    assert unit(battle, "red-2").token("fire") == 0
    tow = Field().model("red-1", "hunter", 10, 10, stats={"traits": ["Recovery:+2D6"]})
    tow.model("red-2", "hunter", 10, 11, tokens={"fire": 5}).model("red-3", "hunter", 14, 10, tokens={"fire": 1})
    tow.model("blue-1", "hunter", 10, 40)
    battle = tow.dice("damage control", 4, 4, 4, 1).battle()
    assert refused(battle, DamageControl("red-1", "fire", "red-3")).code == "help"
    give(battle, DamageControl("red-1", "fire", "red-2"))
    assert unit(battle, "red-2").token("fire") == 2


@pytest.mark.rule("blitz.9.5", "blitz.2.6")
@pytest.mark.parametrize("again", [False, True])
def test_the_margin_falls_to_0_and_no_lower_by_a_second_throw_too(again: bool) -> None:
    field = facing(blue_actions=1, blue_stats={"weapons": ["LRP"]}, blue_tokens={"skill points": int(again)})
    field.dice("attack", 5, 1, 1).dice("defence", 4, 1).dice("marginal hit", 1)
    for faces in [(1, 1)] * again + [(6, 6)]:
        field.dice("we're in trouble", *faces)
    battle = field.battle()
    battle.answer("red", fire())
    while not battle.over and asked(battle).optional:
        wanted = {"trouble": MeetTrouble("blue-1"), "reroll": Reroll("blue-1")}
        met = any(roll.purpose == "we're in trouble" for roll, _ in battle.thrown)
        take = asked(battle).kind == "trouble" or (asked(battle).kind == "reroll" and met)
        battle.answer(asked(battle).seat, wanted[asked(battle).kind] if take else Decline())
    assert unit(battle, "blue-1").hull == 5


@pytest.mark.rule("blitz.force.peace-river.prdf")
def test_exactly_half_of_the_unit_is_enough() -> None:
    field = facing(blue_stats={"traits": ["Resolve"]}).model("blue-2", "hunter", 30, 40, status="wreck")
    state = field.state
    assert free_dice(state, state.units["blue-1"]) == 1


@pytest.mark.rule("blitz.9.6c", "blitz.3.2a-table", "blitz.3.2a")
@pytest.mark.parametrize(("posture", "goes_on"), [("combat", False), ("braced", True)])
def test_haywire_that_stops_a_model_ends_its_activation_if_that_changes_its_posture(
    posture: str, goes_on: bool
) -> None:
    field = facing(posture=posture, red_actions=2, blue_actions=1, blue_stats={"weapons": ["LAC (Arm, PEN:0/9H)"]})
    braced = posture == "braced"
    field.model("red-2", "hunter", 2, 40).dice("attack", *[1] * (3 + braced)).dice("defence", 6, 6)
    field.dice("attack", 6, 1, 1).dice("defence", *[1] * (2 - braced)).dice("haywire roll", *[1] * 14)
    battle = field.battle()
    battle.answer("red", fire())
    battle.answer("blue", SnapFire("blue-1", "LAC"))
    decline_all(battle)
    assert unit(battle, "red-1").is_shorted
    assert (battle.state.is_acting("red-1"), asked(battle).kind) == (goes_on, "act" if goes_on else "activate")


IDLE = {
    "standby": StandBy("red-1", 1),
    "attack": Attack("red-1", "LAC", ("blue-1",)),
    "order": GiveOrder("red-1", "incoming fire"),
    "observation": Observe("red-1", "blue-1"),
    "push": BruteForce("red-1"),
}


@pytest.mark.rule("blitz.9.6c", "blitz.10.3", "blitz.3.4a", "blitz.15.4", "blitz.14.0-table")
@pytest.mark.parametrize("order", IDLE.values(), ids=IDLE)
@pytest.mark.parametrize(
    ("tokens", "actions", "rule", "why"),
    [
        ({"haywire": 7}, 1, "blitz.9.6c", "shorted by haywire"),
        ({"standby": 1}, 0, "", "standby tokens are for"),
        ({}, 0, "", "has no action left."),
    ],
    ids=["shorted", "a standby token", "spent"],
)
def test_who_has_nothing_to_act_with_is_told_why(
    order: Order, tokens: dict[str, int], actions: int, rule: str, why: str
) -> None:
    """A shorted model has actions, but none to stand by with; a standby token pays for nothing of its own accord."""
    refusal = refused(facing(posture="braced", red_tokens=tokens, red_actions=actions, red_rank="co").battle(), order)
    assert (refusal.code, rule in refusal.rule) == ("no-action", True)
    assert why in refusal.message
