"""3.6: what is declared of infantry."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.tactical.infantry import words as w
from gearlock.systems.tactical.infantry.events import SquadHurt
from gearlock.systems.tactical.state import State

INFANTRY: Chapter[State] = Chapter("3.6: Infantry", events={SquadHurt: w.squad_hurt})
