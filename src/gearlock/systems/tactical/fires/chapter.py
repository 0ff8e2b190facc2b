"""3.4.4: what is declared of fires."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.fires import events as e
from gearlock.systems.tactical.fires import words as w
from gearlock.systems.tactical.fires.orders import SetFire
from gearlock.systems.tactical.fires.setting import aim_fire, guess_fire, refuse_set_fire, resolve_set_fire
from gearlock.systems.tactical.state import State

FIRES: Chapter[State] = Chapter(
    "3.4.4: Incendiary Effects",
    orders=(OrderRules(SetFire, "act", by_order(refuse_set_fire), resolve_set_fire, guess=guess_fire, aim=aim_fire),),
    events={
        e.Kindled: w.kindled,
        e.FireStarted: w.started,
        e.FireGrew: w.grew,
        e.WindRose: w.wind,
        e.BurnedOn: None,
    },
)
