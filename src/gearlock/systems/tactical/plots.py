"""4.1.4: which subplots a side suffers or enjoys, as every chapter may ask it."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import (
    ABOARD,
    HEAVY,
    JAMMED,
    LIGHT,
    NO_GROUP,
    State,
    Unit,
    opponent,
)

COORDINATED, COWARD, VENDETTA, HERO = "Coordinated", "Coward", "Vendetta", "The Hero"
LOVE, TRAITOR = "Love Shall Prevail", "Traitor"
BAD_INTELLIGENCE, CORRUPTED, LEFTOVER_AMMO = "Bad Intelligence", "Corrupted Supplies", "Leftover Ammo"
LOW_PRIORITY, MALFUNCTIONS, MINES = "Low Priority", "Malfunctions", "Minefield"
BYSTANDERS, FRIENDLY_FIRE, COLLAPSE = "Bystanders", "Friendly Fire", "MacAllen Collapse"
NETWORK, PHANTOMS, TEMPEST = "MacAllen Network", "Phantom Echoes", "Tempest"
HERO_TOKEN, REROLLED = "hero", "rerolled"
"""Tokens of a hero, and of one who has rolled again this round."""
LEFTOVER, AMMO_CHECKED, DUD = "leftover ammunition", "ammunition checked", "dud"
"""Tokens of who has bad ammunition, of a die thrown for it this round, and of a round of duds."""
LOVES, LINKED, TOGETHER, HATES = "loves:", "linked:", "together:", "vendetta:"
"""Tokens with a unit named behind them: whom it will not fire on, with whom it attacks, whom both of them attack this
round, and whom it hates."""
TURNED = "turned:"
"""Counted in `State.points`: how often a unit has changed sides."""
FLEEING, FAULTY, CIVILIANS = "fleeing", "malfunctions", "civilians"
"""Tokens of who falls back, of whose weapons fail, and of bystanders."""
BASELINE, COWARDS = "hurt:", "coward:"
"""In `State.points` how much a unit was hurt when its nerve was last steady; in `State.facts` who is a coward."""


def bought(state: State, seat: str, name: str) -> int:
    """How often a side has a subplot."""
    return state.points.get(f"subplot:{seat}:{name}", 0)


def suffered(state: State, seat: str, name: str) -> int:
    """How often the enemy of a side has one that does it harm."""
    return bought(state, opponent(seat), name)


def named_behind(unit: Unit, token: str) -> str:
    """The unit that a token of this kind names; empty without one."""
    return next((name.removeprefix(token) for name in unit.tokens if name.startswith(token)), "")


def loves(unit: Unit, other: str) -> bool:
    """Whether a unit spares another."""
    return bool(unit.token(LOVES + other))


@heeds("tactical.4.1.4-love")
def refuse_loved(unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit does not fire on another: it is in love with it."""
    if not loves(unit, target.id):
        return None
    message = f"The {unit.name} is in love with the {target.name} and will not fire on it."
    return Refusal("love", "tactical.4.1.4-love", message, {"unit": target.id})


@heeds("tactical.4.1.4-love")
def refuse_loved_in(state: State, unit: Unit, takes_in: Callable[[int, int], bool]) -> Refusal | None:
    """Why a unit does not fire into a part of the table: the one it is in love with stands there."""
    there = (other for other in state.units.values() if other.is_fielded and not other.carrier)
    found = (refuse_loved(unit, other) for other in there if loves(unit, other.id) and takes_in(other.x, other.y))
    return next(found, None)


@heeds("tactical.4.1.4-malfunctions")
def is_jammed(unit: Unit, mount_id: str) -> bool:
    """Whether a weapon has to be cleared before it is used again."""
    return bool(unit.token(f"{JAMMED}:{mount_id}"))


@heeds("tactical.4.1.4-coward")
def hurt_of(unit: Unit) -> int:
    """How much a unit is hurt, so that more is more: counters, lost Armor, effects, crew, points of troopers."""
    counters = unit.token(LIGHT) + 2 * unit.token(HEAVY)
    troopers = -sum(unit.troopers)
    return counters + unit.armor_lost + unit.crew_lost + sum(unit.harm.values()) + troopers


@heeds("tactical.4.1.4-coward")
def is_newly_hurt(state: State, unit: Unit) -> bool:
    """Whether a unit has been damaged since its nerve was last steady."""
    return hurt_of(unit) > state.points.get(BASELINE + unit.id, hurt_of(unit))


@heeds("tactical.4.1.4-coward")
def might_be_cowards(state: State, seat: str) -> list[str]:
    """Whom of a side nobody can tell to be brave: all that were never damaged, and those lost without a word."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP]
    found = [unit.id for unit in own if unit.is_lost or not is_newly_hurt(state, unit)]
    return found or [unit.id for unit in own]


@heeds("tactical.4.1.4-vendetta")
def quarry(state: State, unit: Unit) -> Unit | None:
    """The unit that another must attack: whom it hates, or the vehicle that rides in; None while it is not there.

    Who falls back hates nobody for that time, and nobody hunts his own side.
    """
    hated = state.units.get(named_behind(unit, HATES))
    if hated is not None and hated.status == ABOARD:
        hated = state.units.get(hated.carrier)
    there = hated is not None and hated.is_fielded and unit.is_fielded
    return hated if there and hated is not None and hated.seat != unit.seat and not unit.token(FLEEING) else None
