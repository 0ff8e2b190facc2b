"""14.5b: sensor jamming: laid on a model by an action, or in answer to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.blitz.dice_tests.comms_tests import jamming_on, make_roll, throw_off
from gearlock.systems.blitz.dice_tests.tests import DiceTest, Transmitted, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import EW, NA, skill_of
from gearlock.systems.blitz.lock_and_cover.cover import can_find, can_lock, may_use_sensors, with_sensors
from gearlock.systems.blitz.paying import has_action
from gearlock.systems.blitz.state import JAMMED_NOW, SENSOR_JAMMING, State, Unit

# --- 14.5b: sensor jamming: who can, its EW roll, answers with it, and its end when Lock is lost

SENSOR_JAM = "sensor jamming"


@rule("blitz.trait.sj")
@heeds("blitz.14.5b")
def jams_sensors(unit: Unit) -> bool:
    """Whether it carries sensor jamming that works: ECM with SJ, and an EW skill."""
    return unit.has("ECM") and unit.has("SJ") and unit.line.ew < NA


@heeds("blitz.14.5b", "blitz.7.7", "blitz.15.5d")
def can_jam_sensors(state: State, unit: Unit, target: Unit, sensors: bool = False) -> bool:
    """Whether a model may jam another: an enemy in detection range and Lock, an action to pay with."""
    if unit.seat == target.seat or not unit.is_fielded or not target.is_fielded:
        return False
    if not has_action(unit) or not jams_sensors(unit) or (sensors and not may_use_sensors(unit)):
        return False
    return can_find(with_sensors(state, unit) if sensors else state, unit, target)


@heeds("blitz.14.5b", "blitz.trait.sj")
def sensor_jam_test(state: State, unit: Unit) -> DiceTest:
    """A plain EW roll: the rating of the suite adds nothing."""
    lines = tuple(modifiers_of(state, unit, EW))
    stake = "each success may cost its victim a die"
    return DiceTest(SENSOR_JAM, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.14.5b", stake=stake)


class SensorsJammed(Event, frozen=True, tag="sensors-jammed"):
    """A jammer's successes against a model's sensors, by an action or in answer to one."""

    unit: str
    target: str
    intensity: int
    answer: bool = False

    @heeds("blitz.14.5b")
    def change(self, state: State) -> None:
        """The token replaces a weaker one and adds to none."""
        tokens = state.units[self.target].tokens
        jammer, intensity = jamming_on(state.units[self.target])
        if self.intensity > intensity:
            tokens.pop(f"{SENSOR_JAMMING}:{jammer}", None)
            tokens[f"{SENSOR_JAMMING}:{self.unit}"] = self.intensity
            if self.answer:
                tokens[JAMMED_NOW] = 1


def jammed(state: State, event: SensorsJammed, _seat: str | None) -> Line:
    """A token, or one too weak to matter."""
    unit, target = state.units[event.unit], state.units[event.target]
    by, intensity = jamming_on(target)
    came = f"jams the sensors of {target.name}: intensity {intensity}"
    if by != unit.id or intensity != event.intensity:
        came = f"changes nothing about the sensors of {target.name}"
    return Line(f"{unit.name} {came}.", (unit.id, target.id), "blitz.14.5b")


@heeds("blitz.14.5b")
def roll_sensor_jam(ctx: Ctx[State], unit_id: str, target: str, answer: bool = False) -> Script[None]:
    """The EW roll; who is jammed itself works against that first."""
    blurred = yield from throw_off(ctx, unit_id)
    test = sensor_jam_test(ctx.state, ctx.state.units[unit_id])
    made = yield from make_roll(ctx, test._replace(lines=(*test.lines, *blurred)))
    if made.successes:
        ctx.emit(SensorsJammed(unit_id, target, made.successes, answer))


@heeds("blitz.14.5b", "blitz.3.4a")
def offer_sight_jams(ctx: Ctx[State], actor: str) -> Script[list[str]]:
    """Ask every enemy who could jam the model that acts; who says yes has paid, and rolls once all is declared."""
    jammers: list[str] = []
    seat = ctx.state.units[actor].seat
    for name in [unit.id for unit in ctx.state.units.values() if unit.seat != seat and jams_sensors(unit)]:
        unit, target = ctx.state.units[name], ctx.state.units[actor]
        if not any(can_jam_sensors(ctx.state, unit, target, sensors) for sensors in (False, True)):
            continue
        prompt = f"The {target.name} acts: does the {unit.name} jam its sensors?"
        order = yield from ask(Ask(unit.seat, "jam sights", name, (actor,), "blitz.14.5b", prompt, True))
        if isinstance(order, JamSights):
            ctx.emit(Transmitted(name, SENSOR_JAM, actor, sensors=order.sensors))
            jammers.append(name)
    return jammers


def roll_sight_jams(ctx: Ctx[State], jammers: Iterable[str], actor: str) -> Script[None]:
    """The rolls of those who answered so."""
    for name in jammers:
        yield from roll_sensor_jam(ctx, name, actor, answer=True)


class JamSights(Order, frozen=True, tag="jam-sights"):
    """Answer the active model's action by jamming its sensors; `sensors` switches active sensors on for it."""

    unit: str
    sensors: bool = False


def refuse_jam_sights(state: State, asked: Ask, order: JamSights) -> Refusal | None:
    """The model that acts must be in detection range and Lock."""
    unit, target = state.units[asked.unit], state.units[asked.about[0]]
    if can_jam_sensors(state, unit, target, order.sensors):
        return None
    message = f"The {unit.name} cannot jam the {target.name}: that takes sensor jamming, an action, Lock and detection "
    return Refusal("jam", "blitz.14.5b", message + "range; active sensors double the range, if it may use them.")


def offer_sight_jam(state: State, asked: Ask) -> Iterator[Option]:
    """Jam it as it is, with active sensors if that is the only way, or leave it."""
    for sensors in (False, True):
        order = JamSights(asked.unit, sensors)
        if refuse_jam_sights(state, asked, order) is None:
            yield Pick(f"Jam its sensors{', active sensors on' if sensors else ''}", order, "blitz.14.5b")
            break
    yield decline("Do not jam", asked.rule)


class JammingLost(Event, frozen=True, tag="jamming-lost"):
    """A jammer has no Lock on its victim any more: the token goes."""

    unit: str
    jammer: str

    @heeds("blitz.14.5b")
    def change(self, state: State) -> None:
        """Gone."""
        state.units[self.unit].tokens.pop(f"{SENSOR_JAMMING}:{self.jammer}", None)


def lost(state: State, event: JammingLost, _seat: str | None) -> Line:
    """Jamming that ended by itself."""
    text = f"The sensors of {state.units[event.unit].name} are clear again: their jammer has lost Lock."
    return Line(text, (event.unit,), "blitz.14.5b")


@heeds("blitz.14.5b")
def lost_jamming(state: State) -> list[JammingLost]:
    """Tokens whose jammer is gone or has no Lock on its victim any more."""
    lost: list[JammingLost] = []
    for unit in state.units.values():
        for token in unit.tokens:
            kind, _, name = token.partition(":")
            if kind == SENSOR_JAMMING:
                jammer = state.units.get(name)
                if jammer is None or not jammer.is_fielded or not can_lock(state, jammer, unit):
                    lost.append(JammingLost(unit.id, name))
    return lost


# --- The contents of the chapter

JAMMING: Chapter[State] = Chapter(
    "14.5b: sensor jamming",
    orders=(OrderRules(JamSights, "jam sights", refuse_jam_sights),),
    events={SensorsJammed: jammed, JammingLost: lost},
)
