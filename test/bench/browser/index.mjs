// @ts-check
import { performance } from "node:perf_hooks";
import process from "node:process";
import { median } from "../measure.mjs";
import {
  figure,
  machine,
  table,
  targetTable,
  writeBenchmarks,
  writeComparison,
  writeResults,
} from "../report.mjs";
import { buildPage, pagesFolder, weigh } from "./build.mjs";
import { startBrowser } from "./chromium.mjs";
import { openStored } from "./openStored.mjs";
import { serve } from "./server.mjs";
import { streamCalls } from "./streamCalls.mjs";
import { streamHidden } from "./streamHidden.mjs";
import { streamText } from "./streamText.mjs";
import { floor, ours, packages, subjects } from "./subjects.mjs";
import { FLOOR_WHEN_SET_MS, targetsOf } from "./targets.mjs";
import { earlierMessages } from "./texts.mjs";

/** Label of the row with the size of the code. */
const FIRST_LOAD = "kB gzipped without React, first load";

/**
 * `npm run bench:browser` compares how the kit, a floor and other kits render the same
 * conversations in Chromium. Each has a page of its own that is built for production. Arguments are
 * the number of rounds (default 3) and the names of subjects: `npm run bench:browser -- 1 blocks
 * ours`. Results of a selection of subjects are printed and not saved.
 */

const [given, ...names] = process.argv.slice(2);
const rounds = Number(given) || 3;
const chosen = subjects.filter(({ name }) => names.length === 0 || names.includes(name));

const both = chosen.filter((subject) => subject === floor || subject === ours);
const mine = chosen.filter((subject) => subject === ours);
const peers = chosen.filter((subject) => !both.includes(subject));

/**
 * Number of messages in a short chat, whose cost is that of the chat itself and not of its
 * messages.
 */
const FEW = 10;

/** Time limit for an answer; a slower subject is not measured again. */
const LONG_MS = 15_000;

const server = await serve(pagesFolder);
for (const count of [0, FEW, 1_000, 10_000])
  server.put(`/earlier/${count}`, earlierMessages(count));
const browser = await startBrowser();
try {
  for (const { name } of chosen) await buildPage(name);
  await report();
} finally {
  await browser.close();
  await server.close();
}

async function report() {
  const [fast] = await inTurn(chosen, [(workbench) => streamText(workbench, { length: 25_000 })]);
  const [long] = await inTurn(both, [(workbench) => streamText(workbench, { length: 100_000 })]);
  const [paced] = await inTurn(both, [
    (workbench) => streamText(workbench, { length: 25_000, rate: 200 }),
  ]);
  const shorter = { length: 10_000, rate: 200 };
  const [others] = await inTurn(peers, [(workbench) => streamText(workbench, shorter)], 1);
  for (const [name, streamed] of others) paced.set(name, streamed);
  const among = (/** @type {number} */ earlier) => (/** @type {Workbench} */ workbench) =>
    streamText(workbench, { length: 5_000, rate: 200, earlier, isBegun: true });
  const amongAll = [0, 1_000, 10_000].map(among);
  const [alone, among1000, among10000] = await inTurn(both, amongAll);
  const opening = (/** @type {number} */ count) => (/** @type {Workbench} */ workbench) =>
    openStored(workbench, count);
  const openingAll = [FEW, 1_000, 10_000].map(opening);
  const [openedFew, opened1000, opened10000] = await inTurn(both, openingAll);
  const work = { calls: 64, deltas: 4_000 };
  const calling = [0, 4].map(
    (open) => (/** @type {Workbench} */ workbench) => streamCalls(workbench, { ...work, open }),
  );
  const [closed, open] = await inTurn(mine, calling, 1);
  const [hidden] = await inTurn(mine, [streamHidden], 1);
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const { name } of chosen) weights.set(name, await weigh(name));

  const titles = chosen.map(({ title }) => title);
  /** @type {<T>(what: string, results: Map<string, T>, read: (result: T) => number) => string[]} */
  const row = (what, results, read) => [
    what,
    ...chosen.map(({ name }) => (results.has(name) ? figure(read(results.get(name))) : "–")),
  ];
  const streaming = table(
    ["", ...titles],
    [
      row("main-thread ms, 5,000 tokens of Markdown at full speed", fast, (one) => one.task),
      row("… commits of React", fast, (one) => one.commits),
      row("… ms of the longest task, if over 50", fast, (one) => one.longestTaskMs),
      row("… MB of heap at most", fast, (one) => one.peakHeap / 1e6),
      row("main-thread ms per 1,000 tokens at 200 tokens/s", paced, perThousand),
      row("… commits of React for these", paced, (one) => (1000 * one.commits) / one.tokens),
      row("main-thread ms, 20,000 tokens in one message", long, (one) => one.task),
      row("… per 1,000 tokens at 200/s, in a new thread", alone, perThousand),
      row("… after 1,000 messages", among1000, perThousand),
      row("… after 10,000 messages", among10000, perThousand),
      row("ms to send a message and start a run", alone, (one) => one.startTask),
      row("… after 1,000 messages", among1000, (one) => one.startTask),
      row("… after 10,000 messages", among10000, (one) => one.startTask),
      row("ms to the first paint of 1,000 stored messages", opened1000, (one) => one.firstPaintMs),
      row("… of 10,000", opened10000, (one) => one.firstPaintMs),
      row(`MB of heap of a tab with ${FEW} stored messages`, openedFew, (one) => one.heap / 1e6),
      row("… with 1,000", opened1000, (one) => one.heap / 1e6),
      row("… with 10,000", opened10000, (one) => one.heap / 1e6),
      row(FIRST_LOAD, weights, (size) => size),
    ],
  );
  const targets = targetsOf({
    fast: pair(fast),
    long: pair(long),
    paced: pair(paced),
    alone: pair(alone),
    among1000: pair(among1000),
    among10000: pair(among10000),
    openedFew: pair(openedFew),
    opened1000: pair(opened1000),
    opened10000: pair(opened10000),
    closed: closed.get(ours.name),
    open: open.get(ours.name),
    hidden: hidden.get(ours.name),
  });
  const floorMs = fast.get(floor.name)?.task ?? Number.NaN;
  const slowness = figure(floorMs / FLOOR_WHEN_SET_MS);
  const text = [
    machine(packages),
    `Milliseconds are processor time of the page's main thread (\`TaskDuration\`, in thread ticks); medians over ${rounds} round${rounds > 1 ? "s" : ""}, each in
a fresh page of Chromium ${browser.version()} after a short answer; one round where a subject or a work takes long. Other kits show 2,000 tokens at 200/s instead of 5,000.`,
    streaming,
    `Targets in milliseconds were set where the floor took ${FLOOR_WHEN_SET_MS} ms for 5,000 tokens at full speed; here it took ${figure(floorMs)} ms, which is ${slowness} × that.`,
    targetTable(targets),
  ].join("\n\n");
  console.log(`\n${text}`);
  if (chosen.length < subjects.length) return;
  writeResults("browser", text);
  writeBenchmarks("browser", streaming);
  const compared = chosen.filter(({ name }) => name !== floor.name);
  const cells = (read) => compared.map(({ name }) => figure(read(fast.get(name))));
  writeComparison([
    ["main-thread ms, 5,000 tokens of Markdown", ...cells(({ task }) => task)],
    ["MB of heap at most", ...cells(({ peakHeap }) => peakHeap / 1e6)],
    [FIRST_LOAD, ...compared.map(({ name }) => figure(weights.get(name)))],
  ]);
}

