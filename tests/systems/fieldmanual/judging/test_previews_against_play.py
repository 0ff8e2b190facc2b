"""Previews against play: the danger a preview tells is the danger there is once the order has been carried out."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.positions import Position
from gearlock.kernel.seat import Seat
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.advice.best_attack import danger
from gearlock.systems.fieldmanual.attacks.weapons_in_use import PLACED, Attack
from gearlock.systems.fieldmanual.movement.terrain import Climb, Decelerate, Jump
from gearlock.systems.fieldmanual.smoke_and_light import Illuminate, LaunchSmoke, PopHatch
from gearlock.systems.fieldmanual.special_actions import OffsetPenalty
from gearlock.systems.fieldmanual.state import CLIMBING, STATIONARY, TOP, State


class DiceCameUp(Exception):
    """An order is not plain: it rolls."""


class NoDice:
    """Dice for orders that roll none."""

    def roll(self, roll: Roll, number: int) -> Faces:
        raise DiceCameUp(f"{roll.purpose}, throw {number}")


def carried_out(battle: Battle[State], order: Order) -> State | None:
    """The table once an order is carried out and everything offered meanwhile is declined; None where dice decide."""
    after = battle.fork(NoDice())
    seat = after.pending[0].seat
    try:
        after.answer(seat, order)
        while not after.over and after.pending[0].optional and after.pending[0].kind not in ("act", "activate"):
            after.answer(after.pending[0].seat, Decline())
    except DiceCameUp:
        return None
    return after.state if after.state.round == battle.state.round else None


def compare(battle: Battle[State], order: Order, met: Counter[str]) -> None:
    """The danger told is the danger that comes of it."""
    seat = battle.pending[0].seat
    if SYSTEM.refuse(battle.state, battle.pending[0], order) is not None:
        return
    shown, after = SYSTEM.preview(battle.state, seat, order), carried_out(battle, order)
    unit = None if after is None else after.units.get(getattr(order, "unit", ""))
    if after is None or unit is None or not unit.is_fielded or after.phase != "action":
        return
    assert shown.lasting == pytest.approx(danger(after, unit)), order
    met[type(order).__name__] += 1


def compare_offers(battle: Battle[State], rng: Random, met: Counter[str]) -> None:
    """Some orders of every kind that the active model may be given."""
    ask = battle.pending[0]
    options = list(SYSTEM.options(battle.state, ask))
    rng.shuffle(options)
    tried: Counter[str] = Counter()
    for option in options:
        kind = type(option.order).__name__
        tried[kind] += 1
        if tried[kind] > 1:
            continue
        order: Any = option.order
        if isinstance(option, OPEN_OPTIONS):
            order = SYSTEM.sample(battle.state, ask, option, rng)
        if order is not None:
            compare(battle, order, met)


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.perk-arms", "fieldmanual.were-in-trouble")
@pytest.mark.parametrize(
    ("scenario", "bot", "seed", "every"),
    [
        ("skirmish", "greedy", 1, 5),
        ("skirmish", "random", 2, 5),
        ("battle", "random", 1, 8),
        ("battle", "random", 2, 8),
    ],
)
def test_in_real_battles_the_danger_told_is_the_danger_that_comes(
    scenario: str, bot: str, seed: int, every: int
) -> None:
    met: Counter[str] = Counter()
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, {}))
    bots = {seat: make_bot(bot, seed + number) for number, seat in enumerate(SYSTEM.seats)}
    rng, asked = Random(seed), 0
    while not battle.over and asked < (90 if bot == "greedy" else 300):
        ask = battle.ask_for(battle.waiting_for()[0])
        assert ask is not None
        asked += 1
        if ask.kind in ("act", "activate") and asked % every == 0:
            compare_offers(battle, rng, met)
        battle.answer(ask.seat, bots[ask.seat].decide(Seat(battle, ask.seat)))
    assert all(met[kind] for kind in ("Activate", "Move", "QuickTurn", "Decelerate")), met


def gunned(**head: Any) -> Position:
    """Two enemies look at red's model in the middle of the table."""
    position = Position("fieldmanual", active="red-1", mode="W", **head)
    position.model("blue-1", "jager", at=(30, 30), facing="south")
    return position.model("blue-2", "jager", at=(40, 26), facing="west")


