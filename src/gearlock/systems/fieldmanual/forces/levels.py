"""Priority Levels: how many Combat Groups of each type a force may have, and how many of them veteran."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.forces.enlisting import LEVELS, Force
from gearlock.systems.fieldmanual.groups import CORE, TYPES
from gearlock.systems.fieldmanual.weapons import PACKAGE


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Groups of a type: at least, at most; only with so many Core groups; or one for each group of another type."""

    least: int = 0
    most: int | None = None
    after: int = 0
    each: str = ""


class PriorityLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Priority Level."""

    level: int
    rule: str
    veterans: int
    bounds: dict[str, Bound]

    def bound(self, type: str) -> Bound:
        """What holds for groups of a type; nothing said is no bound."""
        return self.bounds.get(type, Bound())


@cache
def priority_levels() -> Mapping[int, PriorityLevel]:
    """The four levels by number."""
    levels = data_records(PACKAGE, "priority_levels.toml", "level", PriorityLevel)
    return {level.level: level for level in levels}


@rule("fieldmanual.pl1", "fieldmanual.pl2", "fieldmanual.pl3", "fieldmanual.pl4")
def wanting(level: PriorityLevel, numbers: Mapping[str, int], veterans: int) -> Iterator[tuple[str, str, str]]:
    """What is wrong with so many groups of each type and so many veterans: the type, words and a remedy."""
    for type in TYPES:
        bound, number = level.bound(type), numbers.get(type, 0)
        many = f"{number or 'no'} {type} group{'s' * (number != 1)}"
        if number < bound.least:
            yield type, f"has {many}; it has at least {bound.least}", f"Add {bound.least - number}."
        if bound.most is not None and number > bound.most:
            most = f"at most {bound.most}" if bound.most else "none"
            yield type, f"has {many}; it may have {most}", f"Take {number - bound.most} less, or another level."
        if bound.each and number > numbers.get(bound.each, 0):
            said = f"has {many}; it may have one for each {bound.each} group, which are {numbers.get(bound.each, 0)}"
            yield type, said, f"Add {bound.each} groups or take less {type} ones."
        if number and numbers.get(CORE, 0) < bound.after:
            said = f"has {many} with {numbers.get(CORE, 0)} Core groups; it needs {bound.after} of them first"
            yield type, said, f"Add {bound.after - numbers.get(CORE, 0)} Core groups, or leave it out."
    if veterans > level.veterans:
        yield "", f"has {veterans} veteran groups; it may have {level.veterans}", "Take 'Veteran' off the others."


@rule("fieldmanual.priority-level")
@heeds("fieldmanual.step1-army")
def level_faults(force: Force) -> Iterator[Violation]:
    """A force has a Priority Level, chosen freely, and keeps to it. Home-made scenarios may ignore it."""
    header = force.roster.header("level")
    if force.is_free:
        return
    if force.level is None:
        said = f"'{header.value[:20]}' is no Priority Level." if header else "No line says the Priority Level."
        fix = f"Write 'level 1', or another of {', '.join(map(str, LEVELS))}."
        yield Violation("fieldmanual.priority-level", header.line if header else 0, said, fix)
        return
    level = priority_levels()[force.level]
    numbers = Counter(squad.type for squad in force.squads)
    veterans = [squad for squad in force.squads if squad.is_veteran]
    for type, said, fix in wanting(level, numbers, len(veterans)):
        of_type = [squad for squad in force.squads if squad.type == type] if type else veterans
        line = of_type[-1].block.line if of_type else header.line if header else 0
        yield Violation(level.rule, line, f"A force of Priority Level {level.level} {said}.", fix)
