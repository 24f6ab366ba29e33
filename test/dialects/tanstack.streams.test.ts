import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type {
  EventInput,
  Message,
  ResumeEntry,
  RunAgentInput,
  RunFinishedOutcome,
  TokenUsage,
} from "../../src/protocol/events.ts";
import { reasoning, result, started, text } from "../differential/build.ts";
import type { Conversation, Turn } from "../differential/conversation.ts";
import { createReference, silenceConsole } from "../differential/playReference.ts";
import { createOurs } from "../differential/playThread.ts";
import { bodyOf, framesOf, inputOf, reduced, translate, withoutTimes } from "./tanstackStreams.ts";

type Events = Turn["events"];

const MODEL = "claude-sonnet-4-5";
/** Token usage of each turn of the scripted model, as each version reports usage. */
const OLD: TokenUsage = { model: MODEL, inputTokens: 0, outputTokens: 20, totalTokens: 20 };
const NEW: TokenUsage = { inputTokens: 0, outputTokens: 20, totalTokens: 20 };
const took = (inputTokens: number, outputTokens: number): TokenUsage => ({
  ...{ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
});

const finish = (usage: readonly TokenUsage[], outcome?: RunFinishedOutcome): EventInput => ({
  ...{ type: "RUN_FINISHED", threadId: "thread", runId: "r1" },
  ...(usage.length > 0 && { usage: [...usage] }),
  ...(outcome && { outcome }),
});
const run = (usage: readonly TokenUsage[], ...events: Events): Events => [
  ...[started("r1"), ...events, finish(usage)],
];
const call = (toolCallId: string, toolCallName: string, delta: string, parent = "m1"): Events => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId: parent },
  { type: "TOOL_CALL_ARGS", toolCallId, delta },
  { type: "TOOL_CALL_END", toolCallId },
];
const failed = (message: string, code?: string): EventInput => ({
  ...{ type: "RUN_ERROR", message, ...(code && { code }) },
});
const ask = (toolCallId: string, tool = "delete_file") => ({
  ...{ id: `approval_${toolCallId}`, reason: "tool_call", toolCallId },
  message: `Approval required to run ${tool}`,
});
const hand = (toolCallId: string, tool: string) => ({
  ...{ id: `client_tool_${toolCallId}`, reason: "tanstack:client_tool_execution", toolCallId },
  message: `Client tool ${tool} is ready to run`,
});
const yes = (interruptId: string): ResumeEntry => ({
  ...{ interruptId, status: "resolved", payload: { approved: true } },
});
const user = (content: string): Message => ({ id: "u1", role: "user", content });
const called = (id: string, name: string, args: string): Message => ({
  id: "a1",
  role: "assistant",
  toolCalls: [{ id, type: "function", function: { name, arguments: args } }],
});

const deletion = call("toolu_3", "delete_file", '{"path":"/a"}');
const mixed: Events = [
  ...call("toolu_4", "get_weather", '{"city":"Oslo"}'),
  ...call("toolu_5", "show_map", '{"lat":59,"lon":10}'),
  ...call("toolu_6", "delete_file", '{"path":"/b"}'),
];
const map = call("toolu_2", "show_map", '{"lat":48.8,"lon":2.3}');
const background = '{"background":"linear-gradient(90deg, #00f, #08f)"}';
const files: Events = [
  ...call("call_del_a", "delete_file", '{"path":"/dat/a"}'),
  ...call("call_del_b", "delete_file", '{"path":"/dat/b"}'),
];
const weather =
  '{"location":"Paris","temperature":18,"humidity":50,"wind_speed":10,"feels_like":17,"conditions":"Sunny"}';
const overloaded =
  '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
const signature = (entityId: string, encryptedValue: string): EventInput => ({
  ...{ type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId, encryptedValue },
});
const cut = "The response was cut off because the maximum token limit was reached.";
const state: Events = [
  { type: "STATE_SNAPSHOT", snapshot: { count: 1 } },
  { type: "STATE_DELTA", delta: [{ op: "replace", path: "/count", value: 2 }] },
];
/** The result of a call that failed: `output-error` in TanStack. */
const failedResult = (messageId: string, toolCallId: string, content: string): EventInput => ({
  ...{ type: "TOOL_CALL_RESULT", messageId, toolCallId, content, metadata: { isError: true } },
});
const interruptOutcome = (...interrupts: readonly object[]): RunFinishedOutcome => ({
  type: "interrupt",
  interrupts: interrupts as Extract<RunFinishedOutcome, { type: "interrupt" }>["interrupts"],
});

