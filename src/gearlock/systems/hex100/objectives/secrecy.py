"""Secrets of a briefing: orders, objectives and zones of which the other side is not told."""

from __future__ import annotations

from copy import copy
from functools import lru_cache

import msgspec

from gearlock.systems.hex100.plan import Objective, Placement, Side
from gearlock.systems.hex100.state import State, other
from gearlock.table.hexmaps import HexGround

ANYWHERE = "anywhere"
"""The zone that stands for zones of which a side is not told: the whole map."""


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


def forget_secrets(state: State, seat: str) -> None:
    """Leave out what the other side was told in secret, and what came of it: its orders, objectives, zones and sites.

    Where it was told in secret alone where to begin, it may begin anywhere.
    """
    plan, enemy, zones = state.scene.plan, other(seat), hidden_zones(state, seat)
    shown = plan.shown_to(seat)
    numbers = {number: at for at, (number, _) in enumerate(shown)}
    state.scored = [(numbers[entry[0]], *entry[1:]) for entry in state.scored if entry[0] in numbers]
    state.sites = [site for site in state.sites if site[2] == seat]
    side = plan.sides[enemy]
    deploy = tuple(each for each in side.deploy if not each.secret)
    if deploy != side.deploy and all(each.units for each in deploy):
        deploy = (*deploy, Placement(ANYWHERE, secret=True))
    told = Side(deploy, "", True) if side.secret else msgspec.structs.replace(side, deploy=deploy)
    plan = msgspec.structs.replace(
        plan, sides={**plan.sides, enemy: told}, objectives=tuple(objective for _, objective in shown)
    )
    state.scene = copy(state.scene)
    anywhere = any(each.zone == ANYWHERE for each in deploy)
    state.scene.plan, state.scene.ground = plan, _as_told(state.scene.ground, frozenset(zones), anywhere)


@lru_cache(maxsize=16)
def _as_told(ground: HexGround, without: frozenset[str], anywhere: bool) -> HexGround:
    """The map without these zones; with the one that is everywhere if it is needed."""
    if not without and not anywhere:
        return ground
    zones = {name: hexes for name, hexes in ground.zones.items() if name not in without}
    if anywhere:
        zones[ANYWHERE] = frozenset(ground)
    return HexGround(ground.name, ground.columns, ground.rows, ground.terrain, zones)


def _otherwise(objective: Objective) -> Objective:
    return msgspec.structs.replace(
        objective, name=objective.name[::-1], points=objective.points + 1, hexes=objective.hexes[1:]
    )
