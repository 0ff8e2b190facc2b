"""Where code of somebody's own failed: the reason with file and line, and the whole way there for who wants it."""

from __future__ import annotations

import traceback
from pathlib import Path

OURS = str(Path(__file__).parents[1])
LONGEST_REASON = 500
LONGEST = 4000
"""Letters that are kept of the way to a fault: its end tells most."""


def reason_of(error: BaseException) -> str:
    """The kind of an error and its first line."""
    try:
        text = str(error).strip().split("\n")[0]
    except Exception:  # whoever writes errors of their own may fail at that too
        text = ""
    return _storable(f"{type(error).__name__}: {text}"[:LONGEST_REASON] if text else type(error).__name__)


def where_it_failed(error: BaseException) -> str:
    """The reason, with the innermost line that is not the program's own; the innermost of all if every one is."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__}: {error.msg} ({Path(error.filename).name}, line {error.lineno})"
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith("<")]
    theirs = [each for each in frames if not each.filename.startswith(OURS)]
    if not frames:
        return reason_of(error)
    last = (theirs or frames)[-1]
    return f"{reason_of(error)} ({Path(last.filename).name}, line {last.lineno}, in {last.name})"


def way_to(error: BaseException) -> str:
    """The traceback as Python prints it, its end if it is long."""
    return _storable("".join(traceback.format_exception(error))[-LONGEST:])


def _storable(text: str) -> str:
    """A text that any file can hold: half letters are written by their number."""
    return text.encode(errors="backslashreplace").decode()
