"""What a client may ask at the table before it decides."""

from __future__ import annotations

import random
from typing import Any

import pytest
from litestar.testing import TestClient

from server.visitor import Visitor, lay_out


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("hex100", "close-quarters")])
def test_a_player_surveys_the_table_before_deciding(client: TestClient[Any], system: str, scenario: str) -> None:
    links = lay_out(client, system, scenario, "human", "bot:random", seed=5)
    chooser = random.Random(2)
    met: set[str] = set()
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.wait()
        while len(met) < 5 and not red.now["outcome"]:
            options = red.now["asked"]["options"]
            met |= _surveyed(red, options)
            red.answer(red.any_order(chooser))
            red.wait()
    assert met == {"reached", "looked", "borne", "feared", "weighed-all"}


def _surveyed(red: Visitor, options: list[dict[str, Any]]) -> set[str]:
    """Ask all there is to ask about a move; the kinds of answers that told something."""
    moves = [number for number, option in enumerate(options) if option["kind"] == "path"]
    foes = [piece for piece in red.pieces.values() if piece["side"] == "blue" and piece["status"] != "destroyed"]
    if not moves or not foes:
        return set()
    mine = options[moves[0]]["unit"]
    told: set[str] = set()
    spot = {"x": red.pieces[mine]["x"], "y": red.pieces[mine]["y"], "facing": 0}
    reached = red.ask("reach", option=moves[0])
    if reached["bands"]:
        told.add(reached["kind"])
    here: tuple[dict[str, Any], ...] = ({}, {"spot": spot})
    for parts in here:
        looked = red.ask_plainly("look", piece=mine, target=foes[0]["id"], **parts)
        assert looked["line"]["verdict"]
        borne = red.ask_plainly("bear", piece=mine, **parts)
        feared = red.ask_plainly("fear", piece=mine, **parts)
        told |= {looked["kind"], borne["kind"]} if borne["fields"] else {looked["kind"]}
        told.add(feared["kind"])
    shorts = red.ask("weigh-all")
    assert {short["option"] for short in shorts["options"]} == {
        number for number, option in enumerate(options) if option["kind"] in ("pick", "target")
    }
    return told | {shorts["kind"]}


def test_the_table_says_why_something_cannot_be_done(client: TestClient[Any]) -> None:
    links = lay_out(client, "brigands", "intro", "human", "bot:random", seed=5)
    chooser = random.Random(2)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.wait()
        while red.now["asked"]["ask"]["kind"] != "act":
            red.answer(red.any_order(chooser))
            red.wait()
        told = red.ask("why-not", piece="blue-1")
        assert told["kind"] == "objected"
        assert all(each["attempt"] and each["message"] and each["rule"] for each in told["objections"])
        assert told["objections"]
        assert red.ask("why-not", piece="nobody")["objections"] == []
    with Visitor(client, links["battle"]) as watcher:
        assert watcher.ask_plainly("why-not", decision=1, piece="blue-1")["code"] == "not-asked"


def test_a_survey_of_what_is_not_mine_is_refused(client: TestClient[Any]) -> None:
    links = lay_out(client, "brigands", "intro", "human", "bot:random", seed=5)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        refused = red.ask_plainly("fear", piece="blue-1")
        assert (refused["kind"], refused["code"]) == ("refused", "no-such-piece")
    with Visitor(client, links["battle"]) as watcher:
        assert watcher.ask_plainly("fear", piece="red-1")["code"] == "no-such-piece", "who looks on has no piece"
