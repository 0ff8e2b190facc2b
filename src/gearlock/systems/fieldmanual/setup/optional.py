"""Preparation: the optional rules that both players agreed to use."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import rule

OPTIONAL: Final = {
    "sub-squads": "each Combat Group is split into two Sub-squads that are activated one by one",
    "outnumbered": "a side with a third of the opponent's groups or fewer may split its own at the start of a round",
    "humanoid combat": "models with Arms may block a weapon of an enemy in contact",
    "knockdown": "walkers that are stunned twice fall down",
    "ejection": "the crew of a dead model gets out on a 6",
    "fast and friendly": "turns need not be spaced exactly",
    "true terrain": "areas hide as far as what stands in them reaches, not all across",
}
"""The switches a battle may be played with, in words."""
OPTION_TEXT: Final = f"optional rules with commas between: {', '.join(OPTIONAL)} (default none)"


@rule("fieldmanual.before-the-game")
def read_optional(text: str, wrong: list[str]) -> dict[str, str]:
    """The optional rules that are named, as switches; none is in use that nobody named."""
    found: dict[str, str] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word not in OPTIONAL:
            wrong.append(str(UnknownName("optional rule", word, OPTIONAL)))
        elif word == "true terrain":
            found["representational cover"] = "no"
        else:
            found[word] = "yes"
    return found
