"""Melee Combat: blows, defending against them, stunning instead, Free Strikes."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.fieldmanual.damage.damage import ShakeStun, harm_of
from gearlock.systems.fieldmanual.melee import (
    BlowResolved,
    BlowStruck,
    Strike,
    StunInstead,
    blow_lines,
    blow_odds,
    guard_lines,
    hit_of,
    may_stun,
    melee_mount,
    melee_mounts,
    offer_free_strikes,
    offer_strikes,
    offer_stun_instead,
    refuse_free_strike,
    refuse_strike,
    refuse_stun,
    resolve_after_shot,
    resolve_strike,
)
from gearlock.systems.fieldmanual.state import AUTOPILOT, CLIMBING, COMBAT, REVERSE, STATIONARY, STUN, TOP, State
from gearlock.systems.fieldmanual.weapons import table_weapon
from systems.fieldmanual.melee.duels import duel, filled, outcomes, pair, shares, sums
from systems.fieldmanual.tables import Played, activate, play, put

BLADE = Strike("red-1", "VB", "blue-1")


def refused(state: State, order: Strike = BLADE) -> str:
    refusal = refuse_strike(state, order)
    return "" if refusal is None else refusal.code


def fight(state: State, *dice: tuple[int, ...], order: Strike = BLADE, answer: object = None) -> Played:
    assert refused(state, order) == ""
    return play(state, lambda ctx: resolve_strike(ctx, order), *dice, answer=answer)  # type: ignore[arg-type]


def lines_of(state: State, weapon: str = "VB") -> tuple[tuple[int, int], tuple[int, int]]:
    """Dice and modifier of the blow, and of the defense."""
    red, blue = pair(state)
    mount = melee_mount(red, weapon)
    assert mount is not None
    return sums(blow_lines(red, blue, mount)), sums(guard_lines(blue, red))


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.melee-stun")
def test_the_worked_example_of_a_vibroblade() -> None:
    state = duel()
    assert lines_of(state) == ((2, 1), (2, 0))
    red, blue = pair(state)
    mount = melee_mount(red, "VB")
    assert mount is not None
    hit = hit_of(red, mount, 2)
    assert (hit.multiplier, harm_of(blue, hit).damage, harm_of(blue, hit).boxes) == (8, 16, 1)
    assert may_stun(blue, hit, harm_of(blue, hit))
    played = fight(state, (5, 2), (4, 3))
    assert played.of(BlowResolved) == [BlowResolved("red-1", "VB", "blue-1", 6, 4)]
    assert (blue.boxes, blue.token(STUN), red.actions) == (1, 0, 0)
    assert [ask.kind for ask in played.asks] == ["melee-stun"]


@pytest.mark.rule("fieldmanual.melee-stun")
def test_the_attacker_may_stun_instead_of_damaging() -> None:
    state = duel()
    fight(state, (5, 2), (4, 3), answer=lambda _state, ask: StunInstead(ask.unit, ask.about[0]))
    assert (pair(state)[1].boxes, pair(state)[1].token(STUN)) == (0, 1)


@pytest.mark.rule("fieldmanual.melee-stun")
def test_without_a_box_or_with_a_weak_weapon_nobody_is_stunned() -> None:
    assert not fight(duel(), (5, 2), (5, 3)).asks
    assert not fight(duel(), (6, 6), (2, 1), order=Strike("red-1", "PHYSICAL", "blue-1")).asks
    assert not fight(duel(blue_tokens={STUN: 1}), (6, 6), (2, 1)).asks
    bigger = duel(red="spitting-cobra")
    asked = fight(bigger, (6, 6), (2, 1), order=Strike("red-1", "PHYSICAL", "blue-1")).asks
    assert [option.label for option in offer_stun_instead(bigger, asked[0])] == [
        "Stun the Blue Jäger 1", "Do the damage",
    ]  # fmt: skip


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.opposed-test")
def test_a_tie_is_a_miss() -> None:
    state = duel(blue_band=COMBAT)
    fight(state, (4, 2), (4, 3))
    assert pair(state)[1].boxes == 0


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.melee-defense")
def test_size_and_speed() -> None:
    assert lines_of(duel(red="spitting-cobra")) == ((2, 2), (2, 0))
    assert lines_of(duel(blue="spitting-cobra")) == ((2, 1), (2, 1))
    bands = [lines_of(duel(red_band=mine, blue_band=theirs))[0][1] for mine, theirs in (
        (STATIONARY, STATIONARY), (COMBAT, STATIONARY), (REVERSE, STATIONARY), (COMBAT, REVERSE), (TOP, COMBAT),
        (COMBAT, TOP),
    )]  # fmt: skip
    assert bands == [0, 1, 1, 0, 1, 0]


@pytest.mark.rule("fieldmanual.melee-defense", "fieldmanual.perk-ird")
def test_an_attack_from_behind() -> None:
    assert lines_of(duel(blue_facing=0))[1] == (2, -1)
    assert lines_of(duel(blue_facing=90))[1] == (2, 0)
    assert lines_of(duel(blue_facing=0, blue_stats={"perks": {"Improved Rear Defense": 1}}))[1] == (2, 0)


@pytest.mark.rule("fieldmanual.melee-defense", "fieldmanual.melee-attack")
def test_a_weapon_helps_with_its_accuracy_and_never_against_its_owner() -> None:
    state = duel()
    red, blue = pair(state)
    mount = melee_mount(blue, "VB")
    assert mount is not None
    for accuracy, attack, defense in ((1, 1, 1), (-1, -1, 0)):
        weapon = msgspec.structs.replace(mount.weapon, acc=accuracy)
        changed = msgspec.structs.replace(mount, weapon=weapon)
        blue.card = msgspec.structs.replace(blue.card, weapons=(changed,))
        assert sums(guard_lines(blue, red)) == (2, defense)
        assert sums(blow_lines(blue, red, changed))[1] == attack
    assert [each.id for each in melee_mounts(blue)] == ["VB", "PHYSICAL"]


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.stun", "fieldmanual.perk-rugged-movement")
def test_damage_stun_and_cliffs_hinder_both() -> None:
    assert [lines_of(duel(red_boxes=boxes))[0][1] for boxes in (2, 3, 4)] == [1, 0, -1]
    assert [lines_of(duel(blue_boxes=boxes))[1][1] for boxes in (2, 3, 4)] == [0, -1, -2]
    rugged = {"perks": {"Rugged Movement": 1}}
    assert [lines_of(duel(blue_boxes=boxes, blue_stats=rugged))[1][1] for boxes in (3, 4)] == [0, -1]
    stunned = [lines_of(duel(red_band=band, red_tokens={STUN: 1}))[0][1] for band in (STATIONARY, COMBAT, TOP)]
    assert stunned == [0, 1, 0]
    assert lines_of(duel(blue_tokens={CLIMBING: 1}))[1] == (2, -1)


@pytest.mark.rule("fieldmanual.perk-autopilot")
def test_an_autopilot_fights_with_one_die() -> None:
    assert lines_of(duel(red_tokens={AUTOPILOT: 1}, blue_tokens={AUTOPILOT: 1})) == ((1, 1), (1, 0))


@pytest.mark.rule("fieldmanual.mode-static", "fieldmanual.melee-defense")
def test_what_is_static_defends_with_three() -> None:
    state = duel(blue="hac-turret")
    played = fight(state, (4, 1))
    assert (played.of(BlowResolved)[0].defense, len(played.rolls)) == (3, 1)
    assert [option.order for option in offer_free_strikes(state, Ask("blue", "x", "blue-1", ("red-1", "")))] == [
        Decline()
    ]


@pytest.mark.rule("fieldmanual.melee-attack")
@pytest.mark.parametrize(("apart", "code"), [(0, ""), (3, ""), (3.001, "range")])
def test_a_blow_reaches_three_inches(apart: float, code: str) -> None:
    assert refused(duel(apart)) == code


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.arcs", "fieldmanual.wt-melee")
def test_what_a_blow_needs() -> None:
    state = duel()
    assert refused(state, Strike("red-1", "APGL", "blue-1")) == "weapon"
    assert refused(state, Strike("red-1", "VB", "red-1")) == "target"
    assert refused(state, Strike("red-1", "VB", "nobody")) == "target"
    assert refused(duel(red_actions=0)) == "no-action"
    assert refused(duel(red_facing=180)) == "arc"
    assert refused(duel(red_facing=180), Strike("red-1", "PHYSICAL", "blue-1")) == ""
    assert refused(duel(red_lost=["VB"])) == "weapon"
    assert refused(duel(red_tokens={"fallen": 1})) == "unable"
    assert refused(duel(blue_status="dead")) == "target"


@pytest.mark.rule("fieldmanual.melee-attack")
def test_melee_weapons_strike_as_often_as_there_are_actions() -> None:
    state = duel(red_actions=2)
    for _ in range(2):
        fight(state, (2, 2), (5, 3))
    assert refused(state) == "no-action"
    assert [type(option.order) for option in offer_strikes(duel(), Ask("red", "act", "red-1"))] == [Strike, Strike]


@pytest.mark.rule("fieldmanual.speed-top")
def test_a_one_action_model_at_top_speed_strikes_once_at_whom_it_moved_to() -> None:
    state = duel(red_band=TOP, red_actions=0)
    assert refused(state) == "no-action"
    activate(state, "red-1", gone={"red-1": 5000})
    assert refused(state) == ""
    played = fight(state, (2, 2), (5, 3))
    assert played.of(BlowStruck)[0].paid is False
    assert refused(state) == "no-action"
    was_there = duel(red_band=TOP, red_actions=0)
    activate(was_there, "red-1", gone={"red-1": 5000}, marks=["melee:red-1:blue-1"])
    assert refused(was_there) == "no-action"
    for more in ({"red_band": COMBAT}, {"red_stats": {"actions": 2}}):
        other = duel(**{"red_band": TOP, "red_actions": 0, **more})  # type: ignore[arg-type]
        activate(other, "red-1", gone={"red-1": 5000})
        assert refused(other) == "no-action"


# Free Strikes


def _all(_state: State, ask: Ask) -> Order:
    return Strike(ask.unit, "VB", ask.about[0]) if ask.kind == "free-strike" else Decline()


@pytest.mark.rule("fieldmanual.free-strikes")
def test_a_fumbled_attack_gives_a_free_strike_and_a_fumbled_one_gives_another() -> None:
    state = duel(blue_actions=0)
    played = fight(state, (1, 1), (3, 2), (1, 1), (4, 2), (2, 1), (5, 1), answer=_all)
    assert [(event.unit, event.cause) for event in played.of(BlowStruck)] == [
        ("red-1", ""), ("blue-1", "fumbled"), ("red-1", "fumbled"),
    ]  # fmt: skip
    assert not fight(duel(), (1, 2), (3, 2), answer=_all).asks


@pytest.mark.rule("fieldmanual.free-strikes")
def test_a_free_strike_may_be_declined_and_is_at_that_model_only() -> None:
    state = duel()
    played = fight(state, (1, 1), (3, 2))
    ask = played.asks[0]
    put(state, "red-2", "jager", 22, 21, 0)
    assert refuse_free_strike(state, ask, Strike("blue-1", "VB", "red-1")) is None
    wrong = refuse_free_strike(state, ask, Strike("blue-1", "VB", "red-2"))
    assert wrong is not None
    assert wrong.code == "target"
    assert len(list(offer_free_strikes(state, ask))) == 3


@pytest.mark.rule("fieldmanual.free-strikes", "fieldmanual.wt-melee")
def test_shooting_in_melee_range_gives_free_strikes_but_not_with_the_trait_melee() -> None:
    state = duel(3)
    put(state, "blue-2", "jager", 16.5, 20, 0)
    put(state, "blue-3", "jager", 12, 20, 0)
    put(state, "red-2", "jager", 20, 22, 0)
    cannon, launcher = table_weapon("LAC"), table_weapon("APGL")
    played = play(state, lambda ctx: resolve_after_shot(ctx, "red-1", cannon))
    assert [ask.unit for ask in played.asks] == ["blue-1", "blue-2"]
    assert not play(state, lambda ctx: resolve_after_shot(ctx, "red-1", launcher)).asks
    assert not play(duel(3.001), lambda ctx: resolve_after_shot(ctx, "red-1", cannon)).asks


@pytest.mark.rule("fieldmanual.free-strikes")
def test_the_dead_strike_nobody() -> None:
    state = duel(red_boxes=4, blue_boxes=4)
    played = fight(state, (1, 1), (3, 2), (6, 6), (2, 1), answer=_all)
    assert (pair(state)[0].status, len(played.of(BlowStruck))) == ("dead", 2)


# Odds


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.melee-defense")
@pytest.mark.parametrize(
    "more",
    [
        {}, {"red": "spitting-cobra"}, {"blue": "hac-turret"}, {"blue_boxes": 3}, {"blue_facing": 0},
        {"red_tokens": {AUTOPILOT: 1}, "blue_boxes": 2},
    ],
)  # fmt: skip
def test_the_odds_of_a_blow_are_what_all_dice_come_to(more: dict[str, object]) -> None:
    def begin() -> State:
        return duel(**more)  # type: ignore[arg-type]

    red, blue = pair(begin())
    mount = melee_mount(red, "VB")
    assert mount is not None
    odds = blow_odds(red, mount, blue)

    slow = outcomes(begin, lambda ctx: resolve_strike(ctx, BLADE), lambda state: filled(state, "blue-1"))
    assert shares(odds.boxes) == slow
    assert sum(shares(odds.margins).values()) == 1


@pytest.mark.rule("fieldmanual.melee-stun")
def test_only_who_was_struck_is_stunned() -> None:
    state = duel()
    ask = Ask("red", "melee-stun", "red-1", ("blue-1",))
    assert refuse_stun(state, ask, StunInstead("red-1", "blue-1")) is None
    wrong = refuse_stun(state, ask, StunInstead("red-1", "blue-2"))
    assert wrong is not None
    assert wrong.code == "target"


@pytest.mark.rule("fieldmanual.free-strikes", "fieldmanual.arcs")
def test_a_free_strike_needs_a_melee_weapon_that_bears() -> None:
    ask = Ask("blue", "free-strike", "blue-1", ("red-1", "fumbled"))
    found = refuse_free_strike(duel(), ask, Strike("blue-1", "LAC", "red-1"))
    assert found is not None
    assert found.code == "weapon"
    turned_away = duel(blue_facing=0)
    assert refuse_free_strike(turned_away, ask, Strike("blue-1", "VB", "red-1")) is not None
    assert refuse_free_strike(turned_away, ask, Strike("blue-1", "PHYSICAL", "red-1")) is None


@pytest.mark.rule("fieldmanual.speed-top", "fieldmanual.melee-attack")
@pytest.mark.parametrize(("apart", "code"), [(3, ""), (3.001, "range")])
def test_the_free_blow_of_a_fast_model_reaches_three_inches_too(apart: float, code: str) -> None:
    state = duel(apart, red_band=TOP, red_actions=0)
    activate(state, "red-1", gone={"red-1": 5000})
    assert refused(state) == code


@pytest.mark.rule("fieldmanual.melee-defense")
def test_a_weapon_of_no_accuracy_is_no_line() -> None:
    red, blue = pair(duel())
    assert [line.label for line in guard_lines(blue, red)] == ["Defense Skill"]


@pytest.mark.rule("fieldmanual.stun", "fieldmanual.melee-defense")
@pytest.mark.parametrize(("shakes", "total", "left"), [(True, 4, 0), (False, 3, 1)])
def test_a_stun_counter_is_shaken_off_at_any_time_in_melee_too(shakes: bool, total: int, left: int) -> None:
    def answer(_state: State, asked: Ask) -> Order:
        return ShakeStun("blue-1") if shakes and asked.kind == "stun" else Decline()

    state = duel(blue_band=TOP, blue_mode="W", blue_tokens={STUN: 1}, blue_actions=1)
    played = fight(state, (5, 2), (4, 3), answer=answer)
    assert [event.defense for event in played.of(BlowResolved)] == [total]
    assert state.units["blue-1"].actions == left
