"""What an order would mean, from what the seat knows: modifier lines, odds, and a rough worth of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Leg, Modifier, Preview, Route
from gearlock.systems.hex100.attacks.attack import Aim, accuracy_modifiers, number_to_evade, number_to_hit, take_aim
from gearlock.systems.hex100.attacks.melee import as_used, shock_on_others
from gearlock.systems.hex100.attacks.orders import Attack, Bombard, FireReserve, HoldBack, Reserve
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.damage.damage import reduction_modifiers
from gearlock.systems.hex100.defences.interceptors import could_stop
from gearlock.systems.hex100.defences.smoke import screened
from gearlock.systems.hex100.deployment.orders import Deploy
from gearlock.systems.hex100.detection.locks import is_locked_for
from gearlock.systems.hex100.detection.orders import LockOn
from gearlock.systems.hex100.drones.orders import FieldDrone
from gearlock.systems.hex100.e_war import knows_state_of
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.judging.account import expected_share, is_in_view, left_of, whole_of
from gearlock.systems.hex100.judging.attack_worth import (
    SHOCKING,
    best_attack,
    best_volley,
    blast_worth,
    danger,
    friends_within,
    guard,
    hold_back_worth,
    reserve_worth,
)
from gearlock.systems.hex100.judging.harm import attack_odds
from gearlock.systems.hex100.judging.odds import shock_chance, totals_of
from gearlock.systems.hex100.judging.rams_and_gaits import with_ram
from gearlock.systems.hex100.judging.utility_actions import mine_risk
from gearlock.systems.hex100.movement.orders import Disengage, Move
from gearlock.systems.hex100.movement.pointing import TENTHS_PER_HEXSIDE
from gearlock.systems.hex100.movement.ways import clear_ground
from gearlock.systems.hex100.movement.ways import left_of as ground_left
from gearlock.systems.hex100.objectives.wanted_places import FAR, PULL, nearer, sites_to_raze, ways_of
from gearlock.systems.hex100.shown.costs import route_of
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns.orders import Focus
from gearlock.systems.hex100.weapons.targeting import legal_volleys, named_weapons
from gearlock.table.hexes import Hex

SEARCHING = 0.02
"""The worth of the far edge of the map to a side that holds no contact."""
RAZING = 0.5
"""What it is worth to raze a hex that the briefing wants razed."""
CAUTION = 0.5
"""How much less than a gain a risk of the same number weighs with bots."""
IDLE = 0.01
"""What is lost by shelling a hex where nobody is known to be near: ending the turn is the better answer."""


def by_owner(shown: Callable[[State, Unit, Any], Preview]) -> Show[State]:
    """A preview for the side whose unit it is, once that is on the map; anybody else learns nothing."""

    def preview(state: State, seat: str, order: Any) -> Preview:
        unit = state.units.get(order.unit)
        return Preview() if unit is None or unit.seat != seat or not unit.placed else shown(state, unit, order)

    return preview


def no_more(_state: State, _unit: Unit, _order: Order) -> Preview:
    """Nothing to say but where the unit stays and what it pays."""
    return Preview()


def staying(shown: Callable[[State, Unit, Any], Preview] = no_more) -> Show[State]:
    """An order that leaves a unit where it is."""

    def preview(state: State, unit: Unit, order: Order) -> Preview:
        ends = (unit.q, unit.r, unit.facing * TENTHS_PER_HEXSIDE)
        return msgspec.structs.replace(shown(state, unit, order), ends=ends)

    return by_owner(preview)


def preview_place(state: State, seat: str, order: Deploy | FieldDrone) -> Preview:
    """The nearer to what the briefing calls for the better."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != seat:
        return Preview()
    there = unit.clone()
    there.q, there.r = order.q, order.r
    ways = ways_of(state, there)
    gives = PULL / (1 + ways.get(there.hex, FAR)) if ways else 0.0
    return Preview(gives=gives, ends=(order.q, order.r, order.facing * TENTHS_PER_HEXSIDE))


def preview_move(state: State, unit: Unit, order: Move) -> Preview:
    """Gains and risks of where it ends, mines on the way, and the blow of a ram."""
    ground = cleared(state, unit, order)
    place = _position(ground, unit, order.path[-1] if order.path else unit.hex, order.facing)
    mined = mine_risk(state, unit, order.path, order.way)
    route = route_of(state, unit, order.path, order.way)
    place = msgspec.structs.replace(place, risks=min(1.0, place.risks + mined), route=route)
    return with_ram(state, unit, order, place) if order.ram else place


