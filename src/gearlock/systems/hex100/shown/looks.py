"""How machines, hexes and weapons look: figures and parts by the card, facts of the terrain, effects of attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Shape, Token
from gearlock.systems.hex100.battlefield import Battlefield, Terrain
from gearlock.systems.hex100.forces.units import Machine
from gearlock.systems.hex100.plan import Plan

DRAWINGS = {
    "light woods": "woods", "dense woods": "woods", "broken ground": "rough", "rubble": "ruin", "building": "building",
    "wreck": "ruin", "swamp": "swamp", "water": "water", "cliff": "rocks", "road": "road",
}  # fmt: skip
HEAVY_MECH, LIGHT_MECH = 18, 13
"""Hit points from which a mech is drawn heavy, and up to which it is drawn light."""
MOVES = {"infantry": "infantry", "legged": "legs", "tracked": "tracks", "flying": "flyers"}
SIGNS = {
    "resistance": "ecm", "e-fortification": "ecm", "looking": "standby", "reserved": "standby",
    "emp shock": "haywire", "hacked": "jammed", "jammed": "jammed", "terror drones": "jammed", "stealth": "hidden",
    "lying in wait": "hidden", "siege": "braced", "run": "fast", "jump": "fast",
}  # fmt: skip
PODS = ("launcher", "artillery weapon")


def figure_of(machine: Machine) -> str:
    """The silhouette of a machine: mechs by their hit points, drones by how they move."""
    unit = machine.unit
    if unit.kind == "mech":
        return "mech-heavy" if unit.hp >= HEAVY_MECH else "mech-light" if unit.hp <= LIGHT_MECH else "mech-medium"
    if unit.kind == "drone":
        return {"flying": "recon-drone", "infantry": "terror-drone"}.get(unit.movement_type, "turret")
    return "tank" if unit.kind == "tank" else ""


def parts_of(machine: Machine) -> tuple[str, ...]:
    """What is to be seen on a machine: two things at most."""
    modes = [mode for mount in machine.mounts for mode in mount.modes]
    names = " ".join(mount.item.name.lower() for mount in machine.mounts if mount.item)
    found = (
        ("pod", any(mode.group in PODS for mode in modes)),
        ("longgun", any("cannon" in mode.name.lower() or "gun" in mode.name.lower() for mode in modes)),
        ("shield", "shield" in names),
        ("mast", "sensor" in names or "radar" in names or "e-war" in names),
        ("jump", "jump" in names),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


def signed(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """Tokens with the signs that stand for them at a machine."""
    return tuple(replace(token, sign=_sign_of(token.name)) for token in tokens)


def _sign_of(token: str) -> str:
    return next((sign for word, sign in SIGNS.items() if word in token.lower()), "")


def shapes_of(field: Battlefield) -> Iterator[Shape]:
    """The hexes of each kind of terrain, drawn and explained."""
    ground = field.ground
    by_name: dict[str, list[tuple[int, int]]] = {name: [] for name in ground.names}
    for hex_, name in zip(ground, ground.terrain, strict=True):
        by_name[name].append(hex_)
    for name, hexes in by_name.items():
        yield Shape(
            name.replace(" ", "-"),
            name,
            name,
            hexes=tuple(hexes),
            drawing=DRAWINGS.get(name, "" if name == "open" else "rough"),
            dense=name.startswith("dense"),
            facts=facts_of(field.kinds[name]),
        )


def light_of(plan: Plan) -> str:
    """Whether a briefing tells of the night."""
    return "night" if "at night" in plan.about.lower() else "day"


@heeds("hex100.terrain-characteristics")
def facts_of(terrain: Terrain) -> tuple[str, ...]:
    """What a player wants to know of a hex: what it hides, what it stops, what it costs and whom it bars."""
    hides = f"{terrain.concealment} % harder to hit" if terrain.concealment else ""
    cover = f"{terrain.cover} damage less" if terrain.cover else ""
    sight = "blocks sight" if terrain.blocks_sight else ""
    costs = {words: terrain.cost.get(move, 1) for move, words in MOVES.items()}
    dear = ", ".join(f"{words} {cost}" for words, cost in costs.items() if cost > 1)
    barred = ", ".join(words for words, cost in costs.items() if not cost)
    price = f"costs {dear}, others 1" if dear else "costs 1"
    return tuple(filter(None, (hides, cover, sight, price, f"not for {barred}" if barred else "")))
