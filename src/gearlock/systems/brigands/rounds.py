"""1.6 to 1.8: the turn sequence: rounds, phases and activations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Finish, Keep, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.mechanics.pools.shown import single_throw
from gearlock.systems.brigands.actions import payment
from gearlock.systems.brigands.drones import resolve_drones
from gearlock.systems.brigands.electronic_warfare.contests import (
    DefenseFirstChosen,
    DefensePassed,
    DefensePhaseOpened,
    DefenseRaised,
    EwDeclared,
    RaiseDefense,
)
from gearlock.systems.brigands.electronic_warfare.ecm_and_eccm import ECM_DEFENSE, RULE, able_defenders
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.movement.moving import settle_move
from gearlock.systems.brigands.multi_component_vehicles import refuse_pace, set_pace
from gearlock.systems.brigands.state import (
    BRACED,
    COMBAT_SPEED,
    EVADE,
    FIELDED,
    NO_GROUP,
    RIDING,
    TOP_SPEED,
    Activation,
    State,
    Unit,
    opponent,
)
from gearlock.systems.brigands.transport import refuse_posture
from gearlock.systems.brigands.vtols import is_vtol, refuse_altitude, refuse_bearing


class KeepOverwatch(Keep, frozen=True, tag="keep-overwatch"):
    """Keep Overwatch tokens instead of refreshing Actions."""

    unit: str


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """A new Round."""

    round: int

    def change(self, state: State) -> None:
        state.round, state.winner, state.turn = self.round, "", ""


def round_begun(_state: State, event: RoundBegun, _seat: str | None) -> Line:
    return Line(f"Round {event.round}.", (), "brigands.1.8")


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Dice and totals of Initiative; the winner is empty after a tie."""

    red_die: int
    red: int
    blue_die: int
    blue: int
    winner: str

    def change(self, state: State) -> None:
        state.winner = self.winner
        if self.winner:
            state.phase = "setup"


def initiative(_state: State, event: InitiativeRolled, _seat: str | None) -> Line:
    result = f"{event.winner} wins" if event.winner else "again"
    sums = f"red {event.red} (rolled {event.red_die}), blue {event.blue} (rolled {event.blue_die})"
    rule_id, source = "brigands.1.8-initiative", "rank and Init of the Commander"
    rolls = (
        single_throw("red", event.red_die, event.red, rule_id, source),
        single_throw("blue", event.blue_die, event.blue, rule_id, source),
    )
    return Line(f"Initiative: {sums}: {result}.", (), rule_id, rolls)


class OverwatchKept(Event, frozen=True, tag="overwatch-kept"):
    """A model kept its Overwatch tokens, topped up, and has no Actions this Round."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        state.units[self.unit].overwatch = self.tokens


def kept(state: State, event: OverwatchKept, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} stays on Overwatch.", (event.unit,), "brigands.6.2")


class RoundReadied(Event, frozen=True, tag="round-readied"):
    """Setup: Actions and Command Points refreshed, tokens removed. `kept` names models that keep Overwatch."""

    kept: tuple[str, ...]

    @rule("brigands.7.4c")
    @heeds("brigands.1.8-setup", "brigands.trait.vet")
    def change(self, state: State) -> None:
        """Refresh what refreshes, remove what lasts a Round."""
        state.bites = None
        for unit in state.units.values():
            if unit.status not in (FIELDED, RIDING):
                continue
            kept = unit.id in self.kept
            unit.actions = 0 if kept else unit.line.actions
            unit.standby = 0
            unit.overwatch = unit.overwatch if kept else 0
            unit.command = RANKS[unit.rank][1]
            unit.skill = 1 if "Vet" in unit.line.traits else 0
            unit.marks = []
            unit.activated = bool(unit.controller)
            unit.used = []
            if unit.is_dropping:
                unit.actions, unit.activated = 0, True
            unit.haywire = unit.shown = unit.jamming = unit.mended = unit.tended = False
            unit.pace = ""
        state.phase = "action"
        state.smoke.clear()


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The Initiative winner named the seat that is Active first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


def first(_state: State, event: FirstChosen, _seat: str | None) -> Line:
    return Line(f"{event.seat} activates first.", (), "brigands.1.8-action")


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation in a posture with so many Moves."""

    unit: str
    posture: str
    moves: int
    tall: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, unit.tall = self.posture, self.tall
        set_pace(state, unit)
        if self.posture != BRACED:
            unit.overwatch = 0
        state.group = unit.group
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)


