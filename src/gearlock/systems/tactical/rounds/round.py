"""2.6.2, 2.6.3 and 2.6.9: the combat round: declarations, evasive maneuvers, Initiative."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.command import CALLING, leader_lines
from gearlock.systems.tactical.damage.condition import maneuver_now
from gearlock.systems.tactical.dice_tests import PILOTING, Test, skill_lines, throw_test
from gearlock.systems.tactical.movement.course import STUCK
from gearlock.systems.tactical.sensors.sensors import compare_jamming
from gearlock.systems.tactical.state import (
    ATTACKED,
    CLIMBING,
    COMBAT,
    DESIGNATED,
    EVADING,
    HIDDEN,
    IN_PLAY,
    NO_EVASION,
    NO_GROUP,
    OBSERVED,
    POINT_USED,
    SEATS,
    SENSED,
    STATIONARY,
    STUNNED,
    TOP,
    Activation,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.switches import AMMO_CHECKED, DUD, REROLLED, TOGETHER


class Declare(Order, frozen=True, tag="declare"):
    """Declare extra Actions or evasive maneuvers of a unit for this round."""

    unit: str
    extra: int = 0
    evade: bool = False


class EndDeclaring(Order, frozen=True, tag="end-declaring"):
    """Declare nothing more this round."""


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which side activates a combat group first."""

    seat: str


class Activate(Order, frozen=True, tag="activate"):
    """Activate a unit and announce how fast it will go at most this round."""

    unit: str
    pace: str = "combat"


class PassGroup(Order, frozen=True, tag="pass-group"):
    """What is left of the combat group lets its turn pass."""


class Settle(Order, frozen=True, tag="settle"):
    """Commit the unit being activated to a lower speed for the rest of the round."""

    unit: str
    pace: str


class EndActivation(Order, frozen=True, tag="end-activation"):
    """The unit has moved and acted."""

    unit: str


CALLED = "called"
"""A token of who was activated by a Command Point: 1, and 2 once it has used its Actions with its group."""
ENDS_WITH_THE_ROUND = (
    EVADING,
    POINT_USED,
    OBSERVED,
    SENSED,
    DESIGNATED,
    CALLED,
    ATTACKED,
    REROLLED,
    AMMO_CHECKED,
    DUD,
    TOGETHER.rstrip(":"),
)


STEP_FOUR = "step four"
"""Counted in points: how far artillery and aircraft of this round have come."""


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """A new round: everybody has its Actions again, less what it owes; shifts of speed take effect."""

    round: int
    actions: dict[str, int]
    """By unit, before what it owes is paid."""

    @heeds("tactical.2.6.3", "tactical.2.6.5-top-speed", "tactical.3.5.1-crew")
    def change(self, state: State) -> None:
        """Owed Actions are paid as far as there are any."""
        state.round, state.phase = self.round, "declaration"
        state.winner, state.turn, state.first = "", "", ""
        for unit in state.units.values():
            if unit.status not in IN_PLAY:
                continue
            paid = min(unit.token(STUNNED), self.actions.get(unit.id, 0))
            unit.actions = self.actions.get(unit.id, 0) - paid
            unit.tokens[STUNNED] = unit.token(STUNNED) - paid
            if not unit.tokens[STUNNED]:
                del unit.tokens[STUNNED]
            unit.speed, unit.next_speed = unit.next_speed or unit.speed, ""
            unit.extra, unit.done, unit.has_moved, unit.fired = 0, False, False, []


class Declared(Event, frozen=True, tag="declared"):
    """A unit will take extra Actions this round, or evade."""

    unit: str
    extra: int = 0
    evade: bool = False

    @heeds("tactical.2.6.2-step1", "tactical.2.6.9", "tactical.2.6.3")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.extra += self.extra
        unit.actions += self.extra
        if self.evade:
            unit.tokens[EVADING], unit.actions = 1, 0


