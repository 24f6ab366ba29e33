import { describe, expect, test, vi } from "vitest";
import { type Agent, createThread } from "../../../src/core.ts";
import { awaken } from "../../../src/dialects.ts";
import type { Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { framesOf, inputOf, translate } from "../dialectStreams.ts";

const user = (id: string, content: string): Message => ({ id, role: "user", content });
const answer: Message = { id: "a1", role: "assistant", content: "Hi" };
const bodyOf = (fields: Partial<RunAgentInput>, dialect = awaken()) =>
  dialect.request?.(inputOf(fields)).body;

describe("the run request of Awaken", () => {
  test("has roles and contents, and no empty message", () => {
    expect(bodyOf({ messages: [user("u1", "Hello")] })).toEqual({
      threadId: "t1",
      messages: [{ role: "user", content: "Hello" }],
    });
  });

  test("has the agent, state, context and tools", () => {
    const tool = { name: "add", description: "Adds", parameters: { type: "object" } };
    const context = [{ description: "page", value: "home" }];
    const fields = { messages: [user("u1", "Hello")], state: { a: 1 }, context, tools: [tool] };
    expect(bodyOf(fields, awaken({ agentId: "travel" }))).toEqual({
      ...{ threadId: "t1", agentId: "travel", state: { a: 1 }, context: { context } },
      messages: [{ role: "user", content: "Hello" }],
      tools: [tool],
    });
  });

  const developer: Message = { id: "d1", role: "developer", content: "Be brief." };
  const conversation = [user("u1", "Hello"), answer, developer, user("u2", "More")];

  test("has only unanswered messages, with developer messages as system messages", () => {
    expect(bodyOf({ messages: conversation })).toMatchObject({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "More" },
      ],
    });
  });

  test("omits messages without content", () => {
    const silent: Message[] = [{ id: "a0", role: "assistant" }, user("u0", "")];
    const messages = [...silent, developer, user("u2", "More"), user("u3", "")];
    const expected = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "More" },
    ];
    expect(bodyOf({ messages })).toMatchObject({ messages: expected });
    expect(bodyOf({ messages }, awaken({ messages: "all" }))).toMatchObject({ messages: expected });
  });

  test("has the whole conversation for a server without history", () => {
    const tool: Message = { id: "x1", role: "tool", toolCallId: "c1", content: "1" };
    const messages = [...conversation.slice(0, 2), tool, user("u2", "More")];
    expect(bodyOf({ messages }, awaken({ messages: "all" }))).toMatchObject({
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "More" },
      ],
    });
  });

  test.each([
    ["resolved", { days: 3 }, { days: 3 }],
    ["resolved", "yes", "yes"],
    ["cancelled", undefined, { approved: false }],
    ["cancelled", { note: "no" }, { note: "no", approved: false }],
  ] as const)("answers an interrupt that was %s (%j) with one object", (status, payload, sent) => {
    const resume = [{ interruptId: "i1", status, ...(payload !== undefined && { payload }) }];
    const messages = [user("u1", "Hello"), answer];
    expect(bodyOf({ messages, resume })).toEqual({
      threadId: "t1",
      // The server requires a message even when an interrupt is answered.
      messages: [{ role: "user", content: "Hello" }],
      resume: { interruptId: "i1", payload: sent },
    });
  });

  test("always has a message", () => {
    expect(bodyOf({})).toMatchObject({ messages: [{ role: "user", content: "" }] });
  });
});

describe("the other routes of Awaken", () => {
  const resolve = (address: string | undefined, url: string) => new URL(address ?? "", url).href;

  test.each([
    [undefined, "https://host/api/v1/ag-ui/run"],
    ["../../", "https://host/api/v1/ag-ui/threads/t1/runs"],
    ["../../", "https://host/api/v1/ag-ui/agents/travel/runs"],
  ])("are derived from base %j of %s", (base, url) => {
    const { connect, cancel, history } = awaken(base === undefined ? {} : { base });
    const input = inputOf({ threadId: "t/1" });
    const routes = "https://host/api/v1/ag-ui/threads/t%2F1";
    expect(resolve(connect?.({ input }).url, url)).toBe(`${routes}/replay?limit=500`);
    expect(resolve(connect?.({ input, cursor: "cur 7" }).url, url)).toBe(
      `${routes}/replay?limit=500&cursor=cur+7`,
    );
    const cancelled = cancel?.({ threadId: "t/1", runId: "r1" });
    expect(cancelled?.method).toBe("POST");
    expect(resolve(cancelled?.url, url)).toBe(`${routes}/interrupt`);
    const page = history?.request({ threadId: "t/1", cursor: "c2" });
    expect(page?.method).toBe("GET");
    expect(resolve(page?.url, url)).toBe(`${routes}/messages?order=desc&limit=200&cursor=c2`);
  });

  test("poll a replay", () => {
    expect(awaken().pollMs).toBe(1000);
    expect(awaken({ pollMs: 50 }).pollMs).toBe(50);
  });
});

