import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { detectDialect } from "../../src/dialects/detectDialect.ts";
import { tanStackFrames } from "./tanstack/tanstackStreams.ts";

const root = new URL("../fixtures/", import.meta.url);
const PLAIN = ["copilotkit", "encoder", "langgraph", "server-starter", "strands"];

const streamsIn = (folder: string) =>
  readdirSync(new URL(`${folder}/`, root), { encoding: "utf8" })
    .filter((file) => /\.(sse|ndjson)$/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();

describe("plain AG-UI", () => {
  const plain = PLAIN.flatMap((server) => streamsIn(`recordings/${server}`));

  test("no dialect is detected in any recording, after any number of events", () => {
    expect(plain).toHaveLength(80);
    for (const path of plain)
      expect([path, detectDialect(tanStackFrames(path))]).toEqual([path, undefined]);
  });

  test("no dialect is detected in events without SSE names and ids", () => {
    for (const path of plain) {
      const events = tanStackFrames(path).map(({ data }) => data);
      expect([path, detectDialect(events)]).toEqual([path, undefined]);
    }
  });
});

describe("TanStack AI", () => {
  /** A recording that is identical to AG-UI 1.0. */
  const SILENT = "dialects/tanstack/0.58.0/thrown-error.sse";
  const streams = [
    ...streamsIn("dialects/tanstack/0.10.0"),
    ...streamsIn("dialects/tanstack/e2e-0.10.0"),
    ...streamsIn("dialects/tanstack/0.58.0"),
    ...streamsIn("recordings/tanstack/server-0.58"),
  ];

  test.each(streams)("the dialect is detected after five events of %s", (path) => {
    const name = path === SILENT ? undefined : "tanstack";
    expect(detectDialect(tanStackFrames(path).slice(0, 5))).toBe(name);
  });

  test("the dialect is detected from messages of parts, an object as a patch, and an object as an error", () => {
    const parts = [{ type: "text", content: "Hi" }];
    const messages = [{ id: "m1", role: "assistant", parts }];
    expect(detectDialect([{ type: "MESSAGES_SNAPSHOT", messages }])).toBe("tanstack");
    expect(detectDialect([{ type: "STATE_DELTA", delta: { a: 1 } }])).toBe("tanstack");
    expect(detectDialect([{ type: "RUN_ERROR", error: { message: "no" } }])).toBe("tanstack");
  });
});

describe("Awaken", () => {
  test.each(["interrupt.sse", "replay.sse", "tool-run.sse"])(
    "the dialect is detected after seven events of %s",
    (file) => {
      const frames = tanStackFrames(`recordings/awaken-derived/${file}`);
      expect(detectDialect(frames.slice(0, 7))).toBe("awaken");
    },
  );

  test("the dialect is not detected from a step name, a draft interrupt, or one empty id", () => {
    const step = (stepName: string) => ({ type: "STEP_STARTED", stepName });
    const result = { type: "TOOL_CALL_RESULT", messageId: "", toolCallId: "c1", content: "1" };
    const draft = { type: "RUN_FINISHED", outcome: "interrupt", interrupt: { id: "i1" } };
    expect(detectDialect([step("step_1"), draft])).toBeUndefined();
    expect(detectDialect([step("plan"), result])).toBeUndefined();
    expect(detectDialect([step("step_1"), result])).toBe("awaken");
  });
});

describe("Hector", () => {
  test.each(["a2a-v1", "agui-seed-doc", "agui-v1", "error", "task-error", "tasks"])(
    "the dialect is detected after one event of %s",
    (name) => {
      expect(detectDialect(tanStackFrames(`dialects/hector/${name}.sse`).slice(0, 1))).toBe(
        "hector",
      );
    },
  );

  const events = (...data: readonly object[]) => data;
  const spellings: readonly (readonly [string, readonly unknown[]])[] = [
    ["the released one", events({ eventId: "e1", type: "AGUI_EVENT_TYPE_TASK_START" })],
    [
      "the flat one",
      events({ event: "message_start", data: { messageId: "m1", role: "agent" }, id: "1" }),
    ],
    ["the flat one without names", events({ blockId: "b1", blockType: "text" })],
    [
      "hints in a message of A2A",
      events({ message: { parts: [{ text: "Hm", metadata: { event_type: "thinking" } }] } }),
    ],
    ["hints in bare parts", [[{ text: "Hello", metadata: { agui_event_type: "content_block" } }]]],
  ];

  test.each(spellings)("the dialect is detected from the spelling %s", (_, frames) => {
    expect(detectDialect(frames)).toBe("hector");
  });

  test("the dialect is not detected from A2A without hints, nor from event names of another system", () => {
    const parts = [{ kind: "text", text: "Hel" }];
    const update = { jsonrpc: "2.0", result: { kind: "artifact-update", artifact: { parts } } };
    const other = { event: "message_start", data: { type: "message_start", message: { id: "m" } } };
    expect(detectDialect([update, other])).toBeUndefined();
  });
});

describe("Arkavo", () => {
  test.each(["chat", "dotted", "gateway"])(
    "the dialect is detected after two events of %s",
    (name) => {
      expect(detectDialect(tanStackFrames(`dialects/arkavo/${name}.ndjson`).slice(0, 2))).toBe(
        "arkavo",
      );
    },
  );

  test.each([
    { type: "lifecycle.start", sessionId: "s1" },
    { type: "lifecycleEnd", reason: "done" },
    { type: "messageDelta", messageId: "m1", delta: { type: "text", text: "Hi" } },
    { type: "message.delta", messageId: "m1", delta: { type: "text", text: "Hi" } },
  ])("the dialect is detected from the type $type", (event) => {
    expect(detectDialect([event])).toBe("arkavo");
  });
});

test("detection stops reading at the first match", () => {
  let read = 0;
  function* frames() {
    for (const type of ["CUSTOM", "STATE_DELTA", "CUSTOM"]) {
      read += 1;
      yield { type, name: "x", delta: {} };
    }
  }
  expect(detectDialect(frames())).toBe("tanstack");
  expect(read).toBe(2);
});

test("values that are not events identify no dialect", () => {
  expect(detectDialect([undefined, null, 1, "text", [], { data: undefined }])).toBeUndefined();
  expect(detectDialect([])).toBeUndefined();
});
