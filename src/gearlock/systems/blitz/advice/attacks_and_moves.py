"""What attacks, moves, cover, signals and orders would mean: their lines, odds and a rough worth."""

from __future__ import annotations

from copy import copy

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import Show
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.judging.danger import noted
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.marginal import bites_of
from gearlock.odds.pools import pool_result
from gearlock.systems.blitz.advice.attack_odds import (
    Beside,
    Cast,
    Strike,
    attack_dice,
    cast_of,
    defence_dice,
    expected_share,
    odds_card,
    strike_of,
)
from gearlock.systems.blitz.advice.best_attack import (
    attack_at_hand,
    best_against,
    best_worth,
    danger,
    danger_here,
    danger_seen,
    kept_attack,
    reckoning_of,
)
from gearlock.systems.blitz.advice.objectives import errand_hope, errand_worth, is_worth_a_scan, marker_worth
from gearlock.systems.blitz.air_support import Circle, Land, ResumeCircling, Strafe, TakeOff
from gearlock.systems.blitz.attacks.aiming import (
    CHARGING_RANGE,
    Attack,
    IndirectFire,
    SnapFire,
    StandBy,
    attack_distance,
)
from gearlock.systems.blitz.attacks.attack import centre_of, indirect_orders, is_optimal, reached, secondary_targets
from gearlock.systems.blitz.attacks.modifiers import ATTACK, GUIDED, INDIRECTLY, Duel, Use, duel_of
from gearlock.systems.blitz.attacks.pairs import ABOVE, Pair, frag_dice
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import net_damage
from gearlock.systems.blitz.deployment.zones import Declare, Deploy, Drop, Reposition
from gearlock.systems.blitz.dice_tests.comms_tests import CommsTest, boost_dice, comms_dice, jam_test, skill_text
from gearlock.systems.blitz.dice_tests.tests import BoostComms, DiceTest, JamSignal
from gearlock.systems.blitz.drones import SendDrone
from gearlock.systems.blitz.electronic_warfare.interference import countering_test, interference_test, scan_test
from gearlock.systems.blitz.electronic_warfare.observing import (
    CounterInterference,
    Interfere,
    JamComms,
    JamSensors,
    Observe,
    ObserveFromAbove,
    Scan,
    firers_for,
)
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, PILOT, dice_of, skill_of
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.hiding import GoHullDown, Hide
from gearlock.systems.blitz.impacts_and_falling import fall_dice
from gearlock.systems.blitz.lock_and_cover.cover import look_from_point
from gearlock.systems.blitz.lock_and_cover.ground import cloud_of
from gearlock.systems.blitz.models import Weapon
from gearlock.systems.blitz.movement.moves_made import danger_test, freeing_test, trace_jump
from gearlock.systems.blitz.movement.paths import judge, trace_climb
from gearlock.systems.blitz.movement.terrain import (
    Climb,
    ComeFree,
    EndMove,
    ExtraTurn,
    Jumped,
    Move,
    Moved,
    TurnBought,
    moves_of,
)
from gearlock.systems.blitz.objectives.objectives import PlaceMarker
from gearlock.systems.blitz.orders import RULES, GiveOrder, PassPoints, can_take_up, in_formation_with, order_test
from gearlock.systems.blitz.recovery_and_heroes import Recover
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.sensor_jamming import JamSights, sensor_jam_test
from gearlock.systems.blitz.shared_activation import HandOver
from gearlock.systems.blitz.shown import Going, route_of
from gearlock.systems.blitz.smoke import LaySmoke
from gearlock.systems.blitz.state import (
    ALOFT,
    CHARGE,
    COORDINATED,
    FIELDED,
    HIDING,
    HULL_DOWN,
    INCOMING,
    NEAR,
    POSTURES,
    TARGETS,
    State,
    Unit,
    opponent,
)
from gearlock.systems.blitz.transport import Disembark, Embark, EnterBuilding, GetOut
from gearlock.table.inches import gap
from gearlock.table.measure import turned

