import { callInProcess } from "../child.mjs";
import {
  figure,
  machine,
  table,
  target,
  targetTable,
  writeBenchmarks,
  writeResults,
} from "../report.mjs";

const SIZES = [
  [16_384, "16 KB"],
  [37, "37 bytes"],
];

const rows = [];
const targets = [];
for (const [bytes, label] of SIZES) {
  const answer = await callInProcess(
    new URL("measurements.mjs", import.meta.url).href,
    "chunksOf",
    bytes,
  );
  const [all, ...parts] = answer.map(({ us }) => us);
  const sum = parts.reduce((total, us) => total + us, 0);
  rows.push([label, ...parts.map(figure), figure(sum), figure(all)]);
  targets.push(target(`chunks of ${label}, against the sum of the steps`, all / sum, 1.3));
}

const readingRows = [];
for (const [name, label] of [
  ["text", "text delta"],
  ["tool", "tool-argument delta"],
  ["reasoning", "reasoning delta"],
]) {
  const address = new URL("reading.mjs", import.meta.url).href;
  const { own, reference } = await callInProcess(address, "reading", name);
  readingRows.push([label, figure(own), figure(reference), `${figure(own / reference)} ×`]);
}

const head = ["chunks of", "eventsource-parser", "JSON.parse", "our reduction", "sum", "all of it"];
const costTable = table(head, rows);
const text = [
  machine([]),
  `µs for one text delta, from the bytes of a \`fetch\` whose chunks have all arrived to the published snapshot, and for each step
alone: decoding and splitting into events, parsing their JSON, and reducing the events in a thread.`,
  costTable,
  `µs to read a well-formed event, 16 at a time: with the kit, which also reads faulty fields, and with the schemas of
\`@ag-ui/core\`, which refuse them.`,
  table(["reading a", "agui-kit", "@ag-ui/core", ""], readingRows),
  targetTable(targets),
].join("\n\n");
console.log(`\n${text}`);
writeResults("sse", text);
writeBenchmarks("sse", costTable);
