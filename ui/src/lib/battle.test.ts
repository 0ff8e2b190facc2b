import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Battle } from "./battle.svelte";
import { FakeSocket } from "./fakesocket";

function welcome(socket: FakeSocket, decision: number): void {
  socket.onopen?.();
  socket.tell({ kind: "welcome", number: 1, pieces: [], said: [], story: [], keeps: 0, now: { asked: { decision, ask: {}, options: [] } } });
}
function refuse(socket: FakeSocket, code: string): void {
  socket.tell({ kind: "refused", code, message: "No.", rule: "", ref: 0 });
}
function answers(socket: FakeSocket): unknown[] {
  return socket.sent.filter((message) => message.kind === "answer");
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
  welcome(FakeSocket.all[0]!, 7);
  battle.answer("fire");
  FakeSocket.all[0]!.onclose?.({ code: 1006, reason: "" });
  vi.advanceTimersByTime(10_000);
  return battle;
}

test("an order that went down with the connection is given again, once", () => {
  cutOff();
  welcome(FakeSocket.all[1]!, 7);
  expect(answers(FakeSocket.all[1]!)).toEqual([{ kind: "answer", decision: 7, order: "fire" }]);
  welcome(FakeSocket.all[1]!, 7);
  expect(answers(FakeSocket.all[1]!)).toHaveLength(1);
});

test("an order that was heard is not given again: something else is asked", () => {
  cutOff();
  welcome(FakeSocket.all[1]!, 8);
  expect(answers(FakeSocket.all[1]!)).toEqual([]);
});

test("an order that was refused is not given again", () => {
  const battle = new Battle("b", "token");
  welcome(FakeSocket.all[0]!, 7);
  battle.answer("fire");
  refuse(FakeSocket.all[0]!, "not-kept");
  expect(battle.refused?.code).toBe("not-kept");
  FakeSocket.all[0]!.onclose?.({ code: 1000, reason: "" });
  vi.advanceTimersByTime(10_000);
  welcome(FakeSocket.all[1]!, 7);
  expect(answers(FakeSocket.all[1]!)).toEqual([]);
});

test("an order that is still under way when it is given again needs no word", () => {
  const battle = cutOff();
  welcome(FakeSocket.all[1]!, 7);
  refuse(FakeSocket.all[1]!, "under-way");
  expect(battle.refused).toBeNull();
  expect(battle.underWay).toBe(true);
});

test("an order that is given while the connection is lost is done when it is back, and nothing is said of it any more", () => {
  const battle = new Battle("b", "token");
  welcome(FakeSocket.all[0]!, 7);
  FakeSocket.all[0]!.readyState = 2;
  battle.answer("fire");
  expect(battle.refused?.message).toContain("as soon as it is back");
  FakeSocket.all[0]!.onclose?.({ code: 1006, reason: "" });
  battle.answer("flee");
  vi.advanceTimersByTime(10_000);
  const back = FakeSocket.all.at(-1)!;
  welcome(back, 7);
  expect(answers(back)).toEqual([{ kind: "answer", decision: 7, order: "flee" }]);
  expect(battle.refused).toBeNull();
});

test("what could not be said without a connection is said no more when it is back", () => {
  const battle = new Battle("b", "token");
  welcome(FakeSocket.all[0]!, 7);
  FakeSocket.all[0]!.onclose?.({ code: 1006, reason: "" });
  battle.takeBack();
  expect(battle.refused?.code).toBe("not-connected");
  vi.advanceTimersByTime(10_000);
  welcome(FakeSocket.all.at(-1)!, 7);
  expect(battle.refused).toBeNull();
});

test("an order kept for a question that was answered meanwhile is forgotten, and the word about it goes", () => {
  const battle = new Battle("b", "token");
  welcome(FakeSocket.all[0]!, 7);
  FakeSocket.all[0]!.readyState = 2;
  battle.answer("fire");
  FakeSocket.all[0]!.onclose?.({ code: 4408, reason: "" });
  vi.advanceTimersByTime(10_000);
  welcome(FakeSocket.all[1]!, 8);
  expect(answers(FakeSocket.all[1]!)).toEqual([]);
  expect(battle.refused).toBeNull();
});
