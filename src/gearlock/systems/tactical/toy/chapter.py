"""3.9: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.toy import attacks, climbing, harm, moving, placing, rounds
from gearlock.systems.tactical.toy import events as e
from gearlock.systems.tactical.toy import orders as o
from gearlock.systems.tactical.toy import words as w

TOYS: Chapter[State] = Chapter(
    "3.9: Heavy Gear Toy Battles",
    orders=(
        OrderRules(
            o.PlaceToy, placing.PUT, placing.refuse_place, guess=placing.guess_place, aim=placing.aim_place,
            tries=placing.LAST + 1,
        ),
        OrderRules(o.BeginRound, rounds.BEGIN, rounds.refuse_begin),
        OrderRules(o.ActivateToy, rounds.CHOOSE, rounds.refuse_choice),
        OrderRules(
            o.Go, rounds.PLAY, moving.refuse_go, moving.resolve_go, guess=moving.guess_go, aim=moving.aim_go
        ),
        OrderRules(o.ClimbFace, rounds.PLAY, climbing.refuse_climb, climbing.resolve_climb),
        OrderRules(o.Shoot, rounds.PLAY, attacks.refuse_shoot, attacks.resolve_shoot),
        OrderRules(o.Brawl, rounds.PLAY, attacks.refuse_brawl, attacks.resolve_brawl),
        OrderRules(o.EndToy, rounds.PLAY, rounds.refuse_end, rounds.resolve_end),
        OrderRules(o.StrikeAgain, attacks.AGAIN, attacks.refuse_again),
        OrderRules(o.ShowSign, attacks.SIGN, attacks.refuse_sign),
        OrderRules(o.GiveUpWeapon, harm.WEAPON, harm.refuse_give_up),
    ),
    events={
        e.ToysBegun: w.begun,
        e.ToyPlaced: w.placed,
        e.CoinTossed: w.tossed,
        e.RoundGiven: w.given,
        e.ToyActivated: w.activated,
        e.ToyMoved: w.moved,
        e.ToyClimbed: w.climbed,
        e.ToyAttacked: w.attacked,
        e.SignsShown: w.shown,
        e.AttackForfeited: w.forfeited,
        e.WeaponLost: w.weapon_lost,
        e.ToyKnockedDown: w.knocked_down,
        e.ToyStoodUp: w.stood_up,
        e.ToyDisabled: w.disabled,
        e.GotAcross: w.across,
        e.ToyDone: None,
        e.ToyRoundEnded: None,
    },
)  # fmt: skip