def agree(position: Position, order: Order) -> State:
    met: Counter[str] = Counter()
    battle = position.battle()
    compare(battle, order, met)
    assert met, f"{order} was not carried out"
    after = carried_out(battle, order)
    assert after is not None
    return after


@pytest.mark.rule("fieldmanual.rapid-deceleration")
@pytest.mark.parametrize("band", [TOP, "combat"])
def test_a_rapid_deceleration_is_told_at_the_speed_it_leaves(band: str) -> None:
    before = "combat"
    position = gunned(band=band).model("red-1", "jager", at=(30, 12), facing="north", band=before)
    after = agree(position, Decelerate("red-1", 300))
    assert after.units["red-1"].band == ("combat" if band == TOP else STATIONARY)


@pytest.mark.rule("fieldmanual.perk-arms")
def test_who_hangs_on_a_cliff_is_told_as_hanging_there() -> None:
    position = gunned(band="combat").piece("hill", (26, 12.5, 34, 16), top=3, id="cliff")
    position.model("red-1", "jager", at=(30, 12), facing="north").model("blue-3", "jager", at=(20, 4), facing="east")
    after = agree(position, Climb("red-1", "cliff", 30_000, 12_000, 1_000))
    assert after.units["red-1"].token(CLIMBING)


@pytest.mark.rule("fieldmanual.perk-jump-jets")
@pytest.mark.parametrize("band", [STATIONARY, "combat"])
def test_a_jump_is_told_at_the_speed_it_leads_to(band: str) -> None:
    jets = {"perks": {"Jump Jets": 5}}
    position = gunned(band=band).model("red-1", "jager", at=(30, 12), facing="north", stats=jets)
    after = agree(position, Jump("red-1", 4_000))
    assert after.units["red-1"].band == ("combat" if band == STATIONARY else TOP)


@pytest.mark.rule("fieldmanual.were-in-trouble")
def test_an_offset_penalty_is_told_with_the_better_defense() -> None:
    position = gunned(band=STATIONARY).model("red-1", "jager", at=(30, 12), facing="north")
    battle = position.battle()
    (told,) = SYSTEM.preview(battle.state, "red", OffsetPenalty("red-1")).notes
    after = agree(position, OffsetPenalty("red-1"))
    before = danger(battle.state, battle.state.units["red-1"])
    assert danger(after, after.units["red-1"]) < before
    assert told.startswith(f"danger {before:.2f} before")


@pytest.mark.rule("fieldmanual.concealment-modifiers", "fieldmanual.perk-smoke", "fieldmanual.perk-searchlight")
@pytest.mark.parametrize(
    ("order", "light"),
    [
        (Attack("red-1", "HG", way=PLACED), "night"),
        (Illuminate("red-1", "blue-1"), "night"),
        (PopHatch("red-1"), ""),
        (LaunchSmoke("red-1", 30_000, 16_000), ""),
    ],
)
def test_firing_smoke_light_and_hatches_are_told_as_they_leave_the_model(order: Order, light: str) -> None:
    stats = {"perks": {"Smoke Launchers": 2, "Searchlight": 40}, "flaws": {"Sensor Dependent": 1}}
    position = gunned(band=STATIONARY, switches={"effects": light})
    position.piece("area", (26, 16, 44, 20), top=2, rating="light", id="wood")
    position.model("red-1", "jager", at=(30, 12), facing="north", stats=stats)
    after, before = agree(position, order), position.battle().state
    assert danger(after, after.units["red-1"]) != danger(before, before.units["red-1"])
