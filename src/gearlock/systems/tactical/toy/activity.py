"""3.9.2: what a toy may still do in its activation: one kind of move, one attack, and nothing while prone."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.toy.events import ATTACKED, FOUGHT, KEPT_FROM
from gearlock.systems.tactical.toy.toys import hangs, is_prone, length_of
from gearlock.systems.tactical.under_way import Activation

RULE: Final = "tactical.3.9.2-activation"
MOVES: Final = "tactical.3.9.2-movement"
WALK, RUN, CLIMB = "walk", "run", "climb"
REACH: Final = {WALK: 3, RUN: 5}
"""Lengths that a gait goes at most; a climb is one length up or down."""
DOING: Final = {WALK: "walking", RUN: "running", CLIMB: "climbing"}


def refuse_idle(state: State, unit: Unit) -> Refusal | None:
    """Why a toy can do nothing at all now."""
    now = state.activation
    if now is None or now.unit != unit.id or not unit.is_fielded:
        return Refusal("passive", RULE, f"The {unit.name} acts in its own activation only.")
    if is_prone(unit):
        message = f"The {unit.name} is prone: all it can do is stand up, and wait for the next round."
        return Refusal("prone", RULE, message)
    return None


def under_way(state: State) -> Activation:
    """The activation under way."""
    assert state.activation is not None, "a toy is being activated"
    return state.activation


@rule("tactical.3.9.2-movement")
def refuse_gait(state: State, unit: Unit, gait: str) -> Refusal | None:
    """Why a toy cannot move so: it walks, runs or climbs, one of the three; a run goes without any attack."""
    if (refusal := refuse_idle(state, unit)) is not None:
        return refusal
    now = under_way(state)
    if gait not in DOING:
        return Refusal("gait", MOVES, f"A toy walks, runs or climbs; '{gait}' is none of these.")
    if now.limit and (now.limit != gait or gait == CLIMB):
        message = f"The {unit.name} is {DOING[now.limit]} in this activation: it makes one kind of move and no other."
        return Refusal("moved", MOVES, message)
    if gait == RUN and ATTACKED in now.marks:
        return Refusal("run", MOVES, f"The {unit.name} has attacked: who runs does not attack at all. Walk instead.")
    if gait == CLIMB and FOUGHT in now.marks:
        message = f"The {unit.name} was in close combat: nobody climbs in the same round. It may walk."
        return Refusal("fought", MOVES, message)
    if gait != CLIMB and hangs(unit):
        return Refusal("hanging", MOVES, f"The {unit.name} hangs on a face: it climbs on or down.")
    return None


@heeds("tactical.3.9.2-movement")
def left_of(state: State, gait: str) -> int:
    """Mils that a gait of the toy being activated has left."""
    return REACH[gait] * length_of(state) - under_way(state).gone


@rule("tactical.3.9.2-activation")
@heeds("tactical.3.9.2-movement", "tactical.3.9.2-rps")
def refuse_attacking(state: State, unit: Unit, close: bool) -> Refusal | None:
    """Why a toy may not attack now: one attack in an activation, none on the run, no close combat while climbing."""
    if (refusal := refuse_idle(state, unit)) is not None:
        return refusal
    now = under_way(state)
    if ATTACKED in now.marks:
        message = f"The {unit.name} has attacked: one attack in an activation, ranged or close. It may still move."
        return Refusal("attacked", RULE, message)
    if KEPT_FROM in now.marks:
        message = f"The {unit.name} lost to rock: it may not attack in this activation, but it moves as it likes."
        return Refusal("rock", "tactical.3.9.2-rps", message)
    if now.limit == RUN:
        return Refusal("run", MOVES, f"The {unit.name} runs: who runs does not attack. Walk next time.")
    if close and (now.limit == CLIMB or hangs(unit)):
        message = f"The {unit.name} climbs: no close combat in the same round. It may shoot."
        return Refusal("climb", MOVES, message)
    return None
