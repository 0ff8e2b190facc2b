"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.systems.hex100.actions.orders import ChangeAmmo, HandsOn
from gearlock.systems.hex100.attacks.orders import (
    Attack,
    Bombard,
    EnterSiege,
    FireReserve,
    HoldBack,
    LeaveSiege,
    PlotFire,
    Reserve,
)
from gearlock.systems.hex100.damage.orders import SpendCharges
from gearlock.systems.hex100.defences.orders import Intercept, Launch, LaySmoke, SwitchRounds, Ward
from gearlock.systems.hex100.deployment.orders import Deploy
from gearlock.systems.hex100.detection.orders import ActiveLock, LockOn, LookAround, MarkHex, MarkTarget, Resist, Search
from gearlock.systems.hex100.drones.orders import FieldDrone, Reactivate, SetMode, TurnDrone, Undock
from gearlock.systems.hex100.drones.terror.orders import PullOff, ShakeOff, ShootOff
from gearlock.systems.hex100.electronic_warfare.orders import Hack, Jam, MassFortify, MassJam, Recover, SwitchLink
from gearlock.systems.hex100.judging.attacks_and_moves import (
    by_owner,
    preview_attack,
    preview_bombardment,
    preview_disengage,
    preview_focus,
    preview_hold_back,
    preview_lock,
    preview_move,
    preview_place,
    preview_reserve,
    preview_reserve_fired,
    staying,
)
from gearlock.systems.hex100.judging.drone_modes import preview_command, preview_reactivation
from gearlock.systems.hex100.judging.interceptions import preview_charges, preview_interception
from gearlock.systems.hex100.judging.jams_and_hacks import (
    fortify_preview,
    hack_preview,
    jam_preview,
    mass_jam_preview,
    recovery_preview,
    switch_preview,
)
from gearlock.systems.hex100.judging.locks_and_searches import (
    preview_active_lock,
    preview_hex,
    preview_marking,
    preview_search,
)
from gearlock.systems.hex100.judging.rams_and_gaits import gait_preview
from gearlock.systems.hex100.judging.terror_drones import pull_preview, shake_preview, shoot_preview
from gearlock.systems.hex100.judging.utility_actions import (
    preview_hack,
    preview_launch,
    preview_leave,
    preview_leaving,
    preview_plotting,
    preview_scan,
    preview_siege,
    preview_smoke,
    preview_ward,
)
from gearlock.systems.hex100.movement.orders import Disengage, Move, TakeGait
from gearlock.systems.hex100.objectives.orders import HackSite, Leave, ScanSite
from gearlock.systems.hex100.shown.costs import (
    attack_cost,
    bombard_cost,
    charges_cost,
    commander_cost,
    interception_cost,
    move_cost,
    reserve_cost,
    utility_cost,
)
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns.orders import Activate, EndTurn, Focus

PREVIEWS: Previews[State] = Previews(
    {
        Deploy: preview_place,
        Leave: staying(preview_leave),
        ScanSite: staying(preview_scan),
        HackSite: staying(preview_hack),
        TakeGait: staying(gait_preview),
        Jam: staying(jam_preview),
        Hack: staying(hack_preview),
        MassJam: staying(mass_jam_preview),
        MassFortify: staying(fortify_preview),
        SwitchLink: staying(switch_preview),
        Recover: staying(recovery_preview),
        FieldDrone: preview_place,
        SetMode: staying(preview_command),
        Undock: staying(preview_command),
        TurnDrone: staying(preview_command),
        Reactivate: staying(preview_reactivation),
        ShakeOff: staying(shake_preview),
        PullOff: staying(pull_preview),
        ShootOff: staying(shoot_preview),
        Attack: staying(preview_attack),
        Bombard: staying(preview_bombardment),
        HoldBack: staying(preview_hold_back),
        Reserve: staying(preview_reserve),
        FireReserve: by_owner(preview_reserve_fired),
        Search: staying(preview_search),
        MarkTarget: staying(preview_marking),
        MarkHex: staying(preview_hex),
        ActiveLock: staying(preview_active_lock),
        Move: by_owner(preview_move),
        Disengage: by_owner(preview_disengage),
        LockOn: staying(preview_lock),
        Resist: staying(),
        Focus: staying(preview_focus),
        Activate: staying(),
        ChangeAmmo: staying(),
        LookAround: staying(),
        HandsOn: staying(),
        EndTurn: staying(),
        Ward: staying(preview_ward),
        LaySmoke: staying(preview_smoke),
        EnterSiege: staying(preview_siege),
        LeaveSiege: staying(preview_leaving),
        PlotFire: staying(preview_plotting),
        Launch: staying(preview_launch),
        SwitchRounds: staying(),
        Intercept: by_owner(preview_interception),
        SpendCharges: by_owner(preview_charges),
    },
    {
        Attack: attack_cost,
        Bombard: bombard_cost,
        FireReserve: reserve_cost,
        Move: move_cost,
        LockOn: utility_cost,
        Resist: utility_cost,
        ChangeAmmo: utility_cost,
        LookAround: commander_cost,
        HandsOn: commander_cost,
        Intercept: interception_cost,
        SpendCharges: charges_cost,
    },
)
