import type { Piece, Short } from "../wire";
import type { Deciding } from "./deciding.svelte";
import { isWreck } from "./looks";
import { bestAt, isAttack, isHopeless, subjectOf, type Option } from "./options";
import { signOf, type Sign } from "./signs";

/** A piece that can be chosen on the table, and what for. */
export interface Ring {
  piece: Piece;
  kind: "target" | "actor" | "wreck" | "friend";
  /** The chance of the best attack, or of the attack that is planned. */
  chance: number | null;
  /** What else can be done about it. */
  signs: Sign[];
  /** What is planned about it, where that is no attack: its sign, and its chance if it has one. */
  deed: { sign: Sign; chance: number | null } | null;
  chosen: boolean;
  /** It is to be attacked after what is planned now. */
  next: boolean;
}

/** What a decision has to do with a piece, while that is gathered. */
interface Meant {
  piece: Piece;
  aims: boolean;
  attacks: boolean;
  signs: Set<Sign>;
}

/** Signs at a piece: more cannot be told apart. */
const MOST = 3;

/**
 * What can be chosen on the table for a decision: whom to attack, with what chance, and who could act. The chance is
 * that of the best attack and of nothing else; what cannot succeed counts for nothing. `next` is to be attacked later.
 */
export function ringsOf(deciding: Pick<Deciding, "asked" | "shorts" | "option" | "chosen">, pieces: ReadonlyMap<string, Piece>, next = ""): Ring[] {
  const { asked, shorts, option, chosen } = deciding;
  if (!asked) return [];
  const found = new Map<string, Meant>();
  asked.options.forEach((choice, at) => {
    const piece = pieces.get(subjectOf(choice, asked, pieces));
    const short = shorts.get(at);
    if (!piece || (choice.kind === "target" && isHopeless(short))) return;
    const meant = found.get(piece.id) ?? { piece, aims: false, attacks: false, signs: new Set<Sign>() };
    found.set(piece.id, meant);
    if (choice.kind !== "target") return;
    meant.aims = true;
    if (isAttack(choice, short)) meant.attacks = true;
    else meant.signs.add(signOf(choice.label) ?? "more");
  });
  const planned = option && chosen !== null ? { at: chosen, option, subject: subjectOf(option, asked, pieces) } : null;
  return [...found.values()].map((meant) => {
    const { piece } = meant;
    const aimed = planned?.subject === piece.id && planned.option.kind === "target" ? planned : null;
    const best = aimed?.at ?? bestAt(asked, shorts, piece.id);
    const short = aimed ? shorts.get(aimed.at) : undefined;
    return {
      piece,
      kind: kindOf(meant, asked.ask.seat),
      chance: best === null ? null : chanceOf(asked.options[best]!, shorts.get(best)),
      signs: [...meant.signs].slice(0, MOST),
      deed: aimed && short && !isAttack(aimed.option, short) ? { sign: signOf(aimed.option.label) ?? "more", chance: short.p_hit } : null,
      chosen: planned?.subject === piece.id,
      next: piece.id === next,
    };
  });
}

/** The chance of an attack; what is no attack has none that belongs at its target. */
function chanceOf(option: Option, short: Short | undefined): number | null {
  return short && isAttack(option, short) ? short.p_hit : null;
}

/** What lies there broken may be shot at, but it is no threat that should catch the eye; nor should one's own side. */
function kindOf({ piece, aims, attacks }: Meant, seat: string): Ring["kind"] {
  if (!aims) return "actor";
  if (isWreck(piece)) return "wreck";
  if (piece.side === seat) return attacks ? "friend" : "actor";
  return "target";
}
