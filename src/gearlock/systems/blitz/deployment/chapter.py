"""3.0b: deployment: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.blitz.deployment import events as e
from gearlock.systems.blitz.deployment import words as w
from gearlock.systems.blitz.deployment.orders import ChooseSide, Deploy, DeployAboard
from gearlock.systems.blitz.deployment.places import (
    PLACES,
    aim_deploy,
    guess_deploy,
    refuse_aboard,
    refuse_deploy,
    refuse_side,
)
from gearlock.systems.blitz.state import State

DEPLOYMENT: Chapter[State] = Chapter(
    "3.0b: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(DeployAboard, "deploy", refuse_aboard),
        OrderRules(Deploy, "deploy", refuse_deploy, None, guess_deploy, PLACES + 1, aim_deploy),
    ),
    events={
        e.SideTaken: w.side,
        e.ChoiceGiven: w.given,
        e.Deployed: w.deployed,
        e.Boarded: w.boarded,
        e.DeploymentPassed: None,
    },
)
