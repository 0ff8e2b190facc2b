"""Whatever is written into maps, briefings and rosters, and whatever is posted: words or a battle, no fault of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import data_texts
from gearlock.kernel.registry import get_system
from gearlock.server.errands import Inspection, Layout, run
from server.test_bad_files import PEOPLE, briefing
from systems.fieldmanual.test_own_files import WILDCAT, cards

INCHES = ("brigands", "blitz", "fieldmanual")
READY = {
    **{f"map of {system}": (*data_texts(f"gearlock.systems.{system}", "maps", ".toml").values(),) for system in INCHES},
    "hexes": (*data_texts("gearlock.systems.hex100", "maps", ".toml").values(),),
    "briefing": (*data_texts("gearlock.systems.hex100", "briefings", ".toml").values(), briefing(9, 9)),
    "roster": (
        *(text for system in INCHES for text in data_texts(f"gearlock.systems.{system}", "rosters", ".txt").values()),
        *data_texts("gearlock.systems.hex100", "forces", ".txt").values(),
    ),
    "cards": (
        cards(WILDCAT),
        cards(*(WILDCAT.replace("Wildcat", name) for name in ("Hunter", "Jäger", "Spitting Cobra"))),
    ),
}
OURS = next(text for text in READY["roster"] if "system fieldmanual" in text)
PLACES = {
    "map of brigands": ("brigands", "duel", "map", "f.toml"),
    "map of blitz": ("blitz", "battle", "map", "f.toml"),
    "map of fieldmanual": ("fieldmanual", "battle", "map", "f.toml"),
    "hexes": ("hex100", "skirmish", "map", "f.toml"),
    "briefing": ("hex100", "briefing", "briefing", "f.toml"),
    "roster": ("", "", "red", "f.txt"),
    "cards": ("fieldmanual", "battle", "red", "f.csv"),
}
NASTY = [
    "", "\n", "\x00", "\u202e", "'''", '"""', "\\", "[", "]]", "[[", "{", "=", ".", "a.a", "#", "true", "inf", "-nan",
    "0", "-1", "99", "1e5", "1e400", "999999", "1000000", "0.0001", "9" * 30, "[1, 2]", "[[0, 0], [99, 99]]",
    "{ a = 1 }", "99x ", "primary GP\n", "[zones.top]\nrows = [0, 0]\n", "units = [1, 1, 7]\n",
    '[[objective]]\nkind = "hold"\nspread = 3\n', "machine Tegu MBT\n", "group\n", "system hex100\n", "x" * 3_000,
    "[[piece]]\n" * 40, "k = 1\n" * 40, ". " * 300,
]  # fmt: skip
VALUES = [
    '""', '"x"', '"a\\nb"', '"\\u0000"', "0", "-1", "2", "99", "999999", "-999999", "0.5", "1e5", "true", "[]", "[1]",
    "[1, 2]", "[[0, 0]]", "[[-1, 5]]", "[[1, 1], [1, 1], [1, 1]]", "[0, 0, 0, 0]", "{}", "{ a = 1 }", "2020-01-01",
    "[true, false]", '"random"', '"same"', '"../x.toml"', "'''\n. .\n..\n'''",
]  # fmt: skip
EDITS = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 60), st.sampled_from(NASTY) | st.text(max_size=8)),
    min_size=1,
    max_size=4,
)


def spoilt(text: str, edits: list[tuple[float, int, str]]) -> str:
    for at, cut, put in edits:
        place = int(at * len(text))
        text = text[:place] + put + text[place + cut :]
    return text


def with_values(text: str, changes: list[tuple[float, str]]) -> str:
    """The text with other values behind some of its keys."""
    lines = text.split("\n")
    keys = [at for at, line in enumerate(lines) if "=" in line]
    for at, value in changes:
        place = keys[int(at * len(keys))]
        lines[place] = f"{lines[place].partition('=')[0]}= {value}"
    return "\n".join(lines)


