import { isLoss } from "../lib/losses";
import { isRound } from "../lib/telling";
import type { Reel } from "../wire";

/** Something on the slider of a replay: where a round begins, or something is destroyed. */
export interface Mark {
  frame: number;
  kind: "round" | "loss";
  words: string;
}

/** The rounds and losses of a film, by the frames in which they are told. */
export function marksOf(reel: Reel): Mark[] {
  return reel.frames.flatMap((told, frame) =>
    told.lines.flatMap((line): Mark[] => {
      if (isRound(line.text)) return [{ frame, kind: "round", words: line.text }];
      return isLoss(line.text) ? [{ frame, kind: "loss", words: line.text }] : [];
    }),
  );
}
