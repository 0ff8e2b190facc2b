"""Support Points: how many a force has, and the list of what they buy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.weapons import PACKAGE

AIRSTRIKE, ASSET, ARTILLERY, SHELLS, GROUP, COMMAND = "airstrike", "asset", "artillery", "shells", "group", "command"
USES = (AIRSTRIKE, ASSET, ARTILLERY, SHELLS, GROUP, COMMAND)
TV_FOR_A_POINT = 500


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something Support Points buy."""

    id: str
    name: str
    sp: int
    use: str
    """An airstrike or asset on the table, strikes of artillery, shells for them, a whole group, or a Command Point."""
    rule: str
    card: str = ""
    """The card of an airstrike, asset or drone, by id."""
    level: int = 0
    """The least Priority Level."""
    per_group: int = 0
    by_level: bool = False
    half: bool = False
    strikes: int = 0
    dm: int = 0
    blast: int = 0


class Bought(msgspec.Struct, frozen=True):
    """A purchase: what, and for which Combat Group by number, or for which choice of artillery; -1 for none."""

    id: str
    target: int = -1


@cache
def support_options() -> Mapping[str, Support]:
    """The 18 things Support Points buy, by id, in book order."""
    return {option.id: option for option in data_records(PACKAGE, "support.toml", "support", Support)}


@heeds("fieldmanual.step5-support-points")
def support_points(level: int, size: int) -> int:
    """The Priority Level and one for every full 500 TV."""
    return level + size // TV_FOR_A_POINT


def support_price(bought: tuple[Bought, ...]) -> int:
    """What purchases cost together."""
    return sum(support_options()[each.id].sp for each in bought)


@heeds("fieldmanual.step5-support-points", "fieldmanual.infiltrators", "fieldmanual.reserves", "fieldmanual.aa-drone")
def support_faults(bought: tuple[Bought, ...], level: int, size: int, groups: int) -> Iterator[tuple[str, str]]:
    """What is wrong with all purchases of a force together: the rule, and words with a remedy."""
    cost, purse = support_price(bought), support_points(level, size)
    if cost > purse:
        yield "fieldmanual.step5-support-points", f"This costs {cost} SP; the force has {purse}. Save {cost - purse}."
    for each in bought:
        option = support_options()[each.id]
        if level < option.level:
            yield option.rule, f"{option.name}: only forces of Priority Level {option.level} or higher. Leave it out."
        if option.use == GROUP and not 0 <= each.target < groups:
            yield option.rule, f"{option.name} is for a Combat Group. Name one of the {groups}."
        if option.use == SHELLS and not _is_artillery(bought, each.target):
            yield option.rule, f"{option.name} are for a choice of artillery. Name one that was bought."
    yield from _number_faults(bought, level, groups)


def _is_artillery(bought: tuple[Bought, ...], number: int) -> bool:
    return 0 <= number < len(bought) and support_options()[bought[number].id].use == ARTILLERY


def _number_faults(bought: tuple[Bought, ...], level: int, groups: int) -> Iterator[tuple[str, str]]:
    """Once for a group, infiltrators up to the Priority Level, reserves of both kinds up to half of the groups."""
    times = Counter(bought)
    for each, number in times.items():
        option = support_options()[each.id]
        if option.per_group and number > option.per_group:
            yield option.rule, f"{option.name} is bought {number} times for one group. Leave one."
        if option.use == SHELLS and number > 1:
            yield option.rule, f"{option.name} are bought {number} times for one choice of artillery. Leave one."
    infiltrating = [each for each in times if support_options()[each.id].by_level]
    if len(infiltrating) > level:
        said = f"{len(infiltrating)} groups infiltrate; Priority Level {level} allows {level}. Let fewer of them."
        yield "fieldmanual.infiltrators", said
    held_back = {each.target for each in times if support_options()[each.id].half}
    if 2 * len(held_back) > groups:
        said = f"{len(held_back)} of {groups} groups are in reserve; at most half may be. Deploy more of them."
        yield "fieldmanual.reserves", said
    both = [each.target for each in times if support_options()[each.id].half]
    for target in sorted({target for target in both if both.count(target) > 1}):
        yield "fieldmanual.guaranteed-reserve", f"Group {target + 1} is put in reserve in two ways. Choose one."