class DeclaringEnded(Event, frozen=True, tag="declaring-ended"):
    """A side has declared all it wanted; `seat` declares next, nobody when it is empty."""

    seat: str = ""

    def change(self, state: State) -> None:
        state.turn = self.seat
        if not self.seat:
            state.phase = "initiative"


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both sides' Initiative; the winner is empty after a draw, and `points` are its Initiative Command Points."""

    red: int
    blue: int
    winner: str = ""
    points: int = 0

    @heeds("tactical.2.6.2-step2")
    def change(self, state: State) -> None:
        state.winner = self.winner
        if self.winner:
            state.switches["last winner"] = self.winner
            state.points[f"ICP:{self.winner}"] = self.points


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """It is said who activates first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = state.first = self.seat
        state.phase = "activation"


class Activated(Event, frozen=True, tag="activated"):
    """A unit began its activation and announced its speed."""

    unit: str
    pace: str
    called: bool = False
    plain = True

    @heeds("tactical.2.6.2-step3", "tactical.2.6.4-activate")
    def change(self, state: State) -> None:
        """Who was called before and moved then only acts now. Whom this interrupts counts as activated."""
        unit = state.units[self.unit]
        again = bool(unit.token(CALLED))
        if state.activation is not None:
            state.units[state.activation.unit].done = True
            state.interrupted.append(state.activation)
        state.activation = Activation(self.unit, self.pace, unit.mode, called=self.called, halted=again)
        unit.tokens.pop(CALLING, None)
        if self.called or again:
            unit.tokens[CALLED] = 2 if again else 1
        if not self.called:
            state.group = unit.group


class Settled(Event, frozen=True, tag="settled"):
    """The unit being activated goes no faster than this for the rest of the round."""

    unit: str
    pace: str
    plain = True

    def change(self, state: State) -> None:
        assert state.activation is not None, "somebody is being activated"
        state.activation.limit = self.pace


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A unit has moved and acted; how far and how fast is recorded."""

    unit: str
    went: str
    moved: int
    slows: bool = False
    """Could not go fast enough for Top Speed, and falls back to Combat Speed."""

    @heeds("tactical.2.6.2-step3", "tactical.2.6.5-top-speed", "tactical.2.6.7-target-speed")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        if now is not None and not (unit.token(CALLED) == 2 and now.halted):
            unit.went, unit.moved, unit.has_moved = self.went, self.moved, True
        unit.done = True
        if self.slows:
            unit.speed, unit.next_speed = COMBAT, ""
        state.activation = state.interrupted.pop() if state.interrupted else None


class GroupPassed(Event, frozen=True, tag="group-passed"):
    """Units that neither moved nor acted when their group was activated have lost their turn."""

    units: tuple[str, ...]

    @heeds("tactical.2.6.2-step3")
    def change(self, state: State) -> None:
        """They stay where they are, at Combat Speed at most; who was called before has had its move."""
        for name in self.units:
            unit = state.units[name]
            if unit.token(CALLED):
                unit.tokens[CALLED] = 2
            else:
                unit.went, unit.moved, unit.has_moved = STATIONARY, 0, True
                unit.speed = COMBAT if unit.speed == TOP else unit.speed
            unit.done = True


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other side activates a combat group; when the seat is empty nobody has any left."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.turn = "misc", state.first


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Step 4 is over: unspent Initiative Command Points and Actions are lost."""

    over: bool = False

    @heeds("tactical.2.6.2-step4", "tactical.2.6.4")
    def change(self, state: State) -> None:
        state.finished, state.phase, state.turn, state.group = self.over, "round", "", 0
        state.points.pop(STEP_FOUR, None)
        for name in [name for name in state.points if name.startswith("ICP:")]:
            del state.points[name]
        for unit in state.units.values():
            unit.actions = 0
            for token in [name for name in unit.tokens if name.partition(":")[0] in ENDS_WITH_THE_ROUND]:
                del unit.tokens[token]
            if unit.token(CLIMBING) > 1:
                del unit.tokens[CLIMBING]
            if unit.token(STUCK):
                unit.tokens[STUCK] -= 1
                unit.tokens = {name: count for name, count in unit.tokens.items() if count}


# --- 2.6.2, Step One, and 2.6.9: extra Actions and evasive maneuvers are declared before anything else

DECLARE = "declare"
MOST_EXTRA = 9
"""More than so many extra Actions help nobody: each costs a point on all of them."""


def declares_first(state: State) -> str:
    """The side that speaks first: not the one that won the last roll, of Tactics or of Initiative."""
    last = state.switches.get("last winner", SEATS[1])
    return opponent(last) if last in SEATS else SEATS[0]


@rule("tactical.2.6.2-step1")
def resolve_declaration(ctx: Ctx[State]) -> Script[None]:
    """One declaration, or the end of a side's declaring; then the other side, then Initiative."""
    first = declares_first(ctx.state)
    seat = ctx.state.turn or first
    if not any(True for unit in ctx.state.fielded(seat) if may_declare(unit)):
        ctx.emit(DeclaringEnded(opponent(seat) if seat == first else ""))
        return
    prompt = "Which units take extra Actions or evade this round?"
    order = yield from ask(Ask(seat, DECLARE, rule="tactical.2.6.2-step1", prompt=prompt))
    if isinstance(order, Declare):
        ctx.emit(Declared(order.unit, order.extra, order.evade))
    else:
        ctx.emit(DeclaringEnded(opponent(seat) if seat == first else ""))


def may_declare(unit: Unit) -> bool:
    """Whether there is anything a unit could declare: it has an Action, and has not said yet that it evades."""
    return unit.actions > 0 and unit.group != NO_GROUP and not unit.token(EVADING)


