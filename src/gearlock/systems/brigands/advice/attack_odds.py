"""The exact odds of one roll of an attack, with everything that changes damage on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_of, bites_of_all, mean_bites
from gearlock.odds.outcome import Exact, Odds, odds_of
from gearlock.odds.pools import Pools, Spread, pool_margin, pool_result, pool_strike
from gearlock.systems.brigands.attacks.attack import Aim, can_bear, refuse_weapon
from gearlock.systems.brigands.attacks.modifiers import Strike, duel_of
from gearlock.systems.brigands.buildings import height_in, hurt_to_building, strength_of
from gearlock.systems.brigands.damage import (
    EFFECTS,
    HAYWIRE,
    MARGINAL,
    Hurt,
    expected_bites,
    hits_of_fall,
    hurt_of,
    ordeals_of,
)
from gearlock.systems.brigands.dice import STEP
from gearlock.systems.brigands.lock_and_cover.sight import Crowd
from gearlock.systems.brigands.models import Weapon
from gearlock.systems.brigands.objectives.winning import prize_of
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.terrain import Piece

# --- The worth of attacks, in shares of the model they hurt: what orders give and risk comes of it

KEPT = 1 << 14
WORTH_OF_A_DRONE = 0.15
"""What a drone counts, in shares of a model."""


def worth(state: State, strike: Strike) -> float:
    """The damage to expect of a Strike as a share of the whole target; wrecks are worth nothing, drones little."""
    return worth_with(state, strike, duel_of(state, strike).pools) if state.units[strike.target].is_fielded else 0.0


def worth_with(state: State, strike: Strike, pools: Pools) -> float:
    """The same, of pools that are known already."""
    target = state.units[strike.target]
    if not target.is_fielded:
        return 0.0
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    hurt = hurt_of(weapon, target)
    expected = expected_damage(pools, hurt, target.hull + target.structure)
    share = (expected + expected_bites(weapon, target, pools, hurt.harm)) / target.line.bulk
    if target.controller:
        share *= WORTH_OF_A_DRONE
    return share * (1 + prize_of(state, state.units[strike.attacker], target)) if state.pursuits else share


@lru_cache(maxsize=KEPT)
def expected_damage(pools: Pools, hurt: Hurt, most: int) -> float:
    """The damage to expect on a target that has so much to lose; kept, since battles ask the same again and again."""
    damage = pool_strike(pools, hurt.harm).damage
    return sum(min(hurt.felt(amount), most) * weight for amount, weight in damage.items()) / damage.total


def strikes_at(state: State, unit: Unit, target: Unit, turning: bool, crowd: Crowd | None = None) -> Iterator[Strike]:
    """Every single-target attack of a model on another; one that is `turning` has every arc to itself."""
    aim = Aim(state, unit, target, crowd=crowd)
    distance = aim.distance
    for weapon in unit.line.weapons.values():
        if (distance > weapon.most and distance > aim.reach(weapon)) or "Proximity" in weapon.traits:
            continue
        if not turning and (
            not aim.is_in_arc(weapon.arc) or refuse_weapon(unit, weapon.id, weapon.categories[0]) is not None
        ):
            continue
        for category in weapon.categories:
            if can_bear(aim, weapon, category):
                yield aim.strike(weapon, category, False)


# --- The exact odds of one roll of an attack on a model or a building, with everything that changes damage on its way

KEPT_STRIKE_ODDS = 1 << 12


class Rolling(NamedTuple):
    """One way an attack's rolls come out: the margin, the damage before anybody feels it, and how often."""

    margin: int
    raw: int
    weight: int


def odds_of_strike(state: State, strike: Strike) -> Odds:
    """The exact odds of one Strike as both sides stand now, before any Reroll."""
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    return odds_in(weapon, state.units[strike.target], duel_of(state, strike).pools)


def odds_in(weapon: Weapon, target: Unit, pools: Pools) -> Odds:
    """The exact odds of these pools on a model, effects of the weapon counted in. Wrecks are removed by Overkill."""
    hurt = hurt_of(weapon, target)
    if not target.is_fielded:
        return _plain_odds(pools, hurt, 0, target.line.bulk)
    if not weapon.traits.keys().isdisjoint(EFFECTS):
        return odds_of_rolls(weapon, target, list(rolls_of(pool_margin(pools), hurt)))
    return _plain_odds(pools, hurt, target.hull, target.structure)


@lru_cache(maxsize=KEPT_STRIKE_ODDS)
def _plain_odds(pools: Pools, hurt: Hurt, hull: int, structure: int) -> Odds:
    """The odds on what has so much Hull and Structure; kept, since battles ask the same again and again."""
    found = pool_strike(pools, hurt.harm)
    return odds_left(
        found.damage.total, found.hits, weights_felt(dict(found.damage.items()), hurt.felt), hull, structure
    )


