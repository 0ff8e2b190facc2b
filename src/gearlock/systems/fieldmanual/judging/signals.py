"""What Electronic Warfare, sensors, command and reactions would mean: lines, the odds of their tests, a rough worth."""

from __future__ import annotations

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds, total_odds
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.command.orders import Command, Reroll, Uplink, UseNeuralNet
from gearlock.systems.fieldmanual.command.windows import EXTRA
from gearlock.systems.fieldmanual.dice_tests.tests import Test, skill_of
from gearlock.systems.fieldmanual.drones.orders import SetOffDrone
from gearlock.systems.fieldmanual.electronic_warfare.orders import Counter, Home, Jam
from gearlock.systems.fieldmanual.electronic_warfare.rolls import eccm_test, ecm_test, homing_test
from gearlock.systems.fieldmanual.judging.afterwards import danger_with, left_by_offset
from gearlock.systems.fieldmanual.judging.danger import best_worth, danger_here
from gearlock.systems.fieldmanual.judging.errands import is_to_be_locked
from gearlock.systems.fieldmanual.judging.outlook import kept_attack
from gearlock.systems.fieldmanual.judging.reckoning import best_of, guns_in_hand, guns_of
from gearlock.systems.fieldmanual.judging.strikes import skill_text
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap_to
from gearlock.systems.fieldmanual.reactions.orders import DeclareFire, StandBy, TakePartingShot
from gearlock.systems.fieldmanual.reactions.parting_shot import as_it_was
from gearlock.systems.fieldmanual.reactions.stand_by import waiting_weapons
from gearlock.systems.fieldmanual.sensors.active_lock import lock_test
from gearlock.systems.fieldmanual.sensors.orders import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.special_actions.orders import Coordinate, OffsetPenalty
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit, opponent
from gearlock.table.measure import INCH

POINT = 0.05
"""What a Command Point is worth while it is kept, as a share of a model."""
SIGNAL = 0.06
"""What it is worth to let a Comm Event through, or to stop one."""
STEP = 0.05
"""What one step more or less in a test comes to."""
SHELL = 0.08
"""What an indirect attack that an observation opens may do."""

RECONNOITRED = 0.25
"""What Active Lock on one of a group is worth that is to be reconnoitred."""


def chance(spread: Spread) -> float:
    """How often a margin is above 0."""
    return sum(ways for margin, ways in spread.items() if margin > 0) / spread.total


def _unit(state: State, name: str) -> Unit | None:
    unit = state.units.get(name)
    return unit if unit is not None and unit.is_fielded else None


def shown_test(test: Test, passes: float, gives: float, *notes: str) -> Preview:
    """A test as a player reads it: its lines, what they come to, and how often it succeeds."""
    skill = skill_of(test.lines)
    total = skill_text(skill) + (f" against {test.against}" if test.against else "")
    odds = OddsCard(passes, 0.0, {})
    return Preview(test.lines, odds=odds, gives=gives, target=test.target, attack_total=total, notes=notes)


@heeds("fieldmanual.active-lock")
def preview_lock(state: State, _seat: str, order: ActiveLock) -> Preview:
    """EW and Sensors against Concealment; certain with Combat Lock. Worth what may be lobbed along it."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    test = lock_test(state, unit, target, order.drone)
    sure = has_combat_lock(state, unit, target)
    passes = 1.0 if sure else chance(margin_odds(skill_of(test.lines), test.against))
    friends = sum(1 for each in state.fielded(unit.seat) if _could_lob(each))
    notes = ("Combat Lock: no roll is needed",) if sure else ()
    wanted = SHELL * min(2, friends) + (RECONNOITRED if is_to_be_locked(state, unit.seat, target) else 0.0)
    return shown_test(test, passes, passes * wanted, *notes)


def _could_lob(unit: Unit) -> bool:
    """Whether it has a weapon for indirect fire and may still use it this round."""
    ready = any("IF" in mount.weapon.traits and mount.id not in unit.fired for mount in unit.card.weapons)
    return ready and (bool(waiting_weapons(unit)) or (unit.actions > 0 and not unit.used))


@heeds("fieldmanual.forward-observation", "fieldmanual.stand-by")
def preview_observation(state: State, _seat: str, order: ForwardObserve) -> Preview:
    """Worth what friends may lob at the target."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    mates = [each for each in state.fielded(unit.seat) if each.id != unit.id and _could_lob(each)]
    return Preview(gives=SHELL * len(mates), target=order.target, notes=(f"{len(mates)} friends could fire at it",))


@heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined")
def preview_jam(state: State, _seat: str, order: Jam) -> Preview:
    """The roll of the jammer, less the Action."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    test = ecm_test(unit, len(order.helpers), "")
    usual = chance(margin_odds(skill_of(test.lines), Skill(1, 0)))
    return shown_test(test, usual, 2 * SIGNAL * usual - kept_attack(state, unit), "odds against one die")


@heeds("fieldmanual.eccm")
def preview_counter(state: State, _seat: str, order: Counter) -> Preview:
    """The roll of who aids, less the Action."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    test = eccm_test(unit, "")
    usual = chance(margin_odds(skill_of(test.lines), Skill(1, 0)))
    return shown_test(test, usual, SIGNAL * usual - kept_attack(state, unit), "odds against one die")


