"""Electronic warfare: what may be answered, what is refused, what each answer would mean."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.comms.comms_rating import boosters, comms_rating
from gearlock.systems.brigands.comms.orders import Boost
from gearlock.systems.brigands.electronic_warfare import orders as o
from gearlock.systems.brigands.electronic_warfare.contest import active_jammers
from gearlock.systems.brigands.electronic_warfare.defending import able_defenders, refuse_disabling, refuse_raising
from gearlock.systems.brigands.electronic_warfare.scanning import refuse_scan
from gearlock.systems.brigands.electronic_warfare.scrambling import refuse_scramble, refuse_unscramble
from gearlock.systems.brigands.lock_and_cover.sensing import has_sensor_lock
from gearlock.systems.brigands.lock_and_cover.sharing import lenders_on
from gearlock.systems.brigands.objectives.scans import scannable_wrecks
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import State, Unit, opponent


@rule("brigands.8.3", "brigands.8.4")
@heeds("brigands.8.1")
def offer_electronics(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    traits = unit.line.traits
    if not payment(unit) or not ("ECM" in traits or "ECCM" in traits or "Comms" in traits):
        return
    if refuse_raising(unit) is None:
        yield Pick(f"ECM Defense:{unit.trait('ECM')}", o.RaiseDefense(unit.id), "brigands.8.3d")
    for enemy in state.fielded(opponent(unit.seat)):
        yield from _options_on(state, unit, enemy)
    for wreck in scannable_wrecks(state, unit.seat):
        scan = o.DetailedScan(unit.id, wreck.id)
        if refuse_scan(state, scan) is None:
            yield Target(f"Detailed Scan of the wreck of the {wreck.name}", scan, "brigands.8.2f", unit=wreck.id)
    if "ECCM" in traits:
        for friend in state.fielded(unit.seat):
            order = o.Unscramble(unit.id, friend.id)
            if friend.haywire and refuse_unscramble(state, order) is None:
                yield Target(f"Unscramble the {friend.name}", order, "brigands.8.4c", unit=friend.id)


def _options_on(state: State, unit: Unit, enemy: Unit) -> Iterator[Option]:
    """What may be done to an enemy in Sensor Lock, or else by the Lock of each friend who could share it."""
    sharers = [""] if has_sensor_lock(state, unit, enemy) else [one.id for one in lenders_on(state, unit, enemy)]
    for sharer in sharers:
        scramble, scan = o.Scramble(unit.id, enemy.id, sharer), o.DetailedScan(unit.id, enemy.id, sharer)
        disable = o.DisableDefense(unit.id, enemy.id, sharer)
        on = f"{enemy.name}{f' by the sensors of the {state.units[sharer].name}' if sharer else ''}"
        if refuse_scramble(state, scramble) is None:
            yield Target(f"Scramble the {on}", scramble, "brigands.8.3c", unit=enemy.id)
        if refuse_scan(state, scan) is None:
            yield Target(f"Detailed Scan of the {on}", scan, "brigands.8.2f", unit=enemy.id)
        if enemy.jamming and refuse_disabling(state, disable) is None:
            yield Target(f"Disable the ECM Defense of the {on}", disable, "brigands.8.4d", unit=enemy.id)


def offer_jamming(state: State, ask: Ask) -> Iterator[Option]:
    origin = state.units[ask.about[0]]
    for unit in active_jammers(state, origin):
        yield Pick(f"Active ECM:{unit.trait('ECM')} by the {unit.name}", o.Jam(unit.id, origin.id), ask.rule)
    yield decline("Let it pass", ask.rule)


def offer_boosts(state: State, ask: Ask) -> Iterator[Option]:
    origin = state.units[ask.about[0]]
    for unit in boosters(state, origin, ask.about[1]):
        label = f"Boost by the {unit.name}: {comms_rating(state, unit)}"
        yield Pick(label, Boost(unit.id, origin.id), ask.rule)
    yield decline("No Boost", ask.rule)


def offer_defenses(state: State, ask: Ask) -> Iterator[Option]:
    for unit in able_defenders(state, ask.seat):
        yield Pick(f"ECM Defense:{unit.trait('ECM')} by the {unit.name}", o.RaiseDefense(unit.id), ask.rule)
    yield decline("Pass", ask.rule)


def refuse_raising_now(state: State, ask: Ask, _order: o.RaiseDefense) -> Refusal | None:
    return refuse_raising(state.units[ask.unit])
