"""Special Actions that answer nobody: Coordinated Attacks, We're In Trouble, Hull Down and Hiding."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick, Target
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.command_points.tests import resolve_comm_event
from gearlock.systems.fieldmanual.electronic_warfare import in_auto_comm
from gearlock.systems.fieldmanual.leaders import is_group_leader
from gearlock.systems.fieldmanual.lock_and_cover.contact import DEFENSES, has_left, note_of, noted, terrain_in_contact
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_lock
from gearlock.systems.fieldmanual.paying import mark, pay, refuse_idle
from gearlock.systems.fieldmanual.state import (
    CLIMBING,
    COORDINATED,
    FIELDED,
    HIDING,
    HULL_DOWN,
    STATIONARY,
    TOP,
    State,
    Unit,
    opponent,
)

NOMINATED = f"{COORDINATED}:made"
"""A token on a leader who has nominated a target this round."""


def _cover_words(token: str) -> tuple[str, str]:
    return ("is Hull Down", "fieldmanual.hull-down") if token == HULL_DOWN else ("hides", "fieldmanual.hiding")


# --- Coordinated Attack: a Combat Group Leader nominates a target, and its group finds it easier to hit


@heeds("fieldmanual.active-lock")
def _is_free(state: State, unit: Unit, target: str) -> bool:
    """Whether the free Action of an Active Lock on the target pays for it."""
    now = state.activation
    return now is not None and now.unit == unit.id and now.free == target


class Coordinate(Order, frozen=True, tag="coordinate"):
    """Nominate a target for the Combat Group of a leader to concentrate fire on."""

    unit: str
    target: str


@rule("fieldmanual.coordinated-attack")
@heeds("fieldmanual.leaders")
def refuse_coordination(state: State, order: Coordinate) -> Refusal | None:
    """Why a target cannot be nominated: by a leader, once a round, with Lock, and for an Action."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not is_group_leader(state, unit):
        return Refusal("leader", "fieldmanual.coordinated-attack", f"The {unit.name} leads no Combat Group.")
    if unit.token(NOMINATED):
        return Refusal(
            "again", "fieldmanual.coordinated-attack", f"The {unit.name} has nominated a target in this round."
        )
    if target is None or target.seat == unit.seat or target.status != FIELDED:
        return Refusal(
            "target", "fieldmanual.coordinated-attack", f"{order.target or 'Nobody'} is no enemy on the table."
        )
    if not has_lock(state, unit, target):
        return Refusal("lock", "fieldmanual.coordinated-attack", f"The {unit.name} has no Lock on the {target.name}.")
    return None if _is_free(state, unit, order.target) else refuse_idle(unit, 1, "fieldmanual.coordinated-attack")


class TargetNominated(Event, frozen=True, tag="target-nominated"):
    """A leader spent an Action, or the free one of its Active Lock, to nominate a target."""

    unit: str
    target: str
    free: bool

    @heeds("fieldmanual.coordinated-attack")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        mark(state, unit, NOMINATED)
        if self.free and state.activation is not None:
            state.activation.free = ""
        else:
            pay(state, unit)


def nominated(state: State, event: TargetNominated, _seat: str | None) -> Line:
    """A target for all."""
    text = f"{state.units[event.unit].name} nominates {state.units[event.target].name} for a Coordinated Attack."
    return Line(text, (event.unit, event.target), "fieldmanual.coordinated-attack")


class AttackCoordinated(Event, frozen=True, tag="attack-coordinated"):
    """A Combat Group concentrates on a target: all of it, or those who heard in spite of ECM."""

    unit: str
    target: str
    heard: tuple[str, ...] = ()
    blocked: bool = False

    @heeds("fieldmanual.coordinated-attack", "fieldmanual.auto-comm")
    def change(self, state: State) -> None:
        unit, tokens = state.units[self.unit], state.units[self.target].tokens
        for name in self.heard if self.blocked else (f"{unit.seat}:{unit.squad}",):
            tokens[f"{COORDINATED}:{name}"] = 1


