"""Jamming, hacking, networks and recovery: the contents."""

from __future__ import annotations

from functools import partial

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import acting
from gearlock.systems.hex100.electronic_warfare import events as e
from gearlock.systems.hex100.electronic_warfare import jamming as j
from gearlock.systems.hex100.electronic_warfare import orders as o
from gearlock.systems.hex100.electronic_warfare import words as w
from gearlock.systems.hex100.electronic_warfare.data_link import refuse_switch, resolve_switch
from gearlock.systems.hex100.electronic_warfare.hacking import Turn, refuse_hack, resolve_hack
from gearlock.systems.hex100.electronic_warfare.recovery import refuse_recovery, resolve_recovery
from gearlock.systems.hex100.state import State


def electronic_warfare(turn: Turn) -> Chapter[State]:
    """The chapter, with what becomes of drones when they or their controller are hacked."""
    return Chapter(
        "Jamming, hacking, networks and recovery",
        orders=(
            OrderRules(o.Jam, "act", acting(j.refuse_jam), j.resolve_jam),
            OrderRules(o.Hack, "act", acting(refuse_hack), partial(resolve_hack, turn=turn)),
            OrderRules(o.MassJam, "act", acting(j.refuse_mass_jam), j.resolve_mass_jam),
            OrderRules(o.MassFortify, "act", acting(j.refuse_mass_fortify), j.resolve_mass_fortify),
            OrderRules(o.SwitchLink, "act", acting(refuse_switch), resolve_switch),
            OrderRules(o.Recover, "act", acting(refuse_recovery), resolve_recovery),
        ),
        events={
            e.Jammed: w.jammed,
            e.JamResisted: w.jam_resisted,
            e.Hacked: w.hacked,
            e.HackRolled: w.hack_rolled,
            e.Recovered: w.recovered,
            e.LinkSwitched: w.link_switched,
            e.Fortified: w.fortified,
        },
    )
