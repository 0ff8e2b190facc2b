"""What every order would mean before it is given: cover, signals, points, offers."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import Previews, Show
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Attempt
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.pools.fortune import pool_fortune
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds, total_odds
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.advice.attacks_and_moves import (
    LEFT,
    afterwards,
    danger_with,
    kept_attack,
    left_by_attack,
    left_by_offset,
    pose_of,
    preview_activation,
    preview_answer,
    preview_count,
    preview_deploy,
    preview_move,
    preview_quick,
    preview_ram,
    preview_strike,
    preview_waiting,
    staying,
)
from gearlock.systems.fieldmanual.advice.best_attack import (
    best_of,
    best_worth,
    danger,
    danger_here,
    guns_in_hand,
    guns_of,
    imagined,
    skill_text,
)
from gearlock.systems.fieldmanual.advice.objectives import POINT as VICTORY_POINT
from gearlock.systems.fieldmanual.advice.objectives import is_to_be_locked
from gearlock.systems.fieldmanual.attacks.defense import cost_of, terms_of
from gearlock.systems.fieldmanual.attacks.ranged import ways_of
from gearlock.systems.fieldmanual.attacks.weapons_in_use import PLACED, SELF, Attack, Reload
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points.spending import EXTRA
from gearlock.systems.fieldmanual.command_points.tests import (
    Command,
    Reroll,
    RerollOther,
    Uplink,
    UseNeuralNet,
    points_left,
)
from gearlock.systems.fieldmanual.damage.damage import Quench, ShakeStun, StandUp
from gearlock.systems.fieldmanual.deployment import Deploy
from gearlock.systems.fieldmanual.dice_tests import Test, skill_of
from gearlock.systems.fieldmanual.drones import SetOffDrone
from gearlock.systems.fieldmanual.electronic_warfare import Counter, Home, Jam, eccm_test, ecm_test, homing_test
from gearlock.systems.fieldmanual.lock_and_cover.lock import SEARCHLIT, has_combat_lock
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap_to
from gearlock.systems.fieldmanual.lock_and_cover.smoke import SMOKE_RADIUS
from gearlock.systems.fieldmanual.melee import Strike
from gearlock.systems.fieldmanual.missions.objectives import Leave, Scout
from gearlock.systems.fieldmanual.movement.terrain import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.rams_and_impacts import CountAsRam, Ram
from gearlock.systems.fieldmanual.reactions import (
    ANSWER,
    FIRE,
    DeclareFire,
    StandBy,
    TakePartingShot,
    as_it_was,
    waiting_weapons,
)
from gearlock.systems.fieldmanual.rounds import BAND_WORDS, Activate, EndActivation
from gearlock.systems.fieldmanual.sensors import ActiveLock, ForwardObserve, lock_test
from gearlock.systems.fieldmanual.smoke_and_light import Illuminate, LaunchSmoke, PopHatch
from gearlock.systems.fieldmanual.special_actions import Coordinate, GoHullDown, Hide, OffsetPenalty
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    BANDS,
    FALLEN,
    FIELDED,
    HIDING,
    HULL_DOWN,
    STUN,
    State,
    Unit,
    opponent,
)
from gearlock.systems.fieldmanual.transports import Disembark, Embark, GetOut
from gearlock.table.measure import INCH

# --- What taking cover, smoke, recovering, transports and objectives would mean: less danger, or acting again

LITTLE = 0.03
"""What it is worth that something works again that may not be needed."""
OUT_OF_THE_ROUND = 0.1
"""What it is worth that a model on fire, or on the ground, can be reckoned with again."""


def _unit(state: State, name: str) -> Unit | None:
    unit = state.units.get(name)
    return unit if unit is not None and unit.is_fielded else None


def _safer(state: State, unit: Unit, after: float) -> Preview:
    """What danger is left, and that there was more."""
    before = danger_here(state, unit)
    less = max(0.0, before - after)
    notes = (f"danger {before:.2f} before, {after:.2f} after",)
    forgone = best_worth(state, unit)
    return Preview(gives=less, risks=after, lasting=after, forgone=forgone, ends=pose_of(unit), notes=notes)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def preview_cover(state: State, _seat: str, order: Hide | GoHullDown) -> Preview:
    """The danger to a model that keeps its head down."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    there = unit.clone()
    there.tokens[HIDING if isinstance(order, Hide) else HULL_DOWN] = 1
    return _safer(state, unit, danger(imagined(state, there), there))


