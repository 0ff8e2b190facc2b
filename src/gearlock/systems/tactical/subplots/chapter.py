"""4.1.4: what is declared of subplots."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.tactical.attacks.strays import AmmoChecked, PhantomShot
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots import events as e
from gearlock.systems.tactical.subplots import words as w

SUBPLOTS: Chapter[State] = Chapter(
    "4.1.4: Subplots",
    events={
        e.HeroFound: w.hero_found,
        e.AmmoLeftOver: w.ammo_left_over,
        AmmoChecked: w.ammo_checked,
        PhantomShot: w.phantom_shot,
        e.LoversFound: w.lovers_found,
        e.SuppliesCorrupted: w.supplies_corrupted,
        e.TempestComing: w.tempest_coming,
        e.SubplotsBegun: None,
    },
)
