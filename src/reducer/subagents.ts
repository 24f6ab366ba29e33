import { EventType } from "../protocol/events.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { getOwn } from "./records.ts";
import type { SubagentInfo } from "./snapshot.ts";

function reportOrder(draft: Draft, id: string, message: string): void {
  draft.report({ code: "subagent-order", severity: "violation", subject: id, message });
}

/** Ends a sub-agent, making one up when it was never announced: its end is worth showing. */
function end(draft: Draft, id: string, ending: Partial<SubagentInfo>): void {
  const entry = draft.entry("subagents", id);
  if (!entry?.isOpen) {
    reportOrder(
      draft,
      id,
      `Sub-agent "${id}" ended and is not running. Send SUBAGENT_STARTED first.`,
    );
  }
  draft.putLedger("subagents", id, { id, isOpen: false });
  draft.put("subagents", id, {
    ...(getOwn(draft.now.subagents, id) ?? { id, name: id, status: "running" }),
    ...ending,
    ...(draft.at !== undefined && { endedAt: draft.at }),
  });
}

/**
 * Sub-agents: tracked by invocation. What they produce carries their `subagentRunId`; these
 * events make no messages.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const subagentHandlers: HandlersOf<
  EventType.SUBAGENT_STARTED | EventType.SUBAGENT_FINISHED | EventType.SUBAGENT_ERROR
> = {
  [EventType.SUBAGENT_STARTED](draft, event) {
    const { subagentRunId: id, name, description, parentToolCallId, parentMessageId } = event;
    const { parentSubagentRunId: parent } = event;
    const entry = draft.entry("subagents", id);
    if (entry) {
      reportOrder(
        draft,
        id,
        `Sub-agent "${id}" ${entry.isOpen ? "is running already" : "has ended in this run"}. Give every invocation an id of its own.`,
      );
    }
    if (parent !== undefined && !draft.entry("subagents", parent)) {
      reportOrder(
        draft,
        id,
        `Sub-agent "${id}" names the parent "${parent}", which this run has not started.`,
      );
    }
    draft.putLedger("subagents", id, { id, isOpen: true });
    draft.put("subagents", id, {
      id,
      name,
      ...(description !== undefined && { description }),
      ...(parent !== undefined && { parentSubagentRunId: parent }),
      ...(parentToolCallId !== undefined && { parentToolCallId }),
      ...(parentMessageId !== undefined && { parentMessageId }),
      status: "running",
      ...(draft.at !== undefined && { startedAt: draft.at }),
    });
  },
  [EventType.SUBAGENT_FINISHED](draft, event) {
    const { subagentRunId, result, outcome } = event;
    const isSuspended = outcome?.type === "suspended";
    end(draft, subagentRunId, {
      status: isSuspended ? "suspended" : "finished",
      ...(result !== undefined && { result: result as unknown }),
      ...(isSuspended && { interruptIds: outcome.interruptIds ?? [] }),
    });
  },
  [EventType.SUBAGENT_ERROR](draft, event) {
    const { subagentRunId, message, code } = event;
    end(draft, subagentRunId, {
      status: "failed",
      error: { message, ...(code !== undefined && { code }) },
    });
  },
};
