"""Deployment: what may be answered, what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.deployment.airdrop import LANDS
from gearlock.systems.brigands.deployment.groups import legal_set_asides
from gearlock.systems.brigands.deployment.orders import Deploy, SetAside
from gearlock.systems.brigands.deployment.places import deployable
from gearlock.systems.brigands.deployment.special import AIRDROP, RULES, WAYS
from gearlock.systems.brigands.state import State


def offer_set_asides(state: State, ask: Ask) -> Iterator[Option]:
    """The Combat Groups that may be kept back for a Special Deployment."""
    for order in legal_set_asides(state, ask):
        label = f"Set Combat Group {order.group} aside: {WAYS[order.way]} Deployment"
        yield Pick(label, order, RULES[order.way])


def preview_set_aside(_state: State, _seat: str, order: SetAside) -> Preview:
    """Placed when most enemies stand; a drop may come a Round late."""
    notes = (f"Rolls a die when it is placed: on {LANDS} or more it lands at once.",) if order.way == AIRDROP else ()
    return Preview(notes=("It is placed after all other Combat Groups.", *notes))


def offer_deployments(state: State, ask: Ask) -> Iterator[Option]:
    """The models that may be put down next."""
    for unit in deployable(state, ask.seat):
        zone = "" if unit.aside else f"{unit.seat}-zone"
        yield Place(f"Deploy the {unit.name}", Deploy(unit.id), ask.rule, unit=unit.id, zone=zone)
