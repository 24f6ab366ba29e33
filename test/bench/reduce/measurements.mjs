import { deepStrictEqual } from "node:assert/strict";
import { growthExponent, measure, median, time } from "../measure.mjs";
import { card } from "./card.mjs";
import { floor } from "./floor.mjs";
import { ours } from "./ours.mjs";
import { history, works } from "./works.mjs";

/** Time limit of a peer for one run, in milliseconds. A slower peer gets fewer deltas. */
const LIMIT_MS = 1_500;
const FEWEST_DELTAS = 250;
const SIZES = [1_000, 4_000, 16_000, 64_000];

const perDelta = (ms, deltas) => (ms * 1_000) / deltas;

/** Returns a stream after a conversation, with a check of the result. */
function task(name, deltas, before) {
  const stream = works[name].stream(deltas);
  return {
    input: { stream, messages: history(before) },
    check({ notifiedCount, value }, subject) {
      if (notifiedCount === 0) throw new Error(`${subject} has notified no listener.`);
      deepStrictEqual(value, stream.expected, `${subject}: ${name}`);
    },
  };
}

/** Measures one delta with the floor, agui-kit and all peers that support the work, in µs. */
export async function work(name) {
  const { deltas } = works[name];
  const subjects = [floor, ours(16), ours(1)];
  const times = await measure(subjects, task(name, deltas, 200));
  const own = subjects.map((subject) => perDelta(times.get(subject.name), deltas));
  // Peers are imported after agui-kit was measured, so that their dependencies do not affect its
  // result.
  const { peers } = await import("./peers/index.mjs");
  const others = [];
  for (const peer of peers) {
    if (peer.kinds.includes(name)) others.push(await measurePeer(peer, name));
  }
  return { own, others };
}

/**
 * Measures a peer with as many deltas as fit into the limit, in growing steps of which the first
 * ones warm it up.
 */
async function measurePeer(peer, name) {
  const most = works[name].deltas;
  let deltas = Math.min(FEWEST_DELTAS, most);
  for (;;) {
    const { input, check } = task(name, deltas, 200);
    const first = await time(peer, input, check);
    const next = Math.min(deltas * 4, most);
    // The cost may grow quadratically.
    if (next > deltas && first * (next / deltas) ** 2 < LIMIT_MS) {
      deltas = next;
      continue;
    }
    const all = [first];
    while (all.length < 5 && first * all.length < LIMIT_MS)
      all.push(await time(peer, input, check));
    return { name: peer.name, deltas, us: perDelta(median(all), deltas) };
  }
}

/**
 * Returns the number of warm-up rounds: small works need more of them before the engine compiles
 * them.
 */
const warmUpsFor = (size) => Math.max(1, 32_000 / size);

/** Measures how the cost of agui-kit grows with the number of deltas. */
export async function growth(name) {
  const points = [];
  for (const size of SIZES) {
    const subject = ours(16);
    const times = await measure([subject], {
      ...task(name, size, 0),
      rounds: 5,
      warmUps: warmUpsFor(size),
    });
    points.push([size, times.get(subject.name)]);
  }
  return { points, exponent: growthExponent(points) };
}

/** Measures one text delta after conversations of several lengths, in µs. */
export async function before() {
  const { deltas } = works.text;
  const answers = [];
  for (const count of [0, 200, 10_000]) {
    const subjects = [floor, ours(16), ours(1)];
    const times = await measure(subjects, task("text", deltas, count));
    const us = subjects.map(({ name }) => perDelta(times.get(name), deltas));
    answers.push({ count, us });
  }
  return answers;
}

/**
 * Measures one delta of arguments while a card renders them as they arrive, in µs, by the number of
 * deltas.
 */
export async function openCard(isPaced) {
  const answers = [];
  for (const size of SIZES) {
    const subject = card(16, isPaced);
    const { input, check } = task("tool", size, 0);
    for (let i = 1; i < warmUpsFor(size); i++) await time(subject, input, check);
    const all = [await time(subject, input, check)];
    while (all.length < 5 && all[0] * all.length < LIMIT_MS) {
      all.push(await time(subject, input, check));
    }
    answers.push({ deltas: size, us: perDelta(median(all), size) });
    // Stops before four times as many deltas would take minutes.
    if (all[0] > LIMIT_MS) break;
  }
  return answers;
}
