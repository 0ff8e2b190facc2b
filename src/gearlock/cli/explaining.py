"""What bots think, at the terminal: the ways they weighed at a decision, what each is worth, and what counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from gearlock.bots.players import Player
from gearlock.bots.thoughts import LEAST, MEANINGS, Thinking, Thought, told_apart
from gearlock.cli.board import piece_marks, spot_text
from gearlock.cli.screen import console
from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View

MOST = 5
"""Ways that are shown of all that were weighed."""
CHOSEN = ">"
"""Stands before the way that was taken."""
SILENT = "    this bot does not tell what it weighs: it has no method thoughts() (docs/bots.md)"


def way_text(thought: Thought, view: View) -> str:
    """A way in words: its orders one after the other, repeated ones counted, and where they lead."""
    where = place_text(thought, view)
    runs = [(step, len(list(again))) for step, again in groupby(thought.steps)]
    steps = ", then ".join(f"{step} ({times} times)" if times > 1 else step for step, times in runs)
    return steps + (f" (to {where})" if where else "")


def place_text(thought: Thought, view: View) -> str:
    """Where a way leads; nothing if that is where the unit stands."""
    ends = thought.leads_to(view)
    return spot_text(view, *ends) if ends else ""


def worth_text(value: float) -> str:
    """What a way comes to, with its sign; nought has none."""
    return f"{value:+.2f}" if abs(value) >= LEAST else " 0.00"


def way_lines(thoughts: Sequence[Thought], view: View, marks: Sequence[str], most: int = MOST) -> Iterator[str]:
    """The best ways, each with a mark, its worth and what counts most below it."""
    for mark, thought in zip(marks, thoughts[:most], strict=False):
        yield f"  {mark:1} {worth_text(thought.worth)}  {way_text(thought, view)}"
        because = thought.because()
        if because:
            yield f"             {because}"
    if len(thoughts) > most:
        yield f"             and {len(thoughts) - most} more"


def legend_lines() -> Iterator[str]:
    """What the terms mean."""
    yield "What counts, in shares of a whole unit; what speaks against a way is below nought:"
    for name, meaning in MEANINGS.items():
        yield f"  {name:<9} {meaning}"


class Explainer:
    """Tells a battle between bots, and at every decision what was weighed. All is told: nobody plays who may not know.

    `told` keeps the same as data.
    """

    def __init__(self, battle: Battle[Any], players: dict[str, Player], aloud: bool) -> None:
        self.players = {seat: _Overheard(self, player) for seat, player in players.items()}
        self.told: list[dict[str, Any]] = []
        self._battle, self._aloud = battle, aloud
        self._narrator = Narrator(battle, None)
        if aloud:
            self._say("\n".join(legend_lines()))
            self.go_on()

    def go_on(self) -> None:
        """What has happened since."""
        if self._aloud:
            for line in self._narrator.news():
                self._say(f"  {line.text}")

    def explain(self, seat: Seat, order: Order, thoughts: Sequence[Thought], silent: str = "") -> None:
        """A decision and what led to it; or why nothing can be told of that."""
        ask, view, who = seat.ask, seat.view(), self._battle.seats_of[seat.name]
        assert ask is not None, "somebody who decides was asked"
        question, mark = ask.prompt or ask.kind, piece_marks(view).get(ask.unit, "")
        self.told.append(
            {
                "entry": len(self._battle.entries),
                "seat": seat.name,
                "bot": who,
                "question": question,
                "unit": ask.unit,
                "weighed": len(thoughts),
                "ways": [_as_data(thought, view, order) for thought in thoughts[:MOST]],
            }
        )
        if self._aloud:
            about = f" [{mark}]" if mark else ""
            self._say(f"\nRound {view.round} · {view.phase} · {seat.name}, {who}: {question}{about}", style="bold")
            self._say(silent or "\n".join(_explained(thoughts, view, order)))

    def _say(self, text: str, style: str = "") -> None:
        console.print(text, markup=False, soft_wrap=True, style=style)


class _Overheard:
    """A bot that is asked what it thought whenever it has decided."""

    def __init__(self, explainer: Explainer, player: Player) -> None:
        self._explainer, self._player = explainer, player

    def decide(self, seat: Seat) -> Order:
        order = self._player.decide(seat)
        able = isinstance(self._player, Thinking)
        thoughts = told_apart(self._player.thoughts()) if isinstance(self._player, Thinking) else ()
        self._explainer.explain(seat, order, thoughts, "" if able else SILENT)
        return order


def _explained(thoughts: Sequence[Thought], view: View, order: Order) -> Iterator[str]:
    """The ways weighed with the chosen one marked; in short where nothing spoke for any of them."""
    if not thoughts:
        yield "    nothing to weigh"
        return
    taken = next((at for at, thought in enumerate(thoughts) if thought.order == order), 0)
    if any(thought.because() for thought in thoughts):
        yield from way_lines(thoughts, view, [CHOSEN if at == taken else "" for at in range(len(thoughts))])
        return
    yield f"  {CHOSEN}        {way_text(thoughts[taken], view)}"
    if len(thoughts) > 1:
        yield f"             nothing speaks for or against any of {len(thoughts)} ways: one by lot"


def _as_data(thought: Thought, view: View, order: Order) -> dict[str, Any]:
    told: dict[str, Any] = {
        "steps": thought.steps,
        "to": place_text(thought, view),
        "worth": thought.worth,
        "terms": thought.terms,
    }
    return {**told, "chosen": thought.order == order}
