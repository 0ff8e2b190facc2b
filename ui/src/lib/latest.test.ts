import { expect, test } from "vitest";
import { Latest } from "./latest";

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A question that is noted when it is asked, and answered when wanted. */
function question(asked: string[], name: string) {
  let answer!: () => void;
  const promise = new Promise<void>((resolve) => (answer = resolve));
  const ask = () => {
    asked.push(name);
    return promise;
  };
  return { ask, answer };
}

test("of the questions that wait only the last is asked", async () => {
  const asked: string[] = [];
  const latest = new Latest();
  const first = question(asked, "first");
  latest.ask(first.ask);
  latest.ask(question(asked, "second").ask);
  latest.ask(question(asked, "third").ask);
  expect(asked).toEqual(["first"]);
  first.answer();
  await settled();
  expect(asked).toEqual(["first", "third"]);
});

test("what waits can be forgotten, and the next is asked all the same", async () => {
  const asked: string[] = [];
  const latest = new Latest();
  const first = question(asked, "first");
  latest.ask(first.ask);
  latest.ask(question(asked, "second").ask);
  latest.forget();
  first.answer();
  await settled();
  latest.ask(question(asked, "third").ask);
  expect(asked).toEqual(["first", "third"]);
});
