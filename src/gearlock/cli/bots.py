"""`gearlock bots`: who can play, those of the house and those that installed packages offer."""

from __future__ import annotations

from rich.text import Text

from gearlock.bots.choosing import BotInfo, bots_to_choose
from gearlock.bots.own import admit, installed_bots
from gearlock.cli.battle import JsonOption
from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, print_json, remark
from gearlock.kernel.errors import BadInput


def bots(as_json: JsonOption = False) -> None:
    """List the bots that can be named for a side, and what each is like; one that cannot be loaded is left out.

    A bot of your own is named FILE.py:CLASS or MODULE:CLASS; docs/first-bot.md shows how to write one.
    """
    for name in installed_bots():
        try:
            admit(name)
        except BadInput as error:
            remark(f"{error} It is left out.")
    known = bots_to_choose()
    if as_json:
        print_json({"bots": known}, "bots")
        return
    table = Table(box=None, padding=(0, 2), show_header=False)
    for bot in known:
        table.add_row(Text(bot.player, "cyan"), Text(_about(bot)))
    console.print(table)
    console.print("One of your own: FILE.py:CLASS or MODULE:CLASS, wherever a bot is named (docs/first-bot.md).")


def _about(bot: BotInfo) -> str:
    tempers = f" Tempers: {', '.join(bot.tempers)}." if bot.tempers else ""
    return f"{bot.about}{tempers}"
