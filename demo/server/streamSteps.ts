import type { EventInput } from "../../src/protocol/events.ts";
import type { ScriptStep } from "../../src/testing.ts";

/** Typical streaming speed of a model; one word is about 1.3 tokens. */
const WORDS_PER_SECOND = 60;

/** Numbers of words per event, in turn, because models stream unevenly. */
const GROUPS = [1, 2, 1, 3, 2, 1, 4, 1, 2];

/** Options of {@link streamText} and {@link streamReasoning}. */
export interface StreamSpeed {
  /**
   * Average streaming speed.
   * @defaultValue 60
   */
  readonly wordsPerSecond?: number;
  /**
   * Number of words per event.
   * @defaultValue 1 to 4, in turn
   */
  readonly wordsPerEvent?: number;
}

/** Streams a message word by word. */
export function streamText(messageId: string, text: string, writing?: StreamSpeed): ScriptStep[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    ...streamContent(messageId, text, writing),
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/** Streams the content of a message without its start and end, for messages that break off. */
export function streamContent(
  messageId: string,
  text: string,
  writing?: StreamSpeed,
): ScriptStep[] {
  return spread(text, writing, (delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta }));
}

/** Streams visible reasoning: a reasoning span around one message. */
export function streamReasoning(
  messageId: string,
  text: string,
  writing?: StreamSpeed,
): ScriptStep[] {
  return [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    ...spread(text, writing, (delta) => ({
      type: "REASONING_MESSAGE_CONTENT",
      messageId,
      delta,
    })),
    { type: "REASONING_MESSAGE_END", messageId },
    { type: "REASONING_END", messageId },
  ];
}

/** Sends encrypted reasoning, which the provider expects back. */
export function streamEncryptedReasoning(messageId: string, encryptedValue: string): ScriptStep[] {
  return [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    { delayMs: 1_400 },
    { type: "REASONING_MESSAGE_END", messageId },
    { type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId: messageId, encryptedValue },
    { type: "REASONING_END", messageId },
  ];
}

/** Attributes steps to a sub-agent. */
export function attribute(subagentRunId: string, steps: readonly ScriptStep[]): ScriptStep[] {
  return steps.map((step) =>
    typeof step === "object" && "type" in step ? ({ ...step, subagentRunId } as EventInput) : step,
  );
}

/** Interleaves the steps of several lanes. */
export function interleave(lanes: readonly (readonly ScriptStep[])[], stride = 4): ScriptStep[] {
  const rounds = Math.ceil(Math.max(...lanes.map(({ length }) => length)) / stride);
  return Array.from({ length: rounds }, (_, round) =>
    lanes.flatMap((lane) => lane.slice(round * stride, (round + 1) * stride)),
  ).flat();
}

/** Calls a tool, with arguments that stream in pieces. */
export function streamCall(
  toolCallId: string,
  toolCallName: string,
  args: unknown,
  parentMessageId: string,
): ScriptStep[] {
  const json = JSON.stringify(args);
  const pieces = json.match(/[\s\S]{1,6}/g) ?? [];
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId },
    ...pieces.flatMap((delta): ScriptStep[] => [
      { type: "TOOL_CALL_ARGS", toolCallId, delta },
      { delayMs: 45 },
    ]),
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

function spread(
  text: string,
  { wordsPerSecond = WORDS_PER_SECOND, wordsPerEvent }: StreamSpeed = {},
  toEvent: (delta: string) => EventInput,
): ScriptStep[] {
  // Every piece starts with its leading white space; the last includes trailing white space.
  const words = text.match(/\s*\S+(?:\s+$)?/g) ?? [];
  const steps: ScriptStep[] = [];
  for (let at = 0, group = 0; at < words.length; group++) {
    const size = wordsPerEvent ?? GROUPS[group % GROUPS.length] ?? 1;
    const delta = words.slice(at, at + size).join("");
    at += size;
    steps.push(toEvent(delta), { delayMs: (1000 * size) / wordsPerSecond });
  }
  return steps;
}
