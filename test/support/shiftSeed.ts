/**
 * Returns the seed of a property test, shifted by the number in the environment variable `SEED_SHIFT`. Each number
 * makes all property tests try other values. In a browser, which has no environment variables, the seed stays.
 */
export function shiftSeed(seed: number): number {
  const shift = typeof process === "undefined" ? undefined : process.env.SEED_SHIFT;
  return seed + Number(shift ?? 0);
}
