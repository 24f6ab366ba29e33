import type { HistoryPage } from "../../protocol/dialect.ts";
import type { Interrupt, Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { readUiMessages } from "./readUiMessages.ts";
import { recordOf, stringOf } from "./wire.ts";

/**
 * Reads what a server that stores conversations says of one: a page of its messages, which run goes on,
 * and what a person is asked.
 */
export function readHistory(answer: unknown): HistoryPage {
  const given = recordOf(answer) ?? {};
  const messages = readUiMessages(Array.isArray(given.messages) ? given.messages : []);
  const page = recordOf(given.page);
  const olderCursor = page?.truncated ? stringOf(page.cursor) || undefined : undefined;
  // A run is attached to by its id alone: without one there is nothing to attach to.
  const activeRunId = runIdOf(given.activeRun);
  const asked = recordOf(given.interrupts);
  const pending = asked && Array.isArray(asked.pending) ? asked.pending : [];
  return {
    messages: activeRunId === null ? messages : withoutLastReasoning(messages),
    activeRunId,
    ...omitUndefined({ olderCursor }),
    ...(pending.length > 0 && {
      // As a run ends with them; the run loop checks them once more.
      interrupts: pending as readonly Interrupt[],
      ...omitUndefined({ interruptedRunId: runIdOf(asked) ?? undefined }),
    }),
  };
}

function runIdOf(value: unknown): string | null {
  return stringOf(recordOf(value)?.runId) ?? null;
}

/** What is being thought has another name here than in the run that goes on, which tells it again. */
function withoutLastReasoning(messages: readonly Message[]): readonly Message[] {
  const start = messages.findLastIndex(({ role }) => role === "user") + 1;
  const last = messages.findLastIndex(({ role }, at) => at >= start && role === "reasoning");
  return last < 0 ? messages : messages.filter((_, at) => at !== last);
}
