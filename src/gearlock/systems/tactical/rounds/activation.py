"""2.6.2: combat groups activated in alternation, unit by unit; shelter, and hidden units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.mechanics.turns import next_seat
from gearlock.systems.tactical.command import SpendPoint, pool_of, resolve_spending
from gearlock.systems.tactical.damage.condition import (
    PACE_WORDS,
    allowance,
    class_of,
    refuse_driving,
    refuse_pace,
    refuse_settle,
)
from gearlock.systems.tactical.damage.damage import room_near
from gearlock.systems.tactical.line_of_sight.seeing import hears, sees
from gearlock.systems.tactical.line_of_sight.terrain import refuse_broken_down, stays_out_of_tempest
from gearlock.systems.tactical.movement.speeds import could_go_on, must_go_on
from gearlock.systems.tactical.rounds.round import (
    CALLED,
    DECLARE,
    FIRST,
    Activate,
    Activated,
    ActivationEnded,
    ChooseFirst,
    Declare,
    Declared,
    DeclaringEnded,
    EndActivation,
    EndDeclaring,
    FirstChosen,
    GroupPassed,
    InitiativeRolled,
    PassGroup,
    RoundBegun,
    RoundEnded,
    Settle,
    Settled,
    TurnPassed,
    refuse_declare,
    refuse_first,
)
from gearlock.systems.tactical.state import (
    CLASSES,
    COMBAT,
    FIELDED,
    HIDDEN,
    IN_PLAY,
    NO_GROUP,
    SEATS,
    STATIONARY,
    TOP,
    State,
    Unit,
    opponent,
)


def round_begun(_state: State, event: RoundBegun, _seat: str | None) -> Line:
    return Line(f"Round {event.round}.", (), "tactical.2.6.2")


def declared(state: State, event: Declared, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    if event.evade:
        return Line(f"The {unit.name} will evade this round.", (unit.id,), "tactical.2.6.9")
    words = f"{event.extra} extra Action{'s' if event.extra > 1 else ''}"
    return Line(f"The {unit.name} declares {words}.", (unit.id,), "tactical.2.6.2-step1")


def initiative(_state: State, event: InitiativeRolled, _seat: str | None) -> Line:
    if not event.winner:
        return Line(f"Initiative: {event.red} all, they roll again.", (), "tactical.2.6.2-step2")
    points = f"{event.points} Initiative Command Point{'' if event.points == 1 else 's'}"
    text = f"Initiative: red {event.red}, blue {event.blue}. {event.winner.title()} wins it with {points}."
    return Line(text, (), "tactical.2.6.2-step2")


def first_chosen(_state: State, event: FirstChosen, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} activates first.", (), "tactical.2.6.2-step2")


def activated(state: State, event: Activated, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    called = ", out of sequence" if event.called else ""
    text = f"The {unit.name} is activated at {PACE_WORDS[event.pace]}{called}."
    return Line(text, (unit.id,), "tactical.2.6.2-step3")


def settled(state: State, event: Settled, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    text = f"The {unit.name} commits itself to {PACE_WORDS[event.pace]} this round."
    return Line(text, (unit.id,), "tactical.2.6.2-step3")


def ended(state: State, event: ActivationEnded, _seat: str | None) -> Line | None:
    unit = state.units[event.unit]
    if not event.slows:
        waits = pool_of(state, opponent(unit.seat))
        return Line(f"The {unit.name} is done.", (unit.id,), "tactical.2.6.4") if waits else None
    return Line(f"The {unit.name} falls back to Combat Speed.", (unit.id,), "tactical.2.6.5-top-speed")


def passed(state: State, event: GroupPassed, _seat: str | None) -> Line:
    names = ", ".join(state.units[name].name for name in event.units)
    return Line(f"{names} let the turn pass.", event.units, "tactical.2.6.2-step3")


# --- 2.6.2, Step Three: combat groups are activated in alternation, unit by unit

ACTIVATE, ACT = "activate", "act"

Resolve = Callable[[Ctx[State], Order], Script[None]]


@heeds("tactical.2.6.4-activate")
def is_waiting(unit: Unit) -> bool:
    """Whether a unit is still to be activated with its group: also who was called before and has Actions left."""
    if not unit.is_fielded or unit.group == NO_GROUP:
        return False
    return not unit.done or (unit.token(CALLED) == 1 and unit.actions > 0)


def waiting_groups(state: State, seat: str) -> set[int]:
    """The combat groups of a side that have somebody left to activate, hidden ones among them."""
    hidden = {unit.group for unit in hidden_units(state, seat) if not unit.done and unit.group != NO_GROUP}
    return hidden | {unit.group for unit in state.fielded(seat) if is_waiting(unit)}


def activatable(state: State, seat: str) -> list[Unit]:
    """Those who may be next: of the group under way, or of any that was not activated while none is."""
    groups = {state.group} if state.group else waiting_groups(state, seat)
    return [unit for unit in state.fielded(seat) if unit.group in groups and is_waiting(unit)]


@rule("tactical.2.6.2-alternation", "tactical.2.5.1")
def resolve_activation(ctx: Ctx[State], resolve: Resolve | None = None) -> Script[None]:
    """The next unit of the group; when all are done the other side activates one of its groups.

    Who has groups left when the other side has none goes on alone. `resolve` carries out what else may be answered.
    """
    state, seat = ctx.state, ctx.state.turn
    if not activatable(state, seat) and not hidden_waiting(state, seat):
        left = {each for each in SEATS if waiting_groups(state, each)}
        ctx.emit(TurnPassed(next_seat(seat, left)))
        return
    prompt = "Which unit do you activate, and how fast will it go?"
    order = yield from ask(Ask(seat, ACTIVATE, rule="tactical.2.6.2-step3", prompt=prompt))
    if isinstance(order, SpendPoint):
        yield from resolve_spending(ctx, order)
        return
    if isinstance(order, PassGroup):
        rest = (*activatable(state, seat), *hidden_waiting(state, seat))
        ctx.emit(GroupPassed(tuple(unit.id for unit in rest)))
        return
    if isinstance(order, Reveal):
        reveal(ctx, order.unit)
        return
    if isinstance(order, Activate):
        ctx.emit(Activated(order.unit, order.pace))
    else:
        assert resolve is not None, f"{order} activates nobody"
        yield from resolve(ctx, order)


@heeds("tactical.3.7-tempest")
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A unit of one's own that was not activated, of the group under way, at a speed it can have."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded or unit.group == NO_GROUP:
        message = f"{order.unit or 'Nobody'} is no unit of yours on the table that could be activated."
        return Refusal("unit", "tactical.2.6.2-step3", message)
    if ask.unit and ask.unit != unit.id:
        called = state.units[ask.unit].name
        return Refusal("called", "tactical.2.6.4-activate", f"The Command Point activates the {called}, nobody else.")
    if stays_out_of_tempest(state, unit) and unit.done:
        message = f"The {unit.name} sits the tempest out: only sealed vehicles take part in it."
        return Refusal("tempest", "tactical.3.7-tempest", message)
    if not is_waiting(unit):
        return Refusal(
            "done", "tactical.2.6.2-step3", f"The {unit.name} has been activated, or was passed over, in this round."
        )
    if state.group and unit.group != state.group and not ask.unit:
        message = f"Combat group {state.group} is being activated; the {unit.name} is in group {unit.group}."
        return Refusal("group", "tactical.2.6.2-step3", message, {"active": state.group, "group": unit.group})
    if not state.group and unit.group not in waiting_groups(state, ask.seat) and not ask.unit:
        message = f"Combat group {unit.group} has been activated in this round."
        return Refusal("group", "tactical.2.6.2-alternation", message, {"group": unit.group})
    return refuse_pace(state, unit, order.pace)


def refuse_pass(state: State, ask: Ask, _order: PassGroup) -> Refusal | None:
    """Only a group that has begun can let the rest of it pass; a whole group does so unit by unit.

    Who is at Top Speed goes on: it has to spend more than its Combat Speed, or be activated and find that it cannot.
    """
    if ask.unit or not (activatable(state, ask.seat) or hidden_waiting(state, ask.seat)):
        return Refusal("called", "tactical.2.6.2-step3", "There is no combat group to let pass.")
    if not state.group and len(waiting_groups(state, ask.seat)) > 1:
        message = "Begin with a unit of the group first: then the rest of that group may let its turn pass."
        return Refusal("group", "tactical.2.6.2-step3", message)
    fast = next((unit for unit in activatable(state, ask.seat) if rushes_on(unit)), None)
    if fast is not None:
        message = f"The {fast.name} is at Top Speed and cannot just stand: activate it and go on."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    return None


@heeds("tactical.2.6.5-top-speed")
def rushes_on(unit: Unit) -> bool:
    """Whether a unit is at Top Speed and nothing keeps it from moving."""
    able = refuse_driving(unit) is None and refuse_broken_down(unit) is None
    return unit.speed == TOP and not unit.token(CALLED) and able and allowance(unit, TOP) > allowance(unit, COMBAT)


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that may be next, at every speed it can have; and letting the rest of a group pass."""
    units = [state.units[ask.unit]] if ask.unit else activatable(state, ask.seat)
    for unit in units:
        paces = [pace for pace in CLASSES if refuse_pace(state, unit, pace) is None]
        for pace in paces[:1] if unit.token(CALLED) else paces:
            yield Pick(f"{unit.name}: {PACE_WORDS[pace]}", Activate(unit.id, pace), "tactical.2.6.2-step3")
    if refuse_pass(state, ask, PassGroup()) is None:
        yield Pick("The rest of the group does nothing this round", PassGroup(), "tactical.2.6.2-step3")


