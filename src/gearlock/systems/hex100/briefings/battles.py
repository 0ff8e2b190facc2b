"""Battles to choose from: ready briefings, those drawn from a seed, the user's own; their maps, and laying them out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from gearlock.kernel.briefing import BriefingRules
from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName, first_of
from gearlock.kernel.files import data_texts, is_file_name, read_handed_in
from gearlock.kernel.laidout import KEY, LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import SAME, Scenario, Setup
from gearlock.kernel.typed import as_typed
from gearlock.systems.hex100.battlefield import Terrain, Terrains, battlefield, with_own
from gearlock.systems.hex100.briefings.briefing_files import Draft, Heading, Resolver, spread_hexes, suggest
from gearlock.systems.hex100.damage.units_hit import fill_swarm
from gearlock.systems.hex100.forces.cards import Item, Machine, machines, tied_drones
from gearlock.systems.hex100.forces.force_building import BUDGETS
from gearlock.systems.hex100.forces.force_rules import ready_made
from gearlock.systems.hex100.forces.loadout import is_reactive
from gearlock.systems.hex100.forces.machines_brought import field
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective, Plan
from gearlock.systems.hex100.state import SEATS, Scene, State, Tie, Unit
from gearlock.table.hexes import Hex, from_offset, to_offset
from gearlock.table.hexgenerate import Growth, generate_hex_map
from gearlock.table.hexmapfiles import read_hex_map, read_hex_map_in, write_hex_map
from gearlock.table.hexmaps import HexGround

# --- The map of a briefing

GENERATED = {"generated": (18, 24), "small": (12, 14)}
MAPS = ("river-village", "quarry-road", *GENERATED)
GROWTHS = (
    Growth("light woods", 5, 3, 8),
    Growth("dense woods", 4, 2, 6),
    Growth("broken ground", 4, 3, 6),
    Growth("rubble", 2, 1, 3),
    Growth("swamp", 2, 2, 5),
    Growth("building", 3, 1, 3, passable=False),
    Growth("water", 1, 3, 7, passable=False),
    Growth("cliff", 1, 2, 5, passable=False),
)


@lru_cache(maxsize=8)
def grown_map(name: str, seed: int) -> HexGround:
    """A map grown from the seed; who draws a briefing looks at it before the battle is laid out on it."""
    return generate_hex_map(*GENERATED[name], seed, GROWTHS)


def ground_of(draft: Draft, chosen: str, seed: int) -> HexGround | None:
    """The map a battle is fought on, `chosen` instead of the one that the file names; as far as it could be read."""
    assert draft.heading is not None, "a file without a heading has no map"
    kinds = with_own(draft.terrain)
    base = None
    if not draft.is_drawn:
        base = _named(draft, chosen or draft.heading.map, seed, kinds)
        if base is None:
            return None
    data = {**draft.data, "name": draft.heading.title}
    ground, findings = read_hex_map_in(data, draft.text, draft.file, kinds, base)
    draft.lines.findings += findings
    return ground


def _named(draft: Draft, name: str, seed: int, kinds: Terrains) -> HexGround | None:
    if name in GENERATED:
        return grown_map(name, seed)
    if is_file_name(name):
        return _own_map(draft, Path(name), kinds)
    if name not in MAPS:
        draft.lines.find(f"no map is called '{name}'{suggest(name, MAPS)}", key="map")
        return None
    text = (files("gearlock.systems.hex100") / "data" / "maps" / f"{name}.toml").read_text(encoding="utf-8")
    return read_hex_map(text, f"{name}.toml", kinds)


def _own_map(draft: Draft, path: Path, kinds: Terrains) -> HexGround | None:
    """A map file of the user's own: it must have the zones that the briefing speaks of and does not bring."""
    try:
        ground = read_hex_map(read_handed_in(path), str(path), kinds)
    except BadFile as error:
        draft.lines.findings += error.findings
        return None
    draft.map_file = str(path)
    wanted = {each.zone for seat in SEATS for each in draft.deploy[seat]} | {
        each.zone for _, _, each in draft.objectives
    }
    missing = sorted(wanted - {""} - set(ground.zones) - set(draft.data.get("zones", {})))
    draft.lines.findings += (
        Finding(str(path), 0, f"the map needs a zone '{zone}': the briefing speaks of it") for zone in missing
    )
    return None if missing else ground


# --- Briefings drawn from a seed

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


# --- Battles to choose from

OWN = "briefing"
"""The scenario that takes a file of the user's own, and otherwise draws a briefing from the seed."""
DRAWN = "skirmish"
"""The budget of a briefing that is drawn."""