@heeds("fieldmanual.perk-smoke")
def preview_smoke(state: State, _seat: str, order: LaunchSmoke) -> Preview:
    """The danger to a model once the cloud hangs there."""
    unit = _unit(state, order.unit)
    if unit is None or order.x is None or order.y is None:
        return Preview()
    after = copy(state)
    cloud = (order.x, order.y, state.ground.elevation(order.x, order.y), SMOKE_RADIUS)
    after.smoke, after.notes = [*state.smoke, cloud], {}
    return _safer(state, unit, danger(after, unit))


@heeds("fieldmanual.perk-searchlight")
def preview_light(state: State, _seat: str, order: Illuminate) -> Preview:
    """The danger to a model once darkness hides neither it nor whom it shines at."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    there, lit = unit.clone(), target.clone()
    there.tokens[SEARCHLIT] = lit.tokens[SEARCHLIT] = 1
    after = danger(imagined(state.with_unit(lit), there), there)
    return Preview(risks=after, lasting=after, ends=pose_of(unit), target=target.id)


@heeds("fieldmanual.stun")
def preview_shaking(state: State, _seat: str, order: ShakeStun) -> Preview:
    """What its best attack gains without the Stun counter, if there is an Action left for it, and its defense."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    there = unit.clone()
    there.tokens.pop(STUN, None)
    there.actions -= 1
    after = imagined(state, there)
    risk = danger(after, there)
    gain = max(0.0, danger_here(state, unit) - risk)
    return Preview(gives=best_worth(after, there) + gain, risks=risk, lasting=risk, ends=pose_of(unit))


def preview_recovery(state: State, _seat: str, order: StandUp | Quench) -> Preview:
    """On its feet again, or a fire out."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    fallen = isinstance(order, StandUp) and unit.token(FALLEN)
    return Preview(gives=OUT_OF_THE_ROUND * (2 if fallen else 1), forgone=best_worth(state, unit))


@heeds("fieldmanual.wt-reloads")
def preview_reload(state: State, _seat: str, order: Reload) -> Preview:
    """A weapon that fires again, less what the Action could do now."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else Preview(gives=LITTLE, forgone=best_worth(state, unit))


@heeds("fieldmanual.flaw-sensor-dependent")
def preview_hatch(state: State, _seat: str, order: PopHatch) -> Preview:
    """Nothing but what is seen: the front is weak."""
    return Preview() if _unit(state, order.unit) is None else Preview(risks=LITTLE)


def preview_embarking(state: State, _seat: str, order: Embark) -> Preview:
    """Out of danger, more or less, and done for now."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else Preview(gives=-LITTLE, forgone=best_worth(state, unit))


def preview_getting_out(state: State, _seat: str, order: Disembark | GetOut) -> Preview:
    """A model that can do something again, where it would stand."""
    unit = state.units.get(order.passenger if isinstance(order, Disembark) else order.unit)
    if unit is None or unit.is_lost or order.x is None or order.y is None:
        return Preview()
    there = unit.clone()
    there.x, there.y, there.facing = order.x, order.y, order.facing
    there.status, there.carrier = FIELDED, ""
    gives = best_worth(imagined(state, there), there) + LITTLE
    return Preview(gives=gives, hoped=gives, ends=pose_of(there))


@heeds("fieldmanual.obj-escape", "fieldmanual.obj-scout")
def preview_objective(state: State, _seat: str, order: Leave | Scout) -> Preview:
    """A part of a Victory Point or two; whoever leaves is out of danger as well."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    if isinstance(order, Leave):
        return Preview(gives=2 * VICTORY_POINT, notes=("half of its group away earns the objective",))
    return Preview(gives=VICTORY_POINT, notes=("two rounds running by the same model",))


KEEPING: dict[type[Order], Show[State]] = {
    GoHullDown: preview_cover,
    Hide: preview_cover,
    LaunchSmoke: preview_smoke,
    Illuminate: preview_light,
    ShakeStun: preview_shaking,
    Embark: preview_embarking,
    Disembark: preview_getting_out,
    GetOut: preview_getting_out,
    Leave: preview_objective,
}
"""What says itself how dangerous it is to be there afterwards."""
STAYING: dict[type[Order], Show[State]] = {
    StandUp: preview_recovery,
    Quench: preview_recovery,
    Reload: preview_reload,
    PopHatch: preview_hatch,
    Scout: preview_objective,
}
"""What leaves the model where it is."""


