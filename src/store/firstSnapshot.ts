import { AgentKitError } from "../protocol/errors.ts";
import type { ToolMessage } from "../protocol/events.ts";
import { randomId } from "../protocol/randomId.ts";
import { readMessages } from "../protocol/readMessages.ts";
import { createSnapshot } from "../reducer/createSnapshot.ts";
import { getOwn } from "../reducer/records.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { answerCalls, endRun } from "../reducer/transitions.ts";
import { INTERRUPTED } from "./cutOff.ts";
import type { ThreadOptions } from "./types.ts";

/** The snapshot a thread begins with: of a new conversation, or as it was stored. */
export function firstSnapshot<TState>(
  options: ThreadOptions<TState>,
  { at, createId }: { readonly at: number; readonly createId: () => string },
): Snapshot<TState> {
  const { snapshot, threadId = randomId(), initialMessages = [], initialState } = options;
  if (!snapshot) {
    return createSnapshot<TState>({
      threadId,
      messages: readMessages(initialMessages),
      ...(initialState !== undefined && { state: initialState }),
    });
  }
  if (!snapshot.ledger) {
    throw new AgentKitError(
      "invalid-argument",
      "This is no snapshot. Pass what getSnapshot() gave.",
    );
  }
  const { isAttached, phase } = snapshot.ledger;
  // Stored in the middle of a run: its stream is gone.
  const isCutOff = isAttached || phase === "active";
  if (isCutOff) return endRun(snapshot, { at, cause: "stopped" });
  const { run, toolCalls } = snapshot;
  if (run.status !== "executing") return snapshot;
  // Stored while handlers ran: they are gone as well. What waits for a person goes on waiting.
  const cutOff = run.pendingToolCallIds.filter((id) => getOwn(toolCalls, id)?.status !== "waiting");
  const answered = answerCalls(
    snapshot,
    cutOff.map(
      (toolCallId): ToolMessage => ({
        id: createId(),
        role: "tool",
        toolCallId,
        content: "The page was reloaded before this tool was done.",
        error: INTERRUPTED,
      }),
    ),
    at,
  );
  const isWaiting = answered.run.pendingToolCallIds.length + answered.interrupts.length > 0;
  return { ...answered, run: { ...answered.run, status: isWaiting ? "waiting" : "idle" } };
}
