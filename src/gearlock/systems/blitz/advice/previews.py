"""What every order would mean before it is given."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import Previews
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Attempt
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.pools.fortune import pool_fortune
from gearlock.mechanics.pools.marginal import bites_of
from gearlock.odds.pools import Pools, pool_result
from gearlock.systems.blitz.advice.attack_odds import (
    Cast,
    Found,
    Strike,
    Victim,
    attack_dice,
    card_of,
    checks_of,
    expected_share,
    guards_among,
    mean_of,
    odds_card,
    saves_of,
    spread,
    strike_of,
    sure,
    tells,
    victim,
)
from gearlock.systems.blitz.advice.attacks_and_moves import (
    pool_text,
    preview_attack,
    preview_boost,
    preview_comms_jam,
    preview_countering,
    preview_cover,
    preview_declaring,
    preview_deploy,
    preview_drone,
    preview_flight,
    preview_freeing,
    preview_getting_out,
    preview_hand_over,
    preview_indirect,
    preview_interference,
    preview_marker,
    preview_observation,
    preview_order,
    preview_passing,
    preview_pose,
    preview_posture,
    preview_recovery,
    preview_reposition,
    preview_satellite,
    preview_scan,
    preview_sensor_jam,
    preview_shelter,
    preview_smoke,
    preview_snap_fire,
    preview_standing_by,
    preview_unloading,
    preview_waiting,
    staying,
)
from gearlock.systems.blitz.advice.best_attack import kept_attack
from gearlock.systems.blitz.air_support import Circle, Land, ResumeCircling, Strafe, TakeOff
from gearlock.systems.blitz.attacks.aiming import Attack, IndirectFire, SnapFire, StandBy
from gearlock.systems.blitz.attacks.modifiers import Duel
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import PERSISTENT, DamageControl, Douse, MeetTrouble, net_damage
from gearlock.systems.blitz.deployment.zones import Declare, Deploy, Drop, Reposition
from gearlock.systems.blitz.destructible_terrain import Demolish, as_target, can_be_damaged, demolition_duel
from gearlock.systems.blitz.dice_tests.tests import AddDice, BoostComms, JamSignal, Reroll, best_check, bonus_dice
from gearlock.systems.blitz.drones import SendDrone
from gearlock.systems.blitz.electronic_warfare.observing import (
    BoostSensors,
    CounterInterference,
    Interfere,
    JamComms,
    JamSensors,
    Observe,
    ObserveFromAbove,
    Scan,
    WatchBatteries,
)
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, PILOT, skill_of
from gearlock.systems.blitz.hiding import GoHullDown, Hide
from gearlock.systems.blitz.impacts_and_falling import impact_dice
from gearlock.systems.blitz.models import Weapon, bodily
from gearlock.systems.blitz.movement.terrain import Climb, ComeFree, EndMove, ExtraTurn, Jump, Move
from gearlock.systems.blitz.objectives.objectives import PlaceMarker
from gearlock.systems.blitz.orders import GiveOrder, PassPoints
from gearlock.systems.blitz.recovery_and_heroes import Recover
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.sensor_jamming import JamSights
from gearlock.systems.blitz.shared_activation import HandOver
from gearlock.systems.blitz.shown import action_cost
from gearlock.systems.blitz.smoke import LaySmoke
from gearlock.systems.blitz.special_melee import (
    BruteForce,
    Crush,
    Ram,
    brute_force_duel,
    crush_duel,
    crushing,
    pushed_by,
    ram_duel,
)
from gearlock.systems.blitz.state import FIELDED, OFF_BOARD, POSTURES, WRECK, Rolled, State, Unit
from gearlock.systems.blitz.transport import Disembark, Embark, EnterBuilding, GetOut

# --- What special melee attacks would mean: how likely they are to succeed, and what an impact does to both

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


# --- What decisions about dice would mean: re-rolls, actions spent on a test, and ways to fight damage

WORTH_OF_A_POINT = 0.03
"""What a command or skill point, or what is called up for a re-roll, is kept for."""
WORTH_OF_A_SUCCESS = 0.1
WORTH_OF_A_TOKEN = 0.08
SPARED_BY_A_TEST = 0.15


@heeds("blitz.2.6")
def preview_reroll(state: State, _seat: str, order: Reroll) -> Preview:
    """What the throw is expected to gain over what lies there, less the point it costs."""
    rolled, unit = state.rolled, state.units.get(order.unit)
    if rolled is None or unit is None:
        return Preview()
    price = 0.0 if order.by and order.by not in state.units and "point" not in order.by else WORTH_OF_A_POINT
    if not rolled.target:
        fresh = rolled.dice * max(0, 7 - rolled.skill) / 6
        gain = WORTH_OF_A_SUCCESS * (min(1.0, fresh) - min(1, rolled.result))
        return Preview(gives=gain - price, attack_total=f"{rolled.result} of {rolled.dice} dice have succeeded")
    attacking = order.unit == rolled.unit
    lies, again = _worths(state, rolled, attacking)
    gain = again - lies if attacking else lies - again
    without, odds = _cards(state, rolled, attacking)
    margin = rolled.result - rolled.against
    stands = f"hit by {margin}" if margin >= 0 else f"missed by {-margin}"
    return Preview(
        gives=gain - price,
        target=rolled.target if attacking or odds else "",
        odds=odds,
        without=without,
        attack_total=pool_text(rolled.dice, rolled.skill) if attacking else f"{rolled.result} lies there",
        defence_total=f"{rolled.against} lies there" if attacking else pool_text(rolled.guard, rolled.wits),
        notes=(f"as it lies it is {stands}",),
    )


def _cards(state: State, rolled: Rolled, attacking: bool) -> tuple[OddsCard | None, OddsCard | None]:
    """The odds of what lies there and of a new throw, where they tell all that comes of it for the target.

    They do not where it is not said what was loaded, or where a new check is for others: against them, too, or because
    the target cannot be hit, or has not been and friends before it are in danger.
    """
    if rolled.against > (best_check(rolled.dice, rolled.skill) if attacking else rolled.result):
        return None, None
    held, found = state.units[rolled.unit].line.weapons.get(rolled.weapon), _spreads(state, rolled, attacking)
    if held is None or found is None or len(held.loads) > 1:
        return None, None
    (weapon,) = held.loads.values()
    if attacking and weapon.area:
        return None, None
    lies, again = (card_of(each, state.units[rolled.target]) for each in found)
    return lies, again


def _worths(state: State, rolled: Rolled, attacking: bool) -> tuple[float, float]:
    """The share of the target that what lies there costs, and what a new throw of the one side would on average."""
    target, found = state.units[rolled.target], _spreads(state, rolled, attacking)
    if found is None:
        return 0.0, 0.0
    lies, again = (mean_of(each, target.hull + target.structure) / target.line.bulk for each in found)
    return lies, again


def _spreads(state: State, rolled: Rolled, attacking: bool) -> tuple[Found, Found] | None:
    """The damage of what lies there and of a new throw of the one side; None where nothing is hurt by it."""
    attacker, target = state.units[rolled.unit], state.units[rolled.target]
    held = attacker.line.weapons.get(rolled.weapon)
    if held is None or target.is_destroyed:
        return None
    weapon = next(iter(held.loads.values()))
    struck = victim(weapon, target, saves_of(state, target, rolled.guard - BASE_DICE, rolled.wits))
    checks = checks_of(rolled.dice, rolled.skill, tells(weapon))
    check = {key: ways for key, ways in checks.items() if key[0] == rolled.result} or {(rolled.result, 0, 0): 1}
    guard = {rolled.against: 1}
    fresh = guards_among(sure(rolled.guard), rolled.wits)
    throws = (check, guard), (checks, guard) if attacking else (check, fresh)
    lies, again = (spread(weapon, struck, ours, theirs, rolled.skill) for ours, theirs in throws)
    return lies, again


def _share(weapon: Weapon, target: Unit, margin: int) -> float:
    """What a margin costs a target, in shares of it; half a point where a die decides."""
    if margin < 0:
        return 0.0
    net = net_damage(weapon, target.line, margin, target.line.armor)
    damage = 0.5 if net == 0 else max(0, net)
    return min(damage, target.hull + target.structure) / max(1, target.line.bulk)


@heeds("blitz.3.4a-action-bonus")
def preview_bonus(state: State, _seat: str, order: AddDice) -> Preview:
    """A die more for each action, and what these actions could have done."""
    unit = state.units.get(order.unit)
    if unit is None or order.actions < 1:
        return Preview()
    count = bonus_dice(unit, order.actions)
    if state.phase != "action":  # to begin or not is worth less than anything one could do with the action
        return Preview(gives=-WORTH_OF_A_TOKEN, notes=(f"+{count}D6 on this test",))
    gives = WORTH_OF_A_TOKEN / 2 * count - kept_attack(state, unit, order.actions)
    return Preview(gives=gives, notes=(f"+{count}D6 on this test",))


@heeds("blitz.9.5")
def preview_trouble(state: State, _seat: str, order: MeetTrouble) -> Preview:
    """Successes at PILOT lower the margin, which an action pays for unless Incoming Fire was ordered."""
    unit, rolled = state.units.get(order.unit), state.rolled
    if unit is None:
        return Preview()
    kept = 0.0 if order.incoming else kept_attack(state, unit)
    return Preview(gives=_spared(state, unit, rolled) - kept, notes=("each success lowers the margin by 1",))


def _spared(state: State, unit: Unit, rolled: Rolled | None) -> float:
    """The share of a model that a test saves of the hit that lies there; roughly where several were rolled."""
    weapon = None if rolled is None else state.units[rolled.unit].line.weapons.get(rolled.weapon)
    if rolled is None or weapon is None or rolled.target != unit.id:
        return SPARED_BY_A_TEST * 2 * max(0, 7 - skill_of(unit, PILOT)) / 6
    margin, dodges = rolled.result - rolled.against, bites_of(rolled.guard, rolled.wits)
    left = sum(_share(weapon, unit, max(0, margin - less)) * ways for less, ways in dodges.items())
    return _share(weapon, unit, margin) - left / sum(dodges.values())


@heeds("blitz.9.6b")
def preview_damage_control(state: State, _seat: str, order: DamageControl) -> Preview:
    """Points of what burns that are put out, one at least."""
    target = state.units.get(order.target or order.unit)
    if target is None or order.kind not in PERSISTENT:
        return Preview()
    left = target.token(order.kind)
    note = f"{order.kind} {left} becomes {max(0, left - 1)} at most"
    return Preview(gives=WORTH_OF_A_TOKEN * min(2, left), target=target.id, notes=(note,))


# --- What a player who points at a model may have in mind: orders that the rules take, or refuse with a reason


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy or a wreck with every weapon of whoever is asked, activating a model of one's own."""
    target = state.units.get(piece)
    if target is None or target.status not in (FIELDED, WRECK, OFF_BOARD):
        return
    if target.seat == ask.seat and target.is_fielded:
        if ask.kind == "activate":
            yield from (Attempt(posture, Activate(piece, posture)) for posture in POSTURES)
        return
    unit = state.units.get(ask.unit)
    if unit is None or ask.kind not in ("act", "snap"):
        yield Attempt("Attack", Attack(ask.unit, "", (piece,)))
        return
    for weapon in unit.line.weapons.values():
        targets = () if weapon.proximity else (piece,)
        for load in weapon.loads:
            if ask.kind == "snap":
                yield Attempt(f"Snap fire, {weapon.id}", SnapFire(unit.id, weapon.id, piece, load))
            else:
                yield Attempt(weapon.id, Attack(unit.id, weapon.id, targets, load))
                yield Attempt(weapon.id, Attack(unit.id, weapon.id, targets, load, True))


