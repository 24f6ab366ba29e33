import { createThread, type EventInput, type Message } from "../../src/core.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the calls of messages with their results. */
export function callsIn(messages: readonly Message[]) {
  return messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map(({ id, function: { name, arguments: text } }) => {
          const results = messages.flatMap((other) =>
            other.role === "tool" && other.toolCallId === id ? [other.content] : [],
          );
          return [name, text, ...results];
        })
      : [],
  );
}

/** Plays runs of a server, one batch of events each, with frontend tools that record their arguments. */
export async function playCalls(...runs: readonly (readonly Fields[])[]) {
  const handled: unknown[] = [];
  const sent: (readonly Message[])[] = [];
  let count = 0;
  const thread = createThread({
    agent: {
      async *run({ threadId, runId, messages }) {
        sent.push(messages);
        yield { type: "RUN_STARTED", threadId, runId };
        // Some of the events lack an id on purpose.
        for (const event of runs[count] ?? []) yield event as unknown as EventInput;
        count += 1;
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    },
  });
  for (const name of ["f", "g"]) {
    const handler = (args: unknown) => {
      handled.push([name, args]);
      return `${name} ${JSON.stringify(args)}`;
    };
    thread.registerTool({ name, description: "", followUp: false, handler });
  }
  for (const _ of runs) await thread.run();
  const { messages, toolCalls, issues } = thread.getSnapshot();
  return { handled, sent, messages, toolCalls, issues, calls: callsIn(messages) };
}
