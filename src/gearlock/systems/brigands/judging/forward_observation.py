"""What observing, sending and chaining are worth: the attacks that come of them, less what was to be had without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import msgspec

from gearlock.kernel.view import Preview
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.comms.comms_rating import (
    FORWARD_OBSERVATION,
    LEAST,
    comms_rating,
    is_beyond_jamming,
)
from gearlock.systems.brigands.dice_on_table import Observation
from gearlock.systems.brigands.electronic_warfare.contest import active_ecm, active_jammers, is_jammed
from gearlock.systems.brigands.forward_observation.chaining import can_chain, chain_strikes, legal_chains, refuse_chain
from gearlock.systems.brigands.forward_observation.observing import observation_of, refuse_observe
from gearlock.systems.brigands.forward_observation.orders import ChainAttack, Designate, Observe
from gearlock.systems.brigands.forward_observation.receiving import designees, passed_on
from gearlock.systems.brigands.judging.danger import danger_here
from gearlock.systems.brigands.judging.electronic_warfare import chance_of
from gearlock.systems.brigands.judging.strike_preview import preview_strikes
from gearlock.systems.brigands.judging.worth import strikes_at, worth
from gearlock.systems.brigands.state import State, Unit

WAITING_SHARE, TOKEN_SHARE = 1.0, 0.25
"""How much of the attack a Receiver could make by itself is lost by chaining: all if its activation is to come."""

WASTED = 0.01
"""What it costs to observe something that nobody has a use for: an Action, and attention."""


class Yield(NamedTuple):
    """What attacks bring, and what friends suffer of them."""

    gives: float
    risks: float


NOTHING = Yield(0.0, 0.0)


def strikes_yield(state: State, strikes: list[Strike]) -> Yield:
    """The worth of one attack on enemies and on friends."""
    gives = risks = 0.0
    for strike in strikes:
        if state.units[strike.target].seat == state.units[strike.attacker].seat:
            risks += worth(state, strike)
        else:
            gives += worth(state, strike)
    return Yield(gives, risks)


def own_prospect(state: State, unit: Unit, strikes: list[Strike]) -> float:
    """What a Receiver gives up by chaining: its own best attack on one of those it would hit, later or with a token."""
    targets = [state.units[name] for name in {strike.target for strike in strikes}]
    best = max(
        (
            worth(state, strike)
            for target in targets
            if target.is_fielded and target.seat != unit.seat
            for strike in strikes_at(state, unit, target, turning=False)
        ),
        default=0.0,
    )
    return best * (TOKEN_SHARE if unit.activated else WAITING_SHARE)


def receiver_yield(state: State, seen: Observation, unit: Unit) -> Yield:
    """The best a Receiver could chain with the Actions it has, each better than what it would do otherwise.

    The Origin has an Action less for it as long as it has not paid for observing.
    """
    spare = unit.readiness - (unit.id == seen.origin and state.observation is None)
    if spare <= 0 or not can_chain(unit):
        return NOTHING
    mine = replace(seen, receivers=(unit.id,))
    attacks = [chain_strikes(state, mine, order) for order in legal_chains(state, mine)]
    if not any(attacks):
        return NOTHING
    lost = own_prospect(state, unit, [strike for strikes in attacks for strike in strikes])
    found = (strikes_yield(state, strikes) for strikes in attacks)
    better = sorted((one for one in found if one.gives - one.risks > lost), key=lambda one: one.risks - one.gives)
    taken = better[:spare]
    return Yield(sum(one.gives - lost for one in taken), sum(one.risks for one in taken))


def chance_to_reach(state: State, origin: Unit, receiver_id: str) -> float:
    """How often an Observation gets through to a friend, if nobody boosts it and the best enemy jams it."""
    if origin.controller or is_beyond_jamming(state, origin, receiver_id, FORWARD_OBSERVATION):
        return 1.0
    if not is_jammed(state, origin):
        return 1.0
    rating = comms_rating(state, origin)
    if rating < LEAST:
        return 0.0
    blocked = (chance_of(active_ecm(state, enemy.id, origin.id, rating)) for enemy in active_jammers(state, origin))
    return 1.0 - max(blocked, default=0.0)


class Prospect:
    """What everybody could chain to one Observation, each model looked at once however many could pass it on."""

    __slots__ = ("_known", "seen", "state")

    def __init__(self, state: State, seen: Observation) -> None:
        self.state, self.seen = state, seen
        self._known: dict[str, Yield] = {}

    def of(self, units: Iterable[Unit]) -> Yield:
        """What these models could chain together."""
        gives = risks = 0.0
        for unit in units:
            if unit.id not in self._known:
                self._known[unit.id] = receiver_yield(self.state, self.seen, unit)
            gives += self._known[unit.id].gives
            risks += self._known[unit.id].risks
        return Yield(gives, risks)

    def sent_to(self, receiver: Unit) -> Yield:
        """What it adds to send the Observation to this friend, as often as it gets there."""
        origin = self.state.units[self.seen.origin]
        without = passed_on(self.state, origin)
        added = self.of(unit for unit in passed_on(self.state, receiver) if unit not in without)
        if not added.gives:
            return added
        chance = chance_to_reach(self.state, origin, receiver.id)
        return Yield(added.gives * chance, added.risks * chance)

    def best(self) -> tuple[Yield, Unit | None]:
        """What the Observation brings with the best Receiver, and who that is."""
        origin = self.state.units[self.seen.origin]
        own = self.of(passed_on(self.state, origin))
        choices = [self.state.units[origin.controller]] if origin.controller else designees(self.state, origin)
        sent = [(self.sent_to(friend), friend) for friend in choices]
        added, friend = max(sent, key=lambda one: one[0].gives - one[0].risks, default=(NOTHING, None))
        return Yield(own.gives + added.gives, own.risks + added.risks), friend if added.gives else None


def preview_observation(state: State, _seat: str, order: Observe) -> Preview:
    """The attacks that could be chained by the best choice of Receiver; the Active model stays where it is."""
    origin = state.units.get(order.unit)
    if origin is None or not origin.is_fielded or refuse_observe(state, order) is not None:
        return Preview()
    unit = state.units[origin.controller or origin.id]
    seen = observation_of(state, order)
    found, friend = Prospect(state, seen).best()
    notes = ["its Target Designator leads Guided weapons"] if seen.designated else []
    notes += [f"best sent to the {friend.name}"] if friend is not None else []
    ends = (unit.x, unit.y, unit.facing)
    gives = found.gives or -WASTED
    here = danger_here(state, unit)
    return Preview(gives=gives, risks=found.risks + here, lasting=here, ends=ends, notes=tuple(notes))


def preview_designation(state: State, _seat: str, order: Designate) -> Preview:
    """What the friend and those it leads could chain, and how often the Observation gets there."""
    seen, friend = state.observation, state.units.get(order.receiver)
    if seen is None or friend is None:
        return Preview()
    found = Prospect(state, seen).sent_to(friend)
    chance = chance_to_reach(state, state.units[seen.origin], friend.id)
    return Preview(gives=found.gives, risks=found.risks, notes=(f"gets there {chance:.0%} of the time",))


def preview_chain(state: State, _seat: str, order: ChainAttack) -> Preview:
    """The attack it comes to; what the Receiver could do by itself is taken off its worth."""
    seen, unit = state.observation, state.units.get(order.unit)
    if seen is None or unit is None or refuse_chain(state, seen, order) is not None:
        return Preview()
    strikes = chain_strikes(state, seen, order)
    if not strikes:
        return Preview(notes=("nobody is in the area",))
    shot = preview_strikes(state, strikes)
    return msgspec.structs.replace(shot, gives=shot.gives - own_prospect(state, unit, strikes))