# --- What is certain to come of an order: the position it leads to, before any die is thrown or anybody is asked


def played(state: State, order: Order) -> State:
    """The position in which an order of the active model first throws a die or asks somebody, or is done.

    Nothing comes of an order that would be refused.
    """
    active = state.active()
    if active is None or BOOK.refuse(state, Ask(active.seat, "act", active.id), order) is not None:
        return state
    ctx = Ctx(state.clone(), BOOK.apply)
    next(BOOK.resolve(ctx, order), None)
    return ctx.state


def moved(state: State, unit_id: str, event: Event) -> State:
    """The position after an event that concerns one model and those it carries along; all the rest is shared."""
    after = state.with_unit(state.units[unit_id].clone())
    for name, other in state.units.items():
        if unit_id in (other.carrier, other.parent):
            after.units[name] = other.clone()
    after.activation = None if state.activation is None else state.activation.clone()
    event.change(after)
    return after


# --- What attacks would mean: lines and exact odds at every target, and what a model could do from where it stands


def preview_attack(state: State, _seat: str, order: Attack) -> Preview:
    """Lines and odds at every target, harm to friends counted as a risk."""
    unit = state.units.get(order.unit)
    weapon = None if unit is None else unit.line.weapons.get(order.weapon)
    if unit is None or weapon is None or order.load not in weapon.loads or unit.status not in (FIELDED, ALOFT):
        return Preview()
    weapon = weapon.loads[order.load]
    shots = _shots(state, unit, weapon, order.targets)
    if not shots:
        return Preview(notes=("nobody is in the area",))
    return msgspec.structs.replace(together(state, unit.seat, shots), ends=(unit.x, unit.y, unit.facing))


def together(state: State, seat: str, shots: list[Preview]) -> Preview:
    """All rolls of an attack: the first, and the others beside it; harm to friends is a risk."""
    gives = sum(shot.gives for shot in shots if state.units[shot.target].seat != seat)
    risks = sum(shot.gives for shot in shots if state.units[shot.target].seat == seat)
    return msgspec.structs.replace(shots[0], gives=gives, risks=risks, also=tuple(shots[1:]))


def preview_snap_fire(state: State, seat: str, order: SnapFire) -> Preview:
    """The attack it comes to, less what the action could have done later."""
    target = order.target
    if target not in state.units:
        active = state.active()
        target = "" if active is None else active.id
    if not target:
        return Preview()
    shown = preview_attack(state, seat, Attack(order.unit, order.weapon, (target,), order.load))
    kept = kept_attack(state, state.units[order.unit]) if shown.odds is not None else 0.0
    return msgspec.structs.replace(shown, gives=shown.gives - kept, ends=None)


def _shots(state: State, unit: Unit, weapon: Weapon, targets: tuple[str, ...]) -> list[Preview]:
    """Every roll of an attack: its targets, and who else is in the area of each."""
    if weapon.proximity:
        return [around_preview(state, unit, other, weapon) for other in reached(state, unit, weapon.proximity)]
    shots: list[Preview] = []
    for number, name in enumerate(targets):
        target = state.units.get(name)
        if target is None or target.status not in TARGETS:
            continue
        use = Use(weapon, is_optimal(weapon, "", attack_distance(state, unit, target, weapon)), number > 0)
        shots += area_previews(state, use, Pair(state, unit, target, weapon))
    return shots


