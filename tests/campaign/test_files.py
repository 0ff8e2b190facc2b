from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from campaign.chain import BOTS, begun, fight, fought_out
from gearlock.campaign.fighting import bots_play, bring_home, take_the_field
from gearlock.campaign.keeping import BadCampaign, CampaignFile, battle_path, create, loads, read, text_of
from gearlock.campaign.lines import Finish, March, fingerprint
from gearlock.campaign.proving import prove_campaign
from gearlock.kernel.campaigning import Campaign
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.registry import all_systems
from gearlock.kernel.system import Setup

SYSTEM = next(system.id for system in all_systems() if system.campaign is not None)


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("war") / "war.jsonl"
    begun(path, SYSTEM, "duel", battles="2")
    fought_out(path)
    return path


def edited(value: object) -> list[object]:
    """The same with one thing in it changed, in every place in turn."""
    if isinstance(value, dict):
        return [{**value, key: other} for key, part in value.items() for other in edited(part)]
    if isinstance(value, list):
        return [[*value[:at], other, *value[at + 1 :]] for at, part in enumerate(value) for other in edited(part)]
    if isinstance(value, bool):
        return [not value]
    return [value + 1] if isinstance(value, int) else [f"{value}x"]


def written(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def test_every_edited_value_is_refused_at_its_line(war: Path) -> None:
    lines = war.read_bytes().splitlines()
    tried = 0
    for number, line in enumerate(lines, 1):
        assert written(json.loads(line)) == line
        whole = edited(json.loads(line))
        for other in whole if number != 2 else whole[:: max(1, len(whole) // 40)]:
            tried += 1
            changed = [*lines[: number - 1], written(other), *lines[number:], b""]
            with pytest.raises(BadFile) as refused:
                loads(b"\n".join(changed))
            assert refused.value.findings[0].line in (number, 2 if number == 1 else number)
    assert tried > 60


def test_lines_left_out_doubled_or_swapped_are_refused_and_the_good_ones_offered(war: Path) -> None:
    lines = war.read_bytes().splitlines()
    for at in range(2, len(lines) - 1):
        for changed in (
            [*lines[:at], *lines[at + 1 :]],
            [*lines[: at + 1], lines[at], *lines[at + 1 :]],
            [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
            [*lines[:at], b"nonsense", *lines[at + 1 :]],
        ):
            with pytest.raises(BadCampaign) as refused:
                loads(b"\n".join([*changed, b""]))
            good = refused.value.good
            assert good is not None
            assert len(good.lines) == refused.value.findings[0].line - 3
            assert loads(text_of(good))[0].campaign == good.campaign


def test_a_file_cut_off_anywhere_goes_on_from_its_last_whole_line_to_the_same_end(war: Path, tmp_path: Path) -> None:
    raw, end = war.read_bytes(), read(war)[0]
    starts = [at + 1 for at, byte in enumerate(raw) if byte == 10]
    for number, start in enumerate(starts[1:], 2):
        path = tmp_path / f"cut-{number}.jsonl"
        path.write_bytes(raw[: start + 9])
        for battle in (1, 2):
            battle_path(path, battle).write_bytes(battle_path(war, battle).read_bytes())
        while read(path)[0].campaign.over is None:
            with CampaignFile(path) as file:
                bots_play(take_the_field(file, March("duel"), BOTS))
                bring_home(file)
        assert fingerprint(read(path)[0].campaign) == fingerprint(end.campaign)
        assert path.read_bytes() == raw


def test_a_battle_stopped_in_the_middle_is_gone_on_with(war: Path, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in war.read_bytes().splitlines()[:3]))
    whole = battle_path(war, 1).read_bytes()
    for cut in (0, 40, len(whole) // 2, len(whole) - 5):
        battle_path(path, 1).write_bytes(whole[:cut])
        campaign = tmp_path / f"go-{cut}.jsonl"
        campaign.write_bytes(path.read_bytes())
        battle_path(campaign, 1).write_bytes(whole[:cut])
        with CampaignFile(campaign) as file:
            bots_play(take_the_field(file, March("duel"), BOTS))
            bring_home(file)
        following = read(campaign)[0]
        assert len(following.campaign.battles) == 1
        assert prove_campaign(following, campaign).holds


def test_an_edited_or_missing_battle_log_is_found(war: Path, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    path.write_bytes(war.read_bytes())
    battle_path(path, 1).write_bytes(battle_path(war, 1).read_bytes().replace(b"random", b"greedy", 1))
    proof = prove_campaign(read(path)[0], path)
    assert "changed" in proof.wrong
    assert proof.line == 4
    battle_path(path, 1).unlink()
    proof = prove_campaign(read(path)[0], path)
    assert not proof.wrong
    assert len(proof.unproved) == 2


def test_a_line_that_was_edited_in_the_log_of_a_battle_is_named(war: Path, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    path.write_bytes(war.read_bytes())
    lines = battle_path(war, 1).read_bytes().splitlines()
    for at in (2, len(lines) // 2, len(lines) - 1):
        edited = lines[at].replace(b'":', b'x":', 1)
        battle_path(path, 1).write_bytes(b"".join(each + b"\n" for each in (*lines[:at], edited, *lines[at + 1 :])))
        proof = prove_campaign(read(path)[0], path)
        assert f"it was changed since, line {at + 1}: " in proof.wrong
        assert proof.line == 4, "of the campaign it is the line that counted the battle"


def test_another_battles_log_is_not_taken_home(war: Path, tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in war.read_bytes().splitlines()[:3]))
    battle_path(path, 1).write_bytes(battle_path(war, 2).read_bytes())
    with CampaignFile(path) as file, pytest.raises(BadFile, match="not the battle"):
        bring_home(file)


def test_a_battle_that_its_own_seed_cannot_lay_out_is_not_begun(tmp_path: Path) -> None:
    """Else there would be no way on: neither to the battle nor back to the workshop."""
    following = begun(tmp_path / "war.jsonl", SYSTEM, "duel")
    laid = following.rules.prepare

    def with_some(campaign: Campaign, scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
        if seed:
            raise BadInput("not with this seed")
        return laid(campaign, scenario, seed, options)

    following.rules = dataclasses.replace(following.rules, prepare=with_some)
    before = following.campaign
    with pytest.raises(BadInput, match="not with this seed"):
        following.decide(March("duel"))
    assert (following.campaign, following.lines) == (before, [])


def test_nothing_is_decided_out_of_turn(tmp_path: Path) -> None:
    path = tmp_path / "war.jsonl"
    following = begun(path, SYSTEM, "duel", battles="1")
    with pytest.raises(BadFile, match="there already"):
        create(path, following)
    with CampaignFile(path) as file:
        with pytest.raises(BadFile, match="another Gearlock"):
            CampaignFile(path)
        with pytest.raises(BadInput, match="No battle"):
            bring_home(file)
        file.decide(March("duel"))
        with pytest.raises(BadInput, match="under way"):
            file.decide(Finish())
        with pytest.raises(BadInput, match="under way"):
            file.decide(March("duel"))
    assert not fight(path)
    with CampaignFile(path) as file, pytest.raises(BadInput, match="is over"):
        file.decide(Finish())


def test_strange_files_are_refused_in_words() -> None:
    for raw in (b"", b"\n", b"[]\n", b'{"campaign": 99}\n', b'{"campaign": 1}\n', b"\xff\xfe\n", b"[" * 5000):
        with pytest.raises(BadCampaign) as refused:
            loads(raw)
        assert refused.value.findings[0].line == 1
