"""Command Points: what is declared of them."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.command import events as e
from gearlock.systems.fieldmanual.command import words as w
from gearlock.systems.fieldmanual.command.answers import refuse_neural_net, refuse_reroll, refuse_reroll_other
from gearlock.systems.fieldmanual.command.orders import Command, Reroll, RerollOther, Uplink, UseNeuralNet
from gearlock.systems.fieldmanual.command.tests import ADD_DIE, REROLL, REROLL_OTHER
from gearlock.systems.fieldmanual.command.uplink import refuse_uplink, resolve_uplink
from gearlock.systems.fieldmanual.command.windows import COMMAND, refuse_command, resolve_own_command
from gearlock.systems.fieldmanual.state import State

COMMAND_POINTS: Chapter[State] = Chapter(
    "Command Points",
    orders=(
        OrderRules(UseNeuralNet, ADD_DIE, refuse_neural_net),
        OrderRules(Reroll, REROLL, refuse_reroll),
        OrderRules(RerollOther, REROLL_OTHER, refuse_reroll_other),
        OrderRules(Command, (COMMAND, "act"), refuse_command, resolve_own_command),
        OrderRules(Uplink, "act", by_order(refuse_uplink), resolve_uplink),
    ),
    events={
        e.PointIssued: w.issued,
        e.PointBlocked: w.blocked,
        e.SkillRerolled: w.rerolled,
        e.OtherRerolled: w.other_rerolled,
        e.NeuralNetUsed: w.neural_net,
        e.CalledUp: w.called_up,
        e.ActionGiven: w.action_given,
        e.UplinkUsed: w.uplink,
        e.PointGained: w.gained,
    },
)