def activated(state: State, event: Activated, _seat: str | None) -> Line:
    tall = ", standing up" if event.tall else ""
    posture = "Braced" if event.posture == BRACED else f"at {event.posture}"
    return Line(f"{state.name_of(event.unit)} activates {posture}{tall}.", (event.unit,), "brigands.2.1")


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other seat activates its Combat Group, or the Round is over when the seat is empty."""

    seat: str

    @heeds("brigands.7.5", "brigands.7.5a", "brigands.1.8-action")
    def change(self, state: State) -> None:
        """The Combat Group is done, and with it every Order that lasted as long; Evade stays until the Setup Phase."""
        state.turn, state.group = self.seat, 0
        state.orders.clear()
        for unit in state.units.values():
            unit.steady = False
            unit.marks = [mark for mark in unit.marks if mark == EVADE]
        if not self.seat:
            state.phase, state.winner = "initiative", ""


# --- 1.6, 1.7: who may be activated, and the end of an activation


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End the activation; Actions that are left are lost."""

    unit: str


@heeds("brigands.1.7a")
def resolve_end(ctx: Ctx[State], order: EndActivation) -> Script[None]:
    """End the activation; a Move that was left open ends with it."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        yield from end_activation(ctx, order.unit)


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation is over; what Actions it had left are lost."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, unit.tall, unit.activated, unit.actions = "", False, True, 0
        for drone in state.drones(unit.id):
            drone.actions = 0
        state.activation = state.bites = None


@heeds("brigands.1.7a", "brigands.9.2")
def end_activation(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The activation is over, and drones are placed anew."""
    ctx.emit(ActivationEnded(unit_id))
    yield from resolve_drones(ctx, unit_id)


@heeds("brigands.1.6a", "brigands.1.8-action", "brigands.10.3")
def unactivated(state: State, seat: str) -> list[Unit]:
    """The models that may be activated next: of the Active Combat Group, or of any while none is."""
    group = state.group
    return [unit for unit in waiting_models(state) if unit.seat == seat and (not group or unit.group == group)]


@heeds("brigands.11.3-demolitions")
def waiting_models(state: State) -> Iterator[Unit]:
    """The models in play that are still to be activated; what is in no Combat Group never is."""
    return (u for u in state.units.values() if u.is_fielded and not u.activated and u.group != NO_GROUP)


# --- 1.8 and 8.3e: the ECM Defense Phase. Before anybody acts, both sides in turn may raise ECM Defense


@heeds("brigands.1.8", "brigands.1.8-ecm")
def open_defense_phase(ctx: Ctx[State]) -> None:
    """Between Setup and Action, if anybody has ECM to raise."""
    if any(able_defenders(ctx.state, seat) for seat in ("red", "blue")):
        ctx.emit(DefensePhaseOpened())


@rule("brigands.8.3e", "brigands.1.8-ecm")
def resolve_defense_phase(ctx: Ctx[State]) -> Script[None]:
    """One seat raises ECM Defense with one model, or passes; two passes in a row end the phase.

    The Initiative winner says who begins, where that matters. Who has nothing to raise passes unasked.
    """
    if not ctx.state.turn:
        yield from resolve_first(ctx)
        return
    seat = ctx.state.turn
    if able_defenders(ctx.state, seat):
        prompt = "Raise ECM Defense with one of your models before the Action Phase?"
        order = yield from ask(Ask(seat, "defense", rule=RULE, prompt=prompt, optional=True))
        if isinstance(order, RaiseDefense):
            ctx.emit(EwDeclared(order.unit, ECM_DEFENSE, "", payment(ctx.state.units[order.unit])))
            ctx.emit(DefenseRaised(order.unit, opponent(seat)))
            return
    ctx.emit(DefensePassed(seat, "" if ctx.state.passes else opponent(seat)))


