"""3.3.1: ECM and ECCM. Rolled now, they work from the next round on, and are compared in its Initiative phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.assets import COVER
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.dice_tests.tests import EW, Test, skill_lines, throw_test
from gearlock.systems.tactical.line_of_sight.detection import sensor_reach
from gearlock.systems.tactical.line_of_sight.fittings import aux_loss, has_crew, perk
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.sensors.actions import refuse_without_action
from gearlock.systems.tactical.sensors.events import (
    CANCELLED,
    NEXT,
    EmissionBegun,
    EmissionCut,
    EmissionRolled,
    JammingCompared,
)
from gearlock.systems.tactical.sensors.orders import CutOff, Emit
from gearlock.systems.tactical.state import ECCM, ECM, State, Unit, opponent

SYSTEMS: Final = {ECM: "ECM", ECCM: "ECCM"}
"""The perk of either system."""
RULES: Final = {ECM: "tactical.3.3.1-ecm", ECCM: "tactical.3.3.1-eccm"}
NO_JAMMING: Final = -1
TOKENS: Final = (*NEXT, *NEXT.values(), CANCELLED)


@rule("tactical.7.2-ecm", "tactical.7.2-eccm")
def rating_of(unit: Unit, system: str) -> int:
    """The rating of a jammer or counter-jammer that works; 0 without one."""
    return perk(unit, SYSTEMS[system])


def threshold_of(unit: Unit, system: str) -> int:
    """The Threshold that a unit's system has this round; -1 if it does not work."""
    works = unit.is_fielded and has_crew(unit) and rating_of(unit, system)
    return unit.tokens.get(system, NO_JAMMING) if works else NO_JAMMING


@rule("tactical.3.3.1-ecm")
def jamming_threshold(state: State, unit: Unit) -> int:
    """What Sensor and Communication rolls of a unit have to beat: the strongest enemy ECM that reaches it; -1 if none.

    ECM reaches as far as the sensors of its emitter; what enemy ECCM has cancelled does nothing this round. Cover that
    was bought works in every battle.
    """
    found = NO_JAMMING
    if not state.switch(s.ELECTRONIC_WARFARE):
        return cover_over(state, unit.seat)
    for other in state.units.values():
        if other.seat == unit.seat or ECM not in other.tokens or CANCELLED in other.tokens:
            continue
        threshold = threshold_of(other, ECM)
        if threshold > found and distance(state, other, unit) <= sensor_reach(state, other):
            found = threshold
    return max(found, cover_over(state, unit.seat))


@heeds("tactical.4.2.2-spending", "tactical.3.3.1-eccm")
def cover_over(state: State, seat: str) -> int:
    """The Threshold of ECM cover that the enemy of a side has bought for this round; -1 if ECCM cancels it.

    It lies over the whole table, so that any ECCM that works can be held against it.
    """
    bought = state.points.get(f"{COVER}{ECM}:{opponent(seat)}", NO_JAMMING)
    if bought < 0:
        return NO_JAMMING
    counters = [threshold_of(unit, ECCM) for unit in state.units.values() if unit.seat == seat]
    strongest = max((*counters, state.points.get(f"{COVER}{ECCM}:{seat}", NO_JAMMING)))
    return NO_JAMMING if strongest >= bought else bought


@rule("tactical.3.3.1-eccm")
def is_cancelled(state: State, jammer: Unit, threshold: int, counters: list[tuple[Unit, int]]) -> bool:
    """Whether any of these enemy ECCMs cancels a jammer: as strong or stronger, and it in their Sensor range.

    ECCM cover that was bought reaches everywhere.
    """
    if state.points.get(f"{COVER}{ECCM}:{opponent(jammer.seat)}", NO_JAMMING) >= threshold:
        return True
    return any(
        counter.seat != jammer.seat
        and strength >= threshold
        and distance(state, counter, jammer) <= sensor_reach(state, counter)
        for counter, strength in counters
    )


@heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm", "tactical.3.3.1-reroll")
def compare_jamming(ctx: Ctx[State]) -> None:
    """In the Initiative phase: what was rolled takes effect, and each ECM is compared with all ECCM near it."""
    state = ctx.state
    found: dict[str, list[tuple[Unit, int]]] = {ECM: [], ECCM: []}
    for unit in state.units.values():
        for system, next_one in NEXT.items():
            threshold = unit.tokens.get(next_one, unit.tokens.get(system, NO_JAMMING))
            if threshold >= 0 and unit.is_fielded and has_crew(unit) and rating_of(unit, system):
                found[system].append((unit, threshold))
    cancelled = [unit.id for unit, threshold in found[ECM] if is_cancelled(state, unit, threshold, found[ECCM])]
    ecm, eccm = (tuple((unit.id, threshold) for unit, threshold in found[system]) for system in (ECM, ECCM))
    if not _holds(state, dict(ecm), dict(eccm), cancelled):
        ctx.emit(JammingCompared(ecm, eccm, tuple(cancelled)))


