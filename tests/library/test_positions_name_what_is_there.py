"""A position names models and pieces that are there: a slip is said when it is laid out, not in mid-battle."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock import BadFile, Position

MODELS = {
    "blitz": "hunter",
    "brigands": "hunter",
    "fieldmanual": "hunter",
    "tactical": "hunter",
    "hex100": "tegu-siege",
}
SLIPS = (
    *((system, "carrier") for system in ("blitz", "brigands", "fieldmanual", "tactical")),
    *((system, "slayer") for system in ("blitz", "brigands", "fieldmanual", "tactical")),
    *((system, "status") for system in ("blitz", "brigands", "fieldmanual", "tactical")),
    *(("blitz", each) for each in ("parent", "place")),
    ("fieldmanual", "parent"),
    *(("brigands", each) for each in ("aside", "inside", "hanging")),
    *(("hex100", each) for each in ("lock", "riding", "quarry")),
)


def laid_out(system: str, **said: Any) -> Position:
    spots = ([3, 3], [5, 6]) if system == "hex100" else ([10, 10], [20, 20])
    position = Position(system, seed=1).model("blue-1", MODELS[system], at=spots[1])
    return position.model("red-1", MODELS[system], at=spots[0], **said)


@pytest.mark.parametrize("system", MODELS)
def test_a_plain_position_goes_on(system: str) -> None:
    assert laid_out(system).battle().waiting_for()


@pytest.mark.parametrize(("system", "key"), SLIPS)
def test_who_is_named_is_there(system: str, key: str) -> None:
    with pytest.raises(BadFile, match=f"No '{key}' is called 'red-9'"):
        laid_out(system, **{key: "red-9"}).battle()


@pytest.mark.parametrize("system", ["blitz", "brigands", "fieldmanual", "tactical"])
def test_every_model_has_a_status(system: str) -> None:
    with pytest.raises(BadFile, match="No 'status' is called ''"):
        laid_out(system, status="").battle()


@pytest.mark.parametrize("system", ["blitz", "fieldmanual", "tactical"])
def test_a_phase_left_empty_is_the_usual_one(system: str) -> None:
    position = laid_out(system)
    position.head["phase"] = ""
    assert position.battle().state.phase == laid_out(system).battle().state.phase


def test_hardpoints_and_hexsides_are_counted() -> None:
    with pytest.raises(BadFile, match="'hurt' is a number for each of its"):
        laid_out("hex100", hurt=[]).battle()
    with pytest.raises(BadFile, match="'facing' is"):
        laid_out("hex100", facing=True).battle()
