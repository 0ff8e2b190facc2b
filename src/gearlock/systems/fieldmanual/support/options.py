"""Step 5: Support Points, and everything they can be spent on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.forces.support import support_options
from gearlock.systems.fieldmanual.state import NO_GROUP, State, Unit

FIGHTER, FIGHTER_BOMBER, BOMBER = AIRSTRIKES = ("fighter", "fighter-bomber", "bomber")
LIGHT, MEDIUM, HEAVY = ARTILLERY = ("light-artillery", "medium-artillery", "heavy-artillery")
ASSETS: Final = ("hac-turret", "hrp-turret", "aa-turret", "observation-bunker", "heavy-bunker", "blind")
AA_DRONE, COMMAND_POINT, INFILTRATORS = "aa-drone", "command-point", "infiltrators"
RESERVE, GUARANTEED = "reserve", "guaranteed-reserve"
GUIDED, INFILTRATION = (support_options()[name].sp for name in ("guided", INFILTRATORS))
"""What it adds to guide the strikes of a choice, and to let a group or an asset infiltrate."""
BOMBERS_FROM = 3


class Choice(NamedTuple):
    """What is bought at once: an option, for which group or model, guided or infiltrating, and for which round."""

    option: str
    group: int = 0
    unit: str = ""
    guided: bool = False
    infiltrates: bool = False

    def written(self) -> str:
        """As it stands on the sheet."""
        marks = "guided" * self.guided + "infiltrates" * self.infiltrates
        return f"{self.option}|{self.group or ''}|{self.unit}|{marks}"


def read_choice(text: str) -> Choice:
    """A choice as it was written."""
    option, group, unit, marks = text.split("|")
    return Choice(option, int(group or 0), unit, marks == "guided", marks == "infiltrates")


@rule("fieldmanual.step5-support-points")
def support_points(level: int, tv: int) -> int:
    """The Priority Level, and one for every full 500 TV."""
    return level + tv // 500


def first_half(points: int) -> int:
    """What must be spent at least in the first allocation: half of it, rounded up."""
    return -(-points // 2)


OPTIONS: Final = (
    *AIRSTRIKES, *ARTILLERY, AA_DRONE, COMMAND_POINT, INFILTRATORS, RESERVE, GUARANTEED, *ASSETS,
)  # fmt: skip
"""Everything that can be bought, in the order players see it; prices stand in data/support.toml."""


@rule("fieldmanual.buy-command-points")
@heeds("fieldmanual.airstrike-types", "fieldmanual.artillery-types", "fieldmanual.infiltrators", "fieldmanual.reserves")
@heeds("fieldmanual.guaranteed-reserve", "fieldmanual.aa-drone", "fieldmanual.aa-turret", "fieldmanual.asset-blind")
@heeds("fieldmanual.asset-hac-turret", "fieldmanual.asset-hrp-turret", "fieldmanual.asset-observation-bunker")
@heeds("fieldmanual.asset-heavy-bunker", "fieldmanual.defensive-assets")
def cost_of(choice: Choice) -> int:
    """The Support Points of a choice; a Command Point is one, to infiltrate is two more, to be guided one more."""
    return (
        support_options()[choice.option].sp
        + GUIDED * choice.guided
        + INFILTRATION * (choice.infiltrates and choice.option in ASSETS)
    )


def cost_of_all(choices: Iterable[Choice]) -> int:
    """What some choices cost together."""
    return sum(map(cost_of, choices))


def groups_of(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side."""
    mine = (unit.group for unit in state.units.values() if unit.seat == seat and not unit.parent)
    return sorted({group for group in mine if group != NO_GROUP})


def models_of(state: State, seat: str, group: int) -> list[Unit]:
    """The models of a Combat Group; every Base of a Combined Model."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group == group)
    return [unit for unit in mine if not unit.parent]


def has_drone(state: State, unit: Unit) -> bool:
    """Whether a model has a drone on its card, or one was bought for it."""
    listed = any("Drone" in perk for perk in unit.card.perks)
    return listed or any(other.parent == unit.id for other in state.units.values())
