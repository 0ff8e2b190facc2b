"""Battles to choose from: maps, forces, and the laying out of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import is_file_name, read_handed_in
from gearlock.kernel.rulebook import rule
from gearlock.kernel.system import Scenario, Setup
from gearlock.systems.hex100.moving.battlefield import battlefield, terrains
from gearlock.systems.hex100.mustering.equipment import full_hp
from gearlock.systems.hex100.mustering.fielding import field
from gearlock.systems.hex100.mustering.force import BUDGETS
from gearlock.systems.hex100.mustering.force_rules import ready_made
from gearlock.systems.hex100.mustering.loadout import is_reactive
from gearlock.systems.hex100.mustering.units import Item, Machine, machines, tied_drones
from gearlock.systems.hex100.sensing.naming import hexes
from gearlock.systems.hex100.state import SEATS, Scene, State, Tie, Unit
from gearlock.table.hexes import Hex, from_offset
from gearlock.table.hexgenerate import Growth, generate_hex_map
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.hexmaps import HexGround

TURNS = 10
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
_FORCES: dict[str, tuple[str, str, str]] = {
    "skirmish": ("generated", "tegu-siege,crocodile-lasers", "cobra-hunter,errant-knight"),
    "close-quarters": ("small", "big-guye-brawler,tegu-siege", "crocodile-lasers,errant-knight"),
    "hold": ("generated", "squire-storm,crocodile-lasers", "cobra-hunter,big-guye-brawler"),
    "ridge": ("quarry-road", "squire-lancer,cobra-howitzer", "predator-railgun,cobra-hunter"),
    "village": ("river-village", "big-guye-brawler,tegu-siege", "summit-duellist,squire-storm"),
}
_ABOUT = {
    "skirmish": ("Skirmish", "Two machines a side on a map grown from the seed."),
    "close-quarters": (
        "Close quarters",
        "Two machines a side on a small map grown from the seed: contact in the first round.",
    ),
    "hold": ("Hold", "Three objectives on the middle row of a map grown from the seed."),
    "ridge": ("Quarry road", "Long guns and sensors among cliffs and hamlets."),
    "village": ("River and village", "Brawlers and mortars on either bank of a river."),
}
_DESTROY = (
    f"Destroy every enemy machine, or more points of them than you lose by the end of round {TURNS}; a lead under a "
    "tenth of the budget is a draw."
)
_GOALS = {
    "hold": (
        "Every round you score a point for each objective you have to yourself, a machine of yours and no enemy within "
        f"a hex of it; most points after round {TURNS} win, or destroy every enemy machine."
    )
}


@cache
def scenarios() -> Mapping[str, Scenario]:
    """The battles on offer."""
    options = {
        "map": f"one of {', '.join(MAPS)}, or a map file of your own (.toml)",
        "red": f"a force ({', '.join(ready_made())}), a roster file of your own, or machines separated by commas, "
        f"of {', '.join(machines())}",
        "blue": "a force, a roster file of your own, or machines separated by commas",
        "budget": f"points for each side: {', '.join(f'{name} ({points})' for name, points in BUDGETS.items())}",
        "unchecked": "yes fields rosters of your own that break rules, and marks them",
    }
    return {
        id_: Scenario(id_, title, about, options, _GOALS.get(id_, _DESTROY)) for id_, (title, about) in _ABOUT.items()
    }


@rule("hex100.briefing", "hex100.force-cost")
def prepare(scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
    """Work a scenario and its options out in full; everything wrong with them is said at once."""
    if scenario not in _FORCES:
        raise UnknownName("scenario", scenario, _FORCES)
    known = scenarios()[scenario].options
    faults = [f"There is no option '{name}'; there are {', '.join(known)}." for name in options if name not in known]
    map_default, *defaults = _FORCES[scenario]
    map_name, size = options.get("map", map_default), options.get("budget", "skirmish")
    if map_name not in MAPS and not is_file_name(map_name):
        faults.append(str(UnknownName("map", map_name, MAPS)))
    if options.get("unchecked", "no") not in ("yes", "no"):
        faults.append(f"'unchecked={options['unchecked']}': yes or no.")
    if size not in BUDGETS:
        faults.append(str(UnknownName("budget", size, BUDGETS)))
    data: dict[str, Any] = {"budget": BUDGETS.get(size, 0), "turns": TURNS}
    for seat, default in zip(SEATS, defaults, strict=True):
        force = field(seat, options.get(seat, default), data["budget"], faults, options.get("unchecked") == "yes")
        # Through JSON, so that a set-up read from a log equals this one.
        data[seat] = msgspec.json.decode(msgspec.json.encode(force))
    if faults:
        raise BadInput("\n".join(faults))
    data["map"] = _map_text(map_name, seed, data)
    data["objectives"] = scenario == "hold"
    return Setup(scenario, seed, dict(options), data)


def _map_text(name: str, seed: int, data: Mapping[str, Any]) -> str:
    if name in GENERATED:
        return write_hex_map(generate_hex_map(*GENERATED[name], seed, GROWTHS))
    if is_file_name(name):
        return _own_map(Path(name), max(len(data[seat]) for seat in SEATS))
    return (files("gearlock.systems.hex100") / "data" / "maps" / f"{name}.toml").read_text(encoding="utf-8")


def _own_map(path: Path, units: int) -> str:
    """A map file of the user's own: it must say where the sides deploy and leave them room there."""
    text = read_handed_in(path)
    ground = read_hex_map(text, str(path), terrains())
    findings = []
    for zone in ("north", "south"):
        open_hexes = [spot for spot in ground.zones.get(zone, ()) if battlefield(ground, ()).cost(spot, "tracked")]
        if len(open_hexes) < units:
            message = f"the zone '{zone}' needs {hexes(units)} that any unit can enter; it has {len(open_hexes)}"
            findings.append(Finding(str(path), 0, message))
    if set(ground.zones.get("north", ())) & set(ground.zones.get("south", ())):
        findings.append(Finding(str(path), 0, "the zones 'north' and 'south' share hexes"))
    if findings:
        raise BadFile(findings)
    return text


