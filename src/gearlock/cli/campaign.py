"""`gearlock campaign`: linked battles with forces that stay hurt; everything is kept in one file and can be proved."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from gearlock.bots.players import is_human, make_bot
from gearlock.campaign.deputies import bots_at_work
from gearlock.campaign.fighting import Field, bots_play, bring_home, take_the_field
from gearlock.campaign.following import Following, how_far, rules_of
from gearlock.campaign.keeping import BadCampaign, CampaignFile, begin, create, loads, plan_of, read, take_logs, text_of
from gearlock.campaign.lines import Buy, Decision, Finish, Line, March, Mend, Tell
from gearlock.campaign.proving import prove_campaign
from gearlock.campaign.wishing import refuse_hopeless
from gearlock.cli.battle import JsonOption, OptionOption, SystemName, as_player, read_options, sit_down
from gearlock.cli.campaign_pages import history_page, print_page, repairs_page, shop_page, status_data, status_page
from gearlock.cli.campaign_words import report_in, typed_report
from gearlock.cli.ending import DIFFERS, NOT_PROVED
from gearlock.cli.screen import console, print_json, remark, say, this_command
from gearlock.kernel.dice import DiceSource, Scripted
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName, shortened
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.registry import get_system

app = typer.Typer(help="Campaigns: linked battles with forces that stay hurt.", no_args_is_help=True)
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The file of a campaign.")]
SeatArgument = Annotated[str | None, typer.Argument(help="Whose force: red or blue; both if left out.")]
BOT = "bot:greedy"
SHOWN = tuple(map(str, range(1, 101)))
"""What a die may show, as somebody types it."""


@app.command("new")
def new(
    system: SystemName,
    file: FileArgument,
    scenario: Annotated[
        str | None, typer.Option(help="Which scenario is fought; the system's first if left out.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", help="name=value: an option of the campaign, or of every battle (red=..., map=...)."
        ),
    ] = None,
    red: Annotated[str, typer.Option(help="Who plays red: human, bot:greedy, ...")] = "human",
    blue: Annotated[str, typer.Option(help="Who plays blue.")] = BOT,
    seed: Annotated[str | None, typer.Option(help="Same seed, same dice. Random if left out.")] = None,
) -> None:
    """Begin a campaign and keep it in FILE, which must not be there yet."""
    game = get_system(system)
    rules = rules_of(game)
    plan = plan_of(game, scenario or "", read_options(option or []))
    players = (as_player(red), as_player(blue))
    following = begin(game, plan, seed or "", dict(zip(game.seats, players, strict=True)))
    create(file, following)
    say(rules.about)
    print_page(status_page(following))
    _next_steps(file, following)


def _next_steps(file: Path, following: Following) -> None:
    if following.campaign.over is None:
        say(f"Next: {this_command()} campaign battle {shlex.quote(str(file))}")


def _opened(file: Path) -> Following:
    """A campaign to look at; of a damaged file the good part is offered."""
    try:
        following, dropped = read(file)
    except BadCampaign as error:
        raise _with_offer(file, error) from error
    if dropped:
        remark("The last line was cut off when a program stopped; it is left out.")
    return following


def _with_offer(file: Path, error: BadCampaign) -> BadFile:
    """What is wrong, and how to save what is good."""
    if error.good is None:
        return BadFile(error.findings)
    where = how_far(error.good.campaign)
    name = shlex.quote(str(file))
    offer = f"Everything before it is good ({where}). Save it: {this_command()} campaign recover {name} NEWFILE"
    return BadFile([*error.findings, Finding(str(file), 0, offer)])


def _decide(file: Path, decision: Decision, dice: DiceSource | None = None) -> tuple[Following, Line]:
    try:
        with CampaignFile(file) as campaign:
            return campaign.following, campaign.decide(decision, dice)
    except BadCampaign as error:
        raise _with_offer(file, error) from error


@app.command("status")
def status(file: FileArgument, as_json: JsonOption = False) -> None:
    """Where a campaign stands: forces with their wounds, pools, battles, who would win."""
    following = _opened(file)
    if as_json:
        print_json(status_data(following), "campaign")
        return
    print_page(status_page(following))
    _next_steps(file, following)


@app.command("repair")
def repair(
    file: FileArgument,
    seat: SeatArgument = None,
    what: Annotated[
        str | None, typer.Argument(metavar="REPAIR", help="Which repair to try; listed if left out.")
    ] = None,
    dice: Annotated[
        list[str] | None,
        typer.Option("--dice", help='What your own dice show: "4 2 1"; once more for each further throw. Not proved.'),
    ] = None,
) -> None:
    """List what can be repaired, with labour, Threshold and exact odds; or try one."""
    if what is None:
        following = _opened(file)
        print_page(repairs_page(following, _seats(following, seat)))
        return
    _, line = _decide(file, Mend(seat or "", what), _typed(dice))
    print_page(line.told)


def _typed(throws: list[str] | None) -> Scripted | None:
    """Faces that players read off their own dice. Raises BadInput."""
    if not throws:
        return None
    read = [throw.replace(",", " ").split() for throw in throws]
    for throw, faces in zip(throws, read, strict=True):
        if not faces or not all(face in SHOWN for face in faces):
            raise BadInput(f"'{shortened(throw)}' is nothing that dice show: say their faces, as --dice '4 2 1'.")
    return Scripted(*([int(face) for face in faces] for faces in read))


@app.command("spend")
def spend(
    file: FileArgument,
    seat: SeatArgument = None,
    ware: Annotated[str | None, typer.Argument(help="What to buy; listed if left out.")] = None,
    what: Annotated[str, typer.Argument(help="How much of it, or which units.")] = "",
) -> None:
    """List what points buy between battles; or buy something."""
    if ware is None:
        following = _opened(file)
        print_page(shop_page(following, _seats(following, seat)))
        return
    _, line = _decide(file, Buy(seat or "", ware, what))
    print_page(line.told)


def _seats(following: Following, seat: str | None) -> tuple[str, ...]:
    seats = following.system.seats
    if seat is not None and seat not in seats:
        raise UnknownName("seat", seat, seats)
    return seats if seat is None else (seat,)


@app.command("battle")
def battle(
    file: FileArgument,
    scenario: Annotated[str | None, typer.Option(help="Which battle; the usual one if left out.")] = None,
    option: OptionOption = None,
    red: Annotated[str | None, typer.Option(help="Who plays red this time; as agreed if left out.")] = None,
    blue: Annotated[str | None, typer.Option(help="Who plays blue this time.")] = None,
    hand_out: Annotated[
        bool, typer.Option("--hand-out", help="Only lay the battle out and write its log, to be played elsewhere.")
    ] = False,
) -> None:
    """Fight the next battle, or go on with the one under way, and bring it home when it is over."""
    try:
        with CampaignFile(file) as campaign:
            _battle(campaign, scenario, read_options(option or []), {"red": red, "blue": blue}, hand_out)
    except BadCampaign as error:
        raise _with_offer(file, error) from error


def _battle(
    file: CampaignFile, scenario: str | None, options: dict[str, str], said: dict[str, str | None], hand_out: bool
) -> None:
    following = file.following
    chosen = scenario or next(iter(following.rules.scenarios(following.campaign)))
    agreed = {seat: following.header.players.get(seat, BOT) for seat in following.system.seats}
    named = {seat: as_player(who) for seat, who in said.items() if who}
    players = {seat: named.get(seat, who) for seat, who in agreed.items()}
    for who in players.values():
        if not is_human(who):
            make_bot(who, 0)  # one that cannot play is named before the battle is begun
    _refuse_in_time(following, scenario, March(chosen, options))
    for line in bots_at_work(file, players):
        print_page(line.told)
    field = take_the_field(file, March(chosen, options), players)
    if hand_out:
        _hand_out(field, file.path)
        return
    if not field.is_written:
        _play(field)
    if not field.battle.over:
        say(f"Go on later: {this_command()} campaign battle {shlex.quote(str(file.path))}")
        return
    print_page(bring_home(file).told)
    say(f"Watch it: {this_command()} replay {shlex.quote(str(field.path))} --film")


def _refuse_in_time(following: Following, scenario: str | None, march: March) -> None:
    """A battle that cannot come next is refused before anybody's technicians work for it. Raises BadInput."""
    under_way = following.campaign.marching
    if under_way is None:
        refuse_hopeless(following, march)
    elif (scenario and scenario != under_way.scenario) or (march.options and march.options != under_way.options):
        said = f"Battle {under_way.number}, {under_way.scenario}, is under way: play it to its end first"
        raise BadInput(f"{said}; it has the options that it was begun with.")


