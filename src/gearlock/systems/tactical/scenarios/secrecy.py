"""What the North does not know of its scenario: which chit is the vehicle, drawn anew from those that lie there."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import drawn_anew
from gearlock.systems.tactical.missions import secrecy as missions
from gearlock.systems.tactical.scenarios.chits import TRUTH, chits
from gearlock.systems.tactical.state import State


@heeds("tactical.4.3.6")
def draw_chit(state: State, seat: str, chooser: Chooser) -> State:
    """Any chit that nobody has identified may be the vehicle."""
    fact, might_be = state.facts.get(TRUTH), sorted(chits(state))
    if fact is not None and might_be:
        state.facts[TRUTH] = drawn_anew(fact, seat, might_be, chooser)
    return state


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew, whatever it is."""
    return draw_chit(missions.suppose(state, seat, chooser), seat, chooser)


def disguise(state: State, seat: str, chooser: Chooser) -> State:
    """A copy with other secrets that shows the same to a seat for a while."""
    return draw_chit(missions.disguise(state, seat, chooser), seat, chooser)
