"""9: what damage does. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.paying import drop, pay
from gearlock.systems.blitz.state import EXAMPLE, GONE, WRECK, State, Unit


class Damaged(Event, frozen=True, tag="damaged"):
    """Damage on one model from one cause, and what is left of it."""

    unit: str
    by: str
    cause: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False
    overkill: bool = False

    @rule("blitz.9.3")
    @heeds("blitz.9.2", "blitz.9.4", "blitz.17.5", "blitz.18.4")
    def change(self, state: State) -> None:
        """Hull first, then structure. The destroyed take no part any more; they lie there, or nothing is left."""
        unit = state.units[self.unit]
        _note_example(state, unit, state.units.get(self.by))
        unit.hull, unit.structure = self.hull, self.structure
        if not self.destroyed:
            return
        unit.status, unit.slayer = (GONE if self.overkill else WRECK), self.by
        unit.actions, unit.posture, unit.tall, unit.used = 0, "", False, True
        unit.tokens, unit.carrier = {}, ""
        state.end_activation(unit.id)


@rule("blitz.trait.duelist")
@heeds("blitz.A.2.4")
def _note_example(state: State, unit: Unit, by: Unit | None) -> None:
    """A duelist that hurts an enemy sets an example: while an enemy duelist lives only by hurting that one."""
    if by is None or by.seat == unit.seat or "Duelist" not in by.line.traits or unit.is_destroyed:
        return
    rivals = [other.id for other in state.in_play(unit.seat) if "Duelist" in other.line.traits]
    if not rivals or unit.id in rivals:
        by.tokens[EXAMPLE] = by.token(EXAMPLE) + 1


class MarginalHitRolled(Event, frozen=True, tag="marginal-hit-rolled"):
    """The one die of a hit whose margin and PEN just equal the armour."""

    unit: str
    target: str
    face: int
    damage: int


class BlastRolled(Event, frozen=True, tag="blast-rolled"):
    """The dice of a blast that reached a model."""

    unit: str
    target: str
    faces: tuple[int, ...]
    mark: int
    damage: int


class Kindled(Event, frozen=True, tag="kindled"):
    """A token of persistent damage was laid on a model."""

    unit: str
    kind: str
    intensity: int

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[self.kind] = self.intensity


class Lingered(Event, frozen=True, tag="lingered"):
    """A persistent damage roll: what it did, and how intense the token still is."""

    unit: str
    kind: str
    faces: tuple[int, ...]
    skill: int
    intensity: int
    damage: int

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        if self.intensity > 0:
            tokens[self.kind] = self.intensity
        else:
            tokens.pop(self.kind, None)


class LingeringThrown(Event, frozen=True, tag="lingering-thrown"):
    """The dice of a persistent damage roll lie there, and its owner may re-roll."""

    unit: str
    kind: str
    faces: tuple[int, ...]


class Doused(Event, frozen=True, tag="doused"):
    """Persistent damage was fought down by so much."""

    unit: str
    kind: str
    by: int

    def change(self, state: State) -> None:
        drop(state.units[self.unit], self.kind, self.by)


class DamageControlled(Event, frozen=True, tag="damage-controlled"):
    """A model spends an action on damage control, its own or somebody else's."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit])


class TroubleTaken(Event, frozen=True, tag="trouble-taken"):
    """A model that was hit spends an action on it."""

    unit: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit])


class TroubleMet(Event, frozen=True, tag="trouble-met"):
    """A model that was hit does what it can: the margin falls by its successes."""

    unit: str
    actions: int
    faces: tuple[int, ...]
    skill: int
    margin: int

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.actions)
