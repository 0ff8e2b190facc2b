"""The people around a battle: who they are, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from gearlock.bots.players import is_human
from gearlock.kernel.asks import AnyOption
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Manual
from gearlock.kernel.lessons import steps_of
from gearlock.kernel.seat import Seat, off_table
from gearlock.kernel.view import Piece
from gearlock.server.clocks import Clocks, steady
from gearlock.server.feed import Change, Feed, fingerprint_of
from gearlock.server.guest import Guest, Place
from gearlock.server.offers import Offers
from gearlock.server.wire import Asked, DiceAsked, Now, Refused, Said, SeatInfo, Welcome

_encode = msgspec.json.Encoder().encode


class Told:
    """What everybody at one place was told last, by its number; the numbers count what was told, and nothing else."""

    __slots__ = ("now", "number")

    def __init__(self) -> None:
        self.number = 0
        self.now: Now | None = None


class Audience:
    """Guests at one table and the feeds they follow. `players` says who plays each seat: `human` or a bot.

    Whatever a guest hears comes from a `Feed` or a `Seat`, which know no more than the guest may.
    """

    def __init__(self, id_: str, battle: Battle[Any], players: dict[str, str], is_private: bool = False) -> None:
        self.id, self.battle, self.players, self.is_private = id_, battle, players, is_private
        self.guests: set[Guest] = set()
        self.said: list[Said] = []
        self.thinking = ""
        """The seat whose bot takes its time."""
        self.dice: DiceAsked | None = None
        """The dice that people have to roll."""
        self.offers = Offers(battle)
        self.clocks: Clocks | None = None
        self.left: dict[str, int] = {}
        """When somebody went from a seat that nobody is at."""
        self._feeds: dict[str | None, Feed] = {}
        self._told: dict[Place, Told] = {}
        self._decisions: dict[str, int] = {}

    def is_human(self, seat: str) -> bool:
        """Whether people play this seat."""
        return is_human(self.players[seat])

    def enter(self, guest: Guest, shown: int, edition: int) -> Welcome:
        """Somebody comes, or comes back with so many lines of an edition of the story on the screen."""
        is_news = guest.seat and guest not in self.guests  # who only looks on, or says hello again, is no news
        self.guests.add(guest)
        if is_news:
            self.tell_presence(but=guest)
        feed, told = self.feed(guest.eyes), self._told.setdefault(guest.place, Told())
        keeps = feed.keeps(shown, edition)
        told.now = self._now(guest.place)
        system, setup = self.battle.system, self.battle.setup
        scenario = system.scenarios().get(setup.scenario)
        return Welcome(
            number=told.number,
            battle=self.id,
            system=system.id,
            system_name=system.name,
            scenario=setup.scenario,
            title=scenario.title if scenario else setup.scenario,
            about=scenario.about if scenario else "",
            goal=scenario.goal if scenario else "",
            hidden=self.battle.has_secrets,
            you=guest.seat,
            watching=guest.eyes or "",
            table=feed.view.table,
            pieces=feed.view.pieces,
            now=told.now,
            keeps=keeps,
            story=tuple(feed.story[keeps:]),
            said=tuple(self.said[-100:]),
            commitment=getattr(self.battle.dice, "commitment", ""),
            private=self.is_private,
            setup_phases=system.setup_phases,
            typed=isinstance(self.battle.dice, Manual),
            lesson=steps_of(setup.data, system.lesson) if guest.seat else (),
            at=steady() if self.clocks else 0,
        )

    def feed(self, eyes: str | None) -> Feed:
        """The battle as it is told to one kind of viewer."""
        if eyes not in self._feeds:
            self._feeds[eyes] = Feed(self.battle, eyes)
        return self._feeds[eyes]

    def number(self, guest: Guest) -> int:
        """The number of what a guest was told last."""
        return self._told[guest.place].number

    def decision(self, seat: str) -> int:
        """A number for the question a seat has before it, 0 if it has none.

        It is made of what the seat knows: its own decisions so far, its story and the question. So it is another after
        every answer, the same on a server that was started since, and tells nothing.
        """
        if seat not in self._decisions:
            view = Seat(self.battle, seat)
            parts = (view.decided, self.feed(seat).edition, view.ask)
            self._decisions[seat] = fingerprint_of(*parts) if view.ask else 0
        return self._decisions[seat]

    def _now(self, place: Place) -> Now:
        feed, present = self.feed(place.eyes), {other.seat: other.name for other in self.guests}
        view, waiting = feed.view, self._waiting_for(place) if self.dice is None else ()
        return Now(
            round=view.round,
            rounds=view.rounds,
            phase=view.phase,
            active=view.active,
            zones=view.zones,
            markers=view.markers,
            score=view.score,
            notes=view.notes,
            waiting_for=waiting,
            seats=tuple(
                SeatInfo(
                    seat,
                    self.players[seat],
                    not self.is_human(seat) or seat in present,
                    present.get(seat, ""),
                    0 if seat in present else self.left.get(seat, 0),
                )
                for seat in self.battle.system.seats
            ),
            thinking=self._thinking(place, waiting),
            asked=self._asked(place.seat) if self.dice is None else None,
            undo=self._undo(place.seat),
            wish=self.offers.wish,
            outcome=self.battle.outcome,
            edition=feed.edition,
            waiting=self._waiting_pieces(place.eyes),
            dice=self.dice,
            goals=view.goals,
            draw=self.offers.draw,
            clocks=self.clocks.shown() if self.clocks else (),
        )

    def _waiting_for(self, place: Place) -> tuple[str, ...]:
        """Who decides, as far as this place is told; at a shared screen also who is asked aside and sits there too."""
        really = self.battle.waiting_for()
        if place.eyes is None or (really and all(seat in place.shares for seat in really)):
            return really
        return Seat(self.battle, place.eyes).waiting_for

    def _waiting_pieces(self, eyes: str | None) -> tuple[Piece, ...]:
        """Those not on the table yet; who watches everything sees everybody's."""
        if eyes is None:
            return off_table(self.battle, None)
        return Seat(self.battle, eyes).waiting_pieces()

    def _thinking(self, place: Place, waiting: tuple[str, ...]) -> str:
        """The bot at work. Where there are secrets, how often and how long it thinks is one of them."""
        if place.eyes is None or not self.battle.has_secrets:
            return self.thinking
        return next((seat for seat in waiting if not self.is_human(seat)), "")

    def _asked(self, seat: str) -> Asked | None:
        view = Seat(self.battle, seat)
        ask = view.ask if seat else None
        return Asked(self.decision(seat), ask, cast(tuple[AnyOption, ...], view.options())) if ask else None

    def _undo(self, seat: str) -> str:
        view = Seat(self.battle, seat)
        if not seat or self.battle.over or not view.decided:
            return ""
        return "consent" if self.other_people(seat) and view.veil else "free"

    def other_people(self, seat: str) -> list[str]:
        """The seats that other people than this one's play."""
        return [other for other in self.players if other != seat and self.is_human(other)]

    def tell_presence(self, but: Guest | None = None) -> None:
        """Who is here, who thinks, who wishes: nothing on the table has changed."""
        self._tell(lambda feed: feed.nothing_new(), but)

    def tell_change(self, went_back: bool) -> None:
        """What is new for everybody; those for whom nothing is are told nothing."""
        watched, places = {guest.eyes for guest in self.guests}, {guest.place for guest in self.guests}
        self._feeds = {eyes: feed for eyes, feed in self._feeds.items() if eyes in watched}
        self._told = {place: told for place, told in self._told.items() if place in places}
        self._decisions = {}
        self._tell(lambda feed: feed.look_again(went_back))

    def _tell(self, look: Callable[[Feed], Change], but: Guest | None = None) -> None:
        """Tell guests what is new to them; the same words for those at the same place."""
        changes = {eyes: look(feed) for eyes, feed in self._feeds.items()}
        messages: dict[Place, bytes | None] = {}
        for guest in self.guests:
            if guest is but or guest.eyes not in changes or guest.place not in self._told:
                continue
            if guest.place not in messages:
                messages[guest.place] = self._message(guest.place, changes[guest.eyes])
            message = messages[guest.place]
            if message is not None:
                guest.send(message)

    def _message(self, place: Place, change: Change) -> bytes | None:
        """The next update for a place; None if it would say nothing new."""
        told, now = self._told[place], self._now(place)
        if change.is_empty and now == told.now:
            return None
        told.number, told.now = told.number + 1, now
        return _encode(change.update(told.number, now))

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
