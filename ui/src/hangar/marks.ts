// The star of a model: something of it is not as its book prints it. What, the card says.
import type { SheetModel } from "../wire";

const HEAD = "not printed";

/** Why a model is starred, in words; nothing for one that is not. */
export function doubtOf(model: SheetModel | undefined, note = ""): string {
  if (!model?.converted) return "";
  const said = model.rows.filter(([head]) => head.trim() === HEAD).map(([, words]) => words);
  return said.length ? `Not printed: ${said.join("; ")}` : note || "Not as the book prints it.";
}
