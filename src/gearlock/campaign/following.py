"""A campaign as it goes on: each decision is checked, thrown for from the seed, and carried out."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from gearlock.campaign.ladder import Ladder
from gearlock.campaign.lines import (
    Buy,
    Decision,
    Finish,
    Header,
    Line,
    March,
    Mend,
    Return,
    Start,
    Tell,
    as_written,
    fingerprint,
    linked,
)
from gearlock.campaign.reporting import check_names, under_way
from gearlock.kernel.campaigning import Campaign, CampaignRules, Change, Fought, Homecoming, Marching, Work
from gearlock.kernel.dice import DiceSource, Faces, Manual, Roll, Scripted, Seeded
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Outcome
from gearlock.kernel.files import only_these_files
from gearlock.kernel.handed import TOO_LARGE
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup
from gearlock.kernel.written import in_words

SEEDS = 1_000_000_000
BY_HAND = "These dice are not the campaign's own."


def rules_of(system: AnySystem) -> CampaignRules:
    """How campaigns of a system go: by its book, or by the rule of the house. Raises BadInput where there are none."""
    if system.campaign is None:
        raise BadInput(f"There are no campaigns of {system.name}.")
    if isinstance(system.campaign, CampaignRules):
        return system.campaign
    return Ladder(system, system.campaign).rules()


def put_down(decision: Decision) -> Decision:
    """A decision as its line gives it back. Raises BadInput for what no line can hold."""
    try:
        return as_written(Line(decision, (), (), "")).decision
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        wrong = TOO_LARGE if "digits" in str(error) else in_words(str(error))
        raise BadInput(f"The decision '{decision.__struct_config__.tag}' is ill made: {wrong}.") from None


class Following:
    """A campaign under way: its header, where it stands, and every line so far."""

    def __init__(self, header: Header, start: Start) -> None:
        start = as_written(start)
        self.header, self.start = header, start
        self.system = get_system(header.system)
        self.rules = rules_of(self.system)
        self.dice = Seeded(header.seed)
        self.campaign: Campaign = start.start
        self.seen: Campaign = start.start
        """As it stood when the last battle came home: what every seat has seen of the others."""
        self.lines: list[Line] = []
        self.thrown = 0

    @property
    def link(self) -> str:
        """The link of the last line."""
        return self.lines[-1].link if self.lines else self.start.link

    def decide(self, decision: Decision, dice: DiceSource | None = None) -> Line:
        """Carry a decision out; what cannot be done is refused with BadInput, and nothing has changed."""
        line, after = self.written(decision, dice)
        self.take(line, after)
        return line

    def written(self, decision: Decision, dice: DiceSource | None = None) -> tuple[Line, Campaign]:
        """The line of a decision and the campaign after it; nothing has changed yet. The dice are the seed's.

        A repair may be thrown for with other dice; its line says so.
        """
        if dice is not None:
            decision = by_hand(decision, dice)
        decision = put_down(decision)
        self._refuse_hopeless(decision)
        faces, change = self.tried(decision, dice)
        told = story_of(decision, change)
        line = linked(self.link, Line(decision, faces, told, fingerprint(change.campaign)), self.dice)
        assert isinstance(line, Line)
        return line, change.campaign

    def _refuse_hopeless(self, decision: Decision) -> None:
        """Nobody pays for a repair that no roll brings about. A file from before may hold one. Raises BadInput."""
        if not isinstance(decision, Mend) or decision.seat not in self.campaign.sides or not self.is_between:
            return
        with only_these_files(self.header.files):
            for offer in self.rules.repairs(self.campaign, decision.seat):
                if offer.id == decision.repair and offer.hopeless:
                    raise BadInput(offer.refused)

    @property
    def is_between(self) -> bool:
        """Whether it stands between two battles: then repairs are tried and things are bought."""
        return self.campaign.over is None and self.campaign.marching is None

    def take(self, line: Line, after: Campaign) -> None:
        """A line stands, and this is what the campaign is after it."""
        self.lines.append(line)
        self.thrown += len(line.faces)
        self.campaign = after
        if isinstance(line.decision, Return | Tell):
            self.seen = after

    def tried(self, decision: Decision, dice: DiceSource | None = None) -> tuple[tuple[Faces, ...], Change]:
        """What the dice, the seed's if there are no others, show for a decision, and what comes of it."""
        source = self.dice if dice is None else dice
        with only_these_files(self.header.files):
            work = carried_out(self.rules, self.campaign, decision)
            faces: list[Faces] = []
            try:
                roll = next(work)
                while True:
                    faces.append(roll.check(source.roll(roll, self.thrown + len(faces))))
                    roll = work.send(faces[-1])
            except StopIteration as done:
                change: Change = done.value
        return tuple(faces), change

    def again(self, line: Line) -> tuple[tuple[Faces, ...], Change]:
        """The decision of a line carried out once more, with the seed's dice or those that the line says it had."""
        own = isinstance(line.decision, Mend) and is_by_hand(line.decision)
        return self.tried(line.decision, Scripted(*line.faces) if own else None)

    def dice_of(self, number: int) -> Seeded:
        """The dice of a battle where nobody shall know them before: bound to the campaign's seed, as its throws are.

        The seed of a set-up is a short number, told with the battle: whoever tries them all finds it.
        """
        return Seeded(self.dice.seal(f"battle {number}".encode()))

    def setup(self) -> Setup:
        """The set-up of the battle that has been begun."""
        return self.setup_of(self.campaign)

    def setup_of(self, campaign: Campaign) -> Setup:
        """The set-up of the battle that has been begun in a campaign as it may stand soon."""
        march = campaign.marching
        if march is None:
            raise BadInput("No battle has been begun.")
        with only_these_files(self.header.files):
            return self.rules.prepare(campaign, march.scenario, march.seed, march.options)


