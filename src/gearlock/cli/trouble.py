"""What nobody foresaw: told in words, with the traceback kept for whoever puts it right."""

from __future__ import annotations

import os
import shlex
import sys
import time
import traceback

from gearlock import __version__
from gearlock.bots.faults import reason_of
from gearlock.cli.screen import complain
from gearlock.fast import running
from gearlock.kernel.homes import data_folder

UNFORESEEN = 70
"""The exit code of a fault in Gearlock itself."""
RAISE = "GEARLOCK_TRACEBACK"
"""Set in the environment, it has such faults raised as Python raises them; the tests do."""


def tell_trouble(error: Exception) -> None:
    """Say what happened and where its traceback is; raise it again for whoever wants it so."""
    if os.environ.get(RAISE):
        raise error
    what = reason_of(error)[:300]
    written = "".join(traceback.format_exception(error))
    head = f"gearlock {__version__} ({running()}), Python {sys.version}\n{shlex.join(sys.argv)}\n\n"
    path = data_folder() / "troubles" / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + written, encoding="utf-8", errors="replace")
    except OSError:
        complain(written)
        where = "The traceback above tells where"
    else:
        where = f"The traceback is kept in {path}"
    complain(f"Something went wrong that Gearlock was not made for ({what}). This is a fault of the program. {where}.")
