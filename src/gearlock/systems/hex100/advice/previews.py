"""What every order would mean before it is given, and the map surveyed for moves, sight and danger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Previews, Show
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.survey import Attempt, Band, Field, Menace, Sightline, Survey, no_such_piece
from gearlock.kernel.system import Aim as Spot
from gearlock.kernel.view import Leg, Modifier, OddsCard, Preview, Route
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.systems.hex100.actions import ChangeAmmo, HandsOn
from gearlock.systems.hex100.advice.attack_odds import (
    SHOCKING,
    as_feared,
    attack_odds,
    best_attack,
    best_volley,
    blast_worth,
    card_of,
    danger,
    expected_loss,
    expected_share,
    falls,
    friends_within,
    guard,
    hold_back_worth,
    is_aimed_at,
    is_in_view,
    left_of,
    reach_of,
    reserve_worth,
    share_lost,
    share_of,
    shock_chance,
    stakes,
    standing,
    totals_of,
    whole_of,
)
from gearlock.systems.hex100.advice.drones_and_signals import (
    fortify_preview,
    hack_preview,
    jam_preview,
    mass_jam_preview,
    mine_risk,
    preview_active_lock,
    preview_command,
    preview_hack,
    preview_hex,
    preview_launch,
    preview_leave,
    preview_leaving,
    preview_marking,
    preview_plotting,
    preview_reactivation,
    preview_scan,
    preview_search,
    preview_siege,
    preview_smoke,
    preview_ward,
    pull_preview,
    recovery_preview,
    shake_preview,
    shoot_preview,
    switch_preview,
)
from gearlock.systems.hex100.attacks.attack import (
    Aim,
    Attack,
    Bombard,
    EnterSiege,
    FireReserve,
    HoldBack,
    LeaveSiege,
    PlotFire,
    Reserve,
    accuracy_modifiers,
    as_used,
    number_to_evade,
    number_to_hit,
    shock_on_others,
    take_aim,
)
from gearlock.systems.hex100.damage.damage import dealt, reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import SpendCharges
from gearlock.systems.hex100.defenses import Intercept, Launch, LaySmoke, SwitchRounds, Ward, could_stop, screened
from gearlock.systems.hex100.deployment import Deploy, places_for
from gearlock.systems.hex100.detection.locks import is_locked_for
from gearlock.systems.hex100.detection.sight import (
    ActiveLock,
    LockOn,
    LookAround,
    MarkHex,
    MarkTarget,
    Resist,
    Search,
    is_stealthed,
    vision,
)
from gearlock.systems.hex100.drones.kinds import FieldDrone, Reactivate, SetMode, TurnDrone, Undock
from gearlock.systems.hex100.drones.terror import PullOff, ShakeOff, ShootOff
from gearlock.systems.hex100.electronic_warfare import Hack, Jam, MassFortify, MassJam, Recover, SwitchLink
from gearlock.systems.hex100.equipment import find_weapon, weapon_name
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.known_units import hexes, known_enemies
from gearlock.systems.hex100.movement.move_action import (
    ACCURACY,
    DAMAGE_TYPE,
    TENTHS_PER_HEXSIDE,
    hexside,
    ram_damage,
    recoil,
    run_up,
)
from gearlock.systems.hex100.movement.moving import Disengage, Move, TakeGait, clear_ground, stride
from gearlock.systems.hex100.movement.moving import left_of as ground_left
from gearlock.systems.hex100.networks import knows_state_of
from gearlock.systems.hex100.objectives import (
    FAR,
    PULL,
    HackSite,
    Leave,
    ScanSite,
    ground_worth,
    nearer,
    sites_to_raze,
    ways_of,
)
from gearlock.systems.hex100.shown.around_the_table import (
    attack_cost,
    bombard_cost,
    charges_cost,
    commander_cost,
    interception_cost,
    move_cost,
    reserve_cost,
    route_of,
    utility_cost,
)
from gearlock.systems.hex100.state import SEEN, Hits, Shots, State, Unit
from gearlock.systems.hex100.turns import Activate, EndTurn, Focus
from gearlock.systems.hex100.weapons import (
    AUX,
    is_aux_shot,
    is_pintle_shot,
    legal_volleys,
    named_weapons,
    refuse_aim,
    refuse_weapon,
    volley_name,
)
from gearlock.table.hexes import Hex, distance
from gearlock.table.hexreach import reach as hexes_in_reach

# --- Attacks and moves

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


# --- Rams and gaits

HASTE = 0.01
"""The worth of going faster to a mech that has nobody to fire at from where it stands."""


def with_ram(state: State, unit: Unit, order: Move, place: Preview) -> Preview:
    """The place a move leads to, with the ram at its end: odds, what it gives, what it costs the rammer."""
    target = state.enemy_called(unit.seat, order.ram)
    straight = run_up(unit.hex, order.path, target.hex) if target is not None else 0
    if target is None or not straight:
        return msgspec.structs.replace(place, notes=("There is nobody to ram at the end of this path.",))
    known, at = is_in_view(state, unit.seat, target), order.path[-1]
    damage = ram_damage(state, unit, straight)
    lines = reduction_modifiers(state, target, None, DAMAGE_TYPE, at) if known else []
    taken = min(dealt(damage, lines), *target.swarm[:1]) if known and target.swarm else dealt(damage, lines)
    back = recoil(state, unit, at, target.hex, straight)
    chance = ACCURACY / 100
    odds = OddsCard(
        p_hit=chance,
        mean_damage=chance * taken,
        damage={0: 1 - chance, taken: chance} if taken else {0: 1.0},
        p_destroyed=chance if known and taken >= target.hp else 0.0,
    )
    return msgspec.structs.replace(
        place,
        attack=(Modifier(ACCURACY, "accuracy of a ram", "hex100.ramming", "%"),),
        defence=tuple(lines),
        odds=odds,
        gives=place.gives + chance * share_of(state, target, taken, known),
        risks=place.risks + chance * share_of(state, unit, back),
        target=order.ram,
        whole=whole_of(state, target, known),
        left=left_of(target, known),
        notes=(f"A run-up of {straight} does {damage} damage; the rammer takes {back} if it hits.",),
    )


def gait_preview(state: State, unit: Unit, order: TakeGait) -> Preview:
    """Skates and skimmers are worth something to a mech that has to get nearer first."""
    if not order.gait or best_volley(state, unit, legal_volleys(state, unit)):
        return Preview()
    return Preview(gives=HASTE)


# --- Offers in the middle of an attack

STOPPED_SHOT = 0.05
"""What a shot stopped is worth, as a share of a unit, where nobody knows what it is."""
KEPT_SHOT = 0.01
"""What it is worth to be able to stop a shot later: a shot that does no harm is let come."""
CHARGE = 2
"""The damage that a charge is kept for: less is not worth it."""
UNSEEN = "Who fires what is not to be seen: nobody can reckon the odds."
HARMLESS = "Nobody of yours is in reach of these shots."
ALONE = "As if nobody else stopped any of them."
CHARGED = "A charge of reactive armour is reckoned for every hit that it lowers."
THESE = "These hits alone: what else is on its way is not reckoned."


def preview_interception(state: State, unit: Unit, order: Intercept) -> Preview:
    """The shots that are left if some are stopped, and all of them, for whoever they endanger.

    It is worth the damage that is kept off one's own, less what the enemy spares itself and what is kept for later.
    """
    shots = state.shots
    if shots is None:
        return Preview()
    aim = _aim_seen(state, unit.seat, shots)
    if aim is None:
        return Preview(gives=min(1.0, STOPPED_SHOT * order.shots), notes=(UNSEEN,))
    left = max(0, shots.shots - order.shots)
    gives = -KEPT_SHOT * order.shots
    cards: list[Preview] = []
    for victim in _endangered_interceptions(state, unit.seat, aim):
        spared = _loss(state, aim, victim, shots.shots) - _loss(state, aim, victim, left)
        gives += spared if victim.seat == unit.seat else -spared
        if victim.seat == unit.seat:
            odds, without = (card_of(state, aim, victim, count) for count in (left, shots.shots))
            cards.append(Preview(odds=odds, without=without, target=victim.id))
    if not cards:
        return Preview(gives=gives, notes=(HARMLESS,))
    cards.sort(key=lambda card: (card.target != shots.target, -_mean(card.without)))
    first = cards[0]
    return Preview(
        odds=first.odds,
        without=first.without,
        target=first.target,
        also=tuple(cards[1:]),
        gives=min(1.0, gives),
        notes=tuple(_notes(state, aim, state.units[first.target], left, shots.shots)),
    )


def _mean(card: OddsCard | None) -> float:
    return 0.0 if card is None else card.mean_damage


def _aim_seen(state: State, seat: str, shots: Shots) -> Aim | None:
    """The shots as the side that may stop them knows them; None if it does not see who fires.

    Locks, scanners at work and fire that was worked out are the attacker's secrets.
    """
    if state.known[seat].get(shots.unit) != SEEN:
        return None
    attacker, target = as_feared(state.units[shots.unit]), state.units.get(shots.target)
    if target is not None and not is_in_view(state, seat, target):
        return None
    for token, (mount, weapon) in state.scene.loadouts[attacker.id].tokens.items():
        for at, mode in enumerate(mount.modes if weapon is None else (weapon,)):
            if (mode.id, mode.mode) == (shots.weapon, shots.mode):
                attacker.loaded = {token: at}
                found = find_weapon(state, attacker, token)
                assert found is not None, "the token was found among those of the unit"
                aim = take_aim(state, attacker, found[1], target, (shots.q, shots.r))
                return aim._replace(locked=False, hidden=target is not None and is_stealthed(state, target))
    return None


def _endangered_interceptions(state: State, seat: str, aim: Aim) -> Iterator[Unit]:
    """Whoever the shots may hurt, as far as a side has them in view."""
    for unit in state.units.values():
        if not unit.standing or not is_in_view(state, seat, unit):
            continue
        near = bool(aim.weapon.blast) and distance(aim.goal, unit.hex) <= reach_of(aim)
        if is_aimed_at(aim, unit) or (near and expected_loss(state, aim, unit, 1)):
            yield unit


def _loss(state: State, aim: Aim, unit: Unit, shots: int) -> float:
    """The share of a unit that so many shots cost it, the EMP shock they may bring to their target included."""
    lost = expected_loss(state, aim, unit, shots)
    if not shots or unit.shocked or not is_aimed_at(aim, unit):
        return lost
    return lost + SHOCKING * shock_chance(state, [aim._replace(weapon=replace(aim.weapon, rof=shots))])


def _notes(state: State, aim: Aim, unit: Unit, left: int, shots: int) -> Iterator[str]:
    locked = aim._replace(locked=True)
    if number_to_hit(state, locked) != number_to_hit(state, aim):
        now, less = (card_of(state, locked, unit, count).mean_damage for count in (shots, left))
        yield f"Whether they are guided by a lock is not known: with one {less:.1f} damage instead of {now:.1f}."
    if unit.charges and is_aimed_at(aim, unit):
        yield CHARGED
    yield ALONE


def preview_charges(state: State, unit: Unit, order: SpendCharges) -> Preview:
    """What the hits come to with so many charges and with none; it is worth what is kept off, less the charges."""
    hits = state.hits
    if hits is None or hits.unit != unit.id:
        return Preview()
    bare = hits.hits * hits.damage
    less = bare - min(order.charges, hits.hits) * (hits.damage - hits.lowered)
    kept = share_lost(state, unit, bare, hits.critical) - share_lost(state, unit, less, hits.critical)
    return Preview(
        odds=_certain(state, unit, hits, less),
        without=_certain(state, unit, hits, bare),
        target=unit.id,
        gives=kept - CHARGE * order.charges / whole_of(state, unit),
        notes=(THESE,),
    )


def _certain(state: State, unit: Unit, hits: Hits, damage: int) -> OddsCard:
    """Hits whose dice have all fallen."""
    destroyed = falls(state, unit, damage, hits.critical)
    return OddsCard(1.0, damage, {damage: 1.0}, float(hits.critical > 0), float(destroyed))


# --- The map surveyed


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:
    """The hexes one move action leads to, and those that take another; the deployment zone for a placement.

    A turn or a gait leads where the moves in it do.
    """
    order = option.order
    if isinstance(order, Deploy):
        taken = {each.hex for each in state.standing(ask.seat)}
        return (Band("deployment zone", hexes=tuple(sorted(places_for(state, order.unit) - taken))),)
    if isinstance(order, Move) and not order.ram:
        return _strides(state, state.units[order.unit], order.way)
    if isinstance(order, Activate):
        return _strides(state, state.units[order.unit])
    if isinstance(order, TakeGait):
        unit = state.units[order.unit].clone()
        unit.gait = order.gait
        return _strides(state, unit)
    return ()


def _strides(state: State, unit: Unit, way: str = "") -> tuple[Band, ...]:
    """A band for each move action that a unit could make; on skates or skimming there is one."""
    points, kind = stride(state, unit, way)
    actions = 1 if unit.gait else max(1, unit.pool.get("move", 0) + unit.pool.get("wildcard", 0))
    enemies = known_enemies(state, unit.seat).keys()
    ways = hexes_in_reach(state.land.ground, unit.hex, points * actions, state.land.prices[kind], enemies)
    taken = {each.hex for each in state.standing(unit.seat)}
    free = {hex_: cost for hex_, (cost, _) in ways.steps.items() if hex_ not in taken}
    bands = []
    for action in range(1, actions + 1):
        near, far = points * (action - 1), points * action
        found = tuple(sorted(hex_ for hex_, cost in free.items() if near < cost <= far))
        if found:
            bands.append(Band(f"{action} move action{'s' if action > 1 else ''}", hexes=found))
    return tuple(bands)


def _own(state: State, seat: str, piece: str, spot: Spot | None) -> Unit | Refusal:
    """A unit of the seat's own, put where it might go."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.standing:
        return no_such_piece(piece)
    if spot is None:
        return unit
    if (spot.x, spot.y) not in state.land.ground:
        return Refusal("off-map", "hex100.movement-points", "That hex is off the map.")
    there = unit.clone()
    there.q, there.r = spot.x, spot.y
    there.facing = unit.facing if spot.facing is None else hexside(spot.facing)
    return there


