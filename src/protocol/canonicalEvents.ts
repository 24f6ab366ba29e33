import { type Event, EventType } from "@ag-ui/core";
import type { AgentYield } from "./agent.ts";
import { createChunkExpander } from "./chunks.ts";
import { AgentKitError } from "./errors.ts";
import type { IssueCode, NewIssue } from "./issue.ts";
import { translateDraftOutcome } from "./legacy/draftInterrupt.ts";
import { translateMeta } from "./legacy/meta.ts";
import { createThinkingTranslator } from "./legacy/thinking.ts";
import { type Finding, INVALID, isRecord } from "./shape/check.ts";
import { EVENT_CHECKS } from "./shape/events.ts";

/** How many broken frames a run survives. */
const MAX_BROKEN_FRAMES = 10;

export interface CanonicalEventsOptions {
  /** Hears of everything the stream did wrong here. */
  readonly onIssue?: (issue: NewIssue) => void;
  /** Stands in for ids that RUN_STARTED and RUN_FINISHED should name and do not. */
  readonly threadId?: string;
  readonly runId?: string;
  /** Makes ids where the older events have none. @defaultValue `crypto.randomUUID` */
  readonly createId?: () => string;
}

/** Turns one thing an agent yielded into canonical events, appended to `out`. */
export type Canonicalize = (value: unknown, out: Event[]) => void;

const FINDINGS: Record<Finding["kind"], { code: IssueCode; text: string }> = {
  malformed: { code: "malformed-field", text: "is not what the protocol says; it was ignored" },
  null: { code: "null-field", text: "is null; it was read as absent" },
  unknown: {
    code: "malformed-field",
    text: "is of a kind this version does not know; it was left out",
  },
};

/**
 * Makes the function that turns whatever an agent yields into canonical AG-UI 1.0 events: checks
 * every event's shape, translates older spellings, and expands chunks. It keeps what it needs to
 * know of the stream, so make one for each.
 *
 * It throws only `malformed-stream`, when more than ten frames were no JSON objects.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createCanonicalizer(options: CanonicalEventsOptions = {}): Canonicalize {
  const { onIssue, threadId = "", runId = "", createId = () => crypto.randomUUID() } = options;
  const report = (
    code: IssueCode,
    message: string,
    eventType?: string,
    subject?: string,
    severity: NewIssue["severity"] = "violation",
  ) =>
    onIssue?.({
      code,
      message,
      severity,
      ...(eventType !== undefined && { eventType }),
      ...(subject !== undefined && { subject }),
    });
  const translateThinking = createThinkingTranslator(createId);
  const expand = createChunkExpander({ report, createId });
  let brokenFrames = 0;

  function reportBrokenFrame(value: unknown): void {
    brokenFrames += 1;
    const sample = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
    report(
      "malformed-frame",
      `A frame is not a JSON object and was dropped: ${sample.slice(0, 80)}`,
    );
    if (brokenFrames > MAX_BROKEN_FRAMES) {
      throw new AgentKitError(
        "malformed-stream",
        `More than ${MAX_BROKEN_FRAMES} frames of the stream were not JSON objects, so it cannot be read as AG-UI events. Check that the url points at an AG-UI endpoint.`,
      );
    }
  }

  function translate(event: Record<string, unknown>): Record<string, unknown> {
    switch (event.type) {
      case "META":
        return translateMeta(event);
      case EventType.RUN_FINISHED:
        return translateDraftOutcome(event);
      case EventType.TOOL_CALL_ARGS:
        // Some servers send the arguments as the object they are to become.
        return isRecord(event.delta) ? { ...event, delta: JSON.stringify(event.delta) } : event;
      default:
        return typeof event.type === "string" && event.type.startsWith("THINKING_")
          ? translateThinking(event)
          : event;
    }
  }

  function check(event: Record<string, unknown>): Event | undefined {
    const type = String(event.type);
    if (!Object.hasOwn(EVENT_CHECKS, type)) {
      report("unknown-event", `"${type}" is no AG-UI event; it was dropped.`, type, type, "notice");
      return undefined;
    }
    const findings: Finding[] = [];
    const checked = EVENT_CHECKS[type as EventType](event, findings);
    if (checked === INVALID) {
      const field = findings.at(-1)?.path ?? "";
      report(
        "malformed-event",
        `${type} was dropped: its ${field} is missing or malformed.`,
        type,
        field,
      );
      return undefined;
    }
    for (const { kind, path } of findings) {
      const { code, text } = FINDINGS[kind];
      report(
        code,
        `${path} of ${type} ${text}.`,
        type,
        path,
        kind === "unknown" ? "notice" : "violation",
      );
    }
    // The check has established the shape that the type promises.
    return checked as Event;
  }

  return (value, out) => {
    if (!isRecord(value)) return reportBrokenFrame(value);
    const event = check(translate(value));
    if (!event) return;
    if (event.type === EventType.RUN_STARTED || event.type === EventType.RUN_FINISHED) {
      expand({ ...event, threadId: event.threadId || threadId, runId: event.runId || runId }, out);
    } else expand(event, out);
  };
}

/**
 * Reads what an agent yields as canonical AG-UI 1.0 events, in the batches they arrived in. The
 * run loop applies it to every agent; use it to read a stream without a thread.
 *
 * @example Reading an agent's events without a thread
 * ```ts
 * for await (const events of canonicalEvents(agent.run(input, { signal }))) {
 *   snapshot = reduceEvents(snapshot, events);
 * }
 * ```
 * @throws AgentKitError `malformed-stream` when more than ten frames were no JSON objects.
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function* canonicalEvents(
  source: AsyncIterable<AgentYield>,
  options: CanonicalEventsOptions = {},
): AsyncGenerator<readonly Event[], void, undefined> {
  const canonicalize = createCanonicalizer(options);
  for await (const item of source) {
    const out: Event[] = [];
    if (Array.isArray(item)) for (const value of item) canonicalize(value, out);
    else canonicalize(item, out);
    if (out.length > 0) yield out;
  }
}