@heeds("hex100.heavy-tank", "hex100.bushwhack", "hex100.dozer-blade")
def cleared(state: State, unit: Unit, order: Move) -> State:
    """The battle on the ground as a unit leaves it behind: what it tramples covers nobody any more, itself included."""
    ground = state.land.ground
    if order.way != "doze" and all(
        h not in ground or ground_left(state, unit, h, order.way) == ground.terrain_at(h) for h in order.path
    ):
        return state
    after = Ctx(state.clone(), lambda changed, event: event.change(changed))
    for hex_ in order.path:
        clear_ground(after, unit.id, hex_, order.way)
    return after.state


def preview_disengage(state: State, unit: Unit, order: Disengage) -> Preview:
    """The hex stepped into."""
    place = _position(state, unit, (order.q, order.r), order.facing)
    return msgspec.structs.replace(place, route=Route(unit.hex, (Leg(order.q, order.r),), "one careful step", 1))


def preview_attack(state: State, unit: Unit, order: Attack) -> Preview:
    """An attack on a contact."""
    return _attack(state, unit, order.weapons, order.target)


def preview_reserve_fired(state: State, unit: Unit, order: FireReserve) -> Preview:
    """The attack that was held back."""
    return _attack(state, unit, tuple(unit.held_weapons), order.target)


def preview_hold_back(state: State, unit: Unit, order: HoldBack) -> Preview:
    """What may come of waiting."""
    kept = hold_back_worth(state, unit, order.held)
    return Preview(gives=kept, hoped=kept)


def preview_reserve(state: State, unit: Unit, order: Reserve) -> Preview:
    """What an attack may come to that waits for its trigger."""
    if order.held != "attack":
        return Preview()
    return Preview(gives=reserve_worth(state, unit, order.weapons, order.enemy))


def _attack(state: State, unit: Unit, tokens: tuple[str, ...], contact: str) -> Preview:
    target = state.enemy_called(unit.seat, contact)
    weapons = named_weapons(state, unit, tokens)
    if target is None or weapons is None:
        return Preview(notes=("There is no such attack.",))
    known = is_in_view(state, unit.seat, target)
    state = screened(state, target) if known else state
    aims = [take_aim(state, unit, as_used(weapon, tokens), target, target.hex) for _, weapon in weapons]
    odds = attack_odds(state, aims, known)
    stopped = sum(could_stop(state, unit, aim.weapon, target.id, target.hex) for aim in aims)
    shots = sum(aim.weapon.rof for aim in aims)
    notes: tuple[str, ...] = () if known else ("The target is not in sight: armour, evasion and wounds are unknown.",)
    shocks = 0.0 if target.shocked and knows_state_of(state, unit.seat, target) else shock_chance(state, aims, known)
    if shocks:
        notes = (*notes, f"EMP shock: {shocks:.1%}.")
    if stopped:
        notes += (f"Interceptors may stop up to {stopped} of {shots} shots; the odds leave them out.",)
    worth = expected_share(state, aims, known) + SHOCKING * shocks
    beside = [hammered(state, aim, known) for aim in aims]
    foes, friends = (sum(harm) for harm in zip(*beside, strict=True))
    for aim in aims:
        if aim.weapon.blast:
            marked = bool(aim.weapon.effects.get("marks"))
            more = blast_worth(state, unit, aim.weapon, target.hex, None if marked else target)
            foes, friends = foes + more[0], friends + more[1]
    notes += _endangered(state, unit, [aim.weapon for aim in aims], target.hex)
    totals = totals_of(state, aims[0], known)
    return Preview(
        attack=_attack_lines(state, aims[0], known),
        defence=_defence_lines(state, aims[0]) if known else (),
        attack_total=totals.attack,
        defence_total=totals.defence,
        harm=totals.harm,
        odds=odds,
        gives=worth * (shots - stopped) / shots + foes,
        risks=friends,
        notes=notes,
        target=contact,
        whole=whole_of(state, target, known),
        left=left_of(target, known),
    )


def hammered(state: State, aim: Aim, known: bool) -> tuple[float, float]:
    """What the shock of a hammer costs those beside its target on average, enemies and friends, in shares of each."""
    foes, friends = shock_on_others(state, aim.unit, aim.weapon, aim.goal)
    chance = number_to_hit(state, aim, known) / 100 if foes or friends else 0.0
    return chance * foes, chance * friends


