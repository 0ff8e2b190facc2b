import type { Line } from "../wire";

const MOST = 4;

/** A share in whole per cent; something is never nothing, and not all is never all. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (share > 0 && whole === 0) return "1%";
  return share < 1 && whole === 100 ? "99%" : `${whole}%`;
}

/** The few lines that tell an exchange: from the first attack that struck, of blows at the same piece the last. */
export function tellingLines(lines: readonly Line[]): Line[] {
  const struck = lines.findIndex((line) => line.shots.some((shot) => shot.hits));
  if (struck < 0) return lines.slice(-MOST);
  const told = lines.slice(struck);
  return told.filter((line, at) => !line.units[0] || line.units[0] !== told[at + 1]?.units[0] || line.shots.length > 0).slice(0, MOST);
}
