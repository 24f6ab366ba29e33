import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Message, ResumeEntry, RunAgentInput } from "../../../src/protocol/events.ts";
import type { Conversation } from "../../differential/conversation.ts";
import { createReference, silenceConsole } from "../../differential/playReference.ts";
import { createThreadClient } from "../../differential/threadClient.ts";
import { called, EXPECTED, userMessage, yes } from "./tanstackExpected.ts";
import {
  comparableSnapshot,
  recordedBody,
  reduceTanStack,
  tanStackFrames,
  tanStackInput,
  translateTanStack,
} from "./tanstackStreams.ts";

/** Messages of the thread before the request, for recordings without a request file. */
const BEFORE: Readonly<Record<string, readonly Message[]>> = {
  approval: [userMessage("delete")],
  "client-tool": [userMessage("map")],
  "mixed-tools": [userMessage("all")],
  "approval-resume": [userMessage("delete"), called("toolu_3", "delete_file", '{"path":"/a"}')],
  "approval-resume-batch": [
    userMessage("delete"),
    called("toolu_3", "delete_file", '{"path":"/a"}'),
  ],
  "client-tool-resume": [
    ...[userMessage("map"), called("toolu_2", "show_map", '{"lat":48.8,"lon":2.3}')],
    { id: "t1", role: "tool", toolCallId: "toolu_2", content: '{"shown":true}' },
  ],
  "02-approval": [userMessage("delete"), called("toolu_3", "delete_file", '{"path":"/a"}')],
};

/** The tail of a stream, which is empty without its beginning: see `tanstack.replay.test.ts`. */
const TAIL = "durable-replay-last-event-id.sse";

const cases = Object.entries(EXPECTED).flatMap(([folder, expectedByFile]) =>
  Object.entries(expectedByFile).map(([file, events]) => [`${folder}/${file}`, events] as const),
);

function inputFor(path: string): RunAgentInput {
  const name = path.replace(/^.*\/|\.\w+$/g, "");
  const recorded = path.startsWith("recordings/")
    ? recordedBody<RunAgentInput>(path.replace(/\.sse$/, ".request.json"))?.messages
    : undefined;
  return tanStackInput({ messages: [...(recorded ?? BEFORE[name] ?? [])] });
}

silenceConsole();

test("every recording has expected events", () => {
  const root = new URL("../../fixtures/", import.meta.url);
  for (const [folder, expectedByFile] of Object.entries(EXPECTED)) {
    const files = readdirSync(new URL(`${folder}/`, root)).filter((file) =>
      /\.(sse|ndjson)$/.test(file),
    );
    expect(files.filter((file) => file !== TAIL).sort()).toEqual(
      Object.keys(expectedByFile).sort(),
    );
  }
  expect(cases).toHaveLength(51);
});

describe("a recording leads to the same snapshot as its AG-UI 1.0 equivalent", () => {
  test.each(cases)("%s leads to the snapshot of its equivalent", (path, equivalent) => {
    const input = inputFor(path);
    const translated = reduceTanStack(translateTanStack(tanStackFrames(path), { input }), input);
    const expected = reduceTanStack(equivalent, input);
    expect(comparableSnapshot(translated.snapshot)).toEqual(comparableSnapshot(expected.snapshot));
    expect(expected.issues).toEqual([]);
    expect(translated.issues).toEqual([]);
  });
});

