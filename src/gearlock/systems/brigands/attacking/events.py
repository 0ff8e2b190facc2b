"""5: what happens in attacks. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.dice_on_table import Rolled
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.weapon_use import use

BUILDING_ROLLS = 1
"""What a building always rolls."""


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack, its targets (the Primary first, if any) and what it was paid with.

    `observer` is the Origin of the Forward Observation it is chained to, `sharer` whoever lent its Sensor Lock.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    point: tuple[int, int, int] | None = None
    building: str = ""
    observer: str = ""
    sharer: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.cost)
        use(unit, self.weapon)


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """Both pools of one attack on one target, with results and Margin of Success."""

    unit: str
    weapon: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    hit: bool
    attack_step: int = 4
    """From which face on a further die added."""
    defence_step: int = 4
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        sides = (
            (self.attack, self.attack_faces, self.attack_step),
            (self.defence, self.defence_faces, self.defence_step),
        )
        attack_bonus, defence_bonus = (
            result - pool_score(faces, step) if faces else 0 for result, faces, step in sides
        )
        state.bites = None
        state.rolled = Rolled(
            self.unit, self.weapon, self.target, self.attack, self.defence, len(self.attack_faces),
            len(self.defence_faces), attack_bonus, defence_bonus, 0, self.attack_step, self.defence_step,
        )  # fmt: skip


class ExchangeEnded(Event, frozen=True, tag="exchange-ended"):
    """An action and all reactions to it are resolved."""

    def change(self, state: State) -> None:
        active = state.active()
        state.rolled = state.bites = state.observation = None
        for unit in state.units.values():
            unit.bracing = False
            if unit is not active:
                unit.tall = False


class BuildingRolled(Event, frozen=True, tag="building-rolled"):
    """An attack on a building, which always rolls 1 itself."""

    unit: str
    weapon: str
    building: str
    faces: tuple[int, ...]
    result: int
    step: int = 4
    lines: tuple[Modifier, ...] = ()
    """Every modifier of the roll."""

    def change(self, state: State) -> None:
        bonus = self.result - pool_score(self.faces, self.step) if self.faces else 0
        state.bites = None
        state.rolled = Rolled(
            self.unit, self.weapon, "", self.result, BUILDING_ROLLS, len(self.faces), 0, bonus, 0, 0, self.step,
            building=self.building,
        )  # fmt: skip


class SnapFireDeclared(Event, frozen=True, tag="snap-fire-declared"):
    """A Passive model answers with an attack on the Active model."""

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    tall: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.cost)
        use(unit, self.weapon)
        unit.tall = self.tall
