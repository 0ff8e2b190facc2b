"""The target marker, and what cannot be locked without it."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import accuracy_modifiers, take_aim
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import (
    HexLocked,
    HexLockLost,
    LockLost,
    LockOn,
    MarkerMissed,
    MarkHex,
    MarkTarget,
)
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.shown.view import view
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

MARKER = machine("crocodile-mk2", ["hunter-killer-missile"], ["target-marker"], ["crocodile-combat-laser"])
THROWER = machine("crocodile-mk2", [], ["target-marker"], ["demolition-charge"])
BARE = machine("crocodile-mk2")
SENSOR = machine("crocodile-mk2", [], ["basic-sensor-suite"])
ERRANT = machine("errant-mk2")
SMALL = machine("terror-drones")
CLOAK = machine("predator-1e", ["predator-cloaking-device"])
WALL = "\n".join("..^" + "." * 13 for _ in range(9))


def contact(position: Position, unit: str = "blue-1") -> str:
    return position.state.contacts["red"][unit]


@pytest.mark.rule("hex100.target-marker", "hex100.lock-single")
@pytest.mark.parametrize(("face", "locked"), [(0, True), (69, True), (70, False), (99, False)])
def test_a_target_marker_locks_in_seventy_of_a_hundred_and_nobody_resists_it(face: int, locked: bool) -> None:
    position = Position(plain(), [(MARKER, (0, 4), E)], [(ERRANT, (6, 4), W), (BARE, (4, 4), W)])
    position.unit("blue-1").resisting = True
    position.unit("red-1").lock = "blue-2"
    order = MarkTarget("red-1", contact(position))
    odds = PREVIEWS.preview(position.state, "red", order).odds
    assert odds is not None
    assert odds.p_hit == 0.7
    battle = position.play((face,))
    battle.answer("red", order)
    assert battle.state.units["red-1"].lock == ("blue-1" if locked else "")
    assert bool(events(battle, MarkerMissed)) is not locked
    assert events(battle, LockLost)


@pytest.mark.rule("hex100.target-marker")
@pytest.mark.parametrize(("drawing", "away", "refused"), [(plain(), 6, ""), (plain(), 7, "out-of-range")])
def test_a_target_marker_reaches_six_hexes(drawing: str, away: int, refused: str) -> None:
    position = Position(drawing, [(MARKER, (0, 4), E)], [(BARE, (away, 4), W)])
    assert code(position.play(), "red", MarkTarget("red-1", contact(position))) == refused


@pytest.mark.rule("hex100.target-marker", "hex100.optical-stealth")
def test_a_target_marker_needs_a_clear_line_of_sight_and_a_target_eyes_can_find() -> None:
    position = Position(WALL, [(MARKER, (0, 4), E), (SENSOR, (0, 0), E)], [(BARE, (4, 4), W)])
    assert code(position.play(), "red", MarkTarget("red-1", contact(position))) == "no-line-of-sight"
    assert code(position.play(), "red", MarkHex("red-1", *at(5, 4))) == "no-line-of-sight"
    position = Position(plain(), [(MARKER, (0, 4), E), (SENSOR, (0, 3), E)], [(CLOAK, (3, 4), W)])
    assert code(position.play(), "red", MarkTarget("red-1", contact(position))) == "no-line-of-sight"


@pytest.mark.rule("hex100.target-marker", "hex100.once-per-turn")
def test_a_utility_or_an_attack_action_pays_once_a_turn() -> None:
    position = Position(plain(), [(MARKER, (0, 4), E)], [(BARE, (5, 4), W)])
    position.unit("red-1").pool = {"attack": 1, "utility": 1}
    battle = position.play((99,))
    order = MarkTarget("red-1", contact(position), "attack")
    assert code(battle, "red", MarkTarget("red-1", contact(position), "commander")) == "no-such-payment"
    battle.answer("red", order)
    assert battle.state.units["red-1"].pool == {"attack": 0, "utility": 1}
    assert code(battle, "red", MarkTarget("red-1", contact(position))) == "used"
    for trouble in ("jammed", "lock"):
        position = Position(plain(), [(MARKER, (0, 4), E)], [(BARE, (5, 4), W)])
        setattr(position.unit("red-1"), trouble, "blue-1" if trouble == "lock" else True)
        refused = "locked" if trouble == "lock" else "no-such-device"
        assert code(position.play(), "red", MarkTarget("red-1", contact(position))) == refused


@pytest.mark.rule("hex100.lock-limits", "hex100.target-marker", "hex100.small-units")
def test_small_units_are_locked_with_a_marker_and_the_lock_lasts() -> None:
    position = Position(plain(), [(MARKER, (0, 4), E), (BARE, (0, 0), E)], [(SMALL, (5, 4), W), (BARE, (9, 4), W)])
    battle = position.play((0,))
    assert code(battle, "red", LockOn("red-1", contact(position))) == "too-small"
    battle.answer("red", MarkTarget("red-1", contact(position), "utility"))
    battle.answer("red", Move("red-1", (at(1, 4),), E))
    assert battle.state.units["red-1"].lock == "blue-1"


@pytest.mark.rule("hex100.lock-limits", "hex100.target-marker")
def test_an_empty_hex_is_locked_with_a_marker_and_shelled_with_the_bonus() -> None:
    position = Position(plain(), [(THROWER, (0, 4), E)], [(BARE, (9, 4), W)])
    battle = position.play((0,))
    assert code(battle, "red", MarkHex("red-1", *at(0, 4))) == "not-empty"
    assert code(battle, "red", MarkHex("red-1", 99, 99)) == "off-map"
    assert code(battle, "red", MarkHex("red-1", *at(7, 4))) == "out-of-range"
    battle.answer("red", MarkHex("red-1", *at(3, 4)))
    unit = battle.state.units["red-1"]
    assert (unit.lock, unit.lock_at) == ("", at(3, 4))
    found = find_weapon(battle.state, unit, "demolition-charge")
    assert found is not None
    for hex_, lines in ((at(3, 4), [10]), (at(2, 4), [])):
        aim = take_aim(battle.state, unit, found[1], None, hex_)
        assert [line.value for line in accuracy_modifiers(battle.state, aim)] == lines
    own = [token.name for piece in view(battle.state, "red", ()).pieces for token in piece.tokens]
    seen = [token.name for piece in view(battle.state, "blue", ()).pieces for token in piece.tokens]
    assert any(name.startswith("lock on") for name in own)
    assert not any(name.startswith("lock on") for name in seen)


@pytest.mark.rule("hex100.lock-single", "hex100.target-marker", "hex100.lock-persistence")
def test_a_lock_on_a_hex_ends_with_another_lock_or_out_of_sight() -> None:
    position = Position(plain(), [(THROWER, (0, 4), E)], [(BARE, (6, 4), W)])
    position.unit("red-1").lock_at = at(3, 4)
    battle = position.play()
    battle.answer("red", LockOn("red-1", contact(position)))
    assert battle.state.units["red-1"].lock_at is None
    assert [event.why for event in events(battle, HexLockLost)] == ["given up for another"]
    position = Position(WALL, [(THROWER, (0, 4), E)], [(BARE, (9, 4), W)])
    position.unit("red-1").lock_at = at(5, 4)
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 4),), E))
    assert [event.why for event in events(battle, HexLockLost)] == ["out of sight"]
    assert not events(battle, HexLocked)


@pytest.mark.rule("hex100.target-marker", "hex100.lock-persistence", "hex100.jamming")
@pytest.mark.parametrize(
    ("column", "jammed", "why"), [(10, False, []), (11, False, ["out of range"]), (3, True, ["jammed"])]
)
def test_a_lock_on_a_hex_lasts_for_ten_hexes_and_not_in_a_jam(column: int, jammed: bool, why: list[str]) -> None:
    position = Position(plain(), [(THROWER, (0, 4), E)], [(BARE, (6, 4), W)])
    position.unit("red-1").lock_at, position.unit("red-1").jammed = at(column, 4), jammed
    position.ctx.events.clear()
    look_again(position.ctx)
    assert [event.why for event in position.ctx.events if isinstance(event, HexLockLost)] == why
