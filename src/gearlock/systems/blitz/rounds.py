"""3: sequence of play: rounds, initiative, activations."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Finish, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.mechanics.turns import SEATS, higher, next_seat
from gearlock.systems.blitz.chain_of_command import (
    CGL,
    initiative_dice,
    leader_of,
    most_command_points,
    most_skill_points,
    place_of,
    points_of_rank,
    post_of,
    rank_of,
)
from gearlock.systems.blitz.dice_tests.comms_tests import faces_text, may_reroll, offer_reroll, skill_text
from gearlock.systems.blitz.dice_tests.tests import best_check, offer_bonus
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, EW, GUN, NA, PILOT, check_total
from gearlock.systems.blitz.impacts_and_falling import MovementStopped
from gearlock.systems.blitz.movement.moves_made import settle_move
from gearlock.systems.blitz.movement.terrain import moves_of
from gearlock.systems.blitz.paying import drop
from gearlock.systems.blitz.shared_activation import begin_anew, hold_leash, join_components
from gearlock.systems.blitz.state import (
    ACTING,
    ALOFT,
    AUTOPILOT,
    BRACED,
    CHARGE,
    COMMAND,
    COORDINATED,
    DROPPED,
    FIELDED,
    FULL_SPEED,
    HUMBLED,
    IMMOBILISED,
    IN_PLAY,
    INCLUDED,
    INCOMING,
    NEURAL,
    NO_GROUP,
    OFF_BOARD,
    POSTURES,
    RIDING,
    SET_DOWN,
    SILENCE,
    SKILL,
    SPENT_STANDBY,
    STANDBY,
    STRAFING,
    THROWN_OUT,
    TO_COME,
    TOP_SPEED,
    Activation,
    State,
    Unit,
    unit_of,
)

LASTS_UNTIL_THE_UNIT_ACTS = (SILENCE, INCOMING)
"""Tokens that lie there until the combat group of their model is activated again."""


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """Setup: a new round."""

    round: int

    @rule("blitz.3.1c")
    @heeds("blitz.3.1", "blitz.3.1-setup", "blitz.16.2c")
    def change(self, state: State) -> None:
        """Everybody is ready again and has its actions; off-board models have them as standby tokens."""
        state.round, state.winner, state.turn, state.phase = self.round, "", "", "initiative"
        for unit in state.units.values():
            if unit.status in IN_PLAY:
                unit.actions = 0 if unit.line.type == "Drone" else unit.line.actions - unit.token(STANDBY)
                unit.used, unit.fired = False, []
                unit.tokens.pop(SET_DOWN, None)
                unit.tokens.pop(THROWN_OUT, None)
            if unit.status == OFF_BOARD:
                unit.actions, unit.tokens[STANDBY] = 0, unit.line.actions


def round_begun(_state: State, event: RoundBegun, _seat: str | None) -> Line:
    """A new round."""
    return Line(f"Round {event.round}.", (), "blitz.3.1")


@heeds("blitz.16.1b")
def _touch_ground(state: State, unit: Unit) -> None:
    """A unit that was dropped counts as flying until it activates."""
    if DROPPED in unit.tokens:
        for other in state.units.values():
            if unit_of(other) == unit_of(unit) and other.tokens.pop(DROPPED, 0):
                other.tokens.pop(ALOFT, None)


@heeds("blitz.15.5b", "blitz.15.5e")
def _end_old_orders(state: State, unit: Unit) -> None:
    """Orders to the unit end when its first model is activated."""
    if not state.group:
        for other in state.units.values():
            if other.seat == unit.seat and other.group == unit.group:
                for token in LASTS_UNTIL_THE_UNIT_ACTS:
                    other.tokens.pop(token, None)


@heeds("blitz.3.2", "blitz.3.4a", "blitz.trait.ann", "blitz.10.3")
def come_to_rest(unit: Unit) -> None:
    """Its activation over, a model is used, has no actions left, and is at combat posture unless a token says not."""
    unit.posture, unit.used, unit.actions = "", True, 0
    unit.tokens.pop(SPENT_STANDBY, None)
    unit.tokens = {token: count for token, count in unit.tokens.items() if not token.startswith(NEURAL)}


class CleanupBegun(Event, frozen=True, tag="cleanup-begun"):
    """The end of a round: what was kept on standby is gone, and smoke has cleared."""

    @heeds("blitz.3.3", "blitz.10.3", "blitz.trait.smoke")
    def change(self, state: State) -> None:
        """Standby tokens go first of all."""
        state.smoke.clear()
        for unit in state.units.values():
            drop(unit, STANDBY, unit.token(STANDBY))


def cleanup(_state: State, _event: CleanupBegun, _seat: str | None) -> Line:
    """The end of a round."""
    return Line("Cleanup.", (), "blitz.3.3")


class EffectsResolved(Event, frozen=True, tag="effects-resolved"):
    """Everything that lay on the table has had its effect: objectives are looked at next."""

    @heeds("blitz.3.3")
    def change(self, state: State) -> None:
        state.phase = "review"


class PointsRefilled(Event, frozen=True, tag="points-refilled"):
    """Commanders and veterans have their points again."""

    @heeds("blitz.15.6", "blitz.15.7", "blitz.3.3")
    def change(self, state: State) -> None:
        """As many as they may have; nobody loses any he was given."""
        for unit in state.units.values():
            if not unit.is_destroyed:
                for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
                    if most > unit.token(token):
                        unit.tokens[token] = most


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Cleanup is done: a new round begins, or the battle is over."""

    over: bool = False

    def change(self, state: State) -> None:
        state.finished = self.over
        state.phase, state.turn, state.winner = "setup", "", ""


