"""3.7, 3.8: at which scale a battle is fought, and in what weather."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from gearlock.kernel.errors import UnknownName, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.state import SKIRMISH_SCALE, TACTICAL_SCALE
from gearlock.systems.tactical.weather.temperature import extreme_at

SCALE, TIME, WEATHER, TEMPERATURE = "scale", "time", "weather", "temperature"
SCALES: Final = {"tactical": TACTICAL_SCALE, "skirmish": SKIRMISH_SCALE}
FAIR: Final = "fair"
MILD: Final = 20
"""Degrees where nobody says any."""
SCALE_OPTION: Final = {
    SCALE: "tactical (50 m an inch; the default), or skirmish (10 m: other ground, cover, blasts and bursts)",
    TEMPERATURE: "degrees Celsius; from -40 down and from 50 up vehicles without protection suffer (3.7)",
}
"""What can be said of every battle but those whose book has settled it."""
OPTIONS: Final = {
    **SCALE_OPTION,
    TIME: "day (the default), dusk or night",
    WEATHER: f"fair (the default), or one or several with commas of: {', '.join(s.WEATHERS)}",
}
CHOICES: Final[dict[str, tuple[str, ...]]] = {SCALE: tuple(SCALES), TIME: s.TIMES}
SEVERAL: Final[dict[str, tuple[str, ...]]] = {WEATHER: tuple(s.WEATHERS)}


@heeds("tactical.3.8")
def read_scale(options: Mapping[str, str], wrong: list[str]) -> dict[str, Any]:
    """The scale of a battle as its set-up keeps it: an inch is 50 m, or 10 m where players want a skirmish."""
    word = options.get(SCALE, "tactical").strip().lower()
    if word not in SCALES:
        wrong.append(str(UnknownName("scale", word, SCALES)))
    return {"scale": SKIRMISH_SCALE} if word == "skirmish" else {}


@heeds("tactical.3.7-temperature")
def read_temperature(options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """The switch for extreme cold or heat; none where it is between the two."""
    text = options.get(TEMPERATURE, str(MILD)).strip()
    if re.fullmatch(r"[+-]?[0-9]{1,3}", text) is None:
        wrong.append(f"'temperature={shortened(text)}' are no degrees Celsius: write a whole number, such as -45.")
        return {}
    word = extreme_at(int(text))
    return {s.TEMPERATURE: word, s.WEATHER_RULES: "yes"} if word else {}


@heeds("tactical.3.7-night", "tactical.3.7-rain", "tactical.3.7-sandstorm", "tactical.3.7-tempest")
@heeds("tactical.3.7-blizzard")
def read_conditions(options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """The switches of time of day, weather and temperature; what is left out is fair weather by day."""
    found = read_temperature(options, wrong)
    time = options.get(TIME, s.DAY).strip().lower()
    if time not in s.TIMES:
        wrong.append(str(UnknownName("time of day", time, s.TIMES)))
    elif time != s.DAY:
        found |= {s.TIME: time, s.WEATHER_RULES: "yes"}
    kinds = [part.strip().lower() for part in re.split("[+,]", options.get(WEATHER, FAIR)) if part.strip()]
    kinds = [kind for kind in kinds if kind != FAIR]
    wrong += [str(UnknownName("weather", kind, (FAIR, *s.WEATHERS))) for kind in kinds if kind not in s.WEATHERS]
    return found | ({s.WEATHER: "+".join(kinds), s.WEATHER_RULES: "yes"} if kinds else {})
