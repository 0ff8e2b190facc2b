"""Short ways to fire, for tests of attacks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.datacards import Card, Mount
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.weapons import AE, AI, GUIDED, GUN, INDIRECT, ROCKET, Weapon
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece
from systems.tactical.tables import Played, card, play, table

MORTAR = Weapon("MTR", "Mortar", GUN, 8 * INCH, 30, traits={INDIRECT: 0, AE: 1})
LOBBER = Weapon("LOB", "Field gun", GUN, 8 * INCH, 20, traits={INDIRECT: 0})
GRENADES = Weapon("APGL", "AP Grenade Launcher", GUN, 1 * INCH, 3, traits={AI: 0, INDIRECT: 0, AE: 0})
MISSILE = Weapon("ATM", "Anti-Tank Missile", ROCKET, 3 * INCH, 25, accuracy=1, traits={GUIDED: 0})
ROCKETS = Weapon("LRP/32", "Light Rocket Pack/32", ROCKET, 1 * INCH, 12, rof=4)
ADVANCED = ("area effect", "called shots", "indirect fire", "burst fire", "incendiaries")


def ground(*pieces: Piece, off: str = "") -> State:
    """A table with all modules of attacks in use, but for one."""
    state = table(*pieces)
    state.switches.update({name: "yes" for name in ADVANCED if name != off})
    return state


def gunner(*weapons: Weapon, **more: Any) -> Card:
    """A card with these weapons, each with 40 rounds."""
    mounts = tuple(Mount(weapon.id, weapon, "T", 40) for weapon in weapons)
    return card("Gunner", weapons=mounts, **more)


def fire(state: State, order: Attack, *dice: Iterable[int], **more: Any) -> Played:
    """Resolve an attack with these throws."""

    def script(ctx: Ctx[State]) -> Any:
        return resolve_attack(ctx, order)

    return play(state, script, *dice, **more)