/** The recording that a recording continues, with the answers to its questions. */
const ASKED: Readonly<Record<string, readonly [path: string, ...answers: ResumeEntry[]]>> = {
  "dialects/tanstack/0.10.0/approval-resume.sse": [
    "dialects/tanstack/0.10.0/approval.sse",
    yes("approval_toolu_3"),
  ],
  "dialects/tanstack/e2e-0.10.0/02-approval.sse": [
    "dialects/tanstack/e2e-0.10.0/01-approval.sse",
    yes("approval_toolu_3"),
  ],
  "dialects/tanstack/0.58.0/approval-resume.sse": [
    "dialects/tanstack/0.58.0/approval.sse",
    yes("approval_toolu_3"),
  ],
  "dialects/tanstack/0.58.0/approval-resume-batch.sse": [
    "dialects/tanstack/0.58.0/approval.sse",
    yes("approval_toolu_3"),
  ],
  "recordings/tanstack/server-0.58/frontend-tool-as-resume.2.sse": [
    "recordings/tanstack/server-0.58/frontend-tool-as-resume.1.sse",
    { interruptId: "client_tool_call_bg_1", status: "resolved", payload: { status: "success" } },
  ],
  "recordings/tanstack/server-0.58/interrupt-approval-with-parent.2.sse": [
    "recordings/tanstack/server-0.58/interrupt-approval-with-parent.1.sse",
    yes("approval_call_del_a"),
    { ...yes("approval_call_del_b"), payload: { approved: false } },
  ],
};

/** Returns the turns of a conversation up to this answer, and the messages before them. */
function conversationOf(path: string): Conversation {
  const [before, ...resume] = ASKED[path] ?? [];
  if (before === undefined) {
    const input = inputFor(path);
    const events = translateTanStack(tanStackFrames(path), { input });
    return { initialMessages: input.messages, turns: [{ events }] };
  }
  const first = inputFor(before);
  const questionEvents = translateTanStack(tanStackFrames(before), { input: first });
  const messages = [...reduceTanStack(questionEvents, first).snapshot.messages];
  const events = translateTanStack(tanStackFrames(path), {
    input: tanStackInput({ runId: "r2", messages }),
  });
  return {
    initialMessages: first.messages,
    turns: [{ events: questionEvents }, { events, resume }],
  };
}

describe("a recording is valid AG-UI 1.0 for the reference client and a strict thread", () => {
  test.each(cases)("%s is valid AG-UI 1.0", async (path, equivalent) => {
    const conversation = conversationOf(path);
    const hasFailed = equivalent.some(({ type }) => type === "RUN_ERROR");
    const reference = createReference(conversation);
    const strict = createThreadClient(conversation, { strict: true, oneByOne: true });
    for (const turn of conversation.turns) {
      const our = await strict.play(turn);
      expect(our.snapshot.issues).toEqual([]);
      expect(our.error?.code).toBe(hasFailed ? "run-error" : undefined);
      const their = await reference.play(turn, our.before);
      expect(their.error).toBeUndefined();
      expect(our.clientState).toEqual(their.clientState);
    }
  });
});

test("a second result of a call replaces the first", () => {
  const call = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } } as const;
  const input = tanStackInput({
    messages: [
      { id: "a1", role: "assistant", toolCalls: [call] },
      { id: "made-up", role: "tool", toolCallId: "c1", content: "" },
    ],
  });
  const data = { type: "TOOL_CALL_RESULT", messageId: "a1", toolCallId: "c1", content: "seen" };
  const result = translateTanStack([{ data }], { input }).find(
    ({ type }) => type === "TOOL_CALL_RESULT",
  );
  expect(result).toMatchObject({ messageId: "made-up", content: "seen" });
});

test("a signature in both spellings is applied once", () => {
  const events = translateTanStack(tanStackFrames("dialects/tanstack/0.58.0/thinking.sse"));
  const values = events.filter(({ type }) => type === "REASONING_ENCRYPTED_VALUE");
  expect(values).toMatchObject([{ encryptedValue: "SIG==" }]);
});

test("a failed run reports its usage in every spelling", () => {
  const used = { promptTokens: 3, completionTokens: 2, totalTokens: 5 };
  const turn = { type: "RUN_FINISHED", finishReason: "tool_calls", usage: used };
  const failed = { type: "RUN_ERROR", message: "overloaded", usage: [{ inputTokens: 1 }] };
  const [ending] = translateTanStack([{ data: turn }, { data: failed }]).slice(-1);
  expect(ending).toMatchObject({
    type: "RUN_ERROR",
    usage: [{ inputTokens: 3, outputTokens: 2, totalTokens: 5 }, { inputTokens: 1 }],
  });
});
