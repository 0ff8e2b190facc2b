"""13.2: impacts. Whoever is driven into terrain or another model, and that model, roll PILOT against the blow."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.damage.wounds import Wound, hurt_all
from gearlock.systems.blitz.general_concepts.dice import PILOT, crippled_modifiers, dice_of, skill_of, successes
from gearlock.systems.blitz.general_concepts.measuring import CONTACT
from gearlock.systems.blitz.impacts_and_falling.events import MovementStopped
from gearlock.systems.blitz.impacts_and_falling.falls import brace_for
from gearlock.systems.blitz.state import GONE, TOP_SPEED, WRECK, State, Unit
from gearlock.table.measure import INCH

WRECKAGE = 2
"""A wreck is medium cover."""


class Impact(NamedTuple):
    """A blow: who is driven into what, by whom, and how many mils of a forced move were left.

    `other` is a model; `rating` the cover rating in dice of terrain, where it is that.
    """

    unit: str
    other: str = ""
    rating: int = 0
    left: int = 0
    by: str = ""


@rule("blitz.13.2")
@heeds("blitz.12.1", "blitz.12.2", "blitz.2.4")
def impact_lines(unit: Unit, other: Unit | None, rating: int, left: int) -> list[Modifier]:
    """What changes the dice of a model in an impact: the other's armour less its own, or the terrain; inches left.

    A part of an inch left counts as one. Being crippled counts, posture does not.
    """
    lines = crippled_modifiers(unit, PILOT)
    if other is not None and other.status != WRECK:
        lines.append(dice(other.line.armor - unit.line.armor, "Armour against armour", "blitz.13.2"))
    else:
        lines.append(dice(rating if other is None else WRECKAGE, "What it runs into", "blitz.13.2"))
    lines.append(dice(max(0, -(-(left - CONTACT) // INCH)), "Distance left", "blitz.13.2"))
    return [line for line in lines if line.value]


@heeds("blitz.13.2")
def impact_dice(unit: Unit, other: Unit | None = None, rating: int = 0, left: int = 0) -> int:
    """Dice of a model in an impact: 2 and what changes them, never fewer than one."""
    return dice_of(impact_lines(unit, other, rating, left), least=1)


@heeds("blitz.13.2")
def impact_damage(faces: tuple[int, ...], skill: int, at_speed: bool) -> int:
    """Each die that fails is a point of damage, a 1 two points if the active model came at top speed."""
    failed = len(faces) - successes(faces, skill)
    return failed + (sum(face == 1 for face in faces) if at_speed else 0)


@heeds("blitz.13.2", "blitz.12.2", "blitz.6.7")
def resolve_impact(ctx: Ctx[State], impact: Impact) -> Script[None]:
    """Both roll before either is hurt. Unless the passive model is gone altogether, the active one moves no further."""
    active = ctx.state.active()
    at_speed = active is not None and active.id in (impact.unit, impact.other, impact.by) and active.stance == TOP_SPEED
    wounds: list[Wound] = []
    pairs = [(impact.unit, impact.other)] + ([(impact.other, impact.unit)] if impact.other else [])
    for name, against in pairs:
        unit, other = ctx.state.units[name], ctx.state.units.get(against)
        if unit.is_destroyed:
            continue
        lines = tuple(impact_lines(unit, other, impact.rating, impact.left))
        count = impact_dice(unit, other, impact.rating, impact.left)
        faces = yield from brace_for(ctx, name, "impact", count, "blitz.13.2", lines, ones_hurt=at_speed)
        skill = skill_of(ctx.state.units[name], PILOT)
        damage = impact_damage(faces, skill, at_speed) + max(0, count - len(faces))
        wounds.append(Wound(name, impact.by or against, "impact", damage))
    hurt_all(ctx, wounds)
    stop_after(ctx, impact)


@heeds("blitz.13.2")
def stop_after(ctx: Ctx[State], impact: Impact) -> None:
    """The active model moves on only over nothing: if every passive model it struck has been overkilled."""
    active = ctx.state.active()
    if active is None or active.id not in (impact.unit, impact.other, impact.by):
        return
    passive = [name for name in (impact.unit, impact.other) if name and name != active.id]
    if not passive or any(ctx.state.units[name].status != GONE for name in passive):
        ctx.emit(MovementStopped(active.id))
