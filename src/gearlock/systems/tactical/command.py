"""2.6.4: Commander, Second in Command, and Command Points."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Facing, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.damage.condition import MP, allowance, is_crewless, refuse_comms
from gearlock.systems.tactical.dice_tests import LEADERSHIP, TACTICS, skill_lines, skill_of
from gearlock.systems.tactical.sensors.sensors import resolve_passing as resolve_message_passing
from gearlock.systems.tactical.state import (
    COMBAT,
    COMMANDER,
    EVADING,
    HIDDEN,
    NO_GROUP,
    POINT_USED,
    SECOND,
    STUNNED,
    TOP,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.switches import LOW_PRIORITY, STRUCTURES, suffered
from gearlock.table.measure import HALF_TURN, INCH, bearing, distance, turn_between, turned

EXTRA_ACTION, ACTIVATE, ABOUT_FACE, PAY_DEBT = "extra action", "activate", "about-face", "pay debt"

USES = (EXTRA_ACTION, ACTIVATE, ABOUT_FACE, PAY_DEBT)


CALLING = "calling"
"""A token of who has been called by a Command Point and is about to be activated."""


class TacticsRolled(Event, frozen=True, tag="tactics-rolled"):
    """Both Commanders' Tactics; the winner is empty after a tie."""

    red: int
    blue: int
    winner: str = ""

    @heeds("tactical.2.6.2-step0-tcp", "tactical.2.6.2-step0-deployment")
    def change(self, state: State) -> None:
        if self.winner:
            state.points["TCP:red"], state.points["TCP:blue"] = self.red, self.blue
            state.winner = state.turn = self.winner
            state.switches["last winner"] = self.winner


def tactics(_state: State, event: TacticsRolled, _seat: str | None) -> Line:
    who = f"{event.winner.title()} says who deploys first." if event.winner else "A tie: they roll again."
    text = f"Tactics: red {event.red}, blue {event.blue}. {who}"
    return Line(text, (), "tactical.2.6.2-step0-deployment")


USED = {
    "extra action": "an extra Action", "activate": "an activation out of sequence", "about-face": "an about-face",
    "pay debt": "an Action it owed", "warning": "a warning (+2 to its defense)",
}  # fmt: skip


# --- 2.6.2, Step Zero: who leads a side, and what is left to lead when both are lost


@rule("tactical.2.6.2-step0-commander")
def leader(state: State, seat: str) -> Unit | None:
    """The Commander, else the Second who takes his place, else whoever has the best Leadership left.

    Who has nobody left in his vehicle is a casualty as well.
    """
    able = [unit for unit in state.in_play(seat) if not is_crewless(unit)]
    named = next((unit for rank in (COMMANDER, SECOND) for unit in able if unit.rank == rank), None)
    return named or max(able, key=lambda unit: skill_of(unit, LEADERSHIP), default=None)


def leader_lines(state: State, seat: str, skill: str = LEADERSHIP) -> tuple[Modifier, ...]:
    """Leadership, or Tactics, of a side as lines; with nobody left it has none."""
    found = leader(state, seat)
    lines = (dice(0, skill, "tactical.2.3.2"),) if found is None else skill_lines(found, skill)
    return lines + low_priority_lines(state, seat) if skill == LEADERSHIP else lines


@rule("tactical.4.1.4-low-priority")
def low_priority_lines(state: State, seat: str) -> tuple[Modifier, ...]:
    """What it takes off every Leadership roll that the enemy has made the battle seem unimportant."""
    times = suffered(state, seat, LOW_PRIORITY)
    return (result(-2 * times, LOW_PRIORITY, "tactical.4.1.4-low-priority"),) if times else ()


def tactics_lines(state: State, seat: str) -> tuple[Modifier, ...]:
    """The Tactics of a side's Commander."""
    return leader_lines(state, seat, TACTICS)


# --- 2.6.4, 3.3.1: a Command Point reaches its unit by itself, unless jamming lies over commander or receiver


