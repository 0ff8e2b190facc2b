"""What special melee attacks would mean: how likely they are to succeed, and what an impact does to both."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.pools import Pools, pool_result
from gearlock.systems.blitz.attacks.modifiers import Duel
from gearlock.systems.blitz.destructible_terrain.demolition import as_target, demolition_duel
from gearlock.systems.blitz.destructible_terrain.orders import Demolish
from gearlock.systems.blitz.destructible_terrain.strength import can_be_damaged
from gearlock.systems.blitz.general_concepts.dice import PILOT, skill_of
from gearlock.systems.blitz.impacts_and_falling.impacts import impact_dice
from gearlock.systems.blitz.judging.attacks import pool_text
from gearlock.systems.blitz.judging.casting import Cast, attack_dice, sure
from gearlock.systems.blitz.judging.strikes import Strike, expected_share, odds_card, strike_of
from gearlock.systems.blitz.judging.victims import Victim
from gearlock.systems.blitz.special_melee.bodies import brute_force_duel, crush_duel, crushing, pushed_by, ram_duel
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.weapons import bodily

SIDES = 6


def chance_of(pools: Pools) -> float:
    """How likely a check is to come to as much as the one against it."""
    ours = pool_result(pools.attack, 0, pools.attack_step)
    theirs = pool_result(pools.defence, 0, pools.defence_step)
    good = sum(w * v for a, w in ours.items() for d, v in theirs.items() if a >= d)
    return good / (ours.total * theirs.total)


@heeds("blitz.13.2")
def blow_share(unit: Unit, other: Unit) -> float:
    """What an impact with another is expected to cost a model, as a share of it."""
    failing = (skill_of(unit, PILOT) - 1) / SIDES
    return min(1.0, impact_dice(unit, other) * failing / unit.line.bulk)


def _shown(duel: Duel, target: Unit, gives: float, risks: float) -> Preview:
    pools = duel.pools
    chance = chance_of(pools)
    return Preview(
        tuple(duel.attack),
        tuple(duel.defence),
        OddsCard(chance, gives * target.line.bulk, {}),
        gives,
        risks=risks,
        target=target.id,
        whole=target.line.bulk,
        left=target.hull + target.structure,
        attack_total=pool_text(pools.attack, pools.attack_step),
        defence_total=pool_text(pools.defence, pools.defence_step),
    )


def preview_ram(state: State, _seat: str, order: Ram) -> Preview:
    """The impact it leads to, for both."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not (unit.is_fielded and target.is_fielded):
        return Preview()
    duel = ram_duel(state, unit, target)
    chance = chance_of(duel.pools)
    return _shown(duel, target, chance * blow_share(target, unit), chance * blow_share(unit, target))


def preview_brute_force(state: State, _seat: str, order: BruteForce) -> Preview:
    """The check against each model in front; a push does no damage of its own."""
    unit = state.units.get(order.unit)
    targets = [] if unit is None else pushed_by(state, unit)
    if unit is None or not targets:
        return Preview()
    shown = [_shown(brute_force_duel(state, unit, target), target, 0.0, 0.0) for target in targets]
    return Preview(
        shown[0].attack, shown[0].defence, shown[0].odds, target=shown[0].target, also=tuple(shown[1:]),
        attack_total=shown[0].attack_total, defence_total=shown[0].defence_total,
    )  # fmt: skip


def preview_crush(state: State, _seat: str, order: Crush) -> Preview:
    """A melee attack with the model's weight."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not (unit.is_fielded and target.is_fielded):
        return Preview()
    duel, weapon = crush_duel(state, unit, target), bodily(crushing(unit, target))
    strike = strike_of(state, unit, weapon, target, duel)
    shown = _shown(duel, target, expected_share(strike, target), 0.0)
    return Preview(
        shown.attack, shown.defence, odds_card(strike, target), shown.gives, target=target.id,
        whole=shown.whole, left=shown.left, attack_total=shown.attack_total, defence_total=shown.defence_total,
    )  # fmt: skip


def preview_demolition(state: State, _seat: str, order: Demolish) -> Preview:
    """Odds against a piece of terrain; that it is gone is worth nothing by itself."""
    unit = state.units.get(order.unit)
    piece = next((piece for piece in state.ground.pieces if piece.id == order.piece), None)
    held = None if unit is None else unit.line.weapons.get(order.weapon)
    if unit is None or piece is None or held is None or order.load not in held.loads or not can_be_damaged(piece):
        return Preview()
    weapon, (_, target) = held.loads[order.load], as_target(state, unit, piece)
    duel = demolition_duel(state, unit, weapon, piece)
    shown = _shown(duel, target, 0.0, 0.0)
    pools = duel.pools
    ours = attack_dice(state, unit, weapon, pools.attack, None)
    cast = Cast(ours, sure(pools.defence), pools.attack_step, pools.defence_step)
    odds = odds_card(Strike(weapon, cast, Victim(target.line)), target)
    return msgspec.structs.replace(shown, odds=odds, target=piece.name, forgone=0.5)
