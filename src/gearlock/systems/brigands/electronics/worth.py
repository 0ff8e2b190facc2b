"""What the moves of electronic warfare are worth: lines, exact odds, and a rough worth in shares of a model."""

from __future__ import annotations

from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.pools import pool_margin
from gearlock.systems.brigands.electronics import orders as o
from gearlock.systems.brigands.electronics.comms import comms_rating, has_comms
from gearlock.systems.brigands.electronics.contest import LEAST, active_ecm
from gearlock.systems.brigands.electronics.duelling import ACTIVE_ECM, Clash
from gearlock.systems.brigands.state import State

STAKES = {ACTIVE_ECM: 0.15}
"""What it is worth to win each of the Opposed Rolls."""
WORTH_OF_A_BOOST = 0.1
"""What it is worth to get through where one would not have."""


def chance_of(clash: Clash) -> float:
    """How often the attacker wins an Opposed Roll, before any Reroll."""
    margins = pool_margin(clash.pools)
    return sum(weight for margin, weight in margins.items() if margin >= 0) / margins.total


def preview_clash(clash: Clash, stake: float) -> Preview:
    """Both sides' lines, the chance, and what it gives."""
    chance = chance_of(clash)
    card = OddsCard(chance, 0.0, {})
    return Preview(tuple(clash.attack), tuple(clash.defence), card, gives=chance * stake)


def preview_jam(state: State, order: o.Jam) -> Preview:
    """The odds of stopping the Origin as its Comms are now; where Passive ECM does it alone there is nothing to win."""
    unit, origin = state.units.get(order.unit), state.units.get(order.origin)
    if unit is None or origin is None or not unit.has("ECM") or not has_comms(origin):
        return Preview()
    rating = comms_rating(state, origin)
    shown = preview_clash(active_ecm(state, unit.id, origin.id, max(LEAST, rating)), STAKES[ACTIVE_ECM])
    if rating >= LEAST:
        return shown
    note = f"Passive ECM alone brings the {origin.name} to Comms:0"
    return Preview(shown.attack, shown.defence, shown.odds, notes=(note,))


def preview_boost(state: State, order: o.Boost) -> Preview:
    """The rating the Origin comes to with this Boost."""
    unit, origin = state.units.get(order.unit), state.units.get(order.origin)
    if unit is None or origin is None:
        return Preview()
    before, after = comms_rating(state, origin), comms_rating(state, origin, comms_rating(state, unit))
    gained = 0.0 if after < LEAST or before == after else WORTH_OF_A_BOOST if before < LEAST else WORTH_OF_A_BOOST / 2
    return Preview(gives=gained, notes=(f"brings the {origin.name} from Comms:{before} to Comms:{after}",))
