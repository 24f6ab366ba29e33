import { createThread } from "../../../dist/core.js";
import { iterate } from "../reduce/ours.mjs";

const RUNS = 1_000;
const EVENTS = 1_000;

/** How much the heap has grown after many runs, with the thread and with its snapshot alone, in bytes. */
export async function manyRuns(runs = RUNS) {
  // What is compiled and loaded once is no growth.
  await longThread(20);
  const before = heap();
  let thread = await longThread(runs);
  const snapshot = thread.getSnapshot();
  const withThread = heap() - before;
  thread.dispose();
  thread = undefined;
  await settled();
  const alone = heap() - before;
  const { messages, issues } = snapshot;
  if (messages.length !== runs * 2 || issues.length > 0) throw new Error("Something is lost.");
  const json = Buffer.byteLength(JSON.stringify(snapshot));
  return { withThread, alone, json, events: runs * EVENTS };
}

async function longThread(runs) {
  let run = 0;
  const agent = {
    run(input) {
      // As every agent behind a network does; engines keep a text in pieces until somebody reads it.
      JSON.stringify(input);
      return iterate(groupsOf(input, run++));
    },
  };
  const thread = createThread({ agent });
  thread.store.subscribe(() => {});
  for (let i = 0; i < runs; i++) {
    const { outcome, error } = await thread.send(`Question ${i}`);
    if (outcome !== "success") throw error;
    // Also what is written down when there is nothing else to do.
    if (i % 100 === 99) await settled();
  }
  await settled();
  return thread;
}

/** The events of one run, 16 at a time. Every string is one of its own, as of a network. */
function groupsOf({ threadId, runId }, run) {
  const messageId = `answer${run}`;
  const events = [
    { type: "RUN_STARTED", threadId, runId },
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  ];
  while (events.length < EVENTS - 2) {
    const delta = ` ${1000 + ((events.length * 7 + run) % 9000)}`;
    events.push({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
  }
  events.push({ type: "TEXT_MESSAGE_END", messageId });
  events.push({ type: "RUN_FINISHED", threadId, runId });
  const wire = JSON.parse(JSON.stringify(events));
  const groups = [];
  for (let at = 0; at < wire.length; at += 16) groups.push(wire.slice(at, at + 16));
  return groups;
}

/** Whatever waits for a timer of a frame's length or for a file has happened by then. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

function heap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
