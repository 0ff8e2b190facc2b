"""4.3: what is printed of the six scenarios: conditions, forces, where they are placed, and how long it lasts.

The South is red and comes from the south edge, the North is blue. Their maps are lost: ours are drawn after the text.
"""

from __future__ import annotations

from typing import Final

import msgspec

from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.assets import ARTILLERY, BARRED
from gearlock.systems.tactical.movement.limits import KEPT
from gearlock.systems.tactical.state import State

SOUTH, NORTH = "red", "blue"
RIDGE, BRIDGEHEAD, VILLAGE = "king-of-the-ridge", "pressure-point", "cornered"
LAST_STAND, CONVOY, CHITS = "back-against-the-wall", "come-out-come-out", "opportunity-knocks"
NO_LIMIT_ROUNDS: Final = 20
"""Rounds there is time for in scenarios that print no limit, where players say nothing else."""
PLACED_FIRST, BEGIN_HULL_DOWN = "places all first", "begins hull-down"
"""Switches: the seat that places everything first, and the seat that may begin hull-down."""
MAP_DRAWN: Final = "map drawn after the text"
"""A switch: the table is ours and no player's."""
RESERVE_ROLE, NEEDED_ROLE, TRUCK_ROLE, STRANDED_ROLE = "reserve", "needed", "truck", "stranded"
"""What the units of an extra group are: still to come, bound to the scenario, trucks, or the vehicle behind a chit."""


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A printed scenario. Zones are words for `movement/limits.py`; `pieces` must lie on any map it is played on."""

    id: str
    title: str
    rule: str
    about: str
    goal: str
    north: tuple[str, ...]
    south: tuple[str, ...]
    extras: tuple[tuple[str, str, int, str], ...] = ()
    """Groups that come on top of the forces: seat, model, how many, role."""
    priorities: dict[str, int]
    rounds: int = 0
    """The last round as printed; 0 where none is."""
    modules: tuple[str, ...] = ()
    """Advanced modules that the text cannot be played without."""
    switches: dict[str, str] = {}
    zones: dict[str, str]
    """By seat, or by seat and the number of an extra group counted from 1: `blue+1`."""
    pieces: tuple[str, ...] = ()


PRINTED: Final[dict[str, Printed]] = {
    one.id: one
    for one in (
        Printed(
            id=RIDGE,
            title="King of the Ridge",
            rule="tactical.4.3.1",
            about="The North holds a ridge and waits for a Mammoth; the South has to drive it off.",
            goal="South: alone on the ridge for 3 rounds, or no Northern vehicle left that moves (4 VP, 6 if the "
            "Mammoth came). North: on the ridge at the end of round 15, or the South driven off (4 VP).",
            north=("General Purpose Squadron", "Fire Support Squadron"),
            south=("Recon Cadre", "Fire Support Cadre"),
            extras=((NORTH, "Mammoth", 1, RESERVE_ROLE),),
            priorities={SOUTH: 5, NORTH: 5},
            rounds=15,
            modules=(s.HULL_DOWN_POSITIONS,),
            switches={s.TIME: s.DAY, BEGIN_HULL_DOWN: NORTH},
            zones={SOUTH: "south 3", NORTH: "on ridge", f"{NORTH}+1": "north 3"},
            pieces=("ridge",),
        ),
        Printed(
            id=BRIDGEHEAD,
            title="Pressure Point",
            rule="tactical.4.3.2",
            about="In heavy rain both sides want the other side of a chasm; one Northern squadron is late.",
            goal="Half of one's units across the chasm for 4 rounds in a row, or no enemy left (4 VP). Whoever fires "
            "on the bridge loses.",
            north=("General Purpose Squadron", "Strike Squadron"),
            south=("General Purpose Cadre", "Strike Cadre"),
            priorities={SOUTH: 6, NORTH: 5},
            modules=(s.CLIFFS, s.STRUCTURES, s.WEATHER_RULES),
            switches={s.TIME: s.DAY, s.WEATHER: s.HEAVY_RAIN},
            zones={SOUTH: "south 3", NORTH: "on north-bank"},
            pieces=("south-bank", "north-bank", "bridge"),
        ),
        Printed(
            id=VILLAGE,
            title="Cornered!",
            rule="tactical.4.3.3",
            about="A Mammoth is trapped in a village; a Strike Squadron guards it until round 12.",
            goal="South: the Mammoth and two Gears destroyed before round 12 (5 VP). North: the Mammoth lives (4 VP, "
            "5 if every building stands).",
            north=("Strike Squadron",),
            south=("General Purpose Cadre", "Fire Support Cadre"),
            extras=((NORTH, "Mammoth", 1, NEEDED_ROLE),),
            priorities={SOUTH: 5, NORTH: 4},
            rounds=11,
            modules=(s.STRUCTURES,),
            switches={s.TIME: s.DAY},
            zones={
                SOUTH: "edges but town 3", NORTH: "near town 5", f"{NORTH}:{KEPT}": "near town 5",
                f"{NORTH}+1": "on square", f"{NORTH}+1:{KEPT}": "on town",
            },
            pieces=("town", "square"),
        ),
        Printed(
            id=LAST_STAND,
            title="Back Against the Wall",
            rule="tactical.4.3.4",
            about="Colonel Mayak Stevens leads the last defense of the North against a full attack.",
            goal="South: more than half of the North destroyed (8 VP); 5 VP to a losing South that kills Stevens. "
            "North: no attacker left (5 VP, 2 without Stevens).",
            north=("Recon Squadron", "Strike Squadron"),
            south=("Recon Cadre", "Fire Support Cadre", "Naga"),
            priorities={SOUTH: 6, NORTH: 5},
            modules=(s.DETAILED_DAMAGE,),
            switches={s.TIME: s.DAY, PLACED_FIRST: SOUTH},
            zones={SOUTH: "south 3", NORTH: "half north"},
        ),
        Printed(
            id=CONVOY,
            title="Come Out, Come Out, Wherever You Are",
            rule="tactical.4.3.5",
            about="Eight trucks with medical supplies have to cross a clearing in the fog; the South lies in wait.",
            goal="North: 1 VP for each truck off the south edge. South: 1 VP for each truck destroyed, and 2 for half "
            "of the escorts or 3 for all of them.",
            north=("Recon Squadron", "Strike Squadron"),
            south=("General Purpose Cadre", "Strike Cadre"),
            extras=((NORTH, "Truck", 8, TRUCK_ROLE),),
            priorities={SOUTH: 5, NORTH: 4},
            modules=(s.WEATHER_RULES,),
            switches={s.TIME: s.DAY, s.WEATHER: s.FOG, PLACED_FIRST: NORTH},
            zones={SOUTH: "south of clearing", NORTH: "north 3"},
            pieces=("clearing",),
        ),
        Printed(
            id=CHITS,
            title="Opportunity Knocks",
            rule="tactical.4.3.6",
            about="By night the North looks for a stranded C3 vehicle: four chits, and only the South knows which.",
            goal="North: a Gear stands beside the vehicle for 2 full rounds and does nothing else, within 10 rounds "
            "(5 VP, 7 with 75% left). South: it does not (4 VP), and 2 VP for 75% of the North. Who destroys it loses.",
            north=("Recon Squadron", "Strike Squadron"),
            south=("Recon Cadre", "General Purpose Cadre"),
            extras=((SOUTH, "C3 Vehicle", 1, STRANDED_ROLE),),
            priorities={SOUTH: 5, NORTH: 5},
            rounds=10,
            modules=(s.ACTIVE_SENSORS, s.WEATHER_RULES),
            switches={s.TIME: s.NIGHT, f"{BARRED}both": ARTILLERY},
            zones={SOUTH: "south 3", NORTH: "north 5"},
        ),
    )
}  # fmt: skip
"""The six by id."""


def printed_of(state: State) -> Printed | None:
    """The printed scenario that is played, if it is one."""
    return PRINTED.get(state.scenario)


def is_played(state: State, name: str) -> bool:
    """Whether this very scenario is played."""
    return state.scenario == name
