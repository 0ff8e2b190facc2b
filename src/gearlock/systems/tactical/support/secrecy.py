"""What a seat does not know of the enemy's support and hidden units, drawn anew from what it might be."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.tactical.assets import (
    AIR,
    ARTILLERY,
    FIGHTER,
    LIGHT_SALVO,
    NOTHING,
    SPOTTER,
    SUPPORT,
    Plane,
    Stock,
    aircraft,
    is_barred,
    name_of,
    salvos,
    stock_of,
    written,
)
from gearlock.systems.tactical.attacks.areas import blast_reach
from gearlock.systems.tactical.deployment.zones import faces, half_of
from gearlock.systems.tactical.line_of_sight.conditions import is_air_grounded
from gearlock.systems.tactical.rounds.hiding import hidden_units
from gearlock.systems.tactical.state import COMBAT, NO_GROUP, State
from gearlock.systems.tactical.support.buying import percent_of
from gearlock.systems.tactical.support.events import BOUGHT, FLIGHT, is_barrage
from gearlock.systems.tactical.under_way import Patch

A_FEW = 4


def draw_secret_support(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """All of it: what was bought, who calls, where salvos will land, where hidden units are."""
    draw_stock(state, enemy, seat, chooser)
    draw_spotter(state, enemy, seat, chooser)
    state.patches = [
        _elsewhere(state, patch, chooser) if is_barrage(patch) and patch.seat == enemy else patch
        for patch in state.patches
        if patch.kind != FLIGHT or patch.seat != enemy
    ]
    for unit in hidden_units(state, enemy):
        x0, y0, x1, y1 = half_of(state, enemy)
        unit.x, unit.y = chooser.randrange(x0, x1), chooser.randrange(y0, y1)
        unit.z, unit.facing = state.ground.elevation(unit.x, unit.y), faces(state, enemy)
        unit.mode, unit.speed, unit.went, unit.moved = unit.card.primary, COMBAT, COMBAT, 0


@heeds("tactical.4.1.3-support")
def draw_stock(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Something that the enemy could have paid for; while it is still to buy, nothing."""
    name = name_of(SUPPORT, enemy)
    fact = state.facts.get(name)
    if fact is not None and is_known(fact, seat):
        return
    buying = state.phase == "support"
    if fact is None and not buying:
        return
    if buying and not state.points.get(BOUGHT + enemy):
        state.facts.pop(name, None)
        return
    state.facts[name] = Sealed(written(_might_have(state, enemy, chooser)), (enemy,))


def _might_have(state: State, enemy: str, chooser: Chooser) -> Stock:
    left, found = state.points.get(name_of(SUPPORT, enemy), 0), NOTHING
    price = aircraft()[FIGHTER].tv
    if not is_barred(state, enemy, AIR) and not is_air_grounded(state) and left >= price and chooser.randrange(0, 2):
        plane = Plane(f"{enemy}-air-1", FIGHTER, attacks=aircraft()[FIGHTER].attacks)
        found, left = msgspec.structs.replace(found, planes=(plane,)), left - price
    many = chooser.randrange(0, min(A_FEW, left // salvos()[LIGHT_SALVO].tv) + 1)
    if not is_barred(state, enemy, ARTILLERY) and many:
        found, left = found.with_salvos(LIGHT_SALVO, many), left - many * salvos()[LIGHT_SALVO].tv
    each = max(1, percent_of(state.points.get("TV:agreed", 0), 1))
    return msgspec.structs.replace(found, rerolls=chooser.randrange(0, min(A_FEW, left // each) + 1))


@heeds("tactical.4.1.3-artillery")
def draw_spotter(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Who calls, where nobody has called yet: anybody, if there is something to call."""
    name = name_of(SPOTTER, enemy)
    fact = state.facts.get(name)
    if fact is not None and is_known(fact, seat):
        return
    state.facts.pop(name, None)
    able = [unit.id for unit in state.in_play(enemy) if unit.group != NO_GROUP]
    if able and stock_of(state, enemy).salvos:
        state.facts[name] = Sealed(chooser.choice(able), (enemy,))


def _elsewhere(state: State, patch: Patch, chooser: Chooser) -> Patch:
    word = chooser.choice(list(salvos()))
    x, y = chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    reach = blast_reach(state, salvos()[word].weapon)
    return Patch(patch.kind, x, y, reach, seat=patch.seat, unit=patch.unit, word=word)
