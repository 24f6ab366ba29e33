import { expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { calls, custom, started, state, text, user } from "../../../reducer/events.ts";
import { connectionError, failingStream } from "../cuttableAgent.ts";

const LOADED: readonly Message[] = [
  user("u1"),
  { id: "m1", role: "assistant", content: "Painted one." },
  user("u2"),
];

/** Connects a thread to a server whose connection is lost after these events, and never returns. */
async function connectOnce(
  events: readonly EventInput[],
  options: { readonly hasCursor?: boolean; readonly messages?: readonly Message[] } = {},
) {
  const { hasCursor = false, messages = LOADED } = options;
  let count = 0;
  const received: string[] = [];
  const thread = createThread({
    threadId: "t1",
    initialMessages: messages,
    reconnect: { firstMs: 0, attempts: 2 },
    agent: {
      async *run() {},
      connect(_, { onCursor }) {
        count += 1;
        return count === 1 ? stream(onCursor) : failingStream(connectionError());
      },
    },
  });
  async function* stream(onCursor?: (cursor: string) => void) {
    for (const [at, event] of events.entries()) {
      yield structuredClone(event);
      if (hasCursor) onCursor?.(String(at));
    }
    throw connectionError();
  }
  thread.subscribe({ onEvent: ({ type }) => void received.push(type) });
  const { error } = await thread.connect();
  expect(error?.code).toBe("network");
  expect(count).toBeGreaterThan(1);
  return { snapshot: thread.getSnapshot(), received };
}

/** A reply whose id and first words are those of an earlier one, and what follows during the reply. */
const undecidedText = [
  started("r2"),
  text.start("m1"),
  text.content("m1", "Painted"),
  state.snapshot({ step: 2 }),
  custom("progress", 0.5),
];

test.each([false, true])(
  "events after a text that may repeat an earlier one are shown when the connection never returns (with a cursor: %s)",
  async (hasCursor) => {
    const { snapshot, received } = await connectOnce(undecidedText, { hasCursor });
    expect(snapshot.state).toEqual({ step: 2 });
    expect(received).toContain("CUSTOM");
    // The text is most likely the beginning of the earlier one.
    expect(snapshot.messages).toEqual(LOADED);
  },
);

test("a call that may repeat an earlier one is shown as a new one when its question has no reply", async () => {
  const paint = { id: "f:0", type: "function", function: { name: "paint", arguments: "{}" } };
  const messages = [
    user("u1"),
    { id: "h1", role: "assistant", toolCalls: [paint] },
    { id: "t1", role: "tool", toolCallId: "f:0", content: "done" },
    user("u2"),
  ] as Message[];
  const { snapshot } = await connectOnce([started("r2"), ...calls("f:0", "paint")], { messages });
  expect(snapshot.messages.slice(0, 4)).toEqual(messages);
  expect(snapshot.messages.slice(4)).toMatchObject([
    { toolCalls: [{ function: { name: "paint", arguments: "{}" } }] },
  ]);
});

test.each([false, true])(
  "events after a repeated start of the open run are shown when the connection never returns (replayed: %s)",
  async (isReplayed) => {
    const first = [
      started("r1"),
      text.start("m1"),
      text.content("m1", "Hello"),
      state.snapshot({ step: 1 }),
    ];
    const again = isReplayed ? state.snapshot({ step: 1 }) : state.snapshot({ step: 2 });
    let count = 0;
    const received: string[] = [];
    const thread = createThread({
      reconnect: { firstMs: 0, attempts: 2 },
      agent: {
        async *run() {
          yield* first;
          throw connectionError();
        },
        async *connect() {
          count += 1;
          if (count === 1) yield* [started("r1"), again];
          throw connectionError();
        },
      },
    });
    thread.subscribe({ onEvent: ({ type }) => void received.push(type) });
    expect((await thread.run()).error?.code).toBe("network");
    expect(thread.getSnapshot().state).toEqual({ step: isReplayed ? 1 : 2 });
    expect(received.filter((type) => type === "STATE_SNAPSHOT")).toHaveLength(isReplayed ? 1 : 2);
    expect(thread.getSnapshot().messages).toMatchObject([{ content: "Hello" }]);
  },
);
