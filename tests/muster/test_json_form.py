from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.errors import BadFile
from gearlock.kernel.force import Roster, Violation
from gearlock.muster.json_form import JsonReader, load_json, write_json
from gearlock.muster.text import read_text, write_text
from muster.strategies import LAYOUT, texts
from muster.test_text import TYPED, WRITTEN


def read(text: str) -> Roster:
    return JsonReader("r.json", LAYOUT).read(load_json(text, "r.json"))


def faults(text: str) -> list[str]:
    with pytest.raises(BadFile) as refused:
        read(text)
    return str(refused.value).splitlines()


def test_json_says_what_the_text_says() -> None:
    document = json.loads(write_json(read_text(TYPED, LAYOUT), []))
    assert (document["size"], document["faction"], document["legal"]) == (100, "North", True)
    assert document["groups"][0]["units"][0]["models"][1] == {"model": "Hunter", "count": 2}


def test_text_to_json_to_text_keeps_everything() -> None:
    assert write_text(read(write_json(read_text(TYPED, LAYOUT), []))) == WRITTEN


def test_violations_are_exported_and_worked_out_anew_when_read() -> None:
    text = write_json(read_text(TYPED, LAYOUT), [Violation("r.1", 3, "too big", "Save 3.")])
    document = json.loads(text)
    assert document["legal"] is False
    assert document["violations"] == [{"rule": "r.1", "line": 3, "message": "too big", "fix": "Save 3."}]
    assert json.loads(write_json(read(text), []))["legal"] is True


def test_lines_of_the_file_are_known() -> None:
    text = write_json(read_text(TYPED, LAYOUT), [])
    entry = read(text).groups[0].blocks[1].entries[0]
    near = text.splitlines()[entry.line - 1 : entry.line + 1]
    assert near[0].strip() == "{"
    assert '"model": "Support Cobra"' in near[1]


def test_everything_wrong_is_named_at_once_with_its_line() -> None:
    text = (
        '{\n "size": [],\n "groups": [\n  {"nam": 1},\n  {"name": "A", "units": [\n   {"models": [{"count": -1}]}]}]}'
    )
    found = faults(text)
    assert any(line.startswith("r.json:4: 'nam'") for line in found)
    assert any("r.json:6: 'count'" in line for line in found)
    assert any("'size'" in line for line in found)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"size": 1, "size": 2}',
        '{"groups": [1]}',
        '{"groups": {}}',
        '{"below": "x"}',
        '{"remarks": 3}',
        '{"remarks": {"size": {}}}',
        '{"size": 1, "above": ' + "[" * 60 + "]" * 60 + "}",
        '{"size": ' + "9" * 5000 + "}",
        '{"name": true}',
    ],
)
def test_broken_documents_are_refused_in_words(text: str) -> None:
    assert all(line.startswith("r.json") for line in faults(text))


@pytest.mark.parametrize("name", ["size 4", "Hunter: Vet", "Hunter # big", "a\nb", "3x Hunter", " Hunter", ""])
def test_names_the_text_form_cannot_say_are_refused(name: str) -> None:
    unit = {"kind": "primary", "code": "GP", "models": [{"model": name}]}
    assert faults(json.dumps({"groups": [{"name": "A", "units": [unit]}]}))


@given(texts)
def test_both_forms_round_trip(text: str) -> None:
    roster = read_text(write_text(read_text(text, LAYOUT)), LAYOUT)
    document = write_json(roster, [])
    again = read(document)
    assert write_text(again) == write_text(roster)
    assert write_json(again, []) == document


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["groups", "units", "models", "model", "name", "size", "above", "remarks"]), inner
        )
    ),
    max_leaves=12,
)


@given(values)
def test_no_document_is_answered_with_anything_but_findings(value: object) -> None:
    with suppress(BadFile):
        assert isinstance(read(json.dumps(value)), Roster)
