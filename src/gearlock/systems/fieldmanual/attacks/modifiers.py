"""Every modifier of a ranged attack and of the defense against it, written once for play, odds, previews and bots."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.attacks import pairs as p
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.uses import BANDS, EXTREME, OPTIMAL, SUBOPTIMAL, Use, is_level, is_lobbed
from gearlock.systems.fieldmanual.damage.levels import attack_damage_lines, defense_damage_lines
from gearlock.systems.fieldmanual.dice_tests.tests import ATTACK, DEFENSE, skill_dice, stun_lines
from gearlock.systems.fieldmanual.lock_and_cover.cover import MODIFIERS, NAMES, hull_down_minimum
from gearlock.systems.fieldmanual.state import ALOFT, AUTOPILOT, CLIMBING, State, Unit
from gearlock.systems.fieldmanual.table_effects import effects

STATIC_DEFENSE = 3
AMS_DICE = 2
PLAIN = (0, -1, -2)
_COVER_WORDS = {MODIFIERS[level]: name for level, name in enumerate(NAMES) if MODIFIERS[level]}


@rule("fieldmanual.flaw-defective-fire-control")
def gunnery_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Attack Skill; defective fire control takes dice off it."""
    skill, worse = skill_dice(unit, ATTACK), unit.perk("Defective Fire Control")
    rule_id = "fieldmanual.flaw-defective-fire-control"
    return [skill, dice(-min(worse, skill.value), "Defective fire control", rule_id)] if worse else [skill]


@rule("fieldmanual.extra-actions-dice")
def extra_lines(use: Use) -> list[Modifier]:
    """A die for each further Action spent on the attack."""
    return [dice(use.extra, f"{use.extra} more Actions", "fieldmanual.extra-actions-dice")] if use.extra else []


@rule("fieldmanual.wt-mr", "fieldmanual.wt-sniper")
@heeds("fieldmanual.attack-modifiers", "fieldmanual.range-bands")
def range_lines(use: Use) -> list[Modifier]:
    """0, -1, -2 by band. Minimum Range: -1 near, 0 at Suboptimal; Sniper: one better beyond Optimal."""
    worth, rule_id = PLAIN[use.band], "fieldmanual.attack-modifiers"
    if "MR" in use.weapon.traits and use.band != EXTREME:
        worth, rule_id = (-1 if use.band == OPTIMAL else 0), "fieldmanual.wt-mr"
    if "Snp" in use.weapon.traits and use.band >= SUBOPTIMAL:
        worth, rule_id = (0 if use.band == SUBOPTIMAL else -1), "fieldmanual.wt-sniper"
    return [result(worth, f"{BANDS[use.band]} range", rule_id)] if worth else []


def accuracy_lines(use: Use) -> list[Modifier]:
    """The accuracy of the weapon."""
    return (
        [result(use.weapon.acc, f"Accuracy of the {use.weapon.id}", "fieldmanual.card-weapons")]
        if use.weapon.acc
        else []
    )


@heeds("fieldmanual.card-modifiers", "fieldmanual.attack-modifiers")
def speed_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The ATTACK row of the card at this speed."""
    worth = unit.attack_modifier
    return [result(worth, f"ATTACK modifier, {unit.band}", "fieldmanual.card-modifiers")] if worth else []


@heeds("fieldmanual.effect-storm")
def storm_lines(state: State, _unit: Unit) -> list[Modifier]:
    """-1 for whatever is lobbed through a severe storm."""
    worse = effects.indirect_penalty(state)
    return [result(-worse, "Severe storm", "fieldmanual.effect-storm")] if worse else []


@heeds("fieldmanual.effect-storm", "fieldmanual.airstrike-attacks")
def airstrike_lines(state: State, unit: Unit) -> list[Modifier]:
    """-1 for airstrikes in a severe storm, whatever they fire."""
    return storm_lines(state, unit) if unit.status == ALOFT else []


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
def climbing_lines(_state: State, unit: Unit) -> list[Modifier]:
    """-1 for who hangs on a cliff."""
    return [result(-1, "On a cliff", "fieldmanual.perk-arms")] if unit.token(CLIMBING) else []


def attack_stun_lines(_state: State, unit: Unit) -> list[Modifier]:
    """A Stun counter."""
    return stun_lines(unit, ATTACK)


def attack_wound_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Damage of who shoots."""
    return attack_damage_lines(unit)


@heeds("fieldmanual.perk-autopilot", "fieldmanual.skills")
def piloting_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Defense Skill, 1 while the autopilot drives."""
    return (
        [dice(1, "Autopilot", "fieldmanual.perk-autopilot")] if unit.token(AUTOPILOT) else [skill_dice(unit, DEFENSE)]
    )


@rule("fieldmanual.perk-ams")
@heeds("fieldmanual.perk-autopilot")
def ams_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Two dice against missiles, rockets and mortars; nothing helps an autopilot."""
    helped = unit.perk("Anti-Missile System") and not unit.token(AUTOPILOT)
    return [dice(AMS_DICE, "Anti-Missile System", "fieldmanual.perk-ams")] if helped else []