def _holds(state: State, ecm: dict[str, int], eccm: dict[str, int], cancelled: list[str]) -> bool:
    """Whether the tokens on the table say so already: a draw at Initiative compares nothing anew."""
    for name, unit in state.units.items():
        wanted = {token: found[name] for token, found in ((ECM, ecm), (ECCM, eccm)) if name in found}
        if name in cancelled:
            wanted[CANCELLED] = 1
        if wanted != {token: value for token, value in unit.tokens.items() if token in TOKENS}:
            return False
    return True


@heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
def emission_lines(unit: Unit, system: str) -> tuple[Modifier, ...]:
    """The roll of a Threshold: Electronic Warfare and the rating, with damage."""
    name = SYSTEMS[system]
    lines = [*skill_lines(unit, EW), result(rating_of(unit, system), name, f"tactical.7.2-{system}")]
    if loss := aux_loss(unit, name):
        lines.append(result(-loss, f"damaged {name}", "tactical.3.5.1-auxiliary"))
    return (*lines, *extra_lines(unit))


@heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm", "tactical.3.3.1-reroll")
def refuse_emit(state: State, order: Emit) -> Refusal | None:
    """Why a unit cannot switch ECM or ECCM on, nor roll for it anew: it takes the system, and an Action each time."""
    rule_id = RULES.get(order.system, RULES[ECM])
    if not state.switch(s.ELECTRONIC_WARFARE):
        return Refusal("module", rule_id, "This battle is played without ECM and ECCM.")
    if order.system not in SYSTEMS:
        return Refusal("system", rule_id, f"'{order.system}' is neither {ECM} nor {ECCM}.")
    if refusal := refuse_without_action(state, order.unit, rule_id):
        return refusal
    unit = state.units[order.unit]
    if not rating_of(unit, order.system):
        return Refusal("perk", rule_id, f"The {unit.name} has no working {SYSTEMS[order.system]}.")
    return None


@rule("tactical.3.3.1-reroll")
@heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
def resolve_emit(ctx: Ctx[State], order: Emit) -> Script[None]:
    """Roll the Threshold for the next round; it stands in place of the one before, even if it is lower."""
    ctx.emit(EmissionBegun(order.unit, order.system))
    unit = ctx.state.units[order.unit]
    test = Test(SYSTEMS[order.system], unit.id, emission_lines(unit, order.system), RULES[order.system])
    rolled = yield from throw_test(ctx, test)
    ctx.emit(EmissionRolled(order.unit, order.system, rolled.total))


def refuse_cut(state: State, order: CutOff) -> Refusal | None:
    """Why nothing is switched off: it is not on."""
    unit = state.units.get(order.unit)
    rule_id = RULES.get(order.system, RULES[ECM])
    if unit is None or not unit.is_fielded:
        return Refusal("unit", rule_id, f"{order.unit or 'Nobody'} is no unit on the table.")
    on = order.system in SYSTEMS and (order.system in unit.tokens or NEXT[order.system] in unit.tokens)
    return None if on else Refusal("off", rule_id, f"The {unit.name} has no {order.system or 'system'} switched on.")


def resolve_cut(ctx: Ctx[State], order: CutOff) -> None:
    """It takes no Action and holds at once."""
    ctx.emit(EmissionCut(order.unit, order.system))


def offer_emissions(state: State, unit: Unit) -> Iterator[Option]:
    """ECM and ECCM to switch on or roll anew, and what is on to switch off."""
    for system, name in SYSTEMS.items():
        if refuse_emit(state, Emit(unit.id, system)) is None:
            again = system in unit.tokens or NEXT[system] in unit.tokens
            label = f"Roll the {name} anew for the next round" if again else f"Switch the {name} on"
            yield Pick(label, Emit(unit.id, system), RULES[system])
        if refuse_cut(state, CutOff(unit.id, system)) is None:
            yield Pick(f"Switch the {name} off", CutOff(unit.id, system), RULES[system])
