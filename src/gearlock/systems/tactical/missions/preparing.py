"""4.1.1, 4.1.2, 4.1.4: what is rolled before a generated battle: bids, missions in secret, subplots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.systems.tactical.generator import drawing as d
from gearlock.systems.tactical.generator import points as p
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import LIMIT, OBJECTIVE, PARTS, TYPE
from gearlock.systems.tactical.missions.condition import is_possible
from gearlock.systems.tactical.missions.events import BiddingEnded, BidMade, MissionRolled, PhaseFollows, SubplotRolled
from gearlock.systems.tactical.missions.orders import Bid
from gearlock.systems.tactical.state import SEATS, State, opponent
from gearlock.systems.tactical.switches import SHARED_SUBPLOT

BID: Final = "bid"
BIDS_OFFERED: Final = 8


def agreed(state: State) -> int:
    """The Threat Value a side that was agreed upon."""
    return state.points["TV:agreed"]


def die(purpose: str, seat: str = "", rule: str = "tactical.4.1") -> Script[int]:
    """One die."""
    (face,) = yield from throw(Roll(purpose, 1, 6, seat=seat, rule=rule))
    return face


@heeds("tactical.4.1.1-bidding")
def resolve_bidding(ctx: Ctx[State]) -> Script[None]:
    """Bids go to and fro until somebody goes no lower: the last bidder has his total, the other the basic one.

    Who is asked first and bids nothing leaves the first bid to the other.
    """
    seat = ctx.state.turn
    if not seat:
        face = yield from die("first bid", rule="tactical.4.1.1-bidding")
        seat = SEATS[face % 2]
        ctx.emit(PhaseFollows("bidding", seat))
    order = yield from ask(_bid_asked(ctx.state, seat))
    if not isinstance(order, Bid) and not any(ctx.state.points.get(f"bid:{each}") for each in SEATS):
        seat = opponent(seat)
        ctx.emit(PhaseFollows("bidding", seat))
        order = yield from ask(_bid_asked(ctx.state, seat))
    if isinstance(order, Bid):
        ctx.emit(BidMade(seat, order.tv))
    else:
        ctx.emit(BiddingEnded(seat, agreed(ctx.state)))


def _bid_asked(state: State, seat: str) -> Ask:
    lowest = min([state.points.get(f"bid:{each}", 0) or agreed(state) for each in SEATS])
    prompt = f"With how little TV would you fight? So far {lowest}."
    return Ask(seat, BID, rule="tactical.4.1.1-bidding", prompt=prompt, optional=True)


def refuse_bid(state: State, _ask: Ask, order: Bid) -> Refusal | None:
    """Whole hundreds, always lower."""
    lowest = min([state.points.get(f"bid:{each}", 0) or agreed(state) for each in SEATS])
    fault = p.bid_fault(order.tv, agreed(state), lowest, 0)
    return Refusal("bid", "tactical.4.1.1-bidding", fault) if fault else None


def offer_bids(state: State, question: Ask) -> Iterator[Option]:
    """A few steps down, or no lower; any other may be said."""
    lowest = min([state.points.get(f"bid:{each}", 0) or agreed(state) for each in SEATS])
    top = (lowest - 1) // p.BID_STEP * p.BID_STEP
    for tv in range(top, max(0, top - BIDS_OFFERED * p.BID_STEP), -p.BID_STEP):
        if tv * 2 >= agreed(state):
            yield Pick(f"Fight with {tv} TV", Bid(tv), question.rule)
    yield decline("Go no lower", question.rule)


@heeds("tactical.4.1", "tactical.4.1.2")
def resolve_missions(ctx: Ctx[State]) -> Script[None]:
    """A mission for each side in secret, as rolled or as players agreed; then the subplots."""
    for seat in SEATS:
        mission = yield from roll_mission(ctx, seat)
        ctx.emit(MissionRolled(seat, *mission))
    yield from resolve_subplots(ctx)
    ctx.emit(PhaseFollows("priorities"))


def roll_mission(ctx: Ctx[State], seat: str) -> Script[tuple[str, str, str]]:
    """Type, objective and limit; an objective there is none of is rolled again."""
    found: dict[str, str] = {}
    for part in PARTS:
        said = ctx.state.switches.get(f"{part}:{seat}", "")
        while part not in found:
            name = f"{part}-{seat}"
            value = said or d.one_roll(name, str((yield from die(f"{part}: {seat}", seat))), "", _never).value
            if said or part != OBJECTIVE or is_possible(ctx.state, seat, found[TYPE], value):
                found[part] = value
    return found[TYPE], found[OBJECTIVE], found[LIMIT]


def _never(name: str) -> int:
    raise AssertionError(f"{name} was rolled before")


@heeds("tactical.4.1.4", "tactical.4.1.1-subplots-galore")
def resolve_subplots(ctx: Ctx[State]) -> Script[None]:
    """One subplot for each side, and those it has bought. A shared one is what was said for either side, or rolled."""
    location, free = ctx.state.switches.get("location", ""), 1
    said_by = {seat: [*filter(None, ctx.state.switches.get(f"subplots:{seat}", "").split("+"))] for seat in SEATS}
    if ctx.state.switch(SHARED_SUBPLOT):
        free, chosen = 0, next((said.pop(0) for said in said_by.values() if said), "")
        name = chosen or (yield from roll_subplot("both", location))
        for seat in SEATS:
            ctx.emit(SubplotRolled(seat, name))
    for seat, said in said_by.items():
        for number in range(max(len(said), free + ctx.state.points.get(f"extra:{seat}", 0))):
            name = said[number] if number < len(said) else (yield from roll_subplot(seat, location))
            ctx.emit(SubplotRolled(seat, name, number >= free))


def roll_subplot(seat: str, location: str) -> Script[str]:
    """Two dice, again where there can be no such thing."""
    while True:
        owner = seat if seat in SEATS else ""
        first = yield from die(f"subplot list: {seat}", owner, "tactical.4.1.4")
        second = yield from die(f"subplot: {seat}", owner, "tactical.4.1.4")
        name = t.subplot_of(t.subplot_list_of(first), second)
        if not t.is_rerolled(name, location):
            return name
