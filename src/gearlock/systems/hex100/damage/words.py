"""Damage, told as far as a seat knows of it."""

from __future__ import annotations

from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.damage.events import (
    ChargesSpent,
    Crashed,
    Destroyed,
    Dismounted,
    PoolCut,
    Shocked,
    Struck,
    SwarmCut,
)
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.lines import deed, knows, line, owns, sees, under
from gearlock.systems.hex100.state import State


def struck(state: State, event: Struck, seat: str | None) -> Line | None:
    """Damage shows on a unit in sight; of a blip one learns no more than that it was struck."""
    if not knows(state, seat, event.unit):
        return None
    how, rule = _BLOWS[event.how]
    name = name_for(state, seat, event.unit)
    if not sees(state, seat, event.unit):
        return line(state, seat, f"{name} is struck by {how}.", rule, event.unit)
    critical = ""
    if event.critical and event.hardpoint < 0:
        critical = f" and {event.critical} critical damage"
    elif event.critical:
        place = state.machine(event.unit).unit.hardpoints[event.hardpoint].place
        critical = f" and {event.critical} critical damage on its {place}"
    left = f"{state.units[event.unit].hp} of {full_hp(state, event.unit)} hit points left"
    text = f"{name} takes {event.damage or 'no'} damage{critical} from {how}: {left}."
    return line(state, seat, text, rule, event.unit, rolls=blow_throws(state, event, seat))


def destroyed(state: State, event: Destroyed, seat: str | None) -> Line:
    text = f"{state.units[event.unit].seat}'s {state.machine(event.unit).name} is destroyed."
    return line(state, seat, text, "hex100.stat-hp", event.unit)


_BLOWS = {
    "hit": ("a direct hit", "hex100.attack-sequence"),
    "graze": ("a graze", "hex100.attr-graze"),
    "blast": ("a blast", "hex100.attr-blast"),
    "mine": ("a mine", "hex100.castellan-mines"),
    "opportunity": ("a blow in passing", "hex100.attack-of-opportunity"),
    "ram": ("a ram", "hex100.ramming"),
    "recoil": ("its own ram", "hex100.ramming"),
    "terror": ("terror drones", "hex100.drone-terror"),
    "shockwave": ("the shock of a hammer", "hex100.impact-hammer"),
}
"""Each way of being struck in words, and the rule behind it."""


def blow_throws(state: State, event: Struck, seat: str | None) -> tuple[Throw, ...]:
    """How damage came about, for those who see both who strikes and who is struck; else the weapon would be told."""
    if not sees(state, seat, event.unit) or (event.by and not sees(state, seat, event.by)):
        return ()
    throws: list[Throw] = []
    if event.face >= 0:
        throws.append(under("penetration", (event.face,), event.penetration, "hex100.stat-penetration"))
    if event.raw:
        first = Modifier(event.raw, "damage of the hit", "hex100.damage-types", "damage")
        total = f"{event.damage} damage"
        throws.append(Throw("damage", modifiers=(first, *event.lines), total=total, rule="hex100.damage-reduction"))
    return tuple(throws)


def shocked(state: State, event: Shocked, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is in EMP shock", "hex100.emp-shock")


def crashed(state: State, event: Crashed, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "falls out of the sky", "hex100.emp-shock")


def pool_cut(state: State, event: PoolCut, seat: str | None) -> Line | None:
    left = ", ".join(action for action, count in event.pool if count) or "nothing"
    return deed(owns, state, seat, event.unit, f"has {left} left in EMP shock", "hex100.emp-shock")


_HOW = {
    "hit": ("is struck by a direct hit", "hex100.drone-terror"),
    "graze": ("is struck by a graze", "hex100.attr-graze"),
    "blast": ("is struck by a blast", "hex100.attr-blast"),
    "ram": ("is struck by a ram", "hex100.ramming"),
    "opportunity": ("is struck by a blow in passing", "hex100.attack-of-opportunity"),
    "shockwave": ("is struck by the shock of a hammer", "hex100.impact-hammer"),
    "shaken": ("loses a machine that is shaken off", "hex100.drone-terror-removal"),
    "pulled": ("loses a machine that is pulled off", "hex100.drone-terror-removal"),
    "shot": ("is shot off the unit it rides", "hex100.drone-terror-removal"),
}
"""Each way of losing machines in words, and the rule behind it. Swarms go on light feet and set no mine off."""


def dismounted(state: State, event: Dismounted, seat: str | None) -> Line | None:
    """Like a step: with the hex for whoever still holds it there."""
    does = f"finds a place of its own at {place_name(event.q, event.r)}"
    return deed(knows if event.held else owns, state, seat, event.unit, does, "hex100.drone-terror")


def swarm_cut(state: State, event: SwarmCut, seat: str | None) -> Line | None:
    """Losses show on a swarm in sight; of a blip one learns no more than that it was struck."""
    if not knows(state, seat, event.unit):
        return None
    how, rule = _HOW[event.how]
    text = f"{name_for(state, seat, event.unit)} {how}"
    if sees(state, seat, event.unit):
        full = state.machine(event.unit).unit.integrated["swarm"]
        left = f"{len(event.left) or 'none'} of {full} machines left"
        text += f": {left}" + (f", {sum(event.left)} hit points" if event.left else "")
    return line(state, seat, f"{text}.", rule, event.unit)


def charges_spent(state: State, event: ChargesSpent, seat: str | None) -> Line | None:
    many = f"{event.charges} charge{'s' * (event.charges != 1)}"
    return deed(sees, state, seat, event.unit, f"spends {many} of its reactive armour", "hex100.armour-reactive")