@rule("tactical.2.6.9")
@heeds("tactical.2.6.3", "tactical.4.3.5")
def refuse_declare(state: State, ask: Ask, order: Declare) -> Refusal | None:
    """Evasion takes an Action and forbids all others, so nobody evades and takes extra Actions too."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded or unit.group == NO_GROUP:
        return Refusal("unit", "tactical.2.6.2-step1", f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if order.evade and unit.token(NO_EVASION):
        return Refusal("heavy", "tactical.4.3.5", f"The {unit.name} cannot go evasive.")
    if order.evade and (order.extra or unit.extra):
        message = f"The {unit.name} either evades or takes extra Actions: evasion forbids every other Action."
        return Refusal("both", "tactical.2.6.9", message)
    if unit.actions <= 0:
        message = f"The {unit.name} has no Action this round to declare anything with."
        return Refusal("actions", "tactical.2.6.3", message)
    if not order.evade and not 1 <= order.extra <= MOST_EXTRA - unit.extra:
        message = f"Declare 1 to {MOST_EXTRA} extra Actions, or evasive maneuvers; {order.extra} is neither."
        return Refusal("extra", "tactical.2.6.2-step1", message, {"extra": order.extra})
    return None


def offer_declarations(state: State, ask: Ask) -> Iterator[Option]:
    """One or two extra Actions or evasion for each unit; and no more."""
    yield Pick("Declare nothing more", EndDeclaring(), "tactical.2.6.2-step1")
    for unit in state.fielded(ask.seat):
        for extra in (1, 2):
            order = Declare(unit.id, extra)
            if refuse_declare(state, ask, order) is None:
                label = f"{unit.name}: {extra} extra Action{'s' if extra > 1 else ''} (-{unit.extra + extra} on each)"
                yield Pick(label, order, "tactical.2.6.3")
        if refuse_declare(state, ask, Declare(unit.id, 0, True)) is None:
            yield Pick(
                f"{unit.name}: evasive maneuvers (+3 Defense, no Actions)", Declare(unit.id, 0, True), "tactical.2.6.9"
            )


# --- 2.6.2, Step Two: Initiative

FIRST = "first"


def groups_left(state: State, seat: str) -> int:
    """The combat groups of a side that have anybody on the table, hidden or not."""
    there = (unit for unit in state.in_play(seat) if unit.is_fielded or unit.status == HIDDEN)
    return len({unit.group for unit in there if unit.group != NO_GROUP})


@heeds("tactical.2.6.2-step2", "tactical.2.3.4-maneuver")
def initiative_lines(state: State, seat: str) -> tuple[Modifier, ...]:
    """The Leadership of the Commander; Piloting with Maneuver where exactly one vehicle faces one."""
    mine, theirs = list(state.in_play(seat)), list(state.in_play(opponent(seat)))
    if len(mine) == len(theirs) == 1 and not mine[0].is_infantry and not theirs[0].is_infantry:
        maneuver = maneuver_now(mine[0])
        more = (result(maneuver, "Maneuver", "tactical.2.3.4-maneuver"),) if maneuver else ()
        return skill_lines(mine[0], PILOTING) + more
    return leader_lines(state, seat)


@rule("tactical.2.6.2-step2")
@heeds("tactical.ref-fumble-effects", "tactical.4.1.3-scouting")
def resolve_initiative(ctx: Ctx[State]) -> Script[None]:
    """Both sides roll, draws again; the winner has its margin as Command Points, fewer groups choose who begins.

    A fumble is 0 and loses; two fumbles are a draw. Who lies in ambush wins whatever it rolled, but has Command Points
    only for a roll that won.
    """
    compare_jamming(ctx)
    rolled: dict[str, Result] = {}
    for seat in SEATS:
        test = Test("Initiative", "", initiative_lines(ctx.state, seat), "tactical.2.6.2-step2", seat=seat)
        rolled[seat] = yield from throw_test(ctx, test)
    winner = winner_of(rolled["red"], rolled["blue"])
    points = abs(rolled["red"].total - rolled["blue"].total) if winner else 0
    ambusher = next((seat for seat in SEATS if ctx.state.points.get(f"ambush:{seat}") == ctx.state.round), "")
    if ambusher:
        winner, points = ambusher, points if winner == ambusher else 0
    ctx.emit(InitiativeRolled(rolled["red"].total, rolled["blue"].total, winner, points))
    if not winner:
        return
    chooser = chooses_first(ctx.state)
    order = yield from ask(
        Ask(chooser, FIRST, rule="tactical.2.6.2-step2", prompt="Who activates a combat group first?")
    )
    assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
    ctx.emit(FirstChosen(order.seat))


@rule("tactical.ref-fumble-effects")
def winner_of(red: Result, blue: Result) -> str:
    """The side with the higher total; whoever alone fumbles loses outright, even against a total of 0."""
    if red.fumbled != blue.fumbled:
        return "blue" if red.fumbled else "red"
    return higher(red.total, blue.total)


@heeds("tactical.2.6.2-step2")
def chooses_first(state: State) -> str:
    """The side with fewer combat groups, else the winner of Initiative."""
    return higher(-groups_left(state, "red"), -groups_left(state, "blue")) or state.winner


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """One of the two sides begins."""
    known = order.seat in SEATS
    return None if known else Refusal("seat", ask.rule, f"'{order.seat}' is no side: say red or blue.")


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    yield Pick("We activate first", ChooseFirst(ask.seat), "tactical.2.6.2-step2")
    yield Pick("The enemy activates first", ChooseFirst(opponent(ask.seat)), "tactical.2.6.2-step2")
