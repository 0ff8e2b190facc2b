"""What an order would mean: modifier lines, exact odds, and a rough worth of where a move ends."""

from __future__ import annotations

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.odds.outcome import pool_odds
from gearlock.odds.pools import pool_margin
from gearlock.systems.brigands.attacking.area import strikes_of
from gearlock.systems.brigands.attacking.attack import refuse_targets
from gearlock.systems.brigands.attacking.demolition import demolition_pools
from gearlock.systems.brigands.attacking.orders import Attack, Demolish, SnapFire
from gearlock.systems.brigands.attacking.siege import secondary_strikes
from gearlock.systems.brigands.attacking.snap_fire import victim_of
from gearlock.systems.brigands.buildings.plan import plan_of
from gearlock.systems.brigands.buildings.strength import hurt_to_building, standing_building
from gearlock.systems.brigands.command.orders import GiveOrder
from gearlock.systems.brigands.damage.effects import EFFECTS
from gearlock.systems.brigands.damage.falling import hits_of_fall
from gearlock.systems.brigands.deployment.orders import Deploy
from gearlock.systems.brigands.flying.airborne import altitude_at
from gearlock.systems.brigands.judging.danger import best_worth, danger, danger_here
from gearlock.systems.brigands.judging.mending import best_mending
from gearlock.systems.brigands.judging.order_worth import order_worth, waiting
from gearlock.systems.brigands.judging.outlook import standing
from gearlock.systems.brigands.judging.reckoning import reckoning_of
from gearlock.systems.brigands.judging.strike_odds import building_odds, card_of, collapse_worth
from gearlock.systems.brigands.judging.strike_preview import pool_text, preview_strike, preview_strikes
from gearlock.systems.brigands.judging.worth import strikes_at, worth
from gearlock.systems.brigands.lock_and_cover.orders import FireSmoke
from gearlock.systems.brigands.lock_and_cover.smoke import fired
from gearlock.systems.brigands.movement.climbing import trace_climb
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.flight import trace_jump, trace_slide
from gearlock.systems.brigands.movement.floors import trace_floors
from gearlock.systems.brigands.movement.movement import moves_of, trace
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, EndMove, Jump, Move, Turn
from gearlock.systems.brigands.objectives.wanted_places import errand_worth
from gearlock.systems.brigands.reactions.orders import Overwatch, Standby
from gearlock.systems.brigands.reactions.watch import tokens_of
from gearlock.systems.brigands.rounds.answers import POSTURES
from gearlock.systems.brigands.rounds.orders import Activate, EndActivation
from gearlock.systems.brigands.shown.route import Going, route_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import turned
from gearlock.table.terrain import Piece

NOBODY_HIT = OddsCard(0.0, 0.0, {0: 1.0})
WORTH_OF_A_MOVE = 0.01
"""What a Move counts, in shares of a model, when a posture is chosen."""
WORTH_OF_A_REACTION = 0.25
"""What a token counts of the attack it could make at once: the enemy may not give it an occasion."""


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the Active model where it is, with the danger of that, so that orders can be compared."""

    def preview(state: State, seat: str, order: Order) -> Preview:
        meant, active = shown(state, seat, order), state.active()
        if active is None or meant.ends is not None or getattr(order, "unit", "") != active.id:
            return meant
        return _there(state, active, meant)

    return preview


def preview_attack(state: State, _seat: str, order: Attack) -> Preview:
    """The attack, and the danger of staying where it is made from: of a drone's, where its Controlling model stands."""
    shot = _shot(state, order)
    if shot.ends is None:
        return shot
    return _there(state, state.units[state.units[order.unit].controller or order.unit], shot)


