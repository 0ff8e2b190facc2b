"""The maps of the game as an editor draws them."""

from __future__ import annotations

from gearlock.kernel.files import data_texts
from gearlock.mechanics.ground.palette import inch_maps
from gearlock.systems.brigands.shown.looks import facts_of, table_of
from gearlock.table.maps import RATINGS

MAPS = inch_maps(lambda: data_texts("gearlock.systems.brigands", "maps", ".toml"), RATINGS, table_of, facts_of)
