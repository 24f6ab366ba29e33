/**
 * Returns the seed of a property test, shifted by the number in the environment variable `SEED_SHIFT`. Each number
 * makes all property tests try other values.
 */
export function shiftSeed(seed: number): number {
  return seed + Number(process.env.SEED_SHIFT ?? 0);
}
