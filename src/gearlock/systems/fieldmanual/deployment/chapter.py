"""Deployment: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.fieldmanual.deployment import events as e
from gearlock.systems.fieldmanual.deployment import words as w
from gearlock.systems.fieldmanual.deployment.orders import ChooseSide, Deploy
from gearlock.systems.fieldmanual.deployment.places import PLACES, aim_deploy, guess_deploy, refuse_deploy
from gearlock.systems.fieldmanual.deployment.sides import refuse_side
from gearlock.systems.fieldmanual.state import State

DEPLOYMENT: Chapter[State] = Chapter(
    "Scenarios: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(Deploy, "deploy", refuse_deploy, None, guess_deploy, PLACES + 1, aim_deploy),
    ),
    events={
        e.EdgeRolled: w.edge_rolled,
        e.ChoiceOffered: None,
        e.SideTaken: w.side,
        e.ChoiceGiven: w.given,
        e.Deployed: w.deployed,
        e.DeploymentPassed: None,
    },
)
