"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire, SnapFire, StandBy
from gearlock.systems.blitz.deployment.orders import Deploy
from gearlock.systems.blitz.dice_tests.orders import BoostComms, JamSignal
from gearlock.systems.blitz.electronic_warfare.orders import (
    BoostSensors,
    CounterInterference,
    Interfere,
    JamComms,
    JamSensors,
    Observe,
    ObserveFromAbove,
    Scan,
    WatchBatteries,
)
from gearlock.systems.blitz.jamming.orders import JamSights
from gearlock.systems.blitz.judging import signals
from gearlock.systems.blitz.judging.attacks import preview_attack, preview_snap_fire
from gearlock.systems.blitz.judging.moves import preview_deploy, preview_posture, preview_waiting
from gearlock.systems.blitz.orders.orders import GiveOrder, PassPoints
from gearlock.systems.blitz.rounds.orders import Activate, EndActivation
from gearlock.systems.blitz.shown.costs import action_cost
from gearlock.systems.blitz.state import State

PREVIEWS: Previews[State] = Previews(
    {
        Attack: preview_attack,
        IndirectFire: signals.preview_indirect,
        Observe: signals.preview_observation,
        ObserveFromAbove: signals.preview_satellite,
        JamSensors: signals.preview_sensor_jam,
        JamSights: signals.preview_sensor_jam,
        Interfere: signals.preview_interference,
        CounterInterference: signals.preview_countering,
        JamComms: signals.preview_comms_jam,
        JamSignal: signals.preview_comms_jam,
        BoostComms: signals.preview_boost,
        Scan: signals.preview_scan,
        GiveOrder: signals.preview_order,
        PassPoints: signals.preview_passing,
        SnapFire: preview_snap_fire,
        StandBy: preview_waiting,
        Activate: preview_posture,
        EndActivation: preview_waiting,
        Deploy: preview_deploy,
    },
    dict.fromkeys(
        (
            Attack,
            SnapFire,
            IndirectFire,
            Observe,
            ObserveFromAbove,
            BoostSensors,
            JamSensors,
            JamSights,
            Interfere,
            CounterInterference,
            JamComms,
            JamSignal,
            WatchBatteries,
            Scan,
            GiveOrder,
        ),
        action_cost,
    ),
)
