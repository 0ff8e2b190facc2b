"""2.6.6, 2.6.7, 3.3.2 and 3.8.2: arcs, line of sight, detection, Concealment."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.sighting.arcs import ALL_ROUND
from gearlock.systems.tactical.datacards import (
    FIXED,
    FRONT,
    HOVER,
    LEFT,
    NAVAL,
    REAR,
    RIGHT,
    SUBMARINE,
    TURRETED,
    WALKER,
    Card,
)
from gearlock.systems.tactical.dice_tests import EW, skill_of
from gearlock.systems.tactical.line_of_sight.lines import DEAD, WEIGHTS, Line, lay_of, relief_of, smoke_inches
from gearlock.systems.tactical.line_of_sight.terrain import (
    BUILT,
    JUNGLE,
    OBSCUREMENT,
    TOUCH,
    WALLS,
    WATERS,
    WOODLAND,
    distance,
    distance_to,
    fog_obscurement,
    is_dusk,
    is_night,
    metres_in_mils,
    rain_obscurement,
    storm_lines,
    terrain_under,
    type_of,
    weather,
)
from gearlock.systems.tactical.state import SEARCHLIGHT, SENSED, SKIRMISH_SCALE, STATIONARY, State, Unit, pace_of
from gearlock.systems.tactical.switches import AMPHIBIOUS_IN_SIGHT, STEALTH_DETECTION_ONLY, SWEEPS_THROUGH_GROUND
from gearlock.systems.tactical.switches import STEALTH as STEALTH_SWITCH
from gearlock.table.arcs import Arc, is_centre_in
from gearlock.table.bodies import Body, point
from gearlock.table.inches import footprint_touches
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, inches_text
from gearlock.table.polygon import crossing_length
from gearlock.table.sight import WHOLE, Scene
from gearlock.table.terrain import Ground, Piece

# --- Sensors, communications and perks as far as they still work: what seeing asks of damage

SENSORS, COMMUNICATIONS = "sensors", "communications"
GONE: Final = 5
"""Points off an auxiliary system at which it is destroyed; what still asks for it suffers them all."""
BACKUP, DEPENDENT, AQUATIC = "Backup Sensors", "Sensor Dependent", "Aquatic Sensors"
AMPHIBIOUS, PROFILE = "Amphibious", "Large Sensor Profile"


def aux_loss(unit: Unit, name: str) -> int:
    """Points that damage has taken off an auxiliary system, 5 at most: then it is destroyed."""
    return min(GONE, unit.harm.get(f"aux:{name}", 0))


def perk(unit: Unit, name: str) -> int:
    """The rating of a perk or flaw that works; 0 without it, and where its auxiliary system is destroyed."""
    rating = unit.card.rating(name)
    return 0 if rating and (aux_loss(unit, name) >= GONE or unit.harm.get(f"lost:{name}")) else rating


@heeds("tactical.2.6.6-detection")
def has_sensors(unit: Unit) -> bool:
    """Whether it was built with sensors; infantry is not."""
    return not unit.is_infantry and unit.card.sensor_mils(INCH) > 0


def are_sensors_gone(unit: Unit) -> bool:
    """Whether damage has destroyed its sensors."""
    return aux_loss(unit, SENSORS) >= GONE


@heeds("tactical.2.6.6-detection", "tactical.3.7-night")
def has_working_sensors(unit: Unit) -> bool:
    """Whether it has sensors and they are not destroyed."""
    return has_sensors(unit) and not are_sensors_gone(unit)


@rule("tactical.7.2-backup-sensors")
def has_backup(unit: Unit) -> bool:
    """Whether it ignores what an auxiliary hit does to its sensors: the first time; the perk is lost with that."""
    return bool(unit.card.rating(BACKUP)) and not unit.harm.get(f"lost:{BACKUP}")


@rule("tactical.7.2-sensor-dependent")
def refuse_running_blind(unit: Unit) -> Refusal | None:
    """Why a Sensor Dependent vehicle neither sees nor attacks nor moves: its sensors are destroyed."""
    if not unit.card.rating(DEPENDENT) or not are_sensors_gone(unit):
        return None
    rule_id = "tactical.7.2-sensor-dependent"
    message = f"The {unit.name} depends on its sensors, and they are destroyed: it can neither attack nor move."
    return Refusal("blind", rule_id, message)


def has_crew(unit: Unit) -> bool:
    """Whether anybody is left to look."""
    if unit.is_infantry:
        return not unit.troopers or any(points > 0 for points in unit.troopers)
    return unit.crew_lost < max(1, unit.card.crew)


# --- 2.6.6, 2.6.7: firing arcs, which bound seeing too, and the arc an attack comes from

WIDE, NARROW = RIGHT_ANGLE, 600
"""Half the width of an arc of 180 degrees, and of a fixed one of 120."""
ARCS: Final[dict[str, Arc]] = {
    FRONT: Arc(0, WIDE), LEFT: Arc(RIGHT_ANGLE, WIDE), REAR: Arc(HALF_TURN, WIDE), RIGHT: Arc(-RIGHT_ANGLE, WIDE),
    FIXED: Arc(0, NARROW), "FL": Arc(RIGHT_ANGLE, NARROW), "FRr": Arc(HALF_TURN, NARROW),
    "FRt": Arc(-RIGHT_ANGLE, NARROW), TURRETED: ALL_ROUND,
}  # fmt: skip
"""By the codes of cards; fixed arcs to a side or the rear begin with F."""
ARC_WORDS: Final = {
    FRONT: "forward", LEFT: "left", REAR: "rear", RIGHT: "right", FIXED: "fixed forward", "FL": "fixed left",
    "FRr": "fixed rear", "FRt": "fixed right", TURRETED: "turreted",
}  # fmt: skip
_BEHIND: Final = Arc(HALF_TURN, 300)
FRONT_SIDE, REAR_FLANK, REAR_SIDE = "front", "rear flank", "rear"
DEFENSE: Final = {FRONT_SIDE: 0, REAR_FLANK: -1, REAR_SIDE: -2}
"""What each arc of attack does to a Defense roll."""


@rule("tactical.2.6.6-firing-arcs", "tactical.2.6.6-infantry-arcs")
def in_arc(unit: Unit, arc: str, x: int, y: int) -> bool:
    """Whether a point lies in an arc of a unit, from its middle; borders belong to the arc. Infantry has no facing."""
    return unit.is_infantry or _is_in(unit.facing, arc, x - unit.x, y - unit.y)


@lru_cache(maxsize=1 << 14)
def _is_in(facing: int, arc: str, x: int, y: int) -> bool:
    return is_centre_in(ARCS[arc], 0, 0, facing, point(x, y))


@heeds("tactical.2.6.6-firing-arcs", "tactical.2.6.6-infantry-arcs")
def arcs_of_sight(card: Card) -> tuple[str, ...]:
    """The arcs a unit looks into: those of all its weapons, lost and empty ones too; without weapons the front."""
    if card.is_infantry:
        return (TURRETED,)
    arcs = tuple(dict.fromkeys(mount.arc for mount in card.weapons))
    return arcs or (FRONT,)


@heeds("tactical.2.6.6-firing-arcs", "tactical.2.6.6-infantry-arcs")
def sees_towards(unit: Unit, x: int, y: int) -> bool:
    """Whether a unit can see towards a point at all: it lies in the arc of at least one of its weapons."""
    return any(in_arc(unit, arc, x, y) for arc in arcs_of_sight(unit.card))


@rule("tactical.2.6.7-defense-arc")
@heeds("tactical.2.6.6-infantry-arcs")
def defense_arc(target: Unit, x: int, y: int) -> str:
    """The arc of a defender that an attack from a point comes in: front, rear flank or rear.

    180 degrees ahead are its front, the next 60 on either side a rear flank, the last 60 its rear; a border belongs to
    the arc that is better for the defender. Infantry is all front.
    """
    if target.is_infantry or in_arc(target, FRONT, x, y):
        return FRONT_SIDE
    return REAR_SIDE if _is_behind(target.facing, x - target.x, y - target.y) else REAR_FLANK


@lru_cache(maxsize=1 << 14)
def _is_behind(facing: int, x: int, y: int) -> bool:
    """Whether a point lies in the last 60 degrees; not on their border."""
    if not is_centre_in(_BEHIND, 0, 0, facing, point(x, y)):
        return False
    flanks = (Arc(1200, 300), Arc(-1200, 300))
    return not any(is_centre_in(flank, 0, 0, facing, point(x, y)) for flank in flanks)


@heeds("tactical.2.6.7-defense-arc", "tactical.7.2-reinforced-armor")
def defense_facing(target: Unit, x: int, y: int) -> str:
    """As `defense_arc`, with the side of a rear flank: "left rear flank" or "right rear flank"."""
    arc = defense_arc(target, x, y)
    if arc != REAR_FLANK:
        return arc
    return f"{'left' if in_arc(target, LEFT, x, y) else 'right'} {REAR_FLANK}"


@heeds("tactical.2.6.7-defense-arc")
def defense_arc_lines(target: Unit, x: int, y: int) -> tuple[Modifier, ...]:
    """What the arc of an attack does to a Defense roll."""
    arc = defense_arc(target, x, y)
    return (result(DEFENSE[arc], f"attacked from the {arc}", "tactical.2.6.7-defense-arc"),) if DEFENSE[arc] else ()


# --- 2.6.6: Detection Ratings and how far units see

BY_DAY, BY_NIGHT = 4, 2
UNAIDED_KM: Final = 1


def passive_sensors(unit: Unit) -> int:
    """Sensor rating with its damage, and the crew's level in Electronic Warfare; 0 without working sensors."""
    if not has_working_sensors(unit):
        return 0
    return unit.card.sensors - aux_loss(unit, SENSORS) + skill_of(unit, EW)[0]


