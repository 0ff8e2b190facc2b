"""`gearlock scenario draw`."""

from __future__ import annotations

from cli.command import Command
from gearlock.kernel.registry import all_systems


def able() -> str:
    return next(system.id for system in all_systems() if system.generator is not None)


def test_a_scenario_is_drawn_again_from_its_seed_and_can_be_changed(gearlock: Command) -> None:
    first, again = (gearlock("scenario", "draw", able(), "--seed", "7", "--json") for _ in range(2))
    assert first.out == again.out
    drawn = first.json()["drawn"]
    name, value = next(iter((roll["name"], roll["value"]) for roll in drawn["rolls"]))
    told = gearlock("scenario", "draw", able(), "--seed", "8", "-o", f"{name}={value}")
    assert value in told.out
    assert "chosen" in told.out


def test_what_cannot_be_drawn_is_said_in_words(gearlock: Command) -> None:
    other = next(system.id for system in all_systems() if system.generator is None)
    assert able() in gearlock("scenario", "draw", other).err
    assert "no roll 'nothing'" in gearlock("scenario", "draw", able(), "-o", "nothing=1").err
