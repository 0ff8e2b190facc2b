// The star of a model: something of it is not as its book prints it. What, the card says.
import type { ForcePreview, SheetModel } from "../wire";

const HEAD = "not printed";

/** Why a model is starred, in words; nothing for one that is not. */
export function doubtOf(model: SheetModel | undefined, note = ""): string {
  if (!model?.converted) return "";
  const said = model.rows.filter(([head]) => head.trim() === HEAD).map(([, words]) => words);
  return said.length ? `Not printed: ${said.join("; ")}` : note || "Not as the book prints it.";
}

/** What of a force in short is not as its book prints it: each of its models once, then what its notes say. */
export function doubtsOf(force: Pick<ForcePreview, "models" | "notes">): string[] {
  const own = force.models.filter((model) => model.doubt).map((model) => `${model.name}: ${model.doubt}`);
  return [...new Set([...own, ...force.notes.map((note) => note.replace(/^\*\s*/, ""))])];
}
