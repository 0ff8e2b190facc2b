"""How models, ground and weapons look."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.forces.upgrades import ready, unit_cards
from gearlock.systems.brigands.models import Model, effect_of, weapons_table
from gearlock.systems.brigands.shown import facts_of, figure_of, parts_of
from gearlock.table.terrain import Piece

SQUARE = ((0, 0), (4000, 0), (4000, 4000), (0, 4000))


def lines() -> list[Model]:
    return [ready(card, weapons_table()) for card in unit_cards().values()]


def test_every_model_has_a_figure_and_every_weapon_an_effect() -> None:
    shown = {figure_of(line) for line in lines()}
    assert "" not in shown
    assert {"gear-light", "gear-medium", "gear-heavy", "strider", "tank", "hover", "squad", "drone", "turret"} <= shown
    effects = {effect_of(weapon) for line in lines() for weapon in line.weapons.values()}
    assert effects == {"burst", "beam", "rocket", "shell", "flame", "blade"}


def test_models_carry_what_their_line_says_and_no_more_than_two_things() -> None:
    parts = {line.id: parts_of(line) for line in lines()}
    assert {part for each in parts.values() for part in each} == {"longgun", "pod", "shield", "mast", "jump"}
    assert max(len(each) for each in parts.values()) == 2
    assert "pod" in parts["hunter"]


@pytest.mark.rule("brigands.3.2")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("area", "Walkers pass freely; 2 in of a Ground or Hover Move"),
        ("instance", "cannot be crossed"),
        ("building", "Infantry may enter"),
        ("road", "road: no hindrance"),
    ],
)
def test_ground_says_its_height_its_cover_and_who_may_pass(kind: str, told: str) -> None:
    assert facts_of(Piece("one", "One", kind, SQUARE, 2500, 0, "heavy")) == ("2.5 in high", "heavy cover", told)


@pytest.mark.rule("brigands.3.2a")
def test_water_says_how_deep_it_is() -> None:
    depth, *_ = facts_of(Piece("one", "Lake", "water", SQUARE, props={"depth": 500}))
    assert depth.startswith("0.5 in deep")
