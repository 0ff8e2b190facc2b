"""What a seat may know: its own units in full, enemies as far as it has found them."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.asks import Ask
from gearlock.kernel.view import Card, Piece, Shape, TableView, Token, Track, View
from gearlock.systems.hex100.battlefield import WRECK, Battlefield
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.defences.orders import ROUNDS
from gearlock.systems.hex100.defences.words import defence_tokens
from gearlock.systems.hex100.detection.words import detection_tokens
from gearlock.systems.hex100.drones.network import is_idle
from gearlock.systems.hex100.drones.terror.words import terror_tokens, terror_tracks
from gearlock.systems.hex100.drones.words import drone_rows, drone_tokens
from gearlock.systems.hex100.electronic_warfare.words import electronic_warfare_tokens
from gearlock.systems.hex100.equipment import electronics_work, full_hp, is_whole
from gearlock.systems.hex100.forces.readings import reasons
from gearlock.systems.hex100.forces.record_card import equipment_rows, unit_stats
from gearlock.systems.hex100.forces.units import Mount
from gearlock.systems.hex100.movement.pointing import TENTHS_PER_HEXSIDE
from gearlock.systems.hex100.movement.words import gait_tokens
from gearlock.systems.hex100.objectives.objectives import score_for
from gearlock.systems.hex100.objectives.words import briefing_tokens
from gearlock.systems.hex100.shown.looks import figure_of, light_of, parts_of, shapes_of, signed
from gearlock.systems.hex100.shown.objectives_shown import (
    briefing_goals,
    briefing_notes,
    briefing_zones,
    objective_markers,
)
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEATS, SEEN, State, Unit

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
