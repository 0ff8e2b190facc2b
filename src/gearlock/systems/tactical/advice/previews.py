"""What every order would mean before it is given: support, Victory Points, and one table of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import Previews
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.mechanics.pools.fortune import pool_fortune
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds, total_odds
from gearlock.odds.pools import Spread
from gearlock.systems.tactical.advice.attack_odds import (
    BY_TABLES,
    WHOLE,
    duel_of,
    lost_to,
    mean_lost,
    prospect,
    share_gone,
    stakes,
    step_after,
)
from gearlock.systems.tactical.advice.attacks_and_moves import (
    A_POINT,
    preview_activation,
    preview_attack,
    preview_clip,
    preview_declaring,
    preview_deploy,
    preview_designating,
    preview_move,
    preview_observing,
    preview_point,
    preview_ram,
    preview_saturation,
    preview_settling,
    preview_shift,
    preview_smoke,
    preview_strike,
    preview_throw,
    preview_waiting,
    shot_preview,
    staying,
)
from gearlock.systems.tactical.advice.objectives import minded, preview_leaving, preview_taking, preview_wrecking
from gearlock.systems.tactical.advice.toys import TOY_PREVIEWS
from gearlock.systems.tactical.attacks.exchange import defense_lines, rolls_defense
from gearlock.systems.tactical.attacks.targets import cost_of
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, Caught, ChangeClip, Designate, Observe, caught_in
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.command import SpendPoint, Warn
from gearlock.systems.tactical.damage.amounts import OVERKILL, hit_damage
from gearlock.systems.tactical.datacards import QUALIFIED
from gearlock.systems.tactical.deployment import Deploy, Hide
from gearlock.systems.tactical.dice_tests import UseIntelligence, rolled_with
from gearlock.systems.tactical.fires import SetFire
from gearlock.systems.tactical.ground_targets import Demolish, Saturate
from gearlock.systems.tactical.melee import Strike, Throw
from gearlock.systems.tactical.movement.course import Move, Ram, ShiftSpeed
from gearlock.systems.tactical.rounds.activation import Reveal, on_table
from gearlock.systems.tactical.rounds.round import Activate, Declare, EndActivation, Settle
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable, TakeObject, WreckObject
from gearlock.systems.tactical.sensors.sensors import LaunchSmoke
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.subplots.orders_and_events import CallTraitor, ClearWeapon, Rally
from gearlock.systems.tactical.support.aircraft import Run, air_lines, line_through, run_of, run_pair, targets_on
from gearlock.systems.tactical.support.artillery import (
    CALL,
    barrage_damage,
    barrage_lines,
    barrage_pair,
    call_lines,
    call_threshold,
    deviation,
    landing_point,
    refuse_call,
)
from gearlock.systems.tactical.support.buying import (
    REROLL,
    BuySupport,
    CallBarrage,
    Fly,
    Intercept,
    NameSpotter,
    Strafe,
    price_of,
)
from gearlock.systems.tactical.support_assets import aircraft, salvos
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.systems.tactical.victory_points import (
    CANCELLING,
    FOR_A_MISSION,
    BuyClip,
    BuyCondition,
    BuyCover,
    BuyPriority,
    BuyReinforcement,
    BuySalvo,
    CancelDamage,
    points_to_spend,
    price_of_reinforcements,
)
from gearlock.systems.tactical.weapons import Weapon

# --- 4.2.2: what it is worth to pay a damage result off: what it would cost the unit, less what the points are worth

A_VICTORY_POINT: Final = 1 / FOR_A_MISSION
"""What a point is worth in shares of an average unit: unspent ones win the campaign, and a victory is worth a unit."""
MENDED: Final = 0.5
"""What damage of earlier blows counts that technicians could have mended, had the unit come home."""


def is_the_end(state: State, unit: Unit, level: str) -> bool:
    """Whether a result would put the unit out of the campaign."""
    if level == OVERKILL or state.switch(DETAILED_DAMAGE):
        return level == OVERKILL
    return share_gone(unit) + step_after(unit, level) / WHOLE >= 1


def share_at_stake(state: State, unit: Unit, level: str) -> float:
    """The share of a whole unit that a result would cost now; of one that is lost by it, earlier damage by half."""
    gone = share_gone(unit)
    if is_the_end(state, unit, level):
        return 1 - gone + MENDED * gone
    lost = BY_TABLES[level] if state.switch(DETAILED_DAMAGE) else step_after(unit, level) / WHOLE
    return min(lost, 1 - gone)


@heeds("tactical.4.2.2-spending")
def worth_of_whole(state: State, unit: Unit) -> float:
    """What a whole unit counts on its side, but never more than the points that another of its TV could be had for."""
    another = A_VICTORY_POINT * price_of_reinforcements(unit.tv)
    return min(stakes(state, unit.seat).get(unit.id, 1.0), another)


def preview_cancelling(state: State, seat: str, order: CancelDamage) -> Preview:
    """A result that does not count, for points that win campaigns: only costly losses are worth them."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != seat or order.level not in CANCELLING:
        return Preview()
    saved = worth_of_whole(state, unit) * share_at_stake(state, unit, order.level)
    paid = A_VICTORY_POINT * CANCELLING[order.level]
    notes = (f"The loss counts as {saved:.2f} of an average unit, the points as {paid:.2f}",)
    return Preview(gives=saved - paid, notes=notes)


