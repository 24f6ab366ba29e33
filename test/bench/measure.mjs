import { performance } from "node:perf_hooks";

/**
 * Something that does a piece of work. `prepare` makes its input what it takes, outside of what is timed; what
 * `run` returns is looked at before its time counts.
 *
 * @template TInput, TPrepared, TResult
 * @typedef {object} Subject
 * @property {string} name
 * @property {(input: TInput) => TPrepared} [prepare]
 * @property {(prepared: TPrepared) => TResult | Promise<TResult>} run
 */

/**
 * Times one run of a subject, in milliseconds. What the last one left behind is not for this one to clear away. But
 * only what is young is cleared away before: with the rest engines would throw away what they have compiled for
 * objects that are gone, and each run would begin cold, where in a page a thread stays.
 *
 * @param {Subject<any, any, any>} subject
 * @param {unknown} input
 * @param {(result: any, name: string) => void} check - Throws where a result is wrong.
 */
export async function time({ name, prepare, run }, input, check) {
  const prepared = prepare ? prepare(input) : input;
  globalThis.gc?.({ type: "minor" });
  const start = performance.now();
  const result = await run(prepared);
  const ms = performance.now() - start;
  check(result, name);
  return ms;
}

/**
 * Lets subjects do one work in turn, so that whatever else the machine does hits all of them, and returns the
 * median of each, in milliseconds.
 *
 * @param {readonly Subject<any, any, any>[]} subjects
 * @param {object} work
 * @param {unknown} work.input
 * @param {(result: any, name: string) => void} work.check
 * @param {number} [work.rounds]
 * @param {number} [work.warmUps]
 * @returns {Promise<Map<string, number>>}
 */
export async function measure(subjects, { input, check, rounds = 9, warmUps = 9 }) {
  /** @type {Map<string, number[]>} */
  const times = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const subject of subjects) {
      const ms = await time(subject, input, check);
      if (round >= 0) times.get(subject.name)?.push(ms);
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * How a cost grows with the size of the work: 1 where twice the work takes twice the time. The slope of the
 * line that fits the logarithms best.
 *
 * @param {readonly (readonly [size: number, ms: number])[]} points
 */
export function growthExponent(points) {
  const logs = points.map(([size, ms]) => [Math.log(size), Math.log(ms)]);
  const mean = (at) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
