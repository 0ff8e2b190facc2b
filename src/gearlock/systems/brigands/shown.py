"""What people see of a battle: the table, cards, costs and routes."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.files import data_texts
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.shop import MODEL, UNIT, Shop, Ware
from gearlock.kernel.view import Card, Goal, Leg, Route, Shape, TableView, Token, Track, View
from gearlock.kernel.view import Piece as ShownPiece
from gearlock.mechanics.ground.drawings import ground_view, piece_shape
from gearlock.mechanics.ground.forms import depth_of, is_building, is_road, is_solid
from gearlock.mechanics.ground.palette import inch_maps
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.sighting.clouds import cloud_piece
from gearlock.muster.shops import good_of, openings
from gearlock.systems.brigands.actions import ACTION, FREE, OVERWATCH_TOKEN, STANDBY_TOKEN, deed_text, deeds_of, payment
from gearlock.systems.brigands.attacks.attack import FREE_REROLLS, Attack, Demolish, SnapFire, price
from gearlock.systems.brigands.chain_of_command import TIGHT_MANEUVERS, TITLES, is_ordered
from gearlock.systems.brigands.command import SKILL_POINT, GiveOrder, Reroll, is_distant
from gearlock.systems.brigands.deployment.places import aside_notes
from gearlock.systems.brigands.forces.around_a_force import CONVERTED, FORCE, listed
from gearlock.systems.brigands.forces.force_building import ANYBODY
from gearlock.systems.brigands.forces.upgrades import NOT_IN_UNITS, ready, unit_cards, upgrades
from gearlock.systems.brigands.forward_observation import ChainAttack
from gearlock.systems.brigands.lock_and_cover.smoke import CLOUD
from gearlock.systems.brigands.models import Model, ModelCard, Weapon, weapons_table
from gearlock.systems.brigands.movement.moving import climb_left
from gearlock.systems.brigands.movement.paths import (
    GAITS,
    ROAD_BONUS,
    UNLIMITED,
    ChangeFloor,
    Climb,
    Jump,
    Move,
    Moved,
    Slide,
    turns_of,
)
from gearlock.systems.brigands.objectives.objectives import holding, standing_of, won_by, worth_left
from gearlock.systems.brigands.places import zone_of
from gearlock.systems.brigands.state import (
    BRACED,
    BREAK_THE_LINE,
    DEMOLITIONS,
    FIELDED,
    NO_GROUP,
    TOP_SPEED,
    WAITING,
    WRECK,
    Pursuit,
    State,
    Unit,
    objectives,
    opponent,
)
from gearlock.table.maps import RATINGS
from gearlock.table.measure import FULL_TURN, INCH, advance, inches, inches_text
from gearlock.table.path import walk
from gearlock.table.terrain import Ground, Piece

# --- How models, ground and weapons look: figures and parts by the stat line, facts of the ground, effects of attacks

HEAVY_GEAR, LIGHT_GEAR = 9, 6
"""Hull and Structure together from which a Gear is drawn heavy, and up to which it is drawn light."""
FIGURES = {"Strider": "strider", "Infantry": "squad", "Drone": "drone", "Fortification": "turret"}
LONG_GUNS = ("RF", "FG", "TG", "RG", "SC", "LC", "PA", "AG")
PODS = ("RP", "APR", "AR", "ATM", "AVM", "ABM", "FM", "GM")
SIGNS = {
    "Standby": "standby", "Overwatch": "standby", "Haywire": "haywire", "Corrosion": "fire", "Scanned": "locked",
    "Airborne": "fast",
}  # fmt: skip
STANCES = {BRACED: "braced", TOP_SPEED: "fast"}


def figure_of(line: Model) -> str:
    """The silhouette of a model: Gears by their bulk, vehicles by what they move on."""
    if line.type == "Gear":
        return (
            "gear-heavy" if line.bulk >= HEAVY_GEAR else "gear-light" if line.bulk <= LIGHT_GEAR - 1 else "gear-medium"
        )
    if line.type == "Vehicle":
        return "vtol" if "A" in line.move else "hover" if "H" in line.move else "tank" if line.armor > 6 else "wheeled"
    if line.type == "Infantry" and "Team" in line.name:
        return "team"
    return FIGURES.get(line.type, "")


def _make_parts(line: Model) -> tuple[str, ...]:
    codes = {weapon.row.code for weapon in line.weapons.values()}
    found = (
        ("longgun", bool(codes & {*LONG_GUNS})),
        ("pod", bool(codes & {*PODS})),
        ("shield", "Shield" in line.traits),
        ("mast", bool({"ECM", "Comms", "Sensor Suite", "Sensor Boom"} & line.traits.keys())),
        ("jump", bool({"Jetpack", "Jump Pack"} & line.traits.keys())),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a model: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of what a model does and how it fares, besides its tokens."""
    stance = STANCES.get(unit.stance, "") if unit.posture or unit.overwatch else ""
    return tuple(filter(None, (stance, "crippled" if unit.is_crippled else "")))


