import { createThread } from "../../../dist/core.js";

/**
 * agui-kit as an application has it: a thread whose agent yields the events, in groups as a network chunk brings
 * them or one by one, and one subscriber to its store.
 */
export const ours = (groupSize) => ({
  name: `ours, ${groupSize} at a time`,
  prepare({ stream, messages }) {
    const groups = [];
    for (let i = 0; i < stream.events.length; i += groupSize) {
      const group = stream.events.slice(i, i + groupSize);
      groups.push(groupSize === 1 ? group[0] : group);
    }
    // As with the others, the conversation is there before.
    const thread = createThread({ agent: agentOf(groups), initialMessages: messages });
    return { thread, kind: stream.kind };
  },
  async run({ thread, kind }) {
    let heard = 0;
    thread.store.subscribe(() => {
      heard++;
    });
    const { outcome, error } = await thread.run();
    const snapshot = thread.getSnapshot();
    if (outcome !== "success") throw error ?? new Error(`The run came to ${outcome}.`);
    if (snapshot.issues.length > 0) throw new Error(JSON.stringify(snapshot.issues));
    if (thread.store.getState() !== snapshot) throw new Error("The end was not published.");
    return { heard, value: read[kind](snapshot) };
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

/** An agent whose run yields these groups of events, between its start and its end. */
export const agentOf = (groups, onAsked) => ({
  run({ threadId, runId }) {
    const ids = { threadId, runId };
    const all = [{ type: "RUN_STARTED", ...ids }, ...groups, { type: "RUN_FINISHED", ...ids }];
    return iterate(all, onAsked);
  },
});

/**
 * Yields what is there already, so that waiting for it costs as little as it can.
 *
 * @param {readonly unknown[]} values
 * @param {() => void | Promise<void>} [onAsked] - Called whenever more is asked for, which is when the last has
 *   been taken; what it returns is waited for.
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
