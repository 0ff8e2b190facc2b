"""Who is Forward Observed and Designated, and by whom."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import DESIGNATED, LOCKED, OBSERVED, State, Unit

HEARD = "heard"
"""A token "heard:friend:observer" on a target: an observation that ECM blocked, and a friend in Auto Comm heard.

There are two of them if the target is Designated as well.
"""
FADING = (LOCKED, OBSERVED, DESIGNATED, HEARD)
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


def _heard_by(state: State, target: Unit, attacker: Unit, least: int = 1) -> list[str]:
    """Whose blocked observations of a target this model heard all the same."""
    names = [f"{HEARD}:{part.id}:" for part in state.parts(attacker)]
    return [
        token.rpartition(":")[2]
        for token, count in target.tokens.items()
        if count >= least and any(token.startswith(name) for name in names)
    ]


@heeds("fieldmanual.forward-observation", "fieldmanual.auto-comm")
def observers_for(state: State, target: Unit, attacker: Unit) -> list[str]:
    """The friends whose Forward Observation of a target this attacker may use, by id."""
    found = observers_of(state, target, attacker.seat)
    return list(dict.fromkeys([*found, *_heard_by(state, target, attacker)]))


@rule("fieldmanual.flaw-traceable-emissions")
def is_traceable(target: Unit) -> bool:
    """Whether a model always counts as Forward Observed and Designated, for Guided weapons alone."""
    return bool(target.perk("Traceable Emissions"))


@heeds("fieldmanual.perk-target-designator", "fieldmanual.flaw-traceable-emissions", "fieldmanual.wt-guided")
def is_designated(state: State, target: Unit, attacker: Unit) -> bool:
    """Whether a model is Designated for the Guided weapons of an attacker."""
    if is_traceable(target) or _by_side(state, target, DESIGNATED, attacker.seat):
        return True
    return bool(_heard_by(state, target, attacker, 2))


@heeds("fieldmanual.active-lock", "fieldmanual.forward-observation")
def fade(unit: Unit) -> None:
    """Active Locks and observations on a model that moves are over. For the `change` of events alone."""
    for name in [name for name in unit.tokens if name.partition(":")[0] in FADING]:
        del unit.tokens[name]
