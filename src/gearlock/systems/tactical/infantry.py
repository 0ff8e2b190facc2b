"""3.6: infantry: massed fire, attacks on squads, hit locations and casualties."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.dice_tests import throw_dice
from gearlock.systems.tactical.infantry_cards import carriers, standing
from gearlock.systems.tactical.state import DESTROYED, IN_PLAY, State, Unit, opponent
from gearlock.systems.tactical.switches import BURST_FIRE, CIVILIANS, INFANTRY_RULES
from gearlock.systems.tactical.weapons import AE, AI, Weapon

# --- 3.6.5: attacks on infantry: the cover that men find, and where a hit goes in a squad

HARD_TO_HIT = -2

DOWN, UP = 1, -1

LOCATIONS = {1: (1, DOWN), 2: (3, DOWN), 3: (5, DOWN), 4: (6, UP), 5: (8, UP), 6: (10, UP)}
"""By the die: the number of the trooper who is hit first, and which way the rest goes along the list."""


@rule("tactical.3.6.5", "tactical.7.2.2-anti-infantry")
@heeds("tactical.2.6.7-infantry-defense")
def cover_lines(attacker: Unit | None, target: Unit, weapon: Weapon | None) -> tuple[Modifier, ...]:
    """Men find cover: -2 for everybody but infantry who attacks them without an Anti-Infantry weapon, and only once."""
    if not target.is_infantry or (attacker is not None and attacker.is_infantry):
        return ()
    if weapon is not None and weapon.has(AI):
        return ()
    return (result(HARD_TO_HIT, "infantry in cover", "tactical.3.6.5"),)


class Felled(NamedTuple):
    """What damage makes of a squad: the points each trooper has left, and damage that found nobody."""

    troopers: tuple[int, ...]
    spare: int


@rule("tactical.3.6.5-damage")
def pass_on(troopers: Sequence[int], die: int, damage: int) -> Felled:
    """Point by point from the trooper the die finds: what one cannot take goes to the next, round the list if need be.

    Who is down already takes nothing. Where a squad has fewer numbers than the table, its last trooper is meant.
    """
    left = list(troopers)
    first, step = LOCATIONS[die]
    at = min(first, len(left)) - 1
    for _ in left:
        taken = min(left[at], damage)
        left[at] -= taken
        damage -= taken
        at = (at + step) % len(left)
    return Felled(tuple(left), damage)


@rule("tactical.3.6.5-area")
def strikes_each(weapon: Weapon | None) -> bool:
    """Whether a weapon does its whole damage to every trooper: it must be Anti-Infantry and have an Area Effect."""
    return weapon is not None and weapon.has(AI) and weapon.has(AE)


@heeds("tactical.3.6.5-area")
def spread_over(troopers: Sequence[int], damage: int) -> Felled:
    """The same damage to every trooper."""
    return Felled(tuple(max(0, points - damage) for points in troopers), 0)


# --- 3.6.5: damage done to a squad: the die for the location, points crossed out, and who is left

LOCATION = "hit location"


@heeds("tactical.3.6.5-damage", "tactical.3.6.5-area", "tactical.3.6.5-casualties")
def resolve_squad_damage(
    ctx: Ctx[State], unit_id: str, damage: int, by: str = "", each: bool = False, rule_id: str = "", seat: str = ""
) -> Script[None]:
    """Take damage points off a squad: off each trooper alike, or from where the attacker's die says."""
    unit = ctx.state.units[unit_id]
    if damage <= 0 or unit.status not in IN_PLAY:
        return
    if each:
        cross_out(ctx, unit_id, damage, spread_over(unit.troopers, damage), by, rule_id or "tactical.3.6.5-area", seat)
        return
    rolls = ctx.state.units[by].seat if by in ctx.state.units else opponent(unit.seat)
    (die,) = yield from throw_dice(ctx, LOCATION, 1, rolls, unit_id, "tactical.3.6.5-damage")
    found = pass_on(ctx.state.units[unit_id].troopers, die, damage)
    cross_out(ctx, unit_id, damage, found, by, rule_id or "tactical.3.6.5-damage", seat)


class SquadHurt(Event, frozen=True, tag="squad-hurt"):
    """Damage points taken off a squad: what each trooper has left, who fell, and whether nobody is left."""

    unit: str
    by: str
    damage: int
    troopers: tuple[int, ...]
    fallen: tuple[int, ...]
    """Numbers of the troopers who fell, from 1."""
    gone: bool = False
    rule: str = "tactical.3.6.5-damage"

    def change(self, state: State) -> None:
        """The track; who has nobody left is off the table."""
        unit = state.units[self.unit]
        unit.troopers = list(self.troopers)
        if self.gone:
            unit.status, unit.slayer, unit.actions, unit.carrier = DESTROYED, self.by, 0, ""