/** Messages of the thread before the request, for recordings without a request file. */
const BEFORE: Readonly<Record<string, readonly Message[]>> = {
  approval: [user("delete")],
  "client-tool": [user("map")],
  "mixed-tools": [user("all")],
  "approval-resume": [user("delete"), called("toolu_3", "delete_file", '{"path":"/a"}')],
  "approval-resume-batch": [user("delete"), called("toolu_3", "delete_file", '{"path":"/a"}')],
  "client-tool-resume": [
    ...[user("map"), called("toolu_2", "show_map", '{"lat":48.8,"lon":2.3}')],
    { id: "t1", role: "tool", toolCallId: "toolu_2", content: '{"shown":true}' },
  ],
  "02-approval": [user("delete"), called("toolu_3", "delete_file", '{"path":"/a"}')],
};

/** Expected AG-UI 1.0 events of each recording. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, Events>>>> = {
  "dialects/tanstack/0.10.0": {
    "api-error.sse": [failed(overloaded, "529")],
    "approval-resume-batch.sse": [started("r1"), finish([], interruptOutcome(ask("toolu_3")))],
    "approval-resume.sse": run(
      [OLD],
      result("t1", "toolu_3", '{"deleted":true}'),
      ...text("m2", "Deleted."),
    ),
    "approval.sse": [started("r1"), ...deletion, finish([OLD], interruptOutcome(ask("toolu_3")))],
    "client-tool-resume.sse": run([OLD], ...text("m1", "Map shown.")),
    "client-tool.sse": [
      ...[started("r1"), ...map],
      finish([OLD], { type: "success", pendingToolCallIds: ["toolu_2"] }),
    ],
    "max-tokens.sse": [started("r1"), ...text("m1", "Trunc"), failed(cut, "max_tokens")],
    "mixed-tools.sse": [started("r1"), ...mixed, finish([OLD], interruptOutcome(ask("toolu_6")))],
    "server-tool.sse": run(
      [OLD, OLD],
      ...text("m1", "Checking the weather."),
      ...call("toolu_1", "get_weather", '{"city":"Paris"}'),
      result("t1", "toolu_1", '{"tempC":18}'),
      ...text("m2", "It is 18C in Paris."),
    ),
    "state.sse": run([], ...state),
    "text.ndjson": run([OLD], ...text("m1", "Hello **world**.")),
    "text.sse": run([OLD], ...text("m1", "Hello **world**.")),
    "thinking.sse": run([OLD], ...reasoning("r", "Let me think."), ...text("m1", "Answer 42")),
    "thrown-error.sse": [started("r1"), failed("kaput", "E_KAPUT")],
    "tool-error.sse": run(
      [OLD, OLD],
      ...call("toolu_7", "boom", "{}"),
      result("t1", "toolu_7", '{"error":"tool exploded"}'),
      ...text("m2", "It failed."),
    ),
  },
  "dialects/tanstack/e2e-0.10.0": {
    "01-approval.sse": [
      started("r1"),
      ...deletion,
      finish([OLD], interruptOutcome(ask("toolu_3"))),
    ],
    "02-approval.sse": run(
      [OLD],
      result("t1", "toolu_3", '{"deleted":true}'),
      ...text("m2", "Deleted."),
    ),
    "03-client-tool.sse": [
      ...[started("r1"), ...call("toolu_2", "show_map", '{"lat":1,"lon":2}')],
      finish([OLD], { type: "success", pendingToolCallIds: ["toolu_2"] }),
    ],
    "04-client-tool.sse": run([OLD], ...text("m1", "Shown.")),
    "05-two-turns-server-tool.sse": run(
      [OLD, OLD],
      ...text("m1", "Let me check."),
      ...call("toolu_1", "get_weather", '{"city":"Paris"}'),
      result("t1", "toolu_1", '{"tempC":18}'),
      ...text("m2", "18C."),
    ),
    "06-two-turns-server-tool.sse": run([OLD], ...text("m1", "Bye.")),
  },
  "dialects/tanstack/0.58.0": {
    "api-error.sse": [failed(overloaded, "529")],
    "approval-resume-batch.sse": run(
      [NEW],
      result("t1", "toolu_3", '{"deleted":true}'),
      ...text("m2", "Deleted."),
    ),
    "approval-resume.sse": run(
      [NEW],
      result("t1", "toolu_3", '{"deleted":true}'),
      ...text("m2", "Deleted."),
    ),
    "approval.sse": [started("r1"), ...deletion, finish([NEW], interruptOutcome(ask("toolu_3")))],
    "client-tool-resume.sse": run([NEW], ...text("m1", "Map shown.")),
    "client-tool.sse": [
      ...[started("r1"), ...map, finish([NEW], interruptOutcome(hand("toolu_2", "show_map")))],
    ],
    "durable-replay-from-start.sse": run([], ...text("m1", "w0 w1 w2 ")),
    "durable.ndjson": run([], ...text("m1", "w0 w1 w2 ")),
    "durable.sse": run([], ...text("m1", "w0 w1 w2 ")),
    "max-tokens.sse": [started("r1"), ...text("m1", "Trunc"), failed(cut, "max_tokens")],
    "mixed-tools.sse": [
      ...[started("r1"), ...mixed],
      finish([NEW], interruptOutcome(ask("toolu_6"), hand("toolu_5", "show_map"))),
    ],
    "server-tool.sse": run(
      [NEW, NEW],
      ...text("m1", "Checking the weather."),
      ...call("toolu_1", "get_weather", '{"city":"Paris"}'),
      result("t1", "toolu_1", '{"tempC":18}'),
      ...text("m2", "It is 18C in Paris."),
    ),
    "state.sse": run([], ...state),
    "structured-output.sse": run([], ...text("m1", '{"title":"Soup","steps":["boil"," eat"]}')),
    "text.ndjson": run([NEW], ...text("m1", "Hello **world**.")),
    "text.sse": run([NEW], ...text("m1", "Hello **world**.")),
    "thinking.sse": run(
      [NEW],
      ...reasoning("r", "Let me think."),
      signature("r", "SIG=="),
      ...text("m1", "Answer 42"),
    ),
    "thrown-error.sse": [started("r1"), failed("kaput", "E_KAPUT")],
    "tool-error.sse": run(
      [NEW, NEW],
      ...call("toolu_7", "boom", "{}"),
      failedResult("t1", "toolu_7", '{"error":"tool exploded"}'),
      ...text("m2", "It failed."),
    ),
  },
  "recordings/tanstack/server-0.58": {
    "backend-tool.sse": run(
      [took(5, 8), took(31, 8)],
      ...call("call_weather_1", "get_weather", '{"location":"Paris"}'),
      result("t1", "call_weather_1", weather),
      ...text("m2", "It is 18°C and sunny in Paris."),
    ),
    "cut-mid-stream.sse": [
      ...[started("r1"), ...text("m1", "This answer will be cut ").slice(0, -1)],
      failed("terminated"),
    ],
    "frontend-tool-as-resume.1.sse": [
      ...[started("r1"), ...call("call_bg_1", "change_background", background)],
      finish([took(6, 17)], interruptOutcome(hand("call_bg_1", "change_background"))),
    ],
    "frontend-tool-as-resume.2.sse": run(
      [took(11, 9)],
      result("t1", "call_bg_1", '{"status":"success"}'),
      ...text("m2", "Done! The background is blue now."),
    ),
    "frontend-tool.1.sse": [
      ...[started("r1"), ...call("call_bg_1", "change_background", background)],
      finish([took(6, 17)], interruptOutcome(hand("call_bg_1", "change_background"))),
    ],
    "interrupt-approval-with-parent.1.sse": [
      ...[started("r1"), ...files],
      finish([took(3, 14)], interruptOutcome(ask("call_del_a"), ask("call_del_b"))),
    ],
    "interrupt-approval-with-parent.2.sse": run(
      [took(18, 6)],
      result("t1", "call_del_a", '{"deleted":"/dat/a"}'),
      failedResult("t2", "call_del_b", '{"error":"User declined tool execution"}'),
      ...text("m2", "Both files were handled."),
    ),
    "llm-error.1.sse": [started("r1"), failed("400 The model is overloaded", "400")],
    "llm-error.2.sse": run([took(4, 8)], ...text("m1", "Hello! How can I help you today?")),
    "plain-chat.sse": run([took(2, 8)], ...text("m1", "Hello! How can I help you today?")),
    "reasoning.sse": run(
      [took(0, 0)],
      ...reasoning("r", "The user asks for 6 times 7. Six sevens are forty-two."),
      signature(
        "r",
        '{"id":"rs-JPFIm16HogpDqFEk","encrypted_content":"YWltb2NrLWVuY3J5cHRlZC1yZWFzb25pbmc6cnMtSlBGSW0xNkhvZ3BEcUZFaw=="}',
      ),
      ...text("m1", "6 × 7 = 42."),
    ),
  },
};

/** The tail of a stream, which is empty without its beginning: see `tanstack.replay.test.ts`. */
const TAIL = "durable-replay-last-event-id.sse";

