"""What every order would mean before it is given."""

from __future__ import annotations

from itertools import chain

import msgspec

from gearlock.kernel.chapters import Previews, Show
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.mechanics.placing.spots import Stand
from gearlock.mechanics.pools.fortune import pool_fortune
from gearlock.mechanics.pools.marginal import Weights, bites_in, bites_of
from gearlock.mechanics.pools.rerolling import margins_again
from gearlock.odds.outcome import pool_odds
from gearlock.odds.pools import Spread, pool_margin, pool_results
from gearlock.systems.brigands.advice.attack_odds import (
    Rolling,
    building_odds,
    card_of,
    collapse_worth,
    odds_left,
    odds_of_rolls,
    pool_text,
    preview_strike,
    preview_strikes,
    rolls_of,
    strikes_at,
    weights_felt,
    worth,
)
from gearlock.systems.brigands.advice.best_attack import best_worth, danger, danger_here, reckoning_of, standing
from gearlock.systems.brigands.advice.signals import (
    STAKES,
    order_worth,
    preview_boost,
    preview_chain,
    preview_designation,
    preview_disabling,
    preview_jam,
    preview_observation,
    preview_raising,
    preview_scan,
    preview_scramble,
    preview_unscramble,
    waiting,
)
from gearlock.systems.brigands.attacks.attack import (
    FREE_REROLLS,
    Attack,
    Demolish,
    SnapFire,
    refuse_targets,
    strikes_of,
)
from gearlock.systems.brigands.attacks.exchange import demolition_pools, secondary_strikes, victim_of
from gearlock.systems.brigands.buildings import hurt_to_building, plan_of, standing_building, strength_of
from gearlock.systems.brigands.command import GiveOrder, Reroll
from gearlock.systems.brigands.comms import Boost
from gearlock.systems.brigands.damage import EFFECTS, hits_of_fall, hurt_of
from gearlock.systems.brigands.damage import MARGINAL as MARGINAL_ROLL
from gearlock.systems.brigands.deployment.places import Deploy, Pathfind, SetAside
from gearlock.systems.brigands.deployment.sequence import preview_pathfind, preview_set_aside
from gearlock.systems.brigands.drones import PlaceDrone, stand_near
from gearlock.systems.brigands.electronic_warfare.contests import (
    DetailedScan,
    DisableDefense,
    Jam,
    RaiseDefense,
    Scramble,
    Unscramble,
)
from gearlock.systems.brigands.forward_observation import ChainAttack, Designate, Observe
from gearlock.systems.brigands.lock_and_cover.smoke import FireSmoke, fired
from gearlock.systems.brigands.movement.moving import trace_climb, trace_floors, trace_jump, trace_slide
from gearlock.systems.brigands.movement.paths import (
    ChangeFloor,
    Climb,
    EndMove,
    Jump,
    Move,
    Moved,
    Slide,
    Turn,
    moves_of,
    trace,
)
from gearlock.systems.brigands.objectives.objectives import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.objectives.winning import errand_worth, preview_choice, preview_marker
from gearlock.systems.brigands.reactions import Overwatch, Standby, tokens_of
from gearlock.systems.brigands.recovery_and_medics import (
    PatchUp,
    Repair,
    healed,
    is_hurt,
    legal_patches,
    legal_repairs,
    refuse_patch_up,
    refuse_repair,
)
from gearlock.systems.brigands.rounds import POSTURES, Activate, EndActivation
from gearlock.systems.brigands.shown import Going, action_cost, attack_cost, command_cost, reroll_cost, route_of
from gearlock.systems.brigands.state import FIELDED, Bites, Rolled, State, Unit
from gearlock.systems.brigands.transport import (
    BailOut,
    Disembark,
    Embark,
    boarded,
    refuse_embark,
    space_of,
    stand_beside,
)
from gearlock.systems.brigands.vtols import altitude_at
from gearlock.table.measure import turned
from gearlock.table.terrain import Piece