def _play(field: Field) -> None:
    if any(is_human(who) for who in field.battle.seats_of.values()):
        sit_down(field.battle, field.path, field.before)
        return
    with console.status("The battle is fought ..."):
        bots_play(field)


def _hand_out(field: Field, path: Path) -> None:
    if field.before is None:
        with LogFile(field.path, field.battle):
            pass
    name = shlex.quote(str(field.path))
    say(f"The battle lies in {name}. Play it: {this_command()} play --resume {name} --side red")
    say(f"When it is over: {this_command()} campaign battle {shlex.quote(str(path))}")


@app.command("report")
def report(
    file: FileArgument,
    harm: Annotated[
        list[str] | None,
        typer.Argument(metavar="WHAT", help="Who suffered what: 'red-1: 3 armor, LAC destroyed', 'blue-2: destroyed'."),
    ] = None,
    won: Annotated[str | None, typer.Option(help="Who held the field; draw or left out for nobody.")] = None,
    points: Annotated[
        list[str] | None, typer.Option(help="What a side earned, as red=5 or blue=-2; once for each side.")
    ] = None,
    spent: Annotated[
        list[str] | None, typer.Option(help="What a side bought in the battle, as 'red=cancel light, fog'.")
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="Which battle it was; the usual one if left out.")] = None,
    because: Annotated[str | None, typer.Option(help="A word about it for the chronicle.")] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="REPORT", help="A TOML file with the report instead.")
    ] = None,
) -> None:
    """Count a battle that was fought at a table of your own: who was hurt how, who won, points earned and spent."""
    if source is None:
        told, where = typed_report(harm or (), won, points or (), spent or (), because), scenario or ""
    elif harm or won or points or spent or because:
        raise BadInput("Say what happened in the file or here, not in both.")
    else:
        where, told = report_in(source)
        where = scenario or where
    _, line = _decide(file, Tell(told, where))
    print_page(line.told)


