"""TOML that people write: refused in words, with its line, before it can cost anything."""

from __future__ import annotations

import pytest

from gearlock.kernel import bounds
from gearlock.kernel.errors import BadFile
from gearlock.kernel.written import Places, in_words, read_toml


def refused(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_toml(text, "f.toml")
    return [str(finding) for finding in caught.value.findings]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 1\n" + ".".join("a" * 20_000) + " = 1\n", "f.toml:2: a key has at most 120 parts"),
        ("[" + ".".join(["'a'"] * 20_000) + "]\n", "f.toml:1: a key has at most 120 parts"),
        ("x = { " + " . ".join("a" * 500) + " = 1 }\n", "f.toml:1: a key has at most 120 parts"),
        ("a = 3\nb = 1000000\n", "f.toml:2: 1000000: numbers lie between -1,000,000 and 1,000,000"),
        ("a = -1_000_000\n", "numbers lie between"),
        ("a = 0xFFFFFF\n", "numbers lie between"),
        ("a = 1e999990\n", "numbers lie between"),
        ("a = 1e+9_9\n", "numbers lie between"),
        ("a = 1.0E6\n", "numbers lie between"),
        (f"a = {'9' * 5_000}\n", "f.toml:1: 99999999999999999999...: numbers lie between"),
        (f"a = 0.{'3' * 5_000}\n", "numbers lie between"),
        ("a = " + "[" * 5_000, "f.toml:1: lists and tables lie more than 16 deep"),
        ("a = " + "{a=" * 50, "deep"),
        ("\n" * 10_001, "10,000 lines"),
        ("#" * 1_000_001, "1,000,000 letters"),
        ("".join(f"k{n} = 1\n" for n in range(301)), "the file has more than 300 keys"),
        ("[t]\n" + "".join(f"k{n} = 1\n" for n in range(301)), "f.toml:1: t has more than 300 keys"),
        (f"[t]\na = [{'1,' * 10_001}]\n", "f.toml:2: t.a has more than 10,000 items"),
        (f"a = '{'x' * 5_001}'\n", "f.toml:1: a is longer than 5,000 letters"),
        (f"a = '''\n{'x' * 30_000}\n'''\n", "f.toml:1: a is longer than 30,000 letters"),
        ("a = \n", "f.toml:1: not TOML"),
        ("a = 2020-99-99\n", "not TOML"),
    ],
)
def test_more_of_anything_than_there_may_be_is_refused_with_its_line(text: str, says: str) -> None:
    assert any(says in line for line in refused(text))


def test_up_to_its_bounds_everything_is_read() -> None:
    text = "".join(
        (
            "a = [-999999, 999_999, 0x3ff, 0.123, 1e5, 1.5E-20]\n",
            "b = '" + "." * 200 + "'  # " + "." * 200 + " 9999999999\n",
            'c = """9999999 [[[[[[[[[[[[[[[[[[[[[[[[ \\""" \n"""\n',
            "d = '''\n" + ". " * 100 + "\n'''\n",
            "long_" + "9" * 30 + " = 1\n",
            "k.e.y = 1\n",
        )
    )
    assert read_toml(text, "f")["k"] == {"e": {"y": 1}}


@pytest.mark.parametrize(
    "before", ['x = """\n"""', "x = '''\n'''", 'x = ["""\n""", "\\\\"]', r'x = "\"#"', "'x\"' = \"'\""]
)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 99999999999", "numbers lie between"),
        ("a = 1e9999", "numbers lie between"),
        ("a = " + "[" * 60, "lists and tables lie more than 16 deep"),
        ("a" + ".b" * 200 + " = 1", "a key has at most 120 parts"),
    ],
)
def test_no_string_before_it_hides_what_is_too_much(before: str, text: str, says: str) -> None:
    lines = before.count("\n") + 2
    assert any(line.startswith(f"f.toml:{lines}: ") and says in line for line in refused(f"{before}\n{text}\n"))


@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_words_of_several_lines_may_hold_what_would_be_too_much_outside(quotes: str) -> None:
    words = f"\n{'[' * 40} 99999999 1e999\n'one' \"two\" # no comment\n{'.' * 200}\n"
    assert read_toml(f"a = {quotes}{words}{quotes}\nb = 1\n", "f") == {"a": words[1:], "b": 1}


def test_a_quoted_key_with_escapes_is_found() -> None:
    places = Places('"far \\"south\\" [side]".rows = 1\n[zones."a \\\\ b".\'c\']\nx = 1\n')
    assert places.line("", 0, 'far "south" [side]') == 1
    assert places.line("zones.a \\ b.c", 0, "x") == 3


def test_of_many_findings_the_first_are_told_and_how_many_there_are() -> None:
    found = refused("".join(f"k{n} = 9999999\n" for n in range(50)))
    assert len(found) == bounds.TOLD + 1
    assert found[0].startswith("f.toml:1: ")
    assert found[-1] == "f.toml: and 30 more"
    endless = refused("".join(f"k{n} = 9999999\n" for n in range(5_000)))
    assert endless[-1] == "f.toml: and 180 more; it was read no further"


def test_every_table_and_key_has_its_line() -> None:
    text = """title = "x"
map = '''
title = no key
[nor.a.table]
'''
[zones.north]
rows = [0, 1]
[zones]
"far south" = { rows = [2, 3] }
west.rows = [1, 2]
[[piece]]
id = "a"
[piece.props]
depth = 3
[[piece]]
id = "b"
[piece.props]
depth = 4
[legend]
"." = "open"
'#' = "wood"
"""
    places = Places(text)
    assert places.line("", 0, "title") == 1
    assert places.line("", 0, "nor") == 0
    assert places.line("zones", 0, "north") == 6
    assert places.line("", 0, "zones") == 6
    assert places.line("zones", 0, "far south") == 9
    assert places.line("zones", 0, "west") == 10
    assert [places.line("piece", number, "id") for number in (0, 1)] == [12, 16]
    assert [places.line("piece", number, "props") for number in (0, 1)] == [13, 17]
    assert places.line("piece", 1, "colour") == 15, "where the piece begins"
    assert places.line("legend", 0, ".") == 20
    assert places.line("legend", 0, "#") == 21


def test_what_a_decoder_says_is_put_in_words() -> None:
    assert in_words("Expected `array` of length <= 32 - at `$.via`") == "expected a list of at most 32 - at `$.via`"


def test_a_key_that_looks_like_a_number_is_a_key() -> None:
    assert read_toml('1E10 = "far"\nprops = {9e99 = 3, -5e7= 4}', "a.toml") == {
        "1E10": "far",
        "props": {"9e99": 3, "-5e7": 4},
    }
    with pytest.raises(BadFile):
        read_toml("near = 1E10", "a.toml")
