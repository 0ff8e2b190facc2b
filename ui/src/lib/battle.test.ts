import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToServer } from "../wire";
import { Battle } from "./battle.svelte";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.readyState = 3;
  }
  welcome(decision: number): void {
    this.onopen?.();
    const asked = decision ? { decision, ask: {}, options: [] } : null;
    this.onmessage?.({ data: JSON.stringify({ kind: "welcome", number: 1, pieces: [], said: [], story: [], keeps: 0, now: { asked } }) });
  }
  refuse(code: string): void {
    this.onmessage?.({ data: JSON.stringify({ kind: "refused", code, message: "No.", rule: "", ref: 0 }) });
  }
  get answers(): unknown[] {
    return this.sent.filter((message) => message.kind === "answer");
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table" });
  FakeSocket.all.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A battle that has given an order, and lost its connection before a word came back. */
function cutOff(): Battle {
  const battle = new Battle("b", "token");
  FakeSocket.all[0]!.welcome(7);
  battle.answer("fire");
  FakeSocket.all[0]!.onclose?.({ code: 1006, reason: "" });
  vi.advanceTimersByTime(10_000);
  return battle;
}

test("an order that went down with the connection is given again, once", () => {
  cutOff();
  FakeSocket.all[1]!.welcome(7);
  expect(FakeSocket.all[1]!.answers).toEqual([{ kind: "answer", decision: 7, order: "fire" }]);
  FakeSocket.all[1]!.welcome(7);
  expect(FakeSocket.all[1]!.answers).toHaveLength(1);
});

test("an order that was heard is not given again: something else is asked", () => {
  cutOff();
  FakeSocket.all[1]!.welcome(8);
  expect(FakeSocket.all[1]!.answers).toEqual([]);
});

test("an order that was refused is not given again", () => {
  const battle = new Battle("b", "token");
  FakeSocket.all[0]!.welcome(7);
  battle.answer("fire");
  FakeSocket.all[0]!.refuse("not-kept");
  expect(battle.refused?.code).toBe("not-kept");
  FakeSocket.all[0]!.onclose?.({ code: 1000, reason: "" });
  vi.advanceTimersByTime(10_000);
  FakeSocket.all[1]!.welcome(7);
  expect(FakeSocket.all[1]!.answers).toEqual([]);
});

test("an order that is still under way when it is given again needs no word", () => {
  const battle = cutOff();
  FakeSocket.all[1]!.welcome(7);
  FakeSocket.all[1]!.refuse("under-way");
  expect(battle.refused).toBeNull();
  expect(battle.underWay).toBe(true);
});
