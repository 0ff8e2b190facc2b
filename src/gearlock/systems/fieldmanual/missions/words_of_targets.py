"""What objectives are about, and how they stand, in words for whoever may know."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.systems.fieldmanual.missions.progress import progress_of
from gearlock.systems.fieldmanual.missions.slots import (
    ESCAPE,
    RECON,
    SURVIVE,
    TARGET,
    WIPE,
    Slot,
    known_name,
    slots_of,
    target_of,
    title_of,
)
from gearlock.systems.fieldmanual.state import SEATS, State, opponent


def target_words(state: State, slot: Slot, name: str, target: str) -> str:
    """A target in words."""
    if not target:
        return "nothing that is here"
    if name in (ESCAPE, SURVIVE, RECON, WIPE):
        whose = slot.seat if name in (ESCAPE, SURVIVE) else opponent(slot.seat)
        return f"{whose}'s Combat Group {target}"
    if target in state.units:
        return state.units[target].name
    pieces = [piece.name or piece.id for piece in state.ground.pieces if piece.id == target]
    return f"the {pieces[0]}" if pieces else target


def objectives_shown(state: State, seat: str | None) -> Iterator[str]:
    """How all objectives stand that a seat knows of, a line each."""
    for side in SEATS:
        for slot in slots_of(state, side):
            name = known_name(state, slot, seat)
            if not name:
                continue
            title, target = title_of(name), target_of(state, slot)
            about = f", {target_words(state, slot, name, target)}" if slot.key(TARGET) in state.facts else ""
            if not state.round:
                yield f"{side}: {title}{about}"
                continue
            now = progress_of(state, slot)
            yield f"{side}: {title}{about}: {now.earned} of {now.most} VP ({now.words})"