@heeds("brigands.8.3e", "brigands.1.8-ecm")
def resolve_first(ctx: Ctx[State]) -> Script[None]:
    """The Initiative winner goes first or second; with one side able there is nothing to choose."""
    winner = ctx.state.winner
    able = [seat for seat in (winner, opponent(winner)) if able_defenders(ctx.state, seat)]
    first = able[0] if able else winner
    if len(able) == 2:
        prompt = "You won Initiative. Who may raise ECM Defense first?"
        order = yield from ask(Ask(winner, "first", rule=RULE, prompt=prompt))
        assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
        first = order.seat
    ctx.emit(DefenseFirstChosen(first))


# --- What is offered

POSTURES = (BRACED, COMBAT_SPEED, TOP_SPEED)


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which seat goes first."""

    seat: str


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """There are two seats."""
    if order.seat in ("red", "blue"):
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


class Activate(Order, frozen=True, tag="activate"):
    """Begin a model's activation in a posture; `tall` lets a Low Profile model stand up, `airborne` a VTOL fly."""

    unit: str
    posture: str
    tall: bool = False
    airborne: bool = False


@heeds(
    "brigands.1.6a",
    "brigands.1.6b",
    "brigands.2.1",
    "brigands.2.1-top-speed",
    "brigands.5.6c",
    "brigands.11.3-demolitions",
)
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A model of one's own not yet activated, in one of three postures; Crippled models know no Top Speed."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded:
        return Refusal("unit", "brigands.1.8-action", f"{order.unit or 'Nobody'} is no model of yours in play.")
    if unit.group == NO_GROUP:
        return Refusal("target", "brigands.11.3-demolitions", f"The {unit.name} never activates.")
    if state.group and unit.group != state.group:
        message = f"Combat Group {state.group} is Active; the {unit.name} is in Combat Group {unit.group}."
        return Refusal("group", "brigands.1.6a", message, {"active": state.group, "group": unit.group})
    if unit.activated:
        return Refusal("activated", "brigands.1.6b", f"The {unit.name} has been activated this Round.")
    if order.posture not in POSTURES:
        return Refusal("posture", "brigands.2.1", f"There is no posture called {order.posture or 'nothing'}.")
    refusal = refuse_posture(state, unit, order.posture) or refuse_pace(state, unit, order.posture)
    if refusal is not None:
        return refusal
    return refuse_bearing(state, unit, order.airborne, order.tall)


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    for seat in ("red", "blue"):
        label = "I go first" if seat == ask.seat else "They go first"
        yield Pick(label, ChooseFirst(seat), ask.rule)


def offer_overwatch_kept(_state: State, ask: Ask) -> Iterator[Option]:
    """Tokens or fresh Actions."""
    yield Pick("Keep Overwatch", KeepOverwatch(ask.unit), ask.rule)
    yield decline("Refresh Actions", ask.rule)


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may be next, in every posture it can take."""
    for unit in unactivated(state, ask.seat):
        heights = [
            airborne
            for airborne in ((False, True) if is_vtol(unit) else (False,))
            if refuse_altitude(state, unit, airborne) is None
        ]
        for posture, airborne in product(POSTURES, heights):
            if refuse_posture(state, unit, posture) or refuse_pace(state, unit, posture):
                continue
            label = f"{unit.name}: {posture}{', Airborne' if airborne else ''}"
            yield Pick(label, Activate(unit.id, posture, airborne=airborne), "brigands.2.1")
            if refuse_bearing(state, unit, airborne, True) is None:
                standing = Activate(unit.id, posture, True, airborne)
                yield Pick(f"{label}, standing up", standing, "brigands.trait.low-profile")


def offer_end(state: State, ask: Ask) -> Iterator[Option]:
    """The way out of every activation."""
    if state.phase == "pathfinders":
        yield Pick("Stay here", EndActivation(ask.unit), ask.rule)
    else:
        yield Pick("End the activation", EndActivation(ask.unit), "brigands.1.7a")


# --- The contents of the chapter

ROUNDS: Chapter[State] = Chapter(
    "1: the turn sequence",
    orders=(
        OrderRules(ChooseFirst, "first", refuse_first),
        OrderRules(KeepOverwatch, "keep", accept),
        OrderRules(Activate, "activate", refuse_activate),
        OrderRules(EndActivation, "act", accept, resolve_end),
    ),
    events={
        RoundBegun: round_begun,
        InitiativeRolled: initiative,
        OverwatchKept: kept,
        RoundReadied: None,
        FirstChosen: first,
        Activated: activated,
        ActivationEnded: None,
        TurnPassed: None,
    },
)
