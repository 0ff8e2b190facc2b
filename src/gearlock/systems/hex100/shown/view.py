"""What people see: the view of a side, objectives on the table, and how machines, hexes and weapons look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Card, Goal, Piece, Shape, TableView, Token, Track, View
from gearlock.systems.hex100.battlefield import WRECK, Battlefield, Terrain
from gearlock.systems.hex100.defenses import ROUNDS, defence_tokens
from gearlock.systems.hex100.detection.sight import detection_tokens
from gearlock.systems.hex100.drones.commands import drone_rows, drone_tokens
from gearlock.systems.hex100.drones.kinds import is_idle
from gearlock.systems.hex100.drones.terror import terror_tokens, terror_tracks
from gearlock.systems.hex100.electronic_warfare import electronic_warfare_tokens
from gearlock.systems.hex100.equipment import electronics_work, full_hp, is_whole
from gearlock.systems.hex100.forces.cards import Machine, Mount, reasons
from gearlock.systems.hex100.forces.on_paper import equipment_rows, unit_stats
from gearlock.systems.hex100.known_units import name_for, place_name
from gearlock.systems.hex100.movement.move_action import TENTHS_PER_HEXSIDE
from gearlock.systems.hex100.movement.moving import gait_tokens
from gearlock.systems.hex100.objectives import briefing_tokens, describe, hidden_zones, score_for, times_met
from gearlock.systems.hex100.plan import Objective, Plan
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEATS, SEEN, State, Unit
from gearlock.table.hexes import to_offset

# --- How machines, hexes and weapons look

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


# --- A briefing on the table


def briefing_zones(state: State, seat: str | None) -> tuple[Shape, ...]:
    """The zones of the map, without those that only the other side's orders speak of in secret."""
    zones = state.scene.ground.zones
    hidden = hidden_zones(state, seat)
    shown = (name for name in sorted(zones) if name not in hidden)
    return tuple(Shape(name, "zone", name, hexes=tuple(sorted(zones[name]))) for name in shown)


def objective_markers(state: State, seat: str | None) -> Iterator[Shape]:
    """The hexes of the objectives a seat knows of; zones are drawn as such."""
    for _, objective in state.scene.plan.shown_to(seat):
        if not objective.zone:
            label = objective.name or "objective"
            for q, r in objective.hexes:
                yield Shape(f"objective-{q}-{r}", "objective", label, hexes=((q, r),))


def briefing_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """Before the first turn what the briefing says, and at all times what counts and how it stands."""
    standing = dict.fromkeys(goal.line for goal in briefing_goals(state, seat))
    return (*(_orders(state, seat) if state.turn == 0 else ()), *standing)


def _orders(state: State, seat: str | None) -> Iterator[str]:
    plan = state.scene.plan
    if plan.about:
        yield f"{plan.title}. {plan.about} {plan.goal}".strip()
    for side in SEATS:
        orders = plan.sides[side]
        if orders.orders and (seat in (None, side) or not orders.secret):
            role = f", {orders.role}" if orders.role else ""
            yield f"Orders of {side}{role}: {orders.orders}"


def briefing_goals(state: State, seat: str | None) -> tuple[Goal, ...]:
    """The objectives a seat knows of; what counts for both sides stands once for each."""
    return tuple(
        _goal(state, number, objective, side)
        for number, objective in state.scene.plan.shown_to(seat)
        for side in SEATS
        if objective.seat in ("", side)
    )


def _goal(state: State, number: int, objective: Objective, side: str) -> Goal:
    """How often a side has met an objective, of how often it can or has to; machines to come are nobody's business."""
    full = objective.count if objective.wins else 0
    if not full and objective.kind in ("scan", "hack", "raze"):
        full = len(objective.hexes) + len(objective.units)
    name = describe(state, objective)
    places = (objective.zone,) if objective.zone else tuple(f"objective-{q}-{r}" for q, r in objective.hexes)
    return Goal(
        name[:1].upper() + name[1:],
        side,
        times_met(state, number, side),
        full,
        _where(objective)[2:],
        _worth(objective),
        objective.secret,
        places,
        _standing(state, number, objective),
    )


def _worth(objective: Objective) -> str:
    """What it brings each time."""
    each = "the cost of each" if not objective.points else f"{objective.points} point{'s' * (objective.points != 1)}"
    wins = ""
    if objective.wins:
        wins = ", wins at once" if objective.count == 1 else f", {objective.count} of them win at once"
    return each + wins