def refuse_settling(state: State, _ask: Ask, order: Settle) -> Refusal | None:
    """Commit oneself to a lower speed."""
    return refuse_settle(state, state.units[order.unit], order.pace)


def resolve_settling(ctx: Ctx[State], order: Settle) -> None:
    """From now on no more Movement Points than that speed has."""
    ctx.emit(Settled(order.unit, order.pace))


def offer_settling(state: State, unit: Unit) -> Iterator[Option]:
    """Lower speeds that steady its aim, while it has Actions to attack with."""
    if unit.actions <= 0:
        return
    for pace in CLASSES:
        if refuse_settle(state, unit, pace) is None:
            yield Pick(f"Commit to {PACE_WORDS[pace]} for this round", Settle(unit.id, pace), "tactical.2.6.2-step3")


@heeds("tactical.2.6.5-top-speed")
def refuse_end(state: State, ask: Ask, order: EndActivation) -> Refusal | None:
    """At Top Speed a unit goes on until it has spent more than its Combat Speed, as long as it can."""
    now = state.activation
    if now is None or now.unit != ask.unit:
        return Refusal("unit", "tactical.2.6.2-step3", "Nobody is being activated.")
    unit = state.units[order.unit]
    if must_go_on(state, unit) and could_go_on(state, unit):
        message = f"At Top Speed the {unit.name} must spend more Movement Points than its Combat Speed: go on."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    return None


