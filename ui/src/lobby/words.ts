/** Who plays a seat, in words: a person, or a bot by its name. */
export function playerWords(player: string): string {
  if (player === "human") return "a person";
  return player.startsWith("bot:") ? `the ${player.slice(4).replace(":", ", ")}` : player;
}

/** An option as a person reads it. */
export function optionWords(name: string): string {
  const plain = name.replace(/[-_]/g, " ");
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
