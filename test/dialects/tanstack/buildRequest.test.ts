import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { Dialect, DialectRequest } from "../../../src/protocol/dialect.ts";
import type { Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { recordedBody, tanStackFrames, tanStackInput } from "./tanstackStreams.ts";

const E2E = "dialects/tanstack/e2e-0.10.0";

interface LegacyMessage {
  readonly role: string;
  readonly parts: readonly object[];
}
interface LegacyBody {
  readonly messages: readonly LegacyMessage[];
  readonly data: object;
}

/** Returns an agent that receives these answers, and the list of its requests. */
function playing(dialect: Dialect, answers: readonly string[]) {
  const requests: DialectRequest[] = [];
  const agent: Agent = {
    async *run(input) {
      requests.push(structuredClone(dialect.request?.(input) ?? {}));
      const path = answers[requests.length - 1];
      if (path === undefined) throw new Error("No scripted answer is left.");
      const reader = dialect.read({ input, isReplay: false, onCursor: () => {} });
      for (const frame of tanStackFrames(path)) yield reader.push(frame);
      yield reader.end();
    },
  };
  return { requests, thread: createThread({ agent, threadId: "chat-1", strict: true }) };
}

/** Returns messages as the recorded client sent them, without ids and times. */
function normalizeBody(body: unknown) {
  // The message format of a legacy request.
  const { messages, data } = body as LegacyBody;
  return { messages: messages.map(({ role, parts }) => ({ role, parts })), data };
}

const recorded = (name: string, conversationId = "chat-1") => {
  const body = recordedBody<LegacyBody>(`${E2E}/${name}.request.json`);
  return { ...normalizeBody(body), data: { conversationId } };
};

describe("a server older than 0.18", () => {
  test("the server receives the request of its own client for an approval, in the message that holds the call", async () => {
    const { requests, thread } = playing(tanstack({ legacy: true }), [
      `${E2E}/01-approval.sse`,
      `${E2E}/02-approval.sse`,
    ]);
    await thread.send("delete");
    expect(normalizeBody(requests[0]?.body)).toEqual(recorded("01-approval"));
    const [interrupt] = thread.getSnapshot().interrupts;
    expect(interrupt).toMatchObject({ id: "approval_toolu_3", toolCallId: "toolu_3" });

    const answer = { interruptId: "approval_toolu_3", status: "resolved" } as const;
    expect(await thread.resume([{ ...answer, payload: { approved: true } }])).toEqual([]);
    await expect.poll(() => thread.getSnapshot().run.status).toBe("idle");
    expect(normalizeBody(requests[1]?.body)).toEqual(recorded("02-approval"));
    const { messages, toolCalls } = thread.getSnapshot();
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "delete"],
      ["assistant", undefined],
      ["tool", '{"deleted":true}'],
      ["assistant", "Deleted."],
    ]);
    expect(toolCalls.toolu_3).toMatchObject({ status: "complete" });
  });

  test("the server receives the request of its own client for a refusal, when the user cancels", () => {
    const call = { id: "c1", type: "function", function: { name: "rm", arguments: "{}" } } as const;
    const messages: Message[] = [{ id: "a1", role: "assistant", toolCalls: [call] }];
    const resume = [{ interruptId: "approval_c1", status: "cancelled" } as const];
    const request = tanstack({ legacy: true }).request?.(tanStackInput({ messages, resume }));
    const approval = { id: "approval_c1", needsApproval: true, approved: false };
    expect(normalizeBody(request?.body).messages[0]?.parts).toEqual([
      {
        type: "tool-call",
        id: "c1",
        name: "rm",
        arguments: "{}",
        state: "approval-responded",
        approval,
      },
    ]);
  });

  test("the server receives the request of its own client for a client tool, with the result of the frontend tool", async () => {
    const { requests, thread } = playing(tanstack({ legacy: true }), [
      `${E2E}/03-client-tool.sse`,
      `${E2E}/04-client-tool.sse`,
    ]);
    const ran: unknown[] = [];
    thread.registerTool({
      name: "show_map",
      handler(args) {
        ran.push(args);
        return { shown: true };
      },
    });
    await thread.send("map");
    expect(ran).toEqual([{ lat: 1, lon: 2 }]);
    expect(requests).toHaveLength(2);
    expect(normalizeBody(requests[1]?.body)).toEqual(recorded("04-client-tool"));
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });

  test("the server receives the request of its own client for a second turn, with the results of server tools in the messages", async () => {
    const { requests, thread } = playing(tanstack({ legacy: true }), [
      `${E2E}/05-two-turns-server-tool.sse`,
      `${E2E}/06-two-turns-server-tool.sse`,
    ]);
    await thread.send("weather");
    await thread.send("thanks");
    expect(normalizeBody(requests[1]?.body)).toEqual(recorded("06-two-turns-server-tool"));
  });

  test("the server receives the request of its own client with forwarded props beside the conversation id", () => {
    const input = tanStackInput({ forwardedProps: { model: "gpt-5" } });
    const { body } = tanstack({ legacy: true }).request?.(input) ?? {};
    expect(body).toEqual({ messages: [], data: { model: "gpt-5", conversationId: "thread" } });
  });

  test("the server receives the request of its own client with every kind of message in the legacy format", () => {
    const source = { type: "url", value: "https://example.com/a.png" } as const;
    const messages: Message[] = [
      { id: "s", role: "system", content: "Be kind" },
      {
        id: "u",
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image", source },
        ],
      },
      { id: "r", role: "reasoning", content: "Hm", encryptedValue: "SIG" },
      { id: "a", role: "assistant", content: "Nice" },
      { id: "x", role: "activity", activityType: "PLAN", content: {} },
    ];
    const { body } = tanstack({ legacy: true }).request?.(tanStackInput({ messages })) ?? {};
    expect(normalizeBody(body).messages).toEqual([
      { role: "system", parts: [{ type: "text", content: "Be kind" }] },
      {
        role: "user",
        parts: [
          { type: "text", content: "Look" },
          { type: "image", source },
        ],
      },
      {
        role: "assistant",
        parts: [
          { type: "thinking", content: "Hm", signature: "SIG" },
          { type: "text", content: "Nice" },
        ],
      },
    ]);
  });
});