def offer_end(state: State, unit: Unit) -> Iterator[Option]:
    """The way out of an activation."""
    order = EndActivation(unit.id)
    if refuse_end(state, Ask(unit.seat, ACT, unit.id), order) is None:
        yield Pick("End the activation", order, "tactical.2.6.2-step3")


def resolve_end(ctx: Ctx[State], order: EndActivation) -> None:
    """What the unit did is recorded; who could not keep up Top Speed falls back."""
    end_activation(ctx, order.unit)


@heeds("tactical.2.6.5-top-speed", "tactical.2.6.7-target-speed")
def end_activation(ctx: Ctx[State], unit_id: str) -> None:
    """Record how far and how fast the unit being activated went."""
    state, unit = ctx.state, ctx.state.units[unit_id]
    now = state.activation
    assert now is not None, "somebody is being activated"
    slows = must_go_on(state, unit)
    ctx.emit(ActivationEnded(unit_id, class_of(unit, now.spent, now.mode), now.gone, slows))


# --- 3.7: in a tempest only sealed vehicles fight: everybody else takes shelter where it is

RULE: Final = "tactical.3.7-tempest"


class Sheltered(Event, frozen=True, tag="sheltered"):
    """Infantry and open-topped vehicles do nothing this round."""

    units: tuple[str, ...]

    @heeds("tactical.3.7-tempest")
    def change(self, state: State) -> None:
        """They have neither Actions nor a turn, and stand still."""
        for name in self.units:
            unit = state.units[name]
            unit.actions, unit.done = 0, True
            unit.went, unit.moved, unit.has_moved, unit.speed, unit.next_speed = STATIONARY, 0, True, COMBAT, ""


@heeds("tactical.3.7-tempest")
def take_shelter(ctx: Ctx[State]) -> None:
    """At the beginning of a round in a tempest."""
    units = (unit for unit in ctx.state.units.values() if unit.status in IN_PLAY)
    out = tuple(unit.id for unit in units if stays_out_of_tempest(ctx.state, unit))
    if out:
        ctx.emit(Sheltered(out))


def told_sheltered(state: State, event: Sheltered, _seat: str | None) -> Line:
    """Who sits it out."""
    names = ", ".join(state.units[name].name for name in event.units if state.units[name].is_fielded)
    text = f"The tempest keeps {names or 'those who are still to come'} in shelter: no turn and no Actions this round."
    return Line(text, (), RULE)


# --- 4.1.3: a total ambush: units whose places are written down, until they act or somebody sees them

RULE_HIDING: Final = "tactical.4.1.3-scouting"


class Reveal(Order, frozen=True, tag="reveal"):
    """Put a hidden unit of one's own on the table where it is, so that it can act."""

    unit: str


class UnitHidden(Event, frozen=True, tag="unit-hidden"):
    """A side wrote down where a unit is; the enemy does not see it."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    speed: str
    mode: str
    moved: int = 0
    plain = True

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        """As if it stood there, but that nobody of the enemy sees it."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, HIDDEN
        unit.mode, unit.went, unit.moved = self.mode, self.speed, self.moved
        unit.speed = COMBAT if self.speed == STATIONARY else self.speed
        state.group = unit.group