@heeds("blitz.10.2", "blitz.10.2b")
def area_previews(state: State, use: Use, pair: Pair) -> list[Preview]:
    """A roll at a target, and those of everybody in the area around it: their cover counts from its centre."""
    duel, target, weapon, unit = duel_of(state, use, pair), pair.target, use.weapon, pair.attacker
    cast, centre = cast_of(state, unit, weapon, target, duel, use.mode), centre_of(target)
    shots = [shot_preview(strike_of(state, unit, weapon, target, duel, cast=cast), target, duel)]
    for other in secondary_targets(state, weapon, target):
        observer = ABOVE if pair.from_above else pair.observer.id
        seen = Pair(state, pair.attacker, other, weapon, observer, look_from_point(state, centre, other))
        second = duel_of(state, use, seen)
        pools = second.pools._replace(attack=duel.pools.attack, attack_step=duel.pools.attack_step)
        near = bool(weapon.blast_area) and gap(centre, other.body) <= weapon.blast_area
        guard = defence_dice(other, pools.defence)
        strike = strike_of(
            state, unit, weapon, other, second, cast=cast._replace(defence=guard, wits=pools.defence_step)
        )
        strike = strike._replace(beside=Beside(cast.defence, cast.wits, near))
        shots.append(shot_preview(strike, other, second._replace(attack=duel.attack, pools=pools)))
    return shots


