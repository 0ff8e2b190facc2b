"""The force a side brings to a battle: Combat Groups of the lists, models typed by hand, or a draw."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.groups import AUXILIARY, CORE, ELITE, SPECIALIST, Group, all_groups
from gearlock.systems.fieldmanual.setup.lineup import Groups, Post, appointed, read_groups
from gearlock.systems.fieldmanual.state import SEATS
from gearlock.systems.fieldmanual.tables import slug
from gearlock.systems.fieldmanual.unit_files import all_cards

RANDOM: Final = "random"
TYPICAL: Final = 600
LARGEST: Final = 10_000
FACTIONS: Final = ("South", "North")
SIDE_TEXT: Final = "models by id with commas, + between Combat Groups; a faction to draw from, or random (default)"


class Force(NamedTuple):
    """A side as it takes the field: Combat Groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: Mapping[str, Card] = MappingProxyType({})
    banner: str = ""


def muster_all(
    seed: int, options: Mapping[str, str], levels: Mapping[str, int], wrong: list[str]
) -> tuple[int, dict[str, Force]]:
    """The limit of Threat Value, and the force of each side; everything that is wrong goes to `wrong`."""
    typed: dict[str, Groups] = {}
    for seat in SEATS:
        text = options.get(seat, RANDOM)
        if text != RANDOM and text not in map(str.lower, FACTIONS):
            typed[seat] = read_groups(text, seat, all_cards(), wrong)
    heaviest = max((sum(post.tv for group in groups for post in group) for groups in typed.values()), default=0)
    limit = _limit(options.get("limit", ""), heaviest, wrong)
    forces: dict[str, Force] = {}
    for seat in SEATS:
        if seat in typed:
            forces[seat] = Force(typed[seat])
            continue
        try:
            forces[seat] = draw(options.get(seat, RANDOM), limit, levels[seat], random.Random(f"{seed} {seat}"))
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    return limit, forces


def _limit(text: str, heaviest: int, wrong: list[str]) -> int:
    limit = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    limit = limit if text else max(heaviest, TYPICAL)
    if not max(1, heaviest) <= limit <= LARGEST:
        wrong.append(f"'limit={shortened(text) or limit}': a side fields {max(1, heaviest)} to {LARGEST} TV here.")
        return TYPICAL
    return limit


def draw(text: str, limit: int, level: int, lots: random.Random) -> Force:
    """A legal force of a faction by lot, from groups that need no guessed card."""
    faction = lots.choice(FACTIONS) if text == RANDOM else text.capitalize()
    if faction not in FACTIONS:
        raise UnknownName("faction", text, FACTIONS)
    pool = [group for group in all_groups().values() if group.faction == faction and group.fieldable]
    sure = [group for group in pool if group.default_force]
    found = _legal(sure, limit, level, lots) or _legal(pool, limit, level, lots)
    if not found:
        raise BadInput(f"no force of {faction} fits into {limit} TV at Priority Level {level}")
    cards = all_cards()
    posts = tuple(tuple(Post(slug(name), "", cards[slug(name)].tv) for name in group.models) for group in found)
    tv = sum(group.tv for group in found)
    return Force(appointed(posts, cards), banner=f"a force of the {faction}, {tv} TV, Priority Level {level}")


def _legal(pool: list[Group], limit: int, level: int, lots: random.Random) -> list[Group]:
    """The largest of some draws that the Priority Level allows."""
    best: list[Group] = []
    for _ in range(60):
        found: list[Group] = []
        left = list(pool) * 3
        lots.shuffle(left)
        for group in left:
            if sum(each.tv for each in found) + group.tv <= limit:
                found.append(group)
                if _is_allowed(found, level) and sum(g.tv for g in found) > sum(g.tv for g in best):
                    best = list(found)
    return best


def _is_allowed(groups: list[Group], level: int) -> bool:
    core, auxiliary, specialist, elite = (
        sum(group.type == kind for group in groups) for kind in (CORE, AUXILIARY, SPECIALIST, ELITE)
    )
    if level == 1:
        return core >= 1 and auxiliary <= 2 and specialist <= int(core >= 2) and not elite
    if level == 2:
        return core >= 2 and auxiliary <= 3 and specialist <= 2 and elite <= int(core >= 3)
    if level == 3:
        return core <= auxiliary and 1 <= specialist <= 3 and elite <= 2
    return core <= specialist <= 4 and 1 <= elite <= 3
