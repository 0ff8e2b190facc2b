"""Guided first battles over HTTP: which games have one, and a table laid out for it, with the same dice each time."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.lessons import KEY, lesson_table
from gearlock.kernel.positions import read_position
from gearlock.kernel.registry import AnySystem, all_systems, get_system
from gearlock.server.rooms import Links


class LessonInfo(msgspec.Struct, frozen=True):
    """A guided first battle as the lobby offers it."""

    system: str
    name: str
    title: str
    about: str
    steps: int
    seat: str


@get("/api/lessons", sync_to_thread=False)
def lessons() -> tuple[LessonInfo, ...]:
    """The games that have a guided first battle."""
    found = ((system, system.lesson()) for system in all_systems())
    return tuple(
        LessonInfo(system.id, system.name, lesson.title, lesson.about, len(lesson.step), lesson.seat)
        for system, lesson in found
        if lesson is not None
    )


@post("/api/lessons/{system:str}")
async def begin_lesson(system: FromPath[str], state: State) -> Links:
    """Lay a guided first battle out."""
    game = get_system(system)
    lesson = game.lesson()
    if lesson is None:
        raise BadInput(f"{game.name} has no guided first battle yet.")
    battle = await state.rooms.laying.do(lesson_battle, game)
    players = {seat: "human" if seat == lesson.seat else lesson.against for seat in game.seats}
    links: Links = await state.rooms.open(battle, players)
    return links


def lesson_battle(system: AnySystem) -> Battle[Any]:
    """The battle of a lesson at its beginning: the same table and the same dice each time."""
    setup = read_position(lesson_table(system.package), "first-table.toml").setup()
    noted = msgspec.structs.replace(setup, data={**setup.data, KEY: True})
    return Battle.begin(system, noted, Seeded(f"lesson {system.id}"))
