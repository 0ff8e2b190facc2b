"""A ladder of linked battles with forces that stay hurt: a rule of the house for books without a campaign."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from gearlock.kernel.campaigning import (
    Campaign,
    CampaignRules,
    Change,
    Homecoming,
    LinkedUnits,
    Member,
    Plan,
    Report,
    Side,
    Told,
)
from gearlock.kernel.errors import BadInput, shortened, shown
from gearlock.kernel.events import Outcome
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.system import Setup
from gearlock.muster.standing_forces import (
    brought_home,
    changed_fields,
    enrolled,
    fielded,
    numbered,
    taking_the_field,
    whole,
)

WINS, BATTLES, USUAL = "battles won", "battles", 3
OPTIONS = {BATTLES: f"how many battles are fought (default {USUAL}, 1 to 20)"}
ABOUT = (
    "A ladder of linked battles: whoever is hurt or out of ammunition stays so, whoever is lost is gone, and most "
    "battles won win it. No book says so: this is a rule of the house."
)
TITLE = "a battle of a campaign"
LOTS, MAP = "lots", "map"
"""What forces were drawn from that nobody named; where a set-up keeps its map."""


class Ladder:
    """The rules of linked battles for one system."""

    def __init__(self, system: AnySystem, linked: LinkedUnits) -> None:
        self.system, self.linked = system, linked

    def rules(self) -> CampaignRules:
        """The record the layer asks."""
        return CampaignRules(
            ABOUT,
            OPTIONS,
            self.muster,
            self.scenarios,
            self.prepare,
            self.carry_over,
            self.settle,
            self.wounds,
            winner,
            house=True,
            why_away=self.why_away,
            reported=self.reported,
        )

    def muster(self, plan: Plan) -> Campaign:
        """Both forces, whole."""
        read_battles(plan.options)
        setup = self.system.prepare(plan.scenario, plan.seed, plan.battle)
        units = self.system.begin(setup).units
        sides = {seat: Side(enrolled(setup, units, seat), {WINS: 0}) for seat in self.system.seats}
        return Campaign(plan.scenario, {**plan.battle, **plan.options}, sides, data={LOTS: plan.seed})

    def scenarios(self, campaign: Campaign) -> Mapping[str, str]:
        """The one it was begun with: its options have named the forces."""
        return {campaign.scenario: self.system.scenarios()[campaign.scenario].title}

    def prepare(self, campaign: Campaign, scenario: str, seed: int, options: Mapping[str, str]) -> Setup:
        """The scenario anew, on another map, with who is left as they are."""
        named = [name for name in options if name in self.system.seats]
        if named:
            raise BadInput(f"'{named[0]}': the forces of a campaign are those it was begun with.")
        known = self.system.scenarios()[scenario].options
        said = {name: value for name, value in campaign.options.items() if name in known} | dict(options)
        # Whoever was drawn by lot is drawn again; only the map is another's.
        first = self.system.prepare(scenario, campaign.data.get(LOTS, 0), said)
        fresh = self.system.prepare(scenario, seed, said)
        data = {**first.data, MAP: fresh.data[MAP]} if MAP in fresh.data else first.data
        setup = fielded(msgspec.structs.replace(fresh, data=data), campaign, TITLE)
        try:
            self.system.begin(whole(setup))
        except (KeyError, IndexError) as error:
            raise BadInput("With these options the forces of the campaign cannot take the field.") from error
        self.system.begin(setup)
        return setup

    def carry_over(self, campaign: Campaign, setup: Setup, state: Any, outcome: Outcome) -> dict[str, Homecoming]:
        """Wounds and ammunition; a battle won for whoever won it."""
        fresh = self.system.begin(whole(setup)).units

        def told(unit: Any, suffix: str) -> tuple[dict[str, Any], str]:
            if unit.status in self.linked.lost:
                return ({"status": self.linked.lost[-1]} if suffix else {}), "lost"
            before = fresh.get(unit.id)
            hurt = {} if before is None else changed_fields(before, unit, self.linked.carried)
            kept = {name: count for name, count in getattr(unit, "tokens", {}).items() if name in self.linked.tokens}
            return ({**hurt, "tokens": {**before.tokens, **kept}} if kept and before is not None else hurt), ""

        found = {seat: brought_home(campaign, seat, state.units, told) for seat in campaign.sides}
        won = {seat: {WINS: int(outcome.winner == seat)} for seat in campaign.sides}
        return {seat: msgspec.structs.replace(home, earned=won[seat]) for seat, home in found.items()}

    def reported(self, campaign: Campaign, report: Report) -> Told:
        """Fields of units as the battle left them, who is lost, and who won: there are no points in these books."""
        if report.points or report.spent:
            raise BadInput("Linked battles of the house count battles won: there are no points to earn or to spend.")
        self.prepare(campaign, campaign.scenario, 0, {})
        for member in (each for side in campaign.sides.values() for each in side.members):
            if member.away and member.id in (*report.harm, *report.lost):
                raise BadInput(f"{member.id}, {member.name}, was not in this battle: {member.away}.")
        home: dict[str, Homecoming] = {}
        for seat, side in campaign.sides.items():
            hurts = {each.id: self._told_of(each, report) for each in side.members if each.id in report.harm}
            gone = [each.id for each in side.members if each.id in report.lost]
            kept = {each.id: hurts.get(each.id, each.hurt) for each in side.members if each.id in (*hurts, *gone)}
            home[seat] = Homecoming(kept, dict.fromkeys(gone, "lost"), {WINS: int(report.won == seat)})
        self._try_out(campaign, home, set(report.harm) - set(report.lost))
        return Told(Outcome(report.won, report.because or "told by the players"), home, ())

    def _try_out(self, campaign: Campaign, home: Mapping[str, Homecoming], told: Collection[str]) -> None:
        """Whether a battle could begin with units like this. Raises BadInput."""
        for seat, side in campaign.sides.items():
            members = (
                msgspec.structs.replace(each, hurt=home[seat].hurt.get(each.id, each.hurt)) for each in side.members
            )
            campaign = campaign.side(seat, members=tuple(members))
        try:
            self._refuse_impossible(campaign, told)
        except BadInput:
            raise
        except Exception as error:  # fields that nobody's battle gave may break a system in any way
            raise BadInput(f"No unit can be like this: {error}") from error

    def _refuse_impossible(self, campaign: Campaign, told: Collection[str]) -> None:
        """Nobody has less than nothing or more than when it was whole; who has nothing left is lost. Raises BadInput.

        What a unit has left is what its boxes show, as the game draws them.
        """
        setup = self.prepare(campaign, campaign.scenario, 0, {})
        boxes = {piece.id: piece.tracks for piece in self.system.waiting(self.system.begin(setup), None)}
        for unit_id, member in (one for seat in campaign.sides for one in numbered(campaign, seat).items()):
            tracks = boxes.get(unit_id, ()) if member.id in told else ()
            for track in tracks:
                if not 0 <= track.now <= track.full:
                    said = f"it would have {shown(track.now)} of {track.full} {track.name}"
                    raise BadInput(f"{member.id}, {member.name}, cannot be like this: {said}.")
            if tracks and not any(track.now for track in tracks):
                raise BadInput(f"{member.id}, {member.name}: nothing would be left of it; name it among the lost.")

    def _told_of(self, member: Member, report: Report) -> dict[str, dict[str, Any]]:
        said = report.harm[member.id]
        if isinstance(said, str) or not set(said) <= set(self.linked.carried):
            raise BadInput(
                f"{member.id}: harm is told in fields here, as the battle left them: {', '.join(self.linked.carried)}."
            )
        return {**member.hurt, "": {**member.hurt.get("", {}), **said}}

    def why_away(self, campaign: Campaign, seat: str, member: Member) -> str:
        """Whoever is out for good, as its own state says. Raises BadInput for more than it has."""
        if member.hurt.get("", {}).get("status") in self.linked.lost:
            return "lost"
        self._refuse_impossible(campaign.member(seat, member), {member.id})
        return member.away

    def settle(self, campaign: Campaign) -> Change:
        """The last battle, or a side with nothing left, ends it."""
        campaign = msgspec.structs.replace(campaign, day=campaign.day + 1)
        spent = [seat for seat in campaign.sides if not taking_the_field(campaign, seat)]
        if not spent and len(campaign.battles) < read_battles(campaign.options):
            return Change(campaign, ())
        found = winner(campaign)
        return Change(msgspec.structs.replace(campaign, over=found), (f"The campaign is over: {found.reason}.",))

    def wounds(self, _campaign: Campaign, _seat: str, member: Member) -> tuple[str, ...]:
        """Every field that is not as it was."""
        if member.away:
            return (member.away,)
        return tuple(
            _worded(suffix, name, value) for suffix, hurt in member.hurt.items() for name, value in hurt.items()
        )


def _worded(suffix: str, name: str, value: Any) -> str:
    whose = f"part {suffix[1:]}: " if suffix else ""
    if isinstance(value, dict):
        return f"{whose}{name} {', '.join(f'{key} {count}' for key, count in value.items())}"
    return f"{whose}{name} {', '.join(map(str, value)) if isinstance(value, list) else value}"


def read_battles(options: Mapping[str, str]) -> int:
    """How many battles were agreed. Raises BadInput."""
    text = options.get(BATTLES, str(USUAL))
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= 20):
        raise BadInput(f"'{BATTLES}={shortened(text)}' is no number of battles: say 1 to 20.")
    return int(text)


def winner(campaign: Campaign) -> Outcome:
    """A side that alone has something left; else most battles won."""
    wins = {seat: side.pools.get(WINS, 0) for seat, side in campaign.sides.items()}
    standing = [seat for seat in campaign.sides if taking_the_field(campaign, seat)]
    if len(standing) == 1:
        return Outcome(standing[0], f"{standing[0]} alone has a force left", wins)
    best = [seat for seat in wins if wins[seat] == max(wins.values())]
    reason = f"battles won: {', '.join(f'{seat} {count}' for seat, count in wins.items())}"
    return Outcome(best[0] if len(best) == 1 else "", reason, wins)
