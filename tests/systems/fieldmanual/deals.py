"""Models that buy options in forces of any army, with cards that a player brings."""

from __future__ import annotations

from typing import TypedDict, Unpack

from gearlock.kernel.force import Roster
from gearlock.systems.fieldmanual.army.building import Recruit
from gearlock.systems.fieldmanual.datacards import Card
from systems.fieldmanual.roll_call import OwnFiles, card, expect, force, found, of

NOTHING = OwnFiles([card("Placeholder", 10)])


class Deal(TypedDict, total=False):
    """Where a model buys: in a force of which faction, army, era and size, in a veteran group or not."""

    faction: str
    army: str
    era: str
    size: int
    veteran: bool


def _written(group: str, model: str, options: str, own: OwnFiles, deal: Deal) -> tuple[Roster, OwnFiles]:
    """A roster of one group that has these models on its list, and nothing else."""
    count, _, name = model.partition("x ") if model[0].isdigit() else ("1", "", model)
    faction = deal.get("faction", "South")
    files = OwnFiles(own.texts["cards.csv"].splitlines()[1:], [f'{faction},{group},Core,,"{count} x {name}"'])
    said = "".join(f"{key} {deal[key]}\n" for key in ("army", "era") if deal.get(key))
    body = f"squad {group}{': Veteran' * deal.get('veteran', False)}\n    {model}: {options}\n"
    more = f"{files.headers}{said}proposed yes\n"
    return of(body, faction=faction, more=more, size=deal.get("size", 2000)), files


def bought(group: str, model: str, options: str, own: OwnFiles, **deal: Unpack[Deal]) -> Recruit:
    """Models of a legal force with these options."""
    written, files = _written(group, model, options, own, deal)
    assert [fault.text("roster") for fault in found(written, files)] == []
    return force(written, files).squads[0].recruits[0]


def refused(group: str, model: str, options: str, own: OwnFiles, rule: str, words: str, **deal: Unpack[Deal]) -> None:
    """The one rule that this breaks."""
    written, files = _written(group, model, options, own, deal)
    expect(written, rule, words, files)


def weapons(recruit: Recruit) -> list[str]:
    """The names of its weapon rows, with its options."""
    assert recruit.fitted is not None
    return [mount.name for mount in recruit.fitted.card.weapons]


def played(recruit: Recruit) -> Card:
    """Its card with its options."""
    assert recruit.fitted is not None
    return recruit.fitted.card
