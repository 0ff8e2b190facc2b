"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.kernel.orders import Order
from gearlock.kernel.view import Preview
from gearlock.systems.blitz.air.orders import Circle, Land, ResumeCircling, Strafe, TakeOff
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire, SnapFire, StandBy
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage.orders import DamageControl, Douse, MeetTrouble
from gearlock.systems.blitz.deployment.orders import Declare, Deploy, Drop, Reposition
from gearlock.systems.blitz.destructible_terrain.orders import Demolish
from gearlock.systems.blitz.dice_tests.orders import AddDice, BoostComms, JamSignal, Reroll
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
from gearlock.systems.blitz.judging import decisions, moves, signals
from gearlock.systems.blitz.judging.attacks import preview_attack, preview_snap_fire
from gearlock.systems.blitz.judging.blows import preview_brute_force, preview_crush, preview_demolition, preview_ram
from gearlock.systems.blitz.judging.keeping import (
    preview_cover,
    preview_getting_out,
    preview_recovery,
    preview_shelter,
    preview_smoke,
    preview_unloading,
)
from gearlock.systems.blitz.judging.moves import staying
from gearlock.systems.blitz.movement.orders import Climb, ComeFree, EndMove, ExtraTurn, Jump, Move
from gearlock.systems.blitz.objectives.orders import PlaceMarker
from gearlock.systems.blitz.orders.orders import GiveOrder, PassPoints
from gearlock.systems.blitz.recovery.orders import Recover
from gearlock.systems.blitz.rounds.orders import Activate, EndActivation
from gearlock.systems.blitz.shared_activation.orders import HandOver
from gearlock.systems.blitz.shown.costs import action_cost
from gearlock.systems.blitz.smoke.orders import LaySmoke
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.transport.orders import Disembark, Embark, EnterBuilding, GetOut

PAID_WITH_ACTIONS = (
    Attack, SnapFire, IndirectFire, Observe, ObserveFromAbove, BoostSensors, JamSensors, JamSights, Interfere,
    CounterInterference, JamComms, JamSignal, WatchBatteries, Scan, GiveOrder, DamageControl, ExtraTurn,
    Demolish, BruteForce, Ram, Crush, Hide, GoHullDown, Recover,
)  # fmt: skip


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that changes nothing at once."""
    return Preview()


PREVIEWS: Previews[State] = Previews(
    {
        **dict.fromkeys(BOOK.orders, staying(preview_nothing)),
        Attack: staying(preview_attack),
        IndirectFire: staying(signals.preview_indirect),
        Observe: staying(signals.preview_observation),
        ObserveFromAbove: staying(signals.preview_satellite),
        JamSensors: staying(signals.preview_sensor_jam),
        JamSights: signals.preview_sensor_jam,
        Interfere: staying(signals.preview_interference),
        CounterInterference: staying(signals.preview_countering),
        JamComms: staying(signals.preview_comms_jam),
        JamSignal: signals.preview_comms_jam,
        BoostComms: signals.preview_boost,
        Scan: staying(signals.preview_scan),
        GiveOrder: staying(signals.preview_order),
        PassPoints: staying(signals.preview_passing),
        DamageControl: staying(decisions.preview_damage_control),
        Douse: preview_nothing,
        MeetTrouble: decisions.preview_trouble,
        AddDice: decisions.preview_bonus,
        Reroll: decisions.preview_reroll,
        SnapFire: preview_snap_fire,
        Move: moves.preview_pose,
        Climb: moves.preview_pose,
        Jump: moves.preview_pose,
        ExtraTurn: moves.preview_pose,
        ComeFree: staying(moves.preview_freeing),
        EndMove: moves.preview_waiting,
        StandBy: moves.preview_standing_by,
        EndActivation: moves.preview_waiting,
        Activate: moves.preview_posture,
        Deploy: moves.preview_deploy,
        Drop: moves.preview_deploy,
        PlaceMarker: moves.preview_marker,
        BruteForce: staying(preview_brute_force),
        Ram: staying(preview_ram),
        Crush: staying(preview_crush),
        Hide: preview_cover,
        GoHullDown: preview_cover,
        LaySmoke: preview_smoke,
        Recover: staying(preview_recovery),
        SendDrone: moves.preview_drone,
        Demolish: staying(preview_demolition),
        HandOver: moves.preview_hand_over,
        **dict.fromkeys((Circle, Strafe, ResumeCircling, Land, TakeOff), moves.preview_flight),
        **dict.fromkeys((Embark, EnterBuilding), preview_shelter),
        Disembark: preview_unloading,
        GetOut: preview_getting_out,
        Declare: moves.preview_declaring,
        Reposition: moves.preview_reposition,
    },
    dict.fromkeys(PAID_WITH_ACTIONS, action_cost),
)
