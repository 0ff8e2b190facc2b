"""Surveying a field of toys: where one could go, what its head sees, and who could strike there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import ALL_ROUND, Attempt, Band, Field, Menace, Sightline
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.reach import farthest, rays
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.tactical.judging.toy_odds import toy_odds
from gearlock.systems.tactical.judging.toy_worth import threat
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy.activity import REACH, left_of
from gearlock.systems.tactical.toy.moving import aim_go, judge
from gearlock.systems.tactical.toy.orders import ActivateToy, Brawl, Go, Shoot
from gearlock.systems.tactical.toy.rounds import CHOOSE
from gearlock.systems.tactical.toy.sight import gaze, refuse_hidden, sees
from gearlock.systems.tactical.toy.toys import apart, close_left, length_of, ranged_left
from gearlock.table.measure import inches
from gearlock.table.sight import WHOLE

RULES = {"table": "tactical.3.9.1", "no-such-piece": ""}
RAYS = 32


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:
    """The ground that a walk or a run leads to."""
    order = option.order
    if not isinstance(order, Go) or order.unit not in state.units or order.gait not in REACH:
        return ()
    unit, left = state.units[order.unit], left_of(state, order.gait)

    def go(x: int, y: int) -> Unit | Refusal:
        found = aim_go(state, ask, Go(unit.id, order.gait), Aim(x, y))
        course = judge(state, found) if isinstance(found, Go) else Refusal("path", "", "There is no way.")
        return course if isinstance(course, Refusal) else course.unit

    ends = [farthest(unit, angle, left, go) or unit for angle in rays(RAYS)]
    return (Band(f"{order.gait}, {inches(left)} in at most", outlines=(tuple((end.x, end.y) for end in ends),)),)


def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """Whether any part of another shows to a toy's head."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, why = gaze(after, unit, other), refuse_hidden(after, unit, other)
    hidden = min(100, look.obscured * 100 // WHOLE)
    verdict = f"Line of sight: {100 - hidden} % of it shows, and any part will do." if why is None else why.message
    screens = tuple(screen.id for screen in look.screens)
    ends = (unit.x, unit.y), (other.x, other.y)
    return Sightline(
        *ends, f"{inches(apart(unit, other))} in", verdict, why is None, hidden, "tactical.3.9.2-los", screens
    )


def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Ranged weapons bear as far as the field goes, fists and blades one length; all around."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    unit, all_of_it = found[1], state.ground.width + state.ground.height
    near = length_of(state) + unit.card.radius
    blades = " and ".join(["fists", *(mount.weapon.name.lower() for mount in close_left(unit))])
    shots = [Field(mount.weapon.name, (("any range", all_of_it),), 0, ALL_ROUND) for mount in ranged_left(unit)]
    return (*shots, Field(blades, (("close combat", near),), 0, ALL_ROUND))


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each rival on a toy there."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return worst_of_each(_threats(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _threats(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    """Every attack of a rival that sight and range allow."""
    if not threat(state, enemy, unit) or not sees(state, enemy, unit):
        return
    if ranged_left(enemy):
        yield Menace(enemy.id, "ranged attack", toy_odds(enemy, unit, False).card)
    if apart(enemy, unit) <= length_of(state):
        yield Menace(enemy.id, "close combat", toy_odds(enemy, unit, True).card)


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on a rival; activating a toy of one's own."""
    target = state.units.get(piece)
    if target is None or not target.is_fielded:
        return
    if target.seat != ask.seat:
        yield Attempt("Shoot", Shoot(ask.unit, piece))
        yield Attempt("Close combat", Brawl(ask.unit, piece))
    elif ask.kind == CHOOSE:
        yield Attempt("Activate", ActivateToy(piece))
