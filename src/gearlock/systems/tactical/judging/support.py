"""What support would mean: salvos that may land beside their point, attack runs, interceptions, other dice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds, total_odds
from gearlock.odds.pools import Spread
from gearlock.systems.tactical.assets import aircraft, salvos
from gearlock.systems.tactical.attacks.areas import Caught, caught_in
from gearlock.systems.tactical.attacks.modifiers import defense_lines, rolls_defense
from gearlock.systems.tactical.crew_levels import QUALIFIED
from gearlock.systems.tactical.damage.amounts import hit_damage
from gearlock.systems.tactical.dice_tests.intelligence import UseIntelligence
from gearlock.systems.tactical.dice_tests.tests import rolled_with
from gearlock.systems.tactical.judging.attacks import shot_preview
from gearlock.systems.tactical.judging.odds import duel_of, lost_to, mean_lost
from gearlock.systems.tactical.judging.outlook import prospect
from gearlock.systems.tactical.rounds.hiding import Reveal, on_table
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.support.air import Run, air_lines, line_through, run_pair, targets_on
from gearlock.systems.tactical.support.buying import price_of
from gearlock.systems.tactical.support.calling import CALL, call_lines, call_threshold, refuse_call
from gearlock.systems.tactical.support.events import REROLL
from gearlock.systems.tactical.support.interception import run_of
from gearlock.systems.tactical.support.landing import (
    barrage_damage,
    barrage_lines,
    barrage_pair,
    deviation,
    landing_point,
)
from gearlock.systems.tactical.support.orders import BuySupport, CallBarrage, Fly, Intercept, NameSpotter, Strafe
from gearlock.systems.tactical.weapons import Weapon

FACES = range(1, 7)
A_POINT_OF_DICE, A_REROLL = 0.04, 0.05
"""What a point more on a roll is worth, and what a reroll is kept for."""
STOPPED = 0.3
"""What it is worth to drive an aircraft off."""
WAITED = 0.02
"""What it is worth to come out, for each round that somebody has lain in wait."""
TO_HAVE, A_TV = 0.01, 1e-5
"""What support is worth that is bought, and a little for each TV of it."""


def chance_to_beat(odds: Spread, against: int) -> float:
    """How often a total is higher than this."""
    return odds.at_least(against + 1) / odds.total


def chance_heard(state: State, unit: Unit) -> float:
    """How often a call of a spotter is heard."""
    return chance_to_beat(total_odds(rolled_with(call_lines(state, unit))), call_threshold(state, unit))


@heeds("tactical.4.1.3-artillery-effect")
def landings(state: State, seat: str, x: int, y: int) -> Iterator[tuple[int, int, int, float]]:
    """Where a salvo may come down: what its dice show, the point, and how often."""
    odds = total_odds(rolled_with(barrage_lines()))
    for total, ways in odds.items():
        share = ways / odds.total
        if not deviation(total):
            yield total, x, y, share
            continue
        for face in FACES:
            yield total, *landing_point(state, seat, x, y, face, total), share / len(FACES)


@heeds("tactical.4.1.3-artillery-effect")
def lost_in(state: State, seat: str, weapon: Weapon, total: int, caught: Caught) -> float:
    """The share of a unit that a salvo costs it, over all its defenses."""
    pair = barrage_pair(state, seat, weapon, caught.unit)
    if not caught.wholly:
        return lost_to(pair, barrage_damage(weapon.dm, total, total))
    guard = Skill(0, 0) if not rolls_defense(caught.unit) else rolled_with(defense_lines(pair))
    found = total_odds(guard) if rolls_defense(caught.unit) else Spread(0, (1,), 1)
    return sum(lost_to(pair, barrage_damage(weapon.dm, total, rolled)) * ways for rolled, ways in found.items()) / (
        found.total
    )


@heeds("tactical.4.1.3-artillery", "tactical.4.1.3-artillery-effect")
def preview_call(state: State, seat: str, order: CallBarrage) -> Preview:
    """What a salvo may do to everybody near where it may land; friends are a risk."""
    if refuse_call(state, Ask(seat, CALL, order.unit), order) is not None or order.x is None or order.y is None:
        return Preview()
    unit, weapon = state.units[order.unit], salvos()[order.salvo].weapon
    gives = risks = 0.0
    for total, x, y, share in landings(state, seat, order.x, order.y):
        for caught in caught_in(state, weapon, x, y):
            lost = share * lost_in(state, seat, weapon, total, caught)
            if caught.unit.seat == seat:
                risks += lost
            else:
                gives += lost
    heard = chance_heard(state, unit)
    notes = (f"Heard {heard:.0%} of the time; it lands on its point only on a 6", "In Step 4 of this round")
    lines = call_lines(state, unit)
    return Preview(lines, (), None, heard * gives, heard * risks, notes=notes, spot=(order.x, order.y, 0))


def _run_worth(state: State, run: Run, target: Unit) -> float:
    pair = run_pair(state, run, target)
    weapon = pair.use.weapon

    def amount(margin: int) -> int:
        return hit_damage(state, weapon, weapon.dm, margin, 0, target.is_infantry) if margin > 0 else 0

    return mean_lost(pair, duel_of(pair, air_lines(pair, run.level)), amount)


@heeds("tactical.4.1.3-air")
def preview_fly(state: State, seat: str, order: Fly) -> Preview:
    """The best attacks of a run: as often as its type attacks, on whom it would hurt most."""
    run = run_of(state, seat, order)
    if run is None:
        return Preview()
    worth = sorted((_run_worth(state, run, target) for target in targets_on(state, run)), reverse=True)
    notes = () if worth else ("Nobody of the enemy is within 2 in of this line",)
    gives = sum(worth[: run.type.attacks]) if worth else -TO_HAVE
    return Preview(gives=gives, hoped=gives, notes=notes, spot=(order.x or 0, order.y or 0, order.facing))


@heeds("tactical.4.1.3-air")
def preview_strafe(state: State, seat: str, order: Strafe) -> Preview:
    """Lines and odds of one attack from the air."""
    target = state.units.get(order.target)
    if target is None or not target.is_fielded or order.kind not in aircraft() or order.level not in (2, 3, 4):
        return Preview(gives=TO_HAVE)
    run = Run(seat, aircraft()[order.kind], order.level, *line_through(state, target.x, target.y, order.facing))
    pair = run_pair(state, run, target)
    dm = pair.use.weapon.dm

    def amount(margin: int) -> int:
        return hit_damage(state, pair.use.weapon, dm, margin, 0, target.is_infantry) if margin > 0 else 0

    shown = shot_preview(pair, air_lines(pair, run.level), amount, f"x{dm} times the margin")
    return msgspec.structs.replace(shown, gives=shown.gives + TO_HAVE)


@heeds("tactical.4.1.3-interception")
def preview_intercept(_state: State, _seat: str, order: Intercept) -> Preview:
    """How often it stops the other."""
    hunter, prey = aircraft().get(order.kind), aircraft().get(order.prey)
    if hunter is None or prey is None or hunter.interception is None:
        return Preview(gives=TO_HAVE)
    odds = margin_odds(hunter.interception, prey.defense)
    stopped, down = odds.at_least(1) / odds.total, odds.at_least(4) / odds.total
    notes = (f"Stopped {stopped:.0%} of the time, shot down {down:.0%}",)
    return Preview(gives=STOPPED * stopped, notes=notes)


def preview_buying(state: State, _seat: str, order: BuySupport) -> Preview:
    """Aircraft and salvos are worth their Threat Value; what is known of the enemy, to a bot, is not."""
    if order.what == REROLL:
        return Preview(gives=TO_HAVE / 2)
    usable = order.what in aircraft() or order.what in salvos()
    worth = TO_HAVE + A_TV * price_of(state, order.what) if usable and order.level == QUALIFIED else -TO_HAVE
    return Preview(gives=worth)


def preview_spotter(state: State, _seat: str, order: NameSpotter) -> Preview:
    """How well it would be heard."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    heard = chance_heard(state, unit)
    return Preview(gives=TO_HAVE * heard, notes=(f"Heard {heard:.0%} of the time",))


def preview_reroll(state: State, _seat: str, _order: UseIntelligence) -> Preview:
    """Other dice are worth something after a bad roll."""
    lies = state.rolled
    if lies is None:
        return Preview()
    usual = total_odds(Skill(max(0, lies.dice), lies.modifier)).mean()
    return Preview(gives=A_POINT_OF_DICE * (usual - lies.total) - A_REROLL, notes=(f"Usually {usual:.1f}",))


def preview_reveal(state: State, _seat: str, order: Reveal) -> Preview:
    """What it could do from there; nobody lies in wait for ever."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    shown = on_table(unit)
    return Preview(gives=prospect(state.with_unit(shown), shown) + WAITED * (state.round - 1))
