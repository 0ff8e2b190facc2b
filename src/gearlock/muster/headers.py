"""What the headers of a roster say of the whole force, and names that were written in a likely but wrong way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from gearlock.kernel.force import Roster, Violation
from gearlock.muster.suggest import Suggestions


def find_faction(name: str, factions: Sequence[str]) -> str | None:
    """A faction by its name, large or small letters."""
    plain = re.sub(r"[\s-]+", " ", name).lower()
    return next((faction for faction in factions if faction.lower() == plain), None)


def faction_faults(rule: str, roster: Roster, factions: Sequence[str]) -> Iterator[Violation]:
    """A force is of one of these factions."""
    header = roster.header("faction")
    there_are = f"There are {', '.join(factions)}."
    if header is None:
        yield Violation(rule, 0, "The force has no faction.", f"Add 'faction' and its name. {there_are}")
    elif find_faction(header.value, factions) is None:
        hint = Suggestions(factions).hint(header.value) or there_are
        yield Violation(rule, header.line, f"No faction is called '{header.value[:60]}'.", hint)


def size_of(roster: Roster, largest: int) -> int | None:
    """The size of the game a roster was written for; None if it does not say, or nonsense."""
    said = roster.says("size")
    return int(said) if re.fullmatch(r"[1-9][0-9]{0,5}", said) and int(said) <= largest else None


def overspent(rule: str, roster: Roster, cost: int, size: int, currency: str) -> Iterator[Violation]:
    """A violation at the line of the size if the force costs more than it allows."""
    header = roster.header("size")
    if cost > size:
        said = f"The force costs {cost} {currency}; the game allows {size}."
        yield Violation(rule, header.line if header else 0, said, f"Save {cost - size} {currency}.")


def model_hint(text: str, is_known: Callable[[str], object], names: Suggestions) -> str:
    """What was perhaps meant by a model that there is not: its upgrades or its number stand in the wrong place."""
    before, comma, after = text.partition(",")
    if comma and is_known(before.strip()):
        return f"Write '{before.strip()}: {after.strip()}': upgrades stand behind a colon."
    counted = re.fullmatch(r"(.+?)\s+[xX\u00d7]\s*(\d{1,2})", text)
    if counted and is_known(counted[1]):
        return f"Write '{counted[2]}x {counted[1]}': how many stands before the name."
    return names.hint(text) or f"There are, for example, {', '.join(names.names[:3])}."
