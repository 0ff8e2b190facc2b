"""Corners of the rules: who is set down first, why a lock was lost, who may leave, what is reckoned of a type."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import Band
from gearlock.systems.hex100.advice.drones_and_signals import (
    BEFORE_OTHERS,
    RECOVERY,
    TYPICAL_E_WAR,
    hack_attempt,
    jam_attempt,
)
from gearlock.systems.hex100.advice.previews import PREVIEWS, SURVEY, _strides
from gearlock.systems.hex100.attacks.attack import accuracy_modifiers, number_to_hit, take_aim
from gearlock.systems.hex100.damage.units_hit import riders_by_finding
from gearlock.systems.hex100.detection.locks import LOCK_RANGE, drop_broken_locks, is_hex_locked_for
from gearlock.systems.hex100.detection.sight import LockLost
from gearlock.systems.hex100.electronic_warfare import Recover
from gearlock.systems.hex100.firing_range.outcomes import fallen
from gearlock.systems.hex100.forces import machines_brought as fielding
from gearlock.systems.hex100.forces.cards import machines, weapons
from gearlock.systems.hex100.objectives import Leave, exit_at
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective
from gearlock.systems.hex100.state import BLIP, IDENTIFIED
from gearlock.systems.hex100.turns import Activate
from systems.hex100.drone_kit import TEGU
from systems.hex100.kit import E, Position, W, at, code, machine, plain
from systems.hex100.test_force import fixes
from systems.hex100.test_get_it_off import SWARM, VICTIM
from systems.hex100.test_steps_and_volleys import two_swarms

BARE = machine("crocodile-mk2")


@pytest.mark.rule("hex100.drone-terror")
def test_riders_are_set_down_as_they_were_found_and_those_nobody_found_first() -> None:
    state, second = two_swarms(VICTIM).state, "red-1-drone-2"
    for names, order in (
        ({SWARM: "contact-1", second: "contact-2"}, [SWARM, second]),
        ({SWARM: "contact-2", second: "contact-1"}, [second, SWARM]),
        ({SWARM: "contact-1"}, [second, SWARM]),
        ({second: "contact-1"}, [SWARM, second]),
    ):
        state.contacts["blue"] = dict(names)
        assert riders_by_finding(state, VICTIM) == order


@pytest.mark.rule("hex100.lock-persistence", "hex100.locking-common")
@pytest.mark.parametrize(
    ("away", "wall", "why"),
    [
        (LOCK_RANGE, False, []),
        (LOCK_RANGE, True, ["out of sight"]),
        (LOCK_RANGE + 1, False, ["out of range"]),
        (LOCK_RANGE + 1, True, ["out of range"]),
        (2, True, ["out of sight"]),
    ],
)
def test_a_lock_is_lost_by_distance_or_by_sight(away: int, wall: bool, why: list[str]) -> None:
    drawing = ".B" + "." * 18 if wall else "." * 20
    position = Position(drawing, [(BARE, (0, 0), E)], [(BARE, (away, 0), W)])
    position.unit("red-1").lock = "blue-1"
    position.state.known["red"]["blue-1"] = BLIP
    before = len(position.ctx.events)
    drop_broken_locks(position.ctx)
    assert [event.why for event in position.ctx.events[before:] if isinstance(event, LockLost)] == why


@pytest.mark.rule("hex100.briefing", "hex100.victory")
@pytest.mark.parametrize(
    ("units", "place", "said"),
    [
        ((), (4, 4), ""),
        (("red-1",), (4, 4), ""),
        (("red-2",), (4, 4), "no-exit"),
        ((), (5, 4), "not-in-zone"),
        (("red-1",), (5, 4), "not-in-zone"),
    ],
)
def test_a_unit_leaves_where_the_briefing_lets_it(units: tuple[str, ...], place: tuple[int, int], said: str) -> None:
    position = Position(plain(), [(BARE, place, E), (BARE, (0, 0), E)], [(BARE, (15, 8), W)])
    goal = Objective("exit", "red", zone="ford", hexes=(at(4, 4),), units=units)
    position.state.scene.plan = msgspec.structs.replace(ENGAGEMENT, objectives=(goal,))
    position.setup.data["plan"] = msgspec.to_builtins(position.state.scene.plan)
    assert exit_at(position.state, position.unit("red-1")) == (goal if not said else None)
    assert code(position.play(), "red", Leave("red-1")) == said


@pytest.mark.rule("hex100.jamming", "hex100.hacking", "hex100.stat-ewar", "hex100.identification")
@pytest.mark.parametrize(("level", "typed"), [(BLIP, False), (IDENTIFIED, True)])
def test_of_an_identified_enemy_the_rating_of_its_card_counts(level: int, typed: bool) -> None:
    card = machine("tegu-mbt")
    card = msgspec.structs.replace(card, unit=msgspec.structs.replace(card.unit, e_war=70))
    position = Position(plain(), [(BARE, (4, 4), E)], [(card, (7, 4), W)])
    state, enemy = position.state, position.unit("blue-1")
    state.known["red"]["blue-1"] = level
    rating = 70 if typed else TYPICAL_E_WAR
    assert jam_attempt(state, "red", enemy).resisted == pytest.approx(1 - rating / 100)
    assert [line.value for line in hack_attempt(state, "red", enemy).lines] == [rating]
    assert hack_attempt(state, "red", enemy).chance == pytest.approx(1 - rating / 100)


@pytest.mark.rule("hex100.action-pool", "hex100.move-action")
@pytest.mark.parametrize(
    ("pool", "actions"),
    [
        ({}, 1),
        ({"move": 1}, 1),
        ({"move": 2}, 2),
        ({"wildcard": 2}, 2),
        ({"move": 1, "wildcard": 1}, 2),
        ({"attack": 3}, 1),
    ],
)
def test_there_is_a_band_for_every_move_that_could_be_paid(pool: dict[str, int], actions: int) -> None:
    position = Position(plain(40, 9), [(BARE, (20, 4), E)], [(BARE, (39, 8), W)])
    unit = position.unit("red-1")
    unit.pool = pool
    bands: tuple[Band, ...] = _strides(position.state, unit)
    assert [band.label for band in bands] == ["1 move action", "2 move actions"][:actions]


@pytest.mark.rule("hex100.force-cost")
@pytest.mark.parametrize(("count", "right"), [(3, True), (4, False)])
def test_so_many_machines_take_the_field_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, right: bool
) -> None:
    monkeypatch.setattr(fielding, "MOST_FIELDED", 3)
    roster = tmp_path / "mine.txt"
    roster.write_text(f"system hex100\nmachine {count}x Squire\n", encoding="utf-8")
    faults: list[str] = []
    named: list[str] = []
    assert len(fielding.field("red", str(roster), 0, faults, False)) == (count if right else 0)
    assert len(fielding.field("red", ",".join([TEGU] * count), 0, named, False)) == (count if right else 0)
    assert [bool(each) for each in (faults, named)] == [not right] * 2


@pytest.mark.rule("hex100.unit-cards")
def test_a_unit_after_a_colon_is_put_right_by_the_first_name_there() -> None:
    assert "Write 'machine Squire', without a colon." in fixes("machine: Squire, Cobra-KA1")


@pytest.mark.rule("hex100.once-per-turn")
def test_a_weapon_that_was_used_has_no_field_any_more() -> None:
    position = Position(plain(), [("crocodile-lasers", (4, 4), E)], [(BARE, (7, 4), W)])
    before, unit = SURVEY.fields(position.state, "red", "red-1", None), position.unit("red-1")
    unit.used = list(position.state.scene.loadouts["red-1"].mounts)
    after = SURVEY.fields(position.state, "red", "red-1", None)
    assert not isinstance(before, Refusal)
    assert before
    assert after == ()


@pytest.mark.rule("hex100.buckler", "hex100.stat-melee")
def test_of_what_is_not_seen_no_buckler_is_reckoned() -> None:
    position = Position(plain(), [(BARE, (4, 4), E)], [(BARE, (5, 4), W)])
    unit, target = position.unit("red-1"), position.unit("blue-1")
    blade = next(mode for modes in weapons().values() for mode in modes if mode.melee)
    aim = take_aim(position.state, unit, blade, target, target.hex)
    assert accuracy_modifiers(position.state, aim, known=False) == []
    assert number_to_hit(position.state, aim, known=False) == blade.accuracy


@pytest.mark.rule("hex100.target-marker", "hex100.networks", "hex100.jamming", "hex100.hacking")
@pytest.mark.parametrize(
    ("own", "ally", "jammed", "hacked", "linked", "locked"),
    [
        (True, False, False, False, True, True),
        (True, False, True, False, True, False),
        (True, False, False, True, True, True),
        (False, True, False, False, True, True),
        (False, True, False, True, True, False),
        (False, True, False, False, False, False),
        (False, False, False, False, True, False),
    ],
)
def test_a_hex_is_shelled_with_the_lock_of_an_ally_in_the_network(
    own: bool, ally: bool, jammed: bool, hacked: bool, linked: bool, locked: bool
) -> None:
    linked_card = next(name for name, each in machines().items() if "data_link" in each.unit.integrated)
    position = Position(plain(), [(linked_card, (0, 4), E), (linked_card, (0, 6), E)], [(BARE, (15, 0), W)])
    unit, friend = position.unit("red-1"), position.unit("red-2")
    unit.lock_at, friend.lock_at = at(4, 4) if own else None, at(4, 4) if ally else at(9, 9)
    unit.jammed, unit.hacked, friend.unlinked = jammed, hacked, not linked
    assert is_hex_locked_for(position.state, unit, at(4, 4)) is locked


@pytest.mark.rule("hex100.stat-hp")
@pytest.mark.parametrize("hit", [True, False])
def test_who_has_fallen_has_lost_all_and_is_destroyed(hit: bool) -> None:
    toll = fallen(hit, 7)
    assert (toll.hit, toll.damage, toll.destroyed) == (hit, 7, True)


@pytest.mark.rule("hex100.turn-structure")
@pytest.mark.parametrize(("kind", "destroyed", "many"), [("unit", False, 1), ("unit", True, 0), ("act", False, 0)])
def test_a_unit_of_ones_own_is_pointed_at_to_take_its_turn(kind: str, destroyed: bool, many: int) -> None:
    position = Position(plain(), [(BARE, (4, 4), E), (BARE, (4, 6), E)], [(BARE, (7, 4), W)])
    position.unit("red-2").destroyed = destroyed
    found = list(SURVEY.attempts(position.state, Ask("red", kind, "red-1"), "red-2"))
    assert [each.order for each in found] == [Activate("red-2")] * many


@pytest.mark.rule("hex100.recovery", "hex100.emp-shock")
@pytest.mark.parametrize(
    ("pool", "share"),
    [
        ({"move": 1, "attack": 0, "focus": 1}, BEFORE_OTHERS),
        ({"move": 0, "attack": 0, "focus": 1}, 1.0),
        ({"move": 1, "attack": 1}, 1.0),
        ({"focus": 1}, 1.0),
    ],
)
def test_recovery_waits_while_something_else_can_be_done_first(pool: dict[str, int], share: float) -> None:
    position = Position(plain(), [(BARE, (4, 4), E)], [(BARE, (7, 4), W)])
    position.unit("red-1").shocked, position.unit("red-1").pool = True, pool
    assert PREVIEWS.preview(position.state, "red", Recover("red-1")).gives == pytest.approx(RECOVERY * share)
