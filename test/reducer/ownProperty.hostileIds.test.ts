import { describe, expect, test } from "vitest";
import { findMessage, findToolCall } from "../../src/core.ts";
import {
  activity,
  call,
  calls,
  custom,
  finished,
  messages,
  reasoning,
  started,
  startedWithTools,
  state,
  step,
  subagent,
  text,
} from "./events.ts";
import { reduce, thread } from "./reduce.ts";

/** Ids that are properties of every object, and other ids that break a plain record. */
const hostile = ["__proto__", "constructor", "toString", "hasOwnProperty", "0", "a:b", " "];

describe.each(hostile)("the id %j", (id) => {
  test("names a text message like any other", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start(id),
      text.content(id, "Hi"),
      text.end(id),
      finished(),
    );
    expect(findMessage(snapshot, id)).toMatchObject({ id, content: "Hi" });
    expect(snapshot.issues).toEqual([]);
  });

  test("names reasoning, and an encrypted value that waits for it", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.encrypted("message", id, "opaque"),
      reasoning.open(id, { timestamp: 1 }),
      reasoning.start(id, { timestamp: 1 }),
      reasoning.content(id, "hm"),
      reasoning.end(id),
      reasoning.close(id),
      finished(),
    );
    expect(snapshot.messages).toMatchObject([{ id, content: "hm", encryptedValue: "opaque" }]);
    expect(Object.entries(snapshot.timings)).toEqual([[id, expect.anything()]]);
    expect(snapshot.issues).toEqual([]);
  });

  test("names a tool call, its early arguments and its result", () => {
    const snapshot = reduce(
      thread(),
      startedWithTools(id),
      call.args(id, '{"a"'),
      call.start(id, id),
      call.args(id, ":1}"),
      call.end(id),
      finished({ type: "success", pendingToolCallIds: [id] }),
    );
    expect(snapshot.run.pendingToolCallIds).toEqual([id]);
    const found = findToolCall(reduce(snapshot, call.result(id, "ok")), id);
    expect(found?.toolCall.function).toEqual({ name: id, arguments: '{"a":1}' });
    expect(found?.result?.content).toBe("ok");
  });

  test("is not found before it exists", () => {
    const snapshot = reduce(thread(), started());
    expect(findMessage(snapshot, id)).toBeUndefined();
    expect(findToolCall(snapshot, id)).toBeUndefined();
    expect(reduce(snapshot, text.end(id)).issues).toMatchObject([{ code: "not-open" }]);
    expect(reduce(snapshot, call.end(id)).issues).toMatchObject([{ code: "not-open" }]);
  });

  test("names activities, steps, sub-agents and annotations", () => {
    const snapshot = reduce(
      thread(),
      started(),
      activity.snapshot(id, { [id]: 1 }),
      step.start(id, { subagentRunId: id }),
      step.finish(id, { subagentRunId: id }),
      subagent.start(id),
      subagent.finish(id),
      custom("ag-ui:meta", { metaType: "note", payload: { messageId: id } }),
      finished(),
    );
    expect(snapshot.messages[0]).toMatchObject({ id });
    expect(Object.keys(snapshot.subagents)).toEqual([id]);
    expect(Object.keys(snapshot.annotations)).toEqual([id]);
    expect(snapshot.issues).toEqual([]);
  });

  test("survives a snapshot of the messages", () => {
    const { messages: received } = reduce(thread(), started(), ...calls(id, "f"));
    const snapshot = reduce(thread(), started(), messages([...received]), call.result(id, "ok"));
    expect(findToolCall(snapshot, id)?.info.status).toBe("complete");
  });

  test("is a key of the state like any other", () => {
    const value = JSON.parse(`{${JSON.stringify(id)}:{"a":1}}`) as object;
    const snapshot = reduce(thread(), started(), state.snapshot(value), state.snapshot({}));
    expect(Object.keys(snapshot.state as object)).toEqual([]);
    const again = reduce(snapshot, state.snapshot(value));
    expect(Object.entries(again.state as object)).toEqual([[id, { a: 1 }]]);
  });
});