def weights_felt(damage: Weights, feel: Callable[[int], int]) -> Weights:
    """Amounts of damage as they are felt in the end."""
    found: Weights = {}
    for amount, weight in damage.items():
        reaching = feel(amount)
        found[reaching] = found.get(reaching, 0) + weight
    return found


def odds_left(total: int, hits: int, damage: Weights, hull: int, structure: int) -> Odds:
    """Odds on what has so much Hull and Structure left; without Hull it is not crippled any more than it is."""
    crippled = sum(weight for amount, weight in damage.items() if amount >= hull) if hull else 0
    destroyed = sum(weight for amount, weight in damage.items() if amount >= hull + structure)
    return odds_of(Exact(total, hits, damage, crippled=crippled, destroyed=destroyed))


def rolls_of(margins: Spread, hurt: Hurt) -> Iterator[Rolling]:
    """Every margin with the damage it may do before anybody feels it."""
    for margin, ways in margins.items():
        for raw, chances in hurt.damages(margin).items():
            yield Rolling(margin, raw, ways * chances)


def odds_of_rolls(weapon: Weapon, target: Unit, rolls: list[Rolling]) -> Odds:
    """The odds of an attack whose rolls come out so, effects counted in: whom its damage destroys suffers no more."""
    fielded, hurt = target.is_fielded, hurt_of(weapon, target)
    effects = {roll.margin: sum(ordeal.hits for ordeal in ordeals_of(weapon, target, roll.margin)) for roll in rolls}
    most = max(effects.values()) if fielded else 0
    damage: Weights = {}
    for margin, raw, weight in rolls:
        wound = hurt.felt(raw)
        if not fielded or not hurt.hits(margin) or wound >= target.hull + target.structure:
            damage[wound] = damage.get(wound, 0) + weight * SIDES**most
            continue
        marked = struck(weapon, target, wound)
        after = hurt_of(weapon, marked)
        lots = [(ordeal.hits, ordeal.least) for ordeal in ordeals_of(weapon, marked, margin)]
        spare = SIDES ** (most - sum(hits for hits, _ in lots))
        for bites, chances in bites_of_all(lots).items():
            amount = wound + after.felt(raw + bites) - after.felt(raw)
            damage[amount] = damage.get(amount, 0) + weight * chances * spare
    hits = sum(roll.weight for roll in rolls if hurt.hits(roll.margin)) * SIDES**most
    left = (target.hull, target.structure) if fielded else (0, target.line.bulk)
    return odds_left(sum(damage.values()), hits, damage, *left)


def struck(weapon: Weapon, target: Unit, wound: int) -> Unit:
    """A model after an attack's damage, when the effects begin: Aux traits may have failed with its Hull."""
    marked = target.clone()
    marked.hull = max(0, target.hull - wound)
    marked.haywire = target.haywire or HAYWIRE in weapon.traits
    return marked


@heeds("brigands.3.2b-attack", "brigands.5.6a", "brigands.5.7b-fire")
def building_odds(state: State, piece: Piece, weapon: Weapon, margins: Spread) -> OddsCard:
    """The odds of these margins on a building, the Marginal Hits of fire counted in."""
    hurt, fire = hurt_to_building(weapon, piece), weapon.traits.get("Fire", 0)
    damage: Weights = {}
    for margin, ways in margins.items():
        hits = fire + hurt.is_marginal(margin) if hurt.hits(margin) else 0
        for bites, chances in bites_of(hits, MARGINAL).items():
            amount = hurt.felt(hurt.raw(margin) + bites)
            damage[amount] = damage.get(amount, 0) + ways * chances * SIDES ** (fire + 1 - hits)
    whole = SIDES ** (fire + 1)
    hit = margins.at_least(hurt.harm.least) * whole
    return card_of(odds_left(margins.total * whole, hit, damage, *strength_of(state, piece)))


@heeds("brigands.3.2b-destroyed", "brigands.2.5")
def collapse_worth(state: State, piece: Piece, seat: str) -> float:
    """What it is worth to a seat that a building comes down: enemies that fall with it, less its own."""
    total = 0.0
    for unit in state.units.values():
        height = height_in(piece, unit) if unit.status == FIELDED else 0
        if height:
            bites = mean_bites(hits_of_fall(unit, height), MARGINAL)
            hurt = min(bites, unit.hull + unit.structure) / unit.line.bulk
            total += hurt if unit.seat != seat else -hurt
    return total


def card_of(odds: Odds) -> OddsCard:
    """Odds as a card shows them."""
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


# --- What each roll of an attack would be: lines, totals, penetration against armor, and exact odds


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
