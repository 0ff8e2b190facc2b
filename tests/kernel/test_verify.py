"""What `prove` proves, what it finds, and what it says it cannot prove."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gearlock.kernel import log as log_module
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Manual, Roll, Scripted, Seeded
from gearlock.kernel.errors import BadFile
from gearlock.kernel.log import LoadedLog, dumps, loads
from gearlock.kernel.loglines import header_seal, inputs_seal
from gearlock.kernel.orders import Concede, Decline
from gearlock.kernel.record import Rolled
from gearlock.kernel.scribe import Scribe
from gearlock.kernel.verify import Proof, prove
from kernel.test_battle import SETUP, bids, play_at_random
from kernel.toy import TOY, Bid, Strike, ToyState

Document = dict[str, Any]


@pytest.fixture(autouse=True)
def _toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "get_system", lambda _: TOY)


def finished(dice: DiceSource | None = None, seed: int = 5) -> Battle[ToyState]:
    return play_at_random(Battle.begin(TOY, SETUP, dice or Seeded("secret")), seed)


def documents(battle: Battle[ToyState]) -> list[Document]:
    return [json.loads(line) for line in dumps(battle).splitlines()]


def read(lines: list[Document]) -> LoadedLog:
    return loads(b"".join(msgspec.json.encode(line) + b"\n" for line in lines), "b.jsonl")


def proved(lines: list[Document]) -> Proof:
    return prove(read(lines))


def found(lines: list[Document]) -> str:
    proof = proved(lines)
    assert not proof.holds
    return proof.difference.text() if proof.difference is not None else "; ".join(proof.unproved)


def rolls(lines: list[Document]) -> list[Document]:
    return [line["input"] for line in lines if line.get("input", {}).get("by") == "roll"]


def sealed_again(lines: list[Document]) -> list[Document]:
    """The seal as somebody would make it who knows the seed."""
    seed = Seeded(lines[-1]["end"]["seed"])
    lines[0] |= {"commitment": seed.commitment}
    lines[0] |= {"seal": header_seal(json.dumps(lines[0]).encode(), json.dumps(lines[1]).encode(), seed)}
    lines[-1]["end"]["seal"] = inputs_seal(read(lines).entry_lines(), seed)
    return lines


def test_a_true_log_is_proved_with_every_throw() -> None:
    battle = finished()
    proof = prove(loads(dumps(battle)))
    assert proof.holds
    assert proof.throws == len(battle.thrown) > 3


def test_what_nothing_came_of_is_bound_as_well() -> None:
    """A blow that misses could have been of any force: the rules cannot tell, the seal can."""
    for seed in range(20):
        lines = documents(finished(seed=seed))
        for blow in [line["input"]["order"] for line in lines if line.get("input", {}).get("order", {}).get("force")]:
            blow["force"] += 1
            said = found(lines)
            blow["force"] -= 1
            if "some input is not the one sealed" in said:
                del lines[-1]["end"]["seal"]
                assert "the answers: they are not sealed" in found(lines)
                return
    raise AssertionError("no blow missed")


def test_dice_that_are_not_the_seeds_are_found_whoever_sealed_them() -> None:
    lines = documents(finished(Seeded("the dice I like")))
    lines[-1]["end"]["seed"] = "secret"
    said = found(sealed_again(lines))
    assert "throw 1 is not the seed's" in said
    assert '"faces":' in said


def test_a_winner_reason_or_score_that_is_not_the_rules_is_found() -> None:
    outcome = documents(finished())[-1]["end"]["outcome"]
    loser = "red" if outcome["winner"] == "blue" else "blue"
    lies: list[Document] = [{"winner": loser}, {"reason": "because I say so"}, {"score": {"red": 9}}, {"score": {}}]
    for lie in lies:
        lines = documents(finished())
        lines[-1]["end"]["outcome"] |= lie
        assert "another outcome" in found(lines)


def test_a_log_without_commitment_or_seed_says_that_its_dice_are_not_proved() -> None:
    for part, name, words in (
        (0, "commitment", "the dice: the log tells no commitment to a seed"),
        (-1, "seed", "the dice: the log does not tell the seed it commits to"),
    ):
        lines = documents(finished())
        del lines[part].get("end", lines[part])[name]
        assert proved(lines).difference is None
        assert words in found(lines)
        assert proved(lines).throws == 0


def test_a_seed_or_a_header_that_was_not_sealed_is_found() -> None:
    changes: tuple[tuple[Callable[[list[Document]], object], str], ...] = (
        (lambda lines: lines[-1]["end"].update(seed="other"), "not the one committed to"),
        (lambda lines: lines[0].update(seats={"red": "bot:greedy"}), "not the one sealed"),
        (lambda lines: lines[0]["setup"].update(seed=77), "not the one sealed"),
        (lambda lines: lines[0].update(given=2), "not the one sealed"),
        (lambda lines: lines[1]["state"]["parries"].update(red=1), "not the one sealed"),
        (lambda lines: lines[0].update(dice="hand"), "dice that come from no seed have none"),
        (lambda lines: lines[0].pop("seal"), "the header: it is not sealed"),
        (lambda lines: sealed_again(lines)[0].update(edition="0"), "not the one sealed"),
    )
    for change, words in changes:
        lines = documents(finished())
        change(lines)
        assert words in found(lines)


def test_another_edition_other_data_or_another_beginning_is_said_to_be_unproved() -> None:
    changes: tuple[tuple[Callable[[list[Document]], object], str], ...] = (
        (lambda lines: lines[0].update(edition="0"), "the edition: the log is of 0"),
        (lambda lines: lines[0].update(data="0"), "the data: "),
        (lambda lines: lines[0]["setup"].update(scenario="brawl"), "the set-up: there is none of this scenario"),
        (lambda lines: lines[0]["setup"].update(data={"extra": 1}), "gives another one here"),
    )
    for change, words in changes:
        lines = documents(finished())
        change(lines)
        proof = proved(sealed_again(lines))
        assert proof.difference is None
        assert words in found(lines)


def test_a_position_that_no_set_up_gives_is_said_to_be_one() -> None:
    weak = ToyState()
    weak.health["red"] = 2
    battle = play_at_random(Battle.begin(TOY, SETUP, Seeded("secret"), weak), 3)
    proof = prove(loads(dumps(battle)))
    assert proof.difference is None
    assert [words.partition(":")[0] for words in proof.unproved] == ["the first state"]


def test_dice_typed_by_hand_cannot_be_proved_and_the_header_says_so() -> None:
    real = Seeded("nobody knows")
    count = iter(range(1000))
    battle = finished(Manual(lambda roll: real.roll(roll, next(count)), print))
    lines = documents(battle)
    assert (lines[0]["dice"], lines[0]["commitment"]) == ("hand", "")
    proof = proved(lines)
    assert proof.difference is None
    assert "the dice: players rolled them and typed what they showed" in proof.unproved
    rolls(lines)[0]["faces"] = [7]
    assert "dice that cannot be" in found(lines)


def test_a_battle_that_goes_on_is_proved_but_for_dice_whose_seed_is_not_told() -> None:
    battle = play_at_random(Battle.begin(TOY, SETUP, Seeded("secret")), 5, 12)
    assert battle.thrown
    proof = prove(loads(dumps(battle)))
    assert proof.difference is None
    assert proof.unproved[0] == "the dice: the battle is not over, so its seed is not told yet"
    own = prove(loads(dumps(play_at_random(Battle.begin(TOY, SETUP), 5, 12))))
    assert own.holds
    assert own.throws


def test_a_battle_branched_from_another_is_proved_from_there_on() -> None:
    first = finished()
    inputs = [entry.input for entry in first.entries]
    at = [number for number, by in enumerate(inputs) if isinstance(by, Rolled)][2] + 1
    branch = Battle.rerun(TOY, SETUP, first.start, inputs[:at], Seeded("another"))
    play_at_random(branch, 1)
    lines = documents(branch)
    assert lines[0]["given"] == 3
    proof = proved(lines)
    assert proof.difference is None
    assert proof.unproved == ("the dice: the first 3 throws were taken over from another battle",)
    assert proof.throws == len(branch.thrown) - 3 > 0
    face = rolls(lines)[3]["faces"]
    face[0] = face[0] % 6 + 1
    assert "throw 4 is not the seed's" in found(lines)


def test_throws_taken_over_and_taken_back_are_rolled_anew() -> None:
    first = finished()
    inputs = [entry.input for entry in first.entries]
    at = [number for number, by in enumerate(inputs) if isinstance(by, Rolled)][2] + 1
    branch = Battle.rerun(TOY, SETUP, first.start, inputs[:at], Seeded("another"))
    scribe = Scribe(branch)
    raw = [*scribe.opening(), *scribe.news()]
    while len(branch.thrown) > 1:
        branch.undo("red", consent=True)
    raw += scribe.news()
    play_at_random(branch, 1)
    raw += scribe.news()
    log = loads(b"\n".join(raw) + b"\n")
    assert (log.header.given, log.given, branch.given) == (3, 1, 1)
    proof = prove(log)
    assert proof.difference is None
    assert proof.unproved == ("the dice: the first 1 throws were taken over from another battle",)
    assert prove(loads(dumps(branch))).unproved == proof.unproved


def test_a_fork_says_which_throws_are_not_its_own() -> None:
    battle = play_at_random(Battle.begin(TOY, SETUP, Seeded("secret")), 5, 12)
    fork = play_at_random(battle.fork(), 2)
    assert fork.given == len(battle.thrown) > 0
    assert prove(loads(dumps(fork))).difference is None


def older(lines: list[Document]) -> list[Document]:
    """As logs were before they told where their dice come from."""
    for name in ("dice", "given", "seal"):
        del lines[0][name]
    del lines[-1]["end"]["seal"]
    return lines


def test_an_older_log_is_proved_as_far_as_it_goes() -> None:
    proof = proved(older(documents(finished())))
    assert proof.difference is None
    assert [words.partition(":")[0] for words in proof.unproved] == ["the header"]
    assert proof.throws > 3


def test_an_older_log_with_other_dice_is_not_proved_and_which_throws_is_said() -> None:
    lines = documents(finished(Seeded("the dice I like")))
    lines[-1]["end"]["seed"] = "secret"
    lines[0]["commitment"] = Seeded("secret").commitment
    proof = proved(older(lines))
    assert proof.difference is None
    assert "throws are not the seed's" in proof.unproved[0]
    assert proof.throws < len(rolls(lines))


def with_something_taken_back() -> list[Document]:
    battle = Battle.begin(TOY, SETUP, Seeded("secret"))
    scribe = Scribe(battle)
    raw = [*scribe.opening(), *scribe.news()]
    bids(battle, 3, 1)
    battle.answer("red", Strike(2))
    raw += scribe.news()
    battle.undo("red", consent=True)
    battle.answer("red", Strike(3))
    battle.answer("blue", Decline())
    raw += scribe.news()
    play_at_random(battle, 4)
    raw += scribe.news()
    return [json.loads(line) for line in raw]


def test_what_was_taken_back_is_proved_as_well() -> None:
    lines = with_something_taken_back()
    assert proved(lines).holds
    undo = next(at for at, line in enumerate(lines) if "undo" in line)
    taken_back = next(line for line in reversed(lines[:undo]) if "input" in line)
    taken_back["input"]["order"]["force"] = 9
    assert "the rules refuse this" in found(lines)


def test_what_stands_where_nothing_belongs_is_refused_with_its_line() -> None:
    lines = documents(finished())
    check = next(at for at, line in enumerate(lines) if "check" in line)
    for change in ({"entry": 0}, {"events": 40}, {"entry": 10_000}, {"events": -1}):
        moved = documents(finished())
        moved[check]["check"] |= change
        with pytest.raises(BadFile, match=rf"b\.jsonl:{check + 1}: .*does not belong here"):
            read(moved)
    assert "a fingerprint is missing" in found(lines[:check] + lines[check + 1 :])
    for at, words in ((len(lines), "goes on after its end"), (3, "begins once"), (4, "one of input, check, undo")):
        with pytest.raises(BadFile, match=words):
            read([*lines[:at], lines[-2] if at > 4 else lines[2] if at == 3 else lines[1], *lines[at:]])
    with pytest.raises(BadFile, match="cannot go back to entry 3 of 3"):
        read([*lines[:5], {"undo": 3}, *lines[5:]])


def test_a_log_that_goes_on_or_stops_too_early_is_found() -> None:
    lines = documents(finished())
    end = lines.pop()
    assert "the line that says so is missing" in found(lines)
    assert "somebody decides here" in found([*lines[:4], {"input": {"by": "roll", "purpose": "x", "faces": [1]}}])
    while rolls(lines[-1:]) == []:
        lines.pop()
    assert "it stops in the middle of a step" in found(lines[:-1])
    assert "other dice are due here" in found([*lines[:-1], end])
    more = {"input": {"by": "answer", "seat": "red", "order": {"order": "bid", "effort": 1}}, "events": []}
    assert "the log goes on where the battle is over" in found([*documents(finished())[:-1], more])
    given_up = Battle.begin(TOY, SETUP, Seeded("secret"))
    given_up.answer("red", Concede())
    assert proved(documents(given_up)).holds


def test_an_offer_declined_by_itself_was_the_only_choice() -> None:
    for seed in range(30):
        lines = documents(finished(seed=seed))
        flags = [line["input"] for line in lines if line.get("input", {}).get("by") == "answer"]
        for at, by in enumerate(flags):
            by["auto"] = not by["auto"]
            if not proved(lines).holds:
                by["auto"] = not by["auto"]
                continue
            raise AssertionError(f"answer {at} of seed {seed} may be by itself or not: {by}")


def test_an_event_of_an_unknown_unit_is_a_difference_and_in_a_film_a_broken_line() -> None:
    lines = documents(finished())
    at = next(number for number, line in enumerate(lines) if any(e["event"] == "hurt" for e in line.get("events", ())))
    lines[at]["events"] = [{**event, "seat": "ghost"} if "seat" in event else event for event in lines[at]["events"]]
    assert "another event" in found(lines)
    with pytest.raises(BadFile, match=rf"b\.jsonl:{at + 1}: an event that cannot happen here: KeyError: 'ghost'"):
        list(read(lines).film())


def test_rules_that_fall_over_a_log_are_a_difference() -> None:
    lines = documents(finished())
    del lines[1]["state"]["parries"]["red"], lines[1]["state"]["parries"]["blue"]
    said = found(sealed_again(lines))
    assert "the rules fall over the log here" in said
    assert "KeyError" in said
    lines[5]["input"] |= {"seat": "ghost"}
    with pytest.raises(BadFile, match=r"b\.jsonl: the rules do not follow this log: "):
        read(lines).battle()


def test_a_log_cut_off_in_the_middle_of_a_step_goes_on_without_a_gap() -> None:
    """What the rules did by themselves after the cut is written when the battle goes on."""
    battle = Battle.begin(TOY, SETUP, Seeded(SETUP.seed))
    play_at_random(battle, 5, 40)
    lines = dumps(battle).splitlines()
    cuts = [at for at in range(3, len(lines) + 1) if rolls([json.loads(lines[at - 1])]) or b"check" in lines[at - 1]]
    assert cuts
    for at in cuts:
        kept = loads(b"\n".join(lines[: at - 1]) + b"\n")
        again = kept.battle()
        scribe = Scribe(again)
        scribe.skip(kept)
        raw = [*lines[: at - 1], *scribe.news()]
        play_at_random(again, 9)
        raw += scribe.news()
        proof = prove(loads(b"\n".join(raw) + b"\n"))
        assert proof.holds, proof


def test_a_seal_needs_the_seed_and_binds_every_letter() -> None:
    one, other = Seeded(1), Seeded(2)
    assert one.seal(b"a") == Seeded("1").seal(b"a")
    assert len({one.seal(b"a"), one.seal(b"b"), other.seal(b"a"), one.commitment}) == 4


def test_scripted_dice_are_said_to_be_neither_a_seeds_nor_anybodys() -> None:
    battle = Battle.begin(TOY, SETUP, Scripted((5,)))
    bids(battle, 3, 1)
    battle.answer("red", Strike(2))
    battle.answer("blue", Decline())
    assert battle.thrown[0][0] == Roll("strike", 1, 6, seat="red")
    assert "they came neither from a seed" in prove(loads(dumps(battle))).unproved[0]
    battle.answer("red", Bid(1))
    assert prove(loads(dumps(battle))).difference is None