def _standing(state: State, number: int, objective: Objective) -> str:
    """An objective with what it brings and how often each side has met it, in a line."""
    whose = objective.seat or "both"
    met = ", ".join(f"{seat} {times_met(state, number, seat)}" for seat in SEATS if objective.seat in ("", seat))
    secret = ", secret" if objective.secret else ""
    return f"{whose}{secret}: {describe(state, objective)} ({_worth(objective)}){_where(objective)}; so far {met}"


def _where(objective: Objective) -> str:
    """Where on the map it is: hexes one by one, a zone by its columns and rows."""
    if not objective.zone:
        return "".join(f", {place_name(q, r)}" for q, r in objective.hexes)
    columns, rows = zip(*map(to_offset, objective.hexes), strict=True)
    return f", {_span('column', columns)}, {_span('row', rows)}"


def _span(word: str, numbers: tuple[int, ...]) -> str:
    first, last = min(numbers), max(numbers)
    return f"{word} {first}" if first == last else f"{word}s {first} to {last}"


# --- What a side may know

_KNOWN = {BLIP: "blip", IDENTIFIED: "identified", SEEN: "seen"}


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """Everything one seat may know now; the whole truth for nobody in particular."""
    return View(
        seat=seat or "",
        round=state.turn,
        phase=_phase(state, seat),
        active=state.active,
        table=_table(state.land, light_of(state.scene.plan)),
        pieces=tuple(_pieces(state, seat)),
        zones=briefing_zones(state, seat),
        markers=_markers(state, seat),
        score=score_for(state, seat),
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=briefing_notes(state, seat),
        rounds=state.scene.turns,
        goals=briefing_goals(state, seat),
    )


def _phase(state: State, seat: str | None) -> str:
    """Where the round stands; how far the other side is in its phase would tell which units it has."""
    return "units" if state.phase == "focus" and seat not in (None, state.active) else state.phase


@lru_cache(maxsize=64)
def _table(field: Battlefield, light: str) -> TableView:
    return TableView("hexes", field.ground.columns, field.ground.rows, tuple(shapes_of(field)), light)


def _markers(state: State, seat: str | None) -> tuple[Shape, ...]:
    wrecks = (Shape(f"wreck-{q}-{r}", WRECK, "wreck", hexes=((q, r),), drawing="wreck") for q, r in state.wrecks)
    smoke = (
        Shape(f"smoke-{q}-{r}", "smoke", "dense smoke", hexes=((q, r),), drawing="cloud")
        for q, r in sorted(state.land.smoke)
    )
    mines = (Shape(f"mine-{q}-{r}", "mine", "mine", hexes=((q, r),), drawing="mine") for q, r in state.mines)
    return (*wrecks, *objective_markers(state, seat), *smoke, *mines)


def _pieces(state: State, seat: str | None) -> list[Piece]:
    """Own units in the order of their list, enemies in the order in which they were found: theirs is a secret."""
    own = [_own_piece(state, unit) for unit in state.units.values() if unit.standing and seat in (None, unit.seat)]
    if seat is None:
        return own
    found = [_contact(state, seat, unit) for unit in state.found(seat)]
    return own + found if seat == SEATS[0] else found + own


def waiting(state: State, seat: str | None) -> tuple[Piece, ...]:
    """Units that are not on the map yet: a seat's own, everybody's for None."""
    off = (unit for unit in state.units.values() if not unit.placed and not unit.destroyed)
    return tuple(_own_piece(state, unit) for unit in off if seat in (None, unit.seat))


def _own_piece(state: State, unit: Unit) -> Piece:
    """A unit with its whole record sheet."""
    machine = state.machine(unit.id)
    return Piece(
        id=unit.id,
        name=machine.name,
        side=unit.seat,
        x=unit.q,
        y=unit.r,
        facing=unit.facing * TENTHS_PER_HEXSIDE,
        status="acting" if state.acting == unit.id else "done" if unit.done else "",
        ready=unit.seat == state.active and not unit.done and not is_idle(state, unit),
        tracks=_tracks(state, unit),
        tokens=signed(_tokens(state, unit)),
        cards=(*_cards(state, unit), _sheet(state, unit)),
        figure=figure_of(machine),
        parts=parts_of(machine),
    )


