"""7.4b and 8.2b: Authorize. A Commander sends a Command Point by radio to a model that is not in Formation."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.chain_of_command.formation import force_commander_of, is_in_formation, leader_of
from gearlock.systems.brigands.chain_of_command.lineup import is_leading
from gearlock.systems.brigands.comms.comms_boost import offer_boost
from gearlock.systems.brigands.comms.comms_rating import AUTHORIZE, LEAST, comms_rating, has_comms, is_beyond_jamming
from gearlock.systems.brigands.comms.events import Authorized
from gearlock.systems.brigands.state import State, Unit

TRIED = "Authorize tried"
"""Stands among the free Rerolls of a roll once an Authorize was tried for it: there is only one."""


@rule("brigands.7.4b")
@heeds("brigands.8.2b", "brigands.10.6")
def authorizers(state: State, unit: Unit) -> Iterator[Unit]:
    """The Commanders out of Formation who could send this model a Command Point: with Comms, jammed or not.

    Its own leader may, and the Force Commander if it leads a Combat Group itself. Duelists have none sent, and nobody
    sends any on the way down from an Airdrop.
    """
    if "Duelist" in unit.line.traits:
        return
    leader = leader_of(state, unit.seat, unit.group)
    commander = force_commander_of(state, unit.seat) if is_leading(unit.rank) else None
    for giver in (leader,) if commander is leader else (leader, commander):
        if giver is None or giver is unit or giver.is_dropping or giver.command <= 0 or not has_comms(giver):
            continue
        if not is_in_formation(state, unit, giver):
            yield giver


@rule("brigands.8.2b")
@heeds("brigands.8.2c", "brigands.8.2d")
def resolve_authorize(ctx: Ctx[State], commander_id: str, receiver_id: str) -> Script[bool]:
    """Try to send a Command Point: a friend may boost, then the Commander needs Comms:1. A failure costs nothing."""
    commander = ctx.state.units[commander_id]
    if is_beyond_jamming(ctx.state, commander, receiver_id, AUTHORIZE):
        sent = True
    else:
        boost = yield from offer_boost(ctx, commander_id, receiver_id, AUTHORIZE, contested=False)
        sent = comms_rating(ctx.state, ctx.state.units[commander_id], boost) >= LEAST
    ctx.emit(Authorized(commander_id, receiver_id, sent))
    return sent
