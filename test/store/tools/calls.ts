import type {
  EventInput,
  Message,
  RunAgentInput,
  RunFinishedOutcome,
  RunStatus,
  Snapshot,
  Thread,
  ToolMessage,
} from "../../../src/core.ts";
import { runFinished, runStarted, type ScriptFunction } from "../../../src/testing.ts";

/** A tool call of the agent. Arguments that are text are sent unchanged. */
export interface CallSpec {
  readonly name: string;
  readonly args: unknown;
  readonly id: string;
}

export function call(name: string, args: unknown = {}, id = "c1"): CallSpec {
  return { name, args, id };
}

/** Returns the events of calls: in one message with that id, or each in its own. */
export function callEvents(calls: readonly CallSpec[], parentMessageId?: string): EventInput[] {
  return calls.flatMap(({ name, args, id: toolCallId }): EventInput[] => [
    {
      type: "TOOL_CALL_START",
      toolCallId,
      toolCallName: name,
      ...(parentMessageId !== undefined && { parentMessageId }),
    },
    {
      type: "TOOL_CALL_ARGS",
      toolCallId,
      delta: typeof args === "string" ? args : JSON.stringify(args),
    },
    { type: "TOOL_CALL_END", toolCallId },
  ]);
}

/** Returns a run in which the agent makes these calls in one message. */
export function callRun(...calls: readonly CallSpec[]): ScriptFunction {
  return callRunEnding(undefined, ...calls);
}

/** Returns such a run with an outcome. */
export function callRunEnding(
  outcome: RunFinishedOutcome | undefined,
  ...calls: readonly CallSpec[]
): ScriptFunction {
  return ({ runId }) => [
    runStarted(),
    ...callEvents(calls, `${runId}-calls`),
    runFinished(outcome && { outcome }),
  ];
}

/** Returns the tool messages by the id of their call. */
export function resultsIn(
  from: Pick<RunAgentInput, "messages"> | Pick<Snapshot, "messages"> | undefined,
): Record<string, ToolMessage> {
  const messages: readonly Message[] = from?.messages ?? [];
  return Object.fromEntries(
    messages.flatMap((message) => (message.role === "tool" ? [[message.toolCallId, message]] : [])),
  );
}

/**
 * Returns what a model provider rejects: a message after a call without a result, a result that
 * does not follow its call, a second result.
 */
export function faultsIn(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  const close = () => {
    faults.push(...open.map((id) => `${id} without result`));
    open = [];
  };
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.includes(message.toolCallId)) faults.push(`stray result of ${message.toolCallId}`);
      open = open.filter((id) => id !== message.toolCallId);
      continue;
    }
    close();
    if (message.role === "assistant") open = (message.toolCalls ?? []).map(({ id }) => id);
  }
  close();
  return faults;
}

/** Resolves with the first published snapshot that matches. */
export function waitForSnapshot<TState>(
  thread: Thread<TState>,
  isMet: (snapshot: Snapshot<TState>) => boolean,
): Promise<Snapshot<TState>> {
  return new Promise((resolve) => {
    const check = () => {
      const snapshot = thread.store.getState();
      if (!isMet(snapshot)) return;
      unsubscribe();
      resolve(snapshot);
    };
    const unsubscribe = thread.store.subscribe(check);
    check();
  });
}

/** Resolves when the thread becomes idle after running. */
export function untilIdle<TState>(thread: Thread<TState>): Promise<Snapshot<TState>> {
  const { runId } = thread.getSnapshot().run;
  return waitForSnapshot(
    thread,
    ({ run }) => run.runId !== runId && ["idle", "waiting", "error"].includes(run.status),
  );
}

/** Records every published status from now on, without repetitions. */
export function recordStatuses<TState>(thread: Thread<TState>): readonly RunStatus[] {
  const statuses: RunStatus[] = [];
  thread.store.subscribe(({ run }) => {
    if (statuses.at(-1) !== run.status) statuses.push(run.status);
  });
  return statuses;
}
