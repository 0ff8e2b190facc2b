"""Who is on a side: Combat Groups of posts, typed by hand or taken from a roster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.state import COMMANDER, LEADER

MOST_MODELS = 60
TOLD = 8
"""Unknown names that are told one by one."""


class Post(msgspec.Struct, frozen=True):
    """A model in its place: its card, whether it leads, what it cost, and how it comes to the table."""

    card: str
    rank: str = ""
    tv: int = 0
    arrival: str = ""


Groups = tuple[tuple[Post, ...], ...]


def read_groups(text: str, seat: str, known: Mapping[str, Card], wrong: list[str]) -> Groups:
    """The Combat Groups a side was typed as, with + between groups. All faults go to `wrong`."""
    kinds = len(re.findall("[,+]", text)) + 1
    if kinds > MOST_MODELS:
        wrong.append(f"{seat} names {kinds} kinds of models; {MOST_MODELS} models fit on a side.")
        return ()
    faults: list[str] = []
    groups = tuple(tuple(_posts(part, known, faults)) for part in text.split("+"))
    count = sum(map(len, groups))
    if count > MOST_MODELS:
        faults.append(f"{seat} fields {count} models; {MOST_MODELS} fit on a side.")
    if not faults:
        groups = appointed(groups, known)
    wrong += faults
    return groups


def _posts(text: str, known: Mapping[str, Card], faults: list[str]) -> Iterator[Post]:
    """`command-jager/leader*2`: a model, perhaps its rank, perhaps how many."""
    strangers: set[str] = set()
    for entry, name, ranked, rank, _drones, count in typed_entries(text):
        card = known.get(name)
        if card is None and name not in strangers and len(strangers) < TOLD:
            strangers.add(name)
            faults.append(str(UnknownName("model", name, known)))
        if ranked and rank not in (COMMANDER, LEADER):
            faults.append(str(UnknownName("rank", rank, (COMMANDER, LEADER))))
        post = Post(name, rank, 0 if card is None else card.tv)
        for _ in range(how_many(entry, count, MOST_MODELS, faults)):
            yield post


def appointed(groups: Groups, known: Mapping[str, Card]) -> Groups:
    """Where nobody was named, who has the highest Leadership leads its group; the best of them is Army Commander."""
    found = [list(group) for group in groups]
    for posts in found:
        if posts and not any(post.rank for post in posts):
            best = max(range(len(posts)), key=lambda at: (known[posts[at].card].skills.leadership, -at))
            posts[best] = msgspec.structs.replace(posts[best], rank=LEADER)
    leads = [(at, number) for at, posts in enumerate(found) for number, post in enumerate(posts) if post.rank]
    if leads and not any(found[at][number].rank == COMMANDER for at, number in leads):
        at, number = max(leads, key=lambda one: (known[found[one[0]][one[1]].card].skills.leadership, -one[0]))
        found[at][number] = msgspec.structs.replace(found[at][number], rank=COMMANDER)
    return tuple(tuple(posts) for posts in found)
