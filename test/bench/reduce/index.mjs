import process from "node:process";
import { callInProcess } from "../child.mjs";
import {
  figure,
  machine,
  table,
  target,
  targetTable,
  writeBenchmarks,
  writeComparison,
  writeResults,
} from "../report.mjs";
import { peers } from "./peers/index.mjs";
import { works } from "./works.mjs";

const runMeasurement = (...args) =>
  callInProcess(new URL("measurements.mjs", import.meta.url).href, ...args);

const only = process.argv.slice(2);
const names = Object.keys(works).filter((name) => only.length === 0 || only.includes(name));

/** Costs of all subjects, by work. */
const costs = new Map();
for (const name of names) {
  costs.set(name, await runMeasurement("work", name));
  console.log(`${figureRow(name).join("  ")}`);
}
const head = ["µs per", "floor", "16 at a time", "1 at a time", ...peers.map(({ name }) => name)];
const costTable = table(head, names.map(figureRow));
console.log(`\n${costTable}`);

// Results of a selection of works are printed and not saved.
if (only.length > 0) process.exit();

const growths = new Map();
for (const name of names) growths.set(name, await runMeasurement("growth", name));
const costsByLength = await runMeasurement("before");
const card = await runMeasurement("openCard", false);
const pacedCard = await runMeasurement("openCard", true);

const [none, , many] = costsByLength;
const worst = Math.max(...[...growths.values()].map(({ exponent }) => exponent));
const targets = targetTable([
  ...names.flatMap((name) => {
    const { label } = works[name];
    const [floor, grouped, single] = costs.get(name).own;
    if (name === "state") return [target(`${label}, against the floor`, grouped / floor, 1.3)];
    return [
      target(`${label}, 16 at a time, against the floor`, grouped / floor, 1.5),
      target(`${label}, one at a time`, single / floor, 3),
    ];
  }),
  target("growth exponent from 1,000 to 64,000 deltas, the worst", worst, 1.05, ""),
  target("text after 10,000 messages against none, 16 at a time", many.us[1] / none.us[1], 1.5),
  target("the same, one at a time", many.us[2] / none.us[2], 1.5),
  target("a tool-argument delta with an open card, at full speed, the worst", maxOf(card), 3, "µs"),
  target("the same with a frame after every 16 deltas", maxOf(pacedCard), 3, "µs"),
]);

const growthTable = table(
  ["µs per delta", ...[...growths.values()][0].points.map(([size]) => figure(size)), "exponent"],
  names.map((name) => {
    const { points, exponent } = growths.get(name);
    const each = points.map(([size, ms]) => figure((ms * 1_000) / size));
    return [works[name].label, ...each, exponent.toFixed(2)];
  }),
);
const beforeTable = table(
  ["earlier messages", "floor", "16 at a time", "1 at a time"],
  costsByLength.map(({ count, us }) => [figure(count), ...us.map(figure)]),
);
const cardTable = table(
  ["µs per delta", ...card.map(({ deltas }) => figure(deltas))],
  [
    ["at full speed, a frame every 16 ms", ...card.map(({ us }) => figure(us))],
    ["a frame after every 16 deltas", ...card.map((_, i) => cell(pacedCard[i]))],
  ],
);

const text = [
  machine(peers.flatMap(({ packages }) => packages)),
  `µs for one event, with 200 messages before. The floor creates a new immutable snapshot and calls a listener for
each event, without validation. agui-kit is measured as a thread with one subscriber, whose agent yields canonical
events in groups of 16 or one by one. The other libraries get the events one by one, as their own agents deliver them. A number in brackets
is the number of deltas, where all of them would have taken too long. CopilotKit, assistant-ui and TanStack AI are measured without React.`,
  costTable,
  targets,
  "How the cost of one delta grows with their number, 16 at a time:",
  growthTable,
  "A text delta after a conversation, µs:",
  beforeTable,
  "Arguments that are read in every frame (`partialArgs` of a renderer), by the number of deltas:",
  cardTable,
].join("\n\n");
console.log(`\n${text}`);
writeResults("reduce", text);
writeBenchmarks("reduce", costTable);
// The same libraries as in the comparison of whole chats, which excludes `@ag-ui/client`.
const [, , grouped, , , ...compared] = figureRow("tool");
writeComparison([["µs for a tool-argument delta after 200 messages", grouped, ...compared]]);

function figureRow(name) {
  const { own, others } = costs.get(name);
  const { label, deltas } = works[name];
  const cells = peers.map((peer) => {
    const found = others.find((other) => other.name === peer.name);
    if (!found) return "–";
    return figure(found.us) + (found.deltas < deltas ? ` (${figure(found.deltas)})` : "");
  });
  return [label, ...own.map(figure), ...cells];
}

/** Formats a figure, or notes that the measurement would have exceeded the time limit. */
function cell(answer) {
  return answer ? figure(answer.us) : "–";
}

function maxOf(answers) {
  return Math.max(...answers.map(({ us }) => us));
}
