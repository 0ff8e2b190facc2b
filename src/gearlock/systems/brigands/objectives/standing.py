"""11.3: how an Objective stands, for the story, the table and the final count."""

from __future__ import annotations

from typing import NamedTuple


class Standing(NamedTuple):
    """Whether a seat has what its Objective asks for as the table lies, and how far it is in a few words."""

    achieved: bool
    words: str
    share: float = 0.0
    """How much of it there is, where ground decides."""
