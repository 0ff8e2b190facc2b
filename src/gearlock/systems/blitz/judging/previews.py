"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.systems.blitz.air.orders import Circle, Land, ResumeCircling, Strafe, TakeOff
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire, SnapFire, StandBy
from gearlock.systems.blitz.deployment.orders import Declare, Deploy, Reposition
from gearlock.systems.blitz.destructible_terrain.orders import Demolish
from gearlock.systems.blitz.dice_tests.orders import BoostComms, JamSignal
from gearlock.systems.blitz.drones.orders import SendDrone
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
from gearlock.systems.blitz.hiding.orders import GoHullDown, Hide
from gearlock.systems.blitz.jamming.orders import JamSights
from gearlock.systems.blitz.judging import signals
from gearlock.systems.blitz.judging.attacks import preview_attack, preview_snap_fire
from gearlock.systems.blitz.judging.blows import preview_brute_force, preview_crush, preview_demolition, preview_ram
from gearlock.systems.blitz.judging.keeping import (
    preview_cover,
    preview_getting_out,
    preview_recovery,
    preview_shelter,
    preview_smoke,
)
from gearlock.systems.blitz.judging.moves import (
    preview_declaring,
    preview_deploy,
    preview_drone,
    preview_flight,
    preview_hand_over,
    preview_move,
    preview_posture,
    preview_reposition,
    preview_waiting,
)
from gearlock.systems.blitz.movement.orders import Move
from gearlock.systems.blitz.orders.orders import GiveOrder, PassPoints
from gearlock.systems.blitz.recovery.orders import Recover
from gearlock.systems.blitz.rounds.orders import Activate, EndActivation
from gearlock.systems.blitz.shared_activation.orders import HandOver
from gearlock.systems.blitz.shown.costs import action_cost
from gearlock.systems.blitz.smoke.orders import LaySmoke
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.transport.orders import Disembark, Embark, EnterBuilding, GetOut

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
        BruteForce: preview_brute_force,
        Ram: preview_ram,
        Crush: preview_crush,
        Hide: preview_cover,
        GoHullDown: preview_cover,
        LaySmoke: preview_smoke,
        Recover: preview_recovery,
        SendDrone: preview_drone,
        Demolish: preview_demolition,
        HandOver: preview_hand_over,
        **dict.fromkeys((Circle, Strafe, ResumeCircling, Land, TakeOff), preview_flight),
        **dict.fromkeys((Embark, EnterBuilding), preview_shelter),
        **dict.fromkeys((Disembark, GetOut), preview_getting_out),
        Declare: preview_declaring,
        Reposition: preview_reposition,
        Move: preview_move,
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
            Demolish,
            BruteForce,
            Ram,
            Crush,
            Hide,
            GoHullDown,
            Recover,
        ),
        action_cost,
    ),
)
