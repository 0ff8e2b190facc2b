import type { Line, Now, Piece, Said, TableView, Update, Welcome } from "../wire";

/** What does not change while a battle lasts. */
export type Facts = Omit<Welcome, "kind" | "number" | "table" | "pieces" | "now" | "keeps" | "story" | "said">;

/** How a battle stands for this viewer: all that a table shows, kept from the server's messages alone. */
export interface Standing {
  facts: Facts;
  table: TableView;
  pieces: Piece[];
  now: Now;
  story: Line[];
  said: Said[];
}

/** How things stand after a welcome; lines already shown are kept as far as it says. */
export function welcomed(before: Standing | null, message: Welcome): Standing {
  const { table, pieces, now, keeps, story, said, kind: _, number: __, ...facts } = message;
  return { facts, table, pieces, now, said, story: [...(before?.story.slice(0, keeps) ?? []), ...story] };
}

/** How things stand after an update. */
export function updated(before: Standing, message: Update): Standing {
  return {
    ...before,
    table: message.table ?? before.table,
    pieces: changedPieces(before.pieces, message.pieces, message.gone),
    now: message.now,
    story: changedStory(before.story, message.keeps, message.story),
  };
}

/** One more thing said. */
export function heard(before: Standing, message: Said): Standing {
  return { ...before, said: [...before.said, message] };
}

/** Pieces keep their places in the list; new ones come last. */
function changedPieces(before: Piece[], changed: Piece[], gone: string[]): Piece[] {
  if (!changed.length && !gone.length) return before;
  const fresh = new Map(changed.map((piece) => [piece.id, piece]));
  const left = new Set(gone);
  const kept = before.filter((piece) => !left.has(piece.id)).map((piece) => fresh.get(piece.id) ?? piece);
  const known = new Set(before.map((piece) => piece.id));
  return [...kept, ...changed.filter((piece) => !known.has(piece.id) || left.has(piece.id))];
}

function changedStory(before: Line[], keeps: number, more: Line[]): Line[] {
  if (keeps === before.length && !more.length) return before;
  return [...before.slice(0, keeps), ...more];
}
