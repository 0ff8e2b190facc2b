"""2.6.10, 3.5: what is declared of damage."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.damage import built as b
from gearlock.systems.tactical.damage import events as e
from gearlock.systems.tactical.damage import words as w
from gearlock.systems.tactical.damage.choosing import (
    SHIELD,
    WHICH,
    refuse_harm,
    refuse_shield,
)
from gearlock.systems.tactical.damage.orders import HarmSystem, ShieldWeapons
from gearlock.systems.tactical.state import State

DAMAGE: Chapter[State] = Chapter(
    "2.6.10, 3.5: Damage",
    orders=(OrderRules(HarmSystem, WHICH, refuse_harm), OrderRules(ShieldWeapons, SHIELD, refuse_shield)),
    events={
        e.DamageCompared: w.compared,
        e.CoverAbsorbed: w.absorbed,
        e.CountersSet: w.counters,
        e.ArmorLost: w.armor,
        e.SystemHarmed: w.harmed,
        e.SystemSpared: w.spared,
        e.PerkUsedUp: w.used_up,
        e.CrewStunned: w.stunned,
        e.DebtPaid: w.debt,
        e.CrewFell: w.crew_fell,
        e.UnitLost: w.lost,
        e.KnockedDown: w.knocked_down,
        e.SetAlight: w.alight,
        e.PassengersOut: w.got_out,
        b.StructureHurt: b.structure_hurt,
        b.StructureFell: b.structure_fell,
        b.Dropped: b.dropped,
    },
)