def _attack_lines(state: State, aim: Aim, known: bool) -> tuple[Modifier, ...]:
    first = Modifier(aim.weapon.accuracy, f"accuracy of the {aim.weapon.name}", "hex100.stat-accuracy", "%")
    if aim.automatic:
        return (Modifier(100, "homing on a locked target", "hex100.attr-homing", "%"),)
    return (first, *accuracy_modifiers(state, aim, known))


def _defence_lines(state: State, aim: Aim) -> tuple[Modifier, ...]:
    assert aim.target is not None, "a defence belongs to a target"
    above = aim.weapon.has("indirect-fire")
    lines = reduction_modifiers(state, aim.target, aim.weapon, aim.weapon.damage_type, aim.unit.hex, above)
    dodge = number_to_evade(state, aim)
    evasion = [Modifier(dodge, "evasion", "hex100.stat-agility", "%")] if dodge else []
    return (*lines, *evasion)


def preview_bombardment(state: State, unit: Unit, order: Bombard) -> Preview:
    """A blast at ground is worth what it would do to known enemies within its radius, less the harm to friends."""
    found = find_weapon(state, unit, order.weapon)
    goal = (order.q, order.r)
    if found is None or goal not in state.land.ground:
        return Preview(notes=("There is no such weapon.",) if found is None else ("That hex is off the map.",))
    aim = take_aim(state, unit, found[1], None, goal)
    gives, risks = blast_worth(state, unit, found[1], goal)
    notes: tuple[str, ...] = () if gives else ("No enemy is known to be within reach of the blast.",)
    if goal in sites_to_raze(state, unit, found[1]):
        gives, notes = gives + RAZING * number_to_hit(state, aim) / 100, ("The briefing wants it razed.",)
    notes += _endangered(state, unit, [found[1]], goal)
    return Preview(
        attack=_attack_lines(state, aim, True),
        odds=attack_odds(state, [aim]),
        gives=gives or -IDLE,
        risks=risks,
        notes=notes,
        spot=(*goal, 0),
    )


def _endangered(state: State, unit: Unit, weapons: list[Weapon], goal: Hex) -> tuple[str, ...]:
    """A warning of blasts that reach the own side where they are aimed."""
    caught = dict.fromkeys(each.id for weapon in weapons for each in friends_within(state, unit, weapon, goal))
    names = ", ".join(state.machine(each).name + (" (itself)" if each == unit.id else "") for each in caught)
    return (f"The blast would reach your own: {names}.",) if names else ()


def preview_focus(state: State, unit: Unit, order: Focus) -> Preview:
    """A focus is worth what a unit could do with it now, less what it would suffer with it."""
    focused = unit.clone()
    focused.focus = order.focus
    hoped = best_volley(state, focused, legal_volleys(state, focused))
    lasting = min(1.0, danger(state, unit.seat, focused))
    return Preview(gives=hoped + guard(state, focused), risks=lasting, hoped=hoped, lasting=lasting)


def preview_lock(state: State, unit: Unit, order: LockOn) -> Preview:
    """A lock is worth what it adds to the best attack."""
    target = state.enemy_called(unit.seat, order.target)
    if target is None or is_locked_for(state, unit, target):
        return Preview()
    known = is_in_view(state, unit.seat, target)
    gain = best_attack(state, unit, target, known, locked=True) - best_attack(state, unit, target, known)
    hoped = max(0.0, gain)
    return Preview(gives=hoped, hoped=hoped)


def _position(state: State, unit: Unit, hex_: Hex, facing: int) -> Preview:
    """A place is worth the best attack it allows on known enemies, less what those in sight could do to it there."""
    there = unit.clone()
    (there.q, there.r), there.facing = hex_, facing
    hoped = 0.0
    for enemy in known_enemies(state, unit.seat).values():
        known = is_in_view(state, unit.seat, enemy)
        hoped = max(hoped, best_attack(state, there, enemy, known))
    gain = nearer(state, unit, hex_)
    gives = min(1.0, max(hoped, _progress(state, unit.seat, hex_)) + max(0.0, gain))
    ends = (*hex_, facing * TENTHS_PER_HEXSIDE)
    lasting = min(1.0, danger(state, unit.seat, there))
    risks = min(1.0, lasting + max(0.0, -gain) / CAUTION)
    return Preview(gives=gives, risks=risks, hoped=min(gives, hoped), lasting=lasting, ends=ends)


def _progress(state: State, seat: str, hex_: Hex) -> float:
    """While nothing is known of the enemy, a little for every row towards its edge: it has to be found first."""
    if state.known[seat]:
        return 0.0
    rows = state.land.ground.rows - 1
    return SEARCHING * (rows - hex_[1] if seat == "red" else hex_[1]) / rows
