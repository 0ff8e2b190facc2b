"""What people see of a toy battle: weapons left, who is prone, the lengths things are measured in, and the far end."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel import view as v
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import is_incline
from gearlock.systems.tactical.state import CLIMBING, SEATS, State, Unit, opponent
from gearlock.systems.tactical.toy.block_and_run import goal_box, runners_of
from gearlock.systems.tactical.toy.toys import DAZED, LOST, PRONE, STEP, hangs, is_prone, length_word, weapons_left
from gearlock.table.measure import inches_text
from gearlock.table.terrain import Ground, Piece

SIGNS = {PRONE: "haywire", DAZED: "jammed", CLIMBING: "fast"}
RULES = {PRONE: "tactical.3.9.2-prone", DAZED: "tactical.3.9.2-rps", CLIMBING: "tactical.3.9.2-movement"}


@lru_cache(maxsize=16)
def field_shown(ground: Ground, length: int) -> v.TableView:
    """The playing field, with what a toy may do at each thing."""

    def facts(piece: Piece) -> tuple[str, ...]:
        if piece.kind == "water":
            return ("most Gears cannot go in",)
        if is_incline(piece):
            return (f"{inches_text(piece.top)} in high, walked over",)
        high = f"{inches_text(piece.top)} in high"
        if piece.base > 0:
            return (f"{inches_text(piece.base)} in above the ground: toys walk under it",)
        if piece.top * STEP <= length:
            return (high, "stepped on")
        return (high, f"climbed in {-(-piece.top // length)} activations" if piece.footing else "no room on top")

    return ground_view(ground, facts)


def toy_tracks(unit: Unit) -> tuple[v.Track, ...]:
    """The weapons it has left."""
    return (v.Track("Weapons", 0 if unit.is_lost else len(weapons_left(unit)), len(unit.card.weapons)),)


def toy_status(unit: Unit) -> str:
    """Whether it lies there or hangs on something."""
    if unit.is_lost:
        return "destroyed"
    return "prone" if is_prone(unit) else "hanging on a face" if hangs(unit) else ""


def toy_tokens(unit: Unit) -> tuple[v.Token, ...]:
    """What has befallen it."""
    found = [v.Token("Activated", 1, "tactical.3.9.2")] if unit.done else []
    for name in (PRONE, DAZED, CLIMBING):
        if unit.token(name):
            found.append(v.Token(name.capitalize(), 1, RULES[name], SIGNS[name]))
    lost = [mount.weapon.name for mount in unit.card.weapons if unit.token(f"{LOST}:{mount.id}")]
    return (*found, *(v.Token(f"Lost: {name}", 1, "tactical.3.9.2-rps") for name in lost))


def toy_cards(unit: Unit) -> tuple[v.Card, ...]:
    """Its weapons, one by one."""
    rows = []
    for mount in unit.card.weapons:
        kind = "close combat" if mount.weapon.is_physical else "ranged"
        rows.append((mount.weapon.name, "lost" if unit.token(f"{LOST}:{mount.id}") else kind))
    return (v.Card(unit.card.name, (("Fists and feet", "close combat"), *rows)),)


@heeds("tactical.3.9.2-movement", "tactical.3.9.3")
def toy_notes(state: State) -> tuple[str, ...]:
    """The length that everything is measured in, and who runs."""
    runners = runners_of(state)
    measure = f"Measured in lengths: {length_word(state)}; walk 3, run 5 without attacking, climb 1."
    teams = (f"Runners: {runners}; Blockers: {opponent(runners)}",) if runners else ()
    return (measure, *teams)


def goal_shown(state: State) -> tuple[v.Shape, ...]:
    """The far end, where there are Runners."""
    if not runners_of(state):
        return ()
    x0, y0, x1, y1 = goal_box(state)
    return (v.Shape("goal", "zone", "Runners want to get here", ((x0, y0), (x1, y0), (x1, y1), (x0, y1))),)


def toys_left(state: State) -> dict[str, int]:
    """Toys that are still in play, or across."""
    return {seat: sum(unit.seat == seat and not unit.is_lost for unit in state.units.values()) for seat in SEATS}
