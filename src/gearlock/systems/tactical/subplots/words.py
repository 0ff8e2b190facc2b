"""Subplots in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.attacks.strays import AmmoChecked, PhantomShot
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots import events as e


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
