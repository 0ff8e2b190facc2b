"""Ramming and Unintentional Impacts: rolls, directions, damage to both, ram plates, terrain."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.fieldmanual.melee import BlowStruck, ram_lines
from gearlock.systems.fieldmanual.rams_and_impacts import (
    CountAsRam,
    Ram,
    Rammed,
    hits_of,
    offer_counts,
    offer_rams,
    quarters_of,
    ram_odds,
    refuse_count,
    refuse_ram,
    resolve_collision,
    resolve_ram,
    resolve_terrain_impact,
)
from gearlock.systems.fieldmanual.state import ARMOR_LOST, AUTOPILOT, COMBAT, REVERSE, STATIONARY, STUN, TOP, State
from systems.fieldmanual.melee.duels import duel, filled, outcomes, pair, shares, sums
from systems.fieldmanual.tables import Played, activate, play

RAM = Ram("red-1", "blue-1")
PLATE = {"perks": {"Ram Plate": 1}, "details": {"Ram Plate": "Front"}}


def refused(state: State, order: Ram = RAM) -> str:
    refusal = refuse_ram(state, order)
    return "" if refusal is None else refusal.code


def ram(state: State, *dice: tuple[int, ...], answer: object = None) -> Played:
    assert refused(state) == ""
    return play(state, lambda ctx: resolve_ram(ctx, RAM), *dice, answer=answer)  # type: ignore[arg-type]


def collide(state: State, *dice: tuple[int, ...], counts: bool = True) -> Played:
    def answer(_state: State, ask: Ask) -> Order:
        return CountAsRam(ask.unit, ask.about[0]) if counts else Decline()

    return play(state, lambda ctx: resolve_collision(ctx, "red-1", "blue-1"), *dice, answer=answer)


@pytest.mark.rule("fieldmanual.ram")
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, ""), ({"red_band": TOP}, ""), ({"red_band": REVERSE}, ""), ({"red_band": STATIONARY}, "speed"),
        ({"apart": 0.01}, ""), ({"apart": 0.011}, "contact"), ({"red_actions": 0}, "no-action"),
        ({"blue_status": "dead"}, "target"),
        ({"red_tokens": {"holds:blue-1": 1}}, "holds"),
    ],
)  # fmt: skip
def test_what_a_ram_needs(more: dict[str, object], code: str) -> None:
    state = duel(**{"apart": 0, **more})  # type: ignore[arg-type]
    assert refused(state) == code
    assert len(list(offer_rams(state, Ask("red", "act", "red-1")))) == (code == "")


@pytest.mark.rule("fieldmanual.ram")
def test_greater_size_is_a_die_in_a_ram() -> None:
    assert sums(ram_lines(*pair(duel(0)))) == (2, 1)
    assert sums(ram_lines(*pair(duel(0, "spitting-cobra")))) == (3, 1)
    assert sums(ram_lines(*pair(duel(0, "spitting-cobra", red_tokens={AUTOPILOT: 1})))) == (1, 1)
    assert sums(ram_lines(*pair(duel(0, "jager", "spitting-cobra")))) == (2, 1)


@pytest.mark.rule("fieldmanual.ram")
def test_both_are_damaged_slowed_and_stunned_and_only_the_rammed_armor_is_crushed() -> None:
    state = duel(0, "spitting-cobra", red_band=TOP)
    red, blue = pair(state)
    played = ram(state, (6, 6, 2), (4, 1))
    assert played.of(Rammed)[0].margin == 8 - 4
    assert (blue.boxes, blue.token(ARMOR_LOST)) == (4 * 7 // 15, 4)
    assert (red.boxes, red.token(ARMOR_LOST)) == (4 * 6 // 21, 0)
    assert (red.band, blue.band, red.token(STUN), blue.token(STUN)) == (COMBAT, STATIONARY, 1, 1)


@pytest.mark.rule("fieldmanual.ram")
def test_a_ram_that_fails_does_nothing_and_a_fumble_gives_a_free_strike() -> None:
    state = duel(0, blue_band=COMBAT)
    assert not ram(state, (4, 2), (4, 3)).of(Rammed)
    state = duel(0)
    played = ram(state, (1, 1), (3, 2))
    assert [ask.kind for ask in played.asks] == ["free-strike"]


@pytest.mark.rule("fieldmanual.ram")
@pytest.mark.parametrize(("size", "shaken"), [(10, 1), (11, 0), (2, 1), (1, 0)])
def test_with_more_than_four_sizes_between_them_nobody_is_slowed_or_stunned(size: int, shaken: int) -> None:
    state = duel(0, blue_stats={"size": size})
    ram(state, (6, 6) if size > 6 else (6, 6, 1), (1, 2))
    assert pair(state)[0].token(STUN) == shaken
    assert pair(state)[0].band == (STATIONARY if shaken else COMBAT)


@pytest.mark.rule("fieldmanual.ram-direction")
@pytest.mark.parametrize(
    ("facing", "band", "quarters"),
    [
        (180, COMBAT, 8), (180, TOP, 8), (180, STATIONARY, 4), (0, COMBAT, 2), (90, COMBAT, 4), (135, COMBAT, 8),
        (134, COMBAT, 4), (45, COMBAT, 2), (46, COMBAT, 4), (180, REVERSE, 2), (0, REVERSE, 8), (0, STATIONARY, 4),
    ],
)  # fmt: skip
def test_the_direction_of_the_rammed_model(facing: int, band: str, quarters: int) -> None:
    assert quarters_of(*pair(duel(0, blue_facing=facing, blue_band=band))) == quarters


@pytest.mark.rule("fieldmanual.ram-direction", "fieldmanual.rounding")
def test_double_and_half_damage() -> None:
    for facing, boxes in ((180, 2), (90, 1), (0, 0)):
        state = duel(0, blue_facing=facing, blue_band=COMBAT)
        behind = 1 if facing == 0 else 0
        ram(state, (6, 1), (3 + behind, 1))
        assert pair(state)[1].boxes == boxes, facing


@pytest.mark.rule("fieldmanual.perk-ram-plate")
def test_a_ram_plate_halves_and_saves_the_armor_on_its_side() -> None:
    front = hits_of(*pair(duel(0, blue_stats=PLATE)), 3)[0]
    assert (front.quarters, front.traits) == (2, ())
    behind = hits_of(*pair(duel(0, blue_stats=PLATE, blue_facing=0)), 3)[0]
    assert (behind.quarters, behind.traits) == (4, ("AC",))
    head_on = hits_of(*pair(duel(0, blue_stats=PLATE, blue_band=COMBAT)), 3)[0]
    assert head_on.quarters == 4
    rammer = hits_of(*pair(duel(0, red_stats=PLATE)), 3)
    assert (rammer[0].quarters, rammer[1].quarters) == (4, 2)
    arc = {"perks": {"Ram Plate": 1}, "details": {"Ram Plate": "FF"}}
    assert [hits_of(*pair(duel(0, blue_stats=arc, blue_facing=f)), 3)[0].quarters for f in (180, 225, 226)] == [2, 2, 4]


@pytest.mark.rule("fieldmanual.speed-top", "fieldmanual.ram")
def test_a_one_action_model_at_top_speed_may_ram_whom_it_moved_to() -> None:
    state = duel(0, red_band=TOP, red_actions=0)
    activate(state, "red-1", gone={"red-1": 5000})
    assert ram(state, (2, 1), (5, 5)).of(BlowStruck)[0].paid is False


@pytest.mark.rule("fieldmanual.unintentional-impact")
def test_whoever_wins_an_impact_may_count_it_as_its_ram() -> None:
    state = duel(0)
    played = collide(state, (6, 2), (3, 1))
    assert [(event.unit, event.target, event.margin) for event in played.of(Rammed)] == [("red-1", "blue-1", 4)]
    state = duel(0)
    played = collide(state, (2, 1), (6, 1))
    assert [(event.unit, event.target, event.margin) for event in played.of(Rammed)] == [("blue-1", "red-1", 3)]
    assert pair(state)[0].token(ARMOR_LOST) == 3
    state = duel(0)
    assert not collide(state, (6, 2), (3, 1), counts=False).of(Rammed)
    tie = collide(duel(0), (3, 2), (4, 1))
    assert (tie.asks, tie.of(Rammed)) == ([], [])


@pytest.mark.rule("fieldmanual.unintentional-impact")
def test_only_the_winner_counts_it() -> None:
    state = duel(0)
    ask = collide(state, (6, 2), (3, 1), counts=False).asks[0]
    assert refuse_count(state, ask, CountAsRam("red-1", "blue-1")) is None
    assert refuse_count(state, ask, CountAsRam("blue-1", "red-1")) is not None
    assert len(list(offer_counts(state, ask))) == 2


@pytest.mark.rule("fieldmanual.unintentional-impact", "fieldmanual.ram")
def test_the_worked_example_of_an_impact_on_terrain() -> None:
    state = duel(10)
    red = pair(state)[0]
    play(state, lambda ctx: resolve_terrain_impact(ctx, "red-1", 0), (3, 2))
    assert (red.boxes, red.token(ARMOR_LOST), red.card.armor - red.token(ARMOR_LOST)) == (1, 2, 13)
    assert (red.token(STUN), red.band) == (1, STATIONARY)


@pytest.mark.rule("fieldmanual.unintentional-impact")
@pytest.mark.parametrize(("dice", "boxes"), [((5, 1), 0), ((4, 4), 0), ((2, 2), 2), ((1, 1), 4)])
def test_terrain_rolls_five(dice: tuple[int, int], boxes: int) -> None:
    state = duel(10)
    play(state, lambda ctx: resolve_terrain_impact(ctx, "red-1", 0), dice)
    assert filled(state, "red-1") == (6 if boxes == 4 else boxes)
    assert pair(state)[0].token(STUN) == (dice != (5, 1) and boxes != 4)


@pytest.mark.rule("fieldmanual.perk-ram-plate", "fieldmanual.unintentional-impact")
def test_a_ram_plate_helps_against_terrain_on_its_side() -> None:
    state = duel(10, red_stats=PLATE)
    play(state, lambda ctx: resolve_terrain_impact(ctx, "red-1", 0), (2, 2))
    assert (pair(state)[0].boxes, pair(state)[0].token(ARMOR_LOST)) == (1, 0)


@pytest.mark.rule("fieldmanual.unintentional-impact", "fieldmanual.mode-static")
def test_what_is_static_is_terrain_to_who_runs_into_it() -> None:
    state = duel(0, blue="heavy-bunker")
    play(state, lambda ctx: resolve_collision(ctx, "red-1", "blue-1"), (3, 2))
    assert pair(state)[0].boxes == 1


@pytest.mark.rule("fieldmanual.ram", "fieldmanual.ram-direction")
@pytest.mark.parametrize(
    "more", [{}, {"red": "spitting-cobra", "blue_band": COMBAT}, {"blue_facing": 0, "blue_band": TOP, "blue_boxes": 2}]
)
def test_the_odds_of_a_ram_are_what_all_dice_come_to(more: dict[str, object]) -> None:
    def begin() -> State:
        return duel(**{"apart": 0, **more})  # type: ignore[arg-type]

    odds = ram_odds(*pair(begin()))
    assert odds.recoil is not None
    for name, spread in (("blue-1", odds.boxes), ("red-1", odds.recoil)):
        slow = outcomes(begin, lambda ctx: resolve_ram(ctx, RAM), lambda state, name=name: filled(state, name))  # type: ignore[misc]
        assert shares(spread) == slow


@pytest.mark.rule("fieldmanual.ram", "fieldmanual.perk-drone")
def test_neither_friends_nor_drones_are_rammed() -> None:
    state = duel(0)
    state.units["blue-1"].seat = "red"
    assert refused(state) == "target"
    assert refused(duel(0, blue="recon-drone")) == "target"
