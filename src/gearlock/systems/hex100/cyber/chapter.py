"""Jamming, hacking, networks and EMP: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import acting
from gearlock.systems.hex100.cyber import events as e
from gearlock.systems.hex100.cyber import orders as o
from gearlock.systems.hex100.cyber import words as w
from gearlock.systems.hex100.cyber.hacking import refuse_hack, resolve_hack
from gearlock.systems.hex100.cyber.jamming import (
    refuse_jam,
    refuse_mass_fortify,
    refuse_mass_jam,
    resolve_jam,
    resolve_mass_fortify,
    resolve_mass_jam,
)
from gearlock.systems.hex100.cyber.link import refuse_switch, resolve_switch
from gearlock.systems.hex100.cyber.recovery import refuse_recovery, resolve_recovery
from gearlock.systems.hex100.state import State

CYBER: Chapter[State] = Chapter(
    "Jamming, hacking, networks and EMP",
    orders=(
        OrderRules(o.Jam, "act", acting(refuse_jam), resolve_jam),
        OrderRules(o.Hack, "act", acting(refuse_hack), resolve_hack),
        OrderRules(o.MassJam, "act", acting(refuse_mass_jam), resolve_mass_jam),
        OrderRules(o.MassFortify, "act", acting(refuse_mass_fortify), resolve_mass_fortify),
        OrderRules(o.SwitchLink, "act", acting(refuse_switch), resolve_switch),
        OrderRules(o.Recover, "act", acting(refuse_recovery), resolve_recovery),
    ),
    events=(
        e.Jammed,
        e.JamResisted,
        e.Hacked,
        e.HackRolled,
        e.Shocked,
        e.Crashed,
        e.PoolCut,
        e.Recovered,
        e.LinkSwitched,
        e.Fortified,
    ),
    words={
        e.Jammed: w.jammed,
        e.JamResisted: w.jam_resisted,
        e.Hacked: w.hacked,
        e.HackRolled: w.hack_rolled,
        e.Shocked: w.shocked,
        e.Crashed: w.crashed,
        e.PoolCut: w.pool_cut,
        e.Recovered: w.recovered,
        e.LinkSwitched: w.link_switched,
        e.Fortified: w.fortified,
    },
)
