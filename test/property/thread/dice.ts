/** Source of pseudorandom numbers, which are the same for the same seed. */
export interface Dice {
  /** Returns an integer from 0 to `sides - 1`. */
  roll(sides: number): number;
  /** Returns true in `percent` of a hundred cases. */
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T | undefined;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  return {
    roll,
    chance: (percent) => roll(100) < percent,
    pick: (list) => list[roll(list.length)],
  };
}
