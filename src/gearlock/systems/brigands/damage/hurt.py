"""5.6 and 5.7: how a weapon hurts what it hits. One record says what a margin does, in play and as odds."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_of
from gearlock.odds.pools import Harm, is_marginal, sure_damage
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.state import Unit
from gearlock.systems.brigands.weapons import Weapon

MARGINAL = 4
"""A Marginal Hit bites on this face and better."""


class Hurt(NamedTuple):
    """How a weapon hurts a model or a building: what a margin comes to, and how damage is felt.

    Infantry feels at most a point of what is not meant for it, Field Armor takes off a point but not the last, and what
    is made to bring down walls does double to them.
    """

    harm: Harm
    capped: bool = False
    soaked: bool = False
    doubled: bool = False

    def hits(self, margin: int) -> bool:
        """Whether this margin hits."""
        return margin >= self.harm.least

    def is_marginal(self, margin: int) -> bool:
        """Whether one more die decides about this margin."""
        return is_marginal(margin, self.harm)

    def raw(self, margin: int) -> int:
        """The damage of a margin before any Marginal Hit and before it is felt; no more than Infantry can lose."""
        damage = sure_damage(margin, self.harm)
        return min(1, damage) if self.capped else damage

    @heeds("brigands.5.6a")
    def damages(self, margin: int) -> Weights:
        """What the damage of a margin may be before it is felt, out of six: for certain, or by one more die."""
        return bites_of(1, MARGINAL) if self.is_marginal(margin) else {self.raw(margin): SIDES}

    @rule("brigands.wtrait.ai", "brigands.trait.field-armor", "brigands.wtrait.as")
    def felt(self, damage: int) -> int:
        """What reaches the target of all damage of one attack."""
        if self.capped and damage > 1:
            damage = 1
        if self.soaked and damage > 1:
            damage -= 1
        return 2 * damage if self.doubled else damage


@heeds("brigands.wtrait.ai", "brigands.trait.field-armor", "brigands.wtrait.as")
def hurt_of(weapon: Weapon, target: Unit) -> Hurt:
    """How a weapon hurts this model, or what is left of it."""
    fielded = target.is_fielded
    return hurt_to(weapon, target.line, fielded and target.has("Field Armor"), wreck=not fielded)


def hurt_to(weapon: Weapon, line: Model, soaked: bool, wreck: bool = False) -> Hurt:
    """How a weapon hurts a model of this kind, if its Field Armor works or does not."""
    traits = weapon.traits
    capped, doubled = line.type == "Infantry" and "AI" not in traits, "AS" in traits and line.type == "Fortification"
    return Hurt(harm_of(weapon, line, wreck), capped, soaked, doubled)


@rule("brigands.5.6", "brigands.5.7a", "brigands.wtrait.ap", "brigands.trait.agile")
@heeds("brigands.5.7")
def harm_of(weapon: Weapon, target: Model, wreck: bool = False) -> Harm:
    """How a margin turns into damage: margin + PEN - AR, or AP up to its rating; Agile models slip away at 0.

    Blast and Spray take no notice of Agile, and a wreck is not agile any more.
    """
    agile = "Agile" in target.traits and not wreck and not ("Blast" in weapon.traits or "Spray" in weapon.traits)
    return Harm(weapon.pen - target.armor, weapon.traits.get("AP", 0), 1 if agile else 0, MARGINAL)


def damage_felt(weapon: Weapon, target: Unit, damage: int) -> int:
    """What reaches a model of all damage of one attack."""
    return hurt_of(weapon, target).felt(damage)