class SteppedUp(Event, frozen=True, tag="stepped-up"):
    """A deputy took the place of a commander who was destroyed."""

    unit: str

    @heeds("blitz.15.0")
    def change(self, state: State) -> None:
        """Its ratings stay; its points are command points from now on."""
        unit = state.units[self.unit]
        unit.tokens[ACTING] = 1
        points = min(unit.token(SKILL), points_of_rank(unit))
        if points:
            drop(unit, SKILL, points)
            unit.tokens[COMMAND] = unit.token(COMMAND) + points


def stepped_up(state: State, event: SteppedUp, _seat: str | None) -> Line:
    """A deputy in the place of the fallen."""
    unit = state.units[event.unit]
    text = f"{unit.name} takes over as {rank_of(post_of(unit)).title}."
    return Line(text, (unit.id,), "blitz.15.0")


class PrideLost(Event, frozen=True, tag="pride-lost"):
    """A proud commander lost half of its unit, and a point with it."""

    unit: str

    @heeds("blitz.force.cef.grel")
    def change(self, state: State) -> None:
        """It has no more points than it can have now."""
        unit = state.units[self.unit]
        unit.tokens[HUMBLED] = 1
        for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
            drop(unit, token, max(0, unit.token(token) - most))


def humbled(state: State, event: PrideLost, _seat: str | None) -> Line:
    """Half of a proud unit is gone."""
    text = f"Half the unit of {state.units[event.unit].name} is gone, and a command point with it."
    return Line(text, (event.unit,), "blitz.force.cef.grel")


# --- 3.1a: initiative: an opposed command check of the highest commanders


@heeds("blitz.3.1a", "blitz.15.2")
def who_may_test(state: State, seat: str) -> list[Unit]:
    """Who may test for a side: those highest in the chain of command, or anybody if no commander is left.

    Who is not on the table yet counts before the first round alone.
    """
    mine = [unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP]
    there = [unit for unit in mine if unit.status in IN_PLAY or (not state.round and not unit.is_destroyed)]
    highest = min(map(place_of, there), default=None)
    return sorted((unit for unit in there if place_of(unit) == highest), key=lambda unit: -initiative_dice(unit))


