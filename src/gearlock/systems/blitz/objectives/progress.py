"""4.0 and 16.0: how objectives stand, when they are achieved, and what they count."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.secrets import is_known
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.blitz.objectives.events import Achieved, MarkersChecked, ObjectivesShown
from gearlock.systems.blitz.objectives.markers import controller_of
from gearlock.systems.blitz.objectives.slots import (
    ASSASSINATE,
    HELD,
    HOLD,
    LASTING,
    MARKER,
    OBJECTIVE,
    PRIMARY,
    PROTECT,
    RECON,
    TAKEN,
    TARGET,
    WIPE,
    Slot,
    all_slots,
    fact,
    is_done,
    name_of,
    scans_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.targets import IN_FIRST_CLEANUP, draw_targets
from gearlock.systems.blitz.state import IN_PLAY, NO_GROUP, State, Unit, opponent, unit_of

CAPTURES = 2
"""Cleanup phases in a row that a marker is held to capture it."""


class Progress(NamedTuple):
    """How an objective stands: so much of so much, in words if there are any."""

    now: int
    full: int
    words: str = ""

    @property
    def is_met(self) -> bool:
        """Whether that is all."""
        return self.now >= self.full


@heeds("blitz.16.0-obj-recon", "blitz.16.0-obj-capture", "blitz.16.0-obj-wipe", "blitz.16.0-obj-assassinate")
def progress_of(state: State, slot: Slot, name: str, target: str, marker: str) -> Progress:
    """How an objective stands if it is this, and about that."""
    if name == ASSASSINATE:
        unit = state.units.get(target)
        return Progress(int(unit is not None and unit.is_destroyed), 1, "" if unit is None else unit.name)
    if name == PROTECT:
        unit = state.units.get(target)
        return Progress(int(unit is not None and not unit.is_destroyed), 1, "" if unit is None else unit.name)
    if name == RECON:
        return _reconnaissance(state, slot)
    if name == WIPE:
        return _destruction(state, opponent(slot.seat), int(target or 0))
    if name == HOLD:
        return Progress(int(bool(marker) and controller_of(state, marker) == slot.seat), 1)
    captured = bool(state.points.get(f"{TAKEN}:{marker}:{slot.seat}"))
    return Progress(CAPTURES if captured else min(1, state.points.get(f"{HELD}:{marker}:{slot.seat}", 0)), CAPTURES)


@rule("blitz.16.0-obj-recon")
@heeds("blitz.16.0-obj-reroll")
def _reconnaissance(state: State, slot: Slot) -> Progress:
    """Two enemy models of different units, if there are several, dead or alive. A second Recon needs two more."""
    enemies = [unit for unit in state.units.values() if unit.seat != slot.seat and unit.group != NO_GROUP]
    seen = [state.units[name] for name in scans_of(state, slot.seat) if name in state.units]
    seen = [unit for unit in seen if unit.seat != slot.seat]
    units = len({unit_of(unit) for unit in enemies})
    counted = len(seen) if units == 1 else _pairs(seen)
    before = [
        s for s in slots_of(state, slot.seat) if s.number < slot.number and fact(state, s.key(OBJECTIVE)) == RECON
    ]
    return Progress(max(0, min(2, counted - 2 * len(before))), 2)


def _pairs(seen: list[Unit]) -> int:
    """How many of these count, taken two by two from different units; one alone counts as one."""
    sizes: dict[object, int] = {}
    for unit in seen:
        sizes[unit_of(unit)] = sizes.get(unit_of(unit), 0) + 1
    total = sum(sizes.values())
    pairs = min(total // 2, total - max(sizes.values(), default=0))
    return 2 * pairs + int(total > 2 * pairs)


@heeds("blitz.16.0-obj-wipe")
def _destruction(state: State, seat: str, group: int) -> Progress:
    """Half of a combat group's actions, or more, are gone with their models."""
    models = [unit for unit in state.units.values() if unit.seat == seat and unit.group == group and group]
    whole = sum(unit.line.actions for unit in models)
    lost = sum(unit.line.actions for unit in models if unit.is_destroyed)
    half = -(-whole // 2)
    return Progress(min(lost, half), half if whole else 1, f"combat group {group}" if group else "")


def true_progress(state: State, slot: Slot) -> Progress:
    """How an objective stands, whoever knows what it is."""
    name = name_of(state, slot)
    return progress_of(state, slot, name, fact(state, slot.key(TARGET)), fact(state, slot.key(MARKER)))


@heeds("blitz.16.0-obj-assassinate", "blitz.16.0-obj-protect")
def draw_at_first(ctx: Ctx[State]) -> Script[None]:
    """All are deployed: who is to be assassinated is known."""
    yield from draw_targets(ctx, (ASSASSINATE,), "deployed")


@heeds("blitz.3.3", "blitz.16.0-obj-protect", "blitz.16.0-obj-wipe", "blitz.16.0-obj-capture", "blitz.4.0a")
def check_objectives(ctx: Ctx[State]) -> Script[None]:
    """A Cleanup phase: who holds which marker, what is achieved, and in the first one whom the others are about."""
    state = ctx.state
    if not state.markers and not state.facts:
        return
    if state.round == 1:
        yield from draw_targets(ctx, (WIPE, PROTECT), IN_FIRST_CLEANUP)
    ctx.emit(MarkersChecked(tuple((name, controller_of(ctx.state, name)) for name in sorted(ctx.state.markers))))
    for slot in list(all_slots(ctx.state)):
        is_open = name_of(ctx.state, slot) not in LASTING and not is_done(ctx.state, slot)
        if is_open and true_progress(ctx.state, slot).is_met:
            ctx.emit(Achieved(slot.seat, slot.number))


@heeds("blitz.16.0-3")
def show_all(ctx: Ctx[State]) -> None:
    """The battle is over: nothing is secret any more."""
    keys = tuple(key for key, found in ctx.state.facts.items() if not all(is_known(found, seat) for seat in SEATS))
    if keys:
        ctx.emit(ObjectivesShown(keys))


@rule("blitz.16.0-obj-casualties")
def tv_left(state: State, seat: str) -> int:
    """TV of a side in play, off-board and in the air too; not of the crippled, fortifications, or who never came."""
    models = (unit for unit in state.units.values() if unit.seat == seat and unit.status in IN_PLAY)
    return sum(unit.tv for unit in models if not unit.is_crippled and unit.line.type != "Fortification")


@heeds("blitz.16.0-obj-casualties")
def casualties_winner(state: State) -> str:
    """Who has more TV left; nobody if it is the same."""
    return higher(tv_left(state, "red"), tv_left(state, "blue"))


@rule("blitz.4.0")
@heeds("blitz.16.0-3", "blitz.16.0-obj-casualties")
def victory_points(state: State, seat: str) -> int:
    """A point for every objective achieved as the table lies, two for the primary one, and one for Casualties."""
    total = int(casualties_winner(state) == seat)
    for slot in slots_of(state, seat):
        lasting = name_of(state, slot) in LASTING
        if is_done(state, slot) or (lasting and true_progress(state, slot).is_met):
            total += 2 if fact(state, f"{PRIMARY}:{seat}") == str(slot.number) else 1
    return total


def points_known(state: State, seat: str, reader: str | None) -> int:
    """What a reader may know of a side's points before the end: what was openly achieved, and its own primary."""
    total = 0
    for slot in slots_of(state, seat):
        primary = state.facts.get(f"{PRIMARY}:{seat}")
        double = primary is not None and is_known(primary, reader) and primary.value == str(slot.number)
        total += (2 if double else 1) if is_done(state, slot) else 0
    return total
