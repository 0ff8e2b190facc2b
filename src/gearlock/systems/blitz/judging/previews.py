"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.systems.blitz.attacks.orders import Attack, SnapFire, StandBy
from gearlock.systems.blitz.deployment.orders import Declare, Deploy, Reposition
from gearlock.systems.blitz.judging.attacks import preview_attack, preview_snap_fire
from gearlock.systems.blitz.judging.moves import (
    preview_declaring,
    preview_deploy,
    preview_move,
    preview_posture,
    preview_reposition,
    preview_waiting,
)
from gearlock.systems.blitz.movement.orders import Move
from gearlock.systems.blitz.rounds.orders import Activate, EndActivation
from gearlock.systems.blitz.shown.costs import action_cost
from gearlock.systems.blitz.state import State

PREVIEWS: Previews[State] = Previews(
    {
        Attack: preview_attack,
        SnapFire: preview_snap_fire,
        StandBy: preview_waiting,
        Activate: preview_posture,
        EndActivation: preview_waiting,
        Deploy: preview_deploy,
        Declare: preview_declaring,
        Reposition: preview_reposition,
        Move: preview_move,
    },
    {Attack: action_cost, SnapFire: action_cost},
)