# --- What Electronic Warfare, sensors, command and reactions would mean

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


def _unit_signals(state: State, name: str) -> Unit | None:
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
    unit, target = _unit_signals(state, order.unit), _unit_signals(state, order.target)
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
    unit = _unit_signals(state, order.unit)
    if unit is None:
        return Preview()
    mates = [each for each in state.fielded(unit.seat) if each.id != unit.id and _could_lob(each)]
    return Preview(gives=SHELL * len(mates), target=order.target, notes=(f"{len(mates)} friends could fire at it",))


@heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined")
def preview_jam(state: State, _seat: str, order: Jam) -> Preview:
    """The roll of the jammer, less the Action."""
    unit = _unit_signals(state, order.unit)
    if unit is None:
        return Preview()
    test = ecm_test(unit, len(order.helpers), "")
    usual = chance(margin_odds(skill_of(test.lines), Skill(1, 0)))
    return shown_test(test, usual, 2 * SIGNAL * usual - kept_attack(state, unit), "odds against one die")


@heeds("fieldmanual.eccm")
def preview_counter(state: State, _seat: str, order: Counter) -> Preview:
    """The roll of who aids, less the Action."""
    unit = _unit_signals(state, order.unit)
    if unit is None:
        return Preview()
    test = eccm_test(unit, "")
    usual = chance(margin_odds(skill_of(test.lines), Skill(1, 0)))
    return shown_test(test, usual, SIGNAL * usual - kept_attack(state, unit), "odds against one die")


@heeds("fieldmanual.perk-ew-homing")
def preview_homing(state: State, _seat: str, order: Home) -> Preview:
    """Both Comm tests, less the Action."""
    unit, target = _unit_signals(state, order.unit), _unit_signals(state, order.target)
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
    unit = _unit_signals(state, order.to)
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
    unit, active = _unit_signals(state, order.unit), state.active()
    if unit is None or active is None:
        return Preview()
    worth = best_of(state, unit, state.bases(active), guns_in_hand(state, unit))
    kept = kept_attack(state, unit) if worth else 0.0
    return Preview(gives=worth - kept, target=active.id, notes=("after its next inch",))


@heeds("fieldmanual.stand-by")
def preview_stand_by(state: State, _seat: str, order: StandBy) -> Preview:
    """Worth something where a friend may still observe."""
    unit = _unit_signals(state, order.unit)
    if unit is None:
        return Preview()
    others = [each for each in state.fielded(unit.seat) if each.id != unit.id and each.actions and not each.used]
    return Preview(gives=SHELL / 2 if others else 0.0, forgone=best_worth(state, unit))


@heeds("fieldmanual.coordinated-attack")
def preview_coordination(state: State, _seat: str, order: Coordinate) -> Preview:
    """A step for everybody of the squad who may still attack the target."""
    unit, target = _unit_signals(state, order.unit), _unit_signals(state, order.target)
    if unit is None or target is None:
        return Preview()
    mates = [each for each in state.fielded(unit.seat) if each.squad == unit.squad and each.actions]
    able = [each for each in mates if each.id != unit.id and has_combat_lock(state, each, target)]
    return Preview(gives=STEP * len(able), target=target.id, notes=(f"{len(able)} others see it and can act",))


@heeds("fieldmanual.were-in-trouble")
def preview_offset(state: State, _seat: str, order: OffsetPenalty) -> Preview:
    """The danger it is spared, less its best attack where no Action is left for that."""
    unit = _unit_signals(state, order.unit)
    if unit is None:
        return Preview()
    before, after = danger_here(state, unit), danger_with(state, unit, left_by_offset(unit, order))
    forgone = best_worth(state, unit) if unit.actions <= order.actions else 0.0
    notes = (f"danger {before:.2f} before, {after:.2f} after",)
    return Preview(gives=max(0.0, before - after), forgone=forgone, notes=notes)


def preview_uplink(state: State, _seat: str, order: Uplink) -> Preview:
    """A point."""
    unit = _unit_signals(state, order.unit)
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


# --- What small decisions would mean: strikes, rams, locks, observation, taking cover, points and offers

