"""Who is on a side: combat groups of posts, typed by hand or taken from a roster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.state import COMMANDER, QUALIFIED, SECOND
from gearlock.systems.tactical.threat_value import level_of, unit_tv

MOST_UNITS = 60
TOLD = 8
"""Unknown names that are told one by one."""
LEVELS = {"rookie": 1, "qualified": 2, "veteran": 3, "elite": 4, "legendary": 5}
RANKS = (COMMANDER, SECOND)


class Post(msgspec.Struct, frozen=True):
    """A unit in its place: its card, crew level, rank and price."""

    card: str
    level: int = QUALIFIED
    rank: str = ""
    tv: int = 0


Groups = tuple[tuple[Post, ...], ...]


def read_groups(text: str, seat: str, known: Mapping[str, Card], wrong: list[str]) -> Groups:
    """The combat groups a side was typed as, with + between groups. All faults go to `wrong`."""
    faults: list[str] = []
    if len(re.findall("[,+]", text)) >= MOST_UNITS:
        faults.append(f"{seat} names too many kinds of units; {MOST_UNITS} units fit on a side.")
        groups: Groups = ()
    else:
        groups = tuple(tuple(_posts(part, known, faults)) for part in text.split("+"))
    count = sum(map(len, groups))
    if count > MOST_UNITS:
        faults.append(f"{seat} fields {count} units; {MOST_UNITS} fit on a side.")
    faults += _rank_faults(groups, seat)
    wrong += faults
    return groups


@heeds("tactical.2.6.2-step0-commander")
def _rank_faults(groups: Groups, seat: str) -> Iterator[str]:
    """One Commander and one Second in Command."""
    for rank, title in ((COMMANDER, "Commander"), (SECOND, "Second in Command")):
        count = sum(post.rank == rank for group in groups for post in group)
        if count > 1:
            yield f"{seat} has {count} units as {title}; it has one. Write that unit as an entry of its own."


@heeds("tactical.2.5")
def _posts(text: str, known: Mapping[str, Card], faults: list[str]) -> Iterator[Post]:
    """`hunter/veteran*2`: a unit, perhaps its crew level or rank, perhaps how many; a ready squad has its quality."""
    strangers: set[str] = set()
    for entry, name, said, word, _more, count in typed_entries(text):
        card = known.get(name)
        if card is None and name not in strangers and len(strangers) < TOLD:
            strangers.add(name)
            faults.append(str(UnknownName("unit", name, known)))
        if said and word not in LEVELS and word not in RANKS:
            faults.append(str(UnknownName("crew level or rank", word, (*LEVELS, *RANKS))))
        level = LEVELS.get(word) or (QUALIFIED if card is None else level_of(card))
        price = 0 if card is None else unit_tv(card, level)
        post = Post(name, level, word if word in RANKS else "", price)
        for _ in range(how_many(entry, count, MOST_UNITS, faults)):
            yield post
