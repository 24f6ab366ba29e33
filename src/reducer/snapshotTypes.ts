import type { Thread } from "../store/thread/thread.ts";

/** The whole truth about one thread at one moment, as a thread's store holds it. */
export type Snapshot<TState = unknown> = ReturnType<Thread<TState>["getSnapshot"]>;

export type RunInfo = Snapshot["run"];
export type ToolCallInfo = Snapshot["toolCalls"][string];
export type AnsweredInterrupt = Snapshot["answeredInterrupts"][number];
export type Timing = Snapshot["timings"][string];
export type SubagentInfo = Snapshot["subagents"][string];
export type StepInfo = Snapshot["steps"][number];
