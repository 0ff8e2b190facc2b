"""Where Gearlock keeps what nobody named a place for: battles, results, the tables of a server, reports of faults.

`GEARLOCK_HOME` if it is set; else the data folder of this user, by the custom of the machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

HOME = "GEARLOCK_HOME"
NAME = "gearlock"


def data_folder() -> Path:
    """The folder; it need not be there yet."""
    return folder_for(os.environ, sys.platform, Path.home())


def folder_for(environment: Mapping[str, str], platform: str, user: Path) -> Path:
    """The folder on a kind of machine: the same that `platformdirs` gives, unless GEARLOCK_HOME names another."""
    own = environment.get(HOME, "").strip()
    if own:
        return Path(own).expanduser()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA", "").strip() or user / "AppData" / "Local") / NAME
    shared = environment.get("XDG_DATA_HOME", "").strip()
    if platform == "darwin":
        return Path(shared or user / "Library" / "Application Support") / NAME
    return Path(shared or user / ".local" / "share") / NAME