def coordinated(state: State, event: AttackCoordinated, _seat: str | None) -> Line:
    """Who concentrates on it."""
    unit = state.units[event.unit]
    who = f"Combat Group {unit.group}"
    if event.blocked:
        who = ", ".join(state.units[name].name for name in event.heard)
    text = f"{who}: {state.units[event.target].name} defends at -1 this round."
    return Line(text, (event.target,), "fieldmanual.coordinated-attack")


@heeds("fieldmanual.coordinated-attack", "fieldmanual.comm-events", "fieldmanual.auto-comm")
def resolve_coordination(ctx: Ctx[State], order: Coordinate) -> Script[None]:
    """A Comm Event; blocked it serves only those of the group who are in the leader's Auto Comm, itself included."""
    ctx.emit(TargetNominated(order.unit, order.target, _is_free(ctx.state, ctx.state.units[order.unit], order.target)))
    passed = yield from resolve_comm_event(ctx, order.unit, "Coordinated Attack")
    state, unit = ctx.state, ctx.state.units[order.unit]
    mates = (other for other in state.fielded(unit.seat) if other.squad == unit.squad)
    heard = () if passed else tuple(other.id for other in mates if in_auto_comm(state, unit, other))
    ctx.emit(AttackCoordinated(order.unit, order.target, heard, not passed))


