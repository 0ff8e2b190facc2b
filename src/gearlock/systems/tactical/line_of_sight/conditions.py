"""3.7, 4.1.2: time of day and weather, and what they do to seeing and to fire."""

from __future__ import annotations

from math import isqrt
from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.state import BROKEN_DOWN, State, Unit
from gearlock.systems.tactical.weapons import ENERGY, Weapon
from gearlock.table.measure import INCH

PROTECTION: Final = "Hostile Environment Protection"
WORDS: Final = {s.COLD: ("cold", "arctic", "polar"), s.HEAT: ("heat", "hot", "desert")}
"""Words of a card behind the perk that protect from either."""
OPEN_TOPPED: Final = ("Open-Topped", "Open-topped", "Exposed Crew Compartment")
CONDITIONS: Final[dict[str, dict[str, str]]] = {
    "daylight": {},
    "dawn/dusk": {s.TIME: s.DUSK},
    "fog": {s.WEATHER: s.FOG},
    "heavy rain": {s.WEATHER: s.HEAVY_RAIN_BY_DISTANCE},
    "night": {s.TIME: s.NIGHT},
    "sandstorm": {s.WEATHER: s.SANDSTORM},
    "rain": {s.WEATHER: s.RAIN_BY_DISTANCE},
    "winds": {s.WEATHER: s.WINDS},
}
"""The generator's external conditions, as the switches that a battle with them is played with."""


@rule(
    "tactical.4.1.2-condition-daylight",
    "tactical.4.1.2-condition-night",
    "tactical.4.1.2-condition-sandstorm",
)
@heeds("tactical.3.7-night", "tactical.3.7-sandstorm")
def switches_of(condition: str) -> dict[str, str]:
    """What an external condition of the generator switches on, or two: nothing by daylight, for others 3.7."""
    found: dict[str, str] = {}
    for one in condition.split("+"):
        for switch, word in CONDITIONS[one.strip().lower()].items():
            found[switch] = f"{found[switch]}+{word}" if switch in found else word
    return found


def weather(state: State) -> tuple[str, ...]:
    """The weather of the moment, several kinds perhaps."""
    word = state.switches.get(s.WEATHER, "")
    return tuple(part.strip() for part in word.split("+") if part.strip() in s.WEATHERS) if word else ()


def is_night(state: State) -> bool:
    """Whether the battle is fought at night."""
    return state.switches.get(s.TIME) == s.NIGHT


def is_dusk(state: State) -> bool:
    """Whether it is fought at dawn or dusk."""
    return state.switches.get(s.TIME) == s.DUSK


@rule("tactical.3.7-sandstorm")
@heeds("tactical.3.7-blizzard", "tactical.3.7-tempest")
def storm_obscurement(kinds: tuple[str, ...], square: int) -> int:
    """Obscurement of storms: 1 for every whole inch of a sandstorm or blizzard, 2 of a tempest.

    The length of the line is given by its square. Storms stand in the way of fire as well.
    """
    thickness = 2 if s.TEMPEST in kinds else 1 if s.SANDSTORM in kinds or s.BLIZZARD in kinds else 0
    return thickness * (isqrt(square) // INCH)


@rule("tactical.3.7-rain")
@heeds("tactical.4.1.2-condition-rain", "tactical.4.1.2-condition-heavy-rain")
def rain_obscurement(kinds: tuple[str, ...], square: int, active: bool = False) -> int:
    """Obscurement of rain for detection: light 1 beyond 20 in, heavy 2; for an active sweep 1 less.

    It is never in the way of fire.
    """
    found = 0
    if s.LIGHT_RAIN in kinds and square > (20 * INCH) ** 2:
        found = 1
    if s.HEAVY_RAIN in kinds:
        found = 2
    found = max(found, _by_distance(kinds, square))
    return max(0, found - 1) if active else found


@rule("tactical.4.1.2-condition-rain", "tactical.4.1.2-condition-heavy-rain")
def _by_distance(kinds: tuple[str, ...], square: int) -> int:
    """The generator's rain: 1 for every full 20 in, heavy rain for every full 10 in."""
    if s.HEAVY_RAIN_BY_DISTANCE in kinds:
        return isqrt(square) // (10 * INCH)
    return isqrt(square) // (20 * INCH) if s.RAIN_BY_DISTANCE in kinds else 0


@rule("tactical.4.1.2-condition-fog")
def fog_obscurement(kinds: tuple[str, ...], square: int) -> int:
    """Obscurement of fog for detection: 1 for every full 3 in; fire passes through."""
    return isqrt(square) // (3 * INCH) if s.FOG in kinds else 0


@rule("tactical.4.1.2-condition-winds")
def dust_loss(state: State, weapon: Weapon) -> int:
    """DM that an energy weapon loses more for each range band beyond Short, for the dust that winds lift."""
    return 1 if weapon.kind == ENERGY and s.WINDS in weather(state) else 0


@heeds("tactical.4.1.2-condition-winds")
def is_air_grounded(state: State) -> bool:
    """Whether neither side has air support: nothing flies in heavy winds."""
    return s.WINDS in weather(state)


@rule("tactical.7.2-hostile-environment")
def is_protected(unit: Unit, extreme: str) -> bool:
    """Whether a unit works in extreme cold or heat: by its perk for it, or as infantry in the suits it is given.

    A perk whose card names no environment protects from both.
    """
    if unit.is_infantry:
        return True
    if PROTECTION not in unit.card.perks:
        return False
    said = unit.card.details.get(PROTECTION, "").lower()
    return not said or any(word in said for word in WORDS[extreme])


@rule("tactical.3.7-blizzard")
@heeds("tactical.7.2-hostile-environment")
def snow_cost(state: State, unit: Unit) -> int:
    """MP that an inch costs a unit more: 1 in a blizzard, without protection from cold; a storm it is besides."""
    return 1 if s.BLIZZARD in weather(state) and not is_protected(unit, s.COLD) else 0


@heeds("tactical.3.7-temperature", "tactical.7.2-hostile-environment")
def is_strained(state: State, unit: Unit) -> bool:
    """Whether extreme temperature wears a vehicle down: without its protection it takes Light Damage at Top Speed."""
    extreme = state.switches.get(s.TEMPERATURE, "")
    return extreme in WORDS and not is_protected(unit, extreme)


@heeds("tactical.3.7-temperature")
def refuse_broken_down(unit: Unit) -> Refusal | None:
    """Why a vehicle does not move: cold or heat has stopped it for some rounds. It may still look and fire."""
    left = unit.token(BROKEN_DOWN)
    if not left:
        return None
    message = f"The {unit.name} has broken down: {left} more round{'s' * (left != 1)}, this one among them."
    return Refusal("broken-down", "tactical.3.7-temperature", message, {"rounds": left})


@rule("tactical.3.7-tempest")
def stays_out_of_tempest(state: State, unit: Unit) -> bool:
    """Whether a unit cannot take part: in a tempest only sealed vehicles fight, no open-topped ones."""
    if s.TEMPEST not in weather(state):
        return False
    return unit.is_infantry or any(unit.card.has(flaw) for flaw in OPEN_TOPPED)


def storm_lines(kinds: tuple[str, ...], square: int) -> list[Modifier]:
    """What storms take off an attack."""
    value = storm_obscurement(kinds, square)
    name = next((kind for kind in (s.TEMPEST, s.SANDSTORM, s.BLIZZARD) if kind in kinds), "")
    return [result(-value, name, f"tactical.3.7-{name}")] if value else []
