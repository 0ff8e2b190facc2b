"""What objectives are about, and how they stand, in words for whoever may know."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Goal
from gearlock.systems.fieldmanual.missions.progress import progress_of
from gearlock.systems.fieldmanual.missions.slots import (
    ESCAPE,
    RECON,
    SURVIVE,
    TARGET,
    WIPE,
    Slot,
    known_name,
    objectives,
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


def objectives_shown(state: State, seat: str | None) -> Iterator[Goal]:
    """How all objectives stand that a seat knows of."""
    for side in SEATS:
        for slot in slots_of(state, side):
            name = known_name(state, slot, seat)
            if not name:
                continue
            title, target = title_of(name), target_of(state, slot)
            about = f", {target_words(state, slot, name, target)}" if slot.key(TARGET) in state.facts else ""
            most = objectives()[name].points
            worth, secret = f"{most} VP", not known_name(state, slot, opponent(side))
            line = f"{side}: {title}{about}"
            if not state.round:
                yield Goal(title, side, 0, most, about[2:], worth, secret, line=line)
                continue
            now = progress_of(state, slot)
            line += f": {now.earned} of {now.most} VP ({now.words})"
            words = f"{about[2:]}: {now.words}" if about else now.words
            yield Goal(title, side, now.earned, now.most, words, worth, secret, line=line)
