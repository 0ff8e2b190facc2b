"""The game round: player order, activation of Combat Groups, miscellaneous events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, accept
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Finish, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.mechanics.turns import higher, next_seat
from gearlock.systems.fieldmanual.command_points.tests import resolve_contest
from gearlock.systems.fieldmanual.electronic_warfare import HEARD
from gearlock.systems.fieldmanual.lock_and_cover.lock import HATCH, LIGHT_USED, SEARCHLIT
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import refuse_end as refuse_to_stop
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import resolve_least, what_ending_does
from gearlock.systems.fieldmanual.movement.terrain import refuse_band
from gearlock.systems.fieldmanual.paying import give, mark, pay
from gearlock.systems.fieldmanual.state import (
    ATTEMPTS,
    AUTOPILOT,
    BANDS,
    COORDINATED,
    DESIGNATED,
    DISEMBARKED,
    FIELDED,
    FIRED,
    FIRED_MB,
    HIDING,
    HULL_DOWN,
    IN_PLAY,
    LOCKED,
    NEURAL_NET,
    NO_GROUP,
    OBSERVED,
    RECEIVED,
    SEATS,
    STAND_BY,
    STATIONARY,
    STUN,
    SUB_SQUAD,
    TOP,
    TROUBLE,
    Activation,
    State,
    Unit,
    opponent,
)


class SplitGroups(Order, frozen=True, tag="split-groups"):
    """Split all Combat Groups into Sub-squads for the rest of the game."""


ENDS_WITH_THE_ROUND = (
    OBSERVED, DESIGNATED, COORDINATED, LOCKED, STAND_BY, FIRED, FIRED_MB, ATTEMPTS, RECEIVED, NEURAL_NET,
    HEARD, HATCH, SEARCHLIT, LIGHT_USED, DISEMBARKED,
)  # fmt: skip
"""Tokens that lie there until the Miscellaneous phase."""


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """Step 1: a new round."""

    round: int

    @heeds("fieldmanual.player-order", "fieldmanual.actions")
    def change(self, state: State) -> None:
        """Everybody has its Actions again."""
        state.round, state.winner, state.turn, state.first, state.phase = self.round, "", "", "", "order"
        for unit in state.units.values():
            if unit.status in IN_PLAY:
                unit.actions = unit.card.actions


def round_begun(_state: State, event: RoundBegun, _seat: str | None) -> Line:
    """A new round."""
    return Line(f"Round {event.round}.", (), "fieldmanual.round-sequence")


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def _come_out(unit: Unit) -> None:
    """Who speeds up is no longer Hull Down, and at Top Speed nobody hides."""
    if unit.band != STATIONARY:
        unit.tokens.pop(HULL_DOWN, None)
    if unit.band == TOP:
        unit.tokens.pop(HIDING, None)


class MiscellaneousBegun(Event, frozen=True, tag="miscellaneous-begun"):
    """Step 4 began: unused Actions and stand-by tokens are gone."""

    @heeds("fieldmanual.misc-events", "fieldmanual.stand-by", "fieldmanual.actions")
    def change(self, state: State) -> None:
        state.phase = "misc"
        for unit in state.units.values():
            unit.actions = 0
            for token in [name for name in unit.tokens if name.partition(":")[0] == STAND_BY]:
                del unit.tokens[token]


def miscellaneous(_state: State, _event: MiscellaneousBegun, _seat: str | None) -> Line:
    """The end of the round."""
    return Line("Miscellaneous events.", (), "fieldmanual.misc-events")


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """The round is over; the battle too, if it was the last."""

    last: bool = False

    @heeds("fieldmanual.misc-events", "fieldmanual.used-status", "fieldmanual.forward-observation")
    def change(self, state: State) -> None:
        """Used status, observations, smoke and whatever lasts a round are taken off."""
        for unit in state.units.values():
            unit.used, unit.fired = False, []
            for token in [name for name in unit.tokens if name.partition(":")[0] in ENDS_WITH_THE_ROUND]:
                del unit.tokens[token]
        state.smoke, state.charges, state.shots, state.declared = [], [], [], []
        state.turn, state.group, state.finished = "", 0, self.last
        state.phase = "over" if self.last else "round"


# --- Step 1: the player order roll

RULE = "fieldmanual.player-order"


@heeds("fieldmanual.player-order", "fieldmanual.defensive-assets")
def groups_on_table(state: State, seat: str) -> int:
    """The Combat Groups of a side that have a model on the table; defensive assets are none."""
    there = (unit for unit in state.units.values() if unit.seat == seat and unit.status == FIELDED)
    return len({unit.squad for unit in there if unit.group != NO_GROUP and not unit.is_static})


def order_bonus(state: State, seat: str) -> int:
    """1 for the commander with the higher Leadership, 1 for the fewest Combat Groups on the table; none for a tie."""
    mine, theirs = (state.commander(each) for each in (seat, opponent(seat)))
    leads = mine is not None and mine.card.skills.leadership > (
        theirs.card.skills.leadership if theirs is not None else 0
    )
    fewer = groups_on_table(state, seat) < groups_on_table(state, opponent(seat))
    return int(leads) + int(fewer)


class OrderThrown(Event, frozen=True, tag="order-thrown"):
    """A side's die for the player order lies there."""

    seat: str
    face: int