@heeds("blitz.A.4-proximity")
def around_preview(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Preview:
    """One check for all around, which knows of no flank or height; only the dice for infantry are apart."""
    pair, use = Pair(state, unit, target, weapon), Use(weapon, frag=False)
    duel, attack = duel_of(state, use, pair), ATTACK.lines(state, unit, use, None)
    if "Frag" in weapon.traits and target.is_infantry:
        attack = [*attack, dice(frag_dice(pair), "Frag against infantry", "blitz.wtrait.frag")]
    pools = duel.pools._replace(attack=dice_of(attack))
    ours = attack_dice(state, unit, weapon, pools.attack, None)
    cast = Cast(ours, defence_dice(target, pools.defence), pools.attack_step, pools.defence_step)
    shown = duel._replace(attack=attack, pools=pools)
    return shot_preview(strike_of(state, unit, weapon, target, shown, cast=cast), target, shown)


def shot_preview(strike: Strike, target: Unit, duel: Duel) -> Preview:
    """One roll at one target."""
    pools = duel.pools
    worth = expected_share(strike, target) if not target.is_destroyed else 0.0
    return Preview(
        tuple(duel.attack),
        tuple(duel.defence),
        odds_card(strike, target),
        worth,
        target=target.id,
        whole=target.line.bulk,
        left=target.hull + target.structure,
        attack_total=pool_text(pools.attack, pools.attack_step),
        defence_total=pool_text(pools.defence, pools.defence_step),
        harm=harm_text(strike.weapon, target, strike.beside is not None),
    )


def pool_text(count: int, skill: int) -> str:
    """A check as a player rolls it, and what it comes to on average."""
    if not count:
        return "no dice, so 1"
    return f"{count}D6 at {skill_text(skill)}, mean {pool_result(count, 0, skill).mean():.2f}"


def harm_text(weapon: Weapon, target: Unit, secondary: bool) -> str:
    """PEN against armour, and everything else that turns a margin into damage."""
    if not weapon.bites:
        return "no damage of its own; what it lights goes on burning"
    offset = net_damage(weapon, target.line, 0, target.line.armor)
    words = [f"PEN {weapon.pen} against AR {target.line.armor}: damage is MOS {offset:+d}"]
    words += ["AP counts the MOS twice"] if "AP" in weapon.traits and not target.is_infantry else []
    words += ["AT adds dice that reach the skill"] if "AT" in weapon.traits and not target.is_infantry else []
    words += ["infantry lose 1 at most"] if target.is_infantry and "AI" not in weapon.traits else []
    words += ["halved, rounded up"] if secondary else []
    return "; ".join(words)


# --- What moves, postures and waiting would mean: the best attack from there, and the danger of being there

WORTH_OF_A_MOVE = 0.01
WORTH_OF_A_REACTION = 0.25
WORTH_OF_FREEDOM = 0.1


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a model stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def there(state: State, unit: Unit, shown: Preview, order: Order) -> Preview:
    """An order that leaves a model where it is, with the danger of that."""
    return msgspec.structs.replace(beside(state, unit, shown, order), ends=pose_of(unit))


def beside(state: State, unit: Unit, shown: Preview, order: Order) -> Preview:
    """An order about somebody else, with the danger to the model that gives it."""
    here = danger_seen(state, unit) if gives_away(state, unit, order) else danger_here(state, unit)
    return msgspec.structs.replace(shown, risks=shown.risks + here, lasting=here)


@heeds("blitz.18.1")
def gives_away(state: State, unit: Unit, order: Order) -> bool:
    """Whether an order gives away a model that hides."""
    return HIDING in unit.tokens and HIDING not in played(state, order).units[unit.id].tokens


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the active model where it is, with the danger of that, so that orders can be compared."""

    def preview(state: State, seat: str, order: Order) -> Preview:
        meant, active = shown(state, seat, order), state.active()
        if active is None or getattr(order, "unit", "") != active.id:
            return meant
        return there(state, active, meant, order)

    return preview


def preview_deploy(_state: State, _seat: str, order: Deploy | Drop) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_marker(state: State, seat: str, order: PlaceMarker) -> Preview:
    """Whoever places a marker wants it near."""
    return Preview(gives=marker_worth(state, seat, order.x, order.y), spot=(order.x, order.y, 0))


def preview_posture(state: State, _seat: str, order: Activate) -> Preview:
    """What the posture gives an attack from where the model stands, and a little for each move it allows."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or order.posture not in POSTURES:
        return Preview()
    poised = unit.clone()
    poised.posture, poised.tall = order.posture, order.tall
    gives = best_worth(state.with_unit(poised), poised, reckoning_of(state))
    moves = moves_of(poised, order.posture)
    gives += WORTH_OF_A_MOVE * moves + errand_hope(state, unit, moves * unit.line.move)
    return Preview(gives=gives, hoped=gives, ends=pose_of(unit))


def preview_pose(state: State, _seat: str, order: Going | ExtraTurn) -> Preview:
    """The best attack there is from where the order ends, what getting there serves, and the danger of that place."""
    unit = state.units.get(order.unit)
    if unit is None or state.activation is None or state.activation.unit != unit.id:
        return Preview()
    perils, route = 0.0, None
    if isinstance(order, ExtraTurn):
        event: Event = TurnBought(unit.id, order.gait, turned(unit.facing, order.angle))
    else:
        end = _traced(state, order)
        if isinstance(end, Refusal):
            return Preview(notes=(end.message,))
        event, perils, route = end, _perils(state, unit, order, end), route_of(state, order, end)
    after = moved(state, unit.id, event)
    mover, others = after.units[unit.id], reckoning_of(state)
    lasting, hoped = danger(after, mover, others), best_worth(after, mover, others)
    gives = hoped + errand_worth(state, unit, mover)
    return Preview(gives=gives, risks=lasting + perils, hoped=hoped, lasting=lasting, ends=pose_of(mover), route=route)


def _perils(state: State, unit: Unit, order: Going, end: Moved | Jumped) -> float:
    """What falls, and tests for dangerous ground, cost on average on the way."""
    lost = fall_dice(end.fall) * min(6, skill_of(unit, PILOT) - 1) / 6
    if isinstance(order, Move):
        found = judge(state, order)
        if not isinstance(found, Refusal):
            halts = len(found[0].halts())
            if halts:
                odds = preview_test(danger_test(state, unit, order.gait), 0.0).odds
                lost += halts * (1 - odds.p_hit) if odds is not None else 0.0
    return lost / max(1, unit.line.bulk)


def _traced(state: State, order: Going) -> Moved | Jumped | Refusal:
    """Where an order of movement would lead."""
    if isinstance(order, Move):
        found = judge(state, order)
        return found if isinstance(found, Refusal) else found[-1]
    return trace_climb(state, order) if isinstance(order, Climb) else trace_jump(state, order)


def preview_declaring(_state: State, _seat: str, order: Declare) -> Preview:
    """Bots rather have their units on the table from the beginning."""
    return Preview(gives=0.1 if order.way in ("", "pathfinders") else 0.0)


def preview_reposition(_state: State, _seat: str, order: Reposition) -> Preview:
    """Bots come nearer, and in."""
    return Preview(gives=-0.001 * order.change, ends=(order.x, order.y, 0))


def preview_waiting(state: State, _seat: str, order: EndActivation | EndMove) -> Preview:
    """The danger of staying where one is."""
    unit = state.units.get(order.unit)
    return Preview() if unit is None or not unit.is_fielded else there(state, unit, Preview(), order)


@heeds("blitz.10.3")
def preview_standing_by(state: State, _seat: str, order: StandBy) -> Preview:
    """Actions kept are worth a part of what they could do now; it stays braced as long as it has them."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    lasting = noted(state.notes, ("danger on standby", unit.id), lambda: _danger_played(state, order))
    kept = WORTH_OF_A_REACTION * best_worth(state, unit)
    return Preview(gives=kept, risks=lasting, lasting=lasting, ends=pose_of(unit))


def _danger_played(state: State, order: StandBy) -> float:
    after = played(state, order)
    return danger(after, after.units[order.unit])


def preview_freeing(state: State, _seat: str, order: ComeFree) -> Preview:
    """The roll that frees a model."""
    unit = state.units.get(order.unit)
    return Preview() if unit is None else preview_test(freeing_test(state, unit), WORTH_OF_FREEDOM, flat=True)


def preview_drone(state: State, seat: str, order: SendDrone) -> Preview:
    """What the drone could do from where it is."""
    drone, unit = state.units.get(order.drone), state.units.get(order.unit)
    if drone is None or unit is None:
        return Preview()
    ready = drone.clone()
    ready.actions = ready.line.actions
    shown = preview_posture(state.with_unit(ready), seat, Activate(drone.id, order.posture))
    return beside(state, unit, shown, order)


def preview_hand_over(state: State, _seat: str, order: HandOver) -> Preview:
    """Nothing gained, and a little worse than to be done: whoever shares the activation goes on then anyway."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    return Preview(risks=here + WORTH_OF_A_MOVE, lasting=here, ends=pose_of(unit))


def preview_flight(state: State, _seat: str, order: Circle | Strafe | ResumeCircling | Land | TakeOff) -> Preview:
    """A little for moving at all; a pass is worth more to who has bombs or guns for it."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    worth = {Circle: 1, Strafe: 3, ResumeCircling: 0, Land: 0, TakeOff: 4}[type(order)] * WORTH_OF_A_MOVE
    return Preview(gives=worth, ends=pose_of(unit))


# --- What taking cover, smoke and helping others would mean: less danger, or a model that moves again


def _safer(state: State, unit: Unit, after: float) -> Preview:
    """What danger is left, and what has become less."""
    less = max(0.0, danger_here(state, unit) - after)
    return Preview(gives=less, risks=after, lasting=after, ends=pose_of(unit))


def preview_cover(state: State, _seat: str, order: Hide | GoHullDown) -> Preview:
    """The danger to a model that keeps its head down."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    there = unit.clone()
    there.tokens[HIDING if isinstance(order, Hide) else HULL_DOWN] = 1
    return _safer(state, unit, danger(state.with_unit(there), there))


def preview_smoke(state: State, _seat: str, order: LaySmoke) -> Preview:
    """The danger to a model in a cloud."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    after = copy(state)
    after.smoke, after.notes = [*state.smoke, cloud_of(unit)], {}
    return _safer(state, unit, danger(after, unit))


def preview_recovery(state: State, _seat: str, order: Recover) -> Preview:
    """A friend that can move again."""
    unit = state.units.get(order.unit)
    return Preview() if unit is None else Preview(gives=5 * WORTH_OF_A_MOVE, ends=pose_of(unit))


def preview_shelter(state: State, _seat: str, order: Embark | EnterBuilding) -> Preview:
    """Out of danger, more or less, and done for now."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    after = played(state, order)
    lasting = danger(after, after.units[unit.id])
    return Preview(risks=lasting, lasting=lasting, forgone=best_worth(state, unit))


def preview_unloading(state: State, _seat: str, order: Disembark) -> Preview:
    """A model that can do something again, and the transport where it is."""
    unit = state.units.get(order.unit)
    shown = _outside(state, order.passenger, (order.x, order.y, order.facing))
    return shown if unit is None or not unit.is_fielded else beside(state, unit, shown, order)


def preview_getting_out(state: State, _seat: str, order: GetOut) -> Preview:
    """A model that can do something again, where it would stand, and the danger of that place."""
    unit, active = state.units.get(order.unit), state.active()
    shown = _outside(state, order.unit, (order.x, order.y, order.facing))
    if unit is None or active is None or active.id != unit.id:
        return shown
    after = played(state, order)
    lasting = danger(after, after.units[unit.id])
    return msgspec.structs.replace(shown, risks=lasting, lasting=lasting)


def _outside(state: State, name: str, pose: tuple[int, int, int]) -> Preview:
    """What somebody could do who stands there."""
    unit = state.units.get(name)
    if unit is None or unit.is_destroyed:
        return Preview()
    there = unit.clone()
    there.x, there.y, there.facing = pose
    there.status, there.carrier, there.place = FIELDED, "", ""
    gives = best_worth(state.with_unit(there), there) + WORTH_OF_A_MOVE
    return Preview(gives=gives, hoped=gives, ends=pose_of(there))


# --- What electronic warfare and orders would mean: their lines, the odds of their successes, and a rough worth

WORTH_OF_A_DIE = 0.05
"""What a die more or less in somebody's attack or defence comes to, as a share of a model."""
WORTH_OF_A_SCAN = 0.3
WORTH_OF_A_POINT = 0.02
SPARED = 0.3
"""The part of the danger that dice of Incoming Fire may spare a model."""
RADIO = "blitz.14.1a"


def successes_of(test: DiceTest) -> dict[int, float]:
    """How often a roll has how many successes."""
    weights = bites_of(dice_of(test.lines, test.base), test.number)
    whole = sum(weights.values())
    return {number: weight / whole for number, weight in sorted(weights.items())}


def at_least(chances: dict[int, float], number: int) -> float:
    """How often there are so many successes or more."""
    return sum(chance for count, chance in chances.items() if count >= number)


def preview_test(test: DiceTest, worth: float, target: str = "", flat: bool = False) -> Preview:
    """The lines and odds of a roll; each success is worth so much, or all of them together if it is `flat`."""
    chances = successes_of(test)
    passes, mean = at_least(chances, 1), sum(number * chance for number, chance in chances.items())
    count = dice_of(test.lines, test.base)
    text = f"{count}D6 at {skill_text(test.number)}, mean {mean:.2f} successes" if count else "no dice, no success"
    more = [f"{number} or more successes: {at_least(chances, number):.0%}" for number in chances if number]
    gives = worth * (passes if flat else mean)
    return Preview(
        test.lines, odds=OddsCard(passes, 0.0, {}), gives=gives, target=target, attack_total=text, notes=tuple(more)
    )


def _unit(state: State, name: str) -> Unit | None:
    unit = state.units.get(name)
    return unit if unit is not None and unit.is_fielded else None


def _comms(state: State, unit: Unit, satellite: bool = False) -> DiceTest:
    return comms_dice(state, CommsTest(unit.id, "comms test", RADIO, satellite=satellite))


@heeds("blitz.14.2a", "blitz.14.2b")
def chained_worth(state: State, unit: Unit, target: Unit, mode: str, observer: str) -> float:
    """The worth of a model's best indirect attack on a target that somebody observes."""
    designator = state.units[observer].trait("TD") if mode == GUIDED else 0
    best = 0.0
    for order in indirect_orders(state, unit, target, mode):
        weapon = unit.line.weapons[order.weapon].loads[order.load]
        use = Use(
            weapon, is_optimal(weapon, mode, attack_distance(state, unit, target, weapon)), False, mode, designator
        )
        duel = duel_of(state, use, Pair(state, unit, target, weapon, observer))
        best = max(best, expected_share(strike_of(state, unit, weapon, target, duel, mode), target))
    return best


def _fire_worth(state: State, unit: Unit, target: Unit, mode: str, observer: str, test: DiceTest) -> float:
    """What all may do together who could fire: the best of them on the first success, and so on."""
    friends = firers_for(state, unit.seat, target, mode)
    worths = sorted((chained_worth(state, each, target, mode, observer) for each in friends), reverse=True)
    chances = successes_of(test)
    return sum(at_least(chances, number) * worth for number, worth in enumerate(worths, 1))


def preview_observation(state: State, _seat: str, order: Observe) -> Preview:
    """The comms test, and what the fire chained to it would do."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    test, mode = _comms(state, unit), GUIDED if order.guided else INDIRECTLY
    shown = preview_test(test, 0.0, target.id)
    gives = _fire_worth(state, unit, target, mode, unit.id, test)
    return msgspec.structs.replace(shown, gives=gives, ends=(unit.x, unit.y, unit.facing))


def preview_satellite(state: State, _seat: str, order: ObserveFromAbove) -> Preview:
    """The roll with the uplink, and the best target for it."""
    unit = _unit(state, order.unit)
    if unit is None or not unit.has("SatUp"):
        return Preview()
    test = _comms(state, unit, satellite=True)
    worths = [
        _fire_worth(state, unit, target, INDIRECTLY, ABOVE, test) for target in state.fielded(opponent(unit.seat))
    ]
    return msgspec.structs.replace(preview_test(test, 0.0), gives=max(worths, default=0.0))


def preview_indirect(state: State, _seat: str, order: IndirectFire) -> Preview:
    """The attack it comes to: seen by the active friend who observes, else by oneself or from above."""
    unit, target, active = _unit(state, order.unit), _unit(state, order.target), state.active()
    weapon = None if unit is None else unit.line.weapons.get(order.weapon)
    if unit is None or target is None or weapon is None or order.load not in weapon.loads:
        return Preview()
    used = weapon.loads[order.load]
    observer = ABOVE if active is None or active.seat != unit.seat else active.id
    mode = INDIRECTLY if any(indirect_orders(state, unit, target, INDIRECTLY)) else GUIDED
    designator = active.trait("TD") if mode == GUIDED and active is not None else 0
    use = Use(used, is_optimal(used, mode, attack_distance(state, unit, target, used)), False, mode, designator)
    return together(state, unit.seat, area_previews(state, use, Pair(state, unit, target, used, observer)))


def preview_sensor_jam(state: State, _seat: str, order: JamSensors | JamSights) -> Preview:
    """Each success may cost the victim a die in every action that needs Lock."""
    unit = _unit(state, order.unit)
    active = state.active()
    name = order.target if isinstance(order, JamSensors) else "" if active is None else active.id
    target = _unit(state, name)
    if unit is None or target is None:
        return Preview()
    active_too = target.actions + 1 if isinstance(order, JamSights) else target.actions
    return preview_test(sensor_jam_test(state, unit), WORTH_OF_A_DIE * min(1, active_too), target.id)


def preview_interference(state: State, _seat: str, order: Interfere) -> Preview:
    """A die for every friend near whom an enemy could fire at."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    near = (friend for friend in state.fielded(unit.seat) if distance_between(state, friend, unit) <= NEAR)
    threatened = sum(danger_here(state, friend) > 0 for friend in near)
    return preview_test(interference_test(state, unit), WORTH_OF_A_DIE * threatened, flat=True)


def preview_countering(state: State, _seat: str, order: CounterInterference) -> Preview:
    """Each success takes a point of interference away."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else preview_test(countering_test(state, unit), WORTH_OF_A_DIE, order.target)


def preview_comms_jam(state: State, _seat: str, order: JamComms | JamSignal) -> Preview:
    """Each success takes one off comms tests; in answer that is worth more."""
    unit = _unit(state, order.unit)
    worth = 2 * WORTH_OF_A_DIE if isinstance(order, JamSignal) else WORTH_OF_A_DIE / 2
    return Preview() if unit is None else preview_test(jam_test(state, unit), worth)


def preview_boost(state: State, _seat: str, order: BoostComms) -> Preview:
    """Dice for a friend."""
    unit = _unit(state, order.unit)
    if unit is None or order.actions < 1:
        return Preview()
    count = boost_dice(unit, order.actions)
    return Preview(gives=WORTH_OF_A_DIE / 2 * count, notes=(f"+{count}D6 on the comms test",))


def preview_scan(state: State, _seat: str, order: Scan) -> Preview:
    """One success is enough; what serves no objective only gives the scanner away."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    worth = WORTH_OF_A_SCAN if is_worth_a_scan(state, unit.seat, order.target) else -WORTH_OF_A_DIE
    return preview_test(scan_test(state, unit), worth, order.target, flat=True)


@heeds("blitz.15.4")
def preview_order(state: State, _seat: str, order: GiveOrder) -> Preview:
    """The command roll, and what obeying may bring: re-rolls, dice in a charge, or hits that are spared."""
    unit = _unit(state, order.unit)
    if unit is None or not unit.rank or order.command not in RULES:
        return Preview()
    models = [each for each in in_formation_with(state, unit) if can_take_up(state, each, order.command)]
    reckon = ORDERS_WORTH.get(order.command)
    worth = 0.0 if reckon is None else reckon(state, unit, models, _unit(state, order.target))
    return preview_test(order_test(state, unit, order.command), worth, order.target, flat=True)


@heeds("blitz.15.5a")
def _fire_together(state: State, unit: Unit, models: list[Unit], target: Unit | None) -> float:
    """The commander's own attack on the target, and a re-roll for every friend who may still strike it."""
    if target is None:
        return 0.0
    friends = (each for each in models if each is not unit and each.is_fielded and not each.used)
    able = sum(best_against(state, each, target) > WORTH_OF_A_DIE for each in friends)
    return attack_at_hand(state, unit, [target]) + WORTH_OF_A_DIE * min(able, BASE_DICE)


@heeds("blitz.15.5c")
def _charge(state: State, unit: Unit, models: list[Unit], _target: Unit | None) -> float:
    """The commander's own attack, and a die for every friend who comes near enough to an enemy that is yet to act."""
    foes = list(state.fielded(opponent(unit.seat)))
    fresh = [foe for foe in foes if not foe.used]
    near = sum(
        any(distance_between(state, each, foe) <= CHARGING_RANGE + each.line.move for foe in fresh)
        for each in models
        if each is not unit and each.is_fielded and not each.used
    )
    return attack_at_hand(state, unit, foes, CHARGING_RANGE) + WORTH_OF_A_DIE * near


@heeds("blitz.15.5e")
def _brace_for_fire(state: State, unit: Unit, models: list[Unit], _target: Unit | None) -> float:
    """A part of what enemies that may still act would do to whoever they hurt most."""
    foes = (foe for foe in state.fielded(opponent(unit.seat)) if foe.readiness and not foe.used)
    there = [each for each in models if each.is_fielded]
    return SPARED * sum(max((best_against(state, foe, each) for each in there), default=0.0) for foe in foes)


ORDERS_WORTH = {COORDINATED: _fire_together, CHARGE: _charge, INCOMING: _brace_for_fire}
"""What obeying an order would bring; of the others nobody can tell."""


def preview_passing(state: State, _seat: str, order: PassPoints) -> Preview:
    """A point for who has none."""
    to = state.units.get(order.to)
    return Preview() if to is None else Preview(gives=WORTH_OF_A_POINT * order.points)
