"""3.3: Active Sensors, ECM and ECCM, communication."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Option, Pick, Target
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.damage.condition import extra_lines
from gearlock.systems.tactical.dice_tests import ACTIVE_SENSORS, EW, Test, skill_lines, throw_defect, throw_test
from gearlock.systems.tactical.line_of_sight.lines import FROM_FIRE, SMOKE, Line
from gearlock.systems.tactical.line_of_sight.seeing import (
    COMMUNICATIONS,
    GONE,
    LAMP,
    SENSORS,
    STEALTH,
    aux_loss,
    has_crew,
    has_sensors,
    look,
    netting_counts,
    perk,
    profile_of,
    refuse_facing,
    refuse_ground,
    sensor_reach,
    soft_points,
)
from gearlock.systems.tactical.line_of_sight.terrain import distance
from gearlock.systems.tactical.state import (
    ECCM,
    ECCM_NEXT,
    ECM,
    ECM_NEXT,
    EVADING,
    SEARCHLIGHT,
    SENSED,
    Patch,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.support_assets import COVER
from gearlock.systems.tactical.switches import ACTIVE_SENSORS as ACTIVE_SENSORS_SWITCH
from gearlock.systems.tactical.switches import ELECTRONIC_WARFARE, SWEEPS_THROUGH_GROUND
from gearlock.systems.tactical.switches import STEALTH as STEALTH_SWITCH
from gearlock.table.measure import INCH


class Sweep(Order, frozen=True, tag="sweep"):
    """Search for an enemy with Active Sensors: an Action."""

    unit: str
    target: str


class Emit(Order, frozen=True, tag="emit"):
    """Switch ECM or ECCM on, or roll its Threshold anew: an Action; it works from the next round on."""

    unit: str
    system: str


class CutOff(Order, frozen=True, tag="cut-off"):
    """Switch ECM or ECCM off."""

    unit: str
    system: str


class LaunchSmoke(Order, frozen=True, tag="launch-smoke"):
    """Put up a cloud of smoke around a point within an inch."""

    unit: str
    x: int | None = None
    y: int | None = None


class SwitchLight(Order, frozen=True, tag="switch-light"):
    """Turn a searchlight on or off."""

    unit: str
    on: bool


NEXT = {ECM: ECM_NEXT, ECCM: ECCM_NEXT}
CANCELLED = "ecm cancelled"
"""The token of a jammer that the enemy's ECCM has put out for the round."""
LAUNCHED = "smoke"
"""The mark of an activation in which smoke was launched."""
LAUNCHER = "launcher"
CLOUD_RADIUS, CLOUD_OBSCUREMENT = INCH, 2


