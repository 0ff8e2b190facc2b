"""16.0: secrets: what a seat does not know of objectives, primary ones, real markers and distances, drawn anew.

What it might be is drawn from what everybody has seen alone: who was there to be drawn as a target, which markers were
held, what was scanned. Nothing that is drawn depends on what is hidden.
"""

from __future__ import annotations

from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, drawn_anew, is_known
from gearlock.systems.blitz.chain_of_command.ranks import CO
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.objectives.progress import progress_of
from gearlock.systems.blitz.objectives.slots import (
    ASSASSINATE,
    MARKED,
    MARKER,
    NAMES,
    OBJECTIVE,
    PRIMARY,
    PROTECT,
    RECON,
    TAKEN,
    TARGET,
    WIPE,
    Slot,
    known_name,
    markers_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.targets import AT_FIRST, IN_FIRST_CLEANUP
from gearlock.systems.blitz.state import State, opponent
from gearlock.table.measure import INCH

MIGHT_BE_FAR = 49
"""Off-board distances that are drawn are below so many inches."""


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew from what it might be."""
    twin, enemy = state.clone(), opponent(seat)
    for key in sorted(key for key in twin.facts if key.startswith(f"{DISTANCE}:")):
        might_be = [str(inches * INCH) for inches in range(1, MIGHT_BE_FAR)]
        twin.facts[key] = drawn_anew(twin.facts[key], seat, might_be, chooser)
    _draw_objectives(twin, seat, enemy, chooser)
    for slot in slots_of(twin, enemy):
        _draw_marker(twin, seat, slot, chooser)
    primary = twin.facts.get(f"{PRIMARY}:{enemy}")
    if primary is not None:
        numbers = [str(slot.number) for slot in slots_of(twin, enemy)]
        twin.facts[f"{PRIMARY}:{enemy}"] = drawn_anew(primary, seat, numbers, chooser)
    return twin


def _draw_marker(state: State, seat: str, slot: Slot, chooser: Chooser) -> None:
    """Either of two markers may be real, unless one was captured and nobody cheered."""
    found = state.facts.get(slot.key(MARKER))
    if found is None or is_known(found, seat):
        return
    names = markers_of(state, slot)
    left = [name for name in names if not state.points.get(f"{TAKEN}:{name}:{slot.seat}")]
    if known_name(state, slot, seat) != "capture" or not left:
        left = names
    state.facts[slot.key(MARKER)] = Sealed(chooser.choice(left), found.knows)


def _draw_objectives(state: State, seat: str, enemy: str, chooser: Chooser) -> None:
    """Other objectives for those the enemy keeps secret, none twice and none that it has openly, and their targets."""
    hidden = [slot for slot in slots_of(state, enemy) if not known_name(state, slot, seat)]
    if not hidden:
        return
    openly = {known_name(state, slot, seat) for slot in slots_of(state, enemy)}
    settled = state.phase not in ("scenario", "sides")
    likely = [name for name in NAMES if name not in openly and not (settled and name in MARKED)]
    for slot in hidden:
        state.facts.pop(slot.key(TARGET), None)
    unlikely = [name for name in likely if _would_be_known(state, hidden[0], name)]
    plain = [name for name in likely if name not in unlikely]
    for slot in hidden:
        pool = plain or unlikely
        name = pool.pop(chooser.randrange(0, len(pool)))
        state.facts[slot.key(OBJECTIVE)] = Sealed(name, (enemy,))
        _draw_target(state, slot, name, chooser)


def _would_be_known(state: State, slot: Slot, name: str) -> bool:
    """Whether an objective would have been achieved and shown by now."""
    return name == RECON and progress_of(state, slot, RECON, "", "").is_met


def _draw_target(state: State, slot: Slot, name: str, chooser: Chooser) -> None:
    """A target out of those that were noted when it was drawn; none if that is still to come."""
    noted = AT_FIRST if name == ASSASSINATE else IN_FIRST_CLEANUP
    there = [key.split(":", 1)[1] for key in sorted(state.points) if key.startswith(f"{noted}:")]
    if name not in (ASSASSINATE, PROTECT, WIPE) or not (state.round if name == ASSASSINATE else there):
        return
    models = [state.units[key] for key in there if key in state.units]
    if name == WIPE:
        mine = [key for key in there if key.startswith(f"{opponent(slot.seat)}-group-")]
        left = [key for key in (key.rsplit("-", 1)[1] for key in mine) if not _is_met(state, slot, name, key)]
        choices = left or [key.rsplit("-", 1)[1] for key in mine]
    elif name == PROTECT:
        choices = [unit.id for unit in models if unit.seat == slot.seat]
    else:
        enemies = [unit for unit in models if unit.seat != slot.seat]
        choices = [unit.id for unit in enemies if unit.rank == CO] or [unit.id for unit in enemies]
    target = chooser.choice(choices) if choices else ""
    state.facts[slot.key(TARGET)] = Sealed(target, (slot.seat,))


def _is_met(state: State, slot: Slot, name: str, target: str) -> bool:
    return progress_of(state, slot, name, target, "").is_met
