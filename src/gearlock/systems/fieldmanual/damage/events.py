"""What damage does. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import (
    ARMOR_LOST,
    BURNING,
    COMBAT,
    FALLEN,
    IN_PLAY,
    STATIONARY,
    STUN,
    TOP,
    State,
    Unit,
)

PARTING = "parting shot"
"""A token on who was just killed: one more than the boxes that were filled before. It may make a Parting Shot.

A base of a Combined Model has it only if it was the last.
"""
ESCAPED = "crew escaped"


class Damaged(Event, frozen=True, tag="damaged"):
    """Boxes filled on a model by one cause, and what became of it: dead, destroyed, or empty."""

    unit: str
    by: str
    cause: str
    damage: int
    boxes: int
    filled: int
    fate: str = ""
    slows: bool = False
    """Whether it was at Top Speed and is not any more."""

    @heeds("fieldmanual.damage-dead", "fieldmanual.damage-heavy", "fieldmanual.damage-critical")
    @heeds("fieldmanual.flaw-exposed-movement", "fieldmanual.cp-parting-shot")
    def change(self, state: State) -> None:
        """Fill boxes; who is too damaged for Top Speed slows down. The dead keep speed and counters for a last shot."""
        unit = state.units[self.unit]
        before = unit.boxes
        unit.boxes = min(self.filled, len(unit.card.boxes))
        if not self.fate:
            _slow(unit)
            return
        if not any(part.status in IN_PLAY for part in state.parts(unit) if part is not unit):
            unit.tokens[PARTING] = before + 1
        unit.status, unit.slayer, unit.actions, unit.used = self.fate, self.by, 0, True
        state.declared = [name for name in state.declared if name != self.unit]
        now = state.activation
        if now is not None and self.unit in (now.figure, now.unit):
            now.path = ()


def _slow(unit: Unit) -> None:
    exposed = unit.level == "L" and unit.perk("Exposed Movement")
    if unit.band == TOP and (unit.level in ("H", "C") or exposed):
        unit.band = COMBAT


class Stunned(Event, frozen=True, tag="stunned"):
    """A model gained a Stun counter."""

    unit: str
    cause: str

    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], STUN)


class StunShaken(Event, frozen=True, tag="stun-shaken"):
    """A model spent an Action to be rid of its Stun counter."""

    unit: str
    plain = True

    @heeds("fieldmanual.stun")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, STUN, 0)


class KnockedDown(Event, frozen=True, tag="knocked-down"):
    """A walker that was stunned again fell."""

    unit: str
    cause: str

    @heeds("fieldmanual.option-walker-knockdown")
    def change(self, state: State) -> None:
        """The counter goes, and it counts as Stationary until it stands up."""
        unit = state.units[self.unit]
        mark(state, unit, STUN, 0)
        unit.tokens[FALLEN], unit.band = 1, STATIONARY


class StoodUp(Event, frozen=True, tag="stood-up"):
    """A walker that lay on the ground spent an Action to stand up."""

    unit: str
    plain = True

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        unit.tokens.pop(FALLEN, None)


class HaywireRolled(Event, frozen=True, tag="haywire-rolled"):
    """The die of a haywire hit: nothing, a Stun counter, or a box."""

    unit: str
    face: int
    effect: str


class ArmorCrushed(Event, frozen=True, tag="armor-crushed"):
    """So much Armor was crushed, for the rest of the battle."""

    unit: str
    by: int

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        tokens[ARMOR_LOST] = tokens.get(ARMOR_LOST, 0) + self.by


class SetAlight(Event, frozen=True, tag="set-alight"):
    """A model burns."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[BURNING] = 1


class Burned(Event, frozen=True, tag="burned"):
    """The die of a fire in the Miscellaneous phase: it goes out, or goes on and fills a box."""

    unit: str
    face: int
    goes_on: bool

    def change(self, state: State) -> None:
        if not self.goes_on:
            state.units[self.unit].tokens.pop(BURNING, None)


class FireQuenched(Event, frozen=True, tag="fire-quenched"):
    """A model spent an Action to put a fire out, its own or that of a model it touches."""

    unit: str
    target: str
    plain = True

    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])
        state.units[self.target].tokens.pop(BURNING, None)


class CrewEjected(Event, frozen=True, tag="crew-ejected"):
    """The die of a crew whose machine is Dead: it escaped, or not."""

    unit: str
    face: int
    escaped: bool

    def change(self, state: State) -> None:
        if self.escaped:
            state.units[self.unit].tokens[ESCAPED] = 1