const cases = Object.entries(EXPECTED).flatMap(([folder, expectedByFile]) =>
  Object.entries(expectedByFile).map(([file, events]) => [`${folder}/${file}`, events] as const),
);

function inputFor(path: string): RunAgentInput {
  const name = path.replace(/^.*\/|\.\w+$/g, "");
  const recorded = path.startsWith("recordings/")
    ? bodyOf<RunAgentInput>(path.replace(/\.sse$/, ".request.json"))?.messages
    : undefined;
  return inputOf({ messages: [...(recorded ?? BEFORE[name] ?? [])] });
}

silenceConsole();

test("every recording has expected events", () => {
  const root = new URL("../fixtures/", import.meta.url);
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
  test.each(cases)("%s", (path, equivalent) => {
    const input = inputFor(path);
    const translated = reduced(translate(framesOf(path), { input }), input);
    const expected = reduced(equivalent, input);
    expect(withoutTimes(translated.snapshot)).toEqual(withoutTimes(expected.snapshot));
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
    const events = translate(framesOf(path), { input });
    return { initialMessages: input.messages, turns: [{ events }] };
  }
  const first = inputFor(before);
  const questionEvents = translate(framesOf(before), { input: first });
  const messages = [...reduced(questionEvents, first).snapshot.messages];
  const events = translate(framesOf(path), { input: inputOf({ runId: "r2", messages }) });
  return {
    initialMessages: first.messages,
    turns: [{ events: questionEvents }, { events, resume }],
  };
}

describe("a recording is valid AG-UI 1.0 for the reference client and a strict thread", () => {
  test.each(cases)("%s", async (path, equivalent) => {
    const conversation = conversationOf(path);
    const hasFailed = equivalent.some(({ type }) => type === "RUN_ERROR");
    const reference = createReference(conversation);
    const strict = createOurs(conversation, { strict: true, oneByOne: true });
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
  const input = inputOf({
    messages: [
      { id: "a1", role: "assistant", toolCalls: [call] },
      { id: "made-up", role: "tool", toolCallId: "c1", content: "" },
    ],
  });
  const data = { type: "TOOL_CALL_RESULT", messageId: "a1", toolCallId: "c1", content: "seen" };
  const result = translate([{ data }], { input }).find(({ type }) => type === "TOOL_CALL_RESULT");
  expect(result).toMatchObject({ messageId: "made-up", content: "seen" });
});

test("a signature in both spellings is applied once", () => {
  const events = translate(framesOf("dialects/tanstack/0.58.0/thinking.sse"));
  const values = events.filter(({ type }) => type === "REASONING_ENCRYPTED_VALUE");
  expect(values).toMatchObject([{ encryptedValue: "SIG==" }]);
});

test("a failed run reports its usage in every spelling", () => {
  const used = { promptTokens: 3, completionTokens: 2, totalTokens: 5 };
  const turn = { type: "RUN_FINISHED", finishReason: "tool_calls", usage: used };
  const failed = { type: "RUN_ERROR", message: "overloaded", usage: [{ inputTokens: 1 }] };
  const [ending] = translate([{ data: turn }, { data: failed }]).slice(-1);
  expect(ending).toMatchObject({
    type: "RUN_ERROR",
    usage: [{ inputTokens: 3, outputTokens: 2, totalTokens: 5 }, { inputTokens: 1 }],
  });
});
