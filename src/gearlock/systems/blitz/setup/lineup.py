"""Who is on a side: combat groups of posts, typed by hand or taken from a roster."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.blitz.cards import ModelCard
from gearlock.systems.blitz.chain_of_command.ranks import CGL, CO, SECOND, XO, rank_of
from gearlock.systems.blitz.models import ready

MOST_MODELS = 60
TOLD = 8
"""Unknown names that are told one by one."""


class Post(msgspec.Struct, frozen=True):
    """A model in its place: its card, rank, unit of the combat group, unit availability, price and drones."""

    model: str
    rank: str = ""
    squad: str = "primary"
    ua: str = ""
    tv: int = 0
    drones: tuple[str, ...] = ()


Groups = tuple[tuple[Post, ...], ...]


def read_groups(text: str, seat: str, known: Mapping[str, ModelCard], wrong: list[str]) -> Groups:
    """The combat groups a side was typed as; where nobody leads the first does. All faults go to `wrong`."""
    faults: list[str] = []
    named = len(re.findall("[,+]", text)) + 1
    if named > MOST_MODELS:
        wrong.append(f"{seat} names {named} kinds of models; {MOST_MODELS} models are all that fit.")
        return ()
    groups = tuple(tuple(_read_entries(part, known, faults)) for part in text.split("+"))
    fielded = sum(len(group) for group in groups)
    if fielded > MOST_MODELS:
        faults.append(f"{seat} fields {fielded} models; {MOST_MODELS} are all that fit.")
    if not faults:
        groups = appointed(groups)
        faults += [f"{seat}: {fault}" for fault in command_faults(groups)]
    wrong += faults
    return groups


def _read_entries(text: str, known: Mapping[str, ModelCard], faults: list[str]) -> Iterable[Post]:
    """`hunter/2ic:recon-drone*3`: a model, perhaps a rank, its drones, perhaps how many."""
    posts: list[Post] = []
    unknown: set[str] = set()
    for entry, name, ranked, rank, drones, count in typed_entries(text):
        faults += drone_faults(name, drones, known)
        if name not in known and name not in unknown and len(unknown) < TOLD:
            unknown.add(name)
            faults.append(str(UnknownName("model", name, known)))
        if ranked and rank not in (CO, XO, CGL, SECOND):
            faults.append(str(UnknownName("rank", rank, (CO, XO, CGL, SECOND))))
        tv = known[name].tv if name in known else 0
        posts += [Post(name, rank, tv=tv, drones=tuple(drones))] * how_many(entry, count, MOST_MODELS, faults)
    return posts


@heeds("blitz.A.2.2-drones", "blitz.trait.dronebay")
def drone_faults(name: str, drones: list[str], known: Mapping[str, ModelCard]) -> Iterable[str]:
    """What is wrong with the drones of a model: each has room for one, or as many as its drone bay says."""
    for drone in drones:
        if drone not in known or known[drone].type != "Drone":
            yield str(UnknownName("drone", drone, [id for id, card in known.items() if card.type == "Drone"]))
    most = max(1, ready(known[name]).traits.get("Drone Bay", 0)) if name in known else len(drones)
    if len(drones) > most:
        yield f"'{name}' steers {most} drone{'s' * (most > 1)} at most, not {len(drones)}."


def appointed(groups: Groups) -> Groups:
    """Where nobody leads the first model does; the first group's leader is the Commanding Officer if nobody is."""
    named = any(post.rank == CO for group in groups for post in group)
    found: list[tuple[Post, ...]] = []
    for number, group in enumerate(groups):
        posts = list(group)
        lead = next((at for at, post in enumerate(posts) if post.rank in (CO, CGL)), None)
        if lead is None:
            lead = next((at for at, post in enumerate(posts) if not post.rank), None)
        if lead is not None and posts[lead].rank != CO:
            posts[lead] = msgspec.structs.replace(posts[lead], rank=CGL if named or number else CO)
        found.append(tuple(posts))
    return tuple(found)


def command_faults(groups: Groups) -> Iterable[str]:
    """What is wrong with a chain of command: one leader a group, one of them over all, one deputy for each."""
    for number, group in enumerate(groups, 1):
        ranks = [post.rank for post in group]
        leading = sum(rank in (CO, CGL) for rank in ranks)
        if leading != 1:
            yield f"combat group {number} has one leader; here {leading} could lead."
        if ranks.count(SECOND) > 1:
            yield f"combat group {number} has one {rank_of(SECOND).title} at most."
    everybody = [post.rank for group in groups for post in group]
    if everybody.count(CO) != 1:
        yield f"a force has one {rank_of(CO).title}."
    if everybody.count(XO) > 1:
        yield f"a force has one {rank_of(XO).title} at most."
