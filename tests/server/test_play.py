from __future__ import annotations

import random
from typing import Any

import pytest
from litestar.testing import TestClient

from server.visitor import Visitor, lay_out


@pytest.mark.parametrize(
    ("system", "scenario"),
    [
        ("brigands", "duel"),
        ("hex100", "close-quarters"),
        ("blitz", "duel"),
        ("blitz", "battle"),
        ("fieldmanual", "duel"),
    ],
)
def test_a_person_plays_a_whole_battle_against_a_bot(client: TestClient[Any], system: str, scenario: str) -> None:
    links = lay_out(client, system, scenario, "human", "bot:random", seed=5)
    chooser = random.Random(1)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.wait()
        while not red.now["outcome"]:
            assert red.answer(red.any_order(chooser))["kind"] == "update"
            red.wait()
        told = list(red.story)
        shown = {id_: piece for id_, piece in red.pieces.items()}
    with Visitor(client, links["battle"], links["seats"]["red"]) as again:
        assert again.story == told
        assert again.pieces == shown, "updates and a fresh look must show the same"
    reel = client.get(f"/api/battles/{links['battle']}/replay?eyes=red").json()
    assert [line["text"] for frame in reel["frames"] for line in frame["lines"]] == told


def test_one_who_comes_back_is_told_what_was_missed(client: TestClient[Any]) -> None:
    links = lay_out(client, "hex100", "close-quarters", "human", "human", seed=2)
    chooser = random.Random(3)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        with Visitor(client, links["battle"], links["seats"]["blue"]) as blue:
            for _ in range(6):
                red.catch_up()
                blue.catch_up()
                assert red.decides(chooser) or blue.decides(chooser)
            blue.catch_up()
            first = list(blue.story)
        for _ in range(12):
            red.catch_up()
            red.decides(chooser)
    known = len(first)
    place = links["battle"], links["seats"]["blue"]
    with Visitor(client, *place, shown=known) as back, Visitor(client, *place) as fresh:
        assert fresh.story[:known] == first
        assert back.story[known:] == fresh.story[known:]
        assert back.pieces == fresh.pieces
