"""What a seat has found out about a contact, and an enemy made to agree with it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gearlock.systems.hex100.damage.swarm import SMOKE
from gearlock.systems.hex100.detection.sight import is_small
from gearlock.systems.hex100.detection.stealth import STEALTH, holds_unseen, is_hidden_from
from gearlock.systems.hex100.dice_on_table import Hits, Shots
from gearlock.systems.hex100.e_war import is_networked, knows_state_of
from gearlock.systems.hex100.electronic_warfare.hacking import is_known_hacked
from gearlock.systems.hex100.forces.likely_machines import fitted
from gearlock.systems.hex100.forces.units import Machine
from gearlock.systems.hex100.state import SEEN, State, Unit

SHOWN = ("q", "r", "placed", "beacon", "marked", "traced")
"""What every contact shows."""
STRICKEN = ("jammed", "hacked", "shocked")
"""What is known where the seat knows what was done to a contact."""
IN_SIGHT = ("hp", "critical", "charges", "facing", "sieging", "focus")
"""What an enemy in sight shows besides."""


class Evidence(NamedTuple):
    """What a seat has found out about a contact besides its place."""

    level: int
    small: bool
    """Sensors tell large units from small ones."""
    hidden: bool
    """Eyes cannot find it."""
    linked: bool | None
    """Whether it is in the network, which shows through a hacked unit; None if nothing tells."""
    stricken: bool
    """The seat knows whether it is jammed, hacked or in shock."""
    rides: str
    """The unit in the same hex that it must be on; nothing for one that stands by itself."""


def evidence_of(state: State, seat: str) -> dict[str, Evidence]:
    """What a seat has found out about its contacts; the drones it has hacked it knows as its own."""
    known = state.known[seat]
    contacts = [unit for unit in state.found(seat) if state.serves(unit) != seat]
    inside = any(is_known_hacked(state, seat, state.units[enemy]) for enemy in known)
    found = {}
    for unit in contacts:
        rides = unit.riding if unit.riding in known or known[unit.id] == SEEN else ""
        found[unit.id] = Evidence(
            known[unit.id],
            is_small(state, unit),
            is_hidden_from(state, seat, unit),
            is_networked(state, unit) if inside else None,
            knows_state_of(state, seat, unit),
            rides,
        )
    return found


def shots_seen(state: State, seat: str) -> Shots | None:
    """Projectiles in the air as a seat knows them: who fires what is plain to its own side and where it is in sight."""
    shots = state.shots
    own = (unit.id for unit in state.units.values() if unit.seat == seat)
    if shots is None or state.known[seat].get(shots.unit) == SEEN or shots.unit in own:
        return shots
    return replace(shots, unit="", weapon="", mode="")


def hits_felt(state: State, seat: str) -> Hits | None:
    """Hits that armour is about to meet, for the side that is hit: what they come to depends on that armour."""
    hits = state.hits
    return hits if hits is None or state.units[hits.unit].seat == seat else None


def as_known(fresh: Unit, truth: Unit, clue: Evidence) -> Unit:
    """A fresh unit with everything that the seat knows of the true one."""
    shown = SHOWN + STRICKEN * clue.stricken + IN_SIGHT * (clue.level == SEEN)
    for name in shown:
        setattr(fresh, name, getattr(truth, name))
    fresh.riding = clue.rides
    if clue.level == SEEN:
        fresh.hurt, fresh.swarm = truth.hurt[:], truth.swarm[:]
        # Smoke is seen by all when it is raised.
        fresh.uses |= {each: left for each, left in truth.uses.items() if each == SMOKE}
        if holds_unseen(truth):
            fresh.mode, fresh.point = truth.mode, truth.point
    return fresh


def keep_to(state: State, seat: str, unit: Unit, clue: Evidence) -> Machine | None:
    """Let a unit show itself or leave the network where the evidence says so; the machine it must be if it cannot."""
    machine = state.machine(unit.id)
    unit.exposed = unit.unlinked = False
    hidden = is_hidden_from(state, seat, unit)
    unit.exposed = hidden and not clue.hidden
    refit = fitted(machine, STEALTH) if clue.hidden and not hidden else None
    linked = is_networked(state, unit)
    unit.unlinked = linked and clue.linked is False
    return fitted(refit or machine, "data_link") if clue.linked and not linked else refit
