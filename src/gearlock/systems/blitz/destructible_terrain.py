"""18.3b: damaging and destroying terrain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.ground.changed import ruined
from gearlock.mechanics.pools.marginal import bites_in
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.mechanics.structures import facade
from gearlock.systems.blitz.attacks.aiming import Sight, can_bear, loaded, refuse_bearing, refuse_weapon, use
from gearlock.systems.blitz.attacks.attack import Shot, Volley, attack_gains, said
from gearlock.systems.blitz.attacks.exchange import Trigger, declare_answers, roll_volleys, settle_hits
from gearlock.systems.blitz.attacks.modifiers import Duel, Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.damage import MARGINAL, blast_dice, blast_mark, hit_damage, net_damage, tank_damage
from gearlock.systems.blitz.dice_tests.comms_tests import faces_text, offer_reroll, skill_text
from gearlock.systems.blitz.dice_tests.tests import free_rerolls, has_working, offer_bonus
from gearlock.systems.blitz.general_concepts.dice import GUN, PILOT, check_total, dice_of
from gearlock.systems.blitz.impacts_and_falling import resolve_fall
from gearlock.systems.blitz.lock_and_cover.cover import crowd_of
from gearlock.systems.blitz.models import NA, Model, ModelCard, Weapon, weapons_table
from gearlock.systems.blitz.movement.terrain import Forced
from gearlock.systems.blitz.paying import has_action, pay
from gearlock.systems.blitz.state import FIELDED, WRECK, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, bearing
from gearlock.table.polygon import doubled_area
from gearlock.table.terrain import Ground, Piece

# --- 18.3b: what terrain withstands, by its rating and its volume, and what becomes of it

ARMOR, HARDENED = 6, 9

STRUCTURE = "Structure"

_LINES: dict[str, tuple[Piece, Model]] = {}


@rule("blitz.18.3b")
def damage_capacity(piece: Piece) -> int:
    """One point for every two cubic inches of light or medium terrain, two of heavy, rounded up."""
    doubled = abs(doubled_area(piece.outline)) * (piece.top - piece.base)
    each = 2 * INCH**3 if piece.rating == "heavy" else 4 * INCH**3
    return -(-doubled // each)


@heeds("blitz.18.3b")
def armor_of(piece: Piece) -> int:
    """Heavy terrain is harder."""
    return HARDENED if piece.rating == "heavy" else ARMOR


@heeds("blitz.18.3b")
def can_be_damaged(piece: Piece) -> bool:
    """Whether a piece can be attacked: things and buildings that rise from the ground, never areas."""
    return piece.kind in ("instance", "building") and piece.top > piece.base


@heeds("blitz.18.3b")
def points_left(state: State, piece: Piece) -> int:
    """Damage points a piece has left."""
    return state.damaged.get(piece.id, damage_capacity(piece))


@heeds("blitz.18.3b", "blitz.2.13-fortification")
def line_of(piece: Piece) -> Model:
    """A piece as a target: no skills, and no fear of blasts."""
    known = _LINES.get(piece.id)
    if known is None or known[0] != piece:
        known = _LINES[piece.id] = (piece, _made(piece))
    return known[1]


def _made(piece: Piece) -> Model:
    points = damage_capacity(piece)
    card = ModelCard(
        piece.id, piece.name, "", "", False, 0, (), 0, "", armor_of(piece), points, 0, 0, NA, NA, NA, (),
        ("Resist: Blast",), STRUCTURE,
    )  # fmt: skip
    line = Model(card, weapons_table())
    line.radius, line.height, line.low = 0, piece.top - piece.base, piece.top - piece.base
    return line


@heeds("blitz.18.3b")
def collapsed(ground: Ground, name: str) -> Ground:
    """The ground after a piece was destroyed: difficult terrain of half its height."""
    piece = ground.piece(name)
    return ruined(ground, name, piece.base + (piece.top - piece.base) // 2, piece.rating)


# --- 18.3b: attacks on terrain: a check against one die and its cover. Nothing hits terrain but what is aimed at it

MOST_OFFERED = 3
"""Pieces that are offered as targets of one weapon, the nearest."""


def as_target(state: State, unit: Unit, piece: Piece) -> tuple[State, Unit]:
    """The position with a piece of terrain as a model right before it, where one aims at it."""
    spot = facade(piece, unit.x, unit.y, (piece.base,))[0]
    target = Unit(piece.id, opponent(unit.seat), piece.name, line_of(piece), status=FIELDED, x=spot.x, y=spot.y)
    target.z, target.hull = piece.base, points_left(state, piece)
    target.facing = bearing(target.x, target.y, unit.x, unit.y)
    crowd_of(state)
    seen = state.with_unit(target)
    seen.notes = state.notes.copy()
    return seen, target


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack a piece of terrain with a weapon."""

    unit: str
    weapon: str
    piece: str
    load: str = ""