def is_by_hand(decision: Decision) -> bool:
    """Whether a decision, or a battle that came home, had other dice than the seed's."""
    return isinstance(decision, Mend | Return) and bool(decision.dice)


def story_of(decision: Decision, change: Change) -> tuple[str, ...]:
    """What is told of a decision."""
    return (*change.told, BY_HAND) if is_by_hand(decision) else change.told


def by_hand(decision: Decision, dice: DiceSource) -> Decision:
    """A decision that says whose dice it has. Raises BadInput where dice of one's own cannot be had."""
    if not isinstance(decision, Mend):
        raise BadInput("Only a repair is thrown for with dice of one's own.")
    return msgspec.structs.replace(decision, dice="hand" if isinstance(dice, Manual) else "other")


def carried_out(rules: CampaignRules, campaign: Campaign, decision: Decision) -> Work:
    """A decision, as work that may ask for dice. Raises BadInput for what cannot be done now."""
    if campaign.over is not None:
        raise BadInput("The campaign is over; nothing more can be decided in it.")
    if isinstance(decision, Return):
        return (yield from come_home(rules, campaign, decision))
    if isinstance(decision, Tell):
        return (yield from told_home(rules, campaign, decision))
    if campaign.marching is not None:
        raise BadInput(f"Battle {campaign.marching.number} is under way: play it to its end first.")
    if isinstance(decision, March):
        return (yield from march_out(rules, campaign, decision))
    if isinstance(decision, Finish):
        found = rules.winner(campaign)
        words = f"The players agree to end the campaign: {found.reason}."
        return Change(msgspec.structs.replace(campaign, over=found), (words,))
    if decision.seat not in campaign.sides:
        raise UnknownName("seat", decision.seat, campaign.sides)
    if isinstance(decision, Mend):
        return (yield from mend(rules, campaign, decision))
    return (yield from buy(rules, campaign, decision))


def mend(rules: CampaignRules, campaign: Campaign, decision: Mend) -> Work:
    """A repair that is offered and can be paid for."""
    offers = {offer.id: offer for offer in rules.repairs(campaign, decision.seat)}
    if decision.repair not in offers:
        raise UnknownName("repair", decision.repair, offers, next((offer.rule for offer in offers.values()), ""))
    offer = offers[decision.repair]
    if offer.refused and not offer.hopeless:
        raise BadInput(offer.refused)
    return (yield from rules.mend(campaign, decision.seat, offers[decision.repair]))


def buy(rules: CampaignRules, campaign: Campaign, decision: Buy) -> Work:
    """A ware that is offered."""
    wares = {ware.id: ware for ware in rules.wares(campaign, decision.seat)}
    if decision.ware not in wares:
        raise UnknownName("ware", decision.ware, wares, next((ware.rule for ware in wares.values()), ""))
    return (yield from rules.buy(campaign, decision.seat, wares[decision.ware], decision.what))


