"""What became of the models of a battle, and who struck down whom: read off the events when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gearlock.kernel.battle import Battle
from gearlock.kernel.counterparts import Fielded


class Fallen(NamedTuple):
    """A model that was lost: whose it was, and who attacked it last before that; nobody where it fell otherwise."""

    whose: str
    model: str
    by: str = ""
    by_model: str = ""


class Entered(NamedTuple):
    """Models of one kind that a side brought: how many, how many of them were lost, and what they cost together."""

    models: int
    lost: int
    price: int


def models_of(fielded: Mapping[str, Fielded]) -> dict[str, dict[str, Entered]]:
    """The models of each seat by their names."""
    found: dict[str, dict[str, Entered]] = {}
    for seat, model, price, lost in fielded.values():
        side = found.setdefault(seat, {})
        count, gone, paid = side.get(model, (0, 0, 0))
        side[model] = Entered(count + 1, gone + lost, paid + price)
    return found


def fallen_in(battle: Battle[Any]) -> tuple[Fallen, ...]:
    """Everything that was lost, in its order, with who attacked it last; by seats.

    The battle is gone through once more event by event: an attack is what the story shows as one.
    """
    system, beside = battle.system, battle.system.counterparts
    if beside is None or not any(lost for lost, _ in beside.losses(battle.state).values()):
        return ()
    state = system.begin(battle.setup)
    struck_by: dict[str, str] = {}
    there = beside.fielded(state)
    found: list[Fallen] = []
    for event in (event for entry in battle.entries for event in entry.events):
        system.apply(state, event)
        told = system.tell(state, event, None)
        for shot in told.shots if told else ():
            if shot.by and shot.by != shot.at:
                struck_by[shot.at] = shot.by
        now = beside.fielded(state)
        if now != there:
            gone = [unit for unit, model in now.items() if model.lost and not (unit in there and there[unit].lost)]
            found += [_fallen(unit, now, struck_by.get(unit, "")) for unit in gone]
            there = now
    return tuple(found)


def _fallen(unit: str, now: Mapping[str, Fielded], by: str) -> Fallen:
    victim, killer = now[unit], now.get(by)
    return Fallen(victim.seat, victim.model, killer.seat if killer else "", killer.model if killer else "")
