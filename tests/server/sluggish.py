"""A reader that takes its time, for tests of a server whose readers run in other processes."""

from __future__ import annotations

import os
import time
from pathlib import Path


def dawdle(_: object) -> None:
    """Say that it has begun, and go on for ever."""
    Path(os.environ["GEARLOCK_DAWDLING"]).touch()
    time.sleep(600)
