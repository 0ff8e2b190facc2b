"""What each roll of an attack would be: lines, totals, penetration against armor, and exact odds."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import rule
from gearlock.kernel.view import Preview
from gearlock.odds.pools import pool_result
from gearlock.systems.brigands.attacking.modifiers import Strike, duel_of
from gearlock.systems.brigands.damage.hurt import Hurt, hurt_of
from gearlock.systems.brigands.dice import STEP
from gearlock.systems.brigands.judging.strike_odds import card_of, odds_in
from gearlock.systems.brigands.judging.worth import worth_with
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import Weapon


def preview_strikes(state: State, strikes: list[Strike]) -> Preview:
    """The rolls of one attack, each further one under the first; what friends would suffer is a risk."""
    seat = state.units[strikes[0].attacker].seat
    shots = [preview_strike(state, strike) for strike in strikes]
    gives = risks = 0.0
    for strike, shot in zip(strikes, shots, strict=True):
        if state.units[strike.target].seat == seat:
            risks += shot.gives
        else:
            gives += shot.gives
    return msgspec.structs.replace(shots[0], gives=gives, risks=risks, also=tuple(shots[1:]))


def preview_strike(state: State, strike: Strike) -> Preview:
    """One roll at one target."""
    target = state.units[strike.target]
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    duel = duel_of(state, strike)
    pools = duel.pools
    return Preview(
        tuple(duel.attack),
        tuple(duel.defence),
        card_of(odds_in(weapon, target, pools)),
        worth_with(state, strike, pools),
        target=target.id,
        whole=target.line.bulk,
        left=target.hull + target.structure,
        attack_total=pool_text(pools.attack, pools.attack_modifier, pools.attack_step),
        defence_total=pool_text(pools.defence, pools.defence_modifier, pools.defence_step),
        harm=harm_text(weapon, target, hurt_of(weapon, target)),
    )


@rule("brigands.A5.1")
def pool_text(count: int, bonus: int, step: int) -> str:
    """A pool as a player rolls it, and what it comes to on average: `3D6 +1, mean 6.58`. Without dice it is 1."""
    if not count:
        return "no dice, so 1"
    adding = f", other dice add from {step}+" if step != STEP else ""
    mean = pool_result(count, bonus, step).mean()
    return f"{count}D6{f' {bonus:+d}' if bonus else ''}{adding}, mean {mean:.2f}"


def harm_text(weapon: Weapon, target: Unit, hurt: Hurt) -> str:
    """Penetration against Armor, and everything else that turns a margin into damage."""
    harm = hurt.harm
    words = [f"PEN {weapon.pen} against Armor {target.line.armor}: damage is MoS {harm.offset:+d}"]
    if harm.ap:
        words.append(f"AP:{harm.ap} does the MoS up to {harm.ap} if that is more")
    if harm.least:
        words.append("Agile: only MoS 1 hits")
    if target.line.type == "Infantry":
        words.append("Infantry loses 1 at most" if hurt.capped else "AI: Infantry feels all of it")
    if hurt.soaked:
        words.append("Field Armor takes off 1, but not the last")
    if hurt.doubled:
        words.append("AS doubles it")
    return "; ".join(words)