def errand(kind: str, text: str) -> Layout:
    system, scenario, option, file = PLACES[kind]
    if kind == "cards":
        roster = OURS.replace("faction", f"cards {file}\nfaction", 1)
        return Layout(system, scenario, 1, {option: "f.txt", "unchecked": "yes"}, {"f.txt": roster, file: text})
    if kind == "roster":
        named = [each for each in INCHES if f"system {each}" in text]
        system, scenario = ("hex100", "skirmish") if "system hex100" in text else ((*named, "brigands")[0], "battle")
    options = {option: file} | ({"unchecked": "yes"} if kind == "roster" else {})
    return Layout(system, scenario, 1, options, {file: text})


@pytest.mark.parametrize("kind", PLACES)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(which=st.integers(0, 120), edits=EDITS)
def test_a_spoilt_file_is_words_or_a_battle(kind: str, which: int, edits: list[tuple[float, int, str]]) -> None:
    check(errand(kind, spoilt(READY[kind][which % len(READY[kind])], edits)))


@pytest.mark.parametrize("kind", PLACES)
def test_what_is_spoilt_here_was_whole_before(kind: str) -> None:
    assert errand(kind, READY[kind][0]).setup()


CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.sampled_from(VALUES)), min_size=1, max_size=2)


@pytest.mark.parametrize("kind", [kind for kind in PLACES if kind not in ("roster", "cards")])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(which=st.integers(0, 120), changes=CHANGES)
def test_a_wrong_value_is_words_or_a_battle(kind: str, which: int, changes: list[tuple[float, str]]) -> None:
    check(errand(kind, with_values(READY[kind][which % len(READY[kind])], changes)))


def check(work: Layout) -> None:
    """It is laid out, and can be looked at from all sides; or what is wrong with it is said."""
    try:
        setup = work.setup()
    except BadInput:
        return
    battle = Battle.begin(get_system(work.system), setup, Seeded("dice"))
    for seat in (None, "red", "blue"):
        battle.view(seat)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(which=st.integers(0, 120), edits=EDITS)
def test_a_spoilt_roster_gets_a_verdict(which: int, edits: list[tuple[float, int, str]]) -> None:
    try:
        verdict = run(Inspection(spoilt(READY["roster"][which % len(READY["roster"])], edits)))
    except BadInput:
        return
    assert verdict is not None


WORDS = ["", "brigands", "hex100", "duel", "human", "bot:greedy", "f.toml", "x" * 200, "\x00", "../x.toml"]
GAMES, SCENARIOS = st.sampled_from(["brigands", "hex100"]), st.sampled_from(["duel", "skirmish"])
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.sampled_from([0, -1, 2**31, 2**63, 2**80, -(2**80), 1e308, 0.5])
    | st.sampled_from(
        ["", "brigands", "hex100", "duel", "human", "bot:greedy", "f.toml", "x" * 200, "\x00", "../x.toml"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["red", "blue", "map", "f.toml", "seed", "y" * 150]), inner, max_size=3)
    ),
    max_leaves=5,
)
WANTED = st.fixed_dictionaries(
    {
        "system": st.sampled_from(["brigands", "hex100"]) | JSON,
        "scenario": st.sampled_from(["duel", "skirmish"]) | JSON,
    },
    optional={"players": st.just(PEOPLE) | JSON}
    | dict.fromkeys(("options", "files", "seed", "faction", "size", "style", "text", "frame", "more"), JSON),
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(["battles", "rosters/check", "rosters/random", "battles/x/branch", "replays"]),
    body=WANTED | JSON,
)
def test_whatever_is_posted_is_answered_in_words(client: TestClient[Any], path: str, body: object) -> None:
    response = client.post(f"/api/{path}", content=json.dumps(body), headers={"content-type": "application/json"})
    assert response.status_code in (200, 201, 400, 404), response.text
    if response.status_code >= 400:
        assert response.json()["message"]
        assert response.json()["code"] != "broken"