@heeds("hex100.los-blocking", "hex100.concealment", "hex100.cover")
def sight(state: State, seat: str, piece: str, spot: Spot | None, target: str) -> Sightline | Refusal:
    """The line to another unit: what blocks it, what conceals and covers the one at its end, and who can see so far."""
    unit = _own(state, seat, piece, spot)
    if isinstance(unit, Refusal):
        return unit
    # An enemy is asked for as a contact: its own name would tell which contact it is.
    own = state.units.get(target)
    other = own if own is not None and own.seat == seat else state.enemy_called(seat, target)
    if other is None or not other.standing:
        return no_such_piece(target)
    look, away = state.land.look(unit.hex, other.hex), distance(unit.hex, other.hex)
    said = [_verdict(state, unit, away, look.clear)]
    hidden, where = state.land.concealment(unit.hex, other.hex, look.clear)
    said += [f"{where}: -{hidden} accuracy"] if hidden else []
    kept, behind = state.land.cover(unit.hex, other.hex)
    said += [f"target {behind}: -{kept} damage"] if kept else []
    blocked = look.blocked_by or ()
    rule_id = "hex100.los-blocking" if blocked else "hex100.visual-detection"
    return Sightline(
        unit.hex, other.hex, hexes(away), "; ".join(said) + ".", look.clear, rule=rule_id, hexes=tuple(blocked)
    )


