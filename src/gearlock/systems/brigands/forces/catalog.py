"""10.1: every model that can be fielded: the stock models of the introductory game, then the lists of the factions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from gearlock.systems.brigands.forces.roster_units import ListedModel, unit_cards
from gearlock.systems.brigands.models import Model, ModelCard, model_cards
from gearlock.systems.brigands.weapons import WeaponRow

NEVER_ALONE = "Drone"
"""Drones come with the model that controls them."""


class Catalog(Mapping[str, ModelCard]):
    """Stat lines by id. The lists are long, so they are read only when somebody asks for what is not in stock."""

    def __getitem__(self, name: str) -> ModelCard:
        stock = model_cards().get(name)
        return unit_cards()[name] if stock is None else stock

    def __iter__(self) -> Iterator[str]:
        yield from model_cards()
        yield from (name for name in unit_cards() if name not in model_cards())

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Fieldable(Catalog):
    """The same without the models that nobody fields by themselves."""

    def __getitem__(self, name: str) -> ModelCard:
        card = super().__getitem__(name)
        if card.type == NEVER_ALONE:
            raise KeyError(name)
        return card

    def __iter__(self) -> Iterator[str]:
        return (name for name in super().__iter__() if name in self)


CATALOG, FIELDABLE = Catalog(), Fieldable()


@cache
def drone_cards() -> Mapping[str, ModelCard]:
    """The drones a model may be given, by id."""
    return {name: card for name, card in CATALOG.items() if card.type == NEVER_ALONE}


def ready(card: ModelCard, table: Mapping[str, WeaponRow]) -> Model:
    """A stat line made ready for play."""
    return ListedModel(card, table)
