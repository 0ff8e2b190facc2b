"""Tests and other throws as players make them: every throw outside Electronic Warfare goes through here.

An Advanced Neural Net may add a die before; a Command Point may have them thrown again, and the second throw stands.
"""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.command.events import NeuralNetUsed, OtherRerolled, SkillRerolled
from gearlock.systems.fieldmanual.command.issuing import attempts_left, issuers, resolve_issue
from gearlock.systems.fieldmanual.command.orders import Reroll, RerollOther, UseNeuralNet
from gearlock.systems.fieldmanual.command.pool import points_left
from gearlock.systems.fieldmanual.dice_tests.tests import Test, could_be_better, throw_test
from gearlock.systems.fieldmanual.electronic_warfare.comms import resolve_comm_event as resolve_plain_event
from gearlock.systems.fieldmanual.state import NEURAL_NET, State, Unit

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
    return (yield from resolve_plain_event(ctx, unit_id, purpose, resolve_test, source))
