import type {
  EventInput,
  Message,
  ResumeEntry,
  RunFinishedOutcome,
  TokenUsage,
} from "../../../src/protocol/events.ts";
import { reasoning, resultEvent, runStartEvent, wholeText } from "../../differential/build.ts";
import type { Turn } from "../../differential/conversation.ts";

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
  ...[runStartEvent("r1"), ...events, finish(usage)],
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
export const yes = (interruptId: string): ResumeEntry => ({
  ...{ interruptId, status: "resolved", payload: { approved: true } },
});
export const userMessage = (content: string): Message => ({ id: "u1", role: "user", content });
export const called = (id: string, name: string, args: string): Message => ({
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

/** Expected AG-UI 1.0 events of each recording. */
export const EXPECTED: Readonly<Record<string, Readonly<Record<string, Events>>>> = {
  "dialects/tanstack/0.10.0": {
    "api-error.sse": [failed(overloaded, "529")],
    "approval-resume-batch.sse": [
      runStartEvent("r1"),
      finish([], interruptOutcome(ask("toolu_3"))),
    ],
    "approval-resume.sse": run(
      [OLD],
      resultEvent("t1", "toolu_3", '{"deleted":true}'),
      ...wholeText("m2", "Deleted."),
    ),
    "approval.sse": [
      runStartEvent("r1"),
      ...deletion,
      finish([OLD], interruptOutcome(ask("toolu_3"))),
    ],
    "client-tool-resume.sse": run([OLD], ...wholeText("m1", "Map shown.")),
    "client-tool.sse": [
      ...[runStartEvent("r1"), ...map],
      finish([OLD], { type: "success", pendingToolCallIds: ["toolu_2"] }),
    ],
    "max-tokens.sse": [runStartEvent("r1"), ...wholeText("m1", "Trunc"), failed(cut, "max_tokens")],
    "mixed-tools.sse": [
      runStartEvent("r1"),
      ...mixed,
      finish([OLD], interruptOutcome(ask("toolu_6"))),
    ],
    "server-tool.sse": run(
      [OLD, OLD],
      ...wholeText("m1", "Checking the weather."),
      ...call("toolu_1", "get_weather", '{"city":"Paris"}'),
      resultEvent("t1", "toolu_1", '{"tempC":18}'),
      ...wholeText("m2", "It is 18C in Paris."),
    ),
    "state.sse": run([], ...state),
    "text.ndjson": run([OLD], ...wholeText("m1", "Hello **world**.")),
    "text.sse": run([OLD], ...wholeText("m1", "Hello **world**.")),
    "thinking.sse": run([OLD], ...reasoning("r", "Let me think."), ...wholeText("m1", "Answer 42")),
    "thrown-error.sse": [runStartEvent("r1"), failed("kaput", "E_KAPUT")],
    "tool-error.sse": run(
      [OLD, OLD],
      ...call("toolu_7", "boom", "{}"),
      resultEvent("t1", "toolu_7", '{"error":"tool exploded"}'),
      ...wholeText("m2", "It failed."),
    ),
  },
  "dialects/tanstack/e2e-0.10.0": {
    "01-approval.sse": [
      runStartEvent("r1"),
      ...deletion,
      finish([OLD], interruptOutcome(ask("toolu_3"))),
    ],
    "02-approval.sse": run(
      [OLD],
      resultEvent("t1", "toolu_3", '{"deleted":true}'),
      ...wholeText("m2", "Deleted."),
    ),
    "03-client-tool.sse": [
      ...[runStartEvent("r1"), ...call("toolu_2", "show_map", '{"lat":1,"lon":2}')],
      finish([OLD], { type: "success", pendingToolCallIds: ["toolu_2"] }),
    ],
    "04-client-tool.sse": run([OLD], ...wholeText("m1", "Shown.")),
    "05-two-turns-server-tool.sse": run(
      [OLD, OLD],
      ...wholeText("m1", "Let me check."),
      ...call("toolu_1", "get_weather", '{"city":"Paris"}'),
      resultEvent("t1", "toolu_1", '{"tempC":18}'),
      ...wholeText("m2", "18C."),
    ),
    "06-two-turns-server-tool.sse": run([OLD], ...wholeText("m1", "Bye.")),
  },
  "dialects/tanstack/0.58.0": {
    "api-error.sse": [failed(overloaded, "529")],
    "approval-resume-batch.sse": run(
      [NEW],
      resultEvent("t1", "toolu_3", '{"deleted":true}'),
      ...wholeText("m2", "Deleted."),
    ),
    "approval-resume.sse": run(
      [NEW],
      resultEvent("t1", "toolu_3", '{"deleted":true}'),
      ...wholeText("m2", "Deleted."),
    ),
    "approval.sse": [
      runStartEvent("r1"),
      ...deletion,
      finish([NEW], interruptOutcome(ask("toolu_3"))),
    ],
    "client-tool-resume.sse": run([NEW], ...wholeText("m1", "Map shown.")),
    "client-tool.sse": [
      ...[
        runStartEvent("r1"),
        ...map,
        finish([NEW], interruptOutcome(hand("toolu_2", "show_map"))),
      ],
    ],
    "durable-replay-from-start.sse": run([], ...wholeText("m1", "w0 w1 w2 ")),
    "durable.ndjson": run([], ...wholeText("m1", "w0 w1 w2 ")),
    "durable.sse": run([], ...wholeText("m1", "w0 w1 w2 ")),
    "max-tokens.sse": [runStartEvent("r1"), ...wholeText("m1", "Trunc"), failed(cut, "max_tokens")],
    "mixed-tools.sse": [
      ...[runStartEvent("r1"), ...mixed],
      finish([NEW], interruptOutcome(ask("toolu_6"), hand("toolu_5", "show_map"))),
    ],
    "server-tool.sse": run(
      [NEW, NEW],
      ...wholeText("m1", "Checking the weather."),
      ...call("toolu_1", "get_weather", '{"city":"Paris"}'),
      resultEvent("t1", "toolu_1", '{"tempC":18}'),
      ...wholeText("m2", "It is 18C in Paris."),
    ),
    "state.sse": run([], ...state),
    "structured-output.sse": run(
      [],
      ...wholeText("m1", '{"title":"Soup","steps":["boil"," eat"]}'),
    ),
    "text.ndjson": run([NEW], ...wholeText("m1", "Hello **world**.")),
    "text.sse": run([NEW], ...wholeText("m1", "Hello **world**.")),
    "thinking.sse": run(
      [NEW],
      ...reasoning("r", "Let me think."),
      signature("r", "SIG=="),
      ...wholeText("m1", "Answer 42"),
    ),
    "thrown-error.sse": [runStartEvent("r1"), failed("kaput", "E_KAPUT")],
    "tool-error.sse": run(
      [NEW, NEW],
      ...call("toolu_7", "boom", "{}"),
      failedResult("t1", "toolu_7", '{"error":"tool exploded"}'),
      ...wholeText("m2", "It failed."),
    ),
  },
  "recordings/tanstack/server-0.58": {
    "backend-tool.sse": run(
      [took(5, 8), took(31, 8)],
      ...call("call_weather_1", "get_weather", '{"location":"Paris"}'),
      resultEvent("t1", "call_weather_1", weather),
      ...wholeText("m2", "It is 18°C and sunny in Paris."),
    ),
    "cut-mid-stream.sse": [
      ...[runStartEvent("r1"), ...wholeText("m1", "This answer will be cut ").slice(0, -1)],
      failed("terminated"),
    ],
    "frontend-tool-as-resume.1.sse": [
      ...[runStartEvent("r1"), ...call("call_bg_1", "change_background", background)],
      finish([took(6, 17)], interruptOutcome(hand("call_bg_1", "change_background"))),
    ],
    "frontend-tool-as-resume.2.sse": run(
      [took(11, 9)],
      resultEvent("t1", "call_bg_1", '{"status":"success"}'),
      ...wholeText("m2", "Done! The background is blue now."),
    ),
    "frontend-tool.1.sse": [
      ...[runStartEvent("r1"), ...call("call_bg_1", "change_background", background)],
      finish([took(6, 17)], interruptOutcome(hand("call_bg_1", "change_background"))),
    ],
    "interrupt-approval-with-parent.1.sse": [
      ...[runStartEvent("r1"), ...files],
      finish([took(3, 14)], interruptOutcome(ask("call_del_a"), ask("call_del_b"))),
    ],
    "interrupt-approval-with-parent.2.sse": run(
      [took(18, 6)],
      resultEvent("t1", "call_del_a", '{"deleted":"/dat/a"}'),
      failedResult("t2", "call_del_b", '{"error":"User declined tool execution"}'),
      ...wholeText("m2", "Both files were handled."),
    ),
    "llm-error.1.sse": [runStartEvent("r1"), failed("400 The model is overloaded", "400")],
    "llm-error.2.sse": run([took(4, 8)], ...wholeText("m1", "Hello! How can I help you today?")),
    "plain-chat.sse": run([took(2, 8)], ...wholeText("m1", "Hello! How can I help you today?")),
    "reasoning.sse": run(
      [took(0, 0)],
      ...reasoning("r", "The user asks for 6 times 7. Six sevens are forty-two."),
      signature(
        "r",
        '{"id":"rs-JPFIm16HogpDqFEk","encrypted_content":"YWltb2NrLWVuY3J5cHRlZC1yZWFzb25pbmc6cnMtSlBGSW0xNkhvZ3BEcUZFaw=="}',
      ),
      ...wholeText("m1", "6 × 7 = 42."),
    ),
  },
};
