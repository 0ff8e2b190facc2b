"""Objectives: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.objectives.choosing import legal_objectives, refuse_objective
from gearlock.systems.brigands.objectives.markers import (
    free_places,
    legal_places,
    missing_marker,
    placer_of,
)
from gearlock.systems.brigands.objectives.orders import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.objectives.wanted_places import choice_worth, marker_worth
from gearlock.systems.brigands.pursuit import objectives
from gearlock.systems.brigands.state import State

GUESSES = 4
"""Spots that are tried before it is worked out which of them leave room for the markers to come."""


def offer_objectives(state: State, ask: Ask) -> Iterator[Option]:
    for order in legal_objectives(state, ask.seat):
        wanted = objectives()[order.name]
        which = f" (Combat Group {order.group})" if order.group else ""
        yield Pick(f"{wanted.name}{which}: {wanted.goal}", order, wanted.rule)


def offer_marker_places(_state: State, ask: Ask) -> Iterator[Option]:
    yield Place(f"Place a {ask.about[1]} marker", PlaceMarker(), ask.rule, zone="table")


def refuse_choice(state: State, ask: Ask, order: ChooseObjective) -> Refusal | None:
    return refuse_objective(state, ask.seat, order)


def guess_marker(state: State, _ask: Ask, _order: PlaceMarker, chooser: Chooser, attempt: int) -> Order | None:
    """A free spot of the grid; if it leaves no room for the markers to come another, at last one that surely does."""
    missing = missing_marker(state)
    if missing is None:
        return None
    wanted = objectives()[missing.name]
    places = legal_places if attempt >= GUESSES else free_places
    spots = list(places(state, placer_of(wanted, missing.seat), wanted, missing.markers))
    return PlaceMarker(*chooser.choice(spots)) if spots else None


def aim_marker(_state: State, _ask: Ask, _order: PlaceMarker, spot: Aim) -> Order:
    return PlaceMarker(spot.x, spot.y)


def preview_choice(_state: State, _seat: str, order: ChooseObjective) -> Preview:
    wanted = objectives().get(order.name)
    return Preview() if wanted is None else Preview(gives=choice_worth(order), notes=(wanted.goal,))


def preview_marker(state: State, _seat: str, order: PlaceMarker) -> Preview:
    return Preview(gives=marker_worth(state, order.x, order.y), spot=(order.x, order.y, 0))
