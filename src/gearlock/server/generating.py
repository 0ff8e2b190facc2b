"""Scenarios drawn from dice before a battle, over HTTP: every roll in words, and what a person says in its place."""

from __future__ import annotations

import secrets

import msgspec
from litestar import post
from litestar.params import JSONBody

from gearlock.kernel.errors import BadInput
from gearlock.kernel.generating import DrawnScenario
from gearlock.kernel.registry import get_system
from gearlock.server.rooms import Options, Seed
from gearlock.server.wire import Name

LARGEST_SEED = 1_000_000_000


class ScenarioDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario to be drawn: results that somebody said, and the rest by the dice of a seed."""

    system: Name
    options: Options = {}
    seed: Seed | None = None
    """Drawn at random if left out."""


class DrawnHere(msgspec.Struct, frozen=True):
    """A scenario that was drawn, and the seed of its dice."""

    seed: int
    drawn: DrawnScenario


@post("/api/scenarios/draw", status_code=200, sync_to_thread=True)
def draw_scenario(data: JSONBody[ScenarioDraw]) -> DrawnHere:
    """Draw a scenario."""
    system = get_system(data.system)
    if system.generator is None:
        raise BadInput(f"{system.name} draws no scenarios by dice.")
    seed = secrets.randbelow(LARGEST_SEED) if data.seed is None else data.seed
    return DrawnHere(seed, system.generator.draw(seed, data.options))
