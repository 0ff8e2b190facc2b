"""A seat at the table: all that the one who sits there, person or bot, may see and do."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput, Unanswerable
from gearlock.kernel.events import Outcome
from gearlock.kernel.handed import check_chooser, check_option, check_piece, check_seat, plain_aim
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.offering import last_resorts, unanswerable
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.scenes import cut_into_scenes, pictures_of
from gearlock.kernel.survey import Band, Field, Menace, Objection, Sightline, Standing, no_such_piece, objections
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.veil import told_until
from gearlock.kernel.view import Line, Piece, Preview, View


def off_table(battle: Battle[Any], seat: str | None) -> tuple[Piece, ...]:
    """The pieces that are not on the table yet: a seat's own where there are secrets, else everybody's."""
    return battle.system.waiting(battle.state, seat if battle.has_secrets else None)


class Seat:
    """One seat's window on a battle. It offers no way to the state, the dice or the other seats.

    While another seat is asked aside, everything here is as this seat was told of it last. Whatever is offered here
    belongs to what `obtaining.obtainable` gathers, which conformance compares.
    """

    __slots__ = ("__true_battle", "name")

    def __init__(self, battle: Battle[Any], name: str) -> None:
        if not isinstance(battle, Battle):
            raise BadInput(f"A seat is one of a Battle, not of {type(battle).__name__}.")
        if name is None:
            raise BadInput(f"A seat is called by its name, such as {battle.system.seats[0]!r}.")
        check_seat(name, battle.system.seats)
        self.name = name
        self.__true_battle = battle

    def __repr__(self) -> str:
        ask = self.ask
        now = f"asked {ask.kind}{f' of {ask.unit}' if ask.unit else ''}" if ask is not None else "not asked"
        return f"<Seat {self.name}: {now}>"

    @property
    def __battle(self) -> Battle[Any]:
        return self.__true_battle.as_told(self.name)

    @property
    def ask(self) -> Ask | None:
        """What there is to decide now."""
        return self.__battle.ask_for(self.name)

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended, when it has."""
        return self.__battle.outcome

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Who still has to decide."""
        return self.__battle.waiting_for()

    @property
    def is_sealed(self) -> bool:
        """Whether others decide at the same time, and nobody hears of it before all have."""
        return len(self.__battle.pending) > 1

    @property
    def decided(self) -> int:
        """How many decisions of its own, not those that were no choice, have led here."""
        return self.__battle.decisions_of(self.name)

    @property
    def veil(self) -> str:
        """What stands before its last decision, so that it cannot be taken back freely ('' if nothing does)."""
        return self.__battle.veil(self.name)

    def story(self) -> list[Line]:
        """All that it has been told."""
        return Narrator(self.__true_battle, self.name).news()

    def scenes(self) -> list[tuple[tuple[Line, ...], View]]:
        """The battle to be watched again: what is told in each scene, and the table then."""
        battle = self.__true_battle
        entries = battle.entries[: told_until(battle, self.name)]
        scenes = cut_into_scenes(battle.system, battle.start, entries, self.name, battle.has_secrets)
        pictures = pictures_of(battle.system, battle.start, entries, scenes)
        return [(scene.lines, battle.system.view(state, self.name, ())) for scene, state in pictures]

    def waiting_pieces(self) -> tuple[Piece, ...]:
        """Those that are not on the table yet: of both sides where nothing is secret."""
        return off_table(self.__battle, self.name)

    def options(self) -> tuple[Option, ...]:
        """The ways to answer."""
        return self.__battle.options(self.name)

    def last_resorts(self) -> tuple[Order, ...]:
        """Orders that end the matter and need nothing but the unit of the ask, for whoever finds no other answer."""
        battle, ask = self.__battle, self.ask
        return () if ask is None else tuple(last_resorts(battle.system, battle.state, ask))

    def unanswerable(self) -> Unanswerable:
        """The error to raise where nothing answers what is asked."""
        battle, ask = self.__battle, self.ask
        assert ask is not None, "only who is asked can be without an answer"
        return unanswerable(battle.system, ask, self.decided)

    def refuse(self, order: Order) -> Refusal | None:
        """Why an order would be refused; None if it would be taken."""
        return self.__battle.refuse(self.name, order)

    def sample(self, option: Option, chooser: Chooser) -> Order | None:
        """Complete an open option at random."""
        return self.__battle.sample(self.name, option, chooser)

    def aim(self, option: Option, aim: Aim) -> Order | Refusal:
        """Complete an open option towards a spot."""
        return self.__battle.aim(self.name, option, aim)

    def preview(self, order: Order) -> Preview:
        """What an order would mean."""
        return self.__battle.preview(self.name, order)

    def reach(self, option: Option) -> tuple[Band, ...]:
        """Where an open option could lead."""
        check_option(option)
        survey, ask = self.__battle.system.survey, self.ask
        return survey.reach(self.__battle.state, ask, option) if survey is not None and ask is not None else ()

    def sight(self, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
        """What a piece of this seat sees of another, from where it stands or from a spot."""
        check_piece(piece)
        check_piece(target)
        survey, spot = self.__battle.system.survey, _spot(spot)
        if survey is None:
            return no_such_piece(piece)
        return survey.sight(self.__battle.state, self.name, piece, spot, target)

    def fields(self, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
        """Where the weapons of a piece bear."""
        check_piece(piece)
        survey, spot = self.__battle.system.survey, _spot(spot)
        return survey.fields(self.__battle.state, self.name, piece, spot) if survey is not None else ()

    def menaces(self, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
        """What the enemies this seat knows of could do to a piece of its own."""
        check_piece(piece)
        survey, spot = self.__battle.system.survey, _spot(spot)
        return survey.menaces(self.__battle.state, self.name, piece, spot) if survey is not None else ()

    def objections(self, piece: str) -> tuple[Objection, ...]:
        """What cannot be done now at a piece that might be meant, and why not."""
        check_piece(piece)
        survey, ask = self.__battle.system.survey, self.ask
        if survey is None or ask is None:
            return ()
        return objections(survey.attempts(self.__battle.state, ask, piece), self.refuse)

    def standing(self, piece: str) -> Standing:
        """How well a piece of this seat stands where it is."""
        check_piece(piece)
        survey = self.__battle.system.survey
        return survey.standing(self.__battle.state, self.name, piece) if survey is not None else Standing()

    def stakes(self) -> dict[str, float]:
        """What each unit this seat knows counts, in shares of the average of its side."""
        survey = self.__battle.system.survey
        return survey.stakes(self.__battle.state, self.name) if survey is not None else {}

    def ground(self) -> float:
        """What the ground this seat holds is worth for the aims of the battle, less the enemy's."""
        survey = self.__battle.system.survey
        return survey.ground(self.__battle.state, self.name) if survey is not None else 0.0

    def imagine(self, chooser: Chooser) -> Battle[Any] | None:
        """A battle of one's own to try things in: the same to this seat, and otherwise drawn by lot."""
        check_chooser(chooser)
        return self.__battle.imagined(self.name, chooser)

    def view(self) -> View:
        """What can be known from here."""
        return self.__battle.view(self.name)


def _spot(spot: Aim | None) -> Aim | None:
    return None if spot is None else plain_aim(spot)