@heeds("blitz.15.2", "blitz.3.1a")
def _choose_tester(ctx: Ctx[State], seat: str) -> Script[Unit | None]:
    """The owner chooses between equals."""
    equals = tuple(unit.id for unit in who_may_test(ctx.state, seat))
    if len(equals) < 2:
        return ctx.state.units[equals[0]] if equals else None
    order = yield from ask(Ask(seat, "appoint", "", equals, "blitz.15.2", "Which model tests for initiative?"))
    assert isinstance(order, Appoint), f"{order} names nobody"
    return ctx.state.units[order.unit]


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both command checks; the winner is empty after a tie."""

    purpose: str
    red_unit: str
    red_faces: tuple[int, ...]
    red_skill: int
    red: int
    blue_unit: str
    blue_faces: tuple[int, ...]
    blue_skill: int
    blue: int
    winner: str = ""

    @heeds("blitz.10.3")
    def change(self, state: State) -> None:
        """There is a winner, or there is not; who gave up the last standby token for it is no longer braced."""
        state.winner = self.winner
        for unit in state.units.values():
            unit.tokens.pop(SPENT_STANDBY, None)


def initiative(_state: State, event: InitiativeRolled, _seat: str | None) -> Line:
    """Both checks."""
    red = f"red {faces_text(event.red_faces)} at {skill_text(event.red_skill)} = {event.red}"
    blue = f"blue {faces_text(event.blue_faces)} at {skill_text(event.blue_skill)} = {event.blue}"
    won = f"{event.winner} wins" if event.winner else "a tie"
    units = tuple(unit for unit in (event.red_unit, event.blue_unit) if unit)
    return Line(f"{event.purpose.capitalize()}: {red}, {blue}: {won}.", units, "blitz.3.1a")


class PointsRestored(Event, frozen=True, tag="points-restored"):
    """A tie gives back the command and skill points that were spent on it."""

    units: tuple[str, ...]
    skilled: tuple[str, ...] = ()

    @heeds("blitz.3.1a", "blitz.15.7")
    def change(self, state: State) -> None:
        for units, token in ((self.units, COMMAND), (self.skilled, SKILL)):
            for unit in units:
                tokens = state.units[unit].tokens
                tokens[token] = tokens.get(token, 0) + 1


def restored(_state: State, _event: PointsRestored, _seat: str | None) -> Line:
    """Points back after a tie."""
    return Line("Command points spent on the tie come back.", (), "blitz.3.1a")


@rule("blitz.3.1a")
@heeds("blitz.2.6", "blitz.3.1-setup")
def roll_initiative(ctx: Ctx[State], purpose: str) -> Script[None]:
    """Both check, and again until one side is higher; points spent on a tie come back."""
    while not ctx.state.winner:
        dice: dict[str, Roll] = {}
        skills: dict[str, int] = {}
        for seat in SEATS:
            unit = yield from _choose_tester(ctx, seat)
            lines = [] if unit is None else (yield from offer_bonus(ctx, unit.id, purpose))
            count = 0 if unit is None else BASE_DICE + initiative_dice(unit) + sum(line.value for line in lines)
            skills[seat] = NA if unit is None else rank_of(unit.rank).skill
            name = "" if unit is None else unit.id
            dice[seat] = Roll(purpose, max(0, count), 6, 1, seat, name, "blitz.3.1a", step=skills[seat])
        red_faces, blue_faces = (yield from throw_pool(dice["red"])), (yield from throw_pool(dice["blue"]))
        faces = {"red": red_faces, "blue": blue_faces}
        spent = yield from _reroll(ctx, purpose, dice, skills, faces)
        totals = {seat: check_total(faces[seat], skills[seat]) for seat in SEATS}
        winner = higher(totals["red"], totals["blue"])
        red, blue = ((dice[s].unit, faces[s], skills[s], totals[s]) for s in SEATS)
        ctx.emit(InitiativeRolled(purpose, *red, *blue, winner))
        if not winner and any(spent.values()):
            ctx.emit(PointsRestored(tuple(spent[COMMAND]), tuple(spent[SKILL])))


class InitiativeThrown(Event, frozen=True, tag="initiative-thrown"):
    """The dice of both sides lie there, and somebody may re-roll."""

    purpose: str
    red_faces: tuple[int, ...]
    blue_faces: tuple[int, ...]


def thrown(_state: State, event: InitiativeThrown, _seat: str | None) -> Line:
    """Dice that may be thrown again."""
    text = f"{event.purpose.capitalize()}: red {faces_text(event.red_faces)}, blue {faces_text(event.blue_faces)}."
    return Line(text, (), "blitz.3.1a")


def _reroll(
    ctx: Ctx[State], purpose: str, dice: dict[str, Roll], skills: dict[str, int], faces: dict[str, Faces]
) -> Script[dict[str, list[str]]]:
    """Either side may re-roll once; who paid with command or skill points is remembered."""
    spent: dict[str, list[str]] = {COMMAND: [], SKILL: []}
    rollers = [ctx.state.units[roll.unit] for roll in dice.values() if roll.unit]
    if any(may_reroll(ctx.state, unit, ()) for unit in rollers):
        ctx.emit(InitiativeThrown(purpose, faces["red"], faces["blue"]))
    for seat in SEATS:
        if not faces[seat]:
            continue
        red, blue = (check_total(faces[each], skills[each]) for each in SEATS)
        before = {unit.id: unit.tokens.copy() for unit in ctx.state.units.values()}
        if not _gains(ctx.state, seat, dice, skills, faces):
            continue
        shown = f"Red {red}, blue {blue}; the higher total wins initiative"
        if (yield from offer_reroll(ctx, dice[seat].unit, purpose, shown, [])):
            faces[seat] = yield from throw_pool(dice[seat])
            for token, units in spent.items():
                units += [u.id for u in ctx.state.units.values() if u.token(token) < before[u.id].get(token, 0)]
    return spent


@heeds("blitz.2.6", "blitz.3.1a")
def _gains(state: State, seat: str, dice: dict[str, Roll], skills: dict[str, int], faces: dict[str, Faces]) -> bool:
    """Whether other dice could serve a side: not if it cannot catch up, nor if it leads and nobody can answer."""
    other = next(each for each in SEATS if each != seat)
    ours, theirs = (check_total(faces[each], skills[each]) for each in (seat, other))
    best = best_check(len(faces[seat]), skills[seat])
    if ours >= best or best < theirs:
        return False
    is_answered = seat == SEATS[0] and bool(dice[other].unit) and bool(faces[other])
    return ours <= theirs or (is_answered and may_reroll(state, state.units[dice[other].unit], ()))


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The winner of initiative named the active player."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.phase = self.seat, "action"


def first(_state: State, event: FirstChosen, _seat: str | None) -> Line:
    """Who begins."""
    return Line(f"{event.seat.capitalize()} begins as the active player.", (), "blitz.3.1a")


@heeds("blitz.3.1a")
def resolve_initiative(ctx: Ctx[State]) -> Script[None]:
    """The winner begins as the active or as the passive player."""
    if not ctx.state.winner:
        yield from roll_initiative(ctx, "initiative")
        return
    prompt = "You won initiative. Who begins the round as the active player?"
    order = yield from ask(Ask(ctx.state.winner, "first", rule="blitz.3.1a", prompt=prompt))
    assert isinstance(order, ChooseFirst), f"{order} does not say who begins"
    ctx.emit(FirstChosen(order.seat))


# --- 3.2: who may be activated, in which posture, and the end of an activation

_SKILLS = (GUN, PILOT, EW)


@heeds("blitz.3.2", "blitz.3.1", "blitz.2.1a", "blitz.5.4-attached")
def waiting_models(state: State) -> Iterator[Unit]:
    """The models on the table that are still to be activated; what is in no combat group, or led by another, is not."""
    ready = (u for u in state.units.values() if u.status in (FIELDED, ALOFT) and not u.used and u.group != NO_GROUP)
    return (unit for unit in ready if not state.is_led(unit))


@rule("blitz.5.4-attached")
@heeds("blitz.3.2")
def unactivated(state: State, seat: str) -> list[Unit]:
    """Those of a seat that may be next: of the combat group under way, or of any while none is."""
    mine = (unit for unit in waiting_models(state) if unit.seat == seat)
    return [unit for unit in mine if not state.group or unit.group == state.group]


@rule("blitz.3.2a")
@heeds("blitz.9.2", "blitz.15.5d", "blitz.2.14", "blitz.9.6c", "blitz.10.3", "blitz.16.2b")
def refuse_posture(unit: Unit, posture: str) -> Refusal | None:
    """Why a model cannot take a posture."""
    if posture not in POSTURES:
        return Refusal("posture", "blitz.3.2a", f"There is no posture '{posture}': braced, combat or top speed.")
    fixed = IMMOBILISED in unit.tokens or unit.is_shorted or unit.line.type == "Fortification" or unit.is_landed
    if fixed and posture != BRACED:
        return Refusal("immobile", "blitz.3.2a", f"The {unit.name} cannot move: it is always braced.")
    if unit.token(STANDBY) and posture != BRACED:
        message = f"The {unit.name} stands by: it is braced as long as it has a standby token."
        return Refusal("standby", "blitz.10.3", message)
    if posture == BRACED and unit.status == ALOFT:
        return Refusal("flying", "blitz.17.0a", f"The {unit.name} flies, and nothing that flies is braced.")
    if posture == TOP_SPEED and unit.is_crippled and not unit.is_infantry:
        return Refusal("crippled", "blitz.9.2", f"The {unit.name} is crippled and cannot go at top speed.")
    bound = fixed or unit.is_crippled or unit.token(STANDBY)
    if unit.token(FULL_SPEED) == TO_COME and posture != TOP_SPEED and not bound:
        return Refusal("order", "blitz.15.5d", f"The {unit.name} is ordered full speed ahead.")
    return None


class Activate(Order, frozen=True, tag="activate"):
    """Activate a model in a posture.

    `autopilot` takes one more action for a die less in defence; `neural` is the skill a neural net improves; `tall`
    lets a Low Profile model stand up; `elevated` a VTOL rise instead of hugging the ground.
    """

    unit: str
    posture: str
    autopilot: bool = False
    neural: str = ""
    tall: bool = False
    elevated: bool = False


@heeds("blitz.3.2", "blitz.trait.autopilot", "blitz.trait.ann", "blitz.trait.lowprofile", "blitz.18.5")
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A ready model of one's own, of the combat group under way, in a posture it can take."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or unit.status not in (FIELDED, ALOFT) or unit.group == NO_GROUP:
        return Refusal("unit", "blitz.3.2", f"{order.unit or 'Nobody'} is no model of yours that could be activated.")
    if state.group and unit.group != state.group:
        message = f"Combat group {state.group} is active; the {unit.name} is in combat group {unit.group}."
        return Refusal("group", "blitz.3.2", message, {"active": state.group, "group": unit.group})
    if unit.used:
        return Refusal("used", "blitz.3.2", f"The {unit.name} has been activated this round.")
    if state.is_led(unit):
        message = f"The {unit.name} is activated together with the {state.units[unit.parent].name}."
        return Refusal("attached", "blitz.5.4-attached", message)
    if order.autopilot and not unit.has("Autopilot"):
        return Refusal("autopilot", "blitz.trait.autopilot", f"The {unit.name} has no autopilot.")
    if order.autopilot and THROWN_OUT in unit.tokens:
        message = f"The {unit.name} was thrown out of its transport: it moves this round, and has no action."
        return Refusal("autopilot", "blitz.18.5", message)
    if order.neural and (order.neural not in _SKILLS or not unit.has("ANN")):
        return Refusal("neural", "blitz.trait.ann", f"No neural net improves the '{order.neural}' of the {unit.name}.")
    if order.tall and not unit.line.may_stand_up:
        message = "Only Gears and Striders with a low profile stand up for an activation."
        return Refusal("tall", "blitz.trait.lowprofile", message)
    return refuse_height(unit, order) or refuse_posture(unit, order.posture)


@rule("blitz.17.7", "blitz.17.7a")
@heeds("blitz.17.7b", "blitz.17.0a")
def refuse_height(unit: Unit, order: Activate) -> Refusal | None:
    """Why a model cannot be elevated: only VTOLs are, and not braced, for they fly then."""
    if not order.elevated:
        return None
    if unit.line.gait != "V":
        return Refusal("elevated", "blitz.17.7", f"The {unit.name} is no VTOL.")
    if order.posture == BRACED:
        return Refusal("flying", "blitz.17.0a", f"The {unit.name} flies when elevated, and cannot brace.")
    return None


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may be next, in every posture it can take."""
    for unit in unactivated(state, ask.seat):
        for posture in POSTURES:
            if refuse_posture(unit, posture) is not None:
                continue
            for order in _ways(unit, posture):
                words = [
                    posture,
                    *(["autopilot"] if order.autopilot else []),
                    *([order.neural] if order.neural else []),
                ]
                words += ["elevated"] if order.elevated else ["nap of the earth"] if unit.line.gait == "V" else []
                label = f"{unit.name}: {', '.join([*words, *(['standing up'] if order.tall else [])])}"
                yield Pick(label, order, "blitz.3.2a")


