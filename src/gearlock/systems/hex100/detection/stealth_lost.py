"""Losing optical stealth: by attacks that are heard, and next to an enemy when a turn ends."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.actions.events import TurnFinished
from gearlock.systems.hex100.detection.events import StealthLost
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.stealth import STEALTH, holds_unseen, is_hidden_from
from gearlock.systems.hex100.state import State, other
from gearlock.systems.hex100.weapons.targeting import named_weapons
from gearlock.table.hexes import distance


@rule("hex100.optical-stealth-lost")
def expose(ctx: Ctx[State], unit_id: str) -> bool:
    """Let a unit that carries optical stealth lose it until its next phase, if it has not yet.

    It does so while its equipment is shut down, too: a recovery in the same turn does not hide it again.
    """
    unit = ctx.state.units[unit_id]
    carries = STEALTH in ctx.state.scene.loadouts[unit_id].effects or holds_unseen(unit)
    if not carries or unit.exposed:
        return False
    ctx.emit(StealthLost(unit_id, is_hidden_from(ctx.state, other(unit.seat), unit)))
    return True


@rule("hex100.attr-silenced")
@heeds("hex100.optical-stealth-lost")
def expose_attacker(ctx: Ctx[State], unit_id: str, tokens: tuple[str, ...]) -> None:
    """An attack shows who makes it, unless all its weapons are silenced."""
    weapons = named_weapons(ctx.state, ctx.state.units[unit_id], tokens) or []
    if not all(weapon.has("silenced") for _, weapon in weapons) and expose(ctx, unit_id):
        look_again(ctx)


@heeds("hex100.optical-stealth-lost")
def finish_turn(ctx: Ctx[State], unit_id: str) -> None:
    """End a unit's turn; where enemies stand next to it then, neither side's stealth lasts."""
    ctx.emit(TurnFinished(unit_id))
    unit = ctx.state.units[unit_id]
    near = [foe.id for foe in ctx.state.standing(other(unit.seat)) if distance(foe.hex, unit.hex) == 1]
    shown = [expose(ctx, each) for each in (unit_id, *near)] if near and unit.standing else []
    if any(shown):
        look_again(ctx)