def _tell(ctx: Ctx[State], roll: Roll, faces: Faces) -> None:
    ctx.emit(OrderThrown(roll.seat, faces[0]))


def _totals(state: State, found: tuple[Faces, ...]) -> dict[str, int]:
    return {seat: faces[0] + order_bonus(state, seat) for seat, faces in zip(SEATS, found, strict=True)}


def _is_behind(state: State, found: tuple[Faces, ...], seat: str) -> bool:
    """Whether a side has the lower total, and so something to gain by another throw; a tie is thrown again anyway."""
    totals = _totals(state, found)
    return totals[seat] < totals[opponent(seat)]


class OrderRolled(Event, frozen=True, tag="order-rolled"):
    """The player order roll of both sides; the winner is empty after a tie."""

    red_face: int
    blue_face: int
    red: int
    blue: int
    winner: str = ""

    def change(self, state: State) -> None:
        state.winner = self.winner


def _throw(side: str, face: int, total: int) -> Throw:
    lines = (Modifier(total - face, "Leadership and fewer groups", "fieldmanual.player-order"),)
    return Throw(side, (face,), 6, (), lines if total != face else (), str(total), "fieldmanual.player-order")


def order_rolled(_state: State, event: OrderRolled, _seat: str | None) -> Line:
    """Both dice and who won."""
    sides = (("Red", event.red_face, event.red), ("Blue", event.blue_face, event.blue))
    throws = tuple(_throw(side, face, total) for side, face, total in sides)
    won = f"{event.winner} wins" if event.winner else "a tie, rolled again"
    text = f"Player order: red {event.red}, blue {event.blue}: {won}."
    return Line(text, (), "fieldmanual.player-order", throws)


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The winner of the roll said who goes first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = state.first = self.seat
        state.phase = "action"


def first_chosen(_state: State, event: FirstChosen, _seat: str | None) -> Line:
    """Who goes first."""
    return Line(f"{event.seat.capitalize()} goes first.", (), "fieldmanual.player-order")


@rule("fieldmanual.player-order")
@heeds("fieldmanual.cp-reroll-other")
def resolve_order(ctx: Ctx[State]) -> Script[None]:
    """Both roll a die, and again after a tie; the higher total says who goes first."""
    yield from resolve_sub_squads(ctx)
    while not ctx.state.winner:
        rolls = tuple(Roll("player order", 1, 6, 1, seat, rule=RULE) for seat in SEATS)
        red, blue = yield from resolve_contest(ctx, rolls, partial(_is_behind, ctx.state), partial(_tell, ctx))
        totals = _totals(ctx.state, (red, blue))
        winner = higher(totals["red"], totals["blue"])
        ctx.emit(OrderRolled(red[0], blue[0], totals["red"], totals["blue"], winner))
    prompt = "You won the player order roll. Who goes first?"
    order = yield from ask(Ask(ctx.state.winner, "first", rule=RULE, prompt=prompt))
    assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
    ctx.emit(FirstChosen(order.seat))


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say who goes first this round."""

    seat: str


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """There are two seats."""
    if order.seat in SEATS:
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    for seat in SEATS:
        yield Pick("I go first" if seat == ask.seat else "They go first", ChooseFirst(seat), ask.rule)


# --- Sub-squads: Combat Groups split in two, in small games and for a side that is badly outnumbered

SWITCH, SMALL, OUTNUMBERED, ALL = "sub-squads", "small", "outnumbered", "yes"

SPLIT = "split"

FEW = 2
"""How many Combat Groups a side of a small game has at most."""


def waiting_models(state: State, seat: str) -> list[Unit]:
    """The models of a side on the table that are still to be activated, each Combined Model once."""
    there = (unit for unit in state.fielded(seat) if not unit.used and unit.group != NO_GROUP)
    return [unit for unit in there if state.is_lead(unit)]


def combat_groups(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side that have models left, whether they are split or not."""
    return sorted({unit.group for unit in state.models(seat) if unit.group != NO_GROUP})