WORTH_OF_A_TRY = 0.02


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that changes nothing at once."""
    return Preview()


def preview_try(_state: State, _seat: str, _order: Order) -> Preview:
    """A little for doing something that may help others."""
    return Preview(gives=WORTH_OF_A_TRY)


# --- What orders are paid with, in words


def action_cost(state: State, _seat: str, order: Any) -> str:
    """So many Actions of those left."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.actions:
        return ""
    count = 1
    if isinstance(order, Attack):
        count = cost_of(state, order, terms_of(state, unit)) if state.is_active(unit) else 1 + order.extra
        if state.is_active(unit) and state.activation is not None and state.activation.extra:
            return "the Action of a Command Point"
    return f"{count} Action{'s' * (count != 1)} of {unit.actions}" if count else "a free Action"


def penalty_cost(state: State, _seat: str, order: Any) -> str:
    """As many Actions as the order says."""
    unit = state.units.get(order.unit)
    return "" if unit is None else f"{order.actions} Action{'s' * (order.actions != 1)} of {unit.actions}"


def point_cost(state: State, seat: str, _order: Any) -> str:
    """A Command Point of those left."""
    return f"1 Command Point of {points_left(state, seat)}"


# --- What a player who points at a model may have in mind: orders that the rules take, or refuse with a reason


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy with every weapon of whoever is asked; activating a model of one's own at every speed."""
    target = state.units.get(piece)
    if target is None or target.status not in (FIELDED, ALOFT):
        return
    if target.seat == ask.seat:
        if ask.kind == "activate":
            yield from (Attempt(BAND_WORDS[band], Activate(piece, target.mode, band)) for band in BANDS)
        return
    unit = state.units.get(ask.unit)
    if unit is None or ask.kind not in ("act", FIRE, ANSWER):
        yield Attempt("Attack", Attack(ask.unit, "", piece))
        return
    yield from _with_every_weapon(unit, piece, ask.kind == "act")


def _with_every_weapon(unit: Unit, piece: str, melee: bool) -> Iterator[Attempt]:
    """Every weapon in every way it has at one target."""
    for mount in unit.card.weapons:
        if mount.weapon.is_melee:
            if melee:
                yield Attempt(mount.name, Strike(unit.id, mount.id, piece))
            continue
        for way in ways_of(mount):
            if way not in (PLACED, SELF):
                yield Attempt(f"{mount.name}, {way}", Attack(unit.id, mount.id, piece, way=way))


# --- What a throw was worth: the result of a roll before modifiers

OTHER = "other dice"
TERMS = (
    "points",
    "Added up are the results of skill rolls before modifiers, where a point more is a point of margin; every throw "
    "counts, re-rolled or not. Rolls without a skill, player order, scatter and tables are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of a roll with a skill; None for dice of other kinds."""
    return pool_fortune(roll, faces, OTHER) if roll.step is not None else None


# --- What every order would mean before it is given, and what it is paid with: one table of each

PAID_WITH_ACTIONS = (
    Attack, Strike, Ram, ActiveLock, ForwardObserve, Coordinate, StandBy, Uplink, Jam, Counter, Home, GoHullDown, Hide,
    LaunchSmoke, Reload, Scout, DeclareFire, ShakeStun,
)  # fmt: skip


def _where_it_is(order: type[Order], shown: Show[State]) -> Show[State]:
    """An order that leaves the model where it is, with the danger it is in afterwards."""
    return afterwards(shown, LEFT[order]) if order in LEFT else staying(shown)


PREVIEWS: Previews[State] = Previews(
    {
        **{order: _where_it_is(order, preview_nothing) for order in BOOK.orders},
        **{order: _where_it_is(order, shown) for order, shown in (*SIGNALS.items(), *STAYING.items())},
        **KEEPING,
        **ANSWERS,
        Attack: afterwards(preview_answer, left_by_attack),
        Strike: staying(preview_strike),
        Ram: staying(preview_ram),
        CountAsRam: preview_count,
        **dict.fromkeys((Move, Climb, Jump), preview_move),
        **dict.fromkeys((Decelerate, QuickTurn), preview_quick),
        EndActivation: preview_waiting,
        Activate: preview_activation,
        Deploy: preview_deploy,
    },
    {
        **dict.fromkeys(PAID_WITH_ACTIONS, action_cost),
        **dict.fromkeys((Command, Reroll, RerollOther, TakePartingShot), point_cost),
        OffsetPenalty: penalty_cost,
    },
)
