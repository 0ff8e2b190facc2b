"""Surveying the table: what a model sees from a place, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Field, Menace, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.brigands.attacking.modifiers import duel_of
from gearlock.systems.brigands.judging.attempting import attempts
from gearlock.systems.brigands.judging.outlook import stakes, standing
from gearlock.systems.brigands.judging.reaching import reach
from gearlock.systems.brigands.judging.strike_odds import card_of, odds_in
from gearlock.systems.brigands.judging.worth import strikes_at
from gearlock.systems.brigands.lock_and_cover.arcs import ARCS
from gearlock.systems.brigands.lock_and_cover.cover import scrutinise
from gearlock.systems.brigands.objectives.approach import ground_in_reach
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.inches import gap
from gearlock.table.measure import FULL_TURN, inches_text

RULES = {"table": "brigands.2.2", "no-such-piece": ""}


def _own(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[State, Unit] | Refusal:
    """A model of the seat's own, put where it might go, and the state with it there."""
    return ruled(put_at(state, seat, piece, spot), RULES)


@heeds("brigands.4.2", "brigands.4.4")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another, and the cover between them."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, hidden = scrutinise(after, unit, other)
    dice = {0: "no Cover", 1: "Light Cover, +1 die of defence", 2: "Heavy Cover, +2 dice of defence"}[look.dice]
    if look.blocked:
        verdict = "Full Heavy Cover: no Line of Sight, and direct attacks are stopped."
    elif not look.sight:
        verdict = f"Full Cover: no Line of Sight; {dice}."
    else:
        verdict = f"In Line of Sight; {dice}."
    away = f"{inches_text((gap(unit.body, other.body) + 50) // 100 * 100)} in"
    ends = (unit.x, unit.y), (other.x, other.y)
    return Sightline(*ends, away, verdict, look.sight, hidden.share, "brigands.4.4", hidden.by, gaze=hidden.gaze)


@heeds("brigands.1.5b", "brigands.5.1a-range")
def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc, optimal range and maximum range of every weapon."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    unit = found[1]
    return tuple(
        Field(
            weapon.id,
            (("optimal", weapon.far), ("maximum", weapon.most)),
            (unit.facing + ARCS.arcs[weapon.arc].middle) % FULL_TURN,
            ARCS.arcs[weapon.arc].half,
            weapon.near,
        )
        for weapon in unit.line.weapons.values()
    )


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a Passive model there, if it stayed and only turned to it."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    after, unit = found[0].clone(), found[1].clone()
    unit.posture, after.activation = "", None
    after = after.with_unit(unit)
    return worst_of_each(_odds(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    for strike in strikes_at(state, enemy, unit, turning=True):
        weapon = enemy.line.weapons[strike.weapon]
        odds: OddsCard = card_of(odds_in(weapon, unit, duel_of(state, strike).pools))
        yield Menace(enemy.id, f"{weapon.id} ({strike.category})", odds)


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_in_reach, stakes)
