"""Numbers at their ends: what pays for actions, what a blow leaves, what is shown of odds, lines and choices."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.actions import payment
from gearlock.systems.hex100.advice.attack_odds import pool_odds
from gearlock.systems.hex100.advice.drones_and_signals import MINED, mode_worth, prey_worth
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import blow_off, told_lines
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.briefings.battles import MAPS
from gearlock.systems.hex100.defenses import Launch, guess_launch
from gearlock.systems.hex100.detection.sight import ActiveLock, MarkHex, scanned_ahead
from gearlock.systems.hex100.drones.kinds import Named, _evenly
from gearlock.systems.hex100.drones.terror import ShakeOff, resolve_shake
from gearlock.systems.hex100.firing_range.outcomes import Numbers, Wear
from gearlock.systems.hex100.forces.on_paper import unit_stats
from gearlock.systems.hex100.state import BLIP
from gearlock.systems.hex100.weapons import is_on_pintle
from systems.hex100.drone_kit import TEGU
from systems.hex100.kit import E, Position, W, at, machine, plain
from systems.hex100.test_castellan import BARE, LAUNCHER, LORD, launch
from systems.hex100.test_get_it_off import SWARM, VICTIM, ridden
from systems.hex100.test_stratus import STRATUS, contact

MARKER = machine("crocodile-mk2", ["hunter-killer-missile"], ["target-marker"], ["crocodile-combat-laser"])


@pytest.mark.rule("hex100.action-pool", "hex100.action-symbols")
@pytest.mark.parametrize(
    ("pool", "kinds", "paid"),
    [
        ({"move": 2}, ("move", "move"), ("move", "move")),
        ({"move": 1}, ("move", "move"), None),
        ({"move": 0}, ("move",), None),
        ({"move/attack": 2}, ("move", "attack"), ("move/attack", "move/attack")),
        ({"move/attack": 1}, ("move", "attack"), None),
        ({"move": 1, "move/attack": 1}, ("move", "attack"), ("move", "move/attack")),
        ({"wildcard": 2}, ("utility", "attack"), ("wildcard", "wildcard")),
        ({"wildcard": 1}, ("commander",), None),
    ],
)
def test_every_action_is_paid_once(pool: dict[str, int], kinds: tuple[str, ...], paid: tuple[str, ...] | None) -> None:
    unit: Any = SimpleNamespace(pool=pool)
    assert payment(unit, *kinds) == paid


@pytest.mark.rule("hex100.stat-hp", "hex100.stat-critical")
@pytest.mark.parametrize(
    ("damage", "deep", "left"),
    [
        (4, 0, Wear(1, 1, (0, 1), 4, 0, False)),
        (5, 0, Wear(0, 1, (0, 1), 5, 0, True)),
        (6, 0, Wear(0, 1, (0, 1), 6, 0, True)),
        (0, 1, Wear(5, 2, (0, 2), 0, 1, False)),
        (0, 2, Wear(5, 3, (0, 3), 0, 2, True)),
    ],
)
def test_a_unit_falls_with_its_last_hit_point_or_when_its_structure_is_gone(damage: int, deep: int, left: Wear) -> None:
    numbers = Numbers(50, 0, 50, 4, 0, 1, 0, structure=3, places=2)
    assert numbers.struck(Wear(5, 1, (0, 1)), damage, deep, 1) == left
    assert numbers.struck(left, 1, 1, 0) == left or not left.fallen, "who has fallen takes no more"


@pytest.mark.rule("hex100.stat-accuracy", "hex100.stat-agility")
@pytest.mark.parametrize(
    ("attack", "defence", "pen", "armor", "hit", "mean"),
    [
        (-1, 0, 5, 2, 0.0, 0.0),
        (0, 0, 5, 2, 0.0, 0.0),
        (1, 0, 5, 2, 0.01, 0.03),
        (100, 0, 5, 2, 1.0, 3.0),
        (130, -5, 5, 2, 1.0, 3.0),
        (100, 1, 5, 2, 0.99, 2.97),
        (100, 100, 5, 2, 0.0, 0.0),
        (100, 130, 5, 2, 0.0, 0.0),
        (50, 50, 2, 2, 0.25, 0.0),
        (50, 50, 2, 5, 0.25, 0.0),
        (50, 50, 3, 2, 0.25, 0.25),
    ],
)
def test_bare_odds_lie_between_never_and_always(
    attack: int, defence: int, pen: int, armor: int, hit: float, mean: float
) -> None:
    card = pool_odds(attack, defence, pen, armor)
    assert [card.p_hit, card.mean_damage] == pytest.approx([hit, mean])
    assert sum(card.damage.values()) == pytest.approx(1.0)
    assert card.damage.get(0, 0.0) == pytest.approx(1.0 - hit if pen > armor else 1.0)


@pytest.mark.rule("hex100.attr-homing")
def test_homing_on_a_lock_is_told_as_certain() -> None:
    position = Position(plain(), [(TEGU, (0, 4), E)], [(TEGU, (4, 4), W)])
    aim: Any = SimpleNamespace(automatic=True)
    assert told_lines(position.state, aim) == (Modifier(100, "homing on a locked target", "hex100.attr-homing", "%"),)


@pytest.mark.rule("hex100.pintle", "hex100.type-pintle")
@pytest.mark.parametrize(("hardpoint", "there"), [(-1, False), (0, False), (1, True)])
def test_what_is_built_in_is_on_no_pintle_though_the_last_hardpoint_is_one(hardpoint: int, there: bool) -> None:
    places = [SimpleNamespace(types=("turret",)), SimpleNamespace(types=("pintle",))]
    state: Any = SimpleNamespace(machine=lambda _: SimpleNamespace(unit=SimpleNamespace(hardpoints=places)))
    unit: Any = SimpleNamespace(id="red-1")
    mount: Any = SimpleNamespace(hardpoint=hardpoint)
    assert is_on_pintle(state, unit, mount) is there


@pytest.mark.rule("hex100.drone-repair", "hex100.drone-repair-modes")
@pytest.mark.parametrize(
    ("lost", "points", "given"),
    [
        ((1, 1), 4, {"red-1": 1, "red-2": 1}),
        ((3, 1), 4, {"red-1": 3, "red-2": 1}),
        ((3, 3), 4, {"red-1": 2, "red-2": 2}),
        ((3, 3), 3, {"red-1": 2, "red-2": 1}),
        ((0, 0), 4, {}),
        ((2, 2), 0, {}),
    ],
)
def test_batch_repair_goes_round_until_nothing_is_left_to_give_or_to_mend(
    lost: tuple[int, int], points: int, given: dict[str, int]
) -> None:
    position = Position(plain(), [(TEGU, (0, 4), E), (TEGU, (2, 4), E)], [(TEGU, (14, 4), W)])
    hurt = [position.unit("red-1"), position.unit("red-2")]
    for unit, gone in zip(hurt, lost, strict=True):
        unit.hp -= gone
    assert _evenly(position.state, hurt, points) == given


@pytest.mark.rule("hex100.drone-terror-modes", "hex100.drone-small")
def test_to_a_hacker_a_swarm_is_worth_the_best_it_could_do() -> None:
    position = ridden()
    state, drone = position.state, position.unit(SWARM)
    state.known["blue"]["red-1"] = BLIP
    worths = [prey_worth(state, "blue", drone, state.units[each]) for each in state.known["blue"]]
    assert len(set(worths)) > 1
    assert mode_worth(state, "blue", drone, "search-and-destroy", Named()) == max(worths)


@pytest.mark.rule("hex100.drone-terror-removal")
def test_drones_are_shaken_off_with_a_die_from_0_to_99() -> None:
    position = ridden(acting=VICTIM)
    roll: Any = next(resolve_shake(Ctx(position.state, BOOK.apply), ShakeOff(VICTIM, "attack")))
    assert (roll.purpose, roll.count, roll.sides, roll.low) == ("shake off", 1, 100, 0)


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-blast")
@pytest.mark.parametrize(
    ("attacker", "knows_friends", "left"), [("blue-2", False, 0), ("red-1", False, 0), ("red-1", True, 3)]
)
def test_a_blast_takes_all_drones_off_but_fragments_that_know_their_friends(
    attacker: str, knows_friends: bool, left: int
) -> None:
    position = ridden()
    weapon: Any = SimpleNamespace(radius=1, effects={"spares_friends": 1} if knows_friends else {})
    blow_off(position.ctx, attacker, weapon, position.unit(VICTIM).hex)
    assert len(position.unit(SWARM).swarm) == left


@pytest.mark.rule("hex100.stratus-active-scan")
@pytest.mark.parametrize(("column", "ahead"), [(12, True), (1, False)])
def test_an_active_scan_looks_ahead_only(column: int, ahead: bool) -> None:
    position = Position(plain(), [(STRATUS, (6, 4), E)], [(BARE, (column, 4), W)])
    unit, other = position.unit("red-1"), position.unit("blue-1")
    assert scanned_ahead(position.state, unit, other) == 0, "not put to work"
    unit.searching = ("stratus",)  # type: ignore[assignment]
    found = scanned_ahead(position.state, unit, other)
    assert (found > 0, found == 0) == (ahead, not ahead)


@pytest.mark.rule("hex100.stratus-active-lock")
def test_a_certain_lock_is_worth_something_until_there_is_one() -> None:
    position = Position(plain(), [(STRATUS, (0, 4), E)], [(BARE, (3, 4), W)])
    order = ActiveLock("red-1", contact(position))
    assert PREVIEWS.preview(position.state, "red", order).gives > 0
    position.unit("red-1").lock = "blue-1"
    assert PREVIEWS.preview(position.state, "red", order).gives == 0
    assert PREVIEWS.preview(position.state, "red", ActiveLock("red-1", "contact-9")).gives == 0


@pytest.mark.rule("hex100.target-marker")
def test_a_marked_hex_is_shown_where_it_is() -> None:
    position = Position(plain(), [(MARKER, (0, 4), E)], [(TEGU, (14, 4), W)])
    shown = PREVIEWS.preview(position.state, "red", MarkHex("red-1", *at(4, 4)))
    assert shown.spot == (*at(4, 4), 0)
    assert shown.odds is not None
    assert [line.value for line in shown.attack] == [round(100 * shown.odds.p_hit)]


@pytest.mark.rule("hex100.unit-cards")
def test_plates_are_named_beside_hit_points_only_where_there_are_some() -> None:
    card = BARE.unit
    assert "+" not in dict(unit_stats(card))["hit points"]
    assert dict(unit_stats(card, 2))["hit points"].endswith(" + 2")


@pytest.mark.rule("hex100.castellan-mines")
def test_the_line_of_mines_that_is_guessed_is_a_line() -> None:
    position = Position(plain(), [(LORD, (2, 4), E)], [(BARE, (12, 4), W)])
    chooser, question = random.Random(1), Ask("red", "act", "red-1")
    for _ in range(80):
        order = guess_launch(position.state, question, Launch("red-1", LAUNCHER, "mines"), chooser, 0)
        assert isinstance(order, Launch)
        assert 0 <= order.first < 6
        assert 0 <= order.second < 6
        assert order.first != order.second


@pytest.mark.rule("hex100.castellan-mines")
@pytest.mark.parametrize(("column", "mines"), [(12, 0), (9, 1), (8, 2), (7, 2)])
def test_mines_are_worth_most_a_step_or_two_from_an_enemy(column: int, mines: int) -> None:
    """They lie in a row of three; one that lies under the enemy stops nobody any more."""
    position = Position(plain(), [(LORD, (2, 4), E)], [(BARE, (column, 4), W)])
    shown = PREVIEWS.preview(position.state, "red", launch("mines", 6, 4))
    assert shown.gives == pytest.approx(MINED * mines)
    assert shown.spot == (*at(6, 4), 0)


@pytest.mark.rule("hex100.briefing")
def test_every_map_may_be_chosen_once_the_usual_one_first() -> None:
    lists = [each.choices["map"] for each in SYSTEM.scenarios().values() if "map" in each.choices]
    assert lists
    for names in lists:
        assert sorted(names) == sorted(set(MAPS) | {names[0]})