@heeds("fieldmanual.perk-ew-homing")
def preview_homing(state: State, _seat: str, order: Home) -> Preview:
    """Both Comm tests, less the Action."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    test, other = homing_test(unit, target.id), homing_test(target, unit.id)
    passes = chance(margin_odds(skill_of(test.lines), skill_of(other.lines)))
    return shown_test(test, passes, SHELL * passes - kept_attack(state, unit))


@heeds("fieldmanual.cp-reroll-skill")
def preview_reroll(state: State, _seat: str, order: Reroll) -> Preview:
    """How often another throw of the dice that lie there is better or worse, less the point."""
    rolled = state.rolled
    if rolled is None or rolled.unit != order.unit:
        return Preview()
    spread = total_odds(Skill(max(0, rolled.dice), rolled.modifier))
    better = sum(ways for total, ways in spread.items() if total > rolled.total) / spread.total
    worse = sum(ways for total, ways in spread.items() if total < rolled.total) / spread.total
    mean = sum(total * ways for total, ways in spread.items()) / spread.total
    notes = (f"better: {better:.0%}, worse: {worse:.0%}, mean {mean:.1f} after {rolled.total}",)
    return Preview(odds=OddsCard(better, 0.0, {}), gives=STEP * (mean - rolled.total) - POINT, notes=notes)


def preview_neural_net(_state: State, _seat: str, _order: UseNeuralNet) -> Preview:
    """A die more."""
    return Preview(gives=STEP / 2, notes=("+1D6",))


@heeds("fieldmanual.cp-extra-action", "fieldmanual.cp-activate")
def preview_command(state: State, seat: str, order: Command) -> Preview:
    """An additional Action is worth the best attack the model could make as it stands, less the point."""
    unit = _unit(state, order.to)
    if unit is None or order.use != EXTRA:
        return Preview(gives=-POINT)
    worth = best_of(state, unit, state.fielded(opponent(seat)), guns_of(unit.card))
    return Preview(gives=worth - POINT, notes=(f"its best attack: {worth:.2f} of a model",))


@heeds("fieldmanual.cp-parting-shot")
def preview_parting_shot(state: State, _seat: str, order: TakePartingShot) -> Preview:
    """The best attack of who was lost, as it was, less the point."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_lost:
        return Preview()
    before = as_it_was(state, unit)
    worth = best_of(before, before.units[unit.id], before.fielded(opponent(unit.seat)), guns_of(unit.card))
    return Preview(gives=worth - POINT)


@heeds("fieldmanual.reaction-fire")
def preview_declaring(state: State, _seat: str, order: DeclareFire) -> Preview:
    """The best attack on the mover where it is now, less what the Action could do later."""
    unit, active = _unit(state, order.unit), state.active()
    if unit is None or active is None:
        return Preview()
    worth = best_of(state, unit, state.bases(active), guns_in_hand(state, unit))
    kept = kept_attack(state, unit) if worth else 0.0
    return Preview(gives=worth - kept, target=active.id, notes=("after its next inch",))


@heeds("fieldmanual.stand-by")
def preview_stand_by(state: State, _seat: str, order: StandBy) -> Preview:
    """Worth something where a friend may still observe."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    others = [each for each in state.fielded(unit.seat) if each.id != unit.id and each.actions and not each.used]
    return Preview(gives=SHELL / 2 if others else 0.0, forgone=best_worth(state, unit))


@heeds("fieldmanual.coordinated-attack")
def preview_coordination(state: State, _seat: str, order: Coordinate) -> Preview:
    """A step for everybody of the squad who may still attack the target."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    mates = [each for each in state.fielded(unit.seat) if each.squad == unit.squad and each.actions]
    able = [each for each in mates if each.id != unit.id and has_combat_lock(state, each, target)]
    return Preview(gives=STEP * len(able), target=target.id, notes=(f"{len(able)} others see it and can act",))


@heeds("fieldmanual.were-in-trouble")
def preview_offset(state: State, _seat: str, order: OffsetPenalty) -> Preview:
    """The danger it is spared, less its best attack where no Action is left for that."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    before, after = danger_here(state, unit), danger_with(state, unit, left_by_offset(unit, order))
    forgone = best_worth(state, unit) if unit.actions <= order.actions else 0.0
    notes = (f"danger {before:.2f} before, {after:.2f} after",)
    return Preview(gives=max(0.0, before - after), forgone=forgone, notes=notes)


def preview_uplink(state: State, _seat: str, order: Uplink) -> Preview:
    """A point."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else Preview(gives=POINT, forgone=best_worth(state, unit))


@heeds("fieldmanual.perk-drone-demo")
def preview_blast(state: State, seat: str, order: SetOffDrone) -> Preview:
    """Everybody in its area, friends as a risk."""
    drone = state.units.get(order.drone)
    if drone is None or not drone.card.weapons:
        return Preview()
    reach = drone.card.weapons[0].weapon.traits.get("AE", 0) * INCH
    near = [unit for unit in state.units.values() if unit.status == FIELDED and gap_to(unit, drone.x, drone.y) <= reach]
    share = 0.1 if order.lay else 0.3
    foes = sum(unit.seat != seat for unit in near)
    notes = (f"{foes} enemies and {len(near) - foes} friends in its area",)
    return Preview(gives=share * foes, risks=share * (len(near) - foes), notes=notes, spot=(drone.x, drone.y, 0))


SIGNALS: dict[type[Order], Show[State]] = {
    ActiveLock: preview_lock,
    ForwardObserve: preview_observation,
    Coordinate: preview_coordination,
    OffsetPenalty: preview_offset,
    StandBy: preview_stand_by,
    Uplink: preview_uplink,
    SetOffDrone: preview_blast,
}
"""What the active model does about signals, which leaves it where it is."""
ANSWERS: dict[type[Order], Show[State]] = {
    Jam: preview_jam,
    Counter: preview_counter,
    Home: preview_homing,
    Reroll: preview_reroll,
    UseNeuralNet: preview_neural_net,
    Command: preview_command,
    TakePartingShot: preview_parting_shot,
    DeclareFire: preview_declaring,
}
"""What answers others."""