class UnitRevealed(Event, frozen=True, tag="unit-revealed"):
    """A hidden unit is on the table now, and everybody sees it."""

    reveals = True
    unit: str
    x: int
    y: int
    by: str = ""
    """Who saw it."""

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        """From now on it stands there."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.status = self.x, self.y, FIELDED


def hidden_units(state: State, seat: str) -> list[Unit]:
    """The units of a side whose places only it knows."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == HIDDEN]


def on_table(unit: Unit) -> Unit:
    """A hidden unit as it would stand there."""
    shown = unit.clone()
    shown.status = FIELDED
    return shown


def reveal(ctx: Ctx[State], unit_id: str, by: str = "") -> None:
    """It comes to light where it is; where somebody has come to stand there meanwhile, beside him."""
    ctx.emit(UnitRevealed(unit_id, *room_near(ctx.state, unit_id, unit_id), by))


@heeds("tactical.4.1.3-scouting", "tactical.2.6.6", "tactical.3.7-sound")
def watcher_of(state: State, unit: Unit) -> str:
    """An enemy who has line of sight to where a hidden unit is, or hears it at night; empty if nobody does."""
    shown = on_table(unit)
    there = state.with_unit(shown)
    foes = state.fielded(opponent(unit.seat))
    return next((foe.id for foe in foes if sees(there, foe, shown) or hears(there, foe, shown)), "")


@heeds("tactical.4.1.3-scouting")
def reveal_seen(ctx: Ctx[State]) -> None:
    """Whoever is hidden and seen or heard by an enemy now, is hidden no more."""
    for unit in [unit for unit in ctx.state.units.values() if unit.status == HIDDEN]:
        watcher = watcher_of(ctx.state, ctx.state.units[unit.id])
        if watcher:
            reveal(ctx, unit.id, watcher)


def hidden_waiting(state: State, seat: str) -> list[Unit]:
    """Hidden units that could show themselves and be activated: of the group under way, or of any while none is."""
    ready = [unit for unit in hidden_units(state, seat) if not unit.done and unit.group != NO_GROUP]
    return [unit for unit in ready if not state.group or unit.group == state.group]


def refuse_reveal(state: State, question: Ask, order: Reveal) -> Refusal | None:
    """A hidden unit of one's own, of the group under way."""
    if not question.unit and order.unit in {unit.id for unit in hidden_waiting(state, question.seat)}:
        return None
    return Refusal("unit", RULE_HIDING, f"{order.unit or 'Nobody'} is no hidden unit of yours that could act now.")


def offer_reveals(state: State, question: Ask) -> Iterator[Option]:
    """Each of them."""
    for unit in hidden_waiting(state, question.seat) if not question.unit else ():
        yield Pick(f"Reveal the {unit.name}, so that it can act", Reveal(unit.id), RULE_HIDING)


def told_hidden(state: State, event: UnitHidden, seat: str | None) -> Line:
    """Where it is, is its own side's business."""
    unit = state.units[event.unit]
    units = (unit.id,) if seat in (None, unit.seat) else ()
    return Line(f"The {unit.name} is hidden.", units, RULE_HIDING)


def told_revealed(state: State, event: UnitRevealed, _seat: str | None) -> Line:
    """That it is there."""
    unit, foe = state.units[event.unit], state.units.get(event.by)
    seen = "shows itself" if foe is None else f"is found by the {foe.name}"
    return Line(f"The {unit.name} was hidden here and {seen}.", (unit.id,), RULE_HIDING)


# --- The contents of the chapter

ROUNDS: Chapter[State] = Chapter(
    "2.6.2: The Combat Round",
    orders=(
        OrderRules(Declare, DECLARE, refuse_declare),
        OrderRules(EndDeclaring, DECLARE, accept),
        OrderRules(ChooseFirst, FIRST, refuse_first),
        OrderRules(Activate, ACTIVATE, refuse_activate),
        OrderRules(PassGroup, ACTIVATE, refuse_pass),
        OrderRules(Reveal, ACTIVATE, refuse_reveal),
        OrderRules(Settle, ACT, refuse_settling, resolve_settling),
        OrderRules(EndActivation, ACT, refuse_end, resolve_end),
    ),
    events={
        RoundBegun: round_begun,
        Declared: declared,
        DeclaringEnded: None,
        InitiativeRolled: initiative,
        FirstChosen: first_chosen,
        Activated: activated,
        Settled: settled,
        ActivationEnded: ended,
        GroupPassed: passed,
        TurnPassed: None,
        RoundEnded: None,
        UnitHidden: told_hidden,
        Sheltered: told_sheltered,
        UnitRevealed: told_revealed,
    },
)