@rule("tactical.3.6.3")
def base_by_night(unit: Unit) -> int:
    """The base of the night; night-vision gear gives a squad that of the day."""
    return BY_DAY if unit.card.squad is not None and unit.card.squad.night_vision else BY_NIGHT


@rule("tactical.2.6.6-detection")
@heeds("tactical.3.7-night", "tactical.4.1.2-condition-dusk", "tactical.3.6.3")
def detection_rating(state: State, unit: Unit, dark: bool) -> int:
    """How much Concealment a unit sees through: the base of the day or the night, or its Passive Sensors if better."""
    passive = passive_sensors(unit)
    by_night = max(base_by_night(unit), passive)
    if dark:
        return by_night
    return at_dusk(max(BY_DAY, passive), by_night) if is_dusk(state) else max(BY_DAY, passive)


@rule("tactical.4.1.2-condition-dusk")
def at_dusk(by_day: int, by_night: int) -> int:
    """A Detection Rating at dawn or dusk: 1 less than by day, not below what the same unit has at night."""
    return max(by_day - 1, by_night)


@heeds("tactical.2.6.6-detection", "tactical.2.6.6", "tactical.3.6.3")
def sensor_reach(state: State, unit: Unit) -> int:
    """How far a unit sees, in mils: its Sensor range, or 1 km with the naked eye; at skirmish scale the whole table."""
    kilometre = state.kilometre()
    if has_working_sensors(unit):
        return unit.card.sensor_mils(kilometre)
    table = state.ground.width + state.ground.height if state.scale == SKIRMISH_SCALE else 0
    return max(UNAIDED_KM * kilometre, table)