def cancelling_cost(state: State, seat: str, order: CancelDamage) -> str:
    """So many Victory Points of those left."""
    price = CANCELLING.get(order.level, 0)
    return f"{price} Victory Points of {points_to_spend(state, seat)}" if price else ""


# --- What support would mean: salvos that may land beside their point, attack runs, interceptions, other dice

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


# --- What a throw was worth: the result of a roll before modifiers

OTHER = "other dice"
TERMS = (
    "points",
    "Added up are the results of skill rolls before modifiers, where a point more is a point of margin. Dice of tables "
    "and directions, and rolls without a skill, are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of a roll with a skill; None for dice of other kinds."""
    return None if roll.step is None else pool_fortune(roll, faces, OTHER)


# --- What every order would mean before it is given, and what it is paid with: one table of each

FOUGHT_ON = 0.5
"""What a unit more is worth in the line."""
WARNED = 0.1
"""What two points of defense are worth, roughly, before the dice."""


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that says all by itself."""
    return Preview()


def preview_warning(_state: State, _seat: str, _order: Warn) -> Preview:
    """Two points of defense, less the Command Point."""
    return Preview(gives=WARNED - A_POINT)


def preview_condition(_state: State, _seat: str, _order: Order) -> Preview:
    """Weather for both sides is worth nothing by itself, nor is the rest worth points that win campaigns."""
    return Preview(gives=-WARNED)


def preview_rally(_state: State, _seat: str, _order: Rally) -> Preview:
    """Somebody fights on."""
    return Preview(gives=FOUGHT_ON)


def preview_traitor(_state: State, _seat: str, _order: CallTraitor) -> Preview:
    """A unit more, and the enemy one fewer: better now than later, when it may be lost."""
    return Preview(gives=2 * FOUGHT_ON)


def action_cost(state: State, _seat: str, order: Any) -> str:
    """So many Actions of those left."""
    unit = state.units.get(order.unit)
    count = cost_of(order) if isinstance(order, Attack) else 1
    return "" if unit is None else f"{count} Action{'s' * (count != 1)} of {unit.actions}"


def point_cost(state: State, seat: str, _order: Any) -> str:
    """A Command Point of those left."""
    left = {kind: state.points.get(f"{kind}:{seat}", 0) for kind in ("ICP", "TCP")}
    return f"1 Command Point of {sum(left.values())}"


PREVIEWS: Previews[State] = Previews(
    {
        **dict.fromkeys(BOOK.orders, staying(preview_nothing)),
        Attack: staying(minded(preview_attack)),
        Strike: staying(minded(preview_strike)),
        Throw: staying(minded(preview_throw)),
        Ram: preview_ram,
        Saturate: staying(minded(preview_saturation)),
        Demolish: staying(minded(preview_nothing)),
        SetFire: staying(minded(preview_nothing)),
        Observe: staying(minded(preview_observing)),
        Designate: staying(minded(preview_designating)),
        LeaveTable: preview_leaving,
        WreckObject: staying(preview_wrecking),
        TakeObject: staying(preview_taking),
        ChangeClip: staying(preview_clip),
        Move: preview_move,
        Settle: preview_settling,
        ShiftSpeed: preview_shift,
        LaunchSmoke: preview_smoke,
        EndActivation: preview_waiting,
        Activate: preview_activation,
        Declare: preview_declaring,
        Deploy: preview_deploy,
        Hide: preview_deploy,
        SpendPoint: preview_point,
        Warn: preview_warning,
        CancelDamage: preview_cancelling,
        **TOY_PREVIEWS,
        **dict.fromkeys((BuyCondition, BuySalvo, BuyCover, BuyReinforcement, BuyPriority, BuyClip), preview_condition),
        BuySupport: preview_buying,
        NameSpotter: preview_spotter,
        CallBarrage: staying(minded(preview_call)),
        Fly: preview_fly,
        Strafe: preview_strafe,
        Intercept: preview_intercept,
        UseIntelligence: preview_reroll,
        Reveal: preview_reveal,
        Rally: preview_rally,
        CallTraitor: preview_traitor,
    },
    {
        **dict.fromkeys(
            (Attack, Strike, Throw, Ram, Saturate, Observe, Designate, ChangeClip, CallBarrage, ClearWeapon),
            action_cost,
        ),
        SpendPoint: point_cost,
        Warn: point_cost,
        CancelDamage: cancelling_cost,
    },
)
