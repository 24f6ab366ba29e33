import { callInProcess } from "../child.mjs";
import { figure, machine, table, target, targetTable, writeResults } from "../report.mjs";

const answer = await callInProcess(new URL("measurements.mjs", import.meta.url).href, "manyRuns");
const { withThread, alone, json, events } = answer;
const megabytes = (bytes) => `${figure(bytes / 2 ** 20)} MB`;

const text = [
  machine([]),
  `After 1,000 runs of 1,000 events each, 16 at a time, in one thread. Branches, \`regenerate\`, \`edit\`
and storages use the log.`,
  table(
    ["what", "heap", "of the JSON"],
    [
      ["the snapshot as JSON", megabytes(json), "1 ×"],
      ["the thread", megabytes(withThread), `${figure(withThread / json)} ×`],
      ["its snapshot alone", megabytes(alone), `${figure(alone / json)} ×`],
      [
        "the log, by the difference",
        megabytes(withThread - alone),
        `${figure((withThread - alone) / json)} ×`,
      ],
      ["the log, for one event", `${figure((withThread - alone) / events)} bytes`, ""],
    ],
  ),
  targetTable([target("growth of the heap against the snapshot's JSON", withThread / json, 1.5)]),
].join("\n\n");
console.log(`\n${text}`);
writeResults("memory", text);