# --- What an order would mean: modifier lines, exact odds, and a rough worth of where a move ends

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


# --- What a Reroll would bring: the exact odds of the new roll beside what lies on the table, and what that is worth

ALONE = "As if nobody rerolled after this."
KEPT_POINT = 0.08
"""What a point is worth that is kept for a worse moment, in shares of a model."""


def preview_reroll(state: State, _seat: str, order: Reroll) -> Preview:
    """The attack if the roll is made again, and if it stands; who is asked may be the attacker or the target."""
    if state.bites is not None and state.bites.unit == order.unit:
        return _preview_bites(state, state.bites, cost_of_reroll(order))
    rolled = state.rolled
    if rolled is not None and rolled.building:
        return _preview_on_building(state, rolled, order) if rolled.unit == order.unit else Preview()
    gives = reroll_worth(state, order)
    if rolled is None or order.unit not in (rolled.unit, rolled.target):
        return Preview(gives=gives)
    stands, again = _margins(rolled, attacking=order.unit == rolled.unit)
    if rolled.weapon in STAKES:
        odds, without = (OddsCard(each.at_least(0) / each.total, 0.0, {}) for each in (again, stands))
    else:
        odds, without = _odds(state, rolled, again, new=True), _odds(state, rolled, stands, new=False)
    lies = f"The attack has {rolled.attack}, the defence {rolled.defence}."
    return Preview(odds=odds, without=without, gives=gives, target=rolled.target, notes=(lies, ALONE))


def _preview_on_building(state: State, rolled: Rolled, order: Reroll) -> Preview:
    """The attack on a building; worth the greater chance that it comes down on those in it."""
    piece, unit = state.ground.piece(rolled.building), state.units[rolled.unit]
    stands, again = _margins(rolled, attacking=True)
    weapon = unit.line.weapons[rolled.weapon]
    odds, without = (building_odds(state, piece, weapon, each) for each in (again, stands))
    gives = (odds.p_destroyed - without.p_destroyed) * collapse_worth(state, piece, unit.seat) - cost_of_reroll(order)
    lies = f"The attack has {rolled.attack}, the building {rolled.defence}."
    return Preview(odds=odds, without=without, gives=gives, target=piece.name, notes=(lies, ALONE))


def _margins(rolled: Rolled, attacking: bool) -> tuple[Spread, Spread]:
    """The margin that lies on the table, and those that one side's new roll may lead to.

    Of a Marginal Hit it stays: the one die alone is rolled again.
    """
    stands = Spread(rolled.attack - rolled.defence, (1,), 1)
    if rolled.face:
        return stands, stands
    return stands, margins_again(rolled.pools, rolled.attack, rolled.defence, attacking)


def _odds(state: State, rolled: Rolled, margins: Spread, new: bool) -> OddsCard:
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    rolls = list(rolls_of(margins, hurt_of(weapon, target)))
    if rolled.face:
        bites = _marginal(rolled, new)
        rolls = [Rolling(margins.low, raw, bites[raw]) for raw in (1, 0) if raw in bites]
    return card_of(odds_of_rolls(weapon, target, rolls))


def _marginal(rolled: Rolled, new: bool) -> Weights:
    """The one die of a Marginal Hit, thrown again or as it lies, out of six."""
    return bites_of(1, MARGINAL_ROLL) if new else {bites_in((rolled.face,), MARGINAL_ROLL): 6}


def cost_of_reroll(order: Reroll) -> float:
    """What the point is worth that a Reroll takes; some are free."""
    return 0.0 if order.by in FREE_REROLLS else KEPT_POINT


