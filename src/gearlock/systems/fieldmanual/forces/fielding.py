"""A force as it takes the field: each model with its options, who leads, and what came of which list."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Roster
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.forces.composition import uses_proposed
from gearlock.systems.fieldmanual.forces.enlisting import Force, Recruit, Squad, enlist
from gearlock.systems.fieldmanual.forces.pricing import force_price, price, surcharge

COMMANDER, LEADER = "commander", "leader"


@dataclass(frozen=True)
class Fielded:
    """One model of a force. `tv` has its options in it, and on the first model of a group what the list adds."""

    card: Card
    rank: str
    """commander, leader or nothing."""
    group: int
    """The number of its Combat Group, from 0."""
    tv: int


@dataclass(frozen=True)
class FieldedForce:
    """A force ready for a battle: who is in it, and what scenario and support ask about it."""

    models: tuple[Fielded, ...]
    groups: tuple[str, ...]
    """The names of its Combat Groups as its roster calls them."""
    types: tuple[str, ...]
    veterans: tuple[bool, ...]
    level: int
    size: int
    """The Threat Value that was agreed upon; what the force costs where its roster does not say."""
    tv: int
    proposed: bool
    """Whether it has cards that we proposed: a battle with it says so."""
    own: bool
    """Whether it has cards or groups that its player brought."""
    banner: str


@heeds("fieldmanual.leaders", "fieldmanual.upgrades-options")
def field_force(roster: Roster) -> FieldedForce:
    """All models of a roster in its order. A model nobody knows cannot take the field: BadInput names the line."""
    force = enlist(roster)
    if force.broken:
        raise BadInput("\n".join(fault.message for fault in force.broken))
    squads = [squad for squad in force.squads if squad.recruits]
    chiefs = [_leader(squad) for squad in squads]
    command = _command_group(squads, chiefs)
    models: list[Fielded] = []
    for number, (squad, chief) in enumerate(zip(squads, chiefs, strict=True)):
        extra, led = surcharge(squad), False
        for recruit in squad.recruits:
            for _ in range(recruit.count):
                leads = recruit is chief and not led
                rank = (COMMANDER if number == command else LEADER) if leads else ""
                models.append(Fielded(_played(recruit), rank, number, price(recruit) + extra))
                extra, led = 0, led or leads
    cost = force_price(force)
    return FieldedForce(
        tuple(models),
        tuple(squad.title for squad in squads),
        tuple(squad.type for squad in squads),
        tuple(squad.is_veteran for squad in squads),
        force.level or 1,
        force.size or cost,
        cost,
        uses_proposed(force),
        force.lists.own,
        _banner(force, cost),
    )


def _banner(force: Force, cost: int) -> str:
    name = force.roster.says("name") or "a nameless force"
    army = f", {force.army_name}" if force.army and force.army_name != force.faction else ""
    marks = ", proposed cards" * uses_proposed(force) + ", cards of its player's own" * force.lists.own
    level = f", Priority Level {force.level}" if force.level else ""
    return f"{name[:60]} ({force.faction or 'no faction'}{army}), {cost} TV{level}{marks}"


def _played(recruit: Recruit) -> Card:
    """The card with its options and price in its id, so that two cards of a battle never share one."""
    if recruit.fitted is None:
        raise BadInput(f"Line {recruit.line}: there is no card for '{recruit.name[:60]}', so it cannot take the field.")
    card, bought = recruit.fitted.card, [purchase for purchase, _ in recruit.fitted.offers]
    if not bought:
        return card
    marks = (f"{it.id}-{it.choice.lower()}" if it.choice else it.id for it in bought)
    cost = price(recruit)
    return msgspec.structs.replace(card, id=f"{'+'.join((card.id, *marks))}@{cost}", tv=cost)


def _leader(squad: Squad) -> Recruit:
    """The line of the leader: the one named so, or else the highest Leadership, the first of equals."""
    named = [recruit for recruit in squad.recruits if recruit.is_leader]
    return named[0] if named else max(squad.recruits, key=_leadership)


def _leadership(recruit: Recruit) -> int:
    return recruit.fitted.card.skills.leadership if recruit.fitted else -1


def _command_group(squads: list[Squad], chiefs: list[Recruit]) -> int:
    """The number of the Army Command Group: the one named so, or else that of the best leader."""
    named = [number for number, squad in enumerate(squads) if squad.commands]
    if named:
        return named[0]
    return max(range(len(squads)), key=lambda number: (_leadership(chiefs[number]), -number), default=0)
