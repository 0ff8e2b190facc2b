"""4.1.2, 4.1.1: who has won a generated battle: missions in Victory Points, with glory."""

from __future__ import annotations

from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.generator.points import glory, glory_exact
from gearlock.systems.tactical.missions.aims import MISSION_VP, Mission, mission_of, owner_of
from gearlock.systems.tactical.missions.condition import is_so, needs_rounds, spot_of
from gearlock.systems.tactical.missions.lasting import DICED
from gearlock.systems.tactical.missions.things import holders
from gearlock.systems.tactical.state import SEATS, State, opponent
from gearlock.systems.tactical.victory_points.lent import began_for


@heeds("tactical.4.1.2-reading", "tactical.4.1.2-time-none")
def is_fulfilled(state: State, seat: str) -> bool:
    """Whether a side did what it was to do, at the end of the battle.

    What is a matter of rounds counts as held at the end where dice set the limit, and for who is left alone.
    """
    mission = mission_of(state, seat)
    if mission is None:
        return False
    settled = state.points.get(f"settled:{seat}", 0)
    if settled:
        return settled > 0
    so = is_so(state, seat, mission)
    if not needs_rounds(mission) or mission.limit in DICED:
        return so
    return is_alone(state, seat) and (so or _is_left(state, seat, mission))


def is_alone(state: State, seat: str) -> bool:
    """Whether the enemy has nothing left while this side can still hold things."""
    return not any(True for _ in state.in_play(opponent(seat))) and bool(holders(state, seat))


def _is_left(state: State, seat: str, mission: Mission) -> bool:
    """Whether there is still anything to hold."""
    if mission.objective in (t.COMMUNICATIONS, t.ECM, t.ALL_FORCES):
        return is_so(state, seat, mission)
    return spot_of(state, mission.objective, owner_of(mission.type, seat), seat) is not None


@heeds("tactical.4.1.1-glory", "tactical.4.1.2-reading")
def victory_points(state: State, seat: str, unhindered: bool = False) -> int:
    """The Victory Points of a side: its mission, what the battle gave or cost it, and all of that with its glory.

    Who is left alone by an enemy that gives up does its mission unhindered.
    """
    bare = _bare(state, seat, unhindered)
    if not state.points.get(f"glory:{seat}"):
        return bare
    return glory(bare, strength_of(state, seat), strength_of(state, opponent(seat)))


def _bare(state: State, seat: str, unhindered: bool = False) -> int:
    """Without its glory."""
    return (MISSION_VP if unhindered or is_fulfilled(state, seat) else 0) + state.points.get(f"VP:{seat}", 0)


@heeds("tactical.4.1.1-glory")
def points_text(state: State, seat: str) -> str:
    """The Victory Points in words; where glory changes them, also what they came from and the exact value."""
    points, bare = victory_points(state, seat), _bare(state, seat)
    if points == bare:
        return f"{points} VP"
    own, enemy = strength_of(state, seat), strength_of(state, opponent(seat))
    exact = round(glory_exact(bare, own, enemy) * 100)
    return f"{points} VP ({bare} divided by {own}/{enemy} TV: exactly {exact // 100}.{exact % 100:02})"


@heeds("tactical.4.1.1-glory")
def strength_of(state: State, seat: str) -> int:
    """What a side may field; what it has where it cannot field so little: nobody leaves his last unit behind."""
    began = sum(
        unit.tv or unit.card.tv for unit in state.units.values() if unit.group and began_for(state, unit) == seat
    )
    return max(began, state.points.get(f"TV:{seat}", 0))


def outcome_by_missions(state: State) -> Outcome:
    """Who has more Victory Points."""
    points = {seat: victory_points(state, seat) for seat in SEATS}
    words = []
    for seat in SEATS:
        mission = mission_of(state, seat)
        assert mission is not None, "both sides have a mission"
        done = "done" if is_fulfilled(state, seat) else "failed"
        words.append(f"{seat}: {mission.type} {mission.objective}, {done}, {points_text(state, seat)}")
    return Outcome(higher(points["red"], points["blue"]), "; ".join(words), points)
