/** Colours that groups are told apart by, each with white on it (4.5 at least); their names stand beside them. */
const COLOURS = ["#b04a00", "#6d4fa0", "#23694a", "#00628f", "#8f2f5c", "#6b5a12", "#35557a", "#7a3b2a"];
export function groupColour(at: number): string {
  return COLOURS[at % COLOURS.length]!;
}
