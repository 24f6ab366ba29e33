import type { EventName, EventOf } from "../../protocol/events.ts";
import type { IssueCode, NewIssue } from "../../protocol/issue.ts";
import type { ObservedFrame, ObservedRun } from "./observedRun.ts";
import type { ConformanceSeverity } from "./report.ts";

/** A violation of a rule in a run. */
export interface RuleViolation {
  /** Index of the frame. Equals the number of frames for a violation at the end of the stream. */
  readonly index: number;
  /** Describes what was received. */
  readonly message: string;
}

/** Families of rules; each has a file in `rules/`. */
type RuleFamily =
  | "lifecycle"
  | "text"
  | "tools"
  | "reasoning"
  | "state"
  | "activity"
  | "interrupts"
  | "subagents"
  | "shape"
  | "transport";

/**
 * A rule of the protocol, as data. To add a rule, add an entry to its family in `rules/`, and a
 * stream that meets it and one that breaks it to `test/testing/conformance/streams.ts`.
 */
export interface Rule {
  readonly name: `${RuleFamily}/${string}`;
  readonly severity: ConformanceSeverity;
  /** The requirement in one sentence. */
  readonly requirement: string;
  /** Effect of a violation, and its correction. */
  readonly explanation: string;
  readonly docsUrl: string;
  /** True when a violation concerns the run, not the event at which it becomes visible. */
  readonly isAboutRun?: true;
  /** True for requirements on the wire format, which do not apply to the dialect of another system. */
  readonly isSkippedInDialect?: true;
  /** Returns true for a run that covers the rule. */
  readonly appliesTo: (run: ObservedRun) => boolean;
  readonly findViolations: (run: ObservedRun) => readonly RuleViolation[];
}

/** URLs of the protocol documentation. */
export const docs = {
  agents: "https://docs.ag-ui.com/concepts/agents",
  architecture: "https://docs.ag-ui.com/concepts/architecture",
  events: "https://docs.ag-ui.com/concepts/events",
  lifecycle: "https://docs.ag-ui.com/concepts/events#lifecycle-events",
  text: "https://docs.ag-ui.com/concepts/events#text-message-events",
  toolCalls: "https://docs.ag-ui.com/concepts/events#tool-call-events",
  special: "https://docs.ag-ui.com/concepts/events#special-events",
  tools: "https://docs.ag-ui.com/concepts/tools",
  messages: "https://docs.ag-ui.com/concepts/messages",
  state: "https://docs.ag-ui.com/concepts/state",
  reasoning: "https://docs.ag-ui.com/concepts/reasoning",
  interrupts: "https://docs.ag-ui.com/concepts/interrupts",
  serialization: "https://docs.ag-ui.com/concepts/serialization",
} as const;

/** Creates an `appliesTo` for runs with events of these types; a chunk counts as the events it expands to. */
export function createEventCondition(...types: readonly EventName[]): Rule["appliesTo"] {
  return ({ frames }) =>
    frames.some(
      ({ type, events }) =>
        types.some((name) => name === type) || events.some((event) => types.includes(event.type)),
    );
}

/** An `appliesTo` for every run with at least one frame. */
export const hasFrames: Rule["appliesTo"] = ({ frames }) => frames.length > 0;

/** Creates a `findViolations` from issues that the canonicalizer and the reducer reported. */
export function violationsByIssue(
  codes: readonly IssueCode[],
  accepts: (issue: NewIssue, frame: ObservedFrame) => boolean = () => true,
): Rule["findViolations"] {
  return ({ frames }) =>
    frames.flatMap((frame, index) =>
      frame.issues
        .filter((issue) => codes.includes(issue.code) && accepts(issue, frame))
        .map(({ message }) => ({ index, message })),
    );
}

/** Creates a filter for {@link violationsByIssue}: issues about events of these types. */
export function isAboutEvent(...types: readonly EventName[]) {
  return ({ eventType }: NewIssue): boolean => types.some((name) => name === eventType);
}

/** Creates a `findViolations` that checks each canonical event of some types; `describeViolation` returns the messages. */
export function violationsByEvent<T extends EventName>(
  types: readonly T[],
  describeViolation: (
    event: EventOf<T>,
    frame: ObservedFrame,
    run: ObservedRun,
    index: number,
  ) => string | readonly string[] | undefined,
): Rule["findViolations"] {
  return (run) =>
    run.frames.flatMap((frame, index) =>
      frame.events
        // `includes` does not narrow the type of an event by itself.
        .filter((event): event is EventOf<T> => (types as readonly string[]).includes(event.type))
        .flatMap((event) => describeViolation(event, frame, run, index) ?? [])
        .map((message) => ({ index, message })),
    );
}