def offer_coordination(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy in Lock, where there is somebody to profit."""
    if not unit.rank or unit.token(NOMINATED):
        return
    for target in state.fielded(opponent(unit.seat)):
        order = Coordinate(unit.id, target.id)
        if f"{COORDINATED}:{unit.seat}:{unit.squad}" in target.tokens or refuse_coordination(state, order):
            continue
        yield Target(f"Coordinated Attack on the {target.name}", order, "fieldmanual.coordinated-attack", target.id)


# --- Hull Down and Hiding: who may take cover where, and when it is over. What it is good for stands with cover

HULL_DOWN_RULE, HIDING_RULE = "fieldmanual.hull-down", "fieldmanual.hiding"

RULES = {HULL_DOWN: HULL_DOWN_RULE, HIDING: HIDING_RULE}


@heeds("fieldmanual.hull-down", "fieldmanual.hiding", "fieldmanual.combined-models")
def bases_in_cover(state: State, unit: Unit) -> dict[str, list[str]]:
    """The bases of a model that are in or touch terrain that covers at least half of them, and which terrain."""
    found = {base.id: [contact.id for contact in terrain_in_contact(state, base)] for base in state.bases(unit)}
    return {name: terrain for name, terrain in found.items() if terrain}


def _refuse(state: State, unit: Unit, token: str) -> Refusal | None:
    """Why a model cannot take cover, whichever way: done already, no terrain, no Action, or not the kind for it."""
    rule_id, what = RULES[token], "Hull Down" if token == HULL_DOWN else "Hiding"
    covered = bases_in_cover(state, unit)
    if covered and all(state.units[name].token(token) for name in covered):
        return Refusal("done", rule_id, f"The {unit.name} is {what} already.")
    if unit.is_static or unit.token(CLIMBING) or not unit.is_fielded:
        return Refusal("kind", rule_id, f"The {unit.name} is in no state for {what}.")
    if not covered:
        message = f"{what} takes terrain: the {unit.name} must be in or touch some that covers at least half of it."
        return Refusal("terrain", rule_id, message)
    return refuse_idle(unit, 1, rule_id)


class GoHullDown(Order, frozen=True, tag="go-hull-down"):
    """Go Hull Down in or behind the terrain one touches."""

    unit: str


@heeds("fieldmanual.hull-down")
def refuse_hull_down(state: State, order: GoHullDown) -> Refusal | None:
    """Why a model cannot go Hull Down: only at Stationary Speed, in or touching terrain, for an Action."""
    unit = state.units[order.unit]
    if unit.band != STATIONARY:
        message = f"The {unit.name} is at {unit.band} speed: one goes Hull Down at Stationary Speed."
        return Refusal("speed", HULL_DOWN_RULE, message, {"speed": unit.band})
    return _refuse(state, unit, HULL_DOWN)


class Hide(Order, frozen=True, tag="hide"):
    """Hide in or behind the terrain one touches."""

    unit: str


@heeds("fieldmanual.hiding")
def refuse_hide(state: State, order: Hide) -> Refusal | None:
    """Why a model cannot hide: not at Top Speed, only in or touching terrain, for an Action."""
    unit = state.units[order.unit]
    if unit.band == TOP:
        message = f"The {unit.name} is at Top Speed: one hides Stationary or at Combat Speed."
        return Refusal("speed", HIDING_RULE, message, {"speed": unit.band})
    return _refuse(state, unit, HIDING)


class TookCover(Event, frozen=True, tag="took-cover"):
    """A model spent an Action to hide or to go Hull Down: which of its bases, and behind which terrain each of them."""

    unit: str
    token: str
    bases: tuple[tuple[str, tuple[str, ...]], ...]

    @heeds("fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])
        for name, terrain in self.bases:
            tokens = state.units[name].tokens
            tokens[self.token] = 1
            for piece in terrain:
                tokens[note_of(self.token, piece)] = 1


def took_cover(state: State, event: TookCover, _seat: str | None) -> Line:
    """Hull Down, or out of sight."""
    what, rule_id = _cover_words(event.token)
    return Line(f"{state.units[event.unit].name} {what}.", (event.unit,), rule_id)


def _take_cover(ctx: Ctx[State], unit_id: str, token: str) -> None:
    covered = bases_in_cover(ctx.state, ctx.state.units[unit_id])
    ctx.emit(TookCover(unit_id, token, tuple((name, tuple(terrain)) for name, terrain in covered.items())))


@heeds("fieldmanual.hull-down")
def resolve_hull_down(ctx: Ctx[State], order: GoHullDown) -> None:
    """An Action for a token."""
    _take_cover(ctx, order.unit, HULL_DOWN)


@heeds("fieldmanual.hiding")
def resolve_hide(ctx: Ctx[State], order: Hide) -> None:
    """An Action for a token."""
    _take_cover(ctx, order.unit, HIDING)


def offer_cover(state: State, unit: Unit) -> Iterator[Option]:
    """To go Hull Down and to hide, where there is something to do it behind."""
    if refuse_hull_down(state, GoHullDown(unit.id)) is None:
        best = max(DEFENSES[contact.type] for base in state.bases(unit) for contact in terrain_in_contact(state, base))
        yield Pick(f"Go Hull Down (minimum Defense {best})", GoHullDown(unit.id), HULL_DOWN_RULE)
    if refuse_hide(state, Hide(unit.id)) is None:
        points = 2 if unit.band == STATIONARY else 1
        yield Pick(f"Hide (+{points} Concealment)", Hide(unit.id), HIDING_RULE)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def is_over(state: State, unit: Unit, token: str) -> bool:
    """Whether a model comes out: by its speed, or because it has left the terrain; Hiding lasts at Combat Speed."""
    if (unit.band != STATIONARY) if token == HULL_DOWN else (unit.band == TOP):
        return True
    return has_left(state, unit, token) if noted(unit, token) else not terrain_in_contact(state, unit)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def lost_cover(state: State) -> list[tuple[str, str]]:
    """Who is no longer Hull Down or Hiding, and which of the two. Traces of a token that is gone count as well."""
    found = []
    for unit in state.units.values():
        for token in (HULL_DOWN, HIDING) if unit.tokens else ():
            if (unit.token(token) and is_over(state, unit, token)) or (noted(unit, token) and not unit.token(token)):
                found.append((unit.id, token))
    return found


def resolve_lost_cover(ctx: Ctx[State]) -> Script[None] | None:
    """Tokens of those who have come out are taken off; None if there are none."""
    lost = lost_cover(ctx.state)
    return _uncover(ctx, lost) if lost else None


class LeftCover(Event, frozen=True, tag="left-cover"):
    """A model or base is no longer Hull Down or Hiding."""

    unit: str
    token: str

    @heeds("fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        for name in [name for name in tokens if name == self.token or name.startswith(note_of(self.token, ""))]:
            del tokens[name]


def left_cover(state: State, event: LeftCover, _seat: str | None) -> Line:
    """Out in the open again."""
    what, rule_id = _cover_words(event.token)
    words = what.replace("is ", "is no longer ").replace("hides", "no longer hides")
    return Line(f"{state.units[event.unit].name} {words}.", (event.unit,), rule_id)


def _uncover(ctx: Ctx[State], lost: list[tuple[str, str]]) -> Script[None]:
    for name, token in lost:
        ctx.emit(LeftCover(name, token))
    yield from ()


# --- We're In Trouble: Actions against a negative Defense modifier


class OffsetPenalty(Order, frozen=True, tag="offset-penalty"):
    """We're In Trouble: spend Actions to make a negative Defense modifier better, a point for each."""

    unit: str
    actions: int = 1


@rule("fieldmanual.were-in-trouble")
def refuse_offset(state: State, order: OffsetPenalty) -> Refusal | None:
    """In its own activation, with as many Actions as it says, and never past a Defense modifier of 0."""
    unit, now = state.units[order.unit], state.activation
    if now is None or now.extra or not state.is_active(unit):
        message = f"The {unit.name} does this in its own activation, with its speed and mode declared."
        return Refusal("activation", "fieldmanual.were-in-trouble", message)
    penalty = -unit.defense_modifier
    if penalty <= 0:
        message = f"The Defense modifier of the {unit.name} is {unit.defense_modifier}: there is nothing to offset."
        return Refusal("modifier", "fieldmanual.were-in-trouble", message, {"modifier": unit.defense_modifier})
    if not 1 <= order.actions <= penalty:
        message = f"1 to {penalty} Actions bring the Defense modifier of the {unit.name} to 0 at most."
        return Refusal(
            "actions",
            "fieldmanual.were-in-trouble",
            message,
            {"modifier": unit.defense_modifier, "actions": order.actions},
        )
    return refuse_idle(unit, order.actions, "fieldmanual.were-in-trouble")


class PenaltyOffset(Event, frozen=True, tag="penalty-offset"):
    """A model spent Actions to offset its Defense modifier, in this mode and at this speed."""

    unit: str
    actions: int
    plain = True

    @heeds("fieldmanual.were-in-trouble")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit, self.actions)
        mark(state, unit, unit.trouble, unit.token(unit.trouble) + self.actions)