def reroll_worth(state: State, order: Reroll) -> float:
    """The share of the target that a Reroll gains for whoever rolls, less the point it costs."""
    rolled = state.rolled
    if rolled is None or order.unit not in (rolled.unit, rolled.target):
        return 0.0
    cost = cost_of_reroll(order)
    if rolled.face:
        again, lies = (_share(state, rolled, _marginal(rolled, new)) for new in (True, False))
        return again - lies - cost
    now = expected(state, rolled, rolled.attack - rolled.defence)
    ours, theirs = pool_results(rolled.pools)
    if order.unit == rolled.unit:
        after = sum(expected(state, rolled, result - rolled.defence) * ways for result, ways in ours.items())
        return after / ours.total - now - cost
    after = sum(expected(state, rolled, rolled.attack - result) * ways for result, ways in theirs.items())
    return now - after / theirs.total - cost


def expected(state: State, rolled: Rolled, margin: int) -> float:
    """The share of the target that an attack with this margin takes on average.

    An Opposed Roll of electronic warfare is won or lost, and its stake with it.
    """
    if rolled.weapon in STAKES:
        return STAKES[rolled.weapon] if margin >= 0 else 0.0
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    return _share(state, rolled, hurt_of(weapon, target).damages(margin))


def _share(state: State, rolled: Rolled, damages: Weights) -> float:
    """Damage, out of six, as a share of the whole target, no more than is left of it; wrecks are worth nothing."""
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    if not target.is_fielded:
        return 0.0
    hurt, left = hurt_of(weapon, target), target.hull + target.structure
    return sum(min(hurt.felt(raw), left) * ways for raw, ways in damages.items()) / 6 / target.line.bulk


def _preview_bites(state: State, bites: Bites, cost: float) -> Preview:
    """Marginal Hits rolled again, and as they lie: of fire and the like, falls, on buildings.

    They are worth what they do to an enemy, or spare whoever rolls for itself.
    """
    again = _card(state, bites, bites_of(bites.dice, bites.least))
    stands = _card(state, bites, {bites.bites: 1})
    gives = _worth_of_bites(state, bites, again) - _worth_of_bites(state, bites, stands) - cost
    about = state.ground.piece(bites.building).name if bites.building else bites.target
    return Preview(
        odds=again, without=stands, gives=gives, target=about, notes=(f"{bites.bites} of {bites.dice} bite.",)
    )


def _card(state: State, bites: Bites, weights: Weights) -> OddsCard:
    """The odds of so many bites; the hits themselves are certain."""
    whole, piece = sum(weights.values()), standing_building(state, bites.building)
    damage = weights_felt(weights, lambda count: _damage_of(state, bites, count))
    if piece is not None:
        return card_of(odds_left(whole, whole, damage, *strength_of(state, piece)))
    target = state.units[bites.target]
    left = (target.hull, target.structure) if target.is_fielded else (0, target.line.bulk)  # a wreck is only removed
    return card_of(odds_left(whole, whole, damage, *left))


def _damage_of(state: State, bites: Bites, count: int) -> int:
    """What so many bites come to: of an attack's effects what they add to its damage, else a point each."""
    if not bites.weapon:
        return count
    weapon = state.units[bites.unit].line.weapons[bites.weapon]
    if bites.building:
        return hurt_to_building(weapon, state.ground.piece(bites.building)).felt(bites.raw + count)
    hurt = hurt_of(weapon, state.units[bites.target])
    return hurt.felt(bites.raw + bites.before + count) - hurt.felt(bites.raw)


def _worth_of_bites(state: State, bites: Bites, card: OddsCard) -> float:
    """What such odds are worth to whoever rolls, in shares of a model."""
    seat = state.units[bites.unit].seat
    piece = standing_building(state, bites.building)
    if piece is not None:
        return card.p_destroyed * collapse_worth(state, piece, seat)
    target = state.units[bites.target]
    left = target.hull + target.structure
    lost = sum(min(amount, left) * chance for amount, chance in card.damage.items()) / target.line.bulk
    return -lost if target.seat == seat else lost


# --- What mending is worth, in shares of a model: the point itself, and being Crippled no more

FIT_AGAIN = 0.15
"""What a model gains that is Crippled no more."""
CLEANED = 0.05
"""What a Corrosion token would have done, roughly."""


