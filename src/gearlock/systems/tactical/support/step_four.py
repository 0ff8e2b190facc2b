"""2.6.2, Step Four: artillery and aircraft, one thing at a time, so that nobody learns who else was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.rounds.events import STEP_FOUR
from gearlock.systems.tactical.state import SEATS, State, opponent
from gearlock.systems.tactical.support.calling import ready_spotter, resolve_late_call
from gearlock.systems.tactical.support.events import AGAIN, FLIGHT, PASSED, StepFourWent, is_barrage
from gearlock.systems.tactical.support.interception import ready_to_fly, resolve_air_support
from gearlock.systems.tactical.support.landing import resolve_next_barrage


class Stage(NamedTuple):
    """A part of Step Four: whether there is anything of it, how it goes, and whether it is for who activated first."""

    is_due: Callable[[State, str], bool]
    resolve: Callable[[Ctx[State], str], Script[str]]
    is_first: bool = True


def may_call(state: State, seat: str) -> bool:
    """Whether a spotter has kept an Action."""
    return ready_spotter(state, seat) is not None


def may_land(state: State, _seat: str) -> bool:
    """Whether anything is still to come down."""
    return any(map(is_barrage, state.patches))


def may_fly(state: State, seat: str) -> bool:
    """Whether an aircraft is in the air, or could be sent."""
    return any(patch.kind == FLIGHT for patch in state.patches) or bool(ready_to_fly(state, seat))


STAGES: Final = (
    Stage(may_call, resolve_late_call),
    Stage(may_call, resolve_late_call, False),
    Stage(may_land, resolve_next_barrage),
    Stage(may_fly, resolve_air_support),
    Stage(may_fly, resolve_air_support, False),
)


@heeds("tactical.2.6.2-step4", "tactical.4.1.3-artillery", "tactical.4.1.3-air")
def resolve_step_four(ctx: Ctx[State]) -> Script[bool]:
    """One call, one salvo or one flight; False when there is nothing more of it in this round.

    Whoever is asked finds the same stage noted, whether others were asked before it or not.
    """
    first, now = ctx.state.first or SEATS[0], ctx.state.points.get(STEP_FOUR, 0)
    for number, stage in list(enumerate(STAGES))[now:]:
        seat = first if stage.is_first else opponent(first)
        if not stage.is_due(ctx.state, seat):
            continue
        found = AGAIN if number != now else (yield from stage.resolve(ctx, seat))
        ctx.emit(StepFourWent(number + 1 if found == PASSED else number))
        return True
    return False
