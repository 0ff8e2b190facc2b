"""2.2, 2.6, 3.4a and 14.1a: tests: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.blitz.dice_tests import events as e
from gearlock.systems.blitz.dice_tests import words as w
from gearlock.systems.blitz.dice_tests.answers import refuse_bonus, refuse_boost, refuse_jam_signal, refuse_reroll
from gearlock.systems.blitz.dice_tests.orders import AddDice, BoostComms, JamSignal, Reroll
from gearlock.systems.blitz.state import State

DICE_TESTS: Chapter[State] = Chapter(
    "2.2: dice tests",
    orders=(
        OrderRules(AddDice, "bonus", refuse_bonus),
        OrderRules(Reroll, "reroll", refuse_reroll),
        OrderRules(BoostComms, "boost", refuse_boost),
        OrderRules(JamSignal, "jam signal", refuse_jam_signal),
    ),
    events={
        e.DiceAdded: w.added,
        e.RollMade: w.rolled,
        e.Rerolled: w.rerolled,
        e.Failed: w.failed,
        e.SandCaught: None,
        e.Transmitted: w.transmitted,
        e.SignalJammed: w.signal_jammed,
        e.JammingReduced: w.jamming_reduced,
        e.CallEnded: w.call_ended,
        e.SandCaught: None,
    },
)
