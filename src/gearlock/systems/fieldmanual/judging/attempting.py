"""What a player who points at a model may have in mind: orders that the rules take, or refuse with a reason."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.survey import Attempt
from gearlock.systems.fieldmanual.attacks.answers import ways_of
from gearlock.systems.fieldmanual.attacks.orders import PLACED, SELF, Attack
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.reactions.reaction_fire import ANSWER, FIRE
from gearlock.systems.fieldmanual.rounds.activation import BAND_WORDS
from gearlock.systems.fieldmanual.rounds.orders import Activate
from gearlock.systems.fieldmanual.state import ALOFT, BANDS, FIELDED, State, Unit


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy with every weapon of whoever is asked; activating a model of one's own at every speed."""
    target = state.units.get(piece)
    if target is None or target.status not in (FIELDED, ALOFT):
        return
    if target.seat == ask.seat:
        if ask.kind == "activate":
            yield from (Attempt(BAND_WORDS[band], Activate(piece, target.mode, band)) for band in BANDS)
        return
    unit = state.units.get(ask.unit)
    if unit is None or ask.kind not in ("act", FIRE, ANSWER):
        yield Attempt("Attack", Attack(ask.unit, "", piece))
        return
    yield from _with_every_weapon(unit, piece, ask.kind == "act")


def _with_every_weapon(unit: Unit, piece: str, melee: bool) -> Iterator[Attempt]:
    """Every weapon in every way it has at one target."""
    for mount in unit.card.weapons:
        if mount.weapon.is_melee:
            if melee:
                yield Attempt(mount.name, Strike(unit.id, mount.id, piece))
            continue
        for way in ways_of(mount):
            if way not in (PLACED, SELF):
                yield Attempt(f"{mount.name}, {way}", Attack(unit.id, mount.id, piece, way=way))