class SweepBegun(Event, frozen=True, tag="sweep-begun"):
    """A unit spent an Action on an Active Sensor sweep."""

    unit: str
    target: str

    @heeds("tactical.3.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        pay(state.units[self.unit])
        state.react(self.unit)


class Swept(Event, frozen=True, tag="swept"):
    """What a sweep came to: its roll against the Threshold, and whether it found its target."""

    unit: str
    target: str
    total: int
    threshold: int
    jamming: int
    """The Threshold of the strongest ECM in the way; -1 without any."""
    found: bool

    @heeds("tactical.3.3")
    def change(self, state: State) -> None:
        """The one who swept holds it until the round is over."""
        if self.found:
            state.units[self.target].tokens[f"{SENSED}:{self.unit}"] = 1


class EmissionBegun(Event, frozen=True, tag="emission-begun"):
    """A unit spent an Action on its ECM or ECCM."""

    unit: str
    system: str

    @heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
    def change(self, state: State) -> None:
        pay(state.units[self.unit])


class EmissionRolled(Event, frozen=True, tag="emission-rolled"):
    """The Threshold of an ECM or ECCM from the next round on."""

    unit: str
    system: str
    threshold: int

    @heeds("tactical.3.3.1-reroll")
    def change(self, state: State) -> None:
        """It stands in place of any other for the next round, even if it is lower."""
        state.units[self.unit].tokens[NEXT[self.system]] = self.threshold


class EmissionCut(Event, frozen=True, tag="emission-cut"):
    """An ECM or ECCM was switched off."""

    unit: str
    system: str

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        for name in (self.system, NEXT[self.system]):
            tokens.pop(name, None)
        if self.system == ECM:
            tokens.pop(CANCELLED, None)


class JammingCompared(Event, frozen=True, tag="jamming-compared"):
    """Initiative: the Thresholds that hold for this round, and the jammers that enemy ECCM cancels."""

    ecm: tuple[tuple[str, int], ...] = ()
    eccm: tuple[tuple[str, int], ...] = ()
    cancelled: tuple[str, ...] = ()

    @heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            for name in (ECM, ECM_NEXT, ECCM, ECCM_NEXT, CANCELLED):
                unit.tokens.pop(name, None)
        for name, threshold in self.ecm:
            state.units[name].tokens[ECM] = threshold
        for name, threshold in self.eccm:
            state.units[name].tokens[ECCM] = threshold
        for name in self.cancelled:
            state.units[name].tokens[CANCELLED] = 1


class Communicated(Event, frozen=True, tag="communicated"):
    """A message in spite of enemy ECM: its roll, the Threshold it had to beat, and whether it got through."""

    unit: str
    purpose: str
    total: int
    against: int
    passed: bool


class SmokeLaunched(Event, frozen=True, tag="smoke-launched"):
    """A vehicle put up a cloud of smoke; it hangs there until the round is over."""

    unit: str
    x: int
    y: int

    @heeds("tactical.7.2-smoke")
    def change(self, state: State) -> None:
        """No Action; one cloud an activation."""
        seat = state.units[self.unit].seat
        cloud = Patch(SMOKE, self.x, self.y, CLOUD_RADIUS, CLOUD_OBSCUREMENT, seat, self.unit, left=1, word=LAUNCHER)
        state.patches.append(cloud)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.marks.append(LAUNCHED)


class SmokeRose(Event, frozen=True, tag="smoke-rose"):
    """Smoke of a burning zone for this round: its Obscurement."""

    x: int
    y: int
    radius: int
    obscurement: int

    @heeds("tactical.3.4.4-smoke")
    def change(self, state: State) -> None:
        cloud = Patch(SMOKE, self.x, self.y, self.radius, self.obscurement, left=1, word=FROM_FIRE)
        state.patches.append(cloud)


class SmokeCleared(Event, frozen=True, tag="smoke-cleared"):
    """The round is over: all smoke has gone."""

    @heeds("tactical.7.2-smoke", "tactical.3.4.4-smoke")
    def change(self, state: State) -> None:
        state.patches = [patch for patch in state.patches if patch.kind != SMOKE]


class LightSwitched(Event, frozen=True, tag="light-switched"):
    """A searchlight was turned on or off."""

    unit: str
    on: bool

    @heeds("tactical.3.7-searchlight")
    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        if self.on:
            tokens[SEARCHLIGHT] = 1
        else:
            tokens.pop(SEARCHLIGHT, None)


class LampBroken(Event, frozen=True, tag="lamp-broken"):
    """A called shot put a searchlight out for good."""

    unit: str

    @heeds("tactical.3.7-searchlight")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.harm[f"aux:{LAMP}"] = GONE
        unit.tokens.pop(SEARCHLIGHT, None)


# --- 2.6.3: Actions as sensors and jammers pay them


@heeds("tactical.2.6.3", "tactical.2.6.9")
def refuse_without_action(state: State, unit_id: str, rule_id: str) -> Refusal | None:
    """Why a unit cannot do something that takes an Action: it is not there, evades, or has none left."""
    unit = state.units.get(unit_id)
    if unit is None or not unit.is_fielded or not has_crew(unit):
        return Refusal("unit", rule_id, f"{unit_id or 'Nobody'} is no unit on the table that could act.")
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if unit.actions < 1:
        message = f"The {unit.name} has no Action left this round."
        return Refusal("no-action", rule_id, message, {"actions": unit.actions})
    return None


def pay(unit: Unit) -> None:
    """Take an Action off a unit. For the `change` of events alone."""
    unit.actions = max(0, unit.actions - 1)


# --- 3.3: Active Sensors: an Action and a roll find what Concealment hides

RULE: Final = "tactical.3.3"


@heeds("tactical.3.3")
def sweep_lines(unit: Unit) -> tuple[Modifier, ...]:
    """The roll of a sweep: Electronic Warfare and the Sensor rating, with damage; destroyed sensors try at -5."""
    lines = [*skill_lines(unit, EW)]
    loss = aux_loss(unit, SENSORS)
    if unit.card.sensors and loss < GONE:
        lines.append(result(unit.card.sensors, "Sensors", RULE))
    if loss:
        label = "Sensors destroyed" if loss >= GONE else "damaged Sensors"
        lines.append(result(-loss, label, "tactical.3.5.1-auxiliary"))
    return (*lines, *extra_lines(unit))


@heeds("tactical.3.3", "tactical.2.6.2-snap-fire")
def gone_by(state: State, target: Unit) -> int:
    """Mils that give a target away: of its last recorded move, or of the one it is on."""
    now = state.activation
    return now.gone if now is not None and now.unit == target.id and not target.has_moved else target.moved


@rule("tactical.3.3")
def sweep_threshold(state: State, unit: Unit, target: Unit) -> int:
    """What a sweep has to exceed: Concealment and Stealth, 1 less for each inch the target moved and weapon it fired.

    Stealth is counted once, and always. Rain hinders a sweep by 1 less than the eye.
    """
    square = (unit.x - target.x) ** 2 + (unit.y - target.y) ** 2
    concealment = look(state, unit, target).obscurement + soft_points(state, square, active=True)
    concealment = max(0, concealment + netting_counts(state, target) - profile_of(target))
    stealth = perk(target, STEALTH) if state.switch(STEALTH_SWITCH) else 0
    fired = len({entry.partition(":")[0] for entry in target.fired})
    return max(0, concealment + stealth - gone_by(state, target) // INCH - fired)


@heeds("tactical.3.3", "tactical.2.6.6-firing-arcs")
def refuse_sweep(state: State, order: Sweep) -> Refusal | None:
    """Why a unit cannot sweep for an enemy: sensors, an Action, and the enemy in its arcs and its Sensor range."""
    if not state.switch(ACTIVE_SENSORS_SWITCH):
        return Refusal("module", RULE, "This battle is played without Active Sensors.")
    if refusal := refuse_without_action(state, order.unit, RULE):
        return refusal
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not has_sensors(unit):
        return Refusal("no-sensors", RULE, f"The {unit.name} has no sensors.")
    if target is None or target.seat == unit.seat or not target.is_fielded:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if target.token(f"{SENSED}:{unit.id}"):
        return Refusal("held", RULE, f"The {unit.name} holds the {target.name} on its sensors already.")
    mils = distance(state, unit, target)
    if refusal := refuse_facing(state, unit, target.x, target.y, mils, target.name):
        return refusal
    if state.switch(SWEEPS_THROUGH_GROUND):
        return None
    line = Line(unit.x, unit.y, unit.z, target.x, target.y, target.z)
    return refuse_ground(state, unit, target, line)


@heeds("tactical.3.3", "tactical.3.3.1-ecm", "tactical.ref-fumble-effects")
def resolve_sweep(ctx: Ctx[State], order: Sweep) -> Script[None]:
    """Roll against the Concealment Threshold, and against enemy ECM as well: both have to be exceeded."""
    ctx.emit(SweepBegun(order.unit, order.target))
    defect = yield from throw_defect(ctx, order.unit, ACTIVE_SENSORS)
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    threshold = sweep_threshold(ctx.state, unit, target)
    jamming = jamming_threshold(ctx.state, unit)
    lines = (*sweep_lines(unit), *defect)
    test = Test("active sensors", unit.id, lines, RULE, max(threshold, jamming), target.id)
    rolled = yield from throw_test(ctx, test)
    found = not rolled.fumbled and rolled.total > max(threshold, jamming)
    ctx.emit(Swept(order.unit, order.target, rolled.total, threshold, jamming, found))


def offer_sweeps(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every enemy that a sweep may find and the eye does not; `only` names the one it may be."""
    if not state.switch(ACTIVE_SENSORS_SWITCH) or not has_sensors(unit) or unit.actions < 1:
        return
    for target in [state.units[only]] if only else state.units.values():
        order = Sweep(unit.id, target.id)
        if target.seat == unit.seat or refuse_sweep(state, order) is not None:
            continue
        if look(state, unit, target).reason is not None:
            yield Target(f"Sweep for the {target.name} with Active Sensors", order, RULE, target.id)


# --- 3.3.1: Communication rolls under enemy ECM, and Command Points that have to get through it

RULE_COMMUNICATION: Final = "tactical.3.3.1-ecm"
BY_HAND: Final = -2
"""The Communications rating of an infantry squad."""


@heeds("tactical.3.3.1-ecm", "tactical.3.3.1-command-points")
def communication_lines(unit: Unit, is_action: bool = False) -> tuple[Modifier, ...]:
    """A Communication roll: Electronic Warfare and the Communications rating; a squad its Skill and -2."""
    rating = BY_HAND if unit.is_infantry else unit.card.communications
    lines = [*skill_lines(unit, EW)]
    if rating:
        lines.append(result(rating, "Communications", RULE_COMMUNICATION))
    if loss := aux_loss(unit, COMMUNICATIONS):
        lines.append(result(-loss, "damaged Communications", "tactical.3.5.1-auxiliary"))
    return (*lines, *(extra_lines(unit) if is_action else ()))


def can_communicate(unit: Unit) -> bool:
    """Whether it has anything to communicate with: Communications that are not destroyed."""
    return aux_loss(unit, COMMUNICATIONS) < GONE


@heeds("tactical.3.3.1-ecm")
def resolve_communication(
    ctx: Ctx[State], unit_id: str, purpose: str, is_action: bool = False, to: str = "", unnamed: bool = False
) -> Script[bool]:
    """A unit communicates; True if it gets through. Only enemy ECM has to be beaten: without any nobody rolls.

    Where it is known to whom it speaks, the jamming over that unit counts as well. Whoever is to stay `unnamed` is not
    told with its dice.
    """
    unit = ctx.state.units[unit_id]
    ends = (unit, ctx.state.units[to]) if to else (unit,)
    against = max(jamming_threshold(ctx.state, end) for end in ends)
    if against < 0:
        return True
    named = "" if unnamed else unit_id
    test = Test(
        "communication", named, communication_lines(unit, is_action), RULE_COMMUNICATION, against, seat=unit.seat
    )
    rolled = yield from throw_test(ctx, test)
    passed = not rolled.fumbled and rolled.total > against
    ctx.emit(Communicated(named, purpose, rolled.total, against, passed))
    return passed


@rule("tactical.3.3.1-command-points")
@heeds("tactical.2.6.4")
def resolve_passing(ctx: Ctx[State], commander_id: str, to: str = "") -> Script[bool]:
    """The commanding unit passes a Command Point on; True if it gets through to whoever is to use it.

    It tests where jamming lies over itself or over the receiver; who commands is not told by that.
    """
    return (yield from resolve_communication(ctx, commander_id, "a Command Point", to=to, unnamed=True))


# --- 3.3.1: ECM and ECCM. Rolled now, they work from the next round on, and are compared in its Initiative phase

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
    if not state.switch(ELECTRONIC_WARFARE):
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
    if not state.switch(ELECTRONIC_WARFARE):
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
