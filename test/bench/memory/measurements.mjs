import { createThread } from "../../../dist/core.js";
import { iterate } from "../reduce/ours.mjs";

const RUNS = 1_000;
const EVENTS = 1_000;

/**
 * Returns the growth of the heap after many runs, with the thread and with its snapshot alone, in
 * bytes.
 */
export async function manyRuns(runs = RUNS) {
  // Excludes code that is compiled and loaded once.
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
  if (messages.length !== runs * 2 || issues.length > 0)
    throw new Error("Messages are missing or issues were reported.");
  const json = Buffer.byteLength(JSON.stringify(snapshot));
  return { withThread, alone, json, events: runs * EVENTS };
}

async function longThread(runs) {
  let run = 0;
  const agent = {
    run(input) {
      // Serializes the input as every agent over a network does; engines store a concatenated text
      // in pieces until the first read.
      JSON.stringify(input);
      return iterate(groupsOf(input, run++));
    },
  };
  const thread = createThread({ agent });
  thread.store.subscribe(() => {});
  for (let i = 0; i < runs; i++) {
    const { outcome, error } = await thread.send(`Question ${i}`);
    if (outcome !== "success") throw error;
    // Waits for deferred writes as well.
    if (i % 100 === 99) await settled();
  }
  await settled();
  return thread;
}

/** Returns the events of one run in groups of 16, with strings of their own as from a network. */
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

/** Resolves after timers of one frame and pending file operations. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

function heap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
