"""The maps of the game as an editor draws them."""

from __future__ import annotations

from gearlock.kernel.files import data_texts
from gearlock.mechanics.ground.palette import inch_maps
from gearlock.systems.tactical.setup.grounds import RATINGS
from gearlock.systems.tactical.shown.looks import facts_of, table_of

MAPS = inch_maps(lambda: data_texts("gearlock.systems.tactical", "maps", ".toml"), RATINGS, table_of, facts_of)
