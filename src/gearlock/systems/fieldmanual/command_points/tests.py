"""Command Points: who issues and who receives them, and the tests they help with."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.datacards import AIRCRAFT
from gearlock.systems.fieldmanual.dice_tests import Test, could_be_better, throw_test
from gearlock.systems.fieldmanual.electronic_warfare import Thrower, in_auto_comm
from gearlock.systems.fieldmanual.electronic_warfare import resolve_comm_event as resolve_plain_comm_event
from gearlock.systems.fieldmanual.leaders import POOL, is_group_leader, is_there
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import (
    ATTEMPTS,
    CALLED_BY,
    COMMANDER,
    NEURAL_NET,
    RECEIVED,
    Activation,
    State,
    Unit,
)


class Reroll(Order, frozen=True, tag="reroll"):
    """Re-roll a Skill test of a model with a Command Point that `by` issues to it."""

    unit: str
    by: str = ""


class RerollOther(Order, frozen=True, tag="reroll-other"):
    """Re-roll dice that are no Skill test with a Command Point of the Army Commander."""


class UseNeuralNet(Order, frozen=True, tag="use-neural-net"):
    """Add a die to this Skill test with the Advanced Neural Net."""

    unit: str


class Command(Order, frozen=True, tag="command"):
    """Issue a Command Point to a model: it activates out of sequence, or gets an additional Action at once."""

    to: str
    use: str
    by: str = ""


class Uplink(Order, frozen=True, tag="uplink"):
    """Use a Satellite Uplink to gain a Command Point."""

    unit: str


COMMANDED = "by command"
"""A mark of an activation that a Command Point began: nothing that a Command Point gives may interrupt it."""


def _attempt(state: State, unit: Unit) -> None:
    """One attempt more of who issues, and a point less in the pool."""
    mark(state, unit, ATTEMPTS, unit.token(ATTEMPTS) + 1)
    state.points[POOL + unit.seat] = points_left(state, unit.seat) - 1


class PointIssued(Event, frozen=True, tag="point-issued"):
    """A leader issued a Command Point to a model: the attempt counts, whatever becomes of it."""

    by: str
    unit: str
    use: str

    @heeds("fieldmanual.cp-issue", "fieldmanual.cp-receive")
    def change(self, state: State) -> None:
        """The point is laid out; it comes back if it is blocked."""
        _attempt(state, state.units[self.by])
        mark(state, state.units[self.unit], RECEIVED)


class PointBlocked(Event, frozen=True, tag="point-blocked"):
    """A Command Point did not get through: it is not spent."""

    by: str
    unit: str

    @heeds("fieldmanual.cp-receive")
    def change(self, state: State) -> None:
        seat = state.units[self.by].seat
        state.points[POOL + seat] = points_left(state, seat) + 1


class SkillRerolled(Event, frozen=True, tag="skill-rerolled"):
    """A Skill test is rolled again; the second roll stands."""

    unit: str
    purpose: str


class OtherRerolled(Event, frozen=True, tag="other-rerolled"):
    """The Army Commander had dice rolled again that are no Skill test."""

    unit: str
    purpose: str
    faces: tuple[int, ...]

    @heeds("fieldmanual.cp-reroll-other")
    def change(self, state: State) -> None:
        """An attempt of the commander; nobody receives it."""
        _attempt(state, state.units[self.unit])


class NeuralNetUsed(Event, frozen=True, tag="neural-net-used"):
    """An Advanced Neural Net added a die to a test."""

    unit: str
    purpose: str

    @heeds("fieldmanual.perk-ann")
    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], NEURAL_NET)


class CalledUp(Event, frozen=True, tag="called-up"):
    """A Command Point activates a model out of sequence; it has yet to choose mode and speed.

    `under` others that were called up or given an Action at the same time come first.
    """

    unit: str
    under: int = 0

    @heeds("fieldmanual.cp-activate")
    def change(self, state: State) -> None:
        interrupt(state, Activation(self.unit, marks=[COMMANDED]), self.under)


class ActionGiven(Event, frozen=True, tag="action-given"):
    """A Command Point gives a model one additional Action, to be used at once."""

    unit: str
    under: int = 0

    @heeds("fieldmanual.cp-extra-action")
    def change(self, state: State) -> None:
        """The Actions it has left are laid aside as long as it uses this one."""
        unit = state.units[self.unit]
        marks = [COMMANDED]
        extra = Activation(self.unit, begun=True, banded=True, marks=marks, extra=True, kept=unit.actions)
        interrupt(state, extra, self.under)
        for part in state.parts(unit):
            part.actions = 1


def interrupt(state: State, begun: Activation, under: int) -> None:
    """Let an activation interrupt what is under way; below so many that began at the same moment."""
    if under and state.activation is not None:
        state.interrupted.append(begun)
        return
    if state.activation is not None:
        state.interrupted.append(state.activation)
    state.activation = begun


class UplinkUsed(Event, frozen=True, tag="uplink-used"):
    """A model spent an Action on its Satellite Uplink."""

    unit: str

    @heeds("fieldmanual.perk-satellite-uplink")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


class PointGained(Event, frozen=True, tag="point-gained"):
    """A Satellite Uplink brought a Command Point."""

    unit: str

    @heeds("fieldmanual.perk-satellite-uplink")
    def change(self, state: State) -> None:
        """Never more than the battle began with."""
        seat = state.units[self.unit].seat
        state.points[POOL + seat] = min(points_left(state, seat) + 1, most_points(state, seat))


# --- Command Points: the pool of a side

TV_STEP = 500
START = "CP start:"
"""Before a seat: the Command Points it began the battle with, in `State.points`."""


@rule("fieldmanual.cp-pool")
def starting_points(leadership: int, tv_limit: int, own_groups: int, other_groups: int) -> int:
    """The Command Points a side begins with: Leadership of the commander, 1 for every 500 TV or part thereof.

    The TV is the agreed limit. The side with fewer Combat Groups gets the difference as well.
    """
    return leadership + -(-tv_limit // TV_STEP) + max(0, other_groups - own_groups)


def points_left(state: State, seat: str) -> int:
    """The Command Points a side has left."""
    return state.points.get(POOL + seat, 0)


def most_points(state: State, seat: str) -> int:
    """The Command Points a side began the battle with: an uplink brings no more."""
    return state.points.get(START + seat, 0)


def fill_pool(state: State, seat: str, points: int) -> None:
    """Lay out a pool, bought points included. For the `change` of events, and for whoever lays a state out."""
    state.points[POOL + seat] = state.points[START + seat] = points


# --- Command Points: who may issue them, who may receive them, and how they are blocked

SURE_OF_ITSELF = 2
"""The Leadership from which on a Combat Group Leader gives itself Command Points that nobody can block."""


@rule("fieldmanual.cp-issue")
def attempts_allowed(state: State, unit: Unit) -> int:
    """How often a model may issue Command Points a round: the Army Commander Leadership times, leaders half of it."""
    leadership = unit.card.skills.leadership
    if unit.rank == COMMANDER:
        return leadership
    return leadership // 2 if is_group_leader(state, unit) else 0


@heeds("fieldmanual.cp-issue")
def attempts_left(state: State, unit: Unit) -> int:
    """How often it may still do so in this round."""
    return max(0, attempts_allowed(state, unit) - unit.token(ATTEMPTS))


@heeds("fieldmanual.cp-issue", "fieldmanual.airstrike-damage")
def can_reach(state: State, by: Unit, unit: Unit) -> bool:
    """Whether a leader may issue points to this model at all: the commander to all, others to their own squad.

    To an airstrike only whoever called it.
    """
    if unit.card.kind == AIRCRAFT:
        return by.seat == unit.seat and f"{CALLED_BY}:{by.id}" in unit.tokens
    return by.seat == unit.seat and (by.rank == COMMANDER or (is_group_leader(state, by) and by.squad == unit.squad))


@heeds("fieldmanual.cp-parting-shot")
def _is_on_hand(by: Unit, unit: Unit) -> bool:
    """Whether a leader is there to issue; one that was just killed may still do so for its own Parting Shot."""
    return is_there(by) or (by.id == unit.id and by.is_lost)


@rule("fieldmanual.cp-receive")
@heeds("fieldmanual.cp-issue")
def issuers(state: State, unit: Unit) -> list[Unit]:
    """Those who could issue a Command Point to a model now; nobody for one that has had an attempt this round."""
    if not points_left(state, unit.seat) or unit.token(RECEIVED) or unit.parent:
        return []
    return [
        by
        for by in state.units.values()
        if by.rank and can_reach(state, by, unit) and _is_on_hand(by, unit) and _leads(state, by)
        if attempts_left(state, by)
    ]


def _leads(state: State, by: Unit) -> bool:
    """Each Combined Model once; of who is lost every one."""
    return by.is_lost or state.is_lead(by)


@heeds("fieldmanual.cp-issue", "fieldmanual.cp-receive")
def refuse_issue(state: State, unit: Unit, by: str) -> Refusal | None:
    """Why this leader cannot issue a Command Point to this model."""
    found = issuers(state, unit)
    if (by in [each.id for each in found]) if by else found:
        return None
    facts: dict[str, str | int | float] = {"points": points_left(state, unit.seat), "received": unit.token(RECEIVED)}
    if not points_left(state, unit.seat):
        return Refusal("no-points", "fieldmanual.cp-issue", "You have no Command Points left.", facts)
    if unit.token(RECEIVED):
        message = f"The {unit.name} has had its one Command Point of this round, or the attempt at it."
        return Refusal("received", "fieldmanual.cp-receive", message, facts)
    names = " or ".join(f"the {each.name}" for each in found)
    message = f"{names[:1].upper()}{names[1:]} could issue it, not {by}." if found else (
        f"Nobody can issue a Command Point to the {unit.name}: your Army Commander does so as often in a round as its "
        "Leadership, Combat Group Leaders half as often and to their own squad."
    )  # fmt: skip
    return Refusal("issuer", "fieldmanual.cp-issue", message, facts)


@heeds("fieldmanual.cp-receive")
def is_sure(by: Unit, unit: Unit) -> bool:
    """Whether nobody can block it: the Army Commander to itself, and a leader of Leadership 2 or more."""
    same = by.id == unit.id or (bool(by.team) and by.team == unit.team)
    return same and (by.rank == COMMANDER or by.card.skills.leadership >= SURE_OF_ITSELF)


@heeds("fieldmanual.cp-receive", "fieldmanual.comm-events", "fieldmanual.auto-comm")
def resolve_issue(ctx: Ctx[State], by: str, unit: str, use: str, thrower: Thrower) -> Script[bool]:
    """A Command Point is issued; True if its effect comes about. Blocked it works within Auto Comm, and is spent then.

    Outside it comes back to the pool, but the attempt is gone.
    """
    ctx.emit(PointIssued(by, unit, use))
    if is_sure(ctx.state.units[by], ctx.state.units[unit]):
        return True
    purpose = f"Command Point for the {ctx.state.units[unit].name}"
    passed = yield from resolve_plain_comm_event(ctx, by, purpose, thrower)
    if passed or in_auto_comm(ctx.state, ctx.state.units[by], ctx.state.units[unit]):
        return True
    ctx.emit(PointBlocked(by, unit))
    return False


# --- Tests and other throws as players make them: every throw outside Electronic Warfare goes through here
# An Advanced Neural Net may add a die before; a Command Point may have them thrown again, and the second throw
# stands.

NET = "Advanced Neural Net"
REROLL, REROLL_OTHER, ADD_DIE = "reroll", "reroll other", "neural net"
FIXED_BY = "fieldmanual.perk-autopilot"
"""A line of this rule fixes the skill: it may never be increased."""


@heeds("fieldmanual.cp-reroll-skill", "fieldmanual.perk-ann")
def resolve_test(ctx: Ctx[State], test: Test) -> Script[Result]:
    """A Skill test: a die more by a neural net, the throw, and a second one if a Command Point pays for it."""
    test = yield from _offer_neural_net(ctx, test)
    found = yield from throw_test(ctx, test)
    if (yield from _offer_reroll(ctx, test, found)):
        found = yield from throw_test(ctx, test)
    return found


@rule("fieldmanual.perk-ann")
@heeds("fieldmanual.perk-autopilot")
def can_add_die(state: State, test: Test) -> bool:
    """Whether a neural net may help: once in a round, one test; not with an autopilot's skill, which stays as it is."""
    unit = state.units.get(test.unit)
    if unit is None or not unit.perk(NET) or unit.token(NEURAL_NET):
        return False
    return not any(line.rule == FIXED_BY for line in test.lines)


