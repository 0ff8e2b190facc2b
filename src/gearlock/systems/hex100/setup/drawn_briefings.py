"""Briefings drawn from a seed, as the text of a file: map, deployment, objectives and forces, alike for both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gearlock.kernel.dice import Roll, Seeded
from gearlock.systems.hex100.battlefield import battlefield
from gearlock.systems.hex100.forces.units import Machine, machines
from gearlock.systems.hex100.setup.maps import grown_map
from gearlock.table.hexes import Hex, from_offset, to_offset
from gearlock.table.hexmaps import HexGround

T = TypeVar("T")
TASKS = ("hold", "scan", "hack", "reach", "exit", "hunt")
"""What a drawn battle may be about, beside destroying machines."""
EDGES = {"red": ("south", "north"), "blue": ("north", "south")}
"""Where a side begins, and where its enemy does."""
FEWEST = 2


class Draw:
    """Numbers out of a seed, the same for ever."""

    def __init__(self, seed: int) -> None:
        self._dice, self._count = Seeded(f"briefing {seed}"), 0

    def below(self, count: int) -> int:
        """A number from 0 up to but not including the count."""
        self._count += 1
        return self._dice.roll(Roll("draw a briefing", 1, count, 0), self._count)[0]

    def one_of(self, things: Sequence[T]) -> T:
        """One of these."""
        return things[self.below(len(things))]


def draw_briefing(seed: int, budget: int, own_forces: bool = False) -> str:
    """The text of a briefing for forces of so many points; nobody comes late to one fought by forces of one's own."""
    draw = Draw(seed)
    size = "small" if draw.below(3) == 0 else "generated"
    ground = grown_map(size, seed)
    forces = {seat: _force(draw, budget) for seat in EDGES}
    tasks = _tasks(draw, forces)
    turns = 8 + draw.below(5)
    late = draw.below(3) == 0 and not own_forces and all(len(force) > FEWEST for force in forces.values())
    arrival = 2 + draw.below(2)
    sections = [_objectives(draw, ground, tasks)]
    for seat, force in forces.items():
        sections.append(_side(seat, force, tasks, arrival if late else 0))
    about = f"Drawn from seed {seed}: {_in_words(tasks)}" + (
        f"; the last machine comes in round {arrival}" if late else ""
    )
    return "\n".join(
        [
            f'title = "Briefing {seed}"',
            f'about = "{about}."',
            f'goal = "{_goal(tasks)} The higher score after round {turns} wins."',
            f"turns = {turns}\nrout = false",
            f'map = "{size}"',
            *_zones(ground),
            *sections,
        ]
    )


def _force(draw: Draw, budget: int) -> list[Machine]:
    """Machines one after the other until none fits what is left; each is brought once."""
    force: list[Machine] = []
    armed = [machine for machine in machines().values() if any(mount.modes for mount in machine.mounts)]
    while True:
        left = budget - sum(machine.cost for machine in force)
        # Nobody spends so much on the first that there is nothing left for a second.
        most = left if force else budget // FEWEST
        fitting = [machine for machine in armed if machine.cost <= most and machine not in force]
        if not fitting:
            return force
        force.append(draw.one_of(fitting))


def _tasks(draw: Draw, forces: dict[str, list[Machine]]) -> list[str]:
    """One or two things to do, hacking only where both sides brought ECM equipment."""
    hackers = all(any("ecm" in _effects(machine) for machine in force) for force in forces.values())
    open_tasks = [task for task in TASKS if task != "hack" or hackers]
    first = draw.one_of(open_tasks)
    if draw.below(2):
        return [first]
    return [first, draw.one_of([task for task in open_tasks if task != first])]


def _effects(machine: Machine) -> set[str]:
    return {effect for mount in machine.mounts if mount.item for effect in mount.item.effects}


def _zones(ground: HexGround) -> list[str]:
    """Edges to leave by, and the enemy's half to get into."""
    rows = ground.rows
    bands = {"the north edge": (0, 0), "the south edge": (rows - 1, rows - 1)}
    bands |= {"the north half": (0, rows // 2 - 3), "the south half": (rows // 2 + 2, rows - 1)}
    return [f'[zones."{name}"]\nrows = [{first}, {last}]' for name, (first, last) in bands.items()]


def _site(draw: Draw, ground: HexGround) -> Hex:
    """A hex of the northern half that anything can enter, well away from the edge."""
    land = battlefield(ground, ())
    inner = [from_offset(c, r) for r in range(4, ground.rows // 2 - 1) for c in range(2, ground.columns - 2)]
    return draw.one_of([hex_ for hex_ in inner if land.cost(hex_, "tracked")])


def _objectives(draw: Draw, ground: HexGround, tasks: list[str]) -> str:
    """What counts for both sides in the same way, on hexes that lie alike from either edge."""
    found = []
    for task in tasks:
        if task == "hold":
            found.append(f'[[objective]]\nkind = "hold"\nspread = {2 + draw.below(3)}')
        elif task in ("scan", "hack"):
            site = _site(draw, ground)
            for seat, hex_ in (("red", site), ("blue", ground.turned(site))):
                found.append(_site_table(seat, task, hex_, secret=draw.below(2) == 0))
    found.append('[[objective]]\nkind = "destroy"\npoints = 2')
    return "\n".join(found)


def _site_table(seat: str, task: str, hex_: Hex, secret: bool) -> str:
    column, row = to_offset(hex_)
    flag = "\nsecret = true" if secret else ""
    return f'[[{seat}.objective]]\nkind = "{task}"\nname = "the site"\nhexes = [[{column}, {row}]]\npoints = 3{flag}'


def _side(seat: str, force: list[Machine], tasks: list[str], arrival: int) -> str:
    own, enemy = EDGES[seat]
    lines = [f"[{seat}]", f'force = "{",".join(machine.id for machine in force)}"']
    lines.append(f'orders = "{_goal(tasks)}"')
    lines.append(f'[[{seat}.deploy]]\nzone = "{own}"')
    if arrival:
        lines.append(f'[[{seat}.deploy]]\nzone = "{own}"\nunits = [{len(force)}]\nturn = {arrival}')
    if "reach" in tasks:
        lines.append(f'[[{seat}.objective]]\nkind = "reach"\nzone = "the {enemy} half"\npoints = 1')
    if "exit" in tasks:
        lines.append(
            f'[[{seat}.objective]]\nkind = "exit"\nname = "the {enemy} edge"\nzone = "the {enemy} edge"\npoints = 2'
        )
    if "hunt" in tasks:
        lines.append(f'[[{seat}.objective]]\nkind = "destroy"\nname = "their leader"\nunits = [1]\npoints = 3')
    return "\n".join(lines)


_WORDS = {
    "hold": ("ground to be held", "Score a point every round for each objective you have to yourself."),
    "scan": ("a site to be scanned", "Scan the site in the enemy's half for 3 points."),
    "hack": ("a site to be hacked", "Hack the site in the enemy's half for 3 points."),
    "reach": ("a push into the other half", "Get machines into the enemy's half for a point each."),
    "exit": ("a breakthrough both ways", "Leave the map by the enemy's edge for 2 points a machine."),
    "hunt": ("leaders to be hunted", "Destroy the enemy's leader, the first machine of its list, for 3 points more."),
}


def _in_words(tasks: list[str]) -> str:
    return " and ".join(_WORDS[task][0] for task in tasks)


def _goal(tasks: list[str]) -> str:
    return " ".join([*(_WORDS[task][1] for task in tasks), "Every enemy machine destroyed is 2 points."])
