"""2.6.2, Step Zero: Commander and Second, and the Tactics roll that gives Command Points."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.command.events import TacticsRolled
from gearlock.systems.tactical.command.leading import tactics_lines
from gearlock.systems.tactical.deployment.events import Appointed, FirstDeployer
from gearlock.systems.tactical.deployment.orders import Appoint, DeployFirst
from gearlock.systems.tactical.deployment.places import PLACES_ALL_FIRST
from gearlock.systems.tactical.dice_tests.tests import LEADERSHIP, Test, rolled_with, skill_of, throw_test
from gearlock.systems.tactical.state import COMMANDER, NO_GROUP, RESERVE, SEATS, SECOND, State, Unit, opponent

APPOINT, FIRST = "appoint", "deploy first"
OFFERED = 3
"""Pairs that are offered for each Commander."""


@heeds("tactical.2.6.2-step0-commander")
def resolve_appointment(ctx: Ctx[State]) -> Script[None]:
    """Each side in turn names its Commander and Second, as far as the scenario has not."""
    for seat in SEATS:
        if not ctx.state.points.get(f"appointed:{seat}") and _posts_free(ctx.state, seat):
            if len(candidates(ctx.state, seat)) > 1:
                prompt = "Name your Commander and your Second in Command."
                rule_id = "tactical.2.6.2-step0-commander"
                order = yield from ask(Ask(seat, APPOINT, rule=rule_id, prompt=prompt))
                assert isinstance(order, Appoint), f"{order} names nobody"
                ctx.emit(Appointed(seat, order.commander, order.second))
            else:
                only = next((unit.id for unit in candidates(ctx.state, seat)), "")
                ctx.emit(Appointed(seat, only))
            return
    yield from resolve_tactics(ctx)


def _posts_free(state: State, seat: str) -> bool:
    """Whether a side still has somebody to name: a Second needs a second unit."""
    named = [rank for rank in (COMMANDER, SECOND) if _named(state, seat, rank) is not None]
    return len(named) < min(2, max(1, len(candidates(state, seat))))


def _named(state: State, seat: str, rank: str) -> Unit | None:
    """Who holds a rank since before the battle, of those who can command."""
    return next((unit for unit in candidates(state, seat) if unit.rank == rank), None)


def candidates(state: State, seat: str) -> list[Unit]:
    """Those who can command, the best first."""
    able = [unit for unit in state.in_play(seat) if unit.group != NO_GROUP and unit.status != RESERVE]
    return sorted(able, key=lambda unit: (*(-part for part in skill_of(unit, LEADERSHIP)), -unit.tv, unit.id))


def refuse_appoint(state: State, question: Ask, order: Appoint) -> Refusal | None:
    """Two different units of one's own; a second is named wherever there is one to name."""
    known = {unit.id for unit in candidates(state, question.seat)}
    rule_id = "tactical.2.6.2-step0-commander"
    if order.commander not in known:
        return Refusal("unit", rule_id, f"{order.commander or 'Nobody'} is no unit of yours that could command.")
    if order.second not in known or order.second == order.commander:
        return Refusal("second", rule_id, "Name another unit of yours as Second in Command.")
    for rank, said, title in ((COMMANDER, order.commander, "Commander"), (SECOND, order.second, "Second in Command")):
        named = _named(state, question.seat, rank)
        if named is not None and named.id != said:
            return Refusal("named", rule_id, f"The {named.name} has been named {title} before the battle.")
    return None


def offer_appointments(state: State, question: Ask) -> Iterator[Option]:
    """Each unit as Commander with some others as Second."""
    able = candidates(state, question.seat)
    chief, deputy = (_named(state, question.seat, rank) for rank in (COMMANDER, SECOND))
    for commander in able if chief is None else [chief]:
        others = [unit for unit in able if unit.id != commander.id]
        if deputy is not None:
            others = [unit for unit in others if unit.id == deputy.id]
        for second in others[:OFFERED]:
            words = f"The {commander.name} commands, the {second.name} is Second in Command"
            yield Pick(words, Appoint(commander.id, second.id), "tactical.2.6.2-step0-commander")


@rule("tactical.2.6.2-step0-tcp")
def points_of(rolled: Result, attribute: int = 0) -> int:
    """The Tactical Command Points of a roll: its total; a Fumble counts as a die of 1, with the attribute."""
    return 1 + attribute if rolled.fumbled else rolled.total


@heeds("tactical.2.6.2-step0-deployment", "tactical.2.6.2-step0-tcp")
def resolve_tactics(ctx: Ctx[State]) -> Script[None]:
    """Both Commanders roll Tactics, ties again; the winner says who places first."""
    rule_id = "tactical.2.6.2-step0-deployment"
    found: dict[str, int] = {}
    for seat in SEATS:
        test = Test("Tactics", "", tactics_lines(ctx.state, seat), rule_id, seat=seat)
        found[seat] = points_of((yield from throw_test(ctx, test)), rolled_with(test.lines).modifier)
    winner = higher(found["red"], found["blue"])
    ctx.emit(TacticsRolled(found["red"], found["blue"], winner))
    if not winner:
        return
    fixed = ctx.state.switches.get(PLACES_ALL_FIRST, "")
    if fixed:
        ctx.emit(FirstDeployer(fixed))
        return
    order = yield from ask(Ask(winner, FIRST, rule=rule_id, prompt="Who places its first combat group?"))
    assert isinstance(order, DeployFirst), f"{order} does not say who deploys first"
    ctx.emit(FirstDeployer(order.seat))


def refuse_deploy_first(_state: State, question: Ask, order: DeployFirst) -> Refusal | None:
    """One of the two sides begins."""
    known = order.seat in SEATS
    return None if known else Refusal("seat", question.rule, f"'{order.seat}' is no side: say red or blue.")


def offer_deploy_first(_state: State, question: Ask) -> Iterator[Option]:
    """The enemy, as a rule: who places last has seen more."""
    yield Pick("The enemy places first", DeployFirst(opponent(question.seat)), question.rule)
    yield Pick("We place first", DeployFirst(question.seat), question.rule)
