import { expect, test } from "vitest";
import { readRoute } from "../lib/route";
import { fakeShelf } from "../lib/fakeshelf";
import { campaignToken, ownCampaignLink, rememberCampaign } from "./memory";
import { campaignLink } from "./words";

const OWN = { campaign: "c", system: "wagons", title: "" };

test("a campaign whose key this browser keeps has none in its address", () => {
  const shelf = fakeShelf();
  rememberCampaign({ ...OWN, seats: { red: "r" } }, shelf);
  expect(ownCampaignLink("wagons", "c", "r", shelf)).toBe("#/campaigns/wagons/c");
  expect(campaignToken("c", "", shelf)).toBe("r");
  expect(campaignLink("wagons", "c", "r")).toContain("seat=r"); // an invitation carries it
});

test("of several seats of a campaign the address names one", () => {
  const shelf = fakeShelf();
  rememberCampaign({ ...OWN, seats: { red: "r", blue: "b" } }, shelf);
  const link = ownCampaignLink("wagons", "c", "b", shelf);
  expect(link).toBe("#/campaigns/wagons/c?as=blue");
  expect(readRoute(link)).toMatchObject({ part: "c", asked: { as: "blue" } });
  expect([campaignToken("c", "blue", shelf), campaignToken("c", "red", shelf)]).toEqual(["b", "r"]);
});

test("what this browser does not keep still opens by its link", () => {
  const shelf = fakeShelf();
  expect(ownCampaignLink("wagons", "c", "b", shelf)).toBe("#/campaigns/wagons/c?seat=b");
  expect(campaignToken("c", "blue", shelf)).toBe("");
});