def worth_of_mending(target: Unit, tokens: bool) -> float:
    """The share of a model that comes back; `tokens` are taken off too."""
    hull, _ = healed(target)
    gives = 1 / target.line.bulk if is_hurt(target) else 0.0
    crippled_then = hull == 0 or (target.haywire and not tokens)
    gives += FIT_AGAIN if target.is_crippled and not crippled_then else 0.0
    return gives + (CLEANED if tokens and target.corroded else 0.0)


def best_mending(state: State, unit: Unit) -> float:
    """The worth of the best a Recovery model or a Medic could do for a friend from where it is."""
    repairs = (worth_of_mending(state.units[order.target], tokens=True) for order in legal_repairs(state, unit))
    patches = (worth_of_mending(state.units[order.target], tokens=False) for order in legal_patches(state, unit))
    return max(chain(repairs, patches), default=0.0)


def preview_mending(state: State, _seat: str, order: Repair | PatchUp) -> Preview:
    """What comes back, and the danger of staying there."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None:
        return Preview()
    repairs = isinstance(order, Repair)
    refusal = refuse_repair(state, order) if isinstance(order, Repair) else refuse_patch_up(state, order)
    if refusal is not None:
        return Preview(notes=(refusal.message,))
    hull, structure = healed(target)
    notes = [f"the {target.name} would have {hull}/{structure}"]
    notes += ["its tokens come off"] if repairs and (target.haywire or target.corroded) else []
    gives, risks = worth_of_mending(target, repairs), danger_here(state, unit)
    return Preview(gives=gives, risks=risks, ends=(unit.x, unit.y, unit.facing), notes=tuple(notes))


# --- What the orders of drones, transports and fortifications would mean, so that they can be weighed

CAUTION = 0.5
"""What danger counts against what an attack is worth."""
RIDE = 0.01
"""What a ride counts with a transport that is still to move, in shares of a model."""


def preview_drone(state: State, _seat: str, order: PlaceDrone) -> Preview:
    """The best attack a drone has from there, if it still has an Action, and what could hit it."""
    drone = state.units.get(order.unit)
    if drone is None or not drone.controller:
        return Preview()
    stand = stand_near(state, drone, order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = _put(drone, stand, order.facing)
    after = state.with_unit(there)
    others = reckoning_of(state)
    gives, risks = best_worth(after, there, others), danger(after, there, others)
    return Preview(gives=gives, risks=risks, ends=(order.x, order.y, order.facing))


def preview_embark(state: State, _seat: str, order: Embark) -> Preview:
    """What a model is spared and what it gives up: aboard a vehicle everything, in a Fortification only danger."""
    unit = state.units.get(order.unit)
    refusal = None if unit is None else refuse_embark(state, unit, order.carrier)
    if unit is None or refusal is not None:
        return Preview(notes=() if refusal is None else (refusal.message,))
    event = boarded(state, unit, order.carrier)
    carrier, spared = state.units[order.carrier], CAUTION * danger_here(state, unit)
    if event.shell is None:
        ride = 0.0 if carrier.activated else RIDE
        return Preview(gives=spared + ride - best_worth(state, unit), notes=(f"aboard the {carrier.name}",))
    inside = unit.clone()
    inside.x, inside.y, inside.z = carrier.x, carrier.y, carrier.z
    inside.carrier, inside.shell = carrier.id, event.shell
    after = state.with_unit(inside)
    gain = best_worth(after, inside) - best_worth(state, unit)
    return Preview(gives=gain + spared - CAUTION * danger(after, inside), notes=("Heavy Cover inside",))


def preview_disembark(state: State, _seat: str, order: Disembark) -> Preview:
    """What the passenger could do from there, and the danger to both."""
    carrier, rider = state.units.get(order.unit), state.units.get(order.passenger)
    if carrier is None or rider is None or not carrier.is_fielded or rider.carrier != carrier.id:
        return Preview()
    stand = stand_beside(state, rider, carrier, order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = _put(rider, stand, order.facing)
    after = state.with_unit(there)
    risks = danger_here(state, carrier) + danger(after, there)
    gives = 0.0 if rider.activated else best_worth(after, there)
    sheltered = best_worth(state, rider) if rider.shell is not None and not rider.activated else 0.0
    return Preview(gives=gives - sheltered, risks=risks, ends=(carrier.x, carrier.y, carrier.facing))


def preview_bail_out(state: State, _seat: str, order: BailOut) -> Preview:
    """The danger of the place one gets out at, besides the Marginal Hits that come anyway."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.carrier:
        return Preview()
    stand = stand_beside(state, unit, state.units[unit.carrier], order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = _put(unit, stand, order.facing)
    notes = (f"{space_of(unit)} Marginal Hits, each 1 damage on 4 or more",)
    return Preview(risks=danger(state.with_unit(there), there), ends=(order.x, order.y, order.facing), notes=notes)


def _put(unit: Unit, stand: Stand, facing: int) -> Unit:
    """A model as it would be on the battlefield at another place."""
    there = unit.clone()
    there.x, there.y, there.z, there.facing = stand.body.x, stand.body.y, stand.body.z, facing
    there.status, there.carrier, there.shell, there.inside = FIELDED, "", None, stand.inside
    return there


# --- What a throw was worth: the result of a pool before modifiers, and a point for every Marginal Hit that went well

MARGINAL = "Marginal Hits"
TERMS = (
    "points",
    "Added up are the results of attack and defence pools before modifiers, where a point more is a point of margin, "
    "and Marginal Hits, one point for each that went well; every throw counts, rerolled or not. Initiative, roll-offs "
    "and airdrops are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of result, or of damage done or kept off by Marginal Hits; None for dice of other kinds."""
    return pool_fortune(roll, faces, MARGINAL)


# --- What every order would mean before it is given, and what it is paid with: one table of each

PREVIEWS: Previews[State] = Previews(
    {
        Attack: preview_attack,
        Reroll: preview_reroll,
        GiveOrder: preview_order,
        PlaceDrone: staying(preview_drone),
        Embark: staying(preview_embark),
        Disembark: staying(preview_disembark),
        BailOut: staying(preview_bail_out),
        Jam: staying(preview_jam),
        Boost: staying(preview_boost),
        DetailedScan: staying(preview_scan),
        Scramble: staying(preview_scramble),
        Unscramble: staying(preview_unscramble),
        RaiseDefense: staying(preview_raising),
        DisableDefense: staying(preview_disabling),
        Repair: staying(preview_mending),
        PatchUp: staying(preview_mending),
        Move: preview_pose,
        Climb: preview_pose,
        Jump: preview_pose,
        Slide: preview_pose,
        ChangeFloor: preview_pose,
        EndMove: preview_waiting,
        Turn: preview_pose,
        Demolish: preview_demolition,
        ChooseObjective: staying(preview_choice),
        PlaceMarker: staying(preview_marker),
        Observe: staying(preview_observation),
        Designate: staying(preview_designation),
        ChainAttack: staying(preview_chain),
        Standby: preview_waiting,
        Overwatch: preview_waiting,
        SnapFire: preview_snap_fire,
        Activate: preview_posture,
        EndActivation: preview_waiting,
        Deploy: preview_deploy,
        SetAside: staying(preview_set_aside),
        Pathfind: staying(preview_pathfind),
        FireSmoke: preview_smoke,
    },
    {
        Attack: attack_cost,
        Reroll: reroll_cost,
        GiveOrder: command_cost,
        Jam: action_cost,
        Boost: action_cost,
        DetailedScan: action_cost,
        Scramble: action_cost,
        Unscramble: action_cost,
        RaiseDefense: action_cost,
        DisableDefense: action_cost,
        Repair: action_cost,
        Demolish: attack_cost,
        Observe: action_cost,
        ChainAttack: attack_cost,
        SnapFire: attack_cost,
        FireSmoke: action_cost,
    },
)