# --- 3.7: darkness, searchlights that turn it into day, and who gropes about without night vision

LAMP: Final = "Searchlight"


def has_light_on(unit: Unit) -> bool:
    """Whether its searchlight burns."""
    return bool(unit.token(SEARCHLIGHT)) and unit.is_fielded and bool(perk(unit, LAMP))


@rule("tactical.7.2-searchlight")
def lights_up(state: State, lamp: Unit, x: int, y: int, z: int) -> bool:
    """Whether a burning searchlight makes day of a place: in its arc, within a kilometre, no high ground between."""
    if (lamp.x - x) ** 2 + (lamp.y - y) ** 2 > state.kilometre() ** 2:
        return False
    arc = lamp.card.details.get(LAMP, FRONT)
    if not in_arc(lamp, arc if arc in ARCS else FRONT, x, y):
        return False
    line = Line(lamp.x, lamp.y, lamp.z, x, y, z)
    return not relief_of(state.ground).stops(line, max(lamp.body.top, z))[0]


@heeds("tactical.3.7-searchlight", "tactical.7.2-searchlight")
def is_lit(state: State, x: int, y: int, z: int) -> bool:
    """Whether any searchlight makes day of a place."""
    return any(has_light_on(unit) and lights_up(state, unit, x, y, z) for unit in state.units.values())


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def is_dark_at(state: State, x: int, y: int, z: int) -> bool:
    """Whether a place lies in the dark: at night, and no searchlight on it."""
    return is_night(state) and not is_lit(state, x, y, z)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def is_dark_for(state: State, target: Unit) -> bool:
    """Whether darkness hides a unit: not while it is lit, nor while its own searchlight burns, from no side."""
    return is_night(state) and not has_light_on(target) and not is_lit(state, target.x, target.y, target.z)