def squad_hurt(state: State, event: SquadHurt, _seat: str | None) -> Line:
    """Who fell, and how many are left."""
    unit = state.units[event.unit]
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    if event.gone:
        return Line(f"{unit.name} takes {event.damage} damage: nobody is left standing.", units, event.rule)
    numbers = ", ".join(f"#{number}" for number in event.fallen)
    fell = f"trooper{'s' * (len(event.fallen) > 1)} {numbers} down" if event.fallen else "nobody falls"
    left = standing(unit)
    text = f"{unit.name} takes {event.damage} damage: {fell}, {left} of {len(event.troopers)} up."
    return Line(text, units, event.rule)


def cross_out(ctx: Ctx[State], unit_id: str, damage: int, found: Felled, by: str, rule_id: str, seat: str = "") -> None:
    """Write a squad's new track down."""
    before = ctx.state.units[unit_id].troopers
    both = enumerate(zip(before, found.troopers, strict=True), 1)
    fallen = tuple(number for number, (had, has) in both if had and not has)
    ctx.emit(SquadHurt(unit_id, by, damage, found.troopers, fallen, not any(found.troopers), rule_id))
    mourn(ctx, unit_id, len(fallen), by, seat)


class CiviliansKilled(Event, frozen=True, tag="civilians-killed"):
    """Civilians of a subplot died by the hand of a side; of nobody where the seat is empty."""

    unit: str
    dead: int
    seat: str

    @heeds("tactical.4.1.4-bystanders")
    def change(self, state: State) -> None:
        if self.seat:
            state.points[f"VP:{self.seat}"] = state.points.get(f"VP:{self.seat}", 0) - self.dead


@heeds("tactical.4.1.4-bystanders")
def mourn(ctx: Ctx[State], unit_id: str, dead: int, by: str, seat: str = "") -> None:
    """Civilians who were killed cost the side a Victory Point each whose unit, salvo or aircraft killed them.

    Mines, and planes that nobody sent for, are nobody's.
    """
    killer = ctx.state.units.get(by)
    if dead and ctx.state.units[unit_id].token(CIVILIANS):
        ctx.emit(CiviliansKilled(unit_id, dead, seat if killer is None else killer.seat))


# --- 3.6.4: infantry Actions: one attack for each type of weapon, two targets at most, and what many guns add

BONUSES = ((8, 3), (4, 2), (2, 1))
"""From so many troopers on with the same weapon, so much ROF."""

MOST_TARGETS = 2


@rule("tactical.3.6.4-mass-fire")
def mass_bonus(troopers: int) -> int:
    """The ROF that troopers who fire the same type of weapon have in addition."""
    return next((bonus for least, bonus in BONUSES if troopers >= least), 0)


@heeds("tactical.3.6.4-mass-fire", "tactical.3.6.5-casualties")
def rof_of(unit: Unit, mount: Mount) -> int:
    """The whole ROF of a weapon: its own, and of a squad what the number of its carriers adds."""
    return mount.weapon.rof + (mass_bonus(carriers(unit, mount.id)) if unit.is_infantry else 0)


@heeds("tactical.3.4.5", "tactical.3.6.4-mass-fire", "tactical.3.1")
def rof_played(state: State, unit: Unit, mount: Mount) -> int:
    """The ROF that the modules of a battle allow: all with bursts; with infantry alone what many guns add to a squad's.

    The Quick Start knows none.
    """
    if state.switch(BURST_FIRE):
        return rof_of(unit, mount)
    massed = unit.is_infantry and state.switch(INFANTRY_RULES)
    return mass_bonus(carriers(unit, mount.id)) if massed else 0


@heeds("tactical.3.6.4", "tactical.3.6.5-casualties")
def types_carried(unit: Unit) -> tuple[str, ...]:
    """The types of weapon that somebody who is up carries, in the order of the card."""
    return tuple(mount.id for mount in unit.card.weapons if carriers(unit, mount.id))


@rule("tactical.3.6.4")
def refuse_volley(unit: Unit, mount_id: str, target: str, shots: Collection[str]) -> Refusal | None:
    """Why a squad cannot attack a target with a type of weapon; `shots` are those of the same Action, "type:target".

    All weapons of a type fire once, together, and the squad attacks no third target.
    """
    rule_id = "tactical.3.6.4"
    if not carriers(unit, mount_id):
        mount = unit.mount(mount_id)
        name = mount_id if mount is None else mount.weapon.name
        return Refusal("no-carrier", rule_id, f"Nobody in {unit.name} who is up carries the {name}.")
    if any(shot.partition(":")[0] == mount_id for shot in shots):
        return Refusal("fired", rule_id, f"All troopers of {unit.name} with this weapon have fired in this Action.")
    targets = {shot.partition(":")[2] for shot in shots}
    if target not in targets and len(targets) >= MOST_TARGETS:
        words = (
            f"{unit.name} has attacked {len(targets)} targets in this Action; a squad attacks {MOST_TARGETS} at most."
        )
        return Refusal("targets", rule_id, words, {"targets": len(targets)})
    return None


# --- The contents of the chapter

INFANTRY: Chapter[State] = Chapter("3.6: Infantry", events={SquadHurt: squad_hurt})
