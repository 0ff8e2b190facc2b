"""4.1.4: what is declared of subplots."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.attacks.strays import AmmoChecked, PhantomShot, WeaponJammed
from gearlock.systems.tactical.command.points import WINDOW
from gearlock.systems.tactical.infantry.events import CiviliansKilled
from gearlock.systems.tactical.rounds.activation import ACT, ACTIVATE
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots import bad_intelligence as b
from gearlock.systems.tactical.subplots import collapse, coordinated, coward, malfunctions, minefield, traitor, tunnels
from gearlock.systems.tactical.subplots import events as e
from gearlock.systems.tactical.subplots import field_events as f
from gearlock.systems.tactical.subplots import orders as o
from gearlock.systems.tactical.subplots import words as w

SUBPLOTS: Chapter[State] = Chapter(
    "4.1.4: Subplots",
    orders=(
        OrderRules(o.LinkUnits, coordinated.LINK, coordinated.refuse_link),
        OrderRules(o.Coordinate, ACT, coordinated.refuse_coordinate, coordinated.resolve_coordinate),
        OrderRules(o.Rally, coward.RALLY, coward.refuse_rally),
        OrderRules(o.CallTraitor, (ACT, ACTIVATE, WINDOW), traitor.refuse_call, traitor.resolve_call),
        OrderRules(
            o.Relocate, b.RELOCATE, b.refuse_relocate, guess=b.guess_relocate, tries=b.PLACES, aim=b.aim_relocate
        ),
        OrderRules(o.ClearWeapon, ACT, by_order(malfunctions.refuse_clear), malfunctions.resolve_clear),
        OrderRules(
            o.LayMines,
            minefield.LAY,
            minefield.refuse_mines,
            guess=minefield.guess_mines,
            tries=60,
            aim=minefield.aim_mines,
        ),
        OrderRules(o.ChooseLine, collapse.LINE, collapse.refuse_line),
        OrderRules(o.Dig, ACT, by_order(tunnels.refuse_dig), tunnels.resolve_dig),
        OrderRules(o.TakeTunnel, ACT, by_order(tunnels.refuse_tunnel), tunnels.resolve_tunnel),
    ),
    events={
        e.HeroFound: w.hero_found,
        e.AmmoLeftOver: w.ammo_left_over,
        AmmoChecked: w.ammo_checked,
        PhantomShot: w.phantom_shot,
        e.LoversFound: w.lovers_found,
        e.SuppliesCorrupted: w.supplies_corrupted,
        e.TempestComing: w.tempest_coming,
        e.SubplotsBegun: None,
        e.UnitsLinked: w.units_linked,
        e.AttackAgreed: w.attack_agreed,
        e.CowardChosen: w.coward_chosen,
        e.NerveLost: w.nerve_lost,
        e.RallyTried: w.rally_tried,
        e.VendettaSworn: w.vendetta_sworn,
        e.VendettaOver: w.vendetta_over,
        e.TraitorTurned: w.traitor_turned,
        e.Relocated: w.relocated,
        e.RelocationOver: None,
        e.WeaponsFaulty: w.weapons_faulty,
        WeaponJammed: w.weapon_jammed,
        e.WeaponCleared: w.weapon_cleared,
        f.MinesLaid: w.mines_laid,
        f.CiviliansCame: w.civilians_came,
        f.CiviliansMoved: w.civilians_moved,
        CiviliansKilled: w.civilians_killed,
        f.EventForeseen: w.event_foreseen,
        f.GroundFell: w.ground_fell,
        f.FellIn: w.fell_in,
        f.TunnelDug: w.tunnel_dug,
        f.TunnelTaken: w.tunnel_taken,
    },
)
