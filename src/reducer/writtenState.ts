/** The shared state as one run left it. */
export interface WrittenState {
  /** Id of the run that wrote the state. */
  readonly runId: string;
  /** The sub-agent that wrote the state; absent for the agent itself. */
  readonly subagentRunId?: string;
  /** The id of the last message of the agent or the sub-agent when the run first wrote the state. */
  readonly afterMessageId?: string;
  /** The last state that the run wrote. */
  readonly state: unknown;
  /** The state before the run; absent when it is the `state` of the previous entry. */
  readonly before?: unknown;
}