@cache
def ready_briefings() -> dict[str, str]:
    """The text of every briefing that comes with the game, by its name."""
    texts = data_texts("gearlock.systems.hex100", "briefings", ".toml")
    return dict(sorted(texts.items(), key=lambda entry: (_heading(entry[1]).order, entry[0])))


def _heading(text: str) -> Heading:
    return as_typed(tomllib.loads(text), Heading)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """The battles on offer."""
    found = {}
    for id_, text in ready_briefings().items():
        heading = _heading(text)
        about, goal = " ".join(heading.about.split()), " ".join(heading.goal.split())
        words = (heading.title, about, _options(heading), goal)
        found[id_] = Scenario(id_, *words, long="\n" in heading.map, choices=_choices(heading), forces=True)
    briefing = f"a file of your own (.toml), or one of {', '.join(found)}; without it the seed draws one"
    title, about, goal = _OWN_WORDS
    options, choices = {OWN: briefing, **_options(None)}, _choices(None)
    found[OWN] = Scenario(OWN, title, about, options, goal, long=True, choices=choices, forces=True)
    return found


_OWN_WORDS = (
    "Briefing",
    "Drawn from the seed: map, deployment, objectives and forces within the budget; or a briefing file of your own.",
    "What counts is said when the battle begins, and stands below the map all the time.",
)


BRIEFINGS = BriefingRules(OWN, OWN, ready_briefings)


@heeds("hex100.briefing")
def announce(setup: Setup) -> str:
    """What a briefing that was drawn or handed in says of itself; a ready one has the words of its scenario."""
    if setup.scenario != OWN or "plan" not in setup.data:
        return ""
    plan = as_typed(setup.data["plan"], Plan)
    return " ".join(f"{plan.title}. {plan.about} {plan.goal}".split())


def _options(heading: Heading | None) -> dict[str, str]:
    """Who fights may be chosen everywhere; where only if the briefing does not draw its map."""
    options = {}
    if heading is not None and "\n" not in heading.map:
        options["map"] = f"one of {', '.join(MAPS)}, or a map file of your own (.toml)"
    force = "a roster file of your own, or machines separated by commas"
    options["red"] = f"a force ({', '.join(ready_made())}), {force}, of {', '.join(machines())}"
    options["blue"] = f"a force, {force}; or {SAME}: red's force again"
    options["budget"] = f"points for each side: {', '.join(f'{name} ({points})' for name, points in BUDGETS.items())}"
    options["unchecked"] = "yes fields rosters of your own that break rules, and marks them"
    return options


def _choices(heading: Heading | None) -> dict[str, tuple[str, ...]]:
    """What may be chosen from a list, the briefing's own first."""
    usual = heading.budget if heading is not None else DRAWN
    choices = {"budget": (usual, *(name for name in BUDGETS if name != usual)), "unchecked": ("no", "yes")}
    if heading is not None and "\n" not in heading.map:
        choices["map"] = (heading.map, *(name for name in MAPS if name != heading.map))
    return choices


@rule("hex100.briefing")
@heeds("hex100.force-cost")
def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Work a scenario and its options out in full; everything wrong with them is said at once."""
    if scenario not in scenarios():
        raise UnknownName("scenario", scenario, scenarios())
    known = scenarios()[scenario].options
    faults = [f"There is no option '{name}'; there are {', '.join(known)}." for name in options if name not in known]
    draft = _draft(scenario, seed, options)
    heading = draft.heading
    if heading is None or len(draft.sides) < len(SEATS):
        raise BadFile(first_of(draft.lines.findings))
    size = options.get("budget", heading.budget)
    unchecked = options.get("unchecked", "no")
    if unchecked not in ("yes", "no"):
        faults.append(f"'unchecked={unchecked}': yes or no.")
    if size not in BUDGETS:
        faults.append(str(UnknownName("budget", size, BUDGETS)))
    chosen = options.get("map", "")
    if chosen and "map" in known and chosen not in MAPS and not is_file_name(chosen):
        faults.append(str(UnknownName("map", chosen, MAPS)))
    forces = _forces(draft, options, BUDGETS.get(size, 0), faults)
    if faults:
        raise BadInput("\n".join(faults))
    ground = ground_of(draft, options.get("map", ""), seed)
    plan = Resolver(draft, ground, forces).plan() if ground is not None else None
    if plan is None or ground is None or draft.lines.findings:
        raise BadFile(first_of(draft.lines.findings))
    data = {"budget": BUDGETS[size], "turns": heading.turns, **forces}
    data |= {"map": write_hex_map(ground), "plan": plan, "terrain": draft.terrain}
    # Through JSON, so that a set-up read from a log equals this one.
    return Setup(scenario, seed, dict(options), msgspec.json.decode(msgspec.json.encode(data)))


def _forces(draft: Draft, options: Mapping[str, str], budget: int, faults: list[str]) -> dict[str, list[Machine]]:
    """Who fights; nobody on a side whose force, as the briefing has it, is wrong: that is found in its line."""
    forces: dict[str, list[Machine]] = {}
    for seat, side in draft.sides.items():
        wrong: list[str] = []
        unchecked = options.get("unchecked") == "yes"
        named = options.get(seat, side.force)
        if seat == "blue" and named == SAME:
            named = options.get("red", draft.sides["red"].force)
        forces[seat] = field(seat, named, side.budget or budget, wrong, unchecked)
        if seat in options or "budget" in options:
            faults += wrong
        elif wrong:
            forces[seat] = []
            for fault in wrong:
                draft.lines.find(fault, seat, key="force")
    return forces


def _draft(scenario: str, seed: int, options: Mapping[str, str]) -> Draft:
    """The briefing to be played: a ready one, one of the user's own, or one out of the seed."""
    if scenario != OWN:
        return Draft(ready_briefings()[scenario], f"{scenario}.toml")
    name = options.get(OWN, "")
    if not name:
        size = BUDGETS.get(options.get("budget", DRAWN), BUDGETS[DRAWN])
        own_forces = any(seat in options for seat in SEATS)
        return Draft(draw_briefing(seed, size, own_forces), f"the briefing of seed {seed}")
    if is_file_name(name):
        return Draft(read_handed_in(Path(name)), name)
    if name not in ready_briefings():
        raise UnknownName("briefing", name, ready_briefings())
    return Draft(ready_briefings()[name], f"{name}.toml")


