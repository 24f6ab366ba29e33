import { describe, expect, test } from "vitest";
import type { EventInput, Message } from "../../../src/core.ts";
import { call, calls, failed, finished, messages, started, startedWithTools } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

const pendingAfter = (...events: readonly EventInput[]) =>
  reduce(thread(), ...events).run.pendingToolCallIds;

const history = (id: string, name: string): Message => ({
  id: `${id}-holder`,
  role: "assistant",
  toolCalls: [{ id, type: "function", function: { name, arguments: "{}" } }],
});

describe("a tool call for the client", () => {
  test("the call is pending when it names a tool that the input of the run offered", () => {
    expect(
      pendingAfter(
        startedWithTools("ask"),
        ...calls("c1", "ask"),
        ...calls("c2", "search"),
        finished(),
      ),
    ).toEqual(["c1"]);
  });

  test("the call is pending when the server names the call, whatever its tool is", () => {
    expect(
      pendingAfter(
        started(),
        ...calls("c1", "search"),
        ...calls("c2", "search"),
        finished({ type: "success", pendingToolCallIds: ["c2"] }),
      ),
    ).toEqual(["c2"]);
  });

  test("the call is pending when it first appeared in this run's snapshot of the messages", () => {
    expect(
      pendingAfter(startedWithTools("ask"), messages([history("c1", "ask")]), finished()),
    ).toEqual(["c1"]);
  });

  test("the call is pending when no interrupt of an interrupted run holds the call", () => {
    expect(
      pendingAfter(
        startedWithTools("ask"),
        ...calls("c1", "ask"),
        ...calls("c2", "ask"),
        finished({
          type: "interrupt",
          interrupts: [{ id: "i1", reason: "approval", toolCallId: "c1" }],
        }),
      ),
    ).toEqual(["c2"]);
  });

  test("pending calls are in the order of the calls, even when the ids look like numbers", () => {
    expect(
      pendingAfter(
        startedWithTools("ask"),
        ...calls("10", "ask"),
        ...calls("9", "ask"),
        ...calls("b", "ask"),
        ...calls("1", "ask"),
        finished(),
      ),
    ).toEqual(["10", "9", "b", "1"]);
  });
});

describe("a tool call that is not for the client", () => {
  test("the call is not pending when it has a result", () => {
    expect(
      pendingAfter(
        startedWithTools("ask"),
        ...calls("c1", "ask"),
        call.result("c1", "ok"),
        finished({ type: "success", pendingToolCallIds: ["c1"] }),
      ),
    ).toEqual([]);
  });

  test("the call is not pending when an earlier run made it", () => {
    const before = thread({ messages: [history("c1", "ask")] });
    const { run } = reduce(
      before,
      startedWithTools("ask"),
      finished({ type: "success", pendingToolCallIds: ["c1"] }),
    );
    expect(run.pendingToolCallIds).toEqual([]);
  });

  test("the call is not pending when a snapshot merely repeats it from an earlier run", () => {
    const { run } = reduce(
      thread({ messages: [history("c1", "ask")] }),
      startedWithTools("ask"),
      messages([history("c1", "ask")]),
      finished(),
    );
    expect(run.pendingToolCallIds).toEqual([]);
  });

  test("the call is not pending when a snapshot shows it for the first time together with its question", () => {
    const question: Message = { id: "u1", role: "user", content: "Ask me" };
    expect(
      pendingAfter(startedWithTools("ask"), messages([question, history("c1", "ask")]), finished()),
    ).toEqual([]);
  });

  test("the call is not pending when an open interrupt of an earlier run holds it", () => {
    const { run } = reduce(
      thread(),
      startedWithTools("ask"),
      ...calls("c1", "ask"),
      finished({
        type: "interrupt",
        interrupts: [{ id: "i1", reason: "approval", toolCallId: "c1" }],
      }),
    );
    expect(run.pendingToolCallIds).toEqual([]);
  });

  test("the call is not pending when its tool was not offered and the server does not name it", () => {
    expect(pendingAfter(startedWithTools("ask"), ...calls("c1", "search"), finished())).toEqual([]);
  });

  test.each([
    ["was cancelled", finished({ type: "cancelled" })],
    ["failed", failed()],
  ])("the call is not pending when the run %s", (_, end) => {
    expect(pendingAfter(startedWithTools("ask"), ...calls("c1", "ask"), end)).toEqual([]);
  });

  test("the call is not pending when the server names an unknown call", () => {
    expect(
      pendingAfter(started(), finished({ type: "success", pendingToolCallIds: ["ghost"] })),
    ).toEqual([]);
  });
});
