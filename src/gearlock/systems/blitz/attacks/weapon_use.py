"""8.2c: what using a weapon leaves behind: it has fired, its ammunition is less, whoever hid is seen."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.state import EXPOSED, HIDING, SILENCE, State, Unit


@rule("blitz.wtrait.silent")
@heeds("blitz.8.2c", "blitz.wtrait.la", "blitz.18.1", "blitz.15.5b", "blitz.7.6-stealth", "blitz.wtrait.bw")
def use(state: State, unit: Unit, weapon_id: str, snap: bool) -> None:
    """Note an attack with this weapon. A silenced one gives neither hiding nor stealth away."""
    weapon = unit.line.weapons[weapon_id]
    unit.fired.append(weapon_id)
    if "LA" in weapon.traits:
        unit.expended[weapon_id] = unit.expended.get(weapon_id, 0) + 1
    unit.tokens.pop(SILENCE, None)
    if "Silent" not in weapon.traits:
        unit.tokens.pop(HIDING, None)
        unit.tokens[EXPOSED] = 1
    if state.activation is not None and not snap and state.activation.unit == unit.id:
        state.activation.marks.append(weapon_id)