def _ways(unit: Unit, posture: str) -> Iterator[Activate]:
    """With and without autopilot, neural net, and standing up."""
    for autopilot in (False, True) if unit.has("Autopilot") and THROWN_OUT not in unit.tokens else (False,):
        for neural in _SKILLS if unit.has("ANN") else ("",):
            for standing in (False, True) if unit.line.may_stand_up else (False,):
                yield Activate(unit.id, posture, autopilot, neural, standing)
                if unit.line.gait == "V" and posture != BRACED:
                    yield Activate(unit.id, posture, autopilot, neural, standing, True)


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which seat begins as the active player."""

    seat: str


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """There are two seats."""
    if order.seat in ("red", "blue"):
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    for seat in ("red", "blue"):
        yield Pick("I begin" if seat == ask.seat else "They begin", ChooseFirst(seat), ask.rule)


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End the activation; actions not spent are lost."""

    unit: str


@heeds("blitz.17.2")
def refuse_end(state: State, order: EndActivation) -> Refusal | None:
    """Nobody stays over the middle of the table."""
    unit = state.units[order.unit]
    if STRAFING in unit.tokens:
        return Refusal("strafing", "blitz.17.2", f"The {unit.name} crosses the table: it resumes circling first.")
    return None


def offer_end(state: State, ask: Ask) -> Iterator[Option]:
    """The way out of every activation."""
    if STRAFING in state.units[ask.unit].tokens:
        return
    yield Pick("End the activation", EndActivation(ask.unit), "blitz.3.4a")


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation in a posture with so many moves."""

    unit: str
    posture: str
    moves: int
    autopilot: bool = False
    neural: str = ""
    tall: bool = False
    elevated: bool = False
    plain = True

    @heeds("blitz.17.7", "blitz.3.2a", "blitz.trait.autopilot", "blitz.trait.ann")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        begin_anew(state, unit, self.posture)
        _end_old_orders(state, unit)
        _touch_ground(state, unit)
        unit.tall = self.tall
        for each in (unit, *(other for other in state.units.values() if other.carrier == unit.id)):
            each.tokens.pop(ALOFT, None)
            each.tokens.update({ALOFT: 1} if self.elevated else {})
        if self.autopilot:
            unit.actions += 1
            unit.tokens[AUTOPILOT] = 1
        if self.neural:
            unit.tokens[f"{NEURAL}:{self.neural}"] = 1
        unit.gait = unit.gait or unit.line.gait
        state.group = unit.group
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)


def activated(state: State, event: Activated, _seat: str | None) -> Line:
    """A model and its posture."""
    extra = ", on autopilot" if event.autopilot else ""
    extra += f", neural net on {event.neural}" if event.neural else ""
    extra += ", elevated" if event.elevated else ""
    text = f"{state.units[event.unit].name} activates: {event.posture}{extra}."
    return Line(text, (event.unit,), "blitz.3.2a")


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """A combat group is used; the other side activates one, or the action phase is over when the seat is empty.

    Those of it who are aboard somebody are used with it: no group is activated twice in a round.
    """

    seat: str

    @heeds("blitz.15.5a", "blitz.15.5c", "blitz.3.2")
    def change(self, state: State) -> None:
        """Orders that last as long as the unit's activation are over; so they are for who was activated before."""
        done, group = state.turn, state.group
        for unit in state.units.values():
            if unit.seat == done and unit.group == group and unit.status == RIDING:
                unit.used = True
            if unit.seat == done and (unit.group == group or unit.used):
                unit.tokens.pop(CHARGE, None)
            for token in [token for token in unit.tokens if token.startswith((COORDINATED, INCLUDED))]:
                del unit.tokens[token]
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase = "cleanup"


