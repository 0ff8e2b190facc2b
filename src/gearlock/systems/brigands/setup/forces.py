"""10 and 11: the force a side brings to a full battle: a roster of the player's own, a ready-made one, or a draw."""

from __future__ import annotations

from dataclasses import dataclass, field

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Roster
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations
from gearlock.muster.sides import read_side as roster_named
from gearlock.systems.brigands.chain_of_command.lineup import Groups, Post
from gearlock.systems.brigands.forces.enlisting import FACTIONS, Fielded, enlist, field_force, find_faction
from gearlock.systems.brigands.forces.force_rules import FORCE, ready_made
from gearlock.systems.brigands.forces.recruiting import RECRUITING, recruit
from gearlock.systems.brigands.forces.roster_units import NOT_IN_UNITS
from gearlock.systems.brigands.models import ModelCard

RANDOM = "random"


@dataclass
class Force:
    """A side as it takes the field: Combat Groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: dict[str, ModelCard] = field(default_factory=dict)
    banner: str = ""


def read_side(text: str) -> Reading | str:
    """The roster a side is named by, or the faction its force is drawn from; empty for any. Raises BadInput."""
    roster = roster_named(text, ready_made())
    if roster is not None:
        return roster
    faction = find_faction(text)
    if text != RANDOM and faction not in FACTIONS:
        raise UnknownName("roster or faction", text, (*ready_made(), *FACTIONS, RANDOM))
    return faction or ""


def size_of(side: Reading | str) -> int:
    """The TV a roster was written for; 0 if none is named, or it does not say."""
    return 0 if isinstance(side, str) else enlist(side.roster).size or 0


def muster(side: Reading | str, seat: str, size: int, seed: int, unchecked: bool) -> Force:
    """The force of a side for a game of this size. Raises BadInput with every violation, unless told not to check.

    Models that nobody knows cannot take the field in any case.
    """
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, size)
        unknown = any(one.card is None for one in enlist(side.roster).recruits())
        if violations and (unknown or not unchecked):
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        return _fielded(side.roster, len(violations), side.file)
    lots = Lots(seed, seat)
    faction = side or lots.choice(FACTIONS)
    return _fielded(recruit(faction, size, lots.choice(tuple(RECRUITING)), lots), 0, faction)


def _fielded(roster: Roster, violations: int, file: str) -> Force:
    """Every model in its place; drones by themselves cannot take the field."""
    models = field_force(roster)
    if not models:
        raise BadInput(f"{file}: nobody takes the field.")
    if len(models) > MOST_FIELDED:
        raise BadInput(f"{file}: {len(models)} models would take the field; {MOST_FIELDED} is the most.")
    alone = sorted({one.card.name for one in models if one.card.type == NOT_IN_UNITS})
    if alone:
        raise BadInput(f"{file}: a {alone[0]} takes the field only behind the model that controls it.")
    groups: dict[int, list[Post]] = {}
    for one in models:
        groups.setdefault(one.group, []).append(_post(one))
    cost = sum(one.price for one in models)
    legal = f", NOT LEGAL: {violations} violation{'s' if violations > 1 else ''}" if violations else ""
    name, faction = roster.says("name") or "a nameless force", roster.says("faction") or "no faction"
    banner = f"{name[:60]} ({faction[:60]}), {cost} TV{legal}"
    return Force(tuple(map(tuple, groups.values())), {one.card.id: one.card for one in models}, banner)


def _post(one: Fielded) -> Post:
    """Drones are models of their own, so their price is not the controller's."""
    price = one.price - sum(drone.tv for drone in one.drones)
    drones = tuple(drone.id for drone in one.drones)
    return Post(one.card.id, one.rank, one.squad + 1, one.code, price, drones)
