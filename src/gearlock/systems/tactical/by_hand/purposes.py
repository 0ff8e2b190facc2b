"""What dice are thrown for in the chapters, so that a position can lay them out by name."""

from __future__ import annotations

from gearlock.systems.tactical.damage.choosing import WHO
from gearlock.systems.tactical.damage.detailed import LOCATION
from gearlock.systems.tactical.dice_tests.defects import ACTIVE_SENSORS, FIRE_CONTROL
from gearlock.systems.tactical.infantry.casualties import LOCATION as TROOPER
from gearlock.systems.tactical.missions.aims import PARTS
from gearlock.systems.tactical.missions.things import OBJECT, PLACE
from gearlock.systems.tactical.plots import COLLAPSE, FRIENDLY_FIRE
from gearlock.systems.tactical.sensors.jamming import SYSTEMS
from gearlock.systems.tactical.subplots.coward import RALLY
from gearlock.systems.tactical.toy.placing import COIN

PURPOSES = (
    "attack", "defense", "Tactics", "Initiative", "hard turn", "crash", "ram", "scatter", "designation",
    "communication", "punch", "kick", "weapon", "throw", "deviation", "climbing", "falling", "off-road",
    "rounds stuck", "minefield",
    LOCATION, "Subtable A", "Subtable B", "ammunition and fuel", "auxiliary systems", WHO,
    "crew or passengers", "passengers hit", TROOPER, "keeping its feet", "hull-down cover",
    "load on the bridge", "does the next section hold", "crossing a fire", "wind", "smoke of a fire",
    "active sensors", *SYSTEMS.values(), f"defective {ACTIVE_SENSORS}", f"defective {FIRE_CONTROL}",
    "extreme temperature", "rounds of breakdown", *PARTS, "subplot list", "subplot", OBJECT, PLACE, "first bid",
    "who sets up the field", "time limit", "corrupted supplies", "hero", "old ammunition", "damaged system",
    "who is in love", "who is loved",
    "tempest", "leftover ammunition", "phantom echoes", COIN, "who is a coward", RALLY, "who hates", "who is hated",
    "malfunctions", "where the civilians go", "who breaks in", "whom the plane is over", "way of the plane",
    "inches that fall in", f"round of the {COLLAPSE}",
    f"round of the {FRIENDLY_FIRE}",
    "call for artillery", "barrage", "direction of the barrage", "attack from the air", "target of the aircraft",
    "interception", "air defense", "ECM cover", "ECCM cover", "does the Mammoth come", "does the late squadron come",
)  # fmt: skip