def march_out(rules: CampaignRules, campaign: Campaign, decision: March) -> Work:
    """The next battle: its set-up is tried before its seed is thrown and with it: nobody sets out for none."""
    known = rules.scenarios(campaign)
    if decision.scenario not in known:
        raise UnknownName("battle", decision.scenario, known)
    rules.prepare(campaign, decision.scenario, 0, decision.options)
    number = len(campaign.battles) + 1
    (seed,) = yield Roll(f"seed of battle {number}", 1, SEEDS, 0)
    rules.prepare(campaign, decision.scenario, seed, decision.options)
    battle = Marching(number, decision.scenario, seed, decision.options)
    words = f"Battle {number}: {known[decision.scenario]}."
    return Change(msgspec.structs.replace(campaign, marching=battle), (words,))


def come_home(rules: CampaignRules, campaign: Campaign, decision: Return) -> Work:
    """Wounds and points of the battle that was begun; then the system settles what follows."""
    yield from ()
    march = campaign.marching
    if march is None:
        raise BadInput("No battle has been begun that could come home.")
    return counted(rules, campaign, decision.outcome, decision.home, decision.log)


def told_home(rules: CampaignRules, campaign: Campaign, decision: Tell) -> Work:
    """The same of a battle that players tell of, as far as the rules let it have happened."""
    yield from ()
    campaign = under_way(rules, campaign, decision.scenario)
    check_names(campaign, decision.report)
    found = rules.reported(campaign, decision.report)
    change = counted(rules, campaign, found.outcome, found.home, "")
    return Change(change.campaign, (*found.told, *change.told))


def counted(
    rules: CampaignRules, campaign: Campaign, outcome: Outcome, homes: dict[str, Homecoming], log: str
) -> Change:
    """A battle that is over, taken into the campaign."""
    march = campaign.marching
    if march is None or set(homes) != set(campaign.sides):
        raise BadInput(f"A battle brings something home to {' and '.join(campaign.sides)}.")
    for seat, home in homes.items():
        campaign = received(campaign, seat, home)
    earned = {seat: home.earned for seat, home in homes.items()}
    fought = Fought(march.number, march.scenario, outcome, log, earned)
    campaign = msgspec.structs.replace(campaign, marching=None, battles=(*campaign.battles, fought))
    change = rules.settle(campaign)
    look_over(rules, change.campaign)
    return Change(change.campaign, (*result_words(fought), *change.told))


def look_over(rules: CampaignRules, campaign: Campaign) -> None:
    """Tell and offer everything once: what somebody wrote into a file breaks here, at its line, and nowhere later."""
    for seat, side in campaign.sides.items():
        rules.repairs(campaign, seat)
        rules.wares(campaign, seat)
        for member in side.members:
            rules.wounds(campaign, seat, member)
    rules.winner(campaign)
    if campaign.over is None and campaign.marching is None:
        with suppress(BadInput):  # with too few left there is no next battle
            rules.prepare(campaign, next(iter(rules.scenarios(campaign))), 0, {})


def received(campaign: Campaign, seat: str, home: Homecoming) -> Campaign:
    """A side after what a battle brought home to it."""
    strangers = {*home.hurt, *home.away} - {member.id for member in campaign.sides[seat].members}
    if strangers:
        raise BadInput(f"No member of {seat} is called {', '.join(sorted(strangers))}.")
    for member in campaign.sides[seat].members:
        if member.id in home.hurt or member.id in home.away:
            changed: dict[str, Any] = {
                "hurt": home.hurt.get(member.id, member.hurt),
                "away": home.away.get(member.id, ""),
            }
            campaign = campaign.member(seat, msgspec.structs.replace(member, **changed))
    for pool, amount in home.earned.items():
        campaign = campaign.paid(seat, pool, amount)
    return campaign


def how_far(campaign: Campaign) -> str:
    """How far a campaign has come, in words."""
    count = len(campaign.battles)
    return f"day {campaign.day}, {count} {'battle' if count == 1 else 'battles'} fought"


def result_words(fought: Fought) -> tuple[str, ...]:
    """A battle that was fought, in a sentence or two."""
    won = f"{fought.outcome.winner} wins" if fought.outcome.winner else "a draw"
    earned = [
        f"{seat} {amount:+} {pool}" for seat, pools in fought.earned.items() for pool, amount in pools.items() if amount
    ]
    gains = (f"What it brought to the pools: {', '.join(earned)}.",) if earned else ()
    return (f"Battle {fought.number} is over: {won} ({fought.outcome.reason}).", *gains)
