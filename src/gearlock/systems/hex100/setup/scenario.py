"""Battles to choose from: ready briefings, those drawn from a seed, those of the user's own; laying them out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from gearlock.kernel.briefing import BriefingRules
from gearlock.kernel.errors import BadFile, BadInput, UnknownName, first_of
from gearlock.kernel.files import data_texts, is_file_name, read_handed_in
from gearlock.kernel.laidout import KEY, LaidOut, take_up
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import SAME, Scenario, Setup
from gearlock.kernel.typed import as_typed
from gearlock.systems.hex100.battlefield import Terrain, battlefield, with_own
from gearlock.systems.hex100.damage.swarm import fill_swarm
from gearlock.systems.hex100.forces.fielding import field
from gearlock.systems.hex100.forces.force import BUDGETS
from gearlock.systems.hex100.forces.force_rules import ready_made
from gearlock.systems.hex100.forces.loadout import is_reactive
from gearlock.systems.hex100.forces.units import Item, Machine, machines, tied_drones
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective, Plan
from gearlock.systems.hex100.setup.briefing_files import Draft, Heading
from gearlock.systems.hex100.setup.briefing_plans import Resolver, spread_hexes
from gearlock.systems.hex100.setup.drawn_briefings import draw_briefing
from gearlock.systems.hex100.setup.maps import MAPS, ground_of
from gearlock.systems.hex100.state import SEATS, Scene, State, Tie, Unit
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.hexmaps import HexGround

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
