"""A mustered force as it takes the field: every model on its own, with its upgrades fitted, its rank and its drones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Roster
from gearlock.systems.brigands.forces.enlisting import COMMANDERS, Recruit, enlist
from gearlock.systems.brigands.forces.roster_units import ListedModel, unit_cards
from gearlock.systems.brigands.models import Model, ModelCard, weapons_table


@dataclass(frozen=True)
class Fielded:
    """One model of a force. `group` and `squad` count its Combat Groups and all its Units from 0.

    `rank` is foc, cgl, xo, 2ic or empty. The price has its upgrades in it, and its drones.
    """

    card: ModelCard
    price: int
    group: int
    squad: int
    group_name: str
    primary: bool
    code: str
    rank: str
    drones: tuple[ModelCard, ...] = ()

    def model(self) -> Model:
        """The stat line made ready for play."""
        return ListedModel(self.card, weapons_table())


def field_force(roster: Roster) -> tuple[Fielded, ...]:
    """All models of a roster in its order. A model nobody knows cannot take the field: BadInput names the line."""
    return tuple(_all_fielded(roster))


def _all_fielded(roster: Roster) -> Iterator[Fielded]:
    groups = enumerate(enlist(roster).groups)
    squads = ((number, group, squad) for number, group in groups for squad in group.squads)
    for place, (number, group, squad) in enumerate(squads):
        for recruit in squad.recruits:
            one = Fielded(
                played_card(recruit),
                recruit.price,
                number,
                place,
                group.title,
                squad.is_primary,
                squad.block.code,
                next((rank for rank in COMMANDERS if recruit.buys(rank)), ""),
                _drones(recruit),
            )
            yield from (one for _ in range(recruit.count))


def played_card(recruit: Recruit) -> ModelCard:
    """The card as it is played. Equal upgrades give equal ids, so that equal models share one stat line."""
    card = recruit.played
    if card is None:
        raise BadInput(f"line {recruit.line}: no model is called '{recruit.entry.model[:60]}'.")
    fitted = sorted(bought.title.lower().replace(" ", "-") for bought in recruit.purchases if _changes_card(bought.id))
    return msgspec.structs.replace(card, id="+".join([card.id, *fitted]))


def _changes_card(id: str) -> bool:
    return id not in COMMANDERS and id not in unit_cards()


def _drones(recruit: Recruit) -> tuple[ModelCard, ...]:
    return tuple(unit_cards()[bought.id] for bought in recruit.drones for _ in range(bought.times))
