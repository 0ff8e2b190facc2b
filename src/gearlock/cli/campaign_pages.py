"""What `gearlock campaign` shows: rosters with wounds, the workshop with its odds, the shop, the chronicle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from gearlock.campaign.following import Following, how_far
from gearlock.campaign.keeping import battle_path
from gearlock.campaign.lines import Buy, March, Mend, Return, Tell, fingerprint
from gearlock.campaign.views import stranded
from gearlock.cli.screen import say
from gearlock.kernel.campaigning import Repair


def print_page(lines: Iterable[str]) -> None:
    """Print lines as they are."""
    for line in lines:
        say(line)


def status_page(following: Following) -> Iterator[str]:
    """Where a campaign stands."""
    campaign, rules = following.campaign, following.rules
    mark = " (a rule of the house: no book says so)" if rules.house else ""
    yield f"{following.system.name}, campaign{mark}: {how_far(campaign)}"
    for seat in following.system.seats:
        side = campaign.sides[seat]
        pools = ", ".join(f"{amount} {name}" for name, amount in sorted(side.pools.items()))
        yield f"{seat}: {pools}{' (' + side.banner + ')' if side.banner else ''}"
        for member in side.members:
            wounds = "; ".join(rules.wounds(campaign, seat, member)) or "whole"
            yield f"  {member.id:9} {member.name:28} {wounds}"
    if campaign.marching is not None:
        yield f"Battle {campaign.marching.number} ({campaign.marching.scenario}) is under way."
    if campaign.over is not None:
        won = f"{campaign.over.winner} has won" if campaign.over.winner else "a draw"
        yield f"The campaign is over: {won}, {campaign.over.reason}."
    else:
        if campaign.marching is None:
            known = rules.scenarios(campaign)
            yield f"May come next: {'; '.join(f'{name} ({about})' for name, about in known.items())}."
            for seat in following.system.seats:
                yield from (f"{seat}: {one.words}" for one in stranded(following, seat) if one.seat == seat)
        now = rules.winner(campaign)
        yield f"If it ended now: {now.winner or 'a draw'} ({now.reason})."
    yield f"State {fingerprint(campaign)}"


def status_data(following: Following) -> dict[str, Any]:
    """The same as data."""
    campaign, rules = following.campaign, following.rules
    return {
        "system": following.system.id,
        "house_rule": rules.house,
        "day": campaign.day,
        "battles": msgspec.to_builtins(campaign.battles),
        "under_way": msgspec.to_builtins(campaign.marching),
        "over": msgspec.to_builtins(campaign.over),
        "next": dict(rules.scenarios(campaign)),
        "hash": fingerprint(campaign),
        "sides": {
            seat: {
                "pools": side.pools,
                "banner": side.banner,
                "members": [
                    {
                        "id": member.id,
                        "name": member.name,
                        "worth": member.worth,
                        "away": member.away,
                        "wounds": rules.wounds(campaign, seat, member),
                    }
                    for member in side.members
                ],
                "repairs": msgspec.to_builtins(rules.repairs(campaign, seat)),
                "wares": msgspec.to_builtins(rules.wares(campaign, seat)),
            }
            for seat, side in campaign.sides.items()
        },
    }


def repairs_page(following: Following, seats: tuple[str, ...]) -> Iterator[str]:
    """The workshop: what is broken, what an attempt costs, and how likely it works."""
    if following.rules.house:
        yield "Linked battles of the house have no repairs: whoever is hurt stays so."
        return
    for seat in seats:
        pools = following.campaign.sides[seat].pools
        yield f"{seat}: {', '.join(f'{amount} {name}' for name, amount in sorted(pools.items()))}"
        offers = following.rules.repairs(following.campaign, seat)
        for offer in offers:
            yield from _offer_lines(offer)
        if not offers:
            yield "  nothing to repair"


def _offer_lines(offer: Repair) -> Iterator[str]:
    good, _, fumbles, total = offer.chances
    cost = ", ".join(f"{amount} {name}" for name, amount in offer.cost.items())
    bonus = f" {offer.bonus:+}" if offer.bonus else ""
    odds = f"{good}/{total} = {100 * good / total:.1f} %, Fumble {100 * fumbles / total:.1f} %"
    yield f"  {offer.id}: {offer.effect}; {cost}, {offer.dice}d6{bonus} above {offer.threshold}: {odds}"
    if offer.refused:
        yield f"      {offer.refused}"


def shop_page(following: Following, seats: tuple[str, ...]) -> Iterator[str]:
    """What points buy between battles."""
    for seat in seats:
        pools = following.campaign.sides[seat].pools
        yield f"{seat}: {', '.join(f'{amount} {name}' for name, amount in sorted(pools.items()))}"
        wares = following.rules.wares(following.campaign, seat)
        for ware in wares:
            needs = f" (say {ware.needs})" if ware.needs else ""
            yield f"  {ware.id}: {ware.about}, {ware.price}{needs} [{ware.rule}]"
        if not wares:
            yield "  nothing is for sale"


def history_page(following: Following, path: Path) -> Iterator[str]:
    """The chronicle of a campaign."""
    yield f"1-2  The campaign begins; seed committed to by {following.header.commitment}"
    battles = 0
    for number, line in enumerate(following.lines, 3):
        what = line.decision
        who = f"{what.seat}: " if isinstance(what, Mend | Buy) else ""
        told = " ".join(line.told)
        thrown = [" ".join(map(str, faces)) for faces in line.faces if not isinstance(what, March)]
        dice = "".join(f" dice {faces}" for faces in thrown if f"rolled {faces}" not in told)
        yield f"{number:4} {who}{told}{dice}"
        battles += isinstance(what, Return | Tell)
        if isinstance(what, Return):
            beside = battle_path(path, battles)
            yield f"     log {beside.name}{'' if beside.exists() else ' (not there)'}, fingerprint {what.log}"
