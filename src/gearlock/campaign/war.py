"""A campaign as programs hold it: begun or read, decided in, its battles fought by anybody, proved, saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from gearlock.campaign.battles import battle_so_far, fresh_battle, returned_log
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import BadCampaign, battle_path, begin, bring_up, locked, plan_of, read
from gearlock.campaign.laid_out import Laid, begun_with
from gearlock.campaign.lines import Buy, Decision, Finish, March, Mend, Tell, fingerprint
from gearlock.campaign.proving import CampaignProof, prove_with
from gearlock.campaign.reporting import report_of
from gearlock.campaign.views import CampaignView, view_of
from gearlock.kernel.battle import Battle
from gearlock.kernel.campaigning import Campaign, Member, Repair, Side, Ware
from gearlock.kernel.dice import DiceSource, Scripted
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName, shown
from gearlock.kernel.events import Outcome
from gearlock.kernel.files import read_ordinary, write_whole
from gearlock.kernel.log import LARGEST_LOG, dumps
from gearlock.kernel.plain import as_name, as_words, read_mapping, read_path
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import System

Dice: TypeAlias = DiceSource | Iterable[Iterable[int]]
"""Where faces come from: any source of dice, or the faces of one throw after the other."""
UNSAVED = Path("campaign.jsonl")
"""What a campaign is called that has no file."""


class War:
    """A campaign under way: who is hurt, what can be repaired and bought, the next battle, who would win.

    What cannot be done is refused with BadInput, and nothing has changed. A decision answers with what came of it.
    """

    def __init__(self, following: Following, path: Path | None = None) -> None:
        self.following = following
        self._path = path
        self._logs: dict[int, bytes] = {}
        self._battle: Battle[Any] | None = None

    def __repr__(self) -> str:
        now = self.state
        if now.over is not None:
            how = f"won by {now.over.winner or 'nobody'}"
        else:
            how = f"battle {now.marching.number} under way" if now.marching else f"day {now.day}"
        return f"<War {self.system.id} {now.scenario}, {len(now.battles)} battles fought, {how}>"

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def system(self) -> AnySystem:
        """The game."""
        return self.following.system

    @property
    def state(self) -> Campaign:
        """Everything that can change, as plain data: sides, day, battles fought, how it ended."""
        return self.following.campaign

    @property
    def over(self) -> bool:
        """The campaign has ended; `outcome` says how."""
        return self.state.over is not None

    @property
    def outcome(self) -> Outcome:
        """How it ended; while it goes on, how it would end now."""
        return self.state.over or self.following.rules.winner(self.state)

    def side(self, seat: str) -> Side:
        """The force and the pools (Victory Points, Labor Points) of a seat."""
        return self.state.sides[self._seat(seat)]

    def _seat(self, seat: str) -> str:
        if as_name(seat, "seat") not in self.state.sides:
            raise UnknownName("seat", seat, self.state.sides)
        return seat

    def member(self, id: str) -> Member:
        """A member of either force by its id: `hurt` holds what differs from a fresh one, `away` why it sits out."""
        return self._found(id)[1]

    def wounds(self, id: str) -> tuple[str, ...]:
        """What a member has suffered, in words."""
        seat, member = self._found(id)
        return self.following.rules.wounds(self.state, seat, member)

    def repairs(self, seat: str) -> tuple[Repair, ...]:
        """Everything that can be mended now: cost, dice, Threshold, exact chances, and why it cannot be tried."""
        return self.following.rules.repairs(self.state, self._seat(seat))

    def wares(self, seat: str) -> tuple[Ware, ...]:
        """What points buy between battles."""
        return self.following.rules.wares(self.state, self._seat(seat))

    def scenarios(self) -> Mapping[str, str]:
        """The battles that may come next, the usual one first."""
        return self.following.rules.scenarios(self.state)

    def view(self, seat: str) -> CampaignView:
        """What a seat may know; a stranger for the empty name."""
        return view_of(self.following, self._seat(seat) if seat != "" else "")

    def story(self) -> tuple[str, ...]:
        """Everything that was decided, and what came of it."""
        return tuple(words for line in self.following.lines for words in line.told)

    def hash(self) -> str:
        """The fingerprint of the campaign as it is."""
        return fingerprint(self.state)

    def _found(self, id: str) -> tuple[str, Member]:
        everybody = {each.id: (seat, each) for seat, side in self.state.sides.items() for each in side.members}
        if as_name(id, "member") not in everybody:
            raise UnknownName("member", id, everybody)
        return everybody[id]

    # --- deciding ----------------------------------------------------------------------------------------------------

    def repair(self, seat: str, repair: str, dice: Dice | None = None) -> tuple[str, ...]:
        """Try a repair by its id. With dice of one's own it is thrown for with those, and never proved."""
        decision = Mend(as_name(seat, "seat"), as_name(repair, "repair"))
        return self._decide(decision, None if dice is None else as_source(dice))

    def buy(self, seat: str, ware: str, what: object = "") -> tuple[str, ...]:
        """Buy something between battles: `buy("red", "labor", 3)`."""
        return self._decide(Buy(as_name(seat, "seat"), as_name(ware, "ware"), as_words(what, "What is bought")))

    def end(self) -> tuple[str, ...]:
        """All players agree that it ends here."""
        return self._decide(Finish())

    def _decide(self, decision: Decision, dice: DiceSource | None = None) -> tuple[str, ...]:
        return self.following.decide(decision, dice).told

    # --- fighting ----------------------------------------------------------------------------------------------------

    def battle(
        self, scenario: str = "", options: Mapping[str, object] | None = None, dice: Dice | None = None
    ) -> Battle[Any]:
        """The battle under way, or the next one at its first decision: the usual scenario if none is named.

        Its dice are the campaign's, unless others are handed over: then it is played, and never proved.
        """
        source = None if dice is None else as_source(dice)
        if self.state.marching is None:
            chosen = as_name(scenario, "battle") or next(iter(self.scenarios()))
            self._decide(March(chosen, read_mapping(options or {})))
            self._battle = None
        elif scenario or options:
            raise BadInput(f"Battle {self.state.marching.number} is under way: play it to its end first.")
        if self._battle is None:
            self._battle = self._taken_up() or fresh_battle(self.following, {}, source)
        elif source is not None:
            raise BadInput("The battle under way has its dice.")
        return self._battle

    def _taken_up(self) -> Battle[Any] | None:
        """The battle under way as far as its log beside the file goes."""
        march = self.state.marching
        beside = battle_path(self._path, march.number) if self._path is not None and march is not None else None
        if beside is None or not beside.exists():
            return None
        return battle_so_far(self.following, beside)[0]

    def bring_home(self, battle: Battle[Any] | None = None) -> tuple[str, ...]:
        """Count a battle that is over, the one under way if none is named: wounds, ammunition, points; days pass."""
        march = self.state.marching
        if march is None:
            raise BadInput("No battle has been begun that could come home.")
        fought = self.battle() if battle is None else battle
        if not isinstance(fought, Battle):
            raise BadInput(f"A Battle comes home, not {type(fought).__name__}.")
        raw = dumps(fought)
        told = self._decide(returned_log(self.following, raw, battle_path(UNSAVED, march.number), own_dice=True))
        self._logs[march.number] = raw
        self._battle = None
        return told

    def report(
        self,
        harm: Mapping[str, object] | None = None,
        lost: Iterable[str] = (),
        won: str = "",
        points: Mapping[str, int] | None = None,
        spent: Mapping[str, object] | None = None,
        scenario: str = "",
        because: str = "",
    ) -> tuple[str, ...]:
        """Count a battle that was fought at a table of one's own, by what is told of it: the one under way or the next.

        `harm` has what the battle did to whom, in words ("3 armor, LAC destroyed") or fields of a unit, `lost` who was
        destroyed, `points` what each side earned, `spent` what it bought. All of it comes on top of what was before.
        """
        given = {"harm": harm, "lost": lost, "won": won, "points": points, "spent": spent, "because": because}
        told = self._decide(Tell(report_of(given), as_name(scenario, "battle")))
        self._battle = None
        return told

    # --- proving and keeping -----------------------------------------------------------------------------------------

    def prove(self) -> CampaignProof:
        """Carry every decision out again and play the battles again: it `holds`, or says what is wrong or left open."""
        return prove_with(self.following, self._path or UNSAVED, self._log_of)

    def _log_of(self, number: int) -> bytes | None:
        if number in self._logs or self._path is None:
            return self._logs.get(number)
        beside = battle_path(self._path, number)
        return read_ordinary(beside, LARGEST_LOG) if beside.exists() else None

    def save(self, path: str | Path) -> Path:
        """Write the campaign, and the logs of its battles beside it; the file of an older state of it is gone on with.

        Any other file is refused, and so is one that another Gearlock goes on with.
        """
        target = read_path(path)
        bring_up(target, self.following, lambda: self._save_logs(target))
        self._path = target
        return target

    def _save_logs(self, target: Path) -> None:
        logs = {number: self._log_of(number) for number in range(1, len(self.state.battles) + 1)}
        march = self.state.marching
        if march is not None:
            logs[march.number] = self._log_of(march.number) if self._battle is None else dumps(self._battle)
        for number, raw in logs.items():
            if raw is not None:
                _write_whole(battle_path(target, number), raw)


