import type { Opened } from "../wire";
import { fetchJson, Refusal } from "./http";

/** What a page says that may not come to a table. */
export interface Shut {
  title: string;
  words: string;
}

/** Why a table stays shut. The reason that a closed line gives is cut off after some 120 letters, so the server is asked. */
export async function whyShut(
  battle: string,
  token: string,
  said: string,
  ask: (path: string, token: string) => Promise<Opened> = fetchJson<Opened>,
): Promise<Shut> {
  try {
    await ask(`/api/battles/${encodeURIComponent(battle)}`, token);
  } catch (error) {
    const code = error instanceof Refusal ? error.code : "";
    if (code === "unknown-name") return { title: "Battle not found", words: "The link may be incomplete, or the battle was deleted." };
    if (code === "no-server") return { title: "No answer", words: (error as Error).message };
    return { title: "This link opens no seat", words: "Ask for a new link, or look on from the lobby." };
  }
  return { title: "You cannot join this table", words: said };
}
