"""Terrain: the ground of a battle with its sight, cover, concealment and movement costs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.table.hexes import Hex
from gearlock.table.hexlines import Step, steps_by_offset
from gearlock.table.hexmaps import HexGround
from gearlock.table.hexsight import HexSight, can_see, sight

WRECK = "wreck"
WATER = "water"
_KEEP = 1 << 15
"""Remembered looks before a battlefield forgets them all."""


@rule("hex100.terrain-characteristics")
class Terrain(msgspec.Struct, frozen=True):
    """What a kind of terrain does; a cost of 0 is impassable."""

    name: str
    concealment: int
    cover: int
    blocks_sight: bool
    cost: dict[str, int]
    becomes: str = ""
    """What is left when it is destroyed; nothing for terrain that lasts."""
    vegetation: bool = False


class Terrains(dict[str, Terrain]):
    """Kinds of terrain by name; `own` are those of a briefing, by which two such tables are told apart."""

    def __init__(self, kinds: Iterable[Terrain], own: Iterable[Terrain] = ()) -> None:
        self.own = tuple(own)
        both = (*kinds, *self.own)
        super().__init__({each.name: msgspec.structs.replace(each, cost=_equipped(each) | each.cost) for each in both})
        self.key = msgspec.json.encode(self.own)

    def __hash__(self) -> int:  # type: ignore[override]  # never changed once made
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terrains) and self.key == other.key


@cache
def terrains() -> Terrains:
    """Every kind of terrain that all battles share."""
    return Terrains(data_records("gearlock.systems.hex100", "terrain.toml", "terrain", Terrain))


@heeds("hex100.terrain-characteristics", "hex100.briefing")
def with_own(own: tuple[Terrain, ...]) -> Terrains:
    """The terrain of a briefing: the kinds that all battles share, and its own in addition or instead."""
    return Terrains(terrains().values(), own) if own else terrains()


@rule("hex100.amphibious", "hex100.zenith-amphibious")
@heeds(
    "hex100.cirrus-skimmer",
    "hex100.cirrus-jump",
    "hex100.jump-jets",
    "hex100.juggernaut-plow",
    "hex100.siege-plough",
    "hex100.dozer-blade",
    "hex100.bushwhack",
    "hex100.urban-warfare",
)
def _equipped(terrain: Terrain) -> dict[str, int]:
    """What a hex costs with equipment: afloat, skimming, jumping, without penalties, levelling, cutting vegetation."""
    tracked = terrain.cost["tracked"]
    water = terrain.name == WATER
    return {
        "amphibious": 1 if water else tracked,
        "skimmer": 1 if water else terrain.cost["legged"],
        "jump": 1,
        "unhindered": min(1, tracked),
        "levelling": 1 if terrain.becomes else min(1, tracked),
        "bushwhacking": 1 if terrain.vegetation else tracked,
    }


class Battlefield:
    """Ground, wrecks and smoke as they lie now. Never changed: what is razed or laid makes another battlefield."""

    __slots__ = ("_clear", "_looks", "blocking", "ground", "kinds", "prices", "smoke", "wrecks")

    def __init__(
        self,
        ground: HexGround,
        wrecks: tuple[Hex, ...],
        smoke: frozenset[Hex] = frozenset(),
        kinds: Terrains | None = None,
    ) -> None:
        self.ground = ground
        self.wrecks, self.smoke = frozenset(wrecks), smoke
        self.kinds = kinds = terrains() if kinds is None else kinds
        self.blocking = ground.mask((name for name in ground.names if kinds[name].blocks_sight), smoke)
        self.prices = {way: self._prices(way) for way in kinds[WRECK].cost}
        self._clear: dict[tuple[Hex, Hex], bool] = {}
        self._looks: dict[tuple[Hex, Hex], HexSight] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Battlefield) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[object, ...]:
        return self.ground, self.wrecks, self.smoke

    @rule("hex100.rough-impassable", "hex100.move-legged", "hex100.move-tracked", "hex100.move-infantry")
    @heeds("hex100.movement-points", "hex100.move-flying")
    def _prices(self, way: str) -> bytes:
        """Movement points by hex; a wreck makes a hex as rough as wrecks are, never easier."""
        kinds = self.kinds
        by_name = {name: kinds[name].cost[way] for name in self.ground.names}
        wreck = kinds[WRECK].cost[way]
        rougher = {hex_: max(wreck, by_name[self.ground.terrain_at(hex_)]) for hex_ in self.wrecks}
        return self.ground.prices(by_name, {hex_: cost for hex_, cost in rougher.items() if self._enterable(hex_, way)})

    def _enterable(self, hex_: Hex, way: str) -> bool:
        return self.kinds[self.ground.terrain_at(hex_)].cost[way] > 0

    def cost(self, hex_: Hex, way: str) -> int:
        """Movement points to enter a hex; 0 when it cannot be entered or is off the map."""
        return self.prices[way][self.ground.cell(hex_)] if hex_ in self.ground else 0

    @rule("hex100.los-blocking")
    @heeds("hex100.smoke-launcher")
    def is_clear(self, a: Hex, b: Hex) -> bool:
        """Whether a line of sight runs between the hexes; dense smoke between them blocks it, units never do."""
        key = (a, b) if a < b else (b, a)
        known = self._clear.get(key)
        if known is None:
            if len(self._clear) >= _KEEP:
                self._clear.clear()
            known = self._clear[key] = can_see(self.ground, a, b, self.blocking)
        return known

    def look(self, a: Hex, b: Hex) -> HexSight:
        """All that the line between two hexes crosses."""
        known = self._looks.get((a, b))
        if known is None:
            if len(self._looks) >= _KEEP:
                self._looks.clear()
            known = self._looks[a, b] = sight(self.ground, a, b, self.blocking)
        return known

    @rule("hex100.concealment")
    def concealment(self, a: Hex, b: Hex, in_sight: bool) -> tuple[int, str]:
        """Accuracy lost against a unit in b: the greatest value in its hex or, along a line of sight, in front of it.

        Of a line that runs between two hexes the thinner one counts.
        """
        here = self.kinds[self.ground.terrain_at(b)]
        best = (here.concealment, f"target in {here.name}")
        if in_sight:
            look = self.look(a, b)
            steps = [(crossing,) for crossing in look.crossed] + list(look.ties)
            for step in steps:
                thin = min((self.kinds[crossing.terrain] for crossing in step), key=lambda kind: kind.concealment)
                best = max(best, (thin.concealment, f"target behind {thin.name}"), key=lambda found: found[0])
        return best

    @rule("hex100.cover")
    def cover(self, a: Hex, b: Hex, from_above: bool = False) -> tuple[int, str]:
        """Damage kept off a unit in b: the greatest cover in its hex or in the last hex before it.

        What falls from above is stopped only by cover in the hex itself.
        """
        best = self.cover_in(b, "in")
        before = () if from_above else last_before(a, b)
        # A blast may go off beyond the edge of the map, so that only a part of its way is on it.
        found = [self.cover_in(hex_, "behind") for hex_ in before if hex_ in self.ground]
        if found:
            best = max(best, min(found, key=lambda each: each[0]), key=lambda each: each[0])
        return best

    def cover_in(self, hex_: Hex, where: str) -> tuple[int, str]:
        """The cover of one hex, a wreck in it counted."""
        kinds, terrain = self.kinds, self.ground.terrain_at(hex_)
        name = WRECK if hex_ in self.wrecks and kinds[WRECK].cover > kinds[terrain].cover else terrain
        return kinds[name].cover, f"{where} {name}"


def last_before(a: Hex, b: Hex) -> Step:
    """The hex, or the two of a tie, that the line from a crosses last before b; none between neighbours."""
    q, r = a
    steps = steps_by_offset(b[0] - q, b[1] - r)
    return tuple((q + dq, r + dr) for dq, dr in steps[-2]) if len(steps) > 2 else ()


@lru_cache(maxsize=256)
def battlefield(
    ground: HexGround, wrecks: tuple[Hex, ...], smoke: frozenset[Hex] = frozenset(), kinds: Terrains | None = None
) -> Battlefield:
    """The battlefield of a ground, shared by all states that stand on it."""
    return Battlefield(ground, wrecks, smoke, kinds)
