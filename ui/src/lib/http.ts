import type { Finding, Problem } from "../wire";

/** A request the server refused, in its words, with the findings in a file that was sent along. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly findings: Finding[] = [],
  ) {
    super(message);
  }
}

/** Fetch something of the server's. Throws a `Refusal` that can be shown as it is. */
export async function fetchJson<T>(path: string, token = ""): Promise<T> {
  return call<T>(path, { headers: bearer(token) });
}

/** Send something and read the answer. Throws a `Refusal` that can be shown as it is. */
export async function sendJson<T>(path: string, body: unknown, token = ""): Promise<T> {
  const headers = { ...bearer(token), "Content-Type": "application/json" };
  return call<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Send a file as it is. */
export async function sendFile<T>(path: string, file: Blob): Promise<T> {
  return call<T>(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
}

/** Have the browser save a file of the server's under the name the server gives it. Throws a `Refusal`. */
export async function saveFile(path: string, token = ""): Promise<void> {
  const response = await answered(path, { headers: bearer(token) });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function bearer(token: string): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  return (await (await answered(path, init)).json()) as T;
}

async function answered(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal("no-server", "The server does not answer. Is it still running? Try again in a moment.");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const message = problem?.message ?? `The server answered ${response.status}.`;
  throw new Refusal(problem?.code ?? `http-${response.status}`, message, problem?.findings ?? []);
}

const LONGEST = 200_000;

/** What is said of a text that no server takes, before it is sent; nothing of any other. */
export function tooLong(text: string, what: string): string {
  return text.length > LONGEST ? `${what} is that long: this has ${text.length.toLocaleString("en")} letters, and ${LONGEST.toLocaleString("en")} are the most.` : "";
}
