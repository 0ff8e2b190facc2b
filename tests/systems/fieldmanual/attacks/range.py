"""A firing range for tests: two Jägers on an open table, and shots fired at each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gearlock.kernel.orders import Refusal
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, AttackMet, Terms
from gearlock.systems.fieldmanual.datacards import read_weapon_rows
from gearlock.systems.fieldmanual.dice_tests import SkillRolled
from gearlock.systems.fieldmanual.state import COMBAT, State, Unit
from gearlock.table.terrain import Piece
from systems.fieldmanual.tables import Answer, Played, activate, play, put, table


def code_of(found: Refusal | None) -> str:
    """Why something is refused, in a word; empty if it is not."""
    return "" if found is None else found.code


def weapons(text: str) -> dict[str, Any]:
    """Card entries with these weapon rows."""
    return {"weapons": read_weapon_rows(text)}


def duel(
    distance: float = 10, *pieces: Piece, red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None
) -> State:
    """Red at (24, 10) facing north, blue so many inches of clear space away facing south; both at Combat Speed, Walker.

    `red` and `blue` are what is different about them; `card` names another card.
    """
    state = table(*pieces)
    ours, theirs = {"band": COMBAT, **(red or {})}, {"band": COMBAT, **(blue or {})}
    first = put(state, "red-1", ours.pop("card", "jager"), 24, 10, ours.pop("facing", 90), **ours)
    second = put(state, "blue-1", theirs.pop("card", "jager"), 24, 10, theirs.pop("facing", 270), **theirs)
    second.y += round(distance * 1000) + first.card.radius + second.card.radius
    activate(state, "red-1")
    return state


def shoot(
    state: State,
    weapon: str = "LAC",
    *dice: Iterable[int],
    target: str = "blue-1",
    terms: Terms | None = None,
    answer: Answer | None = None,
    unit: str = "red-1",
    **more: Any,
) -> Played:
    """Carry an attack out with these dice."""
    order = Attack(unit, weapon, target, **more)
    return play(state, lambda ctx: resolve_attack(ctx, order, terms), *dice, answer=answer)


def margins(played: Played) -> list[int]:
    """The margins of all defenses, in order."""
    return [event.margin for event in played.of(AttackMet)]


def lines(played: Played, purpose: str) -> dict[str, int]:
    """The lines of a roll by rule, without what is skill."""
    (rolled,) = [event for event in played.of(SkillRolled) if event.purpose == purpose]
    return {
        line.rule.removeprefix("fieldmanual."): line.value for line in rolled.lines if line.rule != "fieldmanual.skills"
    }


def model(played: Played, name: str = "blue-1") -> Unit:
    return played.state.units[name]
