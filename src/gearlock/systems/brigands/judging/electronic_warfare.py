"""What electronic warfare is worth: modifier lines, exact odds, and a rough worth in shares of a model."""

from __future__ import annotations

import msgspec

from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.pools import pool_margin
from gearlock.systems.brigands.chain_of_command.formation import is_near
from gearlock.systems.brigands.comms.comms_rating import LEAST, comms_rating, has_comms
from gearlock.systems.brigands.comms.orders import Boost
from gearlock.systems.brigands.ecm_defense import defense_modifiers
from gearlock.systems.brigands.electronic_warfare import orders as o
from gearlock.systems.brigands.electronic_warfare.contest import active_ecm
from gearlock.systems.brigands.electronic_warfare.defending import disabling, refuse_disabling, refuse_raising
from gearlock.systems.brigands.electronic_warfare.duelling import ACTIVE_ECM, DISABLE_DEFENSE, SCRAMBLE, Clash
from gearlock.systems.brigands.electronic_warfare.scanning import refuse_scan
from gearlock.systems.brigands.electronic_warfare.scrambling import refuse_scramble, refuse_unscramble, scramble
from gearlock.systems.brigands.judging.danger import danger
from gearlock.systems.brigands.objectives.scans import counts_as_new
from gearlock.systems.brigands.pursuit import SCAN
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

STAKES = {ACTIVE_ECM: 0.15, SCRAMBLE: 0.15, DISABLE_DEFENSE: 0.12}
"""What it is worth to win each of the Opposed Rolls."""
POINT = 0.08
"""What an enemy's Command Point is worth that Scramble takes away."""
SPARED = 0.12
"""What a model gains that loses its Haywire token."""
WORTH_OF_A_SCAN = 0.4
"""What a third of the Objective is worth."""
WORTH_OF_A_BOOST = 0.1
"""What it is worth to get through where one would not have."""
GUARDED = 0.035
"""What a die of ECM Defense is worth to each model that an enemy may soon fire at."""
ACTION_TO_COME = 0.12
"""What an Action is worth to a model that has still to be activated."""
THREAT = 24 * INCH
SMALL_HARM = 0.5


def chance_of(clash: Clash) -> float:
    """How often the attacker wins an Opposed Roll, before any Reroll."""
    margins = pool_margin(clash.pools)
    return sum(weight for margin, weight in margins.items() if margin >= 0) / margins.total


def preview_clash(clash: Clash, stake: float) -> Preview:
    """Both sides' lines, the chance, and what it gives."""
    chance = chance_of(clash)
    return Preview(tuple(clash.attack), tuple(clash.defence), OddsCard(chance, 0.0, {}), gives=chance * stake)


def cost_of(state: State, unit: Unit) -> float:
    """What it costs a model to spend on a reaction what it could have used in its own activation."""
    return ACTION_TO_COME if unit.actions and not unit.activated and state.active() is not unit else 0.0


def preview_jam(state: State, _seat: str, order: o.Jam) -> Preview:
    """The odds of stopping the Origin as its Comms are now, and without; if Passive ECM does it, both are certain."""
    unit, origin = state.units.get(order.unit), state.units.get(order.origin)
    if unit is None or origin is None or not unit.has("ECM") or not has_comms(origin):
        return Preview()
    rating = comms_rating(state, origin)
    clash = active_ecm(state, unit.id, origin.id, max(LEAST, rating))
    if rating >= LEAST:
        shown = preview_clash(clash, STAKES[ACTIVE_ECM])
        gives, without = shown.gives - cost_of(state, unit) / 2, OddsCard(0.0, 0.0, {})
        return Preview(shown.attack, shown.defence, shown.odds, gives, without=without)
    note, stopped = f"Passive ECM alone brings the {origin.name} to Comms:0", OddsCard(1.0, 0.0, {})
    return Preview(tuple(clash.attack), tuple(clash.defence), stopped, notes=(note,), without=stopped)


def preview_boost(state: State, _seat: str, order: Boost) -> Preview:
    """The rating the Origin comes to with this Boost."""
    unit, origin = state.units.get(order.unit), state.units.get(order.origin)
    if unit is None or origin is None:
        return Preview()
    before, after = comms_rating(state, origin), comms_rating(state, origin, comms_rating(state, unit))
    gained = 0.0
    if after >= LEAST and after > before:
        gained = (WORTH_OF_A_BOOST if before < LEAST else WORTH_OF_A_BOOST / 2) - cost_of(state, unit)
    return Preview(gives=gained, notes=(f"brings the {origin.name} from Comms:{before} to Comms:{after}",))


def preview_scan(state: State, _seat: str, order: o.DetailedScan) -> Preview:
    """The Comms it would be tried with; it gives something if the seat's Objective asks for it."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or refuse_scan(state, order) is not None:
        return Preview()
    wanted = any(pursuit.seat == unit.seat and pursuit.name == SCAN for pursuit in state.pursuits)
    gained = WORTH_OF_A_SCAN if wanted and counts_as_new(state, unit.seat, order.target) else 0.0
    if unit.has("SatUp"):
        return Preview(gives=gained, notes=("by satellite: it cannot fail",))
    rating = comms_rating(state, unit)
    notes = (f"with Comms:{rating} after Passive ECM; it takes {LEAST}",)
    return Preview(gives=gained if rating >= LEAST else 0.0, notes=notes)


def preview_scramble(state: State, _seat: str, order: o.Scramble) -> Preview:
    """Lines and odds; a token on a model that has one already is worth nothing but its Command Points."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not unit.is_fielded or refuse_scramble(state, order) is not None:
        return Preview()
    stake = (0.0 if target.haywire else STAKES[SCRAMBLE]) + POINT * target.command
    if target.has("Vuln:H"):
        stake += SMALL_HARM / target.line.bulk
    return preview_clash(scramble(state, unit.id, target.id), stake)


def preview_unscramble(state: State, _seat: str, order: o.Unscramble) -> Preview:
    """It always works."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or refuse_unscramble(state, order) is not None:
        return Preview()
    return Preview(odds=OddsCard(1.0, 0.0, {}), gives=SPARED)


def preview_raising(state: State, _seat: str, order: o.RaiseDefense) -> Preview:
    """Who would stand under it; friends who are under as much already gain nothing."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or refuse_raising(unit) is not None:
        return Preview()
    rating, enemies = unit.trait("ECM"), list(state.fielded(opponent(unit.seat)))
    guarded = gained = 0
    for friend in state.fielded(unit.seat):
        if not is_near(friend.body, unit.body):
            continue
        guarded += 1
        if any(gap(enemy.body, friend.body) <= THREAT for enemy in enemies):
            gained += max(0, rating - rating_over(state, friend))
    notes = (f"+{rating}D6 against ranged attacks for {guarded} models",)
    shown = Preview(gives=GUARDED * gained - cost_of(state, unit), notes=notes)
    if state.active() is not unit:
        return shown
    raised = unit.clone()
    raised.jamming = True
    here = danger(state.with_unit(raised), raised)
    return msgspec.structs.replace(shown, risks=here, lasting=here, ends=(unit.x, unit.y, unit.facing))


def rating_over(state: State, unit: Unit) -> int:
    """The ECM Defense a model is under already."""
    return sum(line.value for line in defense_modifiers(state, unit))


def preview_disabling(state: State, _seat: str, order: o.DisableDefense) -> Preview:
    """Lines and odds."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not unit.is_fielded or refuse_disabling(state, order) is not None:
        return Preview()
    return preview_clash(disabling(state, unit.id, target.id), STAKES[DISABLE_DEFENSE])
