"""16.0, step 3: objectives as a battle keeps them: facts by seat and number, some of them known to one side alone.

`State.facts` holds under "objective:red:1" what it is, under "primary:red" the number of the one that counts double,
under "target:red:1" the model or combat group it is about and under "marker:red:1" the marker that is real.
`State.points` counts what everybody has seen: objectives done, scans, markers held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.mechanics.secrets import shown
from gearlock.systems.blitz.state import State

ASSASSINATE, RECON, PROTECT, HOLD, CAPTURE, WIPE = "assassinate", "recon", "protect", "hold", "capture", "wipe"
NAMES: Final = {
    ASSASSINATE: "Assassinate", RECON: "Recon", PROTECT: "Protect", HOLD: "Hold", CAPTURE: "Capture",
    WIPE: "Wipe them out",
}  # fmt: skip
RULES: Final = {name: f"blitz.16.0-obj-{name}" for name in NAMES}
MARKED: Final = (HOLD, CAPTURE)
"""Objectives with markers, which everybody sees lie there."""
LASTING: Final = (HOLD, PROTECT)
"""Those that are decided when the battle ends."""
OBJECTIVE, PRIMARY, TARGET, MARKER, DONE, SCANNED, HELD, TAKEN = (
    "objective", "primary", "target", "marker", "done", "scan", "held", "taken",
)  # fmt: skip
MIRRORED, INDIVIDUAL, SECRET = "mirrored", "individual", "secret"
METHODS: Final = (MIRRORED, INDIVIDUAL, SECRET)


class Slot(NamedTuple):
    """One objective of a seat."""

    seat: str
    number: int

    def key(self, what: str) -> str:
        """Where facts and points about it are kept."""
        return f"{what}:{self.seat}:{self.number}"


def slots_of(state: State, seat: str) -> list[Slot]:
    """The objectives of a seat, known or not."""
    return [slot for number in range(1, 4) if (slot := Slot(seat, number)).key(OBJECTIVE) in state.facts]


def all_slots(state: State) -> Iterator[Slot]:
    """The objectives of both seats."""
    return (slot for seat in ("red", "blue") for slot in slots_of(state, seat))


def name_of(state: State, slot: Slot) -> str:
    """What an objective is, whoever knows it."""
    return state.facts[slot.key(OBJECTIVE)].value


def known_name(state: State, slot: Slot, seat: str | None) -> str:
    """What an objective is for all a seat knows: empty, if it does not."""
    return shown(state.facts[slot.key(OBJECTIVE)], seat) or ""


def fact(state: State, key: str) -> str:
    """A fact as it is; empty if there is none."""
    found = state.facts.get(key)
    return "" if found is None else found.value


def known_fact(state: State, key: str, seat: str | None) -> str:
    """A fact for all a seat knows: empty, if it does not."""
    found = state.facts.get(key)
    return "" if found is None else shown(found, seat) or ""


def markers_of(state: State, slot: Slot) -> list[str]:
    """The markers that were placed for an objective."""
    return [name for name in sorted(state.markers) if name.startswith(f"{slot.seat}-{slot.number}-")]


def is_done(state: State, slot: Slot) -> bool:
    """Whether an objective was achieved for good, for all to see."""
    return bool(state.points.get(slot.key(DONE)))


def scans_of(state: State, seat: str) -> list[str]:
    """The models a seat has scanned, dead or alive."""
    return [key.split(":")[2] for key in sorted(state.points) if key.startswith(f"{SCANNED}:{seat}:")]
