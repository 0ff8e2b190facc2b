"""What commands write: new files, never over old ones."""

from __future__ import annotations

from pathlib import Path

from gearlock.cli.screen import hand_out, remark
from gearlock.kernel.errors import BadInput


def hand_over(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file that must not be there yet."""
    if out is None:
        hand_out(text)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"{out} is there already; it stays as it is.") from None
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}") from None
    remark(f"wrote {out}")