@lru_cache(maxsize=16)
def table_of(ground: Ground) -> TableView:
    """The table with its terrain, drawn and explained."""
    return ground_view(ground, facts_of)


@heeds("brigands.3.2", "brigands.3.1", "brigands.2.3", "brigands.3.2a")
def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain before a model goes there or hides behind it."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    facts += [f"{piece.rating} cover"] if piece.rating else []
    if piece.kind == "water":
        deep = inches_text(depth_of(piece))
        return (*facts, f"{deep} in deep: for models at least twice as high, Hover and Amphib", "2 in of a Ground Move")
    if is_road(piece):
        return (*facts, "road: no hindrance")
    if is_building(piece):
        return (
            *facts,
            "Infantry may enter; others stand on the roof if it bears" if piece.footing else "Infantry may enter",
        )
    if is_solid(piece):
        return (*facts, "cannot be crossed, but stepped or climbed on" if piece.footing else "cannot be crossed")
    if piece.kind == "area":
        return (*facts, "Walkers pass freely; 2 in of a Ground or Hover Move")
    return tuple(facts)


# --- What everybody sees of a Forward Observation under way


def observation_tokens(state: State, unit: Unit) -> tuple[Token, ...]:
    """What a model is in an Observation: observed, or one of those who have received it."""
    seen = state.observation
    if seen is None:
        return ()
    if unit.id == seen.target:
        return (Token("Designated" if seen.designated else "Observed", 1, "brigands.8.5"),)
    return (Token("Receiver", 1, "brigands.8.5"),) if unit.id in seen.receivers else ()


def observation_notes(state: State) -> tuple[str, ...]:
    """Who observes what."""
    seen = state.observation
    if seen is None:
        return ()
    what = state.units[seen.target].name if seen.target else "a point"
    if seen.point is not None:
        what = f"the point {inches_text(seen.point[0])}, {inches_text(seen.point[1])}"
    return (f"Forward Observation of {what} by {state.units[seen.origin].name}",)


# --- Objectives on the table: the score, the markers, the zone to be broken into, and a note on each Objective

CORNERS = 12


def objective_score(state: State) -> dict[str, int]:
    """How many Objectives each seat would win if the battle ended now."""
    return {seat: len(won_by(state, seat)) for seat in ("red", "blue")}


def objective_markers(state: State) -> tuple[Shape, ...]:
    """The markers that lie on the table; the label says how far around one counts."""
    return tuple(
        Shape(
            marker_id(pursuit, x, y),
            "marker",
            f"{pursuit.seat} {pursuit.name}, {objectives()[pursuit.name].reach} in around it",
            _disc(x, y),
        )
        for pursuit in state.pursuits
        if pursuit.name != DEMOLITIONS
        for x, y in pursuit.markers
    )


