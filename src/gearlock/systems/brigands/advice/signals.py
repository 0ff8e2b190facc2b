"""What electronic warfare, Forward Observation and Orders are worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import msgspec

from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.pools import pool_margin
from gearlock.systems.brigands.advice.attack_odds import preview_strikes, strikes_at, worth
from gearlock.systems.brigands.advice.best_attack import danger, danger_here
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.chain_of_command import EMERGENCY_MEASURES, is_near
from gearlock.systems.brigands.command import GiveOrder, refuse_give_order
from gearlock.systems.brigands.comms import FORWARD_OBSERVATION, Boost, comms_rating, has_comms, is_beyond_jamming
from gearlock.systems.brigands.comms import LEAST as LEAST_COMMS
from gearlock.systems.brigands.ecm_defense import defense_modifiers
from gearlock.systems.brigands.electronic_warfare.contests import (
    ACTIVE_ECM,
    DISABLE_DEFENSE,
    SCRAMBLE,
    Clash,
    DetailedScan,
    DisableDefense,
    Jam,
    RaiseDefense,
    Scramble,
    Unscramble,
    active_ecm,
    active_jammers,
    is_jammed,
)
from gearlock.systems.brigands.electronic_warfare.ecm_and_eccm import (
    disabling,
    refuse_disabling,
    refuse_raising,
    refuse_scan,
    refuse_scramble,
    refuse_unscramble,
    scramble,
)
from gearlock.systems.brigands.forward_observation import (
    ChainAttack,
    Designate,
    Observe,
    can_chain,
    chain_strikes,
    designees,
    legal_chains,
    observation_of,
    passed_on,
    refuse_chain,
    refuse_observe,
)
from gearlock.systems.brigands.objectives.objectives import counts_as_new
from gearlock.systems.brigands.state import COORDINATED_ATTACK, EVADE, SCAN, Observation, State, Unit, opponent
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

# --- A rough worth of an Order, in shares of a model, so that bots can weigh it against shooting and ending

LEAST = 0.02
"""An Order is worth a little more than a point that nobody spends."""
REROLL = 0.25
"""How much of an attack's worth a free Reroll adds, roughly."""
SPARED = 0.1
"""What a model gains that need not feel it is Crippled."""


def order_worth(state: State, order: GiveOrder, attacks: dict[str, float], danger: float) -> float:
    """What an Order gives: `attacks` are the group's best ones on the target, `danger` what its leader is in."""
    unit = state.units.get(order.unit)
    if unit is None or refuse_give_order(state, order) is not None:
        return 0.0
    if order.name == COORDINATED_ATTACK:
        return LEAST + REROLL * sum(attacks.values())
    if order.name == EVADE:
        return LEAST + REROLL * danger
    if order.name == EMERGENCY_MEASURES:
        return LEAST + SPARED * sum(1 for other in waiting(state, unit) if other.handicap)
    return LEAST


def waiting(state: State, unit: Unit) -> list[Unit]:
    """The leader and the models of its group that are still to act."""
    return [other for other in state.fielded(unit.seat) if other.group == unit.group and not other.activated]


# --- What electronic warfare is worth: modifier lines, exact odds, and a rough worth in shares of a model

STAKES = {ACTIVE_ECM: 0.15, SCRAMBLE: 0.15, DISABLE_DEFENSE: 0.12}
"""What it is worth to win each of the Opposed Rolls."""
POINT = 0.08
"""What an enemy's Command Point is worth that Scramble takes away."""
SPARED_ELECTRONIC_WARFARE = 0.12
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


def preview_jam(state: State, _seat: str, order: Jam) -> Preview:
    """The odds of stopping the Origin as its Comms are now, and without; if Passive ECM does it, both are certain."""
    unit, origin = state.units.get(order.unit), state.units.get(order.origin)
    if unit is None or origin is None or not unit.has("ECM") or not has_comms(origin):
        return Preview()
    rating = comms_rating(state, origin)
    clash = active_ecm(state, unit.id, origin.id, max(LEAST_COMMS, rating))
    if rating >= LEAST_COMMS:
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
    if after >= LEAST_COMMS and after > before:
        gained = (WORTH_OF_A_BOOST if before < LEAST_COMMS else WORTH_OF_A_BOOST / 2) - cost_of(state, unit)
    return Preview(gives=gained, notes=(f"brings the {origin.name} from Comms:{before} to Comms:{after}",))


def preview_scan(state: State, _seat: str, order: DetailedScan) -> Preview:
    """The Comms it would be tried with; it gives something if the seat's Objective asks for it."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or refuse_scan(state, order) is not None:
        return Preview()
    wanted = any(pursuit.seat == unit.seat and pursuit.name == SCAN for pursuit in state.pursuits)
    gained = WORTH_OF_A_SCAN if wanted and counts_as_new(state, unit.seat, order.target) else 0.0
    if unit.has("SatUp"):
        return Preview(gives=gained, notes=("by satellite: it cannot fail",))
    rating = comms_rating(state, unit)
    notes = (f"with Comms:{rating} after Passive ECM; it takes {LEAST_COMMS}",)
    return Preview(gives=gained if rating >= LEAST_COMMS else 0.0, notes=notes)


def preview_scramble(state: State, _seat: str, order: Scramble) -> Preview:
    """Lines and odds; a token on a model that has one already is worth nothing but its Command Points."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not unit.is_fielded or refuse_scramble(state, order) is not None:
        return Preview()
    stake = (0.0 if target.haywire else STAKES[SCRAMBLE]) + POINT * target.command
    if target.has("Vuln:H"):
        stake += SMALL_HARM / target.line.bulk
    return preview_clash(scramble(state, unit.id, target.id), stake)


def preview_unscramble(state: State, _seat: str, order: Unscramble) -> Preview:
    """It always works."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or refuse_unscramble(state, order) is not None:
        return Preview()
    return Preview(odds=OddsCard(1.0, 0.0, {}), gives=SPARED_ELECTRONIC_WARFARE)


def preview_raising(state: State, _seat: str, order: RaiseDefense) -> Preview:
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


def preview_disabling(state: State, _seat: str, order: DisableDefense) -> Preview:
    """Lines and odds."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not unit.is_fielded or refuse_disabling(state, order) is not None:
        return Preview()
    return preview_clash(disabling(state, unit.id, target.id), STAKES[DISABLE_DEFENSE])


# --- What observing, sending and chaining are worth: the attacks that come of them, less what was to be had without

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
    if rating < LEAST_COMMS:
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
