"""What EMP shock, hacking and jamming stop: power, sensitive electronics, sensors, locks, data links."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.attacks.attack import Attack, accuracy_modifiers, take_aim
from gearlock.systems.hex100.detection.locks import is_locked_for
from gearlock.systems.hex100.detection.sight import LockOn, can_sense
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, works
from gearlock.systems.hex100.weapons import refuse_weapon
from systems.hex100.kit import E, Position, W, code, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"
SCOUT = "cloudburst-scout"


def state_of(position: Position, unit: str, state: str) -> None:
    setattr(position.unit(unit), state, True)


@pytest.mark.rule("hex100.attr-requires-power", "hex100.emp-shock")
@pytest.mark.parametrize(("state", "refused"), [("shocked", "shut-down"), ("hacked", ""), ("jammed", "")])
def test_a_laser_needs_power_and_only_emp_shock_takes_it_away(state: str, refused: str) -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)])
    state_of(position, "red-1", state)
    battle = position.play()
    assert code(battle, "red", Attack("red-1", ("crocodile-combat-laser",), "contact-1")) == refused
    assert code(battle, "red", Attack("red-1", ("swarmer-micro-missiles",), "contact-1")) == ""


@pytest.mark.rule("hex100.attr-sensitive-electronics", "hex100.emp-shock", "hex100.hacking")
@pytest.mark.parametrize(("state", "bonus"), [("shocked", 0), ("hacked", 0), ("jammed", 5), ("", 5)])
def test_sensitive_electronics_are_shut_down_by_shock_and_hacking(state: str, bonus: int) -> None:
    gunner = machine("big-guye", ["basic-fcs-extension"], [], ["light-auto-cannon"])
    position = Position(plain(), [(gunner, (0, 0), E)], [(TEGU, (3, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    if state:
        state_of(position, "red-1", state)
    found = find_weapon(position.state, red, "light-auto-cannon")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    assert sum(line.value for line in accuracy_modifiers(position.state, aim)) == bonus


@pytest.mark.rule("hex100.attr-sensitive-electronics", "hex100.emp-shock")
def test_a_turret_of_sensitive_electronics_cannot_be_fired_by_a_hacked_unit() -> None:
    position = Position(
        plain(), [(machine("linebreaker-mk2", ["linebreaker-point-defence-turret"]), (0, 0), E)], [(TEGU, (3, 0), W)]
    )
    red = position.unit("red-1")
    found = find_weapon(position.state, red, "linebreaker-point-defence-turret")
    assert found is not None
    assert refuse_weapon(position.state, red, *found) is None
    state_of(position, "red-1", "hacked")
    refusal = refuse_weapon(position.state, red, *found)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("shut-down", "hex100.hacking")
    assert not works(position.state, red, found[0])


@pytest.mark.rule("hex100.jamming", "hex100.hacking", "hex100.emp-shock")
@pytest.mark.parametrize("state", ["jammed", "hacked", "shocked"])
def test_sensors_are_gone_in_every_one_of_the_three_states(state: str) -> None:
    position = Position(plain(20, 3), [(CROC, (0, 0), E)], [(TEGU, (15, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    assert can_sense(position.state, red, blue)
    state_of(position, "red-1", state)
    assert not can_sense(position.state, red, blue)


@pytest.mark.rule("hex100.jamming")
def test_a_jammed_unit_neither_locks_nor_gains_from_a_lock() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    red.lock = "blue-1"
    assert is_locked_for(position.state, red, blue)
    red.jammed = True
    assert not is_locked_for(position.state, red, blue)
    red.lock = ""
    assert code(position.play(), "red", LockOn("red-1", "contact-1")) == "jammed"


@pytest.mark.rule("hex100.networks", "hex100.hacking", "hex100.data-link-off")
@pytest.mark.parametrize(
    ("unit", "state", "shared"),
    [
        ("red-1", "hacked", False),
        ("red-1", "unlinked", False),
        ("red-1", "jammed", False),
        ("red-2", "hacked", True),
        ("red-2", "unlinked", False),
    ],
)
def test_who_gains_from_the_lock_of_an_ally(unit: str, state: str, shared: bool) -> None:
    position = Position(plain(), [(SCOUT, (0, 0), E), (SCOUT, (0, 2), E)], [(TEGU, (4, 0), W)])
    red, ally, blue = (position.unit(each) for each in ("red-1", "red-2", "blue-1"))
    ally.lock = "blue-1"
    assert is_locked_for(position.state, red, blue)
    state_of(position, unit, state)
    assert is_locked_for(position.state, red, blue) is shared


@pytest.mark.rule("hex100.hacking", "hex100.attr-data-link", "hex100.ecm-items")
def test_a_hacked_module_keeps_its_data_link_and_loses_the_rest() -> None:
    carrier = machine("cobra-ka1", [], ["e-war-module"])
    position = Position(plain(), [(carrier, (0, 0), E)], [(TEGU, (4, 0), W)])
    red = position.unit("red-1")
    red.hacked = True
    assert equipment_effect(position.state, red, "data_link") == 1
    assert equipment_effect(position.state, red, "electronic_defence") == 0
    red.shocked = True
    assert equipment_effect(position.state, red, "data_link") == 0
