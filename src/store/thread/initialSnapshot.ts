import { AgentKitError } from "../../protocol/errors.ts";
import type { ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createIssue } from "../../protocol/issue.ts";
import { repeatedMessage } from "../../protocol/issueCodes.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import { randomId } from "../../protocol/randomId.ts";
import { assertJson } from "../../protocol/toJsonValue.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { answerCalls } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import { endRun } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import { INTERRUPTED } from "../tools/toolResult.ts";
import type { ThreadOptions } from "./threadOptions.ts";

const INTERRUPTED_TEXT = "The page was reloaded before this tool was done.";

/** Creates the first snapshot of a thread, for a new or a stored conversation. */
export function initialSnapshot(
  options: ThreadOptions,
  { at, createId }: { readonly at: number; readonly createId: () => string },
): Snapshot {
  const { threadId = randomId(), initialMessages = [], initialState } = options;
  if (!options.snapshot) {
    assertJson(initialState, "initialState");
    assertJson(initialMessages, "initialMessages");
    const messages = parseMessages(initialMessages);
    const created = createSnapshot({
      threadId,
      messages,
      ...(initialState !== undefined && { state: initialState }),
    });
    if (messages.length === initialMessages.length) return created;
    return addIssues(created, [createIssue(repeatedMessage, undefined, "initialMessages")]);
  }
  // A snapshot that an earlier version has stored may lack fields.
  const fresh = createSnapshot(options.snapshot);
  const stored = { ...fresh, ...options.snapshot };
  const { state, edits, predictedKeys } = stored;
  const visibleState = edits.length > 0 ? withoutPredictedKeys(stored, predictedKeys) : state;
  const tracking = { ...fresh.tracking, ...stored.tracking };
  const snapshot = { ...stored, tracking, visibleState, predictedKeys: [] };
  if (!options.snapshot.tracking) {
    throw new AgentKitError(
      "invalid-argument",
      "`snapshot` has no `tracking`, so it is not a snapshot. Pass a result of `getSnapshot()`.",
    );
  }
  const { isAttached, phase } = snapshot.tracking;
  // The snapshot was stored during a run, whose stream is gone.
  const wasRunning = isAttached || phase === "active";
  const ended = wasRunning ? endRun(snapshot, { at, cause: "stopped" }) : snapshot;
  const { run, toolCalls } = ended;
  const { status: previousStatus } = run;
  if (
    previousStatus === "error" ||
    (!wasRunning && (previousStatus === "idle" || previousStatus === "waiting"))
  )
    return ended;
  // Handlers that ran when the snapshot was stored are gone too. Calls that wait for the user keep
  // waiting.
  const interruptedIds = run.pendingToolCallIds.filter(
    (id) => getOwn(toolCalls, id)?.status !== "waiting",
  );
  const answered = answerCalls(
    ended,
    interruptedIds.map(
      (toolCallId): ToolMessage => ({
        id: createId(),
        role: "tool",
        toolCallId,
        content: INTERRUPTED_TEXT,
        error: INTERRUPTED,
      }),
    ),
    at,
  );
  // TanStack passes calls as interrupts, so the interrupt receives the answer.
  const interrupts = answered.interrupts.map((interrupt) => {
    const { id: interruptId, reason, answer, toolCallId = "" } = interrupt;
    const isInterrupted =
      reason === TANSTACK_CLIENT_TOOL && getOwn(toolCalls, toolCallId)?.status === "running";
    if (!isInterrupted || answer) return interrupt;
    const payload = { error: INTERRUPTED_TEXT };
    return { ...interrupt, answer: { interruptId, status: "resolved" as const, payload } };
  });
  const { pendingToolCallIds } = answered.run;
  const isWaiting = pendingToolCallIds.length > 0 || interrupts.some(({ answer }) => !answer);
  const status = isWaiting ? "waiting" : "idle";
  return { ...answered, interrupts, run: { ...answered.run, status } };
}

/**
 * Returns the visible state with predicted values replaced by the real ones: no agent confirms them
 * any more.
 */
function withoutPredictedKeys({ state, visibleState }: Snapshot, keys: readonly string[]): unknown {
  if (keys.length === 0) return visibleState;
  const real = Object.fromEntries(keys.map((key) => [key, Reflect.get(Object(state), key)]));
  // Only objects have predicted keys.
  return isRecord(visibleState) ? { ...visibleState, ...real } : real;
}
