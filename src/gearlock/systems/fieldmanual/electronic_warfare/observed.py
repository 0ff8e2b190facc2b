"""Who is Forward Observed and Designated, and by whom."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import DESIGNATED, LOCKED, OBSERVED, State, Unit

FADING = (LOCKED, OBSERVED, DESIGNATED)
"""Tokens that go when the model they lie on moves."""


def _by_side(state: State, target: Unit, token: str, seat: str) -> list[str]:
    """The models of a seat whose token of this kind lies on a model."""
    found = []
    for name in target.tokens:
        kind, _, by = name.partition(":")
        if kind == token and by in state.units and state.units[by].seat == seat:
            found.append(by)
    return found


@heeds("fieldmanual.forward-observation")
def observers_of(state: State, target: Unit, seat: str) -> list[str]:
    """The models of a seat that have Forward Observed a model, by id."""
    return _by_side(state, target, OBSERVED, seat)


@rule("fieldmanual.flaw-traceable-emissions")
def is_traceable(target: Unit) -> bool:
    """Whether a model always counts as Forward Observed and Designated, for Guided weapons alone."""
    return bool(target.perk("Traceable Emissions"))


@heeds("fieldmanual.perk-target-designator", "fieldmanual.flaw-traceable-emissions", "fieldmanual.wt-guided")
def is_designated(state: State, target: Unit, seat: str) -> bool:
    """Whether a model is Designated for the Guided weapons of a seat."""
    return is_traceable(target) or bool(_by_side(state, target, DESIGNATED, seat))


@heeds("fieldmanual.active-lock", "fieldmanual.forward-observation")
def fade(unit: Unit) -> None:
    """Active Locks and observations on a model that moves are over. For the `change` of events alone."""
    for name in [name for name in unit.tokens if name.partition(":")[0] in FADING]:
        del unit.tokens[name]
