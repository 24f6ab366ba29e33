import type { AgentKitError } from "../../protocol/errors.ts";
import type { Event, RunAgentInput } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** Status and media type of an HTTP response. */
export interface HttpResponseInfo {
  readonly status: number;
  /** The content type without its parameters, in lower case. */
  readonly mediaType: string;
}

/** A frame as received, and the result of applying it. */
export interface ObservedFrame {
  readonly value: unknown;
  /** The `type` of the frame; `""` when it has none. */
  readonly type: string;
  /** The canonical events of the frame; empty when it was dropped. */
  readonly events: readonly Event[];
  /** Issues that the canonicalizer and the reducer reported. */
  readonly issues: readonly NewIssue[];
  /** The conversation before the frame. */
  readonly before: Snapshot;
  /** The conversation after the frame. */
  readonly after: Snapshot;
}

/** Purpose of a run, as far as rules depend on it. */
export type RunPurpose =
  /** A valid user message in a usual input, to which a working agent replies. */
  | "question"
  /** An input with only the three required fields. */
  | "smallest"
  /** Valid answers to all interrupts of the previous run. */
  | "resume"
  /** An answer to an interrupt in a form before 1.0, in that form. */
  | "older-resume"
  /** A run that the check stops. */
  | "stopped"
  /** A run soon after a stopped one in its thread: a server may still be busy, and is asked again. */
  | "early"
  /** A prompt from the options, which may intend a failure. */
  | "prompt";

/** A run as it was played. */
export interface PlayedRun {
  readonly name: string;
  readonly purpose: RunPurpose;
  readonly input: RunAgentInput;
  readonly frames: readonly unknown[];
  /** The cause of the end. */
  readonly endedBy: "agent" | "stop" | "timeout" | "flood";
  /** The error that the agent threw, or why the check aborted the run. */
  readonly error?: AgentKitError;
  readonly response?: HttpResponseInfo;
  /** True when the run continued after it was stopped, beyond the grace period. */
  readonly ignoredStop?: boolean;
  /** The interrupts that the run's `resume` answers. */
  readonly answeredIds?: readonly string[];
}

/** A run as the rules see it. */
export interface ObservedRun extends Omit<PlayedRun, "frames"> {
  readonly frames: readonly ObservedFrame[];
  /** Issues about the end of the stream. */
  readonly endIssues: readonly NewIssue[];
  /** The conversation after the run. */
  readonly after: Snapshot;
  /** The dialect of another system that the frames match, and the index of the frame that identifies it. */
  readonly detectedDialect?: { readonly name: string; readonly index: number } | undefined;
}
