"""A machine without a weapon is legal, and its owner is warned."""

from __future__ import annotations

import pytest

from gearlock.muster.reading import read_roster
from gearlock.systems.hex100.forces.force_rules import FORCE


@pytest.mark.rule("hex100.hardpoints")
@pytest.mark.parametrize(
    ("machine", "warned"),
    [
        ("machine Rampart", True),
        ("machine Crocodile Mk2", True),
        ("machine Crocodile Mk2\n  HMG", False),
        ("machine Crocodile Mk2\n  Drone Controller", True),
        ("machine Crocodile Twin Laser", False),
    ],
)
def test_a_machine_that_carries_no_weapon_is_named(machine: str, warned: bool) -> None:
    roster = read_roster(f"system hex100\n\n{machine}\n", "roster").roster
    assert FORCE.check(roster) == []
    notes = [note for note in FORCE.sheet(roster).notes if "carries no weapon" in note]
    assert bool(notes) is warned
    if warned:
        assert notes[0].startswith("Warning: ")
