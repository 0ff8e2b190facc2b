"""Turns and phases: units one at a time, focus, the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Finish, Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line, Throw
from gearlock.systems.hex100.actions import (
    begin_own_phase,
    begin_phase_of,
    drop_reserve,
    fill_pool,
    hide_again,
    restore_wards,
)
from gearlock.systems.hex100.detection.locks import finish_turn
from gearlock.systems.hex100.drones.kinds import told_apart
from gearlock.systems.hex100.known_units import SIDES, line, name_for, own_deed, sees
from gearlock.systems.hex100.state import SEATS, State, Unit, other

FOCUSES = {
    "fire-control": "Fire control: two linked weapons fire with one action",
    "evasion": "Evasion: dodge attacks from the front arc",
    "defence": "Defence: get more out of shields",
    "melee": "Melee: strike with both arms in one action",
}


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both sides rolled for who goes first."""

    first: str
    faces: tuple[int, ...]

    def change(self, state: State) -> None:
        state.first, state.phase = self.first, "deployment"
        state.active = other(self.first)


def initiative(state: State, event: InitiativeRolled, seat: str | None) -> Line:
    rolls = tuple(
        Throw(side, (face,), SIDES, rule="hex100.turn-structure")
        for side, face in zip(SEATS, event.faces, strict=False)
    )
    return line(state, seat, f"{event.first} goes first.", "hex100.turn-structure", rolls=rolls)


class DeploymentEnded(Event, frozen=True, tag="deployment-ended"):
    """All units stand; the side that goes second declares its focus early."""

    awaiting: tuple[str, ...]

    def change(self, state: State) -> None:
        state.phase, state.awaiting, state.active = "early focus", list(self.awaiting), other(state.first)


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A side's phase began: its pools are full again and its effects of last turn have ended."""

    turn: int
    seat: str
    awaiting: tuple[str, ...]

    def change(self, state: State) -> None:
        state.turn, state.active, state.acting = self.turn, self.seat, ""
        state.phase, state.awaiting = "focus", list(self.awaiting)
        for unit in state.units.values():
            begin_phase_of(unit, self.seat)
            if unit.seat != self.seat or unit.destroyed:
                continue
            fill_pool(state, unit)
            begin_own_phase(unit)
            hide_again(unit)
            unit.used, unit.focus, unit.engaged, unit.done = [], "", [], False
            unit.resisting = unit.looking = False
            restore_wards(unit)
            drop_reserve(unit)


def phase_began(state: State, event: PhaseBegan, seat: str | None) -> Line:
    return line(state, seat, f"Round {event.turn}: {event.seat}'s phase.", "hex100.turn-structure")


class FocusDeclared(Event, frozen=True, tag="focus-declared"):
    """A mech chose its focus, or none."""

    plain: ClassVar[bool] = True
    unit: str
    focus: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.focus = self.focus
        if self.focus and "focus" in unit.pool:
            unit.pool["focus"] -= 1
        state.awaiting.remove(self.unit)
        if not state.awaiting and state.phase == "focus":
            state.phase = "units"


def focus(state: State, event: FocusDeclared, seat: str | None) -> Line | None:
    if not event.focus or not sees(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} takes the {event.focus} focus."
    return line(state, seat, text, f"hex100.focus-{event.focus}", event.unit)


class Activated(Event, frozen=True, tag="activated"):
    """A unit began its turn, with these enemies ready to strike if it walks away from them."""

    plain: ClassVar[bool] = True
    unit: str
    engaged: tuple[str, ...]

    def change(self, state: State) -> None:
        state.acting, state.phase = self.unit, "units"
        state.units[self.unit].engaged = list(self.engaged)


class PhaseEnded(Event, frozen=True, tag="phase-ended"):
    """A side is through; after the second side comes the aftermath."""

    seat: str

    def change(self, state: State) -> None:
        state.phase = "aftermath" if self.seat != state.first else "changing sides"


class AftermathEnded(Event, frozen=True, tag="aftermath-ended"):
    """A turn is over; after the last one the battle is."""

    turn: int
    last: bool

    def change(self, state: State) -> None:
        state.phase = "over" if self.last else "changing sides"


# --- What is offered


class Focus(Order, frozen=True, tag="focus"):
    """Declare what a mech concentrates on this turn; an empty focus keeps it on nothing."""

    unit: str
    focus: str = ""


@rule("hex100.focus-timing")
def refuse_focus(state: State, ask: Ask, order: Focus) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit != ask.unit:
        return Refusal("not-acting", "hex100.focus-timing", "Another mech chooses its focus now.")
    if order.focus and order.focus not in FOCUSES:
        return Refusal("no-such-focus", "hex100.focus-timing", f"There is no focus called '{order.focus}'.")
    return None


class Activate(Order, frozen=True, tag="activate"):
    """Begin a unit's turn."""

    unit: str


def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.turn-structure", "That unit has had its turn or is none of yours.")
    return None


def _turn_name(state: State, unit: str) -> str:
    """A unit that could act now; of a drone it is said whose it is, and its mode says how."""
    name = told_apart(state, state.units[unit])
    return f"{name} ({state.units[unit].mode.replace('-', ' ')} mode)" if unit in state.scene.ties else name


def offer_focus(_state: State, ask: Ask) -> Iterator[Option]:
    """Every focus, and none."""
    for focus, label in FOCUSES.items():
        yield Pick(label, Focus(ask.unit, focus), f"hex100.focus-{focus}")
    yield Pick("No focus", Focus(ask.unit), ask.rule)


def offer_units(state: State, ask: Ask) -> Iterator[Option]:
    """The units that have still to act."""
    for unit in ask.about:
        yield Pick(_turn_name(state, unit), Activate(unit), ask.rule)


def offer_end(_state: State, unit: Unit) -> Iterator[Option]:
    """The end of the turn, always."""
    yield Pick("End this unit's turn", EndTurn(unit.id), "hex100.turn-structure")


class EndTurn(Finish, frozen=True, tag="end-turn"):
    """Finish a unit's turn."""

    unit: str


def resolve_end(ctx: Ctx[State], order: EndTurn) -> None:
    """The unit is done."""
    finish_turn(ctx, order.unit)


# --- The contents of the chapter

TURNS: Chapter[State] = Chapter(
    "The sequence of play",
    orders=(
        OrderRules(Focus, "focus", refuse_focus),
        OrderRules(Activate, "unit", refuse_activate),
        OrderRules(EndTurn, "act", accept, resolve_end),
    ),
    events={
        InitiativeRolled: initiative,
        DeploymentEnded: None,
        PhaseBegan: phase_began,
        FocusDeclared: focus,
        Activated: own_deed("begins its turn", "hex100.turn-structure"),
        PhaseEnded: None,
        AftermathEnded: None,
    },
)
