"""18.3b: damaging terrain: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.destructible_terrain import events as e
from gearlock.systems.blitz.destructible_terrain import words as w
from gearlock.systems.blitz.destructible_terrain.demolition import refuse_demolish, resolve_demolish
from gearlock.systems.blitz.destructible_terrain.orders import Demolish
from gearlock.systems.blitz.state import State

DESTRUCTIBLE_TERRAIN: Chapter[State] = Chapter(
    "18.3b: damaging terrain",
    orders=(OrderRules(Demolish, "act", by_order(refuse_demolish), resolve_demolish),),
    events={e.Bombarded: w.bombarded, e.BombardmentRolled: w.rolled, e.TerrainDamaged: w.terrain_damaged},
)
