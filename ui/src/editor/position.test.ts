import { expect, test } from "vitest";
import { numbered, writePosition } from "./position";

const models = [
  { side: "blue", model: "jager", x: 3, y: 4, facing: 2 },
  { side: "red", model: "hunter", x: 10_500, y: 2000, facing: 90 },
  { side: "red", model: 'the "odd" one', x: 0, y: 0, facing: 0 },
];

test("each side is numbered from one", () => {
  expect(numbered(models, ["red", "blue"]).map(({ id, model }) => [id, model.model])).toEqual([["red-1", "hunter"], ["red-2", 'the "odd" one'], ["blue-1", "jager"]]);
});

test("a position is written as the program reads it", () => {
  const text = writePosition("wagons", "", 'name = "x"\n', "inches", models.slice(1), ["red", "blue"]);
  expect(text).toBe('system = "wagons"\ntitle = "A position"\nmap = "name = \\"x\\"\\n"\n\n[[model]]\nid = "red-1"\nmodel = "hunter"\nat = [10.5, 2]\nfacing = 90\n\n[[model]]\nid = "red-2"\nmodel = "the \\"odd\\" one"\nat = [0, 0]\nfacing = 0\n');
  expect(writePosition("wagons", "T", "m", "hexes", models.slice(0, 1), ["red", "blue"])).toContain("at = [3, 4]");
});
