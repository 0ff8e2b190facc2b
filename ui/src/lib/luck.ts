/** A chance as one reads it: per cent, or one in so many where per cents would say nothing. */
export function chanceOf(chance: number): string {
  if (chance >= 0.001) return `${(100 * chance).toFixed(1)} %`;
  return `1 in ${Math.round(1 / chance).toLocaleString("en")}`;
}