@heeds("fieldmanual.card-modifiers", "fieldmanual.were-in-trouble")
def evasion_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Defense modifier of the card in this mode and at this speed."""
    worth = unit.defense_modifier
    words = f"Defense modifier, {unit.band}{f' ({unit.mode})' if unit.mode else ''}"
    return [result(worth, words, "fieldmanual.card-modifiers")] if worth else []


def defense_stun_lines(_state: State, unit: Unit) -> list[Modifier]:
    """A Stun counter, where it counts."""
    return stun_lines(unit, DEFENSE)


def defense_wound_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Damage of who defends itself."""
    return defense_damage_lines(unit)


def is_for_infantry(use: Use) -> bool:
    """Whether the weapon is made for infantry."""
    return "AI" in use.weapon.traits


def is_guided(use: Use) -> bool:
    """Whether it follows a designator."""
    return "G" in use.weapon.traits


def is_intercepted(use: Use) -> bool:
    """Whether an Anti-Missile System works against it."""
    return use.weapon.ams


ATTACK_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(gunnery_lines),
    OfUse(extra_lines),
    OfUse(range_lines),
    OfPair(p.cover_result, _COVER_WORDS, "fieldmanual.cover", on_result=True),
    OfPair(p.solid_result, "Solid Cover", "fieldmanual.cover-solid", on_result=True),
    OfUse(accuracy_lines),
    OfModel(speed_lines),
    OfPair(p.near_result, "Within 3 in", "fieldmanual.attack-modifiers", on_result=True),
    OfPair(p.infantry_result, "Anti-Infantry", "fieldmanual.wt-ai", is_for_infantry, True),
    OfPair(p.guided_result, "Guided to a Designated target", "fieldmanual.wt-guided", is_guided, True),
    OfModel(attack_stun_lines),
    OfModel(attack_wound_lines),
    OfModel(climbing_lines),
    OfModel(storm_lines, is_lobbed),
    OfModel(airstrike_lines, is_level),
)
"""Every rule of the attacker's roll, in the order of its lines."""

DEFENSE_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(piloting_lines),
    OfModel(ams_lines, is_intercepted),
    OfModel(evasion_lines),
    OfPair(p.rear_result, "From behind", "fieldmanual.ranged-defense", on_result=True),
    OfPair(p.unlocked_result, "No Lock to the attacker", "fieldmanual.ranged-defense", on_result=True),
    OfPair(p.above_result, "Attacked from above", "fieldmanual.ranged-defense", on_result=True),
    OfPair(p.below_result, "Attacked from below", "fieldmanual.placed-attack", on_result=True),
    OfPair(p.crossfire_result, "Crossfire", "fieldmanual.crossfire", on_result=True),
    OfPair(p.coordinated_result, "Coordinated Attack", "fieldmanual.coordinated-attack", on_result=True),
    OfModel(defense_stun_lines),
    OfModel(defense_wound_lines),
    OfModel(climbing_lines),
)
"""Every rule of the defender's roll, in the order of its lines."""


class Guard(NamedTuple):
    """How a target defends itself: the lines of its roll, the least it comes to, or a number that needs no dice."""

    lines: tuple[Modifier, ...]
    least: int = 0
    fixed: int | None = None


@rule("fieldmanual.attack-modifiers")
def attack_lines(pair: Pair) -> list[Modifier]:
    """All lines of an attack on a target."""
    return ATTACK_RULES.lines(pair.state, pair.attacker, pair.use, pair)


@heeds("fieldmanual.rof-spray")
def common_lines(pair: Pair) -> list[Modifier]:
    """The lines of an attack that are the same for all whom one roll concerns."""
    return ATTACK_RULES.lines(pair.state, pair.attacker, pair.use, None)


@rule("fieldmanual.ranged-defense")
def defense_lines(pair: Pair) -> list[Modifier]:
    """All lines of the defense against an attack."""
    return DEFENSE_RULES.lines(pair.state, pair.target, pair.use, pair)


@heeds("fieldmanual.mode-static", "fieldmanual.hull-down")
def guard_of(pair: Pair) -> Guard:
    """How a target defends itself. What never moves counts as having rolled 3. Hull Down has a least total."""
    if pair.target.is_static:
        return Guard((), fixed=STATIC_DEFENSE)
    return Guard(tuple(defense_lines(pair)), hull_down_minimum(pair.state, pair.attacker, pair.target))
