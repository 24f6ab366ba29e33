import { createThread } from "../../../dist/core.js";

/**
 * Measures agui-kit as an application uses it: a thread with one store subscriber, whose agent
 * yields the events one by one or in groups like network chunks.
 */
export const ours = (groupSize) => ({
  name: `ours, ${groupSize} at a time`,
  prepare({ stream, messages }) {
    const groups = [];
    for (let i = 0; i < stream.events.length; i += groupSize) {
      const group = stream.events.slice(i, i + groupSize);
      groups.push(groupSize === 1 ? group[0] : group);
    }
    // The conversation exists before the run, as for the other subjects.
    const thread = createThread({ agent: agentOf(groups), initialMessages: messages });
    return { thread, kind: stream.kind };
  },
  async run({ thread, kind }) {
    let notifiedCount = 0;
    thread.store.subscribe(() => {
      notifiedCount++;
    });
    const { outcome, error } = await thread.run();
    const snapshot = thread.getSnapshot();
    if (outcome !== "success") throw error ?? new Error(`The run ended with outcome ${outcome}.`);
    if (snapshot.issues.length > 0) throw new Error(JSON.stringify(snapshot.issues));
    if (thread.store.getState() !== snapshot)
      throw new Error("The final snapshot was not published.");
    return { notifiedCount, value: read[kind](snapshot) };
  },
});

const read = {
  text: ({ messages }) => messages.at(-1).content,
  reasoning: ({ messages }) => messages.at(-1).content,
  tool: ({ messages }) =>
    messages.findLast(({ toolCalls }) => toolCalls).toolCalls[0].function.arguments,
  activity: ({ messages }) => messages.at(-1).content,
  state: ({ state }) => state,
};

/** Returns an agent whose run yields these groups of events, between its start and its end. */
export const agentOf = (groups, onAsked) => ({
  run({ threadId, runId }) {
    const ids = { threadId, runId };
    const all = [{ type: "RUN_STARTED", ...ids }, ...groups, { type: "RUN_FINISHED", ...ids }];
    return iterate(all, onAsked);
  },
});

/**
 * Yields available values with as little overhead for waiting as possible.
 *
 * @param {readonly unknown[]} values
 * @param {() => void | Promise<void>} [onAsked] - Called and awaited before each value, when the
 *   previous one was consumed.
 */
export function iterate(values, onAsked) {
  let at = 0;
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const wait = onAsked?.();
        const done = at === values.length;
        const result = { done, value: values[at++] };
        return wait ? wait.then(() => result) : Promise.resolve(result);
      },
    }),
  };
}
