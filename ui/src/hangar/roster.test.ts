import { describe, expect, it } from "vitest";
import { copyOf, findPart, fromDocument, move, newEntry, newForce, newGroup, newUnit, remove, say, says, writeDocument, writeText } from "./roster";

function force() {
  const made = newForce("wagons", { faction: "North", size: "100" });
  made.groups.push(newGroup("Alpha", [newUnit("primary", "GP", [["Hunter", 2]]), newUnit("support", "RC")]));
  return made;
}

describe("a force", () => {
  it("is written as people write rosters, and knows the line of each part", () => {
    const made = force();
    made.groups[0]!.units[0]!.models[0]!.upgrades.push("CGL", "Vet");
    const { text, lineOf, partOn } = writeText(made);
    expect(text).toBe("system wagons\nfaction North\nsize 100\ngroup Alpha\n  primary GP\n    2x Hunter: CGL, Vet\n  support RC\n");
    const hunter = made.groups[0]!.units[0]!.models[0]!.id;
    expect(lineOf.get(hunter)).toBe(6);
    expect(partOn.get(6)).toBe(hunter);
  });

  it("keeps remarks above and behind its lines", () => {
    const read = fromDocument('{"system": "wagons", "remarks": {"system": {"above": ["# a note", ""]}}, "groups": [{"name": "", "units": [{"kind": "machine", "code": "Tegu", "comment": "# old", "models": []}]}]}');
    const { text, lineOf } = writeText(read);
    expect(text).toBe("# a note\n\nsystem wagons\nmachine Tegu  # old\n");
    expect(lineOf.get(read.groups[0]!.units[0]!.id)).toBe(4);
  });

  it("comes back from its own JSON", () => {
    const made = force();
    expect(writeText(fromDocument(writeDocument(made))).text).toBe(writeText(made).text);
  });

  it("says each thing once, and nothing where nothing is said", () => {
    const made = force();
    say(made, "size", "150");
    say(made, "name", "Steel\nRain");
    say(made, "faction", " ");
    expect([says(made, "size"), says(made, "name"), says(made, "faction")]).toEqual(["150", "Steel Rain", ""]);
  });

  it("lets models change units, and units groups", () => {
    const made = force();
    const [primary, support] = made.groups[0]!.units;
    const hunter = primary!.models[0]!;
    expect(move(made, hunter.id, support!.id)).toBe(true);
    expect([primary!.models.length, support!.models[0]!.model]).toEqual([0, "Hunter"]);
    made.groups.push(newGroup("Bravo"));
    expect(move(made, support!.id, made.groups[1]!.id)).toBe(true);
    expect(made.groups[1]!.units[0]!.code).toBe("RC");
    expect(move(made, primary!.id, primary!.id)).toBe(false);
  });

  it("puts a model before the one it is dropped on", () => {
    const made = force();
    const unit = made.groups[0]!.units[0]!;
    unit.models.push(newEntry("Jaguar"));
    move(made, unit.models[1]!.id, unit.models[0]!.id);
    expect(unit.models.map((each) => each.model)).toEqual(["Jaguar", "Hunter"]);
  });

  it("copies with marks of its own, and takes out", () => {
    const made = force();
    const copy = copyOf(made.groups[0]!);
    made.groups.push(copy);
    expect(copy.units[0]!.id).not.toBe(made.groups[0]!.units[0]!.id);
    remove(made, copy.units[0]!.models[0]!.id);
    expect(copy.units[0]!.models).toEqual([]);
    expect(made.groups[0]!.units[0]!.models.length).toBe(1);
    expect(findPart(made, 99_999)).toBeNull();
  });
});
