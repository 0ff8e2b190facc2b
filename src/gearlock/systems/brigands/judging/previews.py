"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.systems.brigands.attacking.orders import Attack, Demolish, SnapFire
from gearlock.systems.brigands.command.orders import GiveOrder, Reroll
from gearlock.systems.brigands.comms.orders import Boost
from gearlock.systems.brigands.deployment.answers import preview_set_aside
from gearlock.systems.brigands.deployment.orders import Deploy, Pathfind, SetAside
from gearlock.systems.brigands.deployment.pathfinders import preview_pathfind
from gearlock.systems.brigands.drones.orders import PlaceDrone
from gearlock.systems.brigands.electronic_warfare.orders import (
    DetailedScan,
    DisableDefense,
    Jam,
    RaiseDefense,
    Scramble,
    Unscramble,
)
from gearlock.systems.brigands.forward_observation.orders import ChainAttack, Designate, Observe
from gearlock.systems.brigands.judging.electronic_warfare import (
    preview_boost,
    preview_disabling,
    preview_jam,
    preview_raising,
    preview_scan,
    preview_scramble,
    preview_unscramble,
)
from gearlock.systems.brigands.judging.forward_observation import (
    preview_chain,
    preview_designation,
    preview_observation,
)
from gearlock.systems.brigands.judging.mending import preview_mending
from gearlock.systems.brigands.judging.moves_and_attacks import (
    preview_attack,
    preview_demolition,
    preview_deploy,
    preview_order,
    preview_pose,
    preview_posture,
    preview_smoke,
    preview_snap_fire,
    preview_waiting,
    staying,
)
from gearlock.systems.brigands.judging.reroll_odds import preview_reroll
from gearlock.systems.brigands.judging.transport import (
    preview_bail_out,
    preview_disembark,
    preview_drone,
    preview_embark,
)
from gearlock.systems.brigands.lock_and_cover.orders import FireSmoke
from gearlock.systems.brigands.mending.orders import PatchUp, Repair
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, EndMove, Jump, Move, Slide, Turn
from gearlock.systems.brigands.objectives.answers import preview_choice, preview_marker
from gearlock.systems.brigands.objectives.orders import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.reactions.orders import Overwatch, Standby
from gearlock.systems.brigands.rounds.orders import Activate, EndActivation
from gearlock.systems.brigands.shown.costs import action_cost, attack_cost, command_cost, reroll_cost
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.transport.orders import BailOut, Disembark, Embark

PREVIEWS: Previews[State] = Previews(
    {
        Attack: preview_attack,
        Reroll: preview_reroll,
        GiveOrder: preview_order,
        PlaceDrone: staying(preview_drone),
        Embark: staying(preview_embark),
        Disembark: staying(preview_disembark),
        BailOut: staying(preview_bail_out),
        Jam: staying(preview_jam),
        Boost: staying(preview_boost),
        DetailedScan: staying(preview_scan),
        Scramble: staying(preview_scramble),
        Unscramble: staying(preview_unscramble),
        RaiseDefense: staying(preview_raising),
        DisableDefense: staying(preview_disabling),
        Repair: staying(preview_mending),
        PatchUp: staying(preview_mending),
        Move: preview_pose,
        Climb: preview_pose,
        Jump: preview_pose,
        Slide: preview_pose,
        ChangeFloor: preview_pose,
        EndMove: preview_waiting,
        Turn: preview_pose,
        Demolish: preview_demolition,
        ChooseObjective: staying(preview_choice),
        PlaceMarker: staying(preview_marker),
        Observe: staying(preview_observation),
        Designate: staying(preview_designation),
        ChainAttack: staying(preview_chain),
        Standby: preview_waiting,
        Overwatch: preview_waiting,
        SnapFire: preview_snap_fire,
        Activate: preview_posture,
        EndActivation: preview_waiting,
        Deploy: preview_deploy,
        SetAside: staying(preview_set_aside),
        Pathfind: staying(preview_pathfind),
        FireSmoke: preview_smoke,
    },
    {
        Attack: attack_cost,
        Reroll: reroll_cost,
        GiveOrder: command_cost,
        Jam: action_cost,
        Boost: action_cost,
        DetailedScan: action_cost,
        Scramble: action_cost,
        Unscramble: action_cost,
        RaiseDefense: action_cost,
        DisableDefense: action_cost,
        Repair: action_cost,
        Demolish: attack_cost,
        Observe: action_cost,
        ChainAttack: attack_cost,
        SnapFire: attack_cost,
        FireSmoke: action_cost,
    },
)
