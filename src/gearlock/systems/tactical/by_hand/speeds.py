"""What a position says of how fast units go and what they declared, and what follows where it says no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.crew import actions_now
from gearlock.systems.tactical.deployment.places import first_inches
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.speed import PACE_WORDS, class_of
from gearlock.systems.tactical.state import CLASSES, COMBAT, EVADING, STATIONARY, TOP, State, Unit
from gearlock.table.measure import INCH

PACES: Final = {**{pace: pace for pace in CLASSES}, **{words.lower(): pace for pace, words in PACE_WORDS.items()}}
"""Classes of speed as the game tells them: "Top Speed" is top."""
MODES: Final = {words.lower(): mode for mode, words in MODE_WORDS.items()}
"""Movement systems as the game tells them: "Ground" is G."""
LEAST: Final = 100
"""Thousandths of an inch: who gives fewer has counted in inches."""


def check_speeds(sheet: Sheet, table: Table, unit: Unit, found: dict[str, Any]) -> None:
    """Speeds and movement systems in the words of the game, and inches in thousandths."""
    known: dict[str, tuple[str, ...]] = {
        "went": CLASSES, "speed": (COMBAT, TOP, STATIONARY), "next_speed": ("", COMBAT, TOP),
        "mode": tuple(unit.card.modes) or ("",),
    }  # fmt: skip
    for key, words in known.items():
        if key not in found:
            continue
        found[key] = (MODES if key == "mode" else PACES).get(found[key].lower(), found[key])
        if found[key] not in words:
            sheet.wrong(table, key, str(UnknownName(key, str(found[key]), filter(None, words))))
    check_inches(sheet, table, "moved", found)


def check_inches(sheet: Sheet, table: Table, key: str, said: Mapping[str, Any], within: str = "") -> None:
    """A length that was hardly meant: so few thousandths of an inch nobody goes."""
    mils = said.get(key, 0)
    if isinstance(mils, int) and 0 < mils < LEAST:
        sheet.wrong(table, within or key, f"'{key}' counts in thousandths: for {mils} write {mils * INCH}")


def follow_up(state: State, unit: Unit, said: Mapping[str, Any], found: dict[str, Any]) -> None:
    """What follows from what was said of a unit; `said` is the unit's own table, `found` what it is given."""
    now = unit.clone()
    for name, value in found.items():
        setattr(now, name, value)
    _declared(now, said, found)
    _gone(state, now, said, found)


@heeds("tactical.2.6.2-step1", "tactical.2.6.3", "tactical.2.6.9")
def _declared(now: Unit, said: Mapping[str, Any], found: dict[str, Any]) -> None:
    """Extra Actions that were declared are there; who evades has none."""
    if "actions" not in said and (now.extra or now.token(EVADING)):
        found["actions"] = 0 if now.token(EVADING) else actions_now(now) + now.extra


@heeds("tactical.2.6.2-first-round-speed", "tactical.2.6.7-target-speed", "tactical.2.6.7-attacker-movement")
def _gone(state: State, now: Unit, said: Mapping[str, Any], found: dict[str, Any]) -> None:
    """How fast who went so far went; and how far who declared a speed counts as having gone in the first round.

    Who is said to stand has gone nowhere. Where both are said, both are so.
    """
    speed = found.get("speed", "")
    if speed == STATIONARY:
        found["speed"] = now.speed = COMBAT
    is_first = state.round == 1 and not now.done and not now.has_moved and now.is_fielded
    declares = speed in (COMBAT, TOP) and is_first and not {"moved", "went"} & said.keys()
    if "went" not in said and (declares or speed in (TOP, STATIONARY)):
        found["went"] = speed
    elif "went" not in said and "moved" in said:
        found["went"] = class_of(now, now.moved, now.mode)
    if declares:
        found["moved"] = first_inches(state, now, speed, terrain_under(state, now)) * INCH
