"""Numbers that players say about a battle."""

from __future__ import annotations

import re

from gearlock.kernel.errors import shortened

ROUNDS = 12


def read_rounds(text: str, wrong: list[str]) -> int:
    """How many rounds somebody wants."""
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}' is no number of rounds: say 1 to 99.")
    return ROUNDS
