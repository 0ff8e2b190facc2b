"""Thinking undisturbed: the garbage collector waits until a decision is made.

Imagined battles make and drop so many objects that it would step in several times in a second, for up to a twentieth
of one; counting references frees nearly all of them at once anyway. Several bots may think at the same time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_thinking = 0
_was_on = True


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage is collected until the last of those who are in here is out again."""
    global _thinking, _was_on
    with _lock:
        if not _thinking:
            _was_on = gc.isenabled()
            gc.disable()
        _thinking += 1
    try:
        yield
    finally:
        with _lock:
            _thinking -= 1
            if not _thinking and _was_on:
                gc.enable()
