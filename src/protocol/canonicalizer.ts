import type { Event } from "@ag-ui/core";
import type { ChunkExpanderOptions, ExpandChunks } from "./chunks.ts";
import { AgentKitError } from "./errors.ts";
import { isRecord } from "./isRecord.ts";
import { createIssue, type IssueCode, type NewIssue } from "./issue.ts";
import type { WireEvent } from "./legacy/createLegacyTranslator.ts";
import { randomId } from "./randomId.ts";
import { type Check, type Finding, INVALID } from "./shape/check.ts";
import { everydayChecks } from "./shape/everydayEvents.ts";

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

/** What is needed beyond everyday events, and can be handed in when a stream first shows it. */
export interface LateProtocol {
  readonly checks: Readonly<Record<string, Check>>;
  readonly createLegacyTranslator: (createId: () => string) => (event: WireEvent) => WireEvent;
  readonly createChunkExpander: (options: ChunkExpanderOptions) => ExpandChunks;
}

/** Turns what an agent yields into canonical events. It remembers the stream: make one for each. */
export interface Canonicalizer {
  /** Whether it can read this as it is; if not, it must be extended first. */
  canRead(value: unknown): boolean;
  extend(late: LateProtocol): void;
  /**
   * Appends the canonical events of one thing that was yielded to `out`.
   *
   * @throws AgentKitError `malformed-stream` when more than ten frames were no JSON objects
   */
  push(value: unknown, out: Event[]): void;
}

const FINDINGS: Readonly<Record<Finding["kind"], IssueCode>> = {
  malformed: "malformed-field",
  null: "null-field",
  unknown: "unknown-value",
};

/** What an everyday event says that takes more than the everyday checks to read. */
function needsMore({ type, outcome, interrupt, input }: WireEvent): boolean {
  if (type === "RUN_FINISHED") {
    return (isRecord(outcome) ? outcome.type !== "success" : !!outcome) || interrupt !== undefined;
  }
  return type === "RUN_STARTED" && input !== undefined;
}

/**
 * Makes a canonicalizer: it checks every event's shape, translates older spellings, and expands
 * chunks. By itself it reads the everyday events of 1.0, and says when it needs the rest.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createCanonicalizer(options: CanonicalEventsOptions = {}): Canonicalizer {
  const { onIssue, threadId = "", runId = "", createId = randomId } = options;
  const report = (code: IssueCode, eventType?: string, subject?: string) =>
    onIssue?.(createIssue(code, eventType, subject));
  let checks: Readonly<Record<string, Check>> = everydayChecks;
  let translate = (event: WireEvent): WireEvent => event;
  let expand: ExpandChunks = (event, out) => {
    out.push(event);
  };
  let brokenFrames = 0;

  function reportBrokenFrame(value: unknown): void {
    brokenFrames += 1;
    // Not every value can be turned into text, and this one need not be seen whole.
    const sample = typeof value === "string" ? value.slice(0, 80) : typeof value;
    report("malformed-frame", undefined, sample);
    if (brokenFrames > MAX_BROKEN_FRAMES) {
      throw new AgentKitError(
        "malformed-stream",
        `More than ${MAX_BROKEN_FRAMES} frames were no JSON objects. Does the agent speak AG-UI?`,
      );
    }
  }

  function check(event: WireEvent): Event | undefined {
    const type = typeof event.type === "string" ? event.type : typeof event.type;
    const checkShape = Object.hasOwn(checks, type) ? checks[type] : undefined;
    if (!checkShape) {
      report("unknown-event", undefined, type);
      return undefined;
    }
    const findings: Finding[] = [];
    const checked = checkShape(event, findings);
    if (checked === INVALID) {
      // The last finding is what made the event unusable.
      const { kind, path } = findings.at(-1) ?? {};
      report(kind === "unknown" ? "unknown-value" : "malformed-event", type, path);
      return undefined;
    }
    for (const { kind, path } of findings) report(FINDINGS[kind], type, path);
    // The check has established the shape that the type promises.
    return checked as Event;
  }

  return {
    canRead(value) {
      if (!isRecord(value) || checks !== everydayChecks) return true;
      const { type } = value;
      return typeof type === "string" && Object.hasOwn(checks, type) && !needsMore(value);
    },
    extend(late) {
      checks = late.checks;
      translate = late.createLegacyTranslator(createId);
      expand = late.createChunkExpander({ report, createId });
    },
    push(value, out) {
      if (!isRecord(value)) {
        reportBrokenFrame(value);
        return;
      }
      const { type, delta } = value;
      const event = check(
        // Some servers send the arguments as the object they are to become.
        type === "TOOL_CALL_ARGS" && isRecord(delta)
          ? { ...value, delta: JSON.stringify(delta) }
          : translate(value),
      );
      if (!event) return;
      const isRunEvent = event.type === "RUN_STARTED" || event.type === "RUN_FINISHED";
      expand(
        isRunEvent
          ? { ...event, threadId: event.threadId || threadId, runId: event.runId || runId }
          : event,
        out,
      );
    },
  };
}