def _disc(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A point as one can see it: an inch around."""
    return tuple(advance(x, y, corner * FULL_TURN // CORNERS, INCH) for corner in range(CORNERS))


def objective_zones(state: State) -> tuple[Shape, ...]:
    """The enemy deployment zone of every seat that wants to break the line."""
    return tuple(
        Shape(f"{pursuit.seat}-line", "zone", f"{pursuit.seat} breaks the line here", zone_of(state, enemy))
        for pursuit in state.pursuits
        if pursuit.name == BREAK_THE_LINE
        for enemy in (opponent(pursuit.seat),)
    )


def objective_notes(state: State) -> tuple[str, ...]:
    """How each Objective stands now, Casualties the last."""
    if not state.full or not state.pursuits:
        return ()
    goals = (goal.line for goal in objective_goals(state))
    return (*goals, f"Casualties: red has {worth_left(state, 'red')} TV left, blue {worth_left(state, 'blue')}")


def objective_goals(state: State) -> tuple[Goal, ...]:
    """Every chosen Objective as the table lies; Casualties is a matter of what both have left."""
    return tuple(_goal(state, pursuit) for pursuit in state.pursuits) if state.full else ()


def _goal(state: State, pursuit: Pursuit) -> Goal:
    standing = standing_of(state, pursuit)
    where = "; ".join(f"{inches(x)} {inches(y)}" for x, y in pursuit.markers)
    done = ", achieved" if standing.achieved else ""
    line = f"{pursuit.seat} {pursuit.name}: {standing.words}{done}{f' (at {where})' if where else ''}"
    full = standing.full or 1
    now = full if standing.achieved else min(standing.now, full - 1)
    laid = () if pursuit.name == DEMOLITIONS else pursuit.markers
    places = (marker_id(pursuit, *spot) for spot in laid)
    return Goal(pursuit.name, pursuit.seat, now, full, standing.words, places=tuple(places), line=line)


def marker_id(pursuit: Pursuit, x: int, y: int) -> str:
    """The name of a marker's drawing."""
    return f"{pursuit.seat}-{pursuit.name.lower()}-{x}-{y}"


# --- What a seat sees of a battle. Nothing is hidden in this game, so everybody sees everything

PHASES = {
    "zones": "Deployment zones",
    "fortifications": "Fortifications",
    "objectives": "Objectives",
    "roll-off": "Deployment",
    "deployment": "Deployment",
    "special": "Special deployment",
    "pathfinders": "Pathfinders",
    "initiative": "Initiative",
    "setup": "Setup",
    "ecm": "ECM Defense",
    "action": "Action",
}
SETUP = tuple(
    PHASES[name] for name in ("zones", "fortifications", "objectives", "deployment", "special", "pathfinders")
)
"""What is done before the first round."""


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the models on it and what is being asked."""
    left = {side: sum(u.hull + u.structure for u in state.surviving(side)) for side in ("red", "blue")}
    riders = [unit for unit in state.units.values() if unit.carrier and not unit.is_destroyed]
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES[state.phase],
        active="" if state.activation is None else state.activation.unit,
        table=table_of(state.ground),
        pieces=tuple(_piece(state, unit, riders) for unit in state.units.values() if unit.status in (FIELDED, WRECK)),
        zones=(*objective_zones(state), *_clouds(state)) if state.round else _zones(state),
        markers=objective_markers(state) if state.full else marked_places.shapes(state.ground, holding(state)),
        score=objective_score(state) if state.full else left,
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=_notes(state),
        rounds=state.rounds,
        goals=objective_goals(state) if state.full else marked_places.goals(state.ground, holding(state)),
    )


def waiting(state: State, seat: str | None) -> tuple[ShownPiece, ...]:
    """Models that are not on the table yet: a seat's own, everybody's for None."""
    return tuple(
        _piece(state, unit, []) for unit in state.units.values() if unit.status == WAITING and seat in (None, unit.seat)
    )


def _notes(state: State) -> tuple[str, ...]:
    """Who fights whom, who is still to come, the Orders in force, buildings that were hit, how the Objectives stand."""
    forces = (f"{seat}: {state.banners[seat]}" for seat in ("red", "blue") if seat in state.banners)
    hit = (f"{state.ground.piece(name).name}: {left[0]}/{left[1]} left" for name, left in state.buildings.items())
    ordered = (f"{order}: {state.units[giver].name}" for order, giver in state.orders.items())
    rolls = ("Augment dice: a skill says from which face on dice add, and gives none.",) if state.augment else ()
    observed = observation_notes(state)
    return (*forces, *aside_notes(state), *rolls, *ordered, *observed, *hit, *objective_notes(state))


def _zones(state: State) -> tuple[Shape, ...]:
    return tuple(Shape(f"{seat}-zone", "zone", f"{seat} deploys here", zone_of(state, seat)) for seat in state.zones)


def _clouds(state: State) -> tuple[Shape, ...]:
    pieces = [cloud_piece(CLOUD, number, cloud) for number, cloud in enumerate(state.smoke, 1)]
    return tuple(piece_shape(p) for p in pieces)


def _piece(state: State, unit: Unit, riders: list[Unit]) -> ShownPiece:
    line = unit.line
    active = state.activation is not None and state.activation.unit == unit.id
    return ShownPiece(
        id=unit.id,
        name=unit.name,
        side=unit.seat,
        x=unit.x,
        y=unit.y,
        z=unit.z,
        facing=unit.facing,
        radius=line.radius,
        height=unit.height,
        status=_status(unit),
        ready=unit.is_fielded and (active or not unit.activated),
        tracks=(Track("Hull", unit.hull, line.hull), Track("Structure", unit.structure, line.structure)),
        tokens=(
            *_group_token(unit),
            *_spent(state, unit),
            *_tokens(unit),
            *_company(state, unit, riders),
            *_bonds(state, unit),
            *observation_tokens(state, unit),
        ),
        cards=_cards(line),
        figure=figure_of(line),
        parts=parts_of(line),
        group="" if unit.group == NO_GROUP else f"Combat Group {unit.group}",
        signs=signs_of(unit),
    )


def _group_token(unit: Unit) -> tuple[Token, ...]:
    """Which Combat Group it is in; a Demolitions target is in none."""
    return (Token(f"Combat Group {unit.group}", 1, "brigands.1.6a"),) if unit.group != NO_GROUP else ()


def _status(unit: Unit) -> str:
    if unit.status == WRECK:
        return "destroyed"
    words = [unit.stance] if unit.posture or unit.overwatch else []
    words += ["airborne"] if unit.airborne else []
    words += ["climbing"] if unit.hanging else [f"on floor {unit.z // 1000}"] if unit.inside else []
    return ", ".join([*words, "crippled"] if unit.is_crippled else words)


def _bonds(state: State, unit: Unit) -> tuple[Token, ...]:
    """The vehicle it is a part of."""
    return (Token(f"Part of {state.units[unit.core].name}", 1, "brigands.9.5"),) if unit.core else ()


@heeds("brigands.1.9")
def _spent(state: State, unit: Unit) -> tuple[Token, ...]:
    """The Actions a model has used before its activation, in reactions and for ECM Defense."""
    early = state.phase in ("ecm", "action") and not (unit.activated or unit.posture or unit.overwatch)
    used = unit.line.actions - unit.actions if early and unit.is_fielded else 0
    return (Token("Actions used", used, "brigands.1.9"),) if used > 0 else ()


@heeds("brigands.1.9")
def _tokens(unit: Unit) -> tuple[Token, ...]:
    counts = (
        ("Actions", unit.actions, "brigands.1.6b"),
        ("Standby", unit.standby, "brigands.6.1"),
        ("Overwatch", unit.overwatch, "brigands.6.2"),
        ("Command Points", unit.command, "brigands.7.4"),
        ("Skill Points", unit.skill, "brigands.trait.vet"),
    )
    tokens = [Token(name, count, rule, SIGNS.get(name, "")) for name, count, rule in counts if count]
    if unit.rank:
        tokens.append(Token(TITLES[unit.rank], 1, "brigands.7.1", "leader"))
    tokens += [Token(mark, 1, "brigands.7.5") for mark in unit.marks]
    tokens += [Token("Stealth lost", 1, "brigands.trait.stealth")] if unit.shown else []
    tokens += [Token(f"{what} used up", 1, "brigands.wtrait.la") for what in unit.expended]
    tokens += [Token("Scanned", 1, "brigands.8.2f", SIGNS["Scanned"])] if unit.scanned else []
    tokens += [Token("Haywire", 1, "brigands.5.7b-haywire", SIGNS["Haywire"])] if unit.haywire else []
    tokens += [Token("Repaired", 1, "brigands.9.6a")] if unit.mended else []
    tokens += [Token("Patch Up used", 1, "brigands.9.6b")] if unit.tended else []
    tokens += [Token("Airborne", 1, "brigands.9.7", SIGNS["Airborne"])] if unit.airborne else []
    tokens += [Token(f"ECM Defense:{unit.trait('ECM')}", 1, "brigands.8.3d", "ecm")] if unit.jamming else []
    tokens += [Token("Corrosion", 1, "brigands.5.7b-corrosion", SIGNS["Corrosion"])] if unit.corroded else []
    return tuple([*tokens, *(Token(f"{weapon} fired", 1, "brigands.5.1") for weapon in unit.used)])


def _company(state: State, unit: Unit, riders: list[Unit]) -> tuple[Token, ...]:
    """Whose drone it is, what it is in, and who is with it or aboard."""
    tokens = [Token(f"drone of {state.units[unit.controller].name}", 1, "brigands.9.2")] if unit.controller else []
    if unit.carrier:
        tokens.append(Token(f"in the {state.units[unit.carrier].name}", 1, "brigands.9.4"))
    aboard = [other for other in riders if other.carrier == unit.id]
    return tuple([*tokens, *(Token(f"aboard: {other.name}", 1, "brigands.9.3") for other in aboard)])


def _make_cards(line: Model) -> tuple[Card, ...]:
    moves = ", ".join(f"{GAITS[gait]} {inches_text(length)} in" for gait, length in line.move.items())
    stats = Card(
        line.name,
        (
            ("TV", str(line.card.tv)),
            ("Move", moves),
            ("Armor", str(line.armor)),
            ("Hull / Structure", f"{line.hull}/{line.structure}"),
            ("Actions", str(line.actions)),
            ("Gunnery / Piloting", f"{line.gunnery}/{line.piloting}"),
            ("Sensors", f"{inches_text(line.sensors)} in"),
            ("Type", f"{line.type}, {inches_text(line.height)} in tall"),
            ("Traits", ", ".join(line.card.traits) or "none"),
        ),
    )
    weapons = Card("Weapons", tuple((weapon.id, _weapon_text(weapon)) for weapon in line.weapons.values()))
    return stats, weapons, Card("Actions and reactions", tuple((deed.name, deed_text(deed)) for deed in deeds_of(line)))


_cards = KeptByIdentity(_make_cards)
"""The cards of a model, made once for each stat line."""


def _weapon_text(weapon: Weapon) -> str:
    reach = f"{inches_text(weapon.near)}-{inches_text(weapon.far)}/{inches_text(weapon.most)} in"
    traits = ", ".join(f"{name}:{rating}" if _is_rated(name) else name for name, rating in weapon.traits.items())
    return (
        f"{weapon.name}, {reach}, PEN {weapon.pen}, {' or '.join(weapon.categories)}{', ' + traits if traits else ''}"
    )


def _is_rated(trait: str) -> bool:
    return trait in ("AE", "AP", "Blast", "Burst", "Fire", "Frag", "LA", "PEN", "Proximity", "Reach", "Split")


# --- What an order is paid with, in words: an Action, a token, a point, a round of ammunition


def action_cost(state: State, _seat: str, order: Any) -> str:
    """An Action, or a token that was kept."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _paid_with(unit, payment(unit))


def command_cost(state: State, _seat: str, order: GiveOrder) -> str:
    """A Command Point of whoever gives the Order."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _one_of(unit.command, "Command Point")


def reroll_cost(state: State, _seat: str, order: Reroll) -> str:
    """Nothing, a Skill Point, or a Command Point of a Commander."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _cost_of_reroll(state, unit, order.by)


def attack_cost(state: State, _seat: str, order: Attack | SnapFire | Demolish | ChainAttack) -> str:
    """An Action or a token, and a shot of Limited Ammo."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _cost_of_attack(unit, order.weapon)


def _cost_of_reroll(state: State, unit: Unit, source: str) -> str:
    if source in FREE_REROLLS:
        return f"nothing: {source} gives it"
    if source == SKILL_POINT:
        return _one_of(unit.skill, SKILL_POINT)
    giver = state.units.get(source)
    if giver is None:
        return ""
    sent = ", sent by Authorize" if is_distant(state, unit.id, source) else ""
    return f"{_one_of(giver.command, 'Command Point')} of the {giver.name}{sent}"


def _cost_of_attack(unit: Unit, weapon_id: str) -> str:
    weapon = unit.line.weapons.get(weapon_id)
    if weapon is None:
        return ""
    paid = _paid_with(unit, price(unit, weapon))
    if "LA" not in weapon.traits:
        return paid
    return f"{paid}, {_one_of(weapon.traits['LA'] - unit.expended.count(weapon.id), 'shot')}"


def _paid_with(unit: Unit, paid: str) -> str:
    if paid == FREE:
        return "nothing: it is an Auto weapon"
    counts = {
        ACTION: (unit.actions, "Action"),
        STANDBY_TOKEN: (unit.standby, "Standby token"),
        OVERWATCH_TOKEN: (unit.overwatch, "Overwatch token"),
    }
    return _one_of(*counts[paid]) if paid in counts else ""


def _one_of(count: int, what: str) -> str:
    """1 of 2 Actions; the last one is called so."""
    return f"the last {what}" if count == 1 else f"1 of {count} {what}s"


# --- The way an order of movement goes: straight from Turn to Turn, and what it uses of inches and Turns

Going = Move | Climb | Jump | Slide | ChangeFloor


def route_of(state: State, order: Going, end: Moved) -> Route | None:
    """The way to where a legal order leads; a change of floor goes nowhere on the table."""
    unit = state.units[order.unit]
    if isinstance(order, Move):
        return _on_foot(state, unit, order, end)
    if isinstance(order, ChangeFloor):
        return None
    if isinstance(order, Climb):
        most, way = climb_left(state, unit, order.gait), "climbed"
    elif isinstance(order, Jump):
        most, way = unit.trait("Jetpack") * INCH, "by Jetpack"
    else:
        most, way = unit.trait("Thrusters") * INCH, "sideways"
    gone = inches(end.travelled)
    return Route(
        (unit.x, unit.y), (Leg(end.x, end.y, f"{gone} in"),), f"{gone} of {inches(most)} in {way}", _length(unit, end)
    )


def _on_foot(state: State, unit: Unit, order: Move, end: Moved) -> Route:
    """Leg by leg; what the Move has used already when it goes on counts, and backing up counts twice."""
    now = state.activation
    spent, turns, road = (now.spent, now.turns, now.on_road) if now is not None and now.gait else (0, 0, True)
    most = unit.line.move[order.gait] + (ROAD_BONUS[order.gait] if end.on_road and road else 0)
    legs, cost = [], spent
    for stride in walk(unit.x, unit.y, unit.facing, order.legs).strides:
        cost += stride.length if stride.length >= 0 else -2 * stride.length
        legs.append(Leg(stride.x1, stride.y1, f"{inches(cost)} in"))
    limit = turns_of(unit.line, order.gait, is_ordered(state, unit, TIGHT_MANEUVERS))
    made = turns + end.turns
    of = "" if limit == UNLIMITED else f" of {limit}"
    plural = "" if (made if limit == UNLIMITED else limit) == 1 else "s"
    used = f"{inches(spent + end.spent)} of {inches(most)} in, {made}{of} Turn{plural}"
    return Route((unit.x, unit.y), tuple(legs), used, _length(unit, end))


def _length(unit: Unit, end: Moved) -> int:
    """How far it is, with every step, climb or fall."""
    return end.travelled + abs(end.z - unit.z)


# --- The maps of the game as an editor draws them

MAPS = inch_maps(lambda: data_texts("gearlock.systems.brigands", "maps", ".toml"), RATINGS, table_of, facts_of)


# --- What a builder of forces is shown: every model with its figure, every upgrade, every Unit there can be

CODES = {
    "GP": "General Purpose", "SK": "Strike", "FS": "Fire Support", "RC": "Recon", "SF": "Special Forces",
    "EG": "Engineering", "LT": "Light Tank", "HT": "Heavy Tank", "ST": "Strider", "IN": "Infantry",
}  # fmt: skip
SORTS = {
    "rank": "Ranks", "generic": "Upgrades", "drone": "Drones", "veteran": "Veteran Upgrades",
    "duelist": "Duelist Upgrades",
}  # fmt: skip


@cache
def shop() -> Shop:
    """Everything a force can be built of. Drones are bought for a model, so they are no wares."""
    wares = tuple(_ware(card) for card in unit_cards().values() if card.type != NOT_IN_UNITS)
    goods = [
        good_of(it.name, SORTS[it.list], MODEL, it.tv, it.tv_per_action, rule=it.rule, choice=it.choice)
        for it in upgrades().values()
    ]
    vet = upgrades()["vet"]
    goods.append(good_of("Veteran", "The whole Unit", UNIT, vet.tv, vet.tv_per_action, rule="brigands.10.4"))
    ways = tuple(openings(FORCE, CODES))
    return Shop(wares, tuple(goods), ways, currency="TV", everybody=(ANYBODY,), notes=(CONVERTED,))


def _ware(card: ModelCard) -> Ware:
    line = ready(card, weapons_table())
    codes = tuple(text[:2] for text in card.ua)
    return Ware(card.name, listed(card), card.faction, card.type, figure_of(line), parts_of(line), codes=codes)
