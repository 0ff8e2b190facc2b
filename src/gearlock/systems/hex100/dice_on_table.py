"""What is on its way in the middle of an attack, while somebody decides what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from gearlock.kernel.rulebook import heeds


@heeds("hex100.attr-interceptor")
@dataclass(slots=True, frozen=True)
class Shots:
    """Large projectiles in the air: whose, fired from what in which mode, at whom or at which hex, and how many."""

    unit: str
    weapon: str
    mode: str
    target: str
    q: int
    r: int
    shots: int


@heeds("hex100.armour-reactive")
@dataclass(slots=True, frozen=True)
class Hits:
    """Hits on a unit before its armour is done with them: how many, of how much damage, and less with a charge.

    The dice for penetration have fallen: `critical` is what all of them do to its structure, charge or not.
    """

    unit: str
    hits: int
    damage: int
    lowered: int
    critical: int
