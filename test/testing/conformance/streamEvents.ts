import type { RunAgentInput } from "../../../src/protocol/events.ts";
import type { PlayedRun } from "../../../src/testing/conformance/observedRun.ts";
import { reasoning, wholeText } from "../../differential/build.ts";
import { runInput } from "../../support/collect.ts";

/** A stream for a rule: the events inside a run, or the relevant fields of a run. */
export type Stream = readonly unknown[] | Partial<PlayedRun>;

export interface RuleStreams {
  /** Covers the rule, and breaks no rule. */
  readonly meets: Stream;
  /** Breaks only this rule. */
  readonly breaks: Stream;
}

export const input: RunAgentInput = runInput({ protocolVersion: "1.0" });
export const { threadId, runId } = input;
export const started = { type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0" };
export const finished = { type: "RUN_FINISHED", threadId, runId };
export const question = { id: "i1", reason: "confirmation" };
export const hello = wholeText("m1", "Hello");
export const startText = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
export const startSpan = { type: "REASONING_START", messageId: "s1" };
export const endSpan = { type: "REASONING_END", messageId: "s1" };
export const span = [startSpan, ...reasoning("g1", "Hm"), endSpan];
export const putState = { type: "STATE_SNAPSHOT", snapshot: { count: 1 } };
export const patchState = (path: string) => ({
  type: "STATE_DELTA",
  delta: [{ op: "replace", path, value: 2 }],
});
export const messagesSnapshot = (...list: readonly object[]) => ({
  type: "MESSAGES_SNAPSHOT",
  messages: list,
});
export const userMessage = input.messages[0] ?? {};
export const reply = { id: "m1", role: "assistant", content: "Hello" };
