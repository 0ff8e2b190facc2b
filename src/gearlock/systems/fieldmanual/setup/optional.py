"""Preparation: the optional rules that both players agreed to use."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import rule

OPTIONAL: Final = {
    "small": "games of one or two groups a side: each is split into two Sub-squads, activated one by one",
    "outnumbered": "a side with a third of the opponent's groups or fewer may split its own at the start of a round",
    "humanoid combat": "models with Arms may block a weapon of an enemy in contact",
    "knockdown": "walkers that are stunned twice fall down",
    "ejection": "the crew of a dead model gets out on a 6",
    "fast and friendly": "turns need not be spaced exactly",
    "metric": "lengths are told in whole centimetres, 2.5 to the inch and rounded up",
    "true terrain": "areas hide as far as what stands in them reaches, not all across",
}
"""The switches a battle may be played with, in words."""
SMALL, OUTNUMBERED, SUB_SQUADS = "small", "outnumbered", "sub-squads"
"""Two ways to come to Sub-squads, and the switch that they share."""
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
        elif word in (SMALL, OUTNUMBERED):
            found[SUB_SQUADS] = "yes" if SUB_SQUADS in found else word
        else:
            found[word] = "yes"
    return found