@rule("blitz.3.2", "blitz.2.1a")
@heeds("blitz.3.1")
def resolve_activation(ctx: Ctx[State]) -> Script[None]:
    """Activate the next model of the combat group; when all are used the other side activates a group.

    Who has groups left when the other side has none goes on alone.
    """
    seat = ctx.state.turn
    if not unactivated(ctx.state, seat):
        ctx.emit(TurnPassed(next_seat(seat, {unit.seat for unit in waiting_models(ctx.state)})))
        return
    prompt = "Which model do you activate, and in which posture?"
    order = yield from ask(Ask(seat, "activate", rule="blitz.3.2", prompt=prompt))
    assert isinstance(order, Activate), f"{order} activates nobody"
    unit = ctx.state.units[order.unit]
    moves = moves_of(unit, order.posture)
    ctx.emit(Activated(unit.id, order.posture, moves, order.autopilot, order.neural, order.tall, order.elevated))
    if SET_DOWN in ctx.state.units[order.unit].tokens:
        ctx.emit(MovementStopped(order.unit))
    join_components(ctx, order.unit, order.posture)


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation is over."""

    unit: str

    def change(self, state: State) -> None:
        """Those who share it go on."""
        come_to_rest(state.units[self.unit])
        state.end_activation(self.unit)
        state.rolled = None


@heeds("blitz.6.6")
def resolve_end(ctx: Ctx[State], order: EndActivation) -> Script[None]:
    """The activation is over, and with it a move that was left open."""
    yield from settle_move(ctx)
    if ctx.state.is_acting(order.unit):
        ctx.emit(ActivationEnded(order.unit))
        hold_leash(ctx, order.unit)


# --- Utopia: machines follow machines: who leads a combat group whose N-KIDU leader was destroyed

SWARM = "N-KIDU"


@heeds("blitz.force.utopia-special")
def heirs(state: State) -> list[Unit]:
    """The N-KIDU that may follow the first destroyed leader of their kind whose combat group nobody leads."""
    fallen = (unit for unit in state.units.values() if unit.rank == CGL and unit.is_destroyed)
    for chief in fallen:
        if SWARM in chief.line.traits and leader_of(state, chief) is None:
            mates = (unit for unit in state.in_play(chief.seat) if unit_of(unit) == unit_of(chief))
            found = [unit for unit in mates if SWARM in unit.line.traits]
            if found:
                return found
    return []


class Appointed(Event, frozen=True, tag="appointed"):
    """An N-KIDU became the leader of its combat group."""

    unit: str

    @heeds("blitz.force.utopia-special")
    def change(self, state: State) -> None:
        """It leads from now on, with the points of its new rank."""
        unit = state.units[self.unit]
        unit.rank = CGL
        unit.tokens[COMMAND] = most_command_points(unit)


def appointed(state: State, event: Appointed, _seat: str | None) -> Line:
    """One machine follows another."""
    text = f"{state.units[event.unit].name} leads its combat group from now on."
    return Line(text, (event.unit,), "blitz.force.utopia-special")


@heeds("blitz.force.utopia-special")
def resolve_succession(ctx: Ctx[State], left: list[Unit]) -> Script[None]:
    """In Setup their owner names one of them."""
    about = tuple(unit.id for unit in left)
    prompt = "The N-KIDU that led this combat group is destroyed. Which of its unit leads it from now on?"
    order = yield from ask(Ask(left[0].seat, "appoint", "", about, "blitz.force.utopia-special", prompt))
    assert isinstance(order, Appoint), f"{order} appoints nobody"
    ctx.emit(Appointed(order.unit))


class Appoint(Order, frozen=True, tag="appoint"):
    """Name the model that leads its combat group from now on, or that tests for initiative."""

    unit: str


def refuse_appoint(_state: State, asked: Ask, order: Appoint) -> Refusal | None:
    """One of those who are left."""
    if order.unit in asked.about:
        return None
    message = f"{order.unit or 'Nobody'} cannot be named here: name one of {', '.join(asked.about)}."
    return Refusal("heir", asked.rule, message)


def offer_heirs(state: State, asked: Ask) -> Iterator[Option]:
    """Each of them."""
    for name in asked.about:
        yield Pick(f"The {state.units[name].name}", Appoint(name), asked.rule)


# --- The contents of the chapter

ROUNDS: Chapter[State] = Chapter(
    "3: sequence of play",
    orders=(
        OrderRules(ChooseFirst, "first", refuse_first),
        OrderRules(Activate, "activate", refuse_activate),
        OrderRules(Appoint, "appoint", refuse_appoint),
        OrderRules(EndActivation, ("act", "scout"), by_order(refuse_end), resolve_end),
    ),
    events={
        RoundBegun: round_begun,
        InitiativeThrown: thrown,
        InitiativeRolled: initiative,
        PointsRestored: restored,
        FirstChosen: first,
        Activated: activated,
        ActivationEnded: None,
        TurnPassed: None,
        CleanupBegun: cleanup,
        EffectsResolved: None,
        PointsRefilled: None,
        RoundEnded: None,
        SteppedUp: stepped_up,
        Appointed: appointed,
        PrideLost: humbled,
    },
)
