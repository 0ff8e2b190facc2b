"""How models, ground and weapons look."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.models import Model, effect_of, model_cards, ready
from gearlock.systems.blitz.shown import facts_of, figure_of, parts_of
from gearlock.table.terrain import Piece

SQUARE = ((0, 0), (4000, 0), (4000, 4000), (0, 4000))


def lines() -> list[Model]:
    return [ready(card) for card in model_cards().values()]


def test_every_model_has_a_figure_and_every_weapon_an_effect() -> None:
    shown = {figure_of(line) for line in lines()}
    assert "" not in shown
    assert {"gear-light", "gear-medium", "gear-heavy", "strider", "tank", "hover", "vtol", "squad", "team"} <= shown
    effects = {effect_of(weapon) for line in lines() for weapon in line.weapons.values()}
    assert effects == {"burst", "beam", "rocket", "shell", "flame", "blade"}
    assert max(len(parts_of(line)) for line in lines()) == 2


@pytest.mark.rule("blitz.6.4")
@pytest.mark.parametrize(
    ("kind", "props", "told"),
    [
        ("area", {}, "difficult going"),
        ("area", {"going": "open"}, "open going"),
        ("instance", {"going": "impassable"}, "impassable going"),
        ("road", {}, "road: quick going"),
    ],
)
def test_ground_says_what_going_it_is(kind: str, props: dict[str, int | str], told: str) -> None:
    assert facts_of(Piece("one", "One", kind, SQUARE, 2500, 0, "heavy", props=props)) == (
        "2.5 in high",
        "heavy cover",
        told,
    )
