"""13: impacts and falling."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.damage import Wound, hurt, hurt_all
from gearlock.systems.blitz.dice_tests.comms_tests import offer_reroll
from gearlock.systems.blitz.dice_tests.tests import RollMade, can_gain, free_rerolls, has_working
from gearlock.systems.blitz.general_concepts.dice import PILOT, crippled_modifiers, dice_of, skill_of, successes
from gearlock.systems.blitz.general_concepts.measuring import CONTACT
from gearlock.systems.blitz.state import GONE, TOP_SPEED, WRECK, State, Unit
from gearlock.table.measure import INCH

# --- 13.2: impacts. Whoever is driven into terrain or another model, and that model, roll PILOT against the blow

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


class MovementStopped(Event, frozen=True, tag="movement-stopped"):
    """A model may not move any further in this activation."""

    unit: str

    @heeds("blitz.13.2")
    def change(self, state: State) -> None:
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.moves, now.closed, now.stopped = 0, True, True


@heeds("blitz.13.2")
def stop_after(ctx: Ctx[State], impact: Impact) -> None:
    """The active model moves on only over nothing: if every passive model it struck has been overkilled."""
    active = ctx.state.active()
    if active is None or active.id not in (impact.unit, impact.other, impact.by):
        return
    passive = [name for name in (impact.unit, impact.other) if name and name != active.id]
    if not passive or any(ctx.state.units[name].status != GONE for name in passive):
        ctx.emit(MovementStopped(active.id))


# --- 13.1: falling. A die for every full inch; each that fails hurts


@rule("blitz.13.1")
def fall_dice(height: int) -> int:
    """Dice of a fall from so many mils: one for each full inch. Neither damage nor posture makes it softer."""
    return height // INCH


@rule("blitz.6.7")
@heeds("blitz.13.1")
def resolve_fall(ctx: Ctx[State], unit_id: str, height: int, by: str = "") -> Script[None]:
    """A model that has come down so far rolls PILOT; every die that fails is a point of damage."""
    count = fall_dice(height)
    if not count or ctx.state.units[unit_id].is_destroyed:
        return
    faces = yield from brace_for(ctx, unit_id, "fall", count, "blitz.13.1")
    skill = skill_of(ctx.state.units[unit_id], PILOT)
    hurt(ctx, Wound(unit_id, by, "fall", count - successes(faces, skill)))


@heeds("blitz.13.1", "blitz.13.2", "blitz.2.6", "blitz.trait.defective")
def brace_for(
    ctx: Ctx[State],
    unit_id: str,
    purpose: str,
    count: int,
    rule_id: str,
    lines: tuple[Modifier, ...] = (),
    enough: int | None = None,
    ones_hurt: bool = False,
) -> Script[tuple[int, ...]]:
    """The PILOT dice of a model that is knocked about: they may be re-rolled. Without working controls none helps."""
    works = yield from has_working(ctx, unit_id, PILOT)
    unit = ctx.state.units[unit_id]
    skill = skill_of(unit, PILOT)
    if not works:
        return ()
    roll = Roll(purpose, count, 6, 1, unit.seat, unit_id, rule_id, marks=(skill,))
    faces = yield from throw_pool(roll)
    good = successes(faces, skill)
    ctx.emit(RollMade(unit_id, purpose, faces, skill, good, lines, rule_id))
    shown = f"{purpose.capitalize()}: {count - good} of {count} dice hurt"
    free = free_rerolls(ctx.state.units[unit_id], PILOT)
    gains = can_gain(tuple(faces), skill, enough) or (ones_hurt and 1 in faces)
    if gains and (yield from offer_reroll(ctx, unit_id, purpose, shown, free)):
        faces = yield from throw_pool(roll)
        ctx.emit(RollMade(unit_id, purpose, faces, skill, successes(faces, skill), lines, rule_id))
    return tuple(faces)


# --- The contents of the chapter


def stopped(state: State, event: MovementStopped, _seat: str | None) -> Line:
    """Who was stopped."""
    text = f"{state.units[event.unit].name} moves no further in this activation."
    return Line(text, (event.unit,), "blitz.13.2")


IMPACTS_AND_FALLING: Chapter[State] = Chapter("13: impacts and falling", events={MovementStopped: stopped})