def scene_of(setup: Setup) -> Scene:
    """The unchanging part of a battle: map, machines and briefing as the set-up describes them."""
    kinds = with_own(tuple(as_typed(setup.data.get("terrain", []), list[Terrain])))
    ground = read_hex_map(setup.data["map"], "the map of this battle", kinds)
    found: dict[str, Machine] = {}
    ties: dict[str, Tie] = {}
    for seat in SEATS:
        for number, raw in enumerate(setup.data[seat], 1):
            _bring(f"{seat}-{number}", as_typed(raw, Machine), found, ties)
    return Scene(ground, found, setup.data["budget"], setup.data["turns"], ties, _plan_of(setup, ground), kinds)


@heeds("hex100.drone-deployment", "hex100.drone-controller")
def _bring(unit: str, machine: Machine, found: dict[str, Machine], ties: dict[str, Tie]) -> None:
    """Enter a machine and its drones, which are units of their own and count their own points."""
    for number, (card, controller) in enumerate(tied_drones(machine), 1):
        drone = f"{unit}-drone-{number}"
        found[drone] = Machine(card.id, card.name, card, (), card.cost)
        ties[drone] = Tie(unit, controller)
    found[unit] = msgspec.structs.replace(machine, cost=machine.cost - sum(card.cost for card in machine.drones))


def _plan_of(setup: Setup, ground: HexGround) -> Plan:
    """The briefing of a set-up; one without fights for points, or for the middle row."""
    if "plan" in setup.data:
        return as_typed(setup.data["plan"], Plan)
    if not setup.data.get("objectives"):
        return ENGAGEMENT
    ground_to_hold = Objective("hold", hexes=spread_hexes(ground, 3))
    return msgspec.structs.replace(ENGAGEMENT, objectives=(ground_to_hold,), margin=1)


def begin(setup: Setup) -> State:
    """All units off the map, nobody knows anything yet; or the position that somebody laid out by hand."""
    scene = scene_of(setup)
    state = State(scene, battlefield(scene.ground, (), frozenset(), scene.kinds), {})
    # By id, the order in which a saved state is read back.
    for unit_id, machine in sorted(scene.machines.items()):
        state.units[unit_id] = fresh_unit(scene, unit_id)
        state.units[unit_id].docked = unit_id in scene.ties and machine.unit.small
    if KEY in setup.data:
        take_up(state, as_typed(setup.data[KEY], LaidOut))
        state.rebuild_field()
    return state


def fresh_unit(scene: Scene, unit_id: str) -> Unit:
    """A unit as it leaves the hangar: nothing used up, nothing hurt, not on the map."""
    machine, loadout = scene.machines[unit_id], scene.loadouts[unit_id]
    limited = ((mount.id, mount.item or mount.modes[0]) for mount in machine.mounts)
    uses = {id_: it.uses for id_, it in limited if it.uses and not (isinstance(it, Item) and is_reactive(it))}
    unit = Unit(unit_id, unit_id.partition("-")[0], loadout.full_hp, [0] * len(loadout.sizes), uses)
    unit.charges = loadout.charges
    fill_swarm(unit, machine.unit)
    return unit
