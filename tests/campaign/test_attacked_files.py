"""What strangers, full disks and stops do to the files of a campaign: always words with a line, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.chain import BOTS, begun, fight
from gearlock.campaign.fighting import bots_play, bring_home, take_the_field
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import BadCampaign, CampaignFile, battle_path, create, loads, read, text_of
from gearlock.campaign.lines import Finish, Header, Line, March, Start, fingerprint, header_link, linked
from gearlock.campaign.proving import prove_campaign
from gearlock.campaign.views import view_of
from gearlock.cli.campaign_pages import history_page, repairs_page, shop_page, status_data, status_page
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.registry import all_systems

LINKED = [system.id for system in all_systems() if system.campaign is not None]
STRANGE: tuple[Any, ...] = (True, -1, 2**63 - 1, 1.5, "x", None, [], {}, [1], {"a": 1})
EVERY = 11
"""Of all places and strange values every so-manieth is tried."""


@pytest.fixture(scope="module", params=LINKED)
def war(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign after one battle of three."""
    path = tmp_path_factory.mktemp("war") / "war.jsonl"
    begun(path, request.param, "duel", battles="3", rounds="4")
    fight(path)
    return path


def places(value: object, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a line, the cards and posts of units left out."""
    yield way
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in ("cards", "post"):
                yield from places(part, (*way, name))
    elif isinstance(value, list):
        for at, part in enumerate(value[:4]):
            yield from places(part, (*way, at))


def put(value: Any, way: tuple[Any, ...], new: object) -> Any:
    if not way:
        return new
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[way[0]] = put(value[way[0]], way[1:], new)
    return changed


def bound_again(lines: list[Any]) -> bytes:
    """A file whose links and fingerprints somebody has made anew after an edit, as far as they can be."""
    header = msgspec.convert(lines[0], Header)
    dice = Seeded(header.seed)
    made: list[Any] = [msgspec.structs.replace(header, commitment=dice.commitment)]
    link, following = header_link(made[0], dice), None
    for number, line in enumerate(lines[1:]):
        one: Any = msgspec.convert(line, Line if number else Start)
        if isinstance(one, Line) and following is not None:
            faces, change = following.tried(one.decision)
            one = msgspec.structs.replace(one, faces=faces, hash=fingerprint(change.campaign))
            following.take(one, change.campaign)
        elif isinstance(one, Start):
            one = msgspec.structs.replace(one, head=link)
        one = linked(link, one, dice)
        made, link = [*made, one], one.link
        following = Following(made[0], one) if isinstance(one, Start) else following
    return b"".join(msgspec.json.encode(each, order="deterministic") + b"\n" for each in made)


def told_in_full(following: Following, path: Path) -> None:
    seats = following.system.seats
    pages = (status_page(following), repairs_page(following, seats), shop_page(following, seats))
    for page in (*pages, history_page(following, path)):
        assert all(isinstance(line, str) for line in page)
    msgspec.json.encode([status_data(following), *(view_of(following, seat) for seat in (*seats, ""))])


def read_or_refused(raw: bytes, lines: int) -> Following | None:
    """A campaign from bytes; None if it is refused with one of its lines."""
    try:
        return loads(raw, "forged")[0]
    except BadCampaign as error:
        line = error.findings[0].line
    assert 1 <= line <= lines
    return None


def test_a_forger_who_binds_every_line_anew_is_refused_or_breaks_nothing_and_proves_nothing(war: Path) -> None:
    lines = [json.loads(line) for line in war.read_bytes().splitlines()]
    tries = [(at, way, new) for at, line in enumerate(lines) for way in places(line) for new in STRANGE][::EVERY]
    whole, accepted = read(war)[0], 0
    for at, way, new in tries:
        try:
            raw = bound_again([*lines[:at], put(lines[at], way, new), *lines[at + 1 :]])
        except Exception:  # an edit that cannot be bound at all: the plain ones are tried elsewhere
            continue
        following = read_or_refused(raw, len(lines))
        if following is None:
            continue
        told_in_full(following, war)
        if following.campaign != whole.campaign:
            assert not prove_campaign(following, war).holds, (at + 1, way, new)
            accepted += 1
    assert len(tries) > 50
    assert accepted < len(tries) // 2


def refused_line(raw: bytes) -> int:
    with pytest.raises(BadCampaign) as refused:
        loads(raw, "edited")
    return refused.value.findings[0].line


def test_an_edited_header_is_refused_with_its_line_and_an_edited_beginning_with_its_own(war: Path) -> None:
    """Whatever is changed in one of both: numbers and words of the plan, who plays, the forces, links."""
    lines = war.read_bytes().splitlines()
    for at in (0, 1):
        said = json.loads(lines[at])
        tries = [(way, new) for way in places(said) for new in ("x", 7) if way][::3]
        assert len(tries) > 10
        tries += [((name,), "x") for name in ("system", "edition", "data", "seed") if name in said]
        for way, new in tries:
            edited = msgspec.json.encode(put(said, way, new))
            assert refused_line(b"\n".join((*lines[:at], edited, *lines[at + 1 :], b""))) == at + 1, (way, new)


def test_a_campaign_of_the_first_format_is_read_and_held_to_its_links(war: Path) -> None:
    """Its second line had no seal of the first: which of both was changed nobody can say."""
    following = read(war)[0]
    header = msgspec.structs.replace(following.header, campaign=1)
    before = linked(header_link(header, following.dice), Start(following.start.start), following.dice)
    assert isinstance(before, Start)
    older = Following(header, before)
    for line in following.lines:
        faces, change = older.tried(line.decision)
        bare = Line(line.decision, faces, line.told, fingerprint(change.campaign))
        new = linked(older.link, bare, older.dice)
        assert isinstance(new, Line)
        older.take(new, change.campaign)
    raw = text_of(older)
    assert b'"head"' not in raw.splitlines()[1]
    assert loads(raw)[0].campaign == following.campaign
    assert refused_line(raw.replace(b'"battles":"3"', b'"battles":"4"', 1)) == 2


def test_a_story_told_otherwise_and_lots_of_ones_own_are_never_proved(war: Path) -> None:
    lines = [json.loads(line) for line in war.read_bytes().splitlines()]
    for at, way, new, said in (
        (3, ("told",), ["blue has won everything."], "the words of line 4"),
        (0, ("plan", "seed"), 1, "other lots than the seed's"),
    ):
        following = loads(bound_again([*lines[:at], put(lines[at], way, new), *lines[at + 1 :]]), "forged")[0]
        assert any(said in words for words in prove_campaign(following, war).unproved)


def written_blindly(following: Following, edited: Line) -> Line | Start:
    """The line of a forger who leaves out what looks at wounds, and binds the rest as it should be."""

    def nowhere(*_said: Any) -> Any:
        raise BadInput("a forger looks at nothing")

    blind: Any = {name: lambda *_: () for name in ("repairs", "wares", "wounds")}
    rules, following.rules = following.rules, replace(following.rules, **blind, prepare=nowhere)
    try:
        return following.written(edited.decision)[0]
    except Exception:  # the system itself has looked
        return linked(following.link, msgspec.structs.replace(edited, link=""), following.dice)
    finally:
        following.rules = rules


def test_wounds_that_no_unit_can_have_are_refused_at_the_line_that_brings_them(war: Path) -> None:
    lines = [json.loads(line) for line in war.read_bytes().splitlines()]
    seat = next(iter(lines[3]["decision"]["home"]))
    member = next(iter(lines[3]["decision"]["home"][seat]["hurt"]))
    for wrong in ({"": {"no such field": 1}}, {"": {"status": 7}}, {"": {"x": "far"}}):
        edited = put(lines[3], ("decision", "home", seat, "hurt", member), wrong)
        start = Following(msgspec.convert(lines[0], Header), msgspec.convert(lines[1], Start))
        march = msgspec.convert(lines[2], Line)
        start.take(march, start.tried(march.decision)[1].campaign)
        line = written_blindly(start, msgspec.convert(edited, Line))
        raw = text_of(start) + msgspec.json.encode(line, order="deterministic") + b"\n"
        if read(war)[0].campaign.over is not None:  # nobody takes the field any more
            told_in_full(loads(raw, "forged")[0], war)
            continue
        with pytest.raises(BadCampaign) as refused:
            loads(raw, "forged")
        assert refused.value.findings[0].line == 4
        assert refused.value.good is not None
        assert refused.value.good.campaign.marching is not None


def test_every_kind_of_cut_leaves_the_lines_before_it(war: Path) -> None:
    raw = war.read_bytes()
    ends = [at for at, byte in enumerate(raw) if byte == 10]
    for number, end in enumerate(ends[:-1], 1):
        following = ends[number]
        for at in {end, end + 1, end + 2, (end + following) // 2, following - 1, following}:
            kept = raw[:at]
            whole = kept.count(b"\n")
            if whole < 2:
                with pytest.raises(BadCampaign) as refused:
                    loads(kept)
                assert refused.value.findings[0].line in (1, 2)
                continue
            found, dropped = loads(kept)
            assert len(found.lines) == whole - 2
            assert bool(dropped) == (not kept.endswith(b"\n"))


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """A disk on which no file grows beyond so many bytes."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("spare", [0, 1, 60, 150])
def test_a_full_disk_loses_the_decision_and_nothing_else(spare: int, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, LINKED[0], "duel", battles="2")
    raw = path.read_bytes()
    with CampaignFile(path) as file:
        with room_for(len(raw) + spare), pytest.raises(BadFile, match="not decided"):
            file.decide(March("duel"))
        assert file.following.campaign.marching is None
        assert path.read_bytes() == raw
        file.decide(Finish())
    assert read(path)[0].campaign.over is not None


def test_a_campaign_begun_on_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    following = begun(tmp_path / "other.jsonl", LINKED[0], "duel")
    with room_for(100), pytest.raises(BadFile, match="cannot be written"):
        create(path, following)
    assert not path.exists()
    create(path, following)


@pytest.mark.parametrize("spare", [100, 4000, 9000])
def test_a_battle_on_a_full_disk_stops_in_words_and_is_gone_on_with(spare: int, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, LINKED[-1], "duel", battles="2")
    with CampaignFile(path) as file:
        field = take_the_field(file, March("duel"), BOTS)
        with room_for(spare), pytest.raises(BadFile, match="cannot be written"):
            bots_play(field)
    with CampaignFile(path) as file:
        bots_play(take_the_field(file, March("duel"), BOTS))
        bring_home(file)
    assert prove_campaign(read(path)[0], path).holds


def folder(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes here")
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("strange", [folder, pipe, device, link_to_itself])
def test_what_is_no_file_is_refused_in_the_place_of_one(strange: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, LINKED[0], "duel", battles="2")
    strange(battle_path(path, 1))
    with CampaignFile(path) as file, pytest.raises(BadFile):
        bots_play(take_the_field(file, March("duel"), BOTS))
    other = tmp_path / "other.jsonl"
    strange(other)
    for door in (read, CampaignFile):
        with pytest.raises(BadFile):
            door(other)


def test_what_lies_where_a_battles_log_belongs_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, LINKED[0], "duel", battles="2")
    battle_path(path, 1).write_text("notes of a player")
    fight(path)
    kept = [each.read_text() for each in tmp_path.iterdir() if each.name.endswith("~")]
    assert kept == ["notes of a player"]


def test_the_log_of_another_games_battle_is_refused_and_the_right_one_goes_on(tmp_path: Path) -> None:
    paths = [tmp_path / f"{system}.jsonl" for system in LINKED[:2]]
    for system, path in zip(LINKED, paths, strict=False):
        begun(path, system, "duel", battles="2")
        fight(path)
    one, other = paths
    log = battle_path(one, 2)
    log.write_bytes(battle_path(other, 1).read_bytes())
    with CampaignFile(one) as file, pytest.raises(BadFile, match="not the battle") as refused:
        take_the_field(file, March("duel"), BOTS)
    assert refused.value.findings[0].line == 1
    log.unlink()
    with CampaignFile(one) as file:
        bots_play(take_the_field(file, March("duel"), BOTS))
        bring_home(file)
    assert prove_campaign(read(one)[0], one).holds


def test_a_battle_log_with_a_line_changed_moved_or_missing_is_not_taken_home(tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, LINKED[-1], "duel", battles="2", rounds="3")
    with CampaignFile(path) as file:
        bots_play(take_the_field(file, March("duel"), BOTS))
        log = battle_path(path, 1)
        lines = log.read_bytes().splitlines(keepends=True)
        for at in range(1, len(lines) - 1, max(1, len(lines) // 12)):
            for changed in (
                [*lines[:at], *lines[at + 1 :]],
                [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
                [*lines[: at + 1], *lines[at:]],
                [*lines[:at], b"nonsense\n", *lines[at + 1 :]],
            ):
                if changed == lines:
                    continue
                log.write_bytes(b"".join(changed))
                with pytest.raises(BadFile) as refused:
                    bring_home(file)
                found = refused.value.findings[0]
                assert found.line or "sealed" in found.message, "two decisions that commute show in the seal alone"
        log.write_bytes(b"".join(lines))
        bring_home(file)
    assert prove_campaign(read(path)[0], path).holds


def test_two_programs_do_not_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    begun(path, LINKED[0], "duel", battles="2")
    raw = path.read_bytes()
    with CampaignFile(path):
        for words in (("battle", path), ("end", path)):
            told = subprocess.run(
                [sys.executable, "-m", "gearlock", "campaign", *map(str, words)],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert told.returncode == 2
            assert "another Gearlock" in told.stderr
    assert path.read_bytes() == raw


def test_a_file_of_the_wrong_kind_or_with_lines_added_is_refused_with_the_first_wrong_line(war: Path) -> None:
    raw = war.read_bytes()
    count = raw.count(b"\n")
    for changed, line in (
        (raw + raw, count + 1), (raw + b"\n", count + 1), (raw + b"{}\n", count + 1), (raw + b"\0\n", count + 1),
        (raw.replace(b"\n", b"\r\n"), 1), (b"\xef\xbb\xbf" + raw, 1), (b"\n" + raw, 1),
        (battle_path(war, 1).read_bytes(), 1), (b"", 1),
    ):  # fmt: skip
        with pytest.raises(BadCampaign) as refused:
            loads(changed)
        assert refused.value.findings[0].line == line
    assert issubclass(BadCampaign, BadInput)
