"""Step 2: Combat Groups are activated in turn, model by model."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import next_seat
from gearlock.systems.fieldmanual.movement.bands import refuse_band
from gearlock.systems.fieldmanual.movement.least import refuse_end as refuse_to_stop
from gearlock.systems.fieldmanual.movement.least import resolve_least, what_ending_does
from gearlock.systems.fieldmanual.rounds.events import Activated, ActivationEnded, Passed, TurnPassed
from gearlock.systems.fieldmanual.rounds.orders import Activate, EndActivation, Pass
from gearlock.systems.fieldmanual.rounds.sub_squads import begun_groups, waiting_models
from gearlock.systems.fieldmanual.state import BANDS, FIELDED, NO_GROUP, State, Unit, opponent

BAND_WORDS = {"stationary": "Stationary", "combat": "Combat Speed", "reverse": "Reverse", "top": "Top Speed"}
MODE_WORDS = {"W": "Walker", "G": "Ground", "H": "Hover", "": "Static"}


def waiting_groups(state: State, seat: str) -> set[int]:
    """The Combat Groups of a side that have models left to activate."""
    return {unit.squad for unit in waiting_models(state, seat)}


def unactivated(state: State, seat: str) -> list[Unit]:
    """Those who may be next: of the group under way, or of any group while none is.

    A Combat Group whose first Sub-squad has been activated comes before others.
    """
    waiting = waiting_models(state, seat)
    if state.group:
        return [unit for unit in waiting if unit.squad == state.group]
    begun = begun_groups(state, seat)
    return [unit for unit in waiting if not begun or unit.group in begun]


@rule("fieldmanual.activation")
@heeds("fieldmanual.activation-pass")
def resolve_activation(ctx: Ctx[State]) -> Script[None]:
    """Activate the next model of the group; when all are Used the other side activates a group.

    Who has groups left when the other side has none goes on alone.
    """
    state, seat = ctx.state, ctx.state.turn
    if not unactivated(state, seat):
        left = {each for each in ("red", "blue") if waiting_models(state, each)}
        ctx.emit(TurnPassed(next_seat(seat, left)))
        return
    prompt = "Which model do you activate, in which mode and at which speed?"
    order = yield from ask(Ask(seat, "activate", rule="fieldmanual.activation", prompt=prompt))
    if isinstance(order, Pass):
        ctx.emit(Passed(seat, opponent(seat)))
        return
    assert isinstance(order, Activate), f"{order} activates nobody"
    ctx.emit(Activated(order.unit, order.mode, order.band, order.autopilot))


@heeds("fieldmanual.cp-activate")
def resolve_called(ctx: Ctx[State]) -> Script[None]:
    """A model that a Command Point called up out of sequence chooses mode and speed."""
    called = ctx.state.active()
    assert called is not None, "somebody was called up"
    prompt = f"The {called.name} activates out of sequence: in which mode and at which speed?"
    order = yield from ask(Ask(called.seat, "activate", called.id, rule="fieldmanual.cp-activate", prompt=prompt))
    assert isinstance(order, Activate), f"{order} activates nobody"
    ctx.emit(Activated(order.unit, order.mode, order.band, order.autopilot))


@rule("fieldmanual.activation-pass")
def refuse_pass(state: State, ask: Ask, _order: Pass) -> Refusal | None:
    """Who has fewer than half as many groups to activate as the opponent may pass, before it begins with one."""
    mine, theirs = len(waiting_groups(state, ask.seat)), len(waiting_groups(state, opponent(ask.seat)))
    if state.group or ask.unit:
        return Refusal("begun", "fieldmanual.activation-pass", "You are in the middle of a Combat Group.")
    if 2 * mine < theirs:
        return None
    message = f"You have {mine} groups to activate, the opponent {theirs}: you may pass with fewer than half as many."
    return Refusal("too-many", "fieldmanual.activation-pass", message, {"mine": mine, "theirs": theirs})


@heeds("fieldmanual.activation", "fieldmanual.used-status", "fieldmanual.perk-autopilot")
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A model of one's own that is not Used, of the group under way, in a mode and at a speed it can have."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or unit.status != FIELDED or unit.group == NO_GROUP:
        message = f"{order.unit or 'Nobody'} is no model of yours on the table that could be activated."
        return Refusal("unit", "fieldmanual.activation", message)
    if unit.used:
        return Refusal("used", "fieldmanual.used-status", f"The {unit.name} is Used until the next round.")
    if not state.is_lead(unit):
        return Refusal("base", "fieldmanual.combined-models", f"{unit.name} is one base of a Combined Model.")
    if ask.unit and ask.unit != unit.id:
        called = state.units[ask.unit].name
        return Refusal("called", "fieldmanual.cp-activate", f"The Command Point activates the {called}, nobody else.")
    begun = [] if ask.unit or state.group else begun_groups(state, ask.seat)
    if begun and unit.group not in begun:
        message = f"The other Sub-squad of Combat Group {begun[0]} comes before another group."
        return Refusal("sub-squad", "fieldmanual.sub-squads-small-game", message, {"group": begun[0]})
    if state.group and unit.squad != state.group and not ask.unit:
        message = f"Combat Group {state.group} is being activated; the {unit.name} is in group {unit.group}."
        return Refusal("group", "fieldmanual.activation", message, {"active": state.group, "group": unit.group})
    if order.autopilot and not has_autopilot(unit):
        return Refusal("autopilot", "fieldmanual.perk-autopilot", f"The {unit.name} has no working autopilot.")
    return refuse_band(state, unit, order.mode, order.band, order.autopilot)


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may be next, in every mode and at every speed it can have; and passing, where one may."""
    if ask.unit:
        yield from ways_to_activate(state, state.units[ask.unit])
        return
    for unit in unactivated(state, ask.seat):
        yield from ways_to_activate(state, unit)
    if refuse_pass(state, ask, Pass()) is None:
        yield Pick("Pass: the opponent activates another group", Pass(), "fieldmanual.activation-pass")


