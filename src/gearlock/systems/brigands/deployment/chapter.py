"""11.4: deployment: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.deployment import events as e
from gearlock.systems.brigands.deployment import words as w
from gearlock.systems.brigands.deployment.groups import refuse_set_aside
from gearlock.systems.brigands.deployment.guesses import PLACES, aim_deploy, guess_deploy
from gearlock.systems.brigands.deployment.orders import ChooseSide, Deploy, Pathfind, SetAside
from gearlock.systems.brigands.deployment.pathfinders import refuse_pathfind
from gearlock.systems.brigands.deployment.places import refuse_deploy
from gearlock.systems.brigands.deployment.taking_sides import refuse_side
from gearlock.systems.brigands.state import State

DEPLOYMENT: Chapter[State] = Chapter(
    "11.4: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(
            Deploy,
            "deploy",
            refuse_deploy,
            guess=guess_deploy,
            tries=PLACES + 1,
            aim=aim_deploy,
        ),
        OrderRules(SetAside, "deploy", refuse_set_aside),
        OrderRules(Pathfind, "pathfind", refuse_pathfind),
    ),
    events={
        e.RolledOff: w.rolled_off,
        e.DeploymentOpened: w.opened,
        e.Deployed: w.deployed,
        e.DeploymentPassed: None,
        e.ZonesRolled: w.zones,
        e.SideTaken: w.side,
        e.PhaseOpened: None,
        e.TurnGiven: None,
        e.GroupSetAside: w.aside,
        e.AirdropRolled: w.airdrop,
        e.PathfinderStarted: w.pathfinder,
        e.PathfindersStayed: None,
    },
)
