"""3.2b: buildings, what they withstand and how they come down."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.mechanics.ground.changed import ruined
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.odds.pools import Harm
from gearlock.systems.brigands.damage import MANY, MARGINAL, Hurt, MarginalHitsRolled, resolve_bites, resolve_fall
from gearlock.systems.brigands.models import Weapon
from gearlock.systems.brigands.state import FIELDED, WRECK, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece

# --- 3.2b: the sizes of buildings and their floors

SIZES = {"small": 8, "medium": 10, "large": 12}
"""Hull and Structure alike."""

ARMORS = {"civilian": 7, "outpost": 10, "bunker": 12}

SMALL, MEDIUM = 16 * INCH * INCH, 36 * INCH * INCH
"""Ground covered up to which a building that notes no size is small, or medium."""

RUBBLE = INCH


class Plan(NamedTuple):
    """What was agreed about a building: strength, armor, and whether one gets from the top floor to the roof."""

    strength: int
    armor: int
    roof: bool


@rule("brigands.3.2b")
def plan_of(piece: Piece) -> Plan:
    """What a map notes about a building; else its size goes by the ground it covers, and it is an ordinary house."""
    by_area = "small" if piece.area <= SMALL else "medium" if piece.area <= MEDIUM else "large"
    size, armor = str(piece.props.get("size", by_area)), str(piece.props.get("armor", "civilian"))
    strength = SIZES.get(size, SIZES[by_area])
    return Plan(strength, ARMORS.get(armor, ARMORS["civilian"]), piece.props.get("roof") == "access")


@heeds("brigands.3.2b-destroyed")
def collapsed(ground: Ground, building: str) -> Ground:
    """The ground after a building has fallen: it is Heavy area terrain, an inch high."""
    return ruined(ground, building, RUBBLE, "heavy")


# --- 3.2b: what a building withstands

DEFENCE = 1
"""What a building always rolls."""


class Strength(NamedTuple):
    """What is left of a building."""

    hull: int
    structure: int


def standing_building(state: State, name: str) -> Piece | None:
    """A building by its id, if it still stands."""
    return next((piece for piece in state.ground.pieces if piece.id == name and is_building(piece)), None)


def strength_of(state: State, piece: Piece) -> Strength:
    """The Hull and Structure a building has left."""
    whole = plan_of(piece).strength
    return Strength(*state.buildings.get(piece.id, (whole, whole)))


@heeds("brigands.3.2b-attack", "brigands.wtrait.ap", "brigands.5.7a", "brigands.wtrait.as")
def hurt_to_building(weapon: Weapon, piece: Piece) -> Hurt:
    """How a weapon hurts a building: AP has no effect on it, and what is made to bring it down does double."""
    return Hurt(Harm(weapon.pen - plan_of(piece).armor, 0, 0, MARGINAL), doubled="AS" in weapon.traits)


# --- 3.2b: what an attack does to a building, and what becomes of everybody in and on it when it falls


class BuildingDamaged(Event, frozen=True, tag="building-damaged"):
    """One attack's damage on a building, and what is left of it; destroyed, it is rubble."""

    building: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False

    @heeds("brigands.3.2b-destroyed")
    def change(self, state: State) -> None:
        """What is left of a building; one that is destroyed is rubble on the ground."""
        state.buildings[self.building] = (self.hull, self.structure)
        if self.destroyed:
            state.ground = collapsed(state.ground, self.building)


def building_damaged(state: State, event: BuildingDamaged, _seat: str | None) -> Line:
    left = "and falls" if event.destroyed else f"and has {event.hull}/{event.structure} left"
    text = f"The {state.ground.piece(event.building).name} takes {event.damage} damage {left}."
    return Line(text, (event.by,), "brigands.3.2b-destroyed" if event.destroyed else "brigands.3.2b-attack")


@heeds("brigands.3.2b-attack", "brigands.5.6a", "brigands.5.7b-fire")
def resolve_blow(ctx: Ctx[State], by: str, weapon: Weapon, building: str, margin: int) -> Script[None]:
    """Work out and apply what a hit by this margin does to a building. Fire burns it; no token sticks to it."""
    piece = standing_building(ctx.state, building)
    if piece is None:
        return
    hurt = hurt_to_building(weapon, piece)
    hits = weapon.traits.get("Fire", 0) + hurt.is_marginal(margin)
    sure = hurt.raw(margin)
    damage = hurt.felt(sure + (yield from _resolve_hits(ctx, by, hits, piece, weapon, sure)))
    if damage <= 0:
        return
    left = strength_of(ctx.state, piece)
    hull = max(0, left.hull - damage)
    structure = max(0, left.structure - max(0, damage - left.hull))
    ctx.emit(BuildingDamaged(piece.id, by, weapon.id, damage, hull, structure, hull + structure == 0))
    if hull + structure == 0:
        yield from resolve_collapse(ctx, piece)


def _resolve_hits(ctx: Ctx[State], by: str, hits: int, piece: Piece, weapon: Weapon, sure: int) -> Script[int]:
    """The Marginal Hits on a building, rolled together by whoever attacks it."""
    if not hits:
        return 0
    seat, cause = ctx.state.units[by].seat, "Fire" if "Fire" in weapon.traits else weapon.id
    roll = Roll(f"{MANY}: {piece.name}", hits, 6, 1, seat, by, "brigands.5.6a", (MARGINAL,))

    def report(faces: Faces, bites: int) -> Event:
        return MarginalHitsRolled(by, "", cause, faces, bites, MARGINAL, weapon.id, sure, building=piece.id)

    return (yield from resolve_bites(ctx, roll, MANY, report))


@rule("brigands.3.2b-destroyed")
@heeds("brigands.2.5")
def resolve_collapse(ctx: Ctx[State], piece: Piece) -> Script[None]:
    """A building falls: who was on it or on its walls falls from there, who was in it from its top."""
    for unit_id, height in [(unit.id, height_in(piece, unit)) for unit in ctx.state.units.values()]:
        if height:
            unit = ctx.state.units[unit_id]
            floor = slope_at(ctx.state.ground, unit.x, unit.y)
            yield from resolve_fall(ctx, unit_id, height - floor, floor)


def height_in(piece: Piece, unit: Unit) -> int:
    """How far a model falls when a building is destroyed, 0 for one that has nothing to do with it."""
    if unit.status not in (FIELDED, WRECK):
        return 0
    if unit.inside == piece.id:
        return piece.top
    on_roof = unit.z == piece.top and piece.contains(unit.x, unit.y)
    return unit.z if on_roof or unit.hanging == piece.id else 0


# --- The contents of the chapter

BUILDINGS: Chapter[State] = Chapter(
    "3.2b: buildings",
    events={
        BuildingDamaged: building_damaged,
    },
)