def is_split(state: State, seat: str) -> bool:
    """Whether a side has Sub-squads; they are not changed for the rest of the game."""
    return any(unit.seat == seat and unit.token(SUB_SQUAD) for unit in state.units.values())


@heeds("fieldmanual.sub-squads-small-game")
def second_halves(state: State, seat: str) -> tuple[str, ...]:
    """Who is in the second Sub-squad of each Combat Group: half of it, as evenly as can be, never its leader."""
    found: list[str] = []
    for group in combat_groups(state, seat):
        mates = [unit for unit in state.models(seat) if unit.group == group]
        mates.sort(key=lambda unit: not unit.rank)
        found += [unit.id for unit in mates[(len(mates) + 1) // 2 :]]
    return tuple(found)


@rule("fieldmanual.sub-squads-small-game")
def is_small(state: State) -> bool:
    """Whether both sides split at the start: a game with this option, of one or two Combat Groups a side."""
    if state.switches.get(SWITCH) not in (SMALL, ALL) or state.round != 1:
        return False
    return all(0 < len(combat_groups(state, seat)) <= FEW and not is_split(state, seat) for seat in SEATS)


@rule("fieldmanual.sub-squads-outnumbered")
def may_split(state: State, seat: str) -> bool:
    """Whether a side may split at the start of a round: a third of the opponent's Combat Groups, or fewer."""
    if state.switches.get(SWITCH) not in (OUTNUMBERED, ALL) or is_split(state, seat):
        return False
    mine, theirs = (len(combat_groups(state, each)) for each in (seat, opponent(seat)))
    return 0 < 3 * mine <= theirs and bool(second_halves(state, seat))


class GroupsSplit(Event, frozen=True, tag="groups-split"):
    """A side split its Combat Groups: these models are in the second Sub-squads."""

    seat: str
    units: tuple[str, ...]

    @heeds("fieldmanual.sub-squads-small-game", "fieldmanual.sub-squads-outnumbered")
    def change(self, state: State) -> None:
        for name in self.units:
            mark(state, state.units[name], SUB_SQUAD)


def groups_split(_state: State, event: GroupsSplit, _seat: str | None) -> Line:
    """Sub-squads."""
    text = f"{event.seat.title()} splits its Combat Groups into Sub-squads."
    return Line(text, event.units, "fieldmanual.sub-squads-small-game")


@heeds("fieldmanual.sub-squads-small-game", "fieldmanual.sub-squads-outnumbered")
def resolve_sub_squads(ctx: Ctx[State]) -> Script[None]:
    """At the start of a round: everybody splits in a small game; who is outnumbered may."""
    if is_small(ctx.state):
        for seat in SEATS:
            ctx.emit(GroupsSplit(seat, second_halves(ctx.state, seat)))
        return
    for seat in SEATS:
        if may_split(ctx.state, seat):
            prompt = "You are badly outnumbered. Split your Combat Groups into Sub-squads for the rest of the game?"
            rule_id = "fieldmanual.sub-squads-outnumbered"
            order = yield from ask(Ask(seat, SPLIT, rule=rule_id, prompt=prompt, optional=True))
            if isinstance(order, SplitGroups):
                ctx.emit(GroupsSplit(seat, second_halves(ctx.state, seat)))


def offer_splitting(_state: State, asked: Ask) -> Iterator[Option]:
    """Now, or not."""
    yield Pick("Split into Sub-squads", SplitGroups(), asked.rule)
    yield decline("Stay together", asked.rule)


@heeds("fieldmanual.sub-squads-small-game")
def begun_groups(state: State, seat: str) -> list[int]:
    """Combat Groups of which one Sub-squad has been activated and the other waits: they come before any other."""
    if not is_split(state, seat):
        return []
    waiting = {unit.squad for unit in waiting_models(state, seat)}
    used = {unit.squad for unit in state.fielded(seat) if unit.used}
    groups = {unit.squad: unit.group for unit in state.models(seat)}
    done = {groups[squad] for squad in used if squad not in waiting and squad in groups}
    return sorted(done & {groups[squad] for squad in waiting})


# --- Step 2: Combat Groups are activated in turn, model by model

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


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation."""

    unit: str
    mode: str
    band: str
    autopilot: bool = False
    plain = True

    @heeds("fieldmanual.stun", "fieldmanual.speed-top", "fieldmanual.were-in-trouble", "fieldmanual.perk-autopilot")
    @heeds("fieldmanual.cp-activate")
    def change(self, state: State) -> None:
        """A Stun counter from before is gone; Top Speed is paid for; what held until now is over.

        Who was called up by a Command Point leaves the Combat Group under way as it is.
        """
        unit = state.units[self.unit]
        mark(state, unit, STUN, 0)
        for token in [name for name in unit.tokens if name.partition(":")[0] == TROUBLE]:
            mark(state, unit, token, 0)
        mark(state, unit, AUTOPILOT, 1 if self.autopilot else 0)
        if self.autopilot:
            give(state, unit)
        for part in state.parts(unit):
            part.mode, part.band = self.mode, self.band
            _come_out(part)
        called = state.activation
        if called is not None:
            called.banded = True
        else:
            state.group = unit.squad
            state.activation = Activation(self.unit, banded=True)
        if self.band == TOP:
            pay(state, unit)


def activated(state: State, event: Activated, _seat: str | None) -> Line:
    """A model with its mode and speed."""
    words = [MODE_WORDS[event.mode], BAND_WORDS[event.band], *(["on autopilot"] if event.autopilot else [])]
    return Line(
        f"{state.units[event.unit].name} activates: {', '.join(words)}.", (event.unit,), "fieldmanual.activation"
    )


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other side activates a Combat Group, or nobody has any left."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.turn = "support", state.first


class Passed(Event, frozen=True, tag="passed"):
    """A side let the other one activate another Combat Group."""

    seat: str
    other: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.other, 0


def passed(_state: State, event: Passed, _seat: str | None) -> Line:
    """A side lets the other go on."""
    return Line(f"{event.seat.capitalize()} passes.", (), "fieldmanual.activation-pass")


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


class Pass(Order, frozen=True, tag="pass"):
    """Let the opponent activate another Combat Group instead."""


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


class Activate(Order, frozen=True, tag="activate"):
    """Activate a model in a Movement Mode and at a speed, perhaps with its autopilot on."""

    unit: str
    mode: str = ""
    band: str = "stationary"
    autopilot: bool = False


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


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End a model's activation, or give up the Action that a Command Point gave."""

    unit: str


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


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation, or the one Action it was given, is over."""

    unit: str
    plain = True

    @rule("fieldmanual.used-status")
    @heeds("fieldmanual.cp-activate", "fieldmanual.cp-extra-action")
    def change(self, state: State) -> None:
        """It is Used, and whoever it interrupted goes on. After an additional Action it has those of its own again."""
        now = state.activation
        for part in state.parts(state.units[self.unit]):
            if now is None or not now.extra:
                part.used = True
            elif not part.is_lost:
                part.actions = now.kept
        state.declared = []
        state.activation = state.interrupted.pop() if state.interrupted else None


@heeds("fieldmanual.move-through")
def resolve_end(ctx: Ctx[State], order: EndActivation) -> Script[None]:
    """The activation is over; who had to go on and could not has run into something."""
    now = ctx.state.activation
    if now is not None and not now.extra:
        yield from resolve_least(ctx, order.unit)
    ctx.emit(ActivationEnded(order.unit))


# --- The contents of the chapter

ROUNDS: Chapter[State] = Chapter(
    "The Game Round",
    orders=(
        OrderRules(ChooseFirst, "first", refuse_first),
        OrderRules(Activate, "activate", refuse_activate),
        OrderRules(Pass, "activate", refuse_pass),
        OrderRules(SplitGroups, SPLIT, accept),
        OrderRules(EndActivation, "act", refuse_end, resolve_end),
    ),
    events={
        RoundBegun: round_begun,
        OrderThrown: None,
        OrderRolled: order_rolled,
        FirstChosen: first_chosen,
        GroupsSplit: groups_split,
        Activated: activated,
        ActivationEnded: None,
        TurnPassed: None,
        Passed: passed,
        MiscellaneousBegun: miscellaneous,
        RoundEnded: None,
    },
)
