"""Lengths among the conditions of a laid-out attack."""

from __future__ import annotations

import re

from gearlock.kernel.given import Given
from gearlock.table.measure import INCH


def said_length(given: Given, name: str, farthest: int) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    text = given.says(name).removesuffix("in").removesuffix('"').strip()
    if not text:
        return None
    if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text) or round(float(text) * INCH) > farthest:
        raise given.fault(name, f"a number of inches from 0 to {farthest // INCH}")
    return round(float(text) * INCH)