# --- What a throw was worth: the total of a check, or a point for every success

SUCCESSES = "Rolls"
TERMS = (
    "points",
    "Added up are the totals of attack and defence checks, where a point more is a point of margin, and the successes "
    "of rolls, one point for each; every throw counts, re-rolled or not. Initiative counts as a check.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of a check, or successes of a roll; None for dice of other kinds."""
    return pool_fortune(roll, faces, SUCCESSES)


# --- What every order would mean before it is given, and what it is paid with: one table of each

PAID_WITH_ACTIONS = (
    Attack, SnapFire, IndirectFire, Observe, ObserveFromAbove, BoostSensors, JamSensors, JamSights, Interfere,
    CounterInterference, JamComms, JamSignal, WatchBatteries, Scan, GiveOrder, DamageControl, ExtraTurn,
    Demolish, BruteForce, Ram, Crush, Hide, GoHullDown, Recover,
)  # fmt: skip


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that changes nothing at once."""
    return Preview()


PREVIEWS: Previews[State] = Previews(
    {
        **dict.fromkeys(BOOK.orders, staying(preview_nothing)),
        Attack: staying(preview_attack),
        IndirectFire: staying(preview_indirect),
        Observe: staying(preview_observation),
        ObserveFromAbove: staying(preview_satellite),
        JamSensors: staying(preview_sensor_jam),
        JamSights: preview_sensor_jam,
        Interfere: staying(preview_interference),
        CounterInterference: staying(preview_countering),
        JamComms: staying(preview_comms_jam),
        JamSignal: preview_comms_jam,
        BoostComms: preview_boost,
        Scan: staying(preview_scan),
        GiveOrder: staying(preview_order),
        PassPoints: staying(preview_passing),
        DamageControl: staying(preview_damage_control),
        Douse: preview_nothing,
        MeetTrouble: preview_trouble,
        AddDice: preview_bonus,
        Reroll: preview_reroll,
        SnapFire: preview_snap_fire,
        Move: preview_pose,
        Climb: preview_pose,
        Jump: preview_pose,
        ExtraTurn: preview_pose,
        ComeFree: staying(preview_freeing),
        EndMove: preview_waiting,
        StandBy: preview_standing_by,
        EndActivation: preview_waiting,
        Activate: preview_posture,
        Deploy: preview_deploy,
        Drop: preview_deploy,
        PlaceMarker: preview_marker,
        BruteForce: staying(preview_brute_force),
        Ram: staying(preview_ram),
        Crush: staying(preview_crush),
        Hide: preview_cover,
        GoHullDown: preview_cover,
        LaySmoke: preview_smoke,
        Recover: staying(preview_recovery),
        SendDrone: preview_drone,
        Demolish: staying(preview_demolition),
        HandOver: preview_hand_over,
        **dict.fromkeys((Circle, Strafe, ResumeCircling, Land, TakeOff), preview_flight),
        **dict.fromkeys((Embark, EnterBuilding), preview_shelter),
        Disembark: preview_unloading,
        GetOut: preview_getting_out,
        Declare: preview_declaring,
        Reposition: preview_reposition,
    },
    dict.fromkeys(PAID_WITH_ACTIONS, action_cost),
)
