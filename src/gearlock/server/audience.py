"""The people around a battle: who they are, and what each of them is told."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from gearlock.bots.players import is_human
from gearlock.kernel.asks import AnyOption
from gearlock.kernel.battle import Battle
from gearlock.server.feed import Feed
from gearlock.server.guest import Guest
from gearlock.server.wire import Asked, Now, Refused, Said, SeatInfo, Welcome

_encode = msgspec.json.Encoder().encode


class Audience:
    """Guests at one table and the feeds they follow. `players` says who plays each seat: `human` or a bot."""

    def __init__(self, id_: str, battle: Battle[Any], players: dict[str, str], is_private: bool = False) -> None:
        self.id, self.battle, self.players, self.is_private = id_, battle, players, is_private
        self.guests: set[Guest] = set()
        self.said: list[Said] = []
        self.decision = 0
        """Lines of the log that are kept. Every change adds some, so an answer to an older question is known as one,
        even by a server that was started since."""
        self.edition = 0
        """The line of the log that last took something back, counted from one."""
        self.thinking = ""
        """The seat whose bot takes its time."""
        self.wish = ""
        """The seat that wants to take something back."""
        self._feeds: dict[str | None, Feed] = {}

    def is_human(self, seat: str) -> bool:
        """Whether people play this seat."""
        return is_human(self.players[seat])

    def enter(self, guest: Guest, shown: int, edition: int) -> Welcome:
        """Somebody comes, or comes back with so many lines of an edition of the story on the screen."""
        is_news = guest.seat and guest not in self.guests  # who only looks on, or says hello again, is no news
        self.guests.add(guest)
        if is_news:
            self.tell_presence(but=guest)
        feed = self.feed(guest.eyes)
        keeps = min(max(shown, 0), len(feed.story)) if edition == self.edition else 0
        system, setup = self.battle.system, self.battle.setup
        scenario = system.scenarios().get(setup.scenario)
        return Welcome(
            number=feed.number,
            battle=self.id,
            system=system.id,
            system_name=system.name,
            scenario=setup.scenario,
            title=scenario.title if scenario else setup.scenario,
            about=scenario.about if scenario else "",
            goal=scenario.goal if scenario else "",
            hidden=system.hidden,
            you=guest.seat,
            watching=guest.eyes or "",
            table=feed.view.table,
            pieces=feed.view.pieces,
            now=self._now(guest),
            keeps=keeps,
            story=tuple(feed.story[keeps:]),
            said=tuple(self.said[-100:]),
            commitment=getattr(self.battle.dice, "commitment", ""),
            private=self.is_private,
        )

    def feed(self, eyes: str | None) -> Feed:
        """The battle as it is told to one kind of viewer."""
        if eyes not in self._feeds:
            self._feeds[eyes] = Feed(self.battle, eyes)
        return self._feeds[eyes]

    def _now(self, guest: Guest) -> Now:
        view = self.feed(guest.eyes).view
        present = {other.seat for other in self.guests}
        return Now(
            round=view.round,
            rounds=view.rounds,
            phase=view.phase,
            active=view.active,
            zones=view.zones,
            markers=view.markers,
            score=view.score,
            notes=view.notes,
            waiting_for=self.battle.waiting_for(),
            seats=tuple(
                SeatInfo(seat, self.players[seat], not self.is_human(seat) or seat in present)
                for seat in self.battle.system.seats
            ),
            thinking=self.thinking,
            asked=self._asked(guest.seat),
            undo=self._undo(guest.seat),
            wish=self.wish,
            outcome=self.battle.outcome,
            edition=self.edition,
        )

    def _asked(self, seat: str) -> Asked | None:
        ask = self.battle.ask_for(seat) if seat else None
        return Asked(self.decision, ask, cast(tuple[AnyOption, ...], self.battle.options(seat))) if ask else None

    def _undo(self, seat: str) -> str:
        if not seat or self.battle.over or not self.battle.decided(seat):
            return ""
        return "consent" if self.battle.veil(seat) and self.other_people(seat) else "free"

    def other_people(self, seat: str) -> list[str]:
        """The seats that other people than this one's play."""
        return [other for other in self.players if other != seat and self.is_human(other)]

    def tell_presence(self, but: Guest | None = None) -> None:
        """Who is here, who thinks, who wishes: nothing on the table has changed."""
        changes = {eyes: feed.nothing_new() for eyes, feed in self._feeds.items()}
        for guest in self.guests:
            if guest is not but and guest.eyes in changes:
                guest.tell(changes[guest.eyes].update(self._now(guest)))

    def tell_change(self, went_back: bool) -> None:
        """What is new for everybody; the same words for those who see the same."""
        watched = {guest.eyes for guest in self.guests}
        self._feeds = {eyes: feed for eyes, feed in self._feeds.items() if eyes in watched}
        changes = {eyes: feed.look_again(went_back) for eyes, feed in self._feeds.items()}
        messages: dict[tuple[str, str | None], bytes] = {}
        for guest in self.guests:
            key = guest.seat, guest.eyes
            if key not in messages:
                messages[key] = _encode(changes[guest.eyes].update(self._now(guest)))
            guest.send(messages[key])

    def say(self, said: Said) -> None:
        """Pass on what somebody said."""
        self.said.append(said)
        for guest in self.guests:
            guest.tell(said)

    def send_home(self, why: Refused | None = None) -> None:
        """Close every connection; where there is a reason, it is heard first."""
        for guest in self.guests:
            if why is None:
                guest.show_out()
            else:
                guest.tell(why)
                guest.finish()
