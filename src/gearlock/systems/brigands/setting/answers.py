"""Deployment: what may be answered, what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.orders import Deploy
from gearlock.systems.brigands.setting.airdrop import LANDS
from gearlock.systems.brigands.setting.orders import ChooseSide, Pathfind, SetAside
from gearlock.systems.brigands.setting.pathfinders import pathfind_options, preview_pathfind, refuse_pathfind
from gearlock.systems.brigands.setting.placing import legal_set_asides, refuse_set_aside
from gearlock.systems.brigands.setting.special import AIRDROP, RULES, WAYS
from gearlock.systems.brigands.setting.taking_sides import refuse_side, side_options
from gearlock.systems.brigands.showing.danger import danger
from gearlock.systems.brigands.state import FIELDED, State


def set_aside_options(state: State, ask: Ask) -> Iterator[Option]:
    """The Combat Groups that may be kept back for a Special Deployment."""
    for order in legal_set_asides(state, ask):
        label = f"Set Combat Group {order.group} aside: {WAYS[order.way]} Deployment"
        yield Pick(label, order, RULES[order.way])


def _preview_set_aside(_state: State, order: SetAside) -> Preview:
    """Placed when most enemies stand; a drop may come a Round late."""
    notes = (f"Rolls a die when it is placed: on {LANDS} or more it lands at once.",) if order.way == AIRDROP else ()
    return Preview(notes=("It is placed after all other Combat Groups.", *notes))


def _preview_deploy(state: State, order: Deploy) -> Preview:
    """Where enemies stand already, the danger of being placed there; the others of a group stay with their leader."""
    unit = state.units.get(order.unit)
    if unit is None or state.phase != "special":
        return Preview()
    pose = (order.x, order.y, order.facing)
    if state.group:
        return Preview(ends=pose)
    placed = unit.clone()
    placed.status, placed.x, placed.y, placed.facing = FIELDED, *pose
    return Preview(risks=danger(state.with_unit(placed), placed), ends=pose)


SETTING_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {
    "side": side_options,
    "pathfind": pathfind_options,
}
"""The answers to this chapter's own questions."""

SETTING_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {
    ("side", ChooseSide): refuse_side,
    ("deploy", SetAside): refuse_set_aside,
    ("pathfind", Pathfind): refuse_pathfind,
}

SETTING_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {
    Deploy: _preview_deploy,
    SetAside: _preview_set_aside,
    Pathfind: preview_pathfind,
}
