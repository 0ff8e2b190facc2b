import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToClient } from "../wire";
import { FakeSocket } from "./fakesocket";
import { BEAT_EVERY, CALLING, Link, PATIENCE, type Connection } from "./link";

const told: ToClient[] = [];
const states: Connection[] = [];
const LONG_AGO = BEAT_EVERY - 1;
let again = 0;

function open(): { link: Link; socket: FakeSocket } {
  const listener = {
    told: (message: ToClient) => told.push(message),
    changed: (connection: Connection, _reason: string, next: number) => {
      states.push(connection);
      again = next;
    },
  };
  const link = new Link("ws://table", "token", listener, () => new FakeSocket() as unknown as WebSocket);
  const socket = FakeSocket.all[0]!;
  socket.onopen?.();
  socket.tell({ kind: "welcome", number: 4 });
  return { link, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  told.length = states.length = FakeSocket.all.length = 0;
});
afterEach(() => vi.useRealTimers());

test("at a shared screen it shows the tokens of the other seats too", () => {
  const listener = { told: () => undefined, changed: () => undefined };
  new Link("ws://table", "token", listener, () => new FakeSocket() as unknown as WebSocket, ["other"]);
  FakeSocket.all[0]!.onopen?.();
  expect(FakeSocket.all[0]!.sent[0]).toEqual({ kind: "hello", token: "token", shown: 0, also: ["other"] });
});

test("says hello with the token, and beats while it is open", () => {
  const { socket } = open();
  expect(socket.sent[0]).toEqual({ kind: "hello", token: "token", shown: 0 });
  vi.advanceTimersByTime(BEAT_EVERY);
  socket.tell({ kind: "alive", number: 4 });
  vi.advanceTimersByTime(BEAT_EVERY);
  expect(socket.sent.filter((message) => message.kind === "beat")).toHaveLength(2);
  expect(states).toEqual(["connecting", "open"]);
});

test("updates in order are passed on; a gap asks for the whole once and shows nothing of it", () => {
  const { socket } = open();
  socket.tell({ kind: "update", number: 5 });
  socket.tell({ kind: "update", number: 7 });
  socket.tell({ kind: "update", number: 8 });
  expect(told.map((message) => message.kind)).toEqual(["welcome", "update"]);
  expect(socket.sent.filter((message) => message.kind === "hello")).toHaveLength(2);
  socket.tell({ kind: "welcome", number: 8 });
  socket.tell({ kind: "update", number: 9 });
  expect(told.map((message) => message.kind)).toEqual(["welcome", "update", "welcome", "update"]);
});

test("a heartbeat that tells of a later update asks for the whole too", () => {
  const { socket } = open();
  socket.tell({ kind: "alive", number: 4 });
  expect(socket.sent).toHaveLength(1);
  socket.tell({ kind: "alive", number: 6 });
  expect(socket.sent[1]).toMatchObject({ kind: "hello" });
});

test("comes back after a drop, waiting longer each time", () => {
  const { socket } = open();
  socket.onclose?.({ code: 1006, reason: "" });
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.all[1]!.onclose?.({ code: 1006, reason: "" });
  vi.advanceTimersByTime(600);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(3);
});

test("tells when it will try again, and tries at once when somebody is there", () => {
  const { link, socket } = open();
  for (const last of [socket, ...Array.from({ length: 4 }, () => null)]) {
    (last ?? FakeSocket.all.at(-1)!).onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(again - Date.now());
  }
  FakeSocket.all.at(-1)!.onclose?.({ code: 1006, reason: "" });
  const tries = FakeSocket.all.length;
  expect(again - Date.now()).toBeGreaterThan(2_000); // far longer than the first wait, whatever chance adds or takes
  link.wake();
  expect(FakeSocket.all).toHaveLength(tries + 1);
  expect(states.at(-1)).toBe("connecting");
  link.wake();
  expect(FakeSocket.all).toHaveLength(tries + 1);
  FakeSocket.all.at(-1)!.onopen?.();
  FakeSocket.all.at(-1)!.tell({ kind: "welcome", number: 9 });
  vi.advanceTimersByTime(LONG_AGO);
  expect(FakeSocket.all).toHaveLength(tries + 1);
});

test("a line that died in its sleep is found out by a beat and mended", () => {
  const { link, socket } = open();
  link.wake();
  expect(socket.sent.at(-1)).toEqual({ kind: "beat" });
  vi.advanceTimersByTime(PATIENCE);
  expect(states.at(-1)).toBe("lost");
  expect(socket.readyState).toBe(3);
});

test("a line that answers the beat stays, and so does one that was never asked", () => {
  const { link, socket } = open();
  link.wake();
  socket.tell({ kind: "alive", number: 4 });
  vi.advanceTimersByTime(BEAT_EVERY - 1);
  expect(states).toEqual(["connecting", "open"]);
});

test("a call that nobody takes is given up and made again", () => {
  const { socket } = open();
  socket.onclose?.({ code: 1006, reason: "" });
  vi.advanceTimersByTime(1_000);
  const silent = FakeSocket.all.at(-1)!;
  vi.advanceTimersByTime(CALLING);
  expect(silent.readyState).toBe(3);
  expect(states.at(-1)).toBe("lost");
});

test("does not come back where it was turned away, or after it was closed", () => {
  const { link, socket } = open();
  socket.onclose?.({ code: 4404, reason: "no seat" });
  expect(states.at(-1)).toBe("refused");
  link.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("comes back where the database was away, and says why it waits", () => {
  const { link, socket } = open();
  socket.onclose?.({ code: 4503, reason: "" });
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  link.close();
});

test("answers find their questions, refusals too, whatever the order", async () => {
  const { link, socket } = open();
  const first = link.ask({ kind: "weigh-all", decision: 1 }, "weighed-all");
  const second = link.ask({ kind: "weigh", decision: 1, order: {} }, "weighed");
  socket.tell({ kind: "refused", ref: 2, code: "far", message: "Too far.", rule: "x.1" });
  socket.tell({ kind: "weighed-all", ref: 1, options: [] });
  await expect(first).resolves.toMatchObject({ options: [] });
  await expect(second).rejects.toMatchObject({ code: "far", message: "Too far.", rule: "x.1" });
});

test("questions that hang when the connection is lost are answered with no", async () => {
  const { link, socket } = open();
  const asked = link.ask({ kind: "weigh-all", decision: 1 }, "weighed-all");
  socket.onclose?.({ code: 1006, reason: "" });
  await expect(asked).rejects.toMatchObject({ code: "not-connected" });
});