@rule("tactical.3.7-night")
def is_groping(state: State, unit: Unit) -> bool:
    """Whether a unit sees nothing at night: infantry without night vision, vehicles without working sensors.

    In the dark it moves at half Combat Speed at most, and has 1 less on fire into it.
    """
    if not is_night(state):
        return False
    return not unit.card.squad.night_vision if unit.card.squad is not None else not has_working_sensors(unit)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def feels_its_way(state: State, unit: Unit) -> bool:
    """Whether a unit that sees nothing at night goes slowly: not where a searchlight, its own or another, makes day."""
    return is_groping(state, unit) and is_dark_for(state, unit)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def night_fire_lines(state: State, unit: Unit, target: Unit | None = None) -> tuple[Modifier, ...]:
    """What darkness does to the fire of a unit that sees nothing in it; nothing at a target that is lit."""
    if not is_groping(state, unit) or (target is not None and not is_dark_for(state, target)):
        return ()
    return (_blind_line(),)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def night_point_lines(state: State, unit: Unit, x: int, y: int) -> tuple[Modifier, ...]:
    """The same for its fire at a point of the ground; nothing where that is lit."""
    if not is_groping(state, unit) or not is_dark_at(state, x, y, state.ground.elevation(x, y)):
        return ()
    return (_blind_line(),)


def _blind_line() -> Modifier:
    return result(-1, "cannot see at night", "tactical.3.7-night")


# --- 3.7: at night units are heard

VEHICLE, SQUAD, VESSEL = 2000, 300, 1000
"""Metres at which a vehicle, infantry and a naval unit are heard."""
SILENT: Final = 2 * INCH
"""What a naval unit may move without being heard: less than 2 MP, an inch of water costing 1."""


@rule("tactical.3.7-sound")
def heard_at(unit: Unit) -> int:
    """How many metres away a unit is heard at night; Stealth divides it, and slow vessels are silent."""
    if unit.is_infantry:
        metres = SQUAD
    elif unit.mode in (NAVAL, SUBMARINE):
        metres = VESSEL if unit.moved >= SILENT else 0
    else:
        metres = VEHICLE
    return metres // max(1, perk(unit, STEALTH))


@heeds("tactical.3.7-sound", "tactical.2.6.6-firing-arcs")
def hears(state: State, listener: Unit, unit: Unit) -> bool:
    """Whether a unit hears another at night, all round: it knows where it is, and has no line of sight by that."""
    if not is_night(state) or not listener.is_fielded or not unit.is_fielded:
        return False
    return distance(state, listener, unit) <= metres_in_mils(state, heard_at(unit))


# --- 3.8.2: at skirmish scale single obstacles count: whom they hide wholly, and whom they give partial cover

OPAQUE, SEEN_THROUGH = 1, 2
LIGHT_COVER, HEAVY_COVER = 2, 4
"""What partial cover adds to Base Armor, by the kind of obstacle."""
OVER_WALLS: Final = 4
"""The Size from which a unit looks and fires over walls, and shows above them."""
SOMEBODY: Final = INCH // 2
"""How tall who might stand at a point is thought to be: 5 m."""
ALL: Final = WHOLE - WHOLE // 1000
HALF: Final = WHOLE // 2 - WHOLE // 1000
"""Shares of a silhouette, less the thousandth that a look may be off by rounding to whole mils."""


class PartialCover(NamedTuple):
    """Cover against one attacker: what it adds to Base Armor, and the obstacle that gives it."""

    armor: int = 0
    piece: str = ""


@rule("tactical.3.8.1-walls")
def is_hidden_by_wall(looker: Unit, target: Unit) -> bool:
    """Whether a wall between two units hides one from the other: not if either is of Size 4 or more."""
    return max(_size(looker), _size(target)) < OVER_WALLS


def _size(unit: Unit) -> int:
    return 0 if unit.is_infantry else unit.card.size


def is_wall(piece: Piece) -> bool:
    """Whether it is a wall, of either kind."""
    return type_of(piece) in WALLS


def is_obstacle(piece: Piece) -> bool:
    """Whether it is a single thing with a shape of its own: a building, a boulder, a stand of trees; no wall."""
    kind = type_of(piece)
    if piece.top <= piece.base or kind in WALLS:
        return False
    return piece.kind in ("instance", "building") or (kind in BUILT and piece.kind != "hill")


def cover_kind(piece: Piece) -> int:
    """What an obstacle adds to Base Armor: 2 for what is light (trees, bushes, wooden fences), 4 for all else."""
    light = piece.rating == "light" or type_of(piece) in (WOODLAND, JUNGLE)
    return LIGHT_COVER if light and not is_wall(piece) else HEAVY_COVER


