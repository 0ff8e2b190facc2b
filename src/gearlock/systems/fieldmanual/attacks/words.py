"""Ranged combat in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.systems.fieldmanual.attacks import events as e
from gearlock.systems.fieldmanual.attacks.orders import INDIRECT, PLACED, SELF, THROWN
from gearlock.systems.fieldmanual.state import State
from gearlock.table.measure import inches_text

VERBS = {THROWN: "throws", PLACED: "places", SELF: "sets off"}
ADVERBS = {INDIRECT: " indirectly", SELF: " in hand"}
RULES = {
    INDIRECT: "fieldmanual.indirect-attack", THROWN: "fieldmanual.thrown-attack", PLACED: "fieldmanual.placed-attack",
    SELF: "fieldmanual.self-detonation",
}  # fmt: skip


def declared(state: State, event: e.AttackDeclared, _seat: str | None) -> Line:
    """Who attacks whom with what."""
    unit, target = state.units[event.unit], state.units.get(event.target)
    text = f"{unit.name} {VERBS.get(event.way, 'fires')} {' and '.join(event.weapons)}{ADVERBS.get(event.way, '')}"
    if target is not None:
        text += f" at {target.name}"
    elif event.point is not None:
        text += f" at {inches_text(event.point[0])}, {inches_text(event.point[1])} in"
    more = [f"{word} {count}" for word, count in (("Spray", event.spray), ("Burst", event.burst)) if count]
    if event.extra:
        more.append(f"{event.extra} more Action{'s' * (event.extra > 1)}")
    if event.observer and event.observer != event.unit:
        more.append(f"observed by {state.units[event.observer].name}")
    if event.terms:
        more.append(event.terms)
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    rule = RULES.get(event.way, "fieldmanual.direct-fire")
    told = f" ({', '.join(more)})" if more else ""
    return Line(f"{text}{told}.", units, rule)


def drawn(state: State, event: e.TargetDrawn, _seat: str | None) -> Line:
    """Who is hit in a melee."""
    name, meant = state.units[event.drawn].name, state.units[event.target].name
    text = f"Fire into a melee: one of {len(event.candidates)}, [{event.face}]: the shot at {meant} goes at {name}."
    throw = Throw(
        "fire into melee", (event.face,), len(event.candidates), total=name, rule="fieldmanual.fire-into-melee"
    )
    return Line(text, event.candidates, "fieldmanual.fire-into-melee", (throw,))


def deviated(_state: State, event: e.Deviated, _seat: str | None) -> Line:
    """Where it landed."""
    far = inches_text(event.length)
    text = (
        f"The shot goes astray: direction [{event.direction}], distance [{event.distance}], {far} in from the target."
    )
    throw = Throw("deviation", (event.direction, event.distance), total=f"{far} in", rule="fieldmanual.deviation")
    return Line(text, (event.unit, event.target), "fieldmanual.deviation", (throw,))


def met(state: State, event: e.AttackMet, _seat: str | None) -> Line:
    """Attack against Defense."""
    name = state.units[event.target].name
    came = f"success by {event.margin}" if event.margin > 0 else f"failure by {-event.margin}"
    text = f"{event.weapon}: {event.attack} against the {event.defense} of {name}, {came}."
    return Line(text, (event.unit, event.target), "fieldmanual.opposed-test")


def ran_out(state: State, event: e.RanOut, _seat: str | None) -> Line:
    """No ammunition."""
    more = "it is crossed off" if event.lost else "it must be reloaded"
    text = f"The {event.weapon} of {state.units[event.unit].name} is Out of Ammo: {more}."
    return Line(text, (event.unit,), "fieldmanual.out-of-ammo")


def reloaded(state: State, event: e.Reloaded, _seat: str | None) -> Line:
    """Ammunition again."""
    text = f"{state.units[event.unit].name} spends an Action and reloads its {event.weapon}."
    return Line(text, (event.unit,), "fieldmanual.wt-reloads")


def placed(_state: State, event: e.ChargePlaced, _seat: str | None) -> Line:
    """A weapon on the ground."""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    text = f"{event.weapon} lies at {where} and goes off at the end of the round."
    return Line(text, (event.unit,), "fieldmanual.placed-attack")


def charges(state: State, event: e.ChargesFired, _seat: str | None) -> Line:
    """AP Charges."""
    text = f"{state.units[event.unit].name} fires its AP Charges at {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-ap-charges")


def traced(state: State, event: e.BackTraced, _seat: str | None) -> Line:
    """Counter-battery sensors."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    text = f"The Counter-Battery Sensors of {name} give it Active Lock on {target}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-cbs")
