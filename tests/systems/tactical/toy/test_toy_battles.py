"""3.9: whole toy battles: what bots, logs, odds, positions and onlookers make of them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from conformance.checks import (
    check_aim,
    check_fork,
    check_legality,
    check_log,
    check_no_leak,
    check_offers,
    check_round_trip,
    check_undo,
    decisions,
    stray_orders,
)
from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.campaigning import Plan
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.loglines import told_lines
from gearlock.kernel.positions import Position
from gearlock.kernel.seat import Seat
from gearlock.kernel.verify import prove
from gearlock.systems.tactical.advice.toys import ground, toy_odds
from gearlock.systems.tactical.state import LEFT
from gearlock.systems.tactical.toy_battles.toys import SIGNS, Brawl, Go, Shoot, ShowSign, StrikeAgain
from gearlock.table.measure import INCH
from systems.tactical.toy.playroom import SYSTEM, Room, thing

SMALL = {"toys": "2", "rounds": "5"}


def begun(scenario: str, seed: int, **options: str) -> Battle[Any]:
    return Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, {**SMALL, **options}), Seeded(seed))


@pytest.mark.parametrize(("scenario", "place"), [("toy", "indoors"), ("block-and-run", "outdoors")])
def test_whatever_every_battle_must_keep(scenario: str, place: str) -> None:
    battle, chooser = begun(scenario, 5, place=place), random.Random(5)
    for count, (seat, order) in enumerate(decisions(battle, 5)):
        check_offers(battle, chooser)
        if count % 4 == 0:
            check_legality(battle, stray_orders(battle, chooser, 3))
            check_aim(battle, chooser)
            check_round_trip(battle)
            check_no_leak(battle, chooser)
        if count % 4 == 1:
            check_fork(battle, seat, order)
            check_undo(battle, seat, order)
    check_log(battle)


@pytest.mark.parametrize("scenario", ["toy", "block-and-run"])
def test_bots_play_to_the_end_and_the_log_proves_it(scenario: str) -> None:
    hashes = set()
    for _ in range(2):
        battle = begun(scenario, 11, rounds="6")
        assert play_out(battle, {"red": make_bot("greedy", 1), "blue": make_bot("random", 2)}).over
        hashes.add(battle.hash())
    assert len(hashes) == 1
    assert prove(loads(dumps(battle))).difference is None


@pytest.mark.rule("tactical.3.9.2-rps")
@pytest.mark.parametrize("bot", ["random", "greedy", "tactician:40n", "strategist:40n"])
def test_no_bot_can_be_seen_through_when_it_shows_a_sign(bot: str) -> None:
    shown: Counter[str] = Counter()
    battle = Room().begin().give(Shoot("red-1", "blue-1")).battle
    assert battle is not None
    for seed in range(60):
        for seat in ("red", "blue"):
            order = make_bot(bot, seed).decide(Seat(battle, seat))
            assert isinstance(order, ShowSign)
            shown[order.sign] += 1
    assert min(shown[sign] for sign in SIGNS) >= 20, shown


def test_a_plan_of_the_tactician_names_no_sign() -> None:
    room = Room()
    room.put("red-1", 40, 40)
    room.put("blue-1", 40, 45, prone=1)
    room.begin("")
    bot = make_bot("tactician:200n", 3)
    assert room.battle is not None
    for _ in range(3):
        seat = Seat(room.battle, "red")
        if seat.is_sealed or room.battle.waiting_for() != ("red",):
            break
        room.battle.answer("red", bot.decide(seat))
        assert not [order for order in bot.memory.orders if isinstance(order, ShowSign)]  # type: ignore[attr-defined]


def test_a_log_that_is_handed_out_while_both_decide_does_not_tell_the_first_sign() -> None:
    battle = begun("toy", 3)
    for _, order in decisions(battle, 3):
        if isinstance(order, ShowSign):
            break
    assert Seat(battle, "red").is_sealed
    before = dumps(battle).splitlines()
    battle.answer("red", ShowSign("rock"))
    after = dumps(battle).splitlines()
    assert b"show-sign" in after[-1]
    assert told_lines(after) == told_lines(before)
    assert loads(b"\n".join(told_lines(after)) + b"\n").battle().waiting_for() == ("red", "blue")


def all_ends(room: Room, throws: int) -> Counter[str]:
    """What becomes of the target over everything both can show, each attack gone on with; in how many of all ways."""
    found: Counter[str] = Counter()
    for signs in product(SIGNS, repeat=2 * throws):
        battle = room.battle.fork() if room.battle is not None else None
        assert battle is not None
        for red, blue in zip(signs[::2], signs[1::2], strict=True):
            if battle.pending and battle.pending[0].kind == "strike again":
                battle.answer("red", StrikeAgain("red-1", "blue-1"))
            if not battle.pending or battle.pending[0].kind != "sign":
                break
            battle.answer("red", ShowSign(red))
            battle.answer("blue", ShowSign(blue))
            if battle.pending and battle.pending[0].kind == "toy weapon":
                (ask,) = battle.pending
                battle.answer(ask.seat, battle.options(ask.seat)[0].order)
        unit = battle.state.units["blue-1"]
        found["disabled" if unit.is_lost else "hit" if unit.tokens else "whole"] += 1
    return found


@pytest.mark.rule("tactical.3.9.2-rps")
def test_a_shot_hits_one_time_in_three() -> None:
    room = Room(weapons="1+0").begin()
    card = toy_odds(room.unit("red-1"), room.unit("blue-1"), False).card
    assert (round(card.p_hit, 9), card.p_destroyed) == (round(1 / 3, 9), 0.0)
    shown = SYSTEM.preview(room.now, "red", Shoot("red-1", "blue-1"))
    assert (shown.odds, shown.target) == (card, "blue-1")
    assert card.damage == {0: pytest.approx(2 / 3), 1: pytest.approx(2 / 9), 2: pytest.approx(1 / 9)}
    assert (shown.whole, shown.left) == (4, 4)
    assert shown.gives == pytest.approx(1 / 9)
    ends = all_ends(room.give(Shoot("red-1", "blue-1")), 1)
    assert ends["hit"] / 9 == pytest.approx(card.p_hit)
    prone = Room(weapons="1+0")
    prone.put("blue-1", 10, 70, prone=1)
    prone.begin()
    assert toy_odds(prone.unit("red-1"), prone.unit("blue-1"), False).card.p_destroyed == pytest.approx(1 / 3)


@pytest.mark.rule("tactical.3.9.2-close")
@pytest.mark.parametrize("weapons", ["0+1", "1+1"])
def test_the_odds_of_close_combat_are_those_of_all_signs(weapons: str) -> None:
    room = Room(weapons=weapons)
    room.put("red-1", 40, 40)
    room.put("blue-1", 40, 45)
    room.begin()
    card, cost = toy_odds(room.unit("red-1"), room.unit("blue-1"), True)
    ends = all_ends(room.give(Brawl("red-1", "blue-1")), 2)
    assert sum(ends.values()) == 81
    assert card.p_destroyed == pytest.approx(ends["disabled"] / 81)
    assert card.p_hit == pytest.approx((ends["hit"] + ends["disabled"]) / 81)
    assert cost > 0
    down = Room(weapons="0+1")
    down.put("red-1", 40, 40)
    down.put("blue-1", 40, 45, prone=1)
    down.begin()
    assert toy_odds(down.unit("red-1"), down.unit("blue-1"), True).cost == 0
    assert toy_odds(down.unit("red-1"), down.unit("blue-1"), True).card.p_destroyed == pytest.approx(5 / 9)


def test_nothing_is_secret_but_what_is_under_seal() -> None:
    assert not begun("toy", 1).has_secrets
    assert not begun("block-and-run", 1).has_secrets


def test_a_runner_is_drawn_to_the_far_end_and_blockers_from_it() -> None:
    room = Room(scenario="block-and-run").begin()
    far, near = (SYSTEM.preview(room.now, "red", Go("red-1", "run", ((turn, 8 * INCH),))).gives for turn in (1800, 0))
    assert near > far
    before = ground(room.now, "red")
    room.now.units["red-2"].status = LEFT
    assert ground(room.now, "red") > before
    assert ground(room.now, "blue") == -ground(room.now, "red")


def test_everybody_sees_who_lies_there_and_what_each_has_left() -> None:
    room = Room(thing("puddle", (40, 40, 50, 50), kind="water"), scenario="block-and-run")
    room.put("blue-1", 10, 70, prone=1, no_attack=1)
    room.state.units["blue-1"].tokens["lost:gun"] = 1
    room.begin()
    assert room.battle is not None
    view = room.battle.view("red")
    piece = next(each for each in view.pieces if each.id == "blue-1")
    assert piece.status == "prone"
    assert [(track.name, track.now, track.full) for track in piece.tracks] == [("Weapons", 2, 3)]
    assert {token.name for token in piece.tokens} == {"Prone", "No attack", "Lost: Gun"}
    assert ("Gun", "lost") in piece.cards[0].rows
    assert view.phase == "Activating toys"
    assert view.score == {"red": 2, "blue": 2}
    (goal,) = view.zones
    assert goal.label == "Runners want to get here"
    assert goal.outline == ((0, 77_000), (98_000, 77_000), (98_000, 84_000), (0, 84_000))
    assert any("hand length (7 in)" in note for note in view.notes)
    assert view.table.shapes[0].facts == ("most Gears cannot go in",)


def test_the_table_is_surveyed_by_the_rules_of_toys() -> None:
    room = Room(thing("box", (0, 40, 98, 42), 10))
    room.put("red-2", 10, 75)
    room.begin()
    assert room.battle is not None
    seat = Seat(room.battle, "red")
    blocked, clear = seat.sight("red-1", None, "blue-1"), seat.sight("red-2", None, "blue-1")
    assert not getattr(blocked, "sees", True)
    assert getattr(blocked, "in_the_way", ()) == ("box",)
    assert getattr(clear, "sees", False)
    fields = seat.fields("red-1", None)
    assert isinstance(fields, tuple)
    assert [field.weapon for field in fields] == ["Gun", "Rocket pod", "fists and sword"]
    menaces = seat.menaces("red-2", None)
    assert isinstance(menaces, tuple)
    assert {menace.piece for menace in menaces} == {"blue-1", "blue-2"}
    walk = next(option for option in seat.options() if option.label.startswith("Walk"))
    (band,) = seat.reach(walk)
    assert max(y for _, y in band.outlines[0]) == pytest.approx(31 * INCH, abs=300)
    assert {objection.code for objection in seat.objections("blue-1")} == {"hidden"}


def test_positions_of_toys_are_laid_out_by_hand() -> None:
    position = Position("tactical", scenario="toy", active="red-1")
    position.model("red-1", "hunter", at=(20, 10), stats={"weapons": ["LAC F", "VB F"]})
    position.model("blue-1", "jaeger", at=(20, 20), tokens={"prone": 1})
    battle = position.battle()
    battle.answer("red", Go("red-1", "walk", ((0, INCH),)))
    battle.answer("red", Brawl("red-1", "blue-1"))
    for seat, sign in (("blue", "scissors"), ("red", "rock")):
        battle.answer(seat, ShowSign(sign))
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"
    for wrong in ({"phase": "activation"}, {"points": {"length": 5}}):
        bad = Position("tactical", scenario="toy", **wrong)
        bad.model("red-1", "hunter", at=(20, 10)).model("blue-1", "jaeger", at=(20, 20))
        with pytest.raises(BadFile):
            bad.battle()


@pytest.mark.parametrize("scenario", ["toy", "block-and-run"])
def test_there_is_no_campaign_of_toys(scenario: str) -> None:
    with pytest.raises(BadInput, match="skirmish"):
        SYSTEM.campaign.muster(Plan(scenario))
