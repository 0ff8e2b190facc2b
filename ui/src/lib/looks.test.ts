import { expect, test } from "vitest";
import { groundLook, pieceMarks, sideLook, tokenMark } from "./looks";

test("ground is drawn by the words it is described with", () => {
  const look = (kind: string, label = "", rating = "") => groundLook({ kind, label, rating });
  expect(look("area", "Old forest", "heavy")).toEqual({ colour: "woods", pattern: "stipple", heavy: true });
  expect(look("dense woods")).toEqual({ colour: "woods", pattern: "stipple", heavy: true });
  expect(look("area", "Ruins", "light")).toMatchObject({ colour: "stone", pattern: "chips", heavy: false });
  expect(look("swamp")).toMatchObject({ colour: "water", pattern: "stipple" });
  expect(look("area", "Rough ground")).toMatchObject({ colour: "rough" });
  expect(look("mystery")).toEqual({ colour: "plain", pattern: "none", heavy: false });
});

test("pieces have short names that follow their ids", () => {
  const piece = (id: string, side: string, known = "seen") => ({ id, side, known });
  const marks = pieceMarks([
    piece("red-1", "red"),
    piece("red-2a", "red"),
    piece("contact-1", "blue", "blip"),
    piece("blue-castle", "blue"),
    piece("rogue-1", "red"),
  ]);
  expect([...marks.values()]).toEqual(["R1", "R2a", "?1", "BC", "R5"]);
});

test("sides look by their colour's name, or by their seat", () => {
  expect(["red", "blue"].map((side) => sideLook(side, ["blue", "red"]))).toEqual([0, 1]);
  expect(["north", "south", "both"].map((side) => sideLook(side, ["north", "south"]))).toEqual([0, 1, 2]);
  expect(["red", "blue", "nobody"].map((side) => sideLook(side, ["red", "blue"]))).toEqual([0, 1, 2]);
});

test("tokens have two letters", () => {
  expect(["Standby", "Command Points", "aboard: Red Drone", "ecm"].map(tokenMark)).toEqual(["St", "CP", "AR", "Ec"]);
});