@heeds("fieldmanual.perk-ann")
def helped(state: State, test: Test) -> Test:
    """A test with the die of a neural net, if it may have one."""
    if not can_add_die(state, test):
        return test
    return test._replace(lines=(*test.lines, dice(1, NET, "fieldmanual.perk-ann")))


@heeds("fieldmanual.perk-ann")
def _offer_neural_net(ctx: Ctx[State], test: Test) -> Script[Test]:
    """Ask whether a die is added."""
    more = helped(ctx.state, test)
    if more is test or not could_be_better(more, 0):
        return test
    unit = ctx.state.units[test.unit]
    prompt = f"Add a die to the {test.purpose} of the {unit.name} with its neural net? It may once in a round."
    about = (test.purpose, test.target)
    order = yield from ask(Ask(unit.seat, ADD_DIE, unit.id, about, "fieldmanual.perk-ann", prompt, True))
    if not isinstance(order, UseNeuralNet):
        return test
    ctx.emit(NeuralNetUsed(test.unit, test.purpose))
    return more


def may_gain(test: Test, found: Result) -> bool:
    """Whether another throw could lead to anything better than this one does."""
    return could_be_better(test, found.total)


@rule("fieldmanual.cp-reroll-skill")
def _offer_reroll(ctx: Ctx[State], test: Test, found: Result) -> Script[bool]:
    """Ask whether a Command Point pays for another throw; True if there is one. It may be blocked."""
    unit = ctx.state.units.get(test.unit)
    if unit is None or not may_gain(test, found) or not issuers(ctx.state, unit):
        return False
    if test.held is not None and ctx.state.rolled is not None and test.held(ctx.state.rolled.faces):
        return False
    came = "a Fumble" if found.fumbled else str(found.total)
    prompt = f"{test.purpose[0].upper()}{test.purpose[1:]} of the {unit.name}: {came}. Re-roll it with a Command Point?"
    about = (test.purpose, test.target, str(found.total))
    order = yield from ask(Ask(unit.seat, REROLL, unit.id, about, "fieldmanual.cp-reroll-skill", prompt, True))
    if not isinstance(order, Reroll):
        return False
    by = order.by or issuers(ctx.state, ctx.state.units[test.unit])[0].id
    if not (yield from resolve_issue(ctx, by, test.unit, "re-roll", resolve_test)):
        return False
    ctx.emit(SkillRerolled(test.unit, test.purpose))
    return True