def preview_deploy(_state: State, _seat: str, order: Deploy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def _there(state: State, unit: Unit, shown: Preview) -> Preview:
    """An order that leaves a model where it is, with the danger of that."""
    here = danger_here(state, unit)
    return msgspec.structs.replace(shown, risks=shown.risks + here, lasting=here, ends=pose_of(unit))


def preview_snap_fire(state: State, _seat: str, order: SnapFire) -> Preview:
    """The attack it comes to, from as high as the model stands up for it."""
    victim = victim_of(state, order)
    if victim is None or order.unit not in state.units:
        return Preview()
    if order.tall:
        state = state.clone()
        state.units[order.unit].tall = True
    shot = _shot(state, Attack(order.unit, order.weapon, order.category, (victim.id,)))
    return msgspec.structs.replace(shot, ends=None, forgone=_kept_attack(state, state.units[order.unit]))


def _kept_attack(state: State, unit: Unit) -> float:
    """What a model could do with its last Action in its own activation, if that is still to come this Round."""
    return standing(state, unit.seat, unit.id).strikes if unit.actions == 1 and not unit.activated else 0.0


def _shot(state: State, order: Attack) -> Preview:
    """Lines and odds of every Strike; the worth of all of them, harm to friends counted as risk."""
    unit = state.units.get(order.unit)
    weapon = None if unit is None else unit.line.weapons.get(order.weapon)
    if unit is None or weapon is None or not unit.is_fielded or order.category not in weapon.categories:
        return Preview()
    refusal = refuse_targets(state, unit, order.targets)
    if refusal is not None:
        return Preview(notes=(refusal.message,))
    strikes = strikes_of(state, unit, weapon, order)
    spot = (*order.aim[:2], 0) if order.aim is not None and not order.targets else None
    if not strikes:
        return Preview(odds=NOBODY_HIT, notes=("nobody is in the area",), spot=spot)
    notes = tuple(f"a hit brings {effect} too" for effect in EFFECTS if effect in weapon.traits)
    return msgspec.structs.replace(preview_strikes(state, strikes), ends=pose_of(unit), notes=notes, spot=spot)


@rule("brigands.A5.2", "brigands.A5.3")
def bare_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """The odds of bare pools."""
    return card_of(pool_odds(attack, defence, pen, armor))


def preview_pose(state: State, _seat: str, order: Going | Turn) -> Preview:
    """The best attack or Repair there is from where the order ends, and the best enemy attack on that place."""
    unit = state.units.get(order.unit)
    if unit is None or state.activation is None or state.activation.unit != unit.id:
        return Preview()
    mover = unit.clone()
    after = state.with_unit(mover)
    fallen, route = 0.0, None
    if isinstance(order, Turn):
        mover.facing = turned(mover.facing, order.angle)
    else:
        end = _traced(state, order)
        if isinstance(end, Refusal):
            return Preview(notes=(end.message,))
        mover.x, mover.y, mover.z, mover.facing, mover.hanging = end.x, end.y, end.z, end.facing, end.hanging
        mover.inside = end.inside
        fallen, route = hits_of_fall(unit, end.fall) / (2 * unit.line.bulk), route_of(state, order, end)
    others = reckoning_of(state)
    lasting = danger(after, mover, others)
    hoped = max(best_worth(after, mover, others), best_mending(after, mover))
    gives = hoped + errand_worth(state, unit, mover.x, mover.y)
    risks = lasting + fallen
    return Preview(gives=gives, risks=risks, hoped=hoped, lasting=lasting, ends=pose_of(mover), route=route)


def _traced(state: State, order: Going) -> Moved | Refusal:
    """Where an order of movement would lead."""
    if isinstance(order, Move):
        return trace(state, order)
    if isinstance(order, Climb):
        return trace_climb(state, order)
    if isinstance(order, ChangeFloor):
        return trace_floors(state, order)
    return trace_jump(state, order) if isinstance(order, Jump) else trace_slide(state, order)


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a model stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def preview_posture(state: State, _seat: str, order: Activate) -> Preview:
    """What the posture gives an attack from where the model stands, and a little for each Move it allows.

    A VTOL that takes off or lands counts by how much less it is in danger then.
    """
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or order.posture not in POSTURES:
        return Preview()
    unit = unit.clone()
    unit.posture, unit.tall = order.posture, order.tall
    after = state.with_unit(unit)
    safety = 0.0
    if order.airborne != unit.airborne:
        exposed = danger(after, unit)
        unit.airborne = order.airborne
        floor = surface_at(state.ground, unit.x, unit.y, unit.z)
        unit.z = altitude_at(state.ground, unit.x, unit.y) if unit.airborne else floor
        safety = exposed - danger(after, unit)
    gives = best_worth(after, unit) + WORTH_OF_A_MOVE * moves_of(order.posture) + safety
    return Preview(gives=gives, hoped=gives, ends=pose_of(unit))


def preview_waiting(state: State, _seat: str, order: EndMove | EndActivation | Standby | Overwatch) -> Preview:
    """The danger of staying where one is; Actions kept for reactions are worth a part of what they could do now."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    kept = WORTH_OF_A_REACTION * best_worth(state, unit) if isinstance(order, Standby | Overwatch) else 0.0
    if isinstance(order, Overwatch):
        return _on_overwatch(state, unit, kept)
    return _there(state, unit, Preview(gives=kept))


@heeds("brigands.6.2")
def _on_overwatch(state: State, unit: Unit, kept: float) -> Preview:
    """On Overwatch a model counts as Braced, also once its activation is over: it is hit more easily."""
    watching = unit.clone()
    watching.overwatch, watching.actions = tokens_of(state, unit.id), 0
    here = danger(state.with_unit(watching), watching)
    return Preview(gives=kept, risks=here, lasting=here, ends=pose_of(unit))


def preview_order(state: State, _seat: str, order: GiveOrder) -> Preview:
    """What an Order is worth to the Combat Group; the leader stays where it is."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded:
        return Preview()
    attacks = (
        {}
        if target is None
        else {
            friend.id: max(
                (worth(state, strike) for strike in strikes_at(state, friend, target, turning=True)), default=0.0
            )
            for friend in waiting(state, unit)
        }
    )
    risk = danger_here(state, unit)
    worth_of_it = order_worth(state, order, attacks, risk)
    return Preview(gives=worth_of_it, risks=risk, lasting=risk, ends=pose_of(unit))


def preview_demolition(state: State, _seat: str, order: Demolish) -> Preview:
    """Lines and odds against the building and all models its area reaches, worth what they and its fall would do."""
    unit, piece = state.units.get(order.unit), standing_building(state, order.building)
    weapon = None if unit is None else unit.line.weapons.get(order.weapon)
    if unit is None or weapon is None or piece is None or order.category not in weapon.categories:
        return Preview()
    lines, pools = demolition_pools(state, unit, weapon, order.category, piece)
    hurt = hurt_to_building(weapon, piece)
    doubled = "; AS doubles it" if hurt.doubled else ""
    here = danger_here(state, unit) if unit.is_fielded else 0.0
    odds, beside = building_odds(state, piece, weapon, pool_margin(pools)), secondary_strikes(state, order, piece)
    also = tuple(preview_strike(state, strike) for strike in beside)
    own, foes = (
        sum(s.gives for s in also if (state.units[s.target].seat == unit.seat) == ours) for ours in (True, False)
    )
    fall = odds.p_destroyed * collapse_worth(state, piece, unit.seat)
    return Preview(
        tuple(lines),
        odds=odds,
        gives=foes + max(0.0, fall),
        risks=here + own + max(0.0, -fall),
        lasting=here,
        ends=pose_of(unit),
        spot=_middle_of(piece),
        target=piece.name,
        attack_total=pool_text(pools.attack, pools.attack_modifier, pools.attack_step),
        defence_total="always 1",
        harm=f"PEN {weapon.pen} against Armor {plan_of(piece).armor}: damage is MoS {hurt.harm.offset:+d}{doubled}",
        also=also,
    )


def _middle_of(piece: Piece) -> tuple[int, int, int]:
    """Where one points at a building: the mean of its corners."""
    xs, ys = zip(*piece.outline, strict=True)
    return sum(xs) // len(xs), sum(ys) // len(ys), 0


def preview_smoke(state: State, _seat: str, order: FireSmoke) -> Preview:
    """The danger of staying behind the cloud."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    after = state.clone()
    after.smoke.append(fired(unit).cloud)
    here = danger(after, after.units[unit.id])
    return Preview(risks=here, lasting=here, ends=pose_of(unit))
