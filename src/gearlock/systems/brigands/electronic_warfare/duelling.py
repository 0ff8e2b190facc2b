"""1.2c and 8.4a: the Opposed Rolls of electronic warfare. No skill counts in them; ratings are Base Dice."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Faces
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.attacking.rerolls import evade_rerolls
from gearlock.systems.brigands.chain_of_command.formation import is_near
from gearlock.systems.brigands.dice import BASE_DICE, bonus_of, margin_of_success, pool_of, score, standard_modifiers
from gearlock.systems.brigands.electronic_warfare.events import Contested
from gearlock.systems.brigands.flying.airborne import airborne_modifiers
from gearlock.systems.brigands.opposing import Results, Sides, resolve_opposed_roll
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.traits import mind_modifiers, stable_modifiers

ACTIVE_ECM, SCRAMBLE, DISABLE_DEFENSE = "Active ECM", "Scramble", "Disable Defense"
ECCM_DICE = 2


class Clash(NamedTuple):
    """One Opposed Roll to be made: what it is about, who against whom, and the lines of both."""

    action: str
    unit: str
    target: str
    attack: list[Modifier]
    defence: list[Modifier]

    @property
    def pools(self) -> Pools:
        """The dice and results that the lines come to."""
        return Pools(pool_of(self.attack), pool_of(self.defence), bonus_of(self.attack), bonus_of(self.defence))


@heeds("brigands.1.2d", "brigands.1.2c")
def base_modifiers(count: int, label: str, rule_id: str) -> list[Modifier]:
    """So many Base Dice, told as what they are more or less than the usual two."""
    return [dice(count - BASE_DICE, f"{label}: {count} Base Dice", rule_id)] if count != BASE_DICE else []


@heeds("brigands.1.2f", "brigands.trait.stable", "brigands.trait.ann")
def attacker_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """What counts for whoever uses ECM or ECCM against another: posture, damage, a steady frame, its mind."""
    return standard_modifiers(unit, attacking=True) + stable_modifiers(state, unit) + mind_modifiers(state, unit)


@heeds("brigands.1.2f", "brigands.9.7", "brigands.trait.ann")
def defender_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """What counts for whom it is used against: posture, damage, being in the air, its mind."""
    return standard_modifiers(unit, attacking=False) + airborne_modifiers(state, unit) + mind_modifiers(state, unit)


@rule("brigands.8.4a", "brigands.8.4b", "brigands.trait.eccm")
def eccm_modifiers(state: State, target: Unit) -> list[Modifier]:
    """Two dice against ECM for a model with ECCM or with a friend within 6 in that has it, once."""
    helped = any(unit.has("ECCM") and is_near(unit.body, target.body) for unit in state.fielded(target.seat))
    return [dice(ECCM_DICE, "ECCM", "brigands.trait.eccm")] if helped else []


@rule("brigands.1.2c")
@heeds("brigands.1.2j")
def resolve_clash(ctx: Ctx[State], clash: Clash) -> Script[bool]:
    """Make the roll, with Rerolls like any other; a Margin of Success of 0 is enough."""
    pools = clash.pools

    def report(attack: Faces, defence: Faces) -> tuple[Contested, str, Results]:
        ours, theirs = score(attack, pools.attack_modifier), score(defence, pools.defence_modifier)
        margin = margin_of_success(ours, theirs)
        who, lines = (clash.unit, clash.action, clash.target), (tuple(clash.attack), tuple(clash.defence))
        event = Contested(*who, attack, defence, ours, theirs, margin, margin >= 0, *lines)
        outcome = "it works" if event.success else "it fails"
        return event, f"{clash.action} {ours} against {theirs}, {outcome}", Results(ours, theirs)

    guard = evade_rerolls(ctx.state, ctx.state.units[clash.target])
    sides = Sides(clash.unit, clash.target, pools, [], guard, lambda margin: float(margin >= 0))
    rolled = yield from resolve_opposed_roll(ctx, sides, report)
    return rolled.success