/** Creates a thread whose agent answers with these streams in the Awaken dialect. */
function threadOf(...streams: readonly string[]) {
  const dialect = awaken();
  const bodies: unknown[] = [];
  const agent: Agent = {
    async *run(input) {
      bodies.push(dialect.request?.(input).body);
      yield translate(dialect, framesOf(streams[bodies.length - 1] ?? ""), { input }).events;
    },
  };
  return { thread: createThread({ agent, threadId: "t1" }), bodies };
}

describe("a thread with Awaken", () => {
  test("runs a frontend tool and sends the result as the answer", async () => {
    const { thread, bodies } = threadOf(
      "recordings/awaken-derived/interrupt.sse",
      "dialects/awaken/resumed.sse",
    );
    const args: unknown[] = [];
    thread.registerTool({
      name: "add_trips",
      handler(fields) {
        args.push(fields);
        return { added: 1 };
      },
    });
    await thread.send("Add my trips");
    expect(args).toEqual([{ trips: [] }]);
    expect(bodies[1]).toMatchObject({
      messages: [{ role: "user", content: "Add my trips" }],
      resume: { interruptId: "suspend_tc1", payload: { added: 1 } },
    });
    const { run, toolCalls, interrupts, messages, state, issues } = thread.getSnapshot();
    expect(issues).toEqual([]);
    expect(run).toMatchObject({ status: "idle", outcome: "success" });
    expect(toolCalls.tc1).toMatchObject({ status: "complete" });
    expect(interrupts).toEqual([]);
    expect(state).toEqual({ trips: ["Rome"] });
    expect(messages.at(-1)).toMatchObject({ content: "It is on your list." });
  });

  test("waits for the approval of the user and denies a cancelled interrupt", async () => {
    const { thread, bodies } = threadOf(
      "dialects/awaken/approval.sse",
      "dialects/awaken/resumed.sse",
    );
    await thread.send("Delete it");
    const { run, interrupts } = thread.getSnapshot();
    expect(run.status).toBe("waiting");
    expect(interrupts).toMatchObject([{ id: "tc9", toolCallId: "tc9", message: "Delete /a?" }]);
    await thread.resume([{ interruptId: "tc9", status: "cancelled" }]);
    await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    expect(bodies[1]).toMatchObject({
      resume: { interruptId: "tc9", payload: { approved: false } },
    });
  });
});

test.each([
  ["suspend_c1", "tanstack:client_tool_execution"],
  ["c1", "tool:add"],
  ["suspend_c1", "tool:other"],
])("an interrupt %s becomes a frontend tool call or a question: %s", (id, reason) => {
  const question = reason.startsWith("tool:") ? reason : "tool:add";
  const tools = [{ name: "add", description: "Adds", parameters: {} }];
  const frames = [
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "add" },
    { type: "RUN_FINISHED", outcome: "interrupt", interrupt: { id, reason: question } },
  ].map((data) => ({ data }));
  const { events } = translate(awaken(), frames, { input: inputOf({ tools }) });
  expect(events.at(-1)).toMatchObject({
    outcome: { type: "interrupt", interrupts: [{ id, reason, toolCallId: "c1" }] },
  });
});

test("an interrupt without an id belongs to the last call without a result", () => {
  const frames = [
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "add" },
    { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "add" },
    { type: "RUN_FINISHED", outcome: "interrupt", interrupt: { reason: "tool:add" } },
  ].map((data) => ({ data }));
  const { events } = translate(awaken(), frames, { input: inputOf() });
  expect(events.at(-1)).toMatchObject({
    outcome: { type: "interrupt", interrupts: [{ id: "c2", toolCallId: "c2" }] },
  });
});
