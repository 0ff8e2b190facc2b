"""`gearlock`, or `python -m gearlock`: the command line, if it is installed."""

from __future__ import annotations

import sys

from gearlock.extras import missing


def main() -> None:
    """Run the command line; without its parts, say how to get them."""
    try:
        from gearlock.cli.main import run
    except ModuleNotFoundError as error:
        said = missing(error, "The command line")
        if said is None:
            raise
        sys.stderr.write(f"{said}\nThe library works without it: from gearlock import Battle, make_bot, play_out\n")
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
