"""4.1.3: a total ambush: units whose places are written down, until they act or somebody sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line
from gearlock.systems.tactical.damage.losing import room_near
from gearlock.systems.tactical.line_of_sight.looks import sees
from gearlock.systems.tactical.line_of_sight.sound import hears
from gearlock.systems.tactical.state import COMBAT, FIELDED, HIDDEN, NO_GROUP, STATIONARY, State, Unit, opponent

RULE: Final = "tactical.4.1.3-scouting"


class Reveal(Order, frozen=True, tag="reveal"):
    """Put a hidden unit of one's own on the table where it is, so that it can act."""

    unit: str


class UnitHidden(Event, frozen=True, tag="unit-hidden"):
    """A side wrote down where a unit is; the enemy does not see it."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    speed: str
    mode: str
    moved: int = 0
    plain = True

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        """As if it stood there, but that nobody of the enemy sees it."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, HIDDEN
        unit.mode, unit.went, unit.moved = self.mode, self.speed, self.moved
        unit.speed = COMBAT if self.speed == STATIONARY else self.speed
        state.group = unit.group


class UnitRevealed(Event, frozen=True, tag="unit-revealed"):
    """A hidden unit is on the table now, and everybody sees it."""

    reveals = True
    unit: str
    x: int
    y: int
    by: str = ""
    """Who saw it."""

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        """From now on it stands there."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.status = self.x, self.y, FIELDED


def hidden_units(state: State, seat: str) -> list[Unit]:
    """The units of a side whose places only it knows."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == HIDDEN]


def on_table(unit: Unit) -> Unit:
    """A hidden unit as it would stand there."""
    shown = unit.clone()
    shown.status = FIELDED
    return shown


def reveal(ctx: Ctx[State], unit_id: str, by: str = "") -> None:
    """It comes to light where it is; where somebody has come to stand there meanwhile, beside him."""
    ctx.emit(UnitRevealed(unit_id, *room_near(ctx.state, unit_id, unit_id), by))


@heeds("tactical.4.1.3-scouting", "tactical.2.6.6", "tactical.3.7-sound")
def watcher_of(state: State, unit: Unit) -> str:
    """An enemy who has line of sight to where a hidden unit is, or hears it at night; empty if nobody does."""
    shown = on_table(unit)
    there = state.with_unit(shown)
    foes = state.fielded(opponent(unit.seat))
    return next((foe.id for foe in foes if sees(there, foe, shown) or hears(there, foe, shown)), "")


@heeds("tactical.4.1.3-scouting")
def reveal_seen(ctx: Ctx[State]) -> None:
    """Whoever is hidden and seen or heard by an enemy now, is hidden no more."""
    for unit in [unit for unit in ctx.state.units.values() if unit.status == HIDDEN]:
        watcher = watcher_of(ctx.state, ctx.state.units[unit.id])
        if watcher:
            reveal(ctx, unit.id, watcher)


def hidden_waiting(state: State, seat: str) -> list[Unit]:
    """Hidden units that could show themselves and be activated: of the group under way, or of any while none is."""
    ready = [unit for unit in hidden_units(state, seat) if not unit.done and unit.group != NO_GROUP]
    return [unit for unit in ready if not state.group or unit.group == state.group]


def refuse_reveal(state: State, question: Ask, order: Reveal) -> Refusal | None:
    """A hidden unit of one's own, of the group under way."""
    if not question.unit and order.unit in {unit.id for unit in hidden_waiting(state, question.seat)}:
        return None
    return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no hidden unit of yours that could act now.")


def offer_reveals(state: State, question: Ask) -> Iterator[Option]:
    """Each of them."""
    for unit in hidden_waiting(state, question.seat) if not question.unit else ():
        yield Pick(f"Reveal the {unit.name}, so that it can act", Reveal(unit.id), RULE)


def told_hidden(state: State, event: UnitHidden, seat: str | None) -> Line:
    """Where it is, is its own side's business."""
    unit = state.units[event.unit]
    units = (unit.id,) if seat in (None, unit.seat) else ()
    return Line(f"The {unit.name} is hidden.", units, RULE)


def told_revealed(state: State, event: UnitRevealed, _seat: str | None) -> Line:
    """That it is there."""
    unit, foe = state.units[event.unit], state.units.get(event.by)
    seen = "shows itself" if foe is None else f"is found by the {foe.name}"
    return Line(f"The {unit.name} was hidden here and {seen}.", (unit.id,), RULE)