@app.command("end")
def end(file: FileArgument) -> None:
    """End a campaign by agreement of all players."""
    _, line = _decide(file, Finish())
    print_page(line.told)


@app.command("history")
def history(file: FileArgument, as_json: JsonOption = False) -> None:
    """The chronicle: every decision with its dice and what came of it, and the logs of the battles."""
    lines = history_page(_opened(file), file)
    if as_json:
        print_json({"file": str(file), "lines": list(lines)}, "campaign-history")
    else:
        print_page(lines)


@app.command("verify")
def verify(file: FileArgument, as_json: JsonOption = False) -> None:
    """Prove a campaign: lines, throws, and battles played again from their logs.

    Exit 1 at the first difference, 3 if nothing differs and something is not proved.
    """
    following = _opened(file)
    proof = prove_campaign(following, file)
    if as_json:
        print_json({"holds": proof.holds, "proof": proof, "hash": status_data(following)["hash"]}, "campaign-proof")
    elif proof.wrong:
        say(f"{file}:{proof.line}: {proof.wrong}")
    else:
        counted = f"{len(following.lines)} decisions, {proof.throws} throws, {proof.battles} battles"
        say(f"{file}: {'proved' if proof.holds else 'nothing differs'}: {counted}.")
        last = (following.lines[-1] if following.lines else following.start).link
        say(f"As far as the file goes: {2 + len(following.lines)} lines. A file cut at its end is a shorter campaign")
        say(f"that holds as well. To notice that, write down the link of the last line: {last}")
        for words in proof.unproved:
            say(f"not proved: {words}")
    if not proof.holds:
        raise typer.Exit(DIFFERS if proof.wrong else NOT_PROVED)


@app.command("recover")
def recover(
    file: FileArgument, new_file: Annotated[Path, typer.Argument(metavar="NEWFILE", help="A file not there yet.")]
) -> None:
    """Save the good lines of a damaged campaign to another file, with the logs of its battles."""
    try:
        good, dropped = read(file)
    except BadCampaign as error:
        if error.good is None:
            raise
        good, dropped = error.good, str(error)
    if not dropped:
        raise BadInput(f"{file}: nothing is wrong with this campaign.")
    loads(text_of(good), str(new_file))
    taken = take_logs(file, new_file, good)
    create(new_file, good)
    say(f"Left out: {dropped}")
    print_page(status_page(good))
    if taken:
        say(f"Logs of battles that were taken along: {', '.join(path.name for path in taken)}.")