@heeds("blitz.18.3b", "blitz.8.2")
def refuse_demolish(state: State, order: Demolish) -> Refusal | None:
    """Why a model cannot attack this piece of terrain so."""
    unit = state.units[order.unit]
    piece = next((piece for piece in state.ground.pieces if piece.id == order.piece), None)
    if piece is None:
        return Refusal("no-target", "blitz.18.3b", f"There is no {order.piece or 'such piece'} on the table.")
    if not can_be_damaged(piece):
        return Refusal("area", "blitz.18.3b", f"The {piece.name} cannot be damaged: areas, hills and ruins never are.")
    if not has_action(unit):
        return Refusal("no-action", "blitz.3.4a", f"The {unit.name} has no action left.", {"actions": unit.actions})
    refusal = refuse_weapon(state, unit, order.weapon, order.load)
    if refusal is not None:
        return refusal
    weapon = loaded(unit, order.weapon, order.load)
    if weapon.proximity:
        return Refusal("weapon", "blitz.18.3b", f"The {weapon.id} is aimed at nothing.")
    return refuse_bearing(_sight_of(state, unit, piece), weapon)


def _sight_of(state: State, unit: Unit, piece: Piece) -> Sight:
    seen, target = as_target(state, unit, piece)
    return Sight(seen, unit, target)


@heeds("blitz.18.3b")
def demolition_duel(state: State, unit: Unit, weapon: Weapon, piece: Piece) -> Duel:
    """The dice of an attack on terrain: it defends with one die and its cover."""
    seen, target = as_target(state, unit, piece)
    sight = Sight(seen, unit, target)
    return duel_of(seen, Use(weapon, weapon.is_optimal(sight.distance)), Pair(seen, unit, target, weapon))


class Bombarded(Event, frozen=True, tag="bombarded"):
    """A model attacks a piece of terrain."""

    unit: str
    weapon: str
    piece: str
    load: str = ""

    @heeds("blitz.8.2c", "blitz.3.4a")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit)
        use(state, unit, self.weapon, snap=False)


def bombarded(state: State, event: Bombarded, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} fires the {event.weapon} at the {state.ground.piece(event.piece).name}."
    return Line(text, (event.unit,), "blitz.18.3b")


class BombardmentRolled(Event, frozen=True, tag="bombardment-rolled"):
    """The check against a piece of terrain, and its defence."""

    unit: str
    piece: str
    faces: tuple[int, ...]
    skill: int
    total: int
    guard: tuple[int, ...]
    against: int
    lines: tuple[Modifier, ...] = ()


def rolled(state: State, event: BombardmentRolled, _seat: str | None) -> Line:
    ours = f"{state.units[event.unit].name} {faces_text(event.faces)} at {skill_text(event.skill)} = {event.total}"
    text = f"{ours}; {state.ground.piece(event.piece).name} {faces_text(event.guard)} = {event.against}."
    return Line(text, (event.unit,), "blitz.18.3b")


class TerrainDamaged(Event, frozen=True, tag="terrain-damaged"):
    """Damage to a piece of terrain, and the points it has left; at none it lies in ruins."""

    unit: str
    piece: str
    damage: int
    left: int

    @heeds("blitz.18.3b")
    def change(self, state: State) -> None:
        state.damaged[self.piece] = self.left
        if self.left <= 0:
            state.ground = collapsed(state.ground, self.piece)


def terrain_damaged(state: State, event: TerrainDamaged, _seat: str | None) -> Line:
    name = state.ground.piece(event.piece).name
    left = f"{event.left} left" if event.left else "and lies in ruins"
    return Line(f"The {name} takes {event.damage} damage, {left}.", (event.unit,), "blitz.18.3b")


@heeds("blitz.18.3b", "blitz.3.4a", "blitz.3.4a-action-bonus", "blitz.2.6", "blitz.10.3", "blitz.trait.cbs")
def resolve_demolish(ctx: Ctx[State], order: Demolish) -> Script[None]:
    """A check, what it is answered with, its damage, and what falls with the piece."""
    piece = ctx.state.ground.piece(order.piece)
    weapon = loaded(ctx.state.units[order.unit], order.weapon, order.load)
    duel = demolition_duel(ctx.state, ctx.state.units[order.unit], weapon, piece)
    ctx.emit(Bombarded(order.unit, order.weapon, order.piece, order.load))
    trigger = Trigger((order.unit,), what="an attack on terrain")
    answers = yield from declare_answers(ctx, trigger, [Volley(order.unit, order.weapon, order.load, ())])
    name = PILOT if weapon.is_melee else GUN
    works = yield from has_working(ctx, order.unit, name)
    lines = [*duel.attack, *(yield from offer_bonus(ctx, order.unit, "attack"))]
    seat, skill = ctx.state.units[order.unit].seat, duel.pools.attack_step
    attack = Roll("attack", dice_of(lines) if works else 0, 6, 1, seat, order.unit, "blitz.18.3b", step=skill)
    defend = Roll("defence", duel.pools.defence, 6, 1, opponent(seat), "", "blitz.18.3b", step=duel.pools.defence_step)
    faces, guard = (yield from throw_pool(attack)), (yield from throw_pool(defend))
    against = check_total(guard, duel.pools.defence_step)
    for again in (False, True):
        total = check_total(faces, skill)
        rolled = BombardmentRolled(order.unit, piece.id, faces, skill, total, guard, against, tuple(lines))
        ctx.emit(rolled)
        shown = said(total, against)
        unit = ctx.state.units[order.unit]
        aimed = as_target(ctx.state, unit, piece)[1]
        gains = attack_gains(ctx.state, Shot(weapon, faces, skill, unit.seat), aimed, against)
        free = free_rerolls(ctx.state.units[order.unit], name)
        if again or not gains or not (yield from offer_reroll(ctx, order.unit, "attack", shown, free)):
            break
        faces = yield from throw_pool(attack)
    hits = yield from roll_volleys(ctx, answers)
    damage = yield from _damage(ctx, order, weapon, piece, rolled)
    left = max(0, points_left(ctx.state, piece) - damage)
    if damage:
        ctx.emit(TerrainDamaged(order.unit, piece.id, damage, left))
    yield from settle_hits(ctx, hits)
    if not left:
        yield from _come_down(ctx, piece)


@heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2a", "blitz.wtrait.at", "blitz.18.3b")
def _damage(ctx: Ctx[State], order: Demolish, weapon: Weapon, piece: Piece, rolled: BombardmentRolled) -> Script[int]:
    """What an attack does to terrain: margin and PEN against its armour, and blast, which it resists."""
    line, margin, damage = line_of(piece), rolled.total - rolled.against, 0
    seat = ctx.state.units[order.unit].seat
    if margin >= 0 and weapon.bites:
        net, bite = net_damage(weapon, line, margin, line.armor), 0
        if not net:
            (face,) = yield from throw(Roll("marginal hit", 1, 6, 1, seat, order.unit, "blitz.9.1a", marks=(MARGINAL,)))
            bite = int(face >= MARGINAL)
        more = tank_damage(weapon, line, margin, rolled.faces, rolled.skill)
        damage = hit_damage(net, bite, more, secondary=False)
    if margin >= 0 or rolled.total >= rolled.skill:
        mark = blast_mark(weapon, line)
        blast = Roll("blast", blast_dice(weapon, line), 6, 1, seat, order.unit, "blitz.10.2a", marks=(mark,))
        damage += bites_in((yield from throw_pool(blast)), mark)
    return damage


@heeds("blitz.18.3b", "blitz.13.1")
def _come_down(ctx: Ctx[State], piece: Piece) -> Script[None]:
    """Who stood on what was destroyed, or hung on it, falls to the ground."""
    over = [
        unit.id for unit in ctx.state.standing()
        if unit.z > piece.base and not unit.carrier
        and (unit.place == piece.id or (unit.z == piece.top and piece.contains(unit.x, unit.y)))
    ]  # fmt: skip
    for name in over:
        unit = ctx.state.units[name]
        if unit.is_inside:
            continue
        fall = unit.z - piece.base
        ctx.emit(Forced(name, unit.x, unit.y, piece.base, 0, fall=fall))
        if unit.status != WRECK:
            yield from resolve_fall(ctx, name, fall)


@lru_cache(maxsize=256)
def nearest(ground: Ground, body: Body) -> list[Piece]:
    """The pieces nearest to a model that can be damaged."""
    pieces = [piece for piece in ground.pieces if can_be_damaged(piece)]
    return sorted(pieces, key=lambda piece: gap(body, facade(piece, body.x, body.y, (piece.base,))[0]))[:MOST_OFFERED]


def offer_demolition(state: State, unit: Unit) -> Iterator[Option]:
    """The nearest pieces each weapon could bring down."""
    near = nearest(state.ground, unit.body) if has_action(unit) else []
    ready = [weapon for weapon in unit.line.weapons.values() if not weapon.proximity] if near else []
    ready = [weapon for weapon in ready if refuse_weapon(state, unit, weapon.id, next(iter(weapon.loads))) is None]
    if not ready:
        return
    sights = [_sight_of(state, unit, piece) for piece in near]
    for weapon in ready:
        for load, used in weapon.loads.items():
            for sight in sights:
                if can_bear(sight, used):
                    label = f"Bring down the {sight.target.name} with the {weapon.id}{f' ({load})' if load else ''}"
                    order = Demolish(unit.id, weapon.id, sight.target.id, load)
                    yield Target(label, order, "blitz.18.3b", "", weapon.id)


# --- The contents of the chapter

DESTRUCTIBLE_TERRAIN: Chapter[State] = Chapter(
    "18.3b: damaging terrain",
    orders=(OrderRules(Demolish, "act", by_order(refuse_demolish), resolve_demolish),),
    events={Bombarded: bombarded, BombardmentRolled: rolled, TerrainDamaged: terrain_damaged},
)
