"""A battle cut into scenes for watching it again: each a few lines of the story, and the state that goes with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gearlock.kernel.record import Answered, Entry
from gearlock.kernel.system import System
from gearlock.kernel.view import Line


class Scene(NamedTuple):
    """What is told, and the moment whose picture goes with it: after so many events of that entry."""

    lines: tuple[Line, ...]
    entry: int
    events: int


def cut_into_scenes(
    system: System[Any], start: Any, entries: Sequence[Entry], eyes: str | None, secrets: bool
) -> list[Scene]:
    """The scenes of these entries, through the eyes of a seat or of nobody in particular.

    Where there are secrets, a seat's scenes are cut by what the seat itself was told and decided: how often others
    were asked and dice fell unseen must not show.
    """
    if secrets and eyes is not None:
        return list(_by_what_was_told(system, start.clone(), entries, eyes))
    return list(_by_what_happened(system, start.clone(), entries, eyes))


def _by_what_happened(system: System[Any], state: Any, entries: Sequence[Entry], eyes: str | None) -> Iterator[Scene]:
    """A scene for every input after which something is told, and for the beginning."""
    for number, entry in enumerate(entries):
        told = []
        for event in entry.events:
            system.apply(state, event)
            told.append(system.tell(state, event, eyes))
        lines = tuple(line for line in told if line is not None)
        if lines or number == 0:
            yield Scene(lines, number, len(entry.events))


def _by_what_was_told(system: System[Any], state: Any, entries: Sequence[Entry], seat: str) -> Iterator[Scene]:
    """Another scene when the seat decided, when it reads of dice, and when the story turns to another unit."""
    scene, decided = Scene((), 0, 0), True
    for number, entry in enumerate(entries):
        by = entry.input
        decided = decided or (isinstance(by, Answered) and by.seat == seat)
        for at, event in enumerate(entry.events, 1):
            system.apply(state, event)
            line = system.tell(state, event, seat)
            if line is None:
                continue
            if decided or line.rolls or line.units[:1] != scene.lines[-1].units[:1]:
                yield scene
                scene = Scene((), number, at)
            scene, decided = Scene((*scene.lines, line), number, at), False
    yield Scene(scene.lines, len(entries) - 1, len(entries[-1].events))


def pictures_of(
    system: System[Any], start: Any, entries: Sequence[Entry], scenes: Sequence[Scene]
) -> Iterator[tuple[Scene, Any]]:
    """Each scene with its state, in order; the state is the same object and goes on."""
    state, entry, events = start.clone(), 0, 0
    for scene in scenes:
        while (entry, events) < (scene.entry, scene.events):
            if events == len(entries[entry].events):
                entry, events = entry + 1, 0
                continue
            system.apply(state, entries[entry].events[events])
            events += 1
        yield scene, state
