// Models put on a map by hand, written as the position file that the program reads.

export interface Placed {
  side: string;
  model: string;
  /** Mils, or column and row. */
  x: number;
  y: number;
  /** Degrees against the clock from east, or a hexside. */
  facing: number;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
function inches(mils: number): string {
  return String(Math.round(mils) / 1000);
}

/** Models with their ids: each side is numbered from one, in the order they were put down. */
export function numbered(models: readonly Placed[], seats: readonly string[]): { id: string; model: Placed }[] {
  return seats.flatMap((seat) => models.filter((model) => model.side === seat).map((model, at) => ({ id: `${seat}-${at + 1}`, model })));
}

/** The position as a file: the map in it, and every model at its place. */
export function writePosition(system: string, title: string, map: string, form: string, models: readonly Placed[], seats: readonly string[]): string {
  const head = [`system = ${quoted(system)}`, `title = ${quoted(title || "A position")}`, `map = ${quoted(map)}`];
  const tables = numbered(models, seats).map(({ id, model }) => {
    const at = form === "hexes" ? `[${model.x}, ${model.y}]` : `[${inches(model.x)}, ${inches(model.y)}]`;
    return ["", "[[model]]", `id = ${quoted(id)}`, `model = ${quoted(model.model)}`, `at = ${at}`, `facing = ${model.facing}`].join("\n");
  });
  return [...head, ...tables].join("\n") + "\n";
}