def scene_of(setup: Setup) -> Scene:
    """The unchanging part of a battle: map and machines as the set-up describes them."""
    ground = read_hex_map(setup.data["map"], "the map of this battle", terrains())
    found: dict[str, Machine] = {}
    ties: dict[str, Tie] = {}
    for seat in SEATS:
        for number, raw in enumerate(setup.data[seat], 1):
            _bring(f"{seat}-{number}", msgspec.convert(raw, Machine), found, ties)
    objectives = middle_row(ground) if setup.data.get("objectives") else ()
    return Scene(ground, found, setup.data["budget"], setup.data["turns"], objectives, ties)


@rule("hex100.drone-deployment", "hex100.drone-controller")
def _bring(unit: str, machine: Machine, found: dict[str, Machine], ties: dict[str, Tie]) -> None:
    """Enter a machine and its drones, which are units of their own and count their own points."""
    for number, (card, controller) in enumerate(tied_drones(machine), 1):
        drone = f"{unit}-drone-{number}"
        found[drone] = Machine(card.id, card.name, card, (), card.cost)
        ties[drone] = Tie(unit, controller)
    found[unit] = msgspec.structs.replace(machine, cost=machine.cost - sum(card.cost for card in machine.drones))


@rule("hex100.victory")
def middle_row(ground: HexGround) -> tuple[Hex, ...]:
    """Three hexes spread over the middle row of a map."""
    return tuple(from_offset(ground.columns * part // 6, ground.rows // 2) for part in (1, 3, 5))


def begin(setup: Setup) -> State:
    """All units off the map, nobody knows anything yet."""
    scene = scene_of(setup)
    state = State(scene, battlefield(scene.ground, ()), {})
    # By id, the order in which a saved state is read back.
    for unit_id, machine in sorted(scene.machines.items()):
        limited = ((mount.id, mount.item or mount.modes[0]) for mount in machine.mounts)
        uses = {id_: it.uses for id_, it in limited if it.uses and not (isinstance(it, Item) and is_reactive(it))}
        hurt = [0] * len(machine.unit.hardpoints)
        state.units[unit_id] = Unit(unit_id, unit_id.partition("-")[0], full_hp(state, unit_id), hurt, uses)
        state.units[unit_id].charges = scene.loadouts[unit_id].charges
        state.units[unit_id].docked = unit_id in scene.ties and machine.unit.small
    return state
