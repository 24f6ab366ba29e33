import { describe, expect, test } from "vitest";
import { readInterruptedStreams } from "../../../src/protocol/chunks/interruptedStreams.ts";
import type { Event } from "../../../src/protocol/events.ts";
import { canonical } from "../canonical.ts";

type Fields = Readonly<Record<string, unknown>>;

const text = (fields: Fields) => ({ type: "TEXT_MESSAGE_CHUNK", ...fields });
const call = (fields: Fields) => ({ type: "TOOL_CALL_CHUNK", toolCallName: "f", ...fields });
const reasoning = (fields: Fields) => ({ type: "REASONING_MESSAGE_CHUNK", ...fields });
const custom = (fields: Fields = {}) => ({ type: "CUSTOM", name: "n", value: 1, ...fields });
const snapshot = { type: "MESSAGES_SNAPSHOT", messages: [] };

/** Returns the streams that the last snapshot among events lists. */
async function listed(...values: readonly unknown[]) {
  const { events } = await canonical(...values, snapshot);
  const last = events.findLast(({ type }: Event) => type === "MESSAGES_SNAPSHOT");
  return last?.type === "MESSAGES_SNAPSHOT" ? readInterruptedStreams(last) : undefined;
}

describe("a snapshot of messages", () => {
  test("lists the streams of chunks that other events have interrupted", async () => {
    const streams = await listed(
      text({ messageId: "m", delta: "1" }),
      reasoning({ messageId: "r", delta: "1" }),
      call({ toolCallId: "a", delta: '{"a":' }),
      call({ toolCallId: "b" }),
      custom(),
    );
    expect(streams).toEqual([
      { kind: "text", id: "m" },
      { kind: "reasoning", id: "r" },
      { kind: "toolCalls", id: "a" },
      { kind: "toolCalls", id: "b" },
    ]);
  });

  test("lists streams that earlier snapshots have interrupted", async () => {
    const streams = await listed(text({ messageId: "m", delta: "1" }), snapshot);
    expect(streams).toEqual([{ kind: "text", id: "m" }]);
  });

  test("lists the streams of all agents with one id", async () => {
    const of = (subagentRunId: string) => text({ messageId: "m", delta: "1", subagentRunId });
    const streams = await listed(
      of("s1"),
      custom({ subagentRunId: "s1" }),
      of("s2"),
      custom({ subagentRunId: "s2" }),
    );
    expect(streams).toEqual([
      { kind: "text", id: "m", subagentRunId: "s1" },
      { kind: "text", id: "m", subagentRunId: "s2" },
    ]);
  });

  test("keeps its other metadata", async () => {
    const fields = { ...snapshot, metadata: { trace: 1 } };
    const { events } = await canonical(text({ messageId: "m", delta: "1" }), custom(), fields);
    expect(events.at(-1)).toMatchObject({ metadata: { trace: 1 } });
  });

  test.each<[string, readonly unknown[]]>([
    ["that are open", [text({ messageId: "m", delta: "1" })]],
    [
      "that continue",
      [text({ messageId: "m", delta: "1" }), custom(), text({ messageId: "m", delta: "2" })],
    ],
    ["with complete arguments", [call({ toolCallId: "a", delta: "{}" }), custom()]],
    [
      "that the server ends itself",
      [
        text({ messageId: "m", delta: "1", subagentRunId: "s1" }),
        { type: "TEXT_MESSAGE_END", messageId: "m" },
      ],
    ],
    [
      "that the server starts again",
      [
        call({ toolCallId: "a", delta: "{" }),
        { type: "TOOL_CALL_START", toolCallId: "a", toolCallName: "f" },
      ],
    ],
    [
      "of a run that has ended",
      [
        { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
        text({ messageId: "m", delta: "1" }),
        custom(),
        { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      ],
    ],
    [
      "of a sub-agent that has ended",
      [
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
        text({ messageId: "m", delta: "1", subagentRunId: "s1" }),
        { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
      ],
    ],
    ["of a server that sends no chunks", [{ type: "TEXT_MESSAGE_START", messageId: "m" }]],
  ])("has no metadata for streams %s", async (_, values) => {
    const { events } = await canonical(...values, snapshot);
    expect(events.find(({ type }) => type === "MESSAGES_SNAPSHOT")).toEqual(snapshot);
  });
});

test("a list of another form is not read", () => {
  const read = (kitMetadata: unknown) =>
    readInterruptedStreams({
      type: "MESSAGES_SNAPSHOT",
      messages: [],
      metadata: { "agui-kit": kitMetadata },
    } as unknown as Parameters<typeof readInterruptedStreams>[0]);
  expect(read("draft")).toEqual([]);
  expect(read({ interrupted: { kind: "text", id: "m" } })).toEqual([]);
  expect(read({ interrupted: [null, { kind: "text" }, { kind: "activities", id: "m" }] })).toEqual(
    [],
  );
  expect(read({ interrupted: [{ kind: "text", id: "m", subagentRunId: 1 }] })).toEqual([]);
});
