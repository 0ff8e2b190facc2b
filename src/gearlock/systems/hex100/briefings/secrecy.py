"""Secrets of a briefing: orders, objectives and zones of which the other side is not told."""

from __future__ import annotations

import msgspec

from gearlock.systems.hex100.briefings.plan import Objective
from gearlock.systems.hex100.state import State, other


def hidden_zones(state: State, seat: str | None) -> set[str]:
    """The zones that only the other side's orders speak of, in secret; none for nobody in particular."""
    if seat is None:
        return set()
    plan, enemy = state.scene.plan, other(seat)
    secret = {each.zone for each in plan.sides[enemy].deploy if each.secret}
    secret |= {each.zone for each in plan.objectives if is_secret_from(each, seat)}
    told = {each.zone for each in plan.sides[seat].deploy} | {each.zone for _, each in plan.shown_to(seat)}
    return secret - told - {""}


def is_secret_from(objective: Objective, seat: str) -> bool:
    """Whether a seat does not know of an objective."""
    return objective.secret and objective.seat != seat


def change_secrets(state: State, seat: str) -> None:
    """Let the other side's secrets be otherwise: its orders, what counts for it and has counted, where it begins."""
    plan, enemy, zones = state.scene.plan, other(seat), hidden_zones(state, seat)
    orders = plan.sides[enemy]
    if orders.secret:
        orders = msgspec.structs.replace(orders, orders=orders.orders[::-1])
    objectives = tuple(_otherwise(each) if is_secret_from(each, seat) else each for each in plan.objectives)
    state.scored = [entry for entry in state.scored if not is_secret_from(plan.objectives[entry[0]], seat)]
    state.sites = [site for site in state.sites if site[2] == seat]
    plan = msgspec.structs.replace(plan, sides={**plan.sides, enemy: orders}, objectives=objectives)
    state.scene = state.scene.told_otherwise(plan, zones)


def _otherwise(objective: Objective) -> Objective:
    return msgspec.structs.replace(
        objective, name=objective.name[::-1], points=objective.points + 1, hexes=objective.hexes[1:]
    )
