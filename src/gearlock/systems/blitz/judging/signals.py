"""What electronic warfare and orders would mean: their lines, the odds of their successes, and a rough worth."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.pools.marginal import bites_of
from gearlock.systems.blitz.attacks.aiming import CHARGING_RANGE
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.indirect_fire import indirect_orders
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY, Use, duel_of
from gearlock.systems.blitz.attacks.orders import IndirectFire
from gearlock.systems.blitz.attacks.pairs import ABOVE, Pair
from gearlock.systems.blitz.attacks.volleys import is_optimal
from gearlock.systems.blitz.dice_tests.comms_tests import CommsTest, boost_dice, comms_dice, jam_test
from gearlock.systems.blitz.dice_tests.orders import BoostComms, JamSignal
from gearlock.systems.blitz.dice_tests.rolls import DiceTest
from gearlock.systems.blitz.dice_tests.words import skill_text
from gearlock.systems.blitz.electronic_warfare import orders as o
from gearlock.systems.blitz.electronic_warfare.interference import countering_test, interference_test
from gearlock.systems.blitz.electronic_warfare.observing import firers_for
from gearlock.systems.blitz.electronic_warfare.scanning import scan_test
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, dice_of
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.jamming.orders import JamSights
from gearlock.systems.blitz.jamming.sensor_jamming import sensor_jam_test
from gearlock.systems.blitz.judging.attacks import area_previews, together
from gearlock.systems.blitz.judging.danger import attack_at_hand, best_against, danger_here
from gearlock.systems.blitz.judging.errands import is_worth_a_scan
from gearlock.systems.blitz.judging.strikes import expected_share, strike_of
from gearlock.systems.blitz.orders.commands import RULES, can_take_up, in_formation_with, order_test
from gearlock.systems.blitz.orders.orders import GiveOrder, PassPoints
from gearlock.systems.blitz.state import CHARGE, COORDINATED, INCOMING, NEAR, State, Unit, opponent

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


def preview_observation(state: State, _seat: str, order: o.Observe) -> Preview:
    """The comms test, and what the fire chained to it would do."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    test, mode = _comms(state, unit), GUIDED if order.guided else INDIRECTLY
    shown = preview_test(test, 0.0, target.id)
    gives = _fire_worth(state, unit, target, mode, unit.id, test)
    return msgspec.structs.replace(shown, gives=gives, ends=(unit.x, unit.y, unit.facing))


def preview_satellite(state: State, _seat: str, order: o.ObserveFromAbove) -> Preview:
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


def preview_sensor_jam(state: State, _seat: str, order: o.JamSensors | JamSights) -> Preview:
    """Each success may cost the victim a die in every action that needs Lock."""
    unit = _unit(state, order.unit)
    active = state.active()
    name = order.target if isinstance(order, o.JamSensors) else "" if active is None else active.id
    target = _unit(state, name)
    if unit is None or target is None:
        return Preview()
    active_too = target.actions + 1 if isinstance(order, JamSights) else target.actions
    return preview_test(sensor_jam_test(state, unit), WORTH_OF_A_DIE * min(1, active_too), target.id)


def preview_interference(state: State, _seat: str, order: o.Interfere) -> Preview:
    """A die for every friend near whom an enemy could fire at."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    near = (friend for friend in state.fielded(unit.seat) if distance_between(state, friend, unit) <= NEAR)
    threatened = sum(danger_here(state, friend) > 0 for friend in near)
    return preview_test(interference_test(state, unit), WORTH_OF_A_DIE * threatened, flat=True)


def preview_countering(state: State, _seat: str, order: o.CounterInterference) -> Preview:
    """Each success takes a point of interference away."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else preview_test(countering_test(state, unit), WORTH_OF_A_DIE, order.target)


def preview_comms_jam(state: State, _seat: str, order: o.JamComms | JamSignal) -> Preview:
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


def preview_scan(state: State, _seat: str, order: o.Scan) -> Preview:
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
