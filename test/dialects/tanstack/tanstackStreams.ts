import { existsSync, readFileSync } from "node:fs";
import { createSnapshot, reduceEvents, type Snapshot } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects/tanstack/tanstack.ts";
import { createCanonicalizer } from "../../../src/protocol/canonicalizer.ts";
import type { DialectExchange, DialectFrame } from "../../../src/protocol/dialect.ts";
import type { Event, EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import type { Issue, NewIssue } from "../../../src/protocol/issue.ts";

const root = new URL("../../fixtures/", import.meta.url);

/** Returns the frames of a recorded answer of Server-Sent Events or JSON lines. */
export function tanStackFrames(path: string): readonly DialectFrame[] {
  const text = readFileSync(new URL(path, root), "utf8");
  if (path.endsWith(".ndjson")) {
    return text.split("\n").flatMap((line) => (line ? { data: JSON.parse(line) } : []));
  }
  return text.split("\n\n").flatMap((block) => {
    const fields = block.split("\n");
    const data = fields.find((line) => line.startsWith("data: "))?.slice("data: ".length);
    const id = fields.find((line) => line.startsWith("id: "))?.slice("id: ".length);
    const event = fields.find((line) => line.startsWith("event: "))?.slice("event: ".length);
    if (data === undefined) return [];
    const value: unknown = data === "[DONE]" ? data : JSON.parse(data);
    return { data: value, ...(id !== undefined && { id }), ...(event !== undefined && { event }) };
  });
}

/** Returns a recorded request, or `undefined` when none was recorded. */
export function recordedBody<T>(path: string): T | undefined {
  const url = new URL(path, root);
  // The recorder writes all of these files in one shape.
  return existsSync(url) ? (JSON.parse(readFileSync(url, "utf8")) as { body: T }).body : undefined;
}

export function tanStackInput(fields: Partial<RunAgentInput> = {}): RunAgentInput {
  const empty = { messages: [], tools: [], context: [], state: {}, forwardedProps: {} };
  return { threadId: "thread", runId: "r1", ...empty, ...fields };
}

/** Translates an answer with the TanStack dialect. */
export function translateTanStack(
  frames: readonly DialectFrame[],
  { isWhole = true, ...fields }: Partial<DialectExchange> & { isWhole?: boolean } = {},
): EventInput[] {
  const exchange = { input: tanStackInput(), isReplay: false, onCursor: () => {}, ...fields };
  const reader = tanstack().read(exchange);
  const events = frames.flatMap((frame) => reader.push(frame));
  return isWhole ? [...events, ...reader.end()] : events;
}

/** Returns the snapshot of a thread after these events, and the issues. */
export function reduceTanStack(
  events: readonly unknown[],
  input: RunAgentInput,
  before: Snapshot = createSnapshot({
    threadId: "thread",
    messages: input.messages,
    state: input.state as unknown,
  }),
): { readonly snapshot: Snapshot; readonly issues: readonly (Issue | NewIssue)[] } {
  const issues: NewIssue[] = [];
  const { threadId, runId } = input;
  const canonicalizer = createCanonicalizer({
    threadId,
    runId,
    onIssue: (one) => issues.push(one),
  });
  const canonical: Event[] = [];
  for (const event of events) canonicalizer.pushValue(event, canonical);
  const snapshot = reduceEvents(before, canonical);
  return { snapshot, issues: [...issues, ...snapshot.issues] };
}

/** Returns a snapshot without times, metadata and message ids. */
export function comparableSnapshot({
  messages,
  toolCalls,
  interrupts,
  state,
  run,
  steps,
}: Snapshot): unknown {
  const names = new Map(messages.map(({ id }, i) => [id, `message ${i + 1}`]));
  const { status, outcome, pendingToolCallIds, unfinishedIds, error, usage } = run;
  return JSON.parse(
    JSON.stringify(
      {
        messages: messages.map((message) => ({ ...message, id: names.get(message.id) })),
        toolCalls: Object.entries(toolCalls).map(
          ([id, { status, messageId, resultMessageId }]) => ({
            ...{ id, status, messageId: names.get(messageId) },
            resultMessageId: names.get(resultMessageId ?? ""),
          }),
        ),
        interrupts: interrupts.map(({ id, reason, message, toolCallId }) => ({
          ...{ id, reason, message, toolCallId },
        })),
        run: { status, outcome, pendingToolCallIds, error, usage },
        unfinished: unfinishedIds.map((id) => names.get(id) ?? id),
        ...{ state, steps },
      },
      (key, value) => (key === "metadata" || key.endsWith("edAt") ? undefined : value),
    ),
  );
}