def _verdict(state: State, unit: Unit, away: int, clear: bool) -> str:
    if not clear:
        return "No line of sight"
    sees = vision(state, unit)
    beyond = f", but beyond the {hexes(sees)} this unit sees" if away > sees else ""
    return f"A clear line of sight{beyond}"


def fields(state: State, seat: str, piece: str, spot: Spot | None) -> tuple[Field, ...] | Refusal:
    """How far the weapons reach that could be used; there are no weapon arcs, a blade strikes ahead."""
    unit = _own(state, seat, piece, spot)
    if isinstance(unit, Refusal):
        return unit
    found: dict[str, Field] = {}
    for token in state.scene.loadouts[unit.id].tokens:
        weapon = find_weapon(state, unit, token)
        if weapon is None or refuse_weapon(state, unit, *weapon) is not None:
            continue
        name, far = weapon_name(weapon[1]), 1 if weapon[1].melee else weapon[1].range
        found.setdefault(name, Field(name, (("range", far),), nearest=weapon[1].minimum_range))
    return tuple(found.values())


def menaces(state: State, seat: str, piece: str, spot: Spot | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy in sight, with nothing of its own used up; locks are the enemy's secret."""
    unit = _own(state, seat, piece, spot)
    if isinstance(unit, Refusal):
        return unit
    seen = (enemy for enemy in known_enemies(state, seat).values() if is_in_view(state, seat, enemy))
    return worst_of_each(_odds(state, as_feared(enemy), unit, state.contacts[seat][enemy.id]) for enemy in seen)


def _odds(state: State, enemy: Unit, unit: Unit, contact: str) -> Iterator[Menace]:
    for token in state.scene.loadouts[enemy.id].tokens:
        weapon = find_weapon(state, enemy, token)
        if weapon is None or refuse_weapon(state, enemy, *weapon) or refuse_aim(state, enemy, weapon[1], unit.hex):
            continue
        # Locks and scanners at work are the enemy's secrets.
        aim = take_aim(state, enemy, weapon[1], unit, unit.hex)
        aim = aim._replace(locked=False, hidden=is_stealthed(state, unit))
        yield Menace(contact, weapon_name(weapon[1]), attack_odds(state, [aim]))


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on a contact with every weapon of whoever is asked, a lock on it, the turn of a unit of one's own.

    Nothing is meant by what is no contact of this side: whether there is such a unit must not be told.
    """
    own = state.units.get(piece)
    if own is not None and own.seat == ask.seat:
        if ask.kind == "unit" and own.standing:
            yield Attempt("Its turn", Activate(piece))
        return
    target = state.enemy_called(ask.seat, piece)
    if target is None or target.id not in state.known[ask.seat]:
        return
    if ask.kind == "act":
        unit = state.units[ask.unit]
        yield from _attacks(state, unit, piece)
        yield Attempt("Lock on", LockOn(unit.id, piece))
    elif ask.kind == "overwatch":
        yield Attempt("Reserved attack", FireReserve(ask.unit, piece))
    else:
        yield Attempt("Attack", Attack(ask.unit, (), piece))


def _attacks(state: State, unit: Unit, contact: str) -> Iterator[Attempt]:
    """Every weapon alone, for each price it might be fired at."""
    for token in state.scene.loadouts[unit.id].tokens:
        volley = (token,)
        name = volley_name(state, unit, volley)
        yield Attempt(name, Attack(unit.id, volley, contact))
        if is_aux_shot(state, unit, volley):
            yield Attempt(name, Attack(unit.id, volley, contact, AUX))
        if is_pintle_shot(state, unit, volley):
            yield Attempt(name, Attack(unit.id, volley, contact, "commander"))


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_worth, stakes)


# --- One table of each

PREVIEWS: Previews[State] = Previews(
    {
        Deploy: preview_place,
        Leave: staying(preview_leave),
        ScanSite: staying(preview_scan),
        HackSite: staying(preview_hack),
        TakeGait: staying(gait_preview),
        Jam: staying(jam_preview),
        Hack: staying(hack_preview),
        MassJam: staying(mass_jam_preview),
        MassFortify: staying(fortify_preview),
        SwitchLink: staying(switch_preview),
        Recover: staying(recovery_preview),
        FieldDrone: preview_place,
        SetMode: staying(preview_command),
        Undock: staying(preview_command),
        TurnDrone: staying(preview_command),
        Reactivate: staying(preview_reactivation),
        ShakeOff: staying(shake_preview),
        PullOff: staying(pull_preview),
        ShootOff: staying(shoot_preview),
        Attack: staying(preview_attack),
        Bombard: staying(preview_bombardment),
        HoldBack: staying(preview_hold_back),
        Reserve: staying(preview_reserve),
        FireReserve: by_owner(preview_reserve_fired),
        Search: staying(preview_search),
        MarkTarget: staying(preview_marking),
        MarkHex: staying(preview_hex),
        ActiveLock: staying(preview_active_lock),
        Move: by_owner(preview_move),
        Disengage: by_owner(preview_disengage),
        LockOn: staying(preview_lock),
        Resist: staying(),
        Focus: staying(preview_focus),
        Activate: staying(),
        ChangeAmmo: staying(),
        LookAround: staying(),
        HandsOn: staying(),
        EndTurn: staying(),
        Ward: staying(preview_ward),
        LaySmoke: staying(preview_smoke),
        EnterSiege: staying(preview_siege),
        LeaveSiege: staying(preview_leaving),
        PlotFire: staying(preview_plotting),
        Launch: staying(preview_launch),
        SwitchRounds: staying(),
        Intercept: by_owner(preview_interception),
        SpendCharges: by_owner(preview_charges),
    },
    {
        Attack: attack_cost,
        Bombard: bombard_cost,
        FireReserve: reserve_cost,
        Move: move_cost,
        LockOn: utility_cost,
        Resist: utility_cost,
        ChangeAmmo: utility_cost,
        LookAround: commander_cost,
        HandsOn: commander_cost,
        Intercept: interception_cost,
        SpendCharges: charges_cost,
    },
)