def _class_of(piece: Piece) -> int:
    """What it hides as: trees can be looked through, so that they cover and do not hide."""
    return SEEN_THROUGH if type_of(piece) in WEIGHTS and type_of(piece) not in BUILT else OPAQUE


@lru_cache(maxsize=32)
def _scene(ground: Ground) -> Scene | None:
    """The obstacles of a ground made ready for looking across; None if it has none."""
    pieces = tuple(piece for piece in ground.pieces if is_obstacle(piece))
    return Scene(Ground(ground.width, ground.height, pieces), _class_of) if pieces else None


@lru_cache(maxsize=32)
def _walls(ground: Ground) -> tuple[Piece, ...]:
    return tuple(piece for piece in ground.pieces if is_wall(piece))


def _shares(ground: Ground, eye: Body, target: Body) -> dict[str, int]:
    """How much each obstacle hides of a body by itself, and under "" all that is opaque, in millionths."""
    scene = _scene(ground)
    if scene is None:
        return {}
    sight = scene.look(eye.x, eye.y, eye.top, target)
    found = {screen.id: screen.share for screen in sight.screens}
    found[""] = sight.obscured_by(OPAQUE)
    return found


@heeds("tactical.3.8.2-partial-cover", "tactical.3.8.1-walls")
def hiding_obstacle(state: State, looker: Unit, target: Unit) -> str:
    """The obstacle that wholly hides a target at skirmish scale, by its id; "" if it can be seen."""
    if state.scale != SKIRMISH_SCALE:
        return ""
    shares = _shares(state.ground, looker.body, target.body)
    if shares.get("", 0) >= ALL:
        opaque = [name for name in shares if name and _class_of(state.ground.piece(name)) == OPAQUE]
        return max(opaque, key=shares.__getitem__)
    if is_hidden_by_wall(looker, target):
        return next((wall.id for wall in _walls(state.ground) if _is_between(wall, looker, target)), "")
    return ""