def new_campaign(
    system: str | AnySystem,
    scenario: str = "",
    seed: str | int = "",
    options: Mapping[str, object] | None = None,
    pools: Mapping[str, Mapping[str, int]] | None = None,
    hurt: Mapping[str, Mapping[str, object]] | None = None,
) -> War:
    """A campaign at its beginning; among the options are its own and those of every battle, as forces and maps.

    `pools` and `hurt` lay out another beginning by hand, as a position does with a battle: points and labor by seat,
    fields of members by their ids. Raises UnknownName or BadInput.
    """
    chosen = system if isinstance(system, System) else get_system(system)
    plan = plan_of(chosen, scenario, read_mapping(options or {}))
    laid = begun_with(Laid(pools or {}, hurt or {})) if pools or hurt else None
    return War(begin(chosen, plan, as_words(seed, "A seed"), laid=laid))


def load_campaign(path: str | Path, only_good: bool = False) -> War:
    """A campaign from its file, every line carried out again; a line cut off by a stop is left out.

    Raises BadFile with the line that is wrong; with `only_good` it is the campaign up to the line before.
    """
    target = read_path(path)
    try:
        following, _ = read(target)
    except BadCampaign as error:
        if not only_good or error.good is None:
            raise
        following = error.good
    return War(following, target)


def as_source(dice: Dice) -> DiceSource:
    """Dice that somebody handed over."""
    if isinstance(dice, Iterable):
        return Scripted(*(_faces(throw) for throw in dice))
    if not hasattr(dice, "roll"):
        raise BadInput(f"Dice are a source of faces, or throws such as [(4, 2, 1)], not {shown(dice)}.")
    return dice


def _faces(throw: object) -> tuple[int, ...]:
    faces = tuple(throw) if isinstance(throw, Iterable) and not isinstance(throw, str | bytes) else ()
    if not faces or not all(isinstance(face, int) and not isinstance(face, bool) for face in faces):
        raise BadInput(f"What a throw shows is whole numbers, such as (4, 2, 1), not {shown(throw)}.")
    return faces


def _write_whole(target: Path, raw: bytes) -> None:
    """The log of a battle, whole or not at all; nobody may be playing it."""
    if target.exists():
        with locked(target) as there:
            if there.readall() == raw:
                return
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile([Finding(str(target), 0, f"cannot be written: {error.strerror or error}")]) from error
    write_whole(target, raw)
