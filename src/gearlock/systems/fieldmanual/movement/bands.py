"""Movement Modes and Speed Bands: what a model may choose at its activation, and the MPs that come with it."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.damage.levels import refuse_top_speed
from gearlock.systems.fieldmanual.state import (
    BANDS,
    CLIMBING,
    COMBAT,
    FALLEN,
    REVERSE,
    STATIC,
    STATIONARY,
    TOP,
    WALKER,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.under_way import Activation
from gearlock.table.measure import INCH

MODE_NAMES = {"W": "Walker", "G": "Ground", "H": "Hover", "": "Static"}
BAND_NAMES = {STATIONARY: "Stationary", COMBAT: "Combat Speed", REVERSE: "Reverse", TOP: "Top Speed"}
CHANGES = {
    STATIONARY: (STATIONARY, COMBAT, REVERSE),
    COMBAT: (STATIONARY, COMBAT, TOP),
    REVERSE: (STATIONARY, REVERSE),
    TOP: (COMBAT, TOP),
}
"""What each speed may become in one round."""
LOWER = {STATIONARY: STATIONARY, COMBAT: STATIONARY, REVERSE: STATIONARY, TOP: COMBAT}
"""The next lower Speed Band."""
SHUFFLE = INCH
"""How far a Stationary model may move, and the least that one at Combat Speed must."""
MP = 1000
"""One Movement Point, in thousandths."""
CLIMBED = "climbed"
"""The mark of an activation in which the model has climbed: its slowest Combat Speed holds."""


def refuse_band(_state: State, unit: Unit, mode: str, band: str, autopilot: bool = False) -> Refusal | None:
    """Why a model cannot go on in this mode and at this speed from the beginning of its activation."""
    if unit.is_static or not unit.card.rows:
        return _refuse_static(unit, mode, band)
    return (
        _refuse_mode(unit, mode, band)
        or _refuse_change(unit, band)
        or _refuse_held(unit, mode, band)
        or (refuse_top(unit, int(autopilot)) if band == TOP else None)
    )


@rule("fieldmanual.mode-static")
def _refuse_static(unit: Unit, mode: str, band: str) -> Refusal | None:
    """What is Static never moves and is always Stationary."""
    if band == STATIONARY and mode == STATIC:
        return None
    return Refusal("static", "fieldmanual.mode-static", f"The {unit.name} never moves: it is always Stationary.")


@rule("fieldmanual.movement-mode-switch")
def _refuse_mode(unit: Unit, mode: str, band: str) -> Refusal | None:
    """One of its modes; another than before only while Stationary or at Combat Speed, before or after the change."""
    if mode not in unit.card.rows:
        own = " or ".join(MODE_NAMES[each] for each in unit.card.rows)
        message = f"The {unit.name} moves as {own}, not as {MODE_NAMES.get(mode, mode)}."
        return Refusal("mode", "fieldmanual.movement-mode-switch", message)
    if mode != unit.mode and unit.band == TOP == band:
        message = f"At Top Speed the {unit.name} cannot switch its mode: slow down to Combat Speed first."
        return Refusal("switch", "fieldmanual.movement-mode-switch", message)
    return None


@rule("fieldmanual.speed-bands", "fieldmanual.speed-reverse")
def _refuse_change(unit: Unit, band: str) -> Refusal | None:
    """One band up or down a round. Reverse comes from Stationary and goes back to it."""
    if band not in BANDS:
        return Refusal("band", "fieldmanual.speed-bands", f"{band} is no speed: choose one of {', '.join(BANDS)}.")
    if band in CHANGES[unit.band]:
        return None
    ways = " or ".join(BAND_NAMES[each] for each in CHANGES[unit.band])
    message = f"The {unit.name} is at {BAND_NAMES[unit.band]}: this round it may be at {ways}."
    rule_id = "fieldmanual.speed-reverse" if REVERSE in (band, unit.band) else "fieldmanual.speed-bands"
    return Refusal("band", rule_id, message, {"from": unit.band, "to": band})


@heeds("fieldmanual.mode-walker", "fieldmanual.perk-arms", "fieldmanual.option-walker-knockdown")
def _refuse_held(unit: Unit, mode: str, band: str) -> Refusal | None:
    """Walkers need no Reverse; who fell is Stationary; who hangs on a cliff, and did not fall, is at Combat Speed."""
    if mode == WALKER and band == REVERSE:
        message = f"As a Walker the {unit.name} goes backward at Combat Speed: it has no Reverse."
        return Refusal("reverse", "fieldmanual.mode-walker", message)
    if unit.token(FALLEN):
        if band == STATIONARY:
            return None
        message = f"The {unit.name} lies on the ground and counts as Stationary until it stands up."
        return Refusal("fallen", "fieldmanual.option-walker-knockdown", message)
    if unit.token(CLIMBING) and band != COMBAT:
        message = f"The {unit.name} hangs on a cliff and counts as at Combat Speed until it is off it."
        return Refusal("climbing", "fieldmanual.perk-arms", message)
    return None


@rule("fieldmanual.speed-top")
@heeds("fieldmanual.damage-heavy", "fieldmanual.flaw-exposed-movement", "fieldmanual.action-costs")
def refuse_top(unit: Unit, more: int = 0) -> Refusal | None:
    """Why a model cannot be at Top Speed: it costs an Action, and damage to what moves it forbids it.

    `more` are Actions it gets at the same time.
    """
    refusal = refuse_top_speed(unit)
    if refusal is not None or unit.actions + more >= 1:
        return refusal
    message = f"Top Speed costs an Action, and the {unit.name} has none left."
    return Refusal("no-action", "fieldmanual.speed-top", message, {"actions": unit.actions})


def slowest(unit: Unit) -> int:
    """Its slowest Combat Speed of all modes, in thousandths of an MP."""
    return MP * min((row.combat for row in unit.card.rows.values()), default=0)


@rule("fieldmanual.movement-points", "fieldmanual.speed-combat")
@heeds("fieldmanual.speed-top", "fieldmanual.speed-reverse", "fieldmanual.perk-arms")
def most_mp(unit: Unit, now: Activation) -> int:
    """Thousandths of MP it may spend in this activation: by the Combat or the Top figure of its row.

    Who climbs has its slowest Combat Speed. A Stationary model moves by the inch: it has no MPs.
    """
    if unit.band == STATIONARY:
        return 0
    if CLIMBED in now.marks or unit.token(CLIMBING):
        return slowest(unit)
    return MP * (unit.row.top if unit.band == TOP else unit.row.combat)
