"""3.0b, 16.1 and 16.2: deployment and reserves: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.blitz.deployment import events as e
from gearlock.systems.blitz.deployment import words as w
from gearlock.systems.blitz.deployment.airdrop import TRIES, aim_drop, guess_drop, refuse_drop
from gearlock.systems.blitz.deployment.distances import aim_distance, guess_distance, refuse_distance
from gearlock.systems.blitz.deployment.orders import (
    ChooseSide,
    Declare,
    Deploy,
    DeployAboard,
    Drop,
    NoteDistance,
    Prepare,
    Reposition,
)
from gearlock.systems.blitz.deployment.places import (
    PLACES,
    aim_deploy,
    guess_deploy,
    refuse_aboard,
    refuse_deploy,
    refuse_prepare,
)
from gearlock.systems.blitz.deployment.repositioning import aim_reposition, guess_reposition, refuse_reposition
from gearlock.systems.blitz.deployment.reserves import refuse_declare
from gearlock.systems.blitz.deployment.taking_sides import refuse_side
from gearlock.systems.blitz.state import State

DEPLOYMENT: Chapter[State] = Chapter(
    "3.0b, 16.1, 16.2: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(Declare, "declare", refuse_declare),
        OrderRules(DeployAboard, "deploy", refuse_aboard),
        OrderRules(Deploy, "deploy", refuse_deploy, None, guess_deploy, PLACES + 1, aim_deploy),
        OrderRules(NoteDistance, "distance", refuse_distance, None, guess_distance, aim=aim_distance),
        OrderRules(Prepare, "prepare", refuse_prepare),
        OrderRules(Drop, "drop", refuse_drop, None, guess_drop, TRIES + 1, aim_drop),
        OrderRules(Reposition, "reposition", refuse_reposition, None, guess_reposition, aim=aim_reposition),
    ),
    events={
        e.DefectFound: w.defect,
        e.InspectionEnded: None,
        e.SideTaken: w.side,
        e.ChoiceGiven: w.given,
        e.Declared: w.declared,
        e.DeclaringPassed: None,
        e.Deployed: w.deployed,
        e.SetBeyond: w.set_beyond,
        e.Boarded: w.boarded,
        e.DeploymentPassed: None,
        e.Prepared: w.prepared,
        e.ScoutingBegun: w.scouting,
        e.ScoutingEnded: None,
        e.DropBegun: w.drop_begun,
        e.Dropped: w.dropped,
        e.DropDelayed: w.delayed,
        e.Repositioned: w.repositioned,
    },
)