def offset(state: State, event: PenaltyOffset, _seat: str | None) -> Line:
    """Better prepared."""
    unit = state.units[event.unit]
    text = f"{unit.name} spends {event.actions} on its defense: a Defense modifier of {unit.defense_modifier}."
    return Line(text, (event.unit,), "fieldmanual.were-in-trouble")


@heeds("fieldmanual.were-in-trouble")
def resolve_offset(ctx: Ctx[State], order: OffsetPenalty) -> None:
    """Better, until it is activated again or changes speed or mode."""
    ctx.emit(PenaltyOffset(order.unit, order.actions))


def offer_offsets(state: State, unit: Unit) -> Iterator[Option]:
    """As many Actions as may help."""
    for count in range(1, 1 - unit.defense_modifier):
        order = OffsetPenalty(unit.id, count)
        if refuse_offset(state, order) is None:
            value = unit.defense_modifier + count
            yield Pick(
                f"We're In Trouble: {count} for a Defense modifier of {value}", order, "fieldmanual.were-in-trouble"
            )


# --- The contents of the chapter

SPECIAL_ACTIONS: Chapter[State] = Chapter(
    "Special Actions",
    orders=(
        OrderRules(Coordinate, "act", by_order(refuse_coordination), resolve_coordination),
        OrderRules(OffsetPenalty, "act", by_order(refuse_offset), resolve_offset),
        OrderRules(GoHullDown, "act", by_order(refuse_hull_down), resolve_hull_down),
        OrderRules(Hide, "act", by_order(refuse_hide), resolve_hide),
    ),
    events={
        TargetNominated: nominated,
        AttackCoordinated: coordinated,
        PenaltyOffset: offset,
        TookCover: took_cover,
        LeftCover: left_cover,
    },
)


@rule("fieldmanual.special-actions")
def offer_special_actions(state: State, unit: Unit) -> Iterator[Option]:
    """The Special Actions open to any model whose circumstances allow them; those of perks stand with their perks."""
    yield from offer_coordination(state, unit)
    yield from offer_offsets(state, unit)
    yield from offer_cover(state, unit)
