import { performance } from "node:perf_hooks";

/**
 * Implementation that is measured. `prepare` converts its input outside of the measured time; the
 * result of `run` is checked before its time counts.
 *
 * @template TInput, TPrepared, TResult
 * @typedef {object} Subject
 * @property {string} name
 * @property {(input: TInput) => TPrepared} [prepare]
 * @property {(prepared: TPrepared) => TResult | Promise<TResult>} run
 */

/**
 * Times one run of a subject, in milliseconds. Garbage of the previous run is collected first, but
 * only young objects: a full collection would discard compiled code, so that each run would start
 * cold, unlike in a page where a thread stays alive.
 *
 * @template TInput, TPrepared, TResult
 * @param {Subject<TInput, TPrepared, TResult>} subject
 * @param {TInput} input
 * @param {(result: TResult, name: string) => void} check - Throws where a result is wrong.
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
 * Runs subjects in alternation, so that other load on the machine affects all of them, and returns
 * the median of each in milliseconds.
 *
 * @template TInput, TPrepared, TResult
 * @param {readonly Subject<TInput, TPrepared, TResult>[]} subjects
 * @param {object} work
 * @param {TInput} work.input
 * @param {(result: TResult, name: string) => void} work.check
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
 * Returns the exponent by which a cost grows with the size of the work, 1 when it is linear: the
 * slope of the best fit through the logarithms.
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
