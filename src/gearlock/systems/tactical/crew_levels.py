"""2.3.2, 2.5: crew levels by name, and what each multiplies a Threat Value by. Their Skills stand with the dice."""

from __future__ import annotations

from fractions import Fraction

from gearlock.kernel.rulebook import rule

ROOKIE, QUALIFIED, VETERAN, ELITE, LEGENDARY = 1, 2, 3, 4, 5
NAMES = {ROOKIE: "Rookie", QUALIFIED: "Qualified", VETERAN: "Veteran", ELITE: "Elite", LEGENDARY: "Legendary"}
"""Legendary is a quality of infantry; the table of crews ends with Elite."""
MULTIPLIERS = {
    ROOKIE: Fraction(1, 4),
    QUALIFIED: Fraction(1),
    VETERAN: Fraction(9, 4),
    ELITE: Fraction(4),
    LEGENDARY: Fraction(25, 4),
}
"""Half the level, squared; the book prints no multiplier for Legendary."""


def nearest(value: Fraction) -> int:
    """The nearest whole number; a half is rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


@rule("tactical.2.3.4-threat-value")
def with_crew(tv: int, level: int) -> int:
    """The Threat Value of a vehicle with a crew of this level, to the nearest whole point."""
    return nearest(tv * MULTIPLIERS[level])


@rule("tactical.2.5")
def usual_level() -> int:
    """The level of a crew of which nobody says anything: Qualified, two dice and the attributes of the table."""
    return QUALIFIED
