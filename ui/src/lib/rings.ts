import type { Piece } from "../wire";
import type { Deciding } from "./deciding.svelte";
import { isWreck } from "./looks";
import { subjectOf } from "./options";

/** A piece that can be chosen on the table, and what for. */
export interface Ring {
  piece: Piece;
  kind: "target" | "actor" | "wreck" | "friend";
  chance: number | null;
  chosen: boolean;
}

/** What can be chosen on the table for a decision: whom to attack, with what chance, and who could act. */
export function ringsOf(deciding: Pick<Deciding, "asked" | "shorts" | "option" | "chosen">, pieces: ReadonlyMap<string, Piece>): Ring[] {
  const { asked, shorts, option, chosen: planned } = deciding;
  const found = new Map<string, Ring>();
  if (!asked) return [];
  asked.options.forEach((choice, index) => {
    const piece = pieces.get(subjectOf(choice, asked, pieces));
    if (!piece) return;
    const chosen = !!option && subjectOf(option, asked, pieces) === piece.id;
    // The chance of the attack that is planned, or else of the best.
    const best = Math.max(found.get(piece.id)?.chance ?? -1, shorts.get(index)?.p_hit ?? -1);
    const chance = chosen && planned !== null ? (shorts.get(planned)?.p_hit ?? -1) : best;
    found.set(piece.id, { piece, kind: kindOf(choice.kind === "target", piece, asked.ask.seat), chance: chance < 0 ? null : chance, chosen });
  });
  return [...found.values()];
}

/** What lies there broken may be shot at, but it is no threat that should catch the eye; nor should one's own side. */
function kindOf(target: boolean, piece: Piece, seat: string): Ring["kind"] {
  if (!target) return "actor";
  if (isWreck(piece)) return "wreck";
  return piece.side === seat ? "friend" : "target";
}
