from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.forces.upgrades import card_faults
from gearlock.systems.brigands.models import known_traits, model_cards


def test_the_data_files_are_in_order() -> None:
    assert list(SYSTEM.lint()) == []


def test_the_book_has_43_traits_of_models_and_two_more_and_25_of_weapons() -> None:
    assert len(known_traits("model")) == 44  # Vuln stands for two entries
    assert len(known_traits("weapon")) == 25


@pytest.mark.parametrize(
    ("entry", "value", "fault"),
    [
        ("traits", ("Flying",), "no model trait 'Flying'"),
        ("move", {"F": 5}, "no movement type 'F'"),
        ("type", "Balloon", "no model type 'Balloon'"),
        ("gunnery", 7, "skills go"),
        ("hull", 0, "hull is at least 1"),
        ("weapons", ("LAC (Sharp)",), "no weapon trait 'Sharp'"),
        ("weapons", ("XYZ",), "XYZ"),
        ("source", "", "source says nothing"),
    ],
)
def test_a_fault_in_a_stat_line_is_named(entry: str, value: object, fault: str) -> None:
    card = msgspec.structs.replace(model_cards()["hunter"], **{entry: value})
    assert [(key, fault in found) for key, found in card_faults(card)] == [(entry, True)]