@heeds("tactical.3.8.2-partial-cover", "tactical.3.8.1-walls", "tactical.3.8.3-rof")
def obstacle_before(state: State, looker: Unit, x: int, y: int, z: int) -> str:
    """The obstacle behind which a point of the ground lies at skirmish scale, by its id; "" if it can be seen.

    Somebody of a Gear's height is thought to stand there. What the point belongs to does not hide it; over walls only
    units of Size 4 and more look.
    """
    if state.scale != SKIRMISH_SCALE:
        return ""
    shares = _shares(state.ground, looker.body, Body(x, y, z, SOMEBODY // 5, SOMEBODY))
    opaque = [name for name in shares if name and _class_of(state.ground.piece(name)) == OPAQUE]
    others = [name for name in opaque if not state.ground.piece(name).contains(x, y)]
    whole = shares.get("", 0) if others == opaque else max((shares[name] for name in others), default=0)
    if others and whole >= ALL:
        return max(others, key=shares.__getitem__)
    if _size(looker) >= OVER_WALLS:
        return ""
    walls = (wall for wall in _walls(state.ground) if not wall.contains(x, y))
    return next((wall.id for wall in walls if crossing_length(wall.outline, looker.x, looker.y, x, y) > 0), "")


def _is_between(wall: Piece, looker: Unit, target: Unit) -> bool:
    return crossing_length(wall.outline, looker.x, looker.y, target.x, target.y) > 0


@rule("tactical.3.8.2-partial-cover")
@heeds("tactical.3.8.1-walls")
def partial_cover(state: State, target: Unit, attacker: Unit) -> PartialCover:
    """The best partial cover of a vehicle against an attacker at skirmish scale, nothing at any other.

    An obstacle in base contact that hides at least half of it; one that is not in contact has to hide more than half.
    A wall counts for whoever is in contact with it, on the side away from the attacker.
    """
    if state.scale != SKIRMISH_SCALE or target.is_infantry:
        return PartialCover()
    found = [PartialCover()]
    shares = _shares(state.ground, attacker.body, target.body)
    for name, share in shares.items():
        if not name or share < HALF:
            continue
        piece = state.ground.piece(name)
        if _is_touching(target, piece) or share > WHOLE - HALF:
            found.append(PartialCover(cover_kind(piece), name))
    for wall in _walls(state.ground):
        if _is_touching(target, wall) and _is_between(wall, attacker, target):
            found.append(PartialCover(cover_kind(wall), wall.id))
    return max(found)


def _is_touching(unit: Unit, piece: Piece) -> bool:
    """Whether a base touches an obstacle."""
    return footprint_touches(Body(unit.x, unit.y, unit.z, unit.card.radius + TOUCH), piece.outline)


# --- 2.6.6: line of sight, and everything a look finds, kept for the position

SIGHT: Final = "tactical.2.6.6"
NO_ROCK: Final = 1 << 40


class Look(NamedTuple):
    """What one unit finds when it looks at another, or at a point."""

    distance: int
    """The range in mils."""
    obscurement: int = 0
    """Points of terrain, smoke and storms between them, which are in the way of fire as well."""
    stealth: int = 0
    """What Stealth and Camo Netting add for detection."""
    concealment: int = 0
    """What the Detection Rating has to reach, rain and fog among it."""
    detection: int = 0
    reason: Refusal | None = None
    """Why there is no line of sight; None where there is."""
    lines: tuple[Modifier, ...] = ()
    """What the Concealment takes off an attack, line by line."""
    soft: int = 0
    """Points of rain and fog, for detection only."""
    is_sensed: bool = False
    """Whether the looker holds it by an Active Sensor sweep."""

    @property
    def penalty(self) -> int:
        """What is subtracted from an attack roll."""
        return -sum([line.value for line in self.lines])


def look(state: State, looker: Unit, target: Unit) -> Look:
    """What a unit finds when it looks at another, noted for the position."""
    key = (looker.id, looker.x, looker.y, looker.z, looker.facing, target.id, target.x, target.y, target.z, target.went)
    kept: dict[tuple[str | int, ...], Look] | None = state.notes.get(Look)
    if kept is None:
        kept = state.notes[Look] = {}
    found = kept.get(key)
    if found is None:
        found = kept[key] = _look(state, looker, target)
    return found


def sees(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a unit has line of sight to another."""
    return look(state, looker, target).reason is None


def refuse_sight(state: State, looker: Unit, target: Unit) -> Refusal | None:
    """Why a unit has no line of sight to another; None if it has."""
    return look(state, looker, target).reason


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs", "tactical.7.2-sensor-dependent")
def refuse_facing(state: State, looker: Unit, x: int, y: int, mils: int, what: str) -> Refusal | None:
    """Why a unit does not even look there: nobody to look, no working eyes, no weapon's arc, too far."""
    if not looker.is_fielded or not has_crew(looker):
        return Refusal("crew", SIGHT, f"There is nobody in the {looker.name} to look.")
    if refusal := refuse_running_blind(looker):
        return refusal
    if not sees_towards(looker, x, y):
        message = f"The {what} is in the arc of none of the {looker.name}'s weapons, and it looks only there."
        return Refusal("arc", "tactical.2.6.6-firing-arcs", message)
    reach = sensor_reach(state, looker)
    if mils > reach:
        message = f"The {what} is {inches_text(mils)} in away; the {looker.name} sees {inches_text(reach)} in."
        return Refusal("sensor-range", SIGHT, message, {"distance": mils, "reach": reach})
    return None


@rule("tactical.2.6.6")
def _look(state: State, looker: Unit, target: Unit) -> Look:
    """Arcs and range first, then high ground and dead zones, then Concealment against the Detection Rating."""
    mils = distance(state, looker, target)
    if not target.is_fielded:
        return Look(mils, reason=Refusal("gone", SIGHT, f"The {target.name} is not on the table."))
    if refusal := refuse_facing(state, looker, target.x, target.y, mils, target.name):
        return Look(mils, reason=refusal)
    line = Line(looker.x, looker.y, looker.z, target.x, target.y, target.z)
    dark = is_dark_for(state, target)
    cover = cover_between(state, looker, target, line)
    netting = netting_counts(state, target)
    stealth = stealth_counts(state, target, cover.hard + cover.soft, dark)
    concealment = max(0, cover.hard + cover.soft + stealth + netting - profile_of(target))
    detection = detection_rating(state, looker, dark)
    sensed = bool(target.token(f"{SENSED}:{looker.id}"))
    reason = refuse_ground(state, looker, target, line)
    if sensed:
        reason = None if state.switch(SWEEPS_THROUGH_GROUND) else reason
        lines = cover.lines
    else:
        reason = reason or _refuse_concealment(looker, target.name, concealment, detection)
        lines = (*cover.lines, *_hidden_lines(state, target, cover.hard, dark, netting))
    return Look(mils, cover.hard, stealth + netting, concealment, detection, reason, lines, cover.soft, sensed)


@heeds("tactical.2.6.6")
def refuse_ground(state: State, looker: Unit, target: Unit, line: Line) -> Refusal | None:
    """Why the ground hides a unit: terrain higher than both, the dead zone of either, or an obstacle of its size."""
    why, name = relief_of(state.ground).stops(line, tallest(state, looker, target.body.top))
    if why:
        return _ground_refusal(state, looker, target.name, why, name)
    hiding = hiding_obstacle(state, looker, target)
    if not hiding:
        return None
    message = f"The {target.name} is wholly hidden behind the {state.ground.piece(hiding).name}."
    return Refusal("hidden", "tactical.3.8.2-partial-cover", message)


def tallest(state: State, looker: Unit, top: int) -> int:
    """How high a single rock has to be to stop a look; at skirmish scale such things hide by their shape."""
    return NO_ROCK if state.scale == SKIRMISH_SCALE else max(looker.body.top, top)


def _ground_refusal(state: State, looker: Unit, what: str, why: str, name: str) -> Refusal:
    piece = state.ground.piece(name).name
    if why == DEAD:
        message = f"The {piece} hides the {what} from the {looker.name}: one of them is in the dead zone at its foot."
        return Refusal("dead-zone", SIGHT, message)
    return Refusal("higher", SIGHT, f"The {piece} between the {looker.name} and the {what} is higher than both.")


@heeds("tactical.2.6.6", "tactical.2.6.6-concealment")
def _refuse_concealment(looker: Unit, what: str, concealment: int, detection: int) -> Refusal | None:
    """Concealment above the Detection Rating hides; as much as it is still seen through."""
    if concealment <= detection:
        return None
    message = f"The Concealment of the {what} is {concealment}; the {looker.name} sees through {detection}."
    return Refusal("concealed", SIGHT, message, {"concealment": concealment, "detection": detection})


@heeds("tactical.3.3.2", "tactical.7.2-camo-netting", "tactical.2.6.7-obscurement")
def _hidden_lines(state: State, target: Unit, hard: int, dark: bool, netting: int) -> list[Modifier]:
    """What Stealth and Camo Netting take off an attack: all they add to Concealment, unless they only hide."""
    if state.switch(STEALTH_DETECTION_ONLY):
        return []
    found = ((stealth_counts(state, target, hard, dark), STEALTH, "tactical.3.3.2"),
             (netting, NETTING, "tactical.7.2-camo-netting"))  # fmt: skip
    return [result(-value, name, rule_id) for value, name, rule_id in found if value]


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs")
def look_at_point(state: State, looker: Unit, x: int, y: int) -> Look:
    """What a unit finds when it looks at a point of the ground, as if somebody stood there; no water hides it."""
    z = state.ground.elevation(x, y)
    mils = distance_to(state, looker, x, y, z)
    if refusal := refuse_facing(state, looker, x, y, mils, "point"):
        return Look(mils, reason=refusal)
    line = Line(looker.x, looker.y, looker.z, x, y, z)
    cover = cover_between(state, looker, None, line)
    concealment = cover.hard + cover.soft
    detection = detection_rating(state, looker, is_dark_at(state, x, y, z))
    why, name = relief_of(state.ground).stops(line, tallest(state, looker, z))
    reason = _ground_refusal(state, looker, "point", why, name) if why else None
    if reason is None and (hiding := obstacle_before(state, looker, x, y, z)):
        message = f"The point lies behind the {state.ground.piece(hiding).name}, where the {looker.name} sees nothing."
        reason = Refusal("hidden", "tactical.3.8.2-partial-cover", message)
    reason = reason or _refuse_concealment(looker, "point", concealment, detection)
    return Look(mils, cover.hard, 0, concealment, detection, reason, cover.lines, cover.soft)


@heeds("tactical.2.6.7-obscurement")
def obscurement_lines(state: State, looker: Unit, target: Unit) -> tuple[Modifier, ...]:
    """What the Concealment between them takes off an attack, line by line."""
    return look(state, looker, target).lines


# --- 2.6.6, 2.6.7, 3.3.2, 3.8.2: Obscurement on a line, and what Stealth and Camo Netting make of it

STEALTH, NETTING = "Stealth", "Camo Netting"
RULE: Final = "tactical.2.6.7-obscurement"


class Cover(NamedTuple):
    """What lies between two units: points of Obscurement, and where they come from."""

    hard: int
    """Obscurement of terrain, smoke and storms, which is in the way of fire as well."""
    soft: int
    """Obscurement of rain and fog, for detection only."""
    lines: tuple[Modifier, ...]
    """The hard points, as lines of an attack."""


@rule("tactical.2.6.6-concealment")
def terrain_points(scale: str, kind: str, inches: int) -> int:
    """Obscurement of so many whole inches of a type of terrain: its value for each, at the scale of 50 m an inch."""
    if scale == SKIRMISH_SCALE:
        return skirmish_points(kind, inches)
    return OBSCUREMENT[scale].get(kind, 0) * inches


@rule("tactical.3.8.2")
def skirmish_points(kind: str, inches: int) -> int:
    """At 10 m an inch: 1 for every type that is crossed at all, and 1 more for every full step of inches."""
    step = OBSCUREMENT[SKIRMISH_SCALE].get(kind, 0)
    return 1 + inches // step if step else 0


@heeds("tactical.2.6.5-water", "tactical.3.8.1-terrain")
def water_hides(state: State, looker: Unit, target: Unit | None) -> bool:
    """Whether water obscures a target: one that stands in it, no hover or naval craft, and not for Aquatic Sensors.

    At skirmish scale it has to be one that can submerge as well.
    """
    if target is None or target.mode in (HOVER, NAVAL) or perk(looker, AQUATIC):
        return False
    if terrain_under(state, target) not in WATERS:
        return False
    if state.scale == SKIRMISH_SCALE:
        return can_submerge(target)
    return not (state.switch(AMPHIBIOUS_IN_SIGHT) and target.card.has(AMPHIBIOUS))


def can_submerge(unit: Unit) -> bool:
    """Whether a unit can go below the surface: submarines, and Amphibious walkers, which walk on the bottom."""
    return SUBMARINE in unit.card.modes or (unit.mode == WALKER and unit.card.has(AMPHIBIOUS))


@heeds("tactical.3.7-rain", "tactical.4.1.2-condition-fog")
def soft_points(state: State, square: int, active: bool = False) -> int:
    """Obscurement for detection alone: rain and fog; an active sweep sees better through rain."""
    kinds = weather(state)
    return rain_obscurement(kinds, square, active) + fog_obscurement(kinds, square)


@heeds(
    "tactical.2.6.7-obscurement",
    "tactical.2.6.6-concealment",
    "tactical.3.8.2",
    "tactical.3.4.4-smoke",
    "tactical.7.2-smoke",
)
def cover_between(state: State, looker: Unit, target: Unit | None, line: Line) -> Cover:
    """All Obscurement on a line: terrain by whole inches, smoke, storms; beside it rain and fog."""
    lines: list[Modifier] = []
    crossed = lay_of(state.ground).crossed(line)
    if crossed:
        wet = any(kind in WATERS for kind, _ in crossed) and water_hides(state, looker, target)
        for kind, inches in crossed:
            points = terrain_points(state.scale, kind, inches) if wet or kind not in WATERS else 0
            if points:
                lines.append(result(-points, f"{inches} in of {kind}", RULE))
    if state.patches:
        for value, inches in smoke_inches(state, line).items():
            lines.append(result(-value * inches, f"{inches} in of smoke", RULE))
    kinds = weather(state)
    if kinds:
        lines += storm_lines(kinds, line.square)
    soft = soft_points(state, line.square) if kinds else 0
    return Cover(-sum([line.value for line in lines]), soft, tuple(lines))


@rule("tactical.3.3.2", "tactical.7.2-stealth")
def stealth_counts(state: State, target: Unit, obscurement: int, dark: bool) -> int:
    """The Stealth that adds to Concealment: by day only behind some Obscurement, in the dark always."""
    if not state.switch(STEALTH_SWITCH) or not (dark or obscurement):
        return 0
    return perk(target, STEALTH)


@rule("tactical.7.2-camo-netting")
def netting_counts(state: State, target: Unit) -> int:
    """What Camo Netting adds to Concealment: 1 in Woodland or Jungle, for a vehicle that did and does not move."""
    if not perk(target, NETTING) or pace_of(state, target) != STATIONARY:
        return 0
    return 1 if terrain_under(state, target) in (WOODLAND, JUNGLE) else 0


@heeds("tactical.7.2-card-only-perks")
def profile_of(target: Unit) -> int:
    """What a Large Sensor Profile takes off Concealment, for detection."""
    return perk(target, PROFILE)
