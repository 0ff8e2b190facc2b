"""The odds of an attack as a player, a bot or a browser reads them."""

from __future__ import annotations

import msgspec

from gearlock.odds.percent import Shot, volley
from gearlock.odds.pools import Harm, Pools, Spread, pool_strike


class Exact(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds as whole weights out of `total`, for sums that must not be rounded."""

    total: int
    hits: int
    damage: dict[int, int]
    critical: dict[int, int] = {}
    crippled: int | None = None
    destroyed: int | None = None


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds of one attack against one target, between 0 and 1.

    `crippled` counts a target left without hull whether or not it is also destroyed. It and `destroyed` are missing
    when nothing is known of the target's hull or hit points, and `crippled` where the game has no such state.
    """

    p_hit: float
    mean_damage: float
    damage: dict[int, float]
    exact: Exact
    critical: dict[int, float] = {}
    crippled: float | None = None
    destroyed: float | None = None


class Track(msgspec.Struct, frozen=True):
    """What is left of a target: hull goes first, then structure, point for point."""

    hull: int
    structure: int = 0


def _share(weight: int | None, total: int) -> float | None:
    return None if weight is None else weight / total


def odds_of(exact: Exact) -> Odds:
    """Whole weights as chances."""
    total = exact.total
    return Odds(
        p_hit=exact.hits / total,
        mean_damage=sum(amount * weight for amount, weight in exact.damage.items()) / total,
        damage={amount: weight / total for amount, weight in exact.damage.items()},
        exact=exact,
        critical={amount: weight / total for amount, weight in exact.critical.items()},
        crippled=_share(exact.crippled, total),
        destroyed=_share(exact.destroyed, total),
    )


def fold_damage(damage: Spread, track: Track) -> tuple[int, int]:
    """The weights of a target left without hull, and of a target left without hull and structure.

    A target that has no hull left before the attack is crippled for certain.
    """
    return damage.at_least(track.hull), damage.at_least(track.hull + track.structure)


def strike_odds(pools: Pools, harm: Harm, track: Track | None = None) -> Odds:
    """The odds of one attack with opposed pools; without a `track` nothing is said of crippled or destroyed."""
    strike = pool_strike(pools, harm)
    crippled, destroyed = (None, None) if track is None else fold_damage(strike.damage, track)
    return odds_of(
        Exact(
            total=strike.damage.total,
            hits=strike.hits,
            damage=dict(strike.damage.items()),
            crippled=crippled,
            destroyed=destroyed,
        )
    )


def pool_odds(
    attack: int,
    defence: int,
    pen: int = 0,
    armor: int = 0,
    *,
    ap: int = 0,
    agile: bool = False,
    track: Track | None = None,
) -> Odds:
    """The odds of bare pools of six-sided dice, before anything is known of models and modifiers.

    An agile target is missed on an equal result.
    """
    return strike_odds(Pools(attack, defence), Harm(pen - armor, ap, least=1 if agile else 0), track)


def percent_odds(shot: Shot, shots: int = 1, hit_points: int | None = None, structure: int | None = None) -> Odds:
    """The odds of `shots` roll-under shots at one target.

    The target is destroyed when its hit points or its structure are used up, whichever comes first; a structure of None
    means that critical damage alone cannot destroy it.
    """
    result = volley(shot, shots)
    damage: dict[int, int] = {}
    critical: dict[int, int] = {}
    destroyed = 0
    for amount, deep, weight in result.outcomes:
        damage[amount] = damage.get(amount, 0) + weight
        critical[deep] = critical.get(deep, 0) + weight
        spent = hit_points is not None and amount >= hit_points
        broken = structure is not None and deep >= structure
        destroyed += weight if spent or broken else 0
    unknown = hit_points is None and structure is None
    return odds_of(
        Exact(
            total=result.total,
            hits=result.hits,
            damage=damage,
            critical=dict(sorted(critical.items())),
            destroyed=None if unknown else destroyed,
        )
    )
