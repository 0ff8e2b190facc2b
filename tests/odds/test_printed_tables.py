"""Every cell of the three printed probability tables against exact odds; the misprints are listed, not skipped."""

from __future__ import annotations

import csv
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import gearlock
from gearlock.odds.outcome import pool_odds
from gearlock.odds.pools import Pools, pool_margin, pool_result

TABLES = Path(gearlock.__file__).parent / "systems" / "brigands" / "data" / "odds"

# What the book prints where exact odds round to another last digit.
MISPRINTED_INCREASES = {4: "0.73", 5: "0.65", 6: "0.62"}
MISPRINTED_DAMAGE = {(2, 3): "0.62", (4, 4): "0.97", (5, 1): "3.57", (6, 2): "3.01"}
MISPRINTED_CHANCES = {(3, 6): "25.00"}


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rounded(exact: Fraction, like: str) -> str:
    """The exact value with as many decimals as the printed one."""
    places = Decimal(1).scaleb(-len(like.partition(".")[2]))
    value = Decimal(exact.numerator) / Decimal(exact.denominator)
    return str(value.quantize(places, ROUND_HALF_UP))


def mean_result(dice: int) -> Fraction:
    spread = pool_result(dice)
    return Fraction(spread.moment(), spread.total)


def duel(row: dict[str, str]) -> tuple[int, int]:
    return int(row["attacker_dice"]), int(row["defender_dice"])


@pytest.mark.rule("brigands.A5.1")
@pytest.mark.parametrize("row", rows("mean-result.csv"), ids=lambda row: f"{row['dice']}D6")
def test_mean_results(row: dict[str, str]) -> None:
    exact = mean_result(int(row["dice"]))
    assert rounded(exact, row["book_result"]) == row["book_result"]
    assert rounded(exact, row["exact_result"]) == row["exact_result"]


@pytest.mark.rule("brigands.A5.1")
@pytest.mark.parametrize("row", rows("mean-result.csv")[1:], ids=lambda row: f"{row['dice']}D6")
def test_the_gain_of_one_more_die(row: dict[str, str]) -> None:
    dice = int(row["dice"])
    exact = mean_result(dice) - mean_result(dice - 1)
    assert rounded(exact, row["exact_increase"]) == row["exact_increase"]
    right = rounded(exact, row["book_increase"]) == row["book_increase"]
    assert right == (dice not in MISPRINTED_INCREASES)
    assert MISPRINTED_INCREASES.get(dice, row["book_increase"]) == row["book_increase"]


@pytest.mark.rule("brigands.A5.2", "brigands.5.6", "brigands.5.6a")
@pytest.mark.parametrize("row", rows("mean-damage.csv"), ids=lambda row: "{}v{}".format(*duel(row)))
def test_mean_damage_when_penetration_equals_armor(row: dict[str, str]) -> None:
    odds = pool_odds(*duel(row), pen=6, armor=6).exact
    exact = Fraction(sum(amount * weight for amount, weight in odds.damage.items()), odds.total)
    assert rounded(exact, row["exact_mean_damage"]) == row["exact_mean_damage"]
    right = rounded(exact, row["book_mean_damage"]) == row["book_mean_damage"]
    assert right == (duel(row) not in MISPRINTED_DAMAGE)
    assert MISPRINTED_DAMAGE.get(duel(row), row["book_mean_damage"]) == row["book_mean_damage"]


@pytest.mark.rule("brigands.A5.3", "brigands.1.2j")
@pytest.mark.parametrize("row", rows("hit-chance.csv"), ids=lambda row: "{}v{}".format(*duel(row)))
def test_hit_chances(row: dict[str, str]) -> None:
    margin = pool_margin(Pools(*duel(row)))
    exact = Fraction(margin.at_least(0) * 100, margin.total)
    assert rounded(exact, row["exact_percent"]) == row["exact_percent"]
    right = rounded(exact, row["book_percent"]) == row["book_percent"]
    assert right == (duel(row) not in MISPRINTED_CHANCES)
    assert MISPRINTED_CHANCES.get(duel(row), row["book_percent"]) == row["book_percent"]


def test_the_tables_are_complete() -> None:
    every = {(attack, defence) for attack in range(1, 7) for defence in range(1, 7)}
    assert {duel(row) for row in rows("mean-damage.csv")} == every
    assert {duel(row) for row in rows("hit-chance.csv")} == every
    assert [int(row["dice"]) for row in rows("mean-result.csv")] == list(range(7))
