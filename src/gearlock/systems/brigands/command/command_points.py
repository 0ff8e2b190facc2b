"""7.1, 7.2 and 7.4: commanders, who succeeds them, and the Rerolls that Command Points and others give."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.chain_of_command.formation import force_commander_of, is_in_formation, leader_of
from gearlock.systems.brigands.chain_of_command.lineup import (
    EXECUTIVE,
    FORCE_COMMANDER,
    GROUP_LEADER,
    SECOND,
    is_leading,
)
from gearlock.systems.brigands.command.events import COMMAND_POINT, SKILL_POINT, Promoted, Rerolled
from gearlock.systems.brigands.command.orders import Reroll
from gearlock.systems.brigands.comms.authorize import TRIED, authorizers, resolve_authorize
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.state import GONE, NO_GROUP, WRECK, State, Unit


@rule("brigands.7.2")
@heeds("brigands.7.1")
def commander_of(state: State, seat: str) -> Unit | None:
    """The highest ranking Commander of a seat that is in play; of equals the one that is best at Initiative."""
    leaders = [unit for unit in state.fielded(seat) if RANKS[unit.rank][0]]
    return max(leaders, key=lambda unit: (RANKS[unit.rank], own_initiative(unit)), default=None)


@rule("brigands.trait.init")
@heeds("brigands.1.8-initiative")
def own_initiative(unit: Unit) -> int:
    """What a model itself adds to Initiative or takes from it: its trait; lost Hull and a Haywire token, one each."""
    return unit.trait("Init") - (unit.hull == 0) - unit.haywire


@heeds("brigands.1.8-initiative", "brigands.7.1", "brigands.7.2")
def initiative_bonus(state: State, seat: str) -> int:
    """What a seat adds to its Initiative: its Commander's rank and own worth.

    Without a Commander any model may be nominated, so the one that is best at it.
    """
    leader = commander_of(state, seat)
    if leader is not None:
        return RANKS[leader.rank][0] + own_initiative(leader)
    return max((own_initiative(unit) for unit in state.fielded(seat) if unit.group != NO_GROUP), default=0)


@rule("brigands.7.1-2ic", "brigands.7.1-xo")
@heeds("brigands.7.4c")
def promotions(state: State) -> Iterator[Promoted]:
    """Deputies whose moment has come: the leader of their group, or the Force Commander, is destroyed.

    One that is off the table for a while, in a transport say, is not replaced.
    """
    for unit in state.units.values():
        if unit.rank not in (SECOND, EXECUTIVE) or not unit.is_fielded:
            continue
        leaders = [it for it in state.units.values() if it.seat == unit.seat and it.status not in (WRECK, GONE)]
        if unit.rank == SECOND and not any(is_leading(it.rank) and it.group == unit.group for it in leaders):
            yield Promoted(unit.id, GROUP_LEADER, RANKS[GROUP_LEADER][1])
        if unit.rank == EXECUTIVE and not any(it.rank == FORCE_COMMANDER for it in leaders):
            yield Promoted(unit.id, FORCE_COMMANDER, RANKS[FORCE_COMMANDER][1])


def fill_vacancies(ctx: Ctx[State]) -> None:
    """Let deputies succeed at once."""
    for promotion in list(promotions(ctx.state)):
        ctx.emit(promotion)


@rule("brigands.7.4", "brigands.7.4a")
@heeds("brigands.7.1", "brigands.10.6", "brigands.11.4b-airdrop")
def reroll_givers(state: State, unit: Unit) -> Iterator[Unit]:
    """The Commanders who could spend a Command Point on this model's roll: its leader, then the Force Commander.

    That is a reaction, so nobody does it on the way down from an Airdrop.
    """
    if "Duelist" in unit.line.traits or unit.group == NO_GROUP:
        return
    leader, commander = leader_of(state, unit.seat, unit.group), force_commander_of(state, unit.seat)
    for giver in (leader,) if commander is leader else (leader, commander):
        if giver is None or giver.is_dropping or giver.command <= 0:
            continue
        if is_in_formation(state, unit, giver):
            yield giver


@heeds("brigands.1.2i", "brigands.trait.conscript", "brigands.trait.vet")
def reroll_sources(state: State, unit: Unit, free: tuple[str, ...]) -> list[str]:
    """What could pay for a Reroll of this model: what is free on this roll, its Skill Point, Commanders by id.

    Commanders who would have to Authorize come last, and only as long as none has tried it for this roll.
    """
    if "Conscript" in unit.line.traits:
        return []
    skill = (SKILL_POINT,) if unit.skill > 0 else ()
    spare = [source for source in free if source != TRIED]
    distant = () if TRIED in free else authorizers(state, unit)
    return [*spare, *skill, *(giver.id for giver in reroll_givers(state, unit)), *(giver.id for giver in distant)]


@rule("brigands.1.2i")
@heeds("brigands.7.4a", "brigands.7.4b", "brigands.8.2b")
def offer_reroll(ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str]) -> Script[bool]:
    """Ask whether this model's roll is made again; what pays for it is gone as soon as it is named.

    `free` are the Rerolls this roll has for nothing, each once; the one that is used is taken out. A Commander out of
    Formation must Authorize it; that is noted in `free` as well, and if it fails another way may be chosen.
    """
    while True:
        unit = ctx.state.units[unit_id]
        sources = reroll_sources(ctx.state, unit, tuple(free))
        if not sources:
            return False
        prompt = f"{shown}. Reroll the {what} of {unit.name}?"
        order = yield from ask(Ask(unit.seat, "reroll", unit_id, (what, *free), "brigands.7.4a", prompt, optional=True))
        if not isinstance(order, Reroll):
            return False
        source = order.by or sources[0]
        if source in free:
            free.remove(source)
        if is_distant(ctx.state, unit_id, source):
            free.append(TRIED)
            if not (yield from resolve_authorize(ctx, source, unit_id)):
                continue
        by_commander = source in ctx.state.units
        ctx.emit(Rerolled(unit_id, COMMAND_POINT if by_commander else source, source if by_commander else ""))
        return True


@heeds("brigands.7.4a", "brigands.7.4b")
def is_distant(state: State, unit_id: str, source: str) -> bool:
    """Whether a source of Rerolls is a Commander with whom the model is not in Formation."""
    giver = state.units.get(source)
    return giver is not None and not is_in_formation(state, state.units[unit_id], giver)