@rule("fieldmanual.cp-reroll-other")
def commander_for(state: State, seat: str) -> Unit | None:
    """The Army Commander, if it may have dice rolled again that are no Skill test: no transfer, so nobody blocks it."""
    commander = state.commander(seat)
    if commander is None or not points_left(state, seat) or not attempts_left(state, commander):
        return None
    return commander


@heeds("fieldmanual.cp-reroll-other")
def resolve_other(
    ctx: Ctx[State],
    roll: Roll,
    report: Callable[[Faces], None] | None = None,
    seat: str = "",
    held: Callable[[Faces], bool] | None = None,
) -> Script[Faces]:
    """Dice that are no Skill test (scatter), which their side may re-roll. `report` tells what they show, each time.

    Nobody is asked about dice that are `held` to be as good as any.
    """
    faces = yield from throw(roll)
    if report is not None:
        report(faces)
    if held is not None and held(faces):
        return faces
    if (yield from _offer_other(ctx, roll, faces, seat or roll.seat)):
        faces = yield from throw(roll)
        if report is not None:
            report(faces)
    return faces


@heeds("fieldmanual.cp-reroll-other")
def resolve_contest(
    ctx: Ctx[State],
    rolls: tuple[Roll, ...],
    gains: Callable[[tuple[Faces, ...], str], bool],
    report: Callable[[Roll, Faces], None],
) -> Script[tuple[Faces, ...]]:
    """Dice of both sides that are held against each other (player order): all lie there before anybody re-rolls.

    `gains` says whether a seat could gain by it. Each side re-rolls once, also after the other has.
    """
    found: list[Faces] = []
    for roll in rolls:
        found.append((yield from throw(roll)))
        report(roll, found[-1])
    waiting = list(range(len(rolls)))
    while True:
        turn = next((at for at in waiting if gains(tuple(found), rolls[at].seat)), None)
        if turn is None:
            break
        waiting.remove(turn)
        if (yield from _offer_other(ctx, rolls[turn], found[turn], rolls[turn].seat, tuple(found))):
            found[turn] = yield from throw(rolls[turn])
            report(rolls[turn], found[turn])
    return tuple(found)


