import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import { createIdCounter } from "../../store/thread/idCounter.ts";
import { assistantText, runWithInput } from "../../support/runEvents.ts";

const call: readonly EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "page" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a":1}' },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
];

/** Creates a server whose runs repeat messages of their input without ids, and which replays all its runs. */
function createServer(repeats: "all" | "new", faultOf: (message: Message) => object) {
  const answers = [assistantText("One", "m1"), call, assistantText("Two", "m2")];
  const log: EventInput[] = [];
  let seenCount = 0;
  return {
    async *run({ runId, messages }: { runId: string; messages: readonly Message[] }) {
      const repeated = repeats === "all" ? messages : messages.slice(seenCount);
      // The answer to these messages is the next one.
      seenCount = messages.length + 1;
      // The ids are unreadable on purpose.
      const faulty = repeated.map(faultOf) as unknown as Message[];
      const events = runWithInput(runId, faulty, ...(answers.shift() ?? []));
      log.push(...events);
      yield structuredClone(events);
    },
    async *connect() {
      yield structuredClone(log);
    },
  };
}

function open(agent: ReturnType<typeof createServer>) {
  const thread = createThread({ agent, threadId: "t1", createId: createIdCounter() });
  thread.registerTool({ name: "page", description: "", handler: () => ({ ok: 1 }) });
  return thread;
}

const contentsOf = ({ messages }: { readonly messages: readonly Message[] }) =>
  messages.map(({ role, content }) => [role, content]);

const faults: Readonly<Record<string, (message: Message) => object>> = {
  null: (message) => ({ ...message, id: null }),
  absent: ({ id: _, ...message }) => message,
  "an object": (message) => ({ ...message, id: { of: message.id } }),
};

describe.each(["all", "new"] as const)(
  "a run that repeats messages of its input: %s",
  (repeats) => {
    test.each(Object.keys(faults))(
      "shows each message once with ids that are %s",
      async (fault) => {
        const agent = createServer(repeats, faults[fault] ?? ((message) => message));
        const thread = open(agent);
        for (const text of ["Yes", "Yes"]) await thread.send(text);
        const { messages } = thread.getSnapshot();
        const expected = [
          ["user", "Yes"],
          ["assistant", "One"],
          ["user", "Yes"],
          ["assistant", undefined],
          ["tool", '{"ok":1}'],
          ["assistant", "Two"],
        ];
        expect(contentsOf({ messages })).toEqual(expected);

        await thread.connect();
        expect(thread.getSnapshot().messages).toBe(messages);
        const other = open(agent);
        await other.connect();
        expect(contentsOf(other.getSnapshot())).toEqual(expected);
      },
    );
  },
);
