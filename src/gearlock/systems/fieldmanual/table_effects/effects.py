"""Table Effects and Unusual Events: which of them hold now, and what they change, as plain facts for other chapters.

Those of a battle stand in `state.switches["effects"]`, words with spaces between them. Night and Dawn or Dusk that were
both rolled make "dusk" (two rounds of it, then night) or "dawn" (two rounds of it, then daylight).
"""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import State
from gearlock.table.measure import INCH

NIGHT, TWILIGHT, DUSK, DAWN = "night", "twilight", "dusk", "dawn"
"""Night all battle long; Dawn or Dusk all battle long; dusk and then night; dawn and then daylight."""
FOG, STORM, BLIZZARD = "fog", "storm", "blizzard"
"""Fog or Smoke; Dust Storm, Rain or Snow; the same rolled twice."""
VARIABLE_TIME, EM_STORM, WHITE_SAND = "variable-time", "em-storm", "white-sand"
EXTREME_TEMPERATURES, FRIENDLY_FIRE = "extreme-temperatures", "friendly-fire"
NAMES: Final = (
    NIGHT, TWILIGHT, DUSK, DAWN, FOG, STORM, BLIZZARD, VARIABLE_TIME, EM_STORM, WHITE_SAND, EXTREME_TEMPERATURES,
    FRIENDLY_FIRE,
)  # fmt: skip
TWILIGHT_ROUNDS: Final = 2
"""How long dusk or dawn lasts where Night was rolled as well."""
FOG_STEP: Final = 6 * INCH
"""Every full length of this between two models adds a point of Concealment."""


def has(state: State, name: str) -> bool:
    """Whether an effect was drawn for this battle."""
    drawn = state.switches.get("effects", "")
    return bool(drawn) and name in drawn.split()


@rule("fieldmanual.effect-night")
@heeds("fieldmanual.effect-dawn-dusk")
def is_night(state: State) -> bool:
    """Whether it is Night in this round: from the start, or after two rounds of dusk."""
    return has(state, NIGHT) or (has(state, DUSK) and state.round > TWILIGHT_ROUNDS)


@rule("fieldmanual.effect-dawn-dusk")
def is_twilight(state: State) -> bool:
    """Whether it is dawn or dusk in this round: all battle long, or in the first two rounds."""
    return has(state, TWILIGHT) or ((has(state, DUSK) or has(state, DAWN)) and state.round <= TWILIGHT_ROUNDS)


@heeds("fieldmanual.effect-night", "fieldmanual.effect-dawn-dusk")
def is_dark(state: State) -> bool:
    """Whether Stealth works in the open, and has a point more: at Night, dawn and dusk."""
    return is_night(state) or is_twilight(state)


@rule("fieldmanual.effect-fog")
@heeds("fieldmanual.effect-storm")
def fog_concealment(state: State, mils: int) -> int:
    """Concealment of fog, smoke, dust, rain or snow between two models: 1 for every full 6 in, once for all."""
    return mils // FOG_STEP if any(has(state, name) for name in (FOG, STORM, BLIZZARD)) else 0


@rule("fieldmanual.effect-storm")
def is_thick(state: State) -> bool:
    """Whether fog and storm come together, as in a blizzard: losses of Concealment double, MB ratings rise by one."""
    return has(state, BLIZZARD) or (has(state, FOG) and has(state, STORM))


@heeds("fieldmanual.effect-fog", "fieldmanual.effect-storm")
def muzzle_flash(state: State) -> int:
    """Points of Concealment that firing a weapon with the MB trait costs until the end of the round."""
    if is_thick(state):
        return 2
    return 1 if has(state, FOG) or has(state, STORM) else 0


@heeds("fieldmanual.effect-storm", "fieldmanual.wt-mb")
def fading_bonus(state: State) -> int:
    """What is added to the rating of weapons that have the MB trait."""
    return 1 if is_thick(state) else 0


@heeds("fieldmanual.effect-storm")
def is_never_open(state: State) -> bool:
    """Whether no model ever counts as fully in the open: in a sandstorm, torrent or blizzard."""
    return has(state, BLIZZARD)


@heeds("fieldmanual.effect-storm", "fieldmanual.indirect-attack", "fieldmanual.airstrike-attacks")
def indirect_penalty(state: State) -> int:
    """What is taken off all indirect attacks (IF, artillery, thrown) and airstrikes."""
    return 1 if has(state, BLIZZARD) else 0


@rule("fieldmanual.event-variable-time")
def has_variable_length(state: State) -> bool:
    """Whether the battle has no set length: a die at the end of round 4 and of each later one."""
    return has(state, VARIABLE_TIME)


@heeds("fieldmanual.event-variable-time")
def is_called_off(face: int) -> bool:
    """Whether such a die makes the next round the last."""
    return face >= 4


VARIABLE_FROM: Final = 4
"""The round at whose end the first such die is thrown."""


@heeds("fieldmanual.event-em-storm")
def is_em_storm(state: State) -> bool:
    """Whether a storm contests all Comm Events with one die."""
    return has(state, EM_STORM)
