// The record cards of a force: one for each model, with its group and number.
import type { SheetModel, Ware } from "../wire";
import type { Bench } from "./bench.svelte";

export interface PrintedCard {
  key: string;
  name: string;
  model: SheetModel;
  ware: Ware | undefined;
}

const MOST = 120;

/** A card for each model of the force, in its order. */
export function cardsOf(bench: Pick<Bench, "force" | "priced" | "wareOf">): PrintedCard[] {
  const cards: PrintedCard[] = [];
  for (const group of bench.force.groups)
    for (const unit of group.units)
      for (const part of [unit, ...unit.models]) {
        const model = bench.priced.get(part.id)?.model;
        const ware = bench.wareOf("model" in part ? part.model : part.code);
        for (let number = 0; model && number < model.count && cards.length < MOST; number++) {
          const rank = "model" in part ? part.upgrades.slice(0, 2).join(", ") : "";
          cards.push({ key: `${part.id}-${number}`, name: `${model.title.replace(/ \(.*\)$/, "")} ${cards.length + 1}${rank ? `, ${rank}` : ""}`, model, ware });
        }
      }
  return cards;
}
