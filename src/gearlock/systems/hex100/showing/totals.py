"""What the lines of an attack come to, in words: the number to stay under, what a hit does, what a critical one."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.systems.hex100.fighting.attack import Aim
from gearlock.systems.hex100.fighting.odds import shot_numbers
from gearlock.systems.hex100.state import State


class Totals(NamedTuple):
    """The sums under both sides of an odds card, and how a hit turns into damage."""

    attack: str
    defence: str
    harm: str


def totals_of(state: State, aim: Aim, known: bool) -> Totals:
    """The numbers of every shot; of a target out of sight nothing is told but what the weapon does by itself."""
    weapon = aim.weapon
    number, dodge, penetration, damage, graze, critical, _ = shot_numbers(state, aim, known)
    shots = f", {weapon.rof} shots" if weapon.rof > 1 else ""
    attack = f"every shot hits{shots}" if aim.automatic else f"under {number}{shots}"
    defence = f"{damage} damage a hit"
    if dodge:
        grazes = f" and is grazed for {graze}" if graze else ""
        defence += f", evades under {dodge}{grazes}"
    harm = f"Damage {weapon.damage} {weapon.damage_type}"
    if critical:
        harm += f"; penetrates under {penetration} for {critical} critical damage"
    return Totals(attack, defence if known else "", harm)
