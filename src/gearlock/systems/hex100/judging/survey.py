"""The map surveyed: where a move leads, what is seen from a hex, how far weapons reach, who could strike there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Attempt, Band, Field, Menace, Sightline, Survey, no_such_piece
from gearlock.kernel.system import Aim
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.systems.hex100.attacks.attack import take_aim
from gearlock.systems.hex100.attacks.orders import Attack, FireReserve
from gearlock.systems.hex100.contacts import hexes, known_enemies
from gearlock.systems.hex100.deployment.orders import Deploy
from gearlock.systems.hex100.deployment.placements import places_for
from gearlock.systems.hex100.detection.orders import LockOn
from gearlock.systems.hex100.detection.sight import vision
from gearlock.systems.hex100.detection.stealth import is_stealthed
from gearlock.systems.hex100.equipment import find_weapon, weapon_name
from gearlock.systems.hex100.judging.account import is_in_view
from gearlock.systems.hex100.judging.attack_worth import as_feared
from gearlock.systems.hex100.judging.harm import attack_odds
from gearlock.systems.hex100.judging.outlook import stakes, standing
from gearlock.systems.hex100.movement.orders import Move, TakeGait
from gearlock.systems.hex100.movement.pointing import hexside
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.objectives.wanted_places import ground_worth
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns.orders import Activate
from gearlock.systems.hex100.weapons.aux_turrets import AUX, is_aux_shot
from gearlock.systems.hex100.weapons.targeting import is_pintle_shot, refuse_aim, refuse_weapon, volley_name
from gearlock.table.hexes import distance
from gearlock.table.hexreach import reach as hexes_in_reach


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:
    """The hexes one move action leads to, and those that take another; the deployment zone for a placement.

    A turn or a gait leads where the moves in it do.
    """
    order = option.order
    if isinstance(order, Deploy):
        taken = {each.hex for each in state.standing(ask.seat)}
        return (Band("deployment zone", hexes=tuple(sorted(places_for(state, order.unit) - taken))),)
    if isinstance(order, Move) and not order.ram:
        return _strides(state, state.units[order.unit], order.way)
    if isinstance(order, Activate):
        return _strides(state, state.units[order.unit])
    if isinstance(order, TakeGait):
        unit = state.units[order.unit].clone()
        unit.gait = order.gait
        return _strides(state, unit)
    return ()


def _strides(state: State, unit: Unit, way: str = "") -> tuple[Band, ...]:
    """A band for each move action that a unit could make; on skates or skimming there is one."""
    points, kind = stride(state, unit, way)
    actions = 1 if unit.gait else max(1, unit.pool.get("move", 0) + unit.pool.get("wildcard", 0))
    enemies = known_enemies(state, unit.seat).keys()
    ways = hexes_in_reach(state.land.ground, unit.hex, points * actions, state.land.prices[kind], enemies)
    taken = {each.hex for each in state.standing(unit.seat)}
    free = {hex_: cost for hex_, (cost, _) in ways.steps.items() if hex_ not in taken}
    bands = []
    for action in range(1, actions + 1):
        near, far = points * (action - 1), points * action
        found = tuple(sorted(hex_ for hex_, cost in free.items() if near < cost <= far))
        if found:
            bands.append(Band(f"{action} move action{'s' if action > 1 else ''}", hexes=found))
    return tuple(bands)


def _own(state: State, seat: str, piece: str, spot: Aim | None) -> Unit | Refusal:
    """A unit of the seat's own, put where it might go."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.standing:
        return no_such_piece(piece)
    if spot is None:
        return unit
    if (spot.x, spot.y) not in state.land.ground:
        return Refusal("off-map", "hex100.movement-points", "That hex is off the map.")
    there = unit.clone()
    there.q, there.r = spot.x, spot.y
    there.facing = unit.facing if spot.facing is None else hexside(spot.facing)
    return there


