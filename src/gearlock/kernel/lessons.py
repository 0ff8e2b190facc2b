"""A guided first battle: a table laid out by hand, and steps that tell a newcomer what to look at and what to do.

Both are data of a system, in `data/lessons/`: `first.toml` holds the steps, `first-table.toml` the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.typed import as_typed
from gearlock.kernel.written import in_words, read_toml

KEY = "lesson"
"""Where the set-up of a battle notes that it is a lesson."""
FOLDER = "lessons"
FEWEST, MOST = 12, 20
PLACES = (
    "headline",
    "score",
    "pieces",
    "decision",
    "do",
    "log",
    "tools",
    "menu",
    "table",
    "acting",
    "enemy",
    "card",
    "eye",
    "",
)
"""What a step may point at; nothing for the whole."""
DEEDS = ("ordered", "planned", "asked")
"""What goes on with a step, with the kind of order or question after it."""
MOMENTS = ("read", "card", "eye", "over")
"""The same by themselves: it was read, a record card or the model's eye is open, the battle is over."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to learn: what is said, what it points at, and what has to be done before the next."""

    say: str
    title: str = ""
    at: str = ""
    until: str = "read"
    unit: str = ""
    """The model that is meant."""
    row: str = ""
    """Words of the option that is meant."""
    spot: tuple[float, float] | None = None
    """The place on the table that is meant: inches, or a column and a row."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided battle: who plays which seat against whom, and its steps."""

    title: str
    about: str
    step: tuple[Step, ...]
    seat: str = "red"
    against: str = "bot:greedy"


def read_lesson(text: str, file: str) -> Lesson:
    """A lesson as it is written. Raises BadFile with everything that is wrong."""
    try:
        lesson = as_typed(read_toml(text, file), Lesson)
    except msgspec.ValidationError as error:
        raise BadFile([Finding(file, 0, in_words(str(error)))]) from error
    found = [Finding(file, 0, message) for message in _faults(lesson)]
    if found:
        raise BadFile(found)
    return lesson


def _faults(lesson: Lesson) -> Iterator[str]:
    if not FEWEST <= len(lesson.step) <= MOST:
        yield f"a lesson has {FEWEST} to {MOST} steps, not {len(lesson.step)}"
    for number, step in enumerate(lesson.step, 1):
        if step.at not in PLACES:
            yield f"step {number} points at '{step.at}'; there are: {', '.join(filter(None, PLACES))}"
        for way in ways_on(step):
            deed, _, what = way.partition(" ")
            if way not in MOMENTS and (deed not in DEEDS or not what):
                words = f"say {', '.join(MOMENTS)}, or {', '.join(DEEDS)} and of what kind"
                yield f"step {number} waits for '{way}'; {words}"


def ways_on(step: Step) -> list[str]:
    """Everything that goes on with a step: `ordered move or asked activate` is two."""
    return step.until.split(" or ")


def steps_of(data: Mapping[str, object], lesson: Callable[[], Lesson | None]) -> tuple[Step, ...]:
    """What a battle with this set-up has to tell if it is a lesson; nothing for others."""
    found = lesson() if KEY in data else None
    return found.step if found is not None else ()


@cache
def first_lesson(package: str) -> Lesson | None:
    """The guided first battle of a system; None if it has none."""
    file = resources.files(package) / "data" / FOLDER / "first.toml"
    return read_lesson(file.read_text(encoding="utf-8"), file.name) if file.is_file() else None


def lesson_table(package: str) -> str:
    """The position it begins with, as text."""
    return (resources.files(package) / "data" / FOLDER / "first-table.toml").read_text(encoding="utf-8")
