"""2.5.1: a force as it takes the field: combat groups, each unit with its card, crew, rank and Threat Value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Roster
from gearlock.kernel.rulebook import heeds
from gearlock.muster.tables import slug
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.forces.enlisting import DUELIST, HQS, LEADER, Force, Recruit, Squad, enlist
from gearlock.systems.tactical.forces.upgrades import COMMANDER, LEVEL, RANK, SECOND, SWAP
from gearlock.systems.tactical.formations import our_formations
from gearlock.systems.tactical.own_files import our_lists
from gearlock.systems.tactical.provenance import is_as_printed
from gearlock.systems.tactical.threat_value import level_of, unit_tv


@dataclass(frozen=True)
class Post:
    """One unit of a force: its card as it is played, crew level, rank, combat group from 1, and what it costs."""

    card: Card
    level: int
    rank: str
    """commander, second or nothing."""
    group: int
    tv: int
    duelist: bool = False


@dataclass(frozen=True)
class FieldedForce:
    """A force ready for a battle: who is in it, and what scenarios ask about it."""

    posts: tuple[Post, ...]
    groups: tuple[str, ...]
    """The names of its combat groups, the first of them group 1."""
    faction: str
    size: int
    """The Threat Value that was agreed upon; what the force costs where its roster does not say."""
    tv: int
    support: int
    """TV set aside for artillery and aircraft."""
    printed: bool
    """Whether every card in it is as printed: a battle with other ones says so."""
    own: bool
    """Whether it has values that its player brought."""
    banner: str

    @property
    def cards(self) -> dict[str, Card]:
        """Its cards by id."""
        return {post.card.id: post.card for post in self.posts}


@heeds("tactical.2.5.1")
def field_force(roster: Roster) -> FieldedForce:
    """All units of a roster in its order: each squad is a combat group, and so is a Duelist by himself.

    What nobody knows cannot take the field: BadInput names the line.
    """
    force = enlist(roster)
    if force.broken:
        raise BadInput("\n".join(fault.message for fault in force.broken))
    squads = [squad for squad in force.squads if squad.recruits]
    posts = []
    for number, squad in enumerate(squads, 1):
        for recruit in squad.recruits:
            rank = next(iter(recruit.ranks), "")
            card = _played(recruit)
            for _ in range(recruit.count):
                posts.append(Post(card, recruit.level, rank, number, recruit.tv, squad.kind == DUELIST))
                rank = ""
    named = tuple(_with_ranks(posts, squads))
    printed = all(is_as_printed(post.card) for post in named)
    return FieldedForce(
        named,
        _titles(squads),
        force.faction,
        force.size or force.tv,
        force.tv,
        force.support or 0,
        printed,
        force.lists.own,
        _banner(force, printed),
    )


def _titles(squads: Sequence[Squad]) -> tuple[str, ...]:
    """Names of combat groups, each its own: the second Recon Squadron is Recon Squadron 2."""
    seen: dict[str, int] = {}
    found = []
    for squad in squads:
        title = f"Headquarters ({squad.title})" if squad.kind == HQS[0] else squad.title
        seen[title] = seen.get(title, 0) + 1
        found.append(title if seen[title] == 1 else f"{title} {seen[title]}")
    return tuple(found)


@heeds("tactical.2.6.2-step0-commander")
def _with_ranks(posts: list[Post], squads: Sequence[Squad]) -> list[Post]:
    """Where the roster names nobody: the best crew of the headquarters commands, that of another group is Second."""
    chiefs = [at for at, post in enumerate(posts) if squads[post.group - 1].kind in (HQS[0], LEADER)]
    others = [at for at, post in enumerate(posts) if not post.duelist]
    ranked = list(posts)
    for rank in (COMMANDER, SECOND):
        if any(post.rank == rank for post in ranked):
            continue
        commander = next((post for post in ranked if post.rank == COMMANDER), None)
        free = [at for at in others if not ranked[at].rank]
        first = [at for at in free if at in chiefs] if rank == COMMANDER else []
        apart = [at for at in free if commander is None or ranked[at].group != commander.group]
        chosen = max(first or apart or free, key=lambda at: (ranked[at].level, -at), default=None)
        if chosen is not None:
            ranked[chosen] = _ranked(ranked[chosen], rank)
    return ranked


def _ranked(post: Post, rank: str) -> Post:
    return Post(post.card, post.level, rank, post.group, post.tv, post.duelist)


def _banner(force: Force, printed: bool) -> str:
    name = force.roster.says("name") or "a nameless force"
    marks = "" if printed else ", with figures that are not printed"
    own = ", with values of its player's own" if force.lists.own else ""
    part = ", a detachment" if force.is_detachment else ""
    return f"{name[:60]} ({force.faction or 'no faction'}){part}, {force.tv} TV{marks}{own}"


def _played(recruit: Recruit) -> Card:
    """The card with its load and price in its id, so that two cards of a battle never share one."""
    if recruit.fitted is None:
        raise BadInput(f"Line {recruit.line}: there is no card for '{recruit.name[:60]}', so it cannot take the field.")
    card = recruit.fitted.card
    bought = [it for it in recruit.purchases if it.upgrade.kind not in (LEVEL, RANK, SWAP)]
    if not bought:
        return card
    marks = "+".join(slug(it.title) for it in bought)
    return msgspec.structs.replace(card, id=f"{card.id}+{marks}@{card.tv}")


@heeds("tactical.2.5.1")
def field_squads(names: Sequence[str], level: int = 0) -> tuple[Post, ...]:
    """Squads of the lists by name, or single models, each as a combat group, as scenarios give them. Raises BadInput.

    A level of 0 is the usual one of each unit.
    """
    posts: list[Post] = []
    known = {slug(each.name): each for each in our_formations().values()}
    for number, name in enumerate(names, 1):
        formation = known.get(slug(name))
        models = formation.models if formation else (name,)
        for model in models:
            card = our_lists().card(model)
            if card is None:
                raise BadInput(f"No squad and no model is called '{name[:60]}'.")
            crew = level or level_of(card)
            posts.append(Post(card, crew, "", number, unit_tv(card, crew)))
    return tuple(posts)
