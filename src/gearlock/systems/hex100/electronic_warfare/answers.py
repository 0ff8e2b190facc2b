"""Jamming, hacking, networks and recovery: what may be answered."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.systems.hex100.actions.pool import payment
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.electronic_warfare import orders as o
from gearlock.systems.hex100.electronic_warfare.data_link import refuse_switch
from gearlock.systems.hex100.electronic_warfare.hacking import is_known_hacked, refuse_hack
from gearlock.systems.hex100.electronic_warfare.jamming import refuse_ecm, refuse_jam
from gearlock.systems.hex100.electronic_warfare.recovery import refuse_recovery
from gearlock.systems.hex100.state import State, Unit


def offer_electronic_warfare(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    recover = o.Recover(unit.id)
    if refuse_recovery(state, unit, recover) is None:
        yield Pick("Recover, and end this unit's turn", recover, "hex100.recovery")
    if payment(unit, "utility") is None:
        return
    if refuse_ecm(state, unit) is None:
        yield from _jams(state, unit)
        yield from _hacks(state, unit)
    if refuse_ecm(state, unit, "nimbus") is None:
        yield Pick("Mass jamming: jam all enemies within 8 hexes", o.MassJam(unit.id), "hex100.mass-jamming")
        label = "Mass e-fortification: +10 e-war and electronic defence for allies within 8 hexes"
        yield Pick(label, o.MassFortify(unit.id), "hex100.mass-e-fortification")
    switch = o.SwitchLink(unit.id, unit.unlinked)
    if refuse_switch(state, unit, switch) is None:
        yield Pick(f"Turn the data link {'on' if switch.on else 'off'}", switch, "hex100.data-link-off")


def _jams(state: State, unit: Unit) -> Iterator[Option]:
    for enemy in state.found(unit.seat):
        jam = o.Jam(unit.id, state.contacts[unit.seat][enemy.id])
        if refuse_jam(state, unit, jam) is None:
            yield Pick(f"Jam {name_for(state, unit.seat, enemy.id)}", jam, "hex100.jamming")


def _hacks(state: State, unit: Unit) -> Iterator[Option]:
    """Enemies within reach, and the others in the network of those that are hacked already."""
    names = state.contacts[unit.seat]
    enemies = state.found(unit.seat)
    for enemy in enemies:
        name = name_for(state, unit.seat, enemy.id)
        hack = o.Hack(unit.id, names[enemy.id])
        if refuse_hack(state, unit, hack) is None:
            yield Pick(f"Hack {name}", hack, "hex100.hacking")
        for way in enemies:
            if not is_known_hacked(state, unit.seat, way):
                continue
            onward = o.Hack(unit.id, names[enemy.id], names[way.id])
            if refuse_hack(state, unit, onward) is None:
                label = f"Hack {name} through the network of {name_for(state, unit.seat, way.id)}"
                yield Pick(label, onward, "hex100.network-proliferation")
