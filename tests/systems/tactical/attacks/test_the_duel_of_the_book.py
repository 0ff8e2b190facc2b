"""2.7: the duel between a Black Mamba and a Jaguar, number by number."""

from __future__ import annotations

import pytest

from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.tactical.attacks.exchange import attack_lines, defense_lines
from gearlock.systems.tactical.attacks.targets import Pair
from gearlock.systems.tactical.attacks.weapons_in_use import LONG, MEDIUM, Use, band_of
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.datacards import Mount, Speeds
from gearlock.systems.tactical.line_of_sight.terrain import distance
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.weapons import GUN, Weapon
from gearlock.table.measure import INCH
from systems.tactical.tables import blown, card, piece, play, put, table

MAC = Weapon("MAC", "Medium Autocannon", GUN, 3 * INCH, 10)
MODES = {"W": Speeds(5, 9)}
BOTH = {"maneuver": 1, "fire_control": 1, "modes": MODES, "weapons": (Mount("MAC", MAC),)}
MAMBA, JAGUAR = card("Black Mamba", armor=17, **BOTH), card("Jaguar", armor=16, **BOTH)


def clearing() -> State:
    """Two inches of woodland between both."""
    return table(piece("area", (18, 12, 22, 14), props={"going": "woodland"}))


def modifiers(state: State, attacker: Unit, target: Unit) -> tuple[int | None, int, int]:
    """Range band, and what is added to the attack and to the defense, less the attributes of the crews."""
    band = band_of(MAC, distance(state, attacker, target))
    pair = Pair(state, attacker, target, Use(MAC, "MAC", band or 0))
    attack = [line for line in attack_lines(pair) if "attribute" not in line.label]
    defense = [line for line in defense_lines(pair) if "attribute" not in line.label]
    return band, sum_of(attack)[1], sum_of(defense)[1]


@pytest.mark.rule("tactical.2.6.7", "tactical.2.6.9", "tactical.2.6.7-target-speed")
def test_the_first_round() -> None:
    state = clearing()
    katja = put(state, "red-1", JAGUAR, 20, 10, 90, went="stationary", has_moved=True)
    miranda = put(state, "blue-1", MAMBA, 20, 17, 270, went="top", moved=9_000, has_moved=True, tokens={"evading": 1})
    assert modifiers(state, katja, miranda) == (LONG, -1, 5)
    play(state, blown("blue-1", Blow(30, 3, "red-1", "MAC", "front")))
    assert miranda.tokens == {"evading": 1, "light": 1}


@pytest.mark.rule("tactical.2.6.7", "tactical.2.6.10", "tactical.2.6.10-light", "tactical.2.6.10-overkill")
def test_the_second_round() -> None:
    state = clearing()
    katja = put(state, "red-1", JAGUAR, 20, 10, 90, went="stationary")
    miranda = put(state, "blue-1", MAMBA, 20, 16, 270, went="half", has_moved=True, tokens={"light": 1})
    assert modifiers(state, miranda, katja) == (MEDIUM, -1, -2)
    play(state, blown("red-1", Blow(10, 1, "blue-1", "MAC", "front")))
    assert katja.tokens == {}
    play(state, blown("red-1", Blow(20, 2, "blue-1", "MAC", "front")))
    assert katja.tokens == {"light": 1}
    play(state, blown("blue-1", Blow(40, 4, "red-1", "MAC", "front")))
    assert miranda.tokens == {"light": 1, "heavy": 1}
    play(state, blown("blue-1", Blow(17, 1, "red-1", "MAC", "front")))
    assert not miranda.is_fielded
