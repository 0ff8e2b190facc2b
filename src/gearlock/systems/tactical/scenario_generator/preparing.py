"""4.1.1 to 4.1.4: what is rolled before a generated battle, and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.scenario_generator.missions import (
    LIMIT,
    OBJECTIVE,
    PARTS,
    ROUNDS_HELD,
    TYPE,
    Bid,
    BiddingEnded,
    BidMade,
    LimitRolled,
    LimitsTold,
    MissionDone,
    MissionRolled,
    MissionsJudged,
    PhaseFollows,
    SubplotRolled,
    is_for_good,
    is_possible,
    is_so,
    key,
    mission_of,
    needs_rounds,
)
from gearlock.systems.tactical.scenario_generator.tables import (
    BID_STEP,
    BY_OBJECTIVE,
    INCREASING,
    RANDOM,
    bid_fault,
    is_rerolled,
    one_roll,
    subplot_list_of,
    subplot_of,
)
from gearlock.systems.tactical.state import SEATS, State, opponent
from gearlock.systems.tactical.switches import SHARED_SUBPLOT

# --- 4.1.1, 4.1.2, 4.1.4: what is rolled before a generated battle: bids, missions in secret, subplots

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
    fault = bid_fault(order.tv, agreed(state), lowest, 0)
    return Refusal("bid", "tactical.4.1.1-bidding", fault) if fault else None


def offer_bids(state: State, question: Ask) -> Iterator[Option]:
    """A few steps down, or no lower; any other may be said."""
    lowest = min([state.points.get(f"bid:{each}", 0) or agreed(state) for each in SEATS])
    top = (lowest - 1) // BID_STEP * BID_STEP
    for tv in range(top, max(0, top - BIDS_OFFERED * BID_STEP), -BID_STEP):
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
            value = said or one_roll(name, str((yield from die(f"{part}: {seat}", seat))), "", _never).value
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
        name = subplot_of(subplot_list_of(first), second)
        if not is_rerolled(name, location):
            return name


# --- 4.1.2: how long a generated battle lasts, and what its missions have come to at the end of each round

FIRST_ROUNDS: Final = 5
"""Rounds that every battle with a time limit lasts."""
DICED: Final = (RANDOM, INCREASING)


@rule("tactical.4.1.2-time-random")
def ends_random(face: int) -> int:
    """The last round: five, and as many as the die shows."""
    return FIRST_ROUNDS + face


@rule("tactical.4.1.2-time-increasing")
def ends_increasing(now: int, face: int) -> int:
    """The last round, 0 while that is open: after round five the Threshold is 1, and 1 more each round.

    A die that does not exceed it leaves one more round.
    """
    return now + 1 if face <= now - FIRST_ROUNDS + 1 else 0


def resolve_judgement(ctx: Ctx[State]) -> Script[bool]:
    """At the end of a round: what is held, what is settled, dice about the end. Whether the battle is over."""
    if mission_of(ctx.state, "red") is None:
        return False
    judge(ctx)
    yield from resolve_limits(ctx)
    return is_over(ctx.state)


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-time-objective")
def judge(ctx: Ctx[State]) -> None:
    """Rounds held in a row, missions that are settled, and who says that his is done."""
    state = ctx.state
    held: dict[str, int] = {}
    settled: dict[str, bool] = {}
    for seat in SEATS:
        mission = mission_of(state, seat)
        assert mission is not None, "both sides have a mission"
        so = is_so(state, seat, mission)
        held[seat] = state.points.get(f"held:{seat}", 0) + 1 if so else 0
        if state.points.get(f"settled:{seat}"):
            continue
        if is_for_good(state, seat, mission):
            settled[seat] = True
        elif mission.limit in DICED:
            if state.points.get(f"ends:{seat}") == state.round:
                settled[seat] = so
        elif held[seat] >= ROUNDS_HELD or (so and not needs_rounds(mission) and mission.limit == BY_OBJECTIVE):
            settled[seat] = True
    ctx.emit(MissionsJudged(held, settled))
    for seat, done in settled.items():
        limit = state.facts[key(LIMIT, seat)].value
        if done and limit == BY_OBJECTIVE:
            ctx.emit(MissionDone(seat, state.round + 1))


@heeds("tactical.4.1")
def resolve_limits(ctx: Ctx[State]) -> Script[None]:
    """From the end of round five on: the dice of those whose limit is a matter of dice; any other stays a secret."""
    state = ctx.state
    if state.round < FIRST_ROUNDS:
        return
    diced = {seat: limit for seat in SEATS if (limit := state.facts[key(LIMIT, seat)].value) in DICED}
    untold = tuple(
        about for about in diced if not all(is_known(state.facts[key(LIMIT, about)], seat) for seat in SEATS)
    )
    if untold:
        ctx.emit(LimitsTold(untold))
    for seat, limit in diced.items():
        if state.points.get(f"ends:{seat}"):
            continue
        rule_id = f"tactical.4.1.2-time-{'random' if limit == RANDOM else 'increasing'}"
        (face,) = yield from throw(Roll(f"time limit: {seat}", 1, 6, seat=seat, rule=rule_id))
        now = ctx.state.round
        ends = ends_random(face) if limit == RANDOM else ends_increasing(now, face)
        ctx.emit(LimitRolled(seat, face, 0 if limit == RANDOM else now - FIRST_ROUNDS + 1, ends))


@rule("tactical.4.1.2-time-none", "tactical.4.1.2-time-objective")
def is_over(state: State) -> bool:
    """Whether this was the last round: one after somebody's objective was reached, or when the later limit runs out.

    A side without a limit has time as long as the players have.
    """
    last = state.points.get("last round")
    if last is not None and state.round >= last:
        return True
    ends = [state.points.get(f"ends:{seat}", 0) for seat in SEATS]
    return all(ends) and state.round >= max(ends)
