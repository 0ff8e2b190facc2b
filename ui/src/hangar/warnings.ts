const MARK = "Warning: ";

/** What a force is warned of though it is legal: notes of its sheet that say so. */
export function warningsOf(notes: readonly string[]): string[] {
  return notes.filter((note) => note.startsWith(MARK)).map((note) => note.slice(MARK.length));
}
