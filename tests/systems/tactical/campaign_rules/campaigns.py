"""Campaigns of Hunters against Jaegers, with members as hurt as a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gearlock.campaign.following import come_home
from gearlock.campaign.lines import Return
from gearlock.kernel.campaigning import Campaign, Change, Marching, Plan, Repair, Work
from gearlock.kernel.events import Outcome
from gearlock.systems.tactical.battles.battles import begin
from gearlock.systems.tactical.campaigns.linking import CAMPAIGN, carry_over, lay_out, muster
from gearlock.systems.tactical.campaigns.members import reason_away, unit_of
from gearlock.systems.tactical.campaigns.workshop import repairs
from gearlock.systems.tactical.state import State, Unit


def campaign(modules: str = "none", red: str = "hunter*2", blue: str = "jaeger*2", **options: str) -> Campaign:
    """A campaign at its beginning."""
    return muster(Plan("skirmish", options, {"modules": modules, "red": red, "blue": blue, "map": "random"}))


def hurt(before: Campaign, id: str, **fields: Any) -> Campaign:
    """The same with a member hurt like this."""
    seat = id.partition("-")[0]
    member = next(each for each in before.sides[seat].members if each.id == id)
    member = msgspec.structs.replace(member, hurt={"": fields})
    away = reason_away(unit_of(before, seat, member))
    return before.member(seat, msgspec.structs.replace(member, away=away))


def offers(now: Campaign, seat: str = "red") -> dict[str, Repair]:
    """What can be repaired, by id."""
    return {offer.id: offer for offer in repairs(now, seat)}


def thrown(work: Work, *faces: tuple[int, ...]) -> Change:
    """What comes of work with these dice; all of them are thrown and no more."""
    left = list(faces)
    try:
        roll = next(work)
        while True:
            roll = work.send(roll.check(left.pop(0)))
    except StopIteration as done:
        assert not left, f"not thrown: {left}"
        found: Change = done.value
        return found


def after_battle(
    now: Campaign,
    change: Callable[[State], None],
    won: str = "red",
    scenario: str = "skirmish",
    score: dict[str, int] | None = None,
) -> Campaign:
    """The campaign after a battle in which this happened."""
    now = msgspec.structs.replace(now, marching=Marching(len(now.battles) + 1, scenario, 1))
    setup = lay_out(now, scenario, 1, {})
    state = begin(setup)
    change(state)
    outcome = Outcome(won, "a test", score or {})
    home = carry_over(now, setup, state, outcome)
    return thrown(come_home(CAMPAIGN, now, Return("x", outcome, home))).campaign


def begun(now: Campaign, id: str) -> Unit:
    """A unit as the next battle begins."""
    return begin(lay_out(now, "skirmish", 1, {})).units[id]
