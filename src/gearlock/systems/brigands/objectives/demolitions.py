"""11.3: Demolitions. The Fortification that is to be blown up: a model of no Combat Group that never acts."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.models import Model, ModelCard

TARGET = Model(
    ModelCard(
        id="demolitions-target",
        name="Demolitions target",
        faction="",
        tv=0,
        ua=(),
        move={},
        armor=8,
        hull=8,
        structure=0,
        actions=0,
        gunnery=0,
        piloting=0,
        sensors=0,
        weapons=(),
        traits=(),
        type="Fortification",
        height=2,
        base_mm=40,
        source="11.3",
    ),
    {},
)
"""The same in every battle: Armor 8, Hull 8 without Structure, on a 40 mm base and 2 in tall."""


@heeds("brigands.11.3-demolitions")
def target_id(seat: str) -> str:
    """The id of the target a seat places for its opponent."""
    return f"{seat}-demolitions"
