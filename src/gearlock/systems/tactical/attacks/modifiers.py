"""2.6.7: every modifier of an attack and of the defense against it, written once for play, odds, previews and bots."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.attacks import pairs as p
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import BANDS, RANGE, Use
from gearlock.systems.tactical.damage.amounts import fragment_lines
from gearlock.systems.tactical.damage.condition import fire_control_now
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.damage.driving import defends_at_zero, piloting_lines
from gearlock.systems.tactical.dice_tests.tests import GUNNERY, skill_lines
from gearlock.systems.tactical.speed import PACE_WORDS, inches_moved
from gearlock.systems.tactical.state import CLIMBING, COMBAT, EVADING, HALF, STATIONARY, TOP, State, Unit, pace_of

MOVEMENT = {STATIONARY: 2, HALF: 1, COMBAT: 0, TOP: -3}
SPEEDS = ((0, -3), (2, -2), (4, -1), (6, 0), (9, 1), (19, 2), (99, 3))
"""Inches moved, up to so many, and what they do to the defense."""
FASTEST = 4
EVASION, WARNING, CALLED, ON_A_CLIFF = 3, 2, -1, -2


def gunnery_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Gunnery, or the one Skill of a squad."""
    return list(skill_lines(unit, GUNNERY))


@rule("tactical.2.3.4-fire-control")
def fire_control_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Fire Control of a vehicle."""
    value = fire_control_now(unit)
    return [result(value, "Fire Control", "tactical.2.3.4-fire-control")] if value else []


@heeds("tactical.2.6.7-range")
def range_lines(use: Use) -> list[Modifier]:
    """By range band."""
    worth = RANGE[use.band]
    return [result(worth, f"{BANDS[use.band]} range", "tactical.2.6.7-range")] if worth else []


@heeds("tactical.2.6.7-attacker-movement")
def movement_lines(state: State, unit: Unit) -> list[Modifier]:
    """How fast the attacker goes."""
    pace = pace_of(state, unit)
    worth = MOVEMENT[pace]
    return [result(worth, PACE_WORDS[pace].capitalize(), "tactical.2.6.7-attacker-movement")] if worth else []


def penalty_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Extra Actions."""
    return list(extra_lines(unit))


@heeds("tactical.3.4.2", "tactical.7.2.2-fragmentation", "tactical.3.4.5-saturation")
def use_lines(use: Use) -> list[Modifier]:
    """Called shots, fragmentation ammunition, saturation."""
    lines = [result(CALLED, f"Called shot: {use.called}", "tactical.3.4.2")] if use.called else []
    lines += fragment_lines() if use.fragments else ()
    return [*lines, result(use.bonus, "Saturation", "tactical.3.4.5-saturation")] if use.bonus else lines


def drive_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Piloting with Maneuver, or the one Skill of a squad."""
    return list(piloting_lines(unit))


@rule("tactical.2.6.7-target-speed")
def speed_worth(inches: int) -> int:
    """What so many whole inches do to the defense."""
    return next((worth for upto, worth in SPEEDS if inches <= upto), FASTEST)


@heeds("tactical.2.6.7-target-speed")
def speed_lines(state: State, unit: Unit) -> list[Modifier]:
    """Inches moved; squads never count any."""
    if unit.is_infantry:
        return []
    inches = inches_moved(state, unit)
    worth = speed_worth(inches)
    return [result(worth, f"{inches} in moved", "tactical.2.6.7-target-speed")] if worth else []


@heeds("tactical.2.6.9")
def evasion_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Evasive maneuvers."""
    return [result(EVASION, "Evasive maneuvers", "tactical.2.6.9")] if unit.token(EVADING) else []


@rule("tactical.3.2.1-climbing-penalty")
def climbing_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Who hangs on a cliff."""
    return [result(ON_A_CLIFF, "On a cliff", "tactical.3.2.1-climbing-penalty")] if unit.token(CLIMBING) else []


ATTACK_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(gunnery_lines),
    OfModel(fire_control_lines),
    OfPair(p.accurate, "Accuracy {:+}", "tactical.2.3.4-accuracy", on_result=True),
    OfUse(range_lines),
    OfModel(movement_lines),
    OfPair(p.concealed, "Concealment {:+}", "tactical.2.6.7-obscurement", on_result=True),
    OfPair(p.dug_in, "Infantry in cover", "tactical.3.6.5", lambda use: not use.spread, on_result=True),
    OfPair(p.sniping, "Sniper Systems", "tactical.7.2-sniper", on_result=True),
    OfPair(p.guided, "Target designated", "tactical.7.2.2-guided", on_result=True),
    OfPair(p.coordinated, "Coordinated", "tactical.4.1.4-coordinated", on_result=True),
    OfPair(p.groping, "Cannot see at night", "tactical.3.7-night", on_result=True),
    OfUse(use_lines),
    OfModel(penalty_lines),
)
"""Every rule of the attacker's roll, in the order of its lines."""

DEFENSE_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(drive_lines),
    OfModel(speed_lines),
    OfPair(
        p.arc_of_attack, {-1: "From the rear flank", -2: "From the rear"}, "tactical.2.6.7-defense-arc", on_result=True
    ),
    OfPair(p.in_cover, "Infantry in cover", "tactical.3.6.5", lambda use: use.spread, on_result=True),
    OfPair(p.crowded, "Several attackers {:+}", "tactical.3.8.3-map", on_result=True),
    OfModel(evasion_lines),
    OfModel(climbing_lines),
)
"""Every rule of the defender's roll, in the order of its lines."""


@heeds("tactical.2.6.7")
def attack_lines(pair: Pair) -> list[Modifier]:
    """All lines of an attack on a target."""
    return ATTACK_RULES.lines(pair.state, pair.attacker, pair.use, pair)


@heeds("tactical.2.6.7", "tactical.2.6.7-maneuver")
def defense_lines(pair: Pair) -> list[Modifier]:
    """All lines of the defense against an attack."""
    return DEFENSE_RULES.lines(pair.state, pair.target, pair.use, pair)


@rule("tactical.2.6.7-maneuver")
@heeds("tactical.3.5.1-movement")
def rolls_defense(unit: Unit) -> bool:
    """Every target rolls to defend, but for who can neither move nor be driven: that counts as 0."""
    return not defends_at_zero(unit)


@rule("tactical.2.6.4-warning")
def warning_line() -> Modifier:
    """A Command Point for one Defense roll."""
    return result(WARNING, "Warned by a Command Point", "tactical.2.6.4-warning")
