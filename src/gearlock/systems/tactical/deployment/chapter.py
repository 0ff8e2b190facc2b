"""2.6.2, Step Zero: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.deployment import events as e
from gearlock.systems.tactical.deployment import words as w
from gearlock.systems.tactical.deployment.orders import Appoint, Deploy, DeployAboard, DeployFirst, Hide
from gearlock.systems.tactical.deployment.places import DEPLOY, aim_deploy, guess_deploy, refuse_aboard, refuse_deploy
from gearlock.systems.tactical.deployment.tactics import APPOINT, FIRST, refuse_appoint, refuse_deploy_first
from gearlock.systems.tactical.state import State

DEPLOYMENT: Chapter[State] = Chapter(
    "2.6.2: Step Zero, Set-up",
    orders=(
        OrderRules(Appoint, APPOINT, refuse_appoint),
        OrderRules(DeployFirst, FIRST, refuse_deploy_first),
        OrderRules(DeployAboard, DEPLOY, refuse_aboard),
        OrderRules(Deploy, DEPLOY, refuse_deploy, guess=guess_deploy, aim=aim_deploy, tries=41),
        OrderRules(Hide, DEPLOY, refuse_deploy, guess=guess_deploy, aim=aim_deploy, tries=41),
    ),
    events={
        e.Appointed: w.appointed,
        e.FirstDeployer: w.first_deployer,
        e.Deployed: w.deployed,
        e.StartedAboard: w.aboard,
        e.DeploymentPassed: None,
    },
)