def _contact(state: State, seat: str, unit: Unit) -> Piece:
    """An enemy as found: a blip is a place, an identified one has a name, one in sight shows facing and wounds."""
    level = state.known[seat][unit.id]
    name = name_for(state, seat, unit.id)
    contact = state.contacts[seat][unit.id]
    if level < SEEN:
        tokens = (*electronic_warfare_tokens(state, seat, unit), *detection_tokens(state, seat, unit))
        return Piece(contact, name, unit.seat, unit.q, unit.r, known=_KNOWN[level], tokens=tokens)
    focus = [Token(f"{unit.focus} focus", rule=f"hex100.focus-{unit.focus}")] if unit.focus else []
    return Piece(
        id=contact,
        name=name,
        side=unit.seat,
        x=unit.q,
        y=unit.r,
        facing=unit.facing * TENTHS_PER_HEXSIDE,
        known=_KNOWN[level],
        tracks=_tracks(state, unit),
        tokens=signed(
            (
                *focus,
                *electronic_warfare_tokens(state, seat, unit),
                *defence_tokens(state, seat, unit),
                *detection_tokens(state, seat, unit),
                *terror_tokens(state, seat, unit),
            )
        ),
        cards=_cards(state, unit),
        figure=figure_of(state.machine(unit.id)),
        parts=parts_of(state.machine(unit.id)),
    )


def _tracks(state: State, unit: Unit) -> tuple[Track, ...]:
    card = state.machine(unit.id).unit
    hardpoints = (
        Track(hardpoint.name, max(0, hardpoint.size - hurt), hardpoint.size)
        for hardpoint, hurt in zip(card.hardpoints, unit.hurt, strict=True)
        if hurt
    )
    structure = Track("Structure", max(0, card.structure - unit.critical), card.structure)
    full = state.scene.loadouts[unit.id].charges
    reactive = [Track("Reactive armour", unit.charges, full)] if full else []
    points = Track("Hit points", unit.hp, full_hp(state, unit.id))
    return (points, structure, *terror_tracks(state, unit), *reactive, *hardpoints)


def _tokens(state: State, unit: Unit) -> list[Token]:
    tokens = [Token(kind, count, "hex100.action-pool") for kind, count in sorted(unit.pool.items()) if count]
    if unit.focus:
        tokens.append(Token(f"{unit.focus} focus", rule=f"hex100.focus-{unit.focus}"))
    if unit.lock:
        tokens.append(Token(f"lock on {name_for(state, unit.seat, unit.lock)}", rule="hex100.lock-on"))
    if unit.resisting:
        tokens.append(Token("electronic resistance", rule="hex100.electronic-resistance"))
    if unit.looking:
        tokens.append(Token("looking around", rule="hex100.commander-look-around"))
    if unit.held:
        tokens.append(Token(f"reserved {unit.held}", rule="hex100.reserve"))
    return [
        *tokens,
        *electronic_warfare_tokens(state, unit.seat, unit),
        *defence_tokens(state, unit.seat, unit),
        *gait_tokens(unit),
        *detection_tokens(state, unit.seat, unit),
        *drone_tokens(state, unit),
        *briefing_tokens(unit),
        *terror_tokens(state, unit.seat, unit),
    ]


def _cards(state: State, unit: Unit) -> tuple[Card, ...]:
    """The unit card, the stat lines of its weapons, its equipment, and what of all this had to be reconstructed."""
    loadout = state.scene.loadouts[unit.id]
    if not loadout.cards:
        machine = state.machine(unit.id)
        armed, fitted = equipment_rows(machine)
        stats = (*unit_stats(machine.unit, loadout.added_hp), ("points", str(machine.cost)))
        loadout.cards = (
            Card(f"{machine.unit.name}, {machine.unit.class_}", stats),
            Card("Weapons", armed),
            Card("Equipment", fitted),
            Card("Reconstructed (marked *)", tuple(reasons([machine]))),
        )
    return loadout.cards


def _sheet(state: State, unit: Unit) -> Card:
    """What only the owner knows: ammunition, loads, and what is out of order."""
    rows = list(drone_rows(state, unit))
    for mount in state.machine(unit.id).mounts:
        name = _mount_name(state, unit, mount)
        if mount.id in unit.uses:
            left = unit.uses[mount.id]
            rows.append((name, f"{left} {'use' if mount.item else 'attack'}{'s' * (left != 1)} left"))
        if mount.item and mount.id in unit.loaded:
            rows.append((name, f"loaded: {ROUNDS[unit.loaded[mount.id]]}"))
        if not is_whole(state, unit, mount):
            rows.append((name, "out of order"))
        elif not electronics_work(unit, mount):
            rows.append((name, "shut down"))
        elif mount.id in unit.used:
            rows.append((name, "used this round"))
        if mount.modes and mount.modes[0].has("variable-ammo"):
            rows.append((name, f"loaded: {mount.modes[unit.loaded.get(mount.id, 0)].mode}"))
    return Card("This round", tuple(rows))


def _mount_name(state: State, unit: Unit, mount: Mount) -> str:
    """An item as its owner calls it, with its place if the machine has another."""
    name = (mount.item or mount.modes[0]).name
    place = state.scene.loadouts[unit.id].twins.get(mount.id)
    return f"{name} ({place})" if place else name
