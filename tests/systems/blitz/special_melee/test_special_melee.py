"""12: brute force, ram and crush."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.attacks.aiming import AttackRolled, SnapFire
from gearlock.systems.blitz.damage import Damaged
from gearlock.systems.blitz.dice_tests.tests import AddDice
from gearlock.systems.blitz.models import bodily
from gearlock.systems.blitz.movement.terrain import Forced, Move
from gearlock.systems.blitz.special_melee import (
    BruteForce,
    Crush,
    Grappled,
    Pressed,
    Ram,
    Shove,
    brute_force_duel,
    crush_duel,
    pushed_by,
    ram_duel,
)
from gearlock.systems.blitz.state import GONE, HIDING, HULL_DOWN, TOP_SPEED, State
from systems.blitz.fieldwork import COMBAT, EAST, WEST, activate, give, model, offered, piece, refused, table

HIT2 = (("attack", (6,)), ("defence", (4,)))


def facing_off(*things: object, card: str = "grizzly", foe: str = "jager", posture: str = COMBAT) -> State:
    """Red at x = 10 touches blue before it; both bases are an inch wide."""
    state = table(model("red", card, 10), model("blue", foe, 11, facing=WEST, actions=0), *things)  # type: ignore[arg-type]
    return activate(state, "red", posture)


@pytest.mark.rule("blitz.12.1")
@pytest.mark.parametrize(("rating", "dice"), [("", 6), ("light", 6), ("medium", 7), ("heavy", 8)])
def test_the_grizzly_pushes_the_jager_four_inches_into_the_wall(rating: str, dice: int) -> None:
    state = facing_off(piece("instance", rating, 12.5, 15, 13, 25, 3))
    played = give(state, BruteForce("red"), HIT2, [("shove", Shove("red", 4000))])
    (forced,) = played.of(Forced)
    assert (forced.moved, forced.left, forced.against) == (1000, 3000, "instance-12.5-15")
    assert played.dice("impact", "blue") == [dice]
    (pressed,) = played.of(Pressed)
    assert (pressed.moved, state.units["red"].x) == (1000, 11_000)
    assert state.activation is not None
    assert state.activation.spent == 1000


@pytest.mark.rule("blitz.12.1")
def test_a_push_goes_as_far_as_margin_and_armour_say_and_no_farther_than_movement_is_left() -> None:
    state = facing_off()
    played = give(state, BruteForce("red"), HIT2, [("shove", Shove("red", 4000))])
    assert played.asks[-1].about == ("4000",)
    assert state.units["blue"].x == 15_000
    assert state.units["red"].x == 14_000
    state = facing_off()
    assert state.activation is not None
    state.activation.gait, state.activation.spent, state.activation.moves = "W", 2000, 0
    played = give(state, BruteForce("red"), HIT2)
    assert played.asks[-1].about == (str(state.units["red"].line.move - 2000),)


@pytest.mark.rule("blitz.12.1")
def test_lighter_models_push_less_and_a_tie_moves_nobody_without_armour_to_spare() -> None:
    state = facing_off(card="hunter", foe="spitting-cobra")
    played = give(state, BruteForce("red"), HIT2)
    assert "shove" not in played.asked, "2 in for the margin less 2 for the armour is no way at all"
    state = facing_off(card="hunter", foe="jager")
    played = give(state, BruteForce("red"), [("attack", (5,)), ("defence", (5,))])
    assert "shove" not in played.asked
    state = facing_off()
    played = give(state, BruteForce("red"), [("attack", (3,)), ("defence", (4,))])
    assert "shove" not in played.asked, "a check that is lost moves nobody, whatever the armour"


@pytest.mark.rule("blitz.12.1")
def test_both_sides_are_defenceless_and_keep_all_other_melee_modifiers() -> None:
    state = facing_off(card="lion", foe="hunter")
    duel = brute_force_duel(state, state.units["red"], state.units["blue"])
    assert {line.label: line.value for line in duel.attack} == {"Brawler": 2, "Defenceless": -1}
    assert {line.label: line.value for line in duel.defence} == {"Defenceless": -1}
    tank = facing_off(card="klemm", foe="klemm")
    duel = brute_force_duel(tank, tank.units["red"], tank.units["blue"])
    assert sum(line.value for line in duel.defence) == -1, "who has no melee weapon is defenceless once, not twice"


@pytest.mark.rule("blitz.12.1")
def test_who_may_not_push_or_be_pushed() -> None:
    assert refused(facing_off(card="north-infantry-squad"), BruteForce("red")) == "infantry"
    assert refused(facing_off(foe="north-infantry-squad"), BruteForce("red")) == "nobody"
    away = facing_off()
    away.units["blue"].x = 11_500
    assert refused(away, BruteForce("red")) == "nobody"
    behind = facing_off()
    behind.units["blue"].x = 9_000
    assert refused(behind, BruteForce("red")) == "nobody"
    aslant = facing_off()
    aslant.units["blue"].x, aslant.units["blue"].y = 9_500, 20_866
    assert refused(aslant, BruteForce("red")) == "nobody", "it touches, but not in front"
    assert refused(facing_off(posture="braced"), BruteForce("red")) == "braced"
    spent = facing_off()
    assert spent.activation is not None
    spent.activation.gait, spent.activation.spent = "W", spent.units["red"].line.move
    assert refused(spent, BruteForce("red")) == "movement"
    closed = facing_off()
    assert closed.activation is not None
    closed.activation.gait, closed.activation.spent, closed.activation.closed = "W", 1000, True
    assert refused(closed, BruteForce("red")) == "movement", "the turn at its end has ended the move"
    tired = facing_off()
    tired.units["red"].actions = 0
    assert refused(tired, BruteForce("red")) == "no-action"
    assert [option.order for option in offered(facing_off(), BruteForce)] == [BruteForce("red")]
    assert offered(facing_off(), Crush) == []
    squad = facing_off()
    squad.units["blue"] = model("blue", "north-infantry-squad", 11.287)
    assert [option.order for option in offered(squad, Crush)] == [Crush("red", "blue")]


@pytest.mark.rule("blitz.12.1")
def test_pushed_off_a_height_a_model_falls_and_the_pusher_stays_up() -> None:
    hill = piece("hill", "", 5, 15, 12, 25, 3, footing=True, props={"slope": 90})
    state = facing_off(hill)
    for unit in state.units.values():
        unit.z = 3000
    state.notes = {}
    played = give(state, BruteForce("red"), HIT2, [("shove", Shove("red", 4000))])
    (forced,) = played.of(Forced)
    assert forced.fall == 3000
    assert played.dice("fall", "blue") == [3]
    assert state.units["red"].z == 3000
    assert state.units["blue"].z == 0


@pytest.mark.rule("blitz.12.1a")
def test_all_in_front_defend_and_are_pushed_together_by_the_least() -> None:
    state = facing_off(model("blue-2", "jager", 10.7, 20.72, WEST, actions=0))
    throws = [("attack", (6,)), ("defence", (3,)), ("attack", (6,)), ("defence", (5,))]
    played = give(state, BruteForce("red"), throws, [("shove", Shove("red", 3000))])
    assert played.of(Grappled)[0].targets == ("blue", "blue-2")
    assert played.asks[-1].about == ("3000",), "margins 3 and 1, armour 8 against 6"
    assert [state.units[name].x for name in ("blue", "blue-2", "red")] == [14_000, 13_700, 13_000]
    assert len(played.of(AttackRolled)) == 2


@pytest.mark.rule("blitz.12.1a")
def test_one_of_two_that_is_not_beaten_saves_the_other() -> None:
    state = facing_off(model("blue-2", "jager", 10.7, 20.72, WEST, actions=0))
    throws = [("attack", (6,)), ("defence", (3,)), ("attack", (2,)), ("defence", (5,))]
    assert "shove" not in give(state, BruteForce("red"), throws).asked


@pytest.mark.rule("blitz.12.1a")
def test_meeting_another_model_stops_the_push_and_gives_a_free_ram() -> None:
    state = facing_off(model("blue-2", "jager", 12.0, 20.9, actions=0))
    state.units["blue"].y = 19_800
    state.units["blue"].x = 10_981
    played = give(state, BruteForce("red"), HIT2, [("shove", Shove("red", 4000)), ("free-ram", Ram("red", "blue-2"))])
    ram = played.of(Grappled)[1]
    assert (ram.kind, ram.targets, ram.free) == ("ram", ("blue-2",), True)
    assert state.units["red"].actions == 1 - 1, "one action for both"
    assert state.units["red"].x < 14_000


@pytest.mark.rule("blitz.12.1b")
def test_with_two_actions_a_model_pushes_twice() -> None:
    state = facing_off(card="mammoth")
    assert state.units["red"].actions >= 2
    give(state, BruteForce("red"), HIT2, [("shove", Shove("red", 1000))])
    assert refused(state, BruteForce("red")) == ""


@pytest.mark.rule("blitz.12.1")
def test_the_pushed_lose_hull_down_and_the_pusher_its_hiding() -> None:
    state = facing_off()
    state.units["blue"].tokens[HULL_DOWN] = 1
    state.units["red"].tokens[HIDING] = 1
    give(state, BruteForce("red"), HIT2, [("shove", Shove("red", 1000))])
    assert HULL_DOWN not in state.units["blue"].tokens
    assert HIDING not in state.units["red"].tokens


@pytest.mark.rule("blitz.12.1")
def test_whoever_is_pushed_may_answer_and_damage_comes_after_the_push() -> None:
    state = facing_off()
    state.units["blue"].actions = 1
    throws = (("attack", (6,)), ("defence", (4,)), ("attack", (6, 6)), ("defence", (1, 1)))
    answers = [("snap", SnapFire("blue", "LVB", "red")), ("shove", Shove("red", 1000))]
    played = give(state, BruteForce("red"), throws, answers)
    kinds = [type(event) for event in played.events]
    assert kinds.index(Pressed) < kinds.index(Damaged)
    assert played.of(Damaged)[0].unit == "red"


@pytest.mark.rule("blitz.13.2")
@pytest.mark.rule("blitz.12.2")
def test_a_tank_at_top_speed_rams_a_hunter() -> None:
    state = facing_off(card="aller", foe="hunter", posture=TOP_SPEED)
    blue, red = state.units["blue"], state.units["red"]
    blue.x = red.x + red.line.radius + blue.line.radius
    assert state.activation is not None
    state.activation.straight = 4000
    assert red.line.armor - blue.line.armor == 6
    assert ram_duel(state, red, blue).pools.attack == 0
    dice = [("attack", (1,)), ("defence", (1,)), ("impact", (1, 1, 6, 6, 6, 6, 6, 6)), ("impact", (1,))]
    played = give(state, Ram("red", "blue"), dice, [("bonus", AddDice("red", 1))])
    assert played.dice("attack") == [1], "an action bonus is the way out of having no dice"
    assert played.dice("impact", "blue") == [8]
    assert played.dice("impact", "red") == [1]
    assert [(hurt.unit, hurt.damage) for hurt in played.of(Damaged)] == [("blue", 4), ("red", 2)]
    assert (blue.x, red.x) == (state.units["blue"].x, state.units["red"].x)
    assert state.activation is not None
    assert state.activation.stopped


@pytest.mark.rule("blitz.12.2")
def test_without_dice_a_ram_comes_to_one() -> None:
    state = facing_off(card="hunter", posture=TOP_SPEED)
    assert state.activation is not None
    state.activation.straight = 3000
    played = give(state, Ram("red", "blue"), [("defence", (2,))])
    (rolled,) = played.of(AttackRolled)
    assert (rolled.faces, rolled.total, rolled.defences[0].margin) == ((), 1, -1)


@pytest.mark.rule("blitz.12.2")
def test_a_ram_knows_no_brawler_flank_or_overwhelm() -> None:
    state = facing_off(model("red-2", "hunter", 12, actions=0), card="lion", foe="lion")
    state.units["blue"].facing = EAST
    duel = ram_duel(state, state.units["red"], state.units["blue"])
    assert {line.label: line.value for line in duel.attack} == {"Defenceless": -1}
    assert {line.label for line in duel.defence} == {"Agile", "Defenceless"}


@pytest.mark.rule("blitz.12.2", "blitz.18.2", "blitz.14.5c", "blitz.trait.shield")
@pytest.mark.parametrize(
    ("tokens", "traits", "more"),
    [
        ({"hull down": 1}, (), {"Hull down without cover": -1}),
        ({"hull down": 1, "full speed ahead": 1}, (), {"Top Speed": 1, "Hull down without cover": -2}),
        ({"sensor interference": 3}, (), {"Sensor interference": 1}),
        ({}, ("Shield:+1D6",), {"Shield": 1}),
        ({"autopilot": 1}, (), {"Autopilot": -1}),
    ],
)
def test_what_helps_or_hinders_every_defence_does_so_in_a_ram(
    tokens: dict[str, int], traits: tuple[str, ...], more: dict[str, int]
) -> None:
    state = facing_off()
    foe = model("blue", "hunter", 11, facing=WEST, traits=traits, tokens=tokens)
    foe.x = state.units["blue"].x
    state.units["blue"] = foe
    duel = ram_duel(state, state.units["red"], foe)
    assert {line.label: line.value for line in duel.defence} == {"Defenceless": -1, **more}


@pytest.mark.rule("blitz.12.1", "blitz.18.3")
@pytest.mark.parametrize(
    ("x", "y", "kind", "pushed"), [(11, 20, "Gear", 1), (10, 21, "Gear", 0), (11, 20, "Fortification", 0)]
)
def test_neither_who_is_level_with_it_nor_what_is_built_is_pushed(x: float, y: float, kind: str, pushed: int) -> None:
    red, blue = model("red", "hunter", 10), model("blue", "hunter", x, y, type=kind)
    assert len(pushed_by(activate(table(red, blue), "red"), red)) == pushed


@pytest.mark.rule("blitz.12.3", "blitz.11.1", "blitz.11.0a", "blitz.12.1")
@pytest.mark.parametrize(("weapons", "dice"), [(("LVB",), 2), (("LAC",), 1)])
def test_without_a_melee_weapon_a_crush_has_a_die_less_and_a_push_no_more_than_one(
    weapons: tuple[str, ...], dice: int
) -> None:
    red, squad = model("red", "hunter", 10, weapons=weapons), model("blue", "north-infantry-squad", 11)
    state = activate(table(red, squad), "red")
    assert crush_duel(state, red, squad).pools.attack == dice
    assert brute_force_duel(state, red, squad).pools.attack == 1


@pytest.mark.rule("blitz.12.2")
def test_half_a_move_without_a_turn_goes_before_a_ram() -> None:
    state = facing_off()
    half = -(-state.units["red"].line.move // 2)
    assert state.activation is not None
    state.activation.straight = half - 1
    assert refused(state, Ram("red", "blue")) == "speed"
    state.activation.straight = half
    assert refused(state, Ram("red", "blue")) == ""
    assert refused(state, Ram("red", "red")) == "contact"
    state.units["blue"].x += 100
    assert refused(state, Ram("red", "blue")) == "contact"
    assert refused(facing_off(card="north-infantry-squad"), Ram("red", "blue")) == "infantry"


@pytest.mark.rule("blitz.12.2")
def test_a_turn_on_the_way_begins_the_count_anew_and_the_end_of_a_move_does_not() -> None:
    state = activate(table(model("red", "hunter", 10), model("blue", "hunter", 14, actions=0, facing=WEST)), "red")
    give(state, Move("red", "W", ((0, 3000),), last=True))
    assert refused(state, Ram("red", "blue")) == ""
    state = activate(table(model("red", "hunter", 10), model("blue", "hunter", 14, actions=0, facing=WEST)), "red")
    give(state, Move("red", "W", ((0, 1000), (10, 0), (-10, 2000)), last=True))
    assert refused(state, Ram("red", "blue")) == "speed"


@pytest.mark.rule("blitz.12.3")
def test_a_crush_has_the_difference_of_the_armours_as_pen_and_kills_infantry_in_earnest() -> None:
    state = facing_off(card="grizzly", foe="north-infantry-squad")
    red, blue = state.units["red"], state.units["blue"]
    blue.x = red.x + red.line.radius + blue.line.radius
    pen = red.line.armor - blue.line.armor
    played = give(state, Crush("red", "blue"), [("attack", (6, 6)), ("defence", (1,))])
    (hurt,) = played.of(Damaged)
    margin = played.of(AttackRolled)[0].defences[0].margin
    assert hurt.damage == margin + pen - blue.line.armor > 1
    assert state.units["red"].actions == 0


@pytest.mark.rule("blitz.12.3")
def test_who_can_be_crushed_and_by_whom() -> None:
    assert refused(facing_off(), Crush("red", "blue")) == "target"
    assert (
        refused(facing_off(card="north-infantry-squad", foe="north-infantry-squad"), Crush("red", "blue")) == "infantry"
    )
    far = facing_off(foe="north-infantry-squad")
    far.units["blue"].x = 13_000
    assert refused(far, Crush("red", "blue")) == "contact"
    assert "AI" in bodily("crush 3").traits
    state = facing_off(card="lion", foe="north-infantry-squad")
    assert crush_duel(state, state.units["red"], state.units["blue"]).pools.attack == 2 + 2


@pytest.mark.rule("blitz.12.3")
def test_after_a_crush_the_model_moves_on_and_the_infantry_gives_way() -> None:
    state = facing_off(card="grizzly", foe="north-infantry-squad")
    red, blue = state.units["red"], state.units["blue"]
    blue.x = red.x + red.line.radius + blue.line.radius
    on_top = Move("red", "W", ((0, 1500),), last=True)
    assert refused(state, on_top) == "overlap"
    give(state, Crush("red", "blue"), [("attack", (1, 1)), ("defence", (6,))])
    played = give(state, on_top)
    (forced,) = played.of(Forced)
    assert forced.unit == "blue"
    red, blue = state.units["red"], state.units["blue"]
    apart = ((red.x - blue.x) ** 2 + (red.y - blue.y) ** 2) ** 0.5 - red.line.radius - blue.line.radius
    assert 0 <= apart < 300


@pytest.mark.rule("blitz.12.0")
def test_drones_make_no_special_melee_attacks() -> None:
    state = facing_off(card="hunter-killer-drone", foe="hunter")
    for order in (BruteForce("red"), Ram("red", "blue"), Crush("red", "blue")):
        assert refused(state, order) == "drone"


@pytest.mark.rule("blitz.13.2")
def test_overkilling_whom_it_rams_lets_a_model_move_on() -> None:
    state = facing_off(card="aller", foe="hunter")
    blue, red = state.units["blue"], state.units["red"]
    blue.x = red.x + red.line.radius + blue.line.radius
    assert state.activation is not None
    state.activation.straight = 9000
    played = give(
        state, Ram("red", "blue"), [("attack", (6,)), ("defence", (1,)), ("impact", (1,) * 8), ("impact", (6,))]
    )
    assert played.of(Damaged)[0].overkill
    assert state.units["blue"].status == GONE
    assert state.activation is not None
    assert not state.activation.stopped
