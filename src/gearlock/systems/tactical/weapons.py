"""7.2.2, 7.4: weapons, what they do and what is special about them."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds, rule

AI, AE, INDIRECT, GUIDED, FRAGMENTATION = "Anti-Infantry", "Area Effect", "Indirect Fire", "Guided", "Fragmentation"
HAYWIRE, INCENDIARY, SLOW_BURN, MIN_RANGE = "Haywire", "Incendiary", "Slow Burn", "Minimum Range"
PER_BAND, DISPOSABLE, PHYSICAL = "Damage per Band", "Disposable", "Physical Attack Only"
TRAITS = (
    AI, AE, INDIRECT, GUIDED, FRAGMENTATION, HAYWIRE, INCENDIARY, SLOW_BURN, MIN_RANGE, PER_BAND, DISPOSABLE, PHYSICAL,
)  # fmt: skip
GUN, ROCKET, MISSILE, ENERGY, MELEE, THROWN, SMALL_ARMS = (
    "gun", "rocket", "missile", "energy", "melee", "thrown", "small arms",
)  # fmt: skip
KINDS = (GUN, ROCKET, MISSILE, ENERGY, MELEE, THROWN, SMALL_ARMS)
PRINTED, RECONSTRUCTED, PROPOSED, USER = "printed", "reconstructed", "proposed", "user"
MARKS = (PRINTED, RECONSTRUCTED, PROPOSED, USER)
"""Where a figure comes from: read in the text, restored from other evidence in the book, made up, a player's own."""
PACKAGE = "gearlock.systems.tactical"


class Weapon(msgspec.Struct, frozen=True):
    """A weapon of the lists, or as a card has it."""

    id: str
    """The code of the list: LAC, HRP/24; infantry weapons have none and go by a short form of their name."""
    name: str
    kind: str
    base: int
    """Base Range in mils; 0 for what is used in base contact or thrown."""
    dm: int
    """Damage Multiplier; of an incendiary weapon its Intensity."""
    accuracy: int = 0
    rof: int = 0
    min_size: int = 0
    traits: dict[str, int] = {}
    """By name, with the number behind it, 0 where it means nothing: AE 0 is Area Effect: 0, so ask with `has`."""
    mark: str = PRINTED
    reason: str = ""
    heat: bool = False
    """A shaped charge or a beam, which HEAT Resistant Armor is made against."""

    def __hash__(self) -> int:
        return hash(self.id)

    def has(self, trait: str) -> bool:
        """Whether a trait stands behind it."""
        return trait in self.traits

    @property
    @heeds("tactical.3.4.5-missile-rof")
    def is_missile(self) -> bool:
        """Whether rounds are counted as for rockets and missiles."""
        return self.kind in (ROCKET, MISSILE)

    @property
    def is_physical(self) -> bool:
        """Used in base contact: it never shoots."""
        return self.kind == MELEE

    @rule("tactical.2.3.4-range-bands")
    def band_ends(self, times: int = 1) -> tuple[int, int, int, int]:
        """How far Short, Medium, Long and Extreme range reach, in mils: once, twice, four and eight times the base."""
        base = self.base * times
        return base, 2 * base, 4 * base, 8 * base
