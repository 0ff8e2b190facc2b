"""4.3: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.scenarios import eve
from gearlock.systems.tactical.scenarios import events as e
from gearlock.systems.tactical.scenarios import orders as o
from gearlock.systems.tactical.scenarios import words as w
from gearlock.systems.tactical.scenarios.positions import DIG_IN, refuse_digging_in
from gearlock.systems.tactical.state import State

SCENARIOS: Chapter[State] = Chapter(
    "4.3: Scenarios",
    orders=(
        OrderRules(o.KeepBack, eve.LATE_ASK, eve.refuse_keep_back),
        OrderRules(o.NameStevens, eve.STEVENS_ASK, eve.refuse_stevens),
        OrderRules(
            o.PlaceChit, eve.CHIT_ASK, eve.refuse_chit, guess=eve.guess_chit, aim=eve.aim_chit, tries=eve.GUESSES
        ),
        OrderRules(o.NoteVehicle, eve.NOTE_ASK, eve.refuse_noting),
        OrderRules(o.BeginHullDown, DIG_IN, refuse_digging_in),
    ),
    events={
        e.ForcesCounted: None,
        e.SquadronDelayed: w.delayed,
        e.StevensNamed: w.stevens,
        e.ChitPlaced: w.chit,
        e.VehicleNoted: w.noted,
        e.ChitIdentified: w.identified,
        e.HullDownBegun: w.hull_down,
        e.PreparationsOver: None,
        e.ReinforcementRolled: w.rolled,
        e.RoundJudged: None,
        e.ConvoyLetLoose: w.loose,
        e.CommandPointBrought: w.command_point,
        e.Forfeited: w.forfeited,
    },
)