describe("a server since 0.18", () => {
  const request = (input: RunAgentInput) => tanstack().request?.(input);

  test("the server receives an AG-UI request with the run id that a replay uses", () => {
    const input = tanStackInput({ runId: "run-7" });
    expect(request(input)).toEqual({ headers: { "X-Run-Id": "run-7" }, body: input });
  });

  test("the server receives an AG-UI request with unchanged answers when the interrupting run is named", () => {
    const resume = [{ interruptId: "approval_c1", status: "resolved", payload: true } as const];
    const input = tanStackInput({ parentRunId: "run-1", resume });
    expect(request(input)?.body).toBe(input);
  });

  test("the server receives an AG-UI request with an approval in the message when the question was a CUSTOM event", () => {
    const call = { id: "c1", type: "function", function: { name: "rm", arguments: "{}" } } as const;
    const messages: Message[] = [
      { id: "u1", role: "user", content: "Go" },
      { id: "a1", role: "assistant", content: "Sure", toolCalls: [call] },
    ];
    const answer = { interruptId: "approval_c1", status: "resolved" } as const;
    const resume = [{ ...answer, payload: { approved: true } }];
    const approval = { id: "approval_c1", needsApproval: true, approved: true };
    const { resume: _, ...rest } = tanStackInput({ messages, resume });
    const part = { type: "tool-call", id: "c1", name: "rm", arguments: "{}" };
    const parts = [
      { type: "text", content: "Sure" },
      { ...part, state: "approval-responded", approval },
    ];
    expect(request(tanStackInput({ messages, resume }))?.body).toEqual({
      ...rest,
      messages: [messages[0], { ...messages[1], parts }],
    });
  });
});

test("server tool calls of an open turn stay with the server, and a new message closes them", async () => {
  const recording = "dialects/tanstack/0.10.0/mixed-tools.sse";
  const { requests, thread } = playing(tanstack({ legacy: true }), [
    recording,
    "dialects/tanstack/0.10.0/approval-resume.sse",
  ]);
  thread.registerTool({ name: "show_map", handler: () => ({ shown: true }) });
  const states = (index: number) =>
    normalizeBody(requests[index]?.body)
      .messages.flatMap(({ parts }) => parts)
      .map((part) => ("toolCallId" in part ? part.toolCallId : undefined))
      .filter((id) => id !== undefined);
  await thread.send("all");
  await thread.resume([
    { interruptId: "approval_toolu_6", status: "resolved", payload: { approved: true } },
  ]);
  await expect.poll(() => requests).toHaveLength(2);
  expect(states(1)).toEqual(["toolu_5"]);
  await expect.poll(() => thread.getSnapshot().run.status).toBe("idle");

  const other = playing(tanstack({ legacy: true }), [recording, recording]);
  await other.thread.send("all");
  await other.thread.send("never mind");
  const { messages } = normalizeBody(other.requests[1]?.body);
  const parts = messages.flatMap((message) => message.parts);
  expect(parts).toContainEqual(expect.objectContaining({ toolCallId: "toolu_4", state: "error" }));
});

test("an approval goes to the newest recorded server as its own client sends it", async () => {
  const folder = "recordings/tanstack/server-0.58";
  const { requests, thread } = playing(tanstack(), [
    `${folder}/interrupt-approval-with-parent.1.sse`,
    `${folder}/interrupt-approval-with-parent.2.sse`,
  ]);
  await thread.send("both delete");
  const second = recordedBody<RunAgentInput>(
    `${folder}/interrupt-approval-with-parent.2.request.json`,
  );
  expect(await thread.resume(second?.resume ?? [])).toEqual([]);
  await expect.poll(() => thread.getSnapshot().run.status).toBe("idle");
  expect(requests[1]?.body).toMatchObject({
    resume: second?.resume,
    parentRunId: second?.parentRunId,
  });
  expect(thread.getSnapshot().issues).toEqual([]);
});
