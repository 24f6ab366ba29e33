import type { EventName, EventOf } from "../../protocol/events.ts";
import type { IssueCode, NewIssue } from "../../protocol/issue.ts";
import type { ObservedFrame, ObservedRun } from "./observedRun.ts";
import type { ConformanceSeverity } from "./report.ts";

/** One place where a run breaks a rule. */
export interface Breach {
  /** The frame it is about; as many as there are frames for the end of the stream. */
  readonly at: number;
  /** What was seen there. */
  readonly what: string;
}

/** Families of rules; each has a file in `rules/`. */
export type RuleFamily =
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
 * One rule of the protocol, as data. To add one, put an entry into the list of its family in `rules/`
 * and a stream that meets it and one that breaks it into `test/testing/conformance/streams.ts`.
 */
export interface Rule {
  readonly name: `${RuleFamily}/${string}`;
  readonly severity: ConformanceSeverity;
  /** What it demands, in one sentence. */
  readonly says: string;
  /** Why it matters and what to do. */
  readonly explanation: string;
  readonly page: string;
  /** What breaks it is no fault of the event at which it shows. */
  readonly isAboutRun?: true;
  /** It is about what AG-UI demands of the wire, which is not for the dialect of another system. */
  readonly isForPlain?: true;
  /** Whether a run shows anything that the rule is about. */
  readonly concerns: (run: ObservedRun) => boolean;
  readonly breaches: (run: ObservedRun) => readonly Breach[];
}

export const pages = {
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

/** A rule is about runs with events of these types, chunks read as what they stand for. */
export function shows(...types: readonly EventName[]): Rule["concerns"] {
  return ({ frames }) =>
    frames.some(
      ({ type, events }) =>
        types.includes(type as EventName) || events.some((event) => types.includes(event.type)),
    );
}

/** A rule is about every run that has brought an event. */
export const always: Rule["concerns"] = ({ frames }) => frames.length > 0;

/** The breaches that the canonicalizer and the reducer have found themselves. */
export function reported(
  codes: readonly IssueCode[],
  accepts: (issue: NewIssue, frame: ObservedFrame) => boolean = () => true,
): Rule["breaches"] {
  return ({ frames }) =>
    frames.flatMap((frame, at) =>
      frame.issues
        .filter((issue) => codes.includes(issue.code) && accepts(issue, frame))
        .map(({ message }) => ({ at, what: message })),
    );
}

/** For {@link reported}: issues about events of these types. */
export function about(...types: readonly EventName[]) {
  return ({ eventType }: NewIssue): boolean => types.includes(eventType as EventName);
}

/** The breaches among the canonical events of some types, as `judge` words them. */
export function judged<T extends EventName>(
  types: readonly T[],
  judge: (
    event: EventOf<T>,
    frame: ObservedFrame,
    run: ObservedRun,
    at: number,
  ) => string | readonly string[] | undefined,
): Rule["breaches"] {
  return (run) =>
    run.frames.flatMap((frame, at) =>
      frame.events
        // The filter has left the events whose type is one of `types`.
        .filter((event): event is EventOf<T> => (types as readonly string[]).includes(event.type))
        .flatMap((event) => judge(event, frame, run, at) ?? [])
        .map((what) => ({ at, what })),
    );
}