@heeds("tactical.3.3.1-command-points")
def resolve_passing(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Whether a Command Point reaches a unit: the commanding unit tests its Communications where it must."""
    commander = leader(ctx.state, ctx.state.units[unit_id].seat)
    if commander is None:
        return True
    return (yield from resolve_message_passing(ctx, commander.id, unit_id))


# --- 2.6.4: when a Command Point between two activations can change anything: nobody is asked where it cannot

SLACK = 4 * INCH
"""What bases, a skid and the last inch may add to a way."""


@heeds("tactical.2.6.4-activate", "tactical.2.6.4-about-face")
def may_matter(state: State, question: Ask) -> bool:
    """Whether any use of a point now can make a difference: somebody can still get at somebody in this round.

    A unit that is called moves first; one that is turned round only looks another way. Where enemies are hidden nobody
    can tell.
    """
    enemy = opponent(question.seat)
    if any(unit.seat == enemy and unit.status == HIDDEN for unit in state.units.values()):
        return True
    own = [unit for unit in state.fielded(question.seat) if unit.group != NO_GROUP]
    called = [unit for unit in own if refuse_spending(state, question, SpendPoint(unit.id, ACTIVATE)) is None]
    if any(can_meet(state, one, foe, far(state, one)) for one in called for foe in state.fielded(enemy)):
        return True
    turned = [unit for unit in own if refuse_use(state, unit, ABOUT_FACE, HALF_TURN) is None]
    coming = [foe for foe in state.fielded(enemy) if not foe.done or foe.actions > 0]
    return any(can_meet(state, one, foe, 0) for one in turned for foe in coming)


def can_meet(state: State, one: Unit, foe: Unit, moves: int) -> bool:
    """Whether either could come to attack the other, or to where it is, after its move and so much of the other's."""
    most = far(state, foe) + moves + max(reach(one), reach(foe)) + SLACK
    return distance(one.x, one.y, foe.x, foe.y) <= most


@heeds("tactical.2.6.5", "tactical.3.2.5-roads")
def far(state: State, unit: Unit) -> int:
    """How far a unit could get in this round at most, in its best movement system; half as far again on roads."""
    pace = TOP if unit.speed == TOP else COMBAT
    points = max((allowance(unit, pace, mode) for mode in unit.card.modes), default=0)
    return (points + points // 2 * state.switch(STRUCTURES)) * INCH // MP


def reach(unit: Unit) -> int:
    """How far its weapons reach at most."""
    return max((mount.weapon.band_ends()[-1] for mount in unit.card.weapons if mount.weapon.base), default=0)


# --- 2.6.4: Command Points of two pools, one a unit a round, for four uses

RULE = "tactical.2.6.4"

WARNING, WINDOW = "warning", "command"

RULES = {
    EXTRA_ACTION: "tactical.2.6.4-extra-action", ACTIVATE: "tactical.2.6.4-activate",
    ABOUT_FACE: "tactical.2.6.4-about-face", PAY_DEBT: "tactical.2.6.4-extra-action",
}  # fmt: skip


def pool_of(state: State, seat: str) -> str:
    """The pool the next point comes from: Initiative before Tactical; empty where there is none."""
    return next((f"{kind}:{seat}" for kind in ("ICP", "TCP") if state.points.get(f"{kind}:{seat}", 0) > 0), "")


@rule("tactical.2.6.4")
def refuse_point(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot use a Command Point: none left, one used already this round, no working communications."""
    if not pool_of(state, unit.seat):
        return Refusal("points", RULE, "Your side has no Command Points left.")
    if unit.token(POINT_USED):
        return Refusal("used", RULE, f"The {unit.name} has used a Command Point this round: one a unit a round.")
    if not unit.is_fielded or unit.group == NO_GROUP or unit.carrier:
        return Refusal("unit", RULE, f"The {unit.name} cannot use a Command Point now.")
    return refuse_comms(unit)


@rule("tactical.2.6.4-extra-action", "tactical.2.6.4-activate", "tactical.2.6.4-about-face")
def refuse_use(state: State, unit: Unit, use: str, angle: int = 0) -> Refusal | None:
    """Why a point cannot be used so, for this unit and now."""
    if use not in USES:
        return Refusal("use", RULE, f"'{use}' is no use of a Command Point: {', '.join(USES)}.")
    refusal = refuse_point(state, unit)
    if refusal is not None:
        return refusal
    now = state.activation
    active = now is not None and now.unit == unit.id
    if use == EXTRA_ACTION:
        if unit.token(EVADING):
            return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
        if unit.done and not active:
            message = f"The {unit.name} has been activated: an extra Action comes in its activation, or before it."
            return Refusal("done", RULES[use], message)
        if not active and (now is None or state.units[now.unit].seat == unit.seat):
            message = f"An extra Action is for the unit being activated, or for Snap Fire: the {unit.name} is neither."
            return Refusal("idle", RULES[use], message)
    if use == ACTIVATE and (unit.done or active or any(one.unit == unit.id for one in state.interrupted)):
        return Refusal("done", RULES[use], f"The {unit.name} has been activated, or was passed over, this round.")
    if use == ABOUT_FACE and (unit.is_infantry or not 0 < abs(angle) <= HALF_TURN):
        message = "An about-face turns a vehicle by up to 180 degrees."
        return Refusal("angle", RULES[use], message, {"angle": angle})
    if use == PAY_DEBT and not unit.token(STUNNED):
        return Refusal("debt", RULES[use], f"The {unit.name} owes no Action.")
    return None


class SpendPoint(Order, frozen=True, tag="spend-point"):
    """Spend a Command Point on a unit; an about-face turns by this angle."""

    unit: str
    use: str
    angle: int = 0


def refuse_spending(state: State, question: Ask, order: SpendPoint) -> Refusal | None:
    """A point of one's own, for a unit of one's own."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours.")
    if question.kind == "activate" and question.unit:
        message = "A unit is called out of sequence: say first how fast it will go."
        return Refusal("called", RULES.get(order.use, RULE), message)
    if order.use == ACTIVATE and (question.kind == "act" or question.unit):
        return Refusal("use", RULES[ACTIVATE], "Finish this activation first, or end it.")
    if order.use == ACTIVATE and question.kind == "activate" and unit.group == state.group:
        message = f"The group of the {unit.name} is being activated: it needs no Command Point for that."
        return Refusal("group", RULES[ACTIVATE], message)
    return refuse_use(state, unit, order.use, order.angle)


class PointSpent(Event, frozen=True, tag="point-spent"):
    """A Command Point was spent on a unit; an Initiative point first, since they last no longer than the round."""

    unit: str
    use: str
    pool: str
    facing: int = -1
    passed: bool = True
    """Whether it reached the unit: under jamming it may not."""

    @heeds("tactical.2.6.4", "tactical.2.6.4-extra-action", "tactical.2.6.4-about-face", "tactical.2.6.4-activate")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        state.points[self.pool] -= 1
        unit.tokens[POINT_USED] = 1
        if not self.passed:
            return
        if self.use == EXTRA_ACTION:
            unit.actions += 1
        elif self.use == ACTIVATE:
            unit.tokens[CALLING] = 1
        elif self.use == PAY_DEBT:
            unit.tokens[STUNNED] -= 1
            if not unit.tokens[STUNNED]:
                del unit.tokens[STUNNED]
        if self.facing >= 0:
            unit.facing = self.facing


def spent(state: State, event: PointSpent, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    kind = "An Initiative" if event.pool.startswith("ICP") else "A Tactical"
    lost = "" if event.passed else " It does not get through the jamming."
    text = f"{kind} Command Point for the {unit.name}: {USED.get(event.use, event.use)}.{lost}"
    return Line(text, (unit.id,), "tactical.2.6.4")


def resolve_spending(ctx: Ctx[State], order: SpendPoint) -> Script[None]:
    """The point is spent; if it reaches the unit it does what it was spent for."""
    unit = ctx.state.units[order.unit]
    passed = yield from resolve_passing(ctx, unit.id)
    facing = turned(unit.facing, order.angle) if order.use == ABOUT_FACE and passed else -1
    ctx.emit(PointSpent(unit.id, order.use, pool_of(ctx.state, unit.seat), facing, passed))


@heeds("tactical.2.6.4-warning")
def offer_warning(ctx: Ctx[State], unit_id: str, attack: int, attacker: str) -> Script[bool]:
    """Whether a Command Point warns a unit before it rolls its defense."""
    unit = ctx.state.units[unit_id]
    if refuse_point(ctx.state, unit) is not None:
        return False
    prompt = f"{attacker} attacks the {unit.name}: {attack}. Warn it with a Command Point (+2)?"
    about = (unit_id, str(attack), attacker)
    question = Ask(unit.seat, WARNING, unit_id, about, "tactical.2.6.4-warning", prompt, optional=True)
    order = yield from ask(question)
    if not isinstance(order, Warn):
        return False
    passed = yield from resolve_passing(ctx, unit_id)
    ctx.emit(PointSpent(unit_id, WARNING, pool_of(ctx.state, unit.seat), -1, passed))
    return passed


class Warn(Order, frozen=True, tag="warn"):
    """Spend a Command Point for +2 to the Defense roll that is due."""

    unit: str


def refuse_warn(state: State, question: Ask, order: Warn) -> Refusal | None:
    """The unit that is under attack."""
    if order.unit != question.unit:
        return Refusal("unit", "tactical.2.6.4-warning", "Only the unit under attack is warned.")
    return refuse_point(state, state.units[order.unit])


def offer_warn(_state: State, question: Ask) -> Iterator[Option]:
    """Spend a point, or roll as it is."""
    yield Pick("Warn it with a Command Point (+2)", Warn(question.unit), "tactical.2.6.4-warning")
    yield decline("No warning", "tactical.2.6.4-warning")


def offer_points(state: State, unit: Unit) -> Iterator[Option]:
    """What a Command Point would do for the unit being activated."""
    if refuse_point(state, unit) is not None:
        return
    if refuse_use(state, unit, EXTRA_ACTION) is None:
        yield Pick("Command Point: an extra Action", SpendPoint(unit.id, EXTRA_ACTION), RULES[EXTRA_ACTION])
    if refuse_use(state, unit, PAY_DEBT) is None:
        yield Pick("Command Point: pay an owed Action", SpendPoint(unit.id, PAY_DEBT), RULES[PAY_DEBT])
    if refuse_use(state, unit, ABOUT_FACE, HALF_TURN) is None:
        order = SpendPoint(unit.id, ABOUT_FACE, HALF_TURN)
        yield Facing("Command Point: about-face", order, RULES[ABOUT_FACE], unit.id)


def offer_calls(state: State, question: Ask) -> Iterator[Option]:
    """Units that a Command Point could activate out of sequence, or turn round, between activations."""
    yield from offer_calling(state, question)
    for unit in state.fielded(question.seat):
        if refuse_use(state, unit, ABOUT_FACE, HALF_TURN) is None:
            order = SpendPoint(unit.id, ABOUT_FACE, HALF_TURN)
            yield Facing(f"Command Point: turn the {unit.name} round", order, RULES[ABOUT_FACE], unit.id)
    yield decline("No Command Point now", RULE)


def offer_calling(state: State, question: Ask) -> Iterator[Option]:
    """Units that a Command Point could activate out of sequence now, on either side's turn or in an enemy's move."""
    if not pool_of(state, question.seat):
        return
    for unit in state.fielded(question.seat):
        order = SpendPoint(unit.id, ACTIVATE)
        if refuse_spending(state, question, order) is None:
            yield Pick(f"Command Point: activate the {unit.name} out of sequence", order, RULES[ACTIVATE])


def aim_spending(state: State, _ask: Ask, order: SpendPoint, spot: Aim) -> Order:
    """Round to the spot, or to the facing that was asked for."""
    unit = state.units[order.unit]
    facing = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return SpendPoint(order.unit, order.use, turn_between(unit.facing, facing) or HALF_TURN)


def guess_spending(state: State, _ask: Ask, order: SpendPoint, chooser: Chooser, _attempt: int) -> Order | None:
    """Round to an enemy."""
    if order.use != ABOUT_FACE:
        return order
    unit, foes = state.units[order.unit], list(state.fielded(opponent(state.units[order.unit].seat)))
    if not foes:
        return None
    foe = chooser.choice(foes)
    return SpendPoint(
        order.unit, order.use, turn_between(unit.facing, bearing(unit.x, unit.y, foe.x, foe.y)) or HALF_TURN
    )


# --- The contents of the chapter

COMMAND: Chapter[State] = Chapter(
    "2.6.4: Command Points",
    orders=(
        OrderRules(
            SpendPoint,
            ("act", WINDOW, "snap fire", "activate"),
            refuse_spending,
            resolve_spending,
            guess_spending,
            aim=aim_spending,
        ),
        OrderRules(Warn, WARNING, refuse_warn),
    ),
    events={TacticsRolled: tactics, PointSpent: spent},
)
