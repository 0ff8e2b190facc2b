"""Everything one Strike can do before damage is applied: its Wounds with their exact weights, Rerolls counted in."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.gunnery import Aid
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.marginal import SIDES, Weights
from gearlock.mechanics.pools.rerolling import again_below
from gearlock.odds.pools import Pools, pool_margin, pool_results
from gearlock.systems.brigands.attacking.exchange import missed
from gearlock.systems.brigands.attacking.modifiers import Strike, duel_of
from gearlock.systems.brigands.damage.damage import Wound
from gearlock.systems.brigands.damage.effects import CORROSION, EFFECTS
from gearlock.systems.brigands.damage.hurt import Hurt, hurt_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import Weapon

ATTACK_REROLL, DEFENCE_REROLL = "attack-reroll", "defence-reroll"
REROLLS = (
    Aid(ATTACK_REROLL, "one Reroll for the attacker", "attacker", "brigands.1.2i"),
    Aid(DEFENCE_REROLL, "one Reroll for the defender", "target", "brigands.1.2i"),
)
"""Whatever pays for it: a Command Point, a Skill Point, or an Order."""

WORTH_OF_A_POINT = 100
"""What a point of damage counts to whoever decides about a Reroll; a hit that does none counts 1."""

Wounds = dict[Wound, int]
"""Out of a total known to the caller."""


class Strikes:
    """One Strike and its dice, ready to be asked what each pair of results comes to."""

    def __init__(self, state: State, strike: Strike) -> None:
        self.state, self.strike = state, strike
        self.target: Unit = state.units[strike.target]
        self.weapon: Weapon = state.units[strike.attacker].line.weapons[strike.weapon]
        self.pools: Pools = duel_of(state, strike).pools
        self.hurt: Hurt = hurt_of(self.weapon, self.target)
        self.left = self.target.hull + self.target.structure
        self.tells_margin = CORROSION in self.weapon.traits
        self.tells_raw = not self.weapon.traits.keys().isdisjoint(EFFECTS)

    def wound(self, margin: int, raw: int) -> Wound:
        """A hit; what the effects of the weapon do not ask for is left out, so that like Wounds are equal."""
        damage = self.hurt.felt(raw)
        shown, kept = margin if self.tells_margin else 0, raw if self.tells_raw else damage
        return Wound(self.strike.target, self.strike.attacker, self.strike.weapon, damage, kept, shown)

    @heeds("brigands.5.6a")
    def damages(self, margin: int, spare: bool) -> Weights:
        """The damage of a hit by this margin before the target feels it, out of 36.

        A Marginal Hit is one more die; with a Reroll to `spare` it is thrown again if it does not bite.
        """
        found = self.hurt.damages(margin)
        return again_below(found, 1) if spare else {raw: ways * SIDES for raw, ways in found.items()}

    def worth(self, margin: int, spare: bool) -> int:
        """What a margin is worth to the attacker: damage first, and that it hits at all."""
        if not self.hurt.hits(margin):
            return 0
        felt = ((min(self.hurt.felt(raw), self.left), ways) for raw, ways in self.damages(margin, spare).items())
        return sum((WORTH_OF_A_POINT * damage + 1) * ways for damage, ways in felt)

    def wounds(self, attack: int, defence: int, spare: bool) -> Iterator[tuple[Wound, int]]:
        """What two results come to, out of 36."""
        margin = attack - defence
        if not self.hurt.hits(margin):
            wound = missed(self.state, self.strike, self.weapon, attack)
            yield wound if wound.building else wound._replace(stray=-1), SIDES * SIDES
            return
        for raw, ways in self.damages(margin, spare).items():
            yield self.wound(margin, raw), ways


@heeds("brigands.1.2i", "brigands.5.8")
def wounds_of(state: State, strike: Strike, aid: str = "") -> tuple[Wounds, int]:
    """All Wounds of a Strike and the total of their weights; with an aid one side has one Reroll and uses it well."""
    struck = Strikes(state, strike)
    if aid:
        return _with_reroll(struck, aid)
    found: Wounds = {}
    if state.units[strike.target].inside:  # what misses may strike the building, and how hard its result says
        attack, defence = pool_results(struck.pools)
        pairs = [(ours, theirs, w * v) for ours, w in attack.items() for theirs, v in defence.items()]
        total = attack.total * defence.total
    else:
        margins = pool_margin(struck.pools)
        pairs, total = [(margin, 0, ways) for margin, ways in margins.items()], margins.total
    for ours, theirs, ways in pairs:
        for wound, share in struck.wounds(ours, theirs, spare=False):
            found[wound] = found.get(wound, 0) + ways * share
    return found, total * SIDES * SIDES


def _with_reroll(struck: Strikes, aid: str) -> tuple[Wounds, int]:
    """Roll again where that is better on average than what lies on the table."""
    attack, defence = pool_results(struck.pools)
    attacking = aid == ATTACK_REROLL
    again = attack if attacking else defence
    dice = struck.pools.attack if attacking else struck.pools.defence
    found: Wounds = {}
    for ours, w in attack.items():
        for theirs, v in defence.items():
            new = [((a, theirs) if attacking else (ours, a), ways) for a, ways in again.items()]
            kept = struck.worth(ours - theirs, spare=attacking) * again.total
            gain = sum(struck.worth(a - d, spare=False) * ways for (a, d), ways in new) - kept
            if dice > 0 and (gain > 0 if attacking else gain < 0):
                results = [(pair, ways, False) for pair, ways in new]
            else:
                results = [((ours, theirs), again.total, attacking)]
            for (a, d), ways, spare in results:
                for wound, share in struck.wounds(a, d, spare):
                    found[wound] = found.get(wound, 0) + w * v * ways * share
    return found, attack.total * defence.total * again.total * SIDES * SIDES
