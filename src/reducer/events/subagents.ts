import { subagentOrder } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HandlersOf } from "../handlers.ts";
import { getOwn } from "../ownProperty.ts";
import type { Snapshot, SubagentInfo } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { resolveReferredCall } from "./calls/callKeys.ts";
import { messageKey, resolveMessage } from "./identity/messageIds.ts";
import { putSubagent, resolveStartedSubagent, resolveSubagent } from "./identity/subagentIds.ts";

/** Ends a sub-agent, and creates it when it was never announced, so that its result is shown. */
function end(draft: SnapshotDraft, id: string, ending: Partial<SubagentInfo>): void {
  const entry = draft.findEntry("subagents", id);
  if (!entry?.isOpen) {
    draft.report(subagentOrder, id);
  }
  draft.putTracking("subagents", id, { id, isOpen: false });
  const existing = getOwn(draft.snapshot.subagents, id);
  const steps = existing?.steps?.map((step) =>
    step.status === "running" ? { ...step, status: "finished" as const } : step,
  );
  putSubagent(draft, {
    ...(existing ?? { id, name: id, status: "running" }),
    ...omitUndefined({ steps }),
    ...ending,
    ...omitUndefined({ endedAt: draft.arrivedAt }),
  });
}

/**
 * Handles sub-agents, tracked by invocation. Their messages carry a `subagentRunId`; these events make no
 * messages.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const subagentHandlers: HandlersOf<
  "SUBAGENT_STARTED" | "SUBAGENT_FINISHED" | "SUBAGENT_ERROR"
> = {
  SUBAGENT_STARTED(draft, event) {
    const { subagentRunId: serverId, name, description, parentSubagentRunId } = event;
    const { parentToolCallId: callId, parentMessageId: messageId } = event;
    const parent =
      parentSubagentRunId === undefined ? undefined : resolveSubagent(draft, parentSubagentRunId);
    if (draft.findEntry("subagents", resolveSubagent(draft, serverId))) {
      draft.report(subagentOrder, serverId);
    }
    if (parent !== undefined && !draft.findEntry("subagents", parent)) {
      draft.report(subagentOrder, serverId);
    }
    const id = resolveStartedSubagent(draft, serverId);
    draft.putTracking("subagents", id, { id, isOpen: true });
    const existing = getOwn(draft.snapshot.subagents, id);
    const parents = {
      parentSubagentRunId: parent,
      parentToolCallId:
        callId === undefined
          ? undefined
          : resolveReferredCall(draft, { toolCallId: callId, subagentRunId: parent }),
      parentMessageId:
        messageId === undefined
          ? undefined
          : resolveMessage(draft, messageKey(draft, messageId, parent)),
    };
    const ids = id === serverId ? { id } : { id, serverId };
    const facts = omitUndefined({ ...ids, name, description, ...parents });
    if (existing?.status === "suspended") {
      // A resumed sub-agent keeps its data, which the event need not repeat.
      const { endedAt: _, result: __, ...before } = existing;
      putSubagent(draft, { ...before, ...facts, status: "running" });
      return;
    }
    const afterMessageId = draft.snapshot.messages.at(-1)?.id;
    const since = omitUndefined({ afterMessageId, startedAt: draft.arrivedAt });
    putSubagent(draft, { ...facts, ...since, status: "running" });
  },
  SUBAGENT_FINISHED(draft, event) {
    const { subagentRunId, outcome } = event;
    const result: unknown = event.result;
    const isSuspended = outcome?.type === "suspended";
    end(draft, subagentRunId, {
      status: isSuspended ? "suspended" : "finished",
      ...omitUndefined({ result }),
      ...(isSuspended && { interruptIds: outcome.interruptIds ?? [] }),
    });
  },
  SUBAGENT_ERROR(draft, event) {
    const { subagentRunId, message, code } = event;
    end(draft, subagentRunId, {
      status: "failed",
      error: omitUndefined({ message, code }),
    });
  },
};

/** Removes sub-agents that no message and no tool call refers to. */
export function pruneSubagents(snapshot: Snapshot): Snapshot {
  const { subagents, messages, toolCalls } = snapshot;
  const ids = new Set(messages.flatMap((message) => [message.id, message.subagentRunId]));
  const isReferenced = ([id, info]: readonly [string, SubagentInfo]) =>
    ids.has(id) ||
    ids.has(info.afterMessageId) ||
    ids.has(info.parentMessageId) ||
    Object.hasOwn(toolCalls, info.parentToolCallId ?? "");
  return {
    ...snapshot,
    subagents: Object.fromEntries(Object.entries(subagents).filter(isReferenced)),
  };
}
