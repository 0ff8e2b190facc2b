"""Subplots in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.attacks.strays import AmmoChecked, PhantomShot, WeaponJammed
from gearlock.systems.tactical.infantry.events import CiviliansKilled
from gearlock.systems.tactical.plots import COLLAPSE
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots import events as e
from gearlock.systems.tactical.subplots import field_events as f

RULES = "tactical.4.1.4-"


def _name(state: State, unit: str) -> str:
    return f"the {state.units[unit].name}"


def _line(text: str, units: tuple[str, ...], rule: str) -> Line:
    return Line(text[0].upper() + text[1:], units, RULES + rule)


def lovers_found(state: State, event: e.LoversFound, _seat: str | None) -> Line:
    names = state.units[event.unit].name, state.units[event.loved].name
    text = f"The {names[0]} is in love with the {names[1]} and will not fire on it."
    return Line(text, (event.unit, event.loved), "tactical.4.1.4-love")


def hero_found(state: State, event: e.HeroFound, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} is piloted by a young hero."
    return Line(text, (event.unit,), "tactical.4.1.4-hero")


def ammo_left_over(state: State, event: e.AmmoLeftOver, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} has been given leftover ammunition."
    return Line(text, (event.unit,), "tactical.4.1.4-leftover-ammo")


def ammo_checked(state: State, event: AmmoChecked, _seat: str | None) -> Line:
    works = "are duds" if event.dud else "work"
    text = f"The rounds of the {state.units[event.unit].name} {works} this round."
    return Line(text, (event.unit,), "tactical.4.1.4-leftover-ammo")


def phantom_shot(state: State, event: PhantomShot, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} fired at a phantom."
    return Line(text, (event.unit,), "tactical.4.1.4-phantom-echoes")


def supplies_corrupted(state: State, event: e.SuppliesCorrupted, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} comes to the battle badly maintained."
    return Line(text, (event.unit,), "tactical.4.1.4-corrupted-supplies")


def tempest_coming(_state: State, event: e.TempestComing, _seat: str | None) -> Line:
    return Line(f"A tempest will break out in round {event.round}.", (), "tactical.4.1.4-tempest")


def units_linked(state: State, event: e.UnitsLinked, _seat: str | None) -> Line:
    text = f"{_name(state, event.first)} and {_name(state, event.second)} attack better together."
    return _line(text, (event.first, event.second), "coordinated")


def attack_agreed(state: State, event: e.AttackAgreed, _seat: str | None) -> Line:
    both = f"{_name(state, event.unit)} and {_name(state, event.mate)}"
    text = f"{both} will attack {_name(state, event.target)} this round, each at +1."
    return _line(text, (event.unit, event.mate, event.target), "coordinated")


def coward_chosen(state: State, event: e.CowardChosen, seat: str | None) -> Line:
    if seat not in (None, event.buyer):
        text = f"One of {event.seat}'s units is a coward: it will fall back once it is damaged. Which, time will tell."
        return _line(text, (), "coward")
    return _line(f"{_name(state, event.unit)} is a coward: damaged, it will fall back.", (event.unit,), "coward")


def nerve_lost(state: State, event: e.NerveLost, _seat: str | None) -> Line:
    home = state.homes[state.units[event.unit].seat]
    return _line(
        f"{_name(state, event.unit)} loses its nerve: it falls back to the {home} edge.", (event.unit,), "coward"
    )


def rally_tried(state: State, event: e.RallyTried, _seat: str | None) -> Line:
    what = "is called back and fights on" if event.passed else "is not called back this round"
    return _line(f"{_name(state, event.unit)} {what}.", (event.unit,), "coward")


def vendetta_sworn(state: State, event: e.VendettaSworn, _seat: str | None) -> Line:
    text = f"{_name(state, event.unit)} hates {_name(state, event.hated)} and will attack nobody else."
    return _line(text, (event.unit, event.hated), "vendetta")


def vendetta_over(state: State, event: e.VendettaOver, _seat: str | None) -> Line:
    text = f"The vendetta of {_name(state, event.unit)} against {_name(state, event.hated)} is over."
    return _line(text, (event.unit, event.hated), "vendetta")


def traitor_turned(state: State, event: e.TraitorTurned, _seat: str | None) -> Line:
    text = f"{_name(state, event.unit)} is a traitor: it fights for {event.seat} from now on."
    return _line(text, (event.unit,), "traitor")


def relocated(state: State, event: e.Relocated, _seat: str | None) -> Line:
    text = f"Bad intelligence: {_name(state, event.unit)} stands elsewhere than anybody thought."
    return _line(text, (event.unit,), "bad-intelligence")


def weapons_faulty(state: State, event: e.WeaponsFaulty, _seat: str | None) -> Line:
    text = f"The weapons of {_name(state, event.unit)} malfunction: each Fumble jams one until an Action clears it."
    return _line(text, (event.unit,), "malfunctions")


def weapon_jammed(state: State, event: WeaponJammed, _seat: str | None) -> Line:
    return _line(f"The {event.weapon} of {_name(state, event.unit)} jams.", (event.unit,), "malfunctions")


def weapon_cleared(state: State, event: e.WeaponCleared, _seat: str | None) -> Line:
    return _line(f"{_name(state, event.unit)} clears its {event.weapon}.", (event.unit,), "malfunctions")


def mines_laid(_state: State, event: f.MinesLaid, _seat: str | None) -> Line:
    text = f"An old {event.type} minefield of {len(event.squares)} square inches lies on the table."
    return _line(text, (), "minefield")


def civilians_came(_state: State, event: f.CiviliansCame, _seat: str | None) -> Line:
    return _line("Civilians have wandered into the battle.", (event.unit,), "bystanders")


def civilians_moved(_state: State, event: f.CiviliansMoved, _seat: str | None) -> Line:
    return _line(f"The civilians wander on ({event.face}).", (event.unit,), "bystanders")


def civilians_killed(_state: State, event: CiviliansKilled, _seat: str | None) -> Line:
    dead = f"{event.dead} civilian{'s' * (event.dead != 1)} died"
    cost = f": {event.seat} loses {event.dead} Victory Point{'s' * (event.dead != 1)}." if event.seat else "."
    return _line(dead + cost, (event.unit,), "bystanders")


def event_foreseen(_state: State, event: f.EventForeseen, _seat: str | None) -> Line:
    rule = "macallen-collapse" if event.name == COLLAPSE else "friendly-fire"
    return _line(f"{event.name}: it will happen in round {event.round}.", (), rule)


def ground_fell(state: State, event: f.GroundFell, _seat: str | None) -> Line:
    text = f"The ground falls in under {_name(state, event.unit)}: {event.inches} in of it drop by an inch."
    return _line(text, (event.unit,), "macallen-collapse")


def fell_in(state: State, event: f.FellIn, _seat: str | None) -> Line:
    return _line(f"{_name(state, event.unit)} falls in.", (event.unit,), "macallen-collapse")


def tunnel_dug(state: State, event: f.TunnelDug, _seat: str | None) -> Line:
    text = f"{_name(state, event.unit)} goes underground and comes out again: tunnel {event.number} is open to all."
    return _line(text, (event.unit,), "macallen-tunnel")


def tunnel_taken(state: State, event: f.TunnelTaken, _seat: str | None) -> Line:
    return _line(f"{_name(state, event.unit)} goes through a tunnel.", (event.unit,), "macallen-tunnel")