def _offer_other(
    ctx: Ctx[State], roll: Roll, faces: Faces, seat: str, all_faces: tuple[Faces, ...] = ()
) -> Script[bool]:
    """Ask whether the commander pays for another throw; True if there is one."""
    commander = commander_for(ctx.state, seat) if seat else None
    if commander is None:
        return False
    shown = " against ".join(" ".join(map(str, each)) for each in all_faces or (faces,))
    prompt = f"{roll.purpose[0].upper()}{roll.purpose[1:]}: {shown}. Re-roll yours with a Command Point?"
    about = (roll.purpose, " ".join(map(str, faces)))
    order = yield from ask(Ask(seat, REROLL_OTHER, "", about, "fieldmanual.cp-reroll-other", prompt, True))
    if not isinstance(order, RerollOther):
        return False
    commander = commander_for(ctx.state, seat)
    assert commander is not None, "nothing has changed since it was offered"
    ctx.emit(OtherRerolled(commander.id, roll.purpose, faces))
    return True


@heeds("fieldmanual.comm-events")
def resolve_comm_event(ctx: Ctx[State], unit_id: str, purpose: str, source: str = "") -> Script[bool]:
    """A Comm Event whose rolls may be helped by neural nets and Command Points; True if it takes place."""
    return (yield from resolve_plain_comm_event(ctx, unit_id, purpose, resolve_test, source))