@heeds("hex100.los-blocking", "hex100.concealment", "hex100.cover")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """The line to another unit: what blocks it, what conceals and covers the one at its end, and who can see so far."""
    unit = _own(state, seat, piece, spot)
    if isinstance(unit, Refusal):
        return unit
    # An enemy is asked for as a contact: its own name would tell which contact it is.
    own = state.units.get(target)
    other = own if own is not None and own.seat == seat else state.enemy_called(seat, target)
    if other is None or not other.standing:
        return no_such_piece(target)
    look, away = state.land.look(unit.hex, other.hex), distance(unit.hex, other.hex)
    said = [_verdict(state, unit, away, look.clear)]
    hidden, where = state.land.concealment(unit.hex, other.hex, look.clear)
    said += [f"{where}: -{hidden} accuracy"] if hidden else []
    kept, behind = state.land.cover(unit.hex, other.hex)
    said += [f"target {behind}: -{kept} damage"] if kept else []
    blocked = look.blocked_by or ()
    rule_id = "hex100.los-blocking" if blocked else "hex100.visual-detection"
    return Sightline(
        unit.hex, other.hex, hexes(away), "; ".join(said) + ".", look.clear, rule=rule_id, hexes=tuple(blocked)
    )


def _verdict(state: State, unit: Unit, away: int, clear: bool) -> str:
    if not clear:
        return "No line of sight"
    sees = vision(state, unit)
    beyond = f", but beyond the {hexes(sees)} this unit sees" if away > sees else ""
    return f"A clear line of sight{beyond}"


def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """How far the weapons reach that could be used; there are no weapon arcs, a blade strikes ahead."""
    unit = _own(state, seat, piece, spot)
    if isinstance(unit, Refusal):
        return unit
    found: dict[str, Field] = {}
    for token in state.scene.loadouts[unit.id].tokens:
        weapon = find_weapon(state, unit, token)
        if weapon is None or refuse_weapon(state, unit, *weapon) is not None:
            continue
        name, far = weapon_name(weapon[1]), 1 if weapon[1].melee else weapon[1].range
        found.setdefault(name, Field(name, (("range", far),), nearest=weapon[1].minimum_range))
    return tuple(found.values())


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy in sight, with nothing of its own used up; locks are the enemy's secret."""
    unit = _own(state, seat, piece, spot)
    if isinstance(unit, Refusal):
        return unit
    seen = (enemy for enemy in known_enemies(state, seat).values() if is_in_view(state, seat, enemy))
    return worst_of_each(_odds(state, as_feared(enemy), unit, state.contacts[seat][enemy.id]) for enemy in seen)


def _odds(state: State, enemy: Unit, unit: Unit, contact: str) -> Iterator[Menace]:
    for token in state.scene.loadouts[enemy.id].tokens:
        weapon = find_weapon(state, enemy, token)
        if weapon is None or refuse_weapon(state, enemy, *weapon) or refuse_aim(state, enemy, weapon[1], unit.hex):
            continue
        # Locks and scanners at work are the enemy's secrets.
        aim = take_aim(state, enemy, weapon[1], unit, unit.hex)
        aim = aim._replace(locked=False, hidden=is_stealthed(state, unit))
        yield Menace(contact, weapon_name(weapon[1]), attack_odds(state, [aim]))


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on a contact with every weapon of whoever is asked, a lock on it, the turn of a unit of one's own.

    Nothing is meant by what is no contact of this side: whether there is such a unit must not be told.
    """
    own = state.units.get(piece)
    if own is not None and own.seat == ask.seat:
        if ask.kind == "unit" and own.standing:
            yield Attempt("Its turn", Activate(piece))
        return
    target = state.enemy_called(ask.seat, piece)
    if target is None or target.id not in state.known[ask.seat]:
        return
    if ask.kind == "act":
        unit = state.units[ask.unit]
        yield from _attacks(state, unit, piece)
        yield Attempt("Lock on", LockOn(unit.id, piece))
    elif ask.kind == "overwatch":
        yield Attempt("Reserved attack", FireReserve(ask.unit, piece))
    else:
        yield Attempt("Attack", Attack(ask.unit, (), piece))


def _attacks(state: State, unit: Unit, contact: str) -> Iterator[Attempt]:
    """Every weapon alone, for each price it might be fired at."""
    for token in state.scene.loadouts[unit.id].tokens:
        volley = (token,)
        name = volley_name(state, unit, volley)
        yield Attempt(name, Attack(unit.id, volley, contact))
        if is_aux_shot(state, unit, volley):
            yield Attempt(name, Attack(unit.id, volley, contact, AUX))
        if is_pintle_shot(state, unit, volley):
            yield Attempt(name, Attack(unit.id, volley, contact, "commander"))


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_worth, stakes)
