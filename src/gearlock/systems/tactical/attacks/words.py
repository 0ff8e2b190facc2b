"""Attacks in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Shot
from gearlock.systems.tactical.attacks import events as e
from gearlock.systems.tactical.damage.amounts import is_incendiary
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.weapons import AE, ENERGY, MELEE, MISSILE, ROCKET, THROWN, Weapon
from gearlock.table.measure import inches

RULE = "tactical.2.6.7"
LOOKS = {ENERGY: "beam", ROCKET: "rocket", MISSILE: "rocket", MELEE: "blade", THROWN: "shell"}


def look_of(weapon: Weapon) -> str:
    """What firing a weapon looks like on the table."""
    if is_incendiary(weapon):
        return "flame"
    shells = weapon.has(AE) or (weapon.rof == 0 and weapon.kind not in LOOKS)
    return LOOKS.get(weapon.kind, "shell" if shells else "burst")


def shot_of(unit: Unit, weapon: str, target: str, hits: bool) -> Shot:
    """An attack to be seen; what is struck without a weapon is a blow."""
    mount = unit.mount(weapon)
    return Shot("blade" if mount is None else look_of(mount.weapon), unit.id, target, hits)


def declared(state: State, event: e.AttackDeclared, _seat: str | None) -> Line:
    """Who attacks whom with what, and how."""
    unit = state.units[event.unit]
    targets = [state.units[name] for name in (event.target, *event.others)]
    how = "snap fires" if event.snap else "fires"
    over = " walking over " if event.others else " at the "
    more = [f"ROF {event.rof}"] if event.rof else []
    more += ["indirectly"] if event.way == "indirect" else []
    more += ["fragmentation"] if event.fragments else []
    more += ["careful fire"] if event.careful else []
    more += [f"called at its {event.called}"] if event.called else []
    told = f" ({', '.join(more)})" if more else ""
    text = f"The {unit.name} {how} its {event.weapon}{over}{', '.join(target.name for target in targets)}{told}."
    rule = "tactical.2.6.2-snap-fire" if event.snap else "tactical.3.4.5-walking" if event.others else RULE
    return Line(text, (unit.id, *(target.id for target in targets)), rule)


def met(state: State, event: e.AttackMet, _seat: str | None) -> Line:
    """Attack against Defense."""
    unit, target = state.units[event.unit], state.units[event.target]
    result = f"a hit, Margin of Success {event.margin}" if event.hit else "a miss"
    text = f"{unit.name} {event.attack} against {target.name} {event.defense}: {result}."
    shots = (shot_of(unit, event.weapon, target.id, event.hit),)
    return Line(text, (unit.id, target.id), RULE, (), shots)


def link_missed(state: State, event: e.LinkMissed, _seat: str | None) -> Line:
    """The others of a link."""
    name = state.units[event.unit].name
    return Line(
        f"{name}: {', '.join(event.weapons)} of the link miss as well.", (event.unit,), "tactical.7.2-weapon-link"
    )


def blast(state: State, event: e.BlastSpread, _seat: str | None) -> Line:
    """Whom a blast strikes."""
    names = ", ".join(state.units[name].name for name in event.struck) or "nobody"
    text = f"The {event.weapon} of {state.units[event.unit].name} goes off at {_place(event.x, event.y)}: {names}."
    return Line(text, (event.unit, *event.struck), "tactical.3.4.1")


def concussed(state: State, event: e.Concussed, _seat: str | None) -> Line:
    """Half the DM."""
    target = state.units[event.target]
    text = f"Concussion: {event.amount} damage to {target.name}."
    shots = (Shot("", "", target.id, True),)
    return Line(text, (event.target,), "tactical.3.4.1", (), shots)


def scattered(state: State, event: e.Scattered, _seat: str | None) -> Line:
    """Where a shot landed."""
    where = _place(event.x, event.y) if event.on_table else "off the table"
    text = f"The shot of {state.units[event.unit].name} scatters {event.length} in, [{event.face}]: {where}."
    return Line(text, (event.unit, event.target), "tactical.3.4.3-scatter")


def tiny(state: State, event: e.TinyHit, _seat: str | None) -> Line:
    """A precision shot."""
    text = f"The {event.thing} of {state.units[event.unit].name} is hit."
    return Line(text, (event.unit,), "tactical.3.4.2-precision", (), (Shot("", "", event.unit, True),))


def observing(state: State, event: e.ObservingBegun, _seat: str | None) -> Line:
    """An Action of an observer."""
    text = f"{state.units[event.unit].name} observes {state.units[event.target].name} for indirect fire."
    return Line(text, (event.unit, event.target), "tactical.3.4.3")


def observed(state: State, event: e.FireObserved, _seat: str | None) -> Line:
    """Its coordinates are known."""
    text = f"The place of {state.units[event.target].name} is passed on to all friends for this round."
    return Line(text, (event.unit, event.target), "tactical.3.4.3")


def designating(state: State, event: e.DesignationBegun, _seat: str | None) -> Line:
    """An Action of a designator."""
    text = f"{state.units[event.unit].name} aims its Target Designator at {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "tactical.7.2-target-designator")


def designated(state: State, event: e.Designated, _seat: str | None) -> Line:
    """It is marked."""
    text = f"{state.units[event.target].name} is marked for Guided weapons until the round is over."
    return Line(text, (event.unit, event.target), "tactical.7.2-target-designator")


def clip(state: State, event: e.ClipChanged, _seat: str | None) -> Line:
    """Full again."""
    text = f"{state.units[event.unit].name} puts a new clip into its {event.weapon}."
    return Line(text, (event.unit,), "tactical.2.3.6")


def _place(x: int, y: int) -> str:
    return f"{inches(x)}, {inches(y)} in"
