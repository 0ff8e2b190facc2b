// Bots as a side's player is written: bot:NAME, or bot:NAME:TEMPER where it is not the usual temper.
import type { BotInfo } from "../wire";

/** The bot a player is, whatever its temper; nothing for people. */
export function botOf(bots: readonly BotInfo[], player: string): BotInfo | undefined {
  return bots.find((bot) => player === bot.player || player.startsWith(`${bot.player}:`));
}

/** The temper of a bot as it is written: the usual one, which comes first, if none is. */
export function temperOf(bot: BotInfo, player: string): string {
  return player.slice(bot.player.length + 1) || (Object.keys(bot.tempers)[0] ?? "");
}

/** A bot written with a temper. */
export function withTemper(bot: BotInfo, temper: string): string {
  return temper === Object.keys(bot.tempers)[0] ? bot.player : `${bot.player}:${temper}`;
}

/** A bot in words: tactician, cautious. */
export function botName(player: string): string {
  return player.replace(/^bot:/, "").replaceAll(":", ", ");
}
