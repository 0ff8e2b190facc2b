"""A tiny game that uses everything the kernel offers: sealed bids, open amounts, nested reactions, dice and a secret.

Two duellists. Each bout both bid effort in secret; the higher bid strikes with any force up to its bid. The
victim may parry if it has parries left (only it knows how many), a parry may be answered by a feint, then a d6 decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import msgspec

from gearlock.kernel.asks import Amount, Ask, Option, Pick, decline
from gearlock.kernel.dice import Roll
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed, throw
from gearlock.kernel.system import Aim, Chooser, Scenario, Setup, System
from gearlock.kernel.view import Line, OddsCard, Piece, Preview, TableView, Throw, Track, View

SEATS = ("red", "blue")


class Bid(Order, frozen=True, tag="bid"):
    effort: int


class Strike(Order, frozen=True, tag="strike"):
    force: int


class Parry(Order, frozen=True, tag="parry"):
    pass


class Feint(Order, frozen=True, tag="feint"):
    pass


class BidsShown(Event, frozen=True, tag="bids-shown"):
    reveals: ClassVar[bool] = True
    red: int
    blue: int


class Parried(Event, frozen=True, tag="parried"):
    seat: str


class Feinted(Event, frozen=True, tag="feinted"):
    seat: str


class Hurt(Event, frozen=True, tag="hurt"):
    seat: str
    wounds: int


class StrikeRolled(Event, frozen=True, tag="strike-rolled"):
    face: int


class BoutEnded(Event, frozen=True, tag="bout-ended"):
    pass


@dataclass(slots=True)
class ToyState:
    health: dict[str, int] = field(default_factory=lambda: {"red": 6, "blue": 6})
    parries: dict[str, int] = field(default_factory=lambda: {"red": 2, "blue": 2})
    feints: dict[str, int] = field(default_factory=lambda: {"red": 1, "blue": 1})
    bout: int = 1

    def clone(self) -> ToyState:
        return ToyState(dict(self.health), dict(self.parries), dict(self.feints), self.bout)


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


def step(ctx: Ctx[ToyState]) -> Script[None]:
    bids = yield from ask_sealed(*(Ask(seat, "bid", prompt="Bid effort") for seat in SEATS))
    red, blue = (bid.effort for bid in bids if isinstance(bid, Bid))
    ctx.emit(BidsShown(red, blue))
    if red != blue:
        yield from bout("red" if red > blue else "blue", max(red, blue), ctx)
    ctx.emit(BoutEnded())


def bout(striker: str, limit: int, ctx: Ctx[ToyState]) -> Script[None]:
    strike = yield from ask(Ask(striker, "strike", about=(str(limit),)))
    assert isinstance(strike, Strike)
    victim = other(striker)
    parried = yield from ask(Ask(victim, "parry", optional=True))
    if isinstance(parried, Parry):
        ctx.emit(Parried(victim))
        feint = yield from ask(Ask(striker, "feint", optional=True))
        if not isinstance(feint, Feint):
            return
        ctx.emit(Feinted(striker))
    (face,) = yield from throw(Roll("strike", 1, 6, seat=striker))
    ctx.emit(StrikeRolled(face))
    if face >= 3:
        ctx.emit(Hurt(victim, strike.force))


def apply(state: ToyState, event: Event) -> None:
    match event:
        case Parried(seat):
            state.parries[seat] -= 1
        case Feinted(seat):
            state.feints[seat] -= 1
        case Hurt(seat, wounds):
            state.health[seat] -= wounds
        case BoutEnded():
            state.bout += 1


def outcome(state: ToyState) -> Outcome | None:
    for seat in SEATS:
        if state.health[seat] <= 0:
            return Outcome(other(seat), f"{seat} is down", dict(state.health))
    return Outcome("", "tired", dict(state.health)) if state.bout > 60 else None


def options(state: ToyState, question: Ask) -> tuple[Option, ...]:
    if question.kind == "bid":
        return tuple(Pick(f"Bid {n}", Bid(n)) for n in range(1, 4))
    if question.kind == "strike":
        return (Amount("Strike", Strike(1), low=1, high=int(question.about[0])),)
    if question.kind == "parry":
        return (decline(), Pick("Parry", Parry())) if state.parries[question.seat] else (decline(),)
    return (decline(), Pick("Feint", Feint())) if state.feints[question.seat] else (decline(),)


def refuse(state: ToyState, question: Ask, order: Order) -> Refusal | None:
    match question.kind, order:
        case "bid", Bid(effort) if 1 <= effort <= 3:
            return None
        case "strike", Strike(force) if 1 <= force <= int(question.about[0]):
            return None
        case (("parry" | "feint"), Decline()):
            return None
        case "parry", Parry() if state.parries[question.seat]:
            return None
        case "feint", Feint() if state.feints[question.seat]:
            return None
    return Refusal("not-now", "toy.1", f"{type(order).__name__} does not answer {question.kind}.")


def sample(state: ToyState, question: Ask, option: Option, chooser: Chooser) -> Order | None:
    assert isinstance(option, Amount)
    return Strike(chooser.randrange(option.low, option.high + 1))


def aim(state: ToyState, question: Ask, option: Option, spot: Aim) -> Order | Refusal:
    order = Strike(spot.x)
    return refuse(state, question, order) or order


def view(state: ToyState, seat: str | None, asks: tuple[Ask, ...]) -> View:
    def piece(side: str) -> Piece:
        secret = (Track("parries", state.parries[side], 2),) if seat in (None, side) else ()
        return Piece(side, side, side, 0, 0, tracks=(Track("health", state.health[side], 6), *secret))

    table = TableView("inches", 10, 10)
    return View(seat or "", state.bout, "bout", "", table, tuple(piece(side) for side in SEATS), asks=asks)


def tell(state: ToyState, event: Event, seat: str | None) -> Line:
    rolls = (Throw("strike", (event.face,)),) if isinstance(event, StrikeRolled) else ()
    return Line(type(event).__name__, rolls=rolls)


def disguise(state: ToyState, seat: str, chooser: Chooser) -> ToyState:
    twin = state.clone()
    twin.parries[other(seat)] = chooser.randrange(0, 3)
    return twin


def scenarios() -> Mapping[str, Scenario]:
    return {"duel": Scenario("duel", "Duel", "Two duellists")}


def prepare(scenario: str, seed: int, chosen: Mapping[str, str]) -> Setup:
    if scenario != "duel":
        raise UnknownName("scenario", scenario, ["duel"])
    if chosen:
        raise BadInput(f"A duel has no options: {', '.join(chosen)}")
    return Setup(scenario, seed, dict(chosen))


TOY: System[ToyState] = System(
    id="toy",
    name="Toy",
    edition="1",
    package="kernel.toy",
    about="A duel",
    orders=(Bid, Strike, Parry, Feint, Decline),
    events=(BidsShown, Parried, Feinted, StrikeRolled, Hurt, BoutEnded),
    scenarios=scenarios,
    prepare=prepare,
    begin=lambda setup: ToyState(),
    step=step,
    apply=apply,
    outcome=outcome,
    options=options,
    refuse=refuse,
    sample=sample,
    aim=aim,
    preview=lambda state, seat, order: Preview(),
    view=view,
    tell=tell,
    encode=msgspec.json.Encoder().encode,
    decode=lambda raw, setup: msgspec.json.decode(raw, type=ToyState),
    disguise=disguise,
    suppose=disguise,
    pool_odds=lambda a, d, p, r: OddsCard(1.0, 0.0, {0: 1.0}),
    hidden=True,
)
