import type { AgentKitError } from "../../protocol/errors.ts";
import type { Event, RunAgentInput } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** What HTTP says beside the events. */
export interface Exchange {
  readonly status: number;
  /** The content type without its parameters, in lower case. */
  readonly mediaType: string;
}

/** One frame as it came, and what the reducer made of it. */
export interface ObservedFrame {
  readonly value: unknown;
  /** The type it names; `""` for a frame that names none. */
  readonly type: string;
  /** The canonical events that it stands for; none when it was dropped. */
  readonly events: readonly Event[];
  /** What the canonicalizer and the reducer said about it. */
  readonly issues: readonly NewIssue[];
  /** The conversation in front of it. */
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Why a run was asked for, as far as rules judge it by that. */
export type RunPurpose =
  /** A right question in the usual input: an agent that works answers it. */
  | "question"
  /** The three fields that an input must have, and nothing else. */
  | "smallest"
  /** A right answer to every interrupt of the run before. */
  | "resume"
  /** An answer to what the run before has asked in a spelling from before 1.0, in that spelling. */
  | "older-resume"
  /** Stopped in its middle. */
  | "stopped"
  /** Soon after a run in its thread was stopped: a server may still be busy, and is asked again. */
  | "early"
  /** What the person who checks has asked: it may well be meant to fail. */
  | "prompt";

/** One run as it was played. */
export interface PlayedRun {
  readonly name: string;
  readonly purpose: RunPurpose;
  readonly input: RunAgentInput;
  readonly frames: readonly unknown[];
  /** Who ended it. */
  readonly endedBy: "agent" | "stop" | "timeout" | "flood";
  /** What the agent threw, or why it was given up. */
  readonly error?: AgentKitError;
  readonly exchange?: Exchange;
  /** Whether it went on after it was stopped, until nobody waited any more. */
  readonly ignoredStop?: boolean;
  /** The interrupts that its `resume` answers. */
  readonly answeredIds?: readonly string[];
}

/** One run as the rules look at it. */
export interface ObservedRun extends Omit<PlayedRun, "frames"> {
  readonly frames: readonly ObservedFrame[];
  /** What was said about the end of the stream. */
  readonly endIssues: readonly NewIssue[];
  readonly after: Snapshot;
  /** The other system whose way to spell AG-UI its frames are in, and the frame that gives it away. */
  readonly accent?: { readonly dialect: string; readonly at: number } | undefined;
}
