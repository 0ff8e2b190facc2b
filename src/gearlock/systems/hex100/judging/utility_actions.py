"""What guns turned on shots, smoke, mines, siege mode and the sites of objectives are worth."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.hex100.attacks.orders import EnterSiege, LeaveSiege, PlotFire
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.defences import orders as o
from gearlock.systems.hex100.defences.launcher import mined_hexes
from gearlock.systems.hex100.defences.mines import CLEARING, mine_damage, sets_off_mines
from gearlock.systems.hex100.defences.orders import Launch, LaySmoke
from gearlock.systems.hex100.equipment import find_weapon, full_hp
from gearlock.systems.hex100.judging.attack_worth import best_volley, danger
from gearlock.systems.hex100.objectives.objectives import HACK, SCAN
from gearlock.systems.hex100.objectives.orders import HackSite, Leave, ScanSite
from gearlock.systems.hex100.objectives.sites import exit_at, site_at
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.systems.hex100.weapons.targeting import legal_volleys
from gearlock.table.hexes import Hex, disc, distance, neighbours

FEARED_SHOT = 0.01
"""What being ready to stop a shot is worth while an enemy with such shots is in sight."""
HIDING = 0.5
"""The part of the danger kept off by smoke that it is worth: it hides the enemy from the unit as well."""
MINED = 0.02
"""What a mine within two hexes of a known enemy is worth."""
FREE_AGAIN = 0.02
"""What it is worth to be able to move while there is nobody to shoot at."""
DONE = 1.0
"""What it is worth to meet an objective: as much as a whole enemy unit."""


def preview_ward(state: State, unit: Unit, order: o.Ward) -> Preview:
    """Worth something while an enemy in sight has large projectiles to send."""
    seen = (enemy for enemy, level in state.known[unit.seat].items() if level == SEEN)
    feared = any(_sends_large_projectiles(state, enemy) for enemy in seen)
    guns = (find_weapon(state, unit, token) for token in order.weapons)
    shots = sum(gun[1].effects.get("interceptor", 0) for gun in guns if gun is not None)
    note = f"Stops up to {shots} shots of large projectiles until your next phase; no attack with it in this turn."
    return Preview(gives=FEARED_SHOT * shots if feared else 0.0, notes=(note,))


def _sends_large_projectiles(state: State, unit_id: str) -> bool:
    mounts = state.machine(unit_id).mounts
    return any(weapon.has("large-projectile") for mount in mounts for weapon in mount.modes)


def smoke_worth(state: State, unit: Unit, hexes: Iterable[Hex]) -> float:
    """The danger that smoke in these hexes would take from a unit, as far as its side sees what threatens it."""
    smoky = state.clone()
    smoky.smoke += [(q, r, unit.seat) for q, r in hexes if (q, r) in state.land.ground]
    smoky.rebuild_field()
    gain = danger(state, unit.seat, unit) - danger(smoky, unit.seat, smoky.units[unit.id])
    return min(1.0, max(0.0, HIDING * gain))


def preview_smoke(state: State, unit: Unit, order: LaySmoke) -> Preview:  # noqa: ARG001 - one of the previews
    """Smoke is worth the danger it takes from the unit."""
    note = "Nobody sees through dense smoke; direct attacks on units in it have -30 accuracy."
    return Preview(gives=smoke_worth(state, unit, neighbours(unit.hex)), notes=(note,))


def preview_launch(state: State, unit: Unit, order: Launch) -> Preview:
    """Smoke is worth the danger it keeps from the unit, mines a little for each enemy near them."""
    if order.load == "smoke":
        gives, note = smoke_worth(state, unit, disc((order.q, order.r), 1)), "Dense smoke in the hex and all around it."
    else:
        enemies = known_enemies(state, unit.seat)
        near = sum(distance(mine, hex_) in (1, 2) for mine in mined_hexes(order) for hex_ in enemies)
        gives, note = MINED * near, "8 shaped-charge damage and 2 critical damage to whoever enters one of the hexes."
    return Preview(gives=min(1.0, gives), notes=(note,), spot=(order.q, order.r, 0))


def mine_risk(state: State, unit: Unit, path: tuple[Hex, ...], way: str) -> float:
    """What the mines on a path would do to a unit, as a share of it; one that jumps meets only the last."""
    if not state.mines or not sets_off_mines(state, unit) or way in CLEARING:
        return 0.0
    entered = path[-1:] if way == "jump" else path
    met = sum(hex_ in state.mines for hex_ in entered)
    return min(unit.hp, met * mine_damage(state, unit).damage) / full_hp(state, unit.id)


def preview_siege(state: State, unit: Unit, order: EnterSiege) -> Preview:  # noqa: ARG001 - one of the previews
    """Siege mode is worth what it adds to the best volley."""
    steady = unit.clone()
    steady.sieging = True
    note = "Artillery: +10 accuracy, 1 hex less scatter; the siege cannon reaches 3 hexes farther. No move until left."
    return Preview(gives=_gain(state, unit, steady), notes=(note,))


def preview_leaving(state: State, unit: Unit, order: LeaveSiege) -> Preview:  # noqa: ARG001 - one of the previews
    """Leaving is worth something when there is nobody to shoot at."""
    if best_volley(state, unit, legal_volleys(state, unit)):
        return Preview(notes=("Enemies are in reach.",))
    return Preview(gives=FREE_AGAIN, notes=("No enemy is in reach.",))


def preview_plotting(state: State, unit: Unit, order: PlotFire) -> Preview:  # noqa: ARG001 - one of the previews
    """Fire control is worth what it adds to the best volley."""
    plotted = unit.clone()
    plotted.plotted = True
    note = "Artillery: +20 accuracy, 1 hex less scatter until your next phase."
    return Preview(gives=_gain(state, unit, plotted), notes=(note,))


def _gain(state: State, unit: Unit, better: Unit) -> float:
    before = best_volley(state, unit, legal_volleys(state, unit))
    return max(0.0, best_volley(state, better, legal_volleys(state, better)) - before)


def preview_leave(state: State, unit: Unit, order: Leave) -> Preview:  # noqa: ARG001 - one of the previews
    """The points of an exit."""
    objective = exit_at(state, unit)
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points; the unit is out of the battle.",))


def preview_scan(state: State, unit: Unit, order: ScanSite) -> Preview:
    """The points of a site to scan."""
    objective = site_at(state, unit.seat, SCAN, (order.q, order.r))
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points.",), spot=(order.q, order.r, 0))


def preview_hack(state: State, unit: Unit, order: HackSite) -> Preview:
    """The points of a site to hack, as often as the die lets the hacker in."""
    objective = site_at(state, unit.seat, HACK, (order.q, order.r))
    if objective is None:
        return Preview()
    chance = max(0, 100 - objective.rating) / 100
    note = f"Gets in on {objective.rating} or more; {objective.points} points."
    return Preview(odds=OddsCard(chance, 0.0, {}), gives=DONE * chance, notes=(note,), spot=(order.q, order.r, 0))
