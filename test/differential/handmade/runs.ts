import {
  resultEvent,
  run,
  runEndEvent,
  runStartEvent,
  searchCall,
  single,
  snapshot,
  wholeText,
} from "../build.ts";
import type { Conversation } from "../conversation.ts";
import { user } from "./messages.ts";

const interrupt = { id: "i1", reason: "confirmation", message: "Sure?", toolCallId: "c1" };

/** Streams about runs: start and end, steps, sub-agents, interrupts, and older servers. */
export const runStreams: Readonly<Record<string, Conversation>> = {
  "an empty run": single(),
  "RUN_STARTED merges the messages of its input": {
    initialMessages: [user("u1")],
    turns: [
      {
        events: [
          runStartEvent("r1", {
            input: { threadId: "thread", runId: "r1", messages: [user("u1", "other"), user("u2")] },
          }),
          runEndEvent("r1"),
        ],
      },
    ],
  },
  "two runs in one stream": {
    turns: [{ events: [...run(...wholeText("m1", "a")), ...run(...wholeText("m1", "b"))] }],
  },
  "RUN_ERROR as the first event, and a run after it": {
    turns: [{ events: [{ type: "RUN_ERROR", message: "no" }, ...run(...wholeText("m1", "a"))] }],
  },
  "RUN_ERROR after RUN_FINISHED": {
    turns: [{ events: [...run(...wholeText("m1", "a")), { type: "RUN_ERROR", message: "no" }] }],
  },
  "RUN_ERROR with everything open": {
    turns: [
      {
        events: [
          runStartEvent("r1"),
          { type: "TEXT_MESSAGE_START", messageId: "m1" },
          { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
          { type: "STEP_STARTED", stepName: "a" },
          { type: "RUN_ERROR", message: "no", code: "E" },
        ],
      },
    ],
  },
  "RUN_FINISHED with a result, usage and pending calls": {
    turns: [
      {
        events: [
          runStartEvent("r1"),
          ...searchCall("c1"),
          {
            ...runEndEvent("r1", { type: "success", pendingToolCallIds: ["c1"] }),
            result: { answer: [1, null] },
            usage: [{ model: "m", inputTokens: 1 }],
          },
        ],
      },
    ],
  },
  "steps of two owners with one name": single(
    { type: "STEP_STARTED", stepName: "a" },
    { type: "STEP_STARTED", stepName: "a", subagentRunId: "s1" },
    { type: "STEP_FINISHED", stepName: "a" },
    { type: "STEP_FINISHED", stepName: "a", subagentRunId: "s1" },
  ),
  "sub-agents that finish, fail and are suspended": single(
    { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "a" },
    { type: "SUBAGENT_STARTED", subagentRunId: "s2", name: "b", parentSubagentRunId: "s1" },
    ...wholeText("m1", "from s2", { subagentRunId: "s2" }),
    { type: "SUBAGENT_FINISHED", subagentRunId: "s2", result: 1 },
    { type: "SUBAGENT_STARTED", subagentRunId: "s3", name: "c", parentSubagentRunId: "s2" },
    { type: "SUBAGENT_ERROR", subagentRunId: "s3", message: "no", code: "E" },
    { type: "SUBAGENT_FINISHED", subagentRunId: "s1", outcome: { type: "suspended" } },
  ),
  "interrupts, answered in the next run": {
    turns: [
      {
        events: [
          runStartEvent("r1"),
          ...searchCall("c1"),
          runEndEvent("r1", {
            type: "interrupt",
            interrupts: [
              { ...interrupt, responseSchema: { type: "boolean" }, subagentRunId: "s1" },
              { id: "i2", reason: "input", metadata: { a: null } },
            ],
          }),
        ],
      },
      {
        resume: [
          { interruptId: "i1", status: "resolved", payload: true },
          { interruptId: "i2", status: "cancelled" },
        ],
        events: [
          runStartEvent("r2"),
          resultEvent("t1", "c1"),
          runEndEvent("r2", { type: "success" }),
        ],
      },
    ],
  },
  "an interrupt that expired and is cancelled": {
    turns: [
      {
        events: [
          runStartEvent("r1"),
          runEndEvent("r1", {
            type: "interrupt",
            interrupts: [{ id: "i1", reason: "input", expiresAt: "2020-01-01T00:00:00Z" }],
          }),
        ],
      },
      { resume: [{ interruptId: "i1", status: "cancelled" }], events: run() },
    ],
  },
  "an interrupt that stays open after an error": {
    turns: [
      {
        events: [
          runStartEvent("r1"),
          runEndEvent("r1", { type: "interrupt", interrupts: [interrupt] }),
          { type: "RUN_ERROR", message: "no" },
        ],
      },
      {
        resume: [{ interruptId: "i1", status: "resolved", payload: { ok: true } }],
        events: [runStartEvent("r2"), { type: "RUN_ERROR", message: "again" }],
      },
      {
        resume: [{ interruptId: "i1", status: "cancelled" }],
        events: [runStartEvent("r3"), runEndEvent("r3", { type: "cancelled" })],
      },
    ],
  },
  "optional nulls of older servers": single(
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "a", parentMessageId: null },
    { type: "TOOL_CALL_END", toolCallId: "c1", rawEvent: null },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c2", toolCallName: "b", parentMessageId: null },
    { type: "RUN_FINISHED", threadId: "thread", runId: "r1", outcome: null, result: null },
    runStartEvent("r1"),
  ),
  "media of older servers": single(
    snapshot([
      {
        id: "u1",
        role: "user",
        content: [
          { type: "binary", mimeType: "image/png", data: "aGk=", filename: "a.png" } as never,
          { type: "binary", mimeType: "audio/wav", url: "https://example.com/a.wav" } as never,
          { type: "image", source: { type: "file", value: "f1" }, metadata: null } as never,
        ],
      },
    ]),
  ),
  "reasoning of older servers": single(
    { type: "THINKING_START", title: "Thinking" },
    { type: "THINKING_END" },
  ),
  "an echo of another question and its reply": {
    turns: [
      { events: run(snapshot([user("u1")])) },
      {
        events: [
          runStartEvent("r2", {
            input: {
              threadId: "thread",
              runId: "r2",
              tools: [],
              context: [],
              messages: [user("u2", "Another"), { id: "m2", role: "assistant", content: "a" }],
            },
          }),
          runEndEvent("r2"),
        ],
      },
    ],
  },
  "a stream that ends early": {
    turns: [
      { events: run(...wholeText("m1", "abc")).slice(0, 3) },
      { events: run(...wholeText("m2", "d")) },
    ],
  },
};
