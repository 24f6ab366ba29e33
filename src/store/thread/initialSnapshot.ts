import { AgentKitError } from "../../protocol/errors.ts";
import type { ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import { randomId } from "../../protocol/randomId.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { answerCalls, endRun } from "../../reducer/localUpdates.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { INTERRUPTED } from "../tools/toolResult.ts";
import type { ThreadOptions } from "./threadOptions.ts";

const CUT_OFF = "The page was reloaded before this tool was done.";

/** The snapshot a thread begins with: of a new conversation, or as it was stored. */
export function initialSnapshot(
  options: ThreadOptions,
  { at, createId }: { readonly at: number; readonly createId: () => string },
): Snapshot {
  const { threadId = randomId(), initialMessages = [], initialState } = options;
  if (!options.snapshot) {
    return createSnapshot({
      threadId,
      messages: parseMessages(initialMessages),
      ...(initialState !== undefined && { state: initialState }),
    });
  }
  // One that an earlier version has stored knows less.
  const stored = { ...createSnapshot(options.snapshot), ...options.snapshot };
  const { state, edits, predictedKeys } = stored;
  const visibleState = edits.length > 0 ? withoutKeys(stored, predictedKeys) : state;
  const snapshot = { ...stored, visibleState, predictedKeys: [] };
  if (!options.snapshot.tracking) {
    throw new AgentKitError(
      "invalid-argument",
      "This is no snapshot. Pass what getSnapshot() gave.",
    );
  }
  const { isAttached, phase } = snapshot.tracking;
  // Stored in the middle of a run: its stream is gone.
  const isCutOff = isAttached || phase === "active";
  const ended = isCutOff ? endRun(snapshot, { at, cause: "stopped" }) : snapshot;
  const { run, toolCalls } = ended;
  const { status: was } = run;
  if (was === "error" || (!isCutOff && (was === "idle" || was === "waiting"))) return ended;
  // Stored while handlers ran, or before a run began: they are gone as well. What waits for a person goes on waiting.
  const cutOff = run.pendingToolCallIds.filter((id) => getOwn(toolCalls, id)?.status !== "waiting");
  const answered = answerCalls(
    ended,
    cutOff.map(
      (toolCallId): ToolMessage => ({
        id: createId(),
        role: "tool",
        toolCallId,
        content: CUT_OFF,
        error: INTERRUPTED,
      }),
    ),
    at,
  );
  // TanStack hands calls over as interrupts, which take the answer.
  const interrupts = answered.interrupts.map((interrupt) => {
    const { id: interruptId, reason, answer, toolCallId = "" } = interrupt;
    const isCut =
      reason === TANSTACK_CLIENT_TOOL && getOwn(toolCalls, toolCallId)?.status === "running";
    if (!isCut || answer) return interrupt;
    const payload = { error: CUT_OFF };
    return { ...interrupt, answer: { interruptId, status: "resolved" as const, payload } };
  });
  const { pendingToolCallIds } = answered.run;
  const isWaiting = pendingToolCallIds.length > 0 || interrupts.some(({ answer }) => !answer);
  const status = isWaiting ? "waiting" : "idle";
  return { ...answered, interrupts, run: { ...answered.run, status } };
}

/** What was visible, with what was predicted as it really is: nobody confirms it any more. */
function withoutKeys({ state, visibleState }: Snapshot, keys: readonly string[]): unknown {
  if (keys.length === 0) return visibleState;
  const real = Object.fromEntries(keys.map((key) => [key, Reflect.get(Object(state), key)]));
  // Predictions are made of records alone.
  return isRecord(visibleState) ? { ...visibleState, ...real } : real;
}
