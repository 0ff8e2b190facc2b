"""3.1 and 4.1.4: what a battle is played with: advanced modules, conditions outside, subplots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.state import ABOARD, HEAVY, JAMMED, LIGHT, NO_GROUP, State, Unit, opponent

# --- 3.1: what a battle may be played with: advanced modules, readings of unclear places, and the conditions outside
# Quick Start is the battle with everything off. A switch is on when its word is neither empty nor "no".

CLIFFS: Final = "cliffs"
ELEVATION_RANGE: Final = "elevation as range"
FALLING: Final = "falling and knockback"
HULL_DOWN_POSITIONS: Final = "hull-down"
STRUCTURES: Final = "structures"
MINEFIELDS: Final = "minefields"
TOWING: Final = "towing"
ACTIVE_SENSORS: Final = "active sensors"
ELECTRONIC_WARFARE: Final = "ecm"
STEALTH: Final = "stealth"
AREA_EFFECT: Final = "area effect"
CALLED_SHOTS: Final = "called shots"
INDIRECT_FIRE: Final = "indirect fire"
INCENDIARIES: Final = "incendiaries"
BURST_FIRE: Final = "burst fire"
DETAILED_DAMAGE: Final = "detailed damage"
INFANTRY_RULES: Final = "infantry"
WEATHER_RULES: Final = "weather rules"

MODULES: Final[dict[str, str]] = {
    CLIFFS: "Walkers with arms climb cliffs, and whoever falls is hurt (3.2.1).",
    ELEVATION_RANGE: "A difference in height that is more than the distance is the range (3.2.2).",
    FALLING: "Heavy blows knock walkers over (3.2.3).",
    HULL_DOWN_POSITIONS: "Movement Points buy a position behind hard cover (3.2.4).",
    STRUCTURES: "Buildings, roads and bridges take damage, and roads speed Ground vehicles up (3.2.5).",
    MINEFIELDS: "Minefields of six types (3.2.6).",
    TOWING: "Vehicles tow others (3.2.7).",
    ACTIVE_SENSORS: "An Action and a roll find what Concealment hides (3.3).",
    ELECTRONIC_WARFARE: "ECM hinders Sensor and Communication rolls, ECCM cancels it (3.3.1).",
    STEALTH: "Stealth adds to Concealment (3.3.2).",
    AREA_EFFECT: "Weapons with an Area Effect strike all who are near (3.4.1).",
    CALLED_SHOTS: "Attacks at one system or a tiny target (3.4.2).",
    INDIRECT_FIRE: "Fire over obstacles, with observers and scatter (3.4.3).",
    INCENDIARIES: "Burning weapons, fires and their smoke (3.4.4).",
    BURST_FIRE: "Bursts, walking fire and saturation (3.4.5).",
    DETAILED_DAMAGE: "Damage by systems and subtables in place of counters (3.5).",
    INFANTRY_RULES: "Infantry squads with their tracks (3.6).",
    WEATHER_RULES: "Weather, temperature, night, searchlights and sound (3.7).",
}
"""The advanced modules by name, and what each brings."""

STEALTH_DETECTION_ONLY: Final = "stealth for detection only"
SLANT_RANGE: Final = "slant range"
SWEEPS_THROUGH_GROUND: Final = "sweeps through high ground"
AMPHIBIOUS_IN_SIGHT: Final = "amphibious vehicles are not hidden by water"
INFANTRY_HOLDS: Final = "infantry holds"
SHARED_SUBPLOT: Final = "shared subplot"
ARTILLERY_OF_SUPPORT: Final = "artillery by support"
SHEET_CRASHES: Final = "crashes by the reference sheet"
SHEET_SIDE_RAMS: Final = "side rams by the reference sheet"
READINGS: Final[dict[str, str]] = {
    INFANTRY_HOLDS: "Infantry squads hold and contest objectives like vehicles.",
    ARTILLERY_OF_SUPPORT: "Salvos may cost a quarter of the Support TV, not of all the TV a side has.",
    SHARED_SUBPLOT: "One subplot is rolled and works for each side against the other.",
    STEALTH_DETECTION_ONLY: "Stealth and Camo Netting make a target harder to find and not harder to hit.",
    SLANT_RANGE: "With elevation as range: the true slanting distance.",
    SWEEPS_THROUGH_GROUND: "An Active Sensor sweep also finds what high ground or a dead zone hides.",
    AMPHIBIOUS_IN_SIGHT: "Water hides no Amphibious vehicle, as the attack table has it.",
    SHEET_CRASHES: "A crash in a hard turn is Light Damage on 1 to 4, not on 1 to 3 alone; Heavy on 5 and 6.",
    SHEET_SIDE_RAMS: "The impact of a ram into the side is half of both speeds, rounded up, not the attacker's alone.",
}
"""Places where two readings are played; each switch is the other one than ours."""


@rule("tactical.ref-sheets")
def by_the_sheet(switches: Mapping[str, str], name: str) -> bool:
    """Whether a battle follows the reference sheet where it differs from the text; the text counts otherwise."""
    return name in READINGS and switches.get(name, "no") not in ("", "no")


TIME: Final = "time of day"
DAY, DUSK, NIGHT = "day", "dusk", "night"
TIMES: Final = (DAY, DUSK, NIGHT)
WEATHER: Final = "weather"
LIGHT_RAIN, HEAVY_RAIN, SANDSTORM, TEMPEST, BLIZZARD = "light rain", "heavy rain", "sandstorm", "tempest", "blizzard"
FOG, WINDS, RAIN_BY_DISTANCE, HEAVY_RAIN_BY_DISTANCE = "fog", "winds", "rain", "steady heavy rain"
WEATHERS: Final[dict[str, str]] = {
    LIGHT_RAIN: "Obscurement 1 beyond 20 in, for detection only.",
    HEAVY_RAIN: "Obscurement 2, for detection only.",
    SANDSTORM: "Obscurement 1 more for every inch.",
    TEMPEST: "Obscurement 2 more for every inch; sealed vehicles only.",
    BLIZZARD: "As a sandstorm, and 1 MP an inch more without protection from cold.",
    FOG: "Obscurement 1 for every full 3 in, for detection only.",
    WINDS: "Energy weapons lose 1 DM more a range band; no air support.",
    RAIN_BY_DISTANCE: "The generator's rain: Obscurement 1 for every full 20 in, for detection only.",
    HEAVY_RAIN_BY_DISTANCE: "The generator's heavy rain: Obscurement 1 for every full 10 in, for detection only.",
}
"""Words of the switch `weather`; several at a time are joined by a plus sign."""
TEMPERATURE: Final = "temperature"
COLD, HEAT = "extreme cold", "extreme heat"


# --- 4.1.4: which subplots a side suffers or enjoys, as every chapter may ask it

COORDINATED, COWARD, VENDETTA, HERO = "Coordinated", "Coward", "Vendetta", "The Hero"
LOVE, TRAITOR = "Love Shall Prevail", "Traitor"
BAD_INTELLIGENCE, CORRUPTED, LEFTOVER_AMMO = "Bad Intelligence", "Corrupted Supplies", "Leftover Ammo"
LOW_PRIORITY, MALFUNCTIONS, MINES = "Low Priority", "Malfunctions", "Minefield"
BYSTANDERS, FRIENDLY_FIRE, COLLAPSE = "Bystanders", "Friendly Fire", "MacAllen Collapse"
NETWORK, PHANTOMS, TEMPEST_PLOTS = "MacAllen Network", "Phantom Echoes", "Tempest"
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