/** @typedef {import("./streamText.mjs").Workbench} Workbench */

/**
 * Runs works for subjects in alternation, because the speed of a machine varies over time. Returns
 * the median of each figure by subject for each work, without the subjects that cannot do it.
 *
 * @template {object} T
 * @param {readonly import("./subjects.mjs").Subject[]} some
 * @param {readonly ((workbench: Workbench) => Promise<T>)[]} works - The works that are compared with each
 *   other.
 * @param {number} [times]
 * @returns {Promise<Map<string, T>[]>}
 */
async function inTurn(some, works, times = rounds) {
  const all = works.map((work) => ({
    work,
    /** @type {Map<string, T[]>} */
    results: new Map(),
    /** @type {Set<string>} */
    done: new Set(),
  }));
  for (let round = 0; round < times; round++) {
    for (const one of all) {
      for (const subject of some) if (!one.done.has(subject.name)) await letWork(subject, one);
    }
  }
  return all.map(
    ({ results }) => new Map([...results].map(([name, list]) => [name, medians(list)])),
  );
}

/**
 * Runs a work once for a subject. A subject that fails or takes too long is not run again.
 *
 * @template {object} T
 * @param {import("./subjects.mjs").Subject} subject
 * @param {object} one
 * @param {(workbench: Workbench) => Promise<T>} one.work
 * @param {Map<string, T[]>} one.results
 * @param {Set<string>} one.done
 */
async function letWork(subject, { work, results, done }) {
  const { name } = subject;
  try {
    const start = performance.now();
    const result = await work({ browser, server, subject });
    if (performance.now() - start > LONG_MS && peers.includes(subject)) done.add(name);
    results.set(name, [...(results.get(name) ?? []), result]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    done.add(name);
    results.delete(name);
  }
}

/**
 * @template {object} T
 * @param {readonly T[]} list
 * @returns {T}
 */
function medians(list) {
  const [first] = list;
  const figures = Object.keys(first ?? {}).map((key) => [
    key,
    median(list.map((one) => Number(Reflect.get(one, key)))),
  ]);
  return Object.fromEntries(figures);
}

/** @param {{ task: number; tokens: number }} streamed */
function perThousand({ task, tokens }) {
  return (1000 * task) / tokens;
}

/**
 * @template T
 * @param {Map<string, T>} results
 * @returns {{ floor: T | undefined; ours: T | undefined }}
 */
function pair(results) {
  return { floor: results.get(floor.name), ours: results.get(ours.name) };
}
