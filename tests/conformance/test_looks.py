"""Whatever is played: pieces and ground come with a look that the table knows how to draw."""

from __future__ import annotations

import re
from pathlib import Path

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat

DRAWING = Path(__file__).parents[2] / "ui" / "src" / "drawing"


def known(file: str, table: str) -> set[str]:
    """The names in one of the tables of drawings of the pages."""
    text = (DRAWING / file).read_text(encoding="utf-8")
    body = text.split(f"{table}", 1)[1].split("\n};", 1)[0]
    return {name.strip('"') for name in re.findall(r'(?:^  |, )("[\w-]+"|\w+)(?=[,:(])', body, re.MULTILINE)}


FIGURES = known("standing.ts", "const STANDING:")
PARTS = known("standing.ts", "const PARTS_STANDING:")
SIGNS = known("token.ts", "const SIGNS:")
GROUND = known("ground.ts", "const ARTISTS:") | {"wreck", "mine", ""}


def test_everything_shown_has_a_drawing_that_the_table_knows(system: AnySystem) -> None:
    """Goals are for a book to tell, or not: one that has them tells them in some battle, as those of the house do."""
    fought_for = 0
    names = list(system.scenarios())
    for number, scenario in enumerate([*names[:4], *(name for name in names[4:] if name == "battle")]):
        battle = Battle.begin(system, system.prepare(scenario, number, {}))
        bots = {seat: make_bot("random", at) for at, seat in enumerate(system.seats)}
        eyes = {seat: Seat(battle, seat) for seat in system.seats}
        for _ in range(60):
            if battle.over:
                break
            seat = battle.waiting_for()[0]
            battle.answer(seat, bots[seat].decide(eyes[seat]))
        view = battle.view(None)
        assert {piece.figure for piece in view.pieces} - {""} <= FIGURES, "a figure that is not named is chosen by size"
        assert {part for piece in view.pieces for part in piece.parts} <= PARTS
        signs = {sign for piece in view.pieces for sign in piece.signs}
        assert signs | {token.sign for piece in view.pieces for token in piece.tokens} - {""} <= SIGNS
        shapes = (*view.table.shapes, *view.zones, *view.markers)
        assert {shape.drawing for shape in shapes} <= GROUND
        for goal in view.goals:
            assert goal.line in view.notes, "who reads the notes must not miss one"
            assert goal.seat in system.seats
            assert not goal.full or 0 <= goal.now <= goal.full, goal
            assert set(goal.places) <= {shape.id for shape in shapes} or not view.round, goal
        fought_for += len(view.goals)
    assert fought_for or not system.package.startswith("gearlock.systems."), "no battle is about anything"