@rule("fieldmanual.perk-autopilot")
def has_autopilot(unit: Unit) -> bool:
    """Whether a model may gain an Action by letting its autopilot drive from the beginning of its activation.

    The Action is lost in Step 4 like any other; that it defends and drives with Skill 1 holds until the next one.
    """
    return bool(unit.perk("Autopilot"))


def ways_to_activate(state: State, unit: Unit) -> Iterator[Option]:
    """A model in every mode and at every speed, with and without its autopilot."""
    for autopilot in (False, True) if has_autopilot(unit) else (False,):
        for mode in unit.card.rows or ("",):
            for band in BANDS:
                if refuse_band(state, unit, mode, band, autopilot) is None:
                    words = [MODE_WORDS[mode], BAND_WORDS[band], *(["autopilot"] if autopilot else [])]
                    label = f"{unit.name}: {', '.join(words)}"
                    yield Pick(label, Activate(unit.id, mode, band, autopilot), "fieldmanual.speed-bands")


def refuse_end(state: State, ask: Ask, order: EndActivation) -> Refusal | None:
    """Why an activation cannot end yet: an obliged part of its movement is left."""
    now = state.activation
    if now is None or now.unit != ask.unit:
        return Refusal("unit", "fieldmanual.activation", "Nobody is being activated.")
    return None if now.extra else refuse_to_stop(state, state.units[order.unit])


def offer_end(state: State, ask: Ask) -> Iterator[Option]:
    """The way out of an activation."""
    order = EndActivation(ask.unit)
    if refuse_end(state, ask, order) is None:
        extra = state.activation is not None and state.activation.extra
        fate = "" if extra else what_ending_does(state, state.units[ask.unit])
        label = "Leave the Action unused" if extra else f"End the activation{f': it {fate}' if fate else ''}"
        yield Pick(label, order, "fieldmanual.unintentional-impact" if fate else "fieldmanual.activation")


@heeds("fieldmanual.move-through")
def resolve_end(ctx: Ctx[State], order: EndActivation) -> Script[None]:
    """The activation is over; who had to go on and could not has run into something."""
    now = ctx.state.activation
    if now is not None and not now.extra:
        yield from resolve_least(ctx, order.unit)
    ctx.emit(ActivationEnded(order.unit))
